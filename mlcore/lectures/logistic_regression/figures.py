"""The figures of lecture 06, logistic regression, Newton and softmax."""

from collections.abc import Callable, Sequence
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
    SoftmaxRegression,
    has_no_minimum,
    logistic_descent_steps,
    newton_steps,
    sigmoid,
    softmax,
)
from mlcore.plots.cost_contours import LOWEST, NOW, visible_path
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, CLASSES_ON_A_LINE, FORMULA, GROUPS
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Choice, LogSlider, Mark, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.style import group_look

STEEP = np.log(9)  # the score at which p is 0.9


def one_feature() -> Dataset:
    """Sixty patients: the mean radius of their nuclei, standardised, and which of them are malignant."""
    return datasets.breast_cancer().columns("mean radius").sample(60).standardised()


# --- How sure is the line? (section 1) --------------------------------------------------------

SCALES = np.logspace(-1, 1, 41)
SPOTS = ("A", "B", "C")


@figure(CLASSES, datasets.breast_cancer_pair, most=150)
class certainty(View):
    """One line, and how steeply the probability rises across it; three spots to drag (CLS-11, CLS-19, FIG-11).

    w (2,), b: the fitted line, whose scores are multiplied by `scale`. spots (3, 2). losses (41,): the mean losses for
    all SCALES.
    """

    size = (8.8, 4.3)
    frame: dict[str, Any]
    w: np.ndarray
    b: float
    losses: np.ndarray
    scale: float
    spots: np.ndarray

    def prepare(self):
        data = self.data
        unit = standardised(data.X)[2]
        model = LogisticRegression(lam=1e-3).fit(data.X / unit, data.y)
        self.w = model.coef_ / unit
        self.b = float(model.intercept_)
        margins = data.y * (data.X @ self.w + self.b)
        self.losses = np.array([losses.logistic(scale * margins).mean() for scale in SCALES])
        self.frame = show.window(data.X, 0.1)
        self.controls = {"scale": LogSlider("factor on w and b", 0.4, -1, 1, per_decade=20)}
        look = {0: dict(color=show.YELLOW, marker="D")}
        self.pointers = [Pointer(self.along_the_slope(), editable=False, names=("spot",), name="spots", looks=look)]

    def along_the_slope(self) -> np.ndarray:
        """Three spots (3, 2) on the side of class +1: far from the line, half as far, and close by."""
        X = self.data.X
        w = self.w
        b = self.b
        squared = float(w @ w) or 1.0
        far = max(np.quantile(X @ w + b, 0.97), 1e-9)
        middle = X.mean(axis=0)
        on_line = middle - (w @ middle + b) / squared * w
        aside = np.array([-w[1], w[0]]) * 0.35 * far / squared
        shares = np.array([1.0, 0.5, 0.07])[:, None]
        return on_line + shares * far / squared * w + np.array([0.6, -0.6, 0.6])[:, None] * aside

    def compute(self, scale: float, spots):
        self.scale = scale
        self.spots = spots

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

    def draw(self):
        data = self.data
        frame = self.frame
        k = self.k
        spot: dict[str, Any] = dict(color=show.YELLOW, marker="D", size=10, edge=show.BLACK)
        field = show.decision_field(lambda X: self.scores(X) / STEEP, frame["xlim"], frame["ylim"], n=2)
        room = 0.045 * (frame["ylim"][1] - frame["ylim"][0])
        left = [
            *shade_sides(field),
            show.contour_lines(field, [-1, 1], width=1.3, dash="dashed", label="p = 0.1 and 0.9"),
            show.contour_lines(field, [0], width=2.4, label="p = ½"),
            *show.scatter_classes(data.X, data.y, data.target_names, size=4.0, alpha=0.6),
            show.Points(self.spots, **spot),
            show.Text(self.spots + np.array([0, room]), list(SPOTS), size=11, align="center"),
        ]
        z = np.linspace(-10, 10, 201)
        at = np.clip(self.scores(self.spots), -10, 10)
        middle = [
            show.hline(0.5, (-10, 10), dash="dotted"),
            show.curve(z, sigmoid(z), color=show.BLUE, width=2.4, label="sigmoid"),
            show.Segments(np.column_stack([at, np.zeros(3), at, self.p]), color=show.GREY, width=1.3),
            show.Points(np.column_stack([at, self.p]), **spot),
            *letters(at),
        ]
        right = show.trace(SCALES[: k + 1], self.losses[: k + 1], k, color=show.VERMILLION, width=2.4)
        names = data.feature_names
        top = 1.08 * float(self.losses.max())
        chance = f"p of {data.target_names[1]}"
        ticks = (0.1, 1, 10), ("0.1", "1", "10")
        return [
            Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2, width=1.15),
            Panel(middle, (-12, 12), (-0.06, 1.16), "score f(x), cut at ±10", chance, width=0.8),
            Panel(right, (0.09, 11), (0, top), "factor", "mean loss so far", logx=True, width=0.65, xticks=ticks),
        ]

    def describe(self):
        each = ", ".join(f"{name} {p:.3f}" for name, p in zip(SPOTS, self.p, strict=True))
        loss = show.number(self.losses[self.k], 3)
        return f"Scores times {show.number(self.scale, 3)}: p is {each}; mean loss {loss}."


