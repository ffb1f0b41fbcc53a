"""A reader's own CSV file: the calls that notebook 00, the README and two pages print are run as they stand."""

import inspect
import re

import numpy as np
import pytest

from mlcore import datasets
from mlcore.lectures import all_figures
from mlcore.plots.kinds import DataError
from tests.course.wine import wines
from tools.notebooks import NOTEBOOKS, read_text

PLACES = ("notebooks/text/00_start_here.md", "README.md", "docs/running_a_class.md", "tools/book/using.md")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files that the texts name: coffees of three grades, with a gap; wines."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(26)
    grades = rng.choice(["good", "fair", "poor"], 80)
    lines = ["date,shop,aroma,price,grade"]
    for k, grade in enumerate(grades):
        aroma = "" if k == 33 else f"{6 + (grade == 'good') + rng.normal(0, 0.5):.1f}"
        lines.append(f"2026-03-{1 + k % 28:02},shop {k},{aroma},{rng.uniform(700, 1900):.0f},{grade}")
    (tmp_path / "coffee.csv").write_text("\n".join(lines), encoding="utf-8")
    wines().to_csv(tmp_path / "wines.csv", index=False)
    return tmp_path


def text_of(place: str) -> str:
    return (NOTEBOOKS.parent / place).read_text(encoding="utf-8")


def own_calls(text: str) -> list[str]:
    """The calls of `datasets.own` with a file in them."""
    return re.findall(r'datasets\.own\("\w+\.csv"[^()]*\)', text)


@pytest.mark.parametrize("place", PLACES)
def test_each_call_with_a_file_works_or_its_sentence_leads_to_one_that_does(place, files):
    calls = own_calls(text_of(place))
    assert calls
    for call in calls:
        for _ in range(3):
            try:
                data = eval(call, {"datasets": datasets})
                break
            except DataError as error:
                call = re.findall(r"datasets\.own\(.+\)", str(error))[-1]
        else:
            raise AssertionError(call)
        assert len(data.y) > 70


def test_the_three_figures_of_notebook_00_are_drawn(files):
    (block,) = re.findall(r"(?m)^    soft_margin\.street\([\s\S]+?(?=\n\n)", text_of(PLACES[0]))
    rooms: dict = {"datasets": datasets}
    for name in ("soft_margin", "kmeans", "linear_regression"):
        figures = {figure.partition(".")[2]: made for figure, made in all_figures().items() if figure.startswith(name)}
        rooms[name] = type(name, (), figures)
    missing = block.replace("])", "], dropna=True)").replace(
        '"good")', '"good", dropna=True)'
    )  # the one row with a gap
    calls = re.split(r"\n(?=    \w)", missing)
    assert len(calls) == 3
    for call in calls:
        live = eval(call.strip(), rooms)
        assert live.error is None
        assert "price" in str(live.panels)


def test_each_row_of_the_table_in_00_is_a_way_to_ask(files):
    words = "\n".join(cell.source for cell in read_text("00_start_here").cells if cell.cell_type == "markdown")
    (table,) = re.findall(r"\| your table \|.+\n(?:\|.+\n)+", words)
    asked = set(re.findall(r"`(\w+)=", table)) | {"target"}
    assert asked == set(inspect.signature(datasets.own).parameters) - {"given"}
