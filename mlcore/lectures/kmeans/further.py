"""The figures of lecture 17's Further sections: a centre without points, units, points under the hand, pairs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base import validation
from mlcore.base.steps import take
from mlcore.cluster import KMeans, KMeansState, cluster_means, cost, kmeans_steps, nearest
from mlcore.datasets import Dataset
from mlcore.lectures.kmeans.figures import HALF_STEPS, WalkedRun
from mlcore.plots.clusters import by_place, cluster_panel, draw_centers, scatter_clusters, voronoi_cells
from mlcore.plots.figure import figure
from mlcore.plots.kinds import NUMBERS, POINTS
from mlcore.show import Choice, LogSlider, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.marks import flat
from mlcore.show.style import group_look

# --- A centre without points (Further A) ------------------------------------------------------


@figure(POINTS, datasets.clouds, most=600)
class empty(WalkedRun):
    """Draggable start centres, one of them far out: a cluster without a point, and two ways on (KMN-02).

    all_alike: the cost of one centre for all points.
    """

    size = (8.8, 4.3)
    K: int = 5
    room: int = 24
    all_alike: float

    def prepare(self):
        X = self.data.X
        K = self.K
        validation.whole(K, "K", most=len(X) + 1, what="a centre far out and the others on points")
        spread = np.ptp(X, axis=0)
        far = [X[:, 0].max() + 0.3 * spread[0], X[:, 1].min() + 0.1 * spread[1]]
        self.window = show.window(np.vstack([X, far]))
        self.all_alike = cost(X, X.mean(axis=0, keepdims=True))
        self.controls = {
            "step": StepSlider("half-step", self.room, 1, interval=700),
            "rule": Choice("a centre without points", {"gets the point that pays most": "seed", "stays": "leave"}),
        }
        start = np.vstack([X[: K - 1], far])
        self.pointers = [Pointer(start, editable=False, names=("start of a centre",), name="centers")]

    def drags(self):
        panel = flat(self.at().draw())[0]
        return [show.Drag("a second start far out", [(panel.xlim[1], panel.ylim[1])], point=0, name="centers")]

    def compute(self, step: int, rule: str, centers):
        X = self.data.X
        steps = steps_without_rule(X, centers) if rule == "leave" else kmeans_steps(X, centers=centers)
        self.start = centers
        self.states = take(steps, self.room // 2)[: self.room]
        self.k = min(step, len(self.states))
        self.every = np.array([self.all_alike, self.all_alike / 20, self.states[0].cost])

    def draw(self):
        left, right = super().draw()
        left_behind = self.start[(self.start != self.centers).any(axis=1)]
        start = show.Points(left_behind, color="#FFFFFF", edge=show.BLACK, size=7, label="start: drag it")
        return [replace(left, marks=[*left.marks, start], width=1.6, legend_columns=4), right]


def steps_without_rule(X, centers) -> Iterator[KMeansState]:
    """Lloyd's steps where a centre without points stays where it is, as in a program without a rule for that."""
    labels = nearest(X, centers)
    due = cost(X, centers)
    yield KMeansState(step="assign", centers=centers, labels=labels, cost=due, t=0)
    t = 0
    paid = np.inf
    while due < paid:
        t += 1
        paid = due
        centers = cluster_means(X, labels, centers)
        yield KMeansState(step="move", centers=centers, labels=labels, cost=cost(X, centers, labels), t=t, more=True)
        labels = nearest(X, centers)
        due = cost(X, centers)
        yield KMeansState(step="assign", centers=centers, labels=labels, cost=due, t=t, converged=due >= paid)


# --- What k-means sees (Further B) ------------------------------------------------------------


def four_groups() -> Dataset:
    """Twenty points about each corner of a rectangle, 4 wide and 3 high."""
    corners = np.array([(i, j) for i in (-2, 2) for j in (-1.5, 1.5)])[np.arange(80) % 4]
    X = corners + 0.45 * np.random.default_rng(3).standard_normal((80, 2))
    return Dataset(X, np.arange(80) % 4, ("$x_1$", "$x_2$"), ())


