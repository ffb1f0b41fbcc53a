"""Where k-means starts: K centres (K, d) for points X (n, d), drawn with a generator (KMN-02, KMN-08)."""

from collections.abc import Callable

import numpy as np
from scipy.spatial.distance import cdist

from mlcore.base.types import Array
from mlcore.cluster.lloyd import cluster_means


def random_points(X: Array, K: int, rng: np.random.Generator) -> Array:
    """K different rows of X (n, d), as N4 starts (KMN-08); equal points may be drawn twice."""
    return X[rng.choice(len(X), K, replace=False)]


def random_assignments(X: Array, K: int, rng: np.random.Generator) -> Array:
    """The means of K random groups, as N0 starts, with sizes that differ by 1 at most (KMN-02)."""
    labels = rng.permutation(np.arange(len(X)) % K)
    return cluster_means(X, labels, np.tile(X.mean(axis=0), (K, 1)))


def plus_plus(X: Array, K: int, rng: np.random.Generator) -> Array:
    """k-means++: the next centre is a point drawn in proportion to its squared distance from those before."""
    centers = X[[rng.integers(len(X))]]
    for _ in range(K - 1):
        far = cdist(X, centers, "sqeuclidean").min(axis=1)
        chance = far / far.sum() if far.any() else None
        centers = np.vstack([centers, X[rng.choice(len(X), p=chance)]])
    return centers


STARTS: dict[str, Callable[[Array, int, np.random.Generator], Array]] = {
    "points": random_points,
    "assignments": random_assignments,
    "k-means++": plus_plus,
}
