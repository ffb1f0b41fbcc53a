"""The marks of a class as a table to read and as CSV for a gradebook; the details as CSV and as JSON."""

import csv
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields

from mlcore.check.marker.mark import NO_CHECK, NOT_MARKED, RAISED, TIMED_OUT, Row
from mlcore.check.marker.marks import Marks, columns
from mlcore.check.registry import exercises
from mlcore.check.verdict import OPEN, RIGHT, WRONG

SIGNS = {RIGHT: "✓", WRONG: "✗", RAISED: "!", OPEN: "○", TIMED_OUT: "…", NO_CHECK: "–", NOT_MARKED: "?"}
NAMES = tuple(field.name for field in fields(Row))


def table(lines: Sequence[Marks], worth: Mapping[str, float]) -> str:
    """A line a student: the points, and a sign for each exercise; then what the signs mean, and all remarks.

    Last, which exercises have one right answer for every seed.
    """
    ids = columns(lines)
    total = number(sum(worth.get(id, 1.0) for id in ids))
    names = [" ".join(filter(None, (line.student, line.name))) for line in lines]
    points = [f"{'–' if (sum_ := line.sum(worth)) is None else number(sum_)} of {total}" for line in lines]
    width, wide = max(map(len, ["student", *names])), max(map(len, ["points", *points]))
    text = [f"{'student':<{width}}  {'points':>{wide}}  " + "  ".join(ids)]
    for name, line, sum_of in zip(names, lines, points, strict=True):
        signs = (SIGNS[line.counted[id].status] if id in line.counted else " " for id in ids)
        cells = "  ".join(f"{sign:<{len(id)}}" for sign, id in zip(signs, ids, strict=True))
        text.append(f"{name:<{width}}  {sum_of:>{wide}}  {cells}".rstrip())
    text += ["", "  ".join(f"{sign} {status}" for status, sign in SIGNS.items()), ""]
    remarks = (f"{name}  {remark}" for name, line in zip(names, lines, strict=True) for remark in line.remarks)
    return "\n".join([*text, *remarks, *_same_for_all(ids)])


def _same_for_all(ids: Sequence[str]) -> list[str]:
    """The exercises whose right answer is the same for every seed, in a line; no line if there is none."""
    known = exercises()
    same = [id for id in ids if id in known and known[id].is_same_for_all]
    return [f"One right answer for every seed, so it may have been passed on: {', '.join(same)}."] if same else []


def details(rows: Iterable[Row], names: Mapping[str, str] | None = None) -> Iterator[str]:
    """A line for each exercise that is neither right nor open, and for each remark. names: of the students."""
    for row in rows:
        if row.status not in (RIGHT, OPEN, NOT_MARKED) or row.remark:
            words = "; ".join(filter(None, (row.words if row.status != RIGHT else "", row.remark)))
            who = (names or {}).get(row.student, row.student or row.file)
            yield f"{who}  {row.exercise}  {row.status}: {words}"


def write_marks(path: pathlib.Path, lines: Sequence[Marks], worth: Mapping[str, float], separator: str = ",") -> None:
    """A row a student and a column an exercise, for a gradebook.

    An exercise without an answer has an empty cell, and so have the points where nothing could be marked. total: what
    can be reached. With semicolons between the columns a decimal comma, as spreadsheets have it that write such tables.
    """
    ids = columns(lines)
    comma = "," if separator == ";" else "."
    named = any(line.name for line in lines)
    head = ["student", *(["name"] if named else []), *ids, "points", "total", "files", "remarks"]
    total = sum(worth.get(id, 1.0) for id in ids)
    with path.open("w", newline="", encoding="utf-8-sig") as out:
        writer = csv.DictWriter(out, head, delimiter=separator, extrasaction="ignore")
        writer.writeheader()
        for line in lines:
            points = {id: line.points(worth, id) for id in ids} | {"points": line.sum(worth), "total": total}
            words = {"student": line.student, "name": line.name, "files": "; ".join(line.files),
                     "remarks": "; ".join(line.remarks)}  # fmt: skip
            numbers = {name: number(value).replace(".", comma) for name, value in points.items() if value is not None}
            writer.writerow({name: harmless(text) for name, text in words.items()} | numbers)


def number(points: float) -> str:
    """Points without a needless .0."""
    return f"{points:.10g}"


def write_details(path: pathlib.Path, rows: Iterable[Row], separator: str = ",") -> None:
    """A row for each exercise of each file. With a mark at its beginning by which Excel knows UTF-8."""
    with path.open("w", newline="", encoding="utf-8-sig") as out:
        writer = csv.DictWriter(out, NAMES, delimiter=separator)
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
