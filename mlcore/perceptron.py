"""The perceptron: a line that every mistake pulls over (CLS-03 to CLS-08, lecture 04).

y_i f(x_i) <= 0  is a mistake, f(x) = w'x + b                                            (04.8)
w <- w + lr y_i x_i,  b <- b + lr y_i  after each                                        (04.9)
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.binary import BinaryClassifierMixin
from mlcore.base.labels import encode_labels
from mlcore.base.steps import State, last
from mlcore.base.types import Array, ArrayLike
from mlcore.separable import widest_plane

FEW = 16  # rows that are looked at first for the next mistake


@dataclass(frozen=True)
class PerceptronState(State):
    """The line w (d,), b after t updates; i: the point that made the last one, None at the start.

    data: the points (n, d) and labels (n,) that the line is for.
    """

    w: Array
    b: float
    i: int | None
    data: tuple[Array, Array] = field(repr=False)

    @property
    def wrong(self) -> int:
        """How many points have y f(x) <= 0."""
        X, y = self.data
        return 0 if self.converged else int((y * (X @ self.w + self.b) <= 0).sum())


def perceptron_steps(
    X: ArrayLike, y: ArrayLike, *, w: ArrayLike = None, b: float = 0.0, lr: float = 1.0,
    order: ArrayLike = None, bias: bool = True,
) -> Iterator[PerceptronState]:  # fmt: skip
    """Yield the start w (d,), b (default 0), and then a state per update, until no point of X (n, d) is a mistake.

    y (n,) is -1 or +1. The points are visited in `order` (n,), by default that of the rows, again and again. bias:
    whether b moves. On classes that no line separates it never ends. Raises ValueError for NaN, one class, lr <= 0.
    """
    X, y, w, b, lr, order = _start(X, y, w, b, lr, order)  # rows and labels in this order
    at, i = -1, None
    for t in count():
        at = next_mistake(X, y, w, b, at)  # (04.8)
        yield PerceptronState(w, b, i, (X, y), t=t, converged=at is None)
        if at is None:
            return
        i = int(order[at])
        w, b = w + lr * y[at] * X[at], b + lr * y[at] * bias  # (04.9)


def next_mistake(X: Array, y: Array, w: Array, b: float, after: int) -> int | None:
    """The first row behind row `after` of X (n, d), and behind the last one row 0, with y f(x) <= 0; None for none.

    It looks at a few rows, then at twice as many, and so on: early in a run the next mistake is near.
    """
    begin = (after + 1) % len(y)
    left, size = len(y), FEW
    while left > 0:
        rows = slice(begin, begin + size)
        wrong = y[rows] * (X[rows] @ w + b) <= 0  # (04.8): a score of 0 counts
        first = int(wrong.argmax())
        if wrong[first]:
            return begin + first
        left -= len(wrong)
        begin = (begin + len(wrong)) % len(y)
        size *= 2
    return None


def _start(X, y, w, b, lr, order) -> tuple[Array, Array, Array, float, float, Array]:
    X = validation.points(X)
    y, (n, d) = validation.signs(y, len(X)), X.shape
    lr = validation.positive(lr, "lr", "the learning rate")
    order = np.arange(n) if order is None else np.asarray(order)
    if not np.array_equal(np.sort(order), np.arange(n)):
        raise ValueError(f"order must name each of the {n} points once, as rng.permutation({n}) does.")
    w = np.zeros(d) if w is None else validation.vector(w, d, "The start w")
    order = order.astype(int)
    X, y = X[order], y[order]
    for shared in (X, y):  # by all states of a run
        shared.flags.writeable = False
    return X, y, w, float(validation.vector([b], 1, "The start b")[0]), lr, order


def zero_one_form(Z: ArrayLike, y: ArrayLike, theta: ArrayLike, *, lr: float = 1.0, passes: int = 1) -> Array:
    """theta (d,) after some passes of the rule for labels y (n,) of 0 and 1, (04.19), through Z (n, d) with its ones.

    It differs from `perceptron_steps` where the score is 0, which is an answer here: 1. Raises ValueError for NaN,
    for other labels, lr <= 0 and passes that are no whole number.
    """
    Z, y = validation.points(Z), np.asarray(y, float)
    if y.shape != (len(Z),) or not np.isin(y, (0, 1)).all():
        raise ValueError(f"The labels must be 0 and 1, {len(Z)} of them: mlcore.base.labels.to_01 makes them so.")
    lr = validation.positive(lr, "lr", "the learning rate")
    theta = validation.vector(theta, Z.shape[1], "The start theta")
    for _ in range(validation.whole(passes, "passes", least=0)):
        for z, label in zip(Z, y, strict=True):
            theta = theta + lr * (label - (theta @ z >= 0)) * z
    return theta


@dataclass(frozen=True)
class MistakeBound:
    """The theorem's numbers: a unit vector (w, b), the gap rho that it leaves, the radius R of the points (04.12)."""

    w: Array
    b: float
    R: float
    rho: float

    @property
    def updates(self) -> float:
        """(R / rho)^2: no run from 0 makes more updates (04.15)."""
        return (self.R / self.rho) ** 2


