"""Notebook 00, start here: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["ANGLES", "street", "two_groups"],
    },
)  # fmt: skip
