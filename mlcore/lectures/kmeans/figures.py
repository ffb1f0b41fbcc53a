"""The figures of lecture 17, k-means."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score

from mlcore import datasets, show
from mlcore.base import validation
from mlcore.base.steps import last, take
from mlcore.cluster import STARTS, KMeans, KMeansState, cluster_means, cost, kmeans_steps, nearest
from mlcore.datasets import Dataset
from mlcore.plots.clusters import by_place, cluster_panel, draw_centers
from mlcore.plots.cost_curves import log_axis, panel_of_run
from mlcore.plots.figure import figure
from mlcore.plots.images import image_grid
from mlcore.plots.kinds import IMAGES, POINTS, TABLES
from mlcore.plots.restarts import results_panel
from mlcore.show import Choice, Panel, Pointer, Slider, StepSlider, View

HALF_STEPS = 500  # at most, of a run that a slider walks along
WAYS = {"K points of the data": "points", "K random groups": "assignments", "k-means++ (Further C)": "k-means++"}


def runs_from(X, K: int, way: str, seeds: range, max_iter: int = HALF_STEPS) -> Iterator[list[KMeansState]]:
    """A run from the start of each seed. Raises ValueError for K < 1 and for K larger than the number of points."""
    for seed in seeds:
        yield take(kmeans_steps(X, centers=start_centers(way, X, K, seed)), max_iter)


def start_centers(way: str, X, K: int, seed: int) -> np.ndarray:
    """The start centres (K, d) of a seed. Equal points may be drawn twice, but no more centres than points."""
    validation.whole(K, "K", most=len(X), what="the number of points")
    return STARTS[way](X, K, np.random.default_rng(seed))


# --- A run, half-step by half-step (section 1, Further A) -------------------------------------


class WalkedRun(View):
    """What the figures of one run share: the clusters at half-step k, 0 the start, and the costs so far.

    start (K, d): the start centres. states: of the run, one per half-step. room: half-steps on the axis. every: the
    costs that the axis must hold. window: of the picture.
    """

    room: int
    window: dict[str, Any]
    start: np.ndarray
    states: list[KMeansState]
    every: np.ndarray
    k: int

    @property
    def now(self) -> KMeansState | None:
        return self.states[self.k - 1] if self.k else None

    @property
    def centers(self) -> np.ndarray:
        return self.states[self.k - 1].centers if self.k else self.start

    @property
    def before(self) -> np.ndarray:
        """The centres one half-step ago."""
        return self.states[self.k - 2].centers if self.k > 1 else self.start

    def draw(self):
        labels = self.now.labels if self.now else None
        names = self.data.feature_names
        left = cluster_panel(self.data.X, labels, self.centers, names, self.before, width=1.55, **self.window)
        alone = self.centers[self.now.sizes == 0] if self.now else self.centers[:0]
        crosses = show.Points(alone, marker="x", size=17, edge_width=2.6)
        costs = [state.cost for state in self.states]
        kinds = [state.step for state in self.states]
        return [
            replace(left, marks=[*left.marks, crosses]),
            panel_of_run(costs, kinds, self.k, self.room, self.every),
        ]

    def describe(self):
        if self.now is None:
            return f"The start: {len(self.start)} centres, and no point has a cluster yet."
        empty = int((self.now.sizes == 0).sum())
        lone = f"; {empty} of the centres without a point (crossed out)" if empty else ""
        end = "; nothing gets cheaper any more, the run has ended" if self.k == len(self.states) else ""
        return (
            f"Half-step {self.k}, {self.now.step}: cost {show.number(self.now.cost)}, "
            f"cluster sizes {show.listed(self.now.sizes)}{lone}{end}."
        )


@figure(POINTS, datasets.clouds, most=600)
class run(WalkedRun):
    """Sixteen runs from each of two kinds of start, half-step by half-step (KMN-02, KMN-04, KMN-07).

    runs: by the kind of start, one for each seed.
    """

    size = (8.8, 4.3)
    K: int = 5
    seeds: int = 16
    runs: dict[str, list[list[KMeansState]]]

    def prepare(self):
        ways = dict(list(WAYS.items())[:2])
        self.runs = {way: list(runs_from(self.data.X, self.K, way, range(self.seeds))) for way in ways.values()}
        runs = [states for several in self.runs.values() for states in several]
        self.room = max(map(len, runs))
        self.every = np.array([state.cost for states in runs for state in states])
        self.window = show.window(self.data.X)
        self.controls = {
            "step": StepSlider("half-step", self.room, 2, interval=600),
            "start": Choice("start from", ways),
            "seed": Slider("seed of the start", 6, 0, self.seeds - 1, 1),
        }

    def compute(self, step: int, start: str, seed: int):
        self.states = self.runs[start][seed]
        self.start = self.states[0].centers
        self.k = min(step, len(self.states))


# --- The chain of one step (section 4) --------------------------------------------------------


@figure(POINTS, datasets.clouds, most=600)
class chain(View):
    """Draggable centres and the chain (17.8) of the step that they would make (KMN-04).

    centers (K, 2), labels (n,), means (K, 2): the step. costs: the three of (17.8), from right to left. highest: where
    the panel of costs ends.
    """

    size = (8.8, 4.4)
    K: int = 3
    highest: float
    centers: np.ndarray
    labels: np.ndarray
    means: np.ndarray
    costs: tuple[float, float, float]

    def prepare(self):
        X = self.data.X
        K = self.K
        middle = X.mean(axis=0)
        zigzag = np.column_stack([np.linspace(-1, 1, K), 0.8 * np.cos(np.arange(K) * np.pi)])
        self.highest = 1.15 * cost(X, middle[None]) or 1.0
        self.pointers = [Pointer(middle + X.std(axis=0) * zigzag, names=("centre",), name="centers")]

    def drags(self):
        starts = self.pointers[0].X
        ends = last(kmeans_steps(self.data.X, centers=starts), 100).centers
        words = ("one centre", "the second", "the third to the middle of the group that k-means finds for it")
        return [
            show.Drag(says, [end], point=k, name="centers")
            for k, (says, end) in enumerate(zip(words, ends, strict=True))
        ]

    def compute(self, centers):
        if not len(centers):
            raise ValueError("There is no centre left: double-click to add one.")
        X = self.data.X
        self.centers = centers
        self.labels = nearest(X, centers)
        self.means = cluster_means(X, self.labels, centers)
        self.costs = cost(X, centers), cost(X, self.means, self.labels), cost(X, self.means)

    def draw(self):
        names = self.data.feature_names
        panel = cluster_panel(self.data.X, self.labels, self.centers, names, legend_columns=3, width=1.55)
        ways = show.Segments(np.hstack([self.centers, self.means]), width=1.6, dash="dotted")
        means = show.Points(self.means, marker="x", size=10, edge_width=2.2, label="means of the clusters")
        top = len(draw_centers(self.centers))  # the ways lie below all marks of the centres
        marks = [*panel.marks[:-top], ways, *panel.marks[-top:], means]
        return [replace(panel, marks=marks), self.cost_panel()]

    def cost_panel(self) -> Panel:
        """The three costs as bars, cut off where the first one is very high."""
        colors = (show.GREY, show.ORANGE, show.BLUE)
        words = "the first bar is higher than this" if self.costs[0] > self.highest else ""
        marks = [
            *(show.Bars(np.array([[x - 0.36, 0, x + 0.36, self.costs[x]]]), color=colors[x]) for x in range(3)),
            show.hline(min(self.costs[0], self.highest), (-0.5, 2.5), dash="dashed"),
            show.words(2.46, 0.97 * self.highest, words, align="right"),
        ]
        names = ("$J(\\mu^t)$", "$J(\\mu^{t+1},z^{t+1})$", "$J(\\mu^{t+1})$")
        return Panel(marks, (-0.5, 2.5), (0, self.highest), ylabel="cost", xticks=((0, 1, 2), names))

    def describe(self):
        a, b, c = map(show.number, self.costs)
        centres = "1 centre" if len(self.centers) == 1 else f"{len(self.centers)} centres"
        return f"{centres}: J(μᵗ) = {a}; after the move, with the old clusters, {b}; J(μᵗ⁺¹) = {c}."


# --- Real data: images (section 6) ------------------------------------------------------------


@figure(IMAGES, datasets.digits, most=1800)
class images(View):
    """A run on images, whose centres are images too, and which classes its clusters hold (DAT-07).

    At half-step k, 0 the start: centers (K, d), in the order of the class that they end with; table (K, classes): how
    many images of each class they hold; agreement: of the clusters with the classes, 1 at best. state: of the run.
    """

    size = (8.8, 4.2)
    K: int = 10
    seed: int = 0
    start: np.ndarray
    states: list[KMeansState]
    classes: list[str]
    y: np.ndarray
    tables: list[np.ndarray]
    order: np.ndarray
    k: int
    state: KMeansState | None
    centers: np.ndarray
    table: np.ndarray
    agreement: float

    def prepare(self):
        classes, self.y = np.unique(self.data.y, return_inverse=True)
        self.classes = list(map(str, classes))
        self.start = start_centers("points", self.data.X, self.K, self.seed)
        self.states = take(kmeans_steps(self.data.X, centers=self.start), HALF_STEPS)
        self.tables = [self.counts(state.labels) for state in self.states]
        self.order = self.tables[-1].argmax(axis=1).argsort(kind="stable")
        self.controls = {"step": StepSlider("half-step", len(self.states), 1, interval=500)}

    def counts(self, labels: np.ndarray) -> np.ndarray:
        """How many images of each class are in each cluster."""
        edges = np.arange(self.K + 1), np.arange(len(self.classes) + 1)
        return np.histogram2d(labels, self.y, edges)[0].astype(int)

    def compute(self, step: int):
        self.k = min(step, len(self.states))
        if not self.k:
            self.state = None
            self.centers = self.start[self.order]
            self.table = np.zeros((self.K, len(self.classes)), int)
            self.agreement = 0.0
            return
        self.state = self.states[self.k - 1]
        self.centers = self.state.centers[self.order]
        self.table = self.tables[self.k - 1][self.order]
        self.agreement = adjusted_rand_score(self.y, self.state.labels)

    def draw(self):
        captions = [self.caption_of(j) for j in range(self.K)]
        title = f"the {self.K} centres, their most frequent class"
        return [image_grid(self.centers, captions, title=title), self.table_panel()]

    def caption_of(self, j: int) -> str:
        """The number of a centre; its most frequent class, and how frequent."""
        row = self.table[j]
        if not row.any():
            return f"{j + 1}"
        return f"{j + 1}: {self.classes[row.argmax()]}, {show.percent(row.max() / row.sum())}"

    def table_panel(self) -> Panel:
        """The table in greys, its larger numbers in words."""
        K = self.K
        names = tuple(self.classes)
        frame = (-0.5, len(names) - 0.5), (-0.5, K - 0.5)
        large = np.argwhere(self.table >= max(15, self.table.sum() / 200))
        marks = [
            show.heat_map(self.table, (-0.5, -0.5, len(names) - 0.5, K - 0.5), high=max(self.table.max(), 1)),
            *(show.words(j, K - 1 - i, str(self.table[i, j]), size=8, align="center") for i, j in large),
        ]
        across = tuple(range(len(names))), names
        up = tuple(range(K)), tuple(str(K - k) for k in range(K))
        return Panel(marks, *frame, xticks=across, yticks=up, xlabel="class", ylabel="cluster", title="how many")

    def describe(self):
        if self.state is None:
            return f"The start: {self.K} of the images are the centres, and no image has a cluster yet."
        named = show.percent(self.table.max(axis=1).sum() / self.table.sum())
        end = "; the run has ended" if self.state.converged else ""
        return (
            f"Half-step {self.k}, {self.state.step}: cost {show.number(self.state.cost)}; {named} of the images are "
            f"in a cluster named after them; agreement with the classes {show.number(self.agreement, places=2)}{end}."
        )


# --- Restarts (section 8) ---------------------------------------------------------------------


def nine_clouds() -> Dataset:
    """180 points, twenty about each of nine places of a square grid."""
    places = np.array([(i, j) for i in range(3) for j in range(3)])[np.arange(180) % 9] * 4.0
    X = places + 0.8 * np.random.default_rng(0).standard_normal((180, 2))
    return Dataset(X, np.arange(180) % 9, ("$x_1$", "$x_2$"), tuple(f"cloud {k}" for k in range(9)))


@figure(POINTS, nine_clouds, most=300)
class restarts(View):
    """The final costs of many runs, one after the other, and where each of them ends (KMN-05).

    ends: the states that all restarts end with, by the way to start. state: that of the last one; costs: of those so
    far. edges: of the histogram. lowest: the lowest cost known.
    """

    size = (8.8, 4.3)
    K: int = 9
    many: int = 200
    ends: dict[str, list[KMeansState]]
    edges: np.ndarray
    lowest: float
    state: KMeansState
    costs: np.ndarray

    def prepare(self):
        self.ends = {
            way: [states[-1] for states in runs_from(self.data.X, self.K, way, range(self.many))]
            for way in WAYS.values()
        }
        every = [state.cost for states in self.ends.values() for state in states]
        low = min(every)
        high = max(*every, low * (1 + 1e-9) or 1.0)  # all alike: one box at the left
        room = 1e-3 * (high - low)
        self.lowest = low
        self.edges = np.linspace(low - room, high + room, 16)
        self.controls = {
            "number": StepSlider("restart", self.many, 4, interval=120, first=1),
            "way": Choice("start from", WAYS),
        }

    def compute(self, number: int, way: str):
        states = self.ends[way][:number]
        self.state = states[-1]
        self.costs = np.array([state.cost for state in states])

    def draw(self):
        centers, labels = by_place(self.state.centers, self.state.labels)
        look = dict(xlabel="final cost J", ylabel="restarts", width=1.2)
        return [
            cluster_panel(self.data.X, labels, centers, self.data.feature_names),
            results_panel(self.costs, self.edges, self.costs.min(), **look),
        ]

    def describe(self):
        n = len(self.costs)
        found = int((self.costs <= self.lowest * (1 + 1e-3)).sum())
        return (
            f"Restart {n}: final cost {show.number(self.costs[-1])}; best so far {show.number(self.costs.min())}; "
            f"{found} of {n} within a thousandth of the lowest cost known."
        )


# --- How many clusters (section 9) ------------------------------------------------------------


def three_tables() -> dict[str, Dataset]:
    """Five clouds, the same blurred, and points spread evenly; their names do not tell which is which."""
    even = np.random.default_rng(2).uniform((-3, -2), (7, 6), (150, 2))
    blurred = datasets.clouds(spread=1.4)
    return {
        "first table": datasets.clouds(),
        "second table": blurred,
        "third table": Dataset(even, np.zeros(150, int), blurred.feature_names, ()),
    }


@figure(TABLES, three_tables, most=400)
class elbow(View):
    """The lowest cost found against the number of clusters, and the clusters (KMN-06).

    table, name: the points, and what they are called. model: the best of several fits with K clusters. costs: the
    lowest found for 1, 2, … clusters.
    """

    size = (8.8, 4.3)
    largest: int = 10
    fits: Callable[[str], list[KMeans]]
    name: str
    table: Dataset
    model: KMeans
    costs: np.ndarray

    def prepare(self):
        self.fits = cache(self.fit)
        self.controls = {
            "K": Slider("K, number of clusters", 3, 1, self.largest, 1),
            "table": Choice("data", list(self.data)),
        }

    def fit(self, name: str) -> list[KMeans]:
        """A model for each number of clusters, of which there are no more than different points."""
        X = self.data[name].X
        most = min(self.largest, len(np.unique(X, axis=0)))
        return [KMeans(k, n_init=10, random_state=0).fit(X) for k in range(1, most + 1)]

    def compute(self, K: int, table: str):
        self.name = table
        self.table = self.data[table]
        validation.different_points(self.table.X, K, "K")
        models = self.fits(table)
        self.model = models[K - 1]
        self.costs = np.array([model.inertia_ for model in models])

    @property
    def saved(self) -> float | None:
        """The share of the cost that one more centre would save; None at the end of the slider."""
        K = self.model.n_clusters
        return 1 - self.costs[K] / self.costs[K - 1] if len(self.costs) > K and self.costs[K - 1] else None

    def draw(self):
        centers, labels = by_place(self.model.cluster_centers_, self.model.labels_)
        K = np.arange(1, len(self.costs) + 1)
        shares = self.costs / (self.costs[0] or 1)
        now = dict(color=show.VERMILLION, marker="D", size=11, edge=show.BLACK)
        right = [
            show.curve(K, shares, color=show.BLUE, width=2.4, label="lowest cost found"),
            show.Points(np.column_stack([K, shares]), color=show.BLUE, size=6),
            show.point(self.model.n_clusters, shares[self.model.n_clusters - 1], **now),
        ]
        ticks = tuple(K.tolist()), tuple(map(str, K.tolist()))
        look: dict[str, Any] = dict(xlabel="K", ylabel="cost / cost of K = 1", xticks=ticks, legend_columns=1)
        return [
            cluster_panel(self.table.X, labels, centers, self.table.feature_names, width=1.25),
            Panel(right, (0.5, len(K) + 0.5), **log_axis(shares), **look),
        ]

    def describe(self):
        K = self.model.n_clusters
        share = show.percent(self.costs[K - 1] / (self.costs[0] or 1))
        more = "the end of the slider"
        if self.saved is not None:
            more = f"one more centre would save {show.percent(self.saved)} of that"
        return f"{self.name}, K = {K}: cost {show.number(self.model.inertia_)}, {share} of that of one centre; {more}."