@figure(POINTS, four_groups, most=400)
class units(View):
    """Two clusters, and what becomes of them as the second feature is written in other units (FND-09).

    centers (2, 2), labels (n,), by place, and cost: of the data with the second feature times the factor. widest: the
    extent of the data at the largest factor.
    """

    size = (8.8, 4.3)
    controls = {"factor": LogSlider("second feature times", 1.0, -0.5, 0.5, per_decade=20)}
    factors: np.ndarray
    fits: list[KMeans]
    widest: float
    factor: float
    centers: np.ndarray
    labels: np.ndarray
    cost: float

    def prepare(self):
        X = self.data.X
        self.factors = np.logspace(-0.5, 0.5, 21)
        self.fits = [KMeans(2, n_init=10, random_state=0).fit(X * [1, factor]) for factor in self.factors]
        self.widest = 1.12 * max(np.ptp(X[:, 0]), np.ptp(X[:, 1]) * self.factors[-1])

    def compute(self, factor: float):
        j = int(np.abs(np.log(self.factors / factor)).argmin())
        model = self.fits[j]
        self.factor = self.factors[j]
        self.centers, self.labels = by_place(model.cluster_centers_, model.labels_)
        self.cost = model.inertia_

    @property
    def across(self) -> bool:
        """True if the two centres lie side by side, measured by the extent of the data."""
        apart = np.abs(np.diff(self.centers, axis=0)[0]) / (np.ptp(self.data.X * [1, self.factor], axis=0) + 1e-300)
        return bool(apart[0] > apart[1])

    def draw(self):
        return [self.data_panel(), self.stretched_panel()]

    def data_panel(self) -> Panel:
        """The data as they came, and the clusters in them."""
        X = self.data.X
        names = self.data.feature_names
        unit = [1, self.factor]
        frame = show.window(X)
        stretched = tuple(self.factor * y for y in frame["ylim"])
        cells = [cell / unit for cell in voronoi_cells(self.centers, frame["xlim"], stretched)]
        marks = [
            *(show.Fill([cell], color=group_look(k)["color"], alpha=0.14) for k, cell in enumerate(cells)),
            show.Lines([np.vstack([cell, cell[:1]]) for cell in cells], color=show.GREY, width=1.0),
            *scatter_clusters(X, self.labels),
            *draw_centers(self.centers / unit),
        ]
        return Panel(marks, **frame, xlabel=names[0], ylabel=names[1], title="the data", width=1.25)

    def stretched_panel(self) -> Panel:
        """The data as k-means sees them, drawn about their mean, so that the axes stand still."""
        stretched = self.data.X * [1, self.factor]
        names = self.data.feature_names
        middle = stretched.mean(axis=0)
        half = self.widest / 2
        square: dict[str, Any] = dict(xlim=(-half, half), ylim=(-half, half), equal=True)
        words = f"{names[0]}, about its mean", f"{names[1]} times the factor"
        points = stretched - middle
        centers = self.centers - middle
        return cluster_panel(points, self.labels, centers, words, title="what k-means sees", **square)

    def describe(self):
        how = "side by side" if self.across else "one above the other"
        sizes = show.listed(np.bincount(self.labels, minlength=2))
        return (
            f"Second feature times {self.factor:.2f}: two clusters {how}, cost {show.number(self.cost)}, sizes {sizes}."
        )


# --- Under your hand (Further D) --------------------------------------------------------------


def three_groups() -> Dataset:
    """Fourteen points in three groups, two of them near each other."""
    X = [
        *([1, 1], [1.4, 1.9], [2.1, 1.2], [1.8, 0.6], [2.3, 1.9]),
        *([3.4, 1.6], [3.9, 0.9], [4.4, 1.7], [3.8, 2.3]),
        *([8.2, 3.2], [8.8, 2.7], [9.1, 3.6], [9.6, 3], [8.5, 3.9]),
    ]
    return Dataset(np.array(X, float), np.zeros(14, int), ("$x_1$", "$x_2$"), ())


@figure(POINTS, three_groups, most=60)
class hand(View):
    """Points under the hand, and the clusters that they make (KMN-06).

    X (n, 2): the points as they lie. model: the best of a few fits to them.
    """

    size = (8.8, 4.6)
    controls = {"K": Slider("K", 3, 1, 6, 1)}
    X: np.ndarray
    model: KMeans

    def prepare(self):
        self.pointers = [Pointer(self.data.X, names=("point",))]

    def drags(self):
        X = self.data.X
        k = int(X[:, 0].argmax())
        right = flat(self.at().draw())[0].xlim[1]
        return [show.Drag("the rightmost point to the right", [(right, X[k, 1])], point=k)]

    def compute(self, K: int, X):
        if not len(X):
            raise ValueError("There is no point left: double-click to add one.")
        validation.different_points(X, K, "K")
        self.X = X
        self.model = KMeans(K, init="k-means++", n_init=8, random_state=0).fit(X)

    def draw(self):
        centers, labels = by_place(self.model.cluster_centers_, self.model.labels_)
        panel = cluster_panel(self.X, labels, centers, self.data.feature_names, **show.window(self.data.X, 0.45))
        ways = np.hstack([self.X, centers[labels]])
        squares = show.Segments(ways, width=1.4, dash="dotted", label="squared and summed")
        return [replace(panel, marks=[squares, *panel.marks])]

    def describe(self):
        sizes = show.listed(np.bincount(self.model.labels_))
        cost = show.number(self.model.inertia_)
        return f"{len(self.X)} points, K = {self.model.n_clusters}: cost {cost}, cluster sizes {sizes}."


