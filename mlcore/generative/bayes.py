"""What all generative classifiers share: the classes, their shares, and Bayes' rule (lecture 08)."""

from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.labels import encode_classes
from mlcore.base.types import Array


def shares(priors: Any, K: int) -> Array:
    """The shares (K,) of the classes, if they are above 0 and sum to 1. Raises ValueError."""
    priors = validation.share(validation.vector(priors, K, "priors"), "priors")
    if not priors.all() or not np.isclose(priors.sum(), 1, atol=1e-9):
        raise ValueError(
            f"The priors {priors.tolist()} sum to {priors.sum():g}: give one share per class, each above 0, sum 1."
        )
    return priors


def has_impossible_point(logs: Array) -> bool:
    """Whether a row of the log-densities (n, K) is −inf in each class; asked row by row only where one is −inf."""
    impossible = np.isneginf(logs)
    return bool(impossible.any() and np.any(impossible.all(axis=1)))


class _Generative(ClassifierMixin, BaseEstimator):
    """A classifier that knows ln p(x | class) and the shares of the classes."""

    priors: Any

    def _classes(self, X, y) -> tuple[Array, Array]:
        """The examples and their classes as 0, …, K−1; the shares are counted if they are not given."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, labels = encode_classes(y)
        self.class_count_ = np.bincount(labels)
        counted = self.class_count_ / len(labels)
        self.class_prior_ = counted if self.priors is None else shares(self.priors, len(counted))
        return validation.points(X), labels

    def _log_densities(self, X: Array) -> Array:
        """ln p(x | class) (n, K)."""
        raise NotImplementedError

    def log_joint(self, X) -> Array:
        """ln p(x, class) (n, K), the class's share included (08.4)."""
        check_is_fitted(self)
        X = validation.points(validate_data(self, X, reset=False, dtype=float))
        return self._log_densities(X) + np.log(self.class_prior_)

    def predict_proba(self, X) -> Array:
        """P(class | x) (n, K) by Bayes' rule (08.3)."""
        joint = self.log_joint(X)
        return np.exp(joint - logsumexp(joint, axis=1, keepdims=True))

    def predict(self, X) -> Array:
        """The likeliest class (n,); of equally likely ones the first."""
        likely = self.log_joint(X).argmax(axis=1)
        return self.classes_[likely]
