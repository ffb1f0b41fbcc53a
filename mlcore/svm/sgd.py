"""The soft margin without a QP: subgradient steps on the hinge loss, one point at a time (CLS-10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.losses import hinge
from mlcore.notation import mean_lambda_from_C
from mlcore.svm.dual import check_C, check_points


@dataclass(frozen=True)
class HingeState:
    """The plane w (d,), b after t steps, and the index of the point that made the last one."""

    t: int
    w: np.ndarray
    b: float
    i: int | None


def hinge_objective(w, b: float, X, y, C: float) -> float:
    """mean(hinge) + (lambda/2) ||w||^2 with lambda = 1/(nC): (11.1) divided by nC."""
    return float(hinge(y * (X @ w + b)).mean() + mean_lambda_from_C(C, len(y)) / 2 * (w @ w))


def hinge_descent_steps(X, y, C: float, *, lr: float = 1.0, seed: int = 0) -> Iterator[HingeState]:
    """Yield (w, b) from 0 on, for ever, one random point of X (n, d), y (n,) in {-1, +1} a step.

        w <- (1 - eta lambda) w + eta y_i x_i 1{y_i f(x_i) < 1},   b <- b + eta y_i 1{...}   (11.14)

    with lambda = 1/(nC) and the falling step eta = lr / (1 + lr lambda t). Raises ValueError for NaN,
    other labels, and C or lr <= 0.
    """
    X, y = check_points(X, y)
    check_C(C)
    if not lr > 0:
        raise ValueError(f"lr is {lr}: the learning rate must be larger than 0.")
    rng, lam = np.random.default_rng(seed), mean_lambda_from_C(C, len(y))
    w, b, i = np.zeros(X.shape[1]), 0.0, None
    for t in count():
        yield HingeState(t, w.copy(), b, i)
        i, eta = int(rng.integers(len(y))), lr / (1 + lr * lam * t)
        inside = y[i] * (X[i] @ w + b) < 1
        w = (1 - eta * lam) * w + eta * inside * y[i] * X[i]
        b = b + eta * inside * y[i]
