"""The figures of the Further sections of lecture 10."""

from collections.abc import Callable
from dataclasses import replace
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
from mlcore.show import Choice, LogSlider, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.marks import flat
from mlcore.svm import dual_ascent_steps, solve_primal, step_limit

# --- Absorbing b (Further A) ------------------------------------------------------------------


def absorbed(X, y):
    """w and b of the QP whose bias is one more weight (10.15)."""
    Z = add_ones(X)
    d = Z.shape[1]
    z = solve_qp(np.eye(d), np.zeros(d), -y[:, None] * Z, -np.ones(len(y))).x
    return z[1:], z[0]


def absorbed_or_none(data: Dataset) -> tuple[Array, float] | None:
    """The solution of (10.15), or None where there is none, or the solver finds none."""
    try:
        return absorbed(data.X, data.y)
    except ValueError:
        return None


GAP = 10.0
TWO_LABELS = np.array([-1.0, 1.0])


@figure(FORMULA)
class shifted(View):
    """Two points moved together along a line: the boundary, with b free and with b absorbed (SVM-11).

    points (2,): where they are. places: the boundaries of the widest street and of the one with b absorbed, by name.
    """

    size = (8.8, 3.0)
    controls = {"left": Slider("position of the left point", -5.0, -13.0, 3.0, 0.25)}
    points: Array
    places: dict[str, float]

    def compute(self, left: float):
        X = np.array([[left], [left + GAP]])
        free = solve_primal(X, TWO_LABELS)
        w, b = absorbed(X, TWO_LABELS)
        places = {"standard": -free.b / free.w[0], "b absorbed": -b / w[0]}
        self.points = X[:, 0]
        self.places = {name: round(float(place), 7) + 0.0 for name, place in places.items()}  # no -0.0

    def margin(self, name: str) -> float:
        return float(np.abs(self.points - self.places[name]).min())

    def draw(self):
        look = dict(color=show.GREY, dash="dotted", width=1.6, label="the origin")
        marks = [*(show.hline(row, (-14, 14)) for row in (0, 1)), show.vline(0, (-0.45, 1.45), **look)]
        for row, name, color in ((1, "standard", show.GREEN), (0, "b absorbed", show.PURPLE)):
            place = self.places[name]
            half = self.margin(name)
            words = f"boundary {show.number(place, places=2)}, margin {half:.2f}"
            marks = [
                *marks,
                show.Bars(np.array([[place - half, row - 0.16, place + half, row + 0.16]]), color=color, alpha=0.25),
                show.vline(place, (row - 0.26, row + 0.26), color=color, width=4),
                show.words(place, row + 0.38, words, align="center"),
            ]
        both_rows = np.array([[x, row] for x in self.points for row in (0, 1)])
        points = show.scatter_classes(both_rows, np.repeat(TWO_LABELS, 2), size=10)
        ticks = ((0, 1), ("b absorbed", "standard"))
        return [Panel([*marks, *points], (-14, 14), (-0.5, 1.65), "x", yticks=ticks)]

    def describe(self):
        left, right = (show.with_minus(f"{x:g}") for x in self.points)
        found = [
            f"{name}: boundary {show.number(place, places=2)}, margin {self.margin(name):.2f}"
            for name, place in self.places.items()
        ]
        return f"Points at {left} and {right}. {'; '.join(found)}."


# --- Climbing the dual (Further B) ------------------------------------------------------------

LAST = 400
GRADIENTS = {"1 − Qα": 1.0, "1 − ½Qα, as printed": 0.5}


