"""A lived-in session: a student's scratch cell that reuses our names, after any figure of a lecture."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from mlcore.figures import frame
from mlcore.show import Live
from tests.moves import picture, values_of
from tools.form import cells_of
from tools.notebooks import NOTEBOOKS, read_text

NAMES = sorted({path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")})
SCRATCH = "X = y = x = K = data = 3"


def figures_until(cells, stop: int, shell: InteractiveShell) -> list[Live]:
    """Run the cells up to this one; the figures that they show."""
    made = []
    for cell in cells[: stop + 1]:
        with capture_output():
            result = shell.run_cell(cell.source).result if cell.cell_type == "code" else None
        made += [result] if isinstance(result, Live) else []
    return made


def swept(live: Live) -> list[tuple]:
    """The pictures and words of a figure with every control at both ends."""
    seen = [(picture(live), live.description)]
    for name, control in live.controls.items():
        values = values_of(control)
        for value in (values[0], values[-1]):
            control.value = value
            seen.append((picture(live), live.description, live.error))
        live.reset()
        assert name in live.values
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_a_scratch_cell_changes_no_figure_above_it(name, monkeypatch):
    monkeypatch.chdir(NOTEBOOKS)
    monkeypatch.setenv("MLCORE_CLAIMS", "say")
    cells = read_text(name).cells
    shell = InteractiveShell()
    made = figures_until(cells, len(cells), shell)
    assert len(made) == sum(cell.kind == "figure" for cell in cells_of(name))
    before = [swept(live) for live in made]
    with capture_output():
        shell.run_cell(SCRATCH)
    assert [swept(live) for live in made] == before


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
    shell = InteractiveShell()
    monkeypatch.setattr(frame, "get_ipython", lambda: shell)
    figures_until(cells, first, shell)
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
            assert said.stdout.count("\n") <= 1, said.stdout
        elif cell.source.endswith("\nlive"):
            assert error is None, f"{cell.source}: {error!r}"
