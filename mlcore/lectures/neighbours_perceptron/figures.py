"""The figures of lecture 04, neighbours and the perceptron."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.spatial import Voronoi
from scipy.spatial.distance import cdist

from mlcore import datasets, show
from mlcore.base import validation
from mlcore.base.steps import take
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.neighbors import limit_error, nearest_neighbors, winner
from mlcore.perceptron import PerceptronState, perceptron_steps
from mlcore.plots.cost_curves import log_ticks
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, DataError
from mlcore.plots.regions import draw_regions
from mlcore.plots.separating_planes import both_classes, some_plane
from mlcore.show import Live, Mark, Panel, Pointer

SIGNS = (-1, 1)


def largest_odd(n: int) -> int:
    """n, or n - 1 if n is even: a slider of odd numbers can be set to an even one from Python."""
    return n - 1 + n % 2


# --- The neighbours and the line, side by side (section 1) ------------------------------------


def two_groups() -> Dataset:
    """31 points of two classes that a line can just separate."""
    rng = np.random.default_rng(44)
    y = np.where(np.arange(31) % 2, -1.0, 1.0)
    X = rng.normal(size=(31, 2)) + np.outer(y, [1.0, 0.8])
    return Dataset(X, y, ("$x_1$", "$x_2$"), ("y = −1", "y = +1"))


def near_scores(X: Array, y: Array, K: int):
    """Scores whose larger one has the majority among an odd number K of neighbours, and which are continuous.

    With K = 2m - 1 a class has the majority if its m-th nearest point is nearer than that of the other class: the
    score is minus this distance.
    """
    m, groups = (K + 1) // 2, [X[y == c] for c in SIGNS]

    def scores(points: Array) -> Array:
        far = [np.partition(cdist(points, G), m - 1, axis=1)[:, m - 1] for G in groups if len(G) >= m]
        if len(far) == 2:
            return -np.column_stack(far)
        return np.tile([-1.0 if len(G) < m else 0.0 for G in groups], (len(points), 1))  # one class has the majority

    return scores


def cell_borders(X: Array, frame: dict) -> show.Segments:
    """The borders between the cells of the points X (n, 2): all places nearer to one than to any other."""
    if not len(X):
        return show.Segments(np.zeros((0, 4)), color=show.GREY, width=0.8, label="cells")
    span = np.array([frame["xlim"], frame["ylim"]])
    units = np.ptp(span, axis=1).max()
    middle = span.mean(axis=1)
    far = middle + 100 * units * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])  # so that each border within ends
    cells = Voronoi(np.vstack([X, far]), qhull_options="Qbb Qc Qz")
    ends = np.array([pair for pair in cells.ridge_vertices if -1 not in pair])
    return show.Segments(cells.vertices[ends].reshape(-1, 4), color=show.GREY, width=0.8, label="cells")


@dataclass(frozen=True)
class Both:
    """The same points, seen by K neighbours and by a line after some updates; wrong: among the points, for either."""

    X: Array
    y: Array
    K: int
    line: PerceptronState
    wrong: int
    data: Dataset
    frame: dict


def line_marks(w: Array, b: float, frame: dict, **look) -> list[Mark]:
    """The sides of f = 0 and the line itself; nothing but its place in the legend while w is 0."""
    if not w.any():
        return [show.Lines([], color=show.BLACK, width=1.6, label="border")]
    score = lambda points: np.outer(points @ w + b, [-0.5, 0.5])  # noqa: E731
    return list(draw_regions(score, SIGNS, frame["xlim"], frame["ylim"], n=2, **look))


def top_words(frame: dict, text: str) -> show.Text:
    (x0, x1), (y0, y1) = frame["xlim"], frame["ylim"]
    return show.words((x0 + x1) / 2, y1 - 0.06 * (y1 - y0), text, align="center")


def last_mistake(X: Array, i: int | None) -> list[Mark]:
    """A ring about the point that made the last update."""
    look: dict[str, Any] = show.NOW | dict(size=14.0, label="pulled last")
    return [show.Points(X[:0] if i is None else X[[i]], **look)]


def draw_both(s: Both) -> list[Panel]:
    names, points = s.data.feature_names, show.scatter_classes(s.X, s.y, s.data.target_names)
    scores, xlim, ylim = near_scores(s.X, s.y, s.K), s.frame["xlim"], s.frame["ylim"]
    left = [*draw_regions(scores, SIGNS, xlim, ylim, n=64), *points]
    left.insert(0, cell_borders(s.X if s.K == 1 else s.X[:0], s.frame))
    right = [*line_marks(s.line.w, s.line.b, s.frame), *last_mistake(s.X, s.line.i), *points]
    if not s.line.w.any():
        right.append(top_words(s.frame, "w = 0: no line yet"))
    look: dict[str, Any] = dict(xlabel=names[0], ylabel=names[1], legend_columns=2, **s.frame)
    return [Panel(left, title="the nearest examples", **look), Panel(right, title="a line", **look)]


def neighbours(K: int) -> str:
    return "nearest neighbour" if K == 1 else f"{K} nearest neighbours"


def points_wrong(wrong: int, n: int) -> str:
    return f"{wrong} of {n} points on the wrong side"


def updates_made(t: int) -> str:
    return "1 update" if t == 1 else f"{t} updates"


def line_says(s: PerceptronState, n: int) -> str:
    """How many points are on the wrong side; before there is a line, that a score of 0 is a mistake (04.8)."""
    return points_wrong(s.wrong, n) if s.w.any() else f"no line yet, and {s.wrong} of {n} points count as mistakes"


def describe_both(s: Both) -> str:
    end = ": the run has ended" if s.line.converged else ""
    return (f"{neighbours(s.K).capitalize()}: {points_wrong(s.wrong, len(s.y))}. "
            f"Line after {updates_made(s.line.t)}: {line_says(s.line, len(s.y))}{end}.")  # fmt: skip


@figure(CLASSES, two_groups, most=101)
def both(data: Dataset, *, updates: int = 40) -> Live:
    """The regions of K neighbours, and the perceptron's line; points can be dragged (NNB-01, NNB-02, FIG-03)."""
    frame = show.window(data.X, 0.12)

    def compute(K: int, update: int, X, y) -> Both:
        both_classes(y)
        K = validation.whole(largest_odd(K), "K", most=len(X), what="the number of points")
        near = nearest_neighbors(X, X, K)
        guess = winner((y[near] > 0).astype(int), 2)
        line = take(perceptron_steps(X, y), update)[-1]
        return Both(X, y, K, line, int((guess != (y > 0)).sum()), data, frame)

    controls = {
        "K": show.slider("neighbours K", 1, 1, largest_odd(len(data.X)), 2),
        "update": show.step_slider("update of the line", updates, value=1, interval=500),
    }
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_both, describe_both, controls=controls, pointer=pointer, size=(8.8, 4.5))


