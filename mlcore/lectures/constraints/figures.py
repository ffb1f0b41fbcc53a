"""The figures of lecture 09, constrained optimisation."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mlcore import show
from mlcore.duality import KKT, dual_value, kkt_residuals, solve_qp
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import Live, Mark, Panel, Pointer

FRAME: dict[str, Any] = dict(xlim=(-3.0, 5.0), ylim=(-3.0, 5.0), equal=True)
RADII = np.arange(1, 7)
ALLOWED: dict[str, Any] = dict(color=show.BLACK, width=2.4)
HANDLE: dict[str, Any] = dict(color=show.YELLOW, marker="D", size=12, edge=show.BLACK, edge_width=1.6)


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


@dataclass(frozen=True)
class Tangency:
    """A point w of the line w1 + w2 = 4, and a multiplier: f(w) = ‖w‖², h(w) = w1 + w2 − 4."""

    w: np.ndarray
    beta: float

    @property
    def left_over(self) -> np.ndarray:
        """∇f + β∇h at w (2,): 0 only at the lowest point of the line, with its multiplier."""
        return 2 * self.w + self.beta * np.ones(2)


def draw_tangency(s: Tangency) -> list[Panel]:
    f = float(s.w @ s.w)
    left: list[Mark] = [
        circles((0, 0), RADII, color=show.GREY, width=0.9, label="equal f"),
        circles((0, 0), [np.sqrt(f)], color=show.BLUE, width=1.8, dash="dashed", label="equal f, through w"),
        show.curve(*LINE.T, label="allowed: w₁ + w₂ = 4", **ALLOWED),
    ]
    left += show.arrow(s.w, s.w + STEP * 2 * s.w, color=show.BLUE, width=3, label="∇f")[:1]
    left += show.arrow(s.w, s.w + STEP * 2 * s.w, color=show.BLUE, width=3)[1:]
    left += show.arrow(s.w, s.w + STEP * s.beta * np.ones(2), color=show.VERMILLION, width=3, label="β∇h")[:1]
    left += show.arrow(s.w, s.w + STEP * s.beta * np.ones(2), color=show.VERMILLION, width=3)[1:]
    left.append(show.point(*s.w, **HANDLE | dict(size=9)))  # a short arrow has to be seen beside it
    t = np.linspace(-3, 3, 121)
    here = float(s.w[0] - 2)
    right: list[Mark] = [
        show.curve(t, (2 + t) ** 2 + (2 - t) ** 2, width=2.4),
        show.vline(here, (0, 28), dash="dotted"),
        show.point(here, f, **HANDLE),
    ]
    return [
        Panel(left, **WIDE, xlabel="$w_1$", ylabel="$w_2$", legend_columns=2),
        Panel(right, (-3.2, 3.2), (0, 28), "place on the line, $w_1-2$", "f on the line", width=0.8),
    ]


def describe_tangency(s: Tangency) -> str:
    w, rest = (", ".join(f"{v + 0.0:.2f}" for v in pair) for pair in (s.w, s.left_over))
    return f"w = ({w}), f = {s.w @ s.w:.2f}, β = {s.beta:.2f}: ∇f + β∇h = ({rest}).".replace("-", "−")


@figure(FORMULA)
def tangency() -> Live:
    """The nearest point of a line: a point that is dragged along it, and two gradients (LAG-01, LAG-03, FIG-12)."""

    def compute(beta: float, w) -> Tangency:
        first = float(on_grid(w[0, 0]))
        return Tangency(np.array([first, 4 - first]), beta)

    controls = {"beta": show.slider("multiplier β", -6.0, -8.0, 2.0, 0.25)}
    pointer = Pointer(np.array([[3.5, 0.5]]), editable=False, names=("the point w",), name="w", along=LINE)
    return Live(compute, draw_tangency, describe_tangency, controls=controls, pointer=pointer, size=(8.8, 4.7))


# --- The Lagrangian and its dual (section 4) --------------------------------------------------

XS, ALPHAS = np.linspace(-1.5, 3.5, 201), np.linspace(0, 6, 121)


@dataclass(frozen=True)
class Dual:
    """Minimise x² subject to x ≥ a, at a multiplier alpha: the dual value and the x of the Lagrangian's minimum."""

    a: float
    alpha: float
    value: float
    x: float
    primal: float
    curve: np.ndarray


