"""Decision trees as scikit-learn estimators."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.labels import encode_classes
from mlcore.base.steps import last
from mlcore.base.types import Array
from mlcore.tree.grow import Limits, tree_steps
from mlcore.tree.impurity import CRITERIA, label_table, target_table
from mlcore.tree.prune import prune
from mlcore.tree.read import Nodes, leaf_of, leaves
from mlcore.tree.split import sorted_rows, weighty


class _Tree(BaseEstimator):
    """What both trees share: the settings, growing, and finding the leaf of a point."""

    def __init__(
        self,
        criterion: str,
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        max_features: int | None = None,
        ccp_alpha: float = 0.0,
        random_state: Any = None,
    ):
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.random_state = random_state

    def _limits(self, d: int) -> Limits:
        """The settings, checked; a max_depth of None is no limit."""
        deepest = np.inf if self.max_depth is None else validation.whole(self.max_depth, "max_depth", least=0)
        validation.whole(self.min_samples_split, "min_samples_split", least=2)
        validation.not_negative(self.ccp_alpha, "ccp_alpha", "0 prunes nothing")
        validation.whole(self.min_samples_leaf, "min_samples_leaf")
        if self.max_features is not None:
            validation.whole(self.max_features, "max_features", most=d, what="the number of features")
        return Limits(deepest, self.min_samples_split, self.min_samples_leaf, self.max_features)

    def _grow(self, X: Array, table: Array) -> Self:
        """Grow on the rows of the table (n, c) that weigh anything, and prune."""
        limits, impurity = self._limits(X.shape[1]), CRITERIA[self.criterion]
        rng = validation.generator(self.random_state)
        rows = weighty(sorted_rows(X), table)
        grown = last(tree_steps(X, table, rows=rows, impurity=impurity, limits=limits, rng=rng), len(X))
        self.tree_ = prune(grown.nodes, self.ccp_alpha) if self.ccp_alpha > 0 else Nodes(grown.nodes)
        return self

    def apply(self, X) -> Array:
        """The number in `tree_` of the leaf (m,) at which each row of X (m, d) ends."""
        check_is_fitted(self)
        return leaf_of(self.tree_, validation.points(validate_data(self, X, reset=False, dtype=float)))

    def _values(self, X) -> Array:
        at = self.apply(X)
        return self.tree_.values[at]

    def get_depth(self) -> int:
        """How many questions the longest path asks."""
        check_is_fitted(self)
        return self.tree_.depth

    def get_n_leaves(self) -> int:
        """How many leaves there are: one more than questions."""
        check_is_fitted(self)
        return len(leaves(self.tree_))


class DecisionTreeClassifier(ClassifierMixin, _Tree):
    """A classification tree, grown greedily (TRE-02 to TRE-07).

    criterion: "gini" or "entropy" (in bits). max_depth: most questions on a path (None: no limit). min_samples_split:
    fewer examples stay together. min_samples_leaf: every leaf keeps so many. max_features: how many features, drawn at
    each node, may be asked (None: all). ccp_alpha: the price of a leaf when the grown tree is pruned. random_state: a
    seed for the drawn features; with all features nothing is random, and of equally good questions that with the
    first feature and the lowest threshold is asked.

    Fitted: classes_, tree_ (a tuple of `Node`, the root first). Equally frequent classes in a leaf: the first wins.
    Raises ValueError for one class, NaN, and settings out of range.
    """

    def __init__(
        self,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        max_features: int | None = None,
        ccp_alpha: float = 0.0,
        random_state: Any = None,
    ):
        super().__init__(
            criterion, max_depth, min_samples_split, min_samples_leaf, max_features, ccp_alpha, random_state
        )

    def fit(self, X, y, sample_weight=None) -> Self:
        """Fit to X (n, d) and labels y (n,); sample_weight (n,), 0 or more: how often an example counts."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        X = validation.points(X)
        self.classes_, labels = encode_classes(y)
        validation.one_of(self.criterion, "criterion", ("gini", "entropy"))
        return self._grow(X, label_table(labels, len(self.classes_), _weights(sample_weight, X)))

    def predict_proba(self, X) -> Array:
        """The shares of the classes (m, K) in the leaf of each row of X (m, d)."""
        return self._values(X)

    def predict(self, X) -> Array:
        """The most frequent class (m,) in the leaf of each row of X (m, d)."""
        likely = self.predict_proba(X).argmax(axis=1)
        return self.classes_[likely]


class DecisionTreeRegressor(RegressorMixin, _Tree):
    """A regression tree: each leaf predicts the mean of its targets (TRE-05).

    Settings and `tree_` as for `DecisionTreeClassifier`; criterion: "squared_error". Raises ValueError for NaN, targets
    that are not numbers, and settings out of range.
    """

    def __init__(
        self,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        max_features: int | None = None,
        ccp_alpha: float = 0.0,
        random_state: Any = None,
    ):
        super().__init__(
            criterion, max_depth, min_samples_split, min_samples_leaf, max_features, ccp_alpha, random_state
        )

    def fit(self, X, y, sample_weight=None) -> Self:
        """Fit to X (n, d) and targets y (n,); sample_weight (n,), 0 or more: how often an example counts."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        X, y = validation.points(X), validation.targets(y, len(X))
        validation.one_of(self.criterion, "criterion", ("squared_error",))
        weights = _weights(sample_weight, X)
        self.mean_ = np.average(y, weights=weights)
        return self._grow(X, target_table(y - self.mean_, weights))

    def predict(self, X) -> Array:
        """The mean of the targets (m,) in the leaf of each row of X (m, d)."""
        return self._values(X)[:, 0] + self.mean_


def _weights(sample_weight, X: Array) -> Array:
    """How much each row of X (n, d) counts (n,): 1 if nothing is said. ValueError for any below 0, and for all 0."""
    return validation.weights(_check_sample_weight(sample_weight, X), len(X), "sample_weight")
