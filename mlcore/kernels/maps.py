"""Feature maps written out, for the kernels whose space is small enough to visit (KER-03, KER-04, KER-05)."""

import numpy as np

from mlcore.base.types import Array, ArrayLike


def all_products(X: ArrayLike) -> Array:
    """X (n, d) -> (n, d^2), all x_j x_k in the order of j, then k: the map of (x'z)^2  (13.4)."""
    X = np.asarray(X, float)
    return (X[:, :, None] * X[:, None]).reshape(len(X), -1)


def quadratic_map(X: ArrayLike) -> Array:
    """X (n, d) -> (n, (d+1)(d+2)/2): 1, sqrt2 x_j, x_j^2, sqrt2 x_j x_k for j < k; the map of (1 + x'z)^2  (13.5)."""
    X = np.asarray(X, float)
    j, k = np.triu_indices(X.shape[1], 1)
    root = np.sqrt(2)
    return np.hstack([np.ones((len(X), 1)), root * X, X**2, root * X[:, j] * X[:, k]])


def all_monomials(X: ArrayLike) -> Array:
    """X (n, d) -> (n, 2^d), the product over every subset of the features, from 1 to x_1 x_2 ... x_d  (13.14).

    Each feature doubles the list: once without it, once with it. Raises ValueError for d > 20.
    """
    X = np.asarray(X, float)
    if X.shape[1] > 20:
        raise ValueError(
            f"{X.shape[1]} features have 2^{X.shape[1]} monomials: use the kernel `Monomials`, or 20 at most."
        )
    Phi = np.ones((len(X), 1))
    for x in X.T:
        Phi = np.hstack([Phi, Phi * x[:, None]])
    return Phi
