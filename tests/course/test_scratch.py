"""A student's scratch cell that reuses our names: what the cells below it then say."""

import pytest
from IPython.utils.capture import capture_output

from mlcore.plots import figure as frame
from tests.course.run import NAMES, SCRATCH, drawing_once, quiet_shell
from tools.notebooks import NOTEBOOKS, read_text

pytestmark = pytest.mark.all


@pytest.fixture(autouse=True)
def drawn_once(name):
    with drawing_once(name):
        yield


@pytest.mark.parametrize("name", NAMES)
def test_cells_below_a_scratch_cell_answer_in_words(name, monkeypatch):
    """Figure cells give a figure or one sentence; checked cells print a line and go on; lesson cells may raise.

    A scratch cell stands below the first figure, and another one in the middle of the lecture.
    """
    monkeypatch.chdir(NOTEBOOKS)
    monkeypatch.setenv("MLCORE_CLAIMS", "say")
    cells = read_text(name).cells
    figures = [k for k, cell in enumerate(cells) if cell.cell_type == "code" and cell.source.endswith("\nlive")]
    first, middle = figures[0], figures[len(figures) // 2]
    shell = quiet_shell()
    monkeypatch.setattr(frame, "get_ipython", lambda: shell)
    for cell in cells[: first + 1]:
        with capture_output():
            shell.run_cell(cell.source if cell.cell_type == "code" else "")
    for at, cell in enumerate(cells[first + 1 :], start=first + 1):
        if at in (first + 1, middle + 1):
            with capture_output():
                shell.run_cell(SCRATCH)
        if cell.cell_type != "code":
            continue
        with capture_output() as said:
            error = shell.run_cell(cell.source).error_in_exec
        if cell.source.startswith("# checked"):
            assert error is None, cell.source
            assert said.stdout.count("\n") <= cell.source.count("with claims("), said.stdout
        elif cell.source.endswith("\nlive"):
            assert error is None, f"{cell.source}: {error!r}"
