"""The figures of lecture 11, soft margin and hinge loss."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlcore import datasets, show
from mlcore.base import losses
from mlcore.datasets import Dataset
from mlcore.kernels import RBF
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import (
    both_classes,
    draw_dual_bars,
    draw_plane,
    draw_slack,
    draw_street,
    scatter_by_case,
    shade_sides,
)
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.svm import AT_C, FREE, SVC, DualPoint, kkt_cases, smo, sweep_C

PRICES = np.logspace(-3, 3, 61)


# --- The street and its price (section 1) -----------------------------------------------------


@dataclass(frozen=True)
class Street:
    """The soft margin of the points as they lie; frame: of the data as they came."""

    X: np.ndarray
    point: DualPoint
    data: Dataset
    frame: dict

    @property
    def w(self) -> np.ndarray:
        return self.point.weights(self.X)

    @property
    def width(self) -> float:
        return float(2 / max(np.linalg.norm(self.w), 1e-300))

    @property
    def errors(self) -> int:
        """Points on the wrong side, those on the boundary counted."""
        return int(losses.zero_one(self.point.y * (self.X @ self.w + self.point.bias)).sum())


def street_panel(s: Street, **look) -> Panel:
    """Plane, slack, and the points by their KKT case."""
    point, frame = s.point, s.frame
    marks = [*draw_plane(s.w, point.bias, frame["xlim"], frame["ylim"]), draw_slack(s.X, point.y, s.w, point.bias)]
    marks += scatter_by_case(s.X, point.y, point.alpha, point.C, s.data.target_names)
    names = s.data.feature_names
    return Panel(marks, **frame, xlabel=names[0], ylabel=names[1], **look)


def draw_street_and_bars(s: Street) -> list[Panel]:
    tall = (0, 1.03)
    bars = [
        *draw_dual_bars(s.point.alpha, s.point.y, s.point.C),
        *(show.vline(cap, tall, color=show.BLACK, dash="dotted", width=1.4) for cap in (-1, 1)),
        show.vline(0, tall, color=show.BLACK),
    ]
    look: dict[str, Any] = dict(xticks=((-1, 0, 1), ("−C", "0", "C")), yticks=((), ()), width=0.62)
    return [street_panel(s), Panel(bars, (-1.2, 1.2), tall, "$y_i\\,\\alpha_i$, one bar per support vector", **look)]


def describe_street(s: Street) -> str:
    case, C = kkt_cases(s.point.alpha, s.point.C), show.number(s.point.C, 3)
    held = f"{(case == AT_C).sum()} points with α = C, {(case == FREE).sum()} with 0 < α < C"
    wrong = f"{s.errors} of {len(s.X)} on the wrong side"
    return (f"C = {C}: street width {show.number(s.width, 3)}; {held}; {wrong}; "
            f"total slack {show.number(s.point.slack.sum(), 3)}.")  # fmt: skip


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
def street(data: Dataset, *, C: float = 1.0) -> Live:
    """The soft margin under a slider for C; points can be dragged, added and removed (SVM-12, SVM-14, FIG-13)."""
    frame = show.window(data.X, 0.1)

    @cache
    def sweep() -> list[DualPoint]:
        return list(sweep_C(data.X @ data.X.T, data.y, PRICES))

    def compute(C: float, X, y) -> Street:
        both_classes(y)
        k = int(np.abs(np.log(PRICES / C)).argmin())
        as_it_came = np.isclose(PRICES[k], C) and np.array_equal(X, data.X) and np.array_equal(y, data.y)
        return Street(X, sweep()[k] if as_it_came else smo(X @ X.T, y, C), data, frame)

    controls = {"C": show.log_slider("C, price of slack", C, -3, 3)}
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_street_and_bars, describe_street, controls=controls, pointer=pointer, size=(8.8, 4.9))


# --- Four losses (section 2) ------------------------------------------------------------------

CURVES: dict[str, tuple[Callable, dict]] = {
    "0-1": (losses.zero_one, dict(color=show.BLACK)),
    "perceptron": (losses.perceptron, dict(color=show.GREEN, dash="dotted")),
    "hinge": (losses.hinge, dict(color=show.VERMILLION)),
    "logistic": (losses.logistic, dict(color=show.BLUE, dash="dashed")),
}
MARKERS = dict(zip(CURVES, "o^sD", strict=True))


@dataclass(frozen=True)
class Charged:
    """What the four losses charge a point of margin m, by name."""

    m: float
    cost: dict[str, float]


def draw_losses(s: Charged) -> list[Panel]:
    grid = np.linspace(-2.5, 3, 551)
    marks: list[Mark] = [
        show.curve(grid, f(grid), width=2.4, label=f"{name} loss", **look) for name, (f, look) in CURVES.items()
    ]
    marks.append(show.vline(s.m, (0, 3.6), dash="dotted", width=1.3))
    for name, (_, look) in CURVES.items():
        marks.append(show.point(s.m, s.cost[name], color=look["color"], marker=MARKERS[name], size=9, edge=show.BLACK))
    sides = "margin m = y f(x):  wrong side  ←  0  →  right side"
    return [Panel(marks, (-2.5, 3), (-0.12, 3.6), sides, "loss", legend_columns=4)]


def describe_losses(s: Charged) -> str:
    return f"m = {s.m:.1f}: " + ", ".join(f"{name} {cost:.2f}" for name, cost in s.cost.items()) + "."


@figure(FORMULA)
def charges() -> Live:
    """What four losses charge one point, against its margin (SVM-16)."""

    def compute(m: float) -> Charged:
        return Charged(m, {name: float(f(m)) for name, (f, _) in CURVES.items()})

    controls = {"m": show.slider("margin m of one point", 2.0, -2.5, 3.0, 0.1)}
    return Live(compute, draw_losses, describe_losses, controls=controls, size=(8.8, 3.6))


# --- Reading C: two points on a line (section 6) ----------------------------------------------

TWO, TWO_Y = np.array([[-1.0], [1.0]]), np.array([-1.0, 1.0])
BIASES = np.linspace(-2, 2, 401)


@dataclass(frozen=True)
class TwoPoints:
    """The solution for two points: w, all optimal b, and the total slack of w against b."""

    C: float
    w: float
    low: float
    high: float
    slack: np.ndarray


def draw_two_points(s: TwoPoints) -> list[Panel]:
    x = np.array([-2.0, 2.0])
    band = np.column_stack([[-2, 2, 2, -2], [-2 * s.w + s.low, 2 * s.w + s.low, 2 * s.w + s.high, -2 * s.w + s.high]])
    left = [
        show.Fill([band], color=show.GREY, alpha=0.25, label="every f(x) = wx + b that is optimal"),
        show.hline(0, (-2, 2), width=0.8),
        show.curve(x, s.w * x + (s.low + s.high) / 2, width=2.4, label="the middle one"),
        show.point(-1, -1, color=show.NEGATIVE, size=10, label="wanted: f(−1) ≤ −1"),
        show.point(1, 1, color=show.POSITIVE, marker="s", size=10, label="wanted: f(1) ≥ 1"),
    ]
    least, ends = s.slack.min(), dict(color=show.VERMILLION, size=7)
    right = [
        show.curve(BIASES, s.slack, width=2.4, label="total slack of the best w"),
        show.segment((s.low, least), (s.high, least), color=show.VERMILLION, width=6, label="where it is smallest"),
        show.point(s.low, least, **ends),
        show.point(s.high, least, **ends),
    ]
    return [
        Panel(left, (-2, 2), (-2.2, 2.2), "x", "f(x)", legend_columns=1),
        Panel(right, (-2, 2), (-0.1, 4.2), "bias b", legend_columns=1),
    ]


def describe_two_points(s: TwoPoints) -> str:
    only = s.high - s.low < 1e-6
    where = f"{abs(s.low + s.high) / 2:.0f} only" if only else f"anything from {s.low:.3f} to {s.high:.3f}"
    return f"C = {show.number(s.C, 3)}: w = {s.w:.3f}, total slack {s.slack.min():.3f}; the optimal b: {where}."


@figure(FORMULA)
def two_points() -> Live:
    """Two points on a line, for every C: the plane, and which biases are optimal (SVM-15)."""

    def compute(C: float) -> TwoPoints:
        state = smo(TWO @ TWO.T, TWO_Y, C, tol=1e-9)
        w, (low, high) = float(state.weights(TWO)[0]), sorted(state.bias_interval)
        return TwoPoints(C, w, low, high, losses.hinge(TWO_Y * (TWO[:, 0] * w + BIASES[:, None])).sum(axis=1))

    controls = {"C": show.log_slider("C, price of slack", 0.25, -2, 1)}
    return Live(compute, draw_two_points, describe_two_points, controls=controls)


# --- Choosing C and sigma (section 7) ---------------------------------------------------------

GRID_C, GRID_SIGMA = np.logspace(-2, 3, 6), np.logspace(-1, 1, 7)


@dataclass(frozen=True)
class Choice:
    """An RBF machine for one pair of C and sigma (i, j), and the cross-validated errors (6, 7) of all pairs."""

    data: Dataset
    Z: np.ndarray
    model: SVC
    i: int
    j: int
    errors: np.ndarray


def draw_choice(s: Choice) -> list[Panel]:
    frame = show.window(s.Z, 0.08)
    field = show.rbf_field(s.model.support_vectors_, s.model.dual_coef_, s.model.intercept_, GRID_SIGMA[s.j],
                           frame["xlim"], frame["ylim"], n=70)  # fmt: skip
    left = [*shade_sides(field), *draw_street(field), *show.scatter_classes(s.Z, s.data.y, s.data.target_names)]
    rows, columns = s.errors.shape
    places = show.lattice(np.arange(columns), np.arange(rows))
    corners = 0.47 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]])
    grey = 0.55 * (s.errors - s.errors.min()) / (np.ptp(s.errors) or 1)
    right = [
        show.heat_map(grey[::-1], (-0.5, -0.5, columns - 0.5, rows - 0.5), high=1.0),
        show.Text(places, [f"{100 * e:.0f} %" for e in s.errors.ravel()], align="center", size=9),
        show.Lines([corners + np.array([s.j, s.i])], color=show.VERMILLION, width=3, label="this machine"),
    ]
    names = s.data.feature_names
    ticks: dict[str, Any] = dict(
        xticks=(tuple(range(columns)), tuple(f"{v:.2g}" for v in GRID_SIGMA)),
        yticks=(tuple(range(rows)), tuple(f"{v:g}" for v in GRID_C)),
    )
    return [
        Panel(left, **frame, xlabel=f"{names[0]} (std.)", ylabel=f"{names[1]} (std.)", legend_columns=2),
        Panel(right, (-0.5, columns - 0.5), (-0.5, rows - 0.5), "bandwidth σ", "C", "cross-validated error", **ticks),
    ]


def describe_choice(s: Choice) -> str:
    C, sigma = show.number(GRID_C[s.i], 3), show.number(GRID_SIGMA[s.j], 3)
    trained = float((s.model.predict(s.Z) != s.data.y).mean())
    return (f"C = {C}, σ = {sigma}: {100 * trained:.0f} % errors on the points of the fit, "
            f"{100 * s.errors[s.i, s.j]:.0f} % in cross-validation.")  # fmt: skip


@figure(CLASSES, lambda: raw_pair(), most=100)
def choice(data: Dataset) -> Live:
    """RBF machines over a grid of C and sigma: the fit, and the error on points that it has not seen (SVM-20)."""
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    if min((data.y < 0).sum(), (data.y > 0).sum()) < 5:
        raise ValueError("Five folds need at least five points of each class.")
    grid = {"svc__C": GRID_C, "svc__kernel": [RBF(sigma) for sigma in GRID_SIGMA]}
    search = GridSearchCV(make_pipeline(StandardScaler(), SVC()), grid, cv=folds, refit=False).fit(data.X, data.y)
    errors = 1 - search.cv_results_["mean_test_score"].reshape(len(GRID_C), len(GRID_SIGMA))
    Z = StandardScaler().fit_transform(data.X)

    @cache
    def fit(i: int, j: int) -> SVC:
        return SVC(C=GRID_C[i], kernel=RBF(GRID_SIGMA[j])).fit(Z, data.y)

    def compute(C: float, sigma: float) -> Choice:
        i, j = int(np.abs(np.log(GRID_C / C)).argmin()), int(np.abs(np.log(GRID_SIGMA / sigma)).argmin())
        return Choice(data, Z, fit(i, j), i, j, errors)

    controls = {
        "C": show.log_slider("C, price of slack", 1.0, -2, 3, per_decade=1),
        "sigma": show.log_slider("bandwidth σ", GRID_SIGMA[1], -1, 1, per_decade=3),
    }
    return Live(compute, draw_choice, describe_choice, controls=controls, size=(8.8, 4.5))


def raw_pair() -> Dataset:
    """The two features of lecture 11 of 120 patients, in their own units: each fold standardises for itself."""
    return datasets.breast_cancer().columns("worst texture", "worst concave points").sample(100)
