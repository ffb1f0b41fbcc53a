"""A normal density per class: discriminants with lines and with conics for boundaries (GEN-02 to GEN-08)."""

from typing import Any, Self

import numpy as np
from scipy.linalg import solve_triangular

from mlcore.base import validation
from mlcore.base.scaling import centred, warn_of_the_ridge
from mlcore.base.types import Array
from mlcore.generative.bayes import _Generative, has_impossible_point

ROUNDING = 1e-13  # a feature with a smaller share of its variance left, given the others, is their sum
SINGULAR = (
    "A covariance is singular: a class has too few points, or a feature that the others add up to, or that never "
    "changes. Raise reg_covar, share the covariance, or drop the feature."
)


def gaussian_log_density(X: Array, mean: Array, covariance: Array) -> Array:
    """ln N(x; mean, covariance) for each row of X (n, d): (n,), by a Cholesky factor (GEN-02).

    Raises ValueError for a covariance that is not positive definite.
    """
    L = _cholesky(covariance)
    away = _inverse(L) @ (X - mean).T  # its squares sum to r², (08.1)
    log_det = 2 * np.log(np.diag(L)).sum()
    return -0.5 * ((away**2).sum(axis=0) + log_det + len(mean) * np.log(2 * np.pi))


def shared_log_density(X: Array, means: Array, covariance: Array) -> Array:
    """ln N(x; mean, covariance) for each row of X (n, d) and each of the means (K, d): (n, K).

    One Cholesky factor serves all: r² is |z − c|² = |z|² − 2 z'c + |c|² for z = L⁻¹x and c = L⁻¹ mean, both seen from
    the middle of the means, so that no digits are lost far from 0. Raises ValueError as `gaussian_log_density` does.
    """
    L, middle = _cholesky(covariance), means.mean(axis=0)
    z, c = (_inverse(L) @ (points - middle).T for points in (X, means))
    squares = (z**2).sum(axis=0) - 2 * c.T @ z + (c**2).sum(axis=0)[:, None]
    log_det = 2 * np.log(np.diag(L)).sum()
    return -0.5 * (squares.T + log_det + len(L) * np.log(2 * np.pi))


def _cholesky(covariance: Array) -> Array:
    """L (d, d), lower triangular, with L L' the covariance; ValueError if it is singular, up to rounding."""
    try:
        L = np.linalg.cholesky(covariance)
        exists = (np.diag(L) ** 2 > ROUNDING * np.diag(covariance)).all()
    except np.linalg.LinAlgError:
        exists = False
    if not exists:
        raise ValueError(SINGULAR)
    return L


def _inverse(L: Array) -> Array:
    """L⁻¹ (d, d) of a lower triangular L: times many points it costs less than a solution for each of them."""
    return solve_triangular(L, np.eye(len(L)), lower=True)


def class_gaussians(X: Array, labels: Array) -> tuple[Array, Array, Array]:
    """Shares (K,), means (K, d) and covariances (K, d, d) of the classes 0, …, K−1 of X (n, d): (08.6)."""
    shares = np.bincount(labels) / len(X)
    groups = [centred(X[labels == k]) for k in range(len(shares))]  # each as (A, mean)
    means = np.array([mean for _, mean in groups])
    return shares, means, np.array([A.T @ A / len(A) for A, _ in groups])  # (08.6)


def class_variances(X: Array, labels: Array) -> tuple[Array, Array, Array]:
    """Shares (K,), means (K, d) and variances (K, d) of the classes: (08.6) without what is off the diagonals."""
    shares = np.bincount(labels) / len(X)
    groups = [centred(X[labels == k]) for k in range(len(shares))]
    means = np.array([mean for _, mean in groups])
    return shares, means, np.array([(away**2).mean(axis=0) for away, _ in groups])


def log_joint(X: Array, shares: Array, means: Array, covariances: Array) -> Array:
    """ln p(x, k) (n, K) of the points X (n, d): its largest column is the guess (08.4)."""
    classes = zip(means, covariances, strict=True)
    densities = [gaussian_log_density(X, mean, covariance) for mean, covariance in classes]
    return np.log(shares) + np.array(densities).T  # (08.4)


