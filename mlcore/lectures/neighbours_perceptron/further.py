"""The figures of lecture 04's Further sections: averages, units, many dimensions, orders of the data, a ring."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.steps import last, take
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.lectures.neighbours_perceptron.figures import (
    largest_odd,
    last_mistake,
    line_marks,
    line_says,
    neighbours,
    top_words,
    updates_made,
)
from mlcore.neighbors import KNeighborsRegressor, nearest_neighbors
from mlcore.perceptron import PerceptronState, perceptron_steps
from mlcore.plots.cost_curves import errors as error_curves
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, LINE
from mlcore.plots.separating_planes import both_classes, line_mark, margin, widest_street
from mlcore.separable import is_separable
from mlcore.show import Live, Mark, Panel, Pointer

# --- The average of K neighbours (Further A) --------------------------------------------------


def wave(n: int = 60) -> Dataset:
    """A sine over [0, 10] with noise of standard deviation 0.3."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 10, n))
    return Dataset(x[:, None], np.sin(x) + rng.normal(0, 0.3, n), ("x",), ("y",))


@dataclass(frozen=True)
class Average:
    """The mean of K neighbours on a fine grid, and the mean squared errors of all K, on the data and left out."""

    data: Dataset
    grid: Array
    fit: Array
    K: int
    trained: Array
    left_out: Array


def draw_average(s: Average) -> list[Panel]:
    x, y, K = s.data.X[:, 0], s.data.y, np.arange(1, len(s.trained) + 1)
    left: list[Mark] = [
        show.Points(np.column_stack([x, y]), color=show.BLUE, size=5, alpha=0.8, label="examples"),
        show.curve(s.grid, s.fit, color=show.VERMILLION, width=2, label="mean of the neighbours"),
    ]
    names = "on the examples", "each left out"
    right = error_curves(K[: s.K], s.trained[: s.K], s.left_out[: s.K], s.K - 1, names)
    top = 1.1 * max(s.trained.max(), s.left_out.max())
    name = s.data.target_name
    return [
        Panel(left, show.limits(x, 0.03), show.limits(y), s.data.feature_names[0], name, width=1.3, legend_columns=2),
        Panel(right, (0, K[-1] + 1), (-0.03 * top, top), "neighbours K", "mean squared error", legend_columns=2),
    ]


def describe_average(s: Average) -> str:
    return (f"Mean of the {neighbours(s.K)}: mean squared error {show.number(s.trained[s.K - 1], 3)} on the examples, "
            f"{show.number(s.left_out[s.K - 1], 3)} with each left out.")  # fmt: skip


@figure(LINE, wave, most=200)
def average(data: Dataset) -> Live:
    """K-NN for numbers: the mean of the neighbours, a staircase (NNB-02)."""
    X, y, n = data.X, data.y, len(data.y)
    if n < 3:
        raise ValueError(f"There are {n} points: take three at least, so that one can be left out.")
    grid = np.linspace(*show.limits(X[:, 0], 0.03), 600)
    near, others = nearest_neighbors(X, X, n), others_of(X)
    count = np.arange(1, n)
    trained = ((y[near[:, :-1]].cumsum(axis=1) / count - y[:, None]) ** 2).mean(axis=0)
    left_out = ((y[others].cumsum(axis=1) / count - y[:, None]) ** 2).mean(axis=0)

    def compute(K: int) -> Average:
        fit = KNeighborsRegressor(K).fit(X, y).predict(grid[:, None])
        return Average(data, grid, fit, K, trained, left_out)

    controls = {"K": show.slider("neighbours K", 1, 1, n - 1, 1)}
    return Live(compute, draw_average, describe_average, controls=controls, size=(8.8, 4.2))


def others_of(X: Array) -> Array:
    """For each point the n - 1 others (n, n - 1), the nearest first."""
    near = nearest_neighbors(X, X, len(X))
    return near[near != np.arange(len(X))[:, None]].reshape(len(X), -1)


