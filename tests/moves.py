"""Moving every control and every point of a live figure, and what must hold at each place."""

import math
import re
from functools import cache

import numpy as np

from mlcore.lectures import all_figures
from mlcore.show import Live, Pointer

NOT_FINITE = re.compile(r"\b(nan|inf)\b", re.I)
MINUS_0 = re.compile(r"(?<!\w)[−-]0(\.0+)?(?!\.?\d)")  # what rounding makes of −1e-17
HYPHEN = re.compile(r"(?<!\w)-(?=[\d.∞])|(?<=\de)-(?=\d)")  # in place of a minus sign
NO_CHANGE = re.compile(r"no change|changes nothing|nothing changes|does not change", re.I)


@cache
def _made(name: str) -> Live:
    made = all_figures()[name]()
    assert isinstance(made, Live), made
    return made


def at_start(name: str) -> Live:
    """The figure on its own data, at its start. It is made once: to make all of them takes more than a minute."""
    made = _made(name)
    made.reset()
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
    """No error, a description of finite numbers, and marks that are finite."""
    assert live.error is None, f"{live.values}: {live.error}"
    assert live.description.strip()
    assert not NOT_FINITE.search(live.description), f"{live.values}: {live.description}"
    assert not MINUS_0.search(live.description), f"{live.values}: {live.description}"
    assert not HYPHEN.search(live.description), f"{live.values}: {live.description}"
    assert np.isfinite(np.frombuffer(live.canvas.frame["data"], np.float32)).all(), live.values


def move(live: Live, name: str) -> None:
    """Move one control from end to end, the others where they start; if that changes nothing, the others at an end."""
    pictures = sweep(live, name)
    for other in live.controls.keys() - {name}:
        if pictures[0] == pictures[-1] and not NO_CHANGE.search(live.description):
            live.controls[other].value = values_of(live.controls[other])[-1]
            pictures = sweep(live, name)
    assert pictures[0] != pictures[-1] or NO_CHANGE.search(live.description), f"{name} changes nothing"
    live.reset()


def sweep(live: Live, name: str) -> list[tuple]:
    """The pictures from end to end of a control."""
    pictures = []
    for value in values_of(live.controls[name]):
        live.controls[name].value = value
        check(live)
        pictures.append(picture(live))
    return pictures


def drag(live: Live, group: Pointer) -> None:
    """Take the first point of a group through its panel; where there is no solution, a sentence says so."""
    pictures, panel = [], live.panels[group.panel]
    for share in np.linspace(0, 1, 7):
        X = np.array(group.X, float)
        X[0] = [low + share * (high - low) for low, high in (panel.xlim, panel.ylim)]
        moved = group.checked(live.values | {group.name: X})
        live.canvas.points = [g.pack_values(live.values | moved) for g in live.pointers]
        if live.error is None:
            check(live)
        assert not re.match(r"\w+(Error|Exception)", live.error or ""), live.error
        pictures.append(picture(live))
    assert pictures[0] != pictures[-1]
    live.reset()
