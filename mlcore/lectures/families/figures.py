"""The figures of lecture 07, one recipe: exponential families and generalised linear models."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats
from scipy.special import expit, gammaln

from mlcore import datasets, show
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.glm import FAMILIES, GLMCost
from mlcore.logistic import NewtonState, newton_steps
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, LINE, DataError, Kind
from mlcore.show import Live, Mark, Panel

TARGETS: dict[str, Any] = dict(color=show.GREY, size=4.5, alpha=0.7)
RING: dict[str, Any] = show.NOW
MEAN: dict[str, Any] = dict(color=show.BLUE, width=2.6)

# --- One score, three answers (section 1) -----------------------------------------------------

INPUTS = np.linspace(-2, 2, 41)
CHANCES = np.random.default_rng(7).permutation((np.arange(41) + 0.5) / 41)  # one for each input, whatever the mean


@dataclass(frozen=True)
class Answers:
    """A score b + w x at 41 inputs, the three means that families make of it, and a target drawn from each (3, 41)."""

    b: float
    w: float
    means: np.ndarray
    targets: np.ndarray


NAMES = "a number", "yes or no", "a count"
TOPS = (-4.5, 4.5), (-0.25, 1.25), (-1.0, 24.0)


def draw_answers(s: Answers) -> list[Panel]:
    score = s.b + s.w * INPUTS
    left: list[Mark] = [
        show.hline(0, (-2.2, 2.2), dash="dotted"),
        show.vline(0, (-4.5, 4.5), dash="dotted"),
        show.curve(INPUTS, score, color=show.BLACK, width=2.2),
        show.point(0, s.b, color=show.YELLOW, marker="D", size=8, edge=show.BLACK),
    ]
    titles = "Gaussian: a number", "Bernoulli: yes or no", "Poisson: a count"
    look: dict[str, Any] = dict(xlabel="x")
    panels = [Panel(left, (-2.2, 2.2), (-4.5, 4.5), title="the score f(x)", **look)]
    for mean, y, ylim, title in zip(s.means, s.targets, TOPS, titles, strict=True):
        marks: list[Mark] = [
            show.Points(np.column_stack([INPUTS, np.minimum(y, ylim[1])]), **TARGETS),
            show.curve(INPUTS, mean, **MEAN),
        ]
        panels.append(Panel(marks, (-2.2, 2.2), ylim, title=title, **look))
    return panels


def describe_answers(s: Answers) -> str:
    at = [show.number(mean[20], 3) for mean in s.means]
    return (f"Score {s.b:.1f} + {s.w:.1f} x. At x = 0 the means (blue) are: number {at[0]}, "
            f"chance of yes {at[1]}, count {at[2]}.").replace("-", "−").replace("+ −", "− ")  # fmt: skip


@figure(FORMULA)
def answers() -> Live:
    """One linear score, and what three families make of it: mean and targets (GLM-05, GLM-06)."""

    def compute(b: float, w: float) -> Answers:
        score = b + w * INPUTS
        means = np.array([score, expit(score), np.exp(score)])
        drawn = np.array([
            score + stats.norm.ppf(CHANCES),
            1 - means[1] < CHANCES,
            stats.poisson.ppf(CHANCES, means[2]),
        ])  # fmt: skip
        return Answers(b, w, means, drawn)

    controls = {"b": show.slider("b", 0.0, -1.0, 1.0, 0.1), "w": show.slider("w", 0.8, -1.0, 1.0, 0.1)}
    return Live(compute, draw_answers, describe_answers, controls=controls, size=(8.8, 3.3))


# --- Slope and curvature of a (section 2) -----------------------------------------------------


@dataclass(frozen=True)
class Member:
    """An exponential family: a(t, v), mean and variance (t, v), density (y, t, v), for a natural t and a Gaussian's v.

    places: the y of the picture; bars: whether they are all there are. below: what t must be less than. highest: the
    tops of the two panels.
    """

    a: Callable
    mean: Callable
    variance: Callable
    density: Callable
    places: np.ndarray
    bars: bool
    highest: tuple[float, float]
    below: float = np.inf


MEMBERS: dict[str, Member] = {
    "Gaussian": Member(
        lambda t, v: v * t**2 / 2, lambda t, v: v * t, lambda t, v: v,
        lambda y, t, v: stats.norm.pdf(y, v * t, v**0.5), np.linspace(-9, 9, 361), False, (7.5, 0.9),
    ),
    "Bernoulli": Member(
        lambda t, v: np.logaddexp(0, t), lambda t, v: expit(t), lambda t, v: expit(t) * expit(-t),
        lambda y, t, v: expit((2 * y - 1) * t), np.arange(2.0), True, (2.6, 1.05),
    ),
    "Poisson": Member(
        lambda t, v: np.exp(t), lambda t, v: np.exp(t), lambda t, v: np.exp(t),
        lambda y, t, v: np.exp(y * t - np.exp(t) - gammaln(y + 1)), np.arange(19.0), True, (10.0, 0.95),
    ),
    "Exponential": Member(
        lambda t, v: -np.log(-t), lambda t, v: -1 / t, lambda t, v: 1 / t**2,
        lambda y, t, v: np.where(y >= 0, -t * np.exp(t * np.maximum(y, 0)), 0.0),
        np.concatenate([[-1.0, -1e-9], np.linspace(0, 21, 421)]), False, (3.0, 2.1), 0.0,
    ),
}  # fmt: skip
WIDEST = 2.0


@dataclass(frozen=True)
class Tangent:
    """A member of a family at the natural parameter t (v: the variance of a Gaussian)."""

    name: str
    t: float
    v: float

    @property
    def member(self) -> Member:
        return MEMBERS[self.name]

    @property
    def exists(self) -> bool:
        return self.t < self.member.below

    @property
    def mean(self) -> float:
        return float(self.member.mean(self.t, self.v))

    @property
    def variance(self) -> float:
        return float(self.member.variance(self.t, self.v))

    @property
    def deviation(self) -> float:
        return self.variance**0.5

    @property
    def density(self) -> np.ndarray:
        return self.member.density(self.member.places, self.t, self.v)


def draw_tangent(s: Tangent) -> list[Panel]:
    m, top = s.member, s.member.highest[0]
    t = np.linspace(-WIDEST - 0.2, min(WIDEST + 0.2, m.below - 0.02), 241)
    left: list[Mark] = [show.curve(t, m.a(t, s.v), **MEAN, label="a(ϑ)"), *at_the_point(s)]
    if not s.exists:
        left.append(show.words(0.15, 0.85 * top, "no a(ϑ) here", size=11))
    lowest = -0.35 * top
    low, high = m.places[0] - 0.6 * m.bars, m.places[-1] + 0.6 * m.bars
    right = [*density_of(s), *mean_and_spread(s, m.highest[1])]
    if not s.exists:
        right.append(show.words((low + high) / 2, m.highest[1] / 2, "no density: its integral is infinite",
                                size=11, align="center"))  # fmt: skip
    whole = tuple(range(0, len(m.places), 3 if len(m.places) > 2 else 1))
    xticks = (whole, tuple(map(str, whole))) if m.bars else None
    return [
        Panel(left, (-WIDEST - 0.2, WIDEST + 0.2), (lowest, top), "ϑ", "a(ϑ)", legend_columns=3),
        Panel(right, (low, high), (0, m.highest[1]), "y", "probability" if m.bars else "density", xticks=xticks),
    ]


def at_the_point(s: Tangent) -> list[Mark]:
    """The tangent of a at t, and the parabola that has its slope and its curvature there; none where a is not."""
    around = np.linspace(s.t - 1.4, s.t + 1.4, 81) if s.exists else np.zeros(0)
    here = np.array([s.t]) if s.exists else np.zeros(0)
    value, slope, bend = (s.member.a(s.t, s.v), s.mean, s.variance) if s.exists else (0.0, 0.0, 0.0)
    line = value + slope * (around - s.t)
    marks: list[Mark] = [
        show.curve(around, line, color=show.VERMILLION, width=2.2, label="tangent"),
        show.curve(around, line + bend * (around - s.t) ** 2 / 2, color=show.PURPLE, width=2.0, dash="dashed",
                   label="parabola"),
        show.Points(np.column_stack([here, here * 0 + value]), **RING),
    ]  # fmt: skip
    return marks


def density_of(s: Tangent) -> list[Mark]:
    y, heights = s.member.places, s.density if s.exists else np.zeros(len(s.member.places))
    if s.member.bars:
        return [show.Bars(np.column_stack([y - 0.3, 0 * y, y + 0.3, heights]), color=show.SKY)]
    return [show.curve(y, np.minimum(heights, 2 * s.member.highest[1]), color=show.BLUE, width=2.4)]


def mean_and_spread(s: Tangent, top: float) -> list[Mark]:
    ends = np.zeros((0, 4))
    if s.exists:
        ends = np.array([[s.mean - s.deviation, 0.06 * top, s.mean + s.deviation, 0.06 * top]])
    upright = np.array([[s.mean, 0, s.mean, top]]) if s.exists else np.zeros((0, 4))
    return [
        show.Segments(upright, color=show.VERMILLION, width=2.2, label="mean"),
        show.Segments(ends, color=show.PURPLE, width=4.0, label="± one standard deviation"),
    ]


def describe_tangent(s: Tangent) -> str:
    of = f"{s.name}, σ² = {show.number(s.v, 3)}" if s.name == "Gaussian" else f"{s.name} (σ² is for the Gaussian)"
    if not s.exists:
        return f"{of}: ϑ = {s.t:.1f} is not allowed, only ϑ < 0.".replace("-", "−")
    return (
        f"{of}, ϑ = {s.t:.1f}: slope of a {show.number(s.mean, 3)}, the mean; curvature of a "
        f"{show.number(s.variance, 3)}, the variance."
    ).replace("-", "−")


@figure(FORMULA)
def tangent() -> Live:
    """a(ϑ) with its tangent, and the density whose mean is the slope and whose variance is the curvature (GLM-01)."""
    controls = {
        "name": show.choice("family", list(MEMBERS)),
        "t": show.slider("natural parameter ϑ", -0.5, -WIDEST, WIDEST, 0.1),
        "v": show.slider("σ²", 1.0, 0.25, 3.0, 0.25),
    }
    return Live(
        lambda name, t, v: Tangent(name, round(t, 6), v), draw_tangent, describe_tangent, controls=controls,
        size=(8.8, 4.0),
    )  # fmt: skip


# --- A leap is a weighted least squares (section 4) -------------------------------------------


def targets_that(fit: Callable[[np.ndarray], np.ndarray], what: str, others, misfit) -> Kind:
    """The kind of data with one input and targets that a family has."""

    def read(*given) -> Dataset:
        data = LINE.read(*given)
        if not fit(data.y).all() or np.ptp(data.X) == 0:
            raise DataError(f"This figure takes one input that varies, and targets that are {what}.")
        return data

    return Kind(
        f"one input, and targets that are {what}", read, others, lambda: LINE.misfits() | misfit, takes=LINE.takes
    )


COUNTS = targets_that(
    lambda y: (y >= 0) & (y.sum() > 0), "counts, 0 or more and not all 0", LINE.others,
    {"negative counts": ([0.0, 1, 2], [1, -2, 3]), "none at all": ([0.0, 1], [0, 0])},
)  # fmt: skip
LEAPS = 4


@dataclass(frozen=True)
class Leaps:
    """Newton's state k of a Poisson fit, with x in standard units in `f`; the window of the scores; the least cost."""

    data: Dataset
    f: GLMCost
    state: NewtonState
    k: int
    window: tuple[float, float]
    lowest: float

    @property
    def scores(self) -> np.ndarray:
        return self.f.A @ self.state.w

    @property
    def weights(self) -> np.ndarray:
        """The variance of each target at its score (n,): its weight."""
        return self.f.family.variance(self.scores)

    @property
    def working(self) -> np.ndarray:
        """The working targets (n,), (07.11)."""
        return self.scores + (self.f.y - self.f.family.mean(self.scores)) / self.weights


