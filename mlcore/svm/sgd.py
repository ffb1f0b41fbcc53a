"""The soft margin without a QP: subgradient steps on the hinge loss, one point at a time (CLS-10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base import validation
from mlcore.base.losses import hinge
from mlcore.base.steps import State, bounded
from mlcore.base.types import Array, ArrayLike
from mlcore.notation import mean_lambda_from_C
from mlcore.svm.dual import check_C


@dataclass(frozen=True)
class HingeState(State):
    """The plane w (d,), b after t steps, and the index of the point that made the last one."""

    w: Array
    b: float
    i: int | None


def hinge_objective(w: Array, b: float, X: Array, y: Array, C: float) -> float:
    """mean(hinge) + (lambda/2) ||w||^2 with lambda = 1/(nC): (11.1) divided by nC."""
    return float(hinge(y * (X @ w + b)).mean() + mean_lambda_from_C(C, len(y)) / 2 * (w @ w))


@bounded()
def hinge_descent_steps(
    X: ArrayLike, y: ArrayLike, C: float, *, lr: float = 1.0, w: ArrayLike = None,
    b: float = 0.0, seed: int = 0,
) -> Iterator[HingeState]:  # fmt: skip
    """Yield the plane w (d,), b, by default from 0 on, for ever: one random point of X (n, d), y (n,) a step.

    lambda = 1/(nC), and the step falls: eta = lr / (1 + lr lambda t). Raises ValueError for NaN, for labels other
    than -1 and +1, and for C or lr that are not positive and finite.
    """
    X, y, w, lam = _start(X, y, C, lr, w)
    rng, i = np.random.default_rng(seed), None
    for t in count():
        yield HingeState(w, b, i, t=t)
        i, eta = int(rng.integers(len(y))), lr / (1 + lr * lam * t)
        inside = y[i] * (X[i] @ w + b) < 1
        w = (1 - eta * lam) * w + eta * inside * y[i] * X[i]  # (11.14)
        b = b + eta * inside * y[i]  # (11.14)


def _start(X, y, C, lr, w) -> tuple[Array, Array, Array, float]:
    X = validation.points(X)
    y, d = validation.signs(y, len(X)), X.shape[1]
    validation.positive(lr, "lr", "the learning rate")
    lam = mean_lambda_from_C(check_C(C, infinite=False), len(y))
    return X, y, np.zeros(d) if w is None else validation.vector(w, d, "The start w"), lam
