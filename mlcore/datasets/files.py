"""A table from a CSV file, or a DataFrame: the columns that are asked for, and what in them is no number, in words."""

import csv
import difflib
import io
import os
import pathlib
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore.base.text import decoded

SHOWN = 5  # columns or files that a sentence names
LOOKED_AT = 50  # lines from whose number of entries the separator is read
BLANK = re.compile(r"(?<=\d)[ '’\u00a0\u202f](?=\d{3})")  # between thousands: 1 234 or 1'234
# By decimal mark: a number, with or without marks between its thousands; and one that can be read in no other way.
NUMBER = {
    ".": re.compile(r"[-+]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?"),
    ",": re.compile(r"[-+]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?"),
}
CLEAR = {
    ".": re.compile(
        r"[-+]?(?:(?:\d+)\.(?!\d{3}$)\d+|0\.\d+|\d{4,}\.\d+|[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,}))"
    ),
    ",": re.compile(
        r"[-+]?(?:(?:\d+),(?!\d{3}$)\d+|0,\d+|\d{4,},\d+|[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}))"
    ),
}
WITH_A_COMMA = re.compile(r"[-+]?[\d.]*\d,\d[\d,.]*")
WITH_A_UNIT = re.compile(r"[-+]?\d[\d.,' ]*\s*[^\d\s.,:;/-]{1,8}|[€$£¥]\s*[-+]?\d[\d.,' ]*")
CODES = (-9, -99, -999, -9999, -99999, 999, 9999, 99999)  # what people write for a value that they do not have
OUTLYING = 5  # a code above 0 is noticed where all other values are this many times smaller


class TableError(ValueError):
    """What a table lacks, or has too much of, in one sentence."""


@dataclass(frozen=True)
class Asked:
    """How a table was asked for: what `own` was given. So the sentence about what does not fit can end in a call."""

    source: str = "frame"
    target: str | None = None
    columns: tuple[str, ...] = ()
    dropna: bool = False
    missing: tuple | None = None
    classes: tuple = ()
    one_vs_rest: Any = None

    def call(self, **changed: Any) -> str:
        """The call, with what has changed."""
        said = {**vars(self), **changed}
        words = [said.pop("source")]
        kept = {name: value for name, value in said.items() if value or (name == "missing" and value is not None)}
        words += [f"{name}={list(value) if isinstance(value, tuple) else value!r}" for name, value in kept.items()]
        return f"datasets.own({', '.join(words)})"


