"""Gradient descent on the least-squares cost: all points, some, or one at a time, in one generator (lecture 02).

J(w) = (1/2n) sum_i (a_i'w - y_i)^2 for a design matrix A (n, D), as in `linear`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base import validation
from mlcore.base.steps import State, bounded
from mlcore.base.types import Array, ArrayLike
from mlcore.linear.regression import cost, gradient

SCHEDULES: dict[str, Callable[[int, float], float]] = {
    "constant": lambda t, decay: 1.0,
    "1/t": lambda t, decay: 1 / (1 + decay * t),
    "sqrt": lambda t, decay: 1 / (1 + decay * t) ** 0.5,
}


@dataclass(frozen=True)
class DescentState(State):
    """The weights w (D,) after t steps; the cost J and its full gradient (D,) there.

    lr: the learning rate of the step to come. batch: the rows that the last step looked at (None at the start).
    """

    w: Array
    cost: float
    gradient: Array
    lr: float
    batch: Array | None


def stable_lr(A: Array) -> float:
    """2 / lambda_max of the Hessian A'A/n: descent on J with all points converges below it (02.12)."""
    steepest = float(np.linalg.norm(A, 2)) ** 2 / len(A)
    return 2 / steepest if steepest > 0 else float("inf")


@bounded("cost")
def descent_steps(
    A: ArrayLike, y: ArrayLike, *, lr: float, w: ArrayLike = None,
    batch_size: int | None = None, schedule: str = "constant", decay: float = 0.1,
    tol: float = 1e-9, seed: int = 0,
) -> Iterator[DescentState]:  # fmt: skip
    """Yield the start and then one state per step (GRD-02 to GRD-06).

    A (n, D), y (n,), w (D,) the start (default 0). batch_size: how many points, drawn anew for each step without
    repetition; None: all n, which is (02.10). schedule: lr_t = lr times 1, 1/(1 + decay t) or its square root (02.17).
    It ends when the full gradient, in units of the columns, is tol times its first size, or when it has diverged. With
    a constant learning rate and fewer than n points a step it may never end. Raises ValueError for NaN and for
    settings out of range.
    """
    A, y, w, lr, decay, size, small = _start(A, y, w, lr, batch_size, schedule, decay, tol)
    rng, batch = np.random.default_rng(seed), None
    for t in count():
        lr_t = lr * SCHEDULES[schedule](t, decay)  # (02.17)
        slope = gradient(A, y, w)  # (02.4)
        flat = bool(np.linalg.norm(slope / small) <= 1)
        yield DescentState(w, cost(A, y, w), slope, lr_t, batch, t=t, converged=flat)
        if flat:
            return
        batch = _draw(rng, len(A), size)
        w = w - lr_t * gradient(A[batch], y[batch], w)  # (02.14)


def _draw(rng: np.random.Generator, n: int, size: int) -> Array:
    """`size` different rows of n; all of them in order, so that batch descent does not depend on the seed."""
    return np.arange(n) if size == n else rng.choice(n, size, replace=False)


def _small(A: Array, y: Array, w: Array, tol: float) -> Array:
    """How long a gradient is none, in each column (D,): tol of the length at the start, in units of the columns.

    Or of the length at w = 0 if that is more, as a start near the minimum is no yardstick. Without units a long column
    alone would decide.
    """
    lengths = np.linalg.norm(A, axis=0)
    units = np.where(lengths > 0, lengths, 1.0)
    first = max(float(np.linalg.norm(gradient(A, y, v) / units)) for v in (w, 0 * w))
    return np.maximum(tol * first * units, np.finfo(float).tiny)


def _start(A, y, w, lr, batch_size, schedule, decay, tol) -> tuple[Array, Array, Array, float, float, int, Array]:
    A = validation.points(A, "A")
    y, d = validation.targets(y, len(A)), A.shape[1]
    lr = validation.positive(lr, "lr", "the learning rate")
    validation.one_of(schedule, "schedule", SCHEDULES)
    decay = validation.not_negative(decay, "decay", "0 keeps the learning rate")
    size = len(A) if batch_size is None else batch_size
    size = validation.whole(size, "batch_size", most=len(A), what="the number of points")
    w = np.zeros(d) if w is None else validation.vector(w, d, "The start w")
    return A, y, w, lr, decay, size, _small(A, y, w, validation.not_negative(tol, "tol"))
