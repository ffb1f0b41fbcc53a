"""The figures of lecture 06's Further sections: tangents, classes that can be separated, words of spam."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.labels import add_ones, to_01
from mlcore.base.scaling import standardised
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.lectures.logistic_regression.figures import STEEP
from mlcore.logistic import LogisticCost, NewtonState, RootState, newton_steps, root_steps
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import both_classes, shade_sides
from mlcore.show import Live, Mark, Panel, Pointer

# --- Tangents (Further A) ---------------------------------------------------------------------

INPUTS, LABELS = np.array([[-2.0], [-1.0], [0.5], [1.0], [2.0]]), np.array([0, 0, 1, 0, 1])
FIVE = LogisticCost(np.column_stack([np.zeros(5), INPUTS]), LABELS)  # no bias: its column is 0


@dataclass(frozen=True)
class Curve:
    """A function g with its slope, a window for it, and its name."""

    g: Callable[[float], float]
    slope: Callable[[float], float]
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    name: str


CURVES = {
    "J′ of a logistic cost": Curve(
        lambda x: float(FIVE.gradient(np.array([0.0, x]))[1]),
        lambda x: float(FIVE.hessian(np.array([0.0, x]))[1, 1]),
        (-6.0, 10.0), (-1.0, 0.4), "J′(w)",
    ),
    "f′ of (x − 2)² + 1": Curve(lambda x: 2 * (x - 2), lambda x: 2.0, (-6.0, 10.0), (-16.0, 16.0), "f′(x)"),
    "f itself": Curve(lambda x: (x - 2) ** 2 + 1, lambda x: 2 * (x - 2), (-6.0, 10.0), (-4.0, 16.0), "f(x)"),
}  # fmt: skip


@dataclass(frozen=True)
class Tangents:
    """Steps to a root of this curve, so far."""

    curve: Curve
    states: Sequence[RootState]

    @property
    def now(self) -> RootState:
        return self.states[-1]


def draw_tangents(s: Tangents) -> list[Panel]:
    c, (low, high) = s.curve, s.curve.xlim
    grid = np.linspace(low, high, 300)
    x = np.array([state.x for state in s.states])
    value = np.array([state.value for state in s.states])
    shown = np.clip(x, low - 20, high + 20)
    tangents = tangent_lines(s.states, low - 20, high + 20)
    stems = np.column_stack([shown, np.zeros(len(x)), shown, value])
    ring: dict[str, Any] = show.NOW
    inside = (x >= low) & (x <= high)
    left: list[Mark] = [
        show.hline(0, (low, high), color=show.BLACK, width=1.0),
        show.curve(grid, [c.g(v) for v in grid], color=show.BLUE, width=2.4, label=c.name),
        show.Segments(stems, color=show.GREY, width=1.0, dash="dotted"),
        show.Segments(tangents, color=show.VERMILLION, width=1.8, label="tangents"),
        show.Points(np.column_stack([x, value])[inside], color=show.BLUE, size=6),
        show.Points(np.array([[x[-1], 0.0]])[inside[-1:]], **ring, label="now"),
    ]
    at = np.arange(len(x))
    right: list[Mark] = [
        show.hline(0, (-0.5, 12.5), dash="dotted"),
        *show.trace(at, shown, len(at) - 1, color=show.BLUE, width=2.0),
    ]
    return [
        Panel(left, c.xlim, c.ylim, c.name[-2], c.name, legend_columns=3, width=1.4),
        Panel(right, (-0.5, 12.5), c.xlim, "step", f"{c.name[-2]}, so far", width=0.7),
    ]


def tangent_lines(states: Sequence[RootState], low: float, high: float) -> np.ndarray:
    """From each touching point but the last to where its tangent is 0, as (m, 4); cut at low and high, not bent."""
    rows = []
    for a, b in pairwise(states):
        ends = np.clip([a.x, b.x], low, high)
        heights = a.value + a.slope * (ends - a.x)
        rows.append([ends[0], heights[0], ends[1], heights[1]])
    return np.array(rows).reshape(-1, 4)


def describe_tangents(s: Tangents) -> str:
    x, steps = show.number(s.now.x).replace("-", "−"), "1 step" if s.now.t == 1 else f"{s.now.t} steps"
    end = ", arrived" if s.now.converged else "; the next step leaves all bounds" if s.now.diverged else ""
    return f"{s.curve.name}, after {steps}: {s.curve.name[-2]} = {x}{end}."


@figure(FORMULA)
def tangents() -> Live:
    """Newton's method for a root of one function, tangent by tangent (GRD-08)."""

    def compute(curve: str, start: float, step: int) -> Tangents:
        c = CURVES[curve]
        return Tangents(c, take(root_steps(c.g, c.slope, start=start), step))

    controls = {
        "curve": show.choice("a root of", list(CURVES)),
        "start": show.slider("start", -1.0, -4.0, 8.0, 0.5),
        "step": show.step_slider("step", 12, value=2, interval=500),
    }
    return Live(compute, draw_tangents, describe_tangents, controls=controls, size=(8.8, 4.2))


