"""Lecture 08, generative classifiers: Gaussians and naive Bayes: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["WAYS", "boundary", "normal", "regions"],
        "curves": ["SCALES", "SIZES", "WORLDS", "learning"],
        "words": ["smoothing"],
    },
)  # fmt: skip
