"""Data of one's own, in the course's form: a CSV file, arrays, lists or a DataFrame, labels of any sort, names kept.

pandas is imported for a file only: a table is what has `columns`, a column what has a `name`.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mlcore.base.labels import encode_classes, encode_labels
from mlcore.datasets.dataset import Dataset
from mlcore.datasets.files import TableError, check_numbers, chosen, read_frame


class DataError(ValueError):
    """Data that cannot be drawn or read. In a notebook the sentence is shown alone, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"⚠ {self}"]


def own(*given: Any, target: str | None = None, columns: Sequence[str] = (), dropna: bool = False) -> Dataset:
    """Your data for a lecture: `own("coffee.csv", target="grade")`, `own(X)`, `own(X, y)` or `own(frame, "grade")`.

    target: the column of a file or a DataFrame that is y; it may be the second argument, too. columns: of a file or a
    DataFrame those to keep, of arrays names for those of X. dropna: leave out the rows with a gap in what is kept.

    Two labels of any sort become y = −1.0 and +1.0, several names 0, …, K−1, both in the order of their names; other
    numbers stay what they are. Names of columns and classes travel along. Raises DataError, a sentence that names
    column and row, for what does not fit: no numbers in X, gaps, not one y a row.
    """
    if given and (_is_file(given[0]) or (hasattr(given[0], "isna") and hasattr(given[0], "columns"))):
        data = _of_table(given, target, columns, dropna)
    else:
        if target is not None or dropna:
            raise DataError("target and dropna are for a file or a DataFrame: give the labels as own(X, y).")
        data = as_dataset((column_of(given[0]), *given[1:]) if given else ())
        if columns and len(columns) != data.X.shape[1]:
            raise DataError(f"X has {data.X.shape[1]} columns, and there are {len(columns)} names for them.")
        data = replace(data, feature_names=tuple(columns) or data.feature_names)
    if len(set(data.y.tolist())) == 2:
        return with_signs(data)
    return data if data.y.dtype.kind in "iufb" else with_counts(data)


def _is_file(given: Any) -> bool:
    return isinstance(given, (str, os.PathLike))


def _of_table(given: tuple, target: str | None, columns: Sequence[str], dropna: bool) -> Dataset:
    """The data of a file, or of a DataFrame with its labels in it or beside it."""
    table, *labels = given
    if target is None and len(labels) == 1 and isinstance(labels[0], str):
        (target,), labels = labels, []
    is_file = _is_file(table)
    call = f"datasets.own({str(table)!r}" if is_file else "datasets.own(frame"
    call += f", target={target!r}" if target is not None else ", y" if labels else ""
    try:
        frame = chosen(read_frame(table) if is_file else table, target, columns)
        if dropna and labels:
            raise TableError("dropna needs the labels in the table: own(frame, target=...).")
        frame = frame.dropna() if dropna else frame
        if not len(frame):
            raise TableError("Every row has a gap: leave out columns that are mostly empty, with columns=[...].")
        lines = frame.index.tolist()
        check_numbers(
            frame, target, call, columns, lambda k: f"line {lines[k] + 2}" if is_file else f"row {lines[k]!r}"
        )
    except TableError as error:
        raise DataError(str(error)) from None
    if target is None:
        return as_dataset((frame, *labels))
    return as_dataset((frame.drop(columns=target), frame[target]))