def programme(a: float) -> tuple[Any, Any, Any, Any]:
    """P, q, G, h of: minimise x² subject to x ≥ a."""
    return [[2.0]], [0.0], [[-1.0]], [-a]


def draw_dual(s: Dual) -> list[Panel]:
    line = XS**2 + s.alpha * (s.a - XS)
    top = 9.0
    left: list[Mark] = [
        show.Bars(np.array([[s.a, -4.0, 3.5, top]]), color=show.GREEN, alpha=0.12, label="allowed: x ≥ a"),
        show.curve(XS, XS**2, width=2.2, label="f(x) = x²"),
        show.curve(XS, line, color=show.BLUE, dash="dashed", width=2.2, label="f + α(a − x)"),
        show.point(max(s.a, 0.0), s.primal, color=show.GREEN, marker="s", size=10, edge=show.BLACK),
        show.point(s.x, s.value, color=show.BLUE, marker="D", size=10, edge=show.BLACK),
    ]
    right: list[Mark] = [
        show.Fill([np.vstack([np.column_stack([ALPHAS, s.curve]), [[6, s.primal], [0, s.primal]]])], color=show.ORANGE,
                  alpha=0.18),
        show.hline(s.primal, (0, 6), color=show.GREEN, dash="dashdot", width=2.2, label="lowest allowed f"),
        show.curve(ALPHAS, s.curve, color=show.BLUE, width=2.2, label="dual function"),
        show.segment((s.alpha, s.value), (s.alpha, s.primal), color=show.ORANGE, width=3.2, label="gap"),
        show.point(s.alpha, s.value, color=show.BLUE, marker="D", size=10, edge=show.BLACK),
    ]  # fmt: skip
    return [
        Panel(left, (-1.5, 3.5), (-4, top), "x", "value", legend_columns=2),
        Panel(right, (-0.1, 6.1), (-4, top), "multiplier α", "value", legend_columns=2),
    ]


def describe_dual(s: Dual) -> str:
    low = f"the Lagrangian is lowest at x = {s.x + 0.0:.2f}, with {s.value + 0.0:.2f}"
    return (f"a = {s.a:.2f}, α = {s.alpha:.2f}: {low}; the lowest allowed f is {s.primal:.2f}, "
            f"the gap {s.primal - s.value:.2f}.").replace("-", "−")  # fmt: skip


@figure(FORMULA)
def dual() -> Live:
    """x² with x ≥ a: the Lagrangian's minimum, the dual function under the primal value, and the gap (LAG-07)."""

    @cache
    def curve(a: float) -> np.ndarray:
        return np.array([dual_value(*programme(a), [v])[0] for v in ALPHAS])

    def compute(alpha: float, a: float) -> Dual:
        value, x = dual_value(*programme(a), [alpha])
        return Dual(a, alpha, value, float(x[0]), max(a, 0.0) ** 2, curve(a))

    controls = {
        "alpha": show.slider("multiplier α", 0.5, 0.0, 6.0, 0.05),
        "a": show.slider("a, where the allowed x begin", 1.0, -1.0, 2.5, 0.25),
    }
    return Live(compute, draw_dual, describe_dual, controls=controls, size=(8.8, 4.5))


# --- Penalties (section 3) --------------------------------------------------------------------


@dataclass(frozen=True)
class Penalty:
    """The price α·g of breaking g ≤ 0, beside the step that is 0 where g ≤ 0 and infinite beyond."""

    alpha: float


def draw_penalty(s: Penalty) -> list[Panel]:
    g = np.array([-3.0, 3.0])
    marks: list[Mark] = [
        show.hline(0, (-3, 3), width=0.8),
        show.Lines([a * np.column_stack([0 * g, g]) + np.column_stack([g, 0 * g]) for a in (0.25, 0.5, 1, 2, 4, 8)],
                   color=show.GREY, alpha=0.5, width=1.0, label="other multipliers"),
        show.Lines([np.array([[-3.0, 0.0], [0.0, 0.0], [0.0, 5.0]])], width=3, label="the step: 0 or ∞"),
        show.curve(g, s.alpha * g, color=show.BLUE, dash="dashed", width=2.6, label="the line α g"),
        show.point(1.0, s.alpha, color=show.BLUE, marker="D", size=10, edge=show.BLACK),
    ]  # fmt: skip
    return [Panel(marks, (-3, 3), (-3, 5), "g(x):  allowed  ←  0  →  forbidden", "penalty", legend_columns=3)]


