"""Kernels: functions k(x, z) that are inner products in some feature space (KER-02, KER-06).

A kernel is a small frozen dataclass; calling it on X (n, d) and Z (m, d) gives the (n, m)
matrix of all pairs. RBF uses the course's scaling, exp(-r^2 / (2 sigma^2)), sigma in units of x.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist


@dataclass(frozen=True)
class Linear:
    """k(x, z) = x'z  (KER-07)."""

    def __call__(self, X, Z) -> np.ndarray:
        return X @ Z.T


@dataclass(frozen=True)
class Polynomial:
    """k(x, z) = (coef0 + x'z)^degree  (KER-04). Raises ValueError for degree < 1 or coef0 < 0."""

    degree: int = 2
    coef0: float = 1.0

    def __post_init__(self):
        if self.degree < 1 or self.degree != int(self.degree):
            raise ValueError(f"degree is {self.degree}: take a whole number, 1 or more.")
        if not self.coef0 >= 0:
            raise ValueError(f"coef0 is {self.coef0}: take 0 or more, or the kernel is not one.")

    def __call__(self, X, Z) -> np.ndarray:
        return (self.coef0 + X @ Z.T) ** self.degree


@dataclass(frozen=True)
class RBF:
    """k(x, z) = exp(-||x - z||^2 / (2 sigma^2))  (KER-06). Raises ValueError for sigma <= 0."""

    sigma: float = 1.0

    def __post_init__(self):
        if not self.sigma > 0:
            raise ValueError(f"sigma is {self.sigma}: the bandwidth is a length, take it larger than 0.")

    def __call__(self, X, Z) -> np.ndarray:
        return np.exp(cdist(X, Z, "sqeuclidean") / (-2 * self.sigma**2))


def is_psd(K) -> bool:
    """True if the symmetric matrix K (n, n) is positive semidefinite up to rounding (KER-12).

    Cholesky succeeds exactly on positive definite matrices, and costs far less than eigenvalues:
    so K is lifted by a 1e-9 part of its mean diagonal, and tried.
    """
    lift = 1e-9 * max(np.abs(np.diagonal(K)).mean(), np.finfo(float).tiny)
    try:
        np.linalg.cholesky(K + lift * np.eye(len(K)))
    except np.linalg.LinAlgError:
        return False
    return True


def check_gram(K) -> np.ndarray:
    """Return K as a float array if it is a Gram matrix: square, finite, symmetric, PSD.

    Raises ValueError with what is wrong, for a non-PSD matrix with its smallest eigenvalue.
    """
    K = np.asarray(K, float)
    if K.ndim != 2 or K.shape[0] != K.shape[1]:
        raise ValueError(f"The kernel matrix has shape {K.shape}: it must be square, one row per point.")
    if not np.isfinite(K).all():
        raise ValueError("The kernel matrix holds NaN or infinite values: look at the data or the kernel.")
    if not np.allclose(K, K.T):
        raise ValueError("The kernel matrix is not symmetric: k(x, z) must equal k(z, x).")
    if not is_psd(K):
        raise ValueError(
            "The kernel matrix is not positive semidefinite (smallest eigenvalue "
            f"{np.linalg.eigvalsh(K)[0]:.3g}): this function is no kernel on these points."
        )
    return K
