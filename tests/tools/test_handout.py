"""make handout: the zip in an empty environment. It starts, runs a lecture, judges, and tells no solution."""

import io
import json
import os
import pathlib
import subprocess
import sys
import zipfile

import nbformat
import pytest

import start
from mlcore.check import exercises
from mlcore.check.marker.mark import mark
from mlcore.check.verdict import RIGHT, WRONG
from mlcore.lectures import rooms
from tools.handout import INSTEAD, NAME, make, shows_solution, without_solutions
from tools.notebooks import NOTEBOOKS

LECTURE = "11_soft_margin.ipynb"
SQUARES = "def quadratic_part(X, y, C):\n    return np.outer(y, y) * (X @ X.T) + np.eye(len(y)) / C\n\n\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> pathlib.Path:
    """The hand-out, unpacked and set up; nothing of this environment shows through."""
    folder = tmp_path_factory.mktemp("handout")
    with zipfile.ZipFile(make(folder / "zip")) as file:
        file.extractall(folder)
    run(folder / NAME, sys.executable, "start.py", "--no-browser")
    return folder / NAME


def run(course: pathlib.Path, *command, cwd: str = ".") -> str:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "MLCORE_CLAIMS")}
    done = subprocess.run(
        [*map(str, command)], cwd=course / cwd, env=kept | {"HOME": str(course)}, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def python(course: pathlib.Path) -> pathlib.Path:
    return course / pathlib.Path(start.python()).relative_to(start.HERE)


def answer(path: pathlib.Path, source: str) -> None:
    """A student puts an answer into the cell that asks for svm-13."""
    notebook = nbformat.read(path, as_version=4)
    cell = next(c for c in notebook.cells if 'check("svm-13"' in c.source)
    cell.source = "import numpy as np\n\n\n" + source + 'check("svm-13", quadratic_part)'
    nbformat.write(notebook, path)


@pytest.mark.all
def test_a_lecture_runs_and_judges_and_is_marked(course):
    path = course / "my_notebooks" / LECTURE
    answer(path, SQUARES)
    run(course, python(course), "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", LECTURE,
        cwd="my_notebooks")  # fmt: skip
    cells = nbformat.read(path, as_version=4).cells
    outputs = [out for cell in cells if cell.cell_type == "code" for out in cell.outputs]
    assert not [out for out in outputs if out.output_type == "error"]
    said = [str(out.get("data", {}).get("text/plain")) for out in outputs]
    assert any(words.startswith("✓ svm-13: right, on all") for words in said)
    assert any(words.startswith("○ svm-15") for words in said)
    rows = {row.exercise: row for row in mark(path, ["soft_margin"], seed=3)}
    assert rows["svm-13"].status == RIGHT


def test_it_judges_and_says_that_solutions_are_withheld(course):
    code = (
        "import numpy as np; from mlcore.check import check, progress, solution\n"
        "print(check('svm-13', lambda X, y, C: np.outer(y, y) * (X @ X.T)))\n"
        "print(check('ker-03', lambda X: X)); print(check('lin-05', lambda f, A: A))\n"
        "print(solution('svm-13')); print(progress())"
    )
    said = run(course, python(course), "-c", code)
    assert "✗ svm-13: wrong on problem 1" in said
    assert "Hint: That is Q of (11.7)" in said  # a usual mistake is known without its code
    assert said.count("✗") >= 3
    assert "The solution of svm-13 is withheld" in said
    assert "svm-20" in said


def test_the_marker_of_a_hand_out_says_what_it_lacks(course):
    answer(course / "my_notebooks" / LECTURE, "def quadratic_part(X, y, C):\n    return X\n\n\n")
    said = run(course, python(course), "-m", "mlcore.check", "my_notebooks/" + LECTURE)
    assert "Mark with the whole course" in said
    assert WRONG in said


def test_no_file_of_it_holds_a_solution(course):
    (wheel,) = course.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = [name for name in file.namelist() if name.startswith("mlcore/lectures/")]
        texts = {name: file.read(name).decode() for name in names}
    assert not [name for name in names if name.endswith("exercises.py")]
    assert {f"mlcore/lectures/{room}/exercises.json" for room in rooms()} <= set(names)
    stored = [entry["id"] for name in names if name.endswith(".json") for entry in json.loads(texts[name])]
    assert set(stored) == {id for id, task in exercises().items() if task.lecture}
    for path in (course / "originals").glob("*.ipynb"):
        assert "A solution of" not in path.read_text(encoding="utf-8"), path
    assert not list(course.rglob("*.md")) or ".venv" in str(next(course.rglob("*.md")))


def test_a_newer_zip_over_it_loses_no_work(course):
    mine, original = course / "my_notebooks" / LECTURE, course / "originals" / LECTURE
    answer(mine, SQUARES)
    changed = start.read(original)
    changed["cells"][3]["source"] = "A better sentence."
    start.write(original, changed)
    said = run(course, sys.executable, "start.py", "--no-browser")
    assert f"The course has changed {LECTURE}" in said
    first, *others = nbformat.read(mine, as_version=4).cells
    assert first.source == start.CHANGED
    assert any(SQUARES in cell.source for cell in others)


def test_with_solutions_it_is_the_whole_course(tmp_path):
    with zipfile.ZipFile(make(tmp_path, solutions=True)) as file:
        wheel = zipfile.ZipFile(io.BytesIO(file.read(next(n for n in file.namelist() if n.endswith(".whl")))))
        assert b"A solution of svm-13" in file.read(f"{NAME}/originals/{LECTURE}")
    assert "mlcore/lectures/soft_margin/exercises.py" in wheel.namelist()
    assert not [name for name in wheel.namelist() if name.endswith("exercises.json")]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("[01]*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_without_its_solutions_keeps_all_else(path):
    cells = nbformat.read(path, as_version=4).cells
    kept = without_solutions(cells)
    gone = len(cells) - len(kept)
    assert gone == sum(map(shows_solution, cells))
    assert [cell.source for cell in kept].count(INSTEAD) == min(gone, 1)
    lost = {cell.source for cell in cells if not shows_solution(cell)} - {cell.source for cell in kept}
    assert lost <= {"Stuck? Each solution is one click away."}
    assert path.stem[:2] == "00" or gone >= 5
