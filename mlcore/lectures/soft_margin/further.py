"""The figures of lecture 11's Further sections: budget, noise, one easy point, single samples, a walk without a QP."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from scipy.stats import norm

from mlcore import datasets, show
from mlcore.base import losses
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.lectures.soft_margin.figures import PRICES, SoftMargin
from mlcore.logistic import LogisticRegression
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import draw_plane, line_mark
from mlcore.show import Field, LogSlider, Panel, Slider, StepSlider, View
from mlcore.svm import DualPoint, HingeState, hinge_descent_steps, smo, solve_primal, sweep_C
from mlcore.svm.sgd import hinge_objective


def nearest_price(path: Sequence[DualPoint], C: float) -> DualPoint:
    """The solution of a sweep whose C is nearest."""
    return min(path, key=lambda point: abs(np.log(point.C / C)))


# --- A budget instead of a price (Further A) --------------------------------------------------


@figure(CLASSES, datasets.breast_cancer_pair, most=120)
class budget(View):
    """A price for slack and a budget of slack: the same planes, and which budget belongs to which price (FIG-06).

    now: the solution for one price, of path, all prices. other, other_path: those of two noisy clouds. field: the least
    slack of each w.
    """

    controls = {"C": LogSlider("C, price of slack", 0.1, -3, 3)}
    path: Sequence[DualPoint]
    other_path: Sequence[DualPoint]
    field: Field
    now: DualPoint
    other: DualPoint

    def prepare(self):
        X = self.data.X
        clouds = datasets.noisy_blobs(120, noise=0.05)
        self.path = list(sweep_C(X @ X.T, self.data.y, PRICES))
        self.other_path = list(sweep_C(clouds.X @ clouds.X.T, clouds.y, PRICES))
        reach = 1.3 * max(np.abs(point.weights(X)).max() for point in self.path)
        self.field = show.decision_field(self.least_slack, (-reach, reach), (-reach, reach), n=41)

    def least_slack(self, ws: np.ndarray) -> np.ndarray:
        """For each w (m, 2) the smallest total slack over b; it is reached at a kink, y_i f(x_i) = 1."""
        y = self.data.y
        return np.array([losses.hinge(y * (s + (y - s)[:, None])).sum(axis=1).min() for s in ws @ self.data.X.T])

    def compute(self, C: float):
        self.now = nearest_price(self.path, C)
        self.other = nearest_price(self.other_path, C)

    def draw(self):
        X, field = self.data.X, self.field
        w = self.now.weights(X)
        turn = np.linspace(0, 2 * np.pi, 181)
        circle = np.linalg.norm(w) * np.column_stack([np.cos(turn), np.sin(turn)])
        levels = np.geomspace(max(field.z.min(), 1e-6), field.z.max(), 7)[1:-1]
        left = [
            show.Fill([circle], color=show.SKY, alpha=0.35, label="‖w‖ ≤ ‖w(C)‖"),
            show.contour_lines(field, levels, color=show.GREY, width=0.8, label="equal slack"),
            show.contour_lines(field, [self.now.slack.sum()], color=show.VERMILLION, width=2.4, label="slack t(C)"),
            show.Lines([np.array([point.weights(X) for point in self.path])], dash="dotted", label="all w(C)"),
            show.point(*w, size=9, color=show.YELLOW, edge=show.BLACK, label="w(C)"),
        ]
        xlim, ylim = (field.x[0], field.x[-1]), (field.y[0], field.y[-1])
        return [Panel(left, xlim, ylim, "$w_1$", "$w_2$", equal=True, legend_columns=3), self.budget_panel()]

    def budget_panel(self) -> Panel:
        """The total slack of every price, of these points and of the clouds."""
        marks = []
        for path, now, name, look in (
            (self.path, self.now, "these points", dict(color=show.BLUE)),
            (self.other_path, self.other, "two noisy clouds", dict(color=show.GREEN, dash="dashed")),
        ):
            slack = np.array([point.slack.sum() for point in path])
            marks.append(show.curve([point.C for point in path], slack, width=2, label=name, **look))
            marks.append(show.point(now.C, now.slack.sum(), color=look["color"], size=9, edge=show.BLACK))
        top = 1.2 * max(path[0].slack.sum() for path in (self.path, self.other_path))
        return Panel(marks, (6e-4, 1.6e3), (0, top), "C", "budget t = Σξ", logx=True, legend_columns=1, width=0.8)

    def describe(self):
        length = show.number(np.sqrt(self.now.squared_norm), 3)
        mine, other = (show.number(point.slack.sum(), 3) for point in (self.now, self.other))
        return (
            f"C = {show.number(self.now.C, 3)}: ‖w‖ = {length}; "
            f"budget t = {mine} for these points, {other} for the two clouds."
        )


# --- What noise does (Further B) --------------------------------------------------------------

DISTANCE = 3.0
NOISY_PRICES = np.logspace(-3, 2, 26)


@figure(FORMULA)
class noise(SoftMargin):
    """Two clouds with a share of the labels flipped: the street, and its true error for every price (SVM-12).

    errors (26,): at this noise, of the street of each of `prices`; error: of this one. least: of the diagonal, the best
    that any boundary can do.
    """

    size = (8.8, 4.8)
    frame = dict(xlim=(-5.6, 5.6), ylim=(-4.4, 4.4), equal=True)
    controls = {
        "C": LogSlider("C, price of slack", 1.0, -3, 2, per_decade=5),
        "noise": Slider("share of flipped labels", 0.2, 0.0, 0.3, 0.05),
    }
    prices: np.ndarray
    least: float
    sweeps: Callable[[float], tuple[Dataset, Sequence[DualPoint], np.ndarray]]
    noise: float
    errors: np.ndarray
    error: float

    def prepare(self):
        self.prices = NOISY_PRICES
        self.least = float(norm.cdf(-DISTANCE / 2))
        self.sweeps = cache(self.sweep)

    def sweep(self, share: float) -> tuple[Dataset, Sequence[DualPoint], np.ndarray]:
        """The clouds, the solutions for all prices, and their errors on new points: known, as the clouds are."""
        cloud = datasets.noisy_blobs(100, noise=share, distance=DISTANCE)
        path = list(sweep_C(cloud.X @ cloud.X.T, cloud.y, self.prices))
        return cloud, path, np.array([risk_of_line(p.weights(cloud.X), p.bias, DISTANCE) for p in path])

    def compute(self, C: float, noise: float):
        self.noise = noise
        self.data, path, self.errors = self.sweeps(round(noise, 2))
        self.X = self.data.X
        self.point = nearest_price(path, C)
        self.error = float(self.errors[np.abs(np.log(self.prices / self.point.C)).argmin()])

    def draw(self):
        left = self.street_panel()
        diagonal = show.segment((-9, 9), (9, -9), **show.BEST)
        right = [
            show.hline(self.least, (self.prices[0], self.prices[-1]), **show.BEST, label="best possible"),
            show.curve(self.prices, self.errors, color=show.BLUE, width=2),
            show.point(self.point.C, self.error, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK),
        ]
        look: dict[str, Any] = dict(logx=True, width=0.62, legend_columns=1)
        return [
            replace(left, marks=[*left.marks, diagonal]),
            Panel(right, (6e-4, 1.6e2), (0, 0.55), "C", "error on new points", **look),
        ]

    def describe(self):
        return f"Noise {self.noise:.2f}, {self.describe_street()} Error on new points {self.error:.3f}."


# --- One easy point (Further C) ---------------------------------------------------------------

LOOKS = {
    "SVM": dict(color=show.BLACK),
    "logistic": dict(color=show.BLUE, dash="dashed"),
    "class means": dict(color=show.GREEN, dash="dashdot"),
}
DISTANCES = np.arange(2, 12.01, 0.25)


def logistic_plane(X, y, C: float) -> np.ndarray:
    """(w, b) of least 1/2 ||w||^2 + C sum ln(1 + exp(-m)): (11.1) with the logistic loss, which is lecture 06."""
    model = LogisticRegression(lam=1 / C).fit(X, y)
    return np.append(model.coef_, model.intercept_)


def degrees(plane) -> float:
    """The direction of w."""
    return float(np.degrees(np.arctan2(plane[1], plane[0])))


@figure(FORMULA)
class easy_point(View):
    """One point, right already, pushed away: SVM, logistic regression and class means (SVM-21).

    planes: (w, b) by method, for twenty points and the easy one. turns: the directions of w for all DISTANCES. alone:
    that of logistic regression without the easy point.
    """

    controls = {"distance": Slider("distance of the easy point", 2.0, 2.0, 12.0, 0.25)}
    few: Dataset
    turns: dict[str, np.ndarray]
    alone: float
    fits: Callable[[float], tuple[np.ndarray, dict[str, np.ndarray]]]
    distance: float
    easy: np.ndarray
    planes: dict[str, np.ndarray]

    def prepare(self):
        self.few = datasets.overlapping_blobs(20, seed=1)
        self.fits = cache(self.fit)
        self.turns = {name: np.array([degrees(self.fits(float(r))[1][name]) for r in DISTANCES]) for name in LOOKS}
        self.alone = degrees(logistic_plane(self.few.X, self.few.y, 0.7))

    def fit(self, distance: float) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Where the easy point is (2,), and the three planes."""
        easy = np.array([0.6, 0.6]) + distance * np.array([np.cos(-0.6), np.sin(-0.6)])
        X, y = np.vstack([self.few.X, easy]), np.append(self.few.y, 1.0)
        svm = smo(X @ X.T, y, 0.7, tol=1e-6)
        means = X[y > 0].mean(axis=0), X[y < 0].mean(axis=0)
        w = means[0] - means[1]
        return easy, {
            "SVM": np.append(svm.weights(X), svm.bias),
            "logistic": logistic_plane(X, y, 0.7),
            "class means": np.append(w, -w @ (means[0] + means[1]) / 2),
        }

    def compute(self, distance: float):
        self.distance = distance
        self.easy, self.planes = self.fits(distance)

    def draw(self):
        frame: dict[str, Any] = dict(xlim=(-3.2, 11), ylim=(-6.8, 4.2))
        easy = dict(color=show.YELLOW, marker="s", size=11, edge=show.BLACK, label="easy point (+1)")
        boundaries = [
            line_mark(
                (self.planes[name][:2], self.planes[name][2]), frame, width=2.4, label=f"boundary: {name}", **look
            )
            for name, look in LOOKS.items()
        ]
        left = [
            *show.scatter_classes(self.few.X, self.few.y, ("y = −1", "y = +1")),
            show.point(*self.easy, **easy),
            *boundaries,
        ]
        height = self.alone + 1.6
        right = [
            *(show.curve(DISTANCES, self.turns[name], width=2.4, **look) for name, look in LOOKS.items()),
            show.hline(self.alone, (1.5, 12.5), color=show.BLUE, dash="dotted", width=1.3),
            show.words(12.3, height, "logistic, without the point", color=show.BLUE, align="right", size=9),
        ]
        for plane in self.planes.values():
            right.append(show.point(self.distance, degrees(plane), size=7, color=show.YELLOW, edge=show.BLACK))
        look: dict[str, Any] = dict(xlabel="distance of the easy point", ylabel="direction of w in degrees", width=0.6)
        return [
            Panel(left, **frame, xlabel="$x_1$", ylabel="$x_2$", equal=True, legend_columns=2),
            Panel(right, (1.5, 12.5), (0, 36), **look),
        ]

    def describe(self):
        turned = [f"{name} {show.number(degrees(plane), places=1)}°" for name, plane in self.planes.items()]
        return f"Direction of w: {', '.join(turned)}."


