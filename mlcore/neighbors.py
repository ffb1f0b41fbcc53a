"""Nearest neighbours: the examples are the model (NNB-01 to NNB-05, lecture 04).

Training stores X (n, d) and y; the work is done when a prediction is asked for. Among equally far neighbours the
earlier row comes first.
"""

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import binom
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.labels import encode_classes
from mlcore.base.types import Array, ArrayLike

BLOCK = 1 << 16  # distances held at a time: half a megabyte, which stays in the cache of a processor


def sorted_neighbors(X: Array, Z: Array, K: int) -> Array:
    """The indices (m, K) of the K rows of X (n, d) that are nearest to each row of Z (m, d), the nearest first.

    Of equally far rows the earlier one comes first.
    """
    D = cdist(Z, X, "sqeuclidean")  # ||z - x_i||^2 (m, n), (04.1)
    return D.argsort(axis=1, kind="stable")[:, :K]  # N_K(z), (04.3)


def nearest_neighbors(X: Array, Z: Array, K: int) -> Array:
    """The same as `sorted_neighbors`, in blocks and without sorting all n distances.

    Raises ValueError for a K that is no whole number from 1 to n.
    """
    validation.whole(K, "n_neighbors", most=len(X), what="the number of points to choose from")
    rows = max(1, BLOCK // len(X))
    return np.concatenate([_by_products(X, Z[at : at + rows], K) for at in range(0, len(Z), rows)])


def _by_products(X: Array, Z: Array, K: int) -> Array:
    """||z - x_i||^2 = ||z||^2 + ||x_i||^2 - 2 z'x_i: a product of matrices, which is fast.

    But its last digits depend on the processor. Where distances agree but for those, the candidates are sorted.
    """
    middle, d = X.mean(axis=0), X.shape[1]
    squares, away = ((X - middle) ** 2).sum(axis=1), Z - middle
    G = squares - 2 * away @ (X - middle).T  # without ||z||^2, which a row has in common
    rounding = 8 * (d + 8) * np.finfo(float).eps * (squares.max() + (away**2).sum(axis=1, keepdims=True))
    doubt = rounding + np.finfo(float).tiny
    inside = np.partition(G, K - 1, axis=1)[:, K - 1 : K] + doubt >= G
    sure, near = np.count_nonzero(inside, axis=1) == K, np.zeros((len(Z), K), int)
    near[sure] = np.flatnonzero(inside[sure]).reshape(-1, K) % len(X)
    values = np.take_along_axis(G, near, axis=1)
    order = values.argsort(axis=1)
    sure &= (np.diff(np.take_along_axis(values, order, axis=1), axis=1) > doubt).all(axis=1)
    near = np.take_along_axis(near, order, axis=1)
    for i in np.flatnonzero(~sure):
        among = np.flatnonzero(inside[i])
        near[i] = among[sorted_neighbors(X[among], Z[[i]], K)[0]]
    return near


def votes(labels: Array, classes: int) -> Array:
    """How many of the neighbours' labels (m, K), whole numbers from 0, are of each class: (m, classes)."""
    places = labels + classes * np.arange(len(labels))[:, None]  # a row of C counts for each row of labels
    return np.bincount(places.ravel(), minlength=classes * len(labels)).reshape(-1, classes)


def winner(labels: Array, classes: int) -> Array:
    """The class (m,) with the most votes (04.4); if several have as many, the one whose neighbour is nearest.

    labels (m, K) of the neighbours, the nearest first, whole numbers from 0 to classes - 1.
    """
    count = votes(labels, classes)
    leads = np.take_along_axis(count == count.max(axis=1, keepdims=True), labels, axis=1)
    return labels[np.arange(len(labels)), leads.argmax(axis=1)]  # the first that leads


def limit_error(p: ArrayLike, K: ArrayLike) -> Array:
    """The error of K-NN, K odd, where a share p of the labels is +1, as the examples become ever denser (04.6).

    Then all K neighbours are at the place itself, and their labels are K draws, each +1 with chance p. p and K may be
    arrays that NumPy can broadcast. Raises ValueError for a p that is no chance, and for a K that is not odd.
    """
    p, K = validation.share(p, "p"), _odd(K)
    v = binom.sf((K - 1) / 2, K, p)  # the vote is +1
    return v * (1 - p) + (1 - v) * p  # (04.6)


def _odd(K: ArrayLike) -> Array:
    K = np.asarray(K)
    if K.dtype.kind not in "iu" or not ((K > 0) & (K % 2 == 1)).all():
        raise ValueError(f"K is {K}: take odd whole numbers, 1 or more, so that no votes tie.")
    return K


class KNeighborsClassifier(ClassifierMixin, BaseEstimator):
    """The vote of the K nearest examples (NNB-01, NNB-02).

    n_neighbors: K, from 1 to n. A tie of votes goes to the class, among those that tie, whose neighbour is nearest.

    Fitted: classes_ (C,). Raises ValueError for K < 1, K > n, one class, NaN.
    """

    def __init__(self, n_neighbors: int = 1):
        self.n_neighbors = n_neighbors

    def fit(self, X, y) -> "KNeighborsClassifier":
        """Store X (n, d) and the labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, self._codes = encode_classes(y)
        self._X = checked_examples(X, self.n_neighbors)
        return self

    def _labels(self, X) -> Array:
        """The classes (m, K), as numbers, of the K nearest examples, the nearest first."""
        check_is_fitted(self)
        Z = validation.points(validate_data(self, X, reset=False, dtype=float))
        return self._codes[nearest_neighbors(self._X, Z, self.n_neighbors)]

    def predict(self, X) -> Array:
        """The class of each row of X (m, d)."""
        labels = self._labels(X)
        return self.classes_[winner(labels, len(self.classes_))]

    def predict_proba(self, X) -> Array:
        """The share of the K neighbours that is of each class (m, C).

        The class that `predict` names has a last digit more: so its share is the largest where votes tie, too.
        """
        labels, C = self._labels(X), len(self.classes_)
        shares = votes(labels, C) / self.n_neighbors
        named = winner(labels, C)[:, None] == np.arange(C)
        return np.where(named, np.nextafter(shares, 1), shares)


class KNeighborsRegressor(RegressorMixin, BaseEstimator):
    """The average of the K nearest examples (NNB-02).

    n_neighbors: K, from 1 to n. Raises ValueError for K < 1, K > n, NaN and targets that are not numbers.
    """

    def __init__(self, n_neighbors: int = 1):
        self.n_neighbors = n_neighbors

    def fit(self, X, y) -> "KNeighborsRegressor":
        """Store X (n, d) and the targets y (n,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        self._y = validation.targets(y, len(X))
        self._X = checked_examples(X, self.n_neighbors)
        return self

    def predict(self, X) -> Array:
        """The mean target of the neighbours of each row of X (m, d), (04.5)."""
        check_is_fitted(self)
        Z = validation.points(validate_data(self, X, reset=False, dtype=float))
        return self._y[nearest_neighbors(self._X, Z, self.n_neighbors)].mean(axis=1)


def checked_examples(X: ArrayLike, K: int) -> Array:
    """A copy of the examples X (n, d), of which K are to be neighbours."""
    X = validation.points(X)
    samples = "1 sample" if len(X) == 1 else f"{len(X)} samples"
    validation.whole(K, "n_neighbors", most=len(X), what=f"as there are {samples}")
    return X
