"""The figures of lecture 12, coordinate ascent and SMO."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.steps import last, take
from mlcore.datasets import Dataset
from mlcore.plots.cost_curves import log_ticks
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import draw_plane, scatter_by_case
from mlcore.show import Choice, Field, LogSlider, Panel, Slider, StepSlider, View
from mlcore.svm import (
    AscentState,
    DualPoint,
    PairLine,
    SMOState,
    coordinate_ascent_steps,
    pair_line,
    pair_step,
    smo,
    smo_steps,
)

BEFORE: dict[str, Any] = dict(color="#FFFFFF", edge=show.BLACK, edge_width=2.0, size=11)
TOP: dict[str, Any] = dict(color=show.VERMILLION, marker="D", size=11, edge=show.BLACK)
AFTER: dict[str, Any] = dict(color=show.BLUE, marker="s", size=7, edge=show.BLACK)


def patients() -> Dataset:
    """24 patients of lecture 11, two standardised features."""
    return datasets.breast_cancer_pair(24)


# --- One step of a run: the pair in its square, W along the line, all steps (section 1) --------

Rule = Callable[[DualPoint, np.random.Generator], tuple[int, int]]


def most_violating(point: DualPoint, rng: np.random.Generator) -> tuple[int, int]:
    """i: the largest F that can rise; j: the smallest that can fall."""
    i = np.where(can_rise(point), point.F, -np.inf).argmax()
    j = np.where(can_fall(point), point.F, np.inf).argmin()
    return int(i), int(j)


def any_violating(point: DualPoint, rng: np.random.Generator) -> tuple[int, int]:
    """Some i that can rise and some j that can fall, with F_i above F_j: along their line W climbs."""
    ahead = point.F[:, None] - point.F > 1e-9  # a step to a top makes the two equal, but for rounding
    climbs = can_rise(point)[:, None] & can_fall(point) & ahead
    i, j = np.argwhere(climbs)[rng.integers(climbs.sum())].tolist()
    return i, j


def at_random(point: DualPoint, rng: np.random.Generator) -> tuple[int, int]:
    """Any two points."""
    i, j = rng.choice(len(point.y), 2, replace=False)
    return int(i), int(j)


def can_rise(point: DualPoint):
    """Which y_i alpha_i have room above (n,)."""
    return np.where(point.y > 0, point.alpha < point.C, point.alpha > 0)


def can_fall(point: DualPoint):
    """Which y_i alpha_i have room below (n,)."""
    return np.where(point.y > 0, point.alpha > 0, point.alpha < point.C)


def pair_steps(K, y, C: float, choose: Rule, *, tol: float = 1e-3) -> Iterator[SMOState]:
    """A run of SMO whose pairs are chosen by another rule, from 0 on."""
    rng = np.random.default_rng(3)
    alpha = np.zeros(len(y))
    pair = None
    for t in count():
        point = DualPoint.at(alpha, K, y, C)
        state = SMOState(**vars(point), pair=pair, t=t, converged=point.is_optimal(tol))
        yield state
        if state.converged:
            return
        pair = choose(state, rng)
        alpha = pair_step(K, y, alpha, C, *pair)


RULES: dict[str, Callable[..., Iterator[SMOState]]] = {
    "SMO's choice": smo_steps,
    "most violating pair": lambda K, y, C: pair_steps(K, y, C, most_violating),
    "random violating pair": lambda K, y, C: pair_steps(K, y, C, any_violating),
    "random pair": lambda K, y, C: pair_steps(K, y, C, at_random),
}
LOOKS = {
    "SMO's choice": dict(color=show.BLUE),
    "most violating pair": dict(color=show.GREEN, dash="dashdot"),
    "random violating pair": dict(color=show.PURPLE, dash="dotted"),
    "random pair": dict(color=show.ORANGE, dash="dashed"),
}
STEPS = 80  # of the runs
LOW = -0.35
HIGH = 1.35  # of the square's panel, in units of C
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])


@figure(CLASSES, patients, most=60)
class steps(View):
    """Runs of SMO, and of three other rules for the pair, step by step, linear kernel (SVM-18, SVM-19, FIG-14).

    line: the line of the pair in the state before step t. new: where the step leads to, as a value of alpha_j. At the
    start, t = 0, the pair is that of the first step, and has not moved. ended: the run has no further step. shares: of
    the optimal W, by rule, after each step.
    """

    size = (8.8, 4.3)
    controls = {
        "C": LogSlider("C, side of the square", 1.0, -2, 1),
        "step": StepSlider("step", STEPS, 3, interval=400),
        "rule": Choice("pair chosen by", list(RULES)),
    }
    kernel: np.ndarray
    runs: Callable[..., Any]
    shares_of: Callable[..., Any]
    C: float
    t: int
    ended: bool
    rule: str
    pair: tuple[int, int]
    line: PairLine
    new: float
    shares: dict[str, np.ndarray]

    def prepare(self):
        self.kernel = self.data.X @ self.data.X.T
        self.runs = cache(self.run)
        self.shares_of = cache(self.reached)

    def run(self, C: float) -> dict[str, list[SMOState]]:
        """The states of a run by each rule."""
        return {name: take(rule(self.kernel, self.data.y, C), STEPS) for name, rule in RULES.items()}

    def reached(self, C: float) -> dict[str, np.ndarray]:
        """Which share of the optimal W each rule has reached after each step."""
        optimum = smo(self.kernel, self.data.y, C, tol=1e-6).objective
        return {name: np.array([state.objective for state in run]) / optimum for name, run in self.runs(C).items()}

    def compute(self, C: float, step: int, rule: str):
        run = self.runs(C)[rule]
        self.C = C
        self.rule = rule
        self.t = min(step, len(run) - 1)
        self.ended = step > self.t or run[self.t].converged
        self.pair = run[max(self.t, 1)].pair or (0, 1)
        self.line = pair_line(self.kernel, self.data.y, run[max(self.t - 1, 0)].alpha, C, *self.pair)
        self.new = self.line.best if self.t else self.now
        self.shares = self.shares_of(C)

    @property
    def now(self) -> float:
        """Where alpha_j stood before the step."""
        return self.line.alpha_j

    @property
    def ends_at(self) -> str:
        """What stopped the step: the top, a wall, or no room."""
        if self.line.best == self.now:
            return "nowhere to go"
        if self.line.low < self.line.top < self.line.high:
            return "at the top"
        return "at the wall H" if self.line.best == self.line.high else "at the wall L"

    @property
    def share(self) -> float:
        """Which share of the optimal W the chosen rule has reached by now."""
        shares = self.shares[self.rule]
        return shares[min(self.t, len(shares) - 1)]

    def draw(self):
        return [self.square(), self.parabola(), self.climb()]

    def square(self) -> Panel:
        """The pair in its square, in units of C."""
        line = self.line
        C = self.C

        def spot(alpha_j: float) -> tuple[float, float]:
            return line.alpha_i(alpha_j) / C, alpha_j / C

        ends = [line.y_j * (line.zeta / C - x * line.y_i) for x in (LOW, HIGH)]
        low, high = np.clip(np.sort(ends), LOW, HIGH) * C
        top = np.array([spot(line.top)])
        in_sight = (np.abs(top - 0.5) < 0.85).all(axis=1)
        marks = [
            show.Fill([CORNERS], color=show.SKY, alpha=0.16),
            show.Lines([CORNERS[[0, 1, 2, 3, 0]]], color=show.GREY, width=1.2),
            show.segment(spot(low), spot(high), color=show.GREY, width=1.5, dash="dashed", label="the line"),
            show.segment(spot(line.low), spot(line.high), color=show.BLUE, width=4.5, alpha=0.55, label="L to H"),
            show.Points(top[in_sight], **TOP, label="top, no box"),
            show.point(*spot(self.now), **BEFORE, label="before"),
            show.point(*spot(self.new), **AFTER, label="after"),
        ]
        ticks = (0, 1), ("0", "C")
        return Panel(
            marks,
            (LOW, HIGH),
            (LOW, HIGH),
            r"$\alpha_i$",
            r"$\alpha_j$",
            "the pair in its square" if in_sight.all() else "the pair (its top is out of sight)",
            equal=True,
            legend_columns=2,
            xticks=ticks,
            yticks=ticks,
        )

    def parabola(self) -> Panel:
        """W along the line, 0 where the pair stands and 1 where the top is; grey outside the box."""
        line = self.line
        flat = abs(line.top - self.now) < 1e-12
        unit = self.C if flat else line.top - self.now
        left = -1.3
        right = 2.6
        floor = -1.9
        roof = 1.6

        def height(x):
            return (0 if flat else 2 * x) - x**2

        walls = sorted([((line.low - self.now) / unit, "L", line.low), ((line.high - self.now) / unit, "H", line.high)])
        a, b = (float(np.clip(at, left, right)) for at, _, _ in walls)
        outside = [
            np.array([[p, floor], [q, floor], [q, roof], [p, roof]]) for p, q in ((left, a), (b, right)) if q > p
        ]
        x = np.linspace(left, right, 121)
        inside = np.linspace(a, b, 61)
        marks = [
            show.Fill(outside, color=show.GREY, alpha=0.28),
            show.curve(x, height(x), color=show.GREY, width=1.5, dash="dashed"),
            show.curve(inside, height(inside), color=show.BLUE, width=4.5, alpha=0.55),
        ]
        for level, side, (at, name, value) in zip((-1.35, -1.65), (-1, 1), walls, strict=True):
            if left < at < right:
                align = "right" if (side < 0 and at > left + 1.4) or (side > 0 and at > right - 1.4) else "left"
                beside = at + (0.06 if align == "left" else -0.06)
                marks.append(show.words(beside, level, f"{name} = {value / self.C:.2f} C", align=align, size=9))
        top = 0.0 if flat else 1.0
        step = (self.new - self.now) / unit
        marks += [
            show.point(top, height(top), **TOP),
            show.point(0, 0, **BEFORE),
            show.point(step, height(step), **AFTER),
        ]
        return Panel(
            marks,
            (left, right),
            (floor, roof),
            "along the line, grey: outside",
            "W",
            "W along the line",
            xticks=((0, 1), ("before", "top")),
            yticks=((), ()),
        )

    def climb(self) -> Panel:
        """The share of the optimal W that each rule has reached, step by step, up to this one."""
        at = np.arange(self.t + 1)
        marks = [
            show.hline(1, (0, STEPS), width=1.4, dash="dotted", color=show.BLACK, label="the optimum"),
            *(
                show.curve(at, shares[np.minimum(at, len(shares) - 1)], width=2.2, label=rule, **LOOKS[rule])
                for rule, shares in self.shares.items()
            ),
            show.point(self.t, self.share, **AFTER),
        ]
        return Panel(marks, (0, STEPS), (0, 1.06), "steps", "W / optimal W", "all steps so far", legend_columns=1)

    def describe(self):
        C = show.number(self.C, 3)
        pair = f"(i, j) = ({self.pair[0]}, {self.pair[1]})"
        if self.t == 0:
            return f"C = {C}, the start; the first pair is {pair}; W is 0."
        end = "; the run has ended" if self.ended else ""
        reached = f"W is at {100 * self.share:.1f} % of the optimum"
        return f"C = {C}, step {self.t}, pair {pair}: {self.ends_at}; {reached}{end}."


# --- One coordinate at a time (section 2) -----------------------------------------------------

GOAL = np.array([0.8, 0.5])
START = np.array([-1.7, -1.3])
MOST = 40


@figure(FORMULA)
class stairs(View):
    """Coordinate ascent on a quadratic with two tied coordinates (SVM-17).

    Q = [[1, r], [r, 1]], and the top lies at GOAL. points (t + 1, 2): the places so far. gaps (t + 1,): how far W is
    below its top there.
    """

    size = (8.8, 4.2)
    controls = {
        "r": Slider("correlation r", 0.6, -0.95, 0.95, 0.05),
        "step": StepSlider("step", MOST, 4, interval=300),
    }
    runs: Callable[..., Any]
    r: float
    points: np.ndarray
    gaps: np.ndarray
    field: Field
    top: float

    def prepare(self):
        self.runs = cache(ascent)

    def compute(self, r: float, step: int):
        path, self.field, self.top = self.runs(round(r, 6))
        self.r = r
        self.points = np.array([state.alpha for state in path[: step + 1]])
        self.gaps = self.top - np.array([state.objective for state in path[: step + 1]])

    def draw(self):
        levels = self.top - np.array([6.4, 4.4, 3.0, 1.9, 1.1, 0.55, 0.2, 0.04])
        hill = [
            show.contour_lines(self.field, levels, color=show.GREY, width=1.1, label="equal W"),
            show.curve(*self.points.T, color=show.BLUE, width=2.6, label="path"),
            show.Points(self.points, color=show.BLUE, size=5),
            show.point(*GOAL, **TOP, label="top"),
            show.point(*self.points[-1], **AFTER, label="now"),
        ]
        gaps = np.maximum(self.gaps, 1e-14)
        t = len(self.gaps) - 1
        right = [show.curve(np.arange(t + 1), gaps, color=show.BLUE, width=2.2), show.point(t, gaps[-1], **AFTER)]
        names = r"$\alpha_1$", r"$\alpha_2$"
        return [
            Panel(hill, (-2.6, 2.6), (-2.2, 2.2), *names, equal=True, legend_columns=4, width=1.25),
            Panel(right, (0, MOST), (1e-13, 20), "steps", "top of W − W now", logy=True),
        ]

    def describe(self):
        gap = self.gaps[-1]
        below = (
            f"W is {show.with_minus(f'{gap:.2g}')} below its top" if gap > 1e-12 else "W is at its top, to 12 digits"
        )
        x, y = (show.number(v, places=3) for v in self.points[-1])
        return f"r = {show.number(self.r, places=2)}: after {len(self.points) - 1} steps at ({x}, {y}), {below}."


def ascent(r: float) -> tuple[list[AscentState], Field, float]:
    """The states of a run, W over the plane, and its top."""
    Q = np.array([[1, r], [r, 1]])
    top = float(GOAL @ Q @ GOAL) / 2

    def W(a):
        return top - np.einsum("ni,ij,nj->n", a - GOAL, Q, a - GOAL) / 2

    states = take(coordinate_ascent_steps(Q, Q @ GOAL, alpha=START, tol=-1.0), MOST)
    return states, show.decision_field(W, (-2.6, 2.6), (-2.2, 2.2), 80), top


# --- The offsets in two rows (section 5) ------------------------------------------------------


@figure(CLASSES, patients, most=60)
class rows(View):
    """A run of SMO: the street, and the offsets F of what can rise and of what can fall (SVM-19).

    C: of all states. most: steps of the run that are shown. span: of all offsets F in the run.
    """

    C: float = 1.0
    most: int = 60
    states: list[SMOState]
    span: tuple[float, float]
    state: SMOState

    def prepare(self):
        self.states = take(smo_steps(self.data.X @ self.data.X.T, self.data.y, self.C), self.most)
        self.span = show.limits(np.array([state.F for state in self.states]))
        self.controls = {"step": StepSlider("step", self.most, 1, interval=400)}

    def compute(self, step: int):
        self.state = self.states[min(step, len(self.states) - 1)]

    def draw(self):
        frame = show.window(self.data.X, 0.12)
        names = self.data.feature_names
        look: dict[str, Any] = dict(yticks=((0.6, 1.4), ("fall", "rise")), legend_columns=2)
        return [
            Panel(self.street(frame), **frame, xlabel=names[0], ylabel=names[1], legend_columns=1),
            Panel(self.two_rows(), self.span, (0.2, 1.8), "F of each point", **look),
        ]

    def street(self, frame: dict[str, Any]) -> list[Any]:
        """The plane of this state, once a step is made, the points by their case, and the pair."""
        X = self.data.X
        state = self.state
        plane = draw_plane(state.weights(X), state.bias, frame["xlim"], frame["ylim"]) if state.t else []
        pair = X[list(state.pair)] if state.pair else X[:0]
        return [
            *(replace(mark, label="") for mark in [*plane, *scatter_by_case(X, state.y, state.alpha, state.C)]),
            show.Points(pair, color=show.PURPLE, marker="D", size=6, edge=show.BLACK, label="the pair of this step"),
        ]

    def two_rows(self) -> list[Any]:
        """The offsets of what can rise, above, and of what can fall, below; and the gap between them."""
        state = self.state
        high, low = state.bias_interval
        gap = np.array([[low, 0.2], [high, 0.2], [high, 1.8], [low, 1.8]]) if high > low else np.zeros((4, 2))
        rise = state.F[can_rise(state)]
        fall = state.F[can_fall(state)]
        upper = np.column_stack([rise, 0 * rise + 1.4])
        lower = np.column_stack([fall, 0 * fall + 0.6])
        return [
            show.Fill([gap], color=show.YELLOW, alpha=0.55, label="KKT gap"),
            show.Points(upper, color=show.GREEN, marker="^", size=8.5, alpha=0.7, label="can rise"),
            show.Points(lower, color=show.GREY, marker="s", size=7, alpha=0.7, label="can fall"),
            show.vline(state.bias, (0.2, 1.8), color=show.BLACK, dash="dotted", width=1.8, label="b, in the middle"),
        ]

    def describe(self):
        state = self.state
        pair = f", pair {state.pair}" if state.pair else ""
        gap = "at most 0.001, the run has ended" if state.converged else show.number(state.kkt_gap, 2)
        reached = f"W = {show.number(state.objective)}, {(state.alpha > 0).sum()} support vectors"
        return f"C = {show.number(state.C, 3)}, step {state.t}{pair}: {reached}; KKT gap {gap}."


# --- When SMO is slow (section 8) -------------------------------------------------------------

CAP = 2000
PRICES = np.logspace(-2, 2, 9)
UNITS = np.logspace(-1, 1, 5)


@figure(CLASSES, patients, most=40)
class slow(View):
    """The steps that SMO takes against C, with the second feature in other units (SVM-19).

    steps (9,): up to CAP, at each of PRICES, with the second feature times `unit`; plain (9,): the same as it came.
    """

    size = (8.8, 3.9)
    controls = {"unit": LogSlider("second feature times", 1.0, -1, 1, per_decade=2)}
    steps_needed: Callable[..., Any]
    unit: float
    steps: np.ndarray
    plain: np.ndarray

    def prepare(self):
        self.steps_needed = cache(self.count_steps)

    def count_steps(self, unit: float) -> np.ndarray:
        """The steps for each of PRICES (9,)."""
        Z = self.data.X * [1, unit]
        return np.array([last(smo_steps(Z @ Z.T, self.data.y, C), CAP).t for C in PRICES])

    def compute(self, unit: float):
        self.unit = float(UNITS[np.abs(np.log(UNITS / unit)).argmin()])
        self.steps = self.steps_needed(self.unit)
        self.plain = self.steps_needed(float(UNITS[2]))

    def draw(self):
        places = np.column_stack([PRICES, self.steps])
        capped = self.steps >= CAP
        cross: dict[str, Any] = dict(color=show.VERMILLION, marker="x", size=9, edge_width=2.4)
        marks = [
            show.hline(CAP, (0.008, 125), dash="dashed", width=1.4, label="the cap"),
            show.curve(PRICES, self.plain, color=show.GREEN, dash="dotted", width=2.6, label="units as given"),
            show.curve(PRICES, self.steps, color=show.BLUE, width=2.4, label="these units"),
            show.Points(places[~capped], color=show.BLUE, marker="s", size=7),
            show.Points(places[capped], label="stopped at the cap", **cross),
        ]
        look: dict[str, Any] = dict(logx=True, logy=True, yticks=log_ticks(2, 5000), legend_columns=4)
        return [Panel(marks, (0.008, 125), (2, 5000), "C", "steps of SMO", **look)]

    def describe(self):
        small, middle, large = (between(int(n)) for n in self.steps[[0, 4, 8]])
        return (
            f"Second feature times {show.number(self.unit, 3)}: "
            f"{small} steps at C = 0.01, {middle} at C = 1, {large} at C = 100."
        )


def between(n: int) -> str:
    """A count whose last digits depend on rounding, in words that do not."""
    if n >= CAP:
        return f"more than {CAP}"
    edges = (0, 5, 20, 50, 100, 200, 500, 1000, CAP)
    at = int(np.searchsorted(edges, n, side="right"))
    return f"{edges[at - 1]} to {edges[at]}"
