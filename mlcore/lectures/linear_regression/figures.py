"""The figures of lecture 02, linear regression and gradient descent."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.linear import DescentState, descent_steps, gradient, stable_lr
from mlcore.plots.cost_contours import LOWEST, NOW, Bowl, bowl, seen
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, LINE
from mlcore.show import Live, Mark, Panel

STEPS = 40  # of descent that the first figure walks


def height_and_weight() -> Dataset:
    """Forty people: height in cm, weight in kg."""
    people = datasets.people(40)
    return Dataset(people.X[:, :1], people.y, ("height (cm)",), ("weight (kg)",))


def scale_of(data: Dataset) -> tuple[float, float]:
    """Shift and unit of the feature: 160 and 10 for heights in cm; else a quarter of the range from the smallest on."""
    if data.feature_names == ("height (cm)",):
        return 160.0, 10.0
    low, quarter = float(data.X.min()), float(np.ptp(data.X)) / 4
    return low + quarter, quarter or 1.0


# --- Descent on the bowl (section 1) ----------------------------------------------------------


@dataclass(frozen=True)
class Descent:
    """A walk on the bowl, and its rate against the limit 2 / lambda_max of walks with all points."""

    data: Dataset
    bowl: Bowl
    states: list[DescentState]
    lr: float
    limit: float
    batch: int
    standardised: bool
    shift: float
    unit: float

    @property
    def now(self) -> DescentState:
        return self.states[-1]

    @property
    def ratio(self) -> float:
        return self.lr / self.limit


def verdict(ratio: float) -> str:
    """What a walk with all points does in its steepest direction."""
    if abs(ratio - 0.5) < 1e-9:
        return "lands at once"
    if abs(ratio - 1) < 1e-9:
        return "to and fro for ever"
    return "falls short" if ratio < 0.5 else "overshoots, arrives" if ratio < 1 else "explodes"


def dial(ratio: float, all_points: bool) -> Panel:
    """A needle on the scale of eta / (2 / lambda_max), from 0.01 to 10."""

    def at(r, radius: float):
        turn = np.pi * (1 - (np.clip(np.log10(r), -2, 1) + 2) / 3)
        return np.column_stack([radius * np.cos(turn), radius * np.sin(turn)])

    def zone(a: float, b: float):
        return [np.vstack([at(np.geomspace(a, b, 30), 1.0), at(np.geomspace(b, a, 30), 0.72)])]

    places = np.array([0.01, 0.1, 0.5, 1, 10])
    marks: list[Mark] = [
        show.Fill(zone(0.01, 0.5), color=show.GREEN, alpha=0.55, label="falls short"),
        show.Fill(zone(0.5, 1), color=show.YELLOW, alpha=0.9, label="overshoots"),
        show.Fill(zone(1, 10), color=show.VERMILLION, alpha=0.75, label="explodes"),
        show.segment((0, 0), at(np.array([ratio]), 0.9)[0], width=3.2),
        show.point(0, 0, size=8),
        show.Text(at(places, 1.2), ["0.01", "0.1", "½", "1", "10"], size=9, align="center"),
        show.words(0, -0.3, f"{ratio:.2f} of 2/λmax", align="center", size=11),
        show.words(0, -0.55, verdict(ratio) if all_points else f"all points: {verdict(ratio)}", align="center", size=9),
    ]
    look: dict[str, Any] = dict(equal=True, xticks=((), ()), yticks=((), ()), width=0.95, legend_columns=1)
    return Panel(marks, (-1.6, 1.6), (-0.8, 1.45), **look)


def draw_descent(s: Descent) -> list[Panel]:
    b, now = s.bowl, s.now.w
    path = seen([state.w for state in s.states], b.xlim, b.ylim)
    inside = b.xlim[0] < now[0] < b.xlim[1] and b.ylim[0] < now[1] < b.ylim[1]
    left = [
        b.contours,
        show.curve(*path.T, color=show.BLUE, width=2.0, label="path"),
        show.Points(path[:-1], color=show.BLUE, size=4.5),
        show.point(*b.lowest, **LOWEST, label="lowest"),
        show.Points(now[None] if inside else np.zeros((0, 2)), **NOW, label="now"),
    ]
    if not inside:
        at = b.xlim[0] + 0.02 * np.ptp(b.xlim), b.ylim[0] + 0.05 * np.ptp(b.ylim)
        left.append(show.words(*at, "now: far outside", size=10))
    x, y = s.data.X[:, 0], s.data.y
    ends, room = np.array(show.limits(x, 0.1)), show.limits(np.append(y, 0.0))

    def line(w):
        return w[0] + w[1] * (ends - s.shift) / s.unit

    right = [
        show.Points(np.column_stack([x, y]), color=show.GREY, size=4.5, alpha=0.8),
        show.curve(ends, line(b.lowest), color=show.VERMILLION, dash="dashed", width=2.0, label="best line"),
        show.curve(ends, np.clip(line(now), -1e6 * np.ptp(room), 1e6 * np.ptp(room)), color=show.BLUE, width=2.6,
                   label="line now"),
    ]  # fmt: skip
    names = s.data.feature_names[0], s.data.target_name
    return [
        Panel(left, b.xlim, b.ylim, "b", "w", equal=True, legend_columns=2, width=1.5),
        Panel(right, (ends[0], ends[1]), room, *names, legend_columns=1, width=0.9),
        dial(s.ratio, s.batch == len(y)),
    ]


def describe_descent(s: Descent) -> str:
    now, n = s.now, len(s.data.y)
    batch = f"all {n} points a step" if s.batch == n else f"{s.batch} point{'s' * (s.batch > 1)} a step"
    if now.diverged:
        where = f"blown up after {now.t} steps"
    else:
        b, w = (show.number(v) for v in now.w)
        steps = f"after {now.t} steps" if now.t != 1 else "after 1 step"
        where = f"{steps} b = {b}, w = {w}, J = {show.number(now.cost)}{', arrived' if now.converged else ''}"
    share = f"η = {show.number(s.lr, 3)} is {s.ratio:.2f} of 2/λmax; {batch}"
    return f"{share}; {'standardised' if s.standardised else 'not standardised'}: {where}.".replace("= -", "= −")


@figure(LINE, height_and_weight, most=500)
def descent(data: Dataset) -> Live:
    """Descent on the bowl of J, the line it stands for, and the rate against its limit (GRD-02, GRD-03, GRD-13)."""
    x, y = data.X[:, 0], data.y
    scales = {False: scale_of(data), True: (float(x.mean()), float(x.std() or 1.0))}
    bowls = {key: bowl((x - a) / b, y) for key, (a, b) in scales.items()}
    limits = {key: stable_lr(one.A) for key, one in bowls.items()}

    def compute(lr: float, step: int, batch: int, standardise: bool) -> Descent:
        limit = limits[standardise]
        lr = next(
            (mark for mark in (limit, limit / 2) if abs(np.log(lr / mark)) < 0.06), lr
        )  # half a step of the slider
        states = take(descent_steps(bowls[standardise].A, y, lr=lr, batch_size=batch), step)
        return Descent(data, bowls[standardise], states, lr, limit, batch, standardise, *scales[standardise])

    sizes = {f"all {len(y)}": len(y)} | {str(k): k for k in (10, 1) if k < len(y)}
    controls = {
        "lr": show.log_slider("learning rate η", 0.3, -2, 0.5, per_decade=20),
        "step": show.step_slider("step", STEPS, value=15, interval=200),
        "batch": show.choice("points a step", sizes),
        "standardise": show.choice("standardise", {"off": False, "on": True}),
    }
    return Live(compute, draw_descent, describe_descent, controls=controls, size=(8.8, 4.0))


# --- One direction alone (section 5) ----------------------------------------------------------


@dataclass(frozen=True)
class Slide:
    """Fifteen steps on J = 1/2 lambda w^2 from w = 1, for this eta lambda."""

    r: float
    w: np.ndarray


def draw_slide(s: Slide) -> list[Panel]:
    grid, inside = np.linspace(-2.2, 2.2, 121), np.abs(s.w) < 2.2
    on = np.column_stack([s.w, s.w**2 / 2])[: len(s.w) if inside.all() else int(np.argmin(inside))]
    size, t = np.maximum(np.abs(s.w), 1e-5), np.arange(len(s.w))
    left = [
        show.curve(grid, grid**2 / 2, color=show.GREY, width=1.6, label="J"),
        show.curve(*on.T, color=show.BLUE, width=1.8, label="steps"),
        show.Points(on, color=show.BLUE, size=6),
        show.point(*on[0], color="#FFFFFF", edge=show.BLACK, edge_width=2, size=10, label="start"),
    ]
    right = [
        show.hline(1, (0, 15), dash="dotted", width=1.5, label="the start's"),
        show.curve(t, size, color=show.BLUE, width=2.0, label="|w|"),
        show.Points(np.column_stack([t, size]), color=show.BLUE, size=6),
    ]
    return [
        Panel(left, (-2.2, 2.2), (-0.15, 2.5), "w", "J"),
        Panel(right, (-0.3, 15.3), (1e-5, 30), "steps", "|w|, cut at 0.00001", logy=True),
    ]


def describe_slide(s: Slide) -> str:
    kinds = [(1 - 1e-9, "falls short every time"), (1 + 1e-9, "lands at the bottom at once"),
             (2 - 1e-9, "overshoots, and arrives"), (2 + 1e-9, "goes to and fro for ever")]  # fmt: skip
    kind = next((words for end, words in kinds if s.r <= end), "explodes")
    end = f"after 15 steps |w| = {abs(s.w[-1]):.2g}."
    return f"ηλ = {s.r:.2f}, factor 1 − ηλ = {1 - s.r:z.2f}: {kind}; {end}".replace("= -", "= −")


@figure(FORMULA)
def slide() -> Live:
    """Descent along one eigenvector of the Hessian (GRD-05, GRD-13)."""

    def compute(r: float) -> Slide:
        w = [state.w[0] for state in take(descent_steps([[1.0]], [0.0], w=[1.0], lr=round(r, 6)), 15)]
        return Slide(round(r, 6), np.append(w, np.zeros(16 - len(w)))[:16])

    return Live(
        compute, draw_slide, describe_slide, controls={"r": show.slider("ηλ", 0.3, 0.05, 2.2, 0.05)}, size=(8.8, 3.7)
    )


# --- The right angle (section 4) --------------------------------------------------------------

COLUMNS, TARGET = np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([2.0, 0, 4])
FRAME = np.array([[1, 1, 1], [-1, 0, 1], [1, -2, 1]]) / np.sqrt(
    [[3], [2], [6]]
)  # two directions in the plane, its normal


@dataclass(frozen=True)
class Projection:
    """The fit A w of the line of slope w through the mean, seen from this side and from this height."""

    w: float
    turn: float
    tilt: float

    @property
    def fit(self) -> np.ndarray:
        return COLUMNS @ np.array([2 - self.w, self.w])

    @property
    def residual(self) -> np.ndarray:
        return TARGET - self.fit

    def see(self, v) -> np.ndarray:
        """Points of R^3 (m, 3) on the screen (m, 2), from a camera that has walked round the plane's normal."""
        a, c, s = np.radians(self.turn), np.cos(np.radians(self.tilt)), np.sin(np.radians(self.tilt))
        p = np.atleast_2d(v) @ FRAME.T - [1.9, 1.4, 0]
        x, depth = p[:, 0] * np.cos(a) - p[:, 1] * np.sin(a), p[:, 0] * np.sin(a) + p[:, 1] * np.cos(a)
        return np.column_stack([x, p[:, 2] * c + depth * s])


