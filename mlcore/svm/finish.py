"""The finish of SMO: an ascent in the subspace of the free multipliers, where pairs are too slow.

On a flat ridge of W, as of a linear kernel with a large C, pairs go to and fro by thousands. But once they have found
out which multipliers are on a bound, the free ones can be moved all at once. In the signed multipliers u, with F the
gradient of W, and only directions d along which the sum stays as it is:

    W(u + d) = W(u) + F'd - 1/2 d'Kd,   sum_i d_i = 0,  d_i = 0 on the bounds                 (12.2)

The top along each eigenvector of curvature lambda > 0 is one division away (a Newton step). Where lambda = 0 and F
still points there, W rises for ever, and a bound has to stop it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mlcore.base.steps import last, until
from mlcore.base.types import Array, ArrayLike
from mlcore.kernels.gram import centred_gram
from mlcore.logistic.newton import solve_positive
from mlcore.separable import require_separable
from mlcore.svm.dual import DualPoint, check_dual
from mlcore.svm.smo import SMOState, smo_steps

PATIENCE = 10  # this many times n pairs may try alone
PAIRS = 300  # then so many find out what is on a bound, between one ascent and the next
FLAT = 1e-15  # a curvature of this share of the largest is 0, up to rounding
TINY = 1e-300
STILL = 1e-9  # a slope of this share of F's size is 0, up to rounding
STEEP = 1e-3  # along flat directions to what is left of the slope there: less is up to the next round


def smo(
    K: ArrayLike, y: ArrayLike, C: float, *, tol: float = 1e-3, max_iter: int = 200_000, alpha: ArrayLike = None,
    proven: bool = False,
) -> SMOState:  # fmt: skip
    """The last state of `finish_steps` with at most max_iter pairs: ask it whether it has `converged`.

    Raises ValueError as `smo_steps` does, and for C = inf on classes that no plane separates.
    """
    return last(finish_steps(K, y, C, tol=tol, alpha=alpha, proven=proven), max_iter)


def sweep_C(
    K: ArrayLike, y: ArrayLike, Cs, *, tol: float = 1e-3, max_iter: int = 200_000,
) -> Iterator[SMOState]:  # fmt: skip
    """Yield the solution for each C, in rising order, each started from the one before.

    Multipliers at the bound stay there when alpha is scaled by C'/C, so the start is feasible and
    close: the whole range costs little more than its last value alone. This is what feeds a slider.
    """
    if not np.isfinite(np.asarray(Cs, float)).all():
        raise ValueError("A sweep needs finite values of C: solve C = inf on its own.")
    state = None
    for C in sorted(Cs):
        start = None if state is None else scaled_to(C, state)
        state = smo(K, y, C, tol=tol, max_iter=max_iter, alpha=start)
        yield state


def scaled_to(C: float, state: DualPoint) -> Array:
    """The multipliers (n,) of a solution, scaled to another C; those at the bound stay there.

    Raises ValueError for a state of SMO that has not converged: it is no solution, and a larger C would take longer.
    """
    if isinstance(state, SMOState) and not state.converged:
        raise ValueError(
            f"SMO has not come to its end at C = {state.C:.3g} in {state.t} pairs. Columns in very unequal units make "
            "it this slow: standardise them (`.standardised()` of a Dataset, or scikit-learn's StandardScaler)."
        )
    return np.where(state.alpha >= state.C, C, state.alpha * (C / state.C))


def finish_steps(
    K: ArrayLike, y: ArrayLike, C: float, *, alpha: ArrayLike = None, tol: float = 1e-3, proven: bool = False
) -> Iterator[SMOState]:
    """Yield the states of `smo_steps`, and where 10 n pairs have not been enough, of its finish, until one converged.

    The finish has two states a round: after an ascent of the free multipliers, and after 300 more pairs, which put
    multipliers on bounds and take them off again. t counts the pairs. proven: as `check_dual` has it.
    """
    K, y = check_dual(K, y, C, proven=proven)
    C = float(C)
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
    box = Box(np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0))
    u, blocked = y * alpha, True
    free = np.flatnonzero(box.inside(u))
    while blocked and len(free) > 1:
        F = (y - K @ u)[free]
        u[free], blocked = _climbed(u[free], box.of(free), F, K[np.ix_(free, free)])
        free = np.flatnonzero(box.inside(u))
    return y * u


@dataclass(frozen=True)
class Box:
    """The bounds low (m,) and high (m,) of signed multipliers."""

    low: Array
    high: Array

    def of(self, rows: Array) -> "Box":
        """The bounds of some of them."""
        return Box(self.low[rows], self.high[rows])

    def inside(self, u: Array) -> Array:
        """Which of u (m,) are on no bound."""
        return (u > self.low) & (u < self.high)

    def moved(self, u: Array, d: Array, longest: float) -> tuple[Array, bool]:
        """u (m,) moved along d to the first bound, or by `longest` times d; and whether it was a bound."""
        wall = np.where(d > 0, self.high, self.low)
        room = np.divide(wall - u, d, out=np.full(len(u), np.inf), where=d != 0)
        step = min(longest, room.min())
        there = np.clip(u + step * d, self.low, self.high)  # no farther, up to rounding
        return np.where(room <= step, wall, there), bool(room.min() <= longest)


def _climbed(u: Array, box: Box, F: Array, K: Array) -> tuple[Array, bool]:
    """The free ones (m,) after a Newton step, or after steps along what is flat; and whether a bound was met."""
    centred = centred_gram(K)  # the sum stays
    bent = centred + (centred.trace() or 1.0) / len(K)  # along (1, ..., 1), which no step may take, it is steep
    newton = solve_positive(bent, F - F.mean())
    if np.isfinite(newton).all():
        return box.moved(u, newton, 1.0)
    curvature, vectors = np.linalg.eigh(bent)
    slope = vectors.T @ (F - F.mean())
    flat = curvature <= FLAT * len(u) * curvature[-1]
    if np.abs(slope[flat]).max(initial=0.0) > STILL * np.abs(F).max():
        return _along_flat(u, box, vectors[:, flat], slope[flat], curvature[flat])
    return box.moved(u, vectors[:, ~flat] @ (slope[~flat] / curvature[~flat]), 1.0)


def _along_flat(u: Array, box: Box, N: Array, slope: Array, curvature: Array) -> tuple[Array, bool]:
    """u (m,) after steps along z of the flat directions, the columns of N (m, p), from one bound to the next.

    What has met a bound stays there, d_k = N_k z = 0: so each bound is one more vector that z must be orthogonal to,
    and nothing has to be decomposed anew. All but flat may still have a top far away: the curvature (p,) says where.
    """
    walls = np.zeros((len(slope), len(slope)))  # those vectors, orthonormal, a column each; the others are still 0
    before = box.inside(u)
    z = slope
    met = 0
    while met < len(slope) and np.abs(z).max() > STEEP * np.abs(slope).max():
        with np.errstate(over="ignore"):
            longest = float(z @ z / max(curvature @ z**2, TINY))
        u, blocked = box.moved(u, np.where(box.inside(u), N @ z, 0.0), longest)
        if not blocked:
            break
        for k in np.flatnonzero(before & ~box.inside(u))[: len(slope) - met]:
            across = N[k] - walls[:, :met] @ (walls[:, :met].T @ N[k])
            walls[:, met] = across / max(np.linalg.norm(across), TINY)
            met += 1
        before = box.inside(u)
        z = slope - walls[:, :met] @ (walls[:, :met].T @ slope)
    return u, met > 0
