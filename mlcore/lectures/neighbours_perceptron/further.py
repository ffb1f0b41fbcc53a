"""Further figures of lecture 04: averages, units, many dimensions, orders of the data, a ring."""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.base.types import Array
from mlcore.lectures.neighbours_perceptron.data import patients, wave
from mlcore.lectures.neighbours_perceptron.figures import (
    largest_odd,
    last_mistake,
    line_marks,
    neighbours,
    top_words,
    updates_made,
    words_for_line,
)
from mlcore.lectures.neighbours_perceptron.runs import CAP, all_ends, others_of
from mlcore.neighbors import KNeighborsRegressor, nearest_neighbors, winner
from mlcore.perceptron import PerceptronState, perceptron_steps
from mlcore.plots.cost_curves import errors as error_curves
from mlcore.plots.figure import figure
from mlcore.plots.images import image_grid
from mlcore.plots.kinds import CLASSES, FORMULA, IMAGES, LINE
from mlcore.plots.separating_planes import line_mark, margin, require_both_classes, widest_street
from mlcore.separable import is_separable
from mlcore.show import ListSlider, LogSlider, Mark, Panel, Pointer, Slider, StepSlider, View

# --- The average of K neighbours (Further A) --------------------------------------------------


@figure(LINE, wave, most=200)
class average(View):
    """K-NN for numbers: the mean of the neighbours, a staircase (NNB-02).

    fit: the mean of K neighbours on a fine grid. trained, left_out (n − 1,): the mean squared errors of K = 1, 2, …, on
    the examples, and on each of them left out in turn.
    """

    size = (8.8, 4.2)
    grid: Array
    trained: Array
    left_out: Array
    K: int
    fit: Array

    def prepare(self):
        X = self.data.X
        y = self.data.y
        n = len(self.data.y)
        if n < 3:
            raise ValueError(f"There are {n} points: take three at least, so that one can be left out.")
        self.grid = np.union1d(np.linspace(*show.limits(X[:, 0], 0.03), 600), X[:, 0])  # no example between two steps
        near = nearest_neighbors(X, X, n)[:, :-1]
        count = np.arange(1, n)
        self.trained, self.left_out = (
            ((y[rows].cumsum(axis=1) / count - y[:, None]) ** 2).mean(axis=0) for rows in (near, others_of(X))
        )
        self.controls = {"K": Slider("neighbours K", 1, 1, n - 1)}

    def compute(self, K: int):
        self.K = K
        self.fit = KNeighborsRegressor(K).fit(self.data.X, self.data.y).predict(self.grid[:, None])

    def draw(self):
        x = self.data.X[:, 0]
        y = self.data.y
        K = np.arange(1, len(self.trained) + 1)
        left = [
            show.Points(np.column_stack([x, y]), color=show.BLUE, size=5, alpha=0.8, label="examples"),
            show.curve(self.grid, self.fit, color=show.VERMILLION, width=2, label="mean of the neighbours"),
        ]
        trained = self.trained[: self.K]
        left_out = self.left_out[: self.K]
        right = error_curves(K[: self.K], trained, left_out, self.K - 1, ("on the examples", "each left out"))
        top = 1.1 * max(self.trained.max(), self.left_out.max())
        names = self.data.feature_names[0], self.data.target_name
        return [
            Panel(left, show.limits(x, 0.03), show.limits(y), *names, width=1.3, legend_columns=2),
            Panel(right, (0, K[-1] + 1), (-0.03 * top, top), "neighbours K", "mean squared error", legend_columns=2),
        ]

    def describe(self):
        trained, left_out = (show.number(errors[self.K - 1], 3) for errors in (self.trained, self.left_out))
        return (
            f"Mean of the {neighbours(self.K)}: mean squared error {trained} on the examples, "
            f"{left_out} with each left out."
        )


# --- What is near depends on the units (Further B) --------------------------------------------


