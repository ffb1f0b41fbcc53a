"""The figures of lecture 02, linear regression and gradient descent."""

from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.linear import DescentState, descent_steps, gradient, stable_lr
from mlcore.plots.cost_contours import LOWEST, NOW, LeastSquaresCost, least_squares_cost, visible_path
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, LINE
from mlcore.show import Choice, LogSlider, Mark, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.marks import flat

STEPS = 40  # of descent that the first figure walks
NO_TICKS: dict[str, Any] = dict(xticks=((), ()), yticks=((), ()))


def height_and_weight() -> Dataset:
    """Forty people: height in cm, weight in kg."""
    people = datasets.people(40)
    return Dataset(people.X[:, :1], people.y, ("height (cm)",), ("weight (kg)",))


def scale_of(data: Dataset) -> tuple[float, float]:
    """Shift and unit of the feature: 160 and 10 for heights in cm; else a quarter of the range from the smallest on."""
    if data.feature_names == ("height (cm)",):
        return 160.0, 10.0
    low = float(data.X.min())
    quarter = float(np.ptp(data.X)) / 4
    return low + quarter, quarter or 1.0


def words_for_scale(data: Dataset, shift: float, unit: float) -> str:
    """What b and w are for a reader's own feature; "" for the heights, of which the text says it."""
    if (shift, unit) == (160.0, 10.0):
        return ""
    name = data.feature_names[0].replace("$x_{1}$", "x")
    at, per = (show.number(value, 3) for value in (shift, unit))
    return f" Here b is the line's height at {name} = {at}, and w its rise per {per}."


# --- Descent on the bowl (section 1) ----------------------------------------------------------


