"""make handout: the zip in an empty environment. It starts, runs a lecture, judges, and tells no solution."""

import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import nbformat
import pytest

import start
from mlcore import __version__
from mlcore.check import exercises
from mlcore.check.marker.mark import mark
from mlcore.check.verdict import RIGHT, WRONG
from mlcore.lectures import rooms
from tools import wheels
from tools.handout import INSTEAD, NAME, main, make, shows_solution, students_page, without_solutions
from tools.notebooks import NOTEBOOKS

LECTURE = "11_soft_margin.ipynb"
SQUARES = "def quadratic_part(X, y, C):\n    return np.outer(y, y) * (X @ X.T) + np.eye(len(y)) / C\n\n\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> pathlib.Path:
    """The hand-out, unpacked and set up; nothing of this environment shows through."""
    folder = tmp_path_factory.mktemp("handout") / "Kurs für Fortgeschrittene"  # people have such folders
    folder.mkdir()
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


def test_the_zip_and_the_students_notebooks_know_the_version(course):
    assert [path.name for path in course.parent.glob("zip/*")] == [f"{NAME}-{__version__}.zip"]
    assert nbformat.read(course / "my_notebooks" / LECTURE, as_version=4).metadata["mlcore"]["course"] == __version__
    assert f"{NAME}-{__version__}.zip" in (course / "START_HERE.html").read_text(encoding="utf-8")


def test_windows_reads_its_start(course):
    """Lines that end otherwise, and letters that are not plain, a console of Windows may misread."""
    lines = (course / "start.bat").read_bytes().decode("ascii").split("\r\n")
    assert lines[0] == "@echo off"
    assert not any("\n" in line for line in lines)


def test_it_is_made_with_nothing_but_what_start_py_sets_up(course, tmp_path):
    """A teacher without make has this environment, and no other."""
    run(course, python(course), "-m", "tools.handout", "--to", tmp_path, cwd=str(start.HERE))
    assert (tmp_path / f"{NAME}-{__version__}.zip").is_file()


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
    stored = [entry["id"] for name in names if name.endswith("/exercises.json") for entry in json.loads(texts[name])]
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


# -- for rooms without a network --


def without_network() -> list[str]:
    """What a command begins with, to have no network: a namespace of its own where the system gives one."""
    cut = ["unshare", "--map-root-user", "--net"]
    can = shutil.which("unshare") and subprocess.run([*cut, "true"], check=False, capture_output=True).returncode == 0
    return cut if can else ["env", "http_proxy=http://127.0.0.1:9", "https_proxy=http://127.0.0.1:9"]


@pytest.mark.all
@pytest.mark.skipif(sys.platform != "linux", reason="the network is cut for one process as Linux does it")
def test_with_all_packages_it_needs_no_network(tmp_path):
    here = start.said(sys.version_info)
    with zipfile.ZipFile(make(tmp_path, system="linux", pythons=[here])) as file:
        file.extractall(tmp_path)
    course = tmp_path / NAME
    assert f"No internet is needed, but Python {here} on linux" in (course / "START_HERE.html").read_text("utf-8")
    look = "import socket; socket.create_connection(('example.com', 443), 5)"
    assert subprocess.run([*without_network(), sys.executable, "-c", look], check=False, capture_output=True).returncode
    run(course, *without_network(), sys.executable, "start.py", "--no-browser")
    said = run(course, python(course), "-c", "from mlcore.lectures import kmeans; print(kmeans.run().description)")
    assert "cluster sizes" in said
    run(course, python(course), "-m", "jupyterlab", "--version")


def test_the_packages_of_another_system_are_its_own():
    windows, macos, linux = (set(wheels.needed(system, "3.12")) for system in wheels.SYSTEMS)
    assert "pywinpty" in windows - linux
    assert "appnope" in macos - linux
    assert "pexpect" in linux - windows
    assert {"numpy", "jupyterlab", "anywidget", "ipykernel"} <= windows & macos & linux
    assert not {"pytest", "sphinx", "playwright"} & (windows | macos | linux)


def test_a_system_or_a_python_that_there_is_not_is_said(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["--offline", "amiga", "--to", str(tmp_path)])
    assert "There are no packages for amiga: take windows, macos, linux." in capsys.readouterr().err


def test_the_page_for_students_speaks_of_the_internet_only_where_it_is_needed():
    assert "needs the internet" in students_page()
    offline = students_page("windows", ["3.12"])
    assert "needs the internet" not in offline
    assert "No internet is needed, but Python 3.12 on windows." in offline
    assert "VERSION" not in offline


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["numpy-2.3.1-cp311-cp311-amiga_68k.whl"], "for another operating system"),
        (["numpy-2.3.1-cp39-cp39-{}.whl", "numpy-2.3.1-cp310-cp310-{}.whl"], "for 3.9 and 3.10: install one of these"),
        (["numpy-2.3.1-{mine}-{mine}-{}.whl"], None),
    ],
)
def test_packages_that_do_not_fit_are_said_before_anything_is_set_up(tmp_path, monkeypatch, names, said):
    system = {"win32": "win_amd64", "darwin": "macosx_11_0_arm64"}.get(sys.platform, "manylinux_2_28_x86_64")
    for name in names:
        (tmp_path / name.format(system, mine="cp{}{}".format(*sys.version_info[:2]))).touch()
    monkeypatch.setattr(start, "WHEELS", tmp_path)
    if said is None:
        start.say_if_no_wheel_fits()
        return
    with pytest.raises(SystemExit, match=said):
        start.say_if_no_wheel_fits()
