"""The finish of SMO: an ascent in the subspace of the free multipliers, where pairs are too slow.

On a flat ridge of W, as of a linear kernel with a large C, pairs go to and fro by thousands. But once they have found
out which multipliers are on a bound, the free ones can be moved all at once. In the signed multipliers u, with F the
gradient of W, and only directions d along which the sum stays as it is:

    W(u + d) = W(u) + F'd - 1/2 d'Kd,   sum_i d_i = 0,  d_i = 0 on the bounds                 (12.2)

The top along each eigenvector of curvature lambda > 0 is one division away (a Newton step). Where lambda = 0 and F
still points there, W rises for ever, and a bound has to stop it.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mlcore.kernels.gram import centred_gram
from mlcore.steps import last, until
from mlcore.svm.dual import DualPoint, check_dual
from mlcore.svm.primal import require_separable
from mlcore.svm.smo import SMOState, smo_steps
from mlcore.types import Array, ArrayLike

PATIENCE = 10  # this many times n pairs may try alone
PAIRS = 300  # then so many find out what is on a bound, between one ascent and the next
FLAT = 1e-15  # a curvature of this share of the largest is 0, up to rounding
TINY = 1e-300
STILL = 1e-9  # a slope of this share of F's size is 0, up to rounding


def smo(
    K: ArrayLike, y: ArrayLike, C: float, *, tol: float = 1e-3, max_iter: int = 200_000, alpha: ArrayLike = None
) -> SMOState:
    """The last state of `finish_steps` with at most max_iter pairs: ask it whether it has `converged`.

    Raises ValueError as `smo_steps` does, and for C = inf on classes that no plane separates.
    """
    return last(finish_steps(K, y, C, tol=tol, alpha=alpha), max_iter)


def sweep_C(
    K: ArrayLike, y: ArrayLike, Cs, *, tol: float = 1e-3, max_iter: int = 200_000,
) -> Iterator[SMOState]:  # fmt: skip
    """Yield the solution for each C, in rising order, each started from the one before.

    Multipliers at the bound stay there when alpha is scaled by C'/C, so the start is feasible and
    close: the whole range costs little more than its last value alone. This is what feeds a slider.
    """
    if not np.isfinite(Cs).all():
        raise ValueError("A sweep needs finite values of C: solve C = inf on its own.")
    state = None
    for C in sorted(Cs):
        start = None if state is None else scaled_to(C, state)
        state = smo(K, y, C, tol=tol, max_iter=max_iter, alpha=start)
        yield state


def scaled_to(C: float, state: SMOState) -> Array:
    """The multipliers (n,) of a solution, scaled to another C; those at the bound stay there."""
    return np.where(state.alpha >= state.C, C, state.alpha * (C / state.C))


def finish_steps(
    K: ArrayLike, y: ArrayLike, C: float, *, alpha: ArrayLike = None, tol: float = 1e-3
) -> Iterator[SMOState]:
    """Yield the states of `smo_steps`, and where 10 n pairs have not been enough, of its finish, until one converged.

    The finish has two states a round: after an ascent of the free multipliers, and after 300 more pairs, which put
    multipliers on bounds and take them off again. t counts the pairs.
    """
    K, y = check_dual(K, y, C)
    if np.isinf(C):
        require_separable(K, y)
    for state in until(smo_steps(K, y, C, alpha=alpha, tol=tol, checked=True), PATIENCE * len(y)):
        yield state
    while not state.converged:
        point, t = DualPoint.at(climb_free(K, y, C, state.alpha), K, y, C), state.t
        state = SMOState(**vars(point), t=t, converged=point.is_optimal(tol))
        yield state
        if not state.converged:
            state = last(smo_steps(K, y, C, alpha=state.alpha, tol=tol, checked=True), PAIRS)
            state = replace(state, t=t + state.t)
            yield state


def climb_free(K: Array, y: Array, C: float, alpha: Array) -> Array:
    """The multipliers (n,) at the top of W that can be reached from alpha without leaving a bound that was met.

    Each time to the first bound; what is on a bound stays there; until nothing blocks. W never falls.
    """
    u, low, high = y * alpha, np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    free = np.flatnonzero((u > low) & (u < high))
    blocked = True
    while blocked and len(free) > 1:
        d, longest = _direction(K[np.ix_(free, free)], (y - K @ u)[free])
        with np.errstate(divide="ignore"):
            room = np.where(d > 0, high[free] - u[free], low[free] - u[free]) / np.where(d == 0, np.inf, d)
        room = np.where(d == 0, np.inf, room)
        step = min(longest, room.min())
        blocked = room.min() <= longest
        u[free] = np.clip(u[free] + step * d, low[free], high[free])  # no farther, up to rounding
        hit = room <= step
        u[free[hit]] = np.where(d[hit] > 0, high[free[hit]], low[free[hit]])
        free = free[~hit]
    return y * u


def _direction(K: Array, F: Array) -> tuple[Array, float]:
    """The way up (m,) for the free ones, and how many times of it are the top: 1 for a Newton step, else inf."""
    centred = centred_gram(K)  # the sum stays
    steep = centred.trace() / len(F)  # along (1, ..., 1), which no step may take, out of the way of the flat ones
    curvature, vectors = np.linalg.eigh(centred + steep)
    slope = vectors.T @ (F - F.mean())
    flat = curvature <= FLAT * len(F) * curvature[-1]
    if np.abs(slope[flat]).max(initial=0.0) > STILL * np.abs(F).max():
        d = vectors[:, flat] @ slope[flat]
        return d, d @ d / max(d @ K @ d, TINY)  # all but flat may still have a top far away
    return vectors[:, ~flat] @ (slope[~flat] / curvature[~flat]), 1.0