@figure(LINE, height_and_weight, most=500)
class descent(View):
    """Descent on the bowl of J, the line it stands for, and the rate against its limit (GRD-02, GRD-03, GRD-13).

    states: of the walk so far, with the learning rate lr and `batch` points a step. limit: 2/λmax of walks with all
    points. The feature is (x − shift) / unit.
    """

    size = (8.8, 4.0)
    scales: dict[bool, tuple[float, float]]
    bowls: dict[bool, LeastSquaresCost]
    limits: dict[bool, float]
    standardised: bool
    shift: float
    unit: float
    bowl: LeastSquaresCost
    limit: float
    lr: float
    batch: int
    states: list[DescentState]

    def prepare(self):
        x = self.data.X[:, 0]
        y = self.data.y
        self.scales = {False: scale_of(self.data), True: (float(x.mean()), float(x.std() or 1.0))}
        self.bowls = {key: least_squares_cost((x - shift) / unit, y) for key, (shift, unit) in self.scales.items()}
        self.limits = {key: stable_lr(bowl.A) for key, bowl in self.bowls.items()}
        sizes = {f"all {len(y)}": len(y)} | {str(k): k for k in (10, 1) if k < len(y)}
        self.controls = {
            "lr": LogSlider("learning rate η", 0.3, -2, 0.5, per_decade=20),
            "step": StepSlider("step", STEPS, 0, interval=200),
            "batch": Choice("points a step", sizes),
            "standardise": Choice("standardise", {"off": False, "on": True}),
        }

    def compute(self, lr: float, step: int, batch: int, standardise: bool):
        self.standardised = standardise
        self.shift, self.unit = self.scales[standardise]
        self.bowl = self.bowls[standardise]
        self.limit = self.limits[standardise]
        marks = self.limit, self.limit / 2
        self.lr = next((mark for mark in marks if abs(np.log(lr / mark)) < 0.06), lr)  # half a step of the slider
        self.batch = batch
        self.states = take(descent_steps(self.bowl.A, self.data.y, lr=self.lr, batch_size=batch), step)

    @property
    def now(self) -> DescentState:
        """Where the walk stands."""
        return self.states[-1]

    @property
    def ratio(self) -> float:
        """The learning rate as a multiple of its limit."""
        return self.lr / self.limit

    def draw(self):
        return [self.valley(), self.lines(), self.dial()]

    def valley(self) -> Panel:
        """The contour lines of J, and the path."""
        bowl = self.bowl
        now = self.now.w
        path = visible_path([state.w for state in self.states], bowl.xlim, bowl.ylim)
        inside = bowl.xlim[0] < now[0] < bowl.xlim[1] and bowl.ylim[0] < now[1] < bowl.ylim[1]
        corner = bowl.xlim[0] + 0.02 * np.ptp(bowl.xlim), bowl.ylim[0] + 0.05 * np.ptp(bowl.ylim)
        marks = [
            bowl.contours,
            show.curve(*path.T, color=show.BLUE, width=2.0, label="path"),
            show.Points(path[:-1], color=show.BLUE, size=4.5),
            show.point(*bowl.lowest, **LOWEST, label="lowest"),
            show.Points(now[None] if inside else np.zeros((0, 2)), **NOW, label="now"),
            *([] if inside else [show.words(*corner, "now: far outside", size=10)]),
        ]
        return Panel(marks, bowl.xlim, bowl.ylim, "b", "w", equal=True, legend_columns=2, width=1.5)

    def lines(self) -> Panel:
        """The points, the best line and the line now."""
        x = self.data.X[:, 0]
        y = self.data.y
        ends = np.array(show.limits(x, 0.1))
        room = show.limits(np.append(y, 0.0))
        feature = (ends - self.shift) / self.unit
        best, now = (w[0] + w[1] * feature for w in (self.bowl.lowest, self.now.w))
        far = 1e6 * np.ptp(room)
        marks = [
            show.Points(np.column_stack([x, y]), color=show.GREY, size=4.5, alpha=0.8),
            show.curve(ends, best, color=show.VERMILLION, dash="dashed", width=2.0, label="best line"),
            show.curve(ends, np.clip(now, -far, far), color=show.BLUE, width=2.6, label="line now"),
        ]
        names = self.data.feature_names[0], self.data.target_name
        return Panel(marks, (ends[0], ends[1]), room, *names, legend_columns=1, width=0.9)

    def dial(self) -> Panel:
        """A needle on the scale of η / (2/λmax), from 0.01 to 10."""
        ratio = self.ratio
        marks = [
            show.Fill([dial_zone(0.01, 0.5)], color=show.GREEN, alpha=0.55, label="below ½"),
            show.Fill([dial_zone(0.5, 1)], color=show.YELLOW, alpha=0.9, label="½ to 1"),
            show.Fill([dial_zone(1, 10)], color=show.VERMILLION, alpha=0.75, label="above 1"),
            show.segment((0, 0), on_dial(np.array([ratio]), 0.9)[0], width=3.2),
            show.point(0, 0, size=8),
            show.Text(
                on_dial(np.array([0.01, 0.1, 0.5, 1, 10]), 1.2),
                ["0.01", "0.1", "½", "1", "10"],
                size=9,
                align="center",
            ),
            show.words(0, -0.3, f"{ratio:.2f} of 2/λmax", align="center", size=11),
            show.words(0, -0.55, self.kind, align="center", size=9),
        ]
        return Panel(marks, (-1.6, 1.6), (-0.8, 1.45), equal=True, **NO_TICKS, width=0.95, legend_columns=1)

    @property
    def kind(self) -> str:
        """What this rate does, in words, once a step has been taken."""
        if self.now.t == 0:
            return ""
        kind = kind_of_walk(self.ratio)
        return kind if self.uses_all else f"all points: {kind}"

    @property
    def uses_all(self) -> bool:
        """True if each step uses all points."""
        return self.batch == len(self.data.y)

    def describe(self):
        many = f"{self.batch} point{'s' * (self.batch != 1)}"
        batch = f"all {many} a step" if self.uses_all else f"{many} a step"
        scale = "standardised" if self.standardised else "not standardised"
        rate = f"η = {show.number(self.lr, 3)} is {self.ratio:.2f} of 2/λmax"
        return f"{rate}; {batch}; {scale}: {self.place()}.{self.units}"

    @property
    def units(self) -> str:
        """What b and w are, for other data than the lecture's."""
        return words_for_scale(self.data, *self.scales[False]) if not self.standardised else ""

    def place(self) -> str:
        """Where the walk stands, in words."""
        now = self.now
        if now.diverged:
            return f"blown up after {now.t} steps"
        b, w = (show.number(v) for v in now.w)
        arrived = ", arrived" if now.converged else ""
        return f"after {now.t} step{'s' * (now.t != 1)} b = {b}, w = {w}, J = {show.number(now.cost)}{arrived}"


