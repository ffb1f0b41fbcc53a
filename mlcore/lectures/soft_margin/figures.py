"""The figures of lecture 11, soft margin and hinge loss."""

from collections.abc import Callable, Sequence
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
    draw_dual_bars,
    draw_plane,
    draw_slack,
    draw_street,
    require_both_classes,
    scatter_by_case,
    shade_sides,
)
from mlcore.show import LogSlider, Panel, Pointer, Slider, View
from mlcore.svm import AT_C, FREE, SVC, DualPoint, kkt_cases, smo, sweep_C

PRICES = np.logspace(-3, 3, 61)

# --- The street and its price (section 1) -----------------------------------------------------


class SoftMargin(View):
    """What the figures of a street and its price share: the panel with the street, and what is said of it.

    X (n, 2): the points as they lie. point: the solution for them. frame: the window of the picture.
    """

    X: np.ndarray
    point: DualPoint
    frame: dict[str, Any]

    @property
    def w(self) -> np.ndarray:
        return self.point.weights(self.X)

    @property
    def width(self) -> float:
        """The width of the street."""
        return float(2 / max(np.linalg.norm(self.w), 1e-300))

    @property
    def wrong(self) -> int:
        """How many points are on the wrong side, those on the boundary counted."""
        return int(losses.zero_one(self.point.y * (self.X @ self.w + self.point.bias)).sum())

    def street_panel(self, marked: Sequence[int] = ()) -> Panel:
        """Plane, slack, and the points by their KKT case; the points in `marked` with a ring and their number."""
        point, frame, names = self.point, self.frame, self.data.feature_names
        some = self.X[list(marked)]
        above = some + np.array([0, 0.07 * np.ptp(frame["ylim"])])
        marks = [
            *draw_plane(self.w, point.bias, frame["xlim"], frame["ylim"]),
            draw_slack(self.X, point.y, self.w, point.bias),
            show.Points(some, color="#FFFFFF", edge=show.PURPLE, edge_width=3.0, size=19),
            *scatter_by_case(self.X, point.y, point.alpha, point.C, self.data.target_names),
            show.Text(above, [str(i) for i in marked], color=show.PURPLE, align="center"),
        ]
        return Panel(marks, **frame, xlabel=names[0], ylabel=names[1])

    def describe_street(self) -> str:
        """The street in numbers."""
        point = self.point
        case = kkt_cases(point.alpha, point.C)
        total = point.slack.sum()
        slack = total if total > 1e-4 else 0.0  # what the solver leaves of none
        return (
            f"C = {show.number(point.C, 3)}: street width {show.number(self.width, 3)}; "
            f"{(case == AT_C).sum()} points with α = C, {(case == FREE).sum()} with 0 < α < C; "
            f"{self.wrong} of {len(self.X)} on the wrong side; total slack {show.number(slack, 3)}."
        )


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
class street(SoftMargin):
    """The soft margin under a slider for C; points can be dragged, added and removed (SVM-12, SVM-14, FIG-13).

    path(): the solutions for all prices, of the points as they came. turned: by how many degrees the street is turned
    against theirs.
    """

    size = (8.8, 4.9)
    path: Callable[[], Sequence[DualPoint]]
    turned: float

    def prepare(self):
        self.frame = show.window(self.data.X, 0.1)
        self.path = cache(lambda: list(sweep_C(self.data.X @ self.data.X.T, self.data.y, PRICES)))
        self.controls = {"C": LogSlider("C, price of slack", 1.0, -3, 3)}
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]

    def compute(self, C: float, X, y):
        require_both_classes(y)
        k = int(np.abs(np.log(PRICES / C)).argmin())
        as_they_came = np.array_equal(X, self.data.X) and np.array_equal(y, self.data.y)
        self.X = X
        self.point = self.path()[k] if as_they_came and np.isclose(PRICES[k], C) else smo(X @ X.T, y, C)
        before, w = self.path()[k].weights(self.data.X), self.w
        cosine = before @ w / max(np.linalg.norm(before) * np.linalg.norm(w), 1e-300)
        self.turned = 0.0 if as_they_came else float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))

    def drags(self):
        state, deep = self.at(), int(self.at().point.slack.argmax())
        across, up = (
            np.array(ends) + 0.03 * np.ptp(ends) * np.array([1, -1])
            for ends in (self.frame["xlim"], self.frame["ylim"])
        )
        corners = show.lattice(across, up)  # of the picture, a little inside
        wrong = state.point.y[deep] * (corners @ state.w + state.point.bias)
        return [
            show.Drag(
                "the point that stands deepest in the other class into the corner behind it",
                [corners[wrong.argmin()]],
                point=deep,
            )
        ]

    def draw(self):
        tall = (0, 1.03)
        bars = [
            *draw_dual_bars(self.point.alpha, self.point.y, self.point.C),
            *(show.vline(cap, tall, color=show.BLACK, dash="dotted", width=1.4) for cap in (-1, 1)),
            show.vline(0, tall, color=show.BLACK),
        ]
        return [
            self.street_panel(),
            Panel(
                bars,
                (-1.2, 1.2),
                tall,
                "$y_i\\,\\alpha_i$, one bar per support vector",
                xticks=((-1, 0, 1), ("−C", "0", "C")),
                yticks=((), ()),
                width=0.62,
            ),
        ]

    def describe(self):
        moved = f" Turned by {show.number(self.turned, 2)}°." if self.turned else ""
        return self.describe_street() + moved