# --- What is near depends on the units (Further B) --------------------------------------------


def patients() -> Dataset:
    """120 patients in two very different units: mean texture, about 10 to 40, and worst concave points, 0 to 0.3."""
    return datasets.breast_cancer().columns("mean texture", "worst concave points").sample(120)


@dataclass(frozen=True)
class Units:
    """The K nearest of a query, where distances count the second feature times a factor.

    wrong: the share of the points that their K nearest others outvote.
    """

    data: Dataset
    query: Array
    factor: float
    near: Array
    radius: float
    wrong: float

    @property
    def for_second(self) -> int:
        return int((self.data.y[self.near] > 0).sum())


def as_measured(s: Units) -> Panel:
    """The points and the query in their own units; what is equally far is an ellipse along the axes."""
    turn, names = np.linspace(0, 2 * np.pi, 121), s.data.feature_names
    ellipse = s.query + s.radius * np.column_stack([np.cos(turn), np.sin(turn) / s.factor])
    marks = units_marks(s.data.X, s.query, ellipse, s)
    return Panel(marks, **show.window(s.data.X, 0.1), xlabel=names[0], ylabel=names[1], title="as measured",
                 legend_columns=3, width=1.3)  # fmt: skip


def as_the_distance_sees_it(s: Units) -> Panel:
    """The same about the query, one unit as long as the way to the farthest of the neighbours."""
    turn, scale = np.linspace(0, 2 * np.pi, 121), np.array([1.0, s.factor]) / (s.radius or 1.0)
    X = (s.data.X - s.query) * scale
    shown = np.abs(X).max(axis=1) < 2.9  # whole marks
    marks = units_marks(X, np.zeros(2), np.column_stack([np.cos(turn), np.sin(turn)]), s, shown)
    return Panel(marks, (-3, 3), (-3, 3), "first feature", "second feature, times the factor", equal=True,
                 title="as the distance sees it", legend_columns=3)  # fmt: skip


def units_marks(X: Array, query: Array, ring: Array, s: Units, shown: Array | None = None) -> list[Mark]:
    shown = np.ones(len(X), bool) if shown is None else shown
    ways = np.column_stack([np.tile(query, (len(s.near), 1)), X[s.near]])
    classes = show.scatter_classes(X[shown], s.data.y[shown], s.data.target_names)
    return [
        show.Segments(ways, color=show.GREY, width=1.2),
        show.Lines([ring], color=show.GREEN, dash="dashed", width=2.0, label="equally far"),
        *classes,
        show.Points(query[None], color=show.BLACK, marker="D", size=9, label="query"),
    ]


def draw_units(s: Units) -> list[Panel]:
    return [as_measured(s), as_the_distance_sees_it(s)]


def describe_units(s: Units) -> str:
    first, second = s.data.target_names
    return (f"Second feature times {show.number(s.factor, 3)}: of {len(s.near)} neighbour{'s' * (len(s.near) > 1)} "
            f"{len(s.near) - s.for_second} are {first}, {s.for_second} are {second}. "
            f"Of all points, {show.percent(s.wrong)} are outvoted by their neighbours.")  # fmt: skip


@figure(CLASSES, patients, most=200)
def units(data: Dataset, *, K: int = 7) -> Live:
    """A query that can be dragged, and its neighbours when one feature is measured in other units (NNB-03)."""
    K = min(K, largest_odd(max(len(data.X) - 1, 1)))
    start = np.array([[np.quantile(data.X[:, 0], 0.5), np.quantile(data.X[:, 1], 0.65)]])
    spread = np.ptp(data.X, axis=0)
    even = float(spread[0] / spread[1]) if spread.all() else 1.0

    def compute(factor: float, query) -> Units:
        if len(query) != 1:
            raise ValueError("There must be one query.")
        scale = np.array([1.0, factor])
        near = nearest_neighbors(data.X * scale, query * scale, K)[0]
        radius = float(np.linalg.norm((data.X[near[-1]] - query[0]) * scale))
        votes = data.y[others_of(data.X * scale)[:, :K]].sum(axis=1)
        return Units(data, query[0], factor, near, radius, float((votes * data.y < 0).mean()))

    low, high = sorted((0, round(np.log10(even))))
    controls = {"factor": show.log_slider("factor on the second feature", 1.0, low - 1, high + 1)}
    pointer = Pointer(start, editable=False, names=("query",), name="query", looks={0: dict(marker="D")})
    return Live(compute, draw_units, describe_units, controls=controls, pointer=pointer, size=(8.8, 4.5))