def kind_of_walk(ratio: float) -> str:
    """What a walk with all points does in its steepest direction."""
    if abs(ratio - 0.5) < 1e-9:
        return "lands at once"
    if abs(ratio - 1) < 1e-9:
        return "to and fro for ever"
    return "falls short" if ratio < 0.5 else "overshoots, arrives" if ratio < 1 else "explodes"


def on_dial(ratio, radius: float) -> np.ndarray:
    """Places (m, 2) on a half circle for ratios (m,): 0.01 at its left end, 10 at its right."""
    turn = np.pi * (1 - (np.clip(np.log10(ratio), -2, 1) + 2) / 3)
    return np.column_stack([radius * np.cos(turn), radius * np.sin(turn)])


def dial_zone(low: float, high: float) -> np.ndarray:
    """The outline of the part of the dial between two ratios."""
    return np.vstack([on_dial(np.geomspace(low, high, 30), 1.0), on_dial(np.geomspace(high, low, 30), 0.72)])


# --- The right angle (section 4) --------------------------------------------------------------

COLUMNS = np.array([[1.0, 0], [1, 1], [1, 2]])
TARGET = np.array([2.0, 0, 4])
FRAME = np.array([[1, 1, 1], [-1, 0, 1], [1, -2, 1]]) / np.sqrt([[3], [2], [6]])  # two directions in the plane, normal


@figure(FORMULA)
class projection(View):
    """Least squares as a perpendicular: three points, and the plane that the columns span (LIN-06).

    fit, residual (3,): of the line of slope w through the mean. turn, tilt: where the camera stands, in degrees round
    the plane's normal and above the plane.
    """

    size = (8.8, 4.8)
    w: float
    turn: float
    tilt: float
    fit: np.ndarray
    residual: np.ndarray

    def prepare(self):
        self.controls = {
            "w": Slider("slope w", 0.25, -0.5, 2.5, 0.05),
            "turn": Slider("turn", -60, -90, 90),
            "tilt": Slider("tilt", 22, 0, 90),
        }

    def compute(self, w: float, turn: float, tilt: float):
        self.w = w
        self.turn = turn
        self.tilt = tilt
        self.fit = COLUMNS @ np.array([2 - w, w])
        self.residual = TARGET - self.fit

    def see(self, v) -> np.ndarray:
        """Points of R^3 (m, 3) on the screen (m, 2), from a camera that has walked round the plane's normal."""
        a = np.radians(self.turn)
        c = np.cos(np.radians(self.tilt))
        s = np.sin(np.radians(self.tilt))
        p = np.atleast_2d(v) @ FRAME.T - [1.9, 1.4, 0]
        x = p[:, 0] * np.cos(a) - p[:, 1] * np.sin(a)
        depth = p[:, 0] * np.sin(a) + p[:, 1] * np.cos(a)
        return np.column_stack([x, p[:, 2] * c + depth * s])

    def draw(self):
        ends = np.array([-0.25, 2.25])
        at = np.arange(3.0)
        stems = np.column_stack([at, self.fit, at, TARGET])
        right = [
            show.Segments(stems, color=show.VERMILLION, width=2.4, label="residuals"),
            show.curve(ends, 2 - self.w + self.w * ends, color=show.BLUE, width=2.4, label="line"),
            show.Points(np.column_stack([at, TARGET]), color=show.BLACK, size=8, label="points"),
        ]
        return [
            self.space(),
            Panel(right, (-0.4, 2.4), (-1.2, 5.2), "x", "y", xticks=((0, 1, 2), ("0", "1", "2"))),
        ]

    def space(self) -> Panel:
        """The space with an axis for each point: the plane of all fits, the targets above it, and the residual."""
        corners = [p * FRAME[0] + q * FRAME[1] for p, q in ((-0.4, -1.2), (4.2, -1.2), (4.2, 4.0), (-0.4, 4.0))]
        track = [COLUMNS @ np.array([2 - w, w]) for w in (-0.5, 2.5)]
        origin, fit, target = (self.see(v)[0] for v in (np.zeros(3), self.fit, TARGET))
        ones, x = (self.see(column)[0] for column in COLUMNS.T)
        marks = [
            show.Fill([self.see(corners)], color=show.SKY, alpha=0.3, label="all Aw: a plane"),
            show.Lines([self.see([*corners, corners[0]])], color=show.SKY, width=1.5),
            *(mark for axis in np.eye(3) for mark in show.arrow(origin, self.see(axis)[0], show.GREY, 1.2)),
            *show.arrow(origin, ones, show.GREEN, 2.4),
            *show.arrow(origin, x, show.GREEN, 2.4, label="columns ones and x"),
            show.Lines([self.see(track)], color=show.BLUE, dash="dotted", width=1.6),
            *show.arrow(origin, target, show.BLACK, 2.4, label="y"),
            *show.arrow(origin, fit, show.BLUE, 2.4, label="Aw, on the dotted line"),
            *show.arrow(fit, target, show.VERMILLION, 2.4, label="residual y − Aw"),
            self.names_in_space(),
        ]
        return Panel(
            marks,
            (-4.0, 4.0),
            (-3.6, 3.7),
            xlabel="grey: the three axes, one per point",
            equal=True,
            **NO_TICKS,
            width=1.5,
            legend_columns=2,
        )

    def names_in_space(self) -> Mark:
        """What the axes and the arrows are called, beyond their tips."""
        tips = [*1.25 * np.eye(3), 1.25 * COLUMNS[:, 0], 1.2 * COLUMNS[:, 1]]
        above = self.see(TARGET)[0] + [0, 0.35]
        below = self.see(self.fit)[0] - [0, 0.4]
        places = np.array([*(self.see(tip)[0] for tip in tips), above, below])
        return show.Text(places, ["1", "2", "3", "ones", "x", "y", "Aw"], size=9.5, align="center")

    def describe(self):
        slope, *residual = (show.number(v, places=2) for v in (self.w, *self.residual))
        length = np.linalg.norm(self.residual)
        ones, x = (show.number(column @ self.residual, places=2) for column in COLUMNS.T)
        return (
            f"Slope w = {slope}: residual ({', '.join(residual)}), length {length:.3f}; "
            f"its products with the columns: ones {ones}, x {x}; {self.tilt:.0f}° above the plane."
        )


