"""The figures of lecture 04, neighbours and the perceptron."""

from functools import cache
from typing import Any

import numpy as np
from scipy.spatial import Voronoi
from scipy.spatial.distance import cdist

from mlcore import datasets, show
from mlcore.base import validation
from mlcore.base.steps import take
from mlcore.base.types import Array
from mlcore.lectures.neighbours_perceptron.data import slanted, two_groups
from mlcore.lectures.neighbours_perceptron.draws import ODD, SIZES, known_places, mixture_errors
from mlcore.lectures.neighbours_perceptron.runs import side_by_side
from mlcore.neighbors import limit_error, nearest_neighbors, winner
from mlcore.perceptron import PerceptronState, perceptron_steps
from mlcore.plots.cost_curves import log_ticks
from mlcore.plots.figure import figure
from mlcore.plots.images import signed_map
from mlcore.plots.kinds import CLASSES, FORMULA, IMAGES, DataError
from mlcore.plots.regions import draw_regions
from mlcore.plots.separating_planes import require_both_classes
from mlcore.show import Choice, LogSlider, Mark, Panel, Pointer, Slider, StepSlider, View

SIGNS = (-1, 1)


def largest_odd(n: int) -> int:
    """n, or n - 1 if n is even: a slider of odd numbers can be set to an even one from Python."""
    return n - 1 + n % 2


# --- What several of the figures draw and say -------------------------------------------------


def line_marks(w: Array, b: float, frame: dict) -> list[Mark]:
    """The sides of f = 0 and the line itself; nothing but its place in the legend while w is 0."""
    if not w.any():
        return [show.Lines([], color=show.BLACK, width=1.6, label="border")]

    def scores(points: Array) -> Array:
        return np.outer(points @ w + b, [-0.5, 0.5])

    return list(draw_regions(scores, SIGNS, frame["xlim"], frame["ylim"], n=2))


def top_words(frame: dict, text: str) -> show.Text:
    """Words at the upper edge, in the middle."""
    (x0, x1), (y0, y1) = frame["xlim"], frame["ylim"]
    return show.words((x0 + x1) / 2, y1 - 0.06 * (y1 - y0), text, align="center")


def last_mistake(X: Array, i: int | None) -> show.Points:
    """A ring about the point that made the last update."""
    look: dict[str, Any] = show.NOW | dict(size=14.0, label="pulled last")
    return show.Points(X[:0] if i is None else X[[i]], **look)


def neighbours(K: int) -> str:
    """K nearest neighbours, in words."""
    return "nearest neighbour" if K == 1 else f"{K} nearest neighbours"


def points_wrong(wrong: int, n: int) -> str:
    """How many points are on the wrong side, in words."""
    return f"{wrong} of {n} points on the wrong side"


def updates_made(t: int) -> str:
    """The number of updates, in words."""
    return "1 update" if t == 1 else f"{t} updates"


def words_for_line(state: PerceptronState, n: int) -> str:
    """How many points are on the wrong side; before there is a line, that a score of 0 is a mistake (04.8)."""
    if state.w.any():
        return points_wrong(state.wrong, n)
    return f"no line yet, and {state.wrong} of {n} points count as mistakes"


# --- The neighbours and the line, side by side (section 1) ------------------------------------


