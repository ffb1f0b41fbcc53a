"""The positions at which a figure is recorded: every value of every control, or as many as fit.

A reader of the book has no kernel: what a control can be moved to has to be drawn beforehand, each combination of all
controls. A figure with too many is thinned: the start stays, the ends stay, and what is left out is said.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mlcore.show import Live, number
from mlcore.show.controls import StepSlider
from tools.book.drag import DRAGGED, recorded_drag

CAP = 1600  # frames a figure
SPARSE = 0  # in place of a cap: a few positions of each control, for a book that is built to be tested
FEWEST = 300  # frames a figure of such a book has at most
FEW = (  # positions of what plays, of a slider (and of a recorded drag) and of a menu: the first that fit are taken
    (21, 5, 99), (11, 5, 99), (5, 5, 99), (5, 5, 5), (5, 3, 5), (3, 3, 5), (3, 3, 3),
)  # fmt: skip
DRAG = 13  # positions that a recorded drag keeps


@dataclass(frozen=True)
class Axis:
    """A control of the book: what compute is given at each position, and what stands beside the control.

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

    def thinned(self, most: int) -> "Axis":
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


def axes_of(live: Live, cap: int = CAP) -> list[Axis]:
    """The axes of a figure, its controls in their order and then the recorded drag; at most `cap` combinations.

    With the cap SPARSE five positions of each slider and few of the rest, as many as fit into FEWEST.
    """
    axes = [_axis(name, control) for name, control in live.controls.items()]
    if live.pointers:
        axes.append(recorded_axis(live))
    return fitted(axes, cap) if cap != SPARSE else sparse(axes)


def sparse(axes: list[Axis]) -> list[Axis]:
    """The axes with the few positions that a test moves them to; never more in all than the book itself has."""
    few = [[_with_few(axis, *most) for axis in axes] for most in FEW]
    found = next((thin for thin in few if frames(thin) <= FEWEST), few[-1])
    return min(found, fitted(axes, CAP), key=frames)


def frames(axes: list[Axis]) -> int:
    """How many combinations of positions there are."""
    return math.prod(len(axis.values) for axis in axes)


def _with_few(axis: Axis, steps: int, slider: int, menu: int) -> Axis:
    if axis.label == DRAGGED:
        return axis.thinned(slider)
    return axis.thinned({"steps": steps, "slider": slider, "menu": menu}[axis.kind])


def recorded_axis(live: Live) -> Axis:
    """The drag of one point, as an axis: its position 0 is the start."""
    drag = recorded_drag(live)
    return Axis(DRAGGED, "steps", drag.values, drag.labels, 0, interval=120)


def fitted(axes: list[Axis], cap: int) -> list[Axis]:
    """The axes, thinned until their combinations are at most `cap`.

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


def room_for_main(cap: int, axes: list[Axis], whole: set[int], others: int) -> float:
    """How many positions the main slider gets beside so many other sliders, next to what stays whole."""
    room = cap / math.prod(len(axes[k].values) for k in whole if axes[k].kind != "slider")
    return room ** (1.6 / (1.6 + others))


def _axis(name: str, control: Any) -> Axis:
    label = control.play.description if isinstance(control, StepSlider) else control.description
    if hasattr(control, "options"):
        labels, values = zip(*control._options_full, strict=True)
        kind = "slider" if "Slider" in type(control).__name__ else "menu"
        start = next(k for k, value in enumerate(values) if value is control.value or value == control.value)
        return Axis(label, kind, [{name: value} for value in values], [str(word) for word in labels], start)
    if isinstance(control, StepSlider):
        values = list(range(control.min, control.max + 1))
        kind, interval = "steps", control.play.interval
    else:
        values, kind, interval = _slider_values(control), "slider", 60
    start = int(np.abs(np.subtract(values, control.value)).argmin())
    values[start] = control.value
    return Axis(label, kind, [{name: v} for v in values], [_words(v, control) for v in values], start, interval)


def _slider_values(control: Any) -> list:
    count = round((control.max - control.min) / control.step) + 1
    even = [control.min + k * control.step for k in range(count)]
    if hasattr(control, "base"):
        return [control.base**exponent for exponent in even]
    return [min(value, control.max) for value in even]


def _words(value: float, control: Any) -> str:
    """The value as the live slider's own readout has it, but with a real minus, and as captions have powers of ten."""
    if isinstance(value, int):
        text = str(value)
    elif hasattr(control, "base"):
        text = number(value, 3)
    else:
        text = format(value, control.readout_format)
    return text.replace("-", "−")
