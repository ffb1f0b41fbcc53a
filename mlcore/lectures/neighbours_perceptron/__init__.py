"""Lecture 04, neighbours and the perceptron: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "data": ["patients", "slanted", "two_groups", "wave"],
        "figures": ["both", "errors", "pair", "race"],
        "further": ["DIMENSIONS", "average", "dimensions", "images", "never", "orders", "units"],
        "draws": [
            "FACTORS", "NEIGHBOURS", "ODD", "SIZES", "average_errors", "digit_errors", "line_runs", "mixture_errors",
            "nearest_shares", "order_ends", "other_mixtures", "outvoted", "race_ends", "ring_runs",
            "threes_and_eights", "worse_updates",
        ],
        "runs": ["passes"],
    },
)  # fmt: skip
