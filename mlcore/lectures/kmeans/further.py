"""The figures of lecture 17's Further sections: units, points under the hand, pairs."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore import show
from mlcore.base import validation
from mlcore.base.steps import take
from mlcore.cluster import KMeans, KMeansState, kmeans_steps
from mlcore.datasets import Dataset
from mlcore.plots.clusters import by_place, cluster_panel, draw_centers, scatter_clusters, voronoi_cells
from mlcore.plots.figure import figure
from mlcore.plots.kinds import NUMBERS, POINTS
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.style import group_look

HALF_STEPS = 500  # at most, of a run that a slider walks along


@dataclass(frozen=True)
class Units:
    """Two clusters of the data with the second feature times a factor; centers and labels by place."""

    data: Dataset
    factor: float
    centers: np.ndarray
    labels: np.ndarray
    cost: float
    widest: float

    @property
    def across(self) -> bool:
        """True if the two centres lie side by side, measured by the extent of the data."""
        apart = np.abs(np.diff(self.centers, axis=0)[0]) / (np.ptp(self.data.X * [1, self.factor], axis=0) + 1e-300)
        return bool(apart[0] > apart[1])


def draw_units(s: Units) -> list[Panel]:
    X, name = s.data.X, s.data.feature_names
    seen, frame = X * [1, s.factor], show.window(X)
    stretched = tuple(s.factor * y for y in frame["ylim"])
    cells = [cell / [1, s.factor] for cell in voronoi_cells(s.centers, frame["xlim"], stretched)]
    left: list[Mark] = [show.Fill([c], color=group_look(k)["color"], alpha=0.14) for k, c in enumerate(cells)]
    left += [show.Lines([np.vstack([c, c[:1]]) for c in cells], color=show.GREY, width=1.0)]
    left += scatter_clusters(X, s.labels) + draw_centers(s.centers / [1, s.factor])
    middle, half = seen.mean(axis=0), s.widest / 2  # drawn about the mean, so that the axes stand still
    square: dict[str, Any] = dict(xlim=(-half, half), ylim=(-half, half), equal=True)
    words = f"{name[0]}, about its mean", f"{name[1]} times the factor"
    right = cluster_panel(seen - middle, s.labels, s.centers - middle, words, title="what k-means sees", **square)
    return [Panel(left, **frame, xlabel=name[0], ylabel=name[1], title="the data", width=1.25), right]


def describe_units(s: Units) -> str:
    how = "side by side" if s.across else "one above the other"
    sizes = show.listed(np.bincount(s.labels, minlength=2))
    return f"Second feature times {s.factor:.2f}: two clusters {how}, cost {show.number(s.cost)}, sizes {sizes}."


def four_groups() -> Dataset:
    """Twenty points about each corner of a rectangle, 4 wide and 3 high."""
    corners = np.array([(i, j) for i in (-2, 2) for j in (-1.5, 1.5)])[np.arange(80) % 4]
    X = corners + 0.45 * np.random.default_rng(3).standard_normal((80, 2))
    return Dataset(X, np.arange(80) % 4, ("$x_1$", "$x_2$"), ())


@figure(POINTS, four_groups, most=400)
def units(data: Dataset) -> Live:
    """Two clusters, and what becomes of them as the second feature is written in other units (FND-09)."""
    factors = np.logspace(-0.5, 0.5, 21)
    fits = [KMeans(2, n_init=10, random_state=0).fit(data.X * [1, f]) for f in factors]
    widest = 1.12 * max(np.ptp(data.X[:, 0]), np.ptp(data.X[:, 1]) * factors[-1])

    def compute(factor: float) -> Units:
        j = int(np.abs(np.log(factors / factor)).argmin())
        centers, labels = by_place(fits[j].cluster_centers_, fits[j].labels_)
        return Units(data, factors[j], centers, labels, fits[j].inertia_, widest)

    controls = {"factor": show.log_slider("second feature times", 1.0, -0.5, 0.5, per_decade=20)}
    return Live(compute, draw_units, describe_units, controls=controls, size=(8.8, 4.3))


@dataclass(frozen=True)
class Hand:
    """The best of a few fits to the points as they lie."""

    X: np.ndarray
    model: KMeans
    data: Dataset


def draw_hand(s: Hand) -> list[Panel]:
    centers, labels = by_place(s.model.cluster_centers_, s.model.labels_)
    panel = cluster_panel(s.X, labels, centers, s.data.feature_names, **show.window(s.data.X, 0.45))
    squares = show.Segments(np.hstack([s.X, centers[labels]]), width=1.4, dash="dotted", label="squared and summed")
    panel.marks.insert(0, squares)
    return [panel]


def describe_hand(s: Hand) -> str:
    sizes = show.listed(np.bincount(s.model.labels_))
    return f"{len(s.X)} points, K = {s.model.n_clusters}: cost {show.number(s.model.inertia_)}, cluster sizes {sizes}."


def three_groups() -> Dataset:
    """Fourteen points in three groups, two of them near each other."""
    X = [[1, 1], [1.4, 1.9], [2.1, 1.2], [1.8, 0.6], [2.3, 1.9], [3.4, 1.6], [3.9, 0.9], [4.4, 1.7], [3.8, 2.3],
         [8.2, 3.2], [8.8, 2.7], [9.1, 3.6], [9.6, 3], [8.5, 3.9]]  # fmt: skip
    return Dataset(np.array(X, float), np.zeros(14, int), ("$x_1$", "$x_2$"), ())


@figure(POINTS, three_groups, most=60)
def hand(data: Dataset, *, K: int = 3) -> Live:
    """Points under the hand, and the clusters that they make (KMN-06)."""

    def compute(K: int, X) -> Hand:
        if not len(X):
            raise ValueError("There is no point left: double-click to add one.")
        validation.different_points(X, K, "K")
        return Hand(X, KMeans(K, init="k-means++", n_init=8, random_state=0).fit(X), data)

    controls = {"K": show.slider("K", K, 1, 6, 1)}
    pointer = Pointer(data.X, names=("point",))
    return Live(compute, draw_hand, describe_hand, controls=controls, pointer=pointer, size=(8.8, 4.6))


def with_sizes(X, labels) -> float:
    """The sum of the clusters' costs, each times the number of its points (17.10)."""
    clusters = [X[labels == k] for k in np.unique(labels)]
    return float(sum(len(C) * ((C - C.mean(axis=0)) ** 2).sum() for C in clusters))


