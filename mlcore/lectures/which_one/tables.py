"""Five real tables, each with two classes, and one world whose density is known."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

from mlcore import datasets
from mlcore.base.types import Array
from mlcore.datasets import Dataset

KNOWN = "known world"
NEW = 1000  # points of the known world, on which what was learnt is judged


def with_classes(data: Dataset, second: Array, names: tuple[str, str]) -> Dataset:
    """The same rows with y = +1 where second (n,) is True, and −1 elsewhere."""
    return replace(data, y=np.where(second, 1.0, -1.0), target_names=names)


@cache
def irises() -> Dataset:
    """Iris: is the flower a virginica? 50 of 150 are. 4 columns."""
    data = datasets.iris()
    return with_classes(data, data.y == 2, ("other", "virginica"))


@cache
def wines() -> Dataset:
    """Wine: is the grape a Grignolino, the middle one of three? 71 of 178 are. 13 columns."""
    table: Any = load_wine()
    data = Dataset(table.data, table.target, tuple(table.feature_names), ())
    return with_classes(data, data.y == 1, ("other", "Grignolino"))


@cache
def even_digits() -> Dataset:
    """Digits: is the number that is written even? 891 of 1797 are. 64 columns."""
    data = datasets.digits()
    return with_classes(data, data.y % 2 == 0, ("odd", "even"))


@cache
def progressions() -> Dataset:
    """Diabetes: has the disease progressed by more than the median? 221 of 442 times. 10 columns."""
    data = datasets.diabetes()
    return with_classes(data, data.y > np.median(data.y), ("less", "more"))


patients = cache(datasets.breast_cancer)
world = cache(datasets.esl_mixture)

TABLES: dict[str, Callable[[], Dataset]] = {
    "breast cancer": patients,
    "iris": irises,
    "wine": wines,
    "digits": even_digits,
    "diabetes": progressions,
}
NAMES = (*TABLES, KNOWN)


def split(table: str, n: int, seed: int) -> tuple[Array, Array, Array, Array]:
    """X (n, d) and y (n,) to learn from, and the others, X (m, d) and y (m,): all other rows of a real table.

    Of the known world both are fresh points. Classes keep their shares.
    """
    if table == KNOWN:
        drawn, new = world(1).sample(n, seed), world(1).sample(NEW, seed + 10**6)
        return drawn.X, drawn.y, new.X, new.y
    return parted(TABLES[table](), n, seed)


def parted(data: Dataset, n: int, seed: int) -> tuple[Array, Array, Array, Array]:
    """X (n, d) and y (n,) to learn from, and X (m, d) and y (m,) of all other rows; classes keep their shares.

    Raises ValueError for an n that leaves a class without a row on one of the sides.
    """
    rows, classes = len(data.y), len(np.unique(data.y))
    if not classes <= n <= rows - classes:
        raise ValueError(f"n is {n}, and there are {rows} rows: take about two thirds of them, {2 * rows // 3}.")
    parts = train_test_split(np.arange(len(data.y)), train_size=n, stratify=data.y, random_state=seed)
    own, rest = map(np.asarray, parts)
    return data.X[own], data.y[own], data.X[rest], data.y[rest]


def flipped(y: Array, share: float, seed: int) -> Array:
    """y (n,) = ±1 with this share of labels wrong; those that are wrong at a small share stay wrong at a larger one."""
    wrong = np.random.default_rng([seed, 19]).permutation(len(y)) < round(share * len(y))
    return np.where(wrong, -y, y)


@cache
def bayes_error(cells: int = 400) -> float:
    """The error of the best rule of all in the known world: ½ ∫ min(p₋, p₊), by the midpoint rule on a fine grid."""
    reach = world(1).centers.reshape(-1, 2)
    low, high = reach.min(axis=0) - 3.5, reach.max(axis=0) + 3.5  # almost 8 standard deviations away
    step = (high - low) / cells
    x, y = (low[j] + step[j] * (np.arange(cells) + 0.5) for j in (0, 1))
    places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return float(0.5 * np.exp(world(1).log_densities(places)).min(axis=1).sum() * step.prod())
