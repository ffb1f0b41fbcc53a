"""One stem per lecture, imports that point one way, tests that mirror the package."""

import ast
import pathlib
import re
import subprocess
import sys

import pytest

from mlcore.lectures import BY_STEM, LECTURES
from tools.notebooks import NOTEBOOKS

ROOT = pathlib.Path(__file__).parent.parent.parent
MODULES = sorted((ROOT / "mlcore").rglob("*.py"))
HERE = sorted({path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")} - {"00_start_here"})


def imports(path: pathlib.Path) -> set[str]:
    """The modules of mlcore that a file imports, wherever in it."""
    tree, found = ast.parse(path.read_text(encoding="utf-8")), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("mlcore")}


def layer(path: pathlib.Path) -> str:
    """figures, exercises, show, check, datasets, or algorithms."""
    part = path.relative_to(ROOT / "mlcore").parts[0].removesuffix(".py")
    return part if part in ("figures", "exercises", "show", "check", "datasets") else "algorithms"


MAY_NOT = {
    "show": ("figures", "exercises", "check", "datasets", "svm", "cluster", "mixture", "kernels", "linear", "descent"),
    "check": ("figures", "show", "svm", "cluster", "mixture", "kernels", "linear", "descent"),
    "algorithms": ("show", "figures", "exercises", "check"),
    "datasets": ("show", "figures", "exercises", "check", "svm", "cluster", "mixture", "kernels"),
    "figures": ("exercises", "check"),
    "exercises": ("figures", "show"),
}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_one_way(path):
    forbidden = tuple(f"mlcore.{name}" for name in MAY_NOT[layer(path)])
    back = {name for name in imports(path) if name.startswith(forbidden)}
    if path.name == "registry.py":  # it finds the exercises by itself
        back -= {name for name in back if name.startswith("mlcore.exercises")}
    assert not back


def test_the_numbers_of_the_lectures_count():
    assert [lecture.number for lecture in LECTURES] == list(range(1, len(LECTURES) + 1))
    assert len(BY_STEM) == len(LECTURES)
    assert {lecture.name for lecture in LECTURES} == set(HERE)
    assert all(need < lecture.number for lecture in LECTURES for need in lecture.needs)


@pytest.mark.parametrize("name", HERE)
def test_a_notebook_is_named_by_its_lecture(name):
    number, stem = name.split("_", 1)
    assert BY_STEM[stem].number == int(number)
    title = re.search(r"^# (\d\d) · (.+)$", (NOTEBOOKS / "text" / f"{name}.md").read_text(encoding="utf-8"), re.M)
    assert title.groups() == (number, BY_STEM[stem].title)


@pytest.mark.parametrize("name", HERE)
def test_its_exercises_bear_its_stem(name):
    assert (ROOT / "mlcore/exercises" / f"{name[3:]}.py").is_file()


@pytest.mark.parametrize("name", HERE)
def test_its_figures_bear_its_stem(name):
    assert (ROOT / "mlcore/figures" / f"{name[3:]}.py").is_file()
    text = (NOTEBOOKS / "text" / f"{name}.md").read_text(encoding="utf-8")
    assert "show.Live" not in text
    assert f"from mlcore.figures import {name[3:]} as figures" in text


def test_tests_mirror_the_package():
    packages = {path.parent.relative_to(ROOT / "mlcore") for path in MODULES}
    assert {str(package) for package in packages if not (ROOT / "tests" / package).is_dir()} == set()


def test_what_the_server_imports_loads_nothing_else():
    heavy = ("matplotlib", "sklearn", "cvxopt", "scipy", "numpy", "ipywidgets", "mlcore.show")
    code = f"import mlcore.store, sys; print([m for m in {heavy} if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert said.stdout.strip() == "[]"