# --- Distances in many dimensions (Further C) -------------------------------------------------

DIMENSIONS, CROWD = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000), 500


@cache
def crowd() -> tuple[Array, Array]:
    """Distances (11, 500) from a random place of the unit cube to 500 others, over their mean; near / far, averaged."""
    rng = np.random.default_rng(0)
    U, Q = rng.uniform(size=(CROWD, DIMENSIONS[-1])), rng.uniform(size=(20, DIMENSIONS[-1]))
    first, shares = [], []
    for d in DIMENSIONS:
        D = np.sqrt(((Q[:, None, :d] - U[:, :d]) ** 2).sum(axis=2)) if d < 50 else far_apart(Q[:, :d], U[:, :d])
        first.append(D[0] / D[0].mean())
        shares.append((D.min(axis=1) / D.max(axis=1)).mean())
    return np.array(first), np.array(shares)


def far_apart(Q: Array, U: Array) -> Array:
    """Distances (m, n), none of them near 0, without a table (m, n, d)."""
    return np.sqrt((Q**2).sum(axis=1)[:, None] + (U**2).sum(axis=1) - 2 * Q @ U.T)


@dataclass(frozen=True)
class Crowd:
    """Distances (500,) from one place in d dimensions, over their mean; shares: nearest over farthest, up to d."""

    d: int
    distances: Array
    shares: Array

    @property
    def edge(self) -> float:
        """The edge of a cube that holds a hundredth of the unit cube."""
        return 0.01 ** (1 / self.d)


def draw_crowd(s: Crowd) -> list[Panel]:
    edges = np.linspace(0, 2.6, 53)
    counts = np.histogram(s.distances, edges)[0]
    boxes = np.column_stack([edges[:-1], 0 * counts, edges[1:], counts])[counts > 0]
    at = np.array(DIMENSIONS)[: len(s.shares)]
    right: list[Mark] = [
        show.curve(at, s.shares, color=show.VERMILLION, width=2, label="nearest / farthest"),
        show.Points(np.column_stack([at, s.shares]), color=show.VERMILLION, marker="s", size=5),
        show.curve(at, 0.01 ** (1 / at), color=show.BLUE, dash="dashed", width=2, label="edge for 1 % of the cube"),
        show.point(s.d, s.shares[-1], **show.NOW),
        show.point(s.d, s.edge, **show.NOW | dict(size=9.0)),
    ]
    ticks, word = (1, 10, 100, 1000), f"{s.d} dimension{'s' * (s.d > 1)}"
    return [
        Panel([show.Bars(boxes, color=show.BLUE), show.vline(1, (0, 500)), show.words(1.55, 315, word)], (0, 2.6),
              (0, 340), "distance / mean distance", "points"),
        Panel(right, (0.8, 1250), (0, 1.05), "dimensions d", logx=True, xticks=(ticks, tuple(map(str, ticks))),
              legend_columns=1),
    ]  # fmt: skip


def describe_crowd(s: Crowd) -> str:
    return (f"d = {s.d}: the nearest of 500 is on average {s.shares[-1]:.2g} times as far as the farthest; "
            f"a cube with 1 % of the volume has edges of {show.number(s.edge, 3)}.")  # fmt: skip


