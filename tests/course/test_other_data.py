"""A teacher's own data: in each lecture they stand in the cell that says so, and *Run All* goes to its end."""

import re
import sys

import nbformat
import pytest
from IPython.utils.capture import capture_output
from nbformat import NotebookNode

from mlcore.check import claims
from mlcore.plots import figure as frame
from tests.course.run import NAMES, drawing_once, quiet_shell
from tests.course.tables import OTHERS
from tests.course.test_own_data import OURS
from tools.follow import followers
from tools.form import DATA_CELL
from tools.notebooks import NOTEBOOKS, read_text

pytestmark = pytest.mark.all
NOT_THEIRS = "These are the lecture's own data, not yours|This figure does not use your data"  # the captions
TOO_FEW = {("19_which_one", "few"): "Use a table of 39 rows or more"}  # where *Run All* stops with this sentence
OF_ANY = {"09_constraints"}  # all that is checked there holds of any two classes that a line separates


def with_other_data(source: str) -> str:
    """The data cell with each table in it replaced by one of the kind that the cell, or the line's end, names."""
    words = DATA_CELL.findall(source)[0]
    by_line = {None: words, "two columns": "two columns, and two labels"}
    return re.sub(r"(\n\w+ = )\w+\.\w+\(.*\)\S*(?:  # (.*))?", lambda m: f"{m[1]}other[{by_line[m[2]]!r}]", source)


def of_theirs(said: str, stored: NotebookNode) -> list[str]:
    """The lines that a lesson cell prints of other data and not of ours: those that it has not stored."""
    texts = [out.get("text") or out.get("data", {}).get("text/plain", "") for out in stored.outputs]
    of_ours = {" ".join(line.split()) for text in texts for line in text.splitlines()}
    return [line for line in (" ".join(line.split()) for line in said.splitlines()) if line not in of_ours]


@pytest.fixture(autouse=True)
def drawn_once(name):
    with drawing_once(name):
        yield


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "00_start_here"])
def test_run_all_on_other_data_ends_and_says_what_speaks_of_ours(name, other, monkeypatch):
    monkeypatch.chdir(NOTEBOOKS)
    monkeypatch.setenv("MLCORE_CLAIMS", "say")
    monkeypatch.setattr(claims, "failed", {})
    shell = quiet_shell()
    for module in (frame, sys.modules[claims.__module__]):  # which asks it for the number of the cell
        monkeypatch.setattr(module, "get_ipython", lambda: shell)
    shell.user_ns["other"] = OTHERS[other]()
    shown, said, cells_that_say = [], [], 0
    stored = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4).cells
    for cell, ours in zip(read_text(name).cells, stored, strict=True):
        if cell.cell_type != "code":
            continue
        source = with_other_data(cell.source) if DATA_CELL.match(cell.source) else cell.source
        with capture_output() as printed:
            result = shell.run_cell(source, store_history=True)
        if not result.success and (words := TOO_FEW.get((name, other))):
            assert words in str(result.error_in_exec)
            return
        assert result.success, f"{source}\n{result.error_in_exec or result.error_before_exec!r}"
        if source.startswith("# checked"):
            said += printed.stdout.splitlines()
            cells_that_say += bool(printed.stdout)
        elif source.endswith("\nlive"):
            shown.append(result.result)
        elif source != "progress()":  # which lists what was tried in other lectures, too
            lines = of_theirs(f"{printed.stdout}\n{result.result!r}", ours)
            assert not [line for line in lines if OURS.search(line)], source
    assert (name, other) not in TOO_FEW
    refused = [figure for figure in shown if isinstance(figure, frame.Refused)]
    not_theirs = [figure for figure in shown if figure not in refused and re.search(NOT_THEIRS, figure.says())]
    theirs, ours = followers(name)
    assert len(shown) == len(theirs) + len(ours)
    assert len(not_theirs) == len(ours)
    print(name, f"{len(shown) - len(refused)} of {len(shown)} figures live; {len(said)} cells speak of ours", *refused)
    assert said or name in OF_ANY
    assert not [line for line in said if "on any data" in line]  # it is proved: the data seem to refute the text
    assert cells_that_say == len(claims.failed)
    assert all(
        re.match(r"This (does not hold|cannot be checked) here: .+the lecture's own data", line) for line in said
    )