def read_frame(file: str | os.PathLike) -> Any:
    """The file as a DataFrame, whose index are the lines of the file.

    Separators, decimal commas, marks between thousands and percent signs are understood. Raises TableError for no file,
    an empty one, another format, and for lines that are no rows of a table.
    """
    import pandas as pd  # loaded when a file is read, and not sooner

    path = pathlib.Path(file)
    if not path.is_file():
        raise TableError(f"There is no file {str(file)!r} in this folder. {_files_here(path)}")
    if path.suffix.lower() not in (".csv", ".txt", ".tsv"):
        raise TableError(f"{path.name} is no CSV file: open it in your spreadsheet, and save it as CSV (UTF-8).")
    text = decoded(path.read_bytes())
    if not text.strip():
        raise TableError(f"{path.name} is empty: save the table anew, as CSV.")
    try:
        between = _separator(text)
        lines = _lines(path, text, between)
        frame = pd.read_csv(io.StringIO(text), sep=between, dtype=str, index_col=False, skipinitialspace=True)
    except (csv.Error, pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        reason = " ".join(str(error).split())
        raise TableError(f"{path.name} cannot be read as a table ({reason}): save it as CSV anew.") from None
    if len(lines) == len(frame):
        frame.index = lines
    frame.columns = [str(name).strip() for name in frame.columns]
    frame = frame.dropna(how="all")  # lines of separators alone, as spreadsheets write them below a table
    if not len(frame):
        raise TableError(f"{path.name} has no rows below the names of its columns.")
    first = frame.columns[0]
    if first.startswith("Unnamed") and frame[first].tolist() == [str(k) for k in range(len(frame))]:
        frame = frame.drop(columns=first)  # the numbers of the rows, which pandas writes along
    return _with_numbers(frame, between)


def _separator(text: str) -> str:
    """The separator by which most lines have the same number of entries, two or more: a title above has none."""
    start = "\n".join([line for line in text.splitlines() if line.strip()][:LOOKED_AT])

    def alike(between: str) -> tuple[int, int]:
        widths = Counter(len(row) for row in csv.reader(io.StringIO(start), delimiter=between) if len(row) > 1)
        width, count = widths.most_common(1)[0] if widths else (0, 0)
        return count, width

    return max(",;\t", key=alike)


def _lines(path: pathlib.Path, text: str, between: str) -> list[int]:
    """The line on which each row below the names begins. TableError where lines do not have an entry per name."""
    reader, found, last = csv.reader(io.StringIO(text), delimiter=between), [], 0
    for row in reader:
        if row:
            found.append((last + 1, row))
        last = reader.line_num
    (first, names), rows = found[0], found[1:]
    width = len(names)
    wide = [(line, row) for line, row in rows if any(entry.strip() for entry in row[width:])]
    if wide and sum(map(bool, names)) < 2 < len(wide):
        raise TableError(
            f"Line {first} of {path.name} is {between.join(names).strip(between)!r}, and the lines below have more "
            "entries: the names of the columns must stand in the first line. Delete what stands above them."
        )
    if wide:
        line, row = wide[0]
        raise TableError(
            f"Line {line} of {path.name} has {len(row)} entries, and line {first} names {width} columns: an entry with "
            f"a {between!r} in it must stand in quotation marks, and each column needs a name."
        )
    return [line for line, _ in rows]


def _with_numbers(frame: Any, between: str) -> Any:
    """The frame of texts, with columns of numbers where every entry is one, in the way in which this file writes them.

    A comma is the decimal mark where some entry cannot be read otherwise and none speaks for the point; in a file of
    semicolons also where nothing speaks for either. True and false become truth values.
    """
    import pandas as pd

    texts = {name: frame[name].dropna().str.strip().str.replace(BLANK, "", regex=True) for name in frame}
    texts = {name: _without_percent(column) for name, column in texts.items()}
    speaks = {
        mark: any(column.str.fullmatch(clear).any() for column in texts.values()) for mark, clear in CLEAR.items()
    }
    comma = speaks[","] and not speaks["."]
    if between == ";" and not any(speaks.values()):
        comma = any(
            column.str.fullmatch(NUMBER[","]).any() and column.str.contains(",").any() for column in texts.values()
        )
    point = speaks["."] and not speaks[","]  # where neither is sure, a comma is not understood, and the column is text
    made = {}
    for name, column in texts.items():
        if comma:
            fit = column.str.fullmatch(NUMBER[","])
            column = column.where(~fit, column.str.replace(".", "").str.replace(",", "."))
        elif point:
            column = column.where(~column.str.fullmatch(NUMBER["."]), column.str.replace(",", ""))
        numbers: Any = pd.to_numeric(column, errors="coerce")
        if len(column) and not numbers.isna().any():
            made[name] = numbers.reindex(frame.index)
        elif len(column) == len(frame) and column.str.lower().isin(["true", "false"]).all():
            made[name] = column.str.lower().eq("true")
        else:
            made[name] = column.reindex(frame.index)
    return pd.DataFrame(made, index=frame.index, columns=frame.columns)


def _without_percent(column: Any) -> Any:
    """The texts without their percent signs, if every number in them has one."""
    bare = column.str.replace(r"\s*%$", "", regex=True)
    numbers = bare.str.fullmatch(NUMBER["."]) | bare.str.fullmatch(NUMBER[","])
    percent = column.str.endswith("%")
    return bare.where(percent & numbers, column) if percent.any() and not (numbers & ~percent).any() else column


def _files_here(path: pathlib.Path) -> str:
    folder = path.parent
    found = sorted(p.name for p in folder.glob("*.*sv")) if folder.is_dir() else []
    if not found:
        return "Put it beside your notebook: drag it into the list of files on the left."
    return _nearest(path.name, found) or f"There {'is' if len(found) == 1 else 'are'} {_listed(found)}."


def _nearest(name: str, names: Iterable[str]) -> str:
    """A question for the name that was meant, or nothing where none is like it."""
    by_lower = {other.lower(): other for other in names}
    like = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    begins = [other for other in by_lower if other.startswith(name.lower())]
    return f"Do you mean {by_lower[(like or begins)[0]]!r}?" if like or begins else ""


def chosen(frame: Any, asked: Asked) -> Any:
    """The frame with the columns and the target that are asked for, or with all. TableError for one it has not.

    What `missing` names has become a gap.
    """
    if not frame.columns.is_unique:
        twice = frame.columns[frame.columns.duplicated()][0]
        raise TableError(f"Two columns are called {twice!r}: give each a name of its own.")
    target = [asked.target] if asked.target is not None else []
    for name in (*asked.columns, *target):
        if name not in frame.columns:
            names = list(map(str, frame.columns))
            meant = _nearest(str(name), names)
            raise TableError(f"The table has no column {name!r}; it has {', '.join(names)}. {meant}".strip())
    if asked.columns:
        frame = frame[list(dict.fromkeys([*asked.columns, *target]))]
    if not asked.missing:
        return frame
    frame = frame.mask(frame.isin(list(asked.missing)))
    return frame.apply(_numbers_again)


def _numbers_again(column: Any) -> Any:
    """A column of texts as numbers, where the words that were no numbers have become gaps."""
    import pandas as pd

    numbers: Any = pd.to_numeric(column, errors="coerce")
    return column if numbers.isna().sum() > column.isna().sum() else numbers


def check_numbers(whole: Any, frame: Any, asked: Asked, row: Callable[[Any], str]) -> None:
    """TableError for a column that holds text, dates, infinite values or a code for gaps, and for a gap, with a cure.

    whole: the table; frame: those of its columns that were asked for. row: how the row with this index is called.
    """
    features = [name for name in frame.columns if name != asked.target]
    trouble = {name: found for name in features if (found := _no_number(frame[name], row))}
    if trouble:
        raise TableError(_words_and_cure(frame, asked, trouble, row))
    _check_target(frame, asked, row)
    _check_codes(frame, asked, row)
    for name in features:
        infinite = np.isinf(frame[name].to_numpy(float, na_value=np.nan))
        if infinite.any():
            raise TableError(
                f"Column {name!r} holds an infinite value in {row(frame.index[infinite.argmax()])}: write the number, "
                "or leave the entry empty."
            )
    gaps = frame.isna().to_numpy()
    if gaps.any():
        k, j = np.argwhere(gaps)[0].tolist()
        index = frame.index[k]
        alone = whole.iloc[k].dropna()
        if len(alone) == 1 and whole.shape[1] > 2:
            words = (
                f"The text {str(alone.iloc[0])!r} stands alone in {row(index)}, as a note does below a table. Delete it"
            )
        else:
            rows = int(gaps.any(axis=1).sum())
            many = f"{rows} of {len(frame)} rows have one" if rows > 1 else f"no other of the {len(frame)} rows has one"
            words = f"Column {frame.columns[j]!r} has a gap in {row(index)} ({many}). Fill it in"
        raise TableError(f"{words}, or leave such rows out: {asked.call(dropna=True)}.")


def _words_and_cure(
    frame: Any, asked: Asked, trouble: dict[str, tuple[str, Any]], row: Callable[[Any], str],
) -> str:  # fmt: skip
    """The sentence for columns that hold no numbers, and the call that works."""
    bad = [rows for _, rows in trouble.values()]
    first = frame.index[0]
    if len(frame) > 2 and all(list(rows.index) == [first] for rows in bad):
        found = ", ".join(repr(str(rows.iloc[0])) for rows in bad[:SHOWN])
        return (
            f"Words stand in columns of numbers in {row(first)}, the first one below the names ({found}), as in a "
            "second line of names: delete it, or put its words into the names."
        )
    said = _listed([f"{name!r} holds {words}" for name, (words, _) in trouble.items()])
    words = f"Column {said}."
    stray = {str(value) for rows in bad for value in rows}
    if len(stray) <= 3 and all(
        said.endswith("among numbers") for said, _ in trouble.values()
    ):  # numbers, but for a word that stands for a gap
        return f"{words} If that stands for a gap: {asked.call(missing=tuple(sorted(stray)), dropna=True)}."
    numbers = [name for name in frame.columns if name != asked.target and name not in trouble]
    counting = [name for name in numbers if _only_counts(frame[name])]
    kept = tuple(name for name in numbers if name not in counting) or tuple(numbers)
    if not kept:
        return f"{words} No column of numbers is left: write these as numbers in the file, without units."
    left_out = (
        f" ({_listed([repr(name) for name in counting])} only counts the rows)" if len(kept) < len(numbers) else ""
    )
    used = frame[[*kept, *([asked.target] if asked.target in frame else [])]]
    gaps = int(used.isna().any(axis=1).sum())
    rows = f", without the {gaps} row{'s' * (gaps > 1)} that ha{'ve' if gaps > 1 else 's'} a gap" if gaps else ""
    call = asked.call(columns=kept, dropna=bool(gaps) or asked.dropna)
    return f"{words} Keep the columns of numbers{left_out}{rows}: {call}."


def _check_target(frame: Any, asked: Asked, row: Callable[[Any], str]) -> None:
    """TableError for a target that is no class and no number: dates, or words of which hardly any comes twice."""
    if asked.target not in frame or not (found := _no_number(frame[asked.target], row)):
        return
    words, bad = found
    if words.startswith("dates"):
        raise TableError(f"The target {asked.target!r} holds {words}: it has to be classes, or a number to predict.")
    kinds = bad.nunique()
    if kinds > 10 and kinds > len(frame) / 3:
        raise TableError(
            f"The target {asked.target!r} holds {words}, {kinds} different ones in {len(frame)} rows: classes are few, "
            "and each of them stands in many rows. Or is it a number to predict, written in words?"
        )


def _check_codes(frame: Any, asked: Asked, row: Callable[[Any], str]) -> None:
    """TableError for a value that people write for a gap, as −999, far from all others, unless `missing` is given."""
    if asked.missing is not None:
        return
    for name in frame.columns:
        if frame[name].dtype.kind not in "iuf":
            continue
        values = frame[name].dropna()
        for code in CODES:
            rest = values[values != code]
            if len(rest) in (0, len(values)):
                continue
            far = rest.min() >= 0 if code < 0 else rest.abs().max() * OUTLYING < code
            if far:
                count = len(values) - len(rest)
                where = row(values.index[(values == code).to_numpy().argmax()])
                others = f"all other values are from {rest.min():g} to {rest.max():g}"
                raise TableError(
                    f"Column {name!r} holds {code} in {where} ({count} of {len(frame)} rows), and {others}. "
                    f"If it stands for a gap: {asked.call(missing=(code,), dropna=True)}. "
                    f"If it is a number: {asked.call(missing=())}."
                )


def _only_counts(column: Any) -> bool:
    """Whether these are whole numbers that go up by one from row to row, as numbers of rows do."""
    if column.dtype.kind not in "iuf" or len(column) < 3 or column.isna().any():
        return False
    return bool((np.diff(column.to_numpy()) == 1).all())


def _no_number(column: Any, row: Callable[[Any], str]) -> tuple[str, Any] | None:
    """What the column holds, if that is no numbers, and those entries; None for numbers and gaps."""
    import pandas as pd

    numbers: Any = pd.to_numeric(column, errors="coerce")
    bad = (numbers.isna() & column.notna()).to_numpy()
    if pd.api.types.is_datetime64_any_dtype(column):
        bad = column.notna().to_numpy()
    if not bad.any():
        return None
    found = column[bad]
    value = str(found.iloc[0]).strip()
    words = f"{value!r} in {row(found.index[0])}"
    if WITH_A_COMMA.fullmatch(value):
        return f"{words}, a number with a comma: save the file with decimal points and no other marks", found
    if found.astype(str).str.strip().str.fullmatch(WITH_A_UNIT).all():
        return f"{words}, a number with a unit: leave the unit out, or put it into the column's name", found
    if not bad[column.notna().to_numpy()].all():
        return f"{words}, which is no number, among numbers", found
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of days and months that may be exchanged
        dates: Any = pd.to_datetime(found, errors="coerce", format="mixed").notna().all()
    return (f"dates ({words})" if dates else f"text ({words})"), found


def _listed(names: Sequence[str]) -> str:
    shown = [*names[:SHOWN], *([f"{len(names) - SHOWN} more"] if len(names) > SHOWN else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