@figure(FORMULA)
def dimensions() -> Live:
    """Distances between random places, as dimensions are added (NNB-04)."""
    distances, shares = crowd()

    def compute(d: int) -> Crowd:
        k = DIMENSIONS.index(d)
        return Crowd(d, distances[k], shares[: k + 1])

    controls = {"d": show.list_slider("dimensions d", DIMENSIONS, 2)}
    return Live(compute, draw_crowd, describe_crowd, controls=controls, size=(8.8, 4.2))


# --- All lines that the perceptron can end in (Further D) -------------------------------------

ALL, CAP = 6, 500  # up to so many points every order is tried; updates of a run


@dataclass(frozen=True)
class Ends:
    """The different lines that the orders end in, by margin: (w, b, margin, how many orders); k counts them from 1.

    best: the widest street's line. ended: whether all runs did.
    """

    data: Dataset
    lines: list[tuple[Array, float, float, int]]
    best: tuple[Array, float] | None
    best_margin: float
    k: int
    ended: bool

    @property
    def orders(self) -> int:
        return sum(many for *_, many in self.lines)


def all_ends(data: Dataset) -> tuple[list[tuple[Array, float, float, int]], bool]:
    """The lines of all orders of a few points, or of a hundred drawn ones, and whether every run ended."""
    X, y, n, found, ended = data.X, data.y, len(data.y), {}, True
    rng = np.random.default_rng(0)
    orders = permutations(range(n)) if n <= ALL else (rng.permutation(n) for _ in range(100))
    for order in orders:
        s = last(perceptron_steps(X, y, order=np.array(order)), CAP)
        found.setdefault(tuple(float(f"{v:.9g}") for v in (*s.w, s.b)), []).append(s)
        ended &= s.converged
    firsts = [(runs[0], len(runs)) for runs in found.values()]
    return sorted(((s.w, s.b, margin(s.w, s.b, X, y), many) for s, many in firsts), key=lambda end: end[2]), ended


def draw_ends(s: Ends) -> list[Panel]:
    """The lines so far, from the narrowest on; how many orders end in each stands over its margin."""
    X, y, names, frame = s.data.X, s.data.y, s.data.feature_names, show.window(s.data.X, 0.18)
    w, b, *_ = s.lines[s.k - 1]
    left: list[Mark] = [
        line_mark((w, b), frame, color=show.GREY, width=0.9) for w, b, *_ in s.lines[: s.k - 1] if w.any()
    ]
    if s.best is not None:
        left.append(line_mark(s.best, frame, color=show.GREEN, width=3.2, label="the widest street's"))
    left += [
        line_mark((w, b), frame, color=show.PURPLE, width=3, dash="dashed", label="this line"),
        show.point(*X[np.argmin(y * (X @ w + b))], **show.NOW, label="nearest point"),
        *show.scatter_classes(X, y, s.data.target_names, size=7),
    ]
    at, tall = np.array([end[2] for end in s.lines]), np.array([end[3] for end in s.lines])
    span, top = show.limits(np.append(at, [0, s.best_margin]), 0.06), 1.1 * tall.max()
    ends = np.column_stack([at, 0 * tall, at, tall])[: s.k]
    right: list[Mark] = [
        show.Segments(ends[:-1], color="#9A9A9A", width=4),
        show.Segments(ends[-1:], color=show.PURPLE, width=6, label="this line"),
    ]
    if s.best is not None:
        right.append(show.vline(s.best_margin, (0, top), **show.BEST, label="the widest street's"))
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
        Panel(right, span, (0, top), "margin", "orders that end there", legend_columns=1, width=0.8),
    ]


def describe_ends(s: Ends) -> str:
    _, _, rho, many = s.lines[s.k - 1]
    end = "" if s.ended else f" A run that had not ended after {CAP} updates was stopped there."
    best = (
        "no line separates all points" if s.best is None else f"the widest street's has {show.number(s.best_margin, 3)}"
    )
    return (f"Line {s.k} of {len(s.lines)}: {many} of {s.orders} orders end there; margin {show.number(rho, 3)}; "
            f"{best}.{end}").replace("margin -", "margin −")  # fmt: skip


