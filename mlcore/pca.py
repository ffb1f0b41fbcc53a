"""Principal component analysis: the directions in which a table varies most (lecture 16)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.scaling import centred
from mlcore.base.steps import State
from mlcore.base.types import Array, ArrayLike

ALIKE = 1e-6  # entries of a direction that differ by this share of the largest are as large as each other


def covariance(X: ArrayLike) -> Array:
    """The empirical covariance (d, d) of X (n, d), divided by n (PCA-02, 16.2)."""
    away, _ = centred(validation.points(X))
    return away.T @ away / len(away)


def principal_axes(X: ArrayLike, k: int | None = None) -> tuple[Array, Array]:
    """The first k directions U (d, k), as columns, and all variances λ (min(n, d),), the largest first (PCA-03).

    By the singular values of the centred X (16.9): the covariance, in which small ones drown, is never formed.
    Signs: the entry of a direction that is largest in size, of several the first, is positive. Raises ValueError for
    k > min(n, d).
    """
    away, _ = centred(validation.points(X))
    most = min(away.shape)
    what = "the smaller of n and d"
    k = most if k is None else validation.whole(k, "k", least=0, most=most, what=what)
    _, sizes, Vt = np.linalg.svd(away, full_matrices=False)
    return with_sign(Vt[:k].T), sizes**2 / len(away)  # (16.9)


def with_sign(U: Array) -> Array:
    """The same directions (d, k), each turned so that its entry of the largest size is positive, of several the first.

    Sizes that differ by rounding count as equal: two standardised columns always share a direction half and half.
    """
    sizes = np.abs(U)
    first = (sizes >= (1 - ALIKE) * sizes.max(axis=0)).argmax(axis=0)
    return U * np.where(U[first, range(U.shape[1])] < 0, -1.0, 1.0)


def rebuilt(X: ArrayLike, k: int) -> Array:
    """Each row of X (n, d) from its first k scores: mean + U U'(x − mean), (n, d) (PCA-04, 16.7)."""
    away, mean = centred(validation.points(X))
    U, _ = principal_axes(X, k)
    return mean + away @ U @ U.T  # (16.7)


@dataclass(frozen=True)
class PowerState(State):
    """A direction u (d,) of length 1 after t steps, and the variance along it."""

    u: Array
    variance: float


def power_steps(S: Array, *, u: ArrayLike, tol: float = 1e-12) -> Iterator[PowerState]:
    """Multiply by the covariance S (d, d) and go back to length 1, again and again (Further B).

    u (d,): the start, not 0. It ends when a step changes no entry by more than tol; where the two largest variances
    are close it takes long. Raises ValueError for a start of length 0, an S that is not square, a negative tol.
    """
    S, tol = validation.square(S, "S"), validation.not_negative(tol, "tol")
    u = direction(u, len(S))
    for t in count():
        ahead = direction(S @ u, len(S)) if (S @ u).any() else u  # (16.10)
        still = bool(np.abs(ahead - u).max() <= tol)
        yield PowerState(u, float(u @ S @ u), t=t, converged=still)
        if still:
            return
        u = ahead


def direction(u: ArrayLike, d: int) -> Array:
    """u (d,) at length 1. Raises ValueError where it has none."""
    u = validation.vector(u, d, "The direction u")
    length = float(np.linalg.norm(u))
    if length == 0:
        raise ValueError("The direction u is 0 everywhere: give it a length, any one will do.")
    return u / length


class PCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """The first n_components principal components (PCA-01 to PCA-04).

    n_components: k, from 1 to min(n, d); None: all of them. The table is centred, and not scaled: standardise it
    before, if its columns have different units.

    Fitted: mean_ (d,), components_ (k, d): the directions, as rows; eigenvalues_ (k,): the variances along them,
    divided by n; explained_variance_ (k,): the same divided by n − 1, as scikit-learn has it; explained_variance_ratio_
    (k,): shares of the total variance (0 if there is none). The columns of a transformed DataFrame (`set_output`) are
    called pca0, pca1, … Raises ValueError for NaN, one row, and a k out of range.
    """

    def __init__(self, n_components: int | None = None):
        self.n_components = n_components

    def fit(self, X, y=None) -> "PCA":
        """Fit to X (n, d); y is ignored."""
        X = validation.points(validate_data(self, X, dtype=float))
        n, d = X.shape
        if n < 2:
            raise ValueError("X has 1 sample: with one row there is no spread, so give two or more.")
        k = min(n, d) if self.n_components is None else self.n_components
        validation.whole(k, "n_components", most=min(n, d), what="the smaller of n and d")
        U, variances = principal_axes(X, k)
        self.mean_, self.components_, self.eigenvalues_ = X.mean(axis=0), U.T, variances[:k]
        self.explained_variance_ = variances[:k] * n / (n - 1)
        self.explained_variance_ratio_ = variances[:k] / (variances.sum() or 1.0)
        return self

    def transform(self, X) -> Array:
        """The scores (m, k) of the rows of X (m, d), (16.8)."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return (X - self.mean_) @ self.components_.T  # (16.8)

    def inverse_transform(self, Z) -> Array:
        """The points (m, d) that k scores (m, k) stand for, (16.7). Raises ValueError for other than k columns."""
        check_is_fitted(self)
        Z, k = validation.points(Z, "Z"), len(self.components_)
        if Z.shape[1] != k:
            raise ValueError(f"Z has {Z.shape[1]} columns, and there are {k} components: give a score for each.")
        return Z @ self.components_ + self.mean_

    @property
    def _n_features_out(self) -> int:
        """How many names `get_feature_names_out` gives: pca0, pca1, …"""
        return len(self.components_)
