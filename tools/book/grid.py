"""The positions at which a figure is recorded: every value of every control, or as many as fit.

A reader of the book has no kernel: what a control can be moved to has to be drawn beforehand, each combination of all
controls. A figure with too many is thinned: the start stays, the ends stay, and what is left out is said.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mlcore.show import Choice, ListSlider, View
from mlcore.show.controls import Control
from tools.book.drag import DRAGGED, recorded_drag

CAP = 1600  # frames a figure
SPARSE = 0  # in place of a cap: a few positions of each control, for a book that is built to be tested
FEWEST = 125  # frames a figure of such a book has at most, unless three positions of each control are more
FEW = (  # positions of what plays, of a slider (and of a recorded drag) and of a menu: the first that fit are taken
    (21, 5, 99), (11, 5, 99), (5, 5, 99), (5, 5, 5), (5, 3, 5), (3, 3, 5), (3, 3, 3),
)  # fmt: skip
DRAG = 13  # positions that a recorded drag keeps


@dataclass(frozen=True)
class Positions:
    """A control of the book: what the view is given at each position, and what stands beside the control.

    values: compute's arguments by name, one dict a position. start: the position where the figure starts.
    left_out: how many positions of the live control the book does not have.
    """

    label: str
    kind: str  # slider, steps (a slider with a Play button), menu
    values: list[dict[str, Any]]
    labels: list[str]
    start: int
    interval: int = 60  # milliseconds a step, while it plays
    left_out: int = field(default=0)

    def thinned(self, most: int) -> "Positions":
        """At most so many positions (at least 3), evenly; the start and both ends are among them."""
        count = len(self.values)
        if count <= most:
            return self
        keep = np.unique(np.round(np.linspace(0, count - 1, max(most, 3))).astype(int))
        if self.start not in keep:  # the nearest that is no end gives way to it
            inner = keep[1:-1]
            keep[1 + np.abs(inner - self.start).argmin()] = self.start
            keep = np.unique(keep)
        return replace(
            self, values=[self.values[k] for k in keep], labels=[self.labels[k] for k in keep],
            start=int(np.flatnonzero(keep == self.start)[0]), left_out=count - len(keep),
        )  # fmt: skip


def positions_of(view: View, cap: int = CAP) -> list[Positions]:
    """The positions of a figure's controls in their order, and then of the recorded drag; at most `cap` combinations.

    With the cap SPARSE five positions of each slider and few of the rest, as many as fit into FEWEST.
    """
    every = [_positions(name, control) for name, control in view.controls.items()]
    if view.pointers:
        every.append(drag_positions(view))
    return fitted(every, cap) if cap != SPARSE else sparse(every)


def sparse(axes: list[Positions]) -> list[Positions]:
    """The controls with the few positions that a test moves them to; never more in all than the book itself has."""
    few = [[_with_few(axis, *most) for axis in axes] for most in FEW]
    found = next((thin for thin in few if frames(thin) <= FEWEST), few[-1])
    return min(found, fitted(axes, CAP), key=frames)


def frames(axes: list[Positions]) -> int:
    """How many combinations of positions there are."""
    return math.prod(len(axis.values) for axis in axes)


def _with_few(axis: Positions, steps: int, slider: int, menu: int) -> Positions:
    if axis.label == DRAGGED:
        return axis.thinned(slider)
    return axis.thinned({"steps": steps, "slider": slider, "menu": menu}[axis.kind])


def drag_positions(view: View) -> Positions:
    """The drag of a point of each group: position 0 is the start."""
    drag = recorded_drag(view)
    return Positions(DRAGGED, "steps", drag.values, drag.labels, 0, interval=120)


def fitted(axes: list[Positions], cap: int) -> list[Positions]:
    """The controls, thinned until their combinations are at most `cap`.

    What plays stays whole, and so do menus; the main control is thinned last, to no fewer than 21.
    """
    if frames(axes) <= cap:
        return axes
    main = next((k for k, a in enumerate(axes) if a.kind == "steps" and a.label != DRAGGED), 0)
    whole = {k for k, a in enumerate(axes) if k == main or a.kind == "menu"}
    axes = [a.thinned(DRAG) if a.label == DRAGGED else a for a in axes]
    whole |= {k for k, a in enumerate(axes) if a.label == DRAGGED}
    others = sorted(set(range(len(axes))) - whole, key=lambda k: len(axes[k].values))
    room = cap / math.prod(len(axes[k].values) for k in whole)
    if others and axes[main].kind == "slider":  # the main control keeps more than each of the others
        axes[main] = axes[main].thinned(max(21, round(room_for_main(cap, axes, whole, len(others)))))
        room = cap / math.prod(len(axes[k].values) for k in whole)
    for place, k in enumerate(others):  # what a short axis does not use is left to the long ones
        share = max(3, math.floor(room ** (1 / (len(others) - place)) + 1e-9))
        axes[k] = axes[k].thinned(share)
        room /= len(axes[k].values)
    if room < 1 and axes[main].kind == "slider":
        axes[main] = axes[main].thinned(max(21, math.floor(len(axes[main].values) * room)))
    return axes


def room_for_main(cap: int, axes: list[Positions], whole: set[int], others: int) -> float:
    """How many positions the main slider gets beside so many other sliders, next to what stays whole."""
    room = cap / math.prod(len(axes[k].values) for k in whole if axes[k].kind != "slider")
    return room ** (1.6 / (1.6 + others))


def _positions(name: str, control: Control) -> Positions:
    """All the positions of a control."""
    values = control.values
    if isinstance(control, (Choice, ListSlider)):
        start = next(k for k, value in enumerate(values) if value is control.start or value == control.start)
    else:
        start = int(np.abs(np.subtract(values, control.start)).argmin())
        values[start] = control.start  # to the last digit
    return Positions(
        label=control.label, kind=control.kind, values=[{name: value} for value in values],
        labels=[control.words(value) for value in values], start=start, interval=getattr(control, "interval", 60),
    )  # fmt: skip
