"""Lecture 04, neighbours and the perceptron: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["ODD", "SIZES", "both", "errors", "images", "pair", "race", "two_groups"],
        "further": ["DIMENSIONS", "average", "dimensions", "never", "orders", "patients", "units"],
    },
)  # fmt: skip
