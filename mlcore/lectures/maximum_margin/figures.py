"""The figures of lecture 10, maximum margin."""

from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.steps import last
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.perceptron import perceptron_steps
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import (
    NO_STREET,
    draw_dual_bars,
    draw_plane,
    draw_street,
    line_mark,
    margin,
    no_street,
    scatter_support,
    shade_sides,
    some_plane,
    widest_street,
)
from mlcore.show import Mark, Panel, Pointer, Slider, View


def row_of(values) -> str:
    """Numbers in a row, to four significant digits; what is tiny beside the largest is 0."""
    least = 1e-6 * np.abs(values).max()
    rounded = [float(f"{v:.6g}") if abs(v) > least else 0.0 for v in values]  # a 2 that a solver found is a 2
    return ", ".join(show.number(v) for v in rounded)


# --- The widest street and its forces (section 1) ---------------------------------------------


@figure(CLASSES, datasets.iris_pair, most=150)
class street(View):
    """The widest street and the forces that hold it; points can be dragged, added and removed (SVM-09, FIG-07).

    X (n, 2), y (n,): the points as they lie. point: the solution for them, or None where no line separates. frame: the
    window of the data as they came.
    """

    size = (8.8, 4.0)
    frame: dict[str, Any]
    X: Array
    y: Array
    point: Any

    def prepare(self):
        self.frame = show.window(self.data.X, 0.16)
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]

    def drags(self):
        X, y, state = self.data.X, self.data.y, self.at()
        across = state.width * state.w / np.linalg.norm(state.w)  # from one side of the street to the other
        small = int(np.setdiff1d(np.flatnonzero(y < 0), state.holds)[0])
        large = int(next(k for k in state.holds if y[k] > 0))
        other = int(np.setdiff1d(np.flatnonzero(y > 0), state.holds)[0])
        return [
            show.Drag("a small point to another place on its side", [X[y < 0].mean(axis=0)], point=small),
            show.Drag("a large orange point away from the street", [X[large] + across], point=large),
            show.Drag("it into the street, to the middle", [X[large] - across / 2], point=large),
            show.Drag("an orange square into the middle of the blue points", [X[y < 0].mean(axis=0)], point=other),
        ]

    def compute(self, X, y):
        self.X = X
        self.y = y
        self.point = widest_street(X, y)

    @property
    def w(self) -> Array:
        return self.point.weights(self.X)

    @property
    def width(self) -> float:
        return float(2 / np.linalg.norm(self.w))

    @property
    def holds(self) -> Array:
        """The indices of the support vectors."""
        return np.flatnonzero(self.point.alpha)

    def draw(self):
        frame = self.frame
        names = self.data.feature_names
        if self.point is None:
            marks = no_street(self.X, self.y, frame, self.data.target_names)
        else:
            marks = [
                *draw_plane(self.w, self.point.bias, frame["xlim"], frame["ylim"]),
                *scatter_support(self.X, self.y, self.point.alpha, self.data.target_names),
                self.numbers(),
            ]
        return [Panel(marks, **frame, xlabel=names[0], ylabel=names[1]), self.forces_panel()]

    def numbers(self) -> show.Text:
        """Numbers beside the support vectors: in the street, where no point is, if it is wide enough."""
        span = np.array([np.ptp(self.frame["xlim"]), np.ptp(self.frame["ylim"])])
        across = self.w * span  # upright on the street in units of the panel
        across /= np.linalg.norm(across)
        wide = self.width / np.linalg.norm(span * across) > 0.14
        shift = (-0.05 if wide else 0.05) * self.y[self.holds, None] * across * span
        words = [str(k) for k in range(1, len(self.holds) + 1)]
        return show.Text(self.X[self.holds] + shift, words, align="center")

    def forces_panel(self) -> Panel:
        """One bar per support vector, with its number and its force, and a scale."""
        marks = [] if self.point is None else self.force_marks()
        zero = show.vline(0, (-0.12, 1.03), color=show.BLACK)
        look: dict[str, Any] = dict(xticks=((), ()), yticks=((), ()), width=0.42)
        return Panel([zero, *marks], (-1.2, 1.2), (-0.12, 1.03), "force $y_i\\,\\alpha_i$", **look)

    def force_marks(self) -> list[Mark]:
        alpha = self.point.alpha
        holds = self.holds
        top = 0.5 * 4.0 ** np.ceil(np.log(2 * alpha.max()) / np.log(4))  # the scale grows in steps of 4
        rows = 1 - (np.arange(len(holds)) + 0.4) / max(len(holds), 8)
        marks: list[Mark] = [*draw_dual_bars(alpha, self.y, top, rows=8)]
        for k, (i, row) in enumerate(zip(holds, rows, strict=True), 1):
            words = f"{k}:  {show.number(alpha[i], 3)}"
            side = self.y[i]
            marks.append(show.words(-0.06 * side, row, words, align="left" if side < 0 else "right"))
        for x, align in ((-1, "left"), (1, "right")):
            place, align = (x, "center") if top < 1000 else (1.18 * x, align)  # room for more digits
            marks.append(show.vline(x, (-0.12, -0.085)))
            marks.append(show.words(place, -0.045, show.number(x * top, 3), size=9.5, align=align))
        return marks

    def describe(self):
        if self.point is None:
            return f"{NO_STREET.capitalize()}, or all but touch."
        force = show.number(float(self.point.alpha[self.y > 0].sum()), 3)
        return (
            f"Street {show.number(self.width)} wide; w = ({row_of(self.w)}), b = {row_of([self.point.bias])}; "
            f"{len(self.holds)} of {len(self.X)} points hold it, force {force} a side."
        )


