"""k-means as a scikit-learn estimator."""

import warnings
from collections.abc import Iterator
from typing import Any

from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.steps import last
from mlcore.base.types import Array
from mlcore.cluster.lloyd import kmeans_steps, nearest
from mlcore.cluster.starts import STARTS


class KMeans(ClusterMixin, BaseEstimator):
    """k-means by Lloyd's algorithm, the cheapest of `n_init` runs (KMN-01 to KMN-05, KMN-08).

    n_clusters: K. init: "points", "assignments", "k-means++", or an array of centres (K, d), which is run once.
    max_iter: cap on the moves of a run. random_state: a seed for the starts.

    Fitted: cluster_centers_ (K, d), labels_ (n,), inertia_ (the cost J), n_iter_ (moves of the best run).
    Raises ValueError for K < 1, K larger than the number of different points, NaN, an unknown start. Warns
    if the best run ended at the cap.
    """

    def __init__(
        self, n_clusters: int = 8, init: Any = "points", n_init: int = 10, max_iter: int = 300, random_state: Any = None
    ):
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y=None) -> "KMeans":
        """Cluster X (n, d); y is ignored."""
        X = validation.points(validate_data(self, X, dtype=float))
        self._check_parameters(X)
        runs = (last(kmeans_steps(X, centers=start), self.max_iter) for start in self._starts(X))
        best = min(runs, key=lambda state: state.cost)
        if not best.converged:
            warnings.warn(
                f"k-means stopped at the cap of {self.max_iter} moves, while the cost still fell: raise max_iter.",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.cluster_centers_, self.labels_ = best.centers, best.labels
        self.inertia_, self.n_iter_ = best.cost, best.t
        return self

    def _starts(self, X: Array) -> Iterator[Array]:
        if not isinstance(self.init, str):
            yield self.init
            return
        rng = validation.generator(self.random_state)
        for _ in range(self.n_init):
            yield STARTS[self.init](X, self.n_clusters, rng)

    def _check_parameters(self, X: Array) -> None:
        for name in ("n_clusters", "n_init", "max_iter"):
            validation.whole(getattr(self, name), name)
        validation.different_points(X, self.n_clusters, "n_clusters")
        if isinstance(self.init, str):
            validation.one_of(self.init, "init", STARTS, " or an array of centres")
        elif len(validation.centers(self.init, X)) != self.n_clusters:
            raise ValueError(
                f"init has {len(self.init)} centres, but n_clusters is {self.n_clusters}: they must agree."
            )

    def predict(self, X) -> Array:
        """The index of the nearest centre for each row of X (m, d)."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return nearest(X, self.cluster_centers_)
