"""Logistic regression as a scikit-learn estimator: Newton's leaps, or gradient descent with all points or a few."""

import warnings

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.binary import BinaryClassifierMixin
from mlcore.base.labels import add_ones, encode_labels
from mlcore.base.scaling import centred
from mlcore.base.steps import last
from mlcore.base.types import Array
from mlcore.logistic.cost import LogisticCost, has_no_minimum, sigmoid
from mlcore.logistic.descent import LogisticState, logistic_descent_steps, stable_logistic_lr
from mlcore.logistic.newton import NewtonState, leap_down, solve_positive

NEAR = 0.05  # less than this share of the cost is left: near enough for descent by a few points


class LogisticRegression(BinaryClassifierMixin, BaseEstimator):
    """P(classes_[1] | x) = sigmoid(w'x + b) for two classes (CLS-11 to CLS-14, GRD-12).

    lam: penalty (lam/2) ||w||^2 beside the sum of the losses, 0 or more; b is not penalised (scikit-learn's C = 1/lam).
    solver: "newton", "gd" (all points a step) or "sgd" (batch_size points a step, the rate falls; it takes all max_iter
    steps and ends near the minimum, or says how far from it). lr: learning rate of the last two; None: half of the safe
    limit, 1/L. tol: what "newton" and "gd" stop at (None: 1e-8 and 1e-6). max_iter: cap on the steps.

    Fitted: classes_, coef_ (d,), intercept_, cost_ (J at the end), n_iter_. Raises ValueError for one class or three,
    for NaN, for a learning rate at which descent diverges, and, with lam = 0, where there is no minimum (separable
    classes) or more than one (collinear columns). Warns if "newton" or "gd" hits the cap, and if "sgd" ends where J
    could still be 5 % lower.
    """

    def __init__(
        self,
        lam: float = 1.0,
        solver: str = "newton",
        lr: float | None = None,
        batch_size: int = 32,
        tol: float | None = None,
        max_iter: int = 20_000,
        random_state: int = 0,
    ):
        self.lam = lam
        self.solver = solver
        self.lr = lr
        self.batch_size = batch_size
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y) -> "LogisticRegression":
        """Fit to X (n, d) and two-class labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, y01 = encode_labels(y)
        self._check_parameters()
        away, mean = centred(validation.squarable(X))  # b is free, so only b changes; descent's valley is rounder
        f = LogisticCost(add_ones(away), y01, self.lam)
        if f.lam == 0:
            check_one_minimum(f)
        end = self._newton(f) if self.solver == "newton" else self._descent(f)
        self.intercept_, self.coef_ = float(end.w[0] - end.w[1:] @ mean), end.w[1:]
        self.cost_, self.n_iter_ = end.cost, max(end.t, 1)
        return self

    def _check_parameters(self) -> None:
        validation.one_of(self.solver, "solver", ("newton", "gd", "sgd"))
        validation.whole(self.batch_size, "batch_size")
        validation.whole(self.max_iter, "max_iter")
        validation.whole(self.random_state, "random_state", least=0)

    def _newton(self, f: LogisticCost) -> NewtonState:
        return leap_down(f, np.zeros(f.size), 1e-8 if self.tol is None else self.tol, self.max_iter)

    def _descent(self, f: LogisticCost) -> LogisticState:
        limit, few = stable_logistic_lr(f.A, f.lam), self.solver == "sgd"
        lr = limit / 2 if self.lr is None else validation.positive(self.lr, "lr", "the learning rate")
        size, decay = (min(self.batch_size, len(f.y)), 1e-2) if few else (None, 0.0)
        tol = 1e-6 if self.tol is None else self.tol
        steps = logistic_descent_steps(
            f.A, f.y, lr=lr, lam=f.lam, batch_size=size, decay=decay, tol=tol, seed=self.random_state
        )
        end = last(steps, self.max_iter)
        if end.diverged:
            raise ValueError(
                f"Descent diverges with lr = {lr:g}: take one below {limit:.3g}, or leave lr out, or solver='newton'."
            )
        if not (end.converged or (few and promise(f, end) < NEAR * end.cost)):
            cure = f"lr is {lr:g}, and only below {limit:.3g} descent is safe" if lr >= limit else "Standardise"
            warnings.warn(
                f"Descent hit the cap of {self.max_iter} steps. {cure}; or take solver='newton', whose next leap saves "
                f"{promise(f, end):.2g} of a cost of {end.cost:.3g}; or raise max_iter.",
                ConvergenceWarning,
                stacklevel=3,
            )
        return end

    def decision_function(self, X) -> Array:
        """The score f(x) = w'x + b of each row of X (m, d), the log-odds: positive for classes_[1]."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return X @ self.coef_ + self.intercept_

    def predict_proba(self, X) -> Array:
        """The probabilities of classes_[0] and classes_[1] for each row of X: (m, 2)."""
        score = self.decision_function(X)
        return np.column_stack([sigmoid(-score), sigmoid(score)])  # 1 - p would lose the small ones


def promise(f: LogisticCost, end: LogisticState) -> float:
    """By how much J would fall with Newton's leap from there, as its parabola has it (06.14)."""
    return float(end.gradient @ solve_positive(f.hessian(end.w), end.gradient)) / 2


def check_one_minimum(f: LogisticCost) -> None:
    """ValueError if J without a penalty has no minimum, or many."""
    if has_no_minimum(f.A, f.y):
        raise ValueError(
            "These classes are separable, so without a penalty there is no best w: the longer it is, the lower the "
            "cost. Take lam > 0, or a machine that asks for the widest street."
        )
    lengths = np.linalg.norm(f.A, axis=0)
    rank, unknowns = int(np.linalg.matrix_rank(f.A / np.where(lengths > 0, lengths, 1.0))), f.A.shape[1]
    if rank < unknowns:
        raise ValueError(
            f"Many weights fit equally well: the columns and the ones have rank {rank}, and there are {unknowns} "
            "unknowns. Drop a column that the others add up to, or take lam > 0."
        )