@figure(CLASSES, datasets.six_points, most=60)
def orders(data: Dataset) -> Live:
    """All the lines that the perceptron ends in, by the order of the data, and the widest street's (CLS-09)."""
    (lines, ended), point = all_ends(data), widest_street(data.X, data.y)
    best = None if point is None else (point.weights(data.X), point.bias)
    best_margin = 0.0 if best is None else margin(*best, data.X, data.y)

    def compute(k: int) -> Ends:
        return Ends(data, lines, best, best_margin, k, ended)

    controls = {"k": show.slider("line, by its margin", 1, 1, len(lines), 1)}
    return Live(compute, draw_ends, describe_ends, controls=controls, size=(8.8, 4.4))


# --- Where no line separates (Further E) ------------------------------------------------------


@dataclass(frozen=True)
class Never:
    """The states so far, of which the last is shown; the best of them; and what the linear programme says."""

    X: Array
    y: Array
    states: list[PerceptronState]
    best: PerceptronState
    separable: bool
    data: Dataset
    frame: dict
    updates: int


def draw_never(s: Never) -> list[Panel]:
    names, now, n = s.data.feature_names, s.states[-1], len(s.y)
    left = [*line_marks(now.w, now.b, s.frame)]
    look: dict[str, Any] = show.BEST | dict(label="best so far")
    best = line_mark((s.best.w, s.best.b), s.frame, **look) if s.best.w.any() else show.Lines([], **look)
    left.append(best)
    left += [*last_mistake(s.X, now.i), *show.scatter_classes(s.X, s.y, s.data.target_names)]
    if not now.w.any():
        left.append(top_words(s.frame, "w = 0: no line yet"))
    wrong, t = np.array([state.wrong for state in s.states]), np.arange(len(s.states))
    lowest = np.minimum.accumulate(wrong)
    right: list[Mark] = [
        show.curve(t, wrong, color=show.VERMILLION, width=1.3, label="now"),
        show.curve(t, lowest, **show.BEST, label="best so far"),
        show.point(t[-1], wrong[-1], **show.NOW),
    ]
    return [
        Panel(left, **s.frame, xlabel=names[0], ylabel=names[1], legend_columns=3),
        Panel(right, (-0.03 * s.updates, 1.03 * s.updates), (-0.04 * n, 1.06 * n), "update",
              "points on the wrong side", legend_columns=2),
    ]  # fmt: skip


def describe_never(s: Never) -> str:
    word = "a line separates them" if s.separable else "no line separates them"
    now, end = s.states[-1], "; the run has ended" if s.states[-1].converged else ""
    return (f"Linear programme: {word}. After {updates_made(now.t)}: {line_says(now, len(s.y))}; "
            f"best so far {s.best.wrong}, at update {s.best.t}{end}.")  # fmt: skip


@figure(CLASSES, datasets.rings, most=100)
def never(data: Dataset, *, updates: int = 200) -> Live:
    """The perceptron on points that can be dragged, such as a ring, and the test of separability (CLS-08, E003-23)."""
    frame, known = show.window(data.X, 0.12), {}

    def separable(X: Array, y: Array) -> bool:
        key = X.tobytes(), y.tobytes()
        if key not in known:
            known.clear()
            known[key] = is_separable(X, y)
        return known[key]

    def compute(update: int, X, y) -> Never:
        both_classes(y)
        states = take(perceptron_steps(X, y), update)
        best = min(states, key=lambda state: state.wrong)
        return Never(X, y, states, best, separable(X, y), data, frame, updates)

    controls = {"update": show.step_slider("update", updates, value=10, interval=150)}
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_never, describe_never, controls=controls, pointer=pointer, size=(8.8, 4.6))
