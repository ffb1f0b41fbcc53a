"""Lecture 03, too simple, too flexible: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["NOISE", "TRAIN", "degree", "local", "luck", "one_choice", "paths", "rms"],
        "further": ["blood", "disc", "folds", "intercept", "paying_bias", "twenty"],
    },
)  # fmt: skip
