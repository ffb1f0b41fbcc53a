"""The figures of lecture 05, when does learning generalise: risks, bounds, labelings, growth functions, promises."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from scipy.special import gammaln

from mlcore import datasets, pac, show
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.lectures.generalisation.draws import (
    DELTA,
    MODELS,
    RISKS,
    THRESHOLDS,
    Fit,
    division,
    learnt,
    risks_on_samples,
)
from mlcore.plots.cost_curves import log_ticks
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASS_TABLE, FORMULA, POINTS
from mlcore.show import Choice, ListSlider, Mark, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS

HERE: dict[str, Any] = dict(color=show.VERMILLION, marker="D", size=10, edge=show.BLACK)

# --- Risk and empirical risk over thresholds (section 1) --------------------------------------

SAMPLES = 500


@cache
def empirical_risks(n: int) -> Array:
    """The empirical risks (SAMPLES, 101) of all thresholds in the samples that are drawn."""
    return risks_on_samples(n, SAMPLES, seed=n)


@figure(FORMULA)
class risks(View):
    """R and R̂ over thresholds with the uniform band, and R̂ − R over many samples (PAC-02, PAC-09).

    measured (m, 101): the empirical risks on the m samples of size n so far. fixed: the index of a threshold that was
    fixed beforehand.
    """

    size = (8.8, 4.2)
    controls = {
        "sample": StepSlider("sample", SAMPLES, 10, interval=120, first=10),
        "theta": Slider("θ of the fixed h", 0.6, 0.0, 1.0, 0.05),
        "n": Choice("examples n", [40, 10, 160, 640]),
    }
    n: int
    measured: Array
    fixed: int

    def compute(self, sample: int, theta: float, n: int):
        self.n = n
        self.measured = empirical_risks(n)[:sample]
        self.fixed = round(100 * theta)

    @property
    def now(self) -> Array:
        """The empirical risks (101,) on the last sample."""
        return self.measured[-1]

    @property
    def chosen(self) -> Array:
        """The index of the empirical risk minimiser h_S in each sample so far, the first of several."""
        return self.measured.argmin(axis=1)

    @property
    def band(self) -> float:
        """How far empirical risks may be from risks, of all thresholds at once, (05.9)."""
        return pac.deviation(self.n, DELTA, len(THRESHOLDS))

    @property
    def farthest(self) -> Array:
        """The largest |empirical risk − risk| of all thresholds, in each sample so far."""
        return np.abs(self.measured - RISKS).max(axis=1)

    @property
    def bins(self) -> Array:
        """Edges of boxes that hold equally many of the multiples of 1/n each, and lie evenly about 0."""
        wide = max(1, round(0.1 * self.n**0.5) * 2 - 1)  # odd
        return (np.arange(-13, 13) + 0.5) * wide / self.n

    @property
    def off(self) -> tuple[Array, Array]:
        """Empirical risk minus risk in each sample so far: of the threshold fixed beforehand, and of the chosen one."""
        rows = np.arange(len(self.measured))
        return self.measured[:, self.fixed] - RISKS[self.fixed], self.measured[rows, self.chosen] - RISKS[self.chosen]

    def draw(self):
        return [self.thresholds_panel(), self.differences_panel()]

    def thresholds_panel(self) -> Panel:
        """Risk with its band and empirical risk over all thresholds, with the fixed one and the chosen one."""
        low = np.clip(RISKS - self.band, 0, 1)
        high = np.clip(RISKS + self.band, 0, 1)
        ring = np.vstack([np.column_stack([THRESHOLDS, high]), np.column_stack([THRESHOLDS, low])[::-1]])
        fixed, chosen = ((float(THRESHOLDS[k]), float(self.now[k])) for k in (self.fixed, self.chosen[-1]))
        marks = [
            show.Fill([ring], color=show.GREEN, alpha=0.15, label="band around R"),
            show.curve(THRESHOLDS, RISKS, color=show.GREEN, width=2.4, label="risk R"),
            show.curve(THRESHOLDS, self.now, color=show.BLUE, width=1.6, dash="dashdot", label="empirical risk R̂"),
            show.segment((fixed[0], RISKS[self.fixed]), fixed, color=show.BLACK, width=1.2),
            show.point(*fixed, color=show.BLUE, marker="s", edge=show.BLACK, size=8, label="fixed h"),
            show.segment((chosen[0], RISKS[self.chosen[-1]]), chosen, color=show.BLACK, width=1.2),
            show.point(*chosen, color=show.VERMILLION, marker="D", edge=show.BLACK, size=9, label="chosen $h_S$"),
        ]
        names = "threshold θ", "share of errors"
        return Panel(marks, (-0.02, 1.02), (0, 1), *names, legend_columns=3, width=1.25)

    def differences_panel(self) -> Panel:
        """How R̂ − R has been spread in the samples so far, for the fixed threshold and for the chosen one."""
        edges = self.bins
        top = 0.6
        fixed, chosen = (np.histogram(off, edges)[0] / len(self.measured) for off in self.off)
        boxes = np.column_stack([edges[:-1], 0 * fixed, edges[1:], fixed])
        steps = np.column_stack([np.repeat(edges, 2)[1:-1], np.repeat(chosen, 2)])
        marks = [
            show.Bars(boxes[fixed > 0], color=show.BLUE, alpha=0.5, label="fixed h"),
            show.Lines([steps], color=show.VERMILLION, width=2.2, label="chosen $h_S$"),
            show.vline(0, (0, top), color=show.BLACK, dash="dotted"),
        ]
        wide = float(f"{edges[-1] / 2.5:.1g}")
        ticks = tuple(round(k * wide, 6) for k in (-2, -1, 0, 1, 2))
        return Panel(
            marks,
            (edges[0], edges[-1]),
            (0, top),
            "empirical risk − risk",
            "share of the samples so far",
            legend_columns=2,
            xticks=(ticks, tuple(show.with_minus(f"{tick:g}") for tick in ticks)),
        )

    def describe(self):
        one, two = (
            f"θ = {THRESHOLDS[k]:.2f} has R̂ = {self.now[k]:.3f}, R = {RISKS[k]:.3f}"
            for k in (self.fixed, self.chosen[-1])
        )
        fixed, chosen = (show.number(off.mean(), places=3, sign=True) for off in self.off)
        return (
            f"n = {self.n}, sample {len(self.measured)}: fixed h, {one}; chosen h_S, {two}; "
            f"largest |R̂ − R| {self.farthest[-1]:.3f}, band ± {self.band:.3f}; "
            f"mean of R̂ − R so far {fixed} for the fixed h, {chosen} for h_S."
        )


# --- How often a bound fails (section 3) ------------------------------------------------------

SHARES = np.arange(1, 13) / 10  # of the examples that the bound asks for
TRIALS = 1000
ACCURACY = 0.02, 0.3
LINE = "thresholds, one is right"
QUESTIONS = "unrelated rules, one is right"
AGNOSTIC = "unrelated rules, none right"


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
    """The chance that one of so many rules of risk ½ + ε/2 makes no more errors in n than the one of ½ − ε/2.

    If their risks are a hair more than ε apart, that is a failure; 1e-9 more changes no digit that is shown.
    """
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


def on_a_line(epsilon: float, rules: int, sizes: Array) -> tuple[Array, Array]:
    """LINE: the chance of a failure with so many examples, and in how many of TRIALS samples there was one."""
    d = gap(epsilon, rules)
    k = sides(epsilon, rules)
    exact = k * (1 - d) ** sizes - (k == 2) * np.maximum(1 - 2 * d, 0) ** sizes
    first = [first_hits(places() < d), first_hits(places() > 1 - d)][:k]
    waited = np.max(first, axis=0) if first else np.zeros(TRIALS)
    return exact, (waited[:, None] > sizes).sum(axis=0)


def first_hits(hit: Array) -> Array:
    """The number of the first example (TRIALS,) that hits, infinite if none does."""
    return np.where(hit.any(axis=1), hit.argmax(axis=1) + 1, np.inf)


def with_questions(epsilon: float, rules: int, sizes: Array) -> tuple[Array, Array]:
    """QUESTIONS, all but one a hair worse than ε: the chance of a failure, and in how many of TRIALS samples one is."""
    exact = -np.expm1((rules - 1) * np.log1p(-((1 - epsilon) ** sizes)))
    rounds = np.ceil(waiting()[:, rules - 2] / -np.log1p(-epsilon))  # until each has erred once
    return exact, (rounds[:, None] > sizes).sum(axis=0)


def with_none_right(epsilon: float, rules: int, sizes: Array) -> tuple[Array, Array]:
    """AGNOSTIC: the chance of a failure with so many examples, and in how many of TRIALS samples there was one."""
    exact = np.array([overtaken(int(n), epsilon, rules - 1) for n in sizes])
    return exact, np.array([overtakings(int(n), epsilon, rules - 1) for n in sizes])


WORLDS = {LINE: on_a_line, QUESTIONS: with_questions, AGNOSTIC: with_none_right}


@figure(FORMULA)
class failures(View):
    """What the bounds for finite classes ask for, and how often a learner then fails (PAC-05, PAC-06).

    n: the examples that the bound asks for; sizes (12,): SHARES of them. At these sizes, exact (12,): the chance of a
    failure; counted (12,): in how many of TRIALS samples there is one; bound (12,): what the chance is at most.
    A failure: the risk is above epsilon, or, where no rule need be right, above the least risk by more than epsilon.
    """

    size = (8.8, 4.2)
    controls = {
        "epsilon": Slider("accuracy ε", 0.1, *ACCURACY, 0.01),
        "delta": ListSlider("chance δ", (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2), 0.05),
        "rules": ListSlider("rules |H|", (3, 10, 30, 100, 300, 1000), 1000),
        "world": Choice("world", list(WORLDS)),
    }
    epsilon: float
    delta: float
    rules: int
    world: str
    n: int
    sizes: Array
    exact: Array
    counted: Array

    def prepare(self):
        places()  # both now, so that no move has to wait
        waiting()

    def compute(self, epsilon: float, delta: float, rules: int, world: str):
        self.epsilon = round(epsilon, 2)
        self.delta = delta
        self.rules = rules
        self.world = world
        ask = pac.examples_agnostic if world == AGNOSTIC else pac.examples_realisable
        self.n = ask(self.epsilon, delta, rules)
        self.sizes = np.maximum(1, np.round(SHARES * self.n)).astype(int)
        self.exact, self.counted = WORLDS[world](self.epsilon, rules, self.sizes)

    @property
    def bound(self) -> Array:
        if self.world == AGNOSTIC:
            return 2 * self.rules * np.exp(-self.sizes * self.epsilon**2 / 2)
        return self.rules * np.exp(-self.sizes * self.epsilon)

    @property
    def enough(self) -> float:
        """The least of SHARES at which the chance is at most delta."""
        fine = self.exact <= self.delta
        return float(SHARES[fine.argmax()]) if fine.any() else np.nan

    def draw(self):
        return [self.asked_panel(), self.chances_panel()]

    def asked_panel(self) -> Panel:
        """How many examples the two bounds ask for, against the accuracy."""
        accuracy = np.geomspace(*ACCURACY, 60)
        realisable, agnostic = (
            np.array([ask(epsilon, self.delta, self.rules) for epsilon in accuracy])
            for ask in (pac.examples_realisable, pac.examples_agnostic)
        )
        marks = [
            show.curve(accuracy, realisable, color=show.BLUE, dash="solid", width=2.2, label="one rule is right"),
            show.curve(accuracy, agnostic, color=show.PURPLE, dash="dashed", width=2.2, label="none need be right"),
            show.point(self.epsilon, self.n, **HERE),
        ]
        across = (0.02, 0.05, 0.1, 0.2, 0.3)
        up = (1, 10, 100, 1000, 10000, 100000)
        return Panel(
            marks,
            (0.018, 0.34),
            (1, 2e5),
            "accuracy ε",
            "examples n asked for",
            logx=True,
            logy=True,
            xticks=(across, tuple(map(str, across))),
            yticks=(up, tuple(map(str, up))),
            legend_columns=1,
        )

    def chances_panel(self) -> Panel:
        """The chance of a failure against the share of the examples that the bound asks for."""
        shares = np.column_stack([SHARES, self.counted / TRIALS])[self.counted > 0]
        exact = np.maximum(self.exact, 1e-30)
        marks = [
            show.hline(self.delta, (0, 1.25), color=show.BLACK, dash="dotted", label="δ"),
            show.curve(SHARES, self.bound, color=show.VERMILLION, dash="dashed", width=2.2, label="bound"),
            show.curve(SHARES, exact, color=show.GREEN, width=2.2, label="exact"),
            show.Points(shares, color=show.BLUE, marker="s", size=7, label=f"{TRIALS} samples"),
            show.point(1, self.delta, **HERE),
        ]
        up = (1e-4, 1e-3, 1e-2, 0.1, 1.0)
        return Panel(
            marks,
            (0, 1.25),
            (5e-5, 2),
            "examples / examples asked for",
            "chance of a failure",
            logy=True,
            yticks=(up, tuple(show.with_minus(f"{p:g}") for p in up)),
            legend_columns=2,
        )

    def describe(self):
        exact = self.exact[9]
        chance = show.with_minus(f"{exact:.1e}") if exact < 1e-3 else show.number(exact, 2)
        return (
            f"ε = {self.epsilon:g}, δ = {self.delta:g}, {self.rules} rules: {self.n} examples asked for, with which "
            f"{self.counted[9]} of {TRIALS} samples fail (chance {chance}); {show.percent(self.enough)} of them would "
            "do."
        )


# --- The labelings that a line can do (section 5) ---------------------------------------------

MOST = 5  # points: their 32 labelings still fit into a panel
CORNERS = np.array([[0.0, 1.0], [-(3**0.5) / 2, -0.5], [3**0.5 / 2, -0.5]])  # equilateral, on the unit circle


def across(w: Array, b: float, xlim: tuple, ylim: tuple) -> Array | None:
    """The ends (4,) of the piece of w'x + b = 0 within a box, or None where it misses the box."""
    ends = []
    for x in xlim:
        if w[1] and ylim[0] <= (y := -(b + w[0] * x) / w[1]) <= ylim[1]:
            ends.append((x, y))
    for y in ylim:
        if w[0] and xlim[0] <= (x := -(b + w[1] * y) / w[0]) <= xlim[1]:
            ends.append((x, y))
    return np.array([*ends[0], *ends[-1]]) if len(ends) > 1 else None


