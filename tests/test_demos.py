"""Every control of the figures of lectures that do not have the new form yet (the others: tests/figures)."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from mlcore.show import Live
from tests.moves import check, drag, move, picture
from tools.form import NOT_CONVERTED
from tools.notebooks import NOTEBOOKS, read_text

NAMES = sorted(NOT_CONVERTED)


def run(name: str) -> list[Live]:
    """The notebook's code, cell by cell in one process; returns the live figures that it made."""
    made, build = [], Live.__init__

    def record(live, *args, **kwargs):
        build(live, *args, **kwargs)
        made.append(live)

    shell = InteractiveShell()
    with pytest.MonkeyPatch.context() as patch, capture_output():
        patch.setattr(Live, "__init__", record)
        patch.chdir(NOTEBOOKS)
        for cell in read_text(name).cells:
            if cell.cell_type == "code":
                shell.run_cell(cell.source).raise_error()
    return made


@pytest.mark.parametrize("name", NAMES)
def test_every_control_over_its_range(name):
    for live in run(name):
        start = live.description, picture(live)
        check(live)
        assert live.description.strip()
        for control in live.controls:
            move(live, control)
            assert (live.description, picture(live)) == start
        for group in live.pointers:
            drag(live, group)
            assert (live.error, live.description) == (None, start[0])
