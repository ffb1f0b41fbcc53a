"""Lecture 02, linear regression and gradient descent: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["COLUMNS", "TARGET", "descent", "direction", "projection", "slide"],
        "further": ["COUNTS", "DECAYS", "PRINTED", "bells", "decay", "printed_rate", "race"],
    },
)  # fmt: skip