# --- A bound without its expectation (Further D) ----------------------------------------------


def random_separator(X, y, rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """One of the lines (w, b) that separate the points: a random direction that can, a random place in its gap."""
    while True:
        turn = rng.uniform(0, 2 * np.pi)
        w = np.array([np.cos(turn), np.sin(turn)])
        low, high = (X @ w)[y < 0].max(), (X @ w)[y > 0].min()
        if low < high:
            return w, -float(rng.uniform(low, high))


def risk_of_line(w, b: float, distance: float) -> float:
    """The share of new points of two unit clouds, `distance` apart on the diagonal, on the wrong side of w'x + b."""
    center = np.array([1.0, 1.0]) * distance / np.sqrt(8)
    return float(norm.cdf(np.array([-(w @ center + b), b - w @ center]) / max(np.linalg.norm(w), 1e-300)).mean())


def innermost(n: int, samples: int = 4000, seed: int = 0) -> np.ndarray:
    """The risk of the hard margin on each of many samples of n points, uniform on [-1, 1], labelled by their sign."""
    x = np.random.default_rng(seed).uniform(-1, 1, (samples, n))
    right = np.where(x > 0, x, 1).min(axis=1)
    left = np.where(x > 0, -1, x).max(axis=1)
    return np.abs(right + left) / 4


@figure(FORMULA)
class single_samples(View):
    """The support-vector bound, on average and for single samples (PAC-15).

    risk (4000,): of the widest street on samples of n points. broken: the share of samples beyond 2/(n − 1).
    """

    size = (8.8, 3.9)
    controls = {"n": Slider("n, points per sample", 50, 10, 200, 10)}
    n: int
    risk: np.ndarray
    broken: float

    def compute(self, n: int):
        self.n = n
        self.risk = innermost(n)
        self.broken = float((self.risk > 2 / (n - 1)).mean())

    def draw(self):
        n, floor = self.n, 1e-5
        claim = 2 * n / (n - 1)
        edges = claim * np.linspace(0, 3.5, 43)
        shares = np.histogram(np.minimum(self.risk * n, edges[-1]), edges)[0] / len(self.risk)
        boxes = np.column_stack([edges[:-1], np.full(42, floor), edges[1:] - 0.02, np.maximum(shares, floor)])
        over = edges[:-1] >= claim - 1e-9
        marks = [
            show.Bars(boxes[~over], color=show.SKY, label="samples that keep it"),
            show.Bars(boxes[over], color=show.VERMILLION, label="samples that break it"),
            show.vline(n * self.risk.mean(), (floor, 1), color=show.BLUE, width=2.4, label="mean over the samples"),
            show.vline(claim, (floor, 1), color=show.BLACK, dash="dashed", width=2.4, label="#SV/(n−1)"),
        ]
        names = "n × risk of the boundary found", "share of 4000 samples"
        return [Panel(marks, (0, 7), (2e-4, 0.5), *names, logy=True, legend_columns=4)]

    def describe(self):
        n = self.n
        return (
            f"n = {n}: mean risk {self.risk.mean():.4f}, bound (11.13) for n + 1 points {2 / (n + 1):.4f}; "
            f"the claim for a single sample, {2 / (n - 1):.4f}, fails in {100 * self.broken:.1f} % of the samples."
        )


# --- The hinge loss without a QP (Further E) --------------------------------------------------


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
class walk(View):
    """Subgradient steps on the hinge loss, one point at a time (CLS-10).

    every: steps from one snapshot to the next. state: at this snapshot. times, heights: the steps so far, and the
    objective at each in units of the QP's value.
    """

    C: float = 1.0
    every: int = 40
    snapshots: int = 150
    states: list[HingeState]
    all_heights: np.ndarray
    state: HingeState
    times: np.ndarray
    heights: np.ndarray

    def prepare(self):
        X, y, C = self.data.X, self.data.y, self.C
        steps = hinge_descent_steps(X, y, C, lr=float(1 / np.square(X).sum(axis=1).mean()))
        self.states = take(steps, self.every * self.snapshots)[:: self.every]
        best = solve_primal(X, y, C).objective / (C * len(y))
        self.all_heights = np.array([hinge_objective(state.w, state.b, X, y, C) for state in self.states]) / best
        self.controls = {"snapshot": StepSlider(f"snapshot, one per {self.every} steps", self.snapshots, 10)}

    def compute(self, snapshot: int):
        self.state = self.states[snapshot]
        self.times = np.array([state.t for state in self.states[: snapshot + 1]])
        self.heights = self.all_heights[: snapshot + 1]

    def draw(self):
        frame, names = show.window(self.data.X, 0.1), self.data.feature_names
        last = self.states[-1].t
        left = [
            *draw_plane(self.state.w, self.state.b, frame["xlim"], frame["ylim"]),
            *show.scatter_classes(self.data.X, self.data.y, self.data.target_names),
        ]
        look = dict(color=show.BLUE, width=1.8, label="mean hinge + penalty")
        right = [
            show.hline(1, (0, last), **show.BEST, label="the QP's value"),
            *show.trace(self.times, np.minimum(self.heights, 9.9), len(self.times) - 1, **look),
        ]
        axis: dict[str, Any] = dict(logy=True, yticks=((1, 2, 5, 10), ("1", "2", "5", "10")))
        return [
            Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
            Panel(right, (0, last), (0.8, 10), "steps", "objective / the QP's value", legend_columns=1, **axis),
        ]

    def describe(self):
        return f"After {self.state.t} steps: objective {show.number(self.heights[-1], 3)} times the QP's value."
