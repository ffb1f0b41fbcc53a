"""Lecture 11, soft margin and hinge loss: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["BIASES", "GRID_C", "GRID_SIGMA", "PRICES", "charges", "choice", "street", "two_points"],
        "further": [
            "LOOKS", "budget", "degrees", "easy_point", "innermost", "noise", "random_separator", "risk_of_line",
            "single_samples", "walk",
        ],
    },
)  # fmt: skip
