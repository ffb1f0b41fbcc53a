"""Where floats would see a spread that the numbers do not have; columns in units of their spread; round steps."""

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


def standardised(X: Array) -> tuple[Array, Array, Array]:
    """X (n, d) with mean 0 and spread 1 in each column; and the means and spreads (d,) that undo it.

    A constant column becomes 0, and its spread counts as 1.
    """
    away, mean = centred(X)
    spread = np.sqrt((away**2).mean(axis=0))
    unit = np.where(spread > 0, spread, 1.0)
    return away / unit, mean, unit


def nice(step: float) -> float:
    """The largest of 1, 2 and 5 times a power of ten that is not above step."""
    power = 10.0 ** np.floor(np.log10(step))
    return float(power * max(k for k in (1, 2, 5) if k * power <= step * (1 + 1e-9)))
