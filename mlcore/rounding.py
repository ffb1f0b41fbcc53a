"""Where floats would see a spread that the numbers do not have."""

import numpy as np

from mlcore.types import Array

ROUNDING = 1e-14  # a deviation of this share of the mean is what is left of its last digits


def deviations(X: Array, mean: Array) -> Array:
    """X (..., n, d) minus mean (..., d), and 0 where the two differ by rounding only.

    The mean of ten times 0.3 is not 0.3 in floats: what is left is 5e-17, and no feature.
    """
    away = X - mean[..., None, :]
    return np.where(np.abs(away) > ROUNDING * np.abs(mean[..., None, :]), away, 0.0)


def centred(X: Array) -> tuple[Array, Array]:
    """X (n, d) minus its means, and the means (d,): a constant column becomes exactly 0."""
    mean = X.mean(axis=0)
    return deviations(X, mean), mean
