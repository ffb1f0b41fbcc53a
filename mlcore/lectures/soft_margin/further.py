"""The figures of lecture 11's Further sections: budget, noise, one easy point, single samples, a walk without a QP."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from scipy.stats import norm

from mlcore import datasets, show
from mlcore.base import losses
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.lectures.soft_margin.figures import PRICES, Street, describe_street, street_panel
from mlcore.logistic import LogisticRegression
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import draw_plane
from mlcore.show import Field, Live, Mark, Panel
from mlcore.svm import DualPoint, HingeState, hinge_descent_steps, smo, solve_primal, sweep_C
from mlcore.svm.sgd import hinge_objective


def nearest_price(path: Sequence[DualPoint], C: float) -> DualPoint:
    """The solution of a sweep whose C is nearest."""
    return min(path, key=lambda point: abs(np.log(point.C / C)))


# --- A budget instead of a price (Further A) --------------------------------------------------


@dataclass(frozen=True)
class Budget:
    """The solution for one price and its budget of slack; the same price on other data; both whole sweeps."""

    X: np.ndarray
    now: DualPoint
    path: Sequence[DualPoint]
    other: DualPoint
    other_path: Sequence[DualPoint]
    field: Field


def draw_budget(s: Budget) -> list[Panel]:
    w, t = s.now.weights(s.X), float(s.now.slack.sum())
    turn = np.linspace(0, 2 * np.pi, 181)
    circle = np.linalg.norm(w) * np.column_stack([np.cos(turn), np.sin(turn)])
    every = np.geomspace(max(s.field.z.min(), 1e-6), s.field.z.max(), 7)[1:-1]
    left: list[Mark] = [
        show.Fill([circle], color=show.SKY, alpha=0.35, label="‖w‖ ≤ ‖w(C)‖"),
        show.contour_lines(s.field, every, color=show.GREY, width=0.8, label="equal slack"),
        show.contour_lines(s.field, [t], color=show.VERMILLION, width=2.4, label="slack t(C)"),
        show.Lines([np.array([p.weights(s.X) for p in s.path])], dash="dotted", label="all w(C)"),
        show.point(*w, size=9, color=show.YELLOW, edge=show.BLACK, label="w(C)"),
    ]
    right, highest = [], 1.2 * max(s.path[0].slack.sum(), s.other_path[0].slack.sum())
    for path, now, name, look in (
        (s.path, s.now, "these points", dict(color=show.BLUE)),
        (s.other_path, s.other, "two noisy clouds", dict(color=show.GREEN, dash="dashed")),
    ):
        slack = np.array([p.slack.sum() for p in path])
        right.append(show.curve([p.C for p in path], slack, width=2, label=name, **look))
        right.append(show.point(now.C, now.slack.sum(), color=look["color"], size=9, edge=show.BLACK))
    x, y = s.field.x, s.field.y
    return [
        Panel(left, (x[0], x[-1]), (y[0], y[-1]), "$w_1$", "$w_2$", equal=True, legend_columns=3),
        Panel(right, (6e-4, 1.6e3), (0, highest), "C", "budget t = Σξ", logx=True, legend_columns=1, width=0.8),
    ]


def describe_budget(s: Budget) -> str:
    length = show.number(np.sqrt(s.now.squared_norm), 3)
    mine, other = (show.number(p.slack.sum(), 3) for p in (s.now, s.other))
    budgets = f"budget t = {mine} for these points, {other} for the two clouds"
    return f"C = {show.number(s.now.C, 3)}: ‖w‖ = {length}; {budgets}."


@figure(CLASSES, datasets.breast_cancer_pair, most=120)
def budget(data: Dataset) -> Live:
    """A price for slack and a budget of slack: the same planes, and which budget belongs to which price (FIG-06)."""
    X, y = data.X, data.y
    path = list(sweep_C(X @ X.T, y, PRICES))
    clouds = datasets.noisy_blobs(120, noise=0.05)
    other_path = list(sweep_C(clouds.X @ clouds.X.T, clouds.y, PRICES))
    reach = 1.3 * max(np.abs(p.weights(X)).max() for p in path)

    def least_slack(ws):
        """For each w (m, 2) the smallest total slack over b; it is reached at a kink, y_i f(x_i) = 1."""
        scores = ws @ X.T
        return np.array([losses.hinge(y * (row + (y - row)[:, None])).sum(axis=1).min() for row in scores])

    field = show.decision_field(least_slack, (-reach, reach), (-reach, reach), n=41)

    def compute(C: float) -> Budget:
        now, other = nearest_price(path, C), nearest_price(other_path, C)
        return Budget(X, now, path, other, other_path, field)

    return Live(compute, draw_budget, describe_budget, controls={"C": show.log_slider("C, price of slack", 0.1, -3, 3)})


# --- What noise does (Further B) --------------------------------------------------------------

DISTANCE = 3.0


@dataclass(frozen=True)
class Noise:
    """A street on clouds with flipped labels, and the true error of every price at this noise."""

    street: Street
    noise: float
    prices: np.ndarray
    errors: np.ndarray

    @property
    def least(self) -> float:
        """The error of the diagonal, the best that any boundary can do."""
        return float(norm.cdf(-DISTANCE / 2))

    @property
    def error(self) -> float:
        return float(self.errors[np.abs(np.log(self.prices / self.street.point.C)).argmin()])


def true_error(point: DualPoint, X) -> float:
    """The share of new points, labels not flipped, on the wrong side: known, as the clouds are."""
    return risk_of_line(point.weights(X), point.bias, DISTANCE)


def draw_noise(s: Noise) -> list[Panel]:
    left, diagonal = street_panel(s.street), show.segment((-9, 9), (9, -9), **show.BEST)
    right = [
        show.hline(s.least, (s.prices[0], s.prices[-1]), **show.BEST, label="best possible"),
        show.curve(s.prices, s.errors, color=show.BLUE, width=2),
        show.point(s.street.point.C, s.error, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK),
    ]
    look: dict[str, Any] = dict(logx=True, width=0.62, legend_columns=1)
    errors = Panel(right, (6e-4, 1.6e2), (0, 0.55), "C", "error on new points", **look)
    return [replace(left, marks=[*left.marks, diagonal]), errors]


def describe_noise(s: Noise) -> str:
    return f"Noise {s.noise:.2f}, {describe_street(s.street)} Error on new points {s.error:.3f}."


@figure(FORMULA)
def noise() -> Live:
    """Two clouds with a share of the labels flipped: the street, and its true error for every price (SVM-12)."""
    prices = np.logspace(-3, 2, 26)

    @cache
    def run(share: float) -> tuple[Dataset, Sequence[DualPoint], np.ndarray]:
        cloud = datasets.noisy_blobs(100, noise=share, distance=DISTANCE)
        path = list(sweep_C(cloud.X @ cloud.X.T, cloud.y, prices))
        return cloud, path, np.array([true_error(point, cloud.X) for point in path])

    def compute(C: float, noise: float) -> Noise:
        cloud, path, errors = run(round(noise, 2))
        frame = dict(xlim=(-5.6, 5.6), ylim=(-4.4, 4.4), equal=True)
        return Noise(Street(cloud.X, nearest_price(path, C), cloud, frame), noise, prices, errors)

    controls = {
        "C": show.log_slider("C, price of slack", 1.0, -3, 2, per_decade=5),
        "noise": show.slider("share of flipped labels", 0.2, 0.0, 0.3, 0.05),
    }
    return Live(compute, draw_noise, describe_noise, controls=controls, size=(8.8, 4.8))


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


@dataclass(frozen=True)
class Easy:
    """Three planes (w, b) for twenty points and an easy one; turns: their directions for all its distances."""

    few: Dataset
    easy: np.ndarray
    distance: float
    planes: dict[str, np.ndarray]
    turns: dict[str, np.ndarray]
    alone: float


def draw_easy(s: Easy) -> list[Panel]:
    lim = (-3.2, 11), (-6.8, 4.2)
    left: list[Mark] = [*show.scatter_classes(s.few.X, s.few.y, ("y = −1", "y = +1"))]
    left.append(show.point(*s.easy, color=show.YELLOW, marker="s", size=11, edge=show.BLACK, label="easy point (+1)"))
    for name, look in LOOKS.items():
        *w, b = s.planes[name]
        field = show.decision_field(lambda p, w=w, b=b: p @ np.array(w) + b, *lim, n=2)
        left.append(show.contour_lines(field, [0], width=2.4, label=f"boundary: {name}", **look))
    right: list[Mark] = [show.curve(DISTANCES, s.turns[name], width=2.4, **look) for name, look in LOOKS.items()]
    right.append(show.hline(s.alone, (1.5, 12.5), color=show.BLUE, dash="dotted", width=1.3))
    right.append(show.words(12.3, s.alone + 1.6, "logistic, without the point", color=show.BLUE, align="right", size=9))
    right += [show.point(s.distance, degrees(p), size=7, color=show.YELLOW, edge=show.BLACK) for p in s.planes.values()]
    look: dict[str, Any] = dict(xlabel="distance of the easy point", ylabel="direction of w in degrees", width=0.6)
    return [
        Panel(left, *lim, "$x_1$", "$x_2$", equal=True, legend_columns=2),
        Panel(right, (1.5, 12.5), (0, 36), **look),
    ]


def describe_easy(s: Easy) -> str:
    return "Direction of w: " + ", ".join(f"{name} {degrees(plane):.1f}°" for name, plane in s.planes.items()) + "."


@figure(FORMULA)
def easy_point() -> Live:
    """One point, right already, pushed away: SVM, logistic regression and class means (SVM-21)."""
    few = datasets.overlapping_blobs(20, seed=1)

    @cache
    def planes(distance: float) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        easy = np.array([0.6, 0.6]) + distance * np.array([np.cos(-0.6), np.sin(-0.6)])
        X, y = np.vstack([few.X, easy]), np.append(few.y, 1.0)
        svm = smo(X @ X.T, y, 0.7, tol=1e-6)
        means = X[y > 0].mean(axis=0), X[y < 0].mean(axis=0)
        w = means[0] - means[1]
        by_means = np.append(w, -w @ (means[0] + means[1]) / 2)
        svm_plane = np.append(svm.weights(X), svm.bias)
        return easy, {"SVM": svm_plane, "logistic": logistic_plane(X, y, 0.7), "class means": by_means}

    turns = {name: np.array([degrees(planes(float(r))[1][name]) for r in DISTANCES]) for name in LOOKS}
    alone = degrees(logistic_plane(few.X, few.y, 0.7))

    def compute(distance: float) -> Easy:
        return Easy(few, planes(distance)[0], distance, planes(distance)[1], turns, alone)

    controls = {"distance": show.slider("distance of the easy point", 2.0, 2.0, 12.0, 0.25)}
    return Live(compute, draw_easy, describe_easy, controls=controls)


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


@dataclass(frozen=True)
class Risks:
    """The risks (4000,) of the widest street on samples of n points."""

    n: int
    risk: np.ndarray

    @property
    def broken(self) -> float:
        """The share of samples beyond 2/(n - 1)."""
        return float((self.risk > 2 / (self.n - 1)).mean())


def innermost(n: int, samples: int = 4000, seed: int = 0) -> np.ndarray:
    """The risk of the hard margin on each of many samples of n points, uniform on [-1, 1], labelled by their sign."""
    x = np.random.default_rng(seed).uniform(-1, 1, (samples, n))
    right, left = np.where(x > 0, x, 1).min(axis=1), np.where(x > 0, -1, x).max(axis=1)
    return np.abs(right + left) / 4


def draw_risks(s: Risks) -> list[Panel]:
    claim, floor = 2 * s.n / (s.n - 1), 1e-5
    edges = claim * np.linspace(0, 3.5, 43)
    shares = np.histogram(np.minimum(s.risk * s.n, edges[-1]), edges)[0] / len(s.risk)
    boxes = np.column_stack([edges[:-1], np.full(42, floor), edges[1:] - 0.02, np.maximum(shares, floor)])
    over = edges[:-1] >= claim - 1e-9
    marks = [
        show.Bars(boxes[~over], color=show.SKY, label="samples that keep it"),
        show.Bars(boxes[over], color=show.VERMILLION, label="samples that break it"),
        show.vline(s.n * s.risk.mean(), (floor, 1), color=show.BLUE, width=2.4, label="mean over the samples"),
        show.vline(claim, (floor, 1), color=show.BLACK, dash="dashed", width=2.4, label="#SV/(n−1)"),
    ]
    names = "n × risk of the boundary found", "share of 4000 samples"
    return [Panel(marks, (0, 7), (2e-4, 0.5), *names, logy=True, legend_columns=4)]


def describe_risks(s: Risks) -> str:
    bound, claim = 2 / (s.n + 1), 2 / (s.n - 1)
    mean = f"n = {s.n}: mean risk {s.risk.mean():.4f}, bound (11.13) for n + 1 points {bound:.4f}"
    return f"{mean}; the claim for a single sample, {claim:.4f}, fails in {100 * s.broken:.1f} % of the samples."


@figure(FORMULA)
def single_samples() -> Live:
    """The support-vector bound, on average and for single samples (PAC-15)."""

    def compute(n: int) -> Risks:
        return Risks(n, innermost(n))

    controls = {"n": show.slider("n, points per sample", 50, 10, 200, 10)}
    return Live(compute, draw_risks, describe_risks, controls=controls, size=(8.8, 3.9))


# --- The hinge loss without a QP (Further E) --------------------------------------------------


@dataclass(frozen=True)
class Walk:
    """Snapshot k of a walk by single points, and the objective so far, in units of the QP's value."""

    data: Dataset
    state: HingeState
    times: np.ndarray
    heights: np.ndarray
    last: int


