"""Further figures of lecture 02: few points at a time, rates that fall, a printed rate."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.lectures.linear_regression.draws import DECAYS, LATE, PRINTED, WALK, descents, drawn, ends
from mlcore.lectures.linear_regression.figures import height_and_weight, scale_of
from mlcore.linear import descent_steps, stable_lr
from mlcore.plots.cost_contours import LOWEST, NOW, LeastSquaresCost, least_squares_cost, visible_path
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, LINE
from mlcore.show import Choice, LogSlider, Panel, Slider, View

# --- The same number of rows, in large and in small steps (Further A) -------------------------


@figure(LINE, height_and_weight, most=100)
class race(View):
    """Batch descent against mini-batches: where both end when they have looked at equally many rows (GRD-03, GRD-06).

    rates: those of the slider up to where it stands. ends (2, rates): the mean excess of J over ten orders, start = 1,
    with all points a step and with `batch` points a step. paths: of both walks at the last rate, in the first order.
    """

    size = (8.8, 4.2)
    bowl: LeastSquaresCost
    all_rates: np.ndarray
    ends_of: Callable[[int, int], np.ndarray]
    lr: float
    batch: int
    passes: int
    rates: np.ndarray
    ends: np.ndarray
    paths: tuple[np.ndarray, np.ndarray]

    def prepare(self):
        shift, unit = scale_of(self.data)
        self.bowl = least_squares_cost((self.data.X[:, 0] - shift) / unit, self.data.y)
        self.all_rates = 10 ** (np.arange(-20, 4) / 10)
        self.ends_of = cache(lambda size, passes: ends(self.bowl.A, self.data.y, self.all_rates, size, passes))
        self.controls = {
            "lr": LogSlider("learning rate η", 0.01, -2, 0.3),
            "batch": Slider("points a step", 1, 1, min(self.n, 40)),
            "passes": Choice("rows looked at", {f"{passes} × {self.n}": passes for passes in (3, 30)}),
        }

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.data.y)

    def compute(self, lr: float, batch: int, passes: int):
        self.batch = batch
        self.passes = passes
        self.rates = self.all_rates[: 1 + int(np.abs(np.log(self.all_rates / lr)).argmin())]
        self.lr = float(self.rates[-1])
        self.ends = np.array([self.ends_of(size, passes)[: len(self.rates)] for size in (self.n, batch)])
        self.paths = self.path(self.n), self.path(batch)

    def path(self, size: int) -> np.ndarray:
        """The weights (steps + 1, 2) of the walk with so many points a step, in the first order."""
        rows = drawn(self.n, size, self.passes * self.n // size, 1)
        return np.array([w[0, 0] for w in descents(self.bowl.A, self.data.y, np.full((len(rows), 1), self.lr), rows)])

    def draw(self):
        bowl = self.bowl
        left = []
        right = []
        looks = (
            dict(color=show.ORANGE, width=2.6, dash="dashed", label=f"all {self.n} a step"),
            dict(color=show.BLUE, width=1.6, label="some of them"),
        )
        for path, gaps, dots, options in zip(self.paths, np.clip(self.ends, 1e-7, 1e7), (7, 4), looks, strict=True):
            look: dict[str, Any] = options
            seen = visible_path(path, bowl.xlim, bowl.ylim)
            left += [show.curve(*seen.T, **look), show.Points(seen[:-1], color=look["color"], size=dots)]
            right += [
                show.curve(self.rates, gaps, **look),
                show.point(self.lr, gaps[-1], color=look["color"], marker="s", size=8, edge=show.BLACK),
            ]
        left = [bowl.contours, *left, show.point(*bowl.lowest, **LOWEST, label="lowest")]
        names = "learning rate η", "J at the end, start = 1"
        return [
            Panel(left, bowl.xlim, bowl.ylim, "b", "w", equal=True, legend_columns=2, width=1.25),
            Panel(right, (0.009, 2.2), (1e-6, 1e4), *names, logx=True, logy=True, legend_columns=1),
        ]

    def describe(self):
        which = (f"all {self.n} a step", f"{self.batch} a step")
        told = [f"{name} {self.told(gaps)}" for name, gaps in zip(which, self.ends, strict=True)]
        return f"η = {show.number(self.lr, 3)}, {self.passes * self.n} rows; above the lowest J: {'; '.join(told)}."

    def told(self, gaps: np.ndarray) -> str:
        """Where a walk ends, and where it ends with the best rate so far."""
        now, best = (f"{show.number(gap, 2)}" if gap < 1e4 else "blown up" for gap in (gaps[-1], gaps.min()))
        return f"{now} (best so far {best} at η = {show.number(self.rates[gaps.argmin()], 2)})"


# --- A rate that falls (Further A) ------------------------------------------------------------


@figure(LINE, height_and_weight, most=200)
class decay(View):
    """One point a step, with a learning rate that falls (GRD-04).

    gap (WALK + 1,): J above its lowest, start = 1, for this schedule and decay; rate: where the learning rate ends.
    constant (WALK + 1,): the gap for a constant rate. late: by schedule, for each of DECAYS up to this one the mean gap
    over the last 200 steps.
    """

    size = (8.8, 4.0)
    bowl: LeastSquaresCost
    walks: Callable[..., Any]
    schedule: str
    decay: float
    gap: np.ndarray
    rate: float
    constant: np.ndarray
    late: dict[str, np.ndarray]

    def prepare(self):
        shift, unit = scale_of(self.data)
        self.bowl = least_squares_cost((self.data.X[:, 0] - shift) / unit, self.data.y)
        self.walks = cache(self.walk)
        self.controls = {
            "decay": LogSlider("decay δ", 0.001, -3, 0.5, per_decade=2),
            "schedule": Choice("schedule", ["1/t", "sqrt"]),
        }

    def walk(self, schedule: str, decay: float) -> tuple[np.ndarray, float]:
        """J above its lowest, start = 1, on a walk by single points, and its last learning rate."""
        steps = descent_steps(self.bowl.A, self.data.y, lr=0.1, batch_size=1, schedule=schedule, decay=decay, seed=1)
        states = take(steps, WALK)
        gap = np.array([state.cost for state in states]) - self.bowl.lowest_cost
        padded = np.append(gap, np.full(WALK + 1 - len(gap), gap[-1])) / gap[0]
        return np.clip(padded, 1e-9, 1e9), states[-1].lr

    def compute(self, decay: float, schedule: str):
        self.schedule = schedule
        self.decay = float(DECAYS[np.abs(np.log(DECAYS / decay)).argmin()])
        self.gap, self.rate = self.walks(schedule, self.decay)
        self.constant = self.walks("constant", 0.0)[0]
        self.late = {name: self.late_gaps(name) for name in ("1/t", "sqrt")}

    def late_gaps(self, schedule: str) -> np.ndarray:
        """The mean gap over the last 200 steps, for each decay up to this one."""
        return np.array([self.walks(schedule, float(d))[0][-LATE:].mean() for d in DECAYS if d <= self.decay])

    def draw(self):
        t = np.arange(WALK + 1)[::4]
        constant = float(self.constant[-LATE:].mean())
        upto = DECAYS[: len(self.late["1/t"])]
        before, now = (mean_of_25(gap)[::4] for gap in (self.constant, self.gap))
        left = [
            show.curve(t, before, color=show.ORANGE, dash="dashed", width=1.8, label="constant η"),
            show.curve(t, now, color=show.BLUE, width=2.0, label="falling η"),
        ]
        right = [
            show.hline(constant, (DECAYS[0], DECAYS[-1]), color=show.ORANGE, dash="dashed", width=1.8),
            show.curve(upto, self.late["1/t"], color=show.BLUE, width=1.8, label="1/t"),
            show.curve(upto, self.late["sqrt"], color=show.GREEN, dash="dashdot", width=1.8, label="sqrt"),
            show.point(self.decay, self.gap[-LATE:].mean(), **NOW),
        ]
        look: dict[str, Any] = dict(logy=True, ylim=(1e-6, 3), legend_columns=2)
        above = "J above its lowest, start = 1"
        return [
            Panel(left, xlim=(0, WALK), xlabel="steps", ylabel=above, width=1.2, **look),
            Panel(right, xlim=(8e-4, 4), xlabel="decay δ", ylabel="mean over the last 200 steps", logx=True, **look),
        ]

    def describe(self):
        constant, falling = (show.number(gap[-LATE:].mean(), 2) for gap in (self.constant, self.gap))
        decay = show.number(self.decay, 2)
        rate = show.number(self.rate, 2)
        return (
            f"Schedule {self.schedule}, δ = {decay}: η falls to {rate}; "
            f"J ends {falling} above its lowest (start = 1), with a constant η {constant}."
        )


def mean_of_25(gap) -> np.ndarray:
    """The mean of the 25 steps about each step."""
    return np.convolve(np.pad(gap, (12, 12), mode="edge"), np.full(25, 1 / 25), mode="valid")


# --- A printed rate (Further B) ---------------------------------------------------------------

COUNTS = np.arange(5, 201)


@figure(FORMULA)
class printed_rate(View):
    """The learning rate 0.000001 on a sum of squares, for more and more people (LIN-19).

    costs (61,): half the sum of squares over sixty steps, for n people. limits: 2/λmax for each number in COUNTS.
    """

    size = (8.8, 3.8)
    A: np.ndarray
    y: np.ndarray
    limits: np.ndarray
    n: int
    costs: np.ndarray

    def prepare(self):
        crowd = datasets.people(200)
        self.A = add_ones(crowd.X)
        self.y = crowd.y
        self.limits = np.array([stable_lr(self.A[:n]) / n for n in COUNTS])  # for the gradient of the half sum
        self.controls = {"n": Slider("number of people n", 5, 5, 200)}

    def compute(self, n: int):
        self.n = n
        states = take(descent_steps(self.A[:n], self.y[:n], lr=PRINTED * n), 60)
        self.costs = np.array([state.cost for state in states])

    @property
    def limit(self) -> float:
        """2/λmax for n people."""
        return float(self.limits[self.n - COUNTS[0]])

    def draw(self):
        upto = 1 + self.n - int(COUNTS[0])
        left = [
            show.curve(COUNTS[:upto], self.limits[:upto], color=show.BLUE, width=2.4, label="2/λmax for ½Σ"),
            show.hline(PRINTED, (5, 200), color=show.VERMILLION, dash="dashed", width=1.8, label="0.000001"),
            show.point(self.n, self.limit, **NOW),
        ]
        shown = self.costs[: 1 + int(np.argmax(np.append(self.costs, np.inf) > 1e12))]
        right = [
            show.hline(self.costs[0], (0, 60), dash="dotted", width=1.5, label="at the start"),
            show.curve(np.arange(len(shown)), shown, color=show.BLUE, width=2.4, label="J, with 0.000001"),
        ]
        names = "number of people n", "learning rate"
        return [
            Panel(left, (5, 200), (2e-7, 2e-5), *names, logx=True, logy=True, legend_columns=2),
            Panel(right, (0, 60), (3, 1e12), "steps", "J", logy=True, legend_columns=2),
        ]

    def describe(self):
        ends = "it climbs" if self.costs[-1] > self.costs[0] else "it comes down"
        share = PRINTED / self.limit
        limit = show.with_minus(f"{self.limit:.2e}")
        return f"n = {self.n}: 2/λmax of A'A is {limit}, so 0.000001 is {share:.2f} of it; in 60 steps {ends}."