# --- Which line does the perceptron take? (section 2) -----------------------------------------

ORDERS = 20
UPDATES = 1000


def perceptron(X, y, order) -> tuple[Array, float]:
    """The line (w, b) in which the perceptron of lecture 04 ends with this order of the points, or is at the cap."""
    end = last(perceptron_steps(X, y, order=order), UPDATES)
    return end.w, end.b


@figure(CLASSES, datasets.iris_pair, most=100)
class orders(View):
    """The perceptron on twenty orders of the points, beside the widest street (CLS-09, FIG-01).

    lines, margins: the lines (w, b) of the first k orders, and their margins. best, best_margin: those of the widest
    street; None and 0 if there is none. span: room for all margins.
    """

    size = (8.8, 4.0)
    controls = {"k": Slider("order of the data", 1, 1, ORDERS, 1)}
    all_lines: list[tuple[Array, float]]
    all_margins: Array
    best: tuple[Array, float] | None
    best_margin: float
    span: tuple[float, float]
    lines: list[tuple[Array, float]]
    margins: Array

    def prepare(self):
        X = self.data.X
        y = self.data.y
        rng = np.random.default_rng(0)
        point = widest_street(X, y)
        self.all_lines = [perceptron(X, y, rng.permutation(len(X))) for _ in range(ORDERS)]
        self.all_margins = np.array([margin(*line, X, y) for line in self.all_lines])
        self.best = None if point is None else (point.weights(X), point.bias)
        self.best_margin = 0.0 if self.best is None else margin(*self.best, X, y)
        low = 1.1 * min(self.all_margins.min(), 0.0)
        high = 1.1 * max(self.all_margins.max(), self.best_margin)
        self.span = (low, high if high > 0 else -0.1 * low or 1.0)

    def compute(self, k: int):
        self.lines = self.all_lines[:k]
        self.margins = self.all_margins[:k]

    def draw(self):
        X = self.data.X
        y = self.data.y
        names = self.data.feature_names
        frame = show.window(X, 0.12)
        w, b = self.lines[-1]
        green = dict(color=show.GREEN, width=3.2, label="the widest street's")
        best = [] if self.best is None else [line_mark(self.best, frame, **green)]
        now = dict(color=show.PURPLE, width=3, dash="dashed", label="this perceptron line")
        left = [
            *(line_mark(line, frame, color=show.GREY, width=0.9) for line in self.lines[:-1]),
            *best,
            line_mark((w, b), frame, **now),
            show.point(*X[np.argmin(y * (X @ w + b))], **show.NOW, label="nearest point"),
            *show.scatter_classes(X, y, self.data.target_names),
        ]
        return [Panel(left, **frame, xlabel=names[0], ylabel=names[1]), self.margins_panel()]

    def margins_panel(self) -> Panel:
        """A bar for the margin of each order so far."""
        k = len(self.lines)
        bars = np.column_stack([np.arange(k) + 0.6, np.zeros(k), np.arange(k) + 1.4, self.margins])
        ends = (0.2, ORDERS + 0.8)
        best = [] if self.best is None else [show.hline(self.best_margin, ends, color=show.GREEN, width=3)]
        marks = [
            show.Bars(bars[:-1], color="#B8B8B8"),
            show.Bars(bars[-1:], color=show.PURPLE),
            *best,
            show.hline(0, ends, color=show.BLACK, width=0.8),
        ]
        ticks = ((1, 5, 10, 15, 20), ("1", "5", "10", "15", "20"))
        words = "order of the data", "margin ρ", "the margins so far"
        return Panel(marks, ends, self.span, *words, xticks=ticks, width=0.5)

    def describe(self):
        k = len(self.lines)
        rho = self.margins[-1]
        end = f"margin {show.number(rho, 3)}"
        if rho <= 0:
            end = f"a point is still on the wrong side after {UPDATES} updates"
        if self.best is None:
            return f"Order {k}: {end}; {NO_STREET}, or all but touch."
        return f"Order {k}: {end}; the widest street's line has {show.number(self.best_margin, 3)}."


