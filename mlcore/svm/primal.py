"""The primal as a quadratic programme in (w, b, xi): hard, soft, and with a budget of slack.

Source: SVM-06, SVM-12; equations (11.1) and (11.12).
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from mlcore.duality import solve_qp
from mlcore.svm.dual import NOT_SEPARABLE, check_C, check_points


@dataclass(frozen=True)
class PrimalSolution:
    """The plane w (d,), b; the slacks xi (n,); the multipliers alpha (n,); the price C of slack."""

    w: np.ndarray
    b: float
    xi: np.ndarray
    alpha: np.ndarray
    C: float
    objective: float


def smallest_slack(X, y) -> float:
    """The least total slack that any plane needs, a linear programme; 0 for separable data."""
    (n, d), y = X.shape, y[:, None]
    X = X / (np.abs(X).max() or 1.0)  # the units of x do not matter here, and the solver drops tiny numbers
    margins = np.hstack([y * X, y, np.eye(n)])  # y_i (w'x_i + b) + xi_i >= 1
    free, positive = [(None, None)] * (d + 1), [(0, None)] * n
    return linprog(np.repeat([0.0, 1.0], [d + 1, n]), -margins, -np.ones(n), bounds=free + positive).fun


def is_separable(X, y) -> bool:
    """True if some plane has every point of X (n, d), y (n,) in {-1, +1}, on its right side."""
    return smallest_slack(np.asarray(X, float), np.asarray(y, float)) < 1e-7


def require_separable(X, y) -> None:
    """Raise ValueError if no plane separates the classes, so that the hard margin has no solution."""
    if not is_separable(X, y):
        raise ValueError(NOT_SEPARABLE)


def solve_primal(X, y, C: float = np.inf) -> PrimalSolution:
    """Minimise 1/2 ||w||^2 + C sum(xi) for X (n, d), y (n,) in {-1, +1}; C = inf is the hard margin.

    Raises ValueError for NaN, other labels, C <= 0, and for C = inf if the classes are not separable.
    """
    X, y = check_points(X, y)
    check_C(C)
    if np.isinf(C):
        require_separable(X, y)
        return _solve(X, y, price=0.0, slack=False)
    return _solve(X, y, price=C, slack=True)


def solve_budget(X, y, t: float) -> PrimalSolution:
    """Minimise 1/2 ||w||^2 with sum(xi) <= t: the budget form of N0 (E000-4).

    The multiplier of the budget is the C whose penalty form has the same solution; it is
    returned as `C`, and is 0 where the budget is not used up. Raises ValueError for NaN, other
    labels, and a budget below what any plane needs.
    """
    X, y = check_points(X, y)
    least = smallest_slack(X, y)
    if not t > least:
        raise ValueError(f"The budget t = {t:.4g} is too small: every plane needs more slack than {least:.4g}.")
    return _solve(X, y, price=0.0, slack=True, budget=t)


def _solve(X, y, price: float, slack: bool, budget: float | None = None) -> PrimalSolution:
    """The QP in z = (w, b, xi), or (w, b) without slack."""
    (n, d), m = X.shape, len(y) if slack else 0
    P = np.diag(np.repeat([1.0, 0.0], [d, 1 + m]))
    q = np.repeat([0.0, price], [d + 1, m])
    rows = [np.hstack([-y[:, None] * X, -y[:, None], -np.eye(n)[:, :m]])]  # -(y_i f(x_i) + xi_i) <= -1
    rows += [np.hstack([np.zeros((m, d + 1)), -np.eye(m)])]  # -xi_i <= 0
    h = np.repeat([-1.0, 0.0], [n, m])
    if budget is not None:
        rows, h = [*rows, np.repeat([[0.0, 1.0]], [d + 1, m], axis=1)], np.append(h, budget)
    solution = solve_qp(P, q, np.vstack(rows), h)
    w, b, multipliers = solution.x[:d], solution.x[d], solution.inequality_multipliers
    C = multipliers[-1] if budget is not None else (price if slack else np.inf)
    xi = solution.x[d + 1 :] if slack else np.zeros(n)
    return PrimalSolution(w, float(b), xi, multipliers[:n], float(C), solution.objective)
