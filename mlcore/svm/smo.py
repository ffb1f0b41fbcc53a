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

from mlcore.svm.dual import DualPoint, check_dual

FLAT = 1e-12  # stands in for a curvature of 0: two equal points of different classes


@dataclass(frozen=True)
class SMOState(DualPoint):
    """The dual point after t steps; `pair` is the pair that the last step moved."""

    t: int
    pair: tuple[int, int] | None


def smo_steps(K, y, C: float, *, tol: float = 1e-3, alpha=None) -> Iterator[SMOState]:
    """Yield the start and then one state per pair, until the state has converged to tol.

    K (n, n) Gram matrix, y (n,) of -1 and +1, C > 0 (inf: hard margin), alpha (n,) a feasible
    start (default 0). It does not stop by itself where rounding keeps tol out of reach: cap it,
    as `smo` does. Raises ValueError for a matrix that is no Gram matrix, other labels, C <= 0, a start
    outside the constraints.
    """
    K, y = check_dual(K, y, C)
    if alpha is not None:
        _check_start(np.asarray(alpha, float), y, C)
    low, high = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    curvature = np.maximum(np.add.outer(K.diagonal(), K.diagonal()) - 2 * K, FLAT)
    u = np.zeros(len(y)) if alpha is None else y * alpha
    F, pair = y - K @ u, None
    no_rise, no_fall = np.where(u < high, 0.0, -np.inf), np.where(u > low, 0.0, np.inf)
    for t in count():
        rising, falling = F + no_rise, F + no_fall
        i, lowest = rising.argmax(), falling.argmin()
        state = SMOState(y * u, F.copy(), y, C, (rising[i], falling[lowest]), t, pair)
        yield state
        if state.converged(tol):
            return
        slope = np.maximum(rising[i] - falling, 0.0)
        j = (slope * slope / curvature[i]).argmax()
        room_i, room_j = high[i] - u[i], u[j] - low[j]
        step = min(slope[j] / curvature[i, j], room_i, room_j)
        u[i] = high[i] if step == room_i else u[i] + step  # on the bound, to the bit
        u[j] = low[j] if step == room_j else u[j] - step
        for k in (i, j):  # only these two can have met or left a bound
            no_rise[k] = 0.0 if u[k] < high[k] else -np.inf
            no_fall[k] = 0.0 if u[k] > low[k] else np.inf
        F -= step * (K[i] - K[j])
        pair = (int(i), int(j))


def _check_start(alpha, y, C: float) -> None:
    if alpha.shape != y.shape or (alpha < 0).any() or (alpha > C).any() or abs(y @ alpha) > 1e-6 * alpha.sum():
        raise ValueError("The start alpha must have 0 <= alpha <= C and sum(alpha y) = 0: leave it out to start at 0.")


def smo(K, y, C: float, *, tol: float = 1e-3, max_iter: int = 1_000_000, alpha=None) -> SMOState:
    """The last state of `smo_steps`, or the state at the cap: ask it whether it `converged(tol)`."""
    for state in smo_steps(K, y, C, tol=tol, alpha=alpha):
        if state.t >= max_iter:
            break
    return state


def sweep_C(K, y, Cs, *, tol: float = 1e-3, max_iter: int = 1_000_000) -> Iterator[SMOState]:
    """Yield the solution for each C, in rising order, each started from the one before.

    Multipliers at the bound stay there when alpha is scaled by C'/C, so the start is feasible and
    close: the whole range costs little more than its last value alone. This is what feeds a slider.
    """
    if not np.isfinite(Cs).all():
        raise ValueError("A sweep needs finite values of C: solve C = inf on its own.")
    state = None
    for C in sorted(Cs):
        start = None if state is None else np.where(state.alpha >= state.C, C, state.alpha * (C / state.C))
        state = smo(K, y, C, tol=tol, max_iter=max_iter, alpha=start)
        yield state