def describe_penalty(s: Penalty) -> str:
    if s.alpha == 0:
        return "α = 0: the line is 0 everywhere, and a forbidden point pays nothing."
    return (f"α = {s.alpha:.2f}: a point with g = 1 pays {s.alpha:.2f} and not ∞; a point with g = −1 is paid "
            f"{s.alpha:.2f} and not 0.")  # fmt: skip


@figure(FORMULA)
def penalty() -> Live:
    """The infinite step, and the lines below it (LAG-04)."""
    controls = {"alpha": show.slider("multiplier α", 1.0, 0.0, 8.0, 0.25)}
    return Live(Penalty, draw_penalty, describe_penalty, controls=controls, size=(8.8, 3.8))


# --- Two constraints and four residuals (section 5) -------------------------------------------

CENTER = np.array([3.0, 2.0])
SIDES = np.array([[1.0, 1.0], [1.0, -1.0]])  # G of the constraints x1 + x2 ≤ h1, x1 − x2 ≤ h2


@dataclass(frozen=True)
class Conditions:
    """A point x with multipliers, for: nearest point to (3, 2) with x1 + x2 ≤ h1 and x1 − x2 ≤ 2; residuals."""

    x: np.ndarray
    alpha: np.ndarray
    h: np.ndarray
    residuals: KKT
    best: np.ndarray
    best_alpha: np.ndarray


def nearest(h: np.ndarray) -> tuple[Any, Any, Any, Any]:
    """P, q, G, h of: minimise ½‖x − centre‖² (up to a constant) subject to Gx ≤ h."""
    return np.eye(2), -CENTER, SIDES, h


def draw_conditions(s: Conditions) -> list[Panel]:
    (x0, x1), (y0, y1) = FRAME["xlim"], FRAME["ylim"]
    field = show.decision_field(lambda p: (s.h - p @ SIDES.T).min(axis=1), (x0, x1), (y0, y1), n=81)
    ends = np.array([-9.0, 12.0])
    left: list[Mark] = [
        show.shade_between(field, 0, np.inf, show.GREEN, 0.14, "allowed"),
        circles(CENTER, RADII, color=show.GREY, width=0.9),
        show.curve(ends, s.h[0] - ends, color=show.BLACK, width=1.8, label="x₁ + x₂ = h"),
        show.curve(ends, ends - s.h[1], color=show.BLACK, width=1.8, dash="dashed", label="x₁ − x₂ = 2"),
        show.point(*CENTER, marker="+", size=11, edge_width=2, label="without constraints"),
    ]
    left += show.arrow(s.x, s.x - 0.6 * (s.x - CENTER), color=show.BLUE, width=3)
    for a, side in zip(s.alpha, SIDES, strict=True):
        if a > 1e-9:
            left += show.arrow(s.x, s.x + 0.6 * a * side, color=show.VERMILLION, width=2.4)
    left.append(show.point(*s.x, **HANDLE))
    values = [s.residuals.stationarity, s.residuals.primal, s.residuals.dual, s.residuals.slackness]
    at = np.arange(4)
    boxes = np.column_stack([at - 0.36, 0 * at, at + 0.36, np.minimum(values, 4.0)])
    right: list[Mark] = [show.Bars(boxes, color=show.VERMILLION)]
    right += [show.words(k, 4.15, f"{v:.2f}", align="center", size=9) for k, v in enumerate(values)]
    names = ("gradient", "allowed", "α ≥ 0", "α g = 0")
    return [
        Panel(left, **FRAME, xlabel="$x_1$", ylabel="$x_2$", legend_columns=2),
        Panel(right, (-0.6, 3.6), (0, 4.5), ylabel="how far from it", xticks=(tuple(range(4)), names), width=0.9),
    ]


def describe_conditions(s: Conditions) -> str:
    r = s.residuals
    all_hold = "all four conditions hold" if r.largest < 0.02 else f"the largest residual is {r.largest:.2f}"
    x = ", ".join(f"{v:.2f}" for v in s.x).replace("-", "−")
    return f"x = ({x}), α = ({s.alpha[0]:.2f}, {s.alpha[1]:.2f}): {all_hold}."


