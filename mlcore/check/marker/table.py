"""The rows of a marking as a table to read, as CSV for a gradebook, and as JSON."""

import csv
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from mlcore.check.marker.mark import RAISED, TIMED_OUT, UNREADABLE, Row
from mlcore.check.verdict import OPEN, RIGHT, WRONG

SIGNS = {RIGHT: "✓", WRONG: "✗", RAISED: "!", OPEN: "○", TIMED_OUT: "…", UNREADABLE: "?"}
NAMES = tuple(field.name for field in fields(Row))


def table(rows: Sequence[Row]) -> str:
    """A line a file: how many are solved, and a sign for each exercise; then what the signs mean."""
    columns = list(dict.fromkeys(row.exercise for row in rows if row.exercise))
    files = list(dict.fromkeys(row.file for row in rows))
    width = max(map(len, ["file", *files]), default=4)
    lines = [f"{'file':<{width}}  solved  " + "  ".join(columns)]
    for file in files:
        own = {row.exercise: row for row in rows if row.file == file}
        if first := next((row for row in own.values() if row.status == UNREADABLE), None):
            lines.append(f"{file:<{width}}  not marked: {first.words}")
            continue
        solved = sum(row.status == RIGHT for row in own.values())
        signs = (SIGNS[own[c].status] if c in own else " " for c in columns)
        cells = "  ".join(f"{sign:<{len(c)}}" for sign, c in zip(signs, columns, strict=True))
        lines.append(f"{file:<{width}}  {solved:>2} of {len(own):<2} {cells}".rstrip())
    return "\n".join([*lines, "", "  ".join(f"{sign} {status}" for status, sign in SIGNS.items())])


def details(rows: Iterable[Row]) -> Iterator[str]:
    """A line for each exercise that is neither right nor open, and for each remark."""
    for row in rows:
        if row.status not in (RIGHT, OPEN, UNREADABLE) or row.remark:
            words = "; ".join(filter(None, (row.words if row.status != RIGHT else "", row.remark)))
            yield f"{row.file}  {row.exercise}  {row.status}: {words}"


def write_csv(path: pathlib.Path, rows: Iterable[Row]) -> None:
    """A row for each exercise of each file. With a mark at its beginning by which Excel knows UTF-8."""
    with path.open("w", newline="", encoding="utf-8-sig") as out:
        writer = csv.DictWriter(out, NAMES)
        writer.writeheader()
        writer.writerows({name: harmless(text) for name, text in row.plain().items()} for row in rows)


def harmless(text: str) -> str:
    """Words that a spreadsheet does not take for a formula: a student's error message may begin with =."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text


def write_json(path: pathlib.Path, rows: Iterable[Row]) -> None:
    """The same as a list of objects."""
    path.write_text(json.dumps([row.plain() for row in rows], ensure_ascii=False, indent=1), encoding="utf-8")


def progress(done: int, of: int, name: str) -> None:
    """A bar on a terminal, on the line of standard error that it keeps; nothing where that goes to a file."""
    if not sys.stderr.isatty():
        return
    filled = round(24 * done / of)
    bar = "█" * filled + "░" * (24 - filled)
    end = "\n" if done == of else ""
    print(f"\r\033[K{bar} {done} of {of}  {name[-40:]}", end=end, file=sys.stderr, flush=True)
