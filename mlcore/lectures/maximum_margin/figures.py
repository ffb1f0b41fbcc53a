"""The figures of lecture 10, maximum margin."""

from dataclasses import dataclass
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
    draw_dual_bars,
    draw_plane,
    draw_street,
    line_mark,
    margin,
    scatter_support,
    shade_sides,
    some_plane,
    widest_street,
)
from mlcore.show import Live, Mark, Panel, Pointer

NO_STREET = "no street: the classes overlap"


# --- The widest street and its forces (section 1) ---------------------------------------------


@dataclass(frozen=True)
class Street:
    """The widest street of the points as they lie, or none; frame: of the data as they came."""

    X: Array
    y: Array
    point: Any  # DualPoint, or None where no line separates
    data: Dataset
    frame: dict

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


def no_street(X: Array, y: Array, frame: dict, names) -> list[Mark]:
    """The points alone, and a word on why."""
    top = 0.06 * frame["ylim"][0] + 0.94 * frame["ylim"][1]
    return [*show.scatter_classes(X, y, names), show.words(np.mean(frame["xlim"]), top, NO_STREET, align="center")]


def numbered(s: Street) -> show.Text:
    """Numbers beside the support vectors: in the street, where no point is, if it is wide enough."""
    span = np.array([np.ptp(s.frame["xlim"]), np.ptp(s.frame["ylim"])])
    across = s.w * span  # upright on the street in units of the panel
    across /= np.linalg.norm(across)
    wide = s.width / np.linalg.norm(span * across) > 0.14
    shift = (-0.05 if wide else 0.05) * s.y[s.holds, None] * across * span
    return show.Text(s.X[s.holds] + shift, [str(k) for k in range(1, len(s.holds) + 1)], align="center")


def street_panel(s: Street) -> Panel:
    frame, names = s.frame, s.data.feature_names
    if s.point is None:
        marks = no_street(s.X, s.y, frame, s.data.target_names)
    else:
        marks = [*draw_plane(s.w, s.point.bias, frame["xlim"], frame["ylim"]), numbered(s)]
        marks[-1:-1] = scatter_support(s.X, s.y, s.point.alpha, s.data.target_names)
    return Panel(marks, **frame, xlabel=names[0], ylabel=names[1])


def forces_panel(s: Street) -> Panel:
    """One bar per support vector, with its number and its force; the scale grows in steps of 4, as a mark."""
    marks: list[Mark] = [show.vline(0, (-0.12, 1.03), color=show.BLACK)]
    if s.point is not None:
        alpha, where = s.point.alpha, s.holds
        top = 0.5 * 4.0 ** np.ceil(np.log(2 * alpha.max()) / np.log(4))
        rows = 1 - (np.arange(len(where)) + 0.4) / max(len(where), 8)
        marks += draw_dual_bars(alpha, s.y, top, rows=8)
        for k, (i, row) in enumerate(zip(where, rows, strict=True), 1):
            words, side = f"{k}:  {show.number(alpha[i], 3)}", s.y[i]
            marks.append(show.words(-0.06 * side, row, words, align="left" if side < 0 else "right"))
        for x, align in ((-1, "left"), (1, "right")):
            words = f"{'−' * (x < 0)}{show.number(top, 3)}"
            at, align = (x, "center") if top < 1000 else (1.18 * x, align)
            marks += [show.vline(x, (-0.12, -0.085)), show.words(at, -0.045, words, size=9.5, align=align)]
    look: dict[str, Any] = dict(xticks=((), ()), yticks=((), ()), width=0.42)
    return Panel(marks, (-1.2, 1.2), (-0.12, 1.03), "force $y_i\\,\\alpha_i$", **look)


def describe_street(s: Street) -> str:
    if s.point is None:
        return f"{NO_STREET.capitalize()}, or all but touch."
    force = show.number(float(s.point.alpha[s.y > 0].sum()), 3)
    return (f"Street {show.number(s.width)} wide; w = ({row_of(s.w)}), b = {row_of([s.point.bias])}; "
            f"{len(s.holds)} of {len(s.X)} points hold it, force {force} a side.")  # fmt: skip


def row_of(values) -> str:
    """Numbers in a row, to four significant digits; what is tiny beside the largest is 0."""
    least = 1e-6 * np.abs(values).max()
    kept = [float(f"{v:.6g}") if abs(v) > least else 0.0 for v in values]  # a 2 that a solver found is a 2
    return ", ".join(show.number(v) for v in kept).replace("-", "−")


@figure(CLASSES, datasets.iris_pair, most=150)
def street(data: Dataset) -> Live:
    """The widest street and the forces that hold it; points can be dragged, added and removed (SVM-09, FIG-07)."""
    frame = show.window(data.X, 0.16)

    def compute(X, y) -> Street:
        return Street(X, y, widest_street(X, y), data, frame)

    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, lambda s: [street_panel(s), forces_panel(s)], describe_street, pointer=pointer,
                size=(8.8, 4.0))  # fmt: skip