def letters(at: np.ndarray) -> list[show.Text]:
    """Names beside the spots on the sigmoid, above those that are cut: there several may share one place."""
    names = np.array(SPOTS)
    free = np.abs(at) < 10
    ends = [foot for foot in (-10.0, 10.0) if (at == foot).any()]
    beside = np.column_stack([at - 1, sigmoid(at) + 0.03])[free]
    above = np.array([[foot, sigmoid(foot) + 0.06] for foot in ends]).reshape(-1, 2)
    shared = [", ".join(names[at == foot]) for foot in ends]
    return [
        show.Text(beside, list(names[free]), size=11, align="right"),
        show.Text(above, shared, size=11, align="center"),
    ]


# --- Least squares and one far point (section 2) ----------------------------------------------

SQUARES: dict[str, Any] = dict(color=show.PURPLE, dash="dashed", width=2.4, label="least squares")
LOGISTIC: dict[str, Any] = dict(color=show.GREEN, width=2.4, label="logistic")


def cut(model, level: float) -> float:
    """Where w x + b = level."""
    return float((level - model.intercept_) / (model.coef_[0] or 1e-300))


@figure(CLASSES_ON_A_LINE, one_feature, most=200)
class far_point(View):
    """Least squares for 0 and 1, cut at ½, against logistic regression, as one easy point moves away (LIN-18).

    x (n,), y01 (n,): the points and their labels, the far point last. places (37,): where it can be, and paths (2, 37):
    the thresholds of both fits with it there; now: the index of its place. squares, logistic: the fits. reach, heights:
    what the two panels show.
    """

    size = (8.8, 4.0)
    y01: np.ndarray
    reach: tuple[float, float]
    heights: tuple[float, float]
    places: np.ndarray
    fits: Callable[..., Any]
    x: np.ndarray
    squares: LinearRegression
    logistic: LogisticRegression
    paths: np.ndarray
    now: int

    def prepare(self):
        x = self.data.X[:, 0]
        y01 = to_01(self.data.y)
        _, (middle,), (unit,) = standardised(self.data.X)
        rising = float(x[y01 == 1].mean()) >= float(x[y01 == 0].mean())
        self.y01 = np.append(y01, 1)
        self.places = middle + (1 if rising else -1) * unit * np.arange(2.0, 20.1, 0.5)
        self.reach = show.limits(np.append(x, self.places), 0.04)
        self.fits = lru_cache(maxsize=4)(self.fit_all)
        self.heights = show.limits(self.fits(x.tobytes())[1], 0.15)
        self.controls = {"distance": Slider("place of the extra point", 4.0, 2.0, 20.0, 0.5)}
        spots = np.column_stack([x, y01])
        look = {0: dict(color=show.GREY, marker="o")}
        self.pointers = [Pointer(spots, editable=False, name="spots", names=("point",), along="x", looks=look)]

    def fit_all(self, points: bytes) -> tuple[list[tuple[LinearRegression, LogisticRegression]], np.ndarray]:
        """Both fits for every place of the extra point, the others where they were dragged to, and the thresholds."""
        fits = [self.fit(np.append(np.frombuffer(points), place)) for place in self.places]
        return fits, np.array([[cut(squares, 0.5), cut(logistic, 0.0)] for squares, logistic in fits]).T

    def fit(self, x: np.ndarray) -> tuple[LinearRegression, LogisticRegression]:
        """Both fits; the logistic one has its penalty in standard units."""
        X = x[:, None]
        _, (middle,), (unit,) = standardised(self.data.X)
        logistic = LogisticRegression(lam=0.1).fit((X - middle) / unit, self.y01)
        logistic.intercept_ -= float(logistic.coef_[0]) * middle / unit
        logistic.coef_ = logistic.coef_ / unit
        return LinearRegression().fit(X, self.y01), logistic

    def compute(self, distance: float, spots):
        others = np.array(spots[:, 0], float)
        fits, self.paths = self.fits(others.tobytes())
        self.now = round((distance - 2) / 0.5)
        self.squares, self.logistic = fits[self.now]
        self.x = np.append(others, self.places[self.now])

    @property
    def cuts(self) -> tuple[float, float]:
        """Where the two say ½: least squares, logistic."""
        return cut(self.squares, 0.5), cut(self.logistic, 0.0)

    @property
    def errors(self) -> tuple[int, int]:
        """Points on the wrong side of each."""
        X = self.x[:, None]
        truth = self.y01 > 0
        return (
            int(((self.squares.predict(X) > 0.5) != truth).sum()),
            int(((self.logistic.decision_function(X) > 0) != truth).sum()),
        )

    def draw(self):
        right: list[Mark] = []
        for look, path in zip((SQUARES, LOGISTIC), np.clip(self.paths, *self.heights), strict=True):
            right += show.trace(self.places[: self.now + 1], path[: self.now + 1], self.now, **look)
        zero, one = self.data.target_names
        xlabel = self.data.feature_names[0]
        ylabel = f"0: {zero}, 1: {one}"
        place = show.limits(self.places)
        return [
            Panel(self.both_curves(), self.reach, (-0.35, 1.45), xlabel, ylabel, legend_columns=3, width=1.35),
            Panel(
                right,
                place,
                self.heights,
                "place of the extra point",
                "threshold, so far",
                legend_columns=1,
                width=0.7,
            ),
        ]

    def both_curves(self) -> list[Mark]:
        """What both fits say, their thresholds, and the points."""
        grid = np.linspace(*self.reach, 200)
        curves = self.squares.predict(grid[:, None]), self.logistic.predict_proba(grid[:, None])[:, 1]
        marks: list[Mark] = [show.hline(0.5, self.reach, dash="dotted")]
        for look, values, at in zip((SQUARES, LOGISTIC), curves, np.clip(self.cuts, *self.reach), strict=True):
            color = look["color"]
            marks += [
                show.curve(grid, np.clip(values, -1, 2), **look),
                show.vline(at, (-0.35, 1.45), color=color, width=1.2, dash="dotted"),
                show.point(at, 0.5, color=color, marker="D", size=9, edge=show.BLACK),
            ]
        spots = np.column_stack([self.x, self.y01])[:-1]
        y = 2 * self.y01[:-1] - 1
        return [
            *marks,
            *show.scatter_classes(spots, y, self.data.target_names, size=5.5, alpha=0.6),
            show.point(self.x[-1], 1, color=show.YELLOW, marker="s", size=11, edge=show.BLACK, label="the extra one"),
        ]

    def describe(self):
        place, squares, logistic = (show.number(v, 3) for v in (self.x[-1], *self.cuts))
        wrong, few = self.errors
        return (
            f"Extra point at {place}. Threshold: least squares {squares}, {wrong} of {len(self.x)} wrong; "
            f"logistic {logistic}, {few} wrong."
        )


