"""Ridge regression: least squares with a price on long weight vectors, and the same as a budget (lecture 03).

The cost is ||y - Xw - b||^2 + lambda w'w, the squared errors summed and not averaged; the bias b pays nothing.
"""

import numpy as np
from scipy.optimize import root_scalar
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.scaling import centred
from mlcore.base.types import Array, ArrayLike


class Ridge(RegressorMixin, BaseEstimator):
    """f(x) = w'x + b with the least ||y - Xw - b||^2 + lambda w'w (LIN-13).

    lam: the penalty lambda, 0 or more. Above 0 there is one answer, also for collinear columns and for more columns
    than points; at 0 it is least squares, and of many answers the shortest.
    Fitted: coef_ (d,), intercept_. Raises ValueError for NaN, for lam < 0 and for targets that are not numbers.
    """

    def __init__(self, lam=1.0):
        self.lam = lam

    def fit(self, X, y) -> "Ridge":
        """Fit to X (n, d) and targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        X, y = validation.points(X), validation.targets(y, len(X))
        lam = validation.not_negative(self.lam, "lam", "0 is least squares")
        away, x_mean = centred(X)  # the bias is free, (03.8)
        y_mean, d = y.mean(), X.shape[1]
        A = np.vstack([away, np.sqrt(lam) * np.eye(d)])  # d more rows, (03.10)
        wanted = np.append(y - y_mean, np.zeros(d))
        self.coef_ = np.linalg.lstsq(A, wanted, rcond=None)[0]
        self.intercept_ = float(y_mean - x_mean @ self.coef_)
        return self

    def predict(self, X) -> Array:
        """f(x) for each row of X (m, d)."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return X @ self.coef_ + self.intercept_


def ridge_path(X: ArrayLike, y: ArrayLike, lams: ArrayLike) -> Array:
    """The weights (k, d) of ridge for each of the penalties lams (k,), from one singular value decomposition (03.11).

    Raises ValueError for NaN, and for a negative penalty.
    """
    X = validation.points(X)
    s, pulls, Vt = _decomposed(X, validation.targets(y, len(X)))
    all_lams = np.array([validation.not_negative(value, "lam", "0 is least squares") for value in np.ravel(lams)])
    return (s * pulls / (s**2 + all_lams[:, None])) @ Vt


def ridge_within(X: ArrayLike, y: ArrayLike, budget: float) -> tuple[Array, float]:
    """The least squared errors with w'w <= budget: the weights (d,), and the penalty that gives the same (LIN-14).

    The penalty is 0 where least squares keeps to the budget by itself. Raises ValueError for a budget of 0 or less.
    """
    X = validation.points(X)
    s, pulls, Vt = _decomposed(X, validation.targets(y, len(X)))
    radius = np.sqrt(validation.positive(budget, "budget"))

    def excess(lam: float) -> float:
        """Nearly a straight line in lambda, which is what a root finder likes."""
        return 1 / radius - 1 / float(np.linalg.norm(s * pulls / (s**2 + lam)))

    free = not len(s) or not pulls.any() or np.linalg.norm(pulls / s) <= radius
    most = float(np.linalg.norm(s * pulls)) / radius
    lam = 0.0 if free else float(root_scalar(excess, bracket=(0.0, 2 * most), xtol=1e-14 * most, rtol=1e-12).root)
    return (s * pulls / (s**2 + lam)) @ Vt, lam


def _decomposed(X: Array, y: Array) -> tuple[Array, Array, Array]:
    """Of the centred X = U diag(s) V': s (r,), U'y (r,) and V' (r, d), without the directions that have no length."""
    away, _ = centred(X)
    U, s, Vt = np.linalg.svd(away, full_matrices=False)
    real = s > s.max(initial=0) * max(X.shape) * np.finfo(float).eps
    return s[real], (U.T @ (y - y.mean()))[real], Vt[real]
