"""The figures of lecture 05, when does learning generalise: risks, labelings, growth functions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from mlcore import pac, show
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.plots.cost_curves import log_ticks
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, POINTS
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS

# --- Risk and empirical risk over thresholds (section 1) --------------------------------------

THRESHOLDS = np.linspace(0, 1, 101)  # the class: +1 above θ, −1 up to it
TRUE, NOISE, DELTA = 0.4, 0.1, 0.05
RISKS = NOISE + (1 - 2 * NOISE) * np.abs(THRESHOLDS - TRUE)
SAMPLES = 500


@cache
def empirical_risks(n: int) -> Array:
    """The empirical risks (SAMPLES, 101) of all thresholds: x uniform on [0, 1], one label in ten is wrong."""
    rng = np.random.default_rng(n)
    x = rng.uniform(size=(SAMPLES, n))
    above = (x > TRUE) ^ (rng.uniform(size=x.shape) < NOISE)  # y = +1
    cells = np.ceil(100 * x).astype(int) + 101 * np.arange(SAMPLES)[:, None]  # x ≤ θ_k for k from the cell on
    up, down = (np.bincount(cells[y], minlength=101 * SAMPLES).reshape(SAMPLES, 101) for y in (above, ~above))
    return (up.cumsum(axis=1) + down.sum(axis=1, keepdims=True) - down.cumsum(axis=1)) / n  # (05.2)


@dataclass(frozen=True)
class Risks:
    """Samples of size n so far, their empirical risks (m, 101), and the index of a threshold fixed beforehand."""

    n: int
    measured: Array
    fixed: int

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


def draw_risks(s: Risks) -> list[Panel]:
    low, high = np.clip(RISKS - s.band, 0, 1), np.clip(RISKS + s.band, 0, 1)
    ring = np.vstack([np.column_stack([THRESHOLDS, high]), np.column_stack([THRESHOLDS, low])[::-1]])
    best, fixed = float(THRESHOLDS[s.chosen[-1]]), float(THRESHOLDS[s.fixed])
    left: list[Any] = [
        show.Fill([ring], color=show.GREEN, alpha=0.15, label="band R ± ε"),
        show.curve(THRESHOLDS, RISKS, color=show.GREEN, width=2.4, label="risk R"),
        show.curve(THRESHOLDS, s.now, color=show.BLUE, width=1.6, dash="dashdot", label="empirical risk R̂"),
        show.segment((fixed, RISKS[s.fixed]), (fixed, s.now[s.fixed]), color=show.BLACK, width=1.2),
        show.point(fixed, float(s.now[s.fixed]), color=show.BLUE, marker="s", edge=show.BLACK, size=8, label="fixed h"),
        show.segment((best, RISKS[s.chosen[-1]]), (best, s.now.min()), color=show.BLACK, width=1.2),
        show.point(
            best, float(s.now.min()), color=show.VERMILLION, marker="D", edge=show.BLACK, size=9, label="chosen $h_S$"
        ),
    ]
    edges, top = s.bins, 0.6
    counts = [np.histogram(off, edges)[0] / len(s.measured) for off in s.off]
    boxes = np.column_stack([edges[:-1], 0 * counts[0], edges[1:], counts[0]])
    steps = np.column_stack([np.repeat(edges, 2)[1:-1], np.repeat(counts[1], 2)])
    right: list[Mark] = [
        show.Bars(boxes[counts[0] > 0], color=show.BLUE, alpha=0.5, label="fixed h"),
        show.Lines([steps], color=show.VERMILLION, width=2.2, label="chosen $h_S$"),
        show.vline(0, (0, top), color=show.BLACK, dash="dotted"),
    ]
    wide = float(f"{edges[-1] / 2.5:.1g}")
    ticks = tuple(round(k * wide, 6) for k in (-2, -1, 0, 1, 2))
    return [
        Panel(left, (-0.02, 1.02), (0, 1), "threshold θ", "share of errors", legend_columns=3, width=1.25),
        Panel(right, (edges[0], edges[-1]), (0, top), "empirical risk − risk", "share of the samples so far",
              legend_columns=2, xticks=(ticks, tuple(f"{t:g}".replace("-", "−") for t in ticks))),
    ]  # fmt: skip


def describe_risks(s: Risks) -> str:
    k, j = s.chosen[-1], s.fixed
    one, two = (f"θ = {THRESHOLDS[i]:.2f} has R̂ = {s.now[i]:.3f}, R = {RISKS[i]:.3f}" for i in (j, k))
    fixed, chosen = (f"{off.mean():+.3f}".replace("-", "−").replace("−0.000", "0.000") for off in s.off)
    mean = f"mean of R̂ − R so far {fixed} for the fixed h, {chosen} for h_S"
    return (f"n = {s.n}, sample {len(s.measured)}: fixed h, {one}; chosen h_S, {two}; largest |R̂ − R| "
            f"{s.farthest[-1]:.3f}, ε = {s.band:.3f}; {mean}.")  # fmt: skip


@figure(FORMULA)
def risks() -> Live:
    """R and R̂ over thresholds with the uniform band, and R̂ − R over many samples (PAC-02, PAC-09)."""

    def compute(n: int, sample: int, theta: float) -> Risks:
        return Risks(n, empirical_risks(n)[:sample], round(100 * theta))

    controls = {
        "sample": show.step_slider("sample", SAMPLES, value=10, interval=120, first=10),
        "theta": show.slider("θ of the fixed h", 0.6, 0.0, 1.0, 0.05),
        "n": show.choice("examples n", {"40": 40, "10": 10, "160": 160, "640": 640}),
    }
    return Live(compute, draw_risks, describe_risks, controls=controls, size=(8.8, 4.2))


# --- The labelings that a line can do (section 5) ---------------------------------------------

MOST = 5  # points: their 32 labelings still fit into a panel
CORNERS = np.array([[0.0, 1.0], [-(3**0.5) / 2, -0.5], [3**0.5 / 2, -0.5]])  # equilateral, on the unit circle


@dataclass(frozen=True)
class Labelings:
    """The points X (N, 2) as they lie, all labelings (2^N, N), which of them lines do with this margin, and where."""

    X: Array
    rho: float
    every: Array
    done: Array
    streets: list[pac.Street]
    data: Dataset
    frame: dict


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
    k, side = np.arange(2**N), 1 / columns
    return columns, np.column_stack([k % columns, (columns + rows) / 2 - 1 - k // columns]) * side


def thumbnails(s: Labelings) -> list[Mark]:
    """All labelings as small pictures of the points: lit, with a line, if a line does it; grey if none does."""
    columns, corners = layout(len(s.X))
    side, (xlim, ylim) = 0.9 / columns, (s.frame["xlim"], s.frame["ylim"])
    low, span = np.array([xlim[0], ylim[0]]), np.array([xlim[1] - xlim[0], ylim[1] - ylim[0]])
    small = np.clip((s.X - low) / span, 0.04, 0.96) * side
    boxes = np.hstack([corners, corners + side])
    frames = [np.array([[a, b], [c, b], [c, d], [a, d], [a, b]]) for a, b, c, d in boxes]
    found = [(k, t.w, t.b) for k, t in enumerate(s.streets) if s.done[k] and t.w is not None]
    ends = [(k, across(w, b, xlim, ylim)) for k, w, b in found]
    lines = [((e.reshape(2, 2) - low) / span * side + corners[k]).ravel() for k, e in ends if e is not None]
    marks: list[Mark] = [
        show.Bars(boxes[~s.done], color=show.GREY, alpha=0.45, label="not done"),
        show.Lines([frames[k] for k in np.flatnonzero(s.done)], color=show.GREEN, width=2.2, label="done by a line"),
        show.Segments(np.array(lines).reshape(-1, 4), width=1.3),
    ]
    size = {2: 8.0, 4: 6.0, 8: 4.0}[columns]
    for c in (-1, 1):
        where = np.vstack([small[y == c] + corner for y, corner in zip(s.every, corners, strict=True)])
        marks.append(show.Points(where, color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], size=size))
    return marks


def draw_labelings(s: Labelings) -> list[Panel]:
    turn = np.linspace(0, 2 * np.pi, 61)
    discs = [x + s.rho * np.column_stack([np.cos(turn), np.sin(turn)]) for x in s.X] if s.rho else []
    wide, tall = (s.frame[side][1] - s.frame[side][0] for side in ("xlim", "ylim"))
    lift = 0.045 * (max(tall, 0.8 * wide) if s.frame["equal"] else tall)  # clear of the marker
    left: list[Mark] = [
        show.Lines(discs, color=show.GREY, width=1.2, dash="dashed", label="closer than ρ"),
        show.Points(s.X, color=show.BLACK, size=9),
        show.Text(s.X + np.array([0, lift]), [str(k) for k in range(1, len(s.X) + 1)], align="center"),
    ]
    names = s.data.feature_names
    return [
        Panel(left, **s.frame, xlabel=names[0], ylabel=names[1]),
        Panel(
            thumbnails(s), (-0.03, 1.0), (-0.03, 1.0), title="all labelings", equal=True, bare=True, legend_columns=2
        ),
    ]


def describe_labelings(s: Labelings) -> str:
    N, count = len(s.X), int(s.done.sum())
    margin = f" with a margin of {show.number(s.rho, 3)}" if s.rho else ""
    end = "shattered" if count == 2**N else f"not shattered: {2**N - count} cannot be done"
    return f"{N} point{'s' * (N > 1)}: a line{margin} does {count} of the {2**N} labelings; {end}."


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


def four_points() -> Dataset:
    """The corners of an equilateral triangle on the unit circle, and one more point."""
    return Dataset(np.vstack([CORNERS, [[0.95, 0.8]]]), np.zeros(4, int), ("$x_1$", "$x_2$"), ())


@figure(POINTS, four_points, most=MOST)
def labelings(data: Dataset) -> Live:
    """All labelings of points under the hand: which of them lines do, with a margin or any (PAC-10, PAC-14, FIG-04)."""
    frame = show.window(data.X, 0.35)
    widest = float(np.ptp(data.X, axis=0).max()) or 1.0
    top = float(f"{0.55 * widest:.1g}")
    pixel = 0.004 * np.ptp([frame["xlim"], frame["ylim"]], axis=1)

    @lru_cache(maxsize=4)
    def streets(points: bytes) -> list[pac.Street]:
        return pac.streets(np.frombuffer(points).reshape(-1, 2))  # a margin does not change them

    order: dict[tuple, Array] = {}

    def by_lines(X: Array) -> Array:
        """Decided by the linear programme, once for each order of the points."""
        turns = orientations(X)
        if not all(turns):  # (nearly) in a row: anew for each move
            return pac.dichotomies(X)
        if turns not in order:
            order[turns] = pac.dichotomies(X)
        return order[turns]

    def compute(X: Array, rho: float) -> Labelings:
        if not 1 <= len(X) <= MOST:
            raise ValueError(f"There are {len(X)} points: keep 1 to {MOST} of them, as every point doubles the panels.")
        places = together(X, pixel)
        found = streets(np.ascontiguousarray(places).tobytes())
        done = pac.with_margin(found, rho) if rho else by_lines(places)
        return Labelings(X, rho, pac.labelings(len(X)), done, found, data, frame)

    controls = {"rho": show.slider("margin ρ", 0.0, 0.0, top, top / 20)}
    pointer = Pointer(data.X)
    return Live(compute, draw_labelings, describe_labelings, controls=controls, pointer=pointer, size=(8.8, 4.6))


# --- Growth functions (section 6) -------------------------------------------------------------

LARGEST = 12


@dataclass(frozen=True)
class Family:
    """A class of classifiers: how many labelings of N points it does, at most, and its VC dimension."""

    name: str
    count: Callable[[int], int]
    dimension: int


FAMILIES = (
    Family("thresholds on a line", lambda N: N + 1, 1),
    Family("intervals on a line", lambda N: N * (N + 1) // 2 + 1, 2),
    Family("lines in the plane", lambda N: pac.growth_of_planes(N, 2), 3),
    Family("planes in five dimensions", lambda N: pac.growth_of_planes(N, 5), 6),
)


@dataclass(frozen=True)
class Growth:
    """The growth function of a family for 1, 2, … points, and how far it has been followed."""

    family: Family
    now: int

    @property
    def counts(self) -> Array:
        return np.array([self.family.count(N) for N in range(1, LARGEST + 1)], float)

    @property
    def bound(self) -> Array:
        """Sauer's bound."""
        return np.array([pac.sauer(N, self.family.dimension) for N in range(1, LARGEST + 1)], float)


