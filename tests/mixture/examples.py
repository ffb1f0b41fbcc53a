"""What several tests of `mlcore.mixture` use."""

import numpy as np

from mlcore.cluster import random_points
from mlcore.datasets import clouds, iris, two_gaussians

CLOUDS, IRIS, LINE = clouds().X, iris().X, two_gaussians().X


HEADS = np.array([5, 9, 8, 4, 7])


UNIT = np.ones((2, 1, 1))


def start(X, K: int, rng) -> tuple:
    """Equal weights, K rows as means, the covariance of all data with a little more."""
    d = X.shape[1]
    covariance = np.cov(X.T, ddof=0).reshape(d, d) + 1e-3 * np.eye(d)
    return np.full(K, 1 / K), random_points(X, K, rng), np.tile(covariance, (K, 1, 1))
