"""Lecture 01, decisions, priors and estimates: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["APART", "BIAS", "BIASES", "FEW_PRICES", "FEW_PRIORS", "PRICES", "PRIORS", "bells", "coin",
                    "one_feature", "screening", "walk", "weighted"],
        "evidence": ["log_ratios", "sure_days", "wrong_days"],
        "draws": ["promised_and_paid"],
        "further": ["CHANCES", "RATES", "SIZES", "elsewhere", "least_error", "routes", "spread", "waits"],
    },
)  # fmt: skip
