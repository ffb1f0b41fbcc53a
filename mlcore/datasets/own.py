"""Data of one's own, in the course's form: a CSV file, arrays, lists or a DataFrame, labels of any sort, names kept.

pandas is imported for a file only: a table is what has `columns`, a column what has a `name`.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mlcore.base.labels import encode_classes
from mlcore.datasets.dataset import Dataset
from mlcore.datasets.files import SHOWN, Asked, TableError, check_numbers, chosen, read_frame

FEW = 10  # as many classes may each have a single row


class DataError(ValueError):
    """Data that cannot be drawn or read. In a notebook the sentence is shown alone, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"⚠ {self}"]


def own(
    *given: Any,
    target: str | None = None,
    columns: Sequence[str] = (),
    dropna: bool = False,
    missing: Any = None,
    classes: Sequence = (),
    one_vs_rest: Any = None,
) -> Dataset:
    """Your data for a lecture: `own("coffee.csv", target="grade")`, `own(X)`, `own(X, y)` or `own(frame, "grade")`.

    target: the column of a file or a DataFrame that is y; it may be the second argument, too. columns: of a file or a
    DataFrame those to keep, of arrays names for those of X. dropna: leave out the rows with a gap in what is kept, and
    print how many these are. missing: values that stand for a gap, as missing=[-999, "?"]; without it such a value is
    refused where it is far from all others, and missing=[] says that there are none. classes: the labels to keep; rows
    with another are left out. one_vs_rest: this label becomes +1, and all others −1 ("one-vs-rest").

    Two labels of any sort become y = −1.0 and +1.0, several names 0, …, K−1, both in the order of their names; other
    numbers stay what they are. Names of columns and classes travel along. A column with the same value in all rows is
    kept, and a printed line tells of it. Raises DataError, a sentence that names column and row, for what does not
    fit: no numbers in X, gaps, not one y a row.
    """
    if given and (_is_file(given[0]) or _is_frame(given[0])):
        table, *labels = given
        if target is None and len(labels) == 1 and isinstance(labels[0], str):
            (target,), labels = labels, []
        asked = Asked(
            source=repr(str(table)) if _is_file(table) else "frame", target=target, columns=_several(columns),
            dropna=dropna, missing=None if missing is None else _several(missing), classes=_several(classes),
            one_vs_rest=one_vs_rest,
        )  # fmt: skip
        data = _of_table(table, labels, asked)
    else:
        if target is not None or dropna or missing is not None:
            raise DataError("target, dropna and missing are for a file or a DataFrame: give the labels as own(X, y).")
        data = as_dataset((column_of(given[0]), *given[1:]) if given else ())
        if columns and len(columns) != data.X.shape[1]:
            raise DataError(f"X has {data.X.shape[1]} columns, and there are {len(columns)} names for them.")
        data = replace(data, feature_names=tuple(columns) or data.feature_names)
    data = replace(data, is_own=True)
    if len(classes):
        data = _of_classes(data, _several(classes))
    _say_what_never_varies(data)
    if one_vs_rest is not None:
        return _one_against_the_rest(data, one_vs_rest)
    if len(set(data.y.tolist())) == 2:
        return with_signs(data)
    return data if data.y.dtype.kind in "iufb" else with_counts(data)


def _is_file(given: Any) -> bool:
    return isinstance(given, (str, os.PathLike))


def _is_frame(given: Any) -> bool:
    return hasattr(given, "isna") and hasattr(given, "columns")


def _several(given: Any) -> tuple:
    """One value as a tuple, several as a tuple of them."""
    return (given,) if isinstance(given, str) or np.ndim(given) == 0 else tuple(np.asarray(given, object).tolist())


