"""The figures of lecture 09, constrained optimisation."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.duality import KKT, dual_value, kkt_residuals, solve_qp
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import draw_plane, line_mark, no_street, scatter_support, widest_street
from mlcore.show import ListSlider, Mark, Panel, Pointer, Slider, View

NOBODY = "nobody"

FRAME: dict[str, Any] = dict(xlim=(-3.0, 5.0), ylim=(-3.0, 5.0), equal=True)
RADII = np.arange(1, 7)
HANDLE: dict[str, Any] = dict(color=show.YELLOW, marker="D", size=12, edge=show.BLACK, edge_width=1.6)
LOWEST: dict[str, Any] = dict(color=show.BLUE, marker="D", size=10, edge=show.BLACK)  # of the Lagrangian
BEST: dict[str, Any] = dict(color=show.GREEN, marker="s", size=10, edge=show.BLACK)  # of what is allowed


def on_grid(x):
    """To twentieths: one pixel of a figure is about as wide, so a mouse can reach (2, 1) exactly."""
    return np.round(np.asarray(x, float) * 20) / 20


def circles(center, radii, **look) -> show.Lines:
    """Circles about a centre (2,)."""
    turn = np.linspace(0, 2 * np.pi, 121)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    return show.Lines([np.asarray(center) + r * ring for r in radii], **look)


# --- A point on a line (section 1) ------------------------------------------------------------

LINE = np.array([[-1.0, 5.0], [5.0, -1.0]])  # the allowed points w1 + w2 = 4
STEP = 0.2  # an arrow's length for a gradient of length 1
WIDE: dict[str, Any] = dict(xlim=(-2.6, 7.4), ylim=(-2.2, 7.0), equal=True)


@figure(FORMULA)
class tangency(View):
    """The nearest point of a line: a point that is dragged along it, and two gradients (LAG-01, LAG-03, FIG-12).

    w (2,): a point of the line w1 + w2 = 4. beta: its multiplier. f(w) = ‖w‖², h(w) = w1 + w2 − 4.
    """

    size = (8.8, 4.7)
    controls = {"beta": Slider("multiplier β", -6.0, -8.0, 2.0, 0.25)}
    pointers = [Pointer(np.array([[3.5, 0.5]]), editable=False, names=("the point w",), name="w", along=LINE)]
    w: np.ndarray
    beta: float

    def drags(self):
        return [show.Drag("the yellow point along the line, from end to end", LINE, name="w")]

    def compute(self, beta: float, w):
        first = float(on_grid(w[0, 0]))
        self.w = np.array([first, 4 - first])
        self.beta = beta

    @property
    def f(self) -> float:
        """The cost ‖w‖²."""
        return float(self.w @ self.w)

    @property
    def left_over(self) -> np.ndarray:
        """∇f + β∇h at w (2,): 0 only at the lowest point of the line, with its multiplier."""
        return 2 * self.w + self.beta * np.ones(2)

    def draw(self):
        w = self.w
        f = self.f
        left = [
            circles((0, 0), RADII, color=show.GREY, width=0.9, label="equal f"),
            circles((0, 0), [np.sqrt(f)], color=show.BLUE, width=1.8, dash="dashed", label="equal f, through w"),
            show.curve(*LINE.T, label="allowed: w₁ + w₂ = 4", color=show.BLACK, width=2.4),
            *show.arrow(w, w + STEP * 2 * w, color=show.BLUE, width=3, label="∇f"),
            *show.arrow(w, w + STEP * self.beta * np.ones(2), color=show.VERMILLION, width=3, label="β∇h"),
            show.point(*w, **HANDLE | dict(size=9)),  # a short arrow has to be seen beside it
        ]
        t = np.linspace(-3, 3, 121)
        here = float(w[0] - 2)
        right = [
            show.curve(t, (2 + t) ** 2 + (2 - t) ** 2, width=2.4),
            show.vline(here, (0, 28), dash="dotted"),
            show.point(here, f, **HANDLE),
        ]
        return [
            Panel(left, **WIDE, xlabel="$w_1$", ylabel="$w_2$", legend_columns=2),
            Panel(right, (-3.2, 3.2), (0, 28), "place on the line, $w_1-2$", "f on the line", width=0.8),
        ]

    def describe(self):
        w, rest = (", ".join(show.number(v, places=2) for v in pair) for pair in (self.w, self.left_over))
        return f"w = ({w}), f = {self.f:.2f}, β = {show.number(self.beta, places=2)}: ∇f + β∇h = ({rest})."


# --- The Lagrangian and its dual (section 4) --------------------------------------------------

XS = np.linspace(-1.5, 3.5, 201)
ALPHAS = np.linspace(0, 5, 101)


def programme(a: float) -> tuple[Any, Any, Any, Any]:
    """P, q, G, h of: minimise x² subject to x ≥ a."""
    return [[2.0]], [0.0], [[-1.0]], [-a]


class Duality(View):
    """Minimise f(x) subject to x ≥ a, beside the dual function: what the figures of either have in common.

    alpha: the multiplier. x, value: where the Lagrangian is lowest, and the dual value, which it has there. curve: the
    dual function for many multipliers. primal: the lowest allowed f.
    """

    a: float
    alpha: float
    x: float
    value: float
    curve: np.ndarray
    primal: float

    def lagrangian_panel(
        self, x: np.ndarray, f: np.ndarray, best: float, ylim: tuple[float, float], label: str, width: float
    ) -> Panel:
        """f (m,) over x (m,), and f + α(a − x), with the lowest point of each: that of f, at `best`, is allowed."""
        low = float(x[0])
        high = float(x[-1])
        marks = [
            show.Bars(
                np.array([[self.a, ylim[0], high, ylim[1]]]), color=show.GREEN, alpha=0.12, label="allowed: x ≥ a"
            ),
            show.curve(x, f, width=2.2, label=label),
            show.curve(
                x, f + self.alpha * (self.a - x), color=show.BLUE, dash="dashed", width=width, label="f + α(a − x)"
            ),
            show.point(best, self.primal, **BEST),
            show.point(self.x, self.value, **LOWEST),
        ]
        return Panel(marks, (low, high), ylim, "x", "value", legend_columns=2)

    def dual_panel(self, alphas: np.ndarray, xlim, ylim, behind: Sequence[Mark], before: Sequence[Mark]) -> Panel:
        """The dual function over alphas (m,) as far as α has come, and the primal value; marks behind and before."""
        so_far = alphas <= self.alpha + 1e-9
        marks = [
            *behind,
            show.hline(
                self.primal, (0, alphas[-1]), color=show.GREEN, dash="dashdot", width=2.2, label="lowest allowed f"
            ),
            show.curve(alphas[so_far], self.curve[so_far], color=show.BLUE, width=2.2, label="dual function, so far"),
            *before,
            show.point(self.alpha, self.value, **LOWEST),
        ]
        return Panel(marks, xlim, ylim, "multiplier α", "value", legend_columns=2)


@figure(FORMULA)
class dual(Duality):
    """x² with x ≥ a: the Lagrangian's minimum, the dual function under the primal value, and the gap (LAG-07).

    alpha: the multiplier. x, value: where the Lagrangian is lowest, and its value there. curve (101,): the dual
    function at ALPHAS. primal: the lowest allowed x².
    """

    size = (8.8, 4.5)
    controls = {
        "alpha": Slider("multiplier α", 0.5, 0.0, 5.0, 0.05),
        "a": Slider("a, where the allowed x begin", 1.0, -1.0, 2.5, 0.25),
    }
    curve_of: Callable[..., Any]

    def prepare(self):
        self.curve_of = cache(dual_curve)

    def compute(self, alpha: float, a: float):
        self.a = a
        self.alpha = alpha
        self.value, x = dual_value(*programme(a), [alpha])
        self.x = float(x[0])
        self.primal = max(a, 0.0) ** 2
        self.curve = self.curve_of(a)

    def draw(self):
        ylim = min(-4.0, 1.08 * float(self.curve.min())), 9.0  # both diamonds stay in the picture
        foot = (self.alpha, self.value)
        head = (self.alpha, self.primal)
        gap = show.segment(foot, head, color=show.ORANGE, width=3.2, label="gap")
        return [
            self.lagrangian_panel(XS, XS**2, max(self.a, 0.0), ylim, label="f(x) = x²", width=2.2),
            self.dual_panel(ALPHAS, (-0.1, 5.1), ylim, [], [gap]),
        ]

    def describe(self):
        a, x, value = (show.number(v, places=2) for v in (self.a, self.x, self.value))
        return (
            f"a = {a}, α = {self.alpha:.2f}: the Lagrangian is lowest at x = {x}, with {value}; "
            f"the lowest allowed f is {self.primal:.2f}, the gap {show.number(self.primal - self.value, places=2)}."
        )


def dual_curve(a: float) -> np.ndarray:
    """The dual function at ALPHAS (101,)."""
    return np.array([dual_value(*programme(a), [alpha])[0] for alpha in ALPHAS])


# --- Penalties (section 3) --------------------------------------------------------------------


@figure(FORMULA)
class penalty(View):
    """The infinite step, and the lines below it (LAG-04).

    alpha: the line α·g is a price of breaking g ≤ 0; the step is 0 where g ≤ 0, and infinite beyond.
    """

    size = (8.8, 3.8)
    controls = {"alpha": Slider("multiplier α", 1.0, 0.0, 8.0, 0.25)}
    alpha: float

    def compute(self, alpha: float):
        self.alpha = alpha

    def draw(self):
        g = np.array([-3.0, 3.0])
        others = [np.column_stack([g, a * g]) for a in (0.25, 0.5, 1, 2, 4, 8) if a < self.alpha]
        step = np.array([[-3.0, 0.0], [0.0, 0.0], [0.0, 5.0]])
        marks = [
            show.hline(0, (-3, 3), width=0.8),
            show.Lines(others, color=show.GREY, alpha=0.5, width=1.0, label="smaller multipliers"),
            show.Lines([step], width=3, label="the step: 0 or ∞"),
            show.curve(g, self.alpha * g, color=show.BLUE, dash="dashed", width=2.6, label="the line α g"),
            show.point(1.0, self.alpha, color=show.BLUE, marker="D", size=10, edge=show.BLACK),
        ]
        return [Panel(marks, (-3, 3), (-3, 5), "g(x):  allowed  ←  0  →  forbidden", "penalty", legend_columns=3)]

    def describe(self):
        if self.alpha == 0:
            return "α = 0: the line is 0 everywhere, and a forbidden point pays nothing."
        price = f"{self.alpha:.2f}"
        return f"α = {price}: a point with g = 1 pays {price} and not ∞; a point with g = −1 is paid {price} and not 0."


# --- Two constraints and four residuals (section 5) -------------------------------------------

TALLEST = 5.0  # a bar: larger residuals are told by the number above it
CENTER = np.array([3.0, 2.0])
SIDES = np.array([[1.0, 1.0], [1.0, -1.0]])  # G of the constraints x1 + x2 ≤ h1, x1 − x2 ≤ h2


def nearest(h: np.ndarray) -> tuple[Any, Any, Any, Any]:
    """P, q, G, h of: minimise ½‖x − centre‖² (up to a constant) subject to Gx ≤ h."""
    return np.eye(2), -CENTER, SIDES, h


@figure(FORMULA)
class conditions(View):
    """The KKT residuals of a dragged point and chosen multipliers (LAG-09).

    The task: the nearest point to (3, 2) with x1 + x2 ≤ h1 and x1 − x2 ≤ h2. x (2,), alpha (2,): the point and the
    multipliers under the hand, and their residuals; a multiplier may have the forbidden sign, so that this can be seen.
    h (2,): the right sides. best, best_alpha: the solution.
    """

    size = (8.8, 4.7)
    controls = {
        "alpha1": Slider("α₁, of x₁ + x₂ ≤ h₁", -1.0, -1.0, 4.0, 0.05),
        "alpha2": Slider("α₂, of x₁ − x₂ ≤ h₂", -1.0, -1.0, 4.0, 0.05),
        "h1": Slider("h₁", 3.0, 0.0, 7.0, 0.5),
        "h2": Slider("h₂", 2.0, -2.0, 4.0, 0.5),
    }
    pointers = [Pointer(np.array([[0.5, 0.5]]), editable=False, names=("the point x",), name="x")]
    x: np.ndarray
    alpha: np.ndarray
    h: np.ndarray
    residuals: KKT
    best: np.ndarray
    best_alpha: np.ndarray

    def drags(self):
        h1, h2 = (self.controls[name].start for name in ("h1", "h2"))
        ends = [solve_qp(*nearest(np.array([h1, h]))).x for h in (h2, 0.0)]
        return [
            show.Drag("the point to the solution", [ends[0]], name="x"),
            show.Drag("to the solution for h₂ = 0", [ends[1]], name="x"),
        ]

    def compute(self, alpha1: float, alpha2: float, h1: float, h2: float, x):
        self.h = np.array([h1, h2])
        self.alpha = np.array([alpha1, alpha2])
        self.x = on_grid(x[0])
        self.residuals = kkt_residuals(*nearest(self.h), self.x, self.alpha)
        end = solve_qp(*nearest(self.h))
        self.best = end.x
        self.best_alpha = end.inequality_multipliers

    def draw(self):
        r = self.residuals
        values = [r.stationarity, r.primal, r.dual, r.slackness]
        at = np.arange(4)
        boxes = np.column_stack([at - 0.36, 0 * at, at + 0.36, np.minimum(values, TALLEST)])
        right = [
            show.Bars(boxes, color=show.VERMILLION),
            *(show.words(k, TALLEST + 0.15, f"{v:.2f}", align="center", size=9) for k, v in enumerate(values)),
        ]
        ticks = tuple(range(4)), ("gradient", "allowed", "α ≥ 0", "α g = 0")
        return [
            Panel(self.plane(), **FRAME, xlabel="$x_1$", ylabel="$x_2$", legend_columns=2),
            Panel(right, (-0.6, 3.6), (0, TALLEST + 0.5), ylabel="how far from it", xticks=ticks, width=0.9),
        ]

    def plane(self) -> list[Any]:
        """The allowed points, the circles of equal cost, and at the point its gradients."""
        x = self.x
        h = self.h
        field = show.decision_field(lambda p: (h - p @ SIDES.T).min(axis=1), FRAME["xlim"], FRAME["ylim"], n=81)
        ends = np.array([-9.0, 12.0])
        pulls = [
            mark
            for a, side in zip(self.alpha, SIDES, strict=True)
            if abs(a) > 1e-9
            for mark in show.arrow(x, x + 0.6 * a * side, color=show.VERMILLION, width=2.4)
        ]
        return [
            show.shade_between(field, 0, np.inf, show.GREEN, 0.14, "allowed"),
            circles(CENTER, RADII, color=show.GREY, width=0.9),
            show.curve(ends, h[0] - ends, color=show.BLACK, width=1.8, label="x₁ + x₂ = h₁"),
            show.curve(ends, ends - h[1], color=show.BLACK, width=1.8, dash="dashed", label="x₁ − x₂ = h₂"),
            show.point(*CENTER, marker="+", size=11, edge_width=2, label="without constraints"),
            *show.arrow(x, x - 0.6 * (x - CENTER), color=show.BLUE, width=3),
            *pulls,
            show.point(*x, **HANDLE),
        ]

    def describe(self):
        largest = self.residuals.largest
        verdict = "all four conditions hold" if largest < 0.02 else f"the largest residual is {largest:.2f}"
        x, y, a, b = (show.number(v, places=2) for v in (*self.x, *self.alpha))
        return f"x = ({x}, {y}), α = ({a}, {b}): {verdict}."


def street_as_qp(X: np.ndarray, y: np.ndarray) -> tuple[Any, Any, Any, Any]:
    """P, q, G, h of the widest street between two classes; the unknown is (w, b), in this order (LAG-10)."""
    edges = y[:, None] * np.insert(X, X.shape[1], 1.0, axis=1)  # a row times (w, b) is y (w'x + b), 1 or more
    P = np.eye(X.shape[1] + 1)
    P[-1, -1] = 0.0
    return P, np.zeros(len(P)), -edges, -np.ones(len(X))


@figure(CLASSES, datasets.iris_pair, most=120)
class without_one(View):
    """The widest street with one point left out: only those with a multiplier above 0 hold it (LAG-09, LAG-10).

    whole: the street of all points. point: that of all but the one left out; either is None where no line separates the
    classes. kept (n,): which points are there.
    """

    size = (7.6, 4.6)
    frame: dict[str, Any]
    whole: Any
    out: Any
    kept: np.ndarray
    point: Any

    def prepare(self):
        X = self.data.X
        self.frame = show.window(X, 0.08)
        self.whole = widest_street(X, self.data.y)
        self.controls = {"out": ListSlider("left out", (NOBODY, *range(len(X))), NOBODY)}

    def compute(self, out):
        self.out = out
        self.kept = np.arange(len(self.data.X)) != (-1 if out == NOBODY else out)
        self.point = widest_street(self.data.X[self.kept], self.data.y[self.kept])

    def width(self, point, X: np.ndarray) -> float:
        """The width of the street of these points."""
        return float(2 / np.linalg.norm(point.weights(X)))

    def draw(self):
        X = self.data.X
        y = self.data.y
        frame = self.frame
        names = self.data.feature_names
        if self.whole is None or self.point is None:
            marks = no_street(X, y, frame, self.data.target_names)
        else:
            kept = X[self.kept]
            marks = [
                *draw_plane(self.point.weights(kept), self.point.bias, frame["xlim"], frame["ylim"]),
                line_mark(
                    (self.whole.weights(X), self.whole.bias), frame, dash="dotted", width=1.8, label="boundary of all"
                ),
                *scatter_support(kept, y[self.kept], self.point.alpha, self.data.target_names),
                show.Points(X[~self.kept], marker="x", size=10, edge_width=2.4, label="left out"),
            ]
        return [Panel(marks, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2)]

    def describe(self):
        if self.whole is None or self.point is None:
            return "No line separates these points, so there is no street."
        before, after = self.width(self.whole, self.data.X), self.width(self.point, self.data.X[self.kept])
        if self.out == NOBODY:
            holds = np.flatnonzero(self.whole.alpha)
            n = len(self.data.X)
            return f"All {n} points: {len(holds)} have a multiplier above 0; the street is {show.number(before)} wide."
        alpha = self.whole.alpha[self.out]
        price = f"multiplier {show.number(alpha)} among all" if alpha > 0 else "multiplier 0 among all"
        return f"Without point {self.out} ({price}): width {show.number(after)}, and {show.number(before)} with it."


def random_programme(seed: int) -> tuple[Any, Any, Any, Any]:
    """P (3, 3), q, G (4, 3), h of a convex QP in which x = 0 is strictly allowed: for checks."""
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(5, 3))
    return M.T @ M, rng.normal(size=3), rng.normal(size=(4, 3)), np.ones(4)


# --- A switch (section 5) ---------------------------------------------------------------------

PLACES = np.linspace(0, 4, 81)


@figure(FORMULA)
class switch(View):
    """Complementary slackness: the multiplier or the slack is 0 (LAG-09).

    The task: minimise ½(x − 2)² subject to x ≤ c. alpha, slack: the multiplier and c − x at the solution.
    """

    size = (8.8, 3.9)
    controls = {"c": Slider("c, where the constraint is", 1.0, 0.0, 4.0, 0.05)}
    c: float
    alpha: float
    slack: float

    def compute(self, c: float):
        end = solve_qp([[1.0]], [-2.0], [[1.0]], [c])
        self.c = c
        self.alpha, self.slack = (  # an interior point is a little inside
            float(np.round(value, 6)) + 0.0 for value in (end.inequality_multipliers[0], c - end.x[0])
        )

    def draw(self):
        c = self.c
        best = min(self.c, 2.0)
        x = np.linspace(-0.5, 4.5, 201)
        left = [
            show.Bars(np.array([[-0.5, 0, c, 3.4]]), color=show.GREEN, alpha=0.14, label="allowed: x ≤ c"),
            show.curve(x, (x - 2) ** 2 / 2, width=2.4, label="f"),
            show.point(best, (best - 2) ** 2 / 2, **BEST),
        ]
        places = PLACES[c + 1e-9 >= PLACES]  # the rest is for the reader to guess
        multipliers = np.maximum(2 - places, 0)
        slacks = np.maximum(places - 2, 0)
        right = [
            show.curve(places, multipliers, color=show.VERMILLION, width=2.4, label="multiplier α, so far"),
            show.curve(places, slacks, color=show.BLUE, dash="dashed", width=2.4, label="slack c − x"),
            show.vline(c, (0, 2.2), dash="dotted"),
            show.point(c, self.alpha, color=show.VERMILLION, size=9, edge=show.BLACK),
            show.point(c, self.slack, color=show.BLUE, marker="s", size=8, edge=show.BLACK),
        ]
        return [
            Panel(left, (-0.5, 4.5), (-0.12, 3.4), "x", "f(x) = ½(x − 2)²", legend_columns=2),
            Panel(right, (-0.1, 4.1), (-0.08, 2.2), "c, where the constraint is", "", legend_columns=2),
        ]

    def describe(self):
        product = self.alpha * self.slack
        return f"c = {self.c:.2f}: multiplier {self.alpha:.2f}, slack {self.slack:.2f}; their product is {product:.2f}."
