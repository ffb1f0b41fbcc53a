"""Lecture 15, ensembles: bagging, forests, boosting: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "METHODS", "NOISE", "descent", "forest", "rounds", "score_at", "simulated", "spread", "stages", "truth",
        ],
        "further": ["CURVES", "SCORES", "SIGNS", "WAYS", "margins", "printed", "risks", "signs"],
    },
)  # fmt: skip
