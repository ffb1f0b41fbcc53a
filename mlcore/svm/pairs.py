"""A pair of multipliers on its line: what a step of SMO sees (SVM-18, SVM-19).

`smo` writes the same step in the signed multipliers y_i alpha_i, where both cases of the clip are
one. Here it is as it is drawn and as Platt wrote it, in alpha_i and alpha_j.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore.base.types import Array
from mlcore.svm.smo import FLAT


def clip_range(y_i: float, y_j: float, alpha_i: float, alpha_j: float, C: float) -> tuple[float, float]:
    """(L, H): where alpha_j can go on the pair's line, so that both stay in [0, C]  (12.6), (12.7)."""
    if y_i == y_j:
        return max(0.0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)
    return max(0.0, alpha_j - alpha_i), min(C, C + alpha_j - alpha_i)


@dataclass(frozen=True)
class PairLine:
    """W along the line y_i alpha_i + y_j alpha_j = zeta, as a function of alpha_j.

    alpha_j: where it is now. low, high: L and H. slope of W there, and curvature (never below FLAT).
    """

    y_i: float
    y_j: float
    alpha_j: float
    zeta: float
    low: float
    high: float
    slope: float
    curvature: float

    def alpha_i(self, alpha_j: Any) -> Any:
        """The partner that keeps the sum (12.4), for a number or an array of places."""
        return self.y_i * (self.zeta - self.y_j * alpha_j)

    def gain(self, alpha_j: Any) -> Any:
        """W there minus W now: a parabola (12.9)."""
        move = alpha_j - self.alpha_j
        return self.slope * move - self.curvature * move**2 / 2

    @property
    def top(self) -> float:
        """Where the parabola is highest, inside the box or not (12.10)."""
        return self.alpha_j + self.slope / self.curvature

    @property
    def best(self) -> float:
        """The highest allowed place: the top, clipped to [L, H] (12.10)."""
        return min(max(self.top, self.low), self.high)


def pair_line(K: Array, y: Array, alpha: Array, C: float, i: int, j: int) -> PairLine:
    """The line of the pair (i, j) through alpha (n,), for the Gram matrix K (n, n), labels y (n,) and C."""
    u = y * alpha
    F_i, F_j = y[[i, j]] - K[[i, j]] @ u
    return PairLine(
        y_i=float(y[i]),
        y_j=float(y[j]),
        alpha_j=float(alpha[j]),
        zeta=float(u[i] + u[j]),
        low=clip_range(y[i], y[j], alpha[i], alpha[j], C)[0],
        high=clip_range(y[i], y[j], alpha[i], alpha[j], C)[1],
        slope=float(y[j] * (F_j - F_i)),
        curvature=max(float(K[i, i] + K[j, j] - 2 * K[i, j]), FLAT),
    )


def pair_step(K: Array, y: Array, alpha: Array, C: float, i: int, j: int) -> Array:
    """alpha (n,) with the pair moved to the best place on its line; a copy."""
    line, moved = pair_line(K, y, alpha, C, i, j), np.array(alpha, float)
    moved[j] = line.best
    moved[i] = min(max(line.alpha_i(line.best), 0.0), C)  # rounding only: the line keeps it inside
    return moved
