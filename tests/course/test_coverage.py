"""Coverage means substance: a row with an F has a figure, with an X a checked exercise, with an A code that runs it."""

import re

import pytest

from mlcore.check.registry import exercises
from tests.course.curriculum import ASKED, ROWS, TOPICS
from tools.form import OTHERS, Cell, cells_of
from tools.notebooks import NOTEBOOKS

NAMES = sorted({path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")} - OTHERS)
each_lecture = pytest.mark.parametrize("name", NAMES)


def tagged(name: str, *kinds: str) -> set[str]:
    """The ids on the cells of these kinds."""
    return {tag for cell in cells_of(name) if cell.kind in kinds for tag in cell.tags}


def checked_exercises(cells: list[Cell]) -> dict[str, set[str]]:
    """The exercises that are checked in a lecture, with the tags of their cells."""
    calls = re.compile(r'check\("([\w-]+)"')
    return {id: set(cell.tags) for cell in cells if cell.kind == "lesson" for id in calls.findall(cell.source)}


def row(name: str) -> set[str]:
    return ROWS.get(int(name[:2]), set()) & TOPICS  # a lecture that no notes stand behind has no row


@each_lecture
def test_what_asks_for_a_figure_has_one(name):
    assert (row(name) & ASKED["F"]) - tagged(name, "figure") == set()


@each_lecture
def test_what_names_an_algorithm_runs_it(name):
    assert (row(name) & ASKED["A"]) - tagged(name, "figure", "lesson") == set()


@each_lecture
def test_what_asks_for_an_exercise_has_a_checked_one(name):
    checked = checked_exercises(cells_of(name))
    for topic in row(name) & ASKED["X"]:
        mine = [id for id, tags in checked.items() if topic in tags and re.fullmatch(rf"{topic.lower()}[a-z]?", id)]
        assert mine, topic


@each_lecture
def test_its_exercises_are_those_of_its_module(name):
    checked = checked_exercises(cells_of(name))
    known = {id for id, task in exercises().items() if task.lecture == name[3:]}
    assert set(checked) == known
    assert len(known) >= 5
    text = "\n".join(cell.source for cell in cells_of(name) if cell.part == "Exercises")
    solutions = re.findall(r'solution\("([\w-]+)"\)', text)
    assert sorted(solutions) == sorted(known)
    for kind in ("derive", "predict", "bug"):
        assert re.search(kind, text, re.I), f"no exercise with a {kind}"
