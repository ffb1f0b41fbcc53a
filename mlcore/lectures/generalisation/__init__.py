"""Lecture 05, when does learning generalise? PAC and VC: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "AGNOSTIC", "CORNERS", "FAMILIES", "LINE", "QUESTIONS", "RISKS", "TRIALS", "failures", "four_points",
            "growth", "labelings", "promises", "risks",
        ],
        "further": ["NUMBERS", "printed", "sine", "uniform", "wrong_choice"],
    },
)  # fmt: skip
