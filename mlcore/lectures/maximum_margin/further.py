"""The figures of the Further sections of lecture 10."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull

from mlcore import datasets, show
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.duality import solve_qp
from mlcore.lectures.maximum_margin.figures import NO_STREET, no_street
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import draw_plane, draw_street, line_mark, scatter_support, widest_street
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.svm import dual_ascent_steps, solve_primal, step_limit

# --- Absorbing b (Further A) ------------------------------------------------------------------


def absorbed(X, y):
    """w and b of the QP whose bias is one more weight (10.15)."""
    Z = add_ones(X)
    d = Z.shape[1]
    z = solve_qp(np.eye(d), np.zeros(d), -y[:, None] * Z, -np.ones(len(y))).x
    return z[1:], z[0]


def if_any(data: Dataset) -> tuple[Array, float] | None:
    """The solution of (10.15), or None where there is none, or the solver finds none."""
    try:
        return absorbed(data.X, data.y)
    except ValueError:
        return None


GAP, TWO_LABELS = 10.0, np.array([-1.0, 1.0])


@dataclass(frozen=True)
class Shifted:
    """Two points on a line, and the boundaries of the widest street and of the one with b absorbed."""

    points: Array
    places: dict[str, float]

    def margin(self, name: str) -> float:
        return float(np.abs(self.points - self.places[name]).min())


def draw_shifted(s: Shifted) -> list[Panel]:
    look = dict(color=show.GREY, dash="dotted", width=1.6, label="the origin")
    marks: list[Mark] = [*(show.hline(row, (-14, 14)) for row in (0, 1)), show.vline(0, (-0.45, 1.45), **look)]
    for row, name, color in ((1, "standard", show.GREEN), (0, "b absorbed", show.PURPLE)):
        place, half = s.places[name], s.margin(name)
        marks += [
            show.Bars(np.array([[place - half, row - 0.16, place + half, row + 0.16]]), color=color, alpha=0.25),
            show.vline(place, (row - 0.26, row + 0.26), color=color, width=4),
            show.words(place, row + 0.38, f"boundary {place:.2f}, margin {half:.2f}".replace("-", "−"), align="center"),
        ]
    both = Dataset(np.array([[x, row] for x in s.points for row in (0, 1)]), np.repeat(TWO_LABELS, 2), (), ())
    marks += show.scatter_classes(both.X, both.y, size=10)
    return [Panel(marks, (-14, 14), (-0.5, 1.65), "x", yticks=((0, 1), ("b absorbed", "standard")))]


def describe_shifted(s: Shifted) -> str:
    told = [f"{name}: boundary {s.places[name]:.2f}, margin {s.margin(name):.2f}" for name in s.places]
    return f"Points at {s.points[0]:g} and {s.points[1]:g}. {'; '.join(told)}.".replace("-", "−")


@figure(FORMULA)
def shifted() -> Live:
    """Two points moved together along a line: the boundary, with b free and with b absorbed (SVM-11)."""

    @cache
    def compute(left: float) -> Shifted:
        X = np.array([[left], [left + GAP]])
        free, (w, b) = solve_primal(X, TWO_LABELS), absorbed(X, TWO_LABELS)
        places = {"standard": -free.b / free.w[0], "b absorbed": -b / w[0]}
        return Shifted(X[:, 0], {name: round(float(place), 7) + 0.0 for name, place in places.items()})

    controls = {"left": show.slider("position of the left point", -5.0, -13.0, 3.0, 0.25)}
    return Live(compute, draw_shifted, describe_shifted, controls=controls, size=(8.8, 3.0))


# --- Climbing the dual (Further B) ------------------------------------------------------------

LAST = 400
GRADIENTS = {"1 − Qα": 1.0, "1 − ½Qα, as printed": 0.5}


@dataclass(frozen=True)
class Climb:
    """Step t of an ascent with step size eta: multipliers, W so far, the plane; goal: W of the solution, if any."""

    data: Dataset
    t: int
    eta: float
    limit: float
    alpha: Array
    W: Array
    w: Array
    b: float
    goal: float | None
    solution: tuple[Array, float] | None

    @property
    def smallest(self) -> float:
        """The smallest y f(x)."""
        return float((self.data.y * (self.data.X @ self.w + self.b)).min())


def draw_climb(s: Climb) -> list[Panel]:
    frame, names = show.window(s.data.X, 0.25), s.data.feature_names
    limits = frame["xlim"], frame["ylim"]
    left: list[Mark] = [*draw_plane(s.w, s.b, *limits)] if np.abs(s.w).max() > 0 else []
    if s.solution is not None:
        left.append(line_mark(s.solution, frame, color=show.GREEN, width=3, dash="dotted"))
        left[-1] = replace(left[-1], label="solution of (10.15)")
    if s.alpha.any():
        left += [replace(mark, label="") for mark in scatter_support(s.data.X, s.data.y, s.alpha)]
    else:
        left += [replace(mark, label="") for mark in show.scatter_classes(s.data.X, s.data.y)]
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
        value_panel(s),
        step_size_panel(s),
    ]


def value_panel(s: Climb) -> Panel:
    """W so far, in units of what it is at the solution; without one, of the largest so far."""
    W = s.W / (s.goal or np.abs(s.W).max() or 1.0)
    low, high, unit = -0.3, 1.25, "at the solution" if s.goal else "at its highest"
    marks = [
        show.hline(1, (0, LAST), color=show.GREEN, dash="dotted", width=2.4, label=unit),
        show.curve(np.arange(len(W)), np.clip(W, low, high), color=show.BLUE, width=2, label="W(α)"),
        show.point(s.t, np.clip(W[-1], low + 0.04, high), color=show.BLUE, marker="D", size=8, edge=show.BLACK),
    ]
    if W[-1] < low:
        at, align = (s.t + 14, "left") if s.t < LAST / 2 else (s.t - 14, "right")
        marks.append(show.words(at, low + 0.07, "W is far below", align=align))
    return Panel(marks, (-10, LAST + 10), (low, high), "steps", f"W / W {unit}", legend_columns=2, width=0.75)


def step_size_panel(s: Climb) -> Panel:
    """eta beside its limit."""
    low, high = s.limit / 30, 6 * s.limit
    marks = [
        show.Bars(np.array([[0, s.limit, 1, high]]), color=show.VERMILLION, alpha=0.25),
        show.hline(s.limit, (0, 1), color=show.VERMILLION, width=2.4),
        show.words(0.5, s.limit * 1.13, "2/λmax", color=show.VERMILLION, align="center"),
        show.point(0.5, s.eta, marker="D", size=10, color=show.BLUE, edge=show.BLACK),
    ]
    return Panel(marks, (0, 1), (low, high), "", "step size η", logy=True, xticks=((), ()), width=0.2)


def describe_climb(s: Climb) -> str:
    far = "; it has diverged" if s.goal and abs(s.W[-1]) > 1e3 * s.goal else ""
    at = f"η = {show.number(s.eta, 3)}, {s.eta / s.limit:.2f} times the limit; step {s.t}"
    of = f" of {show.number(s.goal, 3)}" if s.goal else ", and no solution to compare it with"
    reached = f"W = {show.number(s.W[-1], 3)}{of}, smallest y f(x) = {show.number(s.smallest + 0.0, 3)}"
    return f"{at}: {reached}, ‖w‖ = {show.number(np.linalg.norm(s.w), 3)}{far}.".replace("-", "−")


@figure(CLASSES, datasets.six_points, most=60)
def climb(data: Dataset) -> Live:
    """Projected gradient ascent on the dual whose bias is absorbed, by step size (SVM-11)."""
    Z, y = add_ones(data.X), data.y
    K, solution = Z @ Z.T, if_any(data)
    goal = None if solution is None else float(solution[0] @ solution[0] + solution[1] ** 2) / 2
    limit = step_limit(K)

    @cache
    def run(eta: float, share: float) -> tuple[Array, Array]:
        """The multipliers of all steps, and the true W; a run that has ended stays where it is."""
        alphas = [s.alpha for s in take(dual_ascent_steps(share * K, y, lr=eta, tol=1e-9), LAST)]
        alphas = np.array(alphas + alphas[-1:] * (LAST + 1 - len(alphas)))
        v = alphas * y @ Z
        return alphas, alphas.sum(axis=1) - (v * v).sum(axis=1) / 2

    def compute(eta: float, t: int, gradient: float) -> Climb:
        alphas, W = run(eta, gradient)
        v = (alphas[t] * y) @ Z
        return Climb(data, t, eta, limit / gradient, alphas[t], W[: t + 1], v[1:], v[0], goal, solution)

    low = np.floor(20 * np.log10(limit / 25)) / 20
    controls = {
        "eta": show.log_slider("η, step size", 0.3 * limit, low, low + 2.1, 20),
        "t": show.step_slider("step", LAST, value=6),
        "gradient": show.choice("gradient", GRADIENTS),
    }
    return Live(compute, draw_climb, describe_climb, controls=controls, size=(8.8, 4.4))


# --- The nearest points of two hulls (Further C) ----------------------------------------------


def ten_points() -> Dataset:
    """Five points a class, with hulls that have inner points."""
    left = [[-1.6, 0.2], [-0.4, 1.8], [-1.2, -1.3], [0.1, -0.4], [-0.6, 0.4]]
    right = [[1.9, 1.6], [3.1, 0.9], [2.4, -1.0], [1.6, 0.5], [2.6, 1.9]]
    return Dataset(np.array(left + right), np.repeat([-1.0, 1.0], 5), ("$x_1$", "$x_2$"), ("y = −1", "y = +1"))


@dataclass(frozen=True)
class Hulls:
    """The points as they lie, their widest street or none, and the nearest points (2, 2) of the hulls."""

    X: Array
    y: Array
    point: Any  # DualPoint, or None where no line separates
    data: Dataset

    @property
    def ends(self) -> Array:
        share = self.point.alpha / self.point.alpha[self.y > 0].sum()
        return np.array([share[self.y == c] @ self.X[self.y == c] for c in (-1, 1)])

    @property
    def way(self) -> float:
        """How far the hulls are apart."""
        return float(np.linalg.norm(self.ends[1] - self.ends[0]))


def hull_of(points: Array) -> Array:
    """The corners of the hull, in order; of two points or of a straight row, just the points."""
    if len(points) < 3 or np.linalg.matrix_rank(points - points[0]) < 2:
        return points
    return points[ConvexHull(points).vertices]


def draw_hulls(s: Hulls) -> list[Panel]:
    frame, names = show.window(s.data.X, 0.18), s.data.feature_names
    hulls = ((-1, show.NEGATIVE), (1, show.POSITIVE))
    marks: list[Mark] = [show.Fill([hull_of(s.X[s.y == c])], color=color, alpha=0.3) for c, color in hulls]
    if s.point is None:
        marks += no_street(s.X, s.y, frame, s.data.target_names)
    else:
        w, b = s.point.weights(s.X), s.point.bias
        plane = show.decision_field(lambda points: points @ w + b, frame["xlim"], frame["ylim"], n=2)
        marks += [*draw_street(plane), show.segment(*s.ends, color=show.GREEN, width=3.4, label="shortest way v")]
        marks += scatter_support(s.X, s.y, s.point.alpha, s.data.target_names)
    return [Panel(marks, **frame, xlabel=names[0], ylabel=names[1], legend_columns=3)]


def describe_hulls(s: Hulls) -> str:
    if s.point is None:
        return "The hulls meet, or all but touch: there is no way between them, and no street."
    return f"The hulls are {show.number(s.way)} apart; {int((s.point.alpha > 0).sum())} support vectors."


@figure(CLASSES, ten_points, most=150)
def hulls(data: Dataset) -> Live:
    """The convex hulls of the classes, and the shortest way between them; points can be dragged (SVM-07)."""

    def compute(X, y) -> Hulls:
        return Hulls(X, y, widest_street(X, y), data)

    return Live(compute, draw_hulls, describe_hulls, pointer=Pointer(data.X, data.y, names=data.target_names),
                size=(8.8, 5.0))  # fmt: skip


# --- The street in another space (Further D) --------------------------------------------------

ON_LINE = np.array([-2.3, -1.9, -1.6, -0.9, -0.4, 0.1, 0.6, 1.7, 2.2, 1.3])
LINE_FRAME, SPACE_FRAME = ((-2.6, 2.6), (-3.2, 4.4)), ((-2.6, 2.6), (-0.6, 6.8))
NAMES, AXIS = ("y = −1", "y = +1"), [(-2.6, 0.0), (2.6, 0.0)]


def lift(x: Array) -> Array:
    """Each number x as (x, x²)."""
    return np.column_stack([x, x**2])


@dataclass(frozen=True)
class Spaces:
    """Points x (n,) on a line, and the widest street in the space of (x, x²), or none."""

    x: Array
    y: Array
    point: Any  # DualPoint, or None where no line separates

    @property
    def w(self) -> Array:
        return self.point.weights(lift(self.x))

    @property
    def width(self) -> float:
        return float(2 / np.linalg.norm(self.w))

    def roots(self, level: float = 0.0) -> Array:
        """The x with f = level, in rising order."""
        roots = np.roots([self.w[1], self.w[0], self.point.bias - level])
        return np.sort(roots[np.isreal(roots)].real)


def draw_spaces(s: Spaces) -> list[Panel]:
    grid, flat = np.linspace(-2.6, 2.6, 131), np.column_stack([s.x, 0 * s.x])
    parabola = show.curve(grid, grid**2, color=show.GREEN, width=1.6, label="(x, x²)")
    if s.point is None:
        top = show.words(0, 3.9, NO_STREET, align="center")
        line = [top, *show.scatter_classes(flat, s.y, NAMES)]
        space = [parabola, *show.scatter_classes(lift(s.x), s.y, ("", ""))]
    else:
        roots, b = s.roots(), s.point.bias
        line = [
            show.hline(0, (-2.6, 2.6), color=show.BLACK, width=1.3),
            *(show.hline(level, (-2.6, 2.6), color=show.BLACK, dash="dashed", width=1.3) for level in (-1, 1)),
            show.curve(grid, lift(grid) @ s.w + b, color=show.GREEN, width=2.6, label="f(x, x²)"),
            show.Points(np.column_stack([roots, 0 * roots]), marker="x", size=11, edge_width=3, label="boundary"),
            *scatter_support(flat, s.y, s.point.alpha, NAMES),
        ]
        space = [
            *draw_plane(s.w, b, *SPACE_FRAME),
            parabola,
            *(replace(mark, label="") for mark in scatter_support(lift(s.x), s.y, s.point.alpha)),
        ]
    return [
        Panel(line, *LINE_FRAME, "x", "f", legend_columns=3),
        Panel(space, *SPACE_FRAME, "$z_1 = x$", "$z_2 = x^2$", legend_columns=2),
    ]


def describe_spaces(s: Spaces) -> str:
    if s.point is None:
        return f"{NO_STREET.capitalize()} in z, or all but touch."
    held = ", ".join(f"{x:.2f}" for x in np.sort(s.x[s.point.alpha > 0]))
    return f"Support vectors at x = {held}; the street in z is {s.width:.3f} wide.".replace("-", "−")


@figure(FORMULA)
def spaces() -> Live:
    """Points on a line, and their street in the plane of (x, x²); points can be dragged along the line (FIG-07)."""
    labels = np.where(np.abs(ON_LINE) > 1, 1.0, -1.0)

    def compute(X, y) -> Spaces:
        return Spaces(X[:, 0], y, widest_street(lift(X[:, 0]), y))

    pointer = Pointer(np.column_stack([ON_LINE, 0 * ON_LINE]), labels, along=AXIS, names=NAMES)
    return Live(compute, draw_spaces, describe_spaces, pointer=pointer, size=(8.8, 4.6))
