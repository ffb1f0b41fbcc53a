"""python -m mlcore.check handed_in --homework 14 --roster names.csv --csv marks.csv: mark what a class handed in.

marks.csv has a row for each student and a column for each exercise. Of each notebook only the answers are run: the
cells that define what is checked, and what these need. They run in a process of their own, in an empty folder, with
limits of time and memory; the reference solutions are not in it, and what comes back is judged here, on problems that
are drawn with your own seed. A notebook's own verdicts do not count.

What this does not promise: it is no sandbox. An answer runs with your account's rights and could read your files,
those of this package too, where the references are. For the code of strangers use a container. And it cannot tell who
wrote an answer: a remark says where one calls the package's own function, looks for the solution, or is like that of
another student.
"""

import argparse
import io
import os
import pathlib
import sys
from collections.abc import Iterable

from mlcore import __version__
from mlcore.check.marker.hand_ins import hand_ins
from mlcore.check.marker.many import load, marked
from mlcore.check.marker.mark import Limits, Row
from mlcore.check.marker.marks import Marks, is_complete, marks_of, short_names, with_students
from mlcore.check.marker.roster import read_points, read_roster, separator
from mlcore.check.marker.table import details, table, write_details, write_json, write_marks
from mlcore.check.registry import exercises
from mlcore.check.withheld import is_withheld
from mlcore.course import BY_NUMBER, BY_STEM, LECTURES

INCOMPLETE = "Not everything could be marked: see the remarks."


def main(given: list[str] | None = None) -> int:
    """The exit code: 1 if somebody handed in something and has no marks, or is not on the roster."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # where it goes to a file, Windows would take a code page
        sys.stdout.reconfigure(encoding="utf-8")
    parser = _parser()
    asked = parser.parse_args(given)
    try:
        load(asked.exercises)
        roster = read_roster(asked.roster) if asked.roster else []
        worth = read_points(asked.points) if asked.points else {}
        _must_be_writable(filter(None, (asked.csv, asked.details, asked.json)))
    except ValueError as error:
        parser.exit(2, f"{error}\n")  # without the usage: what is wrong is in a list, not in the command
    if any(map(is_withheld, exercises().values())):
        print("This copy of the course came without solutions: it marks with the problems that students see, whatever "
              "the seed. Mark with the whole course.", file=sys.stderr)  # fmt: skip
    found = hand_ins(asked.file)
    rows = marked(
        [hand_in.path for hand_in in found], asked.lecture, homework=asked.homework, seed=asked.seed,
        limits=Limits(asked.seconds, asked.memory), own=asked.exercises, workers=asked.workers,
    )  # fmt: skip
    rows = with_students(rows, found, roster)
    lines = marks_of(rows, roster, worth, __version__, short_names(found))
    _write(asked, lines, rows, worth)
    print(table(lines, worth))
    for words in details(rows, {line.student: line.called for line in lines}):
        print(words)
    if not is_complete(lines):
        print(INCOMPLETE, file=sys.stderr)
    return 0 if is_complete(lines) else 1


def lecture(given: str) -> str:
    """The stem of a lecture that is given by its number or its stem. Raises ArgumentTypeError with a sentence."""
    found = BY_NUMBER.get(int(given)) if given.isdecimal() else BY_STEM.get(given)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"there is no lecture {given}: give a number from {LECTURES[0].number} to {LECTURES[-1].number}, or a "
            f"lecture's name such as {LECTURES[-1].stem}"
        )
    return found.stem


def _write(asked: argparse.Namespace, lines: list[Marks], rows: list[Row], worth: dict[str, float]) -> None:
    """The files that are asked for. Before anything is printed: a terminal that cannot show a name loses no marks."""
    between = separator(asked.roster) if asked.roster else ","
    if asked.csv:
        write_marks(asked.csv, lines, worth, between)
    if asked.details:
        write_details(asked.details, rows, between)
    if asked.json:
        write_json(asked.json, rows)


def _must_be_writable(paths: Iterable[pathlib.Path]) -> None:
    """Raises ValueError before anything is marked: a table that is open in a spreadsheet cannot be written."""
    for path in paths:
        try:
            with path.open("a", encoding="utf-8"):
                pass
        except OSError as error:
            raise ValueError(
                f"{path} cannot be written ({error.strerror}). Is it open in another program, or its folder missing?"
            ) from None


def _parser() -> argparse.ArgumentParser:
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m mlcore.check", description=__doc__, formatter_class=text)
    parser.add_argument("file", nargs="+", type=pathlib.Path, help="folders of what was handed in, or files")
    parser.add_argument("--homework", action="append", default=[], type=lecture, metavar="LECTURE",
                        help="mark the exercises that this lecture's sheet sets for home, such as 14 or trees; may be "
                             "repeated")  # fmt: skip
    parser.add_argument("--lecture", action="append", default=[], type=lecture, metavar="LECTURE",
                        help="mark all exercises of this lecture; may be repeated. Without --homework and --lecture: "
                             "of the lectures that a notebook names")  # fmt: skip
    parser.add_argument("--roster", type=pathlib.Path, metavar="NAMES.CSV",
                        help="who is in the class: a table with the columns student, name, and folder where a "
                             "student's folder or files begin otherwise")  # fmt: skip
    parser.add_argument("--points", type=pathlib.Path, metavar="POINTS.CSV",
                        help="a table with the columns exercise and points; every other exercise gives 1")  # fmt: skip
    parser.add_argument("--csv", type=pathlib.Path, help="write a row for each student, a column for each exercise")
    parser.add_argument("--details", type=pathlib.Path, help="write a row for each exercise of each file")
    parser.add_argument("--json", type=pathlib.Path, help="the details as JSON")
    parser.add_argument("--seed", type=int, default=1, help="of the problems; students see those of seed 0")
    parser.add_argument("--seconds", type=float, default=Limits.seconds, help="that a call may take")
    parser.add_argument("--memory", type=int, default=Limits.megabytes, help="megabytes that an answer may take")
    parser.add_argument("--exercises", action="append", default=[], type=pathlib.Path,
                        help="a module or a notebook with your own exercises, registered with @exercise")  # fmt: skip
    parser.add_argument("--workers", type=int, default=min(os.cpu_count() or 1, 4), help="as many at once")
    return parser


if __name__ == "__main__":
    sys.exit(main())
