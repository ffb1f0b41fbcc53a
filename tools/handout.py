"""python -m tools.handout: the course in one zip for students, without the solutions.

In it: start.py and a page that says how to start, the wheel of mlcore, the pinned versions, JupyterLab's settings and
the notebooks as originals. Students need no make and no git. --solutions adds the solutions, for self-study. --offline
windows,macos,linux writes a zip for each of these systems that holds all packages, for rooms without a network.

`make handout` does the same, with SOLUTIONS=1, OFFLINE=windows,macos,linux and PYTHONS=3.12.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence

from mlcore.base.packages import what_to_do

try:
    import mistune
    import nbformat
except ModuleNotFoundError as error:
    sys.exit(what_to_do(error.name or "one"))

import start
from mlcore import __version__
from mlcore.check import exercises
from mlcore.check.withheld import store
from tools import wheels

ROOT = pathlib.Path(__file__).parent.parent
NAME = "machine-learning-course"
INSTEAD = "Stuck? A wrong answer gets a hint. The solutions are withheld in this copy of the course."
ONLINE = "The first\nstart takes", "no internet is needed."  # the sentence begins and ends so
OFFLINE = (
    "The first start takes\nsome minutes and fills 0.8 GB of the disk. No internet is needed, but Python {} on {}."
)
PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>How to start</title>
<style>
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 17px/1.5 system-ui, sans-serif; color: #222; }
code { background: #eee; padding: 0 .2em; }
</style></head>
<body>
%s</body>
</html>
"""


def make(
    folder: pathlib.Path, solutions: bool = False, system: str | None = None, pythons: Sequence[str] = ()
) -> pathlib.Path:
    """Write the zip into the folder, and return its path.

    system: one of wheels.SYSTEMS, whose packages are added, for these Pythons. Raises ValueError if there are none.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        course = pathlib.Path(made) / NAME
        course.mkdir()
        for name in ("start.py", "constraints.txt", "LICENSE", "LICENSE-text"):
            shutil.copy(ROOT / name, course)
        shutil.copytree(ROOT / "lab", course / "lab", ignore=shutil.ignore_patterns("*.md", "*.bat"))
        bat = (ROOT / "lab/start.bat").read_text(encoding="utf-8")
        (course / "start.bat").write_text(bat, encoding="utf-8", newline="\r\n")
        (course / "START_HERE.html").write_text(PAGE % mistune.html(students_page(system, pythons)), encoding="utf-8")
        write_notebooks(course / "originals", solutions)
        build_wheel(course, solutions)
        if system is not None:
            wheels.download(course / "wheels", system, pythons)
        path = folder / f"{NAME}-{__version__}{'-with-solutions' * solutions}{f'-{system}' if system else ''}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for part in sorted(course.rglob("*")):
                file.write(part, part.relative_to(made))
    return path


def students_page(system: str | None = None, pythons: Sequence[str] = ()) -> str:
    """How to start, in Markdown; where all packages are in the zip, without a word of the internet."""
    text = (ROOT / "lab/students.md").read_text(encoding="utf-8").replace("VERSION", __version__)
    if system is None:
        return text
    before, rest = text.split(ONLINE[0])
    after = rest.split(ONLINE[1], 1)[1]
    return f"{before}{OFFLINE.format(' or '.join(pythons), system)}{after}"


def write_notebooks(folder: pathlib.Path, solutions: bool) -> None:
    """The stored notebooks, with or without their solutions."""
    folder.mkdir()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        if not solutions:
            notebook.cells = without_solutions(notebook.cells)
        nbformat.write(notebook, folder / path.name)


def without_solutions(cells: list) -> list:
    """The cells but those that show a solution; the sentence before them says where solutions are."""
    kept = []
    for cell, after in zip(cells, [*cells[1:], None], strict=True):
        if shows_solution(cell):
            continue
        if cell.cell_type == "markdown" and after is not None and shows_solution(after):
            cell = nbformat.from_dict(cell | {"source": INSTEAD})
        kept.append(cell)
    return kept


def shows_solution(cell) -> bool:
    """Whether it is a call of solution, alone in its cell."""
    return cell.cell_type == "code" and cell.source.startswith("solution(")


def build_wheel(folder: pathlib.Path, solutions: bool) -> None:
    """The package as a wheel; where solutions are withheld, with stored exercises in the place of their modules."""
    with tempfile.TemporaryDirectory() as copied:
        tree = pathlib.Path(copied)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, tree)
        shutil.copytree(ROOT / "mlcore", tree / "mlcore", ignore=shutil.ignore_patterns("__pycache__"))
        if not solutions:
            withhold(tree / "mlcore/lectures")
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, tree]
        subprocess.run(command, check=True)


def withhold(lectures: pathlib.Path) -> None:
    """Replace the exercises of each room by what is stored of them."""
    for path in lectures.glob("*/exercises.py"):
        path.unlink()
        room = path.parent
        store(room, [task for task in exercises().values() if task.lecture == room.name])


def main(given: list[str] | None = None) -> None:
    """Write what is asked for, and say where."""
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tools.handout", description=__doc__, formatter_class=text)
    parser.add_argument("--solutions", action="store_true", help="with the solutions, for self-study")
    parser.add_argument("--offline", type=listed, default=[], metavar="SYSTEMS",
                        help=f"with all packages, a zip each: of {', '.join(wheels.SYSTEMS)}")  # fmt: skip
    parser.add_argument("--pythons", type=listed, default=tested(), metavar="VERSIONS",
                        help=f"the Pythons that the packages are for: {','.join(tested())}")  # fmt: skip
    parser.add_argument("--to", type=pathlib.Path, default=ROOT / "build/handout", metavar="FOLDER")
    asked = parser.parse_args(given)
    for system in asked.offline or [None]:
        try:
            written = make(asked.to, asked.solutions, system, asked.pythons)
        except ValueError as error:
            parser.error(str(error))
        print(f"{written}: {written.stat().st_size / 1e6:.1f} MB")


def listed(words: str) -> list[str]:
    """What stands between commas."""
    return [word for word in words.split(",") if word]


def tested() -> list[str]:
    """The Pythons that the course is tested with, as 3.12."""
    return [f"{start.OLDEST[0]}.{minor}" for minor in range(start.OLDEST[1], start.NEWEST[1] + 1)]


if __name__ == "__main__":
    main()