# --- Which line does the perceptron take? (section 2) -----------------------------------------

ORDERS, UPDATES = 20, 1000


def perceptron(X, y, order) -> tuple[Array, float]:
    """The line (w, b) in which the perceptron of lecture 04 ends with this order of the points, or is at the cap."""
    end = last(perceptron_steps(X, y, order=order), UPDATES)
    return end.w, end.b


@dataclass(frozen=True)
class Orders:
    """The lines (w, b) of the first k orders and their margins; best: those of the widest street, if there is one.

    span: room for all margins.
    """

    data: Dataset
    lines: list[tuple[Array, Any]]
    margins: Array
    best: tuple[Array, float] | None
    best_margin: float
    span: tuple[float, float]


def draw_orders(s: Orders) -> list[Panel]:
    X, y, k, names = s.data.X, s.data.y, len(s.lines), s.data.feature_names
    frame, (w, b) = show.window(X, 0.12), s.lines[-1]
    nearest = X[np.argmin(y * (X @ w + b))]
    left: list[Mark] = [line_mark(line, frame, color=show.GREY, width=0.9) for line in s.lines[:-1]]
    if s.best is not None:
        left.append(line_mark(s.best, frame, color=show.GREEN, width=3.2, label="the widest street's"))
    left += [
        line_mark(s.lines[-1], frame, color=show.PURPLE, width=3, dash="dashed", label="this perceptron line"),
        show.point(*nearest, **show.NOW, label="nearest point"),
        *show.scatter_classes(X, y, s.data.target_names),
    ]
    bars = np.column_stack([np.arange(k) + 0.6, np.zeros(k), np.arange(k) + 1.4, s.margins])
    right: list[Mark] = [show.Bars(bars[:-1], color="#B8B8B8"), show.Bars(bars[-1:], color=show.PURPLE)]
    ends = (0.2, ORDERS + 0.8)
    if s.best is not None:
        right.append(show.hline(s.best_margin, ends, color=show.GREEN, width=3))
    right.append(show.hline(0, ends, color=show.BLACK, width=0.8))
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1]),
        Panel(right, ends, s.span, "order of the data", "margin ρ", "the margins so far",
              xticks=((1, 5, 10, 15, 20), ("1", "5", "10", "15", "20")), width=0.5),
    ]  # fmt: skip


def describe_orders(s: Orders) -> str:
    k, rho = len(s.lines), s.margins[-1]
    end = f"margin {show.number(rho, 3)}" if rho > 0 else f"a point is still on the wrong side after {UPDATES} updates"
    if s.best is None:
        return f"Order {k}: {end}; {NO_STREET}, or all but touch."
    return f"Order {k}: {end}; the widest street's line has {show.number(s.best_margin, 3)}."


@figure(CLASSES, datasets.iris_pair, most=100)
def orders(data: Dataset) -> Live:
    """The perceptron on twenty orders of the points, beside the widest street (CLS-09, FIG-01)."""
    X, y = data.X, data.y
    rng, point = np.random.default_rng(0), widest_street(X, y)
    found = [perceptron(X, y, rng.permutation(len(X))) for _ in range(ORDERS)]
    margins = np.array([margin(*line, X, y) for line in found])
    best = None if point is None else (point.weights(X), point.bias)
    best_margin = 0.0 if best is None else margin(*best, X, y)
    low, high = 1.1 * min(margins.min(), 0.0), 1.1 * max(margins.max(), best_margin)
    span = (low, high if high > 0 else -0.1 * low or 1.0)

    def compute(k: int) -> Orders:
        return Orders(data, found[:k], margins[:k], best, best_margin, span)

    controls = {"k": show.slider("order of the data", 1, 1, ORDERS, 1)}
    return Live(compute, draw_orders, describe_orders, controls=controls, size=(8.8, 4.0))


# --- How far is a point from a plane? (section 3) ---------------------------------------------

FIXED = np.array([1.2, 1.6])  # w, of length 2
FOOT_FRAME = (-3.6, 4.4), (-1.9, 2.9)


@dataclass(frozen=True)
class Foot:
    """A point x, f(x) for the plane FIXED'x + b = 0, and the feet of x and of the origin on it."""

    x: Array
    b: float
    f: float
    foot: Array
    origin: Array


