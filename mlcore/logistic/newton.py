"""Newton's method for a smooth convex cost: to the lowest point of the parabola that fits here, and again (GRD-10)."""

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Protocol

import numpy as np
from scipy.linalg import solve_triangular
from sklearn.exceptions import ConvergenceWarning

from mlcore.base import validation
from mlcore.base.steps import State, bounded, last
from mlcore.base.types import Array, ArrayLike

ROUNDING = 8 * np.finfo(float).eps  # a leap of this share of w is what rounding left of the gradient
COLLINEAR = 1e-13  # a pivot this small against its diagonal entry: the column is a sum of those before it


class Smooth(Protocol):
    """What Newton's method asks of a function of w (D,): its value, its gradient (D,) and its Hessian (D, D)."""

    def cost(self, w: Array) -> float: ...
    def gradient(self, w: Array) -> Array: ...
    def hessian(self, w: Array) -> Array: ...


@dataclass(frozen=True)
class NewtonState(State):
    """The weights w (D,) after t steps, the cost and its gradient (D,) there, and the leap (D,) that is due."""

    w: Array
    cost: float
    gradient: Array
    leap: Array


@bounded("cost")
def newton_steps(
    f: Smooth, *, w: ArrayLike, halve: bool = True, tol: float = 1e-8,
) -> Iterator[NewtonState]:  # fmt: skip
    """Yield the start w (D,) and then one state per step.

    halve: a leap that would raise the cost is halved until it does not; without, it may fly off. It ends when half of
    gradient'leap, what the parabola still promises, is tol^2 of the cost at the start at most, when the leap is no
    more than rounding, or when it has diverged.
    Raises ValueError if the Hessian at the start is singular, so that no leap is determined.
    """
    w, small = _start(f, w, tol)
    for t in count():
        slope, bend = f.gradient(w), f.hessian(w)
        leap = solve_positive(bend, slope)  # (06.14)
        arrived = bool(slope @ leap / 2 <= max(small, rounding(w, bend)))
        yield NewtonState(w, f.cost(w), slope, leap, t=t, converged=arrived)
        if arrived:
            return
        w = w - (halved(f, w, leap) if halve else leap)  # (06.15)


def rounding(w: Array, bend: Array) -> float:
    """What the parabola that bends like this (D, D) promises for a leap that is rounding beside w (D,).

    Leap and w are measured by the bend, so that no units matter: those of the cost, of the columns, of the targets.
    """
    return ROUNDING**2 * float(w @ bend @ w) / 2


def leap_down(f: Smooth, w: Array, tol: float, max_iter: int) -> NewtonState:
    """The end of Newton's method from w (D,), for a fit. Warns if it is not the lowest point."""
    end = last(newton_steps(f, w=w, tol=tol), max_iter)
    if not end.converged:
        warnings.warn(
            f"Newton's method ended at step {end.t}, before the lowest point: standardise the features, take a larger "
            "lam, or raise max_iter.",
            ConvergenceWarning,
            stacklevel=3,
        )
    return end


def solve_positive(H: Array, g: Array) -> Array:
    """The solution of H v = g by Cholesky, H = LL'; NaN if H is not positive definite, up to rounding."""
    try:
        L = np.linalg.cholesky(H)
    except np.linalg.LinAlgError:
        return np.full(len(g), np.nan)
    if (np.diag(L) ** 2 <= COLLINEAR * np.diag(H)).any():
        return np.full(len(g), np.nan)
    return solve_triangular(L, solve_triangular(L, g, lower=True), lower=True, trans=1)


def halved(f: Smooth, w: Array, leap: Array) -> Array:
    """The leap, halved until the cost does not rise by more than rounding, or w does not move; a NaN stays one."""
    here = f.cost(w)
    highest = here + 1e-14 * abs(here)  # by rounding it may lie below 0, where the data are fitted exactly
    while f.cost(w - leap) > highest and (w - leap != w).any():
        leap = leap / 2
    return leap


def _start(f: Smooth, w: ArrayLike, tol: float) -> tuple[Array, float]:
    w = validation.vector(w, getattr(f, "size", np.size(w)), "The start w")
    tol = validation.positive(tol, "tol")
    if np.isnan(solve_positive(f.hessian(w), f.gradient(w))).any():
        raise ValueError(
            "The Hessian at the start is singular, so Newton's leap is not determined: drop a column that the others "
            "add up to, take a penalty lam > 0, or start nearer to 0."
        )
    due = abs(f.cost(w))
    return w, tol**2 * due if np.isfinite(due) else 0.0


@dataclass(frozen=True)
class RootState(State):
    """The place x after t steps, the value g(x) and the slope g'(x) there."""

    x: float
    value: float
    slope: float


@bounded()
def root_steps(
    g: Callable[[float], float], slope: Callable[[float], float], *, start: float, tol: float = 1e-12
) -> Iterator[RootState]:
    """Newton's method for a root of g, one variable: to where the tangent is 0, and again (GRD-08).

    It ends when |g| is tol times |g(start)| at most, or, diverged, where the tangent is level or leads out of all
    floats. Without a root it wanders for ever. Raises ValueError for a start that is no finite number, a negative tol.
    """
    tol = validation.not_negative(tol, "tol")
    x = float(validation.vector([start], 1, "The start")[0])
    small = tol * abs(g(x))
    for t in count():
        state = RootState(x, float(g(x)), float(slope(x)), t=t, converged=bool(abs(g(x)) <= small))
        yield state
        if state.converged:
            return
        x = x - state.value / state.slope if state.slope else np.inf  # (06.19)
