"""What the lectures say of each other: the map in notebook 00, and what they call planned."""

import re

import pytest

from tools.notebooks import NOTEBOOKS

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((NOTEBOOKS / "text").glob("*.md"))}
HERE = {name[:2]: name for name in TEXTS if name != "00_start_here"}
ROW = re.compile(r"^\| (\d\d) \| (.+?) \| .+ \| (here|planned|this one) \|$", re.M)


def test_the_map_lists_eighteen_lectures():
    assert [row[0] for row in ROW.findall(TEXTS["00_start_here"])] == [f"{n:02}" for n in range(19)]


@pytest.mark.parametrize("number, title, status", ROW.findall(TEXTS["00_start_here"])[1:])
def test_the_map_links_what_exists_and_nothing_else(number, title, status):
    assert (status == "here") == (number in HERE)
    assert (f"({HERE.get(number)}.ipynb)" in title) == (number in HERE)


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_that_exists_is_called_planned(name):
    prose = re.sub(r"^\|.*$", "", TEXTS[name], flags=re.M)
    planned = set(re.findall(r"\b(?:lectures? )?(\d\d)\b[^.;·|\n]{0,60}?\(?planned\)?", prose))
    assert not planned & HERE.keys(), "link it instead"
