"""The primal as a quadratic programme in (w, b, xi): hard, soft, and with a budget of slack.

Source: SVM-06, SVM-12; equations (11.1) and (11.12).
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from mlcore import validation
from mlcore.duality import QPSolution, solve_qp
from mlcore.rounding import centred
from mlcore.svm.dual import NOT_SEPARABLE, check_C
from mlcore.types import Array, ArrayLike


@dataclass(frozen=True)
class PrimalSolution:
    """The plane w (d,), b; the slacks xi (n,); the multipliers alpha (n,); the price C of slack."""

    w: Array
    b: float
    xi: Array
    alpha: Array
    C: float
    objective: float


def solve_primal(X: ArrayLike, y: ArrayLike, C: float = np.inf) -> PrimalSolution:
    """Minimise 1/2 ||w||^2 + C sum(xi) for X (n, d), y (n,) in {-1, +1}; C = inf is the hard margin.

    Raises ValueError for NaN, other labels, C <= 0, and for C = inf if the classes are not separable.
    """
    X, y = check_points(X, y)
    C = check_C(C)
    if np.isfinite(C):
        return soft_margin(X, y, C)
    require_separable(X, y)
    return hard_margin(X, y)


def solve_budget(X: ArrayLike, y: ArrayLike, t: float) -> PrimalSolution:
    """Minimise 1/2 ||w||^2 with sum(xi) <= t: the budget form of N0 (11.12, E000-4).

    The multiplier of the budget is the C whose penalty form has the same solution; it is
    returned as `C`, and is 0 where the budget is not used up. Raises ValueError for NaN, other
    labels, and a budget below what any plane needs.
    """
    X, y = check_points(X, y)
    least = smallest_slack(X, y)
    if not t > least:
        raise ValueError(f"The budget t = {t:.4g} is too small: every plane needs more slack than {least:.4g}.")
    return budgeted_margin(X, y, t)


def hard_margin(X: Array, y: Array) -> PrimalSolution:
    """The QP in z = (w, b):  y_i f(x_i) >= 1  (10.6)."""
    (n, d), (Z, mean) = X.shape, centred(X)  # b takes up any shift
    P, q = np.diag(np.repeat([1.0, 0.0], [d, 1])), np.zeros(d + 1)
    qp = solve_qp(P, q, -margins(Z, y), -np.ones(n))
    return _plane(qp, mean, np.zeros(n), np.inf)


def soft_margin(X: Array, y: Array, C: float) -> PrimalSolution:
    """The QP in z = (w, b, xi):  y_i f(x_i) + xi_i >= 1  and  xi_i >= 0, at the price C  (11.1)."""
    (n, d), (Z, mean) = X.shape, centred(X)
    P, q = np.diag(np.repeat([1.0, 0.0], [d, 1 + n])), np.repeat([0.0, C], [d + 1, n])
    qp = solve_qp(P, q, -with_slack(Z, y), np.repeat([-1.0, 0.0], n))
    return _plane(qp, mean, qp.x[d + 1 :], C)


def budgeted_margin(X: Array, y: Array, t: float) -> PrimalSolution:
    """The same without a price, but with sum(xi) <= t  (11.12)."""
    (n, d), (Z, mean) = X.shape, centred(X)
    P, total = np.diag(np.repeat([1.0, 0.0], [d, 1 + n])), np.repeat([0.0, 1.0], [d + 1, n])
    G, h = np.vstack([-with_slack(Z, y), total]), np.append(np.repeat([-1.0, 0.0], n), t)
    qp = solve_qp(P, np.zeros(d + 1 + n), G, h)
    return _plane(qp, mean, qp.x[d + 1 :], float(qp.inequality_multipliers[-1]))


def margins(X: Array, y: Array) -> Array:
    """The matrix (n, d + 1) whose product with (w, b) is y_i f(x_i)."""
    return np.hstack([y[:, None] * X, y[:, None]])


def with_slack(X: Array, y: Array) -> Array:
    """The matrix (2n, d + 1 + n) whose product with (w, b, xi) is y_i f(x_i) + xi_i, and then xi_i."""
    (n, d) = X.shape
    return np.block([[margins(X, y), np.eye(n)], [np.zeros((n, d + 1)), np.eye(n)]])


def _plane(qp: QPSolution, mean: Array, xi: Array, C: float) -> PrimalSolution:
    """The plane of a solved QP, for the points before they were centred."""
    n, d = len(xi), len(mean)
    w = qp.x[:d]
    return PrimalSolution(w, float(qp.x[d] - w @ mean), xi, qp.inequality_multipliers[:n], C, qp.objective)


def smallest_slack(X: Array, y: Array) -> float:
    """The least total slack that any plane needs, a linear programme; 0 for separable data."""
    (n, d), (Z, _) = X.shape, centred(X)
    Z = Z / (np.abs(Z).max() or 1.0)  # units do not matter; the solver drops tiny numbers
    bounds = [(None, None)] * (d + 1) + [(0, None)] * n  # w, b free, slack not below 0
    price, left = np.repeat([0.0, 1.0], [d + 1, n]), np.hstack([margins(Z, y), np.eye(n)])
    return linprog(price, -left, -np.ones(n), bounds=bounds).fun  # (04.18)


def is_separable(X: ArrayLike, y: ArrayLike) -> bool:
    """True if some plane has every point of X (n, d), y (n,) in {-1, +1}, on its right side.

    Raises ValueError for NaN and for other labels.
    """
    return smallest_slack(*check_points(X, y)) < 1e-7


def require_separable(X: Array, y: Array) -> None:
    """Raise ValueError if no plane separates the classes, so that the hard margin has no solution.

    X (n, d) are the points, or the Gram matrix K (n, n) of their features: of a plane in feature space only the part
    of w within the span of the phi(x_i) counts, w = sum_j c_j phi(x_j), and then f(x_i) = sum_j K_ij c_j + b. So the
    planes there are the planes of the rows of K.
    """
    if not is_separable(X, y):
        raise ValueError(NOT_SEPARABLE)


def check_points(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """X and y as float arrays, fit for the primal. Raises ValueError with what to change."""
    X = validation.points(X)
    return X, validation.signs(y, len(X))
