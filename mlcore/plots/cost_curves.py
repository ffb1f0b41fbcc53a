"""Costs and errors so far, with a marker where they stand: the staircase of a run, two error curves, and their axes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.types import ArrayLike
from mlcore.show import Lines, Mark, Panel, Points

ASSIGN = dict(color=show.BLUE, marker="o")
MOVE = dict(color=show.ORANGE, marker="s")


def log_ticks(low: float, high: float) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Ticks at 1, 2 and 5 times the powers of ten between two positive numbers, with their words."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    ticks = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
    inside = tuple(tick for tick in ticks if low <= tick <= high)
    if len(inside) > 9:  # several decades: their ends are enough
        inside = tuple(10.0**power for power in powers if low <= 10.0**power <= high)
    return inside, tuple(show.with_minus(f"{tick:g}") for tick in inside)


def log_axis(costs, room: float = 1.25) -> dict:
    """The y axis of a panel for positive costs: logarithmic, with readable ticks."""
    costs = np.asarray(costs, float)
    low = max(costs[costs > 0].min(initial=np.inf), costs.max() * 1e-6) / room
    high = costs.max() * room
    if not 0 < low < high < np.inf:  # nothing to pay
        low, high = 0.5, 2.0
    return dict(ylim=(low, high), logy=True, yticks=log_ticks(low, high))


def staircase(costs: ArrayLike, kinds: Sequence[str], now: int, looks: Mapping[str, dict]) -> list[Mark]:
    """The costs after half-steps 1, 2, ..., `now`: flat pieces that drop, a marker per kind, a ring at the end.

    What comes after `now` is not drawn: a reader is to guess it.
    """
    costs = np.asarray(costs, float)[:now]
    at = np.arange(1, now + 1)
    path = np.column_stack([np.repeat(at, 2)[1:], np.repeat(costs, 2)[:-1]]) if now else np.zeros((0, 2))
    marks: list[Mark] = [Lines([path], width=2.0)]
    for kind, look in looks.items():
        mine = np.array([k for k in range(now) if kinds[k] == kind], int)
        marks.append(Points(np.column_stack([at[mine], costs[mine]]), size=7, label=kind, **look))
    if now:
        marks.append(show.point(now, costs[-1], **show.NOW))
        marks.append(show.point(now, costs[-1], size=6, **looks[kinds[now - 1]]))
    return marks


def panel_of_run(costs: ArrayLike, kinds: Sequence[str], now: int, longest: int, every: ArrayLike) -> Panel:
    """The staircase of a run of k-means in a panel that has room for the longest run, and for every cost."""
    marks = staircase(costs, kinds, now, {"assign": ASSIGN, "move": MOVE})
    look: dict[str, Any] = dict(xlabel="half-step", ylabel="cost J", legend_columns=2)
    return Panel(marks, (0, longest + 1), **look, **log_axis(every))


def errors(at: ArrayLike, trained: ArrayLike, tested: ArrayLike, now: int, names: Sequence[str]) -> list[Mark]:
    """Training and test error (m,) over a setting `at` (m,), with markers where it stands; names of the two."""
    at, trained, tested = (np.asarray(v, float) for v in (at, trained, tested))
    edged: dict[str, Any] = dict(edge=show.BLACK, size=8)
    return [
        show.curve(at, trained, color=show.BLUE, dash="dashdot", width=2, label=names[0]),
        show.curve(at, tested, color=show.VERMILLION, width=2, label=names[1]),
        show.point(at[now], trained[now], color=show.BLUE, marker="o", **edged),
        show.point(at[now], tested[now], color=show.VERMILLION, marker="s", **edged),
    ]