# --- The sum that Lloyd does not lower (Further E) --------------------------------------------


def with_sizes(X, labels) -> float:
    """The sum of the clusters' costs, each times the number of its points (17.10)."""
    clusters = [X[labels == k] for k in np.unique(labels)]
    return float(sum(len(C) * ((C - C.mean(axis=0)) ** 2).sum() for C in clusters))


def six_numbers() -> Dataset:
    """Six numbers, the 5 twice."""
    return Dataset(np.array([[1.0], [6], [3], [5], [5], [11]]), np.zeros(6, int), ("x",), ())


@figure(NUMBERS, six_numbers, most=40)
class pairs(View):
    """A run on a few numbers: the plain cost, and the one in which each cluster counts N_k times (KMN-09).

    states: of the run from the start centres (2, 1). weighted: (17.10) at each of its half-steps. k: this one, 0 the
    start.
    """

    size = (8.8, 3.4)
    x: np.ndarray
    start: np.ndarray
    states: list[KMeansState]
    weighted: list[float]
    k: int

    def prepare(self):
        self.x = self.data.X
        different = np.unique(self.x)
        if len(different) < 2:
            raise ValueError("All numbers are equal: give at least two different ones.")
        second = min(len(different) // 2 + 1, len(different) - 1)
        self.start = different[[second - 1, second], None]
        self.states = take(kmeans_steps(self.x, centers=self.start), HALF_STEPS)
        self.weighted = [with_sizes(self.x, state.labels) for state in self.states]
        self.controls = {"step": StepSlider("half-step", len(self.states), 2, interval=900)}

    def compute(self, step: int):
        self.k = min(step, len(self.states))

    def draw(self):
        return [self.number_panel(), self.cost_panel()]

    def number_panel(self) -> Panel:
        """The numbers by their clusters; equal ones stand on one another."""
        x = self.x[:, 0]
        below = np.array([np.sum(x[:i] == x[i]) for i in range(len(x))])
        spots = np.column_stack([x, 0.3 * below])
        points = [show.Points(spots, color=show.GREY, size=10)]
        centers = self.start
        if self.k:
            state = self.states[self.k - 1]
            points = scatter_clusters(spots, state.labels, size=10)
            centers = state.centers
        marks = [
            show.vline(centers.mean(), (-1.2, 1.2), dash="dashed", label="border of the cells"),
            *points,
            *draw_centers(np.column_stack([centers[:, 0], [-0.7, -0.7]])),
        ]
        look: dict[str, Any] = dict(xlabel=self.data.feature_names[0], yticks=((), ()), legend_columns=2)
        return Panel(marks, show.limits(x, 0.12), (-1.2, 1.2), **look)

    def cost_panel(self) -> Panel:
        """Both costs so far."""
        at = np.arange(1, self.k + 1)
        marks = []
        for values, name, color, dash in (
            (self.weighted, "each times N_k, (17.10)", show.VERMILLION, "dashed"),
            ([state.cost for state in self.states], "plain cost, (17.2)", show.BLUE, "solid"),
        ):
            path = np.column_stack([at, values[: self.k]])
            marks.append(show.Lines([path], color=color, dash=dash, width=2.2, label=name))
            marks.append(show.Points(path, color=color, marker="s", size=7))
        frame = (0.5, len(self.states) + 0.5), (0, 1.15 * max(self.weighted) or 1.0)
        return Panel(marks, *frame, xlabel="half-step", ylabel="cost", legend_columns=1)

    def describe(self):
        if not self.k:
            return f"The start: the centres are at {' and '.join(map(show.number, self.start[:, 0]))}."
        state = self.states[self.k - 1]
        end = "; the run has ended" if state.converged else ""
        return (
            f"Half-step {self.k}, {state.step}: plain cost {show.number(state.cost)}, sum over the pairs "
            f"{show.number(self.weighted[self.k - 1])}; cluster sizes {show.listed(state.sizes)}{end}."
        )
