"""A teacher's own data: in each lecture the cell that says so is replaced by wines, and *Run All* goes to its end."""

import re
import sys

import pytest
from IPython.utils.capture import capture_output

from mlcore.check import claims
from mlcore.plots import figure as frame
from tests.course.run import NAMES, quiet_shell
from tools.follow import followers
from tools.form import DATA_CELL
from tools.notebooks import NOTEBOOKS, read_text

pytestmark = pytest.mark.all
WINES = "from tests.course.wine import wines\nfrom mlcore import datasets\nw = wines()"
PAIR = 'w[w.grape != "Barbera"]'
APART = 'w[w.grape != "Grignolino"]'  # a straight line separates these two
OTHER = {
    "one column, and two labels": f'datasets.own({PAIR}.proline, {PAIR}.grape)',
    "one column, and a number to predict": "datasets.own(w.alcohol, w.proline)",
    "a table of numbers, and a number to predict": 'datasets.own(w.drop(columns="grape"), "proline")',
    "two columns, and two labels": f'datasets.own({PAIR}[["alcohol", "proline", "grape"]], "grape").standardised()',
    "a table of numbers, and two labels": f'datasets.own({PAIR}, "grape")',
    "one column, and counts: 0, 1, 2, …": "datasets.own(w.alcohol, w.magnesium)",
    "two columns, and two labels that a line separates":
        f'datasets.own({APART}[["flavanoids", "color_intensity", "grape"]], "grape").standardised()',
    "two columns, and two labels or more": 'datasets.own(w[["alcohol", "proline", "grape"]], "grape")',
    "two columns": 'datasets.own(w[["alcohol", "flavanoids"]])',
    "two columns, and the group of each row if you know it": 'datasets.own(w[["alcohol", "flavanoids"]], w.grape)',
}  # fmt: skip

NOT_THEIRS = "These are the lecture's own data, not yours|This figure does not use your data"  # the captions
OF_ANY = {"09_constraints"}  # all that is checked there holds of any two classes that a line separates


def with_other_data(source: str) -> str:
    """The data cell with each table in it replaced by wines of the kind that the cell, or the line's end, names."""
    words = DATA_CELL.findall(source)[0]
    by_line = {None: OTHER[words], "two columns": OTHER["two columns, and two labels"]}
    return re.sub(r"(\n\w+ = )\w+\.\w+\(.*\)\S*(?:  # (.*))?", lambda m: m[1] + by_line[m[2]], source)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "00_start_here"])
def test_run_all_on_other_data_ends_and_says_what_speaks_of_ours(name, monkeypatch):
    monkeypatch.chdir(NOTEBOOKS)
    monkeypatch.setenv("MLCORE_CLAIMS", "say")
    monkeypatch.setattr(claims, "failed", {})
    shell = quiet_shell()
    for module in (frame, sys.modules[claims.__module__]):  # which asks it for the number of the cell
        monkeypatch.setattr(module, "get_ipython", lambda: shell)
    shell.run_cell(WINES)
    shown, said, cells_that_say = [], [], 0
    for cell in read_text(name).cells:
        if cell.cell_type != "code":
            continue
        source = with_other_data(cell.source) if DATA_CELL.match(cell.source) else cell.source
        with capture_output() as printed:
            result = shell.run_cell(source, store_history=True)
        assert result.success, f"{source}\n{result.error_in_exec or result.error_before_exec!r}"
        if source.startswith("# checked"):
            said += printed.stdout.splitlines()
            cells_that_say += bool(printed.stdout)
        elif source.endswith("\nlive"):
            shown.append(result.result)
    refused = [figure for figure in shown if isinstance(figure, frame.Refused)]
    not_theirs = [figure for figure in shown if figure not in refused and re.search(NOT_THEIRS, figure.says())]
    theirs, ours = followers(name)
    assert len(shown) == len(theirs) + len(ours)
    assert len(not_theirs) == len(ours)
    print(name, f"{len(shown) - len(refused)} of {len(shown)} figures live; {len(said)} cells speak of ours", *refused)
    assert said or name in OF_ANY
    assert cells_that_say == len(claims.failed)
    assert all(
        re.match(r"This (does not hold|cannot be checked) here: .+the lecture's own data", line) for line in said
    )