# --- Down the surface (section 5) -------------------------------------------------------------

STEPS = 30
START: dict[str, Any] = dict(color=show.YELLOW, marker="o", size=11, edge=show.BLACK)
METHODS = {
    "descent": "descent",
    "descent, one point a step": "one",
    "Newton": "Newton",
    "Newton, leaps halved": "halved",
}


@figure(CLASSES_ON_A_LINE, one_feature, most=200)
class surface(View):
    """The cost over bias and weight, and what descent and Newton's leaps make of it (GRD-10, GRD-12, CLS-13).

    f: the cost of the standardised feature; unit: its mean and its spread. lowest (2,), lowest_cost: its lowest point.
    xlim, ylim, contours: the window over (b, w), and contour lines in it. states: of the walk so far; method, lr: how
    it goes.
    """

    size = (8.8, 4.3)
    controls = {
        "method": Choice("method", METHODS),
        "lr": LogSlider("learning rate η", 1.0, -1, 2),
        "step": StepSlider("step", STEPS, 5, interval=300),
    }
    pointers = [Pointer(np.zeros((1, 2)), editable=False, name="start", names=("start",), looks={0: START})]
    f: LogisticCost
    unit: tuple[float, float]
    lowest: np.ndarray
    lowest_cost: float
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    contours: show.Lines
    states: Sequence[LogisticState | NewtonState]
    method: str
    lr: float

    def prepare(self):
        Z, (mean,), (unit,) = standardised(self.data.X)
        if not Z.any():
            raise ValueError("All inputs are the same, so they say nothing about the weight: take inputs that differ.")
        A = add_ones(Z)
        y01 = to_01(self.data.y)
        self.unit = float(mean), float(unit)
        self.f = LogisticCost(A, y01, float(has_no_minimum(A, y01)))
        end = last(newton_steps(self.f, w=np.zeros(2)), 200)
        self.lowest = end.w
        self.lowest_cost = end.cost
        half = 1.9 * max(np.abs(end.w).max(), 1.0)
        self.xlim, self.ylim = ((v / 2 - half, v / 2 + half) for v in end.w)
        self.contours = self.contour_lines()

    def contour_lines(self) -> show.Lines:
        """Lines of equal cost in the window."""
        f = self.f

        def rise(W):
            margins = (2 * f.y - 1) * (W @ f.A.T)
            return losses.logistic(margins).mean(axis=1) + f.lam / 2 * W[:, 1] ** 2 / len(f.y) - self.lowest_cost

        field = show.decision_field(rise, self.xlim, self.ylim, 70)
        levels = float(field.z.max()) * np.array([0.002, 0.01, 0.03, 0.07, 0.14, 0.24, 0.37, 0.53, 0.73])
        return show.contour_lines(field, levels, color=show.GREY, width=1.0, label="equal J")

    def compute(self, method: str, lr: float, step: int, start):
        f = self.f
        w = start[0]
        self.method = next(label for label, value in METHODS.items() if value == method)
        self.lr = lr
        if method in ("descent", "one"):
            batch = None if method == "descent" else 1
            self.states = take(logistic_descent_steps(f.A, f.y, lr=lr, lam=f.lam, w=w, batch_size=batch), step)
        else:
            self.states = take(newton_steps(f, w=w, halve=method == "halved"), step)

    @property
    def now(self) -> LogisticState | NewtonState:
        return self.states[-1]

    @property
    def gaps(self) -> np.ndarray:
        """How far above its lowest the cost is, after each step; rounding hides what is below 1e-15."""
        return np.maximum([state.cost - self.lowest_cost for state in self.states], 1e-15)

    def draw(self):
        steps = np.array([state.t for state in self.states])
        gaps = show.trace(steps, np.minimum(self.gaps, 90), len(steps) - 1, color=show.BLUE, width=2.0)
        ticks = (1e-15, 1e-10, 1e-5, 1), ("0", "1e−10", "1e−5", "1")
        look: dict[str, Any] = dict(logy=True, width=0.7, yticks=ticks)
        return [
            Panel(self.walk(), self.xlim, self.ylim, "b", "w", legend_columns=3, width=1.15),
            self.curves_panel(),
            Panel(gaps, (-0.5, STEPS + 0.5), (1e-16, 100), "step", "J − its lowest", **look),
        ]

    def walk(self) -> list[Mark]:
        """The path so far over (b, w)."""
        at, (left, right), (bottom, top) = self.now.w, self.xlim, self.ylim
        path = visible_path([state.w for state in self.states], self.xlim, self.ylim)
        inside = left < at[0] < right and bottom < at[1] < top
        corner = left + 0.04 * (right - left), bottom + 0.04 * (top - bottom)
        return [
            self.contours,
            show.Points(self.states[0].w[None], **START, label="start"),
            show.curve(*path.T, color=show.BLUE, width=2.0, label="path"),
            show.Points(path, color=show.BLUE, size=4.5),
            show.point(*self.lowest, **LOWEST, label="lowest"),
            show.Points(at[None] if inside else np.zeros((0, 2)), **NOW, label="now"),
            *([] if inside else [show.words(*corner, "now: outside", size=10)]),
        ]

    def curves_panel(self) -> Panel:
        """The probabilities that the best weights and those of now give, and the points."""
        x, (shift, unit) = self.data.X[:, 0], self.unit
        ends = show.limits(x, 0.06)
        grid = np.linspace(*ends, 200)
        at = self.now.w
        z = (grid - shift) / unit
        best = sigmoid(self.lowest[0] + self.lowest[1] * z)
        now = sigmoid(np.clip(at[0] + at[1] * z, -1e3, 1e3))
        marks = [
            show.hline(0.5, ends, dash="dotted"),
            show.curve(grid, best, color=show.VERMILLION, dash="dashed", width=2.0, label="best"),
            show.curve(grid, now, color=show.BLUE, width=2.6, label="now"),
            *show.scatter_classes(np.column_stack([x, self.f.y]), self.data.y, ("", ""), size=5, alpha=0.55),
        ]
        names = self.data.feature_names[0], f"p of {self.data.target_names[1]}"
        return Panel(marks, ends, (-0.08, 1.08), *names, legend_columns=2, width=0.85)

    def describe(self):
        now = self.now
        how = f"{self.method} (η changes nothing)"
        if "descent" in self.method:
            how = f"{self.method.capitalize()}, η = {show.number(self.lr, 3)}"
        steps = "1 step" if now.t == 1 else f"{now.t} steps"
        if now.diverged:
            return f"{how}: after {steps} the next one leaves all bounds."
        b, w = (show.number(v) for v in now.w)
        rose = len(self.states) > 1 and now.cost > self.states[-2].cost
        end = ", arrived" if now.converged else ", the last step led up" if rose else ""
        penalty = " A penalty λ = 1, as these classes are separable." if self.f.lam else ""
        return f"{how}, after {steps}: b = {b}, w = {w}, J = {show.number(now.cost)}{end}.{penalty}"


