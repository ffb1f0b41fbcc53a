"""Lecture 09, constrained optimisation: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "ALPHAS", "conditions", "dual", "penalty", "programme", "random_programme",
            "street_as_qp", "switch", "tangency", "without_one",
        ],
        "further": ["MULTIPLIERS", "CURVES", "XS", "chords", "gap", "hills"],
    },
)  # fmt: skip