def draw_projection(s: Projection) -> list[Panel]:
    corners = [p * FRAME[0] + q * FRAME[1] for p, q in ((-0.4, -1.2), (4.2, -1.2), (4.2, 4.0), (-0.4, 4.0))]
    marks: list[Mark] = [
        show.Fill([s.see(corners)], color=show.SKY, alpha=0.3, label="all Aw: a plane"),
        show.Lines([s.see([*corners, corners[0]])], color=show.SKY, width=1.5),
    ]
    origin, fit, top = s.see(np.zeros(3))[0], s.see(s.fit)[0], s.see(TARGET)[0]
    for axis in np.eye(3):
        marks += show.arrow(origin, s.see(axis)[0], show.GREY, 1.2)
    for column, label in zip(COLUMNS.T, ("", "columns ones and x"), strict=True):
        marks += show.arrow(origin, s.see(column)[0], show.GREEN, 2.4, label=label)
    track = s.see(np.array([COLUMNS @ np.array([2 - w, w]) for w in (-0.5, 2.5)]))
    marks.append(show.Lines([track], color=show.BLUE, dash="dotted", width=1.6))
    marks += show.arrow(origin, top, show.BLACK, 2.4, label="y")
    marks += show.arrow(origin, fit, show.BLUE, 2.4, label="Aw, on the dotted line")
    marks += show.arrow(fit, top, show.VERMILLION, 2.4, label="residual y − Aw")
    spots = [*(s.see(1.25 * v)[0] for v in np.eye(3)), s.see(1.25 * COLUMNS[:, 0])[0], s.see(1.2 * COLUMNS[:, 1])[0]]
    spots += [top + np.array([0, 0.35]), fit - np.array([0, 0.4])]
    names = ["1", "2", "3", "ones", "x", "y", "Aw"]
    marks.append(show.Text(np.array(spots), names, size=9.5, align="center"))
    at, ends = np.arange(3.0), np.array([-0.25, 2.25])
    right = [
        show.Segments(np.column_stack([at, s.fit, at, TARGET]), color=show.VERMILLION, width=2.4, label="residuals"),
        show.curve(ends, 2 - s.w + s.w * ends, color=show.BLUE, width=2.4, label="line"),
        show.Points(np.column_stack([at, TARGET]), color=show.BLACK, size=8, label="points"),
    ]
    look: dict[str, Any] = dict(equal=True, xticks=((), ()), yticks=((), ()), width=1.5, legend_columns=2)
    return [
        Panel(marks, (-4.0, 4.0), (-3.6, 3.7), xlabel="grey: the three axes, one per point", **look),
        Panel(right, (-0.4, 2.4), (-1.2, 5.2), "x", "y", xticks=((0, 1, 2), ("0", "1", "2"))),
    ]


