"""The figures of lecture 06's Further sections: a far point, several classes, tangents, separable classes, spam."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.labels import add_ones, to_01
from mlcore.base.scaling import standardised
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.lectures.logistic_regression.draws import flowers
from mlcore.lectures.logistic_regression.figures import STEEP, one_feature
from mlcore.linear import LinearRegression
from mlcore.logistic import (
    LogisticCost,
    LogisticRegression,
    NewtonState,
    RootState,
    SoftmaxRegression,
    newton_steps,
    root_steps,
)
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, CLASSES_ON_A_LINE, FORMULA, GROUPS
from mlcore.plots.separating_planes import require_both_classes, shade_sides
from mlcore.show import Choice, LogSlider, Mark, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.style import group_look

# --- Least squares and one far point (Further A) ---------------------------------------------

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


# --- One against the rest, and all together (Further B) ---------------------------------------


@figure(GROUPS, flowers, most=200)
class rivals(View):
    """Several classes: a machine for each against the rest, or one softmax; the points can be dragged (CLS-16, CLS-18).

    X (n, 2), y (n,): the points as they lie. one, all: weights W (K, 2) and b (K,) of the single machines and of the
    softmax, for the features as they are drawn. lam: the penalty of both. rule: what the left panel shows, who says yes
    or whose score is largest.
    """

    size = (8.8, 4.8)
    controls = {
        "lam": LogSlider("penalty λ", 100.0, -2, 2, per_decade=5),
        "rule": Choice("on the left", {"who says yes": "yes", "whose score is largest": "largest"}),
    }
    frame: dict[str, Any]
    X: np.ndarray
    y: np.ndarray
    lam: float
    rule: str
    one: tuple[np.ndarray, np.ndarray]
    all: tuple[np.ndarray, np.ndarray]

    def prepare(self):
        self.frame = show.window(self.data.X, 0.1) | dict(equal=False)
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]

    def drags(self):
        X, y = self.data.X, self.data.y
        k = int(np.flatnonzero(y == 1)[show.nearest_point(X[y == 1], X[y == 1].mean(axis=0))])
        names = self.data.target_names
        return [
            show.Drag(
                f"one {names[1]} to the {names[0]}s and to the {names[2]}s", [X[y == c].mean(axis=0) for c in (0, 2)], k
            )
        ]

    def compute(self, lam: float, rule: str, X, y):
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
        self.rule = rule
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
        right = [*self.shade_positive(lambda X: lead(self.together(X))), *self.points(data.target_names)]
        xlabel, ylabel = data.feature_names
        return [
            Panel(
                self.machines(limits),
                **frame,
                xlabel=f"{xlabel}: one against the rest",
                ylabel=ylabel,
                legend_columns=2,
            ),
            Panel(right, **frame, xlabel=f"{xlabel}: softmax", ylabel=ylabel, legend_columns=4),
        ]

    def machines(self, limits) -> list[Mark]:
        """The single machines: where each says yes, nobody does and several do; or where whose score is largest."""
        data = self.data
        if self.rule == "largest":
            return [*self.shade_positive(lambda X: lead(self.single(X))), *self.points([""] * len(data.target_names))]
        second = show.decision_field(lambda X: np.sort(self.single(X), axis=1)[:, -2], *limits, n=70)
        none = show.decision_field(lambda X: -self.single(X).max(axis=1), *limits, n=70)
        return [
            *self.shade_positive(self.single),
            show.shade_between(second, 0, np.inf, show.BLACK, 0.45, "two or more say yes"),
            show.shade_between(none, 0, np.inf, "#FFFFFF", 1.0),
            show.contour_lines(none, [0], width=2.8, dash="dashed", label="in here: nobody says yes"),
            *self.points([""] * len(data.target_names)),
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
        none, one, several = ((claims == 0).sum(), (claims == 1).sum(), (claims > 1).sum())
        largest, wrong = self.errors
        return (
            f"λ = {self.lam:.3g}, one against the rest: of {len(self.y)} points {none} get no yes, {one} one and "
            f"{several} several; with the largest score {largest} are wrong. Softmax: {wrong} are wrong."
        )

    @property
    def errors(self) -> tuple[int, int]:
        """Points that are wrong where the largest score wins: that of the single machines, and of the softmax."""
        single, together = (
            int((scores(self.X).argmax(axis=1) != self.y).sum()) for scores in (self.single, self.together)
        )
        return single, together


def lead(scores: np.ndarray) -> np.ndarray:
    """By how much each score is ahead of the best other one (m, K)."""
    others = [np.delete(scores, k, axis=1).max(axis=1) for k in range(scores.shape[1])]
    return scores - np.stack(others, axis=1)


# --- Tangents (Further C) ---------------------------------------------------------------------

INPUTS = np.array([[-2.0], [-1.0], [0.5], [1.0], [2.0]])
LABELS = np.array([0, 0, 1, 0, 1])
FIVE = LogisticCost(np.column_stack([np.zeros(5), INPUTS]), LABELS)  # no bias: its column is 0
XLIM = -6.0, 10.0
STEPS = 12


@dataclass(frozen=True)
class Curve:
    """A function g with its slope, the heights of its picture, and its name."""

    g: Callable[[float], float]
    slope: Callable[[float], float]
    ylim: tuple[float, float]
    name: str


CURVES = {
    "J′ of a logistic cost": Curve(
        g=lambda x: float(FIVE.gradient(np.array([0.0, x]))[1]),
        slope=lambda x: float(FIVE.hessian(np.array([0.0, x]))[1, 1]),
        ylim=(-1.0, 0.4),
        name="J′(w)",
    ),
    "f′ of (x − 3)² + 1": Curve(
        g=lambda x: 2 * (x - 3),
        slope=lambda x: 2.0,
        ylim=(-16.0, 16.0),
        name="f′(x)",
    ),
    "f itself": Curve(
        g=lambda x: (x - 3) ** 2 + 1,
        slope=lambda x: 2 * (x - 3),
        ylim=(-4.0, 16.0),
        name="f(x)",
    ),
}


@figure(FORMULA)
class tangents(View):
    """Newton's method for a root of one function, tangent by tangent (GRD-08).

    curve: the function. states: of the steps so far.
    """

    size = (8.8, 4.2)
    controls = {
        "curve": Choice("a root of", list(CURVES)),
        "start": Slider("start", -1.0, -4.0, 8.0, 0.5),
        "step": StepSlider("step", STEPS, 2, interval=500),
    }
    curve: Curve
    states: Sequence[RootState]

    def compute(self, curve: str, start: float, step: int):
        self.curve = CURVES[curve]
        self.states = take(root_steps(self.curve.g, self.curve.slope, start=start), step)

    @property
    def now(self) -> RootState:
        return self.states[-1]

    def draw(self):
        curve, (low, high) = self.curve, XLIM
        grid = np.linspace(low, high, 300)
        x = np.array([state.x for state in self.states])
        value = np.array([state.value for state in self.states])
        shown = np.clip(x, low - 20, high + 20)
        inside = (x >= low) & (x <= high)
        stems = np.column_stack([shown, np.zeros(len(x)), shown, value])
        touching = tangent_lines(self.states, low - 20, high + 20)
        ring: dict[str, Any] = show.NOW
        left = [
            show.hline(0, XLIM, color=show.BLACK, width=1.0),
            show.curve(grid, [curve.g(v) for v in grid], color=show.BLUE, width=2.4, label=curve.name),
            show.Segments(stems, color=show.GREY, width=1.0, dash="dotted"),
            show.Segments(touching, color=show.VERMILLION, width=1.8, label="tangents"),
            show.Points(np.column_stack([x, value])[inside], color=show.BLUE, size=6),
            show.Points(np.array([[x[-1], 0.0]])[inside[-1:]], **ring, label="now"),
        ]
        ends = -0.5, STEPS + 0.5
        right = [
            show.hline(0, ends, dash="dotted"),
            *show.trace(np.arange(len(x)), shown, len(x) - 1, color=show.BLUE, width=2.0),
        ]
        letter = curve.name[-2]
        return [
            Panel(left, XLIM, curve.ylim, letter, curve.name, legend_columns=3, width=1.4),
            Panel(right, ends, XLIM, "step", f"{letter}, so far", width=0.7),
        ]

    def describe(self):
        now = self.now
        name = self.curve.name
        steps = "1 step" if now.t == 1 else f"{now.t} steps"
        end = ", arrived" if now.converged else "; the next step leaves all bounds" if now.diverged else ""
        return f"{name}, after {steps}: {name[-2]} = {show.number(now.x)}{end}."


def tangent_lines(states: Sequence[RootState], low: float, high: float) -> np.ndarray:
    """From each touching point but the last to where its tangent is 0, as (m, 4); cut at low and high, not bent."""
    rows = []
    for a, b in pairwise(states):
        ends = np.clip([a.x, b.x], low, high)
        heights = a.value + a.slope * (ends - a.x)
        rows.append([ends[0], heights[0], ends[1], heights[1]])
    return np.array(rows).reshape(-1, 4)


# --- Classes that can be separated (Further D) ------------------------------------------------

PENALTIES = {"none": 0.0, "0.01": 0.01, "1": 1.0, "10": 10.0}
LEAPS = 20


@figure(CLASSES, datasets.iris_pair, most=200)
class apart(View):
    """Newton's leaps with and without a penalty, on classes that may be separable; the points can be dragged.

    X (n, 2), y (n,): the points as they lie. lam: the penalty. states: of the leaps so far, for standardised features.
    w (2,), b: the line now, for the features as they are drawn.
    """

    size = (8.8, 4.2)
    controls = {"lam": Choice("penalty λ", PENALTIES), "step": StepSlider("step", LEAPS, 4, interval=300)}
    frame: dict[str, Any]
    X: np.ndarray
    y: np.ndarray
    lam: float
    states: Sequence[NewtonState]
    w: np.ndarray
    b: float

    def prepare(self):
        data = self.data
        self.frame = show.window(data.X, 0.12) | dict(equal=False)
        if np.linalg.matrix_rank(add_ones(standardised(data.X)[0])) < 3:
            raise ValueError("These points lie on one line, so without a penalty many boundaries are best: add others.")
        self.pointers = [Pointer(data.X, data.y, names=data.target_names)]

    def compute(self, lam: float, step: int, X, y):
        require_both_classes(y)
        _, mean, unit = standardised(self.data.X)
        f = LogisticCost(add_ones((X - mean) / unit), to_01(y), lam)
        self.X = X
        self.y = y
        self.lam = lam
        self.states = take(newton_steps(f, w=np.zeros(3)), step)
        self.w = self.states[-1].w[1:] / unit
        self.b = float(self.states[-1].w[0] - self.w @ mean)

    @property
    def sizes(self) -> np.ndarray:
        """‖w‖ after each step, for standardised features."""
        return np.array([np.linalg.norm(state.w[1:]) for state in self.states])

    def draw(self):
        frame = self.frame
        names = self.data.feature_names
        field = show.decision_field(lambda X: (X @ self.w + self.b) / STEEP, frame["xlim"], frame["ylim"], n=2)
        left = [
            *shade_sides(field),
            show.contour_lines(field, [-1, 1], width=1.3, dash="dashed", label="p = 0.1 and 0.9"),
            show.contour_lines(field, [0], width=2.4, label="p = ½"),
            *show.scatter_classes(self.X, self.y, self.data.target_names),
        ]
        at = np.array([state.t for state in self.states])
        costs = np.maximum([state.cost for state in self.states], 1e-12)
        sizes = show.trace(at, np.maximum(self.sizes, 0.1), len(at) - 1, color=show.BLUE, width=2.0)
        falls = show.trace(at, costs, len(at) - 1, color=show.VERMILLION, width=2.0)
        look: dict[str, Any] = dict(xlim=(-0.5, LEAPS + 0.5), xlabel="step", logy=True, width=0.6)
        tens = (0.1, 1, 10, 100), ("0.1", "1", "10", "100")
        powers = (1e-12, 1e-8, 1e-4, 1), ("1e−12", "1e−8", "1e−4", "1")
        return [
            Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2, width=1.1),
            Panel(sizes, ylim=(0.1, 300), ylabel="‖w‖, so far", yticks=tens, **look),
            Panel(falls, ylim=(3e-13, 3), ylabel="J, so far", yticks=powers, **look),
        ]

    def describe(self):
        now = self.states[-1]
        penalty = f"λ = {self.lam:g}" if self.lam else "No penalty"
        steps = "1 step" if now.t == 1 else f"{now.t} steps"
        cost = show.with_minus(f"{now.cost:.2g}")
        end = ", arrived" if now.converged else ""
        return f"{penalty}, after {steps}: ‖w‖ = {show.number(self.sizes[-1], 3)}, J = {cost}{end}."


# --- A score made by hand (Further E) ---------------------------------------------------------

MESSAGES = (
    "free money for you , claim your free prize now !",
    "re : george , hp has your labels and hpl has mine",
    "you and your family are free on sunday ? come to our garden !",
)


@figure(FORMULA)
class handmade(View):
    """A linear score for spam made by hand from eleven averages (CLS-02).

    table: how much of the average email and of the average spam each word is. order (11,): of the words, the largest
    difference first. k: so many of them are in the score. message: what is judged.
    """

    size = (8.8, 4.4)
    controls = {
        "k": Slider("words in the score", 3, 1, 11),
        "message": Choice("message", MESSAGES),
    }
    table: Dataset
    order: np.ndarray
    k: int
    message: str

    def prepare(self):
        self.table = datasets.spam_table()
        self.order = np.argsort(-np.abs(self.table.X[1] - self.table.X[0]), kind="stable")

    def compute(self, k: int, message: str):
        self.k = k
        self.message = message

    @property
    def signs(self) -> np.ndarray:
        """What each word adds to the score (11,): +1, −1, or 0 for those that are not used."""
        used = np.zeros(len(self.order))
        used[self.order[: self.k]] = 1.0
        return used * np.sign(self.table.X[1] - self.table.X[0])

    @property
    def bias(self) -> float:
        """Halfway between the average email and the average spam."""
        return -float((self.table.X @ self.signs).mean())

    @property
    def frequencies(self) -> np.ndarray:
        """How much of the message each word is, in per cent (11,)."""
        words = self.message.split()
        return np.array([100 * words.count(token) / len(words) for token in self.table.feature_names])

    @property
    def scores(self) -> np.ndarray:
        """Of the average email, the average spam, and the message (3,)."""
        return np.vstack([self.table.X, self.frequencies]) @ self.signs + self.bias

    def draw(self):
        n = len(self.order)
        email, spam, message = np.clip(self.scores, -45, 45)
        right = [
            show.vline(0, (0.4, 3.6), dash="dotted"),
            show.point(email, 3, color=show.NEGATIVE, size=11, edge=show.BLACK),
            show.point(spam, 2, color=show.POSITIVE, marker="s", size=11, edge=show.BLACK),
            show.point(message, 1, color=show.YELLOW, marker="D", size=11, edge=show.BLACK),
            show.Text(
                np.column_stack([np.clip(self.scores, -36, 36), [3.25, 2.25, 1.25]]),
                [show.number(v, places=3) for v in self.scores],
                size=10,
                align="center",
            ),
        ]
        rows = tuple(np.arange(n)[::-1]), tuple(self.table.feature_names[j] for j in self.order)
        look: dict[str, Any] = dict(yticks=rows, legend_columns=2)
        ticks = (3, 2, 1), ("average email", "average spam", "the message")
        return [
            Panel(self.bars(), (-1.5, 1.5), (-0.7, n - 0.3), "spam − email, in per cent of all words", **look),
            Panel(right, (-48, 48), (0.4, 3.6), "score, cut at ±45", yticks=ticks, width=0.8),
        ]

    def bars(self) -> list[Any]:
        """The difference between spam and email for each word, in four groups: used or not, more or less in spam."""
        n = len(self.order)
        difference = (self.table.X[1] - self.table.X[0])[self.order]
        rows = np.arange(n)[::-1]
        used = np.arange(n) < self.k
        boxes = np.column_stack([np.zeros(n), rows - 0.38, difference, rows + 0.38])
        unused: dict[str, Any] = dict(color=show.GREY, alpha=0.35)
        return [
            show.Bars(boxes[used & (difference > 0)], color=show.POSITIVE, alpha=0.9, label="more in spam: +1"),
            show.Bars(boxes[used & (difference <= 0)], color=show.NEGATIVE, alpha=0.9, label="more in email: −1"),
            show.Bars(boxes[~used & (difference > 0)], label="not used: 0", **unused),
            show.Bars(boxes[~used & (difference <= 0)], **unused),
            show.vline(0, (-0.7, n - 0.3), color=show.BLACK),
        ]

    def describe(self):
        email, spam, message = (show.number(v, places=3) for v in self.scores)
        verdict = "spam" if self.scores[2] > 0 else "email"
        words = "1 word" if self.k == 1 else f"{self.k} words"
        return f"{words} in the score: average email {email}, average spam {spam}, the message {message}, so {verdict}."
