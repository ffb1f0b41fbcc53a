"""The figures of lecture 01, decisions, priors and estimates."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.special import expit
from scipy.stats import norm

from mlcore import datasets, show
from mlcore.base.scaling import nice
from mlcore.datasets import Dataset
from mlcore.decision import Roc, likelihood_ratio_threshold, roc
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES_ON_A_LINE, FORMULA
from mlcore.show import Live, Mark, Panel

DRY: dict[str, Any] = dict(color=show.BLUE)
RAIN: dict[str, Any] = dict(color=show.VERMILLION)
APART = 2.0  # between the means of the two densities; both have the variance 1
SKY = np.linspace(-3, 5, 401)
PRICES = [0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 10]


# --- Two densities and a threshold (section 1) ------------------------------------------------


@dataclass(frozen=True)
class Threshold:
    """A rule "take it from t on" for N(0, 1) against N(2, 1).

    weights: what a false alarm and a miss weigh, price times prior, scaled to the sum 1. best: the cheapest t.
    """

    t: float
    weights: tuple[float, float]
    false_alarm: float
    miss: float
    best: float

    def risk(self, t):
        """The expected cost of the threshold t, as a share of what it costs to be always wrong, (01.6)."""
        return self.weights[0] * norm.sf(t) + self.weights[1] * norm.cdf(t - APART)


def weighted(weights: tuple[float, float], x) -> tuple[np.ndarray, np.ndarray]:
    """Price times prior times density, of dry and of rain."""
    return weights[0] * norm.pdf(x), weights[1] * norm.pdf(x - APART)


def under(x, y, **look) -> show.Fill:
    """The region between the curve through (x_k, y_k) and the axis."""
    return show.Fill([np.vstack([[x[0], 0], np.column_stack([x, y]), [x[-1], 0]])], **look)


def two_bells(x, weights: tuple[float, float], t: float, shift: float = 0.0, words=("", "")) -> list[Mark]:
    """Both weighted densities over x (m,), moved by a shift, with the two kinds of mistake shaded; words for these."""
    late, early = np.linspace(t, x[-1], 120), np.linspace(x[0], t, 120)
    dry, rain = weighted(weights, x - shift)
    return [
        under(late, weighted(weights, late - shift)[0], alpha=0.35, label=words[0], **DRY),
        under(early, weighted(weights, early - shift)[1], alpha=0.35, label=words[1], **RAIN),
        show.curve(x, dry, width=2.4, label="dry", **DRY),
        show.curve(x, rain, width=2.4, dash="dashed", label="rain", **RAIN),
    ]


def draw_bells(s: Threshold) -> list[list[Panel]]:
    top, ends = 0.42, (float(SKY[0]), float(SKY[-1]))
    above = two_bells(SKY, s.weights, s.t, words=("carried for nothing", "wet"))
    above.append(show.vline(s.t, (0, top), color=show.BLACK, width=2.0, label="your threshold t"))
    risk = s.risk(SKY)
    below: list[Mark] = [
        show.curve(SKY, risk, width=2.2, color=show.BLACK, label="expected cost of t"),
        show.vline(s.best, (0, 1), label="the cheapest t", **show.BEST),
        show.point(s.t, float(s.risk(s.t)), **show.NOW),
    ]
    return [
        [Panel(above, ends, (0, top), ylabel="price · prior · density", legend_columns=5)],
        [Panel(below, ends, (-0.06, 1.02), "grey level x of the sky", "cost", legend_columns=2)],
    ]


def describe_bells(s: Threshold) -> str:
    return (
        f"t = {s.t:.2f}: of dry days {show.percent(s.false_alarm)} with umbrella, of rainy days {show.percent(s.miss)} "
        f"without; cost {show.number(s.risk(s.t), 3)} (always wrong: 1). The least cost, "
        f"{show.number(s.risk(s.best), 3)}, is at {s.best:.3f}."
    ).replace("-", "−")


@figure(FORMULA)
def bells() -> Live:
    """A threshold between two densities, and the risk beneath with its minimum (BAY-05)."""

    def compute(t: float, price: float, prior: float) -> Threshold:
        ratio = likelihood_ratio_threshold([[0, price], [1, 0]], [1 - prior, prior])
        weights = ratio / (1 + ratio), 1 / (1 + ratio)
        best = APART / 2 + np.log(ratio) / APART
        return Threshold(t, weights, float(norm.sf(t)), float(norm.cdf(t - APART)), float(best))

    controls = {
        "t": show.slider("threshold t", 2.0, -2.0, 4.0, 0.05),
        "price": show.list_slider("a wet day costs … carryings", PRICES, 1),
        "prior": show.slider("P(rain)", 0.5, 0.05, 0.95, 0.05),
    }
    return Live(compute, draw_bells, describe_bells, controls=controls, size=(8.8, 5.2))


# --- Evidence adds up (section 5) -------------------------------------------------------------

READINGS, WALKS, FAINT, SHIFT = 120, 400, 25, 0.5


@dataclass(frozen=True)
class Walk:
    """The sum of log-likelihood ratios after n readings; paths (WALKS, READINGS + 1): of many such days.

    bar: what the sum must exceed for the umbrella. prior: ln P(rain)/P(dry). raining: which of the two it does.
    """

    n: int
    mine: int
    paths: np.ndarray
    bar: float
    prior: float
    raining: bool
    copies: int

    @property
    def chances(self) -> np.ndarray:
        """P(rain | the first k readings), k = 0, …"""
        return expit(self.paths[self.mine] + self.prior)

    @property
    def wrong(self) -> float:
        """The share of all walks on the wrong side of the bar after n readings."""
        return float(np.mean((self.paths[:, self.n] > self.bar) != self.raining))


def readings(raining: bool, copies: int) -> np.ndarray:
    """(WALKS, READINGS) numbers from N(0, 1) or N(SHIFT, 1); each drawn once and read so many times."""
    drawn = np.random.default_rng(4).standard_normal((WALKS, READINGS))
    return np.repeat(drawn, copies, axis=1)[:, :READINGS] + SHIFT * raining


def log_ratios(x: np.ndarray) -> np.ndarray:
    """ln p(x | rain)/p(x | dry) of readings."""
    return norm.logpdf(x, SHIFT) - norm.logpdf(x)


def draw_walk(s: Walk) -> list[Panel]:
    steps, high = np.arange(READINGS + 1), 32.0
    faint = [np.column_stack([steps[: s.n + 1], path[: s.n + 1]]) for path in s.paths[:FAINT]]
    drift = (1 if s.raining else -1) * SHIFT**2 / 2
    left: list[Mark] = [
        show.Lines(faint, color="#BBBBBB", width=0.8, label=f"{FAINT} other days"),
        show.curve(steps, drift * steps, color=show.BLACK, dash="dotted", width=1.4, label="on average"),
        show.hline(s.bar, (0, READINGS), **show.BEST, label="bar"),
        *show.trace(steps, s.paths[s.mine], s.n, color=show.PURPLE, width=2.2, label="today"),
    ]
    bar = float(expit(s.bar + s.prior))
    right: list[Mark] = [
        show.hline(bar, (0, READINGS), **show.BEST, label="bar"),
        *show.trace(steps, s.chances, s.n, color=show.PURPLE, width=2.2, label="P(rain | readings so far)"),
    ]
    ends = (-3, READINGS + 3)
    return [
        Panel(left, ends, (-high, high), "readings n", "sum of log ratios $L_n$", width=1.25, legend_columns=2),
        Panel(right, ends, (-0.05, 1.05), "readings n", legend_columns=1),
    ]


def chance(p: float) -> str:
    """A chance in words, three places; but not 0 or 1 unless it is."""
    return "under 0.001" if 0 < p < 0.0005 else "over 0.999" if 0.9995 < p < 1 else f"{p:.3f}"


def describe_walk(s: Walk) -> str:
    sum_now = s.paths[s.mine, s.n]
    action = "take the umbrella" if sum_now > s.bar else "leave it"
    return (
        f"{s.n} readings: sum {sum_now:.2f}, bar {s.bar:.2f}: {action}; chance of rain {chance(s.chances[s.n])}; "
        f"of {WALKS} such days {show.percent(s.wrong)} are on the wrong side."
    ).replace("-", "−")


@figure(FORMULA)
def walk() -> Live:
    """The log-likelihood ratio as a walk, its bar, and the posterior beside it (BAY-06, BAY-02)."""

    @cache
    def paths(raining: bool, copies: int) -> np.ndarray:
        sums = np.cumsum(log_ratios(readings(raining, copies)), axis=1)
        return np.hstack([np.zeros((WALKS, 1)), sums])

    def compute(n: int, prior: float, price: float, raining: bool, copies: int) -> Walk:
        ratio = likelihood_ratio_threshold([[0, price], [1, 0]], [1 - prior, prior])
        odds = float(np.log(prior / (1 - prior)))
        return Walk(n, 30, paths(raining, copies), float(np.log(ratio)), odds, raining, copies)

    controls = {
        "n": show.step_slider("readings", READINGS, value=20, interval=120),
        "prior": show.slider("P(rain) before", 0.3, 0.05, 0.95, 0.05),
        "price": show.list_slider("a wet day costs … carryings", PRICES, 1),
        "raining": show.choice("today", {"it will rain": True, "it stays dry": False}),
        "copies": show.choice("readings", {"are fresh": 1, "are each read 10 times": 10}),
    }
    return Live(compute, draw_walk, describe_walk, controls=controls, size=(8.8, 4.2))


# --- Real data: one feature, and a threshold on it (section 9) --------------------------------

MISSES = [1, 2, 5, 10, 20, 50, 100]
SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5]


@dataclass(frozen=True)
class Screening:
    """A threshold on one feature: counts (2, m) of both classes in bins between edges (m + 1,).

    false_alarms, hits (m + 1,): of the thresholds at the edges; costs: theirs, as a share of being always wrong.
    """

    data: Dataset
    curve: Roc
    edges: np.ndarray
    counts: np.ndarray
    k: int
    false_alarms: np.ndarray
    hits: np.ndarray
    costs: np.ndarray
    slope: float
    prior: float

    @property
    def crowd(self) -> tuple[float, float, float]:
        """Of a thousand cases where it is used: false alarms, cases missed, cases found."""
        alarm, hit = self.false_alarms[self.k], self.hits[self.k]
        return 1000 * (1 - self.prior) * alarm, 1000 * self.prior * (1 - hit), 1000 * self.prior * hit

    @property
    def t(self) -> float:
        return float(self.edges[self.k])

    @property
    def best(self) -> int:
        """The cheapest edge."""
        return int(self.costs.argmin())


def draw_screening(s: Screening) -> list[list[Panel]]:
    names, ends = s.data.target_names, show.limits(s.edges, 0.03)
    tall = 1.1 * s.counts.max()
    boxes = [np.column_stack([s.edges[:-1], 0 * c, s.edges[1:], c]) for c in s.counts]
    stairs = [show.curve(np.repeat(s.edges, 2)[1:-1], np.repeat(c, 2), width=2) for c in s.counts]
    above: list[Mark] = [
        show.Bars(boxes[0][s.k :], alpha=0.35, **DRY),
        show.Bars(boxes[1][: s.k], alpha=0.35, **RAIN),
        show.Lines(stairs[0].paths, width=2, label=names[0], **DRY),
        show.Lines(stairs[1].paths, width=2, dash="dashed", label=names[1], **RAIN),
        show.vline(s.t, (0, tall), color=show.BLACK, width=2, label="your threshold t"),
    ]
    below: list[Mark] = [
        show.curve(s.edges, s.costs, color=show.BLACK, width=2.2, label="expected cost of t"),
        show.vline(s.edges[s.best], (1e-3, 1.2), label="the cheapest t", **show.BEST),
        show.point(s.t, s.costs[s.k], **show.NOW),
    ]
    u, v = s.false_alarms[s.best], s.hits[s.best]
    right: list[Mark] = [
        show.segment((0, 0), (1, 1), color=show.GREY, dash="dotted", label="by chance"),
        show.curve(s.curve.false_alarms, s.curve.hits, color=show.PURPLE, width=2.2, label="ROC curve"),
        line_through(u, v, s.slope, label="equal cost"),
        show.point(s.false_alarms[s.k], s.hits[s.k], **show.NOW),
    ]
    xlabel = s.data.feature_names[0]
    return [
        [
            Panel(above, ends, (0, tall), xlabel, "cases", legend_columns=3, width=1.3),
            Panel(right, (-0.03, 1.03), (-0.03, 1.03), f"{names[0]} with alarm", f"{names[1]} with alarm",
                  equal=True, legend_columns=2),
        ],
        [
            Panel(below, ends, (1e-3, 1.2), xlabel, "cost", logy=True, legend_columns=2),
            Panel(crowd_bars(s.crowd), (-0.6, 2.6), (0, 1000), title="of 1000 cases",
                  xticks=((0, 1, 2), ("false alarm", "missed", "found"))),
        ],
    ]  # fmt: skip


def crowd_bars(crowd: tuple[float, float, float]) -> list[Mark]:
    """Three bars with their numbers above."""
    looks = DRY, RAIN, dict(color=show.GREEN)
    bars: list[Mark] = [
        show.Bars(np.array([[k - 0.36, 0, k + 0.36, v]]), alpha=0.6, **look)
        for k, (v, look) in enumerate(zip(crowd, looks, strict=True))
    ]
    return bars + [show.words(k, min(v + 70, 930), f"{v:.1f}", align="center") for k, v in enumerate(crowd)]


def line_through(u: float, v: float, slope: float, **look) -> show.Segments:
    """The part within the unit square of the line through (u, v)."""
    ends = [(0, v - slope * u), (1, v + slope * (1 - u))]
    ends += [(u + (level - v) / slope, level) for level in (0.0, 1.0)]
    inside = sorted(p for p in ends if -1e-9 <= p[0] <= 1 + 1e-9 and -1e-9 <= p[1] <= 1 + 1e-9)
    return show.segment(inside[0], inside[-1], **(show.BEST | look))


def describe_screening(s: Screening) -> str:
    benign, malignant = s.counts
    names = s.data.target_names
    return (
        f"t = {s.t:.12g}: {malignant[: s.k].sum()} of {malignant.sum()} {names[1]} missed, "
        f"{benign[s.k :].sum()} of {benign.sum()} {names[0]} with alarm; cost {show.number(s.costs[s.k], 3)} (always "
        f"wrong: 1). The least cost is at {s.edges[s.best]:.12g}. Area under the curve {chance(s.curve.area)}."
    ).replace(" -", " −")


def one_feature() -> Dataset:
    """The mean radius of the cell nuclei, and the diagnosis."""
    return datasets.breast_cancer().columns("mean radius")


@figure(CLASSES_ON_A_LINE, one_feature)
def screening(data: Dataset) -> Live:
    """A threshold on one feature, its ROC curve, and what it costs (BAY-05)."""
    x, curve = data.X[:, 0], roc(data.X[:, 0], data.y)
    step = nice(float(np.ptp(x)) / 40 or 1.0)
    places = -int(np.floor(np.log10(step) + 1e-9))  # 3 · 0.1 is above 0.3 in floats, and a case of 0.3 would be missed
    first, last = np.floor(x.min() / step), np.floor(x.max() / step) + 1
    edges = np.array([round(float(k * step), places) for k in np.arange(first, last + 1)])
    counts = np.array([np.histogram(x[data.y == c], edges)[0] for c in (-1, 1)])
    alarms = np.array([[np.mean(x[data.y == c] >= t) for t in edges] for c in (-1, 1)])
    ticks, share = edges.tolist(), float(np.mean(data.y > 0))
    near = min(SHARES, key=lambda p: abs(p - share))

    def compute(t: float, miss: float, prior: float) -> Screening:
        k = int(np.abs(edges - t).argmin())
        ratio = likelihood_ratio_threshold([[0, miss], [1, 0]], [1 - prior, prior])
        costs = (ratio * alarms[0] + 1 - alarms[1]) / (1 + ratio)
        return Screening(data, curve, edges, counts, k, alarms[0], alarms[1], costs, ratio, prior)

    controls = {
        "t": show.list_slider("threshold t", ticks, ticks[len(ticks) // 2]),
        "miss": show.list_slider("a miss costs … false alarms", MISSES, 1),
        "prior": show.list_slider(f"share of {data.target_names[1]}", SHARES, near),
    }
    return Live(compute, draw_screening, describe_screening, controls=controls, size=(8.8, 6.2))
