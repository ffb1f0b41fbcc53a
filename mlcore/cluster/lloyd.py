"""Lloyd's algorithm by half-steps (KMN-01 to KMN-04).

    J(mu)    = sum_i min_k ||x_i - mu_k||^2            the cost of K centres                   (17.1)
    J(mu, z) = sum_i ||x_i - mu_{z_i}||^2              the same with given assignments z       (17.2)

The assign step minimises J over z, the move step over mu, so neither raises it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from scipy.spatial.distance import cdist

from mlcore.base import validation
from mlcore.base.steps import State
from mlcore.base.types import Array, ArrayLike


def nearest(X: Array, centers: Array) -> Array:
    """The assign step: the index of the nearest centre (K, d) for each row of X (n, d); if equal, the first (17.3)."""
    return cdist(X, centers, "sqeuclidean").argmin(axis=1)


def cluster_means(X: Array, labels: Array, centers: Array) -> Array:
    """The move step: the means (K, d) of the clusters; a cluster without points keeps its centre (17.6)."""
    R = np.eye(len(centers))[labels]  # r_ik: n x K of 0 and 1
    N = np.bincount(labels, minlength=len(centers))[:, None]
    return np.where(N > 0, R.T @ X / np.maximum(N, 1), centers)


def cost(X: Array, centers: Array, labels: Array | None = None) -> float:
    """J(mu, z) for these labels (n,), or J(mu), the least over all labels, if there are none (17.1, 17.2)."""
    labels = nearest(X, centers) if labels is None else labels
    return float(((X - centers.take(labels, axis=0)) ** 2).sum())


def fill_empty(X: Array, labels: Array, centers: Array) -> Array:
    """New labels (n,), in which each empty cluster has the point that pays most.

    The next move step puts the centre on that point, and its share of the cost is gone. Doubles of the point are
    passed over: a second centre at the same place would be empty again. Where no point pays anything there is nothing
    to gain, and the cluster stays empty.
    """
    sizes = np.bincount(labels, minlength=len(centers))
    if sizes.all():
        return labels
    labels, pays = labels.copy(), ((X - centers[labels]) ** 2).sum(axis=1)
    while pays.any() and not sizes.all():
        i = pays.argmax()
        labels[i] = sizes.argmin()
        pays[(X[i] == X).all(axis=1)] = 0
        sizes = np.bincount(labels, minlength=len(centers))
    return labels


@dataclass(frozen=True)
class KMeansState(State):
    """Centres (K, d), labels (n,) and their cost J after one half-step; t counts the moves so far.

    step: "assign" (the labels are new) or "move" (the centres are).
    """

    step: str
    centers: Array
    labels: Array
    cost: float

    @property
    def sizes(self) -> Array:
        """The number of points in each cluster (K,)."""
        return np.bincount(self.labels, minlength=len(self.centers))


def kmeans_steps(X: ArrayLike, *, centers: ArrayLike) -> Iterator[KMeansState]:
    """Yield a state after each half-step from centers (K, d) on, until an assign step of X (n, d) gains nothing.

    A cluster that an assign step has left empty gets a point with the next move. Raises ValueError for NaN, and for
    centres that do not fit X.
    """
    X = validation.points(X)
    centers, paid = validation.centers(centers, X), np.inf
    for t in count():
        labels = nearest(X, centers)  # assign, (17.3)
        due = cost(X, centers, labels)  # J(mu), (17.1)
        yield KMeansState("assign", centers, labels, due, t=t, converged=due >= paid)
        if due >= paid:
            return
        labels, paid = fill_empty(X, labels, centers), due
        centers = cluster_means(X, labels, centers)  # move, (17.6)
        due = cost(X, centers, labels)
        yield KMeansState("move", centers, labels, due, t=t + 1, more=True)
