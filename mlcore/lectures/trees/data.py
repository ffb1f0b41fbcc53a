"""The data of lecture 14."""

from dataclasses import replace

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets
from mlcore.base.labels import encode_classes
from mlcore.datasets import Dataset
from mlcore.plots.kinds import DataError


def petals() -> Dataset:
    """Iris, with the length and the width of the petals."""
    return datasets.iris().columns("petal length (cm)", "petal width (cm)")


def overlapping() -> Dataset:
    """A supply of 4000 points of two classes that overlap: training sets of 150 are drawn from it."""
    return datasets.overlapping_groups(4000)


def parts_of(data: Dataset, sample: int = 1, most: int = 150) -> tuple[Dataset, Dataset]:
    """The points to grow a tree on, half of them but at most 150, and the others; each `sample` is another choice."""
    grow = min(most, len(data.y) // 2)
    rows = train_test_split(np.arange(len(data.y)), train_size=grow, random_state=sample - 1)
    train, rest = (replace(data, X=data.X[part], y=data.y[part]) for part in rows)
    return train, rest


def with_classes_counted(data: Dataset) -> Dataset:
    """The table with its classes as 0, …, K−1. DataError for less than two."""
    try:
        classes, y = encode_classes(data.y)
    except ValueError as error:
        raise DataError(f"This figure is about classes. {error}") from None
    if len(classes) > 10 and len(classes) > len(y) / 3:
        raise DataError(
            f"This figure is about classes, and y has {len(classes)} different values in {len(y)} rows: each class "
            "stands in many rows. For a number to predict there is steps(x, y)."
        )
    names = data.target_names if len(data.target_names) == len(classes) else tuple(map(str, classes))
    return replace(data, y=y, target_names=names)


def two_halves(n: int = 200, gap: float = 0.08, seed: int = 0) -> Dataset:
    """Points spread evenly over a disc of radius 1, cut by a vertical line in the middle, with a gap to either side."""
    rng = np.random.default_rng(seed)
    radius = np.sqrt(rng.uniform(size=n))
    turn = 2 * np.pi * rng.uniform(size=n)
    X = radius[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    y = (X[:, 0] > 0).astype(int)
    X[:, 0] += gap * (2 * y - 1)
    return Dataset(X, y, ("$x_1$", "$x_2$"), ("left half", "right half"))


def noisy_sine(n: int = 80, seed: int = 0) -> Dataset:
    """A sine over two periods, with noise of standard deviation 0.3."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 4 * np.pi, n))
    return Dataset(x[:, None], np.sin(x) + 0.3 * rng.standard_normal(n), ("x",), ("y",))
