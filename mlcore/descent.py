"""Gradient descent on the least-squares cost: all points, some, or one at a time, in one generator (lecture 02).

J(w) = (1/2n) sum_i (a_i'w - y_i)^2 for a design matrix A (n, D), as in `linear`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.linear import check_design, cost, gradient

BLOWN_UP = 1e12  # times the cost of predicting 0 and that of the start: no descent any more

SCHEDULES: dict[str, Callable[[int, float], float]] = {
    "constant": lambda t, decay: 1.0,
    "1/t": lambda t, decay: 1 / (1 + decay * t),
    "sqrt": lambda t, decay: 1 / (1 + decay * t) ** 0.5,
}


@dataclass(frozen=True)
class DescentState:
    """The weights w (D,) after t steps; the cost J and its full gradient (D,) there.

    lr: the learning rate of the step to come. batch: the rows that the last step looked at (None at the start).
    diverged: the learning rate was too large and w has left all bounds; it is the last state, and its
    numbers are finite.
    """

    t: int
    w: np.ndarray
    cost: float
    gradient: np.ndarray
    lr: float
    batch: np.ndarray | None
    diverged: bool


def stable_lr(A) -> float:
    """2 / lambda_max of the Hessian A'A/n: descent on J with all points converges below it (02.12)."""
    steepest = float(np.linalg.norm(A, 2)) ** 2 / len(A)
    return 2 / steepest if steepest > 0 else float("inf")


def descent_steps(
    A, y, w=None, *, lr: float, batch_size: int | None = None,
    schedule: str = "constant", decay: float = 0.1, tol: float = 1e-9, seed: int = 0,
) -> Iterator[DescentState]:  # fmt: skip
    """Yield the start and then one state per step (GRD-02 to GRD-06).

        w <- w - lr_t * (1/b) sum_{i in batch} (a_i'w - y_i) a_i                             (02.10), (02.14)

    A (n, D), y (n,), w (D,) the start (default 0). batch_size: b points, drawn anew for each step without
    repetition; None: all n. schedule: lr_t = lr times 1, 1/(1 + decay t) or its square root. It ends when
    the full gradient is tol times its first size, or when it has diverged. With a constant learning rate
    and b < n it may never end: cap it. Raises ValueError for NaN and for settings out of range.
    """
    A, y, w = _check_start(A, y, w)
    n, size = len(y), len(y) if batch_size is None else batch_size
    _check_settings(n, lr, size, schedule, decay)
    flat, bound, longest = _bounds(A, y, w, tol)
    rng, batch, too_long = np.random.default_rng(seed), None, False
    for t in count():
        value, slope = cost(A, y, w), gradient(A, y, w)
        lr_t, diverged = lr * SCHEDULES[schedule](t, decay), too_long or value > bound
        yield DescentState(t, w.copy(), value, slope.copy(), lr_t, batch, diverged)
        if diverged or np.linalg.norm(slope) <= flat:
            return
        batch = np.arange(n) if size == n else rng.choice(n, size, replace=False)
        step = slope if size == n else gradient(A[batch], y[batch], w)
        length = float(np.linalg.norm(step))
        too_long = lr_t * length > longest
        w = w - (longest / length if too_long else lr_t) * step


def _check_start(A, y, w) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    A, y = check_design(A, y)
    w = np.zeros(A.shape[1]) if w is None else np.array(w, float)
    if w.shape != A.shape[1:] or not np.isfinite(w).all():
        raise ValueError(f"The start w must be {A.shape[1]} finite numbers, one for each column.")
    return A, y, w


def _bounds(A, y, w, tol: float) -> tuple[float, float, float]:
    """A gradient that counts as 0, a cost that counts as blown up, and the length of a step that leads there."""
    flat = tol * max(np.linalg.norm(gradient(A, y, v)) for v in (w, 0 * w))
    bound = BLOWN_UP * (cost(A, y, w) + cost(A, y, 0 * w))
    longest = (2 * bound / max((A * A).sum() / len(y), 1e-300)) ** 0.5  # the trace bounds lambda_max
    return flat, bound, longest


def _check_settings(n: int, lr: float, size: int, schedule: str, decay: float) -> None:
    if not 0 < lr < np.inf:
        raise ValueError(f"lr is {lr}: the learning rate must be larger than 0 (and finite).")
    if not (isinstance(size, (int, np.integer)) and 1 <= size <= n):
        raise ValueError(f"batch_size is {size}: take a whole number from 1 to {n}, the number of points.")
    if schedule not in SCHEDULES:
        raise ValueError(f"schedule is {schedule!r}: take one of {', '.join(SCHEDULES)}.")
    if not 0 <= decay < np.inf:
        raise ValueError(f"decay is {decay}: take a number from 0 on; 0 keeps the learning rate.")
