"""Lecture 05, when does learning generalise? PAC and VC: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "CORNERS", "FAMILIES", "RISKS", "Risks", "empirical_risks", "four_points", "growth", "labelings",
            "risks",
        ],
        "bounds": ["AGNOSTIC", "LINE", "QUESTIONS", "TRIALS", "failures", "promises"],
        "further": ["NUMBERS", "printed", "sine", "uniform", "wrong_choice"],
    },
)  # fmt: skip