@figure(CLASSES, patients, most=200)
class units(View):
    """A query that can be dragged, and its neighbours when one feature is measured in other units (NNB-03).

    Distances count the second feature times a factor. near (K,): the nearest of the query (2,); radius: the way to the
    farthest of them. wrong: the share of the points that their K nearest others outvote.
    """

    size = (8.8, 4.5)
    K: int = 7
    query: Array
    factor: float
    near: Array
    radius: float
    wrong: float

    def prepare(self):
        X = self.data.X
        self.K = min(self.K, largest_odd(max(len(X) - 1, 1)))
        start = np.array([[np.quantile(X[:, 0], 0.5), np.quantile(X[:, 1], 0.65)]])
        spread = np.ptp(X, axis=0)
        even = float(spread[0] / spread[1]) if spread.all() else 1.0
        low, high = sorted((0, round(np.log10(even))))
        self.controls = {"factor": LogSlider("factor on the second feature", 1.0, low - 1, high + 1)}
        self.pointers = [Pointer(start, editable=False, names=("query",), name="query", looks={0: dict(marker="D")})]

    def compute(self, factor: float, query):
        if len(query) != 1:
            raise ValueError("There must be one query.")
        X = self.data.X
        y = self.data.y
        scale = np.array([1.0, factor])
        self.query = query[0]
        self.factor = factor
        self.near = nearest_neighbors(X * scale, query * scale, self.K)[0]
        self.radius = float(np.linalg.norm((X[self.near[-1]] - self.query) * scale))
        votes = y[others_of(X * scale)[:, : self.K]].sum(axis=1)
        self.wrong = float((votes * y < 0).mean())

    @property
    def for_second(self) -> int:
        """How many of the neighbours are of the second class."""
        return int((self.data.y[self.near] > 0).sum())

    def draw(self):
        return [self.as_measured(), self.as_the_distance_sees_it()]

    def as_measured(self) -> Panel:
        """The points and the query in their own units; what is equally far is an ellipse along the axes."""
        X = self.data.X
        turn = np.linspace(0, 2 * np.pi, 121)
        names = self.data.feature_names
        ellipse = self.query + self.radius * np.column_stack([np.cos(turn), np.sin(turn) / self.factor])
        marks = self.marks(X, self.query, ellipse, np.ones(len(X), bool))
        look: dict[str, Any] = dict(xlabel=names[0], ylabel=names[1], title="as measured", legend_columns=3, width=1.3)
        return Panel(marks, **show.window(X, 0.1), **look)

    def as_the_distance_sees_it(self) -> Panel:
        """The same about the query, one unit as long as the way to the farthest of the neighbours."""
        turn = np.linspace(0, 2 * np.pi, 121)
        scale = np.array([1.0, self.factor]) / (self.radius or 1.0)
        X = (self.data.X - self.query) * scale
        inside = np.abs(X).max(axis=1) < 2.9  # whole marks
        return Panel(
            self.marks(X, np.zeros(2), np.column_stack([np.cos(turn), np.sin(turn)]), inside),
            (-3, 3),
            (-3, 3),
            xlabel="first feature",
            ylabel="second feature, times the factor",
            equal=True,
            title="as the distance sees it",
            legend_columns=3,
        )

    def marks(self, X: Array, query: Array, ring: Array, inside: Array) -> list[Mark]:
        """The points inside, the query with the ways to its neighbours, and the ring of what is equally far."""
        ways = np.column_stack([np.tile(query, (len(self.near), 1)), X[self.near]])
        return [
            show.Segments(ways, color=show.GREY, width=1.2),
            show.Lines([ring], color=show.GREEN, dash="dashed", width=2.0, label="equally far"),
            *show.scatter_classes(X[inside], self.data.y[inside], self.data.target_names),
            show.Points(query[None], color=show.BLACK, marker="D", size=9, label="query"),
        ]

    def describe(self):
        (first, second), K = self.data.target_names, len(self.near)
        return (
            f"Second feature times {show.number(self.factor, 3)}: of {K} neighbour{'s' * (K > 1)} "
            f"{K - self.for_second} are {first}, {self.for_second} are {second}. "
            f"Of all points, {show.percent(self.wrong)} are outvoted by their neighbours."
        )


# --- Distances in many dimensions (Further C) -------------------------------------------------

DIMENSIONS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
CROWD = 500  # places


