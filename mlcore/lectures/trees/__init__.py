"""Lecture 14, decision trees: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["choice", "depths", "question", "reading", "rivals"],
        "data": ["petals"],
        "further": ["predicted", "pruned", "steps", "turned"],
    },
)  # fmt: skip