@figure(CLASSES, datasets.six_points, most=60)
class climb(View):
    """Projected gradient ascent on the dual whose bias is absorbed, by step size (SVM-11).

    Z (n, 3): the points with a 1 in front. solution: w and b of (10.15), and goal: W there; None if there is none.
    limit: of the step size eta, with the gradient chosen. alpha (n,), w (2,), b: of step t. W (t + 1,): so far.
    """

    size = (8.8, 4.4)
    Z: Array
    solution: tuple[Array, float] | None
    goal: float | None
    true_limit: float
    runs: Callable[[float, float], tuple[Array, Array]]
    t: int
    eta: float
    limit: float
    alpha: Array
    W: Array
    w: Array
    b: float

    def prepare(self):
        self.Z = add_ones(self.data.X)
        self.solution = solution = absorbed_or_none(self.data)
        self.goal = None if solution is None else float(solution[0] @ solution[0] + solution[1] ** 2) / 2
        self.true_limit = step_limit(self.Z @ self.Z.T)
        self.runs = cache(self.run)
        low = np.floor(20 * np.log10(self.true_limit / 25)) / 20
        self.controls = {
            "eta": LogSlider("η, step size", 0.3 * self.true_limit, low, low + 2.1, 20),
            "t": StepSlider("step", LAST, 6),
            "gradient": Choice("gradient", GRADIENTS),
        }

    def run(self, eta: float, share: float) -> tuple[Array, Array]:
        """The multipliers of all steps, and the true W; a run that has ended stays where it is."""
        steps = dual_ascent_steps(share * self.Z @ self.Z.T, self.data.y, lr=eta, tol=1e-9)
        alphas = [state.alpha for state in take(steps, LAST)]
        alphas = np.array(alphas + alphas[-1:] * (LAST + 1 - len(alphas)))
        v = alphas * self.data.y @ self.Z
        return alphas, alphas.sum(axis=1) - (v * v).sum(axis=1) / 2

    def compute(self, eta: float, t: int, gradient: float):
        alphas, W = self.runs(eta, gradient)
        v = (alphas[t] * self.data.y) @ self.Z
        self.t = t
        self.eta = eta
        self.limit = self.true_limit / gradient
        self.alpha = alphas[t]
        self.W = W[: t + 1]
        self.w = v[1:]
        self.b = v[0]

    @property
    def smallest(self) -> float:
        """The smallest y f(x)."""
        return float((self.data.y * (self.data.X @ self.w + self.b)).min())

    def draw(self):
        X = self.data.X
        y = self.data.y
        names = self.data.feature_names
        frame = show.window(X, 0.25)
        dotted = dict(color=show.GREEN, width=3, dash="dotted", label="solution of (10.15)")
        points = scatter_support(X, y, self.alpha) if self.alpha.any() else show.scatter_classes(X, y)
        left = [
            *(draw_plane(self.w, self.b, frame["xlim"], frame["ylim"]) if np.abs(self.w).max() > 0 else []),
            *([] if self.solution is None else [line_mark(self.solution, frame, **dotted)]),
            *(replace(mark, label="") for mark in points),
        ]
        return [
            Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
            self.value_panel(),
            self.step_size_panel(),
        ]

    def value_panel(self) -> Panel:
        """W so far, in units of what it is at the solution; without one, of the largest so far."""
        W = self.W / (self.goal or np.abs(self.W).max() or 1.0)
        unit = "at the solution" if self.goal else "at its highest"
        low = -0.3
        high = 1.25
        now = show.point(self.t, np.clip(W[-1], low + 0.04, high), color=show.BLUE, marker="D", size=8, edge=show.BLACK)
        shift, align = (14, "left") if self.t < LAST / 2 else (-14, "right")
        below = show.words(self.t + shift, low + 0.07, "W is far below", align=align)
        marks = [
            show.hline(1, (0, LAST), color=show.GREEN, dash="dotted", width=2.4, label=unit),
            show.curve(np.arange(len(W)), np.clip(W, low, high), color=show.BLUE, width=2, label="W(α)"),
            now,
            *([below] if W[-1] < low else []),
        ]
        return Panel(marks, (-10, LAST + 10), (low, high), "steps", f"W / W {unit}", legend_columns=2, width=0.75)

    def step_size_panel(self) -> Panel:
        """eta beside its limit."""
        low = self.limit / 30
        high = 6 * self.limit
        marks = [
            show.Bars(np.array([[0, self.limit, 1, high]]), color=show.VERMILLION, alpha=0.25),
            show.hline(self.limit, (0, 1), color=show.VERMILLION, width=2.4),
            show.words(0.5, self.limit * 1.13, "2/λmax", color=show.VERMILLION, align="center"),
            show.point(0.5, self.eta, marker="D", size=10, color=show.BLUE, edge=show.BLACK),
        ]
        return Panel(marks, (0, 1), (low, high), "", "step size η", logy=True, xticks=((), ()), width=0.2)

    def describe(self):
        W, smallest, norm = (show.number(v, 3) for v in (self.W[-1], self.smallest, np.linalg.norm(self.w)))
        goal = f" of {show.number(self.goal, 3)}" if self.goal else ", and no solution to compare it with"
        far = "; it has diverged" if self.goal and abs(self.W[-1]) > 1e3 * self.goal else ""
        return (
            f"η = {show.number(self.eta, 3)}, {self.eta / self.limit:.2f} times the limit; step {self.t}: "
            f"W = {W}{goal}, smallest y f(x) = {smallest}, ‖w‖ = {norm}{far}."
        )