def as_dataset(given: tuple) -> Dataset:
    """What was given, as a Dataset: X (n, d) of finite floats, y (n,) as it came, or zeros where there is none.

    The name of a column y is kept under `target_names`, alone: who reads y as classes puts theirs in its place.
    """
    match given:
        case (Dataset() as data,):
            return replace(data, X=_table(data.X))
        case (X,):
            table = _table(X)
            return Dataset(table, np.zeros(len(table), int), _columns(X), ())
        case (X, str() as column) if hasattr(X, "columns"):
            if column not in X.columns:
                raise DataError(f"The table has no column {column!r}; it has {', '.join(map(str, X.columns))}.")
            return as_dataset((X.drop(columns=column), X[column]))
        case (X, y):
            table = _table(X)
            labels = np.asarray(y)
            if labels.shape == (len(table), 1):
                labels = labels[:, 0]
            if labels.shape != (len(table),):
                raise DataError(f"X has {len(table)} rows, and y the shape {labels.shape}: give one y for each row.")
            return Dataset(table, _without_gaps(labels), _columns(X), _names(y))
    raise DataError(f"Give X, or X and y, or one Dataset; here {len(given)} things were given.")


def with_signs(data: Dataset) -> Dataset:
    """y as −1.0 and +1.0, and the names of the two classes. DataError unless there are two."""
    try:
        classes, y01 = encode_labels(_of_one_sort(data.y))
    except ValueError as error:
        raise DataError(f"Two classes are needed here. {error}") from None
    return replace(data, y=2.0 * y01 - 1.0, target_names=_class_names(data, classes))


def with_counts(data: Dataset) -> Dataset:
    """y as 0, …, K−1, and the names of the classes. DataError for one class, or none."""
    try:
        classes, labels = encode_classes(_of_one_sort(data.y))
    except ValueError as error:
        raise DataError(f"Several classes are needed here. {error}") from None
    return replace(data, y=labels, target_names=_class_names(data, classes))


def column_of(x: Any) -> Any:
    """x (n,) as a table of one column, a Series under its name; what is no row of numbers stays as it is."""
    try:
        row = np.ndim(x) == 1
    except ValueError:  # rows of different lengths
        row = False
    if not row:
        return x
    return x.to_frame() if hasattr(x, "to_frame") and x.name is not None else np.asarray(x)[:, None]


def _table(X: Any) -> np.ndarray:
    try:
        table = np.asarray(X, float)
    except (TypeError, ValueError):
        raise DataError(
            "X holds something that is no number, or rows of different lengths: keep columns of numbers, without gaps."
        ) from None
    if table.ndim != 2:
        raise DataError(f"X has the shape {table.shape}: give a table, a row per point and a column per feature.")
    if not table.size:
        raise DataError("X is empty: a figure needs at least one point.")
    if not np.isfinite(table).all():
        raise DataError("X holds NaN or infinite values: fill these gaps, or leave the rows out.")
    return table


def _of_one_sort(labels: np.ndarray) -> np.ndarray:
    try:
        np.unique(labels)
    except TypeError:
        raise DataError("The labels are of several sorts: make them all words, or all numbers.") from None
    return labels


def _without_gaps(labels: np.ndarray) -> np.ndarray:
    """None and NaN are no class of their own."""
    if any(label is None or (label != label) is not False for label in labels.tolist()):
        raise DataError("y has gaps, rows without a label: leave these rows out.")
    return labels


def _columns(X: Any) -> tuple[str, ...]:
    names = getattr(X, "columns", None)
    count = np.shape(X)[1]
    return tuple(map(str, names)) if names is not None else tuple(f"$x_{{{j}}}$" for j in range(1, count + 1))


def _names(y: Any) -> tuple[str, ...]:
    """The name of y where it has one: that of a Series, or of the one column of a table."""
    name = getattr(y, "name", None)
    return (str(name),) if name is not None else tuple(map(str, getattr(y, "columns", ())))


def _class_names(data: Dataset, classes: np.ndarray) -> tuple[str, ...]:
    """The names that came along, if there is one for each class; else the labels themselves."""
    named = data.target_names
    return named if len(named) == len(classes) else tuple(map(_class_name, classes.tolist()))


def _class_name(label: Any) -> str:
    if isinstance(label, str):
        return label
    number = isinstance(label, (int, float)) and not isinstance(label, bool)
    return f"y = {label:g}".replace("-", "−") if number else f"y = {label}"
