"""make handout: the course in one zip for students, without the solutions; SOLUTIONS=1 adds them, for self-study.

In it: start.py and a page that says how to start, the wheel of mlcore, the pinned versions, JupyterLab's settings and
the notebooks as originals. It needs no make and no git.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

import nbformat
from markdown_it import MarkdownIt

from mlcore.check import exercises
from mlcore.check.withheld import store

ROOT = pathlib.Path(__file__).parent.parent
NAME = "machine-learning-course"
INSTEAD = "Stuck? A wrong answer gets a hint. The solutions are withheld in this copy of the course."
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


def make(folder: pathlib.Path, solutions: bool = False) -> pathlib.Path:
    """Write the zip into the folder, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        course = pathlib.Path(made) / NAME
        course.mkdir()
        for name in ("start.py", "constraints.txt", "LICENSE", "LICENSE-text"):
            shutil.copy(ROOT / name, course)
        shutil.copytree(ROOT / "lab", course / "lab", ignore=shutil.ignore_patterns("*.md", "*.bat"))
        bat = (ROOT / "lab/start.bat").read_text(encoding="utf-8")
        (course / "start.bat").write_text(bat, encoding="utf-8", newline="\r\n")
        page = MarkdownIt().render((ROOT / "lab/students.md").read_text(encoding="utf-8"))
        (course / "START_HERE.html").write_text(PAGE % page, encoding="utf-8")
        write_notebooks(course / "originals", solutions)
        build_wheel(course, solutions)
        path = folder / f"{NAME}{'-with-solutions' * solutions}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for part in sorted(course.rglob("*")):
                file.write(part, part.relative_to(made))
    return path


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


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tools.handout", description=__doc__)
    parser.add_argument("--solutions", action="store_true", help="with the solutions, for self-study")
    written = make(ROOT / "build/handout", parser.parse_args().solutions)
    print(f"{written.relative_to(ROOT)}: {written.stat().st_size / 1e6:.1f} MB")
