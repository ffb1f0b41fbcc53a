"""Generalised linear models: one recipe for all families (lecture 07)."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.optimize import linprog
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.labels import add_ones
from mlcore.base.scaling import centred
from mlcore.base.types import Array, ArrayLike
from mlcore.glm.family import FAMILIES, Family
from mlcore.logistic.newton import leap_down


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
        """J(w), (07.10); infinite where a score is not allowed."""
        with np.errstate(over="ignore"):
            total = self.family.loss(self.y, self.A @ w).sum() + self._penalised(w) @ w / 2
        return float(total / len(self.y))  # (07.10)

    def gradient(self, w: Array) -> Array:
        """The gradient of J (D,), (07.11)."""
        slope = self.family.slope(self.y, self.A @ w)  # mean − y, for the natural link
        return (self.A.T @ slope + self._penalised(w)) / len(self.y)  # (07.11)

    def hessian(self, w: Array) -> Array:
        """The Hessian of J (D, D), (07.12)."""
        curve = self.family.curve(self.y, self.A @ w)  # the variance, for the natural link
        penalty = np.diag(self._penalised(np.ones(self.size)))
        return ((self.A.T * curve) @ self.A + penalty) / len(self.y)  # (07.12)


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


def check_that_one_is_best(f: GLMCost) -> None:
    """ValueError where the cost falls for ever: b runs away, which no penalty holds, or some w does without one."""
    low, high = f.family.ends
    if (f.y <= low).all() or (f.y >= high).all():
        raise ValueError(
            f"All targets are {f.y[0]:g}, so b runs away, and no penalty holds it. Add examples with other targets."
        )
    if f.lam == 0 and falls_for_ever(f):
        raise ValueError(
            "These targets are separable: along some direction of w the cost falls for ever, so no w is best. "
            "Take a penalty lam > 0."
        )


class GLM(RegressorMixin, BaseEstimator):
    """A generalised linear model, by Newton's method, which is iteratively reweighted least squares (GLM-09).

    family: a Family, or the name of one: "gaussian", "bernoulli" (targets 0 and 1), "poisson" (counts), "gamma" with
    its natural link, mean = −1/score, whose steps are halved where a mean would leave its range, or "gamma, log link".
    lam: penalty (lam/2) ‖w‖² beside the sum of the losses, 0 or more; b is not penalised (scikit-learn's alpha is
    lam/n). max_iter: cap on the steps.

    Fitted: coef_ (d,), intercept_, n_iter_. Raises ValueError for NaN, targets that the family does not have or that
    are all 0 (all 1), and, with lam = 0, for collinear columns and separable classes. Warns at the cap.
    """

    def __init__(self, family: str | Family = "gaussian", lam: float = 1.0, tol: float = 1e-10, max_iter: int = 200):
        self.family = family
        self.lam = lam
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        max_iter = validation.whole(self.max_iter, "max_iter")
        X = validation.squarable(X)
        away, x_mean = centred(X)
        f = GLMCost(add_ones(away), y, self._family(), self.lam)
        check_that_one_is_best(f)
        start = np.append(f.family.link(f.y.mean()), np.zeros(X.shape[1]))
        end = leap_down(f, start, self.tol, max_iter)
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
