"""Losses of a margin m = y f(x): how much a score f(x) costs when the label is y = -1 or +1.

Each takes an array of margins and returns an array of the same shape (SVM-16, CLS-06, CLS-14).
"""

import numpy as np

from mlcore.base.types import Array, ArrayLike


def zero_one(m: ArrayLike) -> Array:
    """1 for an error. A score of exactly 0 counts as one (E001-4)."""
    return (np.asarray(m) <= 0).astype(float)


def perceptron(m: ArrayLike) -> Array:
    """max(0, -m): no cost once the sign is right, so the margin has no say (E003-21)."""
    return np.maximum(0.0, -np.asarray(m))


def hinge(m: ArrayLike) -> Array:
    """max(0, 1 - m): no cost from functional margin 1 on (equation 11.10)."""
    return np.maximum(0.0, 1.0 - np.asarray(m))


def logistic(m: ArrayLike) -> Array:
    """ln(1 + exp(-m)), never exactly 0 unless exp(-m) is; written so that m = -1000 does not overflow."""
    m = np.asarray(m)
    return np.maximum(0.0, -m) + np.log1p(np.exp(-np.abs(m)))
