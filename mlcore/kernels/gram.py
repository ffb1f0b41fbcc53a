"""Gram matrices: is this the matrix of all inner products of some points?  (KER-12)"""

from collections.abc import Callable

import numpy as np

from mlcore.base.types import Array, ArrayLike


def gram(kernel: Callable[[Array, Array], Array], X: ArrayLike) -> Array:
    """The matrix K (n, n) of k(x_i, x_j) over the rows of X (n, d).

    Raises ValueError as `check_gram` does, so a function that is no kernel on these points is refused.
    """
    X = np.asarray(X, float)
    return check_gram(kernel(X, X))


def centred_gram(K: Array) -> Array:
    """The Gram matrix (n, n) of the same points, seen from their mean."""
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()


def is_psd(K: Array) -> bool:
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


def check_gram(K: ArrayLike) -> Array:
    """Return K as a float array if it is a Gram matrix: square, finite, symmetric, PSD.

    Raises ValueError with what is wrong, for a non-PSD matrix with its smallest eigenvalue.
    """
    K = check_square(K)
    if not np.allclose(K, K.T):
        raise ValueError("The kernel matrix is not symmetric: k(x, z) must equal k(z, x).")
    if not is_psd(K):
        raise ValueError(
            "The kernel matrix is not positive semidefinite (smallest eigenvalue "
            f"{np.linalg.eigvalsh(K)[0]:.3g}): this function is no kernel on these points."
        )
    return K


def check_square(K: ArrayLike) -> Array:
    """Return K as a float array if it is square and finite. Raises ValueError with what is wrong."""
    K = np.asarray(K, float)
    if K.ndim != 2 or K.shape[0] != K.shape[1]:
        raise ValueError(f"The kernel matrix has shape {K.shape}: it must be square, one row per point.")
    if not np.isfinite(K).all():
        raise ValueError("The kernel matrix holds NaN or infinite values: look at the data or the kernel.")
    return K
