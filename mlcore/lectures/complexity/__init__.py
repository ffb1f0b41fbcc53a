"""Lecture 03, too simple, too flexible: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["NOISE", "TRAIN", "degree", "local", "luck", "on_new_people", "one_choice", "paths", "rms"],
        "draws": [
            "choice_errors", "degree_errors", "sine_errors", "table_errors",
        ],
        "further": ["blood", "disc", "folds", "intercept", "paying_bias", "twenty"],
    },
)  # fmt: skip
