"""Lecture 16, PCA: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["images", "lengths", "scores", "turned", "unit"],
        "further": ["best_cut", "kernel_scores", "lifted", "power", "ties"],
    },
)  # fmt: skip
