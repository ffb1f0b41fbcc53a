"""Where floats would see a spread that the numbers do not have; columns in units of their spread; round steps."""

import warnings

import numpy as np

from mlcore.base.types import Array

ROUNDING = 1e-14  # a deviation of this share of the mean is what is left of its last digits
BLUR = 0.01  # a ridge of more than this share of a variance changes what is found


def deviations(X: Array, mean: Array) -> Array:
    """X (..., n, d) minus mean (..., d), and 0 where the two differ by rounding only.

    The mean of ten times 0.3 is not 0.3 in floats: what is left is 5e-17, and no feature.
    """
    away = X - mean[..., None, :]
    away[np.abs(away) <= ROUNDING * np.abs(mean[..., None, :])] = 0.0
    return away


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


def warn_of_the_ridge(reg_covar: float, variances: Array, blurred: str) -> None:
    """Warn where reg_covar, which is added to each variance (..., d), is large beside one of them that is not 0.

    blurred: what can then no longer be told apart, in words. To be called by a `fit`.
    """
    shares = np.divide(reg_covar, variances, out=np.zeros_like(variances), where=variances > 0)
    if shares.max() > BLUR:
        at = np.unravel_index(shares.argmax(), shares.shape)
        warnings.warn(
            f"The ridge reg_covar = {reg_covar:g} is large beside the variance of feature {at[-1]}, "
            f"{variances[at]:.2g}, and blurs the {blurred}: take {variances[at] * 1e-6:.0e}, or standardise the data.",
            stacklevel=3,
        )


def nice(step: float) -> float:
    """The largest of 1, 2 and 5 times a power of ten that is not above step."""
    power = 10.0 ** np.floor(np.log10(step))
    return float(power * max(k for k in (1, 2, 5) if k * power <= step * (1 + 1e-9)))