@dataclass(frozen=True)
class Pairs:
    """Half-step k of a run on a few numbers, and (17.10) beside the plain cost at every half-step."""

    x: np.ndarray
    start: np.ndarray
    states: list[KMeansState]
    weighted: list[float]
    k: int
    name: str


def draw_pairs(s: Pairs) -> list[Panel]:
    x, state = s.x[:, 0], s.states[max(s.k - 1, 0)]
    centers = state.centers if s.k else s.start
    doubles = np.array([np.sum(x[:i] == x[i]) for i in range(len(x))])  # equal numbers stand on one another
    spots = np.column_stack([x, 0.3 * doubles])
    left: list[Mark] = [show.vline(centers.mean(), (-1.2, 1.2), dash="dashed", label="border of the cells")]
    left += scatter_clusters(spots, state.labels, size=10) if s.k else [show.Points(spots, color=show.GREY, size=10)]
    left += draw_centers(np.column_stack([centers[:, 0], [-0.7, -0.7]]))
    at = np.arange(1, s.k + 1)
    right = []
    for values, name, look in (
        (s.weighted, "each times N_k, (17.10)", dict(color=show.VERMILLION, dash="dashed")),
        ([state.cost for state in s.states], "plain cost, (17.2)", dict(color=show.BLUE)),
    ):
        right.append(show.curve(at, np.array(values[: s.k]), width=2.2, label=name, **look))
        right.append(show.Points(np.column_stack([at, values[: s.k]]), color=look["color"], marker="s", size=7))
    highest = 1.15 * max(s.weighted) or 1.0
    return [
        Panel(left, show.limits(x, 0.12), (-1.2, 1.2), xlabel=s.name, yticks=((), ()), legend_columns=2),
        Panel(right, (0.5, len(s.states) + 0.5), (0, highest), xlabel="half-step", ylabel="cost", legend_columns=1),
    ]


def describe_pairs(s: Pairs) -> str:
    if not s.k:
        return f"The start: the centres are at {' and '.join(map(show.number, s.start[:, 0]))}."
    state = s.states[s.k - 1]
    end = "; the run has ended" if state.converged else ""
    return (f"Half-step {s.k}, {state.step}: plain cost {show.number(state.cost)}, with the sizes "
            f"{show.number(s.weighted[s.k - 1])}; cluster sizes {show.listed(state.sizes)}{end}.")  # fmt: skip


@figure(NUMBERS, lambda: Dataset(np.array([[1.0], [6], [3], [5], [5], [11]]), np.zeros(6, int), ("x",), ()), most=40)
def pairs(data: Dataset) -> Live:
    """A run on a few numbers: the plain cost, and the one in which each cluster counts N_k times (KMN-09)."""
    different = np.unique(data.X)
    if len(different) < 2:
        raise ValueError("All numbers are equal: give at least two different ones.")
    middle = len(different) // 2
    start = different[[middle, middle + 1] if middle + 1 < len(different) else [middle - 1, middle], None]
    states = take(kmeans_steps(data.X, centers=start), HALF_STEPS)
    weighted = [with_sizes(data.X, state.labels) for state in states]

    def compute(step: int) -> Pairs:
        return Pairs(data.X, start, states, weighted, min(step, len(states)), data.feature_names[0])

    controls = {"step": show.step_slider("half-step", len(states), value=2, interval=900)}
    return Live(compute, draw_pairs, describe_pairs, controls=controls, size=(8.8, 3.4))