def draw_leaps(s: Leaps) -> list[Panel]:
    x, order = s.data.X[:, 0], s.data.X[:, 0].argsort()
    ends = show.limits(x)
    now, due = s.scores[order], (s.f.A @ (s.state.w - s.state.leap))[order]
    left: list[Mark] = [
        show.Points(np.column_stack([x, s.f.y]), **TARGETS, label="targets"),
        show.curve(x[order], np.exp(np.minimum(now, 700)), **MEAN, label="mean now"),
    ]
    right: list[Mark] = [
        *working_points(s, x),
        show.curve(x[order], now, **MEAN, label="score now"),
        show.curve(x[order], due, color=show.VERMILLION, width=2.2, dash="dashed", label="next score"),
    ]
    name, top = s.data.feature_names[0], 1.12 * s.f.y.max()
    return [
        Panel(left, ends, (-0.05 * top, top), name, s.data.target_name, legend_columns=2),
        Panel(right, ends, s.window, name, "score", legend_columns=3, width=1.15),
    ]


def working_points(s: Leaps, x: np.ndarray) -> list[Mark]:
    """The working targets in three sizes, by their share of the largest weight; cut off at the window."""
    share, low, high = s.weights / s.weights.max(), *s.window
    z = np.clip(s.working, low + 0.01 * (high - low), high - 0.01 * (high - low))
    marks: list[Mark] = []
    for least, most, size in ((-1.0, 0.15, 3.0), (0.15, 0.5, 6.0), (0.5, 2.0, 9.5)):
        here = (share > least) & (share <= most)
        label = "working targets" if size == 6.0 else ""
        marks.append(show.Points(np.column_stack([x, z])[here], color=show.GREEN, marker="s", size=size, alpha=0.6,
                                 label=label))  # fmt: skip
    return marks