def describe_projection(s: Projection) -> str:
    r = s.residual
    products = f"ones {COLUMNS[:, 0] @ r:z.2f}, x {COLUMNS[:, 1] @ r:z.2f}"
    residual = f"residual ({r[0]:z.2f}, {r[1]:z.2f}, {r[2]:z.2f}), length {np.linalg.norm(r):.3f}"
    said = f"Slope w = {s.w:.2f}: {residual}; its products with the columns: {products}"
    return f"{said}; {s.tilt:.0f}° above the plane.".replace("-", "−")


@figure(FORMULA)
def projection() -> Live:
    """Least squares as a perpendicular: three points, and the plane that the columns span (LIN-06)."""
    controls = {
        "w": show.slider("slope w", 0.25, -0.5, 2.5, 0.05),
        "turn": show.slider("turn", -60, -90, 90, 1),
        "tilt": show.slider("tilt", 22, 0, 90, 1),
    }
    return Live(Projection, draw_projection, describe_projection, controls=controls, size=(8.8, 4.8))


# --- The steepest way (section 5) -------------------------------------------------------------


@dataclass(frozen=True)
class Direction:
    """A place on the bowl, the gradient there, and a direction u at this angle."""

    bowl: Bowl
    here: np.ndarray
    angle: float

    @property
    def gradient(self) -> np.ndarray:
        return gradient(self.bowl.A, self.bowl.y, self.here)

    @property
    def u(self) -> np.ndarray:
        return np.array([np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))])

    @property
    def slope(self) -> float:
        return float(self.gradient @ self.u)

    @property
    def steepest(self) -> float:
        return float(np.linalg.norm(self.gradient))

    @property
    def least(self) -> float:
        """A shorter gradient counts as 0: what is left of it at the lowest point is rounding."""
        return 1e-6 * float(np.linalg.norm(gradient(self.bowl.A, self.bowl.y, np.zeros(2)))) or 1.0


