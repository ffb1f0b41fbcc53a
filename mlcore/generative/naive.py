"""Naive Bayes for features that are there or not, and for counts (GEN-09 to GEN-15)."""

from typing import Any, Self

import numpy as np

from mlcore.base import validation
from mlcore.base.types import Array
from mlcore.generative.bayes import _Generative, has_impossible_point


def chances_there(X: Array, labels: Array, alpha: float) -> Array:
    """The chance (K, d) that a feature is there (above 0) in class 0, …, K−1, pseudo-count alpha: (08.12)."""
    groups = [X[labels == k] > 0 for k in range(labels.max() + 1)]
    there = np.array([group.sum(axis=0) for group in groups])
    n = np.array([len(group) for group in groups])[:, None]
    return (there + alpha) / (n + 2 * alpha)  # (08.12)


def log_there(X: Array, chances: Array) -> Array:
    """ln p(x | class) (n, K) of features that are there or not: (08.10)."""
    there = (X > 0).astype(float)
    return weighted(there, chances) + weighted(1 - there, 1 - chances)  # (08.10)


def chances_word(X: Array, labels: Array, alpha: float) -> Array:
    """The chance (K, d) that a word of class 0, …, K−1 is this one, from counts X (n, d): (08.13)."""
    groups = [X[labels == k] for k in range(labels.max() + 1)]
    counts = np.array([group.sum(axis=0) for group in groups]) + alpha
    return counts / _some_words(counts).sum(axis=1, keepdims=True)  # (08.13)


def log_words(X: Array, chances: Array) -> Array:
    """ln p(x | class) (n, K) of counts X (n, d), without what is the same in all classes: (08.13)."""
    return weighted(X, chances)


def _some_words(counts: Array) -> Array:
    if not counts.sum(axis=1).all():
        raise ValueError("A class has no counts at all: without smoothing its words have no chances. Raise alpha.")
    return counts


def weighted(counts: Array, chances: Array) -> Array:
    """Σ_j counts_ij ln chances_kj (n, K), where 0 times ln 0 is 0."""
    with np.errstate(divide="ignore"):
        logs = np.log(chances)
    never = counts @ (chances == 0).T > 0
    return np.where(never, -np.inf, counts @ np.where(chances > 0, logs, 0.0).T)


def possible(logs: Array) -> Array:
    """The log-densities (n, K), if each row is possible in some class. ValueError for 0/0, as alpha = 0 may give."""
    if has_impossible_point(logs):
        raise ValueError(
            "A point is impossible in every class, as each has never seen one of its features: 0/0. Take alpha > 0."
        )
    return logs


class BernoulliNB(_Generative):
    """Naive Bayes for features that are there or not (GEN-14).

    A feature counts as there if it is above 0. alpha: the pseudo-count of Laplace's smoothing, 0 or more. priors: the
    shares of the classes where they are not those of the examples.

    Fitted: classes_, class_prior_, feature_prob_ (K, d): the chance that a feature is there. Raises ValueError for one
    class, NaN, alpha < 0 and priors that do not sum to 1. With alpha = 0 a feature never seen in a class makes it
    impossible; if all classes are, `predict_proba` raises ValueError.
    """

    def __init__(self, alpha: float = 1.0, priors: Any = None):
        self.alpha = alpha
        self.priors = priors

    def fit(self, X, y) -> Self:
        """Fit to X (n, d) and labels y (n,)."""
        X, labels = self._classes(X, y)
        alpha = validation.not_negative(self.alpha, "alpha", "0 does not smooth")
        self.feature_prob_ = chances_there(X, labels, alpha)
        return self

    def _log_densities(self, X: Array) -> Array:
        return possible(log_there(X, self.feature_prob_))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # it sees signs only
        return tags


class MultinomialNB(_Generative):
    """Naive Bayes for counts, as of words (GEN-15).

    alpha: the pseudo-count of Laplace's smoothing, 0 or more. priors: as in `BernoulliNB`. Fitted: classes_,
    class_prior_, feature_prob_ (K, d): the chance that a word of a class is this one. Raises ValueError for one class,
    NaN, counts below 0 and alpha < 0; with alpha = 0 as `BernoulliNB`.
    """

    def __init__(self, alpha: float = 1.0, priors: Any = None):
        self.alpha = alpha
        self.priors = priors

    def fit(self, X, y) -> Self:
        """Fit to counts X (n, d), 0 or more, and labels y (n,)."""
        X, labels = self._classes(X, y)
        alpha = validation.not_negative(self.alpha, "alpha", "0 does not smooth")
        _no_negative_counts(X)
        self.feature_prob_ = chances_word(X, labels, alpha)
        return self

    def _log_densities(self, X: Array) -> Array:
        _no_negative_counts(X)
        return possible(log_words(X, self.feature_prob_))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags


def _no_negative_counts(X: Array) -> None:
    if (X < 0).any():
        raise ValueError("Negative values in data passed to MultinomialNB: counts are 0 or more.")
