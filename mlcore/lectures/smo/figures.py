"""The figures of lecture 12, coordinate ascent and SMO."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
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
from mlcore.show import Field, Live, Mark, Panel
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
)  # fmt: skip

STEPS = 80  # of the runs that the first figure replays
BEFORE = dict(color="#FFFFFF", edge=show.BLACK, edge_width=2.0, size=11)
TOP: dict[str, Any] = dict(color=show.VERMILLION, marker="D", size=11, edge=show.BLACK)
AFTER = dict(color=show.BLUE, marker="s", size=7, edge=show.BLACK)


def patients() -> Dataset:
    """24 patients of lecture 11, two standardised features."""
    return datasets.breast_cancer_pair(24)


# --- One step of a run: the pair in its square, W along the line, all steps (section 1) --------

Rule = Callable[[DualPoint, np.random.Generator], tuple[int, int]]


def most_violating(point: DualPoint, rng: np.random.Generator) -> tuple[int, int]:
    """i: the largest F that can rise; j: the smallest that can fall."""
    rises, falls = can_rise(point), can_fall(point)
    i, j = np.where(rises, point.F, -np.inf).argmax(), np.where(falls, point.F, np.inf).argmin()
    return int(i), int(j)


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
    rng, alpha, pair = np.random.default_rng(3), np.zeros(len(y)), None
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
    "random pair": lambda K, y, C: pair_steps(K, y, C, at_random),
}
LOOKS = {
    "SMO's choice": dict(color=show.BLUE),
    "most violating pair": dict(color=show.GREEN, dash="dashdot"),
    "random pair": dict(color=show.ORANGE, dash="dashed"),
}


@dataclass(frozen=True)
class Step:
    """Step t of a run: the line of its pair in the state before, where the pair stood and where it goes.

    At the start, t = 0, the pair is that of the first step, and has not moved. shares: of the optimal W, by rule.
    """

    C: float
    t: int
    ended: bool
    rule: str
    pair: tuple[int, int]
    line: PairLine
    new: float
    shares: dict[str, np.ndarray]

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


LOW, HIGH = -0.35, 1.35  # of the square's panel, in units of C
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])


def draw_square(s: Step) -> Panel:
    """The pair in its square, in units of C."""
    line, C = s.line, s.C

    def spot(alpha_j: float) -> tuple[float, float]:
        return line.alpha_i(alpha_j) / C, alpha_j / C

    ends = [line.y_j * (line.zeta / C - x * line.y_i) for x in (LOW, HIGH)]
    low, high = np.clip(np.sort(ends), LOW, HIGH) * C
    marks = [
        show.Fill([CORNERS], color=show.SKY, alpha=0.16),
        show.Lines([CORNERS[[0, 1, 2, 3, 0]]], color=show.GREY, width=1.2),
        show.segment(spot(low), spot(high), color=show.GREY, width=1.5, dash="dashed", label="the line"),
        show.segment(spot(line.low), spot(line.high), color=show.BLUE, width=4.5, alpha=0.55, label="L to H"),
    ]
    top = np.array([spot(line.top)])
    seen = (np.abs(top - 0.5) < 0.85).all(axis=1)
    marks.append(show.Points(top[seen], **TOP, label="top, no box"))
    marks.append(show.point(*spot(s.now), **BEFORE, label="before"))
    marks.append(show.point(*spot(s.new), **AFTER, label="after"))
    ticks = (0, 1), ("0", "C")
    title = "the pair in its square" if seen.all() else "the pair (its top is out of sight)"
    return Panel(marks, (LOW, HIGH), (LOW, HIGH), r"$\alpha_i$", r"$\alpha_j$", title, equal=True, legend_columns=2,
                 xticks=ticks, yticks=ticks)  # fmt: skip


def draw_parabola(s: Step) -> Panel:
    """W along the line, 0 where the pair stands and 1 where the top is; grey outside the box."""
    flat = abs(s.line.top - s.now) < 1e-12
    unit = s.C if flat else s.line.top - s.now
    left, right, floor, roof = -1.3, 2.6, -1.9, 1.6

    def height(x):
        return (0 if flat else 2 * x) - x**2

    walls = sorted([((s.line.low - s.now) / unit, "L", s.line.low), ((s.line.high - s.now) / unit, "H", s.line.high)])
    a, b = (float(np.clip(at, left, right)) for at, _, _ in walls)
    outside = [np.array([[p, floor], [q, floor], [q, roof], [p, roof]]) for p, q in ((left, a), (b, right)) if q > p]
    x, inside = np.linspace(left, right, 121), np.linspace(a, b, 61)
    marks = [
        show.Fill(outside, color=show.GREY, alpha=0.28),
        show.curve(x, height(x), color=show.GREY, width=1.5, dash="dashed"),
        show.curve(inside, height(inside), color=show.BLUE, width=4.5, alpha=0.55),
    ]
    for level, side, (at, name, value) in zip((-1.35, -1.65), (-1, 1), walls, strict=True):
        if left < at < right:
            align = "right" if (side < 0 and at > left + 1.4) or (side > 0 and at > right - 1.4) else "left"
            words = f"{name} = {value / s.C:.2f} C"
            marks.append(show.words(at + (0.06 if align == "left" else -0.06), level, words, align=align, size=9))
    top, step = (0.0 if flat else 1.0), (s.new - s.now) / unit
    marks += [show.point(top, height(top), **TOP), show.point(0, 0, **BEFORE), show.point(step, height(step), **AFTER)]
    return Panel(marks, (left, right), (floor, roof), "along the line, grey: outside", "W", "W along the line",
                 xticks=((0, 1), ("before", "top")), yticks=((), ()))  # fmt: skip


def draw_climb(s: Step) -> Panel:
    """The share of the optimal W that each rule has reached, step by step, up to this one."""
    marks: list[Mark] = [show.hline(1, (0, STEPS), width=1.4, dash="dotted", color=show.BLACK, label="the optimum")]
    for rule, shares in s.shares.items():
        padded = np.append(shares, np.full(max(0, STEPS + 1 - len(shares)), shares[-1]))
        marks.append(show.curve(np.arange(s.t + 1), padded[: s.t + 1], width=2.2, label=rule, **LOOKS[rule]))
    marks.append(show.point(s.t, s.shares[s.rule][min(s.t, len(s.shares[s.rule]) - 1)], **AFTER))
    return Panel(marks, (0, STEPS), (0, 1.06), "steps", "W / optimal W", "all steps so far", legend_columns=1)


def describe_step(s: Step) -> str:
    share = 100 * s.shares[s.rule][min(s.t, len(s.shares[s.rule]) - 1)]
    pair = f"(i, j) = ({s.pair[0]}, {s.pair[1]})"
    if s.t == 0:
        return f"C = {show.number(s.C, 3)}, the start; the first pair is {pair}; W is 0."
    end = "; the run has ended" if s.ended else ""
    return (
        f"C = {show.number(s.C, 3)}, step {s.t}, pair {pair}: {s.ends_at}; W is at {share:.1f} % of the optimum{end}."
    )


@figure(CLASSES, patients, most=60)
def steps(data: Dataset, *, C: float = 1.0) -> Live:
    """Runs of SMO, and of two other rules for the pair, step by step, linear kernel (SVM-18, SVM-19, FIG-14)."""
    K = data.X @ data.X.T

    @cache
    def runs(C: float) -> dict[str, list[SMOState]]:
        return {name: take(rule(K, data.y, C), STEPS) for name, rule in RULES.items()}

    @cache
    def shares(C: float) -> dict[str, np.ndarray]:
        optimum = smo(K, data.y, C, tol=1e-6).objective
        return {name: np.array([state.objective for state in run]) / optimum for name, run in runs(C).items()}

    def compute(C: float, step: int, rule: str) -> Step:
        run = runs(C)[rule]
        t = min(step, len(run) - 1)
        before, (i, j) = run[max(t - 1, 0)], run[max(t, 1)].pair or (0, 1)
        line = pair_line(K, data.y, before.alpha, C, i, j)
        return Step(C, t, step > t or run[t].converged, rule, (i, j), line, line.best if t else line.alpha_j, shares(C))

    controls = {
        "C": show.log_slider("C, side of the square", C, -2, 1),
        "step": show.step_slider("step", STEPS, value=3, interval=400),
        "rule": show.choice("pair chosen by", list(RULES)),
    }
    return Live(compute, lambda s: [draw_square(s), draw_parabola(s), draw_climb(s)], describe_step,
                controls=controls, size=(8.8, 4.3))  # fmt: skip


# --- One coordinate at a time (section 2) -----------------------------------------------------

GOAL, START, MOST = np.array([0.8, 0.5]), np.array([-1.7, -1.3]), 40


@dataclass(frozen=True)
class Stairs:
    """t steps of coordinate ascent towards GOAL on Q = [[1, r], [r, 1]]: the points, and how far W is below its top."""

    r: float
    points: np.ndarray
    gaps: np.ndarray
    field: Field
    top: float


def draw_stairs(s: Stairs) -> list[Panel]:
    levels = s.top - np.array([6.4, 4.4, 3.0, 1.9, 1.1, 0.55, 0.2, 0.04])
    hill = [
        show.contour_lines(s.field, levels, color=show.GREY, width=1.1, label="equal W"),
        show.curve(*s.points.T, color=show.BLUE, width=2.6, label="path"),
        show.Points(s.points, color=show.BLUE, size=5),
        show.point(*GOAL, **TOP, label="top"),
        show.point(*s.points[-1], **AFTER, label="now"),
    ]
    gaps, t = np.maximum(s.gaps, 1e-14), len(s.gaps) - 1
    right = [show.curve(np.arange(t + 1), gaps, color=show.BLUE, width=2.2), show.point(t, gaps[-1], **AFTER)]
    names = r"$\alpha_1$", r"$\alpha_2$"
    return [
        Panel(hill, (-2.6, 2.6), (-2.2, 2.2), *names, equal=True, legend_columns=4, width=1.25),
        Panel(right, (0, MOST), (1e-13, 20), "steps", "top of W − W now", logy=True),
    ]


def describe_stairs(s: Stairs) -> str:
    below = f"W is {s.gaps[-1]:.2g} below its top" if s.gaps[-1] > 1e-12 else "W is at its top, to 12 digits"
    x, y = s.points[-1]
    return f"r = {s.r:.2f}: after {len(s.points) - 1} steps at ({x:z.3f}, {y:z.3f}), {below}."


@figure(FORMULA)
def stairs() -> Live:
    """Coordinate ascent on a quadratic with two tied coordinates (SVM-17)."""

    @cache
    def run(r: float) -> tuple[list[AscentState], Field, float]:
        Q = np.array([[1, r], [r, 1]])
        top = float(GOAL @ Q @ GOAL) / 2
        path = take(coordinate_ascent_steps(Q, Q @ GOAL, alpha=START, tol=-1.0), MOST)

        def W(a):
            return top - np.einsum("ni,ij,nj->n", a - GOAL, Q, a - GOAL) / 2

        return path, show.decision_field(W, (-2.6, 2.6), (-2.2, 2.2), 80), top

    def compute(r: float, step: int) -> Stairs:
        path, field, top = run(round(r, 6))
        done = path[: step + 1]
        return Stairs(r, np.array([s.alpha for s in done]), np.array([top - s.objective for s in done]), field, top)

    controls = {
        "r": show.slider("correlation r", 0.6, -0.95, 0.95, 0.05),
        "step": show.step_slider("step", MOST, value=4, interval=300),
    }
    return Live(compute, draw_stairs, describe_stairs, controls=controls, size=(8.8, 4.2))


# --- The offsets in two rows (section 5) ------------------------------------------------------


@dataclass(frozen=True)
class Rows:
    """A state of SMO on the points; span: of all offsets F in the run."""

    data: Dataset
    state: SMOState
    span: tuple[float, float]


def draw_rows(s: Rows) -> list[Panel]:
    X, point = s.data.X, s.state
    frame = show.window(X, 0.12)
    left: list[Mark] = []
    if point.t:
        left += draw_plane(point.weights(X), point.bias, frame["xlim"], frame["ylim"])
    left = [replace(mark, label="") for mark in [*left, *scatter_by_case(X, point.y, point.alpha, point.C)]]
    pair = X[list(point.pair)] if point.pair else X[:0]
    left.append(
        show.Points(pair, color=show.PURPLE, marker="D", size=6, edge=show.BLACK, label="the pair of this step")
    )
    low, high = point.bias_interval[1], point.bias_interval[0]
    gap = np.array([[low, 0.2], [high, 0.2], [high, 1.8], [low, 1.8]]) if high > low else np.zeros((4, 2))
    rise, fall = point.F[can_rise(point)], point.F[can_fall(point)]
    upper, lower = np.column_stack([rise, 0 * rise + 1.4]), np.column_stack([fall, 0 * fall + 0.6])
    right = [
        show.Fill([gap], color=show.YELLOW, alpha=0.55, label="KKT gap"),
        show.Points(upper, color=show.GREEN, marker="^", size=8.5, alpha=0.7, label="can rise"),
        show.Points(lower, color=show.GREY, marker="s", size=7, alpha=0.7, label="can fall"),
        show.vline(point.bias, (0.2, 1.8), color=show.BLACK, dash="dotted", width=1.8, label="b, in the middle"),
    ]
    names = s.data.feature_names
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=1),
        Panel(right, s.span, (0.2, 1.8), "F of each point", yticks=((0.6, 1.4), ("fall", "rise")), legend_columns=2),
    ]


def describe_rows(s: Rows) -> str:
    point, C = s.state, show.number(s.state.C, 3)
    pair = f", pair {point.pair}" if point.pair else ""
    gap = "at most 0.001, the run has ended" if point.converged else show.number(point.kkt_gap, 2)
    held = int((point.alpha > 0).sum())
    reached = f"W = {show.number(point.objective)}, {held} support vectors"
    return f"C = {C}, step {point.t}{pair}: {reached}; KKT gap {gap}."


@figure(CLASSES, patients, most=60)
def rows(data: Dataset, *, C: float = 1.0, most: int = 60) -> Live:
    """A run of SMO: the street, and the offsets F of what can rise and of what can fall (SVM-19)."""
    states = take(smo_steps(data.X @ data.X.T, data.y, C), most)
    span = show.limits(np.array([state.F for state in states]))

    def compute(step: int) -> Rows:
        return Rows(data, states[min(step, len(states) - 1)], span)

    controls = {"step": show.step_slider("step", most, value=1, interval=400)}
    return Live(compute, draw_rows, describe_rows, controls=controls)


# --- When SMO is slow (section 8) -------------------------------------------------------------

CAP, PRICES, UNITS = 2000, np.logspace(-2, 2, 9), np.logspace(-1, 1, 5)


@dataclass(frozen=True)
class Slow:
    """How many steps SMO takes, up to CAP, for each price and each unit of the second feature; unit: the chosen one."""

    unit: float
    steps: np.ndarray
    plain: np.ndarray


def draw_slow(s: Slow) -> list[Panel]:
    places, capped = np.column_stack([PRICES, s.steps]), s.steps >= CAP
    cross: dict[str, Any] = dict(color=show.VERMILLION, marker="x", size=9, edge_width=2.4)
    marks = [
        show.hline(CAP, (0.008, 125), dash="dashed", width=1.4, label="the cap"),
        show.curve(PRICES, s.plain, color=show.GREEN, dash="dotted", width=2.6, label="units as given"),
        show.curve(PRICES, s.steps, color=show.BLUE, width=2.4, label="these units"),
        show.Points(places[~capped], color=show.BLUE, marker="s", size=7),
        show.Points(places[capped], label="stopped at the cap", **cross),
    ]
    look: dict[str, Any] = dict(logx=True, logy=True, yticks=log_ticks(2, 5000), legend_columns=4)
    return [Panel(marks, (0.008, 125), (2, 5000), "C", "steps of SMO", **look)]


def describe_slow(s: Slow) -> str:
    told = [between(int(n)) for n in s.steps[[0, 4, 8]]]
    counts = f"{told[0]} steps at C = 0.01, {told[1]} at C = 1, {told[2]} at C = 100"
    return f"Second feature times {show.number(s.unit, 3)}: {counts}."


def between(n: int) -> str:
    """A count whose last digits depend on rounding, in words that do not."""
    if n >= CAP:
        return f"more than {CAP}"
    edges = (0, 5, 20, 50, 100, 200, 500, 1000, CAP)
    at = int(np.searchsorted(edges, n, side="right"))
    return f"{edges[at - 1]} to {edges[at]}"


@figure(CLASSES, patients, most=40)
def slow(data: Dataset) -> Live:
    """The steps that SMO takes against C, with the second feature in other units (SVM-19)."""

    @cache
    def steps_needed(k: int) -> np.ndarray:
        Z = data.X * [1, UNITS[k]]
        return np.array([last(smo_steps(Z @ Z.T, data.y, C), CAP).t for C in PRICES])

    def compute(unit: float) -> Slow:
        k = int(np.abs(np.log(UNITS / unit)).argmin())
        return Slow(UNITS[k], steps_needed(k), steps_needed(2))

    controls = {"unit": show.log_slider("second feature times", 1.0, -1, 1, per_decade=2)}
    return Live(compute, draw_slow, describe_slow, controls=controls, size=(8.8, 3.9))
