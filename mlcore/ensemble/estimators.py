"""Bagging, random forests and AdaBoost as scikit-learn estimators."""

import warnings
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.binary import BinaryClassifierMixin
from mlcore.base.labels import encode_classes, encode_labels
from mlcore.base.steps import until
from mlcore.base.types import Array
from mlcore.ensemble.adaboost import AdaBoostState, adaboost_steps, signs_of
from mlcore.ensemble.bagging import forest_steps, values
from mlcore.ensemble.progress import watched
from mlcore.tree import Limits, gini, label_table, sorted_rows


def checked_limits(max_depth: int | None, min_samples_leaf: int, max_features: int | None = None) -> Limits:
    """The limits of each tree; a max_depth of None is no limit."""
    deepest = np.inf if max_depth is None else validation.whole(max_depth, "max_depth")
    validation.whole(min_samples_leaf, "min_samples_leaf")
    return Limits(deepest, min_samples_leaf=min_samples_leaf, max_features=max_features)


class _Forest(ClassifierMixin, BaseEstimator):
    """Full trees on bootstrap samples, their shares averaged."""

    n_estimators: int
    max_depth: int | None
    min_samples_leaf: int
    random_state: Any

    def _features(self, d: int) -> int | None:
        return None

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        X = validation.points(X)
        self.classes_, labels = encode_classes(y)
        validation.whole(self.n_estimators, "n_estimators")
        limits = checked_limits(self.max_depth, self.min_samples_leaf, self._features(X.shape[1]))
        table = label_table(labels, len(self.classes_), np.ones(len(y)))
        seed: Any = validation.generator(self.random_state)
        steps = forest_steps(X, table, rows=sorted_rows(X), impurity=gini, limits=limits, seed=seed)
        empty, *states = until(watched(steps, self.n_estimators, "trees"), self.n_estimators)
        self.estimators_ = [state.tree for state in states]
        votes, voters = (states[-1].votes, states[-1].voters) if states else (empty.votes, empty.voters)
        asked = voters > 0
        self.oob_decision_function_ = np.full(votes.shape, np.nan)
        self.oob_decision_function_[asked] = votes[asked] / voters[asked, None]
        right = votes[asked].argmax(axis=1) == labels[asked]
        self.oob_score_ = float(right.mean()) if asked.any() else np.nan
        return self

    def predict_proba(self, X) -> Array:
        """The mean over the trees of the shares of the classes (m, K)."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return np.mean([values(tree, X) for tree in self.estimators_], axis=0)

    def predict(self, X) -> Array:
        """The class with the largest mean share (m,); of a tie the first."""
        likely = self.predict_proba(X).argmax(axis=1)
        return self.classes_[likely]


class BaggingClassifier(_Forest):
    """Full trees on bootstrap samples, averaged (ENS-03).

    n_estimators: the number of trees. max_depth, min_samples_leaf: of each. random_state: a seed.

    Fitted: classes_, estimators_ (the trees), oob_decision_function_ (n, K): what the trees that did not see an
    example say of it, NaN if all saw it; oob_score_: the share that they get right.
    Raises ValueError for one class, NaN, and settings out of range.
    """

    def __init__(
        self, n_estimators: int = 50, max_depth: int | None = None, min_samples_leaf: int = 1, random_state: Any = None
    ):
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.random_state = random_state


class RandomForestClassifier(_Forest):
    """Bagging in which each node may ask about a few features only, drawn anew (ENS-06).

    max_features: how many; "sqrt" for √d, rounded down; None for all d, which is bagging. Else as `BaggingClassifier`.
    """

    def __init__(
        self,
        n_estimators: int = 50,
        max_features: int | str | None = "sqrt",
        max_depth: int | None = None,
        min_samples_leaf: int = 1,
        random_state: Any = None,
    ):
        self.n_estimators = n_estimators
        self.max_features = max_features
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.random_state = random_state

    def _features(self, d: int) -> int | None:
        if self.max_features is None:
            return None
        if isinstance(self.max_features, str):
            validation.one_of(self.max_features, "max_features", ("sqrt",), " or a whole number, or None")
            return max(1, int(np.sqrt(d)))
        return validation.whole(self.max_features, "max_features", most=d, what="the number of features")


class AdaBoostClassifier(BinaryClassifierMixin, BaseEstimator):
    """AdaBoost for two classes, with small trees as weak learners (ENS-08).

    n_estimators: rounds at most; it stops after a tree without an error, or before one no better than a coin.
    max_depth: of each tree; 1 is a stump.

    Fitted: classes_, estimators_ (the trees), estimator_weights_ (their votes α), estimator_errors_ (weighted errors).
    Warns if not even the first tree is better than a coin: then every point is said to be of the first class.
    Raises ValueError for one class or three, NaN, and settings out of range.
    """

    def __init__(self, n_estimators: int = 50, max_depth: int = 1):
        self.n_estimators = n_estimators
        self.max_depth = max_depth

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and two-class labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        X = validation.points(X)
        self.classes_, y01 = encode_labels(y)
        validation.whole(self.n_estimators, "n_estimators")
        limits = checked_limits(self.max_depth, 1)
        steps = adaboost_steps(X, 2.0 * y01 - 1.0, rows=sorted_rows(X), limits=limits)
        run: list[AdaBoostState] = list(until(watched(steps, self.n_estimators, "rounds"), self.n_estimators))[1:]
        if not run:
            first = validation.shown(self.classes_.tolist()[0])
            warnings.warn(
                f"No tree of depth {self.max_depth} does better than a coin on these data, so there is none, and every "
                f"point is said to be {first}: try a larger max_depth, or other features.",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.estimators_ = [state.stump for state in run]
        self.estimator_weights_ = np.array([state.alpha for state in run])
        self.estimator_errors_ = np.array([state.error for state in run])
        return self

    def decision_function(self, X) -> Array:
        """f(x), the sum of the votes (m,): above 0 for the second class."""
        *_, scores = self.staged_decision_function(X)
        return scores

    def staged_decision_function(self, X) -> list[Array]:
        """f(x) (m,) after 0, 1, 2, ... rounds."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        stages = [np.zeros(len(X))]
        for alpha, stump in zip(self.estimator_weights_, self.estimators_, strict=True):
            stages.append(stages[-1] + alpha * signs_of(stump, X))
        return stages