# --- How far is a point from a plane? (section 3) ---------------------------------------------

FIXED = np.array([1.2, 1.6])  # w, of length 2
FOOT_FRAME = (-3.6, 4.4), (-1.9, 2.9)


@figure(FORMULA)
class foot(View):
    """A point, its foot on a plane, and the distance (SVM-01, FIG-05).

    f: f(x) of the point x for the plane FIXED'x + b = 0. foot, origin: the feet of x and of the origin on it.
    """

    size = (8.8, 5.0)
    controls = {"b": Slider("b", -2.0, -3.0, 3.0, 0.1)}
    pointers = [Pointer(np.array([[2.2, 1.3]]), editable=False, names=("the point x",))]
    x: Array
    b: float
    f: float
    foot: Array
    origin: Array

    def drags(self):
        state = self.at()
        return [show.Drag("the diamond onto a margin line", [state.x + (1 - state.f) / (FIXED @ FIXED) * FIXED])]

    def compute(self, b: float, X):
        square = FIXED @ FIXED
        self.x = X[0]
        self.b = b
        self.f = float(self.x @ FIXED + b)
        self.foot = self.x - self.f / square * FIXED
        self.origin = -b / square * FIXED + 0.0

    def draw(self):
        plane = show.decision_field(lambda points: points @ FIXED + self.b, *FOOT_FRAME, n=2)
        marks = [
            *shade_sides(plane),
            *draw_street(plane),
            self.direction(),
            show.segment(self.x, self.foot, color=show.PURPLE, width=3, label="x to plane"),
            show.segment((0, 0), self.origin, dash="dotted", width=2.4, label="origin to plane"),
            show.point(0, 0, marker="+", size=13, edge_width=2),
            show.point(*self.foot, color="#FFFFFF", edge=show.PURPLE, edge_width=2, size=8, label="foot"),
            show.point(*self.x, color=show.PURPLE, marker="D", size=9, edge=show.BLACK),
            self.words_at_x(),
            show.words(-0.14, -0.2, "0", align="right"),
        ]
        return [Panel(marks, *FOOT_FRAME, "$x_1$", "$x_2$", equal=True, legend_columns=3)]

    def direction(self) -> show.Segments:
        """An arrow along w, one unit long, from a point of the plane."""
        unit = FIXED / 2
        side = np.array([-0.8, 0.6])
        start = self.origin + 0.6 * self.b * side
        tip = start + unit
        barbs = [tip - 0.18 * unit + turn * side for turn in (-0.1, 0.1)]
        arrow = np.array([[*start, *tip], *([*tip, *barb] for barb in barbs)])
        return show.Segments(arrow, color=show.GREEN, width=2.6, label="direction of w, one unit long")

    def words_at_x(self) -> show.Text:
        """f and the distance, beside the point where there is room."""
        words = f"x:  f = {show.number(self.f, places=2)},  δ = {show.number(self.f / 2, places=2)}"
        is_left = self.x[0] < 1.5
        x, y = self.x + np.array([0.15 if is_left else -0.1, 0.28 if self.x[1] < 2.4 else -0.3])
        return show.words(x, y, words, align="left" if is_left else "right")

    def describe(self):
        b = show.number(self.b, places=1)
        f, distance, of_origin = (show.number(v, places=2) for v in (self.f, self.f / 2, self.b / 2))
        return (
            f"b = {b}: f(x) = {f}, signed distance of x {distance}; "
            f"f(0) = {b}, signed distance of the origin {of_origin}."
        )


