"""The figures of lecture 17, k-means."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score

from mlcore import datasets, show
from mlcore.base import validation
from mlcore.base.steps import take
from mlcore.cluster import STARTS, KMeans, KMeansState, cluster_means, cost, kmeans_steps, nearest
from mlcore.datasets import Dataset
from mlcore.plots.clusters import by_place, cluster_panel
from mlcore.plots.cost_curves import log_axis, panel_of_run
from mlcore.plots.figure import figure
from mlcore.plots.images import image_grid
from mlcore.plots.kinds import IMAGES, POINTS, TABLES
from mlcore.show import Live, Mark, Panel, Pointer

HALF_STEPS = 500  # at most, of a run that a slider walks along
WAYS = {"K points of the data": "points", "K random groups": "assignments", "k-means++ (Further C)": "k-means++"}


def runs_from(X, K: int, way: str, seeds: range, max_iter: int = HALF_STEPS) -> Iterator[list[KMeansState]]:
    """A run from the start of each seed. Raises ValueError for K < 1 and for K larger than the number of points."""
    for seed in seeds:
        yield take(kmeans_steps(X, centers=drawn(way, X, K, seed)), max_iter)


def drawn(way: str, X, K: int, seed: int) -> np.ndarray:
    """The start centres (K, d) of a seed. Equal points may be drawn twice, but no more centres than points."""
    validation.whole(K, "K", most=len(X), what="the number of points")
    return STARTS[way](X, K, np.random.default_rng(seed))


# --- A run, half-step by half-step (section 1, Further A) -------------------------------------


@dataclass(frozen=True)
class Run:
    """A run at half-step k, 0 the start. room: half-steps on the axis; costs: what the cost axis must hold."""

    data: Dataset
    start: np.ndarray
    states: list[KMeansState]
    k: int
    room: int
    costs: np.ndarray
    frame: dict

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


def draw_run(s: Run) -> list[Panel]:
    labels = s.now.labels if s.now else None
    left = cluster_panel(s.data.X, labels, s.centers, s.data.feature_names, s.before, width=1.55, **s.frame)
    alone = s.centers[s.now.sizes == 0] if s.now else s.centers[:0]
    left.marks.append(show.Points(alone, color=show.BLACK, marker="x", size=17, edge_width=2.6))
    kinds = [state.step for state in s.states]
    return [left, panel_of_run([state.cost for state in s.states], kinds, s.k, s.room, s.costs)]


def describe_run(s: Run) -> str:
    if s.now is None:
        return f"The start: {len(s.start)} centres, and no point has a cluster yet."
    empty = int((s.now.sizes == 0).sum())
    lone = f"; {empty} of the centres without a point (crossed out)" if empty else ""
    end = "; nothing gets cheaper any more, the run has ended" if s.k == len(s.states) else ""
    paid = f"cost {show.number(s.now.cost)}, cluster sizes {show.listed(s.now.sizes)}"
    return f"Half-step {s.k}, {s.now.step}: {paid}{lone}{end}."


@figure(POINTS, datasets.clouds, most=600)
def run(data: Dataset, *, K: int = 5, seed: int = 6, seeds: int = 16) -> Live:
    """Sixteen runs from each of two kinds of start, half-step by half-step (KMN-02, KMN-04, KMN-07)."""
    ways = dict(list(WAYS.items())[:2])
    runs = {way: list(runs_from(data.X, K, way, range(seeds))) for way in ways.values()}
    every = [states for several in runs.values() for states in several]
    room, costs = max(map(len, every)), np.array([state.cost for states in every for state in states])

    def compute(step: int, start: str, seed: int) -> Run:
        states = runs[start][seed]
        return Run(data, states[0].centers, states, min(step, len(states)), room, costs, show.window(data.X))

    controls = {
        "step": show.step_slider("half-step", room, value=2, interval=600),
        "start": show.choice("start from", ways),
        "seed": show.slider("seed of the start", seed, 0, seeds - 1, 1),
    }
    return Live(compute, draw_run, describe_run, controls=controls, size=(8.8, 4.3))


def left_alone(X, centers) -> Iterator[KMeansState]:
    """Lloyd's steps where a centre without points stays where it is, as in a program without a rule for that."""
    t, labels, due, paid = 0, nearest(X, centers), cost(X, centers), np.inf
    yield KMeansState("assign", centers, labels, due, t=t)
    while due < paid:
        t, paid, centers = t + 1, due, cluster_means(X, labels, centers)
        yield KMeansState("move", centers, labels, cost(X, centers, labels), t=t, more=True)
        labels, due = nearest(X, centers), cost(X, centers)
        yield KMeansState("assign", centers, labels, due, t=t, converged=due >= paid)