def draw_walk(s: Walk) -> list[Panel]:
    frame, names = show.window(s.data.X, 0.1), s.data.feature_names
    left: list[Mark] = [*draw_plane(s.state.w, s.state.b, frame["xlim"], frame["ylim"])]
    left += show.scatter_classes(s.data.X, s.data.y, s.data.target_names)
    look = dict(color=show.BLUE, width=1.8, label="mean hinge + penalty")
    right: list[Mark] = [show.hline(1, (0, s.last), **show.BEST, label="the QP's value")]
    right += show.trace(s.times, np.minimum(s.heights, 9.9), len(s.times) - 1, **look)
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
        Panel(right, (0, s.last), (0.8, 10), "steps", "objective / the QP's value", logy=True, legend_columns=1,
              yticks=((1, 2, 5, 10), ("1", "2", "5", "10"))),
    ]  # fmt: skip


def describe_walk(s: Walk) -> str:
    return f"After {s.state.t} steps: objective {show.number(s.heights[-1], 3)} times the QP's value."


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
def walk(data: Dataset, *, C: float = 1.0, every: int = 40, snapshots: int = 150) -> Live:
    """Subgradient steps on the hinge loss, one point at a time (CLS-10)."""
    X, y = data.X, data.y
    states = take(hinge_descent_steps(X, y, C, lr=float(1 / np.square(X).sum(axis=1).mean())), every * snapshots)[
        ::every
    ]
    best = solve_primal(X, y, C).objective / (C * len(y))
    heights = np.array([hinge_objective(s.w, s.b, X, y, C) for s in states]) / best
    times = np.array([s.t for s in states])

    def compute(snapshot: int) -> Walk:
        return Walk(data, states[snapshot], times[: snapshot + 1], heights[: snapshot + 1], int(times[-1]))

    controls = {"snapshot": show.step_slider(f"snapshot, one per {every} steps", snapshots, value=10)}
    return Live(compute, draw_walk, describe_walk, controls=controls)
