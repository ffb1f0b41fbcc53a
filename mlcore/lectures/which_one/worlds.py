"""A world for each method in which it fails, and a rival that does not: the data that its assumption does not fit."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mlcore.base.types import Array
from mlcore.datasets import Dataset, noisy_blobs, rings

Rng = np.random.Generator
Points = tuple[Array, Array]


@dataclass(frozen=True)
class WeakSpot:
    """A world in which a method fails.

    world(n, rng): n points X (n, d), whose first two columns are drawn, and labels y (n,) = ±1. rival: the name of a
    method that does better there. examples: how many are learnt from. flips: the share of their labels that is wrong;
    what is judged on has none wrong. why: what the method cannot do there, in a sentence.
    """

    world: Callable[[int, Rng], Points]
    rival: str
    why: str
    examples: int = 100
    flips: float = 0.0

    def data(self, n: int, seed: int) -> Dataset:
        """n points of this world, no label flipped."""
        X, y = self.world(n, np.random.default_rng(seed))
        names = tuple(f"$x_{{{j}}}$" for j in range(1, X.shape[1] + 1))
        return Dataset(X, y, names, ("y = −1", "y = +1"))


def of_dataset(make: Callable[..., Dataset], **settings) -> Callable[[int, Rng], Points]:
    """The points of a generator that takes a seed."""

    def world(n: int, rng: Rng) -> Points:
        data = make(n, seed=int(rng.integers(2**31)), **settings)
        return data.X, data.y

    return world


def signs(rng: Rng, n: int) -> Array:
    return rng.choice([-1.0, 1.0], n)


def far_group(n: int, rng: Rng) -> Points:
    """Two clouds that a line can part, and a fifth of the second class far behind its own."""
    y = signs(rng, n)
    far = (y > 0) & (rng.uniform(size=n) < 0.2)
    x = np.where(y > 0, 1.0, -1.0) + np.where(far, 14.0, 0.0) + 0.4 * rng.standard_normal(n)
    return np.column_stack([x, rng.standard_normal(n)]), y


def stripes(n: int, rng: Rng) -> Points:
    """Six stripes, of the classes in turn."""
    X = rng.uniform(-3, 3, (n, 2))
    return X, np.where(np.floor(X[:, 0]) % 2 == 0, 1.0, -1.0)


def long_clouds(n: int, rng: Rng) -> Points:
    """Two long clouds side by side, along the diagonal: the columns are strongly correlated in each class."""
    y = signs(rng, n)
    along, across = 2.5 * rng.standard_normal(n), 0.35 * rng.standard_normal(n) + 0.8 * y
    return np.column_stack([along - across, along + across]) / np.sqrt(2), y


def noisy_columns(n: int, rng: Rng) -> Points:
    """One column decides, x₁ > 0, and nineteen others say nothing."""
    X = rng.standard_normal((n, 20))
    return X, np.where(X[:, 0] > 0, 1.0, -1.0)


def exclusive_or(n: int, rng: Rng) -> Points:
    """Four clouds at the corners of a square, diagonal ones of one class."""
    corners = np.column_stack([signs(rng, n), signs(rng, n)])
    return corners + 0.4 * rng.standard_normal((n, 2)), corners.prod(axis=1)


def hidden_pair(n: int, rng: Rng) -> Points:
    """The four corners in the first two columns, and eight columns that say nothing."""
    X, y = exclusive_or(n, rng)
    return np.column_stack([X, rng.standard_normal((n, 8))]), y


def oblique(n: int, rng: Rng) -> Points:
    """A line parts the classes, but not along an axis: the sum of ten columns decides."""
    X = rng.standard_normal((n, 10))
    return X, np.where(X.sum(axis=1) > 0, 1.0, -1.0)


def two_scales(n: int, rng: Rng) -> Points:
    """Narrow stripes on the left, and one wide region on the right: no one bandwidth suits both."""
    X = rng.uniform(-3, 3, (n, 2))
    narrow = np.where(np.floor(X[:, 0] / 0.5) % 2 == 0, 1.0, -1.0)
    return X, np.where(X[:, 0] < 0, narrow, 1.0)


clouds_that_touch = of_dataset(noisy_blobs, noise=0.0, distance=2.0)

WEAK_SPOTS: dict[str, WeakSpot] = {
    "perceptron": WeakSpot(
        clouds_that_touch, "linear discriminant",
        "the clouds overlap and labels are wrong, so its line never comes to rest, and it answers with the last one",
        flips=0.1,
    ),
    "logistic regression": WeakSpot(of_dataset(rings), "quadratic discriminant", "no line parts a disc from its ring"),
    "linear SVM": WeakSpot(exclusive_or, "nearest neighbours", "no line has two opposite corners on either side"),
    "linear discriminant": WeakSpot(
        far_group, "logistic regression", "it takes each class for one cloud, and a group far behind moves the line"
    ),
    "quadratic discriminant": WeakSpot(
        stripes, "tree", "a class in several pieces is no single cloud, and its boundary is one conic"
    ),
    "naive Bayes": WeakSpot(
        long_clouds, "linear discriminant", "it takes the columns of a class for independent, and they are correlated"
    ),
    "nearest neighbours": WeakSpot(
        noisy_columns, "tree", "nineteen columns that say nothing decide who is near"
    ),
    "kernel SVM": WeakSpot(
        noisy_columns, "AdaBoost", "nineteen columns that say nothing enter every distance"
    ),
    "tree": WeakSpot(oblique, "logistic regression", "each question is about one column, and ten decide together"),
    "bagged trees": WeakSpot(
        oblique, "linear SVM", "a mean of staircases is smoother, and follows a slanting plane poorly all the same"
    ),
    "random forest": WeakSpot(
        hidden_pair, "quadratic discriminant", "two columns decide together, and no question about one of them gains"
    ),
    "AdaBoost": WeakSpot(
        clouds_that_touch, "linear discriminant",
        "its steps follow a slanting border poorly, and flipped labels become heavier and heavier",
        flips=0.2,
    ),
    "gradient boosting": WeakSpot(
        oblique, "linear discriminant", "each of its small trees is about one column or two, and ten decide together"
    ),
}  # fmt: skip