def naive_log_joint(X: Array, shares: Array, means: Array, variances: Array) -> Array:
    """ln p(x, k) (n, K) for features that are independent in a class, variances (K, d): a sum of d logarithms each."""
    with np.errstate(divide="ignore", over="ignore"):
        precisions = 1 / variances
    if not np.isfinite(precisions).all():
        raise ValueError(SINGULAR)
    squares = [(X - mean) ** 2 @ precision for mean, precision in zip(means, precisions, strict=True)]
    return np.log(shares) - 0.5 * (np.array(squares).T + np.log(2 * np.pi * variances).sum(axis=1))


def line_of(shares: Array, means: Array, covariance: Array) -> tuple[Array, float]:
    """w (d,) and b of the log-odds w'x + b of two classes with a common covariance (d, d): (08.8), GEN-07."""
    w = np.linalg.solve(covariance, means[1] - means[0])
    b = np.log(shares[1] / shares[0]) - (means[0] + means[1]) @ w / 2
    return w, float(b)


class GaussianDiscriminant(_Generative):
    """A normal density per class (GEN-04 to GEN-08).

    shared_covariance: one covariance for all classes, so that the boundary is a line; otherwise one each, and it is a
    conic. naive: features independent given the class, covariances without what is off the diagonal. reg_covar: added
    to each variance, 0 or more, in the units of the features squared; it lets a covariance exist where points are few.
    priors: the shares of the classes where they are not those of the examples.

    Fitted: classes_, class_prior_ (K,), means_ (K, d), covariances_ (K, d, d) (all the same if shared): maximum
    likelihood, divided by n, and reg_covar. Warns of a reg_covar that is large beside a variance. Raises ValueError for
    one class, NaN, priors that do not sum to 1, a class with a single example if it is to have a covariance of its own,
    and a singular covariance if reg_covar is 0.
    """

    def __init__(
        self, shared_covariance: bool = True, naive: bool = False, reg_covar: float = 1e-6, priors: Any = None
    ):
        self.shared_covariance = shared_covariance
        self.naive = naive
        self.reg_covar = reg_covar
        self.priors = priors

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and labels y (n,)."""
        X, labels = self._classes(X, y)
        self._check_parameters()
        measure = class_variances if self.naive else class_gaussians
        shares, self.means_, each = measure(X, labels)
        if self.shared_covariance:
            each = np.array([np.tensordot(shares, each, axes=1)] * len(shares))
        warn_of_the_ridge(self.reg_covar, each if self.naive else _diagonals(each), "classes")
        ridge = self.reg_covar * np.ones(X.shape[1])
        self.covariances_ = _diagonal_matrices(each + ridge) if self.naive else each + np.diag(ridge)
        self._log_densities(X[:1])  # a singular covariance says so now
        return self

    def _check_parameters(self) -> None:
        validation.not_negative(self.reg_covar, "reg_covar", "0 adds nothing")
        for name in ("shared_covariance", "naive"):
            if not isinstance(getattr(self, name), (bool, np.bool_)):
                raise ValueError(f"{name} is {validation.shown(getattr(self, name))}: take True or False.")
        if not self.shared_covariance and self.class_count_.min() < 2:
            alone = self.classes_[self.class_count_.argmin()]
            raise ValueError(
                f"Class {alone} has 1 sample, and one point has no spread: add examples, or share the covariance."
            )

    def _log_densities(self, X: Array) -> Array:
        ones = np.ones(len(self.means_))
        with np.errstate(over="ignore"):  # infinitely far away the density is 0
            if self.naive:
                logs = naive_log_joint(X, ones, self.means_, _diagonals(self.covariances_))
            elif self.shared_covariance:
                logs = shared_log_density(X, self.means_, self.covariances_[0])
            else:
                logs = log_joint(X, ones, self.means_, self.covariances_)
        if has_impossible_point(logs):
            raise ValueError("A point is too far from every class for floats: leave it out, or raise reg_covar.")
        return logs


def _diagonals(matrices: Array) -> Array:
    return np.diagonal(matrices, axis1=1, axis2=2)


def _diagonal_matrices(diagonals: Array) -> Array:
    d = diagonals.shape[1]
    matrices = np.zeros((len(diagonals), d, d))
    matrices[:, range(d), range(d)] = diagonals
    return matrices