@figure(POINTS, datasets.clouds, most=600)
def empty(data: Dataset, *, K: int = 5, room: int = 24) -> Live:
    """Draggable start centres, one of them far out: a cluster without a point, and two ways on (KMN-02)."""
    X, spread = data.X, np.ptp(data.X, axis=0)
    validation.whole(K, "K", most=len(X) + 1, what="a centre far out and the others on points")
    far = [X[:, 0].max() + 0.3 * spread[0], X[:, 1].min() + 0.1 * spread[1]]
    start, frame = np.vstack([X[: K - 1], far]), show.window(np.vstack([X, far]))
    all_alike = cost(X, X.mean(axis=0, keepdims=True))

    def compute(step: int, rule: str, centers) -> Run:
        steps = left_alone(X, centers) if rule == "leave" else kmeans_steps(X, centers=centers)
        states = take(steps, room // 2)[:room]
        costs = np.array([all_alike, all_alike / 20, states[0].cost])
        return Run(data, centers, states, min(step, len(states)), room, costs, frame)

    def draw(s: Run) -> list[Panel]:
        left, right = draw_run(s)
        left_behind = s.start[(s.start != s.centers).any(axis=1)]
        start = show.Points(left_behind, color="#FFFFFF", edge=show.BLACK, size=7, label="start: drag it")
        return [Panel([*left.marks, start], left.xlim, left.ylim, left.xlabel, left.ylabel, equal=left.equal,
                      width=1.6, legend_columns=4), right]  # fmt: skip

    controls = {
        "step": show.step_slider("half-step", room, value=1, interval=700),
        "rule": show.choice("a centre without points", {"gets the point that pays most": "seed", "stays": "leave"}),
    }
    pointer = Pointer(start, editable=False, names=("start of a centre",), name="centers")
    return Live(compute, draw, describe_run, controls=controls, pointer=pointer, size=(8.8, 4.3))


# --- The chain of one step (section 4) --------------------------------------------------------


@dataclass(frozen=True)
class Chain:
    """One whole step from dragged centres: the three costs of (17.8), from right to left."""

    data: Dataset
    centers: np.ndarray
    labels: np.ndarray
    means: np.ndarray
    costs: tuple[float, float, float]
    highest: float


def draw_chain(s: Chain) -> list[Panel]:
    left = cluster_panel(s.data.X, s.labels, s.centers, s.data.feature_names, legend_columns=3, width=1.55)
    ways = np.hstack([s.centers, s.means])
    left.marks.insert(-len(s.centers), show.Segments(ways, width=1.6, dash="dotted"))
    left.marks.append(show.Points(s.means, marker="x", size=10, edge_width=2.2, label="means of the clusters"))
    colors, places = (show.GREY, show.ORANGE, show.BLUE), np.arange(3)
    bars: list[Mark] = [
        show.Bars(np.array([[x - 0.36, 0, x + 0.36, v]]), color=c)
        for x, v, c in zip(places, s.costs, colors, strict=True)
    ]
    over = min(s.costs[0], s.highest)
    bars += [
        show.hline(over, (-0.5, 2.5), dash="dashed"),
        show.words(2.46, 0.97 * s.highest, cut_off(s), align="right"),
    ]
    names = ("$J(\\mu^t)$", "$J(\\mu^{t+1},z^{t+1})$", "$J(\\mu^{t+1})$")
    right = Panel(bars, (-0.5, 2.5), (0, s.highest), ylabel="cost", xticks=((0, 1, 2), names))
    return [left, right]


def cut_off(s: Chain) -> str:
    return "the first bar is higher than this" if s.costs[0] > s.highest else ""


def describe_chain(s: Chain) -> str:
    a, b, c = map(show.number, s.costs)
    centres = "1 centre" if len(s.centers) == 1 else f"{len(s.centers)} centres"
    return f"{centres}: J(μᵗ) = {a}; after the move, with the old clusters, {b}; J(μᵗ⁺¹) = {c}."


@figure(POINTS, datasets.clouds, most=600)
def chain(data: Dataset, *, K: int = 3) -> Live:
    """Draggable centres and the chain (17.8) of the step that they would make (KMN-04)."""
    X, center, spread = data.X, data.X.mean(axis=0), data.X.std(axis=0)
    start = center + spread * np.column_stack([np.linspace(-1, 1, K), 0.8 * np.cos(np.arange(K) * np.pi)])
    highest = 1.15 * cost(X, center[None]) or 1.0

    def compute(centers) -> Chain:
        if not len(centers):
            raise ValueError("There is no centre left: double-click to add one.")
        labels = nearest(X, centers)
        means = cluster_means(X, labels, centers)
        costs = cost(X, centers), cost(X, means, labels), cost(X, means)
        return Chain(data, centers, labels, means, costs, highest)

    return Live(
        compute, draw_chain, describe_chain, pointer=Pointer(start, names=("centre",), name="centers"), size=(8.8, 4.4)
    )


# --- Real data: images (section 6) ------------------------------------------------------------


@dataclass(frozen=True)
class Images:
    """Half-step k of a run on images: the centres in a fixed order, and a table, clusters by classes, of how many."""

    centers: np.ndarray
    table: np.ndarray
    classes: list[str]
    state: KMeansState | None
    k: int
    agreement: float


def draw_images(s: Images) -> list[Panel]:
    K = len(s.centers)
    left = image_grid(
        s.centers, [caption_of(s, j) for j in range(K)], title=f"the {K} centres, their most frequent class"
    )
    right: list[Mark] = [
        show.heat_map(s.table, (-0.5, -0.5, len(s.classes) - 0.5, K - 0.5), high=max(s.table.max(), 1))
    ]
    for row, column in np.argwhere(s.table >= max(15, s.table.sum() / 200)):
        right.append(show.words(column, K - 1 - row, str(s.table[row, column]), size=8, align="center"))
    names, numbers = tuple(range(len(s.classes))), tuple(range(K))
    return [
        left,
        Panel(right, (-0.5, len(names) - 0.5), (-0.5, K - 0.5), xticks=(names, tuple(s.classes)),
              yticks=(numbers, tuple(str(K - k) for k in numbers)), xlabel="class", ylabel="cluster", title="how many"),
    ]  # fmt: skip


def caption_of(s: Images, j: int) -> str:
    row = s.table[j]
    return f"{j + 1}: {s.classes[row.argmax()]}, {show.percent(row.max() / row.sum())}" if row.any() else f"{j + 1}"


def describe_images(s: Images) -> str:
    if s.state is None:
        return f"The start: {len(s.centers)} of the images are the centres, and no image has a cluster yet."
    end = "; the run has ended" if s.state.converged else ""
    named = show.percent(s.table.max(axis=1).sum() / s.table.sum())
    return (
        f"Half-step {s.k}, {s.state.step}: cost {show.number(s.state.cost)}; {named} of the images are in a cluster "
        f"named after them; agreement with the classes {s.agreement:.2f}{end}."
    )


@figure(IMAGES, datasets.digits, most=1800)
def images(data: Dataset, *, K: int = 10, seed: int = 0) -> Live:
    """A run on images, whose centres are images too, and which classes its clusters hold (DAT-07)."""
    start = drawn("points", data.X, K, seed)
    states = take(kmeans_steps(data.X, centers=start), HALF_STEPS)
    classes, y = np.unique(data.y, return_inverse=True)
    tables = [
        np.histogram2d(s.labels, y, (np.arange(K + 1), np.arange(len(classes) + 1)))[0].astype(int) for s in states
    ]
    order = tables[-1].argmax(axis=1).argsort(kind="stable")  # in the order of the class that they end with

    def compute(step: int) -> Images:
        k = min(step, len(states))
        if not k:
            return Images(start[order], np.zeros((K, len(classes)), int), list(map(str, classes)), None, 0, 0.0)
        state, agreement = states[k - 1], adjusted_rand_score(y, states[k - 1].labels)
        return Images(state.centers[order], tables[k - 1][order], list(map(str, classes)), state, k, agreement)

    controls = {"step": show.step_slider("half-step", len(states), value=1, interval=500)}
    return Live(compute, draw_images, describe_images, controls=controls, size=(8.8, 4.2))


# --- Restarts (section 8) ---------------------------------------------------------------------


@dataclass(frozen=True)
class Restarts:
    """The state that the last restart ended with, and the costs of the restarts so far; edges: of the histogram."""

    data: Dataset
    state: KMeansState
    costs: np.ndarray
    edges: np.ndarray
    lowest: float


def draw_restarts(s: Restarts) -> list[Panel]:
    centers, labels = by_place(s.state.centers, s.state.labels)
    left = cluster_panel(s.data.X, labels, centers, s.data.feature_names)
    counts, here = np.histogram(s.costs, s.edges)[0], np.histogram(s.costs[-1:], s.edges)[0]
    room = 0.06 * (s.edges[1] - s.edges[0])
    most = next(most for most in (5, 10, 20, 50, 100, 150, 200, 2 * len(s.costs)) if most >= 1.05 * counts.max())
    boxes = np.column_stack([s.edges[:-1] + room, 0 * counts, s.edges[1:] - room, counts])
    right = [
        show.Bars(boxes, color=show.BLUE, label="so far"),
        show.Bars(boxes[here > 0], color=show.ORANGE, label="this one is here"),
        show.vline(s.costs.min(), (0, most), **show.BEST, label="best so far"),
    ]
    frame = show.limits(s.edges, 0.03)
    return [
        left,
        Panel(right, frame, (0, most), xlabel="final cost J", ylabel="restarts", legend_columns=2, width=1.2),
    ]


def describe_restarts(s: Restarts) -> str:
    found = int((s.costs <= s.lowest * (1 + 1e-3)).sum())
    return (f"Restart {len(s.costs)}: final cost {show.number(s.costs[-1])}; best so far {show.number(s.costs.min())}; "
            f"{found} of {len(s.costs)} within a thousandth of the lowest cost known.")  # fmt: skip


def nine_clouds() -> Dataset:
    """180 points, twenty about each of nine places of a square grid."""
    places = np.array([(i, j) for i in range(3) for j in range(3)])[np.arange(180) % 9] * 4.0
    X = places + 0.8 * np.random.default_rng(0).standard_normal((180, 2))
    return Dataset(X, np.arange(180) % 9, ("$x_1$", "$x_2$"), tuple(f"cloud {k}" for k in range(9)))


@figure(POINTS, nine_clouds, most=300)
def restarts(data: Dataset, *, K: int = 9, many: int = 200) -> Live:
    """The final costs of many runs, one after the other, and where each of them ends (KMN-05)."""

    @cache
    def ends(way: str) -> list[KMeansState]:
        return [states[-1] for states in runs_from(data.X, K, way, range(many))]

    every = {way: np.array([state.cost for state in ends(way)]) for way in WAYS.values()}
    low, high = min(c.min() for c in every.values()), max(c.max() for c in every.values())
    high = max(high, low * (1 + 1e-9) or 1.0)  # all alike: one box at the left
    room = 1e-3 * (high - low)
    edges = np.linspace(low - room, high + room, 16)

    def compute(number: int, way: str) -> Restarts:
        return Restarts(data, ends(way)[number - 1], every[way][:number], edges, low)

    controls = {
        "number": show.step_slider("restart", many, value=4, interval=120, first=1),
        "way": show.choice("start from", WAYS),
    }
    return Live(compute, draw_restarts, describe_restarts, controls=controls, size=(8.8, 4.3))


# --- How many clusters (section 9) ------------------------------------------------------------


@dataclass(frozen=True)
class Elbow:
    """The best of several fits with K clusters, and the lowest costs found for 1, 2, ... clusters."""

    data: Dataset
    name: str
    model: KMeans
    costs: np.ndarray

    @property
    def saved(self) -> float:
        """The share of the cost that one more centre would save; NaN at the end of the slider."""
        K = self.model.n_clusters
        return 1 - self.costs[K] / self.costs[K - 1] if len(self.costs) > K and self.costs[K - 1] else np.nan


def draw_elbow(s: Elbow) -> list[Panel]:
    centers, labels = by_place(s.model.cluster_centers_, s.model.labels_)
    left = cluster_panel(s.data.X, labels, centers, s.data.feature_names, width=1.25)
    K, shares = np.arange(1, len(s.costs) + 1), s.costs / (s.costs[0] or 1)
    here = dict(color=show.VERMILLION, marker="D", size=11, edge=show.BLACK)
    right = [
        show.curve(K, shares, color=show.BLUE, width=2.4, label="lowest cost found"),
        show.Points(np.column_stack([K, shares]), color=show.BLUE, size=6),
        show.point(s.model.n_clusters, shares[s.model.n_clusters - 1], **here),
    ]
    ticks = tuple(K.tolist()), tuple(map(str, K.tolist()))
    look: dict[str, Any] = dict(xlabel="K", ylabel="cost / cost of K = 1", xticks=ticks, legend_columns=1)
    return [left, Panel(right, (0.5, len(K) + 0.5), **log_axis(shares), **look)]


def describe_elbow(s: Elbow) -> str:
    share = show.percent(s.costs[s.model.n_clusters - 1] / (s.costs[0] or 1))
    more = (
        f"one more centre would save {show.percent(s.saved)} of that" if s.saved == s.saved else "the end of the slider"
    )
    return (f"{s.name}, K = {s.model.n_clusters}: cost {show.number(s.model.inertia_)}, {share} of that of one centre; "
            f"{more}.")  # fmt: skip


def three_tables() -> dict[str, Dataset]:
    """Five clouds, the same blurred, and points spread evenly."""
    even = np.random.default_rng(2).uniform((-3, -2), (7, 6), (150, 2))
    blurred = datasets.clouds(spread=1.4)
    return {"five clouds": datasets.clouds(), "five clouds, blurred": blurred,
            "evenly spread": Dataset(even, np.zeros(150, int), blurred.feature_names, ())}  # fmt: skip


@figure(TABLES, three_tables, most=400)
def elbow(tables: dict[str, Dataset], *, K: int = 3, largest: int = 10) -> Live:
    """The lowest cost found against the number of clusters, and the clusters (KMN-06)."""

    @cache
    def fits(name: str) -> list[KMeans]:
        X = tables[name].X
        most = min(largest, len(np.unique(X, axis=0)))
        return [KMeans(k, n_init=10, random_state=0).fit(X) for k in range(1, most + 1)]

    def compute(K: int, table: str) -> Elbow:
        models = fits(table)
        validation.different_points(tables[table].X, K, "K")
        return Elbow(tables[table], table, models[K - 1], np.array([model.inertia_ for model in models]))

    controls = {"K": show.slider("K, number of clusters", K, 1, largest, 1), "table": show.choice("data", list(tables))}
    return Live(compute, draw_elbow, describe_elbow, controls=controls, size=(8.8, 4.3))
