"""Generative classifiers: a model of each class, and Bayes' rule (lecture 08)."""

from typing import Self

import numpy as np
from scipy.linalg import solve_triangular
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore import validation
from mlcore.labels import encode_classes
from mlcore.types import Array


def gaussian_log_density(X: Array, mean: Array, covariance: Array) -> Array:
    """ln N(x; mean, covariance) for each row of X (n, d): (n,), by a Cholesky factor (GEN-02).

    Raises ValueError for a covariance that is not positive definite.
    """
    try:
        L = np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError:
        raise ValueError(
            "A covariance is singular: a class has too few points, or a feature that the others add up to. Raise "
            "reg_covar, share the covariance, or drop the feature."
        ) from None
    away = solve_triangular(L, (X - mean).T, lower=True)
    log_det = 2 * np.log(np.diag(L)).sum()
    return -0.5 * ((away**2).sum(axis=0) + log_det + len(mean) * np.log(2 * np.pi))


class _Generative(ClassifierMixin, BaseEstimator):
    """What all three share: the classes, their shares, and Bayes' rule."""

    def _classes(self, X, y) -> tuple[Array, Array]:
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, labels = encode_classes(y)
        self.class_count_ = np.bincount(labels)
        self.class_prior_ = self.class_count_ / len(labels)
        return validation.points(X), labels

    def _log_densities(self, X: Array) -> Array:
        """ln p(x | class) (n, K)."""
        raise NotImplementedError

    def _log_joint(self, X) -> Array:
        """ln p(x, class) (n, K)."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return self._log_densities(X) + np.log(self.class_prior_)

    def predict_proba(self, X) -> Array:
        """P(class | x) (n, K) by Bayes' rule."""
        joint = self._log_joint(X)
        return np.exp(joint - logsumexp(joint, axis=1, keepdims=True))

    def predict(self, X) -> Array:
        """The likeliest class (n,); of equally likely ones the first."""
        likely = self._log_joint(X).argmax(axis=1)
        return self.classes_[likely]


class GaussianDiscriminant(_Generative):
    """A normal density per class (GEN-04 to GEN-08).

    shared_covariance: one covariance for all classes, so that the boundary is a line; otherwise one each, and it is a
    conic. reg_covar: added to each variance, 0 or more, in the units of the features squared; it lets a covariance
    exist where points are few.

    Fitted: classes_, class_prior_ (K,), means_ (K, d), covariances_ (K, d, d) (all the same if shared): maximum
    likelihood, divided by n. Raises ValueError for one class, NaN, and a singular covariance if reg_covar is 0.
    """

    def __init__(self, shared_covariance: bool = True, reg_covar: float = 1e-6):
        self.shared_covariance = shared_covariance
        self.reg_covar = reg_covar

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and labels y (n,)."""
        X, labels = self._classes(X, y)
        ridge = validation.not_negative(self.reg_covar, "reg_covar", "0 adds nothing") * np.eye(X.shape[1])
        groups = [X[labels == k] for k in range(len(self.classes_))]
        self.means_ = np.array([group.mean(axis=0) for group in groups])
        each = np.array([np.cov(group.T, bias=True).reshape(len(ridge), -1) for group in groups])
        pooled = np.tensordot(self.class_prior_, each, axes=1)
        self.covariances_ = (np.array([pooled] * len(groups)) if self.shared_covariance else each) + ridge
        self._log_densities(X[:1])  # a singular covariance says so now
        return self

    def _log_densities(self, X: Array) -> Array:
        pairs = zip(self.means_, self.covariances_, strict=True)
        return np.column_stack([gaussian_log_density(X, mean, S) for mean, S in pairs])


class BernoulliNB(_Generative):
    """Naive Bayes for features that are there or not (GEN-14).

    A feature counts as there if it is above 0. alpha: the pseudo-count of Laplace's smoothing, 0 or more.

    Fitted: classes_, class_prior_, feature_prob_ (K, d): the chance that a feature is there. Raises ValueError for one
    class, NaN and alpha < 0. With alpha = 0 a feature never seen in a class makes it impossible; if all classes are,
    `predict_proba` raises ValueError.
    """

    def __init__(self, alpha: float = 1.0):
        self.alpha = alpha

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and labels y (n,)."""
        X, labels = self._classes(X, y)
        alpha = validation.not_negative(self.alpha, "alpha", "0 does not smooth")
        there = np.array([(X[labels == k] > 0).sum(axis=0) for k in range(len(self.classes_))])
        self.feature_prob_ = (there + alpha) / (self.class_count_[:, None] + 2 * alpha)
        return self

    def _log_densities(self, X: Array) -> Array:
        there = (X > 0).astype(float)
        return possible(_weighted(there, self.feature_prob_) + _weighted(1 - there, 1 - self.feature_prob_))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # it sees signs only
        return tags


class MultinomialNB(_Generative):
    """Naive Bayes for counts, as of words (GEN-16).

    alpha: the pseudo-count of Laplace's smoothing, 0 or more. Fitted: classes_, class_prior_, feature_prob_ (K, d): the
    chance that a word of a class is this one. Raises ValueError for one class, NaN, counts below 0 and alpha < 0; with
    alpha = 0 as `BernoulliNB`.
    """

    def __init__(self, alpha: float = 1.0):
        self.alpha = alpha

    def fit(self, X, y) -> Self:
        """Fit to counts X (n, d), 0 or more, and labels y (n,)."""
        X, labels = self._classes(X, y)
        alpha = validation.not_negative(self.alpha, "alpha", "0 does not smooth")
        _no_negative_counts(X)
        counts = np.array([X[labels == k].sum(axis=0) for k in range(len(self.classes_))]) + alpha
        total = counts.sum(axis=1, keepdims=True)
        if not total.all():
            raise ValueError("A class has no counts at all: without smoothing its words have no chances. Raise alpha.")
        self.feature_prob_ = counts / total
        return self

    def _log_densities(self, X: Array) -> Array:
        _no_negative_counts(X)
        return possible(_weighted(X, self.feature_prob_))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags


def _weighted(counts: Array, chances: Array) -> Array:
    """Σ_j counts_ij ln chances_kj (n, K), where 0 times ln 0 is 0."""
    with np.errstate(divide="ignore"):
        logs = np.log(chances)
    never = counts @ (chances == 0).T > 0
    return np.where(never, -np.inf, counts @ np.where(chances > 0, logs, 0.0).T)


def possible(logs: Array) -> Array:
    """The log-densities (n, K), if each row is possible in some class. ValueError for 0/0, as alpha = 0 may give."""
    if np.isneginf(logs).all(axis=1).any():
        raise ValueError(
            "A point is impossible in every class, as each has never seen one of its features: 0/0. Take alpha > 0."
        )
    return logs


def _no_negative_counts(X: Array) -> None:
    if (X < 0).any():
        raise ValueError("Negative values in data passed to MultinomialNB: counts are 0 or more.")
