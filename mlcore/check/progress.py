"""progress: where a student stands, in a lecture and in the whole course."""

import json
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Literal, overload

from mlcore.check import verdict
from mlcore.check.exercise import Exercise
from mlcore.check.kept import Record, UnreadableError, kept
from mlcore.check.registry import exercises
from mlcore.check.verdict import OPEN, RIGHT, SIGNS, WRONG
from mlcore.course import BY_STEM, LECTURES, Lecture

HOUR = 60


@cache
def minutes() -> dict[str, dict]:
    """By a lecture's stem the minutes of its main path and of each exercise, from `python -m tools.minutes`."""
    return json.loads(files("mlcore.check").joinpath("minutes.json").read_text(encoding="utf-8"))


class Progress:
    """Where a student stands: a line per exercise of the lectures attempted in this kernel, in the course's order."""

    def __init__(self, results: dict[str, str], records: dict[str, Record], remark: str = ""):
        known = exercises()
        lectures = {known[id].lecture for id in results if id in known}
        tasks = sorted((e for e in known.values() if e.lecture in lectures), key=_place)
        self.rows = [(e, _status(results.get(e.id, OPEN), records.get(e.id))) for e in tasks]
        self.records = records
        self.remark = remark

    def __repr__(self) -> str:
        solved = sum(status == RIGHT for _, status in self.rows)
        lines = [
            f"{SIGNS[status]} {task.id:<8} {status:<14} {task.title}{_tries(self.records.get(task.id))}"
            for task, status in self.rows
        ]
        return "\n".join([f"{solved} of {len(self.rows)} solved", *lines, *([self.remark] if self.remark else [])])


class Overview:
    """Where a student stands in the whole course: a row per lecture, its exercises, and the hours to go.

    A lecture counts as read once an exercise of it was tried: then only its exercises that are not solved are left.
    """

    def __init__(self, results: dict[str, str], records: dict[str, Record], remark: str = ""):
        tasks = sorted((e for e in exercises().values() if e.lecture in BY_STEM), key=_place)
        by_lecture = {stem: list(mine) for stem, mine in groupby(tasks, key=lambda task: task.lecture)}
        self.rows = [
            (lecture, [(e, _status(results.get(e.id, OPEN), records.get(e.id))) for e in by_lecture[lecture.stem]])
            for lecture in LECTURES
        ]
        self.remark = remark

    @property
    def solved(self) -> tuple[int, int]:
        """How many exercises are solved, and of how many."""
        every = [status for _, mine in self.rows for _, status in mine]
        return sum(status == RIGHT for status in every), len(every)

    @property
    def to_go(self) -> list[int]:
        """The minutes to go in each lecture."""
        return [_to_go(lecture, mine) for lecture, mine in self.rows]

    def __repr__(self) -> str:
        lines = [
            f"{lecture.number:02} {_hours(left):>5} h  {_signs(mine)}  {lecture.title}"
            for (lecture, mine), left in zip(self.rows, self.to_go, strict=True)
        ]
        return "\n".join([self._headline, *lines, *([self.remark] if self.remark else [])])

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><td style="text-align: left">{lecture.number:02} {escape(lecture.title)}</td>'
            f'<td style="text-align: left">{_unbroken(mine)}</td><td>{_hours(left)}</td></tr>'
            for (lecture, mine), left in zip(self.rows, self.to_go, strict=True)
        )
        left = ' style="text-align: left"'
        head = f"<tr><th{left}>lecture</th><th{left}>exercises</th><th>hours to go</th></tr>"
        remark = f"<p>{escape(self.remark)}</p>" if self.remark else ""
        return f"<p>{self._headline}</p><table><thead>{head}</thead><tbody>{rows}</tbody></table>{remark}"

    @property
    def _headline(self) -> str:
        solved, of = self.solved
        return f"{solved} of {of} exercises solved, about {sum(self.to_go) / HOUR:.0f} hours to go"


def _status(here: str, record: Record | None) -> str:
    """Solved once is solved; else what this kernel has seen, or what is kept."""
    if record is not None and record.solved:
        return RIGHT
    return WRONG if here == OPEN and record is not None else here


def _tries(record: Record | None) -> str:
    """How often it was tried, and the numbers that were handed in."""
    if record is None:
        return ""
    guesses = f": {'; '.join(record.answers)}" if record.answers else ""
    return f" ({record.tries} {'try' if record.tries == 1 else 'tries'}{guesses})"


def _to_go(lecture: Lecture, mine: list[tuple[Exercise, str]]) -> int:
    known = minutes()[lecture.stem]
    begun = any(status != OPEN for _, status in mine)
    return (0 if begun else known["main"]) + sum(
        known["exercises"].get(e.id, 0) for e, status in mine if status != RIGHT
    )


def _signs(mine: list[tuple[Exercise, str]]) -> str:
    return " ".join(f"{SIGNS[status]} {task.id}" for task, status in mine)


def _unbroken(mine: list[tuple[Exercise, str]]) -> str:
    """The same as HTML, where no line breaks between a sign and its exercise."""
    each = (f'<span style="white-space: nowrap">{SIGNS[status]} {escape(task.id)}</span>' for task, status in mine)
    return ", ".join(each)


def _hours(minutes: int) -> str:
    return f"{minutes / HOUR:.1f}"


def _place(task: Exercise) -> float:
    """The number of the exercise's lecture; a teacher's own come last."""
    return BY_STEM[task.lecture].number if task.lecture in BY_STEM else float("inf")


@overload
def progress(*, whole_course: Literal[True]) -> Overview: ...
@overload
def progress() -> Progress: ...
def progress(*, whole_course: bool = False) -> Progress | Overview:
    """What has been checked since the kernel started, and before where that is kept: run the check cells first.

    whole_course: all lectures in one table, with the hours to go.
    """
    try:
        records, remark = kept(), ""
    except UnreadableError as error:
        records, remark = {}, str(error)
    return (Overview if whole_course else Progress)(dict(verdict._results), records, remark)