# --- The nearest points of two hulls (Further C) ----------------------------------------------


def ten_points() -> Dataset:
    """Five points a class, with hulls that have inner points."""
    left = [[-1.6, 0.2], [-0.4, 1.8], [-1.2, -1.3], [0.1, -0.4], [-0.6, 0.4]]
    right = [[1.9, 1.6], [3.1, 0.9], [2.4, -1.0], [1.6, 0.5], [2.6, 1.9]]
    return Dataset(np.array(left + right), np.repeat([-1.0, 1.0], 5), ("$x_1$", "$x_2$"), ("y = −1", "y = +1"))


@figure(CLASSES, ten_points, most=150)
class hulls(View):
    """The convex hulls of the classes, and the shortest way between them; points can be dragged (SVM-07).

    X (n, 2), y (n,): the points as they lie. point: the solution for them, or None where no line separates.
    """

    size = (8.8, 5.0)
    X: Array
    y: Array
    point: Any

    def prepare(self):
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]

    def drags(self):
        X = self.data.X
        k = int(next(k for k in np.flatnonzero(self.at().point.alpha) if self.data.y[k] > 0))
        right = flat(self.at().draw())[0].xlim[1]
        return [show.Drag("the orange one of the three points to the right", [(right, X[k, 1])], point=k)]

    def compute(self, X, y):
        self.X = X
        self.y = y
        self.point = widest_street(X, y)

    @property
    def ends(self) -> Array:
        """The nearest points (2, 2) of the hulls."""
        share = self.point.alpha / self.point.alpha[self.y > 0].sum()
        return np.array([share[self.y == c] @ self.X[self.y == c] for c in (-1, 1)])

    @property
    def way(self) -> float:
        """How far the hulls are apart."""
        return float(np.linalg.norm(self.ends[1] - self.ends[0]))

    def draw(self):
        frame = show.window(self.data.X, 0.18)
        names = self.data.feature_names
        fills = [
            show.Fill([hull_of(self.X[self.y == c])], color=color, alpha=0.3)
            for c, color in ((-1, show.NEGATIVE), (1, show.POSITIVE))
        ]
        if self.point is None:
            marks = no_street(self.X, self.y, frame, self.data.target_names)
        else:
            w = self.point.weights(self.X)
            b = self.point.bias
            plane = show.decision_field(lambda points: points @ w + b, frame["xlim"], frame["ylim"], n=2)
            marks = [
                *draw_street(plane),
                show.segment(*self.ends, color=show.GREEN, width=3.4, label="shortest way v"),
                *scatter_support(self.X, self.y, self.point.alpha, self.data.target_names),
            ]
        return [Panel([*fills, *marks], **frame, xlabel=names[0], ylabel=names[1], legend_columns=3)]

    def describe(self):
        if self.point is None:
            return "The hulls meet, or all but touch: there is no way between them, and no street."
        return f"The hulls are {show.number(self.way)} apart; {int((self.point.alpha > 0).sum())} support vectors."


