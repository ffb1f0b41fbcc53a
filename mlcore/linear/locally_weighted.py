"""Locally weighted regression: for each query a line of its own, in which near points count more (lecture 03)."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.scaling import deviations
from mlcore.base.types import Array


def nearness(X: Array, x: Array, tau: float) -> Array:
    """The weights (n,) of the points X (n, d) for a query x (d,), the nearest point's weight being 1 (03.14).

    Only their ratios matter. Divided by the largest they cannot all become 0, however small tau is.
    """
    squares = ((X - x) ** 2).sum(axis=1)
    with np.errstate(over="ignore", under="ignore"):
        return np.exp(-(squares - squares.min()) / 2 / tau / tau)


def weighted_line(X: Array, y: Array, v: Array) -> tuple[Array, float]:
    """The w (d,) and b with the least sum_i v_i (y_i - w'x_i - b)^2 (03.12).

    Each row is multiplied by the root of its weight, which makes of it plain least squares. Where the points that
    count do not determine w it is the shortest one.
    """
    x_mean, y_mean = v @ X / v.sum(), float(v @ y / v.sum())  # (03.13)
    root = np.sqrt(v)
    A = root[:, None] * deviations(X, x_mean)
    w = np.linalg.lstsq(A, root * (y - y_mean), rcond=None)[0]
    return w, float(y_mean - w @ x_mean)


class LocallyWeightedRegression(RegressorMixin, BaseEstimator):
    """A weighted line at each query, with weights exp(-||x_i - x||^2 / (2 tau^2)) (LIN-15, LIN-17).

    tau: the bandwidth, in units of x. Fitting keeps the training set, X_ (n, d) and y_ (n,); the work is done when it
    is asked. With a tau so small that only the nearest point has weight, its target is the answer.
    Raises ValueError for NaN, for tau <= 0 and for targets that are no numbers.
    """

    def __init__(self, tau=1.0):
        self.tau = tau

    def fit(self, X, y) -> "LocallyWeightedRegression":
        """Keep X (n, d) and targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        self._tau = validation.positive(self.tau, "tau", "the bandwidth")
        self.X_, self.y_ = validation.points(X), validation.targets(y, len(X))
        return self

    def predict(self, X) -> Array:
        """h(x) for each row of X (m, d): measured from the query, it is the bias of the local line."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return np.array([weighted_line(self.X_ - x, self.y_, nearness(self.X_, x, self._tau))[1] for x in X])


def left_out(X: Array, y: Array, tau: float) -> Array:
    """For each point (n,) of X (n, d) what the others predict there: leave-one-out.

    Raises ValueError for a bandwidth tau that is not above 0, and for a single point, which has no others.
    """
    tau = validation.positive(tau, "tau", "the bandwidth")
    if len(X) < 2:
        raise ValueError("A single point has no others that could predict it: give two or more.")
    others = (np.delete(np.arange(len(X)), i) for i in range(len(X)))
    return np.array([weighted_line(X[k] - x, y[k], nearness(X[k], x, tau))[1] for k, x in zip(others, X, strict=True)])