# --- Two margins (section 4) ------------------------------------------------------------------


def both_margins(w: Array, b: float, data: Dataset) -> tuple[float, float]:
    """The smallest functional margin y f(x), and the smallest signed distance; 0 and 0 where w is 0."""
    smallest = float((data.y * (data.X @ w + b)).min())
    return smallest, smallest / (float(np.linalg.norm(w)) or 1.0)


@figure(CLASSES, datasets.six_points, most=300)
class scales(View):
    """(w, b) times a number: the functional and the geometric margin (SVM-02).

    w, b: a plane. first, now: both margins of it, and of the plane (cw, cb).
    """

    size = (8.8, 4.4)
    controls = {"c": Slider("c, factor on (w, b)", 2.0, -2.0, 4.0, 0.1)}
    w: Array
    b: float
    first: tuple[float, float]
    c: float
    now: tuple[float, float]

    def prepare(self):
        self.w, self.b = some_plane(self.data)
        self.first = both_margins(self.w, self.b, self.data)

    def compute(self, c: float):
        self.c = round(c, 9)
        self.now = both_margins(self.c * self.w, self.c * self.b, self.data)

    def draw(self):
        frame = show.window(self.data.X, 0.2)
        names = self.data.feature_names
        c = self.c
        left = [
            *(draw_plane(c * self.w, c * self.b, frame["xlim"], frame["ylim"]) if c else []),
            *show.scatter_classes(self.data.X, self.data.y, self.data.target_names, size=8),
        ]
        rising, level = (now / (abs(first) or 1.0) for now, first in zip(self.now, self.first, strict=True))
        dashed = dict(color=show.GREEN, dash="dashed", width=2.8, label="geometric: that / ‖cw‖")
        right = [
            show.hline(0, (-2, 4), width=0.8),
            show.vline(0, (-6, 4.5), width=0.8),
            show.segment((0, 0), (c, rising), color=show.VERMILLION, width=2.4, label="functional: min y f(x)"),
            show.segment((0, level), (c, level), **dashed),
            show.point(c, rising, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK),
            *([show.point(c, level, color=show.GREEN, size=9, edge=show.BLACK)] if c else []),  # at 0 there is none
        ]
        words = "c", "in units of the margin at c = 1", "from 0 to this c"
        return [
            Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
            Panel(right, (-2.15, 4.15), (-6, 4.5), *words, legend_columns=1, width=0.8),
        ]

    def describe(self):
        if not self.c:
            return "c = 0: f is 0 everywhere, and there is no boundary."
        functional, geometric = (row_of([value]) for value in self.now)
        return (
            f"c = {show.number(self.c, places=1)}: smallest functional margin {functional}, "
            f"smallest signed distance {geometric}."
        )
