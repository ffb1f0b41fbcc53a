"""The figures of lecture 03, too simple, too flexible: polynomials, ridge and local regression."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base import validation
from mlcore.base.scaling import standardised
from mlcore.datasets import Dataset
from mlcore.linear import (
    LocallyWeightedRegression,
    Polynomial,
    fit_polynomial,
    left_out,
    nearness,
    ridge_path,
    weighted_line,
)
from mlcore.plots.cost_curves import errors, log_ticks
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, LINE, TABLE
from mlcore.show import Live, Mark, Panel

DEGREES = np.arange(1, 10)
SHORTEST, TALLEST = 150.0, 195.0
HELD = 40  # people held out, in the first figure


def rms(e) -> float:
    """The root of the mean square: an error in the units of y."""
    return float(np.sqrt(np.mean(np.square(e))))


# --- The degree (section 1) -------------------------------------------------------------------


@dataclass(frozen=True)
class Degrees:
    """Polynomials of degree 1 up to now, fitted to `train`, and their errors (kg) on it and on `held`."""

    train: Dataset
    held: Dataset
    noise: float
    fits: list[Polynomial]

    @property
    def degree(self) -> int:
        return len(self.fits)

    @property
    def trained(self) -> np.ndarray:
        return np.array([rms(self.train.y - fit(self.train.X[:, 0])) for fit in self.fits])

    @property
    def tested(self) -> np.ndarray:
        return np.array([rms(self.held.y - fit(self.held.X[:, 0])) for fit in self.fits])


def draw_degrees(s: Degrees) -> list[Panel]:
    h, room = np.linspace(SHORTEST, TALLEST, 181), (50.0, 92.0)
    fitted = np.clip(s.fits[-1](h), room[0] - 40, room[1] + 40)
    left = [
        show.Points(np.column_stack([s.held.X, s.held.y]), color=show.VERMILLION, marker="s", size=4, alpha=0.45,
                    label="held out"),
        show.curve(h, datasets.weight_of(h), **show.BEST, label="truth"),
        show.curve(h, fitted, color=show.BLACK, width=2.4, label="fit"),
        show.Points(np.column_stack([s.train.X, s.train.y]), color=show.BLUE, size=6.5, label="training"),
    ]  # fmt: skip
    low, high = 0.1, 100.0
    names = "training error", "held-out error"
    right = errors(
        DEGREES[: s.degree], np.clip(s.trained, low, high), np.clip(s.tested, low, high), s.degree - 1, names
    )
    look: dict[str, Any] = dict(logy=True, yticks=log_ticks(low, high), xticks=ticks(DEGREES), legend_columns=1)
    return [
        Panel(left, (SHORTEST - 1, TALLEST + 1), room, "height (cm)", "weight (kg)", legend_columns=4, width=1.25),
        Panel(right, (0.5, 9.5), (0.9 * low, 1.2 * high), "degree", "error (kg), cut at 100", **look),
    ]


def ticks(whole) -> tuple[tuple, tuple]:
    """A tick at each of these whole numbers."""
    return tuple(map(int, whole)), tuple(str(int(k)) for k in whole)


def describe_degrees(s: Degrees) -> str:
    off = f"off by {show.number(s.trained[-1], 3)} kg on the {len(s.train.y)} training points"
    held = f"by {show.number(s.tested[-1], 3)} kg on {HELD} people held out"
    return f"Degree {s.degree}, noise {show.number(s.noise, 2)} kg: {off}, {held}."


@figure(FORMULA)
def degree() -> Live:
    """Polynomials of growing degree on a parabola with noise, and both errors so far (LIN-10, LIN-11, FIG-08)."""

    def compute(degree: int, n: int, noise: float) -> Degrees:
        train, held = datasets.heights(n, noise, seed=2), datasets.heights(HELD, noise, seed=1002)
        fits = [fit_polynomial(train.X[:, 0], train.y, int(q)) for q in DEGREES[:degree]]
        return Degrees(train, held, noise, fits)

    controls = {
        "degree": show.slider("degree", 1, 1, 9, 1),
        "n": show.slider("training points n", 20, 12, 100, 4),
        "noise": show.slider("noise (kg)", 2.0, 0.5, 4.0, 0.5),
    }
    return Live(compute, draw_degrees, describe_degrees, controls=controls, size=(8.8, 4.0))


# --- Choosing by a held-out set, again and again (section 3) ----------------------------------

SAMPLES, TRAIN, NOISE = 100, 30, 2.0


@dataclass(frozen=True)
class Choices:
    """For each sample the errors (kg) of the nine degrees: on its held-out set, and on all people there could be."""

    tested: np.ndarray  # (samples so far, 9)
    truth: np.ndarray
    held: int

    @property
    def chosen(self) -> np.ndarray:
        """The degree with the least held-out error, in each sample so far."""
        return DEGREES[self.tested.argmin(axis=1)]

    @property
    def promised(self) -> np.ndarray:
        return self.tested.min(axis=1)

    @property
    def delivered(self) -> np.ndarray:
        return self.truth[np.arange(len(self.truth)), self.chosen - 1]


@cache
def one_choice(seed: int, held: int) -> tuple[np.ndarray, np.ndarray]:
    """The errors of nine degrees, fitted to 30 people: on a held-out set, and on new people, integrated (03.6)."""
    train, test = datasets.heights(TRAIN, NOISE, seed), datasets.heights(held, NOISE, 1000 + seed)
    fits = [fit_polynomial(train.X[:, 0], train.y, int(q)) for q in DEGREES]
    nodes, shares = np.polynomial.legendre.leggauss(12)  # exact for polynomials up to degree 23
    h = (SHORTEST + TALLEST) / 2 + (TALLEST - SHORTEST) / 2 * nodes
    truth = [np.sqrt(NOISE**2 + shares / 2 @ (fit(h) - datasets.weight_of(h)) ** 2) for fit in fits]
    return np.array([rms(test.y - fit(test.X[:, 0])) for fit in fits]), np.array(truth)


def draw_choices(s: Choices) -> list[Panel]:
    low, high, now = 1.5, 20.0, s.chosen[-1]
    tested, truth = (np.clip(v[-1], low, high) for v in (s.tested, s.truth))
    left = [
        show.curve(DEGREES, truth, **show.BEST, label="error on new people"),
        show.curve(DEGREES, tested, color=show.VERMILLION, width=2.0, label="held-out error"),
        show.Points(np.column_stack([DEGREES, tested]), color=show.VERMILLION, marker="s", size=5),
        show.point(now, tested[now - 1], **show.NOW, label="chosen"),
        show.point(now, tested[now - 1], color=show.VERMILLION, marker="s", size=5),
    ]
    counts = np.array([(s.chosen == q).sum() for q in DEGREES])
    boxes = np.column_stack([DEGREES - 0.4, 0 * counts, DEGREES + 0.4, counts])
    some = counts > 0
    right: list[Mark] = [
        show.Bars(boxes[some & (DEGREES == 2)], color=show.GREEN, alpha=0.8, label="degree 2, the truth"),
        show.Bars(boxes[some & (DEGREES != 2)], color=show.GREY, alpha=0.8, label="another degree"),
        show.Text(np.column_stack([DEGREES, counts + 4.5])[some], [str(c) for c in counts[some]], align="center"),
    ]
    look: dict[str, Any] = dict(xticks=ticks(DEGREES), legend_columns=1)
    return [
        Panel(left, (0.5, 9.5), (low, 1.2 * high), "degree", "error (kg), cut at 20", logy=True,
              yticks=log_ticks(low, high), **look),
        Panel(right, (0.5, 9.5), (0, SAMPLES), "chosen degree", "samples so far", **look),
    ]  # fmt: skip


def describe_choices(s: Choices) -> str:
    now = f"held-out error {show.number(s.promised[-1], 3)} kg, on new people {show.number(s.delivered[-1], 3)} kg"
    said = f"Sample {len(s.chosen)}, {s.held} held out: degree {s.chosen[-1]}, {now}."
    if len(s.chosen) == 1:  # one sample has no average yet
        return said
    twos = f"degree 2 in {(s.chosen == 2).sum()} of {len(s.chosen)}"
    mean = f"{show.number(s.promised.mean(), 3)} kg promised, {show.number(s.delivered.mean(), 3)} kg on new people"
    return f"{said} So far {twos}; on average {mean}."


@figure(FORMULA)
def luck() -> Live:
    """The degree that a held-out set chooses, sample after sample, and what it is worth (LIN-12)."""

    sizes = (10, 40, 200)
    every = {held: [one_choice(seed, held) for seed in range(SAMPLES)] for held in sizes}

    def compute(sample: int, held: int) -> Choices:
        pairs = every[held][:sample]
        return Choices(np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs]), held)

    controls = {
        "sample": show.step_slider("sample", SAMPLES, value=1, interval=150, first=1),
        "held": show.choice("held out", {f"{m} people": m for m in sizes}),
    }
    return Live(compute, draw_choices, describe_choices, controls=controls, size=(8.8, 4.0))


# --- The paths of ridge (section 4) -----------------------------------------------------------

LAMS = np.logspace(-2, 5, 36)


@dataclass(frozen=True)
class Paths:
    """Ridge weights (36, d) for LAMS, learnt from some rows, standardised; errors there and on the others."""

    W: np.ndarray
    trained: np.ndarray
    tested: np.ndarray
    names: tuple[str, ...]
    sizes: tuple[int, int]
    now: int = 0
    feature: int = 0

    @property
    def lam(self) -> float:
        return float(LAMS[self.now])

    @property
    def w(self) -> np.ndarray:
        return self.W[self.now]


def draw_paths(s: Paths) -> list[Panel]:
    at, so_far = LAMS[: s.now + 1], s.W[: s.now + 1]
    others = [np.column_stack([at, w]) for j, w in enumerate(so_far.T) if j != s.feature]
    ends, low = (float(LAMS[0]) / 1.5, float(LAMS[-1]) * 1.5), min(s.trained.min(), s.tested.min())
    left = [
        show.hline(0, ends, width=1.0),
        show.Lines(others, color=show.GREY, width=1.3, label="the other weights"),
        show.Points(np.array([path[-1] for path in others]).reshape(-1, 2), color=show.GREY, size=4.5),
        show.curve(at, so_far[:, s.feature], color=show.BLUE, width=2.6, label="weight of the feature"),
        show.point(s.lam, s.w[s.feature], color=show.BLUE, marker="D", edge=show.BLACK, size=8),
    ]
    names = f"error on the {s.sizes[0]} training rows", f"error on the {s.sizes[1]} held out"
    right = errors(at, s.trained[: s.now + 1], s.tested[: s.now + 1], s.now, names)
    top = max(s.trained.max(), s.tested.max())
    look: dict[str, Any] = dict(logx=True, xticks=decades(-2, 5), legend_columns=1)
    return [
        Panel(left, ends, show.limits(s.W, 0.08), "penalty λ", "weight (features std.)", width=1.15, **look),
        Panel(right, ends, (low - 0.08 * (top - low or 1.0), top + 0.08 * (top - low or 1.0)), "penalty λ",
              "error (root mean square)", **look),
    ]  # fmt: skip


def decades(low: int, high: int) -> tuple[tuple, tuple]:
    """A tick at every second power of ten."""
    return tuple(10.0**k for k in range(low, high + 1, 2)), tuple(f"{10.0**k:g}" for k in range(low, high + 1, 2))


def describe_paths(s: Paths) -> str:
    weight = f"{s.names[s.feature]} {show.number(s.w[s.feature], 3)}, length of w {show.number(np.linalg.norm(s.w), 3)}"
    off = f"{show.number(s.trained[s.now], 3)} on the training rows, {show.number(s.tested[s.now], 3)} on the others"
    return f"λ = {show.number(s.lam, 3)}: weight of {weight}; error {off}.".replace(" -", " −")


def targets_that_differ(data: Dataset) -> np.ndarray:
    """The targets (n,) of a table. ValueError if there are none, or nothing is to be learnt from them."""
    y = validation.targets(data.y, len(data.X))
    if np.ptp(y) == 0:
        raise ValueError("All targets are equal, or none were given: give X and y, with targets that differ.")
    return y


@figure(TABLE, datasets.diabetes)
def paths(data: Dataset, *, train: int = 60) -> Live:
    """Ridge weights against the penalty, and what they are worth on rows that were not used (LIN-13).

    train: how many rows, drawn at random, to learn from; at most half of them.
    """
    if len(data.X) < 4:
        raise ValueError(f"There are {len(data.X)} rows: some to learn from and some to be held out take 4 at least.")
    rows = np.random.default_rng(0).permutation(len(data.X))
    size = min(train, len(rows) // 2)
    A, mean, unit = standardised(data.X[rows[:size]])
    B = (data.X[rows[size:]] - mean) / unit
    targets = targets_that_differ(data)
    y, other = targets[rows[:size]], targets[rows[size:]]
    W = ridge_path(A, y, LAMS)
    trained, tested = (np.array([rms(t - y.mean() - Z @ w) for w in W]) for Z, t in ((A, y), (B, other)))
    whole = Paths(W, trained, tested, data.feature_names, (size, len(rows) - size))

    def compute(lam: float, feature: int) -> Paths:
        return replace(whole, now=int(np.argmin(np.abs(np.log(LAMS / lam)))), feature=feature)

    first = {name: j for j, name in enumerate(data.feature_names)}
    start = int(np.argmax(np.abs(W[0])))  # the largest comes first
    options = {data.feature_names[start]: start} | first
    controls = {
        "lam": show.log_slider("penalty λ", 0.1, -2, 5, per_decade=5),
        "feature": show.choice("feature", options),
    }
    return Live(compute, draw_paths, describe_paths, controls=controls, size=(8.8, 4.0))


# --- A line for each query (section 5) --------------------------------------------------------


@dataclass(frozen=True)
class Local:
    """The local line at a query, the curve h of all queries, and both errors for the bandwidths from wide to now."""

    data: Dataset
    tau: float
    query: float
    grid: np.ndarray
    curve: np.ndarray  # h on the grid
    taus: np.ndarray  # falling
    trained: np.ndarray
    tested: np.ndarray
    now: int

    @property
    def weights(self) -> np.ndarray:
        return nearness(self.data.X, np.array([self.query]), self.tau)

    @property
    def line(self) -> tuple[float, float]:
        """Slope of the local line, and its height at the query, which is h there."""
        w, b = weighted_line(self.data.X - self.query, self.data.y, self.weights)
        return float(w[0]), b

    def h(self, x) -> np.ndarray:
        return LocallyWeightedRegression(tau=self.tau).fit(self.data.X, self.data.y).predict(np.reshape(x, (-1, 1)))


def handle_of(y: np.ndarray) -> float:
    """The height at which the handle of the query stands, above the lower edge."""
    low, high = show.limits(y, 0.35)
    return low + 0.05 * (high - low)


def draw_local(s: Local) -> list[Panel]:
    x, y, v = s.data.X[:, 0], s.data.y, s.weights
    ends, room = show.limits(x), show.limits(y, 0.35)
    floor, tall = room[0], 0.22 * (room[1] - room[0])
    grid = s.grid
    bell = floor + tall * np.exp(-(((grid - s.query) / s.tau) ** 2) / 2)
    far = 1e3 * (room[1] - room[0])
    slope, height = s.line
    span = np.clip(s.query + 2 * s.tau * np.array([-1, 1]), *ends)
    wall = np.vstack([np.column_stack([grid, bell]), [[grid[-1], floor], [grid[0], floor]]])
    left: list[Mark] = [show.Fill([wall], color=show.SKY, alpha=0.45, label="weight")]
    for alpha, part in ((0.3, v < 0.05), (0.65, (v >= 0.05) & (v < 0.5)), (1.0, v >= 0.5)):
        left.append(show.Points(np.column_stack([x, y])[part], color=show.BLUE, size=6, alpha=alpha))
    left += [
        show.curve(grid, np.clip(s.curve, -far, far), color=show.BLACK, width=2.2, label="h"),
        show.curve(span, height + slope * (span - s.query), color=show.VERMILLION, width=3.0, label="local line"),
        show.segment((s.query, handle_of(y)), (s.query, height), color=show.GREY, dash="dotted", width=1.2),
        show.point(s.query, height, **show.NOW),
        show.point(s.query, handle_of(y), color=show.VERMILLION, marker="D", edge=show.BLACK, size=9, label="query"),
    ]
    names = "training error", "leave-one-out error"
    every = np.concatenate([s.trained, s.tested])
    low, high = max(float(every.min()), float(every.max()) * 1e-4) / 1.3 or 0.5, float(every.max()) * 1.3 or 2.0
    right = errors(s.taus[: s.now + 1], np.maximum(s.trained, low)[: s.now + 1],
                   np.maximum(s.tested, low)[: s.now + 1], s.now, names)  # fmt: skip
    label = s.data.feature_names[0], s.data.target_name
    edges = float(s.taus[-1]) / 1.3, float(s.taus[0]) * 1.3
    return [
        Panel(left, ends, room, *label, legend_columns=4, width=1.35),
        Panel(right, edges, (low, high), "bandwidth τ", "error (root mean square)", logx=True, logy=True,
              xticks=log_ticks(*edges), yticks=log_ticks(low, high), legend_columns=1),
    ]  # fmt: skip


def describe_local(s: Local) -> str:
    slope, height = (show.number(v, 3) for v in s.line)
    counts = f"more than half of the largest weight: {int((s.weights >= 0.5).sum())} of {len(s.data.y)} points"
    line = f"at {show.number(s.query)} the line has height {height} and slope {slope}"
    off = f"training error {show.number(s.trained[s.now], 3)}, leave-one-out {show.number(s.tested[s.now], 3)}"
    return f"τ = {show.number(s.tau, 3)}: {line}; {counts}; {off}.".replace(" -", " −")


def forty() -> Dataset:
    """Forty people on the parabola, with noise of 2 kg."""
    return datasets.heights(40, NOISE)


@figure(LINE, forty, most=150)
def local(data: Dataset) -> Live:
    """Locally weighted regression from a global line to interpolation; the query can be dragged (LIN-15)."""
    x, y = data.X[:, 0], data.y
    if len(x) < 3 or np.ptp(x) == 0:
        raise ValueError("Local lines need three points at least, and not all at the same x.")
    low, high = (round(float(np.log10(np.ptp(x) * share)), 1) for share in (1 / 450, 2.2))
    taus = np.power(10.0, np.round(np.arange(high, low - 0.05, -0.1), 1))

    grid = np.sort(np.append(np.linspace(*show.limits(x), 151), x))  # it meets the points
    fits = [LocallyWeightedRegression(tau=tau).fit(data.X, y) for tau in taus]
    curves = [fit.predict(grid[:, None]) for fit in fits]  # of all bandwidths, so that a move draws only
    trained = np.array([rms(y - fit.predict(data.X)) for fit in fits])
    tested = np.array([rms(y - left_out(data.X, y, tau)) for tau in taus])

    def compute(tau: float, query) -> Local:
        now = int(np.argmin(np.abs(np.log(taus / tau))))
        at = float(query[0, 0]) if len(query) else float(np.median(x))
        return Local(data, float(taus[now]), at, grid, curves[now], taus, trained, tested, now)

    start = np.array([[float(x.min() + 0.6 * np.ptp(x)), handle_of(y)]])
    pointer = show.Pointer(start, editable=False, names=("query",), name="query", along="x")
    controls = {"tau": show.log_slider("bandwidth τ", taus[4], low, high)}
    return Live(compute, draw_local, describe_local, controls=controls, pointer=pointer, size=(8.8, 4.2))