@figure(CLASSES, two_groups, most=101)
class both(View):
    """The regions of K neighbours, and the perceptron's line; points can be dragged (NNB-01, NNB-02, FIG-03).

    line: the perceptron after some updates, of which the slider has `updates`. wrong: how many of the points X, y their
    neighbours outvote.
    """

    size = (8.8, 4.5)
    updates: int = 40
    frame: dict[str, Any]
    X: Array
    y: Array
    K: int
    wrong: int
    line: PerceptronState

    def prepare(self):
        data = self.data
        self.frame = show.window(data.X, 0.12)
        self.controls = {
            "K": Slider("neighbours K", 1, 1, largest_odd(len(data.X)), 2),
            "update": StepSlider("update of the line", self.updates, 1, interval=500),
        }
        self.pointers = [Pointer(data.X, data.y, names=data.target_names)]

    def drags(self):
        X, y = self.data.X, self.data.y
        circles = X[y < 0].mean(axis=0)
        squares = np.flatnonzero(y > 0)
        k = int(squares[show.nearest_point(X[squares], circles)])
        return [show.Drag("one square into the middle of the circles", [circles], point=k)]

    def compute(self, K: int, update: int, X, y):
        require_both_classes(y)
        self.X = X
        self.y = y
        self.K = validation.whole(largest_odd(K), "K", most=len(X), what="the number of points")
        near = nearest_neighbors(X, X, self.K)
        guess = winner((y[near] > 0).astype(int), 2)
        self.wrong = int((guess != (y > 0)).sum())
        self.line = take(perceptron_steps(X, y), update)[-1]

    def draw(self):
        X = self.X
        y = self.y
        frame = self.frame
        line = self.line
        points = show.scatter_classes(X, y, self.data.target_names)
        left = [
            cell_borders(X if self.K == 1 else X[:0], frame),
            *draw_regions(near_scores(X, y, self.K), SIGNS, frame["xlim"], frame["ylim"], n=64),
            *points,
        ]
        right = [
            *line_marks(line.w, line.b, frame),
            last_mistake(X, line.i),
            *points,
            *([] if line.w.any() else [top_words(frame, "w = 0: no line yet")]),
        ]
        names = self.data.feature_names
        look: dict[str, Any] = dict(xlabel=names[0], ylabel=names[1], legend_columns=2, **frame)
        return [Panel(left, title="the nearest examples", **look), Panel(right, title="a line", **look)]

    def describe(self):
        n = len(self.y)
        end = ": the run has ended" if self.line.converged else ""
        return (
            f"{neighbours(self.K).capitalize()}: {points_wrong(self.wrong, n)}. "
            f"Line after {updates_made(self.line.t)}: {words_for_line(self.line, n)}{end}."
        )


def near_scores(X: Array, y: Array, K: int):
    """Scores whose larger one has the majority among an odd number K of neighbours, and which are continuous.

    With K = 2m - 1 a class has the majority if its m-th nearest point is nearer than that of the other class: the
    score is minus this distance.
    """
    m = (K + 1) // 2
    groups = [X[y == c] for c in SIGNS]

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


# --- Error against K and n, with the Bayes rate (section 3) -----------------------------------

SAMPLES = 50  # of each size


