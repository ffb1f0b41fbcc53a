"""The kernels of the course, k(x, z) for all pairs at once (KER-04 to KER-10).

A kernel is a small frozen dataclass; calling it on X (n, d) and Z (m, d) gives the (n, m) matrix of
all pairs. A bandwidth sigma is a length in units of x: RBF is exp(-r^2 / (2 sigma^2)), the other two
are exp(-r / sigma). Other books scale otherwise, see `mlcore.notation`.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from mlcore.base import validation
from mlcore.base.types import Array


@dataclass(frozen=True)
class Linear:
    """k(x, z) = x'z  (KER-07)."""

    def __call__(self, X: Array, Z: Array) -> Array:
        return X @ Z.T


@dataclass(frozen=True)
class Polynomial:
    """k(x, z) = (coef0 + x'z)^degree  (KER-04). Raises ValueError for degree < 1 or coef0 < 0."""

    degree: int = 2
    coef0: float = 1.0

    def __post_init__(self):
        validation.whole(self.degree, "degree")
        validation.not_negative(self.coef0, "coef0", "below 0 it is no kernel")

    def __call__(self, X: Array, Z: Array) -> Array:
        return (float(self.coef0) + X @ Z.T) ** self.degree


@dataclass(frozen=True)
class Monomials:
    """k(x, z) = prod_k (1 + x_k z_k), the inner product of all 2^d products of different features (KER-05)."""

    def __call__(self, X: Array, Z: Array) -> Array:
        return (1 + X[:, None] * Z).prod(axis=2)


@dataclass(frozen=True)
class RBF:
    """k(x, z) = exp(-||x - z||^2 / (2 sigma^2))  (KER-06). Raises ValueError for sigma <= 0."""

    sigma: float = 1.0

    def __post_init__(self):
        validation.positive(self.sigma, "sigma", "the bandwidth is a length and")

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.exp(cdist(X, Z, "sqeuclidean") / (-2 * float(self.sigma) ** 2))  # (13.9)


@dataclass(frozen=True)
class Exponential:
    """k(x, z) = exp(-||x - z|| / sigma), with a cusp at x = z  (KER-08). Raises ValueError for sigma <= 0."""

    sigma: float = 1.0

    def __post_init__(self):
        validation.positive(self.sigma, "sigma", "the bandwidth is a length and")

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.exp(cdist(X, Z, "euclidean") / -float(self.sigma))


@dataclass(frozen=True)
class Laplacian:
    """k(x, z) = exp(-||x - z||_1 / sigma), a product over the features  (KER-09). Raises ValueError for sigma <= 0."""

    sigma: float = 1.0

    def __post_init__(self):
        validation.positive(self.sigma, "sigma", "the bandwidth is a length and")

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.exp(cdist(X, Z, "cityblock") / -float(self.sigma))


@dataclass(frozen=True)
class Sigmoid:
    """k(x, z) = tanh(a x'z + coef0): used like a kernel, but in general none, see `is_psd`  (KER-10, E000-9)."""

    a: float = 1.0
    coef0: float = 0.0

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.tanh(float(self.a) * (X @ Z.T) + float(self.coef0))


# Proven to be inner products, whatever the points and parameters are: none of their matrices has to be tried.
PROVEN = (Linear, Polynomial, Monomials, RBF, Exponential, Laplacian)
