"""The dual handed to a general QP solver: the reference that SMO is checked against (SVM-08, SVM-13)."""

import numpy as np

from mlcore.duality import solve_qp
from mlcore.svm.dual import AT_C, OUTSIDE, DualPoint, check_dual, kkt_cases
from mlcore.svm.primal import require_separable


def solve_dual(K, y, C: float = np.inf) -> DualPoint:
    """Maximise W(alpha) for the Gram matrix K (n, n), labels y (n,) of -1 and +1, and C.

    The solver works on beta = alpha / scale, so that its numbers are of moderate size: scale = C,
    but not above 100 / mean k(x, x), as for a large C all multipliers can be far below it. Raises
    ValueError as `check_dual` does, and for C = inf if no plane separates the classes.
    """
    K, y = check_dual(K, y, C)
    n, hard = len(y), np.isinf(C)
    if hard:
        require_separable(K, y)
    size = K.diagonal().mean()
    scale = C if C * size < 100 else 100 / size
    G, h = -np.eye(n), np.zeros(n)
    if not hard:
        G, h = np.vstack([G, np.eye(n)]), np.repeat([0.0, C / scale], n)
    solution = solve_qp(scale * np.outer(y, y) * K, -np.ones(n), G, h, y[None, :], [0.0])
    return DualPoint.at(_on_bounds(scale * solution.x, C), K, y, C)


def _on_bounds(alpha, C: float):
    """An interior-point method only comes close to the bounds: put what is within 1e-6 of one on it."""
    case = kkt_cases(alpha, C)
    return np.where(case == OUTSIDE, 0.0, np.where(case == AT_C, C, alpha))