# --- The steepest way (section 5) -------------------------------------------------------------


@figure(LINE, height_and_weight, most=500)
class direction(View):
    """The slope of J along a direction that one turns; the place can be dragged (GRD-01).

    here (2,): the place. gradient (2,): of J there; steepest: its length. u (2,): the direction at this angle, and
    slope: that of J along it. least: a shorter gradient counts as 0.
    """

    size = (8.8, 4.0)
    bowl: LeastSquaresCost
    units: str
    least: float
    angle: float
    here: np.ndarray
    gradient: np.ndarray
    steepest: float
    u: np.ndarray
    slope: float

    def prepare(self):
        shift, unit = scale_of(self.data)
        self.units = words_for_scale(self.data, shift, unit)
        self.bowl = bowl = least_squares_cost((self.data.X[:, 0] - shift) / unit, self.data.y)
        at_start = float(np.linalg.norm(gradient(bowl.A, bowl.y, np.zeros(2))))
        self.least = 1e-6 * at_start or 1.0  # what is left of the gradient at the lowest point is rounding
        start = bowl.lowest + np.array([-0.3 * np.ptp(bowl.xlim), 0.18 * np.ptp(bowl.ylim)])
        self.controls = {"angle": Slider("angle of u", 0, 0, 360, 2)}
        self.pointers = [Pointer(start[None], editable=False, names=("where you stand",), name="here")]

    def drags(self):
        panel = flat(self.at().draw())[0]
        right, low = panel.xlim[1], panel.ylim[0]
        return [
            show.Drag(
                "the square to the right edge, and then to the lower one", [(right, 0.0), (0.0, low)], name="here"
            )
        ]

    def compute(self, angle: float, here):
        self.angle = angle
        self.here = here[0]
        self.gradient = gradient(self.bowl.A, self.bowl.y, self.here)
        self.steepest = float(np.linalg.norm(self.gradient))
        self.u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        self.slope = float(self.gradient @ self.u)

    def draw(self):
        bowl = self.bowl
        here = self.here
        steepest = self.steepest if self.steepest > self.least else 0.0
        reach = 0.22 * (bowl.xlim[1] - bowl.xlim[0])
        uphill = self.gradient / (steepest or np.inf)
        left = [
            bowl.contours,
            *show.arrow(here, here + reach * uphill, show.VERMILLION, 2.8, head=0.2 * reach, label="gradient"),
            *show.arrow(here, here + reach * self.u, show.BLUE, 2.8, head=0.2 * reach, dash="dashed", label="u"),
            show.point(*bowl.lowest, **LOWEST, label="lowest"),
            show.point(*here, **NOW),
        ]
        turns = np.arange(0, self.angle + 1, 2)
        around = np.column_stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))]) @ self.gradient
        right = [
            show.hline(0, (0, 360)),
            show.curve(turns, around, color=show.BLUE, width=2.2, dash="dashed", label="slope along u, so far"),
            show.point(self.angle, self.slope, **NOW),
        ]
        room = 1.25 * (steepest or 1.0)
        ticks = (0, 90, 180, 270, 360), ("0", "90", "180", "270", "360")
        return [
            Panel(left, bowl.xlim, bowl.ylim, "b", "w", equal=True, legend_columns=4, width=1.3),
            Panel(right, (0, 360), (-room, room), "angle of u (degrees)", "slope", legend_columns=1, xticks=ticks),
        ]

    def describe(self):
        if self.steepest <= self.least:
            return f"u at {self.angle:.0f}°: the gradient is 0 here, and J changes in no direction."
        b, w = (show.number(v, 4) for v in self.gradient)
        change = f"u at {self.angle:.0f}°: J changes by {show.number(self.slope)} per unit"
        return f"{change}; the gradient is ({b}, {w}).{self.units}"


