"""The figures of lecture 06, logistic regression, Newton and softmax."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base import losses
from mlcore.base.labels import add_ones, to_01
from mlcore.base.scaling import standardised
from mlcore.base.steps import last, take
from mlcore.datasets import Dataset
from mlcore.linear import LinearRegression
from mlcore.logistic import (
    LogisticCost,
    LogisticRegression,
    LogisticState,
    NewtonState,
    has_no_minimum,
    logistic_descent_steps,
    newton_steps,
    sigmoid,
)
from mlcore.plots.cost_contours import LOWEST, NOW, seen
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, CLASSES_ON_A_LINE
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Live, Mark, Panel, Pointer

STEEP = np.log(9)  # the score at which p is 0.9


def one_feature() -> Dataset:
    """Sixty patients: the mean radius of their nuclei, standardised, and which of them are malignant."""
    return datasets.breast_cancer().columns("mean radius").sample(60).standardised()


# --- How sure is the line? (section 1) --------------------------------------------------------

SCALES = np.logspace(-1, 1, 41)
SPOTS = ("A", "B", "C")


@dataclass(frozen=True)
class Certainty:
    """The fitted line, its score multiplied by `scale`; three spots (3, 2); the mean losses for all SCALES."""

    data: Dataset
    frame: dict
    w: np.ndarray
    b: float
    scale: float
    spots: np.ndarray
    losses: np.ndarray

    def scores(self, X) -> np.ndarray:
        return self.scale * (X @ self.w + self.b)

    @property
    def p(self) -> np.ndarray:
        """How probable class +1 is at the three spots (3,)."""
        return sigmoid(self.scores(self.spots))

    @property
    def k(self) -> int:
        """Which of the SCALES it is."""
        return int(np.abs(np.log(SCALES / self.scale)).argmin())


def draw_certainty(s: Certainty) -> list[Panel]:
    f, names = s.frame, s.data.feature_names
    field = show.decision_field(lambda X: s.scores(X) / STEEP, f["xlim"], f["ylim"], n=2)
    room = 0.045 * (f["ylim"][1] - f["ylim"][0])
    spot: dict[str, Any] = dict(color=show.YELLOW, marker="D", size=10, edge=show.BLACK)
    left: list[Mark] = [
        *shade_sides(field),
        show.contour_lines(field, [-1, 1], width=1.3, dash="dashed", label="p = 0.1 and 0.9"),
        show.contour_lines(field, [0], width=2.4, label="p = ½"),
        *show.scatter_classes(s.data.X, s.data.y, s.data.target_names, size=4.0, alpha=0.6),
        show.Points(s.spots, **spot),
        show.Text(s.spots + np.array([0, room]), list(SPOTS), size=11, align="center"),
    ]
    z, at = np.linspace(-10, 10, 201), np.clip(s.scores(s.spots), -10, 10)
    middle: list[Mark] = [
        show.hline(0.5, (-10, 10), dash="dotted"),
        show.curve(z, sigmoid(z), color=show.BLUE, width=2.4, label="sigmoid"),
        show.Segments(np.column_stack([at, np.zeros(3), at, s.p]), color=show.GREY, width=1.3),
        show.Points(np.column_stack([at, s.p]), **spot),
        *letters(at),
    ]
    k, top = s.k, 1.08 * float(s.losses.max())
    right: list[Mark] = [*show.trace(SCALES[: k + 1], s.losses[: k + 1], k, color=show.VERMILLION, width=2.4)]
    return [
        Panel(left, **f, xlabel=names[0], ylabel=names[1], legend_columns=2, width=1.15),
        Panel(middle, (-12, 12), (-0.06, 1.16), "score f(x), cut at ±10", f"p of {s.data.target_names[1]}", width=0.8),
        Panel(right, (0.09, 11), (0, top), "factor", "mean loss so far", logx=True, width=0.65,
              xticks=((0.1, 1, 10), ("0.1", "1", "10"))),
    ]  # fmt: skip


def letters(at) -> list[Mark]:
    """Names beside the spots on the sigmoid, above those that are cut: there several may share one place."""
    names, free = np.array(SPOTS), np.abs(at) < 10
    ends = [foot for foot in (-10.0, 10.0) if (at == foot).any()]
    above = [", ".join(names[at == foot]) for foot in ends]
    beside = np.column_stack([at - 1, sigmoid(at) + 0.03])[free]
    return [
        show.Text(beside, list(names[free]), size=11, align="right"),
        show.Text(
            np.array([[foot, sigmoid(foot) + 0.06] for foot in ends]).reshape(-1, 2), above, size=11, align="center"
        ),
    ]


def describe_certainty(s: Certainty) -> str:
    each = ", ".join(f"{name} {p:.3f}" for name, p in zip(SPOTS, s.p, strict=True))
    return f"Scores times {show.number(s.scale, 3)}: p is {each}; mean loss {show.number(s.losses[s.k], 3)}."


def along_the_slope(data: Dataset, w, b: float) -> np.ndarray:
    """Three spots (3, 2) on the side of class +1: far from the line, half as far, and close by."""
    middle, size = data.X.mean(axis=0), float(w @ w) or 1.0
    on_line = middle - (w @ middle + b) / size * w
    most = np.quantile(data.X @ w + b, 0.97)
    aside = np.array([-w[1], w[0]]) * 0.35 * max(most, 1e-9) / size
    shares = np.array([1.0, 0.5, 0.07])[:, None]
    return on_line + shares * max(most, 1e-9) / size * w + np.array([0.6, -0.6, 0.6])[:, None] * aside


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
def certainty(data: Dataset) -> Live:
    """One line, and how steeply the probability rises across it; three spots to drag (CLS-11, CLS-19, FIG-11)."""
    unit = standardised(data.X)[2]
    model = LogisticRegression(lam=1e-3).fit(data.X / unit, data.y)
    w, b = model.coef_ / unit, model.intercept_
    margins = data.y * (data.X @ w + b)
    costs = np.array([losses.logistic(scale * margins).mean() for scale in SCALES])
    frame = show.window(data.X, 0.1)

    def compute(scale: float, spots) -> Certainty:
        return Certainty(data, frame, w, b, scale, spots, costs)

    controls = {"scale": show.log_slider("factor on w and b", 0.4, -1, 1, per_decade=20)}
    pointer = Pointer(along_the_slope(data, w, b), editable=False, names=("spot",), name="spots",
                      looks={0: dict(color=show.YELLOW, marker="D")})  # fmt: skip
    return Live(compute, draw_certainty, describe_certainty, controls=controls, pointer=pointer, size=(8.8, 4.3))


# --- Least squares and one far point (section 2) ----------------------------------------------


@dataclass(frozen=True)
class Far:
    """Points x (n,) with 0 and 1, the last of them the far one; thresholds of both fits, and for all its places.

    reach and heights: what the two panels show.
    """

    data: Dataset
    x: np.ndarray
    y01: np.ndarray
    squares: LinearRegression
    logistic: LogisticRegression
    reach: tuple[float, float]
    heights: tuple[float, float]
    places: np.ndarray
    paths: np.ndarray
    now: int

    @property
    def cuts(self) -> tuple[float, float]:
        """Where the two say ½: least squares, logistic."""
        return cut(self.squares, 0.5), cut(self.logistic, 0.0)

    @property
    def errors(self) -> tuple[int, int]:
        """Points on the wrong side of each."""
        X, truth = self.x[:, None], self.y01 > 0
        return (
            int(((self.squares.predict(X) > 0.5) != truth).sum()),
            int(((self.logistic.decision_function(X) > 0) != truth).sum()),
        )


def cut(model, level: float) -> float:
    """Where w x + b = level."""
    return float((level - model.intercept_) / (model.coef_[0] or 1e-300))


SQUARES: dict[str, Any] = dict(color=show.PURPLE, dash="dashed")
LOGISTIC: dict[str, Any] = dict(color=show.GREEN)


def draw_far(s: Far) -> list[Panel]:
    grid = np.linspace(*s.reach, 200)
    curves = s.squares.predict(grid[:, None]), s.logistic.predict_proba(grid[:, None])[:, 1]
    left: list[Mark] = [show.hline(0.5, s.reach, dash="dotted")]
    for look, values, at, name in zip((SQUARES, LOGISTIC), curves, s.cuts, ("least squares", "logistic"), strict=True):
        left.append(show.curve(grid, np.clip(values, -1, 2), width=2.4, label=name, **look))
        left.append(show.vline(np.clip(at, *s.reach), (-0.35, 1.45), color=look["color"], width=1.2, dash="dotted"))
        left.append(show.point(np.clip(at, *s.reach), 0.5, color=look["color"], marker="D", size=9, edge=show.BLACK))
    spots, y = np.column_stack([s.x, s.y01])[:-1], s.y01[:-1]
    left += show.scatter_classes(spots, 2 * y - 1, s.data.target_names, size=5.5, alpha=0.6)
    left.append(show.point(s.x[-1], 1, color=show.YELLOW, marker="s", size=11, edge=show.BLACK, label="the extra one"))
    right: list[Mark] = []
    paths = np.clip(s.paths, *s.heights)
    for look, path, name in zip((SQUARES, LOGISTIC), paths, ("least squares", "logistic"), strict=True):
        right += show.trace(s.places[: s.now + 1], path[: s.now + 1], s.now, width=2.4, label=name, **look)
    names = s.data.feature_names[0], f"0: {s.data.target_names[0]}, 1: {s.data.target_names[1]}"
    return [
        Panel(left, s.reach, (-0.35, 1.45), *names, legend_columns=3, width=1.35),
        Panel(right, show.limits(s.places), s.heights, "place of the extra point", "threshold, so far",
              legend_columns=1, width=0.7),
    ]  # fmt: skip


def describe_far(s: Far) -> str:
    (a, b), (wrong_a, wrong_b) = (map(show.number, s.cuts, (3, 3))), s.errors
    place = show.number(s.x[-1], 3)
    said = f"Extra point at {place}. Threshold: least squares {a}, {wrong_a} of {len(s.x)} wrong"
    return f"{said}; logistic {b}, {wrong_b} wrong.".replace(" -", " −")


@figure(CLASSES_ON_A_LINE, one_feature, most=200)
def far_point(data: Dataset) -> Live:
    """Least squares for 0 and 1, cut at ½, against logistic regression, as one easy point moves away (LIN-18)."""
    x, y01 = data.X[:, 0], to_01(data.y)
    _, (middle,), (unit,) = standardised(data.X)
    rising = float(x[y01 == 1].mean()) >= float(x[y01 == 0].mean())
    places = middle + (1 if rising else -1) * unit * np.arange(2.0, 20.1, 0.5)
    reach = show.limits(np.append(x, places), 0.04)

    def both(x) -> tuple[LinearRegression, LogisticRegression]:
        X, y = x[:, None], np.append(y01, 1)
        scaled = LogisticRegression(lam=0.1).fit((X - middle) / unit, y)
        scaled.intercept_ -= float(scaled.coef_[0]) * middle / unit
        scaled.coef_ = scaled.coef_ / unit
        return LinearRegression().fit(X, y), scaled

    @lru_cache(maxsize=4)
    def all_fits(points: bytes) -> tuple[list[tuple[LinearRegression, LogisticRegression]], np.ndarray]:
        """Both fits for every place of the extra point, the others where they were dragged to, and the thresholds."""
        fits = [both(np.append(np.frombuffer(points), place)) for place in places]
        return fits, np.array([[cut(squares, 0.5), cut(logistic, 0.0)] for squares, logistic in fits]).T

    heights = show.limits(all_fits(x.tobytes())[1], 0.15)

    def compute(distance: float, spots) -> Far:
        now, others = round((distance - 2) / 0.5), np.array(spots[:, 0], float)
        fits, paths = all_fits(others.tobytes())
        points = np.append(others, places[now])
        return Far(data, points, np.append(y01, 1), *fits[now], reach, heights, places, paths, now)

    controls = {"distance": show.slider("place of the extra point", 4.0, 2.0, 20.0, 0.5)}
    pointer = Pointer(np.column_stack([x, y01]), editable=False, name="spots", names=("point",), along="x",
                      looks={0: dict(color=show.GREY, marker="o")})  # fmt: skip
    return Live(compute, draw_far, describe_far, controls=controls, pointer=pointer, size=(8.8, 4.0))


# --- Down the surface (section 5) -------------------------------------------------------------

STEPS = 30
START: dict[str, Any] = dict(color=show.YELLOW, marker="o", size=11, edge=show.BLACK)


@dataclass(frozen=True)
class Surface:
    """The cost over (b, w), and a walk on it: its states, the lowest point (2,), and the units of the feature."""

    data: Dataset
    f: LogisticCost
    contours: show.Lines
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    lowest: np.ndarray
    lowest_cost: float
    states: Sequence[LogisticState | NewtonState]
    method: str
    lr: float
    unit: tuple[float, float]

    @property
    def now(self) -> LogisticState | NewtonState:
        return self.states[-1]

    @property
    def gaps(self) -> np.ndarray:
        """How far above its lowest the cost is, after each step; rounding hides what is below 1e-15."""
        return np.maximum([state.cost - self.lowest_cost for state in self.states], 1e-15)


def draw_surface(s: Surface) -> list[Panel]:
    at = s.now.w
    path = seen([state.w for state in s.states], s.xlim, s.ylim)
    inside = s.xlim[0] < at[0] < s.xlim[1] and s.ylim[0] < at[1] < s.ylim[1]
    left: list[Mark] = [
        s.contours,
        show.Points(s.states[0].w[None], **START, label="start"),
        show.curve(*path.T, color=show.BLUE, width=2.0, label="path"),
        show.Points(path, color=show.BLUE, size=4.5),
        show.point(*s.lowest, **LOWEST, label="lowest"),
        show.Points(at[None] if inside else np.zeros((0, 2)), **NOW, label="now"),
    ]
    if not inside:
        corner = s.xlim[0] + 0.04 * np.ptp(s.xlim), s.ylim[0] + 0.04 * np.ptp(s.ylim)
        left.append(show.words(*corner, "now: outside", size=10))
    x, (shift, unit) = s.data.X[:, 0], s.unit
    ends = show.limits(x, 0.06)
    grid = np.linspace(*ends, 200)
    right: list[Mark] = [
        show.hline(0.5, ends, dash="dotted"),
        show.curve(grid, sigmoid(s.lowest[0] + s.lowest[1] * (grid - shift) / unit), color=show.VERMILLION,
                   dash="dashed", width=2.0, label="best"),
        show.curve(grid, sigmoid(np.clip(at[0] + at[1] * (grid - shift) / unit, -1e3, 1e3)), color=show.BLUE,
                   width=2.6, label="now"),
        *show.scatter_classes(np.column_stack([x, s.f.y]), s.data.y, ("", ""), size=5, alpha=0.55),
    ]  # fmt: skip
    steps = np.array([state.t for state in s.states])
    gaps: list[Mark] = [*show.trace(steps, np.minimum(s.gaps, 90), len(steps) - 1, color=show.BLUE, width=2.0)]
    names = s.data.target_names
    return [
        Panel(left, s.xlim, s.ylim, "b", "w", legend_columns=3, width=1.15),
        Panel(right, ends, (-0.08, 1.08), s.data.feature_names[0], f"p of {names[1]}", legend_columns=2, width=0.85),
        Panel(gaps, (-0.5, STEPS + 0.5), (1e-16, 100), "step", "J − its lowest", logy=True, width=0.7,
              yticks=((1e-15, 1e-10, 1e-5, 1), ("0", "1e−10", "1e−5", "1"))),
    ]  # fmt: skip


def describe_surface(s: Surface) -> str:
    now, walks = s.now, "descent" in s.method
    how = f"{s.method.capitalize()}, η = {show.number(s.lr, 3)}" if walks else f"{s.method} (η changes nothing)"
    steps = "1 step" if now.t == 1 else f"{now.t} steps"
    if now.diverged:
        return f"{how}: after {steps} the next one leaves all bounds."
    b, w = (show.number(v) for v in now.w)
    rose = len(s.states) > 1 and now.cost > s.states[-2].cost
    end = ", arrived" if now.converged else ", the last step led up" if rose else ""
    penalty = " A penalty λ = 1, as these classes are separable." if s.f.lam else ""
    return f"{how}, after {steps}: b = {b}, w = {w}, J = {show.number(now.cost)}{end}.{penalty}".replace("= -", "= −")


def landscape(f: LogisticCost) -> tuple[np.ndarray, float, tuple[float, float], tuple[float, float], show.Lines]:
    """The lowest point (2,) and cost of f, limits for (b, w) about it and 0, and contour lines there."""
    end = last(newton_steps(f, w=np.zeros(2)), 200)
    size = 1.9 * max(np.abs(end.w).max(), 1.0)
    middle = end.w / 2
    xlim, ylim = (middle[0] - size, middle[0] + size), (middle[1] - size, middle[1] + size)

    def rise(W):
        margins = (2 * f.y - 1) * (W @ f.A.T)
        return losses.logistic(margins).mean(axis=1) + f.lam / 2 * W[:, 1] ** 2 / len(f.y) - end.cost

    field = show.decision_field(rise, xlim, ylim, 70)
    levels = float(field.z.max()) * np.array([0.002, 0.01, 0.03, 0.07, 0.14, 0.24, 0.37, 0.53, 0.73])
    return end.w, end.cost, xlim, ylim, show.contour_lines(field, levels, color=show.GREY, width=1.0, label="equal J")


METHODS = {
    "descent": "descent",
    "descent, one point a step": "one",
    "Newton": "Newton",
    "Newton, leaps halved": "halved",
}


@figure(CLASSES_ON_A_LINE, one_feature, most=200)
def surface(data: Dataset) -> Live:
    """The cost over bias and weight, and what descent and Newton's leaps make of it (GRD-10, GRD-12, CLS-13)."""
    Z, mean, unit = standardised(data.X)
    y01 = to_01(data.y)
    if not Z.any():
        raise ValueError("All inputs are the same, so they say nothing about the weight: take inputs that differ.")
    A = add_ones(Z)
    f = LogisticCost(A, y01, float(has_no_minimum(A, y01)))
    lowest, least, xlim, ylim, contours = landscape(f)
    names = {value: label for label, value in METHODS.items()}

    def compute(method: str, lr: float, step: int, start) -> Surface:
        w = start[0]
        if method in ("descent", "one"):
            size = None if method == "descent" else 1
            steps = logistic_descent_steps(A, y01, lr=lr, lam=f.lam, w=w, batch_size=size)
            states: Sequence[LogisticState | NewtonState] = take(steps, step)
        else:
            states = take(newton_steps(f, w=w, halve=method == "halved"), step)
        return Surface(
            data, f, contours, xlim, ylim, lowest, least, states, names[method], lr, (float(mean[0]), float(unit[0]))
        )

    controls = {
        "method": show.choice("method", METHODS),
        "lr": show.log_slider("learning rate η", 1.0, -1, 2, per_decade=10),
        "step": show.step_slider("step", STEPS, value=5, interval=300),
    }
    pointer = Pointer(np.zeros((1, 2)), editable=False, name="start", names=("start",), looks={0: START})
    return Live(compute, draw_surface, describe_surface, controls=controls, pointer=pointer, size=(8.8, 4.3))
