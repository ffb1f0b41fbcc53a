"""Generalised linear models: one recipe for all families (lecture 07)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.special import expit, logit, xlogy
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore import validation
from mlcore.labels import add_ones
from mlcore.logistic.newton import leap_down
from mlcore.rounding import centred
from mlcore.types import Array, ArrayLike

Curve = Callable[[Array], Array]


@dataclass(frozen=True)
class Family:
    """A family with a link: what a target y costs at a score eta, and how the mean follows from it.

    loss(y, eta): minus the log-likelihood, less its value at the score that suits y best, so 0 at least; infinite
    where the score is not allowed. slope, curve: its derivatives in eta. mean(eta); link(mean): the way back.
    allowed(y): which targets there are, and in words. With the natural parameter as the score, the loss is
    a(eta) − y eta and a constant, the slope is mean − y, and the curve the variance (GLM-01).
    """

    loss: Callable[[Array, Array], Array]
    slope: Callable[[Array, Array], Array]
    curve: Callable[[Array, Array], Array]
    mean: Curve
    link: Curve
    allowed: Curve
    words: str


def natural(a: Curve, best: Curve, mean: Curve, variance: Curve, link: Curve, allowed: Curve, words: str) -> Family:
    """A family whose score is its natural parameter: a(eta) has the mean as its slope, the variance as its curvature.

    best(y): the largest value of y eta − a(eta), at the score whose mean is y.
    """
    return Family(
        lambda y, eta: a(eta) - y * eta + best(y),
        lambda y, eta: mean(eta) - y,
        lambda y, eta: variance(eta) + 0 * y,
        mean,
        link,
        allowed,
        words,
    )


def _log_of_minus(eta: Array) -> Array:
    """−ln(−eta), and infinite from 0 on: there is no mean."""
    inside = eta < 0
    return np.where(inside, -np.log(np.where(inside, -eta, 1.0)), np.inf)


def _zero(y: Array) -> Array:
    return np.zeros(np.shape(y))


def _anything(y: Array) -> Array:
    return np.full(np.shape(y), True)


FAMILIES: dict[str, Family] = {
    "gaussian": natural(
        lambda e: e**2 / 2, lambda y: y**2 / 2, lambda e: e, np.ones_like, lambda m: m, _anything, "numbers",
    ),
    "bernoulli": natural(
        lambda e: np.logaddexp(0, e), _zero, expit, lambda e: expit(e) * expit(-e), logit,
        lambda y: (y == 0) | (y == 1), "0 or 1",
    ),
    "poisson": natural(
        np.exp, lambda y: xlogy(y, y) - y, np.exp, np.exp, np.log, lambda y: y >= 0, "counts, 0 or more",
    ),
    "gamma": natural(
        _log_of_minus, lambda y: -1 - np.log(y), lambda e: -1 / e, lambda e: 1 / e**2, lambda m: -1 / m,
        lambda y: y > 0, "larger than 0",
    ),
    "gamma, log link": Family(
        lambda y, e: y * np.exp(-e) - 1 + e - np.log(y), lambda y, e: 1 - y * np.exp(-e), lambda y, e: y * np.exp(-e),
        np.exp, np.log, lambda y: y > 0, "larger than 0",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class GLMCost:
    """(1/n) [Σ loss(y_i, a_i'w) + (lam/2) Σ_(j>0) w_j²], for A (n, D) with ones first, y (n,), and its derivatives.

    The penalty leaves w[0] out. Raises ValueError for targets that the family does not have.
    """

    A: ArrayLike
    y: ArrayLike
    family: Family
    lam: float = 0.0

    def __post_init__(self):
        A = validation.points(self.A, "A")
        y = validation.targets(self.y, len(A))
        if not self.family.allowed(y).all():
            raise ValueError(f"The targets of this family must be {self.family.words}.")
        vars(self).update(A=A, y=y, lam=validation.not_negative(self.lam, "lam", "0 is no penalty"))

    @property
    def size(self) -> int:
        return self.A.shape[1]

    def _penalised(self, w: Array) -> Array:
        return self.lam * np.append(0.0, w[1:])

    def cost(self, w: Array) -> float:
        with np.errstate(over="ignore"):
            total = self.family.loss(self.y, self.A @ w).sum() + self._penalised(w) @ w / 2
        return float(total / len(self.y))

    def gradient(self, w: Array) -> Array:
        return (self.A.T @ self.family.slope(self.y, self.A @ w) + self._penalised(w)) / len(self.y)

    def hessian(self, w: Array) -> Array:
        curve = self.family.curve(self.y, self.A @ w)
        return ((self.A.T * curve) @ self.A + np.diag(self.lam * np.append(0.0, np.ones(len(w) - 1)))) / len(self.y)


class GLM(RegressorMixin, BaseEstimator):
    """A generalised linear model, by Newton's method, which is iteratively reweighted least squares (GLM-09).

    family: "gaussian", "bernoulli" (targets 0 and 1), "poisson" (counts), "gamma" with its natural link,
    mean = −1/score, whose steps are halved where a mean would leave its range, or "gamma, log link". lam: penalty
    (lam/2) ‖w‖² beside the sum of the losses, 0 or more; b is not penalised (scikit-learn's alpha = lam/n).
    max_iter: cap on the steps.

    Fitted: coef_ (d,), intercept_, n_iter_. Raises ValueError for NaN, targets that the family does not have, and, with
    lam = 0, for collinear columns. Warns at the cap.
    """

    def __init__(self, family: str = "gaussian", lam: float = 1.0, tol: float = 1e-10, max_iter: int = 200):
        self.family = family
        self.lam = lam
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        validation.one_of(self.family, "family", tuple(FAMILIES))
        validation.whole(self.max_iter, "max_iter")
        X = validation.points(X)
        away, x_mean = centred(X)
        f = GLMCost(add_ones(away), y, FAMILIES[self.family], self.lam)
        start = np.append(self._score_of_the_mean(f.y), np.zeros(X.shape[1]))
        end = leap_down(f, start, self.tol, self.max_iter)
        self.coef_, self.n_iter_ = end.w[1:], max(end.t, 1)
        self.intercept_ = float(end.w[0] - end.w[1:] @ x_mean)
        return self

    def _score_of_the_mean(self, y: Array) -> float:
        """The constant score with the least loss: that of the mean, kept off the ends where it would be infinite."""
        mean = float(y.mean())
        if self.family == "bernoulli":
            mean = min(max(mean, 0.5 / len(y)), 1 - 0.5 / len(y))
        if self.family == "poisson":
            mean = max(mean, 0.5 / len(y))
        return float(FAMILIES[self.family].link(np.array(mean)))

    def predict(self, X) -> Array:
        """The mean (m,) at each row of X (m, d). Raises ValueError where there is none: the score leaves its range."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        family, score = FAMILIES[self.family], X @ self.coef_ + self.intercept_
        with np.errstate(over="ignore", divide="ignore"):
            none = np.flatnonzero(np.isinf(family.loss(np.ones(len(X)), score)) | ~np.isfinite(family.mean(score)))
        if len(none):
            raise ValueError(
                f"Row {none[0]} has the score {score[none[0]]:.3g}, to which {self.family} has no mean: it lies too "
                "far from the examples. Take nearer rows, or another family."
            )
        return family.mean(score)
