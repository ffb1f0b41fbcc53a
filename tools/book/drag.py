"""A recorded drag: where the live figure has points under the hand, the book has some of them walking a path.

The path is what the text before the figure asks for (`View.drags`). Where it asks for nothing, a point of each group
goes round and comes back.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore.show import Drag, View
from mlcore.show.marks import Panel, flat
from mlcore.show.pointer import Pointer

DRAGGED = "recorded drag"  # the label of its control
STEPS = 24  # positions on a path
REACH = 0.22  # of the panel, the half-axes of the round trip
CANDIDATES = 12  # points of which the one that changes the picture most is taken


@dataclass(frozen=True)
class RecordedDrag:
    """compute's arguments and a label for each position, and what moves, as the end of a sentence."""

    values: list[dict[str, Any]]
    labels: list[str]
    words: str


def recorded_drag(view: View) -> RecordedDrag:
    """Position 0 is the start of the figure; then come the drags that the figure names, or else the round trips."""
    drags = view.drags()
    return _asked(view, drags) if drags else _round_trips(view)


def _asked(view: View, drags: Sequence[Drag]) -> RecordedDrag:
    """Each drag begins where the one before has left the points."""
    groups = {group.name: group for group in view.pointers}
    values, labels = [_arguments(view)], ["start"]
    steps = max(STEPS // len(drags), 6)
    for number, drag in enumerate(drags, start=1):
        points = values[-1][drag.name]
        for step, place in enumerate(straight(points[drag.point], drag.through, steps), start=1):
            values.append(values[-1] | _moved(groups[drag.name], points, drag.point, place))
            labels.append(f"{step} of {steps}" if len(drags) == 1 else f"drag {number}, {step} of {steps}")
    return RecordedDrag(values, labels, ", then ".join(drag.words for drag in drags))


def straight(start: np.ndarray, through: Any, steps: int) -> np.ndarray:
    """From the start through some places (m, 2) in straight lines: where it is after each of so many equal steps."""
    corners = np.vstack([start, np.reshape(through, (-1, 2))])
    at = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    where = np.linspace(0, at[-1], steps + 1)[1:]
    return np.column_stack([np.interp(where, at, column) for column in corners.T])


def _round_trips(view: View) -> RecordedDrag:
    panels = flat(view.at().draw())
    values, labels = [_arguments(view)], ["start"]
    for g, group in enumerate(view.pointers):
        points = np.asarray(group.X, float).reshape(-1, 2)
        if not len(points):
            continue
        panel = panels[group.panel]
        k = _most_telling(view, g, points, panel)
        name = f"point {k + 1}" if len(points) > 1 or len(view.pointers) > 1 else "the point"
        for step, place in enumerate(path(group, points[k], panel)[1:], start=1):
            values.append(_arguments(view) | _moved(group, points, k, place))
            labels.append(f"{name}, {step} of {STEPS}")
    several = "a point of each group" if len(view.pointers) > 1 else "one point"
    return RecordedDrag(values, labels, f"{several} round a circle and back")


def path(group: Pointer, start: np.ndarray, panel: Panel) -> np.ndarray:
    """Where the point goes (STEPS + 1, 2): out and back to its start, round or along what binds it, in its panel."""
    low, high = _box(panel)
    begin = (_flat(start, panel) - low) / (high - low)  # in shares of the panel
    turn = np.linspace(0, 2 * np.pi, STEPS + 1)
    if group.along is not None and not isinstance(group.along, str):
        return _along_line(np.asarray(group.along, float), start, turn)
    centre = begin + REACH * (np.array([0.5, 0.5]) - begin) / max(math.hypot(*(0.5 - begin)), 1e-9)
    arm = begin - centre
    way = centre + np.cos(turn)[:, None] * arm + np.sin(turn)[:, None] * np.array([-arm[1], arm[0]])
    if isinstance(group.along, str):
        free = "xy".index(group.along)
        way = np.tile(begin, (STEPS + 1, 1))
        toward = 1 if begin[free] < 0.5 else -1
        way[:, free] += toward * 2 * REACH * np.sin(turn)
    way = np.clip(way, 0.02, 0.98)
    way = _unflat(low + way * (high - low), panel)
    way[[0, -1]] = start  # to the last digit
    return way


def _along_line(line: np.ndarray, start: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Out and back along a polyline, by a quarter of its length to either side."""
    at = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    here = at[np.hypot(*(line - start).T).argmin()]
    where = np.clip(here + 0.25 * at[-1] * np.sin(turn), 0, at[-1])
    way = np.stack([np.interp(where, at, line[:, j]) for j in range(2)], axis=1)
    way[[0, -1]] = start
    return way


def _most_telling(view: View, g: int, points: np.ndarray, panel: Panel) -> int:
    """Of some points, the one whose way is told in the most different descriptions; the first of equals."""
    group = view.pointers[g]
    step = 3 if group.kind == "ellipse" else 1  # centres only
    candidates = list(range(0, len(points), step))
    if len(candidates) > CANDIDATES:
        candidates = [candidates[i] for i in np.linspace(0, len(candidates) - 1, CANDIDATES).astype(int)]

    def captions_of(k: int) -> int:
        said = set()
        for place in path(group, points[k], panel)[3::6]:
            try:
                said.add(view.at(**_moved(group, points, k, place)).caption)
            except ValueError as error:
                said.add(str(error))
        return len(said)

    return max(candidates, key=lambda k: (captions_of(k), -k))


def _moved(group: Pointer, points: np.ndarray, k: int, place: np.ndarray) -> dict[str, Any]:
    X = points.copy()
    if group.kind == "ellipse" and k % 3 == 0:  # a centre takes the ends of its axes with it
        X[k : k + 3] += place - X[k]
    else:
        X[k] = place
    return {group.name: X} | ({} if group.y is None else {group.labels: group.y})


def _arguments(view: View) -> dict[str, Any]:
    """Where the points of all groups stand at the start."""
    start: dict[str, Any] = {}
    for group in view.pointers:
        start |= {group.name: np.asarray(group.X, float).reshape(-1, 2)}
        start |= {} if group.y is None else {group.labels: group.y}
    return start


def _box(panel: Panel) -> tuple[np.ndarray, np.ndarray]:
    low, high = np.array([panel.xlim, panel.ylim], float).T
    return _flat(low, panel), _flat(high, panel)


def _flat(place: np.ndarray, panel: Panel) -> np.ndarray:
    logs = (panel.logx, panel.logy)
    return np.array([math.log(v) if log else v for v, log in zip(place, logs, strict=True)], float)


def _unflat(way: np.ndarray, panel: Panel) -> np.ndarray:
    for j, log in enumerate((panel.logx, panel.logy)):
        if log:
            way[:, j] = np.exp(way[:, j])
    return way
