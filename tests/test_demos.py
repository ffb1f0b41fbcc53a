"""Every control of every live figure, moved over its whole range."""

import math
import re

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from mlcore.show import Live, Pointer
from tools.notebooks import NOTEBOOKS, read_text

NAMES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
NOT_FINITE = re.compile(r"\b(nan|inf)\b", re.I)
NO_CHANGE = re.compile(r"no change|changes nothing|nothing changes|does not change", re.I)


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


def values_of(control, many: int = 7) -> list:
    """Values of a control from end to end, or all its options."""
    if hasattr(control, "options"):
        return [value for _, value in control._options_full]
    if not hasattr(control, "min"):
        return [False, True]  # a check box
    low, high = control.min, control.max
    if hasattr(control, "base"):
        return [float(control.base**exponent) for exponent in np.linspace(low, high, many)]
    values = np.linspace(low, high, min(many, math.floor((high - low) / getattr(control, "step", 1)) + 1))
    return [type(control.value)(round(value)) if isinstance(control.value, int) else float(value) for value in values]


def picture(live: Live) -> tuple:
    """All that is drawn, for comparison."""
    return live.canvas.frame, live.panels  # panels compare by what stands still around the marks


def check(live: Live) -> None:
    assert live.error is None, f"{live.values}: {live.error}"
    assert not NOT_FINITE.search(live.description), f"{live.values}: {live.description}"
    assert np.isfinite(np.frombuffer(live.canvas.frame["data"], np.float32)).all(), live.values


def move(live: Live, name: str) -> None:
    """Move one control from end to end, the others staying where they start."""
    control, pictures = live.controls[name], []
    for value in values_of(control):
        control.value = value
        check(live)
        pictures.append(picture(live))
    assert pictures[0] != pictures[-1] or NO_CHANGE.search(live.description), f"{name} changes nothing"
    live.reset()


def drag(live: Live, group: Pointer) -> None:
    """Take the first point of a group through its panel; where there is no solution, a sentence says so."""
    pictures, panel = [], live.panels[group.panel]
    for share in np.linspace(0, 1, 7):
        X = np.array(group.X, float)
        X[0] = [low + share * (high - low) for low, high in (panel.xlim, panel.ylim)]
        moved = group.taken(live.values | {group.name: X})
        live.canvas.points = [g.pack_values(live.values | moved) for g in live.pointers]
        if live.error is None:
            check(live)
        assert not re.match(r"\w+(Error|Exception)", live.error or ""), live.error
        pictures.append(picture(live))
    assert pictures[0] != pictures[-1]
    live.reset()


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
