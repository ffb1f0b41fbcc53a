"""The rubric: eight steps, twenty points. The capstone's cells on a reader's own file, with the changes it names."""

import re

import numpy as np
import pytest

from mlcore.lectures.which_one.capstone import RUBRIC, points, rubric
from tools.notebooks import read_text

FULL = {step.number: float(step.points) for step in RUBRIC}


def test_eight_steps_have_twenty_points_and_the_most_are_for_the_test_rows():
    assert list(FULL) == list(range(1, 9))
    assert points(FULL) == 20
    assert max(FULL, key=lambda number: FULL[number]) == 3


def test_half_of_a_step_and_none_of_it_can_be_given():
    assert points(FULL | {6: 1.5, 3: 0}) == 14.5


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({1: 2}, "Give points for the steps 1, 2, 3"),
        (FULL | {9: 1}, r"here are \[1, 2, 3, 4, 5, 6, 7, 8, 9\]"),
        (FULL | {3: 5}, "Step 3 has 4 points: give 4, 2 or 0, and not 5"),
        (FULL | {1: -1}, "and not -1"),
    ],
)
def test_points_that_cannot_be_are_refused(marks, words):
    with pytest.raises(ValueError, match=words):
        points(marks)


def test_the_table_has_a_row_for_each_step():
    text = repr(rubric())
    assert all(step.title in text and step.half in text for step in RUBRIC)


def coffees(rows: int, good: int) -> str:
    """A table in a file: so many rows, of which `good` are good and two have a gap."""
    rng = np.random.default_rng(0)
    grades = rng.permutation(np.repeat(["good", "fair", "poor"], [good, (rows - good + 1) // 2, (rows - good) // 2]))
    aroma = rng.normal(6 + 1.5 * (grades == "good"), 0.7).round(1).astype(str)
    aroma[np.flatnonzero(grades != "good")[:2]] = ""
    price = rng.normal(900, 200, rows).round().astype(int)
    lines = [f"{a},{b},{grade}" for a, b, grade in zip(aroma, price, grades, strict=True)]
    return "\n".join(["aroma,price,grade", *lines]) + "\n"


@pytest.mark.parametrize(("rows", "good"), [(80, 24), (80, 56), (30, 10)])
def test_all_eight_steps_run_on_a_file_of_one_s_own_and_the_baseline_is_one(rows, good, tmp_path, monkeypatch, capsys):
    """The reader changes what the text says, and nothing else: the lines that make `data`, and two sizes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coffee.csv").write_text(coffees(rows, good), encoding="utf-8")
    notebook = read_text("A1_capstone")
    words = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    (own,) = re.findall(r"^    (data = .+one_vs_rest=.+)$", words, re.MULTILINE)
    own = own.replace("specialty", "good")
    n_work = 2 * (rows - 2) // 3
    names: dict = {}
    changed = 0
    for cell in notebook.cells:
        source = cell.source
        if cell.cell_type != "code" or source.startswith("# checked") or "marks = " in source:
            continue
        if "# your own: see above" in source:
            source, changed = f"from mlcore import datasets\n{own}", changed + 1
        if "# your own: about two thirds" in source:
            source = source.replace("300, 200", f"{n_work}, {2 * n_work // 3}")
            source, changed = source.replace("splits=20", "splits=4"), changed + 1
        exec(source.replace("splits=20", "splits=4"), names)
    printed = capsys.readouterr().out
    assert changed == 2
    assert "2 of" in printed
    assert "rows have a gap" in printed
    shares = [float(share) for share in re.findall(r"always the more frequent class: ([\d.]+)%", printed)]
    assert len(shares) == 2
    assert max(shares) < 50
    assert abs(shares[0] - 100 * min(np.mean(names["y"] > 0), np.mean(names["y"] < 0))) < 0.06
    assert re.search(r"good: \d+ of \d+ rows were found", printed)
