"""The dual handed to a general QP solver: the reference that SMO is checked against (SVM-08, SVM-13)."""

import numpy as np

from mlcore.base.types import Array, ArrayLike
from mlcore.duality import solve_qp
from mlcore.kernels.gram import centred_gram
from mlcore.separable import require_separable
from mlcore.svm.dual import AT_C, OUTSIDE, DualPoint, check_dual, kkt_cases


def solve_dual(
    K: ArrayLike, y: ArrayLike, C: float = np.inf, *, proven: bool = False,
) -> DualPoint:  # fmt: skip
    """Maximise W(alpha) for the Gram matrix K (n, n), labels y (n,) of -1 and +1, and C.

    The solver sees numbers of moderate size. First, K is centred: as sum_i alpha_i y_i = 0, where the origin lies
    makes no difference to W. Then it works on beta = alpha / scale: scale = C, but not above 100 / mean k(x, x), as
    for a large C all multipliers can be far below it. proven, and ValueErrors: as `check_dual` has them; ValueError
    also for C = inf if no plane separates the classes.
    """
    K, y = check_dual(K, y, C, proven=proven)
    C, n = float(C), len(y)
    hard = np.isinf(C)
    if hard:
        require_separable(K, y)
    near = centred_gram(K)
    size = near.diagonal().mean() or 1.0
    scale = C if C * size < 100 else 100 / size
    G, h = -np.eye(n), np.zeros(n)
    if not hard:
        G, h = np.vstack([G, np.eye(n)]), np.repeat([0.0, C / scale], n)
    Q = scale * np.outer(y, y) * near
    solution = solve_qp(Q, -np.ones(n), G, h, y[None, :], [0.0])
    return DualPoint.at(_on_bounds(scale * solution.x, C), K, y, C)


def _on_bounds(alpha: Array, C: float) -> Array:
    """An interior-point method only comes close to the bounds: put what is within 1e-6 of one on it."""
    case = kkt_cases(alpha, C)
    return np.where(case == OUTSIDE, 0.0, np.where(case == AT_C, C, alpha))
