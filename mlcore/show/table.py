"""A small table in the notebook: the one way in which lesson cells print more than a line."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from mlcore.show.numbers import number


class Table:
    """Rows of words under headings: plain text where the notebook is compared, a real table where it is read."""

    def __init__(self, heads: list[str], rows: list[list[str]], left: list[bool]):
        self.heads = heads
        self.rows = rows
        self.left = left

    def __repr__(self) -> str:
        lines = [self.heads, *self.rows]
        widths = [max(len(line[k]) for line in lines) for k in range(len(self.heads))]
        cells = [
            [word.ljust(w) if left else word.rjust(w) for word, w, left in zip(line, widths, self.left, strict=True)]
            for line in lines
        ]
        return "\n".join("  ".join(line).rstrip() for line in cells)

    def _repr_markdown_(self) -> str:
        rules = [":--" if left else "--:" for left in self.left]
        lines = [self.heads, rules, *self.rows]
        return "\n".join("| " + " | ".join(word.replace("|", "\\|") for word in line) + " |" for line in lines)


def table(rows: Iterable[Any], **formats: str) -> Table:
    """A table of states, of dataclasses or of dicts, one a row.

    formats: the columns in their order, each with its format: `table(states, step="", t="", cost=".1f")`. Without any,
    all keys of the first row. An empty format prints words as they are, and numbers by significant digits. In a
    heading an underscore is a space. Raises ValueError for no row, and for a column that a row does not have.
    """
    rows = list(rows)
    if not rows:
        raise ValueError("A table needs at least one row.")
    columns = formats or dict.fromkeys(_fields(rows[0]), "")
    values = [[_value(row, name) for name in columns] for row in rows]
    cells = [[_cell(v, f) for v, f in zip(line, columns.values(), strict=True)] for line in values]
    left = [isinstance(values[0][k], str) for k in range(len(columns))]
    return Table([name.replace("_", " ") for name in columns], cells, left)


def _fields(row: Any) -> list[str]:
    return list(row) if isinstance(row, Mapping) else [field.name for field in dataclasses.fields(row)]


def _value(row: Any, name: str) -> Any:
    if isinstance(row, Mapping) and name in row:
        return row[name]
    if not isinstance(row, Mapping) and hasattr(row, name):
        return getattr(row, name)
    raise ValueError(f"A row has no {name!r}: give a column that each row has.")


def _cell(value: Any, form: str) -> str:
    if isinstance(value, (list, tuple, np.ndarray)):
        return ", ".join(_cell(v, form) for v in np.asarray(value).ravel().tolist())
    if form or isinstance(value, (str, bool, np.bool_)) or value is None:
        return format(value, form)
    return number(value)
