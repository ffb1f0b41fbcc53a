"""A teacher's lists: who is in the class, and how many points an exercise gives."""

import csv
import io
import math
import pathlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from mlcore.base.text import decoded
from mlcore.check.registry import find
from mlcore.course import LECTURES

_NONE: tuple[int, ...] = ()  # how well words fit that do not
_SHORT = 3  # characters: a number such as the (1) of a second download is no student
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
_BARE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
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

    A student's folder or file begins with the student's own words, whatever stands between them, in either order, and
    with letters such as ü written out or without their dots, as platforms do: Jörg Müller has mueller_joerg_77, too.
    Whole words count: s1 is not s12. Folders decide before the file. Where that has the notebook's own name in front,
    the student's may follow, but no short number: 14_trees (1).ipynb is not that of student 1, or of student 14.
    """
    for k, part in enumerate(parts):
        rest, least = "/".join(parts[k:]), 1
        if k == len(parts) - 1 and (names := [one.name for one in LECTURES if part.startswith(one.name)]):
            rest, least = part[len(names[0]) :], _SHORT + 1
        found = _words(rest)
        fits = {student: max(_fit(_words(own), found, least) for own in student.begins) for student in students}
        if best := max(fits.values(), default=_NONE):
            return [student for student, fit in fits.items() if fit == best]
    return []


def _fit(own: list[str], found: list[str], least: int) -> tuple[int, ...]:
    """How well the words that are found begin with a student's own: by more words first, then by how they are written.

    least: characters that the own words must have together. _NONE where they do not begin so.
    """
    if not own or sum(map(len, own)) < least:
        return _NONE
    begin = found[: len(own)]
    if begin == own:
        return len(own), 3
    spellings, written = [_spellings(word) for word in own], [_spellings(word) for word in begin]
    turned = [spellings[k:] + spellings[:k] for k in range(len(own))]  # with the last name in front
    agree = [len(begin) == len(own) and all(map(set.intersection, order, written)) for order in turned]
    if any(agree):
        return len(own), 2 if agree[0] else 1
    joined = {"".join(words) for order in turned for words in product(*order)}  # some platforms write mullerjorg
    return (len(own), 1) if len(own) > 1 and found and joined & _spellings(found[0]) else _NONE


def _words(text: str) -> list[str]:
    """The words of a name in small letters; an accent is a part of its letter, also where a system writes it apart."""
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).casefold())


def _spellings(word: str) -> set[str]:
    """How a word is written where there are no letters with accents: written out, or without the accents."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return {word.translate(_WRITTEN_OUT), bare.translate(_BARE)}


def _text(path: pathlib.Path) -> str:
    try:
        return io.StringIO(decoded(path.read_bytes()), newline=None).read()  # with \n at the end of each line
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
