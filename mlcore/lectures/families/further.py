"""The figures of the Further sections of lecture 07: a link whose mean leaves its range."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.glm import FAMILIES, GLMCost
from mlcore.lectures.families.data import TIMES
from mlcore.lectures.families.figures import MEAN, TARGETS
from mlcore.logistic import NewtonState, newton_steps
from mlcore.plots.cost_contours import LOWEST, NOW, seen
from mlcore.plots.figure import figure
from mlcore.show import Live, Mark, Panel, Pointer

START: dict[str, Any] = dict(color=show.YELLOW, marker="^", size=11, edge=show.BLACK)
FORBIDDEN = "#CCCCCC"
STEPS = 8


def waits(n: int = 90, seed: int = 3) -> Dataset:
    """Counters open, 1 to 6 -> minutes that a customer waits: exponential, with the rate 0.05 + 0.2 counters."""
    rng = np.random.default_rng(seed)
    counters = rng.integers(1, 7, n).astype(float)
    minutes = rng.exponential(1 / (0.05 + 0.2 * counters))
    return Dataset(counters[:, None], minutes, ("counters open",), ("minutes waited",))


@dataclass(frozen=True)
class Edge:
    """A walk over (b, w) with scores that must stay below 0: its states (none if the start is not allowed)."""

    data: Dataset
    f: GLMCost
    still: tuple[Mark, ...]
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    start: np.ndarray
    states: list[NewtonState]
    halve: bool
    highest: float
    lowest: float

    @property
    def full(self) -> np.ndarray:
        """The largest score that each full leap so far would have led to (t,)."""
        return np.array([(self.f.A @ (state.w - state.leap)).max() for state in self.states])


def draw_edge(s: Edge) -> list[Panel]:
    path = seen([state.w for state in s.states], s.xlim, s.ylim) if s.states else np.zeros((0, 2))
    out = path[:0]
    if s.states and s.states[-1].diverged:
        end = s.states[-1]
        out = seen(np.array([end.w, end.w - end.leap]), s.xlim, s.ylim)
    left: list[Mark] = [
        *s.still,
        show.Points(s.start[None], **START),
        show.Lines([path], color=show.BLUE, width=2.0, label="path"),
        show.Points(path, color=show.BLUE, size=4.5),
        show.Lines([out], color=show.VERMILLION, width=2.2, dash="dashed", label="leap out"),
        show.Points(path[-1:], **{**NOW, "size": 6.5}, label="now"),
    ]
    x = s.data.X[:, 0]
    grid = np.linspace(x.min(), x.max(), 121 if s.states else 0)
    w = s.states[-1].w if s.states else np.array([-1.0, 0.0])
    means = s.f.family.mean(w[0] + w[1] * (grid - x.mean()) / x.std())
    right: list[Mark] = [
        show.Points(np.column_stack([x, s.f.y]), **TARGETS),
        show.curve(grid, np.minimum(means, 3 * s.highest), **MEAN, label="mean now"),
    ]
    return [
        Panel(left, s.xlim, s.ylim, "b", "w", legend_columns=3, width=1.2),
        Panel(right, show.limits(x), (0, s.highest), s.data.feature_names[0], s.data.target_name),
    ]


def describe_edge(s: Edge) -> str:
    how = "Leaps halved where needed" if s.halve else "Full leaps"
    if not s.states:
        return f"{how}: this start is not allowed, as some scores are not below 0 and have no mean."
    end, k = s.states[-1], sum(s.full[:-1] >= 0)
    steps = f"{end.t} step{'s' * (end.t != 1)}"
    if end.diverged:
        return f"{how}: after {steps} the next leap leads to scores above 0, where there is no mean. The run is over."
    which = "" if end.t == 1 else f"{k} of them "
    saved = f", {which}cut short before the edge" if k else ""
    arrived = ", its lowest" if end.cost - s.lowest < 1e-6 * max(abs(s.lowest), 1.0) else ""
    return f"{how}: after {steps}{saved}, J = {show.number(end.cost, 3)}{arrived}.".replace("-", "−")


@figure(TIMES, waits, most=400)
def edge(data: Dataset) -> Live:
    """Newton on waiting times with the natural link, whose scores must stay below 0 (GLM-04)."""
    x, family = data.X[:, 0], FAMILIES["gamma"]
    y = data.y
    f = GLMCost(add_ones((x - x.mean())[:, None] / x.std()), y, family)
    low = take(newton_steps(f, w=[-1 / y.mean(), 0.0]), 200)[-1]
    b, w = low.w
    xlim, ylim = (3.0 * b, -0.25 * b), (1.5 * b, -1.5 * b)
    center = low.cost

    def worst(W: np.ndarray) -> np.ndarray:
        return (W @ f.A.T).max(axis=1)

    def rise(W: np.ndarray) -> np.ndarray:
        scores = np.minimum(W @ f.A.T, 1e-3 * b)
        return family.loss(y, scores).mean(axis=1) - center

    field, outside = show.decision_field(rise, xlim, ylim, 80), show.decision_field(worst, xlim, ylim, 80)
    levels = float(np.quantile(field.z[outside.z < 0], 0.9)) * np.array([0.01, 0.05, 0.12, 0.22, 0.35, 0.5, 0.7, 1.0])
    still: tuple[Mark, ...] = (
        show.contour_lines(field, levels, color=show.GREY, width=1.0, label="equal J"),
        show.shade_between(outside, 0.0, np.inf, FORBIDDEN, 1.0, label="no mean"),
        show.point(b, w, **LOWEST, label="lowest"),
    )
    highest = 1.1 * float(y.max())

    def compute(halve: bool, step: int, start) -> Edge:
        inside = (f.A @ start[0]).max() < 0
        states = take(newton_steps(f, w=start[0], halve=halve), step) if inside else []
        return Edge(data, f, still, xlim, ylim, start[0], states, halve, highest, center)

    controls = {
        "halve": show.choice("leaps", {"halved where needed": True, "full": False}),
        "step": show.step_slider("step", STEPS, interval=500),
    }
    pointer = Pointer(np.array([[2.4 * b, -0.4 * b]]), editable=False, name="start", names=("start",), looks={0: START})
    return Live(compute, draw_edge, describe_edge, controls=controls, pointer=pointer, size=(8.8, 4.2))