# --- Four losses (section 2) ------------------------------------------------------------------

CURVES: dict[str, tuple[Callable, dict[str, Any]]] = {
    "0-1": (losses.zero_one, dict(color=show.BLACK)),
    "perceptron": (losses.perceptron, dict(color=show.GREEN, dash="dotted")),
    "hinge": (losses.hinge, dict(color=show.VERMILLION)),
    "logistic": (losses.logistic, dict(color=show.BLUE, dash="dashed")),
}
MARKERS = dict(zip(CURVES, "o^sD", strict=True))
SIZES = dict(zip(CURVES, (16, 12, 8, 5), strict=True))  # equal losses are seen behind each other


@figure(FORMULA)
class charges(View):
    """What four losses charge one point, against its margin (SVM-16).

    cost: what each of them charges a point of margin m, by name.
    """

    size = (8.8, 3.6)
    controls = {"m": Slider("margin m of one point", -1.0, -2.5, 3.0, 0.1)}
    m: float
    cost: dict[str, float]

    def compute(self, m: float):
        self.m = m
        self.cost = {name: float(loss(m)) for name, (loss, _) in CURVES.items()}

    def draw(self):
        grid = np.arange(-2.5, self.m + 0.005, 0.01)  # only as far as the reader has come
        marks = [
            *(show.curve(grid, f(grid), width=2.4, label=f"{name} loss", **look) for name, (f, look) in CURVES.items()),
            show.vline(self.m, (0, 3.6), dash="dotted", width=1.3),
        ]
        for name, (_, look) in CURVES.items():
            edged = dict(marker=MARKERS[name], size=SIZES[name], edge=show.BLACK)
            marks.append(show.point(self.m, self.cost[name], color=look["color"], **edged))
        sides = "margin m = y f(x):  wrong side  ←  0  →  right side"
        return [Panel(marks, (-2.7, 3.2), (-0.25, 3.7), sides, "loss", legend_columns=4)]

    def describe(self):
        costs = ", ".join(f"{name} {cost:.2f}" for name, cost in self.cost.items())
        return f"m = {show.number(self.m, places=1)}: {costs}."


# --- Reading C: two points on a line (section 6) ----------------------------------------------

TWO = np.array([[-1.0], [1.0]])
TWO_Y = np.array([-1.0, 1.0])
BIASES = np.linspace(-2, 2, 401)


@figure(FORMULA)
class two_points(View):
    """Two points on a line, for every C: the plane, and which biases are optimal (SVM-15).

    low, high: between them all biases are optimal. slack: the total slack of w against BIASES.
    """

    controls = {"C": LogSlider("C, price of slack", 10.0, -2, 1)}
    C: float
    w: float
    low: float
    high: float
    slack: np.ndarray

    def compute(self, C: float):
        state = smo(TWO @ TWO.T, TWO_Y, C, tol=1e-9)
        self.C = C
        self.w = float(state.weights(TWO)[0])
        self.low, self.high = sorted(state.bias_interval)
        self.slack = losses.hinge(TWO_Y * (TWO[:, 0] * self.w + BIASES[:, None])).sum(axis=1)

    def draw(self):
        x = np.array([-2.0, 2.0])
        line = self.w * x
        band = np.column_stack([[*x, *x[::-1]], [*(line + self.low), *(line[::-1] + self.high)]])
        left = [
            show.Fill([band], color=show.GREY, alpha=0.25, label="every f(x) = wx + b that is optimal"),
            show.hline(0, (-2, 2), width=0.8),
            show.curve(x, line + (self.low + self.high) / 2, width=2.4, label="the middle one"),
            show.point(-1, -1, color=show.NEGATIVE, size=10, label="wanted: f(−1) ≤ −1"),
            show.point(1, 1, color=show.POSITIVE, marker="s", size=10, label="wanted: f(1) ≥ 1"),
        ]
        least = self.slack.min()
        best = (self.low, least), (self.high, least)
        right = [
            show.curve(BIASES, self.slack, width=2.4, label="total slack of the best w"),
            show.segment(*best, color=show.VERMILLION, width=6, label="where it is smallest"),
            *(show.point(*end, color=show.VERMILLION, size=7) for end in best),
        ]
        return [
            Panel(left, (-2, 2), (-2.2, 2.2), "x", "f(x)", legend_columns=1),
            Panel(right, (-2, 2), (-0.1, 4.2), "bias b", legend_columns=1),
        ]

    def describe(self):
        low, high = (show.number(end, places=3) for end in (self.low, self.high))
        only = self.high - self.low < 1e-6
        where = f"{abs(self.low + self.high) / 2:.0f} only" if only else f"anything from {low} to {high}"
        return (
            f"C = {show.number(self.C, 3)}: w = {self.w:.3f}, total slack {self.slack.min():.3f}; "
            f"the optimal b: {where}."
        )


