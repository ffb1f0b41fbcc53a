"""The figures of lecture 03, too simple, too flexible: polynomials, ridge and local regression."""

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
from mlcore.show import Choice, ListSlider, LogSlider, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.marks import flat

DEGREES = np.arange(1, 10)
SHORTEST, TALLEST = 150.0, 195.0
NODES, SHARES = np.polynomial.legendre.leggauss(12)  # exact for polynomials up to degree 23
HELD = 40  # people held out, in the first figure
PEOPLE = (12, 16, 20, 28, 36, 52, 100)  # that there are to learn from, in the first figure


def rms(e) -> float:
    """The root of the mean square: an error in the units of y."""
    return float(np.sqrt(np.mean(np.square(e))))


def on_new_people(fit: Polynomial, noise: float) -> float:
    """The error of a polynomial on all people there could be, integrated over their heights (03.6)."""
    heights = (SHORTEST + TALLEST) / 2 + (TALLEST - SHORTEST) / 2 * NODES
    return float(np.sqrt(noise**2 + SHARES / 2 @ (fit(heights) - datasets.weight_of(heights)) ** 2))


def ticks(whole) -> tuple[tuple, tuple]:
    """A tick at each of these whole numbers."""
    return tuple(map(int, whole)), tuple(str(int(k)) for k in whole)


# --- The degree (section 1) -------------------------------------------------------------------


@figure(FORMULA)
class degree(View):
    """Polynomials of growing degree on a parabola with noise, and both errors so far (LIN-10, LIN-11, FIG-08).

    fits: the polynomials of degree 1, 2, … up to now, for the points of `train`. trained, tested: their errors, in kg,
    on these points and on those of `held`. sample: a number for these people; a larger n only adds some.
    """

    size = (8.8, 4.0)
    sample: int
    noise: float
    train: Dataset
    held: Dataset
    fits: list[Polynomial]
    trained: np.ndarray
    tested: np.ndarray

    def prepare(self):
        self.controls = {
            "degree": Slider("degree", 1, 1, 9),
            "n": ListSlider("training points n", PEOPLE, 20),
            "noise": ListSlider("noise (kg)", (0.5, 1.0, 2.0, 4.0), 2.0),
            "sample": Slider("sample", 1, 1, 6),
        }

    def compute(self, degree: int, n: int, noise: float, sample: int):
        self.sample = sample
        self.noise = noise
        self.train = datasets.heights(n, noise, seed=1 + sample)
        self.held = datasets.heights(HELD, noise, seed=1001 + sample)
        self.fits = [fit_polynomial(self.train.X[:, 0], self.train.y, int(q)) for q in DEGREES[:degree]]
        self.trained, self.tested = (
            np.array([rms(part.y - fit(part.X[:, 0])) for fit in self.fits]) for part in (self.train, self.held)
        )

    @property
    def degree(self) -> int:
        """The degree of the last polynomial."""
        return len(self.fits)

    def draw(self):
        return [self.curves(), self.errors_so_far()]

    def curves(self) -> Panel:
        """The points, the truth and the polynomial."""
        h = np.linspace(SHORTEST, TALLEST, 181)
        room = (50.0, 92.0)
        held, train = (np.column_stack([part.X, part.y]) for part in (self.held, self.train))
        fit = np.clip(self.fits[-1](h), room[0] - 40, room[1] + 40)
        marks = [
            show.Points(held, color=show.VERMILLION, marker="s", size=4, alpha=0.45, label="held out"),
            show.curve(h, datasets.weight_of(h), **show.BEST, label="truth"),
            show.curve(h, fit, color=show.BLACK, width=2.4, label="fit"),
            show.Points(train, color=show.BLUE, size=6.5, label="training"),
        ]
        ends = (SHORTEST - 1, TALLEST + 1)
        return Panel(marks, ends, room, "height (cm)", "weight (kg)", legend_columns=4, width=1.25)

    def errors_so_far(self) -> Panel:
        """Both errors of the degrees up to now."""
        low, high = 0.1, 100.0
        trained, tested = (np.clip(error, low, high) for error in (self.trained, self.tested))
        names = "training error", "held-out error"
        return Panel(
            errors(DEGREES[: self.degree], trained, tested, self.degree - 1, names),
            (0.5, 9.5),
            (0.9 * low, 1.2 * high),
            xlabel="degree",
            ylabel="error (kg), cut at 100",
            logy=True,
            yticks=log_ticks(low, high),
            xticks=ticks(DEGREES),
            legend_columns=1,
        )

    def describe(self):
        trained, tested = (show.number(error[-1], 3) for error in (self.trained, self.tested))
        return (
            f"Sample {self.sample}, degree {self.degree}, noise {show.number(self.noise, 2)} kg: "
            f"off by {trained} kg on the {len(self.train.y)} training points, by {tested} kg on {HELD} people held out."
        )