def draw_direction(s: Direction) -> list[Panel]:
    b, g, here = s.bowl, s.gradient, s.here
    steepest, reach = (s.steepest if s.steepest > s.least else 0.0), 0.22 * (b.xlim[1] - b.xlim[0])
    uphill, room = g / (steepest or np.inf), 1.25 * (steepest or 1.0)
    left = [
        b.contours,
        *show.arrow(here, here + reach * uphill, show.VERMILLION, 2.8, head=0.2 * reach, label="gradient"),
        *show.arrow(here, here + reach * s.u, show.BLUE, 2.8, head=0.2 * reach, dash="dashed", label="u"),
        show.point(*b.lowest, **LOWEST, label="lowest"),
        show.point(*here, **NOW),
    ]
    turns = np.linspace(0, 360, 181)
    around = np.column_stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))]) @ g
    right = [
        show.hline(0, (0, 360)),
        show.hline(steepest, (0, 360), color=show.VERMILLION, dash="dotted", width=1.6, label="length of the gradient"),
        show.curve(turns, around, color=show.BLUE, width=2.2, dash="dashed", label="slope along u"),
        show.point(s.angle, s.slope, **NOW),
    ]
    ticks = (0, 90, 180, 270, 360), ("0", "90", "180", "270", "360")
    return [
        Panel(left, b.xlim, b.ylim, "b", "w", equal=True, legend_columns=4, width=1.3),
        Panel(right, (0, 360), (-room, room), "angle of u (degrees)", "slope", legend_columns=1,
              xticks=ticks),
    ]  # fmt: skip


def describe_direction(s: Direction) -> str:
    if s.steepest <= s.least:
        return f"u at {s.angle:.0f}°: the gradient is 0 here, and J changes in no direction."
    turn = np.degrees(np.arctan2(*s.gradient[::-1])) % 360
    along = f"u at {s.angle:.0f}°: J changes by {show.number(s.slope)} per unit"
    return f"{along}; the gradient, at {turn:.0f}°, is {show.number(s.steepest)} long.".replace("by -", "by −")


@figure(LINE, height_and_weight, most=500)
def direction(data: Dataset) -> Live:
    """The slope of J along a direction that one turns; the place can be dragged (GRD-01)."""
    shift, unit = scale_of(data)
    one = bowl((data.X[:, 0] - shift) / unit, data.y)
    start = one.lowest + np.array([-0.3 * np.ptp(one.xlim), 0.18 * np.ptp(one.ylim)])

    def compute(angle: float, here) -> Direction:
        return Direction(one, here[0], angle)

    pointer = show.Pointer(start[None], editable=False, names=("where you stand",), name="here")
    controls = {"angle": show.slider("angle of u", 20, 0, 360, 2)}
    return Live(compute, draw_direction, describe_direction, controls=controls, pointer=pointer, size=(8.8, 4.0))