@figure(FORMULA)
class dimensions(View):
    """Distances between random places, as dimensions are added (NNB-04).

    distances (500,): from one place in d dimensions, over their mean. shares: the nearest over the farthest, for all
    DIMENSIONS up to d.
    """

    size = (8.8, 4.2)
    d: int
    distances: Array
    shares: Array

    def prepare(self):
        self.controls = {"d": ListSlider("dimensions d", DIMENSIONS, 2)}

    def compute(self, d: int):
        distances, shares = random_distances()
        k = DIMENSIONS.index(d)
        self.d = d
        self.distances = distances[k]
        self.shares = shares[: k + 1]

    @property
    def edge(self) -> float:
        """The edge of a cube that holds a hundredth of the unit cube."""
        return 0.01 ** (1 / self.d)

    def draw(self):
        edges = np.linspace(0, 2.6, 53)
        counts = np.histogram(self.distances, edges)[0]
        boxes = np.column_stack([edges[:-1], 0 * counts, edges[1:], counts])[counts > 0]
        words = f"{self.d} dimension{'s' * (self.d > 1)}"
        left = [show.Bars(boxes, color=show.BLUE), show.vline(1, (0, 500)), show.words(1.55, 315, words)]
        at = np.array(DIMENSIONS)[: len(self.shares)]
        right = [
            show.curve(at, self.shares, color=show.VERMILLION, width=2, label="nearest / farthest"),
            show.Points(np.column_stack([at, self.shares]), color=show.VERMILLION, marker="s", size=5),
            show.curve(at, 0.01 ** (1 / at), color=show.BLUE, dash="dashed", width=2, label="edge for 1 % of the cube"),
            show.point(self.d, self.shares[-1], **show.NOW),
            show.point(self.d, self.edge, **show.NOW | dict(size=9.0)),
        ]
        ticks = (1, 10, 100, 1000)
        look: dict[str, Any] = dict(logx=True, xticks=(ticks, tuple(map(str, ticks))), legend_columns=1)
        return [
            Panel(left, (0, 2.6), (0, 340), "distance / mean distance", "points"),
            Panel(right, (0.8, 1250), (0, 1.05), "dimensions d", **look),
        ]

    def describe(self):
        return (
            f"d = {self.d}: the nearest of 500 is on average {self.shares[-1]:.2g} times as far as the farthest; "
            f"a cube with 1 % of the volume has edges of {show.number(self.edge, 3)}."
        )


@cache
def random_distances() -> tuple[Array, Array]:
    """Distances (11, 500) from a random place of the unit cube to 500 others, over their mean; near / far, averaged."""
    rng = np.random.default_rng(0)
    U = rng.uniform(size=(CROWD, DIMENSIONS[-1]))
    Q = rng.uniform(size=(20, DIMENSIONS[-1]))
    first = []
    shares = []
    for d in DIMENSIONS:
        D = np.sqrt(((Q[:, None, :d] - U[:, :d]) ** 2).sum(axis=2)) if d < 50 else far_apart(Q[:, :d], U[:, :d])
        first.append(D[0] / D[0].mean())
        shares.append((D.min(axis=1) / D.max(axis=1)).mean())
    return np.array(first), np.array(shares)


def far_apart(Q: Array, U: Array) -> Array:
    """Distances (m, n), none of them near 0, without a table (m, n, d)."""
    return np.sqrt((Q**2).sum(axis=1)[:, None] + (U**2).sum(axis=1) - 2 * Q @ U.T)


# --- The nearest images (Further D) -----------------------------------------------------------

SHOWN = 11  # images that are drawn
FARTHEST = 41  # the largest K


