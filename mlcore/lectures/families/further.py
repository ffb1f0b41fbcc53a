"""The figures of the Further sections of lecture 07: a link whose mean leaves its range."""

from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.glm import FAMILIES, GLMCost
from mlcore.lectures.families.figures import MEAN, TARGETS, TIMES
from mlcore.logistic import NewtonState, newton_steps
from mlcore.plots.cost_contours import LOWEST, NOW, visible_path
from mlcore.plots.figure import figure
from mlcore.show import Choice, Mark, Panel, Pointer, StepSlider, View

START: dict[str, Any] = dict(color=show.YELLOW, marker="^", size=11, edge=show.BLACK)
FORBIDDEN = "#CCCCCC"
STEPS = 8


def waits(n: int = 90, seed: int = 3) -> Dataset:
    """Counters open, 1 to 6 -> minutes that a customer waits: exponential, with the rate 0.05 + 0.2 counters."""
    rng = np.random.default_rng(seed)
    counters = rng.integers(1, 7, n).astype(float)
    minutes = rng.exponential(1 / (0.05 + 0.2 * counters))
    return Dataset(counters[:, None], minutes, ("counters open",), ("minutes waited",))


@figure(TIMES, waits, most=400)
class edge(View):
    """Newton on waiting times with the natural link, whose scores must stay below 0 (GLM-04).

    f: the cost, with x in standard units. lowest: its least. xlim, ylim: the window over (b, w), and still: what does
    not move in it. start (2,): where the walk begins. states: of the walk so far, none if the start is not allowed.
    halve: leaps are halved where needed.
    """

    size = (8.8, 4.2)
    f: GLMCost
    best: np.ndarray
    lowest: float
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    still: tuple[Mark, ...]
    start: np.ndarray
    states: list[NewtonState]
    halve: bool

    def prepare(self):
        x = self.data.X[:, 0]
        y = self.data.y
        self.f = GLMCost(add_ones((x - x.mean())[:, None] / x.std()), y, FAMILIES["gamma"])
        end = take(newton_steps(self.f, w=[-1 / y.mean(), 0.0]), 200)[-1]
        self.best = end.w
        self.lowest = end.cost
        b = float(end.w[0])
        self.xlim = 3.0 * b, -0.25 * b
        self.ylim = 1.5 * b, -1.5 * b
        self.still = self.landscape()
        self.controls = {
            "halve": Choice("leaps", {"halved where needed": True, "full": False}),
            "step": StepSlider("step", STEPS, interval=500),
        }
        start = np.array([[2.4 * b, -0.4 * b]])
        self.pointers = [Pointer(start, editable=False, name="start", names=("start",), looks={0: START})]

    def landscape(self) -> tuple[Mark, ...]:
        """The lowest point, contour lines about it, and where the mean does not exist."""
        f = self.f
        b = self.best[0]

        def worst(W: np.ndarray) -> np.ndarray:
            return (W @ f.A.T).max(axis=1)

        def rise(W: np.ndarray) -> np.ndarray:
            scores = np.minimum(W @ f.A.T, 1e-3 * b)
            return f.family.loss(f.y, scores).mean(axis=1) - self.lowest

        field, outside = (show.decision_field(g, self.xlim, self.ylim, 80) for g in (rise, worst))
        shares = np.array([0.01, 0.05, 0.12, 0.22, 0.35, 0.5, 0.7, 1.0])
        levels = float(np.quantile(field.z[outside.z < 0], 0.9)) * shares
        return (
            show.contour_lines(field, levels, color=show.GREY, width=1.0, label="equal J"),
            show.shade_between(outside, 0.0, np.inf, FORBIDDEN, 1.0, label="no mean"),
            show.point(*self.best, **LOWEST, label="lowest"),
        )

    def drags(self):
        start, lowest = self.pointers[0].X[0], self.best
        past = lowest + 0.4 * (lowest - start)
        along = [start, start * [0.4, 1.6]]
        words = "the start to the lowest point, past it, back, and along the edge"
        return [show.Drag(words, [lowest, past, *along], name="start")]

    def compute(self, halve: bool, step: int, start):
        self.halve = halve
        self.start = start[0]
        allowed = (self.f.A @ self.start).max() < 0
        self.states = take(newton_steps(self.f, w=self.start, halve=halve), step) if allowed else []

    @property
    def full(self) -> np.ndarray:
        """The largest score that each full leap so far would have led to (t,)."""
        return np.array([(self.f.A @ (state.w - state.leap)).max() for state in self.states])

    def draw(self):
        x = self.data.X[:, 0]
        top = 1.1 * float(self.data.y.max())
        grid = np.linspace(x.min(), x.max(), 121 if self.states else 0)
        w = self.states[-1].w if self.states else np.array([-1.0, 0.0])
        means = self.f.family.mean(w[0] + w[1] * (grid - x.mean()) / x.std())
        right = [
            show.Points(np.column_stack([x, self.f.y]), **TARGETS),
            show.curve(grid, np.minimum(means, 3 * top), **MEAN, label="mean now"),
        ]
        return [
            Panel(self.walk(), self.xlim, self.ylim, "b", "w", legend_columns=3, width=1.2),
            Panel(right, show.limits(x), (0, top), self.data.feature_names[0], self.data.target_name),
        ]

    def walk(self) -> list[Mark]:
        """The path so far over (b, w), and the leap that ends it."""
        path = np.zeros((0, 2))
        out = np.zeros((0, 2))
        if self.states:
            end = self.states[-1]
            path = visible_path([state.w for state in self.states], self.xlim, self.ylim)
            if end.diverged:
                out = visible_path(np.array([end.w, end.w - end.leap]), self.xlim, self.ylim)
        return [
            *self.still,
            show.Points(self.start[None], **START),
            show.Lines([path], color=show.BLUE, width=2.0, label="path"),
            show.Points(path, color=show.BLUE, size=4.5),
            show.Lines([out], color=show.VERMILLION, width=2.2, dash="dashed", label="leap out"),
            show.Points(path[-1:], **{**NOW, "size": 6.5}, label="now"),
        ]

    def describe(self):
        how = "Leaps halved where needed" if self.halve else "Full leaps"
        if not self.states:
            return f"{how}: this start is not allowed, as some scores are not below 0 and have no mean."
        end = self.states[-1]
        k = sum(self.full[:-1] >= 0)
        steps = f"{end.t} step{'s' * (end.t != 1)}"
        if end.diverged:
            return (
                f"{how}: after {steps} the next leap leads to scores above 0, where there is no mean. The run is over."
            )
        which = "" if end.t == 1 else f"{k} of them "
        saved = f", {which}cut short before the edge" if k else ""
        arrived = ", its lowest" if end.cost - self.lowest < 1e-6 * max(abs(self.lowest), 1.0) else ""
        return f"{how}: after {steps}{saved}, J = {show.number(end.cost, 3)}{arrived}."
