"""Lecture 05, when does learning generalise? PAC and VC: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "AGNOSTIC", "CORNERS", "FAMILIES", "LINE", "QUESTIONS", "TRIALS", "failures", "four_points", "growth",
            "labelings", "promises", "risks",
        ],
        "draws": [
            "MODELS", "RISKS", "chances_outside", "differences", "division_errors", "limit_broken", "outside",
        ],
        "further": ["NUMBERS", "printed", "sine", "uniform", "wrong_choice"],
    },
)  # fmt: skip