# --- One direction alone (section 5) ----------------------------------------------------------


@figure(FORMULA)
class slide(View):
    """Descent along one eigenvector of the Hessian (GRD-05, GRD-13).

    r: the product of η and the eigenvalue λ. w (16,): the start at 1 and fifteen steps on J = ½ λ w².
    """

    size = (8.8, 3.7)
    r: float
    w: np.ndarray

    def prepare(self):
        self.controls = {"r": Slider("ηλ", 0.3, 0.05, 2.2, 0.05)}

    def compute(self, r: float):
        self.r = round(r, 6)
        w = [state.w[0] for state in take(descent_steps([[1.0]], [0.0], w=[1.0], lr=self.r), 15)]
        self.w = np.append(w, np.zeros(16 - len(w)))[:16]

    def draw(self):
        w = self.w
        grid = np.linspace(-2.2, 2.2, 121)
        inside = np.abs(self.w) < 2.2
        on = np.column_stack([w, w**2 / 2])[: len(w) if inside.all() else int(np.argmin(inside))]
        away = np.maximum(np.abs(w), 1e-5)
        t = np.arange(len(w))
        left = [
            show.curve(grid, grid**2 / 2, color=show.GREY, width=1.6, label="J"),
            show.curve(*on.T, color=show.BLUE, width=1.8, label="steps"),
            show.Points(on, color=show.BLUE, size=6),
            show.point(*on[0], color="#FFFFFF", edge=show.BLACK, edge_width=2, size=10, label="start"),
        ]
        right = [
            show.hline(1, (0, 15), dash="dotted", width=1.5, label="the start's"),
            show.curve(t, away, color=show.BLUE, width=2.0, label="|w|"),
            show.Points(np.column_stack([t, away]), color=show.BLUE, size=6),
        ]
        return [
            Panel(left, (-2.2, 2.2), (-0.15, 2.5), "w", "J"),
            Panel(right, (-0.3, 15.3), (1e-5, 30), "steps", "|w|, cut at 0.00001", logy=True),
        ]

    def describe(self):
        kinds = {
            1 - 1e-9: "falls short every time",
            1 + 1e-9: "lands at the bottom at once",
            2 - 1e-9: "overshoots, and arrives",
            2 + 1e-9: "goes to and fro for ever",
        }
        kind = next((words for end, words in kinds.items() if self.r <= end), "explodes")
        factor = show.number(1 - self.r, places=2)
        left = show.with_minus(f"{abs(self.w[-1]):.2g}")
        return f"ηλ = {self.r:.2f}, factor 1 − ηλ = {factor}: {kind}; after 15 steps |w| = {left}."


# --- Bells on the line (section 7) ------------------------------------------------------------


