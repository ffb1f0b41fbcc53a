"""The primal as a quadratic programme in (w, b, xi): hard, soft, and with a budget of slack.

Source: SVM-06, SVM-12; equations (11.1) and (11.12).
"""

from dataclasses import dataclass

import numpy as np

from mlcore.base.scaling import centred
from mlcore.base.types import Array, ArrayLike
from mlcore.duality import QPSolution, solve_qp
from mlcore.separable import check_points, margins, require_separable, smallest_slack
from mlcore.svm.dual import check_C


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


def with_slack(X: Array, y: Array) -> Array:
    """The matrix (2n, d + 1 + n) whose product with (w, b, xi) is y_i f(x_i) + xi_i, and then xi_i."""
    (n, d) = X.shape
    return np.block([[margins(X, y), np.eye(n)], [np.zeros((n, d + 1)), np.eye(n)]])


def _plane(qp: QPSolution, mean: Array, xi: Array, C: float) -> PrimalSolution:
    """The plane of a solved QP, for the points before they were centred."""
    n, d = len(xi), len(mean)
    w = qp.x[:d]
    return PrimalSolution(w, float(qp.x[d] - w @ mean), xi, qp.inequality_multipliers[:n], C, qp.objective)
