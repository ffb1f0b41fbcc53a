"""The figures of lecture 01, decisions, priors and estimates."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from scipy.special import betainc, expit, xlog1py, xlogy
from scipy.stats import norm

from mlcore import datasets, show
from mlcore.base.scaling import nice
from mlcore.datasets import Dataset
from mlcore.decision import Estimates, Roc, coin_estimates, likelihood_ratio_threshold, roc
from mlcore.lectures.decisions.evidence import READINGS, SHIFT, WALKS, log_ratios, readings, wrong_days
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES_ON_A_LINE, FORMULA
from mlcore.show import Choice, ListSlider, Mark, Panel, Slider, StepSlider, View

DRY: dict[str, Any] = dict(color=show.BLUE)
RAIN: dict[str, Any] = dict(color=show.VERMILLION)
APART = 2.0  # between the means of the two densities; both have the variance 1
SKY = np.linspace(-3, 5, 401)
PRICES = [0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 10]
FEW_PRICES = [0.5, 1, 2, 4, 5, 10]  # few enough that the book has each of them with each of the priors
FEW_PRIORS = [0.05, 0.2, 0.35, 0.5, 0.8, 0.95]


def chance(p: float) -> str:
    """A chance in words, three places; but not 0 or 1 unless it is."""
    return "under 0.001" if 0 < p < 0.0005 else "over 0.999" if 0.9995 < p < 1 else f"{p:.3f}"


# --- Two densities and a threshold (section 1) ------------------------------------------------


@figure(FORMULA)
class bells(View):
    """A threshold between two densities, and the risk beneath with its minimum (BAY-05).

    The rule is "take the umbrella from t on", for N(0, 1) on dry and N(2, 1) on rainy days. weights: of a false alarm
    and of a miss, price times prior, scaled to the sum 1. false_alarm, miss: the shares of dry and of rainy days on
    which it is wrong. best: the cheapest t, which is drawn and named when it is asked for.
    """

    size = (8.8, 5.2)
    t: float
    weights: tuple[float, float]
    false_alarm: float
    miss: float
    best: float
    shown: bool

    def prepare(self):
        self.controls = {
            "t": Slider("threshold t", 2.0, -2.0, 4.0, 0.05),
            "price": ListSlider("a wet day costs … carryings", FEW_PRICES, 1),
            "prior": ListSlider("P(rain)", FEW_PRIORS, 0.5),
            "shown": Choice("the cheapest t", {"is hidden": False, "is shown": True}),
        }

    def compute(self, t: float, price: float, prior: float, shown: bool):
        ratio = likelihood_ratio_threshold([[0, price], [1, 0]], [1 - prior, prior])
        self.t = t
        self.weights = ratio / (1 + ratio), 1 / (1 + ratio)
        self.false_alarm = float(norm.sf(t))
        self.miss = float(norm.cdf(t - APART))
        self.best = float(APART / 2 + np.log(ratio) / APART)
        self.shown = shown

    def risk(self, t):
        """The expected cost of the threshold t, as a share of what it costs to be always wrong, (01.6)."""
        return self.weights[0] * norm.sf(t) + self.weights[1] * norm.cdf(t - APART)

    def draw(self):
        top = 0.42
        ends = (float(SKY[0]), float(SKY[-1]))
        above = two_bells(SKY, self.weights, self.t, words=("carried for nothing", "wet"))
        above.append(show.vline(self.t, (0, top), color=show.BLACK, width=2.0, label="your threshold t"))
        below = [
            show.curve(SKY, self.risk(SKY), width=2.2, color=show.BLACK, label="expected cost of t"),
            show.point(self.t, float(self.risk(self.t)), **show.NOW),
        ]
        if self.shown:
            above.append(show.vline(self.best, (0, top), **show.BEST))
            below.append(show.vline(self.best, (0, 1), label="the cheapest t", **show.BEST))
        return [
            [Panel(above, ends, (0, top), ylabel="price · prior · density", legend_columns=5)],
            [Panel(below, ends, (-0.06, 1.02), "grey level x of the sky", "cost", legend_columns=2)],
        ]

    def describe(self):
        t = show.number(self.t, places=2)
        cost, least = (show.number(self.risk(at), 3) for at in (self.t, self.best))
        here = (
            f"t = {t}: of dry days {show.percent(self.false_alarm)} with umbrella, of rainy days "
            f"{show.percent(self.miss)} without; cost {cost} (always wrong: 1)."
        )
        return f"{here} The least cost, {least}, is at {show.number(self.best, places=3)}." if self.shown else here


def weighted(weights: tuple[float, float], x) -> tuple[np.ndarray, np.ndarray]:
    """Price times prior times density, of dry and of rain."""
    return weights[0] * norm.pdf(x), weights[1] * norm.pdf(x - APART)


def two_bells(x, weights: tuple[float, float], t: float, shift: float = 0.0, words=("", "")) -> list[Mark]:
    """Both weighted densities over x (m,), moved by a shift, with the two kinds of mistake shaded; words for these."""
    late = np.linspace(t, x[-1], 120)
    early = np.linspace(x[0], t, 120)
    dry, rain = weighted(weights, x - shift)
    return [
        area_under(late, weighted(weights, late - shift)[0], alpha=0.35, label=words[0], **DRY),
        area_under(early, weighted(weights, early - shift)[1], alpha=0.35, label=words[1], **RAIN),
        show.curve(x, dry, width=2.4, label="dry", **DRY),
        show.curve(x, rain, width=2.4, dash="dashed", label="rain", **RAIN),
    ]


def area_under(x, y, **look) -> show.Fill:
    """The region between the curve through (x_k, y_k) and the axis."""
    return show.Fill([np.vstack([[x[0], 0], np.column_stack([x, y]), [x[-1], 0]])], **look)


# --- Evidence adds up (section 5) -------------------------------------------------------------

FAINT = 25  # walks that are drawn in grey


@figure(FORMULA)
class walk(View):
    """The log-likelihood ratio as a walk, its bar, and the posterior beside it (BAY-06, BAY-02).

    paths (WALKS, READINGS + 1): the sums of log-likelihood ratios on many days of which it is the same that it rains,
    or that it stays dry. bar: what the sum must exceed for the umbrella. prior: ln P(rain)/P(dry). wrong: the shares
    of dry and of rainy days on the wrong side of the bar, computed and not counted.
    """

    size = (8.8, 4.2)
    mine = 30  # the number of today's path
    walks: Callable[..., Any]
    n: int
    paths: np.ndarray
    bar: float
    prior: float
    raining: bool
    wrong: tuple[float, float]

    def prepare(self):
        self.walks = cache(self.sums)
        self.controls = {
            "n": StepSlider("readings", READINGS, 8, interval=120),
            "prior": Slider("P(rain) before", 0.3, 0.05, 0.95, 0.05),
            "price": ListSlider("a wet day costs … carryings", PRICES, 1),
            "raining": Choice("today", {"it will rain": True, "it stays dry": False}),
            "copies": Choice("readings", {"are fresh": 1, "are each read 10 times": 10}),
        }

    def sums(self, raining: bool, copies: int) -> np.ndarray:
        """The sums of log-likelihood ratios after 0, 1, …, READINGS readings, a row for each day."""
        steps = log_ratios(readings(raining, copies))
        return np.hstack([np.zeros((WALKS, 1)), np.cumsum(steps, axis=1)])

    def compute(self, n: int, prior: float, price: float, raining: bool, copies: int):
        self.n = n
        self.paths = self.walks(raining, copies)
        self.bar = float(np.log(likelihood_ratio_threshold([[0, price], [1, 0]], [1 - prior, prior])))
        self.prior = float(np.log(prior / (1 - prior)))
        self.raining = raining
        self.wrong = wrong_days(n, self.bar, copies)

    @property
    def chances(self) -> np.ndarray:
        """P(rain | the first k readings), k = 0, …"""
        return expit(self.paths[self.mine] + self.prior)

    @property
    def wrong_of_all(self) -> float:
        """The share of all days, dry and rainy ones together, that are on the wrong side."""
        rain = float(expit(self.prior))
        return (1 - rain) * self.wrong[0] + rain * self.wrong[1]

    def draw(self):
        n = self.n
        steps = np.arange(READINGS + 1)
        high = 32.0
        faint = [np.column_stack([steps[: n + 1], path[: n + 1]]) for path in self.paths[:FAINT]]
        drift = (1 if self.raining else -1) * SHIFT**2 / 2
        left = [
            show.Lines(faint, color="#BBBBBB", width=0.8, label=f"{FAINT} other days"),
            show.curve(steps, drift * steps, color=show.BLACK, dash="dotted", width=1.4, label="on average"),
            show.hline(self.bar, (0, READINGS), **show.BEST, label="bar"),
            *show.trace(steps, self.paths[self.mine], n, color=show.PURPLE, width=2.2, label="today"),
        ]
        bar = float(expit(self.bar + self.prior))
        right = [
            show.hline(bar, (0, READINGS), **show.BEST, label="bar"),
            *show.trace(steps, self.chances, n, color=show.PURPLE, width=2.2, label="P(rain | readings so far)"),
        ]
        ends = (-3, READINGS + 3)
        return [
            Panel(left, ends, (-high, high), "readings n", "sum of log ratios $L_n$", width=1.25, legend_columns=2),
            Panel(right, ends, (-0.05, 1.05), "readings n", legend_columns=1),
        ]

    def describe(self):
        reached = self.paths[self.mine, self.n]
        now, bar = (show.number(v, places=2) for v in (reached, self.bar))
        action = "take the umbrella" if reached > self.bar else "leave it"
        dry, rain, both = (f"{100 * share:.1f} %" for share in (*self.wrong, self.wrong_of_all))
        return (
            f"{self.n} reading{'s' * (self.n != 1)}: sum {now}, bar {bar}: {action}; "
            f"chance of rain {chance(self.chances[self.n])}. "
            f"Wrong after so many: {dry} of dry days, {rain} of rainy days, {both} of all days."
        )


# --- A coin: three guesses from one posterior (section 6) -------------------------------------

FLIPS = 100
BIAS = 0.7
BIASES = np.linspace(0, 1, 201)
PRIORS = {"nearly fair, Beta(20, 20)": (20, 20), "low, Beta(2, 10)": (2, 10), "flat, Beta(1, 1)": (1, 1)}
MARKS: dict[str, dict[str, Any]] = {
    "mean": dict(color=show.BLUE, marker="o"),
    "MAP": dict(color=show.GREEN, marker="s"),
    "ML": dict(color=show.VERMILLION, marker="^"),
}
DASH = {"mean": "solid", "MAP": "dashed", "ML": "dotted"}


@figure(FORMULA)
class coin(View):
    """The posterior of a coin's bias as flips come in; mean, MAP and ML, and what each minimises (BAY-07 to 09, 12).

    prior: the parameters of its beta density, and posterior those afterwards. costs: by the name of an estimate, what
    each guess in BIASES costs: the expected square, the chance to be off by more than the radius, −LL per flip.
    """

    size = (8.8, 5.4)
    flips: np.ndarray
    n: int
    heads: int
    radius: float
    prior: tuple[float, float]
    posterior: tuple[float, float]
    values: dict[str, float]
    costs: dict[str, np.ndarray]

    def prepare(self):
        self.flips = np.random.default_rng(11).uniform(size=FLIPS) < BIAS
        self.controls = {
            "n": StepSlider("flips", FLIPS, 4, interval=150, first=1),
            "radius": ListSlider("ε", [0.005, 0.01, 0.02, 0.05, 0.1, 0.2], 0.05),
            "prior": Choice("prior", PRIORS),
        }

    def compute(self, n: int, radius: float, prior: tuple[float, float]):
        self.n = n
        self.heads = int(self.flips[:n].sum())
        self.radius = radius
        self.prior = prior
        self.posterior = prior[0] + self.heads, prior[1] + n - self.heads
        self.values = by_name(coin_estimates(self.heads, n, a=prior[0], b=prior[1]))
        self.costs = self.costs_of_guesses()

    def costs_of_guesses(self) -> dict[str, np.ndarray]:
        """What each guess costs, by the estimate that makes this cost smallest."""
        a, b = self.posterior
        mean = a / (a + b)
        variance = a * b / ((a + b) ** 2 * (a + b + 1))
        low, high = (betainc(a, b, np.clip(BIASES + shift, 0, 1)) for shift in (-self.radius, self.radius))
        return {
            "mean": variance + (BIASES - mean) ** 2,
            "MAP": 1 - (high - low),
            "ML": -log_bump(self.heads, self.n - self.heads) / self.n,
        }

    def draw(self):
        ends = (-0.02, 1.02)
        above = [*self.densities(), *(mark for name, at in self.values.items() for mark in flag(name, at))]
        return [
            [Panel(above, ends, (0, 1.1), ylabel="height (peak = 1)", yticks=((), ()), legend_columns=6)],
            [
                Panel(
                    self.cost_curves(),
                    ends,
                    (-0.05, 1.1),
                    xlabel="bias θ, or a guess at it",
                    ylabel="expected cost",
                    legend_columns=3,
                )
            ],
        ]

    def densities(self) -> list[Mark]:
        """Prior, likelihood and posterior, each as a share of its peak."""
        before = to_peak(log_bump(self.prior[0] - 1, self.prior[1] - 1))
        likelihood = to_peak(log_bump(self.heads, self.n - self.heads))
        after = to_peak(log_bump(self.posterior[0] - 1, self.posterior[1] - 1))
        return [
            show.curve(BIASES, before, color=show.GREY, dash="dotted", width=2, label="prior"),
            show.curve(BIASES, likelihood, color=show.VERMILLION, dash="dashed", width=1.6, label="likelihood"),
            show.curve(BIASES, after, color=show.BLACK, width=2.4, label="posterior"),
        ]

    def cost_curves(self) -> list[Mark]:
        """The three costs over all guesses, with a mark at the lowest point of each."""
        words = {"mean": "squared error", "MAP": "off by more than ε", "ML": "−LL/n"}
        marks = []
        for name, look in MARKS.items():
            cost = np.minimum(self.costs[name], 3.0)
            lowest = int(cost.argmin())
            marks += [
                show.curve(BIASES, cost, color=look["color"], dash=DASH[name], width=2.2, label=words[name]),
                show.point(BIASES[lowest], cost[lowest], size=9, edge=show.BLACK, **look),
            ]
        return marks

    def describe(self):
        values = ", ".join(f"{name} {value:.3f}" for name, value in self.values.items())
        off = chance(float(self.costs["MAP"].min()))
        return (
            f"{self.heads} head{'s' * (self.heads != 1)} in {self.n} flip{'s' * (self.n != 1)}: {values}. "
            f"The best guess is off by more than {self.radius:g} with chance {off}."
        )


def by_name(found: Estimates) -> dict[str, float]:
    """Mean, MAP and ML, in the order of the legend."""
    return dict(zip(MARKS, (found.mean, found.map, found.ml), strict=True))


def flag(name: str, at: float) -> list[Mark]:
    """An estimate on the axis of θ: its line, and its mark at a height of its own."""
    look = MARKS[name]
    height = {"mean": 0.08, "MAP": 0.2, "ML": 0.32}[name]
    return [
        show.vline(at, (0, 1.1), color=look["color"], dash=DASH[name], width=1.2),
        show.point(at, height, size=9, edge=show.BLACK, label=name, **look),
    ]


def log_bump(heads: float, tails: float) -> np.ndarray:
    """ln of θ^heads (1 − θ)^tails on the grid of biases."""
    return xlogy(heads, BIASES) + xlog1py(tails, -BIASES)


def to_peak(logs: np.ndarray) -> np.ndarray:
    """A curve, given by its logarithm, as shares of its highest value."""
    return np.exp(logs - logs.max())


# --- Real data: one feature, and a threshold on it (section 8) --------------------------------

MISSES = [1, 2, 5, 10, 20, 50, 100]
SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5]


def one_feature() -> Dataset:
    """The mean radius of the cell nuclei, and the diagnosis."""
    return datasets.breast_cancer().columns("mean radius")


@figure(CLASSES_ON_A_LINE, one_feature)
class screening(View):
    """A threshold on one feature, its ROC curve, and what it costs (BAY-05).

    counts (2, m): the cases of both classes in bins between the edges (m + 1,). false_alarms, hits (m + 1,): the shares
    of the two classes with an alarm, if the threshold is at an edge. costs (m + 1,): of these thresholds, as a share of
    being always wrong. k: the edge that is the threshold t. slope: of the lines of equal cost in the plane of the ROC
    curve. prior: the share of the second class where the rule is used.
    """

    size = (8.8, 6.2)
    curve: Roc
    edges: np.ndarray
    counts: np.ndarray
    false_alarms: np.ndarray
    hits: np.ndarray
    k: int
    t: float
    prior: float
    slope: float
    costs: np.ndarray

    def prepare(self):
        x = self.data.X[:, 0]
        y = self.data.y
        self.curve = roc(x, y)
        self.edges = round_edges(x)
        self.counts = np.array([np.histogram(x[y == c], self.edges)[0] for c in (-1, 1)])
        self.false_alarms, self.hits = (np.array([np.mean(x[y == c] >= t) for t in self.edges]) for c in (-1, 1))
        share = float(np.mean(y > 0))
        thresholds = self.edges.tolist()
        self.controls = {
            "t": ListSlider("threshold t", thresholds, thresholds[len(thresholds) // 2]),
            "miss": ListSlider("a miss costs … false alarms", MISSES, 1),
            "prior": ListSlider(
                f"share of {self.data.target_names[1]}", SHARES, min(SHARES, key=lambda p: abs(p - share))
            ),
        }

    def compute(self, t: float, miss: float, prior: float):
        self.k = int(np.abs(self.edges - t).argmin())
        self.t = float(self.edges[self.k])
        self.prior = prior
        self.slope = likelihood_ratio_threshold([[0, miss], [1, 0]], [1 - prior, prior])
        self.costs = (self.slope * self.false_alarms + 1 - self.hits) / (1 + self.slope)

    @property
    def best(self) -> int:
        """The cheapest edge."""
        return int(self.costs.argmin())

    @property
    def crowd(self) -> tuple[float, float, float]:
        """Of a thousand cases where it is used: false alarms, cases missed, cases found."""
        alarm = self.false_alarms[self.k]
        hit = self.hits[self.k]
        return 1000 * (1 - self.prior) * alarm, 1000 * self.prior * (1 - hit), 1000 * self.prior * hit

    def draw(self):
        return [[self.histograms(), self.roc_curve()], [self.cost_of_thresholds(), self.thousand_cases()]]

    def histograms(self) -> Panel:
        """The cases of both classes; those on the wrong side of the threshold are shaded."""
        names = self.data.target_names
        k = self.k
        tall = 1.1 * self.counts.max()
        boxes = [np.column_stack([self.edges[:-1], 0 * c, self.edges[1:], c]) for c in self.counts]
        across = np.repeat(self.edges, 2)[1:-1]
        marks = [
            show.Bars(boxes[0][k:], alpha=0.35, **DRY),
            show.Bars(boxes[1][:k], alpha=0.35, **RAIN),
            show.curve(across, np.repeat(self.counts[0], 2), width=2, label=names[0], **DRY),
            show.curve(across, np.repeat(self.counts[1], 2), width=2, dash="dashed", label=names[1], **RAIN),
            show.vline(self.t, (0, tall), color=show.BLACK, width=2, label="your threshold t"),
        ]
        ends = show.limits(self.edges, 0.03)
        xlabel = self.data.feature_names[0]
        return Panel(marks, ends, (0, tall), xlabel, "cases", legend_columns=3, width=1.3)

    def cost_of_thresholds(self) -> Panel:
        """What each threshold costs."""
        marks = [
            show.curve(self.edges, self.costs, color=show.BLACK, width=2.2, label="expected cost of t"),
            show.vline(self.edges[self.best], (1e-3, 1.2), label="the cheapest t", **show.BEST),
            show.point(self.t, self.costs[self.k], **show.NOW),
        ]
        ends = show.limits(self.edges, 0.03)
        xlabel = self.data.feature_names[0]
        return Panel(marks, ends, (1e-3, 1.2), xlabel, "cost", logy=True, legend_columns=2)

    def roc_curve(self) -> Panel:
        """Hits against false alarms, with the line of equal cost through the cheapest threshold."""
        names = self.data.target_names
        best = self.best
        marks = [
            show.segment((0, 0), (1, 1), color=show.GREY, dash="dotted", label="by chance"),
            show.curve(self.curve.false_alarms, self.curve.hits, color=show.PURPLE, width=2.2, label="ROC curve"),
            line_through(self.false_alarms[best], self.hits[best], self.slope, label="equal cost", **show.BEST),
            show.point(self.false_alarms[self.k], self.hits[self.k], **show.NOW),
        ]
        return Panel(
            marks,
            (-0.03, 1.03),
            (-0.03, 1.03),
            xlabel=f"{names[0]} with alarm",
            ylabel=f"{names[1]} with alarm",
            equal=True,
            legend_columns=2,
        )

    def thousand_cases(self) -> Panel:
        """What becomes of 1000 cases, as three bars with their numbers above."""
        looks = DRY, RAIN, dict(color=show.GREEN)
        bars = [
            show.Bars(np.array([[k - 0.36, 0, k + 0.36, v]]), alpha=0.6, **look)
            for k, (v, look) in enumerate(zip(self.crowd, looks, strict=True))
        ]
        above = [show.words(k, min(v + 70, 930), f"{v:.1f}", align="center") for k, v in enumerate(self.crowd)]
        ticks = ((0, 1, 2), ("false alarm", "missed", "found"))
        return Panel([*bars, *above], (-0.6, 2.6), (0, 1000), title="of 1000 cases", xticks=ticks)

    def describe(self):
        (false_name, true_name), (benign, malignant) = self.data.target_names, self.counts
        t, best = (show.with_minus(f"{at:.12g}") for at in (self.t, self.edges[self.best]))
        return (
            f"t = {t}: {malignant[: self.k].sum()} of {malignant.sum()} {true_name} missed, "
            f"{benign[self.k :].sum()} of {benign.sum()} {false_name} with alarm; "
            f"cost {show.number(self.costs[self.k], 3)} (always wrong: 1). The least cost is at {best}. "
            f"Area under the curve {chance(self.curve.area)}."
        )


def round_edges(x: np.ndarray) -> np.ndarray:
    """Round numbers at equal distances, about forty, from below the smallest x to above the largest."""
    step = nice(float(np.ptp(x)) / 40 or 1.0)
    places = -int(np.floor(np.log10(step) + 1e-9))  # 3 · 0.1 is above 0.3 in floats, and a case of 0.3 would be missed
    first = np.floor(x.min() / step)
    last = np.floor(x.max() / step) + 1
    return np.array([round(float(k * step), places) for k in np.arange(first, last + 1)])


def line_through(u: float, v: float, slope: float, **look) -> show.Segments:
    """The part within the unit square of the line through (u, v)."""
    ends = [(0, v - slope * u), (1, v + slope * (1 - u))]
    ends += [(u + (level - v) / slope, level) for level in (0.0, 1.0)]
    inside = sorted(p for p in ends if -1e-9 <= p[0] <= 1 + 1e-9 and -1e-9 <= p[1] <= 1 + 1e-9)
    return show.segment(inside[0], inside[-1], **look)
