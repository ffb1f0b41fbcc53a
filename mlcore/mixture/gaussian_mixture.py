"""The Gaussian mixture as a scikit-learn estimator."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, DensityMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.scaling import centred, warn_of_the_ridge
from mlcore.base.steps import last
from mlcore.base.types import Array
from mlcore.cluster import KMeans, random_points
from mlcore.mixture.em import e_step, em_steps, log_joint, m_step

STARTS = ("kmeans", "random_from_data")


class GaussianMixture(DensityMixin, BaseEstimator):
    """A mixture of K Gaussians with full covariances by EM, the likeliest of `n_init` runs (EMX-09, EMX-10).

    n_components: K. reg_covar: the ridge added to every variance at every M-step; 0 is pure maximum likelihood,
    which is unbounded. tol: a run ends when the mean log-likelihood changes by less. max_iter: cap on its steps.
    init_params: "kmeans" starts from the clusters of k-means, "random_from_data" from K rows as means, with the
    covariance of all data. means_init (K, d), weights_init (K,), covariances_init (K, d, d): the start itself, run
    once; without the latter two, equal weights and the covariance of all data. random_state: a seed.

    Fitted: weights_, means_, covariances_, lower_bound_ (mean log-likelihood at these), n_iter_, converged_.
    Raises ValueError for K larger than the number of different points, NaN, or a component that collapses. Warns
    if the best run ended at the cap, and of a ridge that is large beside the data.
    """

    def __init__(
        self, n_components: int = 1, tol: float = 1e-3, reg_covar: float = 1e-6, max_iter: int = 100, n_init: int = 1,
        init_params: str = "kmeans", weights_init: Any = None, means_init: Any = None, covariances_init: Any = None,
        random_state: Any = None,
    ):  # fmt: skip
        self.n_components = n_components
        self.tol = tol
        self.reg_covar = reg_covar
        self.max_iter = max_iter
        self.n_init = n_init
        self.init_params = init_params
        self.weights_init = weights_init
        self.means_init = means_init
        self.covariances_init = covariances_init
        self.random_state = random_state

    def fit(self, X, y=None) -> "GaussianMixture":
        """Fit to X (n, d); y is ignored."""
        X = validation.points(validate_data(self, X, dtype=float))
        self._check_parameters(X)
        warn_of_the_ridge(self.reg_covar, (centred(X)[0] ** 2).mean(axis=0), "clusters")
        settings = dict(reg_covar=self.reg_covar, tol=self.tol)
        runs = (last(em_steps(X, start=start, **settings), self.max_iter) for start in self._starts(X))
        best = max(runs, key=lambda state: state.log_likelihood)
        if not best.converged:
            warnings.warn(
                f"EM stopped at the cap of {self.max_iter} steps, while the log-likelihood still changed: "
                "raise max_iter or tol.",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.weights_ = best.weights
        self.means_ = best.means
        self.covariances_ = best.covariances
        self.lower_bound_, self.n_iter_ = best.log_likelihood / len(X), best.t
        self.converged_ = best.converged
        return self

    def fit_predict(self, X, y=None) -> Array:
        """Fit to X (n, d), and the component (n,) of the largest responsibility for each of its rows; y is ignored."""
        return self.fit(X).predict(X)

    def _starts(self, X: Array) -> Iterator[tuple]:
        K, d = self.n_components, X.shape[1]
        away, _ = centred(X)
        covariances = np.tile(away.T @ away / len(X) + self.reg_covar * np.eye(d), (K, 1, 1))
        weights = np.full(K, 1 / K)
        if self.means_init is not None:
            weights = weights if self.weights_init is None else self.weights_init
            yield weights, self.means_init, covariances if self.covariances_init is None else self.covariances_init
            return
        rng = validation.generator(self.random_state)
        for _ in range(self.n_init):
            means = random_points(X, K, rng)
            if self.init_params == "kmeans":
                labels = KMeans(K, init=means).fit(X).labels_
                yield m_step(X, np.eye(K)[labels], means, covariances, self.reg_covar)
            else:
                yield weights, means, covariances

    def _check_parameters(self, X) -> None:
        for name in ("n_components", "n_init", "max_iter"):
            validation.whole(getattr(self, name), name)
        for name in ("reg_covar", "tol"):
            validation.not_negative(getattr(self, name), name)
        validation.one_of(self.init_params, "init_params", STARTS, ", or give means_init")
        validation.different_points(X, self.n_components, "n_components")
        K = self.n_components
        if self.means_init is not None and len(means := validation.centers(self.means_init, X)) != K:
            raise ValueError(f"means_init has {len(means)} rows, but n_components is {K}: they must agree.")
        if self.means_init is None and (self.weights_init is not None or self.covariances_init is not None):
            raise ValueError("weights_init or covariances_init without means_init: give the means of the start too.")

    def _joint(self, X) -> Array:
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return log_joint(X, self.weights_, self.means_, self.covariances_)

    def predict_proba(self, X) -> Array:
        """The responsibilities (m, K) for the rows of X (m, d)."""
        return e_step(self._joint(X))[0]

    def predict(self, X) -> Array:
        """The component of the largest responsibility for each row of X (m, d)."""
        return self._joint(X).argmax(axis=1)

    def score_samples(self, X) -> Array:
        """log p(x) (m,), in nats."""
        return np.logaddexp.reduce(self._joint(X), axis=1)

    def score(self, X, y=None) -> float:
        """The mean log-likelihood of X (m, d); y is ignored."""
        return float(self.score_samples(X).mean())

    def bic(self, X) -> float:
        """-2 LL + (number of free parameters) ln n: lower is better (18.16)."""
        K, d = self.means_.shape
        parameters = (K - 1) + K * d + K * d * (d + 1) / 2
        return float(-2 * self.score(X) * len(X) + parameters * np.log(len(X)))
