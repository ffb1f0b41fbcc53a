"""Gradient descent on the logistic cost: with all points a step, or with a few (CLS-13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base import validation
from mlcore.base.steps import State, bounded
from mlcore.base.types import Array, ArrayLike
from mlcore.logistic.cost import LogisticCost


@dataclass(frozen=True)
class LogisticState(State):
    """The weights w (D,) after t steps; J and its full gradient (D,) there; lr: the rate of the step to come."""

    w: Array
    cost: float
    gradient: Array
    lr: float


def stable_logistic_lr(A: ArrayLike, lam: float = 0.0) -> float:
    """2 / L: with all points a step, descent on J converges below it, from any start.

    L = lambda_max(A'A)/(4n) + lambda/n bounds the curvature of J anywhere, as p (1 - p) is at most 1/4 (06.13).
    Raises ValueError for a negative lam.
    """
    A, lam = validation.points(A, "A"), validation.not_negative(lam, "lam")
    steepest = float(np.linalg.norm(A, 2)) ** 2 / 4 + lam
    return 2 * len(A) / steepest if steepest > 0 else float("inf")


@bounded("cost")
def logistic_descent_steps(
    A: ArrayLike, y: ArrayLike, *, lr: float, lam: float = 0.0, w: ArrayLike = None,
    batch_size: int | None = None, decay: float = 0.0, tol: float = 1e-6, seed: int = 0,
) -> Iterator[LogisticState]:  # fmt: skip
    """Yield the start and then one state per step.

    A (n, D), y (n,) of 0 and 1, w (D,) the start (default 0). batch_size: points drawn for each step; None: all n.
    decay: the rate is lr / (1 + decay t). It ends when the full gradient is tol beside the mean size of each column
    (the root mean square of these shares), or when it has diverged. A step that is too long need not blow up: it may
    go to and fro for ever.
    Raises ValueError for NaN, for labels other than 0 and 1, and for settings out of range.
    """
    f, w, lr, decay, size, small = _start(A, y, lam, w, lr, batch_size, decay, tol)
    rng, n = np.random.default_rng(seed), len(f.y)
    for t in count():
        rate, slope = lr / (1 + decay * t), f.gradient(w)
        flat = bool(np.linalg.norm(slope / small) <= 1)
        yield LogisticState(w, f.cost(w), slope, rate, t=t, converged=flat)
        if flat:
            return
        if size < n:
            slope = f.gradient(w, rng.integers(n, size=size))
        w = w - rate * slope  # (06.10)


def _start(A, y, lam, w, lr, batch_size, decay, tol) -> tuple[LogisticCost, Array, float, float, int, Array]:
    """Beside what is checked, `small` (D,): a gradient of this length in each column together is none."""
    f = LogisticCost(A, y, lam)
    n, D = f.A.shape
    lr = validation.positive(lr, "lr", "the learning rate")
    decay = validation.not_negative(decay, "decay", "0 keeps the learning rate")
    tol = validation.positive(tol, "tol")
    size = n if batch_size is None else validation.whole(batch_size, "batch_size", most=n, what="the number of points")
    w = np.zeros(D) if w is None else validation.vector(w, D, "The start w")
    units = np.abs(f.A).mean(axis=0)
    return f, w, lr, decay, size, tol * np.sqrt(D) * np.where(units > 0, units, 1.0)