# --- Scores into probabilities (section 7) ----------------------------------------------------

KINDS = ("airplane", "bird", "cat")
CUT = 12  # scores are drawn up to here


@figure(FORMULA)
class shares(View):
    """Three scores become probabilities: differences count, a common shift does not (CLS-17).

    scores (3,): already shifted and sharpened. p (3,): their softmax.
    """

    size = (8.8, 3.6)
    controls = {
        "airplane": Slider("score of airplane", 1.0, -3.0, 3.0, 0.1),
        "bird": Slider("score of bird", 0.5, -3.0, 3.0, 0.1),
        "cat": Slider("score of cat", 0.0, -3.0, 3.0, 0.1),
        "shift": Slider("added to all three", 0.0, -3.0, 3.0, 0.5),
        "sharpness": LogSlider("then all times", 1.0, -1, 1),
    }
    scores: np.ndarray

    def compute(self, airplane: float, bird: float, cat: float, shift: float, sharpness: float):
        self.scores = sharpness * (np.array([airplane, bird, cat]) + shift)

    @property
    def p(self) -> np.ndarray:
        return softmax(self.scores)

    @property
    def lse(self) -> float:
        """ln of the sum of the exponentials."""
        return float(np.logaddexp.reduce(self.scores))

    def draw(self):
        at = np.arange(3.0)
        ends = (-0.6, 2.6)
        below = np.column_stack([at, np.full(3, -1.22 * CUT)])
        above = np.column_stack([at, self.p + 0.05])
        words = [show.number(v, places=2) for v in self.scores]
        left = [
            *bars(np.clip(self.scores, -CUT, CUT)),
            show.hline(0, ends, color=show.BLACK, width=1),
            show.hline(np.clip(self.lse, -CUT, CUT), ends, dash="dashed", width=2.0, label="ln Σ exp(score)"),
            show.Text(below, words, size=9.5, align="center"),
        ]
        right = [*bars(self.p), show.Text(above, [f"{v:.3f}" for v in self.p], size=9.5, align="center")]
        ticks = (tuple(at), KINDS)
        return [
            Panel(left, ends, (-1.3 * CUT, 1.1 * CUT), "", f"score, cut at ±{CUT}", xticks=ticks),
            Panel(right, ends, (0, 1.14), "", "probability", xticks=ticks),
        ]

    def describe(self):
        scores = ", ".join(show.number(v, places=2) for v in self.scores)
        p = ", ".join(f"{v:.3f}" for v in self.p)
        most, lse = (show.number(v, places=2) for v in (self.scores.max(), self.lse))
        return f"Scores {scores}: probabilities {p}; the largest score is {most}, ln Σ exp(score) is {lse}."