@figure(FORMULA)
def conditions() -> Live:
    """The KKT residuals of a dragged point and chosen multipliers (LAG-09)."""

    def compute(alpha1: float, alpha2: float, h1: float, x) -> Conditions:
        h, alpha = np.array([h1, 2.0]), np.array([alpha1, alpha2])
        end = solve_qp(*nearest(h))
        snapped = on_grid(x[0])
        return Conditions(
            snapped, alpha, h, kkt_residuals(*nearest(h), snapped, alpha), end.x, end.inequality_multipliers
        )

    controls = {
        "alpha1": show.slider("α₁, of x₁ + x₂ ≤ h", 0.0, 0.0, 4.0, 0.05),
        "alpha2": show.slider("α₂, of x₁ − x₂ ≤ 2", 0.0, 0.0, 4.0, 0.05),
        "h1": show.slider("h", 3.0, 0.0, 7.0, 0.5),
    }
    pointer = Pointer(np.array([[0.5, 0.5]]), editable=False, names=("the point x",), name="x")
    return Live(compute, draw_conditions, describe_conditions, controls=controls, pointer=pointer, size=(8.8, 4.7))


def street_as_qp(X: np.ndarray, y: np.ndarray) -> tuple[Any, Any, Any, Any]:
    """P, q, G, h of the widest street between two classes; the unknown is (w, b), in this order (LAG-10)."""
    edges = y[:, None] * np.insert(X, X.shape[1], 1.0, axis=1)  # a row times (w, b) is y (w'x + b), 1 or more
    P = np.eye(X.shape[1] + 1)
    P[-1, -1] = 0.0
    return P, np.zeros(len(P)), -edges, -np.ones(len(X))


def random_programme(seed: int) -> tuple[Any, Any, Any, Any]:
    """P (3, 3), q, G (4, 3), h of a convex QP in which x = 0 is strictly allowed: for checks."""
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(5, 3))
    return M.T @ M, rng.normal(size=3), rng.normal(size=(4, 3)), np.ones(4)


# --- A switch (section 5) ---------------------------------------------------------------------

PLACES = np.linspace(0, 4, 81)


@dataclass(frozen=True)
class Switch:
    """Minimise ½(x − 2)² subject to x ≤ c: the multiplier and the slack for every c (81,)."""

    c: float
    alpha: float
    slack: float


def draw_switch(s: Switch) -> list[Panel]:
    x = np.linspace(-0.5, 4.5, 201)
    best = min(s.c, 2.0)
    left: list[Mark] = [
        show.Bars(np.array([[-0.5, 0, s.c, 3.4]]), color=show.GREEN, alpha=0.14, label="allowed: x ≤ c"),
        show.curve(x, (x - 2) ** 2 / 2, width=2.4, label="f"),
        show.point(best, (best - 2) ** 2 / 2, color=show.GREEN, marker="s", size=10, edge=show.BLACK),
    ]
    right: list[Mark] = [
        show.curve(PLACES, np.maximum(2 - PLACES, 0), color=show.VERMILLION, width=2.4, label="multiplier α"),
        show.curve(PLACES, np.maximum(PLACES - 2, 0), color=show.BLUE, dash="dashed", width=2.4, label="slack c − x"),
        show.vline(s.c, (0, 2.2), dash="dotted"),
        show.point(s.c, s.alpha, color=show.VERMILLION, size=9, edge=show.BLACK),
        show.point(s.c, s.slack, color=show.BLUE, marker="s", size=8, edge=show.BLACK),
    ]
    return [
        Panel(left, (-0.5, 4.5), (-0.12, 3.4), "x", "f(x) = ½(x − 2)²", legend_columns=2),
        Panel(right, (-0.1, 4.1), (-0.08, 2.2), "c, where the constraint is", "", legend_columns=2),
    ]


def describe_switch(s: Switch) -> str:
    return f"c = {s.c:.2f}: multiplier {s.alpha:.2f}, slack {s.slack:.2f}; their product is {s.alpha * s.slack:.2f}."


@figure(FORMULA)
def switch() -> Live:
    """Complementary slackness: the multiplier or the slack is 0 (LAG-09)."""

    def compute(c: float) -> Switch:
        end = solve_qp([[1.0]], [-2.0], [[1.0]], [c])
        near = lambda v: float(np.round(v, 6)) + 0.0  # noqa: E731 - an interior point is a little inside
        return Switch(c, near(end.inequality_multipliers[0]), near(c - end.x[0]))

    controls = {"c": show.slider("c, where the constraint is", 1.0, 0.0, 4.0, 0.05)}
    return Live(compute, draw_switch, describe_switch, controls=controls, size=(8.8, 3.9))
