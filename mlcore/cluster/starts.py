"""Where k-means starts: K centres (K, d) or n labels, drawn with a generator (KMN-02, KMN-08)."""

from collections.abc import Callable

import numpy as np
from scipy.spatial.distance import cdist


def random_points(X, K: int, rng) -> np.ndarray:
    """K different rows of X (n, d), as N4 starts (KMN-08); equal points may be drawn twice."""
    return X[rng.choice(len(X), K, replace=False)]


def random_labels(X, K: int, rng) -> np.ndarray:
    """Each point in a random cluster, as N0 starts, with sizes that differ by 1 at most (KMN-02)."""
    return rng.permutation(np.arange(len(X)) % K)


def plus_plus(X, K: int, rng) -> np.ndarray:
    """k-means++: the next centre is a point drawn in proportion to its squared distance from those before."""
    centers = X[[rng.integers(len(X))]]
    for _ in range(K - 1):
        far = cdist(X, centers, "sqeuclidean").min(axis=1)
        chance = far / far.sum() if far.any() else None
        centers = np.vstack([centers, X[rng.choice(len(X), p=chance)]])
    return centers


STARTS: dict[str, Callable] = {
    "points": lambda X, K, rng: dict(centers=random_points(X, K, rng)),
    "assignments": lambda X, K, rng: dict(labels=random_labels(X, K, rng)),
    "k-means++": lambda X, K, rng: dict(centers=plus_plus(X, K, rng)),
}
