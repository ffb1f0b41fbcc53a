"""Lecture 02, linear regression and gradient descent: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["COLUMNS", "TARGET", "bells", "descent", "direction", "projection", "slide"],
        "further": ["COUNTS", "DECAYS", "PRINTED", "decay", "printed_rate", "race"],
    },
)  # fmt: skip