def layout(N: int) -> tuple[int, Array]:
    """How many thumbnails stand in a row, and their lower left corners (2^N, 2) in a unit square."""
    columns = 2 ** ((N + 1) // 2)
    rows = 2**N // columns
    k = np.arange(2**N)
    side = 1 / columns
    return columns, np.column_stack([k % columns, (columns + rows) / 2 - 1 - k // columns]) * side


def orientations(X: Array) -> tuple[int, ...]:
    """The number N, and for each three of the points X (N, 2) which way round they lie: +1, −1, or 0 nearly in a row.

    Points that agree in all of these have the same labelings by lines.
    """
    triples = np.array(list(combinations(range(len(X)), 3)), int).reshape(-1, 3)
    a, b = (X[triples[:, k]] - X[triples[:, 0]] for k in (1, 2))
    area = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    sure = np.abs(area) > 1e-6 * np.ptp(X, axis=0).prod()
    pair = [1] if len(X) != 2 or (X[0] != X[1]).any() else [0]  # no three, but the two may be one
    return (len(X), *pair, *(np.sign(area) * sure).astype(int).tolist())


def together(X: Array, near: Array) -> Array:
    """The points X (N, 2), but those that a hand has laid on an earlier one, within near (2,), exactly there."""
    X = np.array(X, float)
    for i in range(1, len(X)):
        same = np.flatnonzero((np.abs(X[:i] - X[i]) < near).all(axis=1))
        X[i] = X[same[0]] if len(same) else X[i]
    return X


@dataclass(frozen=True)
class Order:
    """How points lie: equal to any other points with the same `orientations`."""

    turns: tuple[int, ...]
    X: Array = field(compare=False)


@cache
def by_lines_in_order(order: Order) -> Array:
    """Which labelings lines realise, by the linear programme: asked once for each order of the points."""
    return pac.dichotomies(order.X)


def by_lines(X: Array) -> Array:
    """Which labelings of X (N, 2) lines realise; anew for points that lie (nearly) in a row."""
    turns = orientations(X)
    return by_lines_in_order(Order(turns, X)) if all(turns) else pac.dichotomies(X)


@lru_cache(maxsize=4)
def streets_of(points: bytes) -> list[pac.Street]:
    """The widest streets of all labelings of these points, which no margin changes."""
    return pac.streets(np.frombuffer(points).reshape(-1, 2))


def four_points() -> Dataset:
    """The corners of an equilateral triangle on the unit circle, and one more point."""
    return Dataset(np.vstack([CORNERS, [[0.95, 0.8]]]), np.zeros(4, int), ("$x_1$", "$x_2$"), ())


@figure(POINTS, four_points, most=MOST)
class labelings(View):
    """All labelings of points under the hand: which of them lines realise (PAC-10, PAC-14, FIG-04).

    X (N, 2): the points as they lie. rho: the margin. every (2^N, N): all labelings. done (2^N,): which of them lines
    realise with this margin. streets: where.
    """

    size = (8.8, 4.6)
    frame: dict[str, Any]
    pixel: Array
    X: Array
    rho: float
    every: Array
    done: Array
    streets: list[pac.Street]

    def prepare(self):
        self.frame = show.window(self.data.X, 0.35)
        self.pixel = 0.004 * np.ptp([self.frame["xlim"], self.frame["ylim"]], axis=1)
        widest = float(np.ptp(self.data.X, axis=0).max()) or 1.0
        top = float(f"{0.55 * widest:.1g}")
        self.controls = {"rho": Slider("margin ρ", 0.0, 0.0, top, top / 20)}
        self.pointers = [Pointer(self.data.X)]

    def drags(self):
        X = self.data.X
        return [
            show.Drag("point 4 onto the line through points 1 and 3", [(X[0] + X[2]) / 2], point=3),
            show.Drag("point 4 into the triangle of the others", [X[:3].mean(axis=0)], point=3),
        ]

    def compute(self, X: Array, rho: float):
        if not 1 <= len(X) <= MOST:
            raise ValueError(f"There are {len(X)} points: keep 1 to {MOST} of them, as every point doubles the panels.")
        at = together(X, self.pixel)
        self.X = X
        self.rho = rho
        self.every = pac.labelings(len(X))
        self.streets = streets_of(np.ascontiguousarray(at).tobytes())
        self.done = pac.with_margin(self.streets, rho) if rho else by_lines(at)

    def draw(self):
        frame = self.frame
        names = self.data.feature_names
        turn = np.linspace(0, 2 * np.pi, 61)
        circle = self.rho * np.column_stack([np.cos(turn), np.sin(turn)])
        wide, tall = (frame[side][1] - frame[side][0] for side in ("xlim", "ylim"))
        lift = 0.045 * (max(tall, 0.8 * wide) if frame["equal"] else tall)  # clear of the marker
        numbers = [str(k) for k in range(1, len(self.X) + 1)]
        discs = [x + circle for x in self.X] if self.rho else []
        left = [
            show.Lines(discs, color=show.GREY, width=1.2, dash="dashed", label="closer than ρ"),
            show.Points(self.X, color=show.BLACK, size=9),
            show.Text(self.X + np.array([0, lift]), numbers, align="center"),
        ]
        look: dict[str, Any] = dict(title="all labelings", equal=True, bare=True, legend_columns=2)
        return [
            Panel(left, **frame, xlabel=names[0], ylabel=names[1]),
            Panel(self.thumbnails(), (-0.03, 1.0), (-0.03, 1.0), **look),
        ]

    def thumbnails(self) -> list[Mark]:
        """All labelings as small pictures of the points: lit, with a line, if a line realises it; else grey."""
        columns, corners = layout(len(self.X))
        side, (xlim, ylim) = 0.9 / columns, (self.frame["xlim"], self.frame["ylim"])
        low = np.array([xlim[0], ylim[0]])
        span = np.array([xlim[1] - xlim[0], ylim[1] - ylim[0]])
        small = np.clip((self.X - low) / span, 0.04, 0.96) * side
        boxes = np.hstack([corners, corners + side])
        frames = [np.array([[a, b], [c, b], [c, d], [a, d], [a, b]]) for a, b, c, d in boxes]
        found = [(k, t.w, t.b) for k, t in enumerate(self.streets) if self.done[k] and t.w is not None]
        ends = [(k, across(w, b, xlim, ylim)) for k, w, b in found]
        lines = [((e.reshape(2, 2) - low) / span * side + corners[k]).ravel() for k, e in ends if e is not None]
        marks: list[Mark] = [
            show.Bars(boxes[~self.done], color=show.GREY, alpha=0.45, label="not realised"),
            show.Lines(
                [frames[k] for k in np.flatnonzero(self.done)], color=show.GREEN, width=2.2, label="realised by a line"
            ),
            show.Segments(np.array(lines).reshape(-1, 4), width=1.3),
        ]
        size = {2: 8.0, 4: 6.0, 8: 4.0}[columns]
        for c in (-1, 1):
            where = np.vstack([small[y == c] + corner for y, corner in zip(self.every, corners, strict=True)])
            marks.append(show.Points(where, color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], size=size))
        return marks

    def describe(self):
        N = len(self.X)
        count = int(self.done.sum())
        margin = f" with a margin of {show.number(self.rho, 3)}" if self.rho else ""
        end = "shattered" if count == 2**N else f"not shattered: {2**N - count} cannot be realised"
        return f"{N} point{'s' * (N > 1)}: a line{margin} realises {count} of the {2**N} labelings; {end}."


# --- Growth functions (section 6) -------------------------------------------------------------

LARGEST = 12


@dataclass(frozen=True)
class Family:
    """A class of classifiers: how many labelings of N points it realises, at most, and its VC dimension."""

    name: str
    count: Callable[[int], int]
    dimension: int


FAMILIES = (
    Family(name="thresholds on a line", count=lambda N: N + 1, dimension=1),
    Family(name="intervals on a line", count=lambda N: N * (N + 1) // 2 + 1, dimension=2),
    Family(name="lines in the plane", count=lambda N: pac.growth_of_planes(N, 2), dimension=3),
    Family(name="planes in five dimensions", count=lambda N: pac.growth_of_planes(N, 5), dimension=6),
)


@figure(FORMULA)
class growth(View):
    """Growth functions against 2^N and Sauer's bound (PAC-11, PAC-13).

    family: the class of classifiers. now: for so many points it is followed. counts, bound (12,): its growth function
    and Sauer's bound for 1, 2, … points.
    """

    size = (8.8, 4.0)
    controls = {
        "N": StepSlider("points N", LARGEST, 2, interval=500, first=1),
        "family": Choice("class", [FAMILIES[k].name for k in (2, 0, 1, 3)]),
    }
    family: Family
    now: int

    def compute(self, N: int, family: str):
        self.family = next(known for known in FAMILIES if known.name == family)
        self.now = N

    @property
    def counts(self) -> Array:
        return np.array([self.family.count(N) for N in range(1, LARGEST + 1)], float)

    @property
    def bound(self) -> Array:
        return np.array([pac.sauer(N, self.family.dimension) for N in range(1, LARGEST + 1)], float)

    def draw(self):
        N = np.arange(1, self.now + 1)
        counts = self.counts[: self.now]
        shares = counts / 2.0**N
        left = [
            show.curve(N, 2.0**N, color=show.BLACK, dash="dotted", width=2, label="all: $2^N$"),
            show.curve(N, self.bound[: self.now], **show.BEST, label="Sauer's bound"),
            show.curve(N, counts, color=show.BLUE, width=2.2, label="growth function"),
            show.Points(np.column_stack([N, counts]), color=show.BLUE, size=5),
            show.point(self.now, counts[-1], **HERE),
        ]
        right = [
            show.curve(N, shares, color=show.BLUE, width=2.2),
            show.Points(np.column_stack([N, shares]), color=show.BLUE, size=5),
            show.point(self.now, shares[-1], **HERE),
        ]
        whole = tuple(range(1, LARGEST + 1))
        look: dict[str, Any] = dict(xlim=(0.5, 12.5), xlabel="points N", xticks=(whole, tuple(map(str, whole))))
        up: dict[str, Any] = dict(ylim=(1.5, 6000), logy=True, yticks=log_ticks(2, 5000))
        return [
            Panel(left, ylabel="labelings", legend_columns=3, width=1.2, **up, **look),
            Panel(right, ylim=(-0.04, 1.06), ylabel="share of all labelings", **look),
        ]

    def describe(self):
        count = int(self.counts[self.now - 1])
        every = 2**self.now
        bound = int(self.bound[self.now - 1])
        share = "all of them" if count == every else show.percent(count / every)
        named = f"{self.family.name.capitalize()}, N = {self.now}"
        return f"{named}: {count} of {every} labelings, {share}; Sauer's bound {bound}."


# --- What is promised, and what comes (section 8) ---------------------------------------------

CONFIDENCE = 0.05


def growth_of_stumps(n: int, d: int) -> int:
    """Stumps realise at most so many labelings of n rows of d columns: one threshold in one column, either side +1."""
    return 2 * n * d


@figure(CLASS_TABLE, datasets.breast_cancer)
class promises(View):
    """Errors of the course's classifiers, and what the bounds would have promised (PAC-12).

    A third of the rows, 200 at most, is held out; the features are standardised by the rows that are learnt from. held:
    so many rows are held out. sizes: the numbers n of rows to learn from. d: so many features are used. fits: by model
    and n.
    """

    size = (8.8, 4.4)
    train: Array
    test: Array
    held: int
    sizes: tuple[int, ...]
    learnt: Callable[..., Any]
    fits: dict[tuple[str, int], Fit]
    d: int
    n: int
    model: str

    def prepare(self):
        count, wide = self.data.X.shape
        self.train, self.test = division(count, seed=0)
        self.held = len(self.test)
        if self.held < 10:
            raise ValueError(f"There are {count} rows: to hold out a third of them takes 30 at least.")
        self.sizes = tuple(sorted({min(n, len(self.train)) for n in (25, 50, 100, 200, 400)}))
        self.learnt = cache(self.learn)
        columns = {f"the first {k}" if k < wide else f"all {wide}": k for k in sorted({min(2, wide), wide})}
        self.controls = {
            "n": ListSlider("rows n", self.sizes, self.sizes[-1]),
            "model": Choice("classifier", list(MODELS)),
            "features": Choice("features", columns),
        }

    def learn(self, model: str, n: int, d: int) -> Fit:
        """A classifier of the first d features, learnt from the first n rows."""
        some = self.train[:n]
        if len(set(self.data.y[some])) < 2:
            raise ValueError(f"The first {n} rows are of one class: give more rows of the other.")
        return learnt(self.data, some, self.test, model, d)

    def compute(self, n: int, model: str, features: int):
        self.n = n
        self.model = model
        self.d = features
        self.fits = {(name, k): self.learnt(name, k, features) for name in MODELS for k in self.sizes}

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

    def draw(self):
        return [self.errors_panel(), self.gaps_panel()]

    def errors_panel(self) -> Panel:
        """Both errors of all classifiers, and what is promised from each of them."""
        at = np.arange(len(MODELS))
        k = list(MODELS).index(self.model)
        wide = self.whisker
        fits = [self.fits[model, self.n] for model in MODELS]
        trained = np.array([fit.trained for fit in fits])
        tested = np.array([fit.tested for fit in fits])
        promise = np.minimum(trained + [self.promised(model, self.n) for model in MODELS], 1)
        boxes = np.column_stack([at - 0.42, 0 * at, at + 0.42, promise])
        ends = np.column_stack([at + 0.12, np.maximum(tested - wide, 0), at + 0.12, np.minimum(tested + wide, 1)])
        right = np.column_stack([at + 0.12, tested])
        left = np.column_stack([at - 0.12, trained])
        marks = [
            show.Bars(boxes, color=show.GREY, alpha=0.22, label="promised from the training error"),
            show.Bars(np.array([[k - 0.42, -0.09, k + 0.42, -0.06]]), color=show.BLACK),
            show.Segments(ends, color=show.VERMILLION, width=2.4, label="promised from the held-out error"),
            show.Points(right, color=show.VERMILLION, marker="s", size=8, label="held-out error"),
            show.Points(left, color=show.BLUE, size=8, label="training error"),
        ]
        ticks = tuple(at.tolist()), tuple(MODELS)
        window = (-0.6, len(MODELS) - 0.4), (-0.1, 1.04)
        return Panel(marks, *window, ylabel="share of errors", xticks=ticks, legend_columns=1, width=1.3)

    def gaps_panel(self) -> Panel:
        """How far the two errors of the chosen classifier are apart, and what is promised, against the rows."""
        fits = [self.fits[self.model, n] for n in self.sizes]
        gaps = np.maximum([abs(fit.tested - fit.trained) for fit in fits], 2e-3)
        here = float(gaps[self.sizes.index(self.n)])
        grid = np.geomspace(20, 1e6, 60)
        bound = np.array([self.promised(self.model, round(n)) for n in grid])
        there = np.isfinite(bound)
        spots = np.column_stack([self.sizes, gaps])
        marks = [
            show.hline(1, (16, 1.3e6), color=show.BLACK, dash="dotted", label="above 1: no promise"),
            show.curve(grid[there], bound[there], color=show.GREY, width=2.2, label="promised"),
            show.Points(spots, color=show.PURPLE, marker="D", size=7, label="measured"),
            show.point(self.n, here, **show.NOW),
            show.point(self.n, here, color=show.PURPLE, marker="D", size=6),
        ]
        up = (0.01, 0.1, 1, 10)
        return Panel(
            marks,
            (16, 1.3e6),
            (1.5e-3, 12),
            "rows n to learn from",
            "|error − training error|",
            logx=True,
            logy=True,
            xticks=((100, 10**4, 10**6), ("100", "10 000", "1 000 000")),
            yticks=(up, tuple(map(str, up))),
            legend_columns=1,
        )

    def describe(self):
        bound = self.promised(self.model, self.n)
        now = self.now
        promise = f"promised gap {show.number(bound, 3)}" if np.isfinite(bound) else "no promise at any n"
        return (
            f"{self.model}, n = {self.n}, {self.d} feature{'s' * (self.d > 1)}: training error {now.trained:.3f}, "
            f"held-out {now.tested:.3f} ± {self.whisker:.3f}; {promise}."
        )
