"""Lecture 08, generative classifiers: Gaussians and naive Bayes: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "SCALES", "SIZES", "WAYS", "WORLDS", "boundary", "learning", "normal", "regions", "smoothing",
        ],
    },
)  # fmt: skip
