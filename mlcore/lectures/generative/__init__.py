"""Lecture 08, generative classifiers: Gaussians and naive Bayes: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "SCALES", "SIZES", "WAYS", "WORLDS", "best_penalties", "boundary", "free_numbers", "learning", "normal",
            "petals", "regions", "smoothing",
        ],
        "draws": ["LENGTHS", "copied_words", "mail_errors", "new_mails", "species_errors"],
    },
)  # fmt: skip
