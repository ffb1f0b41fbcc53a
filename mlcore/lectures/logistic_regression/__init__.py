"""Lecture 06, logistic regression, Newton, softmax: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["SCALES", "certainty", "calibration", "shares", "surface"],
        "draws": ["PENALTIES", "both_errors", "far_points", "flower_errors", "sureness", "walks"],
        "further": ["CURVES", "MESSAGES", "apart", "far_point", "handmade", "rivals", "tangents"],
    },
)  # fmt: skip
