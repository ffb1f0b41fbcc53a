"""Climbing a concave quadratic: one coordinate at a time, and along the projected gradient.

    W(a) = p'a - 1/2 a'Qa,   gradient p - Qa                                                 (12.2)

Coordinate ascent jumps to the top along one axis (SVM-17); gradient ascent moves all coordinates
by a step size (SVM-11). Neither keeps a sum such as sum_i a_i y_i: that takes pairs, see `smo`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base import validation
from mlcore.base.steps import State, bounded
from mlcore.base.types import Array, ArrayLike
from mlcore.kernels import check_gram
from mlcore.svm.dual import check_C, check_dual


@dataclass(frozen=True)
class AscentState(State):
    """The point alpha (n,) after t steps, W there, and the coordinate that the last step moved."""

    alpha: Array
    objective: float
    i: int | None


@dataclass(frozen=True)
class DualAscentState(State):
    """The multipliers alpha (n,) after t steps, and W there.

    residual: how far the projected gradient still points, 0 at the optimum only.
    """

    alpha: Array
    objective: float
    residual: float


def coordinate_ascent_steps(
    Q: ArrayLike, p: ArrayLike, *, alpha: ArrayLike = None, low=-np.inf, high=np.inf,
    tol: float = 1e-9,
) -> Iterator[AscentState]:  # fmt: skip
    """Yield the start and then one state per coordinate, in turn, until none would move by more than tol (SVM-17).

    Q (n, n) symmetric PSD with a positive diagonal, p (n,), alpha (n,) the start (default 0), low and
    high numbers or (n,). It never ends where W has no top. Raises ValueError for another Q, for p or alpha of another
    length, and for a low above its high.
    """
    Q, p, alpha = _start(Q, p, alpha, low, high)
    i = None
    for t in count():
        gradient = p - Q @ alpha  # (12.2)
        top = np.clip(alpha + gradient / Q.diagonal(), low, high)  # if alone, (12.3)
        done = bool(np.abs(top - alpha).max() <= tol)
        W = alpha @ (p + gradient) / 2  # (12.2)
        yield AscentState(alpha, W, i, t=t, converged=done)
        if done:
            return
        i = t % len(p)
        alpha[i] = top[i]


def step_limit(K: Array) -> float:
    """2 / lambda_max(K): gradient ascent on the dual is stable for step sizes below it (10.17).

    K (n, n) is the Gram matrix; Q_ij = y_i y_j K_ij has the same eigenvalues, as the signs only
    turn the eigenvectors.
    """
    return float(2 / np.linalg.eigvalsh(K)[-1])


@bounded("residual")
def dual_ascent_steps(
    K: ArrayLike, y: ArrayLike, C: float = np.inf, *, lr: float, alpha: ArrayLike = None,
    tol: float = 1e-6,
) -> Iterator[DualAscentState]:  # fmt: skip
    """Yield projected gradient ascent on the dual whose bias is absorbed into w (E003-32, E003-35).

    K (n, n) is the Gram matrix of `add_ones(X)`, y (n,) of -1 and +1, alpha (n,) a start (default 0).
    It ends when the residual is at most tol, or when it has diverged. Beyond `step_limit(K)` it may
    also go to and fro for ever. Half of K in place of K is the gradient as N3 prints it.
    Raises ValueError as `check_dual` does, and for lr <= 0.
    """
    K, y = check_dual(K, y, C)
    C, lr = check_C(C), validation.positive(lr, "lr", "the step size")
    alpha, Q = _start_alpha(alpha, len(y)), np.outer(y, y) * K
    for t in count():
        gradient = 1 - Q @ alpha
        residual = np.abs(np.clip(alpha + gradient, 0, C) - alpha).max()
        value, done = alpha @ (1 + gradient) / 2, bool(residual <= tol)
        yield DualAscentState(alpha, value, residual, t=t, converged=done)
        if done:
            return
        alpha = np.clip(alpha + lr * gradient, 0, C)  # (10.16)


def _start_alpha(alpha: ArrayLike, n: int) -> Array:
    return np.zeros(n) if alpha is None else validation.vector(alpha, n, "The start alpha")


def _start(Q, p, alpha, low, high) -> tuple[Array, Array, Array]:
    Q = check_gram(Q)
    p, n = validation.vector(p, len(Q), "p"), len(Q)
    if not (Q.diagonal() > 0).all():
        raise ValueError("Q has a 0 on its diagonal: W is straight there and has no top.")
    if not np.all(np.less_equal(low, high)):
        raise ValueError("low is above high, so nothing is between them: exchange the two.")
    alpha = np.zeros(n) if alpha is None else validation.vector(alpha, n, "The start alpha")
    return Q, p, np.clip(alpha, low, high)
