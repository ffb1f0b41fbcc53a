"""Softmax regression: one score for each of K classes, and probabilities in proportion to exp(score) (CLS-16)."""

import numpy as np
from scipy.special import log_softmax
from scipy.special import softmax as normalised
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.labels import add_ones, encode_classes
from mlcore.base.scaling import centred
from mlcore.base.types import Array, ArrayLike
from mlcore.logistic.newton import leap_down


def softmax(scores: ArrayLike) -> Array:
    """exp(s_k) / sum_l exp(s_l) over the last axis (06.16): the largest score is taken off first, so none overflows.

    Raises ValueError for no score, NaN and infinite scores.
    """
    scores = np.asarray(scores, float)
    if not scores.size or not np.isfinite(scores).all():
        raise ValueError("softmax takes one score or more, and all must be finite numbers.")
    return normalised(scores, axis=-1)


class SoftmaxCost:
    """J(W) = (1/n) [-sum_i ln p(y_i | x_i) + (lambda/2) ||W||^2] for A (n, D) with ones first and one-hot Y (n, K).

    W (K, D) is one vector w (K D,) here; the biases W[:, 0] are not penalised. Scores may all be shifted by v'x without
    changing any p, so J is flat along D directions: there the Hessian gets the mean of a_j^2 in place of a 0. No step
    goes there.
    """

    def __init__(self, A: Array, Y: Array, lam: float):
        self.A, self.Y, self.lam = A, Y, lam
        self.shape = Y.shape[1], A.shape[1]
        self.penalised = np.tile(np.append(0.0, np.ones(A.shape[1] - 1)), Y.shape[1])

    def _scores(self, w: Array) -> Array:
        """The scores (n, K), a class after the other in memory: NumPy sums slowly over a short last axis."""
        return (w.reshape(self.shape) @ self.A.T).T

    def cost(self, w: Array) -> float:
        """J(W), (06.17)."""
        wrong = -(self.Y * log_softmax(self._scores(w), axis=1)).sum()
        return float(wrong + self.lam / 2 * (self.penalised * w) @ w) / len(self.A)

    def gradient(self, w: Array) -> Array:
        """The gradient (K D,): row k is the mean of (p_k - y_k) a, (06.18)."""
        P = normalised(self._scores(w), axis=1)
        return (((P - self.Y).T @ self.A).ravel() + self.lam * self.penalised * w) / len(self.A)

    def hessian(self, w: Array) -> Array:
        """The Hessian (K D, K D): block (k, l) is the mean of p_k (1{k = l} - p_l) a a', and the flat ones."""
        K, D = self.shape
        P, H = normalised(self._scores(w), axis=1), np.empty((K, D, K, D))
        for k in range(K):
            for m in range(k + 1):
                H[k, :, m] = H[m, :, k] = (self.A.T * (P[:, k] * ((k == m) - P[:, m]))) @ self.A
        H = (H.reshape(K * D, K * D) + self.lam * np.diag(self.penalised)) / len(self.A)
        return H + np.kron(np.full((K, K), 1 / K), np.diag(np.square(self.A).mean(axis=0)))


class SoftmaxRegression(ClassifierMixin, BaseEstimator):
    """P(classes_[k] | x) = softmax_k(W x + b) for two classes or more, by Newton's method (CLS-16).

    lam: penalty (lam/2) ||W||^2 beside the sum of the losses, larger than 0 (scikit-learn's C = 1/lam); b is not
    penalised. tol: what Newton's method stops at. max_iter: cap on its steps.

    Fitted: classes_ (K,), coef_ (K, d) and intercept_ (K,), which sum to 0 over the classes, cost_, n_iter_.
    Raises ValueError for one class, NaN, and a lam that is not positive.
    """

    def __init__(self, lam: float = 1.0, tol: float = 1e-8, max_iter: int = 100):
        self.lam = lam
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y) -> "SoftmaxRegression":
        """Fit to X (n, d) and labels y (n,) of K classes."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        lam = validation.positive(self.lam, "lam", "the penalty")
        max_iter = validation.whole(self.max_iter, "max_iter")
        self.classes_, which = encode_classes(y)
        away, mean = centred(validation.squarable(X))
        f = SoftmaxCost(add_ones(away), np.eye(len(self.classes_))[which], lam)
        end = leap_down(f, np.zeros(f.penalised.size), self.tol, max_iter)
        W = end.w.reshape(f.shape)
        self.intercept_, self.coef_ = W[:, 0] - W[:, 1:] @ mean, W[:, 1:]
        self.cost_, self.n_iter_ = end.cost, max(end.t, 1)
        return self

    def scores(self, X) -> Array:
        """W x + b for each row of X: (m, K). Only their differences mean something."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return X @ self.coef_.T + self.intercept_

    def predict_proba(self, X) -> Array:
        """The probability of each class for each row of X: (m, K)."""
        return softmax(self.scores(X))

    def predict(self, X) -> Array:
        """The likeliest class of each row of X (m, d)."""
        likeliest = self.scores(X).argmax(axis=1)
        return self.classes_[likeliest]
