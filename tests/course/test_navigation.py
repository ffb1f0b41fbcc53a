"""What the notebooks say of each other: links, and the map in notebook 00."""

import re

import pytest

from mlcore.course import LECTURES
from tools import navigation
from tools.notebooks import NOTEBOOKS

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((NOTEBOOKS / "text").glob("*.md"))}
HERE = {name[:2] for name in TEXTS if name[:2].isdigit() and name != "00_start_here"}
STARTS = "[← 00 Start here](00_start_here.ipynb)"


@pytest.mark.parametrize("name", TEXTS)
def test_links_and_map_are_those_of_the_table(name):
    assert navigation.current(name, TEXTS[name]) == TEXTS[name], "run: python -m tools.navigation"


@pytest.mark.parametrize("name", sorted(name for name in TEXTS if name[:2] in HERE))
def test_a_lecture_links_its_neighbours_at_both_ends(name):
    lines = [line for line in TEXTS[name].splitlines() if line.startswith(STARTS)]
    assert len(lines) == 2
    assert TEXTS[name].rstrip().endswith(lines[1])


def test_the_map_links_each_lecture_once():
    rows = re.findall(r"^\| (\d\d) \| \[.+?\]\((\d\d)_\w+\.ipynb\) \|", TEXTS["00_start_here"], re.M)
    assert rows == [(f"{lecture.number:02}", f"{lecture.number:02}") for lecture in LECTURES]


def test_the_start_leads_to_what_is_there_and_back():
    assert TEXTS["00_start_here"].rstrip().endswith("(02_linear_regression.ipynb).")
    assert "(A0_notation.ipynb)" in TEXTS["00_start_here"]
    assert STARTS in TEXTS["A0_notation"]


def test_the_map_of_rooms_is_the_table_s():
    text = navigation.MAP_OF_ROOMS.read_text(encoding="utf-8")
    assert navigation.with_rooms(text) == text
    assert text.count("mlcore/lectures/") > len(LECTURES)


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda lecture: lecture.name)
def test_a_lecture_s_algorithms_are_imported_by_its_notebook(lecture):
    for name in lecture.algorithms:
        assert re.search(rf"from mlcore(\.{name}\b| import .*\b{name}\b)", TEXTS[lecture.name]), name


def test_the_files_that_the_map_names_are_there():
    text = navigation.MAP_OF_ROOMS.read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`((?:mlcore|tools|tests)/[\w/.]+)`", text) if "stem" not in name}
    assert len(named) > 20
    assert [name for name in named if not (NOTEBOOKS.parent / name).exists()] == []