@figure(IMAGES, datasets.digits, most=1800)
class images(View):
    """Images by their nearest neighbours: the first half of the rows are examples, the others are asked (NNB-02).

    The slider holds those that some K up to half of the largest gets wrong, in the order of the rows, and at most
    `most`. image (side²,): that is asked, of the class truth. near (m, side²): the nearest examples, of these classes.
    says: the answer of K of them. errors: of K = 1, 3, …, over all images that are asked.
    """

    size = (8.8, 4.6)
    most: int = 40
    names: Array
    half: int
    nearest: Array
    answers: Array
    errors: Array
    questions: Array
    image: Array
    truth: str
    near: Array
    classes: list[str]
    K: int
    says: str

    def prepare(self):
        X = self.data.X
        self.names = np.array([str(c) for c in self.data.y])
        self.half = half = (len(X) + 1) // 2
        classes, codes = np.unique(self.names, return_inverse=True)
        every = np.arange(1, min(FARTHEST, largest_odd(half)) + 1, 2)
        self.nearest = nearest_neighbors(X[:half], X[half:], max(int(every[-1]), min(SHOWN, half)))
        codes_said = np.array([winner(codes[self.nearest[:, :K]], len(classes)) for K in every])  # (K, m)
        wrong = codes_said != codes[half:]
        self.answers = classes[codes_said]
        self.errors = wrong.mean(axis=1)
        hard = np.flatnonzero(wrong[: (len(every) + 1) // 2].any(axis=0))
        self.questions = (hard if len(hard) else np.arange(len(X) - half))[: self.most]
        self.controls = {
            "question": Slider("image", 1, 1, len(self.questions)),
            "K": Slider("neighbours K", 1, 1, int(every[-1]), 2),
        }

    def compute(self, question: int, K: int):
        i = self.questions[question - 1]
        near = self.nearest[i]
        self.image = self.data.X[self.half + i]
        self.truth = str(self.names[self.half + i])
        self.near = self.data.X[near]
        self.classes = self.names[near].tolist()
        self.K = largest_odd(K)
        self.says = str(self.answers[self.K // 2, i])

    @property
    def error(self) -> float:
        """Of this K, over all images that are asked."""
        return float(self.errors[self.K // 2])

    def draw(self):
        captions = ["asked", *(f"{k}: {name}" for k, name in enumerate(self.classes[:SHOWN], 1))]
        pictures = np.vstack([self.image, self.near[:SHOWN]])
        K = np.arange(1, 2 * len(self.errors), 2)
        so_far = np.column_stack([K, 100 * self.errors])[: self.K // 2 + 1]
        marks = [
            show.curve(*so_far.T, color=show.VERMILLION, width=2),
            show.Points(so_far, color=show.VERMILLION, marker="s", size=5),
            show.point(self.K, 100 * self.error, **show.NOW),
        ]
        top = max(115 * self.errors.max(), 1)
        return [
            image_grid(pictures, captions, columns=4, framed=range(1, self.K + 1)),
            Panel(marks, (-0.5, K[-1] + 1.5), (0, top), "neighbours K", "test images that are wrong (%)"),
        ]

    def describe(self):
        names, votes = np.unique(self.classes[: self.K], return_counts=True)
        counts = ", ".join(f"{vote} for {names[k]}" for k, vote in sorted(enumerate(votes), key=lambda pair: -pair[1]))
        right = "right" if self.says == self.truth else f"wrong, as it is {self.truth}"
        return (
            f"{neighbours(self.K).capitalize()}: {counts}; the answer {self.says} is {right}. "
            f"Of all test images {100 * self.error:.1f} % are wrong."
        )


# --- All lines that the perceptron can end in (Further E) -------------------------------------


@figure(CLASSES, datasets.six_points, most=60)
class orders(View):
    """All the lines that the perceptron ends in, by the order of the data, and the widest street's (CLS-09).

    lines: by margin, each as (w, b, margin, how many orders end in it); k counts them from 1. best, best_margin: those
    of the widest street; None and 0 if no line separates. ended: True if all runs did.
    """

    size = (8.8, 4.4)
    lines: list[tuple[Array, float, float, int]]
    ended: bool
    best: tuple[Array, float] | None
    best_margin: float
    k: int

    def prepare(self):
        X = self.data.X
        y = self.data.y
        self.lines, self.ended = all_ends(X, y)
        street = widest_street(X, y)
        self.best = None if street is None else (street.weights(X), street.bias)
        self.best_margin = 0.0 if self.best is None else margin(*self.best, X, y)
        self.controls = {"k": Slider("line, by its margin", 1, 1, len(self.lines))}

    def compute(self, k: int):
        self.k = k

    def draw(self):
        frame = show.window(self.data.X, 0.18)
        names = self.data.feature_names
        return [
            Panel(self.lines_so_far(frame), **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
            self.margins_so_far(),
        ]

    def lines_so_far(self, frame: dict) -> list[Mark]:
        """The points, the lines from the narrowest margin on, and the widest street's."""
        X = self.data.X
        y = self.data.y
        *earlier, (w, b, *_) = self.lines[: self.k]
        look: dict[str, Any] = dict(color=show.GREEN, width=3.2, label="the widest street's")
        return [
            *(line_mark((v, c), frame, color=show.GREY, width=0.9) for v, c, *_ in earlier if v.any()),
            *([] if self.best is None else [line_mark(self.best, frame, **look)]),
            line_mark((w, b), frame, color=show.PURPLE, width=3, dash="dashed", label="this line"),
            show.point(*X[np.argmin(y * (X @ w + b))], **show.NOW, label="nearest point"),
            *show.scatter_classes(X, y, self.data.target_names, size=7),
        ]

    def margins_so_far(self) -> Panel:
        """Over the margin of each line so far, how many orders end in it."""
        at, tall = (np.array(column) for column in list(zip(*self.lines, strict=True))[2:])
        top = 1.1 * tall.max()
        stems = np.column_stack([at, 0 * tall, at, tall])[: self.k]
        best = show.vline(self.best_margin, (0, top), **show.BEST, label="the widest street's")
        marks = [
            show.Segments(stems[:-1], color="#9A9A9A", width=4),
            show.Segments(stems[-1:], color=show.PURPLE, width=6, label="this line"),
            *([] if self.best is None else [best]),
        ]
        span = show.limits([*at, 0, self.best_margin], 0.06)
        return Panel(marks, span, (0, top), "margin", "orders that end there", legend_columns=1, width=0.8)

    def describe(self):
        _, _, rho, many = self.lines[self.k - 1]
        total = sum(many for *_, many in self.lines)
        widest = f"the widest street's has {show.number(self.best_margin, 3)}"
        best = "no line separates all points" if self.best is None else widest
        end = "" if self.ended else f" A run that had not ended after {CAP} updates was stopped there."
        return (
            f"Line {self.k} of {len(self.lines)}: {many} of {total} orders end there; "
            f"margin {show.number(rho, 3)}; {best}.{end}"
        )


# --- Where no line separates (Further F) ------------------------------------------------------


@figure(CLASSES, datasets.rings, most=100)
class never(View):
    """The perceptron on points that can be dragged, such as a ring, and the test of separability (CLS-08, E003-23).

    states: so far, of which the last is shown; best: the one of them with the fewest points on the wrong side.
    separable: what the linear programme says. updates: on the slider.
    """

    size = (8.8, 4.6)
    updates: int = 200
    frame: dict[str, Any]
    X: Array
    y: Array
    states: list[PerceptronState]
    best: PerceptronState
    separable: bool

    def prepare(self):
        data = self.data
        self.frame = show.window(data.X, 0.12)
        self.controls = {"update": StepSlider("update", self.updates, 10, interval=150)}
        self.pointers = [Pointer(data.X, data.y, names=data.target_names)]

    def compute(self, update: int, X, y):
        require_both_classes(y)
        self.X = X
        self.y = y
        self.states = take(perceptron_steps(X, y), update)
        self.best = min(self.states, key=lambda state: state.wrong)
        self.separable = remembered_test(X.tobytes(), y.astype(float).tobytes())

    def draw(self):
        names = self.data.feature_names
        now = self.states[-1]
        n = len(self.y)
        best = self.best
        look: dict[str, Any] = show.BEST | dict(label="best so far")
        left = [
            *line_marks(now.w, now.b, self.frame),
            line_mark((best.w, best.b), self.frame, **look) if best.w.any() else show.Lines([], **look),
            last_mistake(self.X, now.i),
            *show.scatter_classes(self.X, self.y, self.data.target_names),
            *([] if now.w.any() else [top_words(self.frame, "w = 0: no line yet")]),
        ]
        wrong = np.array([state.wrong for state in self.states])
        t = np.arange(len(self.states))
        right = [
            show.curve(t, wrong, color=show.VERMILLION, width=1.3, label="now"),
            show.curve(t, np.minimum.accumulate(wrong), **show.BEST, label="best so far"),
            show.point(t[-1], wrong[-1], **show.NOW),
        ]
        ends = (-0.03 * self.updates, 1.03 * self.updates)
        labels = "update", "points on the wrong side"
        return [
            Panel(left, **self.frame, xlabel=names[0], ylabel=names[1], legend_columns=3),
            Panel(right, ends, (-0.04 * n, 1.06 * n), *labels, legend_columns=2),
        ]

    def describe(self):
        programme = "a line separates them" if self.separable else "no line separates them"
        now, end = self.states[-1], "; the run has ended" if self.states[-1].converged else ""
        return (
            f"Linear programme: {programme}. After {updates_made(now.t)}: {words_for_line(now, len(self.y))}; "
            f"best so far {self.best.wrong}, at update {self.best.t}{end}."
        )


@lru_cache(maxsize=4)
def remembered_test(X: bytes, y: bytes) -> bool:
    """Whether a line separates the points, (n, 2) as bytes: asked again at each update, while they stay the same."""
    return is_separable(np.frombuffer(X).reshape(-1, 2), np.frombuffer(y))
