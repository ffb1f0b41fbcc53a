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


def midway(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    """The line (w, b) midway between the class means, and perpendicular to the way from one to the other."""
    high, low = X[y > 0].mean(axis=0), X[y < 0].mean(axis=0)
    return high - low, float((low - high) @ (high + low)) / 2


# --- A budget instead of a price (Further A) --------------------------------------------------


@figure(CLASSES, datasets.breast_cancer_pair, most=120)
class budget(View):
    """A price for slack and a budget of slack: the same planes, and which budget belongs to which price (FIG-06).

    now: the solution for one price, of path, all prices. other, other_path: those of two noisy clouds. field: the least
    slack of each w.
    """

    controls = {"C": LogSlider("C, price of slack", 1000.0, -3, 3)}
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
NOISY_PRICES = np.logspace(-3, 2, 16)
SAMPLES = 20


@figure(FORMULA)
class noise(SoftMargin):
    """Two clouds, a share of the labels flipped, drawn anew: the street, and its true error for every price (SVM-12).

    all_errors (20, 16): at this noise, of the street of each sample for each of `prices`; errors (16,): of this sample;
    error: of this street. of_means (20,): of the line midway between the class means. least: of the diagonal, the best
    that any boundary can do.
    """

    size = (8.8, 4.8)
    frame = dict(xlim=(-5.6, 5.6), ylim=(-4.4, 4.4), equal=True)
    controls = {
        "C": LogSlider("C, price of slack", 100.0, -3, 2, per_decade=3),
        "noise": Slider("share of flipped labels", 0.0, 0.0, 0.3, 0.1),
        "sample": StepSlider("sample of the two clouds", SAMPLES - 1, 1),
    }
    prices: np.ndarray
    least: float
    sweeps: Callable[[float], tuple[Sequence[Dataset], Sequence[Sequence[DualPoint]], np.ndarray, np.ndarray]]
    noise: float
    sample: int
    all_errors: np.ndarray
    of_means: np.ndarray
    errors: np.ndarray
    error: float

    def prepare(self):
        self.prices = NOISY_PRICES
        self.least = float(norm.cdf(-DISTANCE / 2))
        self.sweeps = cache(self.sweep)

    def sweep(self, share: float) -> tuple[Sequence[Dataset], Sequence[Sequence[DualPoint]], np.ndarray, np.ndarray]:
        """The clouds of each sample, the solutions for all prices, their errors on new points, those of the means."""
        clouds = [datasets.noisy_blobs(40, noise=share, distance=DISTANCE, seed=seed) for seed in range(SAMPLES)]
        paths = [list(sweep_C(cloud.X @ cloud.X.T, cloud.y, self.prices, tol=1e-5)) for cloud in clouds]
        errors = [
            [risk_of_line(p.weights(cloud.X), p.bias, DISTANCE) for p in path]
            for cloud, path in zip(clouds, paths, strict=True)
        ]
        means = [risk_of_line(*midway(cloud.X, cloud.y), DISTANCE) for cloud in clouds]
        return clouds, paths, np.array(errors), np.array(means)

    def compute(self, C: float, noise: float, sample: int):
        self.noise, self.sample = noise, sample
        clouds, paths, self.all_errors, self.of_means = self.sweeps(round(noise, 2))
        self.data, self.X, self.errors = clouds[sample], clouds[sample].X, self.all_errors[sample]
        k = int(np.abs(np.log(self.prices / C)).argmin())
        self.point, self.error = paths[sample][k], float(self.errors[k])

    def draw(self):
        left, prices = self.street_panel(), self.prices
        diagonal = show.segment((-9, 9), (9, -9), **show.BEST)
        others = [np.column_stack([prices, errors]) for errors in self.all_errors]
        look: dict[str, Any] = dict(color=show.PURPLE, dash="dashdot", width=2.0, label="line midway between the means")
        between_means = line_mark(midway(self.X, self.data.y), self.frame, **look)
        right = [
            show.Lines(others, color=show.GREY, width=0.7, label=f"streets of {SAMPLES} samples"),
            show.hline(self.least, (prices[0], prices[-1]), **show.BEST, label="best possible"),
            show.hline(float(self.of_means[self.sample]), (prices[0], prices[-1]), **look),
            show.curve(prices, self.errors, color=show.BLUE, width=2.4, label="this sample"),
            show.point(self.point.C, self.error, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK),
        ]
        axes: dict[str, Any] = dict(logx=True, width=0.8, legend_columns=1)
        return [
            replace(left, marks=[*left.marks, diagonal, replace(between_means, label="")], legend_columns=2),
            Panel(right, (6e-4, 1.6e2), (0, 0.55), "C", "error on new points", **axes),
        ]

    def describe(self):
        return (
            f"Noise {self.noise:.1f}, sample {self.sample}: {self.describe_street()} Error on new points "
            f"{self.error:.3f}; of the line midway between the means {self.of_means[self.sample]:.3f}."
        )


# --- One easy point (Further C) ---------------------------------------------------------------

LOOKS = {
    "SVM": dict(color=show.BLACK),
    "logistic": dict(color=show.BLUE, dash="dashed"),
    "class means": dict(color=show.GREEN, dash="dashdot"),
}
DOTS = {"SVM": "o", "logistic": "s", "class means": "D"}
MARGINS = np.arange(1.5, 8.01, 0.25)


def logistic_plane(X, y, C: float) -> np.ndarray:
    """(w, b) of least 1/2 ||w||^2 + C sum ln(1 + exp(-m)): (11.1) with the logistic loss, which is lecture 06."""
    model = LogisticRegression(lam=1 / C).fit(X, y)
    return np.append(model.coef_, model.intercept_)


def three_planes(few: Dataset, margin: float) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Where the easy point is (2,), and the planes (w, b), by method, of the few points and this one.

    margin: of the easy point, y f(x) for the street of the few alone. It lies as far aside as it is in front.
    """
    street = smo(few.X @ few.X.T, few.y, 0.7, tol=1e-6)
    w, middle = street.weights(few.X), few.X.mean(axis=0)
    easy = middle + ((margin - middle @ w - street.bias) * w + margin * np.array([w[1], -w[0]])) / (w @ w)
    X, y = np.vstack([few.X, easy]), np.append(few.y, 1.0)
    svm, means = smo(X @ X.T, y, 0.7, tol=1e-6), midway(X, y)
    planes = {"SVM": np.append(svm.weights(X), svm.bias), "logistic": logistic_plane(X, y, 0.7)}
    return easy, planes | {"class means": np.append(*means)}


def degrees(plane) -> float:
    """The direction of w."""
    return float(np.degrees(np.arctan2(plane[1], plane[0])))


@figure(FORMULA)
class easy_point(View):
    """One point, right already, pushed away: SVM, logistic regression and class means (SVM-21).

    planes: (w, b) by method, for twenty points and the easy one. turns: the directions of w for all MARGINS. alone:
    that of logistic regression without the easy point.
    """

    controls = {"margin": Slider("margin of the easy point", 1.5, 1.5, 8.0, 0.25)}
    few: Dataset
    turns: dict[str, np.ndarray]
    alone: float
    fits: Callable[[float], tuple[np.ndarray, dict[str, np.ndarray]]]
    margin: float
    easy: np.ndarray
    planes: dict[str, np.ndarray]

    def prepare(self):
        self.few = datasets.overlapping_blobs(20, seed=1)
        self.fits = cache(lambda margin: three_planes(self.few, margin))
        self.turns = {name: np.array([degrees(self.fits(float(m))[1][name]) for m in MARGINS]) for name in LOOKS}
        self.alone = degrees(logistic_plane(self.few.X, self.few.y, 0.7))

    def compute(self, margin: float):
        self.margin = margin
        self.easy, self.planes = self.fits(margin)

    def draw(self):
        frame: dict[str, Any] = dict(xlim=(-3.2, 12.2), ylim=(-6.8, 4.2))
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
        so_far = self.margin + 1e-9 >= MARGINS
        right: list[Any] = [
            *(show.curve(MARGINS[so_far], self.turns[name][so_far], width=2.4, **look) for name, look in LOOKS.items()),
        ]
        if self.margin >= 3:
            right.append(show.hline(self.alone, (1, 8.5), color=show.BLUE, dash="dotted", width=1.3))
            text = "logistic, without the point"
            right.append(show.words(8.4, self.alone + 1.6, text, color=show.BLUE, align="right", size=9))
        for name, plane in self.planes.items():
            at = dict(size=8, color=LOOKS[name]["color"], edge=show.BLACK, marker=DOTS[name], label=name)
            right.append(show.point(self.margin, degrees(plane), **at))
        axes: dict[str, Any] = dict(xlabel="margin of the easy point", ylabel="direction of w in degrees")
        return [
            Panel(left, **frame, xlabel="$x_1$", ylabel="$x_2$", equal=True, legend_columns=2),
            Panel(right, (1, 8.5), (0, 36), **axes, width=0.6, legend_columns=1),
        ]

    def describe(self):
        turned = [f"{name} {show.number(degrees(plane), places=1)}°" for name, plane in self.planes.items()]
        return f"Direction of w: {', '.join(turned)}."


# --- A bound without its expectation (Further D) ----------------------------------------------


def risk_of_line(w, b: float, distance: float) -> float:
    """The share of new points of two unit clouds, `distance` apart on the diagonal, on the wrong side of w'x + b."""
    center = np.array([1.0, 1.0]) * distance / np.sqrt(8)
    return float(norm.cdf(np.array([-(w @ center + b), b - w @ center]) / max(np.linalg.norm(w), 1e-300)).mean())


def innermost(n: int, samples: int = 4000, seed: int = 0) -> np.ndarray:
    """The risk of the hard margin on each of many samples of n points, uniform on [-1, 1], labelled by their sign.

    From n = 20 on: so many points have both signs, but for two samples in a million.
    """
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
    controls = {"n": Slider("n, points per sample", 20, 20, 200, 10)}
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
        self.controls = {"snapshot": StepSlider(f"snapshot, one per {self.every} steps", self.snapshots)}

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