# --- Error against K and n, with the Bayes rate (section 3) -----------------------------------

SIZES, SAMPLES, TESTS = (25, 50, 100, 200, 400), 20, 600
ODD = np.arange(1, 100, 2)


@dataclass(frozen=True)
class Known:
    """Errors of K = 1, 3, …, 99 where the density is known: by[n], of those with K <= n; limit, as n grows for ever."""

    by: dict[int, Array]
    limit: Array
    bayes: float


@cache
def known() -> Known:
    """For the mixture of Hastie, Tibshirani and Friedman (DAT-10).

    The error is averaged over samples, and over 600 places that are drawn from the mixture: at each of them it is the
    share of the class that was not predicted.
    """
    recipe, by = datasets.esl_mixture(seed=1), {}
    Z = recipe.sample(TESTS, seed=1000).X
    density = np.exp(recipe.log_densities(Z))
    p = density[:, 1:] / density.sum(axis=1, keepdims=True)  # the share of y = +1 (m, 1)
    for n in SIZES:
        errors = []
        for seed in range(SAMPLES):
            train = recipe.sample(n, seed=seed)
            labels = train.y[cdist(Z, train.X, "sqeuclidean").argsort(axis=1)[:, : ODD[-1]]]
            majority = labels.cumsum(axis=1)[:, ODD[n >= ODD] - 1] > 0
            errors.append(np.where(majority, 1 - p, p).mean(axis=0))
        by[n] = np.mean(errors, axis=0)
    return Known(by, limit_error(p, ODD).mean(axis=0), float(np.minimum(p, 1 - p).mean()))


