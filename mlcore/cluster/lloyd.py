"""Lloyd's algorithm by half-steps (KMN-01 to KMN-04).

    D(mu)    = sum_i min_k ||x_i - mu_k||^2            the cost of K centres                   (17.1)
    g(mu, r) = sum_i ||x_i - mu_{r_i}||^2              the same with given assignments r       (17.2)

The assign step minimises g over r, the move step over mu, so neither raises it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from scipy.spatial.distance import cdist

LARGEST = 1e150  # the square of anything larger leaves the range of floats


def nearest(X, centers) -> np.ndarray:
    """The assign step: the index of the nearest centre (K, d) for each row of X (n, d); if equal, the first (17.3)."""
    return cdist(X, centers, "sqeuclidean").argmin(axis=1)


def cluster_means(X, labels, centers) -> np.ndarray:
    """The move step: the means (K, d) of the clusters; a cluster without points keeps its centre (17.6)."""
    R = labels[:, None] == np.arange(len(centers))  # r_ik: n x K of 0 and 1
    N = R.sum(axis=0)[:, None]
    return np.where(N > 0, R.T @ X / np.maximum(N, 1), centers)


def cost(X, centers, labels=None) -> float:
    """g(mu, r) for these labels (n,), or D(mu), the least over all labels, if there are none (17.1, 17.2)."""
    labels = nearest(X, centers) if labels is None else labels
    return float(((X - centers[labels]) ** 2).sum())


@dataclass(frozen=True)
class KMeansState:
    """Centres (K, d), labels (n,) and their cost g after one half-step; t counts the moves so far.

    step: "assign", "move", or "reseed": cluster `reseeded` had no point, and got the one that paid most.
    """

    step: str
    t: int
    centers: np.ndarray
    labels: np.ndarray
    cost: float
    reseeded: int | None = None

    @classmethod
    def at(cls, step: str, t: int, X, centers, labels, reseeded: int | None = None) -> "KMeansState":
        """The state with copies of these arrays, and its cost."""
        return cls(step, t, centers.copy(), labels.copy(), cost(X, centers, labels), reseeded)

    @property
    def sizes(self) -> np.ndarray:
        """The number of points in each cluster (K,)."""
        return np.bincount(self.labels, minlength=len(self.centers))


def kmeans_steps(X, centers=None, *, labels=None) -> Iterator[KMeansState]:
    """Yield a state after each half-step of Lloyd's algorithm, until an assign step gains nothing any more.

    X (n, d). It starts from centers (K, d) with an assign step, or from labels (n,) in 0..K-1 with a
    move. A cluster that an assign step left empty is re-seeded before the next move. Raises ValueError for
    NaN, or a start that does not fit X.
    """
    X, centers, labels = _check_start(X, centers, labels)
    if labels is not None:
        centers = cluster_means(X, labels, centers)
        yield KMeansState.at("move", 0, X, centers, labels)
    last = np.inf
    for t in count():
        labels = nearest(X, centers)
        state = KMeansState.at("assign", t, X, centers, labels)
        yield state
        if state.cost >= last:  # D(mu) has stopped falling
            return
        for state in _reseed_steps(X, centers, labels, t):
            yield state
        last = state.cost
        centers = cluster_means(X, labels, centers)
        yield KMeansState.at("move", t + 1, X, centers, labels)


def _reseed_steps(X, centers, labels, t: int) -> Iterator[KMeansState]:
    """Give each empty cluster the point that pays most, as its centre and its member: changes centers and labels.

    That point then pays 0, so the cost falls. Its doubles are passed over: a second centre at the same place would
    be empty again. If no point pays anything there is nothing to gain, and the cluster stays empty.
    """
    pays = ((X - centers[labels]) ** 2).sum(axis=1)
    while pays.max() > 0 and not (sizes := np.bincount(labels, minlength=len(centers))).all():
        k, i = int(sizes.argmin()), pays.argmax()
        centers[k], labels[i] = X[i], k
        pays[(X[i] == X).all(axis=1)] = 0
        yield KMeansState.at("reseed", t, X, centers, labels, reseeded=k)


def _check_start(X, centers, labels):
    X = check_points(X)
    if (centers is None) == (labels is None):
        raise ValueError("Give a start: either centers (K, d) or labels (n,), not both.")
    if labels is None:
        return X, check_centers(centers, X.shape[1]), None
    labels = np.asarray(labels)
    if labels.shape != X.shape[:1] or labels.dtype.kind not in "iu" or labels.min() < 0:
        raise ValueError(f"The start labels must be {len(X)} whole numbers 0, 1, ..., one per point.")
    return X, np.zeros((labels.max() + 1, X.shape[1])) + X.mean(axis=0), labels


def check_points(X) -> np.ndarray:
    X = np.asarray(X, float)
    if X.ndim != 2 or not X.size or not np.isfinite(X).all():
        raise ValueError("X must be a table (n, d) of finite numbers, n and d at least 1, no NaN.")
    if np.abs(X).max() > LARGEST:
        raise ValueError(f"X holds values beyond {LARGEST:g}, whose squares overflow: take other units.")
    return X


def check_centers(centers, d: int) -> np.ndarray:
    centers = np.array(centers, float)
    if centers.ndim != 2 or not len(centers) or centers.shape[1] != d:
        raise ValueError(f"The start centres have shape {centers.shape}: it must be (K, {d}), one row per centre.")
    if not (np.abs(centers) <= LARGEST).all():
        raise ValueError("The start centres hold NaN or values that are too large.")
    return centers
