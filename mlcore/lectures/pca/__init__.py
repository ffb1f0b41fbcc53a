"""Lecture 16, PCA: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["ellipse", "images", "lengths", "scores", "turned", "unit"],
        "further": ["best_cut", "kernel_scores", "lifted", "power", "ties"],
        "draws": [
            "BANDWIDTHS", "KEPT_SCORES", "cut_errors", "first_axes", "flat_classes", "right_by_sign", "ring_cuts",
            "shares_read",
        ],
    },
)  # fmt: skip