# --- Classes that can be separated (Further B) ------------------------------------------------

PENALTIES = {"none": 0.0, "0.01": 0.01, "1": 1.0, "10": 10.0}
LEAPS = 20


@dataclass(frozen=True)
class Apart:
    """Newton's leaps on these points, so far: the line now, for the features as they are drawn."""

    data: Dataset
    X: np.ndarray
    y: np.ndarray
    frame: dict
    lam: float
    states: Sequence[NewtonState]
    w: np.ndarray
    b: float

    @property
    def sizes(self) -> np.ndarray:
        """‖w‖ after each step, for standardised features."""
        return np.array([np.linalg.norm(state.w[1:]) for state in self.states])


def draw_apart(s: Apart) -> list[Panel]:
    field = show.decision_field(lambda X: (X @ s.w + s.b) / STEEP, s.frame["xlim"], s.frame["ylim"], n=2)
    left: list[Mark] = [
        *shade_sides(field),
        show.contour_lines(field, [-1, 1], width=1.3, dash="dashed", label="p = 0.1 and 0.9"),
        show.contour_lines(field, [0], width=2.4, label="p = ½"),
        *show.scatter_classes(s.X, s.y, s.data.target_names),
    ]
    at = np.array([state.t for state in s.states])
    right: list[Mark] = [*show.trace(at, np.maximum(s.sizes, 0.1), len(at) - 1, color=show.BLUE, width=2.0)]
    costs = np.maximum([state.cost for state in s.states], 1e-12)
    below: list[Mark] = [*show.trace(at, costs, len(at) - 1, color=show.VERMILLION, width=2.0)]
    names, look = s.data.feature_names, dict[str, Any](logy=True, width=0.6)
    tens = ((0.1, 1, 10, 100), ("0.1", "1", "10", "100"))
    powers = ((1e-12, 1e-8, 1e-4, 1), ("1e−12", "1e−8", "1e−4", "1"))
    return [
        Panel(left, **s.frame, xlabel=names[0], ylabel=names[1], legend_columns=2, width=1.1),
        Panel(right, (-0.5, LEAPS + 0.5), (0.1, 300), "step", "‖w‖, so far", yticks=tens, **look),
        Panel(below, (-0.5, LEAPS + 0.5), (3e-13, 3), "step", "J, so far", yticks=powers, **look),
    ]  # fmt: skip


def describe_apart(s: Apart) -> str:
    now, penalty = s.states[-1], f"λ = {s.lam:g}" if s.lam else "No penalty"
    steps = "1 step" if now.t == 1 else f"{now.t} steps"
    end = ", arrived" if now.converged else ""
    return f"{penalty}, after {steps}: ‖w‖ = {show.number(s.sizes[-1], 3)}, J = {now.cost:.2g}{end}."


@figure(CLASSES, datasets.iris_pair, most=200)
def apart(data: Dataset) -> Live:
    """Newton's leaps with and without a penalty, on classes that may be separable; the points can be dragged."""
    _, mean, unit = standardised(data.X)
    frame = show.window(data.X, 0.12) | dict(equal=False)
    if np.linalg.matrix_rank(add_ones((data.X - mean) / unit)) < 3:
        raise ValueError("These points lie on one line, so without a penalty many boundaries are best: add others.")

    def compute(lam: float, step: int, X, y) -> Apart:
        both_classes(y)
        f = LogisticCost(add_ones((X - mean) / unit), to_01(y), lam)
        states = take(newton_steps(f, w=np.zeros(3)), step)
        w = states[-1].w[1:] / unit
        return Apart(data, X, y, frame, lam, states, w, float(states[-1].w[0] - w @ mean))

    controls = {
        "lam": show.choice("penalty λ", PENALTIES),
        "step": show.step_slider("step", LEAPS, value=4, interval=300),
    }
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_apart, describe_apart, controls=controls, pointer=pointer, size=(8.8, 4.2))


