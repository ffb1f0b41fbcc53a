"""The figures of lecture 06's main path: certainty, the way down, scores into shares, calibration."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base import losses
from mlcore.base.labels import add_ones, check_rows_of_each_class, to_01
from mlcore.base.scaling import standardised
from mlcore.base.steps import last, take
from mlcore.datasets import Dataset
from mlcore.lectures.logistic_regression.draws import PENALTIES, counted, held_out, promised, unsure
from mlcore.logistic import (
    LogisticCost,
    LogisticRegression,
    LogisticState,
    NewtonState,
    has_no_minimum,
    logistic_descent_steps,
    newton_steps,
    sigmoid,
    softmax,
)
from mlcore.plots.cost_contours import LOWEST, NOW, visible_path
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASS_TABLE, CLASSES, CLASSES_ON_A_LINE, FORMULA
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Choice, LogSlider, Mark, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.marks import flat
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
        room = 0.06 * (frame["ylim"][1] - frame["ylim"][0])
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

    def drags(self):
        panel = flat(self.at().draw())[0]
        (left, right), (low, high) = panel.xlim, panel.ylim
        return [
            show.Drag("the start to the upper left corner", [(left, high)], name="start"),
            show.Drag("the start to the lower right corner", [(right, low)], name="start"),
        ]

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
REACHES = (0.5, 1.0, 3.0, 10.0)  # factors up to which the axis of the scores stands still


@figure(FORMULA)
class shares(View):
    """Three scores become probabilities: differences count, a common shift does not (CLS-17).

    scores (3,): already shifted and sharpened. sharpness: the factor. p (3,): their softmax.
    """

    size = (8.8, 3.6)
    controls = {
        "airplane": Slider("score of airplane", 1.0, -3.0, 3.0, 0.1),
        "bird": Slider("score of bird", 0.5, -3.0, 3.0, 0.1),
        "cat": Slider("score of cat", 0.0, -3.0, 3.0, 0.1),
        "shift": Slider("added to all three", 0.0, -3.0, 3.0, 0.5),
        "sharpness": LogSlider("then all times", 1.0, -1, 1),
    }
    sharpness: float
    scores: np.ndarray

    def compute(self, airplane: float, bird: float, cat: float, shift: float, sharpness: float):
        self.sharpness = sharpness
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
        reach = next(factor for factor in REACHES if self.sharpness <= factor + 1e-9)
        top = 6.6 * reach + 1.2  # no score and no sum is cut
        below = np.column_stack([at, np.full(3, -1.12 * top)])
        above = np.column_stack([at, self.p + 0.05])
        words = [show.number(v, places=2) for v in self.scores]
        left = [
            *bars(self.scores),
            show.hline(0, ends, color=show.BLACK, width=1),
            show.hline(self.lse, ends, dash="dashed", width=2.0, label="ln Σ exp(score)"),
            show.Text(below, words, size=9.5, align="center"),
        ]
        right = [*bars(self.p), show.Text(above, [f"{v:.3f}" for v in self.p], size=9.5, align="center")]
        ticks = (tuple(at), KINDS)
        return [
            Panel(left, ends, (-1.2 * top, 1.1 * top), "", "score (mind the axis)", xticks=ticks),
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


# --- Is the sureness right? (section 8) -------------------------------------------------------

SPLITS = 20
EDGES = np.array([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0])


@figure(CLASS_TABLE, datasets.breast_cancer, most=600)
class calibration(View):
    """What the model says of rows that it has not seen, and what came; 20 splits together (CLS-12).

    scores (8, m), y (m,): of the rows left out in all splits, for each of the PENALTIES. rows: left out in one split.
    expected, counted (8,): errors in one split, on average, as the model itself expects them and as they came. now: the
    index of the penalty.
    """

    size = (8.8, 4.2)
    controls = {"lam": LogSlider("penalty λ", 1000.0, -4, 3, per_decade=1, readout=".1r")}
    scores: np.ndarray
    y: np.ndarray
    rows: int
    expected: np.ndarray
    counted: np.ndarray
    now: int

    def prepare(self):
        check_rows_of_each_class(self.data.y, 4, "rows to fit and rows to judge by")
        splits = [held_out(self.data, seed, PENALTIES) for seed in range(SPLITS)]
        self.scores = np.concatenate([scores for scores, _ in splits], axis=1)
        self.y = np.concatenate([y for _, y in splits])
        self.rows = len(splits[0][1])
        self.expected = np.mean([promised(scores) for scores, _ in splits], axis=0)
        self.counted = np.mean([counted(scores, y) for scores, y in splits], axis=0)

    def compute(self, lam: float):
        self.now = int(np.abs(np.log(np.array(PENALTIES) / lam)).argmin())

    @property
    def groups(self) -> np.ndarray:
        """Of the rows whose p lies between two EDGES (6, 3): their mean p, the share of class +1, how many they are."""
        p = sigmoid(self.scores[self.now])
        which = np.clip(np.searchsorted(EDGES, p) - 1, 0, len(EDGES) - 2)
        found = []
        for k in range(len(EDGES) - 1):
            mine = which == k
            some = mine.any()
            found.append([p[mine].mean() if some else 0, (self.y[mine] > 0).mean() if some else 0, mine.sum()])
        return np.array(found)

    def draw(self):
        groups = self.groups
        groups = groups[groups[:, 2] > 0]
        beside = groups[:, :2] + np.where(groups[:, :1] > 0.5, [[-0.02, 0.055]], [[0.035, -0.035]])
        sides = groups[:, 0] > 0.5
        counts = [f"{int(m)}" for m in groups[:, 2]]
        words = [
            show.Text(beside[side], [c for c, s in zip(counts, side, strict=True) if s], size=9.5, align=align)
            for side, align in ((sides, "right"), (~sides, "left"))
        ]
        left = [
            show.curve([0, 1], [0, 1], color=show.GREY, dash="dashed", width=1.6, label="p is right"),
            show.curve(*groups[:, :2].T, color=show.BLUE, width=1.6),
            show.Points(groups[:, :2], color=show.BLUE, size=9, edge=show.BLACK, label="a group, and how many it has"),
            *words,
        ]
        so_far = np.array(PENALTIES)[self.now :]
        right = []
        for values, color, dash, marker, label in (
            (self.expected, show.PURPLE, "dashed", "D", "expected by the model"),
            (self.counted, show.VERMILLION, "solid", "o", "counted"),
        ):
            right.append(show.curve(so_far, values[self.now :], color=color, dash=dash, width=2.2, label=label))
            right.append(show.point(so_far[0], values[self.now], color=color, marker=marker, size=9, edge=show.BLACK))
        ticks = (1e-4, 1e-2, 1, 100), ("0.0001", "0.01", "1", "100")
        top = 1.12 * float(max(self.expected.max(), self.counted.max()))
        name = self.data.target_names[1]
        look: dict[str, Any] = dict(logx=True, xticks=ticks, legend_columns=1)
        return [
            Panel(left, (-0.05, 1.05), (-0.1, 1.13), f"mean p of {name}", f"share of {name}", legend_columns=1),
            Panel(right, (6e-5, 1.7e3), (-0.04 * top, top), "penalty λ", f"errors in {self.rows}, so far", **look),
        ]

    def describe(self):
        lam = f"{PENALTIES[self.now]:g}"
        expected, came = (show.number(v[self.now], places=1) for v in (self.expected, self.counted))
        (doubt,), (wrong,) = unsure(self.scores[self.now][None], self.y)
        doubt, wrong = (show.number(v / SPLITS, places=1) for v in (doubt, wrong))
        return (
            f"λ = {lam}: of {self.rows} left out the model expects {expected} errors, and {came} came; for {doubt} of "
            f"them p is from 0.1 to 0.9, and {wrong} of these are wrong (means of {SPLITS} splits)."
        )
