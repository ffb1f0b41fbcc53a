"""EM for a mixture of K Gaussians (EMX-04, EMX-05, EMX-07, EMX-09).

    p(x)   = sum_k pi_k N(x; mu_k, Sigma_k)                                                (18.1)
    LL     = sum_i log p(x_i)                                                              (18.2)
    r_ik   = pi_k N(x_i; mu_k, Sigma_k) / p(x_i)                      the E-step           (18.10)

All products of densities are sums of logarithms: a density of 0.0 in floating point never gets divided.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from scipy.special import entr

from mlcore.base import validation
from mlcore.base.scaling import deviations
from mlcore.base.steps import State
from mlcore.base.types import Array, ArrayLike

SINGULAR = 1e-13  # a pivot smaller than this share of its variance is rounding


def log_joint(X: Array, weights: Array, means: Array, covariances: Array) -> Array:
    """log(pi_k N(x_i; mu_k, Sigma_k)), (n, K), for X (n, d), weights (K,), means (K, d), covariances (K, d, d).

    Sigma = L L' gives log det Sigma = 2 sum log L_jj, and the squared distance is ||L^-1 (x - mu)||^2.
    Raises ValueError if a covariance is singular.
    """
    means = np.asarray(means)
    L = _cholesky(np.asarray(covariances))
    away = (X - means[:, None]).transpose(0, 2, 1)  # (K, d, n)
    with np.errstate(over="ignore"):  # infinitely far away the density is 0
        squares = (np.linalg.solve(L, away) ** 2).sum(axis=1)
    half_log_det = np.log(np.diagonal(L, axis1=1, axis2=2)).sum(axis=1)
    log_weights = np.log(np.maximum(weights, np.finfo(float).tiny))
    peaks = log_weights - half_log_det - 0.5 * X.shape[1] * np.log(2 * np.pi)
    return peaks - 0.5 * squares.T


def _cholesky(covariances: Array) -> Array:
    """The factors L (K, d, d) of the covariances."""
    factors = []
    for k, covariance in enumerate(covariances):
        try:
            factors.append(np.linalg.cholesky(covariance))
        except np.linalg.LinAlgError:
            factors.append(np.zeros_like(covariance))
        if not (np.diag(factors[k]) ** 2 > SINGULAR * np.abs(np.diag(covariance))).all():
            raise ValueError(
                f"Component {k} has collapsed: its covariance is singular, and the likelihood has no bound there. "
                "Raise reg_covar, the ridge on the variances; or take fewer components, or standardise the features."
            )
    return np.array(factors)


def e_step(joint: Array) -> tuple[Array, float]:
    """Responsibilities (n, K) from the table of log_joint (n, K), and the log-likelihood (18.10), (18.2)."""
    log_p = np.logaddexp.reduce(joint, axis=1)  # log of the sum of exponentials
    if not np.isfinite(log_p).all():
        raise ValueError(
            f"Point {np.argmin(log_p)} is too far from every component for floats: "
            "raise reg_covar, or start with larger covariances."
        )
    return np.exp(joint - log_p[:, None]), float(log_p.sum())


def m_step(
    X: Array, R: Array, means: Array, covariances: Array, reg_covar: float = 0.0,
) -> tuple[Array, Array, Array]:  # fmt: skip
    """The weights, means and covariances that maximise the bound for these responsibilities R (n, K).

    (18.11), (18.12), (18.14), and reg_covar is added to each variance. A component that no point
    belongs to keeps its mean and its covariance.
    """
    N = R.sum(axis=0)
    share = R / np.where(N > 0, N, 1)  # of component k's mass, on point i
    new_means = np.where(N[:, None] > 0, share.T @ X, means)
    away = deviations(X, new_means)  # (K, n, d)
    new = (share.T[:, :, None] * away).transpose(0, 2, 1) @ away
    new += reg_covar * np.eye(X.shape[1])
    new = np.where(N[:, None, None] > 0, new, covariances)
    return N / N.sum(), new_means, new


def elbo(joint: Array, R: Array) -> float:
    """The lower bound E_q[log p(x, z)] + H(q) of the log-likelihood for q = R (n, K) (18.6)."""
    return float((R * joint).sum() + entr(R).sum())


@dataclass(frozen=True)
class MixtureState(State):
    """A mixture after t steps: weights (K,), means (K, d), covariances (K, d, d), and what they say of the data.

    responsibilities (n, K) and log_likelihood, a sum over the points in nats, belong to these parameters.
    """

    weights: Array
    means: Array
    covariances: Array
    responsibilities: Array
    log_likelihood: float


def em_steps(
    X: ArrayLike, *, start: tuple[ArrayLike, ArrayLike, ArrayLike],
    reg_covar: float = 1e-6, tol: float = 1e-3,
) -> Iterator[MixtureState]:  # fmt: skip
    """Yield the start, and a state after each step (an E-step, then an M-step), until a step changes little.

    X (n, d); start: weights (K,), means (K, d), covariances (K, d, d). It ends once the log-likelihood changes by
    less than tol per point; with tol = 0 never. Without a ridge (reg_covar = 0) it never falls; with one it
    may, by no more than the ridge's penalty (18.18).
    Raises ValueError for NaN, a start that does not fit, a component that collapses.
    """
    X, before = validation.points(X), -np.inf
    weights, means, covariances = _check_start(X, *start)
    for t in count():
        R, now = e_step(log_joint(X, weights, means, covariances))  # (18.10), (18.2)
        done = abs(now - before) < tol * len(X)
        yield MixtureState(weights, means, covariances, R, now, t=t, converged=done)
        if done:
            return
        before = now
        # (18.11), (18.12), (18.14)
        weights, means, covariances = m_step(X, R, means, covariances, reg_covar)


def _check_start(X: Array, weights, means, covariances) -> tuple[Array, Array, Array]:
    d, means = X.shape[1], validation.centers(means, X)
    weights, covariances, K = np.array(weights, float), np.array(covariances, float), len(means)
    if weights.shape != (K,) or not (weights >= 0).all() or not np.isclose(weights.sum(), 1):
        raise ValueError(f"The start weights must be {K} numbers, one per mean, 0 or more, with the sum 1.")
    if covariances.shape != (K, d, d) or not np.isfinite(covariances).all():
        raise ValueError(f"The start covariances must be finite, of shape {(K, d, d)}: a d x d matrix per mean.")
    return weights, means, covariances