def draw_foot(s: Foot) -> list[Panel]:
    unit, side = FIXED / 2, np.array([-0.8, 0.6])
    start = s.origin + 0.6 * s.b * side  # a point of the plane, for the arrow
    tip = start + unit
    barbs = [tip - 0.18 * unit + turn * side for turn in (-0.1, 0.1)]
    plane = show.decision_field(lambda points: points @ FIXED + s.b, *FOOT_FRAME, n=2)
    told = f"x:  f = {s.f:.2f},  δ = {s.f / 2:.2f}".replace("-", "−")
    left = s.x[0] < 1.5
    to_plane = dict(color=show.BLACK, dash="dotted", width=2.4, label="origin to plane: |b|/‖w‖")
    marks = [
        *shade_sides(plane), *draw_street(plane),
        show.Segments(np.array([[*start, *tip], *([*tip, *barb] for barb in barbs)]), color=show.GREEN, width=2.6,
                      label="direction of w, one unit long"),
        show.segment(s.x, s.foot, color=show.PURPLE, width=3, label="|δ| = |f(x)|/‖w‖"),
        show.segment((0, 0), s.origin, **to_plane),
        show.point(0, 0, marker="+", size=13, edge_width=2),
        show.point(*s.foot, color="#FFFFFF", edge=show.PURPLE, edge_width=2, size=8, label="foot"),
        show.point(*s.x, color=show.PURPLE, marker="D", size=9, edge=show.BLACK),
        show.words(s.x[0] + (0.15 if left else -0.1), s.x[1] + (0.28 if s.x[1] < 2.4 else -0.3), told,
                   align="left" if left else "right"),
        show.words(-0.14, -0.2, "0", align="right"),
    ]  # fmt: skip
    return [Panel(marks, *FOOT_FRAME, "$x_1$", "$x_2$", equal=True, legend_columns=3)]


def describe_foot(s: Foot) -> str:
    numbers = f"b = {s.b:.1f}: f(x) = {s.f:.2f}, signed distance of x {s.f / 2:.2f}"
    return f"{numbers}; f(0) = {s.b:.1f}, signed distance of the origin {s.b / 2:.2f}.".replace("-", "−")


@figure(FORMULA)
def foot() -> Live:
    """A point, its foot on a plane, and the distance (SVM-01, FIG-05)."""

    def compute(b: float, X) -> Foot:
        x, square = X[0], FIXED @ FIXED
        f = float(x @ FIXED + b)
        return Foot(x, b, f, x - f / square * FIXED, -b / square * FIXED + 0.0)

    controls = {"b": show.slider("b", -2.0, -3.0, 3.0, 0.1)}
    pointer = Pointer(np.array([[2.2, 1.3]]), editable=False, names=("the point x",))
    return Live(compute, draw_foot, describe_foot, controls=controls, pointer=pointer, size=(8.8, 5.0))


# --- Two margins (section 4) ------------------------------------------------------------------


@dataclass(frozen=True)
class Scaled:
    """The plane (cw, cb) for points whose plane at c = 1 is (w, b), and both margins there and here."""

    data: Dataset
    w: Array
    b: float
    c: float
    first: tuple[float, float]
    now: tuple[float, float]


def both_margins(w: Array, b: float, data: Dataset) -> tuple[float, float]:
    """The smallest functional margin y f(x), and the smallest signed distance; 0 and 0 where w is 0."""
    smallest = float((data.y * (data.X @ w + b)).min())
    return smallest, smallest / (float(np.linalg.norm(w)) or 1.0)


def draw_scaled(s: Scaled) -> list[Panel]:
    frame, names, c = show.window(s.data.X, 0.2), s.data.feature_names, s.c
    left: list[Mark] = [*draw_plane(c * s.w, c * s.b, frame["xlim"], frame["ylim"])] if c else []
    left += show.scatter_classes(s.data.X, s.data.y, s.data.target_names, size=8)
    rising, level = (now / (abs(first) or 1.0) for now, first in zip(s.now, s.first, strict=True))
    right = [
        show.hline(0, (-2, 4), width=0.8), show.vline(0, (-6, 4.5), width=0.8),
        show.segment((0, 0), (c, rising), color=show.VERMILLION, width=2.4, label="functional: min y f(x)"),
        show.segment((0, level), (c, level), color=show.GREEN, dash="dashed", width=2.8,
                     label="geometric: that / ‖cw‖"),
        show.point(c, rising, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK),
        *([show.point(c, level, color=show.GREEN, size=9, edge=show.BLACK)] if c else []),  # at 0 there is none
    ]  # fmt: skip
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
        Panel(right, (-2.15, 4.15), (-6, 4.5), "c", "in units of the margin at c = 1", "from 0 to this c",
              legend_columns=1, width=0.8),
    ]  # fmt: skip


def describe_scaled(s: Scaled) -> str:
    if not s.c:
        return "c = 0: f is 0 everywhere, and there is no boundary."
    functional, geometric = (row_of([value]) for value in s.now)
    return f"c = {s.c:.1f}: smallest functional margin {functional}, smallest signed distance {geometric}.".replace(
        "c = -", "c = −"
    )


@figure(CLASSES, datasets.six_points, most=300)
def scales(data: Dataset) -> Live:
    """(w, b) times a number: the functional and the geometric margin (SVM-02)."""
    w, b = some_plane(data)
    first = both_margins(w, b, data)

    def compute(c: float) -> Scaled:
        c = round(c, 9)
        return Scaled(data, w, b, c, first, both_margins(c * w, c * b, data))

    controls = {"c": show.slider("c, factor on (w, b)", 2.0, -2.0, 4.0, 0.1)}
    return Live(compute, draw_scaled, describe_scaled, controls=controls, size=(8.8, 4.4))