def hull_of(points: Array) -> Array:
    """The corners of the hull, in order; of two points or of a straight row, just the points."""
    if len(points) < 3 or np.linalg.matrix_rank(points - points[0]) < 2:
        return points
    return points[ConvexHull(points).vertices]


# --- The street in another space (Further D) --------------------------------------------------

ON_LINE = np.array([-2.3, -1.9, -1.6, -0.9, -0.4, 0.1, 0.6, 1.7, 2.2, 1.3])
LINE_FRAME = (-2.6, 2.6), (-3.2, 4.4)
SPACE_FRAME = (-2.6, 2.6), (-0.6, 6.8)
NAMES = ("y = −1", "y = +1")
AXIS = [(-2.6, 0.0), (2.6, 0.0)]


def lift(x: Array) -> Array:
    """Each number x as (x, x²)."""
    return np.column_stack([x, x**2])


@figure(FORMULA)
class spaces(View):
    """Points on a line, and their street in the plane of (x, x²); points can be dragged along the line (FIG-07).

    x (n,), y (n,): the points as they lie. point: the widest street in the space of (x, x²), or None where there is
    none.
    """

    size = (8.8, 4.6)
    x: Array
    y: Array
    point: Any

    def prepare(self):
        labels = np.where(np.abs(ON_LINE) > 1, 1.0, -1.0)
        self.pointers = [Pointer(np.column_stack([ON_LINE, 0 * ON_LINE]), labels, along=AXIS, names=NAMES)]

    def drags(self):
        k = int(next(k for k in np.flatnonzero(self.at().point.alpha) if ON_LINE[k] > 1))
        return [show.Drag("the large orange square on the right half outwards", [AXIS[-1]], point=k)]

    def compute(self, X, y):
        self.x = X[:, 0]
        self.y = y
        self.point = widest_street(lift(self.x), y)

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

    def draw(self):
        grid = np.linspace(-2.6, 2.6, 131)
        flat = np.column_stack([self.x, 0 * self.x])
        parabola = show.curve(grid, grid**2, color=show.GREEN, width=1.6, label="(x, x²)")
        if self.point is None:
            line = [show.words(0, 3.9, NO_STREET, align="center"), *show.scatter_classes(flat, self.y, NAMES)]
            space = [parabola, *show.scatter_classes(lift(self.x), self.y, ("", ""))]
        else:
            roots = self.roots()
            w = self.w
            b = self.point.bias
            alpha = self.point.alpha
            line = [
                show.hline(0, (-2.6, 2.6), color=show.BLACK, width=1.3),
                *(show.hline(level, (-2.6, 2.6), color=show.BLACK, dash="dashed", width=1.3) for level in (-1, 1)),
                show.curve(grid, lift(grid) @ w + b, color=show.GREEN, width=2.6, label="f(x, x²)"),
                show.Points(np.column_stack([roots, 0 * roots]), marker="x", size=11, edge_width=3, label="boundary"),
                *scatter_support(flat, self.y, alpha, NAMES),
            ]
            space = [
                *draw_plane(w, b, *SPACE_FRAME),
                parabola,
                *(replace(mark, label="") for mark in scatter_support(lift(self.x), self.y, alpha)),
            ]
        return [
            Panel(line, *LINE_FRAME, "x", "f", legend_columns=3),
            Panel(space, *SPACE_FRAME, "$z_1 = x$", "$z_2 = x^2$", legend_columns=2),
        ]

    def describe(self):
        if self.point is None:
            return f"{NO_STREET.capitalize()} in z, or all but touch."
        support = ", ".join(show.number(x, places=2) for x in np.sort(self.x[self.point.alpha > 0]))
        return f"Support vectors at x = {support}; the street in z is {self.width:.3f} wide."
