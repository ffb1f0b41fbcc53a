"""Climbing a concave quadratic: one coordinate at a time, and along the projected gradient.

    W(a) = p'a - 1/2 a'Qa,   gradient p - Qa

Coordinate ascent jumps to the top along one axis (SVM-17); gradient ascent moves all coordinates
by a step size (SVM-11). Neither keeps a sum such as sum_i a_i y_i: that takes pairs, see `smo`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.kernels import check_gram
from mlcore.svm.dual import check_dual

BLOWN_UP = 1e9  # multipliers this many times 1 / mean k(x, x) are no solution any more


@dataclass(frozen=True)
class AscentState:
    """The point alpha (n,) after t steps, W there, and the coordinate that the last step moved."""

    t: int
    alpha: np.ndarray
    objective: float
    i: int | None


@dataclass(frozen=True)
class DualAscentState:
    """The multipliers alpha (n,) after t steps, and W there.

    residual: how far the projected gradient still points, 0 at the optimum only. diverged: the
    step size was too large and the multipliers have left all bounds; it is the last state.
    """

    t: int
    alpha: np.ndarray
    objective: float
    residual: float
    diverged: bool


def coordinate_ascent_steps(
    Q,
    p,
    alpha=None,
    *,
    low=-np.inf,
    high=np.inf,
    tol: float = 1e-9,
) -> Iterator[AscentState]:
    """Yield the start and then one state per coordinate, in turn, until none would move by more than tol.

        alpha_i <- alpha_i + (p_i - (Q alpha)_i) / Q_ii,  then into [low, high]               (12.3)

    Q (n, n) symmetric PSD with a positive diagonal, p (n,), alpha (n,) the start (default 0), low and
    high numbers or (n,). It never ends where W has no top: cap it. Raises ValueError for another Q.
    """
    Q, p = check_gram(Q), np.asarray(p, float)
    curvature = Q.diagonal()
    if not (curvature > 0).all():
        raise ValueError("Q has a 0 on its diagonal: W is straight there and has no top.")
    alpha = np.clip(0.0 * p if alpha is None else np.array(alpha, float), low, high)
    gradient, i = p - Q @ alpha, None
    for t in count():
        yield AscentState(t, alpha.copy(), float(alpha @ (p + gradient)) / 2, i)
        top = np.clip(alpha + gradient / curvature, low, high)
        if np.abs(top - alpha).max() <= tol:
            return
        i = t % len(p)
        gradient -= (top[i] - alpha[i]) * Q[i]
        alpha[i] = top[i]


def step_limit(K) -> float:
    """2 / lambda_max(K): gradient ascent on the dual is stable for step sizes below it.

    K (n, n) is the Gram matrix; Q_ij = y_i y_j K_ij has the same eigenvalues, as the signs only
    turn the eigenvectors.
    """
    return float(2 / np.linalg.eigvalsh(K)[-1])


def dual_ascent_steps(
    K, y, C: float = np.inf, *, lr: float, tol: float = 1e-6, alpha=None
) -> Iterator[DualAscentState]:
    """Yield projected gradient ascent on the dual whose bias is absorbed into w (E003-32, E003-35).

        alpha <- alpha + lr (1 - Q alpha),  then into [0, C];   Q_ij = y_i y_j K_ij

    K (n, n) is the Gram matrix of `add_ones(X)`, y (n,) of -1 and +1, alpha (n,) a start (default 0).
    It ends when the residual is at most tol, or when it has diverged. Beyond `step_limit(K)` it may
    also go to and fro for ever: cap it. Half of K in place of K is the gradient as N3 prints it.
    Raises ValueError as `check_dual` does, and for lr <= 0.
    """
    K, y = check_dual(K, y, C)
    if not lr > 0:
        raise ValueError(f"lr is {lr}: the step size must be larger than 0.")
    Q, bound = np.outer(y, y) * K, BLOWN_UP / K.diagonal().mean()
    alpha = np.zeros(len(y)) if alpha is None else np.array(alpha, float)
    for t in count():
        gradient = 1 - Q @ alpha
        residual = float(np.abs(np.clip(alpha + gradient, 0, C) - alpha).max())
        diverged = bool(alpha.max() > bound)
        yield DualAscentState(t, alpha.copy(), float(alpha @ (1 + gradient)) / 2, residual, diverged)
        if diverged or residual <= tol:
            return
        alpha = np.clip(alpha + lr * gradient, 0, C)
