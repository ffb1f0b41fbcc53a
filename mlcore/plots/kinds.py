"""The kinds of data that figures take: how each is read, what does not fit, and in which words.

Data come as a `Dataset`, as X or as X and y (arrays, lists, a DataFrame with a Series or the name of a column). Names
of columns and of classes travel along. Each kind brings other data of its sort and data that do not fit, for the tests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mlcore import datasets
from mlcore.datasets import Dataset
from mlcore.datasets.own import DataError, as_dataset, column_of, with_counts, with_signs

Data = Any  # a Dataset; for tables by name a dict of them


@dataclass(frozen=True)
class Kind:
    """A kind of data.

    words: what to say that it is. read(*given): the data, or a DataError. others(): data of this kind that no lecture
    uses, by name, as tuples of what is given. misfits(): the same for data that do not fit. takes: the names of what
    is given.
    """

    words: str
    read: Callable[..., Data]
    others: Callable[[], dict[str, tuple]]
    misfits: Callable[[], dict[str, tuple]]
    takes: tuple[str, ...] = ("X", "y")


def _in_the_plane(data: Dataset) -> Dataset:
    d = data.X.shape[1]
    if d != 2:
        raise DataError(
            f"This figure is drawn in a plane, and X has {d} column{'s' * (d != 1)}: "
            + (f"choose two of them, {_choosing(data, 2)}." if d > 2 else "give two.")
        )
    return data


def _choosing(data: Dataset, count: int) -> str:
    """How so many columns are chosen: by name where they have names."""
    names = list(data.feature_names[:count])
    if names[0].startswith("$x_"):
        return f"for example X[:, {list(range(count))}]"
    return f"for example datasets.own(…, columns={names})"


def _read_points(*given) -> Dataset:
    return _in_the_plane(as_dataset(given))


def _read_classes(*given) -> Dataset:
    if len(given) == 1 and not isinstance(given[0], Dataset):
        raise DataError("This figure is about two classes: give the labels too, as in street(X, y).")
    return with_signs(_in_the_plane(as_dataset(given)))


def _read_labelled_line(*given) -> Dataset:
    """One input and two classes: x (n,) or (n, 1), y (n,) with two labels."""
    if len(given) == 2:
        given = (column_of(given[0]), given[1])
    if len(given) == 1 and not isinstance(given[0], Dataset):
        raise DataError("This figure is about two classes: give the labels too, as in figure(x, y).")
    data = as_dataset(given)
    if data.X.shape[1] != 1:
        raise DataError(
            f"This figure has one input, and X has {data.X.shape[1]} columns: choose one, {_choosing(data, 1)}."
        )
    return with_signs(data)


def _read_groups(*given) -> Dataset:
    """Two classes or more in the plane: y as 0, …, K−1, and their names."""
    if len(given) == 1 and not isinstance(given[0], Dataset):
        raise DataError("This figure is about classes: give the labels too, as in figure(X, y).")
    data = _in_the_plane(as_dataset(given))
    data = with_counts(data)
    many = len(data.target_names)
    if many > 8:
        raise DataError(f"There are {many} classes, more than the colours can tell apart: keep eight at most.")
    return data


def _read_line(*given) -> Dataset:
    """One input and one target: x (n,) or (n, 1), y (n,)."""
    if len(given) == 2:
        given = (column_of(given[0]), given[1])
    data = as_dataset(given)
    if data.X.shape[1] != 1:
        raise DataError(
            f"This figure has one input, and X has {data.X.shape[1]} columns: choose one, {_choosing(data, 1)}."
        )
    if len(data.target_names) > 1:
        named = ", ".join(data.target_names[:5])
        raise DataError(
            f"This figure predicts a number, and the targets are classes ({named}): name a column of numbers."
        )
    try:
        y = np.asarray(data.y, float)
    except (TypeError, ValueError):
        raise DataError("The targets are no numbers: this figure predicts a number.") from None
    if not np.isfinite(y).all():
        raise DataError("The targets hold NaN or infinite values: leave these rows out.")
    return replace(data, y=y)


def _read_numbers(*given) -> Dataset:
    column: Any = column_of(given[0]) if len(given) == 1 else ()
    if not isinstance(column, Dataset) and np.shape(column)[1:] != (1,):
        raise DataError("This figure takes a row of numbers, such as [0, 1, 2, 6].")
    data = as_dataset((column,))
    if data.X.shape[1] != 1:
        raise DataError(f"This figure takes a row of numbers, and X has {data.X.shape[1]} columns: choose one.")
    return replace(data, feature_names=("x",)) if data.feature_names == ("$x_{1}$",) else data


def _read_waits(*given) -> Dataset:
    data = _read_numbers(*given)
    if (data.X < 0).any() or not data.X.all():
        raise DataError("This figure takes waiting times, numbers above 0, such as [0.2, 0.5, 1.0].")
    return data


def _read_flips(*given) -> Dataset:
    data = _in_the_plane(as_dataset(given))
    if (data.X < 0).any() or (data.X % 1).any() or not data.X.sum(axis=1).all():
        raise DataError("A row is a set of flips: how many heads and how many tails, whole numbers, not both 0.")
    return data


def _read_images(*given) -> Dataset:
    data = as_dataset(given)
    side = round(data.X.shape[1] ** 0.5)
    if side < 2 or side * side != data.X.shape[1]:
        raise DataError(f"An image must be square, and a row of X has {data.X.shape[1]} values: 64 are 8 by 8.")
    return data


def _read_table(*given) -> Dataset:
    return as_dataset(given)


def _read_class_table(*given) -> Dataset:
    return with_signs(as_dataset(given))


def _read_tables(*given) -> dict[str, Dataset]:
    if len(given) != 1 or not isinstance(given[0], Mapping) or not given[0]:
        return {"your data": _read_points(*given)}
    return {str(name): _read_points(*(X if isinstance(X, tuple) else (X,))) for name, X in given[0].items()}


def _read_nothing(*given) -> None:
    if given:
        raise DataError("This figure is that of a formula: it takes no data.")


# --- Other data, and data that do not fit, for the tests --------------------------------------


def _many(n: int = 3000) -> np.ndarray:
    return np.random.default_rng(5).standard_normal((n, 2)) @ [[2.0, 0.3], [0.0, 0.5]]


def _plane() -> dict[str, tuple]:
    wine = datasets.iris().columns("sepal length (cm)", "petal length (cm)")
    return {
        "flowers": (wine.X,),
        "unequal units": (np.random.default_rng(1).uniform((0, 2e4), (0.03, 9e4), (40, 2)),),
        "thousands": (_many(),),
        "far from 0": (_many(60) * 0.01 + 5000,),
    }


def _not_in_the_plane() -> dict[str, tuple]:
    return {
        "one number": (3,),
        "three columns": (np.zeros((5, 3)),),
        "one column": (np.zeros((5, 1)),),
        "NaN": ([[0.0, np.nan], [1.0, 2.0]],),
        "no point": (np.zeros((0, 2)),),
        "words": ([["a", "b"]],),
    }


def _labelled() -> dict[str, tuple]:
    many = _many(2000)
    flowers = datasets.iris().columns("sepal length (cm)", "sepal width (cm)")
    keep = flowers.y != 0
    return {
        "flowers by name": (flowers.X[keep], np.array(["versicolor", "virginica"])[flowers.y[keep] - 1]),
        "0 and 1": (flowers.X[flowers.y < 2], flowers.y[flowers.y < 2]),
        "unequal units": (many[:50] * [1e-3, 1e4], (many[:50, 0] > 0.3).astype(int) + 1),
        "thousands": (many, np.where(many @ [1.0, 2.0] > 0.5, "yes", "no")),
    }


def _no_classes() -> dict[str, tuple]:
    X = np.arange(10.0).reshape(5, 2)
    return {
        "no labels": (X,),
        "one class": (X, np.ones(5)),
        "three classes": (X, [0, 1, 2, 0, 1]),
        "too few labels": (X, [0, 1]),
        **{name: (*given, [0, 1]) for name, given in _not_in_the_plane().items() if name in ("three columns", "words")},
    }


def _labelled_lines() -> dict[str, tuple]:
    flowers = datasets.iris()
    far = np.random.default_rng(6).normal(5e4, 2e3, 80)
    return {
        "flowers by name": (flowers.X[50:, 0], np.array(["versicolor", "virginica"])[flowers.y[50:] - 1]),
        "separable": (flowers.X[:100, [2]], flowers.y[:100]),
        "far from 0": (far, (far + np.random.default_rng(7).normal(0, 1e3, 80) > 5e4).astype(int) + 1),
    }


def _grouped() -> dict[str, tuple]:
    flowers = datasets.iris()
    many = _many(2000)
    return {
        "flowers by name": (flowers.X[:, [0, 2]], np.array(flowers.target_names)[flowers.y]),
        "two classes": (flowers.X[50:, [0, 1]], flowers.y[50:]),
        "five clouds": (datasets.clouds().X * [1e3, 1e-2], datasets.clouds().y),
        "thousands": (many, np.digitize(many @ [1.0, 2.0], [-1, 1])),
    }


def _other_lines() -> dict[str, tuple]:
    x = np.random.default_rng(2).uniform(0, 1e4, 60)
    return {"a year of prices": (x, 3e5 + 40 * x), "five points": ([0.0, 1, 2, 3, 4], [1.0, 0, 2, 1, 3])}


def _other_numbers() -> dict[str, tuple]:
    return {
        "incomes": (np.random.default_rng(3).lognormal(10, 1, 200),),
        "tiny": ([1e-6, 3e-6, 2e-6],),
        "two": ([-5, 5],),
    }


def _other_images() -> dict[str, tuple]:
    rng = np.random.default_rng(4)
    return {"small images": (np.kron(rng.uniform(size=(60, 16)), [[1.0]]), rng.integers(0, 3, 60))}


def _other_tables() -> dict[str, tuple]:
    data = datasets.breast_cancer()
    return {"patients": (data.X, data.y), "flowers": (datasets.iris(),)}


CLASSES_ON_A_LINE = Kind(
    "one input and two classes: x and y with two labels", _read_labelled_line, _labelled_lines,
    lambda: {"three classes": ([0.0, 1, 2], [0, 1, 2]), "one class": ([0.0, 1], [1, 1]), "words": (["a"], [1.0]),
             "two columns": (np.zeros((3, 2)), [0, 1, 1]), "no labels": (np.zeros((3, 1)),)},
    takes=("x", "y"),
)  # fmt: skip
GROUPS = Kind(
    "classes in the plane: X with two columns, y with two labels or more", _read_groups, _grouped,
    lambda: {"one class": (np.zeros((5, 2)), np.ones(5)), "no labels": (np.zeros((5, 2)),),
             "numbers": (np.arange(40.0).reshape(20, 2), np.arange(20) / 7),
             **{name: (*given, [0, 1]) for name, given in _not_in_the_plane().items() if name == "three columns"}},
)  # fmt: skip
POINTS = Kind("points in the plane: X with two columns", _read_points, _plane, _not_in_the_plane, takes=("X",))
CLASSES = Kind("two classes in the plane: X with two columns, y with two labels", _read_classes, _labelled, _no_classes)
LINE = Kind(
    "one input and one target: x and y", _read_line, _other_lines,
    lambda: {"words": (["a"], [1.0]), "two columns": (np.zeros((3, 2)), np.zeros(3))},
    takes=("x", "y"),
)  # fmt: skip
NUMBERS = Kind(
    "a row of numbers", _read_numbers, _other_numbers,
    lambda: {"a table": (np.zeros((3, 2)),), "words": (["a", "b"],), "NaN": ([1.0, np.nan],), "none": ([],), "3": (3,)},
    takes=("x",),
)  # fmt: skip
WAITS = Kind(
    "a row of waiting times: numbers above 0", _read_waits,
    lambda: {"incomes": _other_numbers()["incomes"], "tiny": _other_numbers()["tiny"], "one": ([7.0],)},
    lambda: {"a 0": ([0.0, 1.0],), "below 0": ([1.0, -1.0],), "words": (["a"],), "none": ([],)},
    takes=("x",),
)  # fmt: skip
FLIPS = Kind(
    "sets of coin flips: a row each, heads and tails", _read_flips,
    lambda: {"many flips": ([[480, 520], [610, 390], [505, 495]],), "single flips": ([[1, 0], [0, 1], [1, 0]],)},
    lambda: {"a half": ([[0.5, 1]],), "no flip": ([[1, 2], [0, 0]],), "one column": ([[1], [2]],)},
    takes=("X",),
)  # fmt: skip
IMAGES = Kind(
    "square grey images, a row of X each", _read_images, _other_images,
    lambda: {"three columns": (np.zeros((5, 3)),), "words": ([["a"] * 4],)},
)  # fmt: skip
TABLE = Kind(
    "a table: X with any number of columns, and y", _read_table, _other_tables,
    lambda: {"NaN": ([[np.nan, 1.0]], [1]), "words": ([["a"]], [1])},
)  # fmt: skip
CLASS_TABLE = Kind(
    "a table of two classes: X with any number of columns, y with two labels", _read_class_table,
    lambda: {"patients": (datasets.breast_cancer(),), "by name": (datasets.iris().X[50:], np.repeat(["a", "b"], 50))},
    lambda: {"three classes": (datasets.iris(),), "no labels": (np.eye(3),), "NaN": ([[np.nan, 1.0], [1, 2]], [1, 2])},
)  # fmt: skip
TABLES = Kind(
    "several sets of points in the plane, by name", _read_tables,
    lambda: {"two tables": ({"flowers": _plane()["flowers"][0], "many": _many(900)},), **_plane()},
    _not_in_the_plane,
    takes=("tables",),
)  # fmt: skip
FORMULA = Kind("no data", _read_nothing, dict, lambda: {"a number": (3,)}, takes=())
