"""Lecture 15, ensembles: bagging, forests, boosting: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["NOISE", "descent", "forest", "rounds", "score_at", "simulated", "spread", "truth"],
        "further": ["CURVES", "METHODS", "SCORES", "SIGNS", "WAYS", "margins", "printed", "risks", "signs", "stages"],
    },
)  # fmt: skip
