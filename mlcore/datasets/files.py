"""A table from a CSV file, or a DataFrame: the columns that are asked for, and what in them is no number, in words."""

import io
import os
import pathlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

SHOWN = 5  # columns or files that a sentence names


class TableError(ValueError):
    """What a table lacks, or has too much of, in one sentence."""


def read_frame(file: str | os.PathLike) -> Any:
    """The file as a DataFrame. Raises TableError for none, an empty one, another format, and decimal commas."""
    import pandas as pd  # loaded when a file is read, and not sooner

    path = pathlib.Path(file)
    if not path.exists():
        raise TableError(f"There is no file {str(file)!r} in this folder. {_files_here(path)}")
    if path.suffix.lower() not in (".csv", ".txt", ".tsv"):
        raise TableError(f"{path.name} is no CSV file: open it in your spreadsheet, and save it as CSV (UTF-8).")
    try:
        text = _decoded(path.read_bytes())
        header = next((line for line in text.splitlines() if line.strip()), "")
        between = max(",;\t", key=header.count)
        marks = (".", ",") if between == ";" else (".",)  # where a comma is the decimal mark, columns end with ;
        read = [pd.read_csv(io.StringIO(text), sep=between, decimal=mark) for mark in marks]
    except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        reason = " ".join(str(error).split())
        raise TableError(f"{path.name} cannot be read as a table ({reason}): save it as CSV anew.") from None
    frame = max(read, key=lambda frame: frame.select_dtypes("number").shape[1])
    if not len(frame):
        raise TableError(f"{path.name} has no rows below the names of its columns.")
    first = frame.columns[0]
    if str(first).startswith("Unnamed") and frame[first].tolist() == list(range(len(frame))):
        frame = frame.drop(columns=first)  # the numbers of the rows, which pandas writes along
    return frame


def _decoded(content: bytes) -> str:
    """The text, in UTF-8 or as older spreadsheets write it."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _files_here(path: pathlib.Path) -> str:
    folder = path.parent
    found = sorted(p.name for p in folder.glob("*.csv")) if folder.is_dir() else []
    if not found:
        return "Put it beside your notebook: drag it into the list of files on the left."
    return f"There {'is' if len(found) == 1 else 'are'} {_listed(found)}."


def chosen(frame: Any, target: str | None, columns: Sequence[str]) -> Any:
    """The frame with these columns and the target, or with all. TableError for one that it does not have."""
    if not frame.columns.is_unique:
        twice = frame.columns[frame.columns.duplicated()][0]
        raise TableError(f"Two columns are called {twice!r}: give each a name of its own.")
    columns = [columns] if isinstance(columns, str) else list(columns)
    asked = [*columns, *([target] if target is not None else [])]
    for name in asked:
        if name not in frame.columns:
            raise TableError(f"The table has no column {name!r}; it has {', '.join(map(str, frame.columns))}.")
    return frame[list(dict.fromkeys(asked))] if columns else frame


def check_numbers(
    frame: Any, target: str | None, call: str, columns: Sequence[str], row: Callable[[int], str],
) -> None:  # fmt: skip
    """TableError for a column, beside the target, that holds text or dates, and for a gap, with what to do.

    call: how the table was asked for, up to columns, which are those asked for. row: how the k-th row is called.
    """
    features = [name for name in frame.columns if name != target]
    trouble = {name: found for name in features if (found := _no_number(frame[name], row))}
    if trouble:
        said = _listed([f"{name!r} holds {found}" for name, found in trouble.items()])
        numbers = [name for name in features if name not in trouble]
        cure = (
            f"Keep the columns of numbers: {call}, columns={numbers})." if numbers else "No column of numbers is left."
        )
        raise TableError(f"Column{'s' * (len(trouble) > 1)} {said}. {cure}")
    gaps = frame.isna().to_numpy()
    if gaps.any():
        k, j = np.argwhere(gaps)[0].tolist()
        rows = int(gaps.any(axis=1).sum())
        many = f"{rows} of {len(frame)} rows have one" if rows > 1 else f"no other of the {len(frame)} rows has one"
        raise TableError(
            f"Column {frame.columns[j]!r} has a gap in {row(k)} ({many}). Fill it in, or leave such rows out: "
            f"{call}{f', columns={list(columns)}' if columns else ''}, dropna=True)."
        )


def _no_number(column: Any, row: Callable[[int], str]) -> str:
    """What the column holds, if that is no numbers: "" for numbers and gaps."""
    import pandas as pd

    numbers: Any = pd.to_numeric(column, errors="coerce")
    bad = (numbers.isna() & column.notna()).to_numpy()
    if pd.api.types.is_datetime64_any_dtype(column):
        bad = column.notna().to_numpy()
    if not bad.any():
        return ""
    k = int(bad.argmax())
    value = column.iloc[k]
    words = f"{str(value)!r} in {row(k)}"
    text = str(value)
    if text.count(",") == 1 and text.replace(",", "").lstrip("-").isdigit():
        return f"{words}, a number with a comma: save the file with decimal points"
    if not bad[column.notna().to_numpy()].all():
        return f"{words}, which is no number, among numbers"
    dates: Any = pd.to_datetime(column[bad], errors="coerce", format="mixed").notna().all()
    return f"dates ({words})" if dates else f"text ({words})"


def _listed(names: Sequence[str]) -> str:
    shown = [*names[:SHOWN], *([f"{len(names) - SHOWN} more"] if len(names) > SHOWN else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
