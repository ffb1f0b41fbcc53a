"""Labels in their three forms, and the column of ones."""

import numpy as np

from mlcore.base.types import Array, ArrayLike


def encode_classes(y: ArrayLike) -> tuple[Array, Array]:
    """The classes in labels y (n,), sorted (K,), and y as integers 0, …, K−1 (n,). ValueError for one class or none."""
    classes, labels = np.unique(y, return_inverse=True)
    if len(classes) == 0:
        raise ValueError("There are no labels. A classifier needs examples of two classes.")
    if len(classes) < 2:
        raise ValueError(f"All labels are {classes[0]!s}: one class only. A classifier needs examples of two classes.")
    return classes, labels


def encode_labels(y: ArrayLike) -> tuple[Array, Array]:
    """Split labels y (n,) into the two classes (2,), sorted, and y as 0/1 integers (n,).

    Raises ValueError for no label, for one class or for more than two.
    """
    classes, y01 = encode_classes(y)
    if len(classes) > 2:
        raise ValueError(
            f"Only binary classification is supported. The labels have {len(classes)} classes: "
            "keep two of them, or fit one classifier per class."
        )
    return classes, y01


def check_rows_of_each_class(y: ArrayLike, least: int, why: str) -> None:
    """ValueError unless each class in labels y (n,) has `least` rows or more; why: what takes so many."""
    fewest = int(np.unique(y, return_counts=True)[1].min())
    if fewest < least:
        raise ValueError(f"One class has {fewest} row{'s' * (fewest != 1)}: {why} take {least} of each class at least.")


def to_01(y: ArrayLike) -> Array:
    """Two-class labels (n,) as 0 and 1, for Bernoulli likelihoods; the larger label becomes 1."""
    return encode_labels(y)[1]


def to_pm1(y: ArrayLike) -> Array:
    """Two-class labels (n,) as -1.0 and +1.0, for margins; the larger label becomes +1."""
    return 2.0 * encode_labels(y)[1] - 1.0


def add_ones(X: ArrayLike) -> Array:
    """Design matrix (n, 1+d): a column of ones first, then X (n, d)."""
    X = np.asarray(X, float)
    return np.column_stack([np.ones(len(X)), X])
