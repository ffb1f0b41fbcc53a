"""Lecture 12, coordinate ascent and SMO: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "CAP", "GOAL", "PRICES", "RULES", "can_fall", "can_rise", "most_violating", "rows", "slow", "stairs",
            "steps",
        ],
        "draws": ["COUNTED_PRICES", "COUNTED_UNITS", "growth", "rules_compared", "step_counts", "walls_and_tops"],
    },
)  # fmt: skip
