"""The hard margin as geometry: the shortest way between the convex hulls of the two classes."""

import numpy as np

from mlcore.base.scaling import centred
from mlcore.base.types import ArrayLike
from mlcore.separable import check_points, hull_weights
from mlcore.svm.dual import DualPoint


def solve_hulls(X: ArrayLike, y: ArrayLike) -> DualPoint:
    """The hard margin (10.6) for X (n, d), y (n,) in {-1, +1}, from the nearest points of the two hulls (10.18).

    v runs between them, and alpha = 2 beta / ||v||^2. Raises ValueError for NaN and other labels, and if the hulls
    meet: then no plane separates the classes.
    """
    X, y = check_points(X, y)
    beta = hull_weights(X, y)
    Z, mean = centred(X)  # neither v nor beta depends on the origin
    v = (y * beta) @ Z
    w = 2 * v / (v @ v)
    near = DualPoint.at(2 * beta / (v @ v), Z @ Z.T, y, np.inf)
    return near.with_bias_moved(-w @ mean)
