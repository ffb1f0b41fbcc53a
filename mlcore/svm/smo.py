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


class SignedMultipliers:
    """u (n,), with u_i = y_i alpha_i, in their box low (n,) <= u <= high (n,); a step moves them in place.

    no_rise (n,) is -inf where u has reached `high`, no_fall (n,) is inf where it has reached `low`, and both are 0
    elsewhere: added to F they take these points out of a maximum or a minimum. A step changes two of their entries.
    """

    def __init__(self, u: Array, low: Array, high: Array):
        self.u, self.low, self.high = u, low, high
        self.no_rise, self.no_fall = np.where(u < high, 0.0, -np.inf), np.where(u > low, 0.0, np.inf)

    def move(self, i: int, j: int, wanted: float) -> float:
        """Raise u_i and lower u_j by `wanted`, or by less where a wall comes first; return by how much (12.10)."""
        u, low, high = self.u, self.low, self.high
        room_i, room_j = high[i] - u[i], u[j] - low[j]
        step = min(wanted, room_i, room_j)
        u[i] = high[i] if step == room_i else u[i] + step  # exactly, whatever the rounding
        u[j] = low[j] if step == room_j else u[j] - step
        for m in (i, j):  # no other has reached a wall, or left one
            self.no_rise[m] = 0.0 if u[m] < high[m] else -np.inf
            self.no_fall[m] = 0.0 if u[m] > low[m] else np.inf
        return step


def smo_steps(
    K: ArrayLike, y: ArrayLike, C: float, *, alpha: ArrayLike = None, tol: float = 1e-3,
    checked: bool = False,
) -> Iterator[SMOState]:  # fmt: skip
    """Yield the start and then one state per pair, until the KKT gap is at most tol (SVM-19).

    For a small C all scores are close together, and `kkt_holds` asks for a gap of tol times their range instead.
    K (n, n) Gram matrix, y (n,) of -1 and +1, C > 0 (inf: hard margin), alpha (n,) a feasible
    start (default 0). Where W is flat it takes very long: `smo` knows what to do. checked: K and y are known to be
    fit. Raises ValueError for a matrix that is no Gram matrix, other labels, C <= 0, a start outside the constraints.
    """
    K, y, C, u = start(K, y, C, alpha, checked)  # u_i = y_i alpha_i
    low, high = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    signed = SignedMultipliers(u, low, high)
    F, diagonal, pair = y - K @ u, K.diagonal().copy(), None  # (11.11)
    for t in count():
        rising, falling = F + signed.no_rise, F + signed.no_fall  # infinite: no room
        i = int(rising.argmax())
        interval = rising[i], falling[falling.argmin()]
        done = kkt_holds(interval[0] - interval[1], F, y, tol)  # (12.12)
        yield SMOState(y * u, F, y, C, interval, pair, t=t, converged=done)
        if done:
            return
        slope = np.maximum(F[i] - falling, 0.0)
        curvature = np.maximum(diagonal[i] + diagonal - 2 * K[i], FLAT)  # (12.9)
        j = int((slope * slope / curvature).argmax())  # the largest gain: twice (12.13)
        step = signed.move(i, j, slope[j] / curvature[j])  # to the top or a wall, (12.10)
        F -= step * (K[i] - K[j])  # (11.11)
        pair = (i, j)


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
