"""Lecture 06, logistic regression, Newton, softmax: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["SCALES", "certainty", "far_point", "rivals", "shares", "surface"],
        "further": ["CURVES", "MESSAGES", "apart", "handmade", "tangents"],
    },
)  # fmt: skip
