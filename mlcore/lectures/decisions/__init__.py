"""Lecture 01, decisions, priors and estimates: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["BIAS", "BIASES", "PRICES", "PRIORS", "bells", "coin", "log_ratios", "one_feature", "screening",
                    "walk", "weighted"],
        "further": ["CHANCES", "elsewhere", "least_error", "routes", "spread", "waits"],
    },
)  # fmt: skip
