"""Whether a plane separates two classes, and which one keeps the widest street (lectures 04, 05 and 10)."""

import numpy as np
from scipy.optimize import linprog

from mlcore.base import validation
from mlcore.base.scaling import centred
from mlcore.base.types import Array, ArrayLike
from mlcore.duality import solve_qp

NOT_SEPARABLE = (
    "These classes are not separable: no hard margin exists. Use a soft margin (a finite C; lecture 11 is about it)."
)
TOUCHING = 1e-4  # a gap of this share of the data's spread is below what the QP solver can tell from none


def check_points(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """X and y as float arrays, fit for the primal. Raises ValueError with what to change."""
    X = validation.points(X)
    return X, validation.signs(y, len(X))


def margins(X: Array, y: Array) -> Array:
    """The matrix (n, d + 1) whose product with (w, b) is y_i f(x_i)."""
    return np.hstack([y[:, None] * X, y[:, None]])


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


def hull_weights(X: ArrayLike, y: ArrayLike) -> Array:
    """The weights beta (n,) of the nearest points of the two classes' convex hulls, for X (n, d), y (n,) in {-1, +1}.

        minimise   1/2 ||v||^2,  v = sum_i y_i beta_i x_i                                  (10.18)
        subject to beta_i >= 0, and the beta of each class sum to 1

    They stay between 0 and 1 however narrow the street, so this QP is quick and never badly scaled. Raises ValueError
    for NaN and other labels, and if the hulls meet: then no plane separates the classes.
    """
    X, y = check_points(X, y)
    Z, _ = centred(X)  # beta depends on neither the origin nor the unit
    Z = Z / (np.abs(Z).max() or 1.0)
    P, none = np.outer(y, y) * (Z @ Z.T), np.zeros(len(y))
    sums = np.array([y > 0, y < 0], float)
    beta = solve_qp(P, none, -np.eye(len(y)), none, sums, [1.0, 1.0]).x
    beta = np.where(beta <= 1e-6 * beta.max(), 0.0, beta)  # a solver only comes close to 0
    v = (y * beta) @ Z
    if v @ v < TOUCHING**2:
        raise ValueError(NOT_SEPARABLE)
    return beta


def widest_plane(X: ArrayLike, y: ArrayLike) -> tuple[Array, float]:
    """The plane w (d,), b of the widest street, whose margin lines are f = -1 and f = +1 (10.6).

    It stands across the shortest way v between the hulls, w = 2 v / ||v||^2, midway between the nearest points of the
    two classes. Raises ValueError as `hull_weights` does.
    """
    X, y = check_points(X, y)
    beta = hull_weights(X, y)
    Z, mean = centred(X)
    v = (y * beta) @ Z
    w = 2 * v / (v @ v)
    scores = Z @ w
    return w, float(-(scores[y > 0].min() + scores[y < 0].max()) / 2 - w @ mean)