# --- Choosing C and sigma (section 7) ---------------------------------------------------------

GRID_C = np.logspace(-2, 3, 6)
GRID_SIGMA = np.logspace(-1, 1, 7)


def raw_pair() -> Dataset:
    """The two features of lecture 11 of 100 patients, in their own units: each fold standardises for itself."""
    return datasets.breast_cancer().columns("worst texture", "worst concave points").sample(100)


@figure(CLASSES, raw_pair, most=100)
class choice(View):
    """RBF machines over a grid of C and sigma: the fit, and the error on points that it has not seen (SVM-20).

    Z (n, 2): the points, standardised. errors (6, 7): of all pairs of C and sigma, cross-validated. i, j: the pair of
    this machine, the model.
    """

    size = (8.8, 4.5)
    controls = {
        "C": LogSlider("C, price of slack", 1.0, -2, 3, per_decade=1),
        "sigma": LogSlider("bandwidth σ", GRID_SIGMA[1], -1, 1, per_decade=3),
    }
    Z: np.ndarray
    errors: np.ndarray
    machines: Callable[[int, int], SVC]
    i: int
    j: int
    model: SVC

    def prepare(self):
        X, y = self.data.X, self.data.y
        if min((y < 0).sum(), (y > 0).sum()) < 5:
            raise ValueError("Five folds need at least five points of each class.")
        folds = StratifiedKFold(5, shuffle=True, random_state=0)
        grid = {"svc__C": GRID_C, "svc__kernel": [RBF(sigma) for sigma in GRID_SIGMA]}
        search = GridSearchCV(make_pipeline(StandardScaler(), SVC()), grid, cv=folds, refit=False).fit(X, y)
        self.errors = 1 - search.cv_results_["mean_test_score"].reshape(len(GRID_C), len(GRID_SIGMA))
        self.Z = StandardScaler().fit_transform(X)
        self.machines = cache(self.fit)

    def fit(self, i: int, j: int) -> SVC:
        return SVC(C=GRID_C[i], kernel=RBF(GRID_SIGMA[j])).fit(self.Z, self.data.y)

    def compute(self, C: float, sigma: float):
        self.i = int(np.abs(np.log(GRID_C / C)).argmin())
        self.j = int(np.abs(np.log(GRID_SIGMA / sigma)).argmin())
        self.model = self.machines(self.i, self.j)

    def draw(self):
        frame, model, names = show.window(self.Z, 0.08), self.model, self.data.feature_names
        machine = model.support_vectors_, model.dual_coef_, model.intercept_, GRID_SIGMA[self.j]
        field = show.rbf_field(*machine, frame["xlim"], frame["ylim"], n=70)
        left = [
            *shade_sides(field),
            *draw_street(field),
            *show.scatter_classes(self.Z, self.data.y, self.data.target_names),
        ]
        return [
            Panel(left, **frame, xlabel=f"{names[0]} (std.)", ylabel=f"{names[1]} (std.)", legend_columns=2),
            self.error_table(),
        ]

    def error_table(self) -> Panel:
        """The cross-validated errors, as far as the sliders have come, and a frame around this machine's."""
        rows, columns = self.errors.shape
        places = show.lattice(np.arange(columns), np.arange(rows))
        corners = 0.47 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]])
        seen = (np.arange(rows)[:, None] <= self.i) & (np.arange(columns) <= self.j)
        grey = np.where(seen, 0.55 * (self.errors - self.errors.min()) / (np.ptp(self.errors) or 1), 0)
        known = [f"{100 * e:.0f} %" for e in self.errors[seen]]
        marks = [
            show.heat_map(grey[::-1], (-0.5, -0.5, columns - 0.5, rows - 0.5), high=1.0),
            show.Text(places[seen.ravel()], known, align="center", size=9),
            show.Lines([corners + np.array([self.j, self.i])], color=show.VERMILLION, width=3, label="this machine"),
        ]
        return Panel(
            marks,
            (-0.5, columns - 0.5),
            (-0.5, rows - 0.5),
            "bandwidth σ",
            "C",
            "cross-validated error",
            xticks=(tuple(range(columns)), tuple(f"{sigma:.2g}" for sigma in GRID_SIGMA)),
            yticks=(tuple(range(rows)), tuple(f"{C:g}" for C in GRID_C)),
        )

    def describe(self):
        C, sigma = show.number(GRID_C[self.i], 3), show.number(GRID_SIGMA[self.j], 3)
        trained = float((self.model.predict(self.Z) != self.data.y).mean())
        return (
            f"C = {C}, σ = {sigma}: {100 * trained:.0f} % errors on the points of the fit, "
            f"{100 * self.errors[self.i, self.j]:.0f} % in cross-validation."
        )
