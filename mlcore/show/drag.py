"""What a hand is asked to do with the points of a figure, as data: a page without a hand plays it instead."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Drag:
    """One point goes in straight lines through some places, from where it then stands.

    words: what moves and where to, as the end of a sentence that begins "The recorded drag moves". through (m, 2):
    the places, in the units of the axes. point: its number in its Pointer. name: the Pointer's `name`.
    """

    words: str
    through: Any
    point: int = 0
    name: str = "X"


def nearest_point(X: Any, place: Sequence[float]) -> int:
    """The number of the point of X (n, 2) that lies nearest to a place."""
    return int(np.hypot(*(np.asarray(X, float) - place).T).argmin())
