"""A teacher's lists: who is in the class, and how many points an exercise gives."""

import csv
import io
import math
import pathlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from mlcore.check.registry import find
from mlcore.course import LECTURES

_KEYS = {"folder", "file", "prefix", "handed_in"}  # the names that the third column of a roster may have


@dataclass(frozen=True)
class Student:
    """A line of the roster. begins: what a folder or file of this student begins with; one of them is enough."""

    id: str
    name: str = ""
    begins: tuple[str, ...] = ()


def read_roster(path: pathlib.Path) -> list[Student]:
    """The students of a table with the columns student, name, and folder where its folders have other names.

    Raises ValueError with a sentence for a table that is none.
    """
    lines = _read(path, "student", "name")
    students = []
    for number, line in lines:
        if not line["student"]:
            raise ValueError(f"{path}, line {number}: the column student is empty.")
        begins = tuple(line[key] for key in _KEYS & line.keys() if line[key])
        own = begins or tuple(filter(None, (line["student"], line["name"])))
        students.append(Student(line["student"], line["name"], own))
    for what in ("id", "begins"):
        seen = [getattr(student, what) for student in students]
        if twice := next((value for value in seen if seen.count(value) > 1), None):
            words = twice if isinstance(twice, str) else " or ".join(twice)
            raise ValueError(f"{path}: two lines are for {words}. Give each student one line, and a name of their own.")
    return students


def read_points(path: pathlib.Path) -> dict[str, float]:
    """Points by exercise, of a table with the columns exercise and points.

    Raises ValueError with a sentence for an exercise that does not exist, or points that are no number from 0 on.
    """
    points = {}
    for number, line in _read(path, "exercise", "points"):
        try:
            id = find(line["exercise"]).id
            points[id] = float(line["points"].replace(",", "."))
        except ValueError as error:
            said = error if "exercise" in str(error) else f"{line['points']!r} is no number of points."
            raise ValueError(f"{path}, line {number}: {said}") from None
        if not 0 <= points[id] < math.inf:
            raise ValueError(f"{path}, line {number}: points are numbers from 0 on, and {line['points']} is none.")
    return points


def separator(path: pathlib.Path) -> str:
    """What stands between the columns of a table: a comma, or the semicolon or tab that some spreadsheets write."""
    first = _text(path).partition("\n")[0]
    return max(",;\t", key=first.count)


def whose(parts: Sequence[str], students: Sequence[Student]) -> list[Student]:
    """The students to whom a file with these folders and this name belongs: none, one, or several that fit as well.

    A student's folder or file begins with the student's own words, and goes on with no letter or digit: s1 is not s12.
    Folders decide before the file, whose name may be the notebook's own: 14_trees.ipynb is not that of student 14.
    """
    for k, part in enumerate(parts):
        if k == len(parts) - 1 and part.startswith(tuple(lecture.name for lecture in LECTURES)):
            break
        path = _plain("/".join(parts[k:]))
        fits = {student: max(_fit(_plain(word), path) for word in student.begins) for student in students}
        if best := max(fits.values(), default=0):
            return [student for student, fit in fits.items() if fit == best]
    return []


def _fit(word: str, path: str) -> int:
    """How many characters agree: all of the word, or none."""
    return len(word) if path.startswith(word) and not path[len(word) : len(word) + 1].isalnum() else 0


def _plain(text: str) -> str:
    """Text without what differs between systems: case, and letters with an accent written as one character or two."""
    return unicodedata.normalize("NFC", text).casefold().strip()


def _text(path: pathlib.Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not in UTF-8: save it as CSV UTF-8 in the spreadsheet.") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from None


def _read(path: pathlib.Path, *needed: str) -> list[tuple[int, dict[str, str]]]:
    """The lines of a table with their numbers, each by column; names of columns are taken in small letters."""
    rows = csv.reader(io.StringIO(_text(path), newline=""), delimiter=separator(path))
    head = [name.strip().lower() for name in next(rows, [])]
    if missing := [name for name in needed if name not in head]:
        raise ValueError(
            f"{path} has no column {' and no column '.join(missing)}. Its first line has to name the columns: "
            f"{','.join(needed)}."
        )
    lines = [(rows.line_num, dict(zip(head, map(str.strip, row), strict=False))) for row in rows if any(row)]
    if not lines:
        raise ValueError(f"{path} has no line below its first one.")
    for number, line in lines:
        if short := [name for name in needed if name not in line]:
            raise ValueError(f"{path}, line {number}: the column {short[0]} is missing.")
    return lines
