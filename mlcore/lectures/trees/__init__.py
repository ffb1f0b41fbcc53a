"""Lecture 14, decision trees: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["choice", "depths", "question", "reading", "rivals"],
        "data": ["overlapping", "petals", "two_halves"],
        "draws": [
            "DEPTHS", "PRICES", "SIZES", "depth_errors", "first_questions", "leaf_errors", "new_points", "price_errors",
        ],
        "further": ["predicted", "pruned", "steps", "turned"],
    },
)  # fmt: skip
