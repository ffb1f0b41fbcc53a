"""Lecture 02, linear regression and gradient descent: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["COLUMNS", "TARGET", "bells", "descent", "direction", "projection", "slide"],
        "further": ["COUNTS", "decay", "printed_rate", "race"],
        "draws": [
            "DECAYS", "PRINTED", "decay_ends", "digits", "fold_scores", "race_ends", "slope_errors", "steps_until",
            "with_a_typing_error",
        ],
    },
)  # fmt: skip
