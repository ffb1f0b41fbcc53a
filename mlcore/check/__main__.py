"""python -m mlcore.check FILE.ipynb ... --csv marks.csv: mark the exercises that students handed in.

Of each notebook only the answers are run: the cells that define what is checked, and what these need. They run in a
process of their own, in an empty folder, with limits of time and memory; the reference solutions are not in it, and
what comes back is judged here, on problems that are drawn with your own seed. A notebook's own verdicts do not count.

What this does not promise: it is no sandbox. An answer runs with your account's rights and could read your files,
those of this package too, where the references are. For the code of strangers use a container. And it cannot tell who
wrote an answer: a remark says where one calls the package's own function or looks for the solution.
"""

import argparse
import io
import os
import pathlib
import sys

from mlcore.check.marker.many import marked
from mlcore.check.marker.mark import UNREADABLE, Limits
from mlcore.check.marker.table import details, table, write_csv, write_json
from mlcore.check.registry import exercises
from mlcore.check.withheld import is_withheld
from mlcore.course import BY_STEM


def main(words: list[str] | None = None) -> int:
    """The exit code: 1 if there is a file that was not marked."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # where it goes to a file, Windows would take a code page
        sys.stdout.reconfigure(encoding="utf-8")
    asked = _parser().parse_args(words)
    if any(map(is_withheld, exercises().values())):
        print("This copy of the course came without solutions: it marks with the problems that students see, whatever "
              "the seed. Mark with the whole course.", file=sys.stderr)  # fmt: skip
    files = list(dict.fromkeys(file for given in asked.file for file in _notebooks(given)))
    rows = marked(
        files, asked.lecture, seed=asked.seed, limits=Limits(asked.seconds, asked.memory), own=asked.exercises,
        workers=asked.workers,
    )  # fmt: skip
    print(table(rows))
    for line in details(rows):
        print(line)
    if asked.csv:
        write_csv(asked.csv, rows)
    if asked.json:
        write_json(asked.json, rows)
    failed = len({row.file for row in rows if row.status == UNREADABLE})
    if failed:
        print(f"{failed} not marked.", file=sys.stderr)
    return min(failed, 1)


def _parser() -> argparse.ArgumentParser:
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m mlcore.check", description=__doc__, formatter_class=text)
    parser.add_argument("file", nargs="+", type=pathlib.Path, help="notebooks, or folders of them")
    parser.add_argument("--lecture", action="append", default=[], choices=list(BY_STEM), metavar="STEM",
                        help="mark all exercises of this lecture, such as soft_margin, attempted or not; "
                             "may be repeated. Without it: of the lectures that a notebook names")  # fmt: skip
    parser.add_argument("--csv", type=pathlib.Path, help="write a row for each exercise of each file")
    parser.add_argument("--json", type=pathlib.Path, help="the same as JSON")
    parser.add_argument("--seed", type=int, default=1, help="of the problems; students see those of seed 0")
    parser.add_argument("--seconds", type=float, default=Limits.seconds, help="that a call may take")
    parser.add_argument("--memory", type=int, default=Limits.megabytes, help="megabytes that an answer may take")
    parser.add_argument("--exercises", action="append", default=[], type=pathlib.Path,
                        help="a module or a notebook with your own exercises, registered with @exercise")  # fmt: skip
    parser.add_argument("--workers", type=int, default=min(os.cpu_count() or 1, 4), help="as many at once")
    return parser


def _notebooks(given: pathlib.Path) -> list[pathlib.Path]:
    if not given.is_dir():
        return [given]
    return sorted(path for path in given.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


if __name__ == "__main__":
    sys.exit(main())
