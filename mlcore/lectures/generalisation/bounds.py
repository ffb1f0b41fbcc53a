"""The figures of lecture 05 about its bounds: what they ask for, how often they are needed, what they promise."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from scipy.special import gammaln

from mlcore import datasets, pac, show
from mlcore.base.scaling import standardised
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.kernels import Linear
from mlcore.logistic import LogisticRegression
from mlcore.neighbors import KNeighborsClassifier
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASS_TABLE, FORMULA
from mlcore.show import Live, Panel
from mlcore.svm import SVC
from mlcore.tree import DecisionTreeClassifier

SHARES = np.arange(1, 13) / 10  # of the examples that the bound asks for
TRIALS = 1000
LINE, QUESTIONS, AGNOSTIC = "thresholds, one is right", "unrelated rules, one is right", "unrelated rules, none right"


# --- How often a bound fails (section 3) ------------------------------------------------------


def chances(n: int, p: float) -> Array:
    """P(k errors in n) for k = 0 to n, (n + 1,): the binomial law, through logarithms."""
    k = np.arange(n + 1)
    ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return np.exp(ways + k * np.log(p) + (n - k) * np.log1p(-p))


def none_below(n: int, p: float, others: int) -> Array:
    """P(each of so many unrelated rules of risk p makes more than k errors in n) for k = 0 to n, (n + 1,)."""
    more = np.maximum(1 - chances(n, p).cumsum(), 1e-300)
    return np.exp(others * np.log(more))


def overtaken(n: int, epsilon: float, others: int) -> float:
    """The chance that one of so many rules of risk ½ + ε/2 makes no more errors in n than the one of ½ − ε/2."""
    return float(chances(n, (1 - epsilon) / 2) @ (1 - none_below(n, (1 + epsilon) / 2, others)))


def overtakings(n: int, epsilon: float, others: int) -> int:
    """The same, counted in TRIALS samples: the errors of the best rule, and the fewest of the others."""
    rng = np.random.default_rng(2)
    best = rng.binomial(n, (1 - epsilon) / 2, TRIALS)
    fewest = np.searchsorted(-none_below(n, (1 + epsilon) / 2, others), -rng.uniform(size=TRIALS))
    return int((fewest <= best).sum())


def gap(epsilon: float, size: int) -> float:
    """The distance to the nearest of `size` thresholds, evenly spread, that is farther than epsilon away."""
    return (np.floor(epsilon * (size - 1) + 1e-9) + 1) / (size - 1)


def sides(epsilon: float, size: int) -> int:
    """On how many sides of the middle threshold there is one that far away."""
    steps = round(gap(epsilon, size) * (size - 1))
    return int(steps <= size // 2) + int(steps <= size - 1 - size // 2)


@cache
def places() -> Array:
    """Uniform places (TRIALS, 700), for all values of the sliders the same."""
    return np.random.default_rng(0).uniform(size=(TRIALS, 700)).astype(np.float32)


@cache
def waiting() -> Array:
    """For 1, …, 999 rules the longest of so many exponential times (TRIALS, 999), for all sliders the same."""
    return np.maximum.accumulate(np.random.default_rng(1).exponential(size=(TRIALS, 999)).astype(np.float32), axis=1)


@dataclass(frozen=True)
class Failures:
    """A world in which a bound is tried: its chance to fail, exact, at SHARES of the examples that it asks for."""

    epsilon: float
    delta: float
    size: int
    world: str

    @property
    def n(self) -> int:
        ask = pac.examples_agnostic if self.world == AGNOSTIC else pac.examples_realisable
        return ask(self.epsilon, self.delta, self.size)

    @property
    def sizes(self) -> Array:
        return np.maximum(1, np.round(SHARES * self.n)).astype(int)

    @property
    def bound(self) -> Array:
        if self.world == AGNOSTIC:
            return 2 * self.size * np.exp(-self.sizes * self.epsilon**2 / 2)
        return self.size * np.exp(-self.sizes * self.epsilon)

    @cached_property
    def exact(self) -> Array:
        if self.world == AGNOSTIC:
            return np.array([overtaken(int(n), self.epsilon, self.size - 1) for n in self.sizes])
        if self.world == QUESTIONS:
            return -np.expm1((self.size - 1) * np.log1p(-((1 - self.epsilon) ** self.sizes)))
        d, k = gap(self.epsilon, self.size), sides(self.epsilon, self.size)
        return k * (1 - d) ** self.sizes - (k == 2) * np.maximum(1 - 2 * d, 0) ** self.sizes

    @cached_property
    def counted(self) -> Array:
        """How many of TRIALS samples deceive the learner, at the same sizes."""
        if self.world == AGNOSTIC:
            return np.array([overtakings(int(n), self.epsilon, self.size - 1) for n in self.sizes])
        if self.world == QUESTIONS:
            rounds = np.ceil(waiting()[:, self.size - 2] / -np.log1p(-self.epsilon))  # until each has erred once
            return (rounds[:, None] > self.sizes).sum(axis=0)
        d, k = gap(self.epsilon, self.size), sides(self.epsilon, self.size)
        first = [_first(places() < d), _first(places() > 1 - d)][:k]
        waited = np.max(first, axis=0) if first else np.zeros(TRIALS)
        return (waited[:, None] > self.sizes).sum(axis=0)

    @property
    def enough(self) -> float:
        """The least of SHARES at which the chance is at most delta."""
        fine = self.exact <= self.delta
        return float(SHARES[fine.argmax()]) if fine.any() else np.nan


def _first(hit: Array) -> Array:
    """The number of the first example (TRIALS,) that hits, infinite if none does."""
    return np.where(hit.any(axis=1), hit.argmax(axis=1) + 1, np.inf)


ACCURACY, MOST = (0.02, 0.3), 1e6


def draw_failures(s: Failures) -> list[Panel]:
    accuracy, now = np.geomspace(*ACCURACY, 60), dict(color=show.VERMILLION, marker="D", size=10, edge=show.BLACK)
    asks = [(pac.examples_realisable, show.BLUE, "solid", "one rule is right"),
            (pac.examples_agnostic, show.PURPLE, "dashed", "none need be right")]  # fmt: skip
    left: list[Any] = [
        show.curve(accuracy, np.array([ask(e, s.delta, s.size) for e in accuracy]), color=color, dash=dash, width=2.2,
                   label=label)
        for ask, color, dash, label in asks
    ]  # fmt: skip
    left.append(show.point(s.epsilon, s.n, **now))
    shown = s.counted > 0
    right: list[Any] = [
        show.hline(s.delta, (0, 1.25), color=show.BLACK, dash="dotted", label="δ"),
        show.curve(SHARES, s.bound, color=show.VERMILLION, dash="dashed", width=2.2, label="bound"),
        show.curve(SHARES, np.maximum(s.exact, 1e-30), color=show.GREEN, width=2.2, label="exact"),
        show.Points(np.column_stack([SHARES, s.counted / TRIALS])[shown], color=show.BLUE, marker="s", size=7,
                    label=f"{TRIALS} samples"),
        show.point(1, s.delta, **now),
    ]  # fmt: skip
    e_ticks, n_ticks = (0.02, 0.05, 0.1, 0.2, 0.3), (1, 10, 100, 1000, 10000, 100000)
    ticks: dict[str, Any] = dict(xticks=(e_ticks, tuple(map(str, e_ticks))), yticks=(n_ticks, tuple(map(str, n_ticks))))
    p_ticks = (1e-4, 1e-3, 1e-2, 0.1, 1.0)
    return [
        Panel(left, (0.018, 0.34), (1, 2e5), "accuracy ε", "examples n asked for", logx=True, logy=True, **ticks,
              legend_columns=1),
        Panel(right, (0, 1.25), (5e-5, 2), "examples / examples asked for", "chance of a failure", logy=True,
              yticks=(p_ticks, tuple(f"{p:g}" for p in p_ticks)), legend_columns=2),
    ]  # fmt: skip


def describe_failures(s: Failures) -> str:
    deceived = f"in {s.counted[9]} of {TRIALS} samples"
    chance = f"{s.exact[9]:.1e}".replace("-", "−") if s.exact[9] < 1e-3 else show.number(s.exact[9], 2)
    said = f"ε = {s.epsilon:g}, δ = {s.delta:g}, {s.size} rules: {s.n} examples asked for"
    return f"{said}; with them a failure {deceived}, chance {chance}; {show.percent(s.enough)} of them would do."


@figure(FORMULA)
def failures() -> Live:
    """What the bounds for finite classes ask for, and how often a learner then fails (PAC-05, PAC-06)."""
    _ = places(), waiting()  # drawn now, so that no move has to wait

    def compute(epsilon: float, delta: float, size: int, world: str) -> Failures:
        return Failures(round(epsilon, 2), delta, size, world)

    controls = {
        "epsilon": show.slider("accuracy ε", 0.1, *ACCURACY, 0.01),
        "delta": show.list_slider("chance δ", (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2), 0.05),
        "size": show.list_slider("rules |H|", (3, 10, 30, 100, 300, 1000), 1000),
        "world": show.choice("world", [LINE, QUESTIONS, AGNOSTIC]),
    }
    return Live(compute, draw_failures, describe_failures, controls=controls, size=(8.8, 4.2))


# --- What is promised, and what comes (section 8) ---------------------------------------------

MODELS = {
    "logistic": lambda: LogisticRegression(lam=1.0),
    "linear SVM": lambda: SVC(C=1.0, kernel=Linear()),
    "stump": lambda: DecisionTreeClassifier(max_depth=1),
    "full tree": lambda: DecisionTreeClassifier(),
    "1 neighbour": lambda: KNeighborsClassifier(n_neighbors=1),
}
CONFIDENCE = 0.05


def growth_of_stumps(n: int, d: int) -> int:
    """At most so many labelings of n rows of d columns by one threshold in one column, either side +1."""
    return 2 * n * d


@dataclass(frozen=True)
class Fit:
    """A classifier learnt from n rows: its errors there and on the held-out rows."""

    trained: float
    tested: float


@dataclass(frozen=True)
class Promises:
    """All classifiers, learnt from several numbers n of rows: errors, and what the bounds promise of them."""

    fits: dict[tuple[str, int], Fit]
    sizes: tuple[int, ...]
    held: int
    d: int
    n: int
    model: str

    def growth(self, model: str, n: int) -> float:
        """The most labelings of n rows; infinite where any can be done."""
        if model in ("logistic", "linear SVM"):
            return float(pac.growth_of_planes(n, self.d))
        return float(growth_of_stumps(n, self.d)) if model == "stump" else np.inf

    def promised(self, model: str, n: int) -> float:
        """How far error and training error may be apart, (05.14); infinite without a bound."""
        growth = self.growth(model, 2 * n)
        return pac.vc_deviation(n, CONFIDENCE, growth) if np.isfinite(growth) else np.inf

    @property
    def whisker(self) -> float:
        """How far all held-out errors may be from the risks, (05.9) with one rule per classifier."""
        return pac.deviation(self.held, CONFIDENCE, len(MODELS))

    @property
    def now(self) -> Fit:
        return self.fits[self.model, self.n]


def draw_promises(s: Promises) -> list[Panel]:
    at = np.arange(len(MODELS))
    trained, tested = (np.array([getattr(s.fits[m, s.n], name) for m in MODELS]) for name in ("trained", "tested"))
    promise = np.minimum(trained + [s.promised(m, s.n) for m in MODELS], 1)
    ends = np.column_stack([at + 0.12, np.maximum(tested - s.whisker, 0), at + 0.12, np.minimum(tested + s.whisker, 1)])
    k = list(MODELS).index(s.model)
    left: list[Any] = [
        show.Bars(np.column_stack([at - 0.42, 0 * at, at + 0.42, promise]), color=show.GREY, alpha=0.22,
                  label="promised from the training error"),
        show.Bars(np.array([[k - 0.42, -0.09, k + 0.42, -0.06]]), color=show.BLACK),
        show.Segments(ends, color=show.VERMILLION, width=2.4, label="promised from the held-out error"),
        show.Points(np.column_stack([at + 0.12, tested]), color=show.VERMILLION, marker="s", size=8,
                    label="held-out error"),
        show.Points(np.column_stack([at - 0.12, trained]), color=show.BLUE, size=8, label="training error"),
    ]  # fmt: skip
    sizes, grid = np.array(s.sizes), np.geomspace(20, 1e6, 60)
    gaps = np.array([abs(s.fits[s.model, n].tested - s.fits[s.model, n].trained) for n in s.sizes])
    bound = np.array([s.promised(s.model, round(n)) for n in grid])
    right: list[Any] = [
        show.hline(1, (16, 1.3e6), color=show.BLACK, dash="dotted", label="above 1: no promise"),
        show.curve(grid[np.isfinite(bound)], bound[np.isfinite(bound)], color=show.GREY, width=2.2, label="promised"),
        show.Points(np.column_stack([sizes, np.maximum(gaps, 2e-3)]), color=show.PURPLE, marker="D", size=7,
                    label="measured"),
        show.point(s.n, max(float(gaps[s.sizes.index(s.n)]), 2e-3), **show.NOW),
        show.point(s.n, max(float(gaps[s.sizes.index(s.n)]), 2e-3), color=show.PURPLE, marker="D", size=6),
    ]  # fmt: skip
    n_ticks, g_ticks = (100, 10**4, 10**6), (0.01, 0.1, 1, 10)
    return [
        Panel(left, (-0.6, len(MODELS) - 0.4), (-0.1, 1.04), ylabel="share of errors",
              xticks=(tuple(at.tolist()), tuple(MODELS)), legend_columns=1, width=1.3),
        Panel(right, (16, 1.3e6), (1.5e-3, 12), "rows n to learn from", "|error − training error|",
              logx=True, logy=True, xticks=(n_ticks, ("100", "10 000", "1 000 000")),
              yticks=(g_ticks, tuple(map(str, g_ticks))), legend_columns=1),
    ]  # fmt: skip


def describe_promises(s: Promises) -> str:
    bound = s.promised(s.model, s.n)
    said = f"promised gap {show.number(bound, 3)}" if np.isfinite(bound) else "no promise at any n"
    words = f"training error {s.now.trained:.3f}, held-out {s.now.tested:.3f} ± {s.whisker:.3f}; {said}"
    return f"{s.model}, n = {s.n}, {s.d} feature{'s' * (s.d > 1)}: {words}."


@figure(CLASS_TABLE, datasets.breast_cancer)
def promises(data: Dataset) -> Live:
    """Errors of the course's classifiers, and what the bounds would have promised (PAC-12).

    A third of the rows, 200 at most, is held out; the others are standardised by their own means and spreads.
    """
    rows = np.random.default_rng(0).permutation(len(data.X))
    held = min(200, len(rows) // 3)
    train, test = rows[held:], rows[:held]
    sizes = tuple(sorted({min(n, len(train)) for n in (25, 50, 100, 200, 400)}))
    if held < 10:
        raise ValueError(f"There are {len(rows)} rows: to hold out a third of them takes 30 at least.")
    _, mean, spread = standardised(data.X[train])
    Z = (data.X - mean) / spread

    @cache
    def fit(model: str, n: int, d: int) -> Fit:
        X, y = Z[train[:n], :d], data.y[train[:n]]
        if len(set(y)) < 2:
            raise ValueError(f"The first {n} rows are of one class: give more rows of the other.")
        learnt = MODELS[model]().fit(X, y)
        return Fit(float((learnt.predict(X) != y).mean()), float((learnt.predict(Z[test, :d]) != data.y[test]).mean()))

    def compute(n: int, model: str, features: int) -> Promises:
        fits = {(m, k): fit(m, k, features) for m in MODELS for k in sizes}
        return Promises(fits, sizes, held, features, n, model)

    wide = data.X.shape[1]
    columns = {f"the first {k}" if k < wide else f"all {wide}": k for k in sorted({min(2, wide), wide})}
    controls = {
        "n": show.list_slider("rows n", sizes, sizes[-1]),
        "model": show.choice("classifier", list(MODELS)),
        "features": show.choice("features", columns),
    }
    return Live(compute, draw_promises, describe_promises, controls=controls, size=(8.8, 4.4))
