"""The points of lecture 04 that are drawn, or drawn from a table; another seed draws others of the same kind."""

import numpy as np

from mlcore import datasets
from mlcore.datasets import Dataset

SIGNS = ("y = −1", "y = +1")


def two_groups(seed: int = 44) -> Dataset:
    """31 points of two classes; a line can just separate those of the seed 44."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(31) % 2, -1.0, 1.0)
    X = rng.normal(size=(31, 2)) + np.outer(y, [1.0, 0.8])
    return Dataset(X, y, ("$x_1$", "$x_2$"), SIGNS)


def slanted(n: int = 40, seed: int = 11) -> Dataset:
    """Two clouds, long and side by side."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, -1.0, 1.0)
    flat = np.column_stack([rng.uniform(-4, 4, n), y * (0.3 + np.abs(rng.normal(0, 1, n)))])
    turn = np.array([[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]])
    return Dataset(flat @ turn, y, ("$x_1$", "$x_2$"), SIGNS)


def wave(n: int = 60, seed: int = 1) -> Dataset:
    """A sine over [0, 10] with noise of standard deviation 0.3."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 10, n))
    return Dataset(x[:, None], np.sin(x) + rng.normal(0, 0.3, n), ("x",), ("y",))


def patients(seed: int = 0) -> Dataset:
    """120 patients in two very different units: mean texture, about 10 to 40, and worst concave points, 0 to 0.3."""
    return datasets.breast_cancer().columns("mean texture", "worst concave points").sample(120, seed)
