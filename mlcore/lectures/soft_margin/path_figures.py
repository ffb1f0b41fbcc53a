"""The figures of lecture 11's Further F, the whole path in C: event by event, under the hand, by cross-validation."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

from mlcore import datasets, show
from mlcore.base.types import Array
from mlcore.lectures.soft_margin.figures import PRICES, SoftMargin
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES
from mlcore.plots.separating_planes import require_both_classes
from mlcore.show import LogSlider, Panel, Pointer, StepSlider, View
from mlcore.show.style import CLASS_COLORS
from mlcore.svm import OUTSIDE, DualPoint, PathState, path_steps, solution_at

LOWEST, HIGHEST = float(PRICES[0]), float(PRICES[-1])
PLURAL = {"leaves 0": "leave 0", "leaves C": "leave C", "reaches C": "reach C", "returns to 0": "return to 0"}
SAME = 1e-9  # events whose C differs by a smaller share are one moment


# --- Event by event ---------------------------------------------------------------------------


class Moment(NamedTuple):
    """A C at which something happens: the state after it, and what happened to whom."""

    state: PathState
    what: Sequence[tuple[str, Sequence[int]]]

    @property
    def who(self) -> list[int]:
        """The points that change their case."""
        return sorted({i for _, points in self.what for i in points})

    @property
    def words(self) -> str:
        """What happens, in words."""
        return " and ".join(tell(event, points) for event, points in self.what) or "before the first event"


def tell(event: str, points: Sequence[int]) -> str:
    """The event as a sentence: point 81 leaves C; points 30, 105 return to 0."""
    if len(points) == 1:
        return f"point {points[0]} {event}"
    return f"points {show.listed(sorted(points))} {PLURAL.get(event, event)}"


def moments(states: Sequence[PathState]) -> list[Moment]:
    """The start, and the events in order, those at the same C as one; without the end, where nothing happens."""
    found = [Moment(states[0], ())]
    for before, state in pairwise(states):
        if state.event == "end":
            break
        happened = events_of(before, state)
        if len(found) > 1 and state.C <= found[-1].state.C * (1 + SAME):
            happened = [*found.pop().what, *happened]
        found.append(Moment(state, joined(happened)))
    return found


def events_of(before: PathState, state: PathState) -> list[tuple[str, Sequence[int]]]:
    """What an event is to each of its points: two that meet leave their bounds, each its own."""
    if state.event != "two meet":
        return [(state.event, state.who)]
    return [("leaves 0" if before.case[i] == OUTSIDE else "leaves C", (i,)) for i in state.who]


def joined(happened: Sequence[tuple[str, Sequence[int]]]) -> list[tuple[str, Sequence[int]]]:
    """The same events, each kind once with all its points."""
    kinds = dict.fromkeys(event for event, _ in happened)
    return [(kind, [i for event, points in happened if event == kind for i in points]) for kind in kinds]


# --- Drawing the path -------------------------------------------------------------------------


def shares(states: Sequence[PathState], Cs: Array) -> Array:
    """alpha_i / C of each point at these C (n, m): alpha is a straight line between events, and up to the first."""
    at = np.append(0.0, [s.C for s in states])
    alphas = np.vstack([np.zeros(len(states[0].alpha)), *(s.alpha for s in states)])
    return np.array([np.interp(Cs, at, alpha) for alpha in alphas.T]) / Cs


def share_panel(states: Sequence[PathState], C: float, marked: Sequence[int], xlim: tuple[float, float]) -> Panel:
    """alpha_i / C of each point against C, the points in `marked` drawn bold, and a cursor at C."""
    events = np.array([s.C for s in states])
    Cs = np.unique(np.concatenate([np.geomspace(*xlim, 60), events[(events > xlim[0]) & (events < xlim[1])]]))
    curves = [bends(Cs, share) for share in shares(states, Cs)]
    y = states[0].y
    marks: list[Any] = []
    for c in (-1, 1):
        mine = [curve for curve, label in zip(curves, y, strict=True) if label == c]
        marks.append(show.Lines(mine, color=CLASS_COLORS[c], alpha=0.4, width=1.0))
    marks += [
        show.Lines([curves[i] for i in marked], color=show.PURPLE, width=3.0),
        show.vline(C, (-0.04, 1.04), dash="dotted", width=1.6),
    ]
    return Panel(marks, xlim, (-0.04, 1.04), "C", "$α_i / C$", logx=True)


def bends(x: Array, y: Array) -> Array:
    """The curve (k, 2) without the points between two of the same height."""
    level = np.zeros(len(x), bool)
    level[1:-1] = (y[1:-1] == y[:-2]) & (y[1:-1] == y[2:])
    return np.column_stack([x, y])[~level]


class OnThePath(SoftMargin):
    """What the two figures of the path share: the street on the left, and the forces of all points on the right."""

    size = (8.8, 4.9)
    states: Sequence[PathState]
    path_of: Callable[[bytes, bytes], Sequence[PathState]]

    def draw_at(self, C: float, marked: Sequence[int], xlim: tuple[float, float]) -> list[Panel]:
        """Both panels; the points in `marked` with a ring, and their curves bold."""
        return [self.street_panel(marked), replace(share_panel(self.states, C, marked, xlim), width=0.8)]


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
class events(OnThePath):
    """The whole path in C, event by event (SVM-14).

    moments: the start, and each C at which a point changes its case. moment: the one that is shown.
    """

    moments: Sequence[Moment]
    moment: Moment
    k: int

    def prepare(self):
        require_both_classes(self.data.y)
        self.frame, self.X = show.window(self.data.X, 0.1), self.data.X
        self.states = list(path_steps(self.X @ self.X.T, self.data.y, C_max=HIGHEST))
        self.moments = moments(self.states)
        self.controls = {"event": StepSlider("event", len(self.moments) - 1, interval=250)}

    def compute(self, event: int):
        self.k, self.moment = event, self.moments[event]
        self.point = self.moment.state

    def draw(self):
        first, final = self.moments[min(1, len(self.moments) - 1)].state.C, self.moments[-1].state.C
        return self.draw_at(self.point.C, self.moment.who, (first / 1.5, 1.5 * final))

    def describe(self):
        holders = int((self.moment.state.case != OUTSIDE).sum())
        return (
            f"Event {self.k} of {len(self.moments) - 1}, C = {show.number(self.point.C, 3)}: {self.moment.words}. "
            f"{holders} support vectors; street width {show.number(self.width, 3)}."
        )


@figure(CLASSES, datasets.breast_cancer_pair, most=40)
class whole_path(OnThePath):
    """The path of points under the hand: all values of C anew with every move (SVM-14).

    states: all events up to C = 1000. point: the solution at this C.
    """

    def prepare(self):
        self.frame = show.window(self.data.X, 0.1)
        self.controls = {"C": LogSlider("C, price of slack", 0.1, -3, 3)}
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]
        self.path_of = lru_cache(maxsize=2)(self.solve)

    def solve(self, X: bytes, y: bytes) -> Sequence[PathState]:
        points = np.frombuffer(X).reshape(-1, 2)
        return list(path_steps(points @ points.T, np.frombuffer(y), C_max=HIGHEST))

    def compute(self, C: float, X, y):
        require_both_classes(y)
        self.X = X
        self.states = self.path_of(X.tobytes(), y.astype(float).tobytes())
        self.point = solution_at(self.states, C)

    def drags(self):
        state = self.at()
        X, y = state.X, state.point.y
        margins = y * (X @ state.w + state.point.bias)
        near, *_, far = np.flatnonzero(margins > 1)[margins[margins > 1].argsort()]  # two small ones
        aside = 0.2 * y[near] * state.w / np.linalg.norm(state.w)
        others = X[y != y[far]].mean(axis=0)
        return [
            show.Drag("a small point a little farther from the street", [X[near] + aside], point=int(near)),
            show.Drag("another small point into the middle of the other class", [others], point=int(far)),
        ]

    def draw(self):
        return self.draw_at(self.point.C, (), (LOWEST, HIGHEST))

    def describe(self):
        there = moments(self.states)[1:]
        last = f", the last one at C = {show.number(there[-1].state.C, 3)}" if there else ""
        return f"{self.describe_street()} {len(there)} events up to C = 1000{last}."


# --- Cross-validation over the whole path -----------------------------------------------------


class HeldOut(NamedTuple):
    """The error on held-out points, a step function of C: errors (m,) from edges[k] to edges[k + 1], (m + 1,)."""

    edges: Array
    errors: Array

    @property
    def least(self) -> Array:
        """The intervals of C (k, 2) with the least error."""
        best = self.errors <= self.errors.min()
        turns = np.diff(np.concatenate([[0], best.astype(int), [0]]))
        return np.column_stack([self.edges[np.flatnonzero(turns > 0)], self.edges[np.flatnonzero(turns < 0)]])

    def meets(self, other: "HeldOut") -> bool:
        """Whether any C has the least error here and there."""
        low = np.maximum(self.least[:, :1], other.least[:, 0])
        return bool((low < np.minimum(self.least[:, 1:], other.least[:, 1])).any())

    def at(self, C: Any) -> Any:
        """The error at C, a number or an array."""
        return self.errors[np.clip(np.searchsorted(self.edges, C, side="right") - 1, 0, len(self.errors) - 1)]


def score_paths(X: Array, y: Array, X_new: Array) -> tuple[Array, Array]:
    """C at the knots (k,) of a path from LOWEST to HIGHEST, and f of the new points there (m, k): straight in between.

    The features are standardised by the training points. Where b can slide it is taken straight from the middle of its
    interval at one knot to that at the next, which lies inside the interval all the way.
    """
    scaler = StandardScaler().fit(X)
    Z, Z_new = np.asarray(scaler.transform(X)), np.asarray(scaler.transform(X_new))
    states = list(path_steps(Z @ Z.T, y, C_max=HIGHEST))
    knots: list[DualPoint] = [solution_at(states, LOWEST), *(s for s in states if s.C > LOWEST)]
    scores = [Z_new @ point.weights(Z) + point.bias for point in knots]
    return np.array([point.C for point in knots]), np.array(scores).T


def held_out(X: Array, y: Array, seed: int, folds: int = 5) -> HeldOut:
    """The error of all points, each held out in its fold, for every C."""
    paths = []
    for train, other in StratifiedKFold(folds, shuffle=True, random_state=seed).split(X, y):
        C, scores = score_paths(X[train], y[train], X[other])
        paths.append((C, y[other][:, None] * scores))
    return step_function(paths)


def errors_on(X: Array, y: Array, X_new: Array, y_new: Array) -> HeldOut:
    """The error on new points, for every C, of the path of X (n, d) and y (n,)."""
    C, scores = score_paths(X, y, X_new)
    return step_function([(C, y_new[:, None] * scores)])


def step_function(paths: Sequence[tuple[Array, Array]]) -> HeldOut:
    """The share of margins that are not above 0, of pairs of knots C (k,) and margins (m, k): it jumps at their zeros,
    which lie between events, too."""
    edges = np.unique(np.concatenate([[LOWEST, HIGHEST], *(zeros(C, margins) for C, margins in paths)]))
    middle = np.sqrt(edges[:-1] * edges[1:])
    wrong = [np.interp(middle, C, margin) <= 0 for C, margins in paths for margin in margins]
    return HeldOut(edges, np.mean(wrong, axis=0))


def zeros(C: Array, scores: Array) -> Array:
    """All C at which one of the scores (m, k), straight between the knots C (k,), passes through 0."""
    before, after = scores[:, :-1], scores[:, 1:]
    i, k = np.nonzero((before > 0) != (after > 0))
    part = before[i, k] / (before[i, k] - after[i, k])
    return C[k] + part * (C[k + 1] - C[k])


SPLITS = 10


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
class least_errors(View):
    """The cross-validated error for every C, and where it is least, for one split into folds after another (SVM-20).

    curves: the errors of the splits so far, the last one shown.
    """

    size = (8.8, 4.6)
    controls = {"split": StepSlider("split into five folds", SPLITS - 1, interval=600)}
    all_curves: Sequence[HeldOut]
    curves: Sequence[HeldOut]

    def prepare(self):
        X, y = self.data.X, self.data.y
        if min((y < 0).sum(), (y > 0).sum()) < 5:
            raise ValueError("Five folds need at least five points of each class.")
        self.all_curves = [held_out(X, y, seed) for seed in range(SPLITS)]

    def compute(self, split: int):
        self.curves = self.all_curves[: split + 1]

    def draw(self):
        now, xlim = self.curves[-1], (LOWEST, HIGHEST)
        steps = np.column_stack([np.repeat(now.edges, 2)[1:-1], np.repeat(now.errors, 2)])
        least = now.errors.min()
        top = 1.1 * max(curve.errors.max() for curve in self.curves)
        left = [
            show.Lines([steps], color=show.BLUE, width=1.8, label="every C"),
            show.Points(np.column_stack([PRICES, now.at(PRICES)]), size=3.5, label="61 values of C"),
            show.Segments(bars(now.least, least), color=show.VERMILLION, width=6, label="the least error"),
        ]
        rows = [bars(curve.least, k) for k, curve in enumerate(self.curves)]
        right = [
            show.Segments(np.vstack(rows[:-1] or [np.empty((0, 4))]), color=show.GREY, width=4, label="earlier splits"),
            show.Segments(rows[-1], color=show.VERMILLION, width=6, label="this split"),
        ]
        return [
            Panel(left, xlim, (0, top), "C", "cross-validated error", logx=True, legend_columns=3),
            Panel(right, xlim, (SPLITS - 0.3, -0.7), "C", "split", logx=True, legend_columns=2, width=0.8),
        ]

    def describe(self):
        now = self.curves[-1]
        ends = "; ".join(f"{show.number(low, 3)} to {show.number(high, 3)}" for low, high in now.least)
        wrong, n = round(now.errors.min() * len(self.data.y)), len(self.data.y)
        return f"Split {len(self.curves) - 1}: least error {wrong} of {n} points, for C from {ends}."


def bars(intervals: Array, height: float) -> Array:
    """The intervals (k, 2) as level pieces (k, 4)."""
    heights = np.full(len(intervals), height)
    return np.column_stack([intervals[:, 0], heights, intervals[:, 1], heights])
