"""More figures of lecture 02: few points at a time, rates that fall, a printed rate, bells on the line."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.lectures.linear_regression.figures import height_and_weight, scale_of
from mlcore.linear import DescentState, descent_steps, stable_lr
from mlcore.plots.cost_contours import LOWEST, NOW, Bowl, bowl, seen
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, LINE
from mlcore.show import Live, Mark, Panel

LOWEST_SHOWN, HIGHEST_SHOWN = 1e-2, 1e5  # times the cost at the start: what the axes of a race hold


# --- The same number of rows, in large and in small steps (Further A) -------------------------


@dataclass(frozen=True)
class Race:
    """Two walks that look at equally many rows: all n a step, and `size` a step; gaps: J above its lowest."""

    bowl: Bowl
    lr: float
    size: int
    runs: tuple[list[DescentState], list[DescentState]]
    rows: int

    def gaps(self, which: int) -> np.ndarray:
        gap = np.array([state.cost for state in self.runs[which]]) - self.bowl.lowest_cost
        return np.clip(gap / (self.runs[0][0].cost - self.bowl.lowest_cost), 1e-6, 1e9)


def draw_race(s: Race) -> list[Panel]:
    n, b = len(s.bowl.y), s.bowl
    looks = dict(color=show.ORANGE, width=2.6, dash="dashed"), dict(color=show.BLUE, width=1.6)
    left: list[Mark] = [b.contours]
    right: list[Mark] = []
    for which, (size, look) in enumerate(zip((n, s.size), looks, strict=True)):
        label = f"all {n}" if which == 0 else "some of them"
        path, gaps = seen([state.w for state in s.runs[which]], b.xlim, b.ylim), s.gaps(which)
        left += [
            show.curve(*path.T, label=label, **look),
            show.Points(path[:-1], color=str(look["color"]), size=4 + 3 * (which == 0)),
        ]
        right.append(show.curve(size * np.arange(len(gaps)), gaps, **look))
    left.append(show.point(*b.lowest, **LOWEST, label="lowest"))
    return [
        Panel(left, b.xlim, b.ylim, "b", "w", equal=True, legend_columns=2, width=1.25),
        Panel(right, (0, s.rows), (1e-5, 1e4), "rows looked at", "J above its lowest, start = 1", logy=True),
    ]


def describe_race(s: Race) -> str:
    def end(which: int) -> str:
        last = s.runs[which][-1]
        return f"blown up after {last.t} steps" if last.diverged else f"{s.gaps(which)[-1]:.2g} after {last.t} steps"

    ends = f"all points a step {end(0)}, {s.size} a step {end(1)}"
    worst = max(state.cost for state in s.runs[1]) / s.runs[1][0].cost
    climbs = f"; on its way J was {show.number(worst, 2)} times the start's" if worst >= 1.05 else ""
    return f"η = {show.number(s.lr, 3)}; J above its lowest (start = 1): {ends}{climbs}."


@figure(LINE, height_and_weight, most=200)
def race(data: Dataset, *, passes: int = 3) -> Live:
    """Batch descent against mini-batches, by the number of rows that both have looked at (GRD-03, GRD-06)."""
    shift, unit = scale_of(data)
    one, n = bowl((data.X[:, 0] - shift) / unit, data.y), len(data.y)

    def compute(lr: float, size: int) -> Race:
        size = min(size, n)

        def run(k: int) -> list[DescentState]:
            return take(descent_steps(one.A, data.y, lr=lr, batch_size=k), passes * n // k)

        return Race(one, lr, size, (run(n), run(size)), passes * n)

    controls = {
        "lr": show.log_slider("learning rate η", 0.1, -2, 0.3),
        "size": show.slider("points a step", 1, 1, min(n, 40), 1),
    }
    return Live(compute, draw_race, describe_race, controls=controls, size=(8.8, 4.2))


# --- A rate that falls (Further A) ------------------------------------------------------------

DECAYS, WALK = np.logspace(-3, 0.5, 8), 1000


@dataclass(frozen=True)
class Decay:
    """A walk by single points with a falling rate; late: J above its lowest over the last 200 steps, start = 1."""

    schedule: str
    decay: float
    gap: np.ndarray
    rate: float
    constant: np.ndarray
    late: dict[str, np.ndarray]

    @property
    def end(self) -> float:
        return float(self.gap[-200:].mean())


def smooth(gap) -> np.ndarray:
    """The mean of 25 steps."""
    return np.convolve(np.pad(gap, (12, 12), mode="edge"), np.full(25, 1 / 25), mode="valid")


def draw_decay(s: Decay) -> list[Panel]:
    t, still = np.arange(WALK + 1)[::4], float(s.constant[-200:].mean())
    left: list[Mark] = [
        show.curve(t, smooth(s.constant)[::4], color=show.ORANGE, dash="dashed", width=1.8, label="constant η"),
        show.curve(t, smooth(s.gap)[::4], color=show.BLUE, width=2.0, label="falling η"),
    ]
    right: list[Mark] = [show.hline(still, (DECAYS[0], DECAYS[-1]), color=show.ORANGE, dash="dashed", width=1.8)]
    for name, look in (("1/t", dict(color=show.BLUE)), ("sqrt", dict(color=show.GREEN, dash="dashdot"))):
        right.append(show.curve(DECAYS, s.late[name], width=1.8, label=name, **look))
    right.append(show.point(s.decay, s.end, **NOW))
    look: dict[str, Any] = dict(logy=True, ylim=(1e-6, 3), legend_columns=2)
    return [
        Panel(
            left,
            xlim=(0, WALK),
            xlabel="steps",
            ylabel="J above its lowest, start = 1",
            width=1.2,
            **look,
        ),
        Panel(right, xlim=(8e-4, 4), xlabel="decay δ", ylabel="mean over the last 200 steps", logx=True, **look),
    ]


def describe_decay(s: Decay) -> str:
    still, ends = show.number(s.constant[-200:].mean(), 2), show.number(s.end, 2)
    falls = f"Schedule {s.schedule}, δ = {show.number(s.decay, 2)}: η falls to {show.number(s.rate, 2)}"
    return f"{falls}; J ends {ends} above its lowest (start = 1), with a constant η {still}."


@figure(LINE, height_and_weight, most=200)
def decay(data: Dataset) -> Live:
    """One point a step, with a learning rate that falls (GRD-04)."""
    shift, unit = scale_of(data)
    one = bowl((data.X[:, 0] - shift) / unit, data.y)

    @cache
    def walk(schedule: str, k: int) -> tuple[np.ndarray, float]:
        decay = float(DECAYS[k]) if k >= 0 else 0.0
        steps = descent_steps(one.A, data.y, lr=0.1, batch_size=1, schedule=schedule, decay=decay, seed=1)
        states = take(steps, WALK)
        gap = np.array([state.cost for state in states]) - one.lowest_cost
        padded = np.append(gap, np.full(WALK + 1 - len(gap), gap[-1])) / gap[0]
        return np.clip(padded, 1e-9, 1e9), states[-1].lr

    def compute(decay: float, schedule: str) -> Decay:
        k = int(np.abs(np.log(DECAYS / decay)).argmin())
        late = {
            name: np.array([walk(name, j)[0][-200:].mean() for j in range(len(DECAYS))]) for name in ("1/t", "sqrt")
        }
        gap, rate = walk(schedule, k)
        return Decay(schedule, float(DECAYS[k]), gap, rate, walk("constant", -1)[0], late)

    controls = {
        "decay": show.log_slider("decay δ", 0.02, -3, 0.5, per_decade=2),
        "schedule": show.choice("schedule", ["1/t", "sqrt"]),
    }
    return Live(compute, draw_decay, describe_decay, controls=controls, size=(8.8, 4.0))


# --- A printed rate (Further B) ---------------------------------------------------------------

COUNTS, PRINTED = np.arange(5, 201), 1e-6


@dataclass(frozen=True)
class Rate:
    """Sixty steps on the half sum of squares with the printed rate, for n people; limits: 2 / lambda_max for all n."""

    n: int
    costs: np.ndarray
    limits: np.ndarray

    @property
    def limit(self) -> float:
        return float(self.limits[self.n - COUNTS[0]])


def draw_rate(s: Rate) -> list[Panel]:
    left = [
        show.curve(COUNTS, s.limits, color=show.BLUE, width=2.4, label="2/λmax for ½Σ"),
        show.hline(PRINTED, (5, 200), color=show.VERMILLION, dash="dashed", width=1.8, label="0.000001"),
        show.point(s.n, s.limit, **NOW),
    ]
    shown = s.costs[: 1 + int(np.argmax(np.append(s.costs, np.inf) > 1e12))]
    right = [
        show.hline(s.costs[0], (0, 60), dash="dotted", width=1.5, label="at the start"),
        show.curve(np.arange(len(shown)), shown, color=show.BLUE, width=2.4, label="J, with 0.000001"),
    ]
    return [
        Panel(
            left, (5, 200), (2e-7, 2e-5), "number of people n", "learning rate", logx=True, logy=True, legend_columns=2
        ),
        Panel(right, (0, 60), (3, 1e12), "steps", "J", logy=True, legend_columns=2),
    ]


def describe_rate(s: Rate) -> str:
    ends, share = "it climbs" if s.costs[-1] > s.costs[0] else "it comes down", PRINTED / s.limit
    return f"n = {s.n}: 2/λmax of A'A is {s.limit:.2e}, so 0.000001 is {share:.2f} of it; in 60 steps {ends}."


@figure(FORMULA)
def printed_rate() -> Live:
    """The learning rate 0.000001 on a sum of squares, for more and more people (LIN-19)."""
    crowd = datasets.people(200)
    A = add_ones(crowd.X)
    limits = np.array([stable_lr(A[:n]) / n for n in COUNTS])  # for the gradient of the half sum

    def compute(n: int) -> Rate:
        states = take(descent_steps(A[:n], crowd.y[:n], lr=PRINTED * n), 60)
        return Rate(n, np.array([state.cost for state in states]), limits)

    controls = {"n": show.slider("number of people n", 40, 5, 200, 1)}
    return Live(compute, draw_rate, describe_rate, controls=controls, size=(8.8, 3.8))


# --- Bells on the line (section 7) ------------------------------------------------------------


@dataclass(frozen=True)
class Bells:
    """Normal noise about a line of slope w through the mean: heights (m,) of the bells at m points, in logs."""

    x: np.ndarray
    y: np.ndarray
    names: tuple[str, str]
    sigma: float
    w: float
    slopes: np.ndarray

    @property
    def spread(self) -> float:
        """The standard deviation about the best line; never quite 0."""
        errors = self.y - self.y.mean() - self.best * (self.x - self.x.mean())
        return max(float(errors.std()), 1e-3 * float(np.ptp(self.y)) or 1.0)

    def line(self, x):
        return self.y.mean() + self.w * (x - self.x.mean())

    def log_likelihood(self, w):
        """The sum of the log heights for each slope in w."""
        errors = self.y - self.y.mean() - np.multiply.outer(w, self.x - self.x.mean())
        return (-0.5 * np.log(2 * np.pi) - np.log(self.sigma) - errors**2 / (2 * self.sigma**2)).sum(axis=-1)

    @property
    def best(self) -> float:
        """The least-squares slope."""
        away = self.x - self.x.mean()
        return float(away @ (self.y - self.y.mean()) / (away @ away))


def draw_bells(s: Bells) -> list[Panel]:
    bell = np.linspace(-3.2, 3.2, 61)
    density = np.exp(-(bell**2) / 2) / np.sqrt(2 * np.pi) / s.sigma
    stretch = 0.16 * np.ptp(s.x) * np.sqrt(2 * np.pi) * s.spread  # in units of x, for a bell of the width of the spread
    centers = s.line(s.x)
    sides = [np.column_stack([x + stretch * density, c + s.sigma * bell]) for x, c in zip(s.x, centers, strict=True)]
    heights = stretch * np.exp(-((s.y - centers) ** 2) / (2 * s.sigma**2)) / np.sqrt(2 * np.pi) / s.sigma
    stems = np.column_stack([s.x, s.y, s.x + heights, s.y])
    xlim, ylim = show.limits(s.x, 0.15), show.limits(s.y, 0.5)
    ends = np.array(xlim)
    left = [
        show.Fill(sides, color=show.SKY, alpha=0.3),
        show.Lines(sides, color=show.SKY, width=1.4, label="bells"),
        show.curve(ends, s.line(ends), color=show.BLUE, width=2.4, label="line"),
        show.Segments(stems, color=show.VERMILLION, width=3.2, label="heights"),
        show.Points(np.column_stack([s.x, s.y]), color=show.BLACK, size=7, label="points"),
    ]
    curve = s.log_likelihood(s.slopes)
    top = s.log_likelihood(np.array([s.best]))[0]
    right = [
        show.curve(s.slopes, curve, color=show.BLUE, width=2.2, label="LL"),
        show.point(s.w, float(s.log_likelihood(np.array([s.w]))[0]), **NOW, label="now"),
    ]
    floor = min(top - 3, np.quantile(curve, 0.1))  # below what the slider reaches
    return [
        Panel(left, xlim, ylim, *s.names, legend_columns=4, width=1.4),
        Panel(
            right, (s.slopes[0], s.slopes[-1]), (floor, top + 0.12 * (top - floor)), "slope w", "LL", legend_columns=3
        ),
    ]


def describe_bells(s: Bells) -> str:
    LL = float(s.log_likelihood(np.array([s.w]))[0])
    return (f"σ = {show.number(s.sigma, 3)}, slope {show.number(s.w, 3)}: the product of the {len(s.x)} heights is "
            f"{np.exp(LL):.2g}, its logarithm {show.number(LL)}.").replace(" -", " −")  # fmt: skip


@figure(LINE, height_and_weight, most=500)
def bells(data: Dataset) -> Live:
    """A bell of noise on the line at seven of the points: least squares as maximum likelihood (LIN-08)."""
    if not np.ptp(data.X):
        raise ValueError("The input is the same for all points, so no slope is the best: take an input that varies.")
    order = np.argsort(data.X[:, 0], kind="stable")
    some = order[np.unique(np.linspace(1, len(order) - 2, 7).astype(int))] if len(order) > 8 else order
    x, y = data.X[some, 0], data.y[some]
    names = data.feature_names[0], data.target_name
    first = Bells(x, y, names, 1.0, 0.0, np.zeros(1))
    swing = max(abs(first.best), 3 * first.spread / np.ptp(x)) if np.ptp(x) else 1.0
    slopes = first.best + 1.4 * swing * np.linspace(-1, 1, 121)

    def compute(sigma: float, w: float) -> Bells:
        return Bells(x, y, names, sigma * first.spread, first.best + w * swing, slopes)

    controls = {
        "sigma": show.slider("σ, in spreads about the line", 1.0, 0.3, 3.0, 0.1),
        "w": show.slider("tilt of the line", -0.6, -1.2, 1.2, 0.05),
    }
    return Live(compute, draw_bells, describe_bells, controls=controls, size=(8.8, 4.2))