def _of_table(table: Any, labels: Sequence, asked: Asked) -> Dataset:
    """The data of a file, or of a DataFrame with its labels in it or beside it."""
    is_file = _is_file(table)
    try:
        whole = read_frame(table) if is_file else table
        if labels and (asked.dropna or asked.missing is not None):
            raise TableError("dropna and missing need the labels in the table: own(frame, target=...).")
        frame = chosen(whole, asked)
        kept = frame.dropna() if asked.dropna else frame
        if not len(kept):
            raise TableError("Every row has a gap: leave out columns that are mostly empty, with columns=[...].")
        _check(whole, kept, asked, "line {}" if is_file else "row {}", labels)
    except TableError as error:
        raise DataError(str(error)) from None
    if len(kept) < len(frame):
        gone = len(frame) - len(kept)
        print(f"{gone} of {len(frame)} rows ha{'ve a gap, and are' if gone > 1 else 's a gap, and is'} left out.")
    if asked.target is not None:
        kept, labels = kept.drop(columns=asked.target), [kept[asked.target]]
    return as_dataset((kept, *labels), checked=True)


def _check(whole: Any, frame: Any, asked: Asked, row: str, labels: Sequence = ()) -> None:
    """TableError for what `check_numbers` finds; where labels stand beside the frame, its call puts them into it."""
    if labels:
        asked = replace(asked, source="frame.assign(label=y)", target="label")
    columns = frame.drop(columns=asked.target) if asked.target in frame.columns else frame
    if not columns.shape[1]:
        raise TableError(f"No column but {asked.target!r} is left: columns=[...] names those that predict it.")
    check_numbers(whole, frame, asked, lambda index: row.format(_said(index)))


def _said(index: Any) -> str:
    """The name of a row: a date without its time, a number as it is, words in quotation marks."""
    if hasattr(index, "isoformat"):
        return index.isoformat().removesuffix("T00:00:00")
    return repr(index.item() if hasattr(index, "item") else index)


def _of_classes(data: Dataset, classes: tuple) -> Dataset:
    """The rows with these labels."""
    _know(data, classes)
    keep = np.isin(data.y, np.asarray(classes, object).astype(data.y.dtype))
    return replace(data, X=data.X[keep], y=data.y[keep])


def _say_what_never_varies(data: Dataset) -> None:
    """Print which columns have the same value in all rows, and how to leave them out.

    They are kept: most methods go on with such a column, and those that cannot refuse it in their own words.
    """
    varies = np.ptp(data.X, axis=0) > 0
    if varies.all() or len(data.X) < 2:
        return
    has_names = not data.feature_names[0].startswith("$x_")
    names = [repr(name) if has_names else f"X[:, {j}]" for j, name in enumerate(data.feature_names)]
    fixed = [f"{names[j]} is {data.X[0, j]:g}" for j in np.flatnonzero(~varies)[:SHOWN]]
    more = " (and more such columns)" if np.sum(~varies) > SHOWN else ""
    kept = np.flatnonzero(varies).tolist()
    if not kept:
        cure = "Give a column that varies."
    elif has_names:
        listed = ", ".join(names[j] for j in kept) if len(kept) <= SHOWN else "…"
        cure = f"To leave it out, name those to keep: columns=[{listed}]."
    else:
        cure = f"To leave it out: X[:, {kept}]." if len(kept) <= SHOWN else "To leave it out: np.delete(X, …, axis=1)."
    print(
        f"{', '.join(fixed)} in all {len(data.X)} rows{more}: such a column tells no two rows apart, and a covariance "
        f"or a standardised column needs one that varies. {cure}"
    )


def _one_against_the_rest(data: Dataset, label: Any) -> Dataset:
    """y = +1.0 for this label and −1.0 for all others."""
    _know(data, (label,))
    is_it = data.y == label
    if is_it.all():
        raise DataError(f"All labels are {label!r}: there is no rest.")
    name = _class_name(label, data.target_name)
    return replace(data, y=np.where(is_it, 1.0, -1.0), target_names=(f"not {name}", name))


def _know(data: Dataset, classes: tuple) -> None:
    """DataError for a label that is not there."""
    there = sorted(set(data.y.tolist()), key=str)
    for label in classes:
        if label not in there:
            named = ", ".join(map(repr, there[:SHOWN])) + (" and others" if len(there) > SHOWN else "")
            raise DataError(f"No row has the label {label!r}; there are {named}.")


