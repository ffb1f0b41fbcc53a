"""Lecture 01, decisions, priors and estimates: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["PRICES", "bells", "log_ratios", "one_feature", "screening", "walk", "weighted"],
        "estimates": ["BIAS", "BIASES", "PRIORS", "coin", "waits"],
        "further": ["CHANCES", "elsewhere", "least_error", "routes", "spread"],
    },
)  # fmt: skip