def draw_growth(s: Growth) -> list[Panel]:
    N = np.arange(1, LARGEST + 1)
    so_far, counts, shares = N[: s.now], s.counts[: s.now], (s.counts / 2.0**N)[: s.now]
    here: dict[str, Any] = dict(color=show.VERMILLION, marker="D", size=10, edge=show.BLACK)
    left: list[Mark] = [
        show.curve(so_far, 2.0**so_far, color=show.BLACK, dash="dotted", width=2, label="all: $2^N$"),
        show.curve(so_far, s.bound[: s.now], **show.BEST, label="Sauer's bound"),
        show.curve(so_far, counts, color=show.BLUE, width=2.2, label="growth function"),
        show.Points(np.column_stack([so_far, counts]), color=show.BLUE, size=5),
        show.point(s.now, counts[-1], **here),
    ]
    right: list[Mark] = [
        show.curve(so_far, shares, color=show.BLUE, width=2.2),
        show.Points(np.column_stack([so_far, shares]), color=show.BLUE, size=5),
        show.point(s.now, shares[-1], **here),
    ]
    ticks = tuple(range(1, LARGEST + 1)), tuple(map(str, range(1, LARGEST + 1)))
    look: dict[str, Any] = dict(xlabel="points N", xticks=ticks)
    return [
        Panel(left, (0.5, 12.5), (1.5, 6000), ylabel="labelings", logy=True, yticks=log_ticks(2, 5000),
              legend_columns=3, width=1.2, **look),
        Panel(right, (0.5, 12.5), (-0.04, 1.06), ylabel="share of all labelings", **look),
    ]  # fmt: skip


def describe_growth(s: Growth) -> str:
    count, every = int(s.counts[s.now - 1]), 2**s.now
    share = "all of them" if count == every else show.percent(count / every)
    named = f"{s.family.name.capitalize()}, N = {s.now}"
    return f"{named}: {count} of {every} labelings, {share}; Sauer's bound {int(s.bound[s.now - 1])}."


@figure(FORMULA)
def growth() -> Live:
    """Growth functions against 2^N and Sauer's bound (PAC-11, PAC-13)."""

    def compute(N: int, family: str) -> Growth:
        return Growth({f.name: f for f in FAMILIES}[family], N)

    names = [FAMILIES[k].name for k in (2, 0, 1, 3)]
    controls = {
        "N": show.step_slider("points N", LARGEST, value=2, interval=500, first=1),
        "family": show.choice("class", names),
    }
    return Live(compute, draw_growth, describe_growth, controls=controls, size=(8.8, 4.0))
