"""Linear regression: the least-squares cost, its gradient, and its minimum in closed form (lecture 02).

The cost here is that of the lecture, J(w) = (1/2n) sum_i (a_i'w - y_i)^2, for a design matrix A (n, D) whose
rows are a_i: `add_ones(X)`, so that w[0] is the bias, or X itself where there is none.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.labels import add_ones
from mlcore.base.scaling import centred
from mlcore.base.types import Array, ArrayLike


def cost(A: Array, y: Array, w: Array) -> float:
    """J(w) = (1/2n) ||A w - y||^2, half the mean of the squared errors (02.2). Raises ValueError for other shapes."""
    error = _errors(A, y, w)
    return float(error @ error) / (2 * len(y))


def gradient(A: Array, y: Array, w: Array) -> Array:
    """The gradient of J (D,): (1/n) A'(A w - y), the errors averaged with the inputs as weights (02.4)."""
    return A.T @ _errors(A, y, w) / len(y)  # (02.4)


def _errors(A: Array, y: Array, w: Array) -> Array:
    """A w - y (n,). A column for y or w would make a table of it, without a word."""
    if (np.shape(y), np.shape(w)) != (A.shape[:1], A.shape[1:]):
        raise ValueError(
            f"For A of shape {A.shape}, y must be {A.shape[:1]} and w {A.shape[1:]}: "
            f"they are {np.shape(y)} and {np.shape(w)}."
        )
    return A @ w - y


def normal_equations(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """A'A (1+d, 1+d) and A'y (1+d,) for A = add_ones(X): the minimum solves A'A w = A'y (LIN-04, 02.6).

    Raises ValueError for NaN, and for X and y of different lengths.
    """
    A = add_ones(validation.points(X))
    y = validation.targets(y, len(A))
    return A.T @ A, A.T @ y


def solve_normal_equations(X: ArrayLike, y: ArrayLike) -> Array:
    """The one solution (1+d,), bias first, of the normal equations.

    The first of them says b = mean(y) - w'mean(x) (02.7), and with it the others are those of the centred data, whose
    digits do not go into where the points lie. Raises ValueError if there are many solutions: collinear columns, or
    fewer points than unknowns.
    """
    X = validation.points(X)
    y, (away, x_mean) = validation.targets(y, len(X)), centred(X)
    lengths, unknowns = np.linalg.norm(away, axis=0), 1 + X.shape[1]
    units = np.where(lengths > 0, lengths, 1.0)
    rank = 1 + np.linalg.matrix_rank(away / units)
    if rank < unknowns:
        cure = "Add points" if len(X) < unknowns else "Drop a column that is constant or a combination of others"
        raise ValueError(
            f"The normal equations are singular: rank {rank}, but {unknowns} unknowns, so many answers fit equally "
            f"well. {cure}, or let lstsq (LinearRegression) take the shortest answer."
        )
    w = np.linalg.solve(away.T @ away, away.T @ (y - y.mean()))
    return np.append(y.mean() - w @ x_mean, w)


def two_norm_condition(A: ArrayLike) -> float:
    """lambda_max / lambda_min of the Hessian A'A/n, inf if A has not full column rank: how long the valley of J is."""
    A = validation.points(A, "A")
    values = np.linalg.svd(A, compute_uv=False)
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
        X, y = validation.points(X), validation.targets(y, len(X))
        away, x_mean = centred(X)
        y_mean = y.mean()
        solved = np.linalg.lstsq(away, y - y_mean, rcond=None)  # (02.6), centred
        self.coef_, _, self.rank_, self.singular_ = solved
        self.intercept_ = float(y_mean - x_mean @ self.coef_)  # (02.7)
        return self

    def predict(self, X) -> Array:
        """f(x) for each row of X (m, d)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return X @ self.coef_ + self.intercept_