# --- Choosing by a held-out set, again and again (section 3) ----------------------------------

SAMPLES = 200
TRAIN = 30  # people in a sample
NOISE = 2.0


@figure(FORMULA)
class luck(View):
    """The degree that a held-out set chooses, sample after sample, and what it is worth (LIN-12).

    tested, truth (samples so far, 9): the errors of the nine degrees, in kg, on the held-out set of each sample and on
    all people there could be.
    """

    size = (8.8, 4.0)
    every: dict[int, list[tuple[np.ndarray, np.ndarray]]]
    held: int
    tested: np.ndarray
    truth: np.ndarray

    def prepare(self):
        sizes = (10, 40, 200)
        self.every = {held: [one_choice(seed, held) for seed in range(SAMPLES)] for held in sizes}
        self.controls = {
            "sample": StepSlider("sample", SAMPLES, 1, interval=75, first=1),
            "held": Choice("held out", {f"{m} people": m for m in sizes}),
        }

    def compute(self, sample: int, held: int):
        self.held = held
        self.tested, self.truth = (np.array(rows) for rows in zip(*self.every[held][:sample], strict=True))

    @property
    def chosen(self) -> np.ndarray:
        """The degree with the least held-out error, in each sample so far."""
        return DEGREES[self.tested.argmin(axis=1)]

    @property
    def promised(self) -> np.ndarray:
        """The held-out error of the chosen degree, in each sample so far."""
        return self.tested.min(axis=1)

    @property
    def delivered(self) -> np.ndarray:
        """The error of the chosen degree on new people, in each sample so far."""
        return self.truth[np.arange(len(self.truth)), self.chosen - 1]

    def draw(self):
        return [self.this_sample(), self.samples_so_far()]

    def this_sample(self) -> Panel:
        """Both errors of all degrees in this sample."""
        low = 1.5
        high = 20.0
        now = self.chosen[-1]
        tested, truth = (np.clip(error[-1], low, high) for error in (self.tested, self.truth))
        marks = [
            show.curve(DEGREES, truth, **show.BEST, label="error on new people"),
            show.curve(DEGREES, tested, color=show.VERMILLION, width=2.0, label="held-out error"),
            show.Points(np.column_stack([DEGREES, tested]), color=show.VERMILLION, marker="s", size=5),
            show.point(now, tested[now - 1], **show.NOW, label="chosen"),
            show.point(now, tested[now - 1], color=show.VERMILLION, marker="s", size=5),
        ]
        return Panel(
            marks,
            (0.5, 9.5),
            (low, 1.2 * high),
            xlabel="degree",
            ylabel="error (kg), cut at 20",
            logy=True,
            yticks=log_ticks(low, high),
            xticks=ticks(DEGREES),
            legend_columns=1,
        )

    def samples_so_far(self) -> Panel:
        """How often each degree was chosen."""
        counts = np.array([(self.chosen == q).sum() for q in DEGREES])
        boxes = np.column_stack([DEGREES - 0.4, 0 * counts, DEGREES + 0.4, counts])
        some = counts > 0
        places = np.column_stack([DEGREES, counts + 0.05 * SAMPLES])
        marks = [
            show.Bars(boxes[some & (DEGREES == 2)], color=show.GREEN, alpha=0.8, label="degree 2, the truth"),
            show.Bars(boxes[some & (DEGREES != 2)], color=show.GREY, alpha=0.8, label="another degree"),
            show.Text(places[some], [str(c) for c in counts[some]], align="center"),
        ]
        names = "chosen degree", "samples so far"
        return Panel(marks, (0.5, 9.5), (0, SAMPLES), *names, xticks=ticks(DEGREES), legend_columns=1)

    def describe(self):
        promised, delivered = (show.number(v[-1], 3) for v in (self.promised, self.delivered))
        this = (
            f"Sample {len(self.chosen)}, {self.held} held out: degree {self.chosen[-1]}, "
            f"held-out error {promised} kg, on new people {delivered} kg."
        )
        if len(self.chosen) == 1:  # one sample has no average yet
            return this
        promised, delivered = (show.number(v.mean(), 3) for v in (self.promised, self.delivered))
        return (
            f"{this} So far degree 2 in {(self.chosen == 2).sum()} of {len(self.chosen)}; "
            f"on average {promised} kg on the held-out set, {delivered} kg on new people."
        )


