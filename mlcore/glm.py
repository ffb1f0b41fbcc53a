"""Generalised linear models: one recipe for all families (lecture 07)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.optimize import linprog
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
    """A family with a link: what a target y costs at a score, and how mean and variance follow from the score.

    loss(y, score): minus the log-likelihood, less its value at the score that suits y best, so 0 at least; infinite
    where the score is not allowed. slope, curve: its derivatives in the score. mean(score), variance(score), the
    latter up to the dispersion; link(mean): the way back. allowed(y): which targets there are, and in words.
    ends: what the mean lies strictly between, as far as a target may be equal to it.
    """

    loss: Callable[[Array, Array], Array]
    slope: Callable[[Array, Array], Array]
    curve: Callable[[Array, Array], Array]
    mean: Curve
    variance: Curve
    link: Curve
    allowed: Curve
    words: str
    ends: tuple[float, float] = (-np.inf, np.inf)


def natural(*, a: Curve, mean: Curve, variance: Curve, best: Curve, **rest) -> Family:
    """A family whose score is its natural parameter: a(score) has the mean as slope, the variance as curvature.

    best(y): the largest value of y score − a(score), at the score whose mean is y. rest: the other fields of Family.
    """
    return Family(
        loss=lambda y, score: a(score) - y * score + best(y),  # (07.6)
        slope=lambda y, score: mean(score) - y,  # (07.4)
        curve=lambda y, score: variance(score) + 0 * y,  # (07.5)
        mean=mean,
        variance=variance,
        **rest,
    )


def bernoulli() -> Family:
    """Yes or no: a = ln(1 + e^score), and the mean is the sigmoid of the score (GLM-02)."""
    return natural(
        a=lambda s: np.logaddexp(0, s),
        mean=expit,
        variance=lambda s: expit(s) * expit(-s),
        best=_zero,
        link=logit,
        allowed=lambda y: (y == 0) | (y == 1),
        words="0 or 1",
        ends=(0.0, 1.0),
    )


def gaussian(variance: float = 1.0) -> Family:
    """A number with this variance: a = variance score^2 / 2, and the score is mean / variance (GLM-03)."""
    v = validation.positive(variance, "variance")
    return natural(
        a=lambda s: v * s**2 / 2,
        mean=lambda s: v * s,
        variance=lambda s: v + 0 * s,
        best=lambda y: y**2 / (2 * v),
        link=lambda m: m / v,
        allowed=lambda y: np.full(np.shape(y), True),
        words="numbers",
    )


def poisson() -> Family:
    """Counts: a = e^score, so mean and variance are e^score, too (GLM-04)."""
    return natural(
        a=np.exp,
        mean=np.exp,
        variance=np.exp,
        best=lambda y: xlogy(y, y) - y,
        link=np.log,
        allowed=lambda y: y >= 0,
        words="counts, 0 or more",
        ends=(0.0, np.inf),
    )


def gamma() -> Family:
    """Times: a = −ln(−score) for scores below 0, and the mean is −1/score (GLM-04)."""
    return natural(
        a=_log_of_minus,
        mean=lambda s: -1 / s,
        variance=lambda s: 1 / s**2,
        best=lambda y: -1 - np.log(y),
        link=lambda m: -1 / m,
        allowed=lambda y: y > 0,
        words="larger than 0",
    )


def gamma_log() -> Family:
    """Times with another link: the mean is e^score. The score is not the natural parameter −1/mean."""
    return Family(
        loss=lambda y, s: y * np.exp(-s) - 1 + s - np.log(y),
        slope=lambda y, s: 1 - y * np.exp(-s),
        curve=lambda y, s: y * np.exp(-s),
        mean=np.exp,
        variance=lambda s: np.exp(2 * s),
        link=np.log,
        allowed=lambda y: y > 0,
        words="larger than 0",
    )


def _log_of_minus(score: Array) -> Array:
    """−ln(−score), and infinite from 0 on: there is no mean."""
    inside = score < 0
    return np.where(inside, -np.log(np.where(inside, -score, 1.0)), np.inf)


def _zero(y: Array) -> Array:
    return np.zeros(np.shape(y))


FAMILIES: dict[str, Family] = {
    "gaussian": gaussian(),
    "bernoulli": bernoulli(),
    "poisson": poisson(),
    "gamma": gamma(),
    "gamma, log link": gamma_log(),
}


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
        """How many weights there are, D."""
        return self.A.shape[1]

    def _penalised(self, w: Array) -> Array:
        return self.lam * np.append(0.0, w[1:])

    def cost(self, w: Array) -> float:
        """J(w), (07.7); infinite where a score is not allowed."""
        with np.errstate(over="ignore"):
            total = self.family.loss(self.y, self.A @ w).sum() + self._penalised(w) @ w / 2
        return float(total / len(self.y))  # (07.7)

    def gradient(self, w: Array) -> Array:
        """The gradient of J (D,), (07.8)."""
        slope = self.family.slope(self.y, self.A @ w)  # mean − y, for the natural link
        return (self.A.T @ slope + self._penalised(w)) / len(self.y)  # (07.8)

    def hessian(self, w: Array) -> Array:
        """The Hessian of J (D, D), (07.9)."""
        curve = self.family.curve(self.y, self.A @ w)  # the variance, for the natural link
        penalty = np.diag(self._penalised(np.ones(self.size)))
        return ((self.A.T * curve) @ self.A + penalty) / len(self.y)  # (07.9)


def falls_for_ever(f: GLMCost) -> bool:
    """Whether the cost without a penalty has no lowest point: it falls along some direction v, and never stops.

    Along v each score goes towards the end of its range that its target is at, or stays: as where a line separates
    the zeros from the ones. It is a linear programme, as has_no_minimum is for two classes, in columns of length 1.
    """
    low, high = f.family.ends
    to = np.where(f.y <= low, -1.0, np.where(f.y >= high, 1.0, 0.0))
    A = f.A / np.maximum(np.linalg.norm(f.A, axis=0), np.finfo(float).tiny)
    if not to.any():
        return False
    signed, still = to[to != 0, None] * A[to != 0], A[to == 0]
    found = linprog(
        -signed.sum(axis=0), -signed, np.zeros(len(signed)), still, np.zeros(len(still)), bounds=(-1, 1), method="highs"
    )
    return bool(-found.fun > 1e-7)


class GLM(RegressorMixin, BaseEstimator):
    """A generalised linear model, by Newton's method, which is iteratively reweighted least squares (GLM-09).

    family: a Family, or the name of one: "gaussian", "bernoulli" (targets 0 and 1), "poisson" (counts), "gamma" with
    its natural link, mean = −1/score, whose steps are halved where a mean would leave its range, or "gamma, log link".
    lam: penalty (lam/2) ‖w‖² beside the sum of the losses, 0 or more; b is not penalised (scikit-learn's alpha is
    lam/n). max_iter: cap on the steps.

    Fitted: coef_ (d,), intercept_, n_iter_. Raises ValueError for NaN, targets that the family does not have, and, with
    lam = 0, for collinear columns and where no w is best, as for separable classes. Warns at the cap.
    """

    def __init__(self, family: str | Family = "gaussian", lam: float = 1.0, tol: float = 1e-10, max_iter: int = 200):
        self.family = family
        self.lam = lam
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        validation.whole(self.max_iter, "max_iter")
        X = validation.points(X)
        away, x_mean = centred(X)
        f = GLMCost(add_ones(away), y, self._family(), self.lam)
        if f.lam == 0 and falls_for_ever(f):
            raise ValueError(
                "These targets are separable: along some direction of w the cost falls for ever, so no w is best. "
                "Take a penalty lam > 0."
            )
        end = leap_down(f, np.append(score_of_the_mean(f), np.zeros(X.shape[1])), self.tol, self.max_iter)
        self.coef_, self.n_iter_ = end.w[1:], max(end.t, 1)
        self.intercept_ = float(end.w[0] - end.w[1:] @ x_mean)
        return self

    def _family(self) -> Family:
        if isinstance(self.family, Family):
            return self.family
        validation.one_of(self.family, "family", tuple(FAMILIES))
        return FAMILIES[self.family]

    def predict(self, X) -> Array:
        """The mean (m,) at each row of X (m, d). Raises ValueError where there is none: the score leaves its range."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        family, score = self._family(), X @ self.coef_ + self.intercept_
        with np.errstate(over="ignore", divide="ignore"):
            none = np.flatnonzero(np.isinf(family.loss(np.ones(len(X)), score)) | ~np.isfinite(family.mean(score)))
        if len(none):
            name = self.family if isinstance(self.family, str) else "this family"
            raise ValueError(
                f"Row {none[0]} has the score {score[none[0]]:.3g}, to which {name} has no mean: it lies too "
                "far from the examples. Take nearer rows, or another family."
            )
        return family.mean(score)


def score_of_the_mean(f: GLMCost) -> float:
    """The constant score with the least loss: that of the mean target, kept off the ends where it is infinite."""
    mean, room, (low, high) = float(f.y.mean()), 0.5 / len(f.y), f.family.ends
    mean = low + room if mean <= low else high - room if mean >= high else mean
    return float(f.family.link(np.array(mean)))
