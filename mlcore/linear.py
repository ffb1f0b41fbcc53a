"""Linear regression: the least-squares cost, its gradient, and its minimum in closed form (lecture 02).

The cost here is that of the lecture, J(w) = (1/2n) sum_i (a_i'w - y_i)^2, for a design matrix A (n, D) whose
rows are a_i: `add_ones(X)`, so that w[0] is the bias, or X itself where there is none.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y, validate_data

from mlcore.labels import add_ones


def cost(A, y, w) -> float:
    """J(w) = (1/2n) ||A w - y||^2, half the mean of the squared errors (02.2)."""
    error = A @ w - y
    return float(error @ error) / (2 * len(y))


def gradient(A, y, w) -> np.ndarray:
    """The gradient of J (D,): (1/n) A'(A w - y), the errors averaged with the inputs as weights (02.4)."""
    return A.T @ (A @ w - y) / len(y)


def check_design(X, y) -> tuple[np.ndarray, np.ndarray]:
    """X (n, d) and targets y (n,) as finite floats. Raises ValueError for NaN, strings, and different lengths."""
    X, y = check_X_y(X, y, dtype=float, y_numeric=True)
    return X, check_targets(y)


def check_targets(y: np.ndarray) -> np.ndarray:
    """The targets of a regression (n,) as finite floats; labels that are strings are refused, and so is None."""
    if y.dtype.kind in "US":
        raise ValueError("The targets are strings: a regression predicts numbers. For labels take a classifier.")
    y = y.astype(float)
    if not np.isfinite(y).all():  # scikit-learn lets a None pass, which then is NaN
        raise ValueError("Input y contains NaN: drop these rows, or fill the gaps.")
    return y


def normal_equations(X, y) -> tuple[np.ndarray, np.ndarray]:
    """A'A (1+d, 1+d) and A'y (1+d,) for A = add_ones(X): the minimum solves A'A w = A'y (LIN-04, 02.6).

    Raises ValueError for NaN, and for X and y of different lengths.
    """
    X, y = check_design(X, y)
    A = add_ones(X)
    return A.T @ A, A.T @ y


def solve_normal_equations(X, y) -> np.ndarray:
    """The one solution (1+d,), bias first, of the normal equations.

    Raises ValueError if there are many: collinear columns, or fewer points than unknowns.
    """
    left, right = normal_equations(X, y)
    rank, unknowns = np.linalg.matrix_rank(add_ones(X)), len(right)
    if rank < unknowns:
        cure = "Add points" if len(X) < unknowns else "Drop a column that the others (or the ones) add up to"
        raise ValueError(
            f"The normal equations are singular: rank {rank}, but {unknowns} unknowns, so many answers fit equally "
            f"well. {cure}, or let lstsq (LinearRegression) take the shortest answer."
        )
    return np.linalg.solve(left, right)


def two_norm_condition(A) -> float:
    """lambda_max / lambda_min of the Hessian A'A/n, inf if A has not full column rank: how long the valley of J is."""
    values = np.linalg.svd(check_array(A, dtype=float), compute_uv=False)
    full = np.linalg.matrix_rank(A) == A.shape[1]
    return float((values[0] / values[-1]) ** 2) if full else float("inf")


class LinearRegression(RegressorMixin, BaseEstimator):
    """Least squares, f(x) = w'x + b (LIN-01 to LIN-06).

    The first normal equation says b = mean(y) - w'mean(x) (02.7); what is left, on centred data, goes to
    lstsq. Where many w fit equally well (collinear columns, more columns than points), w is the shortest.

    Fitted: coef_ (d,), intercept_, rank_ (of the centred X: many w fit if it is less than d),
    singular_ (its singular values). Raises ValueError for NaN and for targets that are not numbers.
    """

    def fit(self, X, y) -> "LinearRegression":
        """Fit to X (n, d) and targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        y = check_targets(y)
        x_mean, y_mean = X.mean(0), y.mean()
        solved = np.linalg.lstsq(X - x_mean, y - y_mean, rcond=None)
        self.coef_, _, self.rank_, self.singular_ = solved
        self.intercept_ = float(y_mean - x_mean @ self.coef_)
        return self

    def predict(self, X) -> np.ndarray:
        """f(x) for each row of X (m, d)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return X @ self.coef_ + self.intercept_