def as_dataset(given: tuple, *, checked: bool = False) -> Dataset:
    """What was given, as a Dataset: X (n, d) of finite floats, y (n,) as it came, or zeros where there is none.

    checked: a DataFrame among it is known to hold numbers alone.
    The name of a column y is kept under `target_names`, alone: who reads y as classes puts theirs in its place.
    """
    if given and _is_frame(given[0]) and not checked:
        given = _of_frame(*given)
    match given:
        case (Dataset() as data,):
            return replace(data, X=_table(data.X))
        case (str() | os.PathLike() as file, *_):
            raise DataError(
                f"Data are needed, and {str(file)!r} is the name of a file: datasets.own({str(file)!r}) reads it."
            )
        case (X,):
            table = _table(X)
            return Dataset(table, np.zeros(len(table), int), _columns(X), ())
        case (X, y):
            table = _table(X)
            labels = np.asarray(y)
            if labels.shape == (len(table), 1):
                labels = labels[:, 0]
            if labels.shape != (len(table),):
                raise DataError(
                    f"X has {len(table)} rows, and y the shape {labels.shape}: give one y for each row. Rows that "
                    "were left out of X have to be left out of y, too."
                )
            return Dataset(table, _without_gaps(labels), _columns(X), _names(y))
    raise DataError(f"Give X, or X and y, or one Dataset; here {len(given)} things were given.")


def _of_frame(frame: Any, *labels: Any) -> tuple:
    """A DataFrame and its labels, which may be the name of a column. DataError for what `check_numbers` finds."""
    asked = Asked(target=labels[0]) if labels and isinstance(labels[0], str) else Asked()
    try:
        _check(frame, chosen(frame, asked), asked, "row {}", [] if asked.target else labels)
    except TableError as error:
        raise DataError(str(error)) from None
    return (frame.drop(columns=asked.target), frame[asked.target]) if asked.target else (frame, *labels)


def with_signs(data: Dataset) -> Dataset:
    """y as −1.0 and +1.0, and the names of the two classes. DataError unless there are two."""
    _check_classes(data)
    classes, labels = encode_classes(data.y)
    if len(classes) > 2:
        raise DataError(_more_than_two(data, classes))
    return replace(data, y=2.0 * labels - 1.0, target_names=_class_names(data, classes))


def with_counts(data: Dataset) -> Dataset:
    """y as 0, …, K−1, and the names of the classes. DataError for one class, or none, or almost as many as rows."""
    _check_classes(data)
    classes, labels = encode_classes(data.y)
    return replace(data, y=labels, target_names=_class_names(data, classes))


def _check_classes(data: Dataset) -> None:
    """DataError for labels that are of several sorts, of one class, or no classes at all."""
    try:
        many = len(encode_classes(_of_one_sort(data.y))[0])
    except DataError:
        raise
    except ValueError as error:
        if not data.target_names and not data.y.any():
            raise DataError(
                "Here are no labels, and this is about classes: give them, as in own(X, y), or name their column, as "
                'in datasets.own("coffee.csv", target="grade").'
            ) from None
        raise DataError(f"Two classes or more are needed here. {error}") from None
    if many > FEW and many > len(data.y) / 3:
        raise DataError(
            f"There are {many} different labels in {len(data.y)} rows: are these numbers to predict? This is about "
            "classes, which are few, and each of which stands in many rows."
        )


def _more_than_two(data: Dataset, classes: np.ndarray) -> str:
    """What to do with more than two classes."""
    numbers = classes.tolist()
    labels = list(data.target_names) if len(data.target_names) == len(numbers) else numbers
    named = ", ".join(map(str, labels[:SHOWN])) + (" and others" if len(labels) > SHOWN else "")
    return (
        f"Two classes are needed here, and there are {len(labels)}: {named}. Keep two of them, as "
        f"datasets.own(…, classes={labels[:2]}), or ask for one against the rest: "
        f"datasets.own(…, one_vs_rest={labels[0]!r})."
    )


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
    return named if len(named) == len(classes) else tuple(_class_name(k, data.target_name) for k in classes.tolist())


def _class_name(label: Any, column: str = "y") -> str:
    """The name of a class: the label, or for numbers and truth values the column and the label, as in y = 1."""
    if isinstance(label, str):
        return label
    number = isinstance(label, (int, float)) and not isinstance(label, bool)
    return f"{column} = {label:g}".replace("-", "−") if number else f"{column} = {label}"
