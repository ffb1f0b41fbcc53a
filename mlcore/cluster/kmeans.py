"""k-means as a scikit-learn estimator."""

import warnings
from collections.abc import Iterator
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.cluster.lloyd import KMeansState, check_centers, check_points, kmeans_steps, nearest
from mlcore.cluster.starts import STARTS


class KMeans(ClusterMixin, BaseEstimator):
    """k-means by Lloyd's algorithm, the cheapest of `n_init` runs (KMN-01 to KMN-05, KMN-08).

    n_clusters: K. init: "points", "assignments", "k-means++", or an array of centres (K, d), which is run once.
    max_iter: cap on the moves of a run. random_state: a seed for the starts.

    Fitted: cluster_centers_ (K, d), labels_ (n,), inertia_ (the cost D), n_iter_ (moves of the best run).
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
        X = check_points(validate_data(self, X, dtype=float))
        self._check_parameters(X)
        best, done = min((self._run(X, start) for start in self._starts(X)), key=lambda run: run[0].cost)
        if not done:
            warnings.warn(
                f"k-means stopped at the cap of {self.max_iter} moves, while the cost still fell: raise max_iter.",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.cluster_centers_, self.labels_ = best.centers, best.labels
        self.inertia_, self.n_iter_ = best.cost, best.t
        return self

    def _run(self, X, start: dict) -> tuple[KMeansState, bool]:
        """The last state of a run, and whether it ended by itself."""
        last = np.inf
        for state in kmeans_steps(X, **start):
            if state.step == "assign" and state.t == self.max_iter:
                return state, state.cost >= last
            last = state.cost if state.step != "move" else last
        return state, True

    def _starts(self, X) -> Iterator[dict]:
        if not isinstance(self.init, str):
            yield dict(centers=self.init)
            return
        rng = np.random.default_rng(self.random_state)
        for _ in range(self.n_init):
            yield STARTS[self.init](X, self.n_clusters, rng)

    def _check_parameters(self, X) -> None:
        for name in ("n_clusters", "n_init", "max_iter"):
            value = getattr(self, name)
            if not isinstance(value, Integral) or value < 1:
                raise ValueError(f"{name} is {value!r}: take a whole number, 1 or more.")
        K, different = self.n_clusters, len(np.unique(X, axis=0))
        if different < K:
            samples = "1 sample has" if len(X) == 1 else f"these {len(X)} samples have"
            raise ValueError(f"n_clusters is {K}, but {samples} only {different} different points: take K smaller.")
        if isinstance(self.init, str):
            if self.init not in STARTS:
                raise ValueError(f"init is {self.init!r}: take one of {list(STARTS)}, or an array of centres.")
        elif len(check_centers(self.init, X.shape[1])) != K:
            raise ValueError(f"init has {len(self.init)} centres, but n_clusters is {K}: they must agree.")

    def predict(self, X) -> np.ndarray:
        """The index of the nearest centre for each row of X (m, d)."""
        check_is_fitted(self)
        return nearest(validate_data(self, X, reset=False, dtype=float), self.cluster_centers_)
