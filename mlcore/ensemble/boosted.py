"""Gradient boosting as scikit-learn estimators."""

import warnings
from collections.abc import Iterator
from typing import Self

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.binary import BinaryClassifierMixin
from mlcore.base.labels import encode_labels
from mlcore.base.steps import BLOWN_UP, until
from mlcore.base.types import Array
from mlcore.ensemble.boosting import LOSSES, BoostingState, boosting_steps
from mlcore.ensemble.estimators import checked_limits
from mlcore.ensemble.progress import watched
from mlcore.tree import leaf_of, sorted_rows


class _Boosting(BaseEstimator):
    """A constant, and small trees added to it one by one."""

    n_estimators: int
    learning_rate: float
    max_depth: int
    min_samples_leaf: int

    def _boost(self, X: Array, y: Array, loss: str) -> Self:
        validation.whole(self.n_estimators, "n_estimators")
        validation.positive(self.learning_rate, "learning_rate", "the shrinkage")
        limits = checked_limits(self.max_depth, self.min_samples_leaf)
        steps = boosting_steps(X, y, rows=sorted_rows(X), loss=LOSSES[loss], lr=self.learning_rate, limits=limits)
        first, *run = self._checked(until(watched(steps, self.n_estimators, "trees"), self.n_estimators))
        self.init_ = float(first.scores[0])
        self.estimators_ = [(state.tree, state.added) for state in run]
        self.train_score_ = np.array([state.loss for state in run])
        return self

    def _checked(self, steps: Iterator[BoostingState]) -> list[BoostingState]:
        """All states; ValueError if the loss leaves all bounds, and a warning if it ends above its start."""
        states: list[BoostingState] = []
        with np.errstate(over="ignore", invalid="ignore"):  # a loss that overflows is looked for
            for state in steps:
                states.append(state)
                if not state.loss <= BLOWN_UP * states[0].loss:
                    break
        before, now = states[0].loss, states[-1].loss
        if not now <= BLOWN_UP * before:
            raise ValueError(f"Boosting diverges with learning_rate = {self.learning_rate:g}: take 1 or less.")
        if now > before:
            warnings.warn(
                f"With learning_rate = {self.learning_rate:g} the trees have raised the loss on the training data from "
                f"{before:.2g} to {now:.2g}: take a smaller one, 1 at most.",
                ConvergenceWarning,
                stacklevel=4,
            )
        return states

    def _staged_scores(self, X) -> list[Array]:
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        stages = [np.full(len(X), self.init_)]
        for tree, added in self.estimators_:
            stages.append(stages[-1] + added[leaf_of(tree, X)])
        return stages


class GradientBoostingRegressor(RegressorMixin, _Boosting):
    """Gradient boosting of squared errors (ENS-09).

    n_estimators: the number of trees; learning_rate: the shrinkage ν > 0 of each; max_depth, min_samples_leaf: of each.

    Fitted: init_ (the mean), estimators_ (pairs: a tree, and what its nodes add), train_score_ (the mean loss after
    each tree). Raises ValueError for NaN, targets that are not numbers, settings out of range, and a loss that leaves
    all bounds; warns if it ends above its start.
    """

    def __init__(
        self, n_estimators: int = 100, learning_rate: float = 0.1, max_depth: int = 3, min_samples_leaf: int = 1
    ):
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        X, y = validation.points(X), validation.targets(y, len(X))
        return self._boost(X, y, "squared_error")

    def predict(self, X) -> Array:
        """The score (m,) of each row of X (m, d)."""
        return self._staged_scores(X)[-1]

    def staged_predict(self, X) -> list[Array]:
        """The scores (m,) with 0, 1, 2, ... trees."""
        return self._staged_scores(X)


class GradientBoostingClassifier(BinaryClassifierMixin, _Boosting):
    """Gradient boosting for two classes (ENS-09, ENS-10).

    loss: "log_loss", ln(1 + exp(−2yf)), or "exponential", exp(−yf), with y = ±1: in both the best score is half the
    log-odds. Each leaf takes a Newton step. Other settings and attributes as for `GradientBoostingRegressor`.
    Raises ValueError for one class or three, NaN, and settings out of range.
    """

    def __init__(
        self,
        loss: str = "log_loss",
        n_estimators: int = 100,
        learning_rate: float = 0.1,
        max_depth: int = 3,
        min_samples_leaf: int = 1,
    ):
        self.loss = loss
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and two-class labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        X = validation.points(X)
        self.classes_, y01 = encode_labels(y)
        validation.one_of(self.loss, "loss", ("log_loss", "exponential"))
        return self._boost(X, 2.0 * y01 - 1.0, self.loss)

    def decision_function(self, X) -> Array:
        """f(x) (m,), half the log-odds of the second class."""
        return self._staged_scores(X)[-1]

    def staged_decision_function(self, X) -> list[Array]:
        """f(x) (m,) with 0, 1, 2, ... trees."""
        return self._staged_scores(X)

    def predict_proba(self, X) -> Array:
        """The chances of the two classes (m, 2), from half the log-odds."""
        score = 2 * self.decision_function(X)
        return np.column_stack([expit(-score), expit(score)])  # 1 - p would lose the small ones
