"""The kernels of the course, k(x, z) for all pairs at once (KER-04 to KER-10).

A kernel is a small frozen dataclass; calling it on X (n, d) and Z (m, d) gives the (n, m) matrix of
all pairs. A bandwidth sigma is a length in units of x: RBF is exp(-r^2 / (2 sigma^2)), the other two
are exp(-r / sigma). Other books scale otherwise, see `mlcore.notation`.
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
class Monomials:
    """k(x, z) = prod_k (1 + x_k z_k), the inner product of all 2^d products of different features (KER-05)."""

    def __call__(self, X, Z) -> np.ndarray:
        return (1 + X[:, None] * Z).prod(axis=2)


@dataclass(frozen=True)
class RBF:
    """k(x, z) = exp(-||x - z||^2 / (2 sigma^2))  (KER-06). Raises ValueError for sigma <= 0."""

    sigma: float = 1.0

    def __post_init__(self):
        _check_bandwidth(self.sigma)

    def __call__(self, X, Z) -> np.ndarray:
        return np.exp(cdist(X, Z, "sqeuclidean") / (-2 * self.sigma**2))


@dataclass(frozen=True)
class Exponential:
    """k(x, z) = exp(-||x - z|| / sigma), with a cusp at x = z  (KER-08). Raises ValueError for sigma <= 0."""

    sigma: float = 1.0

    def __post_init__(self):
        _check_bandwidth(self.sigma)

    def __call__(self, X, Z) -> np.ndarray:
        return np.exp(cdist(X, Z, "euclidean") / -self.sigma)


@dataclass(frozen=True)
class Laplacian:
    """k(x, z) = exp(-||x - z||_1 / sigma), a product over the features  (KER-09). Raises ValueError for sigma <= 0."""

    sigma: float = 1.0

    def __post_init__(self):
        _check_bandwidth(self.sigma)

    def __call__(self, X, Z) -> np.ndarray:
        return np.exp(cdist(X, Z, "cityblock") / -self.sigma)


@dataclass(frozen=True)
class Sigmoid:
    """k(x, z) = tanh(a x'z + coef0): used like a kernel, but in general none, see `is_psd`  (KER-10, E000-9)."""

    a: float = 1.0
    coef0: float = 0.0

    def __call__(self, X, Z) -> np.ndarray:
        return np.tanh(self.a * (X @ Z.T) + self.coef0)


def _check_bandwidth(sigma: float) -> None:
    if not sigma > 0:
        raise ValueError(f"sigma is {sigma}: the bandwidth is a length, take it larger than 0.")