@figure(LINE, height_and_weight, most=500)
class bells(View):
    """A bell of noise on the line at seven of the points: least squares as maximum likelihood (LIN-08).

    x, y (m,): these points. w: the slope of the line, which passes through their mean; best: that of least squares.
    spread: the standard deviation about the best line, never quite 0. sigma: that of the noise. slopes: for the curve
    on the right.
    """

    size = (8.8, 4.2)
    x: np.ndarray
    y: np.ndarray
    best: float
    spread: float
    swing: float
    slopes: np.ndarray
    sigma: float
    w: float

    def prepare(self):
        x = self.data.X[:, 0]
        y = self.data.y
        if not np.ptp(x):
            raise ValueError(
                "The input is the same for all points, so no slope is the best: take an input that varies."
            )
        order = np.argsort(x, kind="stable")
        some = order[np.unique(np.linspace(1, len(order) - 2, 7).astype(int))] if len(order) > 8 else order
        self.x = x[some]
        self.y = y[some]
        across = self.x - self.x.mean()
        up = self.y - self.y.mean()
        self.best = float(across @ up / (across @ across))
        self.spread = max(float((up - self.best * across).std()), 1e-3 * float(np.ptp(self.y)) or 1.0)
        self.swing = max(abs(self.best), 3 * self.spread / np.ptp(self.x)) if np.ptp(self.x) else 1.0
        self.slopes = self.best + 1.4 * self.swing * np.linspace(-1, 1, 121)
        self.controls = {
            "sigma": Slider("σ, in spreads about the line", 1.0, 0.3, 3.0, 0.1),
            "w": Slider("tilt of the line", -0.6, -1.2, 1.2, 0.05),
        }

    def compute(self, sigma: float, w: float):
        self.sigma = sigma * self.spread
        self.w = self.best + w * self.swing

    def line(self, x):
        """The heights of the line."""
        return self.y.mean() + self.w * (x - self.x.mean())

    def log_likelihood(self, w):
        """The sum of the log heights for each slope in w."""
        errors = self.y - self.y.mean() - np.multiply.outer(w, self.x - self.x.mean())
        return (-0.5 * np.log(2 * np.pi) - np.log(self.sigma) - errors**2 / (2 * self.sigma**2)).sum(axis=-1)

    def draw(self):
        curve = self.log_likelihood(self.slopes)
        top, now = (float(self.log_likelihood(w)) for w in (self.best, self.w))
        floor = min(top - 3, np.quantile(curve, 0.1))  # below what the slider reaches
        right = [
            show.curve(self.slopes, curve, color=show.BLUE, width=2.2, label="LL"),
            show.point(self.w, now, **NOW, label="now"),
        ]
        ends = (self.slopes[0], self.slopes[-1])
        return [
            self.points_and_bells(),
            Panel(right, ends, (floor, top + 0.12 * (top - floor)), "slope w", "LL", legend_columns=3),
        ]

    def points_and_bells(self) -> Panel:
        """The line, and at each point the bell of the noise, drawn to the right, with the height of the point in it."""
        x = self.x
        y = self.y
        sigma = self.sigma
        centers = self.line(self.x)
        bell = np.linspace(-3.2, 3.2, 61)
        density = np.exp(-(bell**2) / 2) / np.sqrt(2 * np.pi) / sigma
        stretch = 0.16 * np.ptp(x) * np.sqrt(2 * np.pi) * self.spread  # in units of x, for a bell as wide as the spread
        sides = [np.column_stack([a + stretch * density, c + sigma * bell]) for a, c in zip(x, centers, strict=True)]
        heights = stretch * np.exp(-((y - centers) ** 2) / (2 * sigma**2)) / np.sqrt(2 * np.pi) / sigma
        ends = show.limits(x, 0.2)
        marks = [
            show.Fill(sides, color=show.SKY, alpha=0.3),
            show.Lines(sides, color=show.SKY, width=1.4, label="bells"),
            show.curve(np.array(ends), self.line(np.array(ends)), color=show.BLUE, width=2.4, label="line"),
            show.Segments(np.column_stack([x, y, x + heights, y]), color=show.VERMILLION, width=3.2, label="heights"),
            show.Points(np.column_stack([x, y]), color=show.BLACK, size=7, label="points"),
        ]
        names = self.data.feature_names[0], self.data.target_name
        return Panel(marks, ends, show.limits(y, 0.5), *names, legend_columns=4, width=1.4)

    def describe(self):
        LL = float(self.log_likelihood(self.w))
        product = show.with_minus(f"{np.exp(LL):.2g}")
        return (
            f"σ = {show.number(self.sigma, 3)}, slope {show.number(self.w, 3)}: the product of the {len(self.x)} "
            f"heights is {product}, its logarithm {show.number(LL)}."
        )