@figure(FORMULA)
class errors(View):
    """The error of K-NN where the density is known, against K and against n (NNB-04).

    n is inf for ever more points. over_K: the errors of K = 1, 3, … at this n. over_n: those at this K of all SIZES
    with K examples or more. bayes: the Bayes rate.
    """

    size = (8.8, 4.2)
    by: dict[float, Array]
    bayes: float
    n: float
    K: int
    over_K: Array
    over_n: Array

    def prepare(self):
        self.by, self.bayes = known_errors()
        sizes = {str(size): size for size in SIZES} | {"without end": np.inf}
        self.controls = {
            "K": Slider("neighbours K", 3, 1, 99, 2),
            "n": Choice("examples n", sizes, 100),  # where both curves have begun
        }

    def compute(self, n: float, K: int):
        self.n = n
        self.K = largest_odd(K)
        self.over_K = self.by[n]
        self.over_n = np.array([self.by[size][self.K // 2] for size in SIZES if size >= self.K])

    @property
    def error(self) -> float | None:
        """Of this K at this n; None if there are fewer examples than neighbours."""
        return float(self.over_K[self.K // 2]) if self.n >= self.K else None

    def draw(self):
        """Curves so far: up to this K, and up to this n; the limit is there once n is without end."""
        ends = (0.85, 120.0)
        span = (18.0, 640.0)  # its end stands for examples without end
        sizes = np.array([size for size in SIZES if size >= self.K and size <= self.n])
        over_n = self.over_n[: len(sizes)]
        over_K = self.over_K[: self.K // 2 + 1]
        limit = np.array([[span[0], over_K[-1], span[1], over_K[-1]]] if self.n == np.inf else np.zeros((0, 4)))
        dots = np.column_stack([sizes, over_n])
        left = [
            show.hline(self.bayes, ends, **show.BEST, label="Bayes rate"),
            show.curve(ODD[: len(over_K)], over_K, color=show.BLUE, width=2, label="this n"),
        ]
        right = [
            show.hline(self.bayes, span, **show.BEST, label="Bayes rate"),
            show.curve(sizes, over_n, color=show.VERMILLION, width=2),
            show.Points(dots, color=show.VERMILLION, marker="s", size=6, label="this K"),
            show.Segments(limit, color=show.PURPLE, dash="dotted", width=2.5, label="n without end"),
        ]
        if self.error is not None:
            left += [show.point(self.K, self.error, **show.NOW)]
            right += [show.point(min(self.n, span[1]), self.error, **show.NOW)]
        ticks = (1, 3, 10, 30, 99)
        look: dict[str, Any] = dict(ylim=(0.1, 0.52), logx=True, ylabel="test error")
        return [
            Panel(left, ends, xlabel="neighbours K", xticks=(ticks, tuple(map(str, ticks))), **look),
            Panel(
                right,
                (span[0], 730.0),
                xlabel="examples n",
                xticks=((*SIZES, span[1]), (*map(str, SIZES), "∞")),
                **look,
            ),
        ]

    def describe(self):
        examples = "without end" if self.n == np.inf else f"{self.n:.0f}"
        here = "there are not so many" if self.error is None else f"test error {self.error:.3f}"
        return f"{neighbours(self.K).capitalize()}, examples {examples}: {here}; the Bayes rate is {self.bayes:.3f}."


@cache
def known_errors() -> tuple[dict[float, Array], float]:
    """The errors of K = 1, 3, …, for each of SIZES and for ever more points, and the Bayes rate.

    For the mixture of Hastie, Tibshirani and Friedman (DAT-10), averaged over 50 samples, and over 600 places that are
    drawn from the mixture: at each of them the error is the share of the class that was not predicted.
    """
    _, _, p = known_places()
    by_size = mixture_errors(range(SAMPLES)).mean(axis=0)
    by = {float(n): errors[n >= ODD] for n, errors in zip(SIZES, by_size, strict=True)}
    return by | {np.inf: limit_error(p, ODD).mean(axis=0)}, float(np.minimum(p, 1 - p).mean())


# --- The race (section 5) ---------------------------------------------------------------------


@figure(CLASSES, slanted, most=100)
class race(View):
    """The two quantities that race, and a slider on the gap: the classes are moved apart along u (CLS-04, CLS-07).

    touching (n, 2): the points where the gap is 0. X, y: where it is rho, along the unit vector u (2,). R: their
    radius. states: the run without a bias so far. What the axes hold at any gap: `most` updates, the values in `span`,
    and the radius `reach`.
    """

    size = (8.8, 4.7)
    updates: int = 60
    touching: Array
    y: Array
    u: Array
    most: float
    span: tuple[float, float]
    reach: float
    X: Array
    rho: float
    R: float
    states: list[PerceptronState]

    def prepare(self):
        self.touching, self.y, self.u = side_by_side(self.data)
        whole = self.data.X - self.data.X.mean(axis=0)
        all_there, apart = (float(np.sqrt((Z**2).sum(axis=1).mean())) for Z in (whole, self.touching))
        spread = apart if apart > 1e-9 * all_there else all_there  # two points: both are moved to 0
        low, high = (np.floor(10 * np.log10(share * spread)) / 10 for share in (0.03, 0.6))
        self.reach = self.radius(self.moved(10**high))
        self.most = 2 * (self.reach / 10**low) ** 2
        self.span = 0.5 * 10**low, 2 * self.reach * self.most**0.5
        self.controls = {
            "gap": LogSlider("gap ρ", 10 ** (low + 0.6), low, high),
            "update": StepSlider("update", self.updates, 4, interval=400, first=1),
        }

    def moved(self, gap: float) -> Array:
        """The points, each class moved away from the line between them by the gap."""
        return self.touching + gap * np.outer(self.y, self.u)

    @staticmethod
    def radius(X: Array) -> float:
        """The length of the longest point."""
        return float(np.linalg.norm(X, axis=1).max())

    def compute(self, gap: float, update: int):
        self.rho = gap
        self.X = self.moved(gap)
        self.R = self.radius(self.X)
        self.states = take(perceptron_steps(self.X, self.y, bias=False), update)

    @property
    def ended(self) -> bool:
        """True if no mistake is left."""
        return self.states[-1].converged

    @property
    def bound(self) -> float:
        """The most updates that there can be."""
        return (self.R / self.rho) ** 2

    @property
    def along(self) -> Array:
        """w'u after each update."""
        return np.array([s.w @ self.u for s in self.states])

    @property
    def length(self) -> Array:
        """||w|| after each update."""
        return np.array([np.linalg.norm(s.w) for s in self.states])

    def draw(self):
        return [self.plane(), self.floor_and_ceiling()]

    def plane(self) -> Panel:
        """The points, the line, and the directions of u and w."""
        R = self.R
        now = self.states[-1]
        turn = np.linspace(0, 2 * np.pi, 181)
        frame = show.window(self.reach * np.array([[1, 1], [-1, -1]]), 0.02)
        circle = R * np.column_stack([np.cos(turn), np.sin(turn)])
        tip = 0.75 * R * now.w / (self.length[-1] or 1.0)
        of_w = show.arrow((0, 0), tip, color=show.PURPLE, head=0.12 * R, label="direction of w")
        marks = [
            show.Lines([circle], color=show.GREY, dash="dotted", width=1.5, label="radius R"),
            *line_marks(now.w, 0.0, frame),
            *show.arrow((0, 0), 0.75 * R * self.u, color=show.GREEN, head=0.12 * R, label="u"),
            *(of_w if now.w.any() else []),
            last_mistake(self.X, now.i),
            *show.scatter_classes(self.X, self.y, self.data.target_names),
        ]
        names = self.data.feature_names
        return Panel(marks, **frame, xlabel=names[0], ylabel=names[1], width=0.9)

    def floor_and_ceiling(self) -> Panel:
        """Length and projection of w between their floor and their ceiling."""
        M = np.arange(1, len(self.states))
        most = self.most
        ends = np.array([1.0, most])
        ceiling = self.R * np.sqrt(ends)
        length = self.length[1:]
        along = self.along[1:]
        marks = [
            show.curve(ends, self.rho * ends, color=show.GREEN, dash="dashed", width=1.8, label="floor Mρ"),
            show.curve(ends, ceiling, color=show.PURPLE, dash="dashdot", width=1.8, label="ceiling √M R"),
            show.vline(self.bound, self.span, dash="dotted", width=2, label="bound (R/ρ)²"),
            show.curve(M, length, color=show.PURPLE, width=2),
            show.Points(np.column_stack([M, length]), color=show.PURPLE, marker="D", size=5, label="‖w‖"),
            show.curve(M, along, color=show.GREEN, width=2),
            show.Points(np.column_stack([M, along]), color=show.GREEN, marker="^", size=6, label="$u^\\top w$"),
        ]
        look: dict[str, Any] = dict(logx=True, logy=True, xticks=log_ticks(1, most), yticks=log_ticks(*self.span))
        return Panel(marks, (0.9, most), self.span, "updates M", **look)

    def describe(self):
        M, end = len(self.states) - 1, "; no mistake is left" if self.ended else ""
        values = M * self.rho, self.along[-1], self.length[-1], np.sqrt(M) * self.R
        floor, along, length, ceiling = (show.number(v, 3) for v in values)
        return (
            f"ρ = {show.number(self.rho, 3)}, R = {show.number(self.R, 3)}, bound {self.bound:.0f}. "
            f"M = {M}: Mρ {floor} ≤ uᵀw {along} ≤ ‖w‖ {length} ≤ √M R {ceiling}{end}."
        )


# --- A line between two digits (section 7) ----------------------------------------------------


@figure(IMAGES, datasets.digits, most=1800)
class pair(View):
    """The perceptron between two classes of images, update by update, its weights as an image (CLS-04).

    classes: two labels; by default the fourth and the ninth, or the first and the last if there are fewer. w (side²,):
    the weights now. pulled (side²,): the image that made the last update, of the class label, −1 or 1; None at the
    start. trained, tested (t + 1,): the errors so far, and tests: on how many images the second is measured.
    """

    size = (8.8, 4.0)
    classes: tuple = ()
    updates: int = 150
    names: tuple[str, str]
    X: Array
    y: Array
    tests: int
    states: list[PerceptronState]
    all_errors: tuple[Array, Array]
    w: Array
    pulled: Array | None
    label: float
    trained: Array
    tested: Array
    ended: bool

    def prepare(self):
        data = self.data
        known = np.unique(data.y).tolist()
        if len(known) < 2:
            raise DataError("This figure is about two classes of images: give labels of two classes at least.")
        default = (known[3], known[8]) if len(known) > 8 else (known[0], known[-1])
        first, second = self.classes or default
        self.names = str(first), str(second)
        keep = (data.y == first) | (data.y == second)
        self.X = data.X[keep]
        self.y = np.where(data.y[keep] == second, 1.0, -1.0)
        half = (int(keep.sum()) + 1) // 2
        self.tests = len(self.y) - half
        self.states = take(perceptron_steps(self.X[:half], self.y[:half]), self.updates)
        wrong = np.array([self.y * (self.X @ s.w + s.b) <= 0 for s in self.states])  # (t, n)
        self.all_errors = wrong[:, :half].mean(axis=1), wrong[:, half:].mean(axis=1)
        self.controls = {"update": StepSlider("update", len(self.states) - 1, 1, interval=300)}

    def compute(self, update: int):
        now = self.states[update]
        self.w = now.w
        self.pulled, self.label = (None, 0.0) if now.i is None else (self.X[now.i], float(self.y[now.i]))
        self.trained, self.tested = (errors[: update + 1] for errors in self.all_errors)
        self.ended = now.converged

    def draw(self):
        t = np.arange(len(self.tested))
        room = len(self.states) - 1
        trained = 100 * self.trained
        tested = 100 * self.tested
        top = max(trained.max(), tested.max(), 1.0)
        marks = [
            show.curve(t, trained, color=show.BLUE, dash="dashdot", width=1.6, label="training error"),
            show.curve(t, tested, color=show.VERMILLION, width=1.6, label="test error"),
            show.point(t[-1], trained[-1], color=show.BLUE, edge=show.BLACK, size=8),
            show.point(t[-1], tested[-1], color=show.VERMILLION, marker="s", edge=show.BLACK, size=8),
        ]
        return [
            self.weights_and_image(),
            Panel(marks, (-0.02 * room, 1.03 * room), (0, 1.05 * top), "update", "wrong (%)", width=0.9),
        ]

    def weights_and_image(self) -> Panel:
        """The weights as an image, and beside them the image that was added or subtracted last."""
        side = round(len(self.w) ** 0.5)
        most = float(np.abs(self.states[-1].w).max())
        below = -0.12 * side
        at = 1.2 * side
        words = "weights w" if self.w.any() else "weights w: all 0"
        marks = [
            signed_map(self.w.reshape(side, side), (0, 0, side, side), most),
            show.words(side / 2, below, words, align="center"),
        ]
        if self.pulled is not None:
            words = f"{'+' if self.label > 0 else '−'} this {self.names[int(self.label > 0)]}"
            marks += [
                show.heat_map(self.pulled.reshape(side, side), (at, 0, at + side, side)),
                show.words(at + side / 2, below, words, align="center"),
            ]
        return Panel(
            marks,
            (-0.03 * side, 2.23 * side),
            (-0.25 * side, 1.03 * side),
            equal=True,
            xticks=((), ()),
            yticks=((), ()),
            title=f"orange: for {self.names[1]}; blue: for {self.names[0]}",
        )

    def describe(self):
        end = "; no training image is wrong any more, the run has ended" if self.ended else ""
        if not self.w.any():
            end = "; all weights are 0, and a score of 0 counts as a mistake"
        return (
            f"{self.names[0]} against {self.names[1]}, after {updates_made(len(self.tested) - 1)}: training error "
            f"{100 * self.trained[-1]:.1f} %, test error {100 * self.tested[-1]:.1f} % of {self.tests}{end}."
        )
