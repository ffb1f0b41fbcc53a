"""The data of lecture 14."""

from dataclasses import replace

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets
from mlcore.datasets import Dataset


def petals() -> Dataset:
    """Iris, with the length and the width of the petals."""
    return datasets.iris().columns("petal length (cm)", "petal width (cm)")


def halves_of(data: Dataset) -> tuple[Dataset, Dataset]:
    """Half of the points to grow a tree on, and the others."""
    rows = train_test_split(np.arange(len(data.y)), train_size=0.5, random_state=0)
    grow, rest = (replace(data, X=data.X[half], y=data.y[half]) for half in rows)
    return grow, rest


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
