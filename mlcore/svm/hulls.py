"""The hard margin as geometry: the shortest way between the convex hulls of the two classes."""

import numpy as np

from mlcore.duality import solve_qp
from mlcore.rounding import centred
from mlcore.svm.dual import NOT_SEPARABLE, OUTSIDE, DualPoint, kkt_cases
from mlcore.svm.primal import check_points
from mlcore.types import ArrayLike

TOUCHING = 1e-4  # a gap of this share of the data's spread is below what the QP solver can tell from none


def solve_hulls(X: ArrayLike, y: ArrayLike) -> DualPoint:
    """The hard margin (10.6) for X (n, d), y (n,) in {-1, +1}.

        minimise   1/2 ||v||^2,  v = sum_i y_i beta_i x_i                                  (10.18)
        subject to beta_i >= 0, and the beta of each class sum to 1

    v runs between the nearest points of the two hulls; alpha = 2 beta / ||v||^2. The weights beta stay
    between 0 and 1 however narrow the street, so this QP is quick and never badly scaled. Raises
    ValueError for NaN and other labels, and if the hulls meet: then no plane separates the classes.
    """
    X, y = check_points(X, y)
    Z, mean = centred(X)  # neither v nor beta depends on the origin
    spread = np.abs(Z).max() or 1.0
    Z, n = Z / spread, len(y)
    sums = np.array([y > 0, y < 0], float)
    P, none = np.outer(y, y) * (Z @ Z.T), np.zeros(n)
    beta = solve_qp(P, none, -np.eye(n), none, sums, [1.0, 1.0]).x
    beta = np.where(kkt_cases(beta, np.inf) == OUTSIDE, 0.0, beta)
    v = (y * beta) @ Z
    if v @ v < TOUCHING**2:
        raise ValueError(NOT_SEPARABLE)
    w = 2 * v / (v @ v * spread)
    near = DualPoint.at(2 * beta / (v @ v * spread**2), spread**2 * (Z @ Z.T), y, np.inf)
    return near.with_bias_moved(-w @ mean)
