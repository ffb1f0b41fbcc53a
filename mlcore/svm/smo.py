"""Sequential minimal optimisation: the dual, two multipliers at a time (SVM-18, SVM-19).

It is written in the signed multipliers u_i = y_i alpha_i, which live in the box
[min(0, y_i C), max(0, y_i C)] and sum to 0. A step moves the pair (i, j) by u_i += s, u_j -= s:
the sum is kept, and along that line W is a parabola with slope F_i - F_j and curvature
k_ii + k_jj - 2 k_ij, so its top is at s = slope / curvature and gains slope^2 / (2 curvature).
The pair: i violates KKT most, j promises the largest gain (the second-order choice of Fan, Chen
and Lin, 2005).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base.steps import State
from mlcore.base.types import Array, ArrayLike
from mlcore.svm.dual import DualPoint, check_dual, kkt_holds

FLAT = 1e-12  # stands in for a curvature of 0: two equal points of different classes


@dataclass(frozen=True)
class SMOState(DualPoint, State):
    """The dual point after t pairs; `pair` is the one that the last step moved."""

    pair: tuple[int, int] | None = None


def smo_steps(
    K: ArrayLike, y: ArrayLike, C: float, *, alpha: ArrayLike = None, tol: float = 1e-3,
    checked: bool = False,
) -> Iterator[SMOState]:  # fmt: skip
    """Yield the start and then one state per pair, until the KKT gap is at most tol.

    K (n, n) Gram matrix, y (n,) of -1 and +1, C > 0 (inf: hard margin), alpha (n,) a feasible
    start (default 0). Where W is flat it takes very long: `smo` knows what to do. checked: K and y are known to be
    fit. Raises ValueError for a matrix that is no Gram matrix, other labels, C <= 0, a start outside the constraints.
    """
    K, y, C, u = start(K, y, C, alpha, checked)  # u_i = y_i alpha_i
    low, high = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    above = np.where(u < high, 0.0, -np.inf)  # infinite on the walls
    below = np.where(u > low, 0.0, np.inf)
    F, k, pair = y - K @ u, K.diagonal().copy(), None  # (11.11)
    no_slope, flat = np.zeros(len(y)), np.full(len(y), FLAT)  # two arrays compare faster
    for t in count():
        rising, falling = F + above, F + below
        i, lowest = rising.argmax(), falling.argmin()
        interval = rising[i], falling[lowest]
        done = kkt_holds(interval[0] - interval[1], F, y, tol)  # (12.12)
        yield SMOState(y * u, F, y, C, interval, pair, t=t, converged=done)
        if done:
            return
        slope = np.maximum(F[i] - falling, no_slope)
        curvature = np.maximum(k[i] + k - 2 * K[i], flat)  # (12.9)
        j = (slope * slope / curvature).argmax()  # the largest gain, (12.13)
        room_i, room_j = high[i] - u[i], u[j] - low[j]
        step = min(slope[j] / curvature[j], room_i, room_j)  # to a top or wall, (12.10)
        u[i] = high[i] if step == room_i else u[i] + step  # on the wall, to the bit
        u[j] = low[j] if step == room_j else u[j] - step
        for m in (i, j):  # no other has come to a wall, or left one
            above[m] = 0.0 if u[m] < high[m] else -np.inf
            below[m] = 0.0 if u[m] > low[m] else np.inf
        F -= step * (K[i] - K[j])  # (11.11)
        pair = (int(i), int(j))


def start(K, y, C: float, alpha, checked: bool = False) -> tuple[Array, Array, float, Array]:
    """K, y and C, fit for the dual, and the signed multipliers of a feasible start. Raises ValueError otherwise."""
    if not checked:
        K, y = check_dual(K, y, C)
    alpha = np.zeros(len(y)) if alpha is None else np.array(alpha, float)
    inside = alpha.shape == y.shape and (alpha >= 0).all() and (alpha <= C).all()
    if not inside or abs(y @ alpha) > 1e-6 * alpha.sum():
        raise ValueError("The start alpha must have 0 <= alpha <= C and sum(alpha y) = 0: leave it out to start at 0.")
    y = y.copy()
    y.flags.writeable = False  # all states share it
    return K, y, float(C), y * alpha