@cache
def one_choice(seed: int, held: int) -> tuple[np.ndarray, np.ndarray]:
    """The errors of nine degrees, fitted to 30 people: on a held-out set, and on new people, integrated (03.6)."""
    train = datasets.heights(TRAIN, NOISE, seed)
    test = datasets.heights(held, NOISE, 1000 + seed)
    fits = [fit_polynomial(train.X[:, 0], train.y, int(q)) for q in DEGREES]
    truth = [on_new_people(fit, NOISE) for fit in fits]
    return np.array([rms(test.y - fit(test.X[:, 0])) for fit in fits]), np.array(truth)


# --- The paths of ridge (section 4) -----------------------------------------------------------

LAMS = np.logspace(-2, 5, 36)


@figure(TABLE, datasets.diabetes)
class paths(View):
    """Ridge weights against the penalty, and what they are worth on rows that were not used (LIN-13).

    train: how many rows, drawn at random, to learn from; at most half of them. W (36, d): the weights for LAMS, of
    standardised features. trained, tested (36,): the errors on these rows and on the others; sizes: how many rows there
    are of each. now: the place of the penalty lam in LAMS.
    """

    size = (8.8, 4.0)
    train: int = 60
    names: tuple[str, ...]
    sizes: tuple[int, int]
    W: np.ndarray
    trained: np.ndarray
    tested: np.ndarray
    now: int
    feature: int

    def prepare(self):
        X = self.data.X
        n = len(self.data.X)
        if n < 4:
            raise ValueError(f"There are {n} rows: some to learn from and some to be held out take 4 at least.")
        rows = np.random.default_rng(0).permutation(n)
        few = min(self.train, n // 2)
        y = targets_that_differ(self.data)
        self.names = self.data.feature_names
        self.sizes = few, n - few
        self.W, self.trained, self.tested = path_and_errors(X, y, rows[:few], rows[few:])
        first = int(np.argmax(np.abs(self.W[0])))  # the feature with the largest weight
        options = {self.names[first]: first} | {name: j for j, name in enumerate(self.names)}
        self.controls = {
            "lam": LogSlider("penalty λ", 0.1, -2, 5, per_decade=5),
            "feature": Choice("feature", options),
        }

    def compute(self, lam: float, feature: int):
        self.now = int(np.argmin(np.abs(np.log(LAMS / lam))))
        self.feature = feature

    @property
    def lam(self) -> float:
        """The penalty."""
        return float(LAMS[self.now])

    @property
    def w(self) -> np.ndarray:
        """The weights for this penalty."""
        return self.W[self.now]

    def draw(self):
        at = LAMS[: self.now + 1]
        so_far = self.W[: self.now + 1]
        others = [np.column_stack([at, w]) for j, w in enumerate(so_far.T) if j != self.feature]
        ends = (float(LAMS[0]) / 1.5, float(LAMS[-1]) * 1.5)
        left = [
            show.hline(0, ends, width=1.0),
            show.Lines(others, color=show.GREY, width=1.3, label="the other weights"),
            show.Points(np.array([path[-1] for path in others]).reshape(-1, 2), color=show.GREY, size=4.5),
            show.curve(at, so_far[:, self.feature], color=show.BLUE, width=2.6, label="weight of the feature"),
            show.point(self.lam, self.w[self.feature], color=show.BLUE, marker="D", edge=show.BLACK, size=8),
        ]
        names = f"error on the {self.sizes[0]} training rows", f"error on the {self.sizes[1]} held out"
        right = errors(at, self.trained[: self.now + 1], self.tested[: self.now + 1], self.now, names)
        room = show.limits([self.trained, self.tested], 0.08)
        powers = [10.0**k for k in range(-2, 6, 2)]
        xticks = tuple(powers), tuple(f"{power:g}" for power in powers)
        look: dict[str, Any] = dict(xlabel="penalty λ", logx=True, xticks=xticks, legend_columns=1)
        return [
            Panel(left, ends, show.limits(self.W, 0.08), ylabel="weight (features std.)", width=1.15, **look),
            Panel(right, ends, room, ylabel="error (root mean square)", **look),
        ]

    def describe(self):
        weight = show.number(self.w[self.feature], 3)
        length = show.number(np.linalg.norm(self.w), 3)
        trained, tested = (show.number(error[self.now], 3) for error in (self.trained, self.tested))
        return (
            f"λ = {show.number(self.lam, 3)}: weight of {self.names[self.feature]} {weight}, length of w {length}; "
            f"error {trained} on the training rows, {tested} on the others."
        )


def path_and_errors(X: np.ndarray, y: np.ndarray, seen, unseen) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ridge on the rows `seen`, standardised, for all LAMS: the weights (36, d), the errors there and on `unseen`."""
    A, mean, unit = standardised(X[seen])
    B = (X[unseen] - mean) / unit
    W = ridge_path(A, y[seen], LAMS)
    trained, tested = (
        np.array([rms(t - y[seen].mean() - Z @ w) for w in W]) for Z, t in ((A, y[seen]), (B, y[unseen]))
    )
    return W, trained, tested


def targets_that_differ(data: Dataset) -> np.ndarray:
    """The targets (n,) of a table. ValueError if there are none, or nothing is to be learnt from them."""
    y = validation.targets(data.y, len(data.X))
    if np.ptp(y) == 0:
        raise ValueError("All targets are equal, or none were given: give X and y, with targets that differ.")
    return y


# --- A line for each query (section 5) --------------------------------------------------------


def forty() -> Dataset:
    """Forty people on the parabola, with noise of 2 kg."""
    return datasets.heights(40, NOISE)


@figure(LINE, forty, most=150)
class local(View):
    """Locally weighted regression from a global line to interpolation; the query can be dragged (LIN-15).

    taus (m,): the bandwidths, falling; now: the place of tau among them. trained, tested (m,): the errors for each, on
    the points, and on each point left out in turn. curve: h on the grid, for tau. query: the x of the local line.
    """

    size = (8.8, 4.2)
    taus: np.ndarray
    grid: np.ndarray
    curves: list[np.ndarray]
    trained: np.ndarray
    tested: np.ndarray
    now: int
    tau: float
    curve: np.ndarray
    query: float

    def prepare(self):
        X = self.data.X
        x = self.data.X[:, 0]
        y = self.data.y
        if len(x) < 3 or np.ptp(x) == 0:
            raise ValueError("Local lines need three points at least, and not all at the same x.")
        low, high = (round(float(np.log10(np.ptp(x) * share)), 1) for share in (1 / 450, 2.2))
        self.taus = np.power(10.0, np.round(np.arange(high, low - 0.05, -0.1), 1))
        self.grid = np.sort(np.append(np.linspace(*show.limits(x), 151), x))  # it meets the points
        fits = [LocallyWeightedRegression(tau=tau).fit(X, y) for tau in self.taus]
        self.curves = [fit.predict(self.grid[:, None]) for fit in fits]  # of all bandwidths, so that a move draws only
        self.trained = np.array([rms(y - fit.predict(X)) for fit in fits])
        self.tested = np.array([rms(y - left_out(X, y, tau)) for tau in self.taus])
        start = np.array([[float(x.min() + 0.6 * np.ptp(x)), self.handle]])
        self.controls = {"tau": LogSlider("bandwidth τ", self.taus[4], low, high)}
        self.pointers = [Pointer(start, editable=False, names=("query",), name="query", along="x")]

    @property
    def handle(self) -> float:
        """The height at which the handle of the query stands, above the lower edge."""
        low, high = show.limits(self.data.y, 0.35)
        return low + 0.05 * (high - low)

    def drags(self):
        (low, high), height = flat(self.at().draw())[0].xlim, self.pointers[0].X[0, 1]
        return [show.Drag("the query from left to right", [(low, height), (high, height)], name="query")]

    def compute(self, tau: float, query):
        self.now = int(np.argmin(np.abs(np.log(self.taus / tau))))
        self.tau = float(self.taus[self.now])
        self.curve = self.curves[self.now]
        self.query = float(query[0, 0]) if len(query) else float(np.median(self.data.X))

    @property
    def weights(self) -> np.ndarray:
        """The weights (n,) of the points, for the query."""
        return nearness(self.data.X, np.array([self.query]), self.tau)

    @property
    def line(self) -> tuple[float, float]:
        """Slope of the local line, and its height at the query, which is h there."""
        w, b = weighted_line(self.data.X - self.query, self.data.y, self.weights)
        return float(w[0]), b

    def h(self, x) -> np.ndarray:
        """The heights of the curve at x (m,)."""
        return LocallyWeightedRegression(tau=self.tau).fit(self.data.X, self.data.y).predict(np.reshape(x, (-1, 1)))

    def draw(self):
        return [self.points_and_line(), self.errors_so_far()]

    def points_and_line(self) -> Panel:
        """The points, as blue as their weight, the local line, and the curve."""
        x = self.data.X[:, 0]
        y = self.data.y
        v = self.weights
        grid = self.grid
        ends = show.limits(x)
        room = show.limits(y, 0.35)
        floor = room[0]
        tall = 0.22 * (room[1] - room[0])
        bell = floor + tall * np.exp(-(((grid - self.query) / self.tau) ** 2) / 2)
        under = np.vstack([np.column_stack([grid, bell]), [[grid[-1], floor], [grid[0], floor]]])
        far = 1e3 * (room[1] - room[0])
        slope, height = self.line
        span = np.clip(self.query + 2 * self.tau * np.array([-1, 1]), *ends)
        local_line = height + slope * (span - self.query)
        dotted: dict[str, Any] = dict(color=show.GREY, dash="dotted", width=1.2)
        handle: dict[str, Any] = dict(color=show.VERMILLION, marker="D", edge=show.BLACK, size=9, label="query")
        parts = ((0.3, v < 0.05), (0.65, (v >= 0.05) & (v < 0.5)), (1.0, v >= 0.5))
        marks = [
            show.Fill([under], color=show.SKY, alpha=0.45, label="weight"),
            *(
                show.Points(np.column_stack([x, y])[part], color=show.BLUE, size=6, alpha=alpha)
                for alpha, part in parts
            ),
            show.curve(grid, np.clip(self.curve, -far, far), color=show.BLACK, width=2.2, label="h"),
            show.curve(span, local_line, color=show.VERMILLION, width=3.0, label="local line"),
            show.segment((self.query, self.handle), (self.query, height), **dotted),
            show.point(self.query, height, **show.NOW),
            show.point(self.query, self.handle, **handle),
        ]
        names = self.data.feature_names[0], self.data.target_name
        return Panel(marks, ends, room, *names, legend_columns=4, width=1.35)

    def errors_so_far(self) -> Panel:
        """Both errors for the bandwidths from the widest to this one."""
        every = np.concatenate([self.trained, self.tested])
        low = max(float(every.min()), float(every.max()) * 1e-4) / 1.3 or 0.5
        high = float(every.max()) * 1.3 or 2.0
        so_far = slice(self.now + 1)
        trained, tested = (np.maximum(error, low)[so_far] for error in (self.trained, self.tested))
        ends = float(self.taus[-1]) / 1.3, float(self.taus[0]) * 1.3
        return Panel(
            errors(self.taus[so_far], trained, tested, self.now, ("training error", "leave-one-out error")),
            ends,
            (low, high),
            xlabel="bandwidth τ",
            ylabel="error (root mean square)",
            logx=True,
            logy=True,
            xticks=log_ticks(*ends),
            yticks=log_ticks(low, high),
            legend_columns=1,
        )

    def describe(self):
        slope, height = (show.number(v, 3) for v in self.line)
        trained, tested = (show.number(error[self.now], 3) for error in (self.trained, self.tested))
        near = int((self.weights >= 0.5).sum())
        return (
            f"τ = {show.number(self.tau, 3)}: at {show.number(self.query)} the line has height {height} and slope "
            f"{slope}; more than half of the largest weight: {near} of {len(self.data.y)} points; "
            f"training error {trained}, leave-one-out {tested}."
        )
