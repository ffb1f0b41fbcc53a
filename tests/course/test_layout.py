"""The house: a room per lecture, imports that point down, no circle, tests that mirror the package."""

import ast
import importlib
import pathlib
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

import pytest

from mlcore.course import BY_STEM, LECTURES
from mlcore.lectures import all_figures, rooms
from tools.notebooks import NOTEBOOKS

ROOT = pathlib.Path(__file__).parent.parent.parent
PATHS = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "mlcore").rglob("*.py"))
}
# From the top. What is not named here is an algorithm: they share a floor with `datasets`, `show` and `check`.
FLOORS = ("lectures", "plots", "", "base", "course")
# The registry of exercises looks rooms up by name, when it is first asked.
LOOKS_UP = "mlcore.check.registry"
HERE = sorted({path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")})
ON_THEIR_OWN = ("show", "check", "datasets")


def part_of(module: str) -> str:
    """The part of the house that a module belongs to: each room is one, and all algorithms together are one."""
    parts = module.split(".")[1:]
    if not parts:  # mlcore/__init__.py holds the version, and imports nothing
        return "base"
    if parts[:1] == ["lectures"] and len(parts) > 1 and (ROOT / "mlcore/lectures" / parts[1]).is_dir():
        return f"lectures.{parts[1]}"
    return parts[0] if parts[0] in (*FLOORS, *ON_THEIR_OWN) else "algorithms"


def floor_of(part: str) -> int:
    """How high a part stands."""
    name = part.partition(".")[0]
    return -FLOORS.index(name if name in FLOORS else "")


def may_import(part: str, other: str) -> bool:
    """True if the imports of this part may point to the other."""
    if part == other or floor_of(other) < floor_of(part):
        return True
    return part.startswith("lectures.") and other == "lectures"  # what rooms share lies beside them


def imports_of(module: str) -> set[str]:
    """The modules of mlcore that one imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(PATHS[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in PATHS else node.module for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name in PATHS} - {module}


@pytest.mark.parametrize("module", PATHS)
def test_imports_point_down_or_stay_in_their_part(module):
    part = part_of(module)
    assert not {name for name in imports_of(module) if not may_import(part, part_of(name))}


def test_no_module_names_a_room_but_the_registry():
    named = {m for m, path in PATHS.items() if re.search(r'"mlcore\.lectures"', path.read_text(encoding="utf-8"))}
    assert named == {LOOKS_UP}


def test_there_is_no_circle():
    graph = {module: {name for name in imports_of(module) if not module.startswith(f"{name}.")} for module in PATHS}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_the_numbers_of_the_lectures_count():
    assert [lecture.number for lecture in LECTURES] == list(range(1, len(LECTURES) + 1))
    assert len(BY_STEM) == len(LECTURES)
    assert {lecture.name for lecture in LECTURES} == set(HERE) - {"00_start_here"}
    assert all(need < lecture.number for lecture in LECTURES for need in lecture.needs)


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda lecture: lecture.name)
def test_a_notebook_is_named_by_its_lecture(lecture):
    text = (NOTEBOOKS / "text" / f"{lecture.name}.md").read_text(encoding="utf-8")
    title = re.search(r"^# (\d\d) · (.+)$", text, re.M)
    assert title.groups() == (f"{lecture.number:02}", lecture.title)


def test_each_notebook_has_its_room():
    assert {name.partition("_")[2] for name in HERE} == set(rooms())


@pytest.mark.parametrize("name", HERE)
def test_a_room_has_a_face_figures_and_exercises_and_its_notebook_calls_it(name):
    stem = name.partition("_")[2]
    room = ROOT / "mlcore/lectures" / stem
    assert {"__init__.py", "figures.py", "exercises.py"} <= {path.name for path in room.iterdir()}
    text = (NOTEBOOKS / "text" / f"{name}.md").read_text(encoding="utf-8")
    assert f"from mlcore.lectures import {stem} as figures" in text
    assert "show.Live" not in text


@pytest.mark.parametrize("stem", rooms())
def test_its_face_has_all_its_figures_and_nothing_hides_a_module(stem):
    face = importlib.import_module(f"mlcore.lectures.{stem}")
    own = {name.partition(".")[2] for name in all_figures() if name.startswith(f"{stem}.")}
    assert own <= set(face.__all__)
    assert all(hasattr(face, name) for name in face.__all__)
    assert not set(face.__all__) & {path.stem for path in (ROOT / "mlcore/lectures" / stem).glob("*.py")}


def test_tests_mirror_the_package():
    """A folder of tests for each package, and in it a file for a module bears the module's name."""
    packages = {path.parent.relative_to(ROOT / "mlcore") for path in PATHS.values() if path.name == "__init__.py"}
    without = {package for package in packages if not (ROOT / "tests" / package).is_dir()}
    assert all(package.parts[0] == "lectures" for package in without), without  # all rooms are tried in tests/course
    strict = (
        "base", "cluster", "ensemble", "generative", "glm", "kernels", "lectures", "linear", "mixture", "plots", "show",
        "tree",
    )  # fmt: skip
    for path in (ROOT / "tests").rglob("test_*.py"):
        folder = path.parent.relative_to(ROOT / "tests")
        if path.name == "test_conclusions.py" and folder.parts[0] == "lectures":
            continue  # what a lecture says of fresh draws, whichever of its modules draws them
        if folder.parts[:1] and folder.parts[0] in strict:
            assert (ROOT / "mlcore" / folder / path.name.removeprefix("test_")).exists(), path


def loaded_by(code: str) -> list[str]:
    """The heavy packages that a fresh Python has loaded after this code."""
    heavy = ("matplotlib", "sklearn", "cvxopt", "scipy", "numpy", "ipywidgets", "mlcore.show")
    code += f"; import sys; print(*(name for name in {heavy} if name in sys.modules))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    return said.stdout.split()


def test_what_the_server_imports_loads_nothing_else():
    assert loaded_by("import mlcore.stored_pictures") == []


def test_a_room_loads_its_figures_only_when_one_is_asked_for():
    assert loaded_by("from mlcore.lectures import kmeans, soft_margin; from mlcore import course") == []
    assert "matplotlib" not in loaded_by("import mlcore.lectures.soft_margin.exercises")
    assert "matplotlib" in loaded_by("from mlcore.lectures import kmeans; kmeans.run")