@dataclass(frozen=True)
class Errors:
    """Test errors over K at this n, and over the sizes at this K; n is inf for ever more points."""

    n: float
    K: int
    over_K: Array
    over_n: Array
    bayes: float

    @property
    def error(self) -> float | None:
        """Of this K at this n; None if there are fewer examples than neighbours."""
        return float(self.over_K[self.K // 2]) if self.n >= self.K else None

    @property
    def examples(self) -> str:
        return "without end" if self.n == np.inf else f"{self.n:.0f}"


def draw_errors(s: Errors) -> list[Panel]:
    """Curves so far: up to this K, and up to this n; the limit is there once n is without end."""
    ends, span = (0.85, 120.0), (18.0, 560.0)
    sizes = np.array([size for size in SIZES if size >= s.K and size <= s.n])
    over_n, over_K = s.over_n[: len(sizes)], s.over_K[: s.K // 2 + 1]
    limit = np.array([[span[0], over_K[-1], span[1], over_K[-1]]] if s.n == np.inf else np.zeros((0, 4)))
    left: list[Mark] = [
        show.hline(s.bayes, ends, **show.BEST, label="Bayes rate"),
        show.curve(ODD[: len(over_K)], over_K, color=show.BLUE, width=2, label="this n"),
    ]
    right: list[Mark] = [
        show.hline(s.bayes, span, **show.BEST, label="Bayes rate"),
        show.curve(sizes, over_n, color=show.VERMILLION, width=2),
        show.Points(np.column_stack([sizes, over_n]), color=show.VERMILLION, marker="s", size=6, label="this K"),
        show.Segments(limit, color=show.PURPLE, dash="dotted", width=2.5, label="n without end"),
    ]
    if s.error is not None:
        left.append(show.point(s.K, s.error, **show.NOW))
        right.append(show.point(min(s.n, span[1]), s.error, **show.NOW))
    ticks = (1, 3, 10, 30, 99)
    look: dict[str, Any] = dict(ylim=(0.1, 0.52), logx=True, ylabel="test error")
    return [
        Panel(left, ends, xlabel="neighbours K", xticks=(ticks, tuple(map(str, ticks))), **look),
        Panel(right, (span[0], 640.0), xlabel="examples n", xticks=(SIZES, tuple(map(str, SIZES))), **look),
    ]


def describe_errors(s: Errors) -> str:
    here = "there are not so many" if s.error is None else f"test error {s.error:.3f}"
    return f"{neighbours(s.K).capitalize()}, examples {s.examples}: {here}; the Bayes rate is {s.bayes:.3f}."


@figure(FORMULA)
def errors() -> Live:
    """The error of K-NN where the density is known, against K and against n (NNB-04)."""
    truth = known()
    table = truth.by | {np.inf: truth.limit}

    def compute(n: float, K: int) -> Errors:
        K = largest_odd(K)
        over_n = np.array([truth.by[size][K // 2] for size in SIZES if size >= K])
        return Errors(n, K, table[n], over_n, truth.bayes)

    sizes = {str(size): size for size in SIZES} | {"without end": np.inf}
    controls: dict[str, Any] = {
        "K": show.slider("neighbours K", 3, 1, 99, 2),
        "n": show.Choice("examples n", sizes, 100),  # where both curves have begun
    }
    return Live(compute, draw_errors, describe_errors, controls=controls, size=(8.8, 4.2))


# --- The race (section 6) ---------------------------------------------------------------------


def slanted(n: int = 40) -> Dataset:
    """Two clouds, long and side by side."""
    rng = np.random.default_rng(11)
    y = np.where(np.arange(n) % 2, -1.0, 1.0)
    flat = np.column_stack([rng.uniform(-4, 4, n), y * (0.3 + np.abs(rng.normal(0, 1, n)))])
    turn = np.array([[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]])
    return Dataset(flat @ turn, y, ("$x_1$", "$x_2$"), ("y = −1", "y = +1"))


@dataclass(frozen=True)
class Race:
    """The run without a bias up to update t; u (2,), the unit vector that leaves the gap rho; R, the radius.

    room: what the axes hold at any gap: the most updates, the lowest and the highest value, the largest radius.
    """

    X: Array
    y: Array
    u: Array
    rho: float
    R: float
    states: list[PerceptronState]
    data: Dataset
    ended: bool
    room: tuple[float, float, float, float]

    @property
    def bound(self) -> float:
        return (self.R / self.rho) ** 2

    @property
    def along(self) -> Array:
        """w'u after each update."""
        return np.array([s.w @ self.u for s in self.states])

    @property
    def length(self) -> Array:
        """||w|| after each update."""
        return np.array([np.linalg.norm(s.w) for s in self.states])


def race_plane(s: Race) -> Panel:
    now, turn, reach = s.states[-1], np.linspace(0, 2 * np.pi, 181), s.room[3]
    frame = show.window(np.array([[reach, reach], [-reach, -reach]]), 0.02)
    circle = s.R * np.column_stack([np.cos(turn), np.sin(turn)])
    marks: list[Mark] = [show.Lines([circle], color=show.GREY, dash="dotted", width=1.5, label="radius R")]
    marks += line_marks(now.w, 0.0, frame)
    marks += show.arrow((0, 0), 0.75 * s.R * s.u, color=show.GREEN, head=0.12 * s.R, label="u")
    if now.w.any():
        marks += show.arrow(
            (0, 0), 0.75 * s.R * now.w / s.length[-1], color=show.PURPLE, head=0.12 * s.R, label="direction of w"
        )
    marks += [*last_mistake(s.X, now.i), *show.scatter_classes(s.X, s.y, s.data.target_names)]
    return Panel(marks, **frame, xlabel=s.data.feature_names[0], ylabel=s.data.feature_names[1], width=0.9)


def race_panel(s: Race) -> Panel:
    M, (most, *values, _) = np.arange(1, len(s.states)), s.room
    ends = np.array([1.0, most])
    marks: list[Mark] = [
        show.curve(ends, s.rho * ends, color=show.GREEN, dash="dashed", width=1.8, label="floor Mρ"),
        show.curve(ends, s.R * np.sqrt(ends), color=show.PURPLE, dash="dashdot", width=1.8, label="ceiling √M R"),
        show.vline(s.bound, (values[0], values[1]), dash="dotted", width=2, label="bound (R/ρ)²"),
        show.curve(M, s.length[1:], color=show.PURPLE, width=2),
        show.Points(np.column_stack([M, s.length[1:]]), color=show.PURPLE, marker="D", size=5, label="‖w‖"),
        show.curve(M, s.along[1:], color=show.GREEN, width=2),
        show.Points(np.column_stack([M, s.along[1:]]), color=show.GREEN, marker="^", size=6, label="$u^\\top w$"),
    ]
    look: dict[str, Any] = dict(logx=True, logy=True, xticks=log_ticks(1, most), yticks=log_ticks(*values))
    return Panel(marks, (0.9, most), (values[0], values[1]), "updates M", **look)


def describe_race(s: Race) -> str:
    M, end = len(s.states) - 1, "; no mistake is left" if s.ended else ""
    floor, along, length, ceiling = (
        show.number(v, 3) for v in (M * s.rho, s.along[-1], s.length[-1], np.sqrt(M) * s.R)
    )
    return (f"ρ = {show.number(s.rho, 3)}, R = {show.number(s.R, 3)}, bound {s.bound:.0f}. "
            f"M = {M}: Mρ {floor} ≤ uᵀw {along} ≤ ‖w‖ {length} ≤ √M R {ceiling}{end}.")  # fmt: skip


@figure(CLASSES, slanted, most=100)
def race(data: Dataset, *, updates: int = 60) -> Live:
    """The two quantities that race, and a slider on the gap: the classes are moved apart along u (CLS-04, CLS-07)."""
    X, y, u = side_by_side(data)
    all_there, apart = (float(np.sqrt((Z**2).sum(axis=1).mean())) for Z in (data.X - data.X.mean(axis=0), X))
    size = apart if apart > 1e-9 * all_there else all_there  # two points: both are moved to 0
    low, high = (np.floor(10 * np.log10(share * size)) / 10 for share in (0.03, 0.6))

    def compute(gap: float, update: int) -> Race:
        moved = X + gap * np.outer(y, u)
        R, every = float(np.linalg.norm(moved, axis=1).max()), perceptron_steps(moved, y, bias=False)
        states = take(every, update)
        return Race(moved, y, u, gap, R, states, data, states[-1].converged, room)

    reach = float(np.linalg.norm(X + 10**high * np.outer(y, u), axis=1).max())  # the farthest, with the widest gap
    most = 2 * (reach / 10**low) ** 2
    room = most, 0.5 * 10**low, 2 * reach * most**0.5, reach
    controls = {
        "gap": show.log_slider("gap ρ", 10 ** (low + 0.6), low, high),
        "update": show.step_slider("update", updates, value=4, interval=400, first=1),
    }
    return Live(compute, lambda s: [race_plane(s), race_panel(s)], describe_race, controls=controls, size=(8.8, 4.7))


def side_by_side(data: Dataset) -> tuple[Array, Array, Array]:
    """The points, moved so that both classes just touch the line through 0 that is upright on the unit vector u (2,).

    u is that of the widest street, or, where there is none, the direction from mean to mean.
    """
    w, _ = some_plane(data)
    if not w.any():
        raise DataError("Both classes have the same mean, and no line separates them: there is no way to move them "
                        "apart.")  # fmt: skip
    u = w / np.linalg.norm(w)
    X = data.X - data.X.mean(axis=0)
    along = X @ u
    inner = np.where(data.y > 0, along[data.y > 0].min(), along[data.y < 0].max())
    return X - np.outer(inner, u), data.y, u
