"""The marks of a class: of all that was handed in, what counts for whom."""

import pathlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mlcore.check.marker.alike import alike
from mlcore.check.marker.answers import Answer, answers_of, course_of
from mlcore.check.marker.hand_ins import HandIn
from mlcore.check.marker.mark import NO_CHECK, NOT_MARKED, Row
from mlcore.check.marker.roster import Student, whose
from mlcore.check.registry import exercises
from mlcore.check.verdict import OPEN, RIGHT, WRONG
from mlcore.course import BY_STEM

NOTHING = "handed in nothing"
_MOST = 3  # names in a remark


@dataclass
class Marks:
    """A line of the table of marks.

    counted: the row that counts for each exercise. files: those that they are from. remarks: what to look at.
    is_marked: False for somebody who handed in something and has no marks, or whom the roster does not know.
    """

    student: str
    name: str = ""
    counted: dict[str, Row] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    is_marked: bool = True

    @property
    def called(self) -> str:
        """The name, where there is one."""
        return self.name or self.student

    def points(self, worth: Mapping[str, float], exercise: str) -> float | None:
        """For this exercise; None where there is no answer. worth: points by exercise, 1 for others."""
        row = self.counted.get(exercise)
        if row is None or row.status in (OPEN, NOT_MARKED):
            return None
        return worth.get(exercise, 1.0) if row.status == RIGHT else 0.0

    def sum(self, worth: Mapping[str, float]) -> float | None:
        """The points of all exercises; None where something was handed in and nothing of it could be marked.

        Somebody has to look at that before it becomes a 0.
        """
        if self.counted and all(row.status == NOT_MARKED for row in self.counted.values()):
            return None
        return sum(filter(None, (self.points(worth, exercise) for exercise in self.counted)))


def with_students(rows: Iterable[Row], found: Iterable[HandIn], roster: Sequence[Student] = ()) -> list[Row]:
    """The rows, each with its student: by the roster, else by the folder or the file."""
    names = {}
    for hand_in in found:
        fits = whose(hand_in.parts, roster)
        names[str(hand_in.path)] = fits[0].id if len(fits) == 1 else hand_in.owner
    return [replace(row, student=names[row.file]) for row in rows]


def short_names(found: Iterable[HandIn]) -> dict[str, str]:
    """For each file its name as a remark has it: below the student's folder, if it is in one."""
    return {str(hand_in.path): "/".join(hand_in.parts[1:] or hand_in.parts) for hand_in in found}


def marks_of(
    rows: Sequence[Row], roster: Sequence[Student], worth: Mapping[str, float], version: str, short: Mapping[str, str]
) -> list[Marks]:
    """A line for each student of the roster, in its order, and one for each other who handed in something.

    rows: those of every file, with their students. version: of this course, to tell older hand-outs. short: the name of
    each file in the remarks.
    """
    lines = {student.id: Marks(student.id, student.name) for student in roster}
    for row in rows:
        if row.student not in lines:
            remarks = ["no line of the roster, or more than one, fits this folder or file"] if roster else []
            lines[row.student] = Marks(row.student, remarks=remarks, is_marked=not roster)
    for line in lines.values():
        _count(line, [row for row in rows if row.student == line.student], worth, short)
        for file in line.files:
            line.remarks += _of_the_file(file, version, short)
        line.remarks += [f"{id}: {said}" for id, row in line.counted.items() if (said := _of_the_answer(row))]
    _compare(list(lines.values()))
    return list(lines.values())


def is_complete(lines: Iterable[Marks]) -> bool:
    """Whether everybody who handed in something has marks, and is on the roster."""
    return all(line.is_marked for line in lines)


def columns(lines: Iterable[Marks]) -> list[str]:
    """The exercises that anybody's marks are of, in the course's order."""
    named = {exercise for line in lines for exercise in line.counted}
    return [id for id in exercises() if id in named]


def _count(line: Marks, rows: list[Row], worth: Mapping[str, float], short: Mapping[str, str]) -> None:
    """Choose for each lecture the file that counts: the one with the most points, of equal ones the last by name."""
    files = {file: [row for row in rows if row.file == file] for file in dict.fromkeys(row.file for row in rows)}
    marked = {file: own for file, own in files.items() if own[0].status != NOT_MARKED}
    for lecture in dict.fromkeys(row.lecture for own in marked.values() for row in own):
        parts = {file: {row.exercise: row for row in own if row.lecture == lecture} for file, own in marked.items()}
        answered = [file for file, part in parts.items() if any(row.status != OPEN for row in part.values())]
        order = sorted(answered or [file for file, part in parts.items() if part],
                       key=lambda file: (Marks("", counted=parts[file]).sum(worth) or 0, file))  # fmt: skip
        line.counted |= parts[order[-1]]
        line.files = list(dict.fromkeys([*line.files, order[-1]]))
        if len(answered) > 1:
            what = f"lecture {BY_STEM[lecture].number:02}" if lecture in BY_STEM else "the same exercises"
            *others, counts = (short[file] for file in order)
            line.remarks.append(f"{len(order)} hand-ins of {what}: {counts} counts, {_listed(others)} not")
    for file, own in files.items():
        if file not in marked:
            line.counted |= {row.exercise: row for row in own if row.exercise and row.exercise not in line.counted}
            line.remarks.append(f"{short[file]}: not marked, {own[0].words}")
        elif all(row.status == OPEN for row in own):
            line.remarks.append(f"{short[file]}: nothing is answered in it")
    if not rows:
        line.remarks.append(NOTHING)
    line.is_marked &= bool(marked or not rows)


def _of_the_answer(row: Row) -> str:
    return "; ".join(filter(None, (NO_CHECK if row.status == NO_CHECK else "", row.remark)))


def _of_the_file(file: str, version: str, short: Mapping[str, str]) -> list[str]:
    """What a teacher should know of a file that counts."""
    said = []
    if not file.endswith(".ipynb"):
        said.append(f"{short[file]} is a notebook, whatever its name ends in")
    made = course_of(pathlib.Path(file))
    if made is not None and made != version:
        said.append(f"from the hand-out of version {made or 'before 0.2.0'}, while this is version {version}")
    return said


def _compare(lines: list[Marks]) -> None:
    """Remark on answers that are alike, where the mistake is not one that people make by themselves."""
    ids = columns(lines)
    answers = {file: _answers(file, ids) for line in lines for file in line.files}
    for id in ids:
        hints = [mistake.hint for mistake in exercises()[id].mistakes]
        sources = {}
        for line in lines:
            row = line.counted.get(id)
            if row and row.status in (RIGHT, WRONG, NO_CHECK) and not any(hint in row.words for hint in hints):
                sources[line.student] = answers[row.file][id].source
        by_student = {line.student: line for line in lines}
        for who, others in alike(sources, id).items():
            names = [by_student[other].called for other in others]
            by_student[who].remarks.append(f"{id} is like that of {_listed(names)}")


def _answers(file: str, ids: Sequence[str]) -> dict[str, Answer]:
    """Of a file that counts: each is read once more, as the answers do not come back from the processes that marked."""
    return answers_of(pathlib.Path(file), ids)


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _MOST
    shown = [*names[:_MOST], f"{rest} more"] if rest > 0 else list(names)
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
