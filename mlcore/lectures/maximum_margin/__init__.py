"""Lecture 10, maximum margin: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["FIXED", "both_margins", "foot", "margin", "orders", "scales", "street"],
        "further": ["absorbed", "climb", "hulls", "shifted", "spaces", "ten_points"],
        "draws": ["order_margins", "separated_patients"],
    },
)  # fmt: skip