# --- A score made by hand (Further C) ---------------------------------------------------------

MESSAGES = (
    "free money for you , claim your free prize now !",
    "re : george , hp has your labels and hpl has mine",
    "you and your family are free on sunday ? come to our garden !",
)


@dataclass(frozen=True)
class Handmade:
    """The table, the signs (11,) that the first k words have in the score, its bias, and a message as percentages."""

    table: Dataset
    order: np.ndarray
    k: int
    message: str

    @property
    def signs(self) -> np.ndarray:
        used = np.zeros(len(self.order))
        used[self.order[: self.k]] = 1.0
        return used * np.sign(self.table.X[1] - self.table.X[0])

    @property
    def bias(self) -> float:
        """Halfway between the average email and the average spam."""
        return -float((self.table.X @ self.signs).mean())

    @property
    def frequencies(self) -> np.ndarray:
        """How much of the message each word is, in per cent."""
        words = self.message.split()
        return np.array([100 * words.count(token) / len(words) for token in self.table.feature_names])

    @property
    def scores(self) -> np.ndarray:
        """Of the average email, the average spam, and the message (3,)."""
        return np.vstack([self.table.X, self.frequencies]) @ self.signs + self.bias


def draw_handmade(s: Handmade) -> list[Panel]:
    difference, n = (s.table.X[1] - s.table.X[0])[s.order], len(s.order)
    rows = np.arange(n)[::-1]
    marks: list[Mark] = []
    for used, more, color, label in (
        (True, True, show.POSITIVE, "more in spam: +1"), (True, False, show.NEGATIVE, "more in email: −1"),
        (False, True, show.GREY, "not used: 0"), (False, False, show.GREY, ""),
    ):  # fmt: skip
        mine = ((np.arange(n) < s.k) == used) & ((difference > 0) == more)
        boxes = np.column_stack([np.zeros(n), rows - 0.38, difference, rows + 0.38])[mine]
        marks.append(show.Bars(boxes, color=color, alpha=0.9 if used else 0.35, label=label))
    marks.append(show.vline(0, (-0.7, n - 0.3), color=show.BLACK))
    tokens = tuple(s.table.feature_names[j] for j in s.order)
    email, spam, message = np.clip(s.scores, -45, 45)
    right: list[Mark] = [
        show.vline(0, (0.4, 3.6), dash="dotted"),
        show.point(email, 3, color=show.NEGATIVE, size=11, edge=show.BLACK),
        show.point(spam, 2, color=show.POSITIVE, marker="s", size=11, edge=show.BLACK),
        show.point(message, 1, color=show.YELLOW, marker="D", size=11, edge=show.BLACK),
    ]
    ticks = ((3, 2, 1), ("average email", "average spam", "the message"))
    look: dict[str, Any] = dict(yticks=(tuple(rows), tokens), legend_columns=2)
    return [
        Panel(marks, (-1.5, 1.5), (-0.7, n - 0.3), "spam − email, in per cent of all words", **look),
        Panel(right, (-48, 48), (0.4, 3.6), "score, cut at ±45", yticks=ticks, width=0.8),
    ]


def describe_handmade(s: Handmade) -> str:
    email, spam, message = (f"{v:z.2f}".replace("-", "−") for v in s.scores)
    verdict = "spam" if s.scores[2] > 0 else "email"
    words = "1 word" if s.k == 1 else f"{s.k} words"
    return f"{words} in the score: average email {email}, average spam {spam}, the message {message}, so {verdict}."


@figure(FORMULA)
def handmade() -> Live:
    """A linear score for spam made by hand from eleven averages (CLS-02)."""
    table = datasets.spam_table()
    order = np.argsort(-np.abs(table.X[1] - table.X[0]), kind="stable")

    @cache
    def compute(k: int, message: str) -> Handmade:
        return Handmade(table, order, k, message)

    controls = {
        "k": show.slider("words in the score", 3, 1, 11, 1),
        "message": show.choice("message", list(MESSAGES)),
    }
    return Live(compute, draw_handmade, describe_handmade, controls=controls, size=(8.8, 4.4))