def mistake_bound(X: ArrayLike, y: ArrayLike, *, bias: bool = True) -> MistakeBound:
    """The smallest bound that the theorem has for X (n, d), y (n,) in {-1, +1}: that of the widest gap (CLS-07).

    With a bias the points are (x, 1), in d + 1 dimensions. Raises ValueError for classes that are not separable.
    """
    X = validation.points(X)
    y, d = validation.signs(y, len(X)), X.shape[1]
    Z = y[:, None] * (np.column_stack([X, np.ones(len(X))]) if bias else X)
    R = float(np.linalg.norm(Z, axis=1).max())
    # Two classes, each the mirror image of the other: their widest street passes through 0.
    w, _ = widest_plane(np.vstack([Z, -Z]) / R, np.repeat([1.0, -1.0], len(Z)))
    w = w / np.linalg.norm(w)
    return MistakeBound(w[:d], float(w[d]) if bias else 0.0, R, float((Z @ w).min()))


class Perceptron(BinaryClassifierMixin, BaseEstimator):
    """The perceptron for two classes (CLS-04).

    lr: the learning rate (> 0), which from 0 on changes the size of (w, b) and no prediction. max_iter: cap on the
    updates. random_state: None visits the points row by row, a seed in the order that it draws.

    Fitted: classes_, coef_ (d,), intercept_, n_iter_ (updates). Raises ValueError for one class or three, NaN, lr <= 0.
    Warns if there are still mistakes at the cap: then the classes may not be separable.
    """

    def __init__(self, lr: float = 1.0, max_iter: int = 10_000, random_state: Any = None):
        self.lr = lr
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y) -> "Perceptron":
        """Fit to X (n, d) and two-class labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        max_iter = validation.whole(self.max_iter, "max_iter")
        self.classes_, y01 = encode_labels(y)
        drawn = self.random_state is not None
        order = validation.generator(self.random_state).permutation(len(X)) if drawn else None
        end = last(perceptron_steps(X, 2.0 * y01 - 1.0, lr=self.lr, order=order), max_iter)
        if not end.converged:
            warnings.warn(
                f"The perceptron stopped at its cap of {max_iter} updates with {end.wrong} of {len(X)} points on "
                "the wrong side: raise max_iter, or ask mlcore.separable.is_separable whether any line separates them.",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.coef_, self.intercept_, self.n_iter_ = end.w, end.b, max(end.t, 1)
        return self

    def decision_function(self, X) -> Array:
        """f(x) = w'x + b for each row of X (m, d): positive for classes_[1]."""
        check_is_fitted(self)
        return validate_data(self, X, reset=False, dtype=float) @ self.coef_ + self.intercept_
