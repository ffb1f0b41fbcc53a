"""The figures of lecture 14, decision trees."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from mlcore import datasets, show
from mlcore.base.labels import check_rows_of_each_class
from mlcore.datasets import Dataset
from mlcore.lectures.trees.data import overlapping, parts_of, petals, with_classes_counted
from mlcore.neighbors import KNeighborsClassifier
from mlcore.plots.figure import figure
from mlcore.plots.kinds import GROUPS, TABLE
from mlcore.plots.regions import draw_regions
from mlcore.plots.trees import (
    HALF,
    at_depth,
    at_most,
    depth_of,
    error_panel,
    fields_of,
    group_points,
    grown,
    guess_of,
    length,
    links,
    node_box,
    number_of,
    numbers_kept,
    places_of,
    share_wrong,
    short,
    tree_boxes,
    unequal,
)
from mlcore.show import Choice, LogSlider, Panel, Pointer, Slider, View
from mlcore.show.style import class_look
from mlcore.tree import CRITERIA, Node, label_table, leaves, path_of, sorted_rows, split_costs

IMPURITIES = {"Gini": "gini", "entropy (bits)": "entropy"}
HANDLE: dict[str, Any] = dict(color=show.YELLOW, marker="D", size=12, edge=show.BLACK, edge_width=1.6)


# --- One question (section 1) -----------------------------------------------------------------


@figure(GROUPS, petals, most=400)
class question(View):
    """A dragged threshold, and the impurity that each would leave; the points can be dragged too (TRE-03, TRE-06).

    The question is x[feature] <= threshold. parent, cost: the impurity before it and after. sides (2, K): the counts of
    the classes that say yes, and no. places (m,), costs (m − 1,): between two places the cost stays the same.
    """

    size = (8.8, 4.4)
    frame: dict[str, Any]
    window: np.ndarray
    points: Dataset
    handle: np.ndarray
    feature: int
    name: str
    threshold: float
    sides: np.ndarray
    places: np.ndarray
    costs: np.ndarray
    parent: float
    cost: float

    def prepare(self):
        data = self.data
        self.frame = unequal(data.X)
        self.window = np.array([self.frame["xlim"], self.frame["ylim"]])
        start = self.window[:, 0] + [0.72, 0.5] * np.ptp(self.window, axis=1)
        self.controls = {
            "feature": Choice("ask about", {short(name): j for j, name in enumerate(data.feature_names)}),
            "criterion": Choice("impurity", IMPURITIES),
            "rule": Choice("the two sides", {"weighted by their size": "weighted", "counted alike": "alike"}),
        }
        self.pointers = [
            Pointer(start[None], editable=False, names=("the threshold",), name="handle"),
            Pointer(data.X, data.y, names=data.target_names),
        ]

    def drags(self):
        X = self.data.X
        first = np.flatnonzero(self.data.y == self.data.y.min())
        (low, high), width = self.window[0], self.pointers[0].X[0, 1]
        k = int(first[X[first, 0].argmax()])
        return [
            show.Drag("the threshold from the left end to the right one", [(low, width), (high, width)], name="handle"),
            show.Drag(f"one {self.data.target_names[0]} far to the right", [(high - 0.3, X[k, 1])], point=k),
        ]

    def compute(self, feature: int, criterion: str, rule: str, handle, X, y):
        if len(X) < 2:
            raise ValueError("A question needs two points: double-click to add one.")
        self.points = replace(self.data, X=X, y=y)
        self.handle = handle[0]
        self.feature = feature
        self.name = next(words for words, value in IMPURITIES.items() if value == criterion)
        span = min(self.window[feature, 0], X[:, feature].min()), max(self.window[feature, 1], X[:, feature].max())
        self.threshold = float(np.clip(self.handle[feature], *span))
        yes = X[:, feature] <= self.threshold
        self.sides = np.array([np.bincount(y[side], minlength=len(self.data.target_names)) for side in (yes, ~yes)])
        self.places, self.costs = cost_profile(self.points, feature, criterion, rule, span)
        piece = np.searchsorted(self.places, self.threshold, side="right") - 1
        self.parent = float(self.costs[0])
        self.cost = float(self.costs[np.clip(piece, 0, len(self.costs) - 1)])

    def draw(self):
        points = self.points
        cut = np.clip(self.threshold, *self.window[self.feature])
        low, high = self.window.T
        bottom, top = (np.where(np.arange(2) == self.feature, cut, end) for end in (low, high))
        tints = [
            show.Bars(np.array([box]), color=class_look(int(side.argmax()))["color"], alpha=0.16 if side.any() else 0.0)
            for box, side in zip(([*low, *top], [*bottom, *high]), self.sides, strict=True)
        ]
        left = [
            *tints,
            *group_points(points.X, points.y, points.target_names),
            show.segment(bottom, top, width=2.4),
            show.point(*self.handle, **HANDLE),
        ]
        stairs = np.column_stack([np.repeat(self.places, 2)[1:-1], np.repeat(self.costs, 2)])
        span, most = (self.places[0], self.places[-1]), 1.12 * max(self.parent, 1e-9)
        right = [
            show.hline(self.parent, span, dash="dashed", label="before the question"),
            show.Lines([stairs], color=show.BLUE, width=2.2, label="after it"),
            show.vline(self.threshold, (0, most), dash="dotted"),
            show.point(self.threshold, self.cost, **show.NOW),
        ]
        edge = 0.025 * (span[1] - span[0])  # room for the whole ring at either end
        names = points.feature_names
        return [
            Panel(left, **self.frame, xlabel=names[0], ylabel=names[1], width=1.05),
            Panel(
                right,
                (span[0] - edge, span[1] + edge),
                (-0.04 * most, most),
                xlabel=names[self.feature],
                ylabel=f"{self.name} of the two sides",
                legend_columns=2,
            ),
        ]

    def describe(self):
        yes, no = (show.listed(side) for side in self.sides)
        asks = at_most(self.data.feature_names[self.feature], self.threshold)
        before, after = show.number(self.parent, 3), show.number(self.cost, 3)
        return f"{asks}: yes {yes}, no {no} (by class); {self.name} {before} before, {after} after."


def cost_profile(
    points: Dataset, j: int, criterion: str, rule: str, span: tuple[float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """Where the cost of a threshold on feature j may change (m,), and the cost from each place to the next (m − 1,)."""
    table = label_table(points.y, len(points.target_names), np.ones(len(points.y)))
    impurity = CRITERIA[criterion]
    rows = sorted_rows(points.X)[[j]]
    x = points.X[rows[0], j]
    if rule == "weighted":
        costs = split_costs(rows, table, impurity)[0]
    else:  # the mean of the two impurities, as if both sides were of one size
        left = table[rows[0]].cumsum(axis=0).T
        costs = (impurity(left[:, :-1]) + impurity(left[:, -1:] - left[:, :-1])) / 2
    cut = x[:-1] < x[1:]
    whole = float(impurity(table.sum(axis=0)))
    return np.concatenate([[span[0]], x[:1], x[1:][cut], [span[1]]]), np.concatenate([[whole], costs[cut], [whole]])


# --- Reading a tree (section 5) ---------------------------------------------------------------

TREE_WIDTH = 555.0  # of the panel with the tree, in letters of size 1


@figure(GROUPS, petals, most=400)
class reading(View):
    """A tree drawn with the five fields of its nodes, and the way of a dragged point through it (TRE-07, TRE-08).

    full: the nodes of the whole tree. nodes: those of its top. path: the numbers of the nodes that the point x (2,)
    passes.
    """

    size = (8.8, 4.9)
    frame: dict[str, Any]
    trees: dict[str, tuple[Node, ...]]
    name: str
    full: tuple[Node, ...]
    nodes: tuple[Node, ...]
    x: np.ndarray
    path: list[int]

    def prepare(self):
        data = self.data
        K = len(data.target_names)
        self.frame = unequal(data.X)
        self.trees = {value: grown(data.X, data.y, K, value, max_depth=3) for value in IMPURITIES.values()}
        start = 0.4 * data.X.mean(axis=0) + 0.6 * np.median(data.X[data.y == K - 1], axis=0)
        self.controls = {"depth": Slider("largest depth", 2, 0, 3), "criterion": Choice("impurity", IMPURITIES)}
        self.pointers = [Pointer(start[None], editable=False, names=("a new point",), name="x")]

    def drags(self):
        X, y = self.data.X, self.data.y
        low, high = X[y == 0].min(axis=0), X[y == 0].max(axis=0)
        around = [low, (high[0], low[1]), high, (low[0], high[1]), X.max(axis=0)]
        return [
            show.Drag(f"the diamond about among the {self.data.target_names[0]}s, and then across", around, name="x")
        ]

    def compute(self, depth: int, criterion: str, x):
        self.x = x[0]
        self.name = criterion.capitalize()
        self.full = self.trees[criterion]
        self.nodes = at_depth(self.full, depth)
        self.path = path_of(self.nodes, self.x)

    def draw(self):
        data, names = self.data, self.data.feature_names
        left = [*tree_boxes(self.nodes, self.frame), *group_points(data.X, data.y, data.target_names, size=4.5)]
        left.append(show.point(*self.x, **HANDLE))
        return [
            Panel(left, **self.frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
            self.drawn_tree(),
        ]

    def drawn_tree(self) -> Panel:
        """The tree itself, its nodes as boxes with their fields."""
        whole = places_of(self.full)  # a node stays where it is at every depth
        at, count = whole[numbers_kept(self.full, self.nodes)], len(leaves(self.full))
        size = 8.0 if count <= 6 else 6.5
        unit = TREE_WIDTH / (max(count - 1, 1.5) + 1.24) / size
        room = 2 * HALF[0] * unit, 2 * HALF[1] * unit
        marks = [links(self.nodes, at), show.curve(at[self.path, 0], at[self.path, 1], width=4.0)]
        for k, node in enumerate(self.nodes):
            marks += node_box(at[k], node, fields_of(node, self.data, self.name, room), k in self.path, size)
        middle, wide = whole[:, 0].max() / 2, max(whole[:, 0].max(), 1.5)
        return Panel(
            marks,
            (middle - wide / 2 - 0.62, middle + wide / 2 + 0.62),
            (-max(depth_of(self.full), 2) - 0.5, 0.5),
            title="yes: to the left, no: to the right",
            bare=True,
            width=1.9,
        )

    def describe(self):
        said = [self.answer(self.nodes[k], below) for k, below in pairwise(self.path)]
        end, wrong = self.nodes[self.path[-1]], share_wrong(self.nodes, self.data.X, self.data.y)
        guess, like = self.data.target_names[int(end.value.argmax())], show.percent(end.value.max())
        return (
            f"{'; '.join(said) or 'No question'}: {guess}, like {like} of the {end.samples} points of this leaf. "
            f"{number_of(len(leaves(self.nodes)))}, {show.percent(wrong)} of all points wrong."
        )

    def answer(self, node: Node, below: int) -> str:
        """What the point says at a node, if it goes on to the node with the number `below`."""
        says = "yes" if below == node.left else "no"
        return f"{at_most(self.data.feature_names[node.feature], node.threshold)}? {says}"


# --- How deep (section 6) ---------------------------------------------------------------------

SAMPLES = 20  # training sets to choose from


@figure(GROUPS, overlapping, most=4000)
class depths(View):
    """Depth and leaf size against the error on points that the tree has not seen, for 20 training sets (TRE-07).

    train: the points that the tree grows on, half of all but at most 150; rest: the others. errors (2, depths): of all
    depths, on the points that it grew on and on the others.
    """

    size = (8.8, 4.4)
    deepest: int = 10
    frame: dict[str, Any]
    parts: Callable[..., Any]
    trees: Callable[..., Any]
    highest: float
    train: Dataset
    rest: Dataset
    depth: int
    nodes: tuple[Node, ...]
    errors: np.ndarray

    def prepare(self):
        self.frame = unequal(self.data.X)
        self.parts = cache(lambda sample: parts_of(self.data, sample))
        self.trees = cache(self.grow)
        self.highest = max(error_of_a_leaf(*self.parts(sample)) for sample in range(1, SAMPLES + 1))
        self.controls = {
            "depth": Slider("largest depth", 1, 0, self.deepest),
            "least": Slider("smallest leaf, in points", 1, 1, 30),
            "sample": Slider("training set", 1, 1, SAMPLES),
            "criterion": Choice("impurity", IMPURITIES),
        }

    def grow(self, sample: int, criterion: str, least: int) -> tuple[list[tuple[Node, ...]], np.ndarray]:
        """The trees of all depths, and their errors."""
        train, rest = self.parts(sample)
        full = grown(train.X, train.y, len(self.data.target_names), criterion, min_samples_leaf=least)
        tops = [at_depth(full, depth) for depth in range(self.deepest + 1)]
        errors = [[share_wrong(top, part.X, part.y) for top in tops] for part in (train, rest)]
        return tops, np.array(errors)

    def compute(self, depth: int, least: int, sample: int, criterion: str):
        self.train, self.rest = self.parts(sample)
        tops, self.errors = self.trees(sample, criterion, least)
        self.depth = depth
        self.nodes = tops[depth]

    def draw(self):
        train, names = self.train, self.data.feature_names
        left = [*tree_boxes(self.nodes, self.frame), *group_points(train.X, train.y, train.target_names, size=4.5)]
        words = "on its own points", "on points it has not seen"
        return [
            Panel(left, **self.frame, xlabel=names[0], ylabel=names[1]),
            error_panel(self.errors, self.depth, words, "share of errors", self.highest),
        ]

    def describe(self):
        seen, unseen = (show.percent(row[self.depth]) for row in self.errors)
        return (
            f"Depth {self.depth}, {number_of(len(leaves(self.nodes)))}: {seen} of the {len(self.train.X)} points "
            f"that it grew on are wrong, {unseen} of the {len(self.rest.X)} others."
        )


def error_of_a_leaf(train: Dataset, rest: Dataset) -> float:
    """The error of a tree of depth 0 on the one part or the other, whichever is larger."""
    guess = np.bincount(train.y).argmax()
    return max(float((part.y != guess).mean()) for part in (train, rest))


# --- Against the neighbours (Further D) -------------------------------------------------------

GRID = 70  # cells along each axis of the window


@figure(GROUPS, petals, most=400)
class rivals(View):
    """The regions of a tree and of K neighbours, and what another unit does to them (TRE-01).

    Both are fitted with the second feature times a factor, and drawn over the plane as it came. answers (GRID²,): those
    of the neighbours. moved: the shares of the window where the tree, and they, answer otherwise than at factor 1.
    """

    size = (8.8, 4.4)
    frame: dict[str, Any]
    grid: np.ndarray
    before: np.ndarray
    neighbours: Callable[..., Any]
    factor: float
    nodes: tuple[Node, ...]
    near: KNeighborsClassifier
    answers: np.ndarray
    moved: tuple[float, float]

    def prepare(self):
        data, n = self.data, len(self.data.X)
        self.frame = unequal(data.X)
        across, up = (np.linspace(*self.frame[name], num=GRID) for name in ("xlim", "ylim"))
        self.grid = show.lattice(across, up)
        self.before = guess_of(self.tree(1.0), self.grid)
        self.neighbours = cache(self.fit)
        self.controls = {
            "factor": LogSlider(f"{short(data.feature_names[1])} times", 1, -2, 2),
            "K": Slider("K, neighbours", min(5, n), 1, min(25, n), 2),
        }

    def tree(self, factor: float) -> tuple[Node, ...]:
        """The tree of the stretched points, its thresholds taken back to the points as they came."""
        nodes = grown(self.data.X * [1, factor], self.data.y, len(self.data.target_names))
        return tuple(node._replace(threshold=node.threshold / factor) if node.feature == 1 else node for node in nodes)

    def fit(self, K: int, factor: float) -> tuple[KNeighborsClassifier, np.ndarray]:
        """The neighbours among the stretched points, and their answers on the grid."""
        near = KNeighborsClassifier(K).fit(self.data.X * [1, factor], self.data.y)
        return near, near.predict(self.grid * [1, factor])

    def compute(self, factor: float, K: int):
        self.factor = factor
        self.nodes = self.tree(factor)
        self.near, self.answers = self.neighbours(K, factor)
        tree = (guess_of(self.nodes, self.grid) != self.before).mean()
        self.moved = tree, (self.answers != self.neighbours(K, 1.0)[1]).mean()

    def draw(self):
        data, K = self.data, len(self.data.target_names)
        points = group_points(data.X, data.y, data.target_names, size=4)
        columns = 4 if min(K, 4) * (4 + max(length(point.label) for point in points)) <= 60 else 2
        scores = (self.answers[:, None] == np.arange(K)).astype(float)
        *fills, border = draw_regions(lambda _: scores, range(K), self.frame["xlim"], self.frame["ylim"], n=GRID)
        names = data.feature_names
        look: dict[str, Any] = dict(xlabel=names[0], ylabel=names[1], legend_columns=columns, **self.frame)
        return [
            Panel([*tree_boxes(self.nodes, self.frame), *points], title="the tree", **look),
            Panel([*fills, replace(border, label=""), *points], title="the K nearest", **look),
        ]

    def describe(self):
        tree, near = (show.percent(share) for share in self.moved)
        unit = f"{short(self.data.feature_names[1])} × {show.number(self.factor, 2)}"
        return (
            f"{unit}: the tree has changed on {tree} of the window, the neighbours on {near}. "
            f"One answer: {depth_of(self.nodes)} comparisons at most, or {len(self.data.X)} distances."
        )


# --- Real data (section 7) --------------------------------------------------------------------


@figure(TABLE, datasets.breast_cancer, most=700)
class choice(View):
    """Depth and leaf size by cross-validation on a whole table, and the tree that they give (TRE-07).

    errors (2, depths): of five folds, on those that a tree grew on and on the one left out. full: the deepest tree of
    all points; nodes: its top.
    """

    size = (8.8, 4.4)
    deepest: int = 8
    folds: list[Any]
    trees: Callable[..., Any]
    depth: int
    least: int
    errors: np.ndarray
    full: tuple[Node, ...]
    nodes: tuple[Node, ...]

    def prepare(self):
        self.data = data = with_classes_counted(self.data)
        check_rows_of_each_class(data.y, 5, "five folds, each left out in turn,")
        self.folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(data.X, data.y))
        self.trees = cache(self.grow)
        sizes = {str(least): least for least in (1, 2, 5, 10, 20, 50) if least <= len(data.y) // 2}
        self.controls = {
            "depth": Slider("largest depth", 0, 0, self.deepest),
            "least": Choice("smallest leaf, in points", sizes),
        }

    def grow(self, least: int) -> tuple[np.ndarray, list[tuple[Node, ...]]]:
        """The errors of all depths over the folds, and the trees of all points."""
        X, y, classes = self.data.X, self.data.y, len(self.data.target_names)
        errors = np.zeros((2, self.deepest + 1))
        for train, test in self.folds:
            nodes = grown(X[train], y[train], classes, min_samples_leaf=least)
            for depth in range(self.deepest + 1):
                top = at_depth(nodes, depth)
                errors[:, depth] += [share_wrong(top, X[rows], y[rows]) / len(self.folds) for rows in (train, test)]
        full = grown(X, y, classes, min_samples_leaf=least)
        return errors, [at_depth(full, depth) for depth in range(self.deepest + 1)]

    def compute(self, depth: int, least: int):
        self.errors, tops = self.trees(least)
        self.depth = depth
        self.least = least
        self.full = tops[-1]
        self.nodes = tops[depth]

    def draw(self):
        whole = places_of(self.full)  # a node stays where it is at every depth
        at = whole[numbers_kept(self.full, self.nodes)]
        guess = np.array([int(node.value.argmax()) for node in self.nodes])
        nodes = [
            show.Points(at[guess == k], size=9, label=name, edge=show.BLACK, **class_look(k))
            for k, name in enumerate(self.data.target_names)
        ]
        wide, deep = max(whole[:, 0].max(), 1), max(depth_of(self.full), 3)
        words = "on the folds that it grew on", "on the fold left out"
        return [
            error_panel(self.errors, self.depth, words, "share of errors"),
            Panel(
                [links(self.nodes, at), *nodes],
                (-0.7, wide + 0.7),
                (-deep - 0.5, 0.5),
                title="the tree of all points",
                bare=True,
                legend_columns=2,
                width=1.2,
            ),
        ]

    def describe(self):
        seen, unseen = (f"{100 * row[self.depth]:.1f} %" for row in self.errors)
        root = self.nodes[0]
        first = "" if root.is_leaf else f"; first question: {short(self.data.feature_names[root.feature])}"
        return (
            f"Depth {self.depth}, leaves of {self.least} or more: {seen} wrong on the folds that it grew on, {unseen} "
            f"on the fold left out. The tree of all points: {number_of(len(leaves(self.nodes)))}{first}."
        )