def bars(values) -> list[show.Bars]:
    """A bar for each of the three classes, from 0 up or down."""
    return [
        show.Bars(np.array([[k - 0.35, 0.0, k + 0.35, v]]), color=group_look(k)["color"], alpha=0.9)
        for k, v in enumerate(values)
    ]


# --- One against the rest, and all together (section 7) ---------------------------------------


def flowers() -> Dataset:
    """The 150 irises with two of their measurements."""
    return datasets.iris().columns("sepal width (cm)", "petal length (cm)")


@figure(GROUPS, flowers, most=200)
class rivals(View):
    """Several classes: one machine for each against the rest, or one softmax; the points can be dragged (CLS-18).

    X (n, 2), y (n,): the points as they lie. one, all: weights W (K, 2) and b (K,) of the single machines and of the
    softmax, for the features as they are drawn. lam: the penalty of both.
    """

    size = (8.8, 4.8)
    controls = {"lam": LogSlider("penalty λ", 100.0, -2, 2, per_decade=5)}
    frame: dict[str, Any]
    X: np.ndarray
    y: np.ndarray
    lam: float
    one: tuple[np.ndarray, np.ndarray]
    all: tuple[np.ndarray, np.ndarray]

    def prepare(self):
        self.frame = show.window(self.data.X, 0.1) | dict(equal=False)
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]

    def compute(self, lam: float, X, y):
        K = len(self.data.target_names)
        if len(set(y.tolist())) < K:
            raise ValueError("Each class needs a point: double-click adds one of the class chosen below.")
        _, mean, unit = standardised(self.data.X)
        Z = (X - mean) / unit

        def as_drawn(W, b) -> tuple[np.ndarray, np.ndarray]:
            return W / unit, b - W @ (mean / unit)

        single = [LogisticRegression(lam).fit(Z, y == k) for k in range(K)]
        together = SoftmaxRegression(lam).fit(Z, y)
        self.X = X
        self.y = y
        self.lam = lam
        self.one = as_drawn(np.array([m.coef_ for m in single]), np.array([m.intercept_ for m in single]))
        self.all = as_drawn(together.coef_, together.intercept_)

    def single(self, X) -> np.ndarray:
        """The scores of the single machines (m, K)."""
        return X @ self.one[0].T + self.one[1]

    def together(self, X) -> np.ndarray:
        """The scores of the softmax (m, K)."""
        return X @ self.all[0].T + self.all[1]

    def yes(self, X) -> np.ndarray:
        """How many of the single machines claim each row of X as theirs (m,)."""
        return (self.single(X) > 0).sum(axis=1)

    @property
    def window(self) -> np.ndarray:
        """A grid of the whole picture (m, 2)."""
        across, up = (np.linspace(low, high, 101) for low, high in (self.frame["xlim"], self.frame["ylim"]))
        return show.lattice(across, up)

    def draw(self):
        data = self.data
        frame = self.frame
        limits = frame["xlim"], frame["ylim"]
        second = show.decision_field(lambda X: np.sort(self.single(X), axis=1)[:, -2], *limits, n=70)
        none = show.decision_field(lambda X: -self.single(X).max(axis=1), *limits, n=70)
        left = [
            *self.shade_positive(self.single),
            show.shade_between(second, 0, np.inf, show.BLACK, 0.45, "two or more say yes"),
            show.shade_between(none, 0, np.inf, "#FFFFFF", 1.0),
            show.contour_lines(none, [0], width=2.8, dash="dashed", label="in here: nobody says yes"),
            *self.points([""] * len(data.target_names)),
        ]
        right = [*self.shade_positive(lambda X: lead(self.together(X))), *self.points(data.target_names)]
        xlabel, ylabel = data.feature_names
        return [
            Panel(left, **frame, xlabel=f"{xlabel}: one against the rest", ylabel=ylabel, legend_columns=2),
            Panel(right, **frame, xlabel=f"{xlabel}: softmax", ylabel=ylabel, legend_columns=4),
        ]

    def shade_positive(self, scores: Callable) -> list[Mark]:
        """For each class where scores(X)[:, k] is positive, in its colour, with its edge."""
        marks: list[Mark] = []
        for k in range(len(self.data.target_names)):
            field = show.decision_field(lambda X, k=k: scores(X)[:, k], self.frame["xlim"], self.frame["ylim"], n=70)
            marks.append(show.shade_between(field, 0, np.inf, group_look(k)["color"], 0.22))
            marks.append(show.contour_lines(field, [0], width=1.6))
        return marks

    def points(self, names: Sequence[str]) -> list[Mark]:
        """The points of each class, under these names."""
        return [
            show.Points(self.X[self.y == k], size=5.5, alpha=0.9, label=name, **group_look(k))
            for k, name in enumerate(names)
        ]

    def describe(self):
        claims = self.yes(self.X)
        wrong = (self.together(self.X).argmax(axis=1) != self.y).sum()
        points = f"of {len(self.y)} points {(claims == 0).sum()} have no answer and {(claims > 1).sum()} several"
        return f"λ = {self.lam:.3g}, one against the rest: {points}; softmax: {wrong} are wrong."


def lead(scores: np.ndarray) -> np.ndarray:
    """By how much each score is ahead of the best other one (m, K)."""
    others = [np.delete(scores, k, axis=1).max(axis=1) for k in range(scores.shape[1])]
    return scores - np.stack(others, axis=1)