def describe_leaps(s: Leaps) -> str:
    gap = max(s.state.cost - s.lowest, 0.0)
    arrived = gap < 1e-9 * max(s.lowest, 1e-3)
    far = "J is at its lowest" if arrived else f"J is {show.number(gap, 2)} above its lowest"
    least = s.weights.min() / s.weights.max()
    weighed = (
        "all targets weigh the same"
        if least > 0.999
        else f"the lightest target weighs {show.number(least, 2)} of the heaviest"
    )
    return f"After {s.k} leap{'s' * (s.k != 1)}: {far}; {weighed}.".replace("e-", "e−")


@figure(COUNTS, datasets.ice_creams, most=300)
def leaps(data: Dataset) -> Live:
    """Newton's leaps on counts, each the weighted least-squares line through working targets (GLM-09)."""
    x = data.X[:, 0]
    f = GLMCost(add_ones((x - x.mean())[:, None] / x.std()), data.y, FAMILIES["poisson"])
    states = take(newton_steps(f, w=[np.log(data.y.mean()), 0.0], tol=1e-12), 40)
    ends = np.array([state.w for state in states[:3]]) @ f.A.T
    window = show.limits([ends.min() - 1.2, ends.max() + 1.2])

    def compute(step: int) -> Leaps:
        k = min(step, len(states) - 1)
        return Leaps(data, f, states[k], step, window, states[-1].cost)

    controls = {"step": show.step_slider("leap", LEAPS, interval=900)}
    return Live(compute, draw_leaps, describe_leaps, controls=controls, size=(8.8, 4.1))
