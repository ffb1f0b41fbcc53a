"""The figures of lecture 14, decision trees."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold, train_test_split

from mlcore import datasets, show
from mlcore.base.labels import encode_classes
from mlcore.datasets import Dataset
from mlcore.neighbors import KNeighborsClassifier
from mlcore.plots.figure import figure
from mlcore.plots.kinds import GROUPS, TABLE, DataError
from mlcore.plots.regions import draw_regions
from mlcore.plots.trees import (
    HALF,
    at_depth,
    at_most,
    counted,
    error_panel,
    fields_of,
    group_points,
    grown,
    guess_of,
    length,
    links,
    node_box,
    numbers_kept,
    places_of,
    share_wrong,
    short,
    tree_boxes,
    unequal,
)
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.style import class_look
from mlcore.tree import CRITERIA, Node, label_table, leaves, path_of, sorted_rows, split_costs

IMPURITIES = {"Gini": "gini", "entropy (bits)": "entropy"}


def petals() -> Dataset:
    """Iris, with the length and the width of the petals."""
    return datasets.iris().columns("petal length (cm)", "petal width (cm)")


HANDLE: dict[str, Any] = dict(color=show.YELLOW, marker="D", size=12, edge=show.BLACK, edge_width=1.6)

# --- One question (section 1) -----------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """The question x[feature] <= threshold to the points as they lie: what it costs, and what all others would.

    places (m,), costs (m − 1,): between two places the cost stays the same. sides (2, K): the counts of the classes.
    """

    X: np.ndarray
    y: np.ndarray
    data: Dataset
    at: np.ndarray
    feature: int
    threshold: float
    parent: float
    cost: float
    sides: np.ndarray
    places: np.ndarray
    costs: np.ndarray
    name: str
    frame: dict


def profile(X, y, classes: int, j: int, criterion: str, rule: str, span) -> tuple[np.ndarray, np.ndarray]:
    """Where the cost of a threshold on feature j may change (m,), and the cost from each place to the next (m − 1,)."""
    table, impurity = label_table(y, classes, np.ones(len(y))), CRITERIA[criterion]
    order = sorted_rows(X)[[j]]
    x = X[order[0], j]
    if rule == "weighted":
        costs = split_costs(order, table, impurity)[0]
    else:  # the mean of the two impurities, as if both sides were of one size
        left = table[order[0]].cumsum(axis=0).T
        costs = (impurity(left[:, :-1]) + impurity(left[:, -1:] - left[:, :-1])) / 2
    cut = x[:-1] < x[1:]
    whole = float(impurity(table.sum(axis=0)))
    return np.concatenate([[span[0]], x[:1], x[1:][cut], [span[1]]]), np.concatenate([[whole], costs[cut], [whole]])


def draw_question(s: Question) -> list[Panel]:
    frame, names = s.frame, s.data.feature_names
    (x0, x1), (y0, y1) = frame["xlim"], frame["ylim"]
    cut = np.clip(s.threshold, *(frame["xlim"] if s.feature == 0 else frame["ylim"]))
    both = [(x0, y0, cut, y1), (cut, y0, x1, y1)] if s.feature == 0 else [(x0, y0, x1, cut), (x0, cut, x1, y1)]
    line = ((cut, y0), (cut, y1)) if s.feature == 0 else ((x0, cut), (x1, cut))
    left: list[Mark] = [
        show.Bars(np.array([box]), color=class_look(int(side.argmax()))["color"], alpha=0.16 if side.any() else 0.0)
        for box, side in zip(both, s.sides, strict=True)
    ]
    left += [*group_points(s.X, s.y, s.data.target_names), show.segment(*line, width=2.4)]
    left.append(show.point(*s.at, **HANDLE))
    stairs = np.column_stack([np.repeat(s.places, 2)[1:-1], np.repeat(s.costs, 2)])
    span, top = (s.places[0], s.places[-1]), 1.12 * max(s.parent, 1e-9)
    edge = 0.025 * (span[1] - span[0])  # room for the whole ring at either end
    right: list[Mark] = [
        show.hline(s.parent, span, dash="dashed", label="before the question"),
        show.Lines([stairs], color=show.BLUE, width=2.2, label="after it"),
        show.vline(s.threshold, (0, top), dash="dotted"),
        show.point(s.threshold, s.cost, **show.NOW),
    ]
    look: dict[str, Any] = dict(xlabel=names[s.feature], ylabel=f"{s.name} of the two sides", legend_columns=2)
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], width=1.05),
        Panel(right, (span[0] - edge, span[1] + edge), (-0.04 * top, top), **look),
    ]


def describe_question(s: Question) -> str:
    yes, no = (show.listed(side) for side in s.sides)
    ask = at_most(s.data.feature_names[s.feature], s.threshold)
    return (f"{ask}: yes {yes}, no {no} (by class); {s.name} {show.number(s.parent, 3)} before, "
            f"{show.number(s.cost, 3)} after.")  # fmt: skip


@figure(GROUPS, petals, most=400)
def question(data: Dataset, *, feature: int = 0) -> Live:
    """A dragged threshold, and the impurity that each would leave; the points can be dragged too (TRE-03, TRE-06)."""
    K, frame = len(data.target_names), unequal(data.X)
    ends = np.array([frame["xlim"], frame["ylim"]])
    start = ends[:, :1].T + np.array([[0.72, 0.28]]) * np.ptp(ends, axis=1)

    def compute(feature: int, criterion: str, rule: str, at, X, y) -> Question:
        if len(X) < 2:
            raise ValueError("A question needs two points: double-click to add one.")
        span = min(ends[feature, 0], X[:, feature].min()), max(ends[feature, 1], X[:, feature].max())
        places, costs = profile(X, y, K, feature, criterion, rule, span)
        threshold = float(np.clip(at[0, feature], *span))
        yes = X[:, feature] <= threshold
        sides = np.array([np.bincount(y[side], minlength=K) for side in (yes, ~yes)])
        cost = costs[np.clip(np.searchsorted(places, threshold, side="right") - 1, 0, len(costs) - 1)]
        name = next(words for words, value in IMPURITIES.items() if value == criterion)
        return Question(X, y, data, at[0], feature, threshold, float(costs[0]), float(cost), sides, places, costs,
                        name, frame)  # fmt: skip

    controls = {
        "feature": show.choice("ask about", {short(name): j for j, name in enumerate(data.feature_names)}),
        "criterion": show.choice("impurity", IMPURITIES),
        "rule": show.choice("the two sides", {"weighted by their size": "weighted", "counted alike": "alike"}),
    }
    pointers = [
        Pointer(start, editable=False, names=("the threshold",), name="at"),
        Pointer(data.X, data.y, names=data.target_names),
    ]
    return Live(compute, draw_question, describe_question, controls=controls, pointers=pointers, size=(8.8, 4.4))


# --- Reading a tree (section 5) ---------------------------------------------------------------

TREE_WIDTH = 555.0  # of the panel with the tree, in letters of size 1


@dataclass(frozen=True)
class Reading:
    """The top of a full tree, and the way of one point through it."""

    data: Dataset
    full: tuple[Node, ...]
    nodes: tuple[Node, ...]
    x: np.ndarray
    path: list[int]
    name: str
    frame: dict


def draw_reading(s: Reading) -> list[Panel]:
    frame, names = s.frame, s.data.feature_names
    left = [*tree_boxes(s.nodes, frame), *group_points(s.data.X, s.data.y, s.data.target_names, size=4.5)]
    left.append(show.point(*s.x, **HANDLE))
    whole = places_of(s.full)  # a node stays where it is at every depth
    at, count = whole[numbers_kept(s.full, s.nodes)], len(leaves(s.full))
    size = 8.0 if count <= 6 else 6.5
    unit = TREE_WIDTH / (max(count - 1, 1.5) + 1.24) / size
    room = 2 * HALF[0] * unit, 2 * HALF[1] * unit
    right: list[Mark] = [links(s.nodes, at), show.curve(at[s.path, 0], at[s.path, 1], width=4.0)]
    for k, node in enumerate(s.nodes):
        right += node_box(at[k], node, fields_of(node, s.data, s.name, room), k in s.path, size)
    deep, last = max(node.depth for node in s.full), whole[:, 0].max()
    middle, wide = last / 2, max(last, 1.5)
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
        Panel(right, (middle - wide / 2 - 0.62, middle + wide / 2 + 0.62), (-max(deep, 2) - 0.5, 0.5), bare=True,
              title="yes: to the left, no: to the right", width=1.9),
    ]  # fmt: skip


def describe_reading(s: Reading) -> str:
    said = [asked(s.nodes[k], "yes" if below == s.nodes[k].left else "no", s.data) for k, below in pairwise(s.path)]
    end, wrong = s.nodes[s.path[-1]], show.percent(share_wrong(s.nodes, s.data.X, s.data.y))
    guess, like = s.data.target_names[int(end.value.argmax())], show.percent(end.value.max())
    return (f"{'; '.join(said) or 'No question'}: {guess}, like {like} of the {end.samples} points of this leaf. "
            f"{counted(len(leaves(s.nodes)))}, {wrong} of all points wrong.")  # fmt: skip


def asked(node: Node, answer: str, data: Dataset) -> str:
    return f"{at_most(data.feature_names[node.feature], node.threshold)}? {answer}"


@figure(GROUPS, petals, most=400)
def reading(data: Dataset, *, depth: int = 2) -> Live:
    """A tree drawn with the five fields of its nodes, and the way of a dragged point through it (TRE-07, TRE-08)."""
    K, frame = len(data.target_names), unequal(data.X)
    trees = {value: grown(data.X, data.y, K, value, max_depth=3) for value in IMPURITIES.values()}
    start = (0.4 * data.X.mean(axis=0) + 0.6 * np.median(data.X[data.y == K - 1], axis=0))[None]

    def compute(depth: int, criterion: str, x) -> Reading:
        nodes = at_depth(trees[criterion], depth)
        return Reading(data, trees[criterion], nodes, x[0], path_of(nodes, x[0]), criterion.capitalize(), frame)

    controls = {"depth": show.slider("largest depth", depth, 0, 3, 1), "criterion": show.choice("impurity", IMPURITIES)}
    pointer = Pointer(start, editable=False, names=("a new point",), name="x")
    return Live(compute, draw_reading, describe_reading, controls=controls, pointer=pointer, size=(8.8, 4.9))


# --- How deep (section 6) ---------------------------------------------------------------------


@dataclass(frozen=True)
class Depths:
    """A tree of so many levels, and the errors of all depths on the points it grew on and on the others."""

    train: Dataset
    nodes: tuple[Node, ...]
    depth: int
    errors: np.ndarray
    frame: dict


def draw_depths(s: Depths) -> list[Panel]:
    left = [*tree_boxes(s.nodes, s.frame), *group_points(s.train.X, s.train.y, s.train.target_names, size=4.5)]
    names = s.train.feature_names
    return [
        Panel(left, **s.frame, xlabel=names[0], ylabel=names[1]),
        error_panel(s.errors, s.depth, ("on these points", "on points it has not seen"), "share of errors"),
    ]


def describe_depths(s: Depths) -> str:
    seen, unseen = (show.percent(row[s.depth]) for row in s.errors)
    return (f"Depth {s.depth}, {counted(len(leaves(s.nodes)))}: {seen} of the {len(s.train.X)} points that it grew on "
            f"are wrong, {unseen} of the others.")  # fmt: skip


@figure(GROUPS, datasets.overlapping_groups, most=1000)
def depths(data: Dataset, *, depth: int = 1, deepest: int = 10) -> Live:
    """Depth and leaf size against the error on half of the points, which the tree has not seen (TRE-07)."""
    rows, unseen = train_test_split(np.arange(len(data.y)), train_size=0.5, random_state=0)
    X, y, others, labels = data.X[rows], data.y[rows], data.X[unseen], data.y[unseen]
    train, K, frame = Dataset(X, y, data.feature_names, data.target_names), len(data.target_names), unequal(data.X)

    @cache
    def trees(criterion: str, least: int) -> tuple[list[tuple[Node, ...]], np.ndarray]:
        nodes = grown(X, y, K, criterion, min_samples_leaf=least)
        tops = [at_depth(nodes, d) for d in range(deepest + 1)]
        pairs = [(share_wrong(top, X, y), share_wrong(top, others, labels)) for top in tops]
        return tops, np.array(pairs).T

    def compute(depth: int, least: int, criterion: str) -> Depths:
        tops, errors = trees(criterion, least)
        return Depths(train, tops[depth], depth, errors, frame)

    controls = {
        "depth": show.slider("largest depth", depth, 0, deepest, 1),
        "least": show.slider("smallest leaf, in points", 1, 1, 30, 1),
        "criterion": show.choice("impurity", IMPURITIES),
    }
    return Live(compute, draw_depths, describe_depths, controls=controls, size=(8.8, 4.4))


# --- Against the neighbours (section 7) -------------------------------------------------------


GRID = 70  # cells along each axis of the window


@dataclass(frozen=True)
class Rivals:
    """A tree and the K nearest neighbours, fitted with the second feature times a factor, over the plane as it came.

    answers (GRID²,): of the neighbours. moved: the share of the window in which each of the two answers otherwise than
    with the factor 1.
    """

    data: Dataset
    factor: float
    K: int
    nodes: tuple[Node, ...]
    near: KNeighborsClassifier
    answers: np.ndarray
    moved: tuple[float, float]
    frame: dict


def draw_rivals(s: Rivals) -> list[Panel]:
    names, frame, K = s.data.feature_names, s.frame, len(s.data.target_names)
    points = group_points(s.data.X, s.data.y, s.data.target_names, size=4)
    columns = 4 if min(K, 4) * (4 + max(length(point.label) for point in points)) <= 60 else 2
    scores = (s.answers[:, None] == np.arange(K)).astype(float)
    *fills, border = draw_regions(lambda _: scores, range(K), frame["xlim"], frame["ylim"], n=GRID)
    border = replace(border, label="")
    look: dict[str, Any] = dict(xlabel=names[0], ylabel=names[1], legend_columns=columns, **frame)
    return [
        Panel([*tree_boxes(s.nodes, s.frame), *points], title="the tree", **look),
        Panel([*fills, border, *points], title="the K nearest", **look),
    ]


def describe_rivals(s: Rivals) -> str:
    tree, near = (show.percent(share) for share in s.moved)
    deep, n = max(node.depth for node in s.nodes), len(s.data.X)
    unit = f"{short(s.data.feature_names[1])} × {show.number(s.factor, 2)}"
    return (f"{unit}: the tree has changed on {tree} of the window, the neighbours on {near}. "
            f"One answer: {deep} comparisons at most, or {n} distances.")  # fmt: skip


@figure(GROUPS, petals, most=400)
def rivals(data: Dataset, *, K: int = 5) -> Live:
    """The regions of a tree and of K neighbours, and what another unit does to them (TRE-01)."""
    classes, frame = len(data.target_names), unequal(data.X)
    across, up = (np.linspace(*frame[name], GRID) for name in ("xlim", "ylim"))  # type: ignore[call-overload]
    grid = show.lattice(across, up)

    def tree_for(factor: float) -> tuple[Node, ...]:
        nodes = grown(data.X * [1, factor], data.y, classes)
        return tuple(replace(node, threshold=node.threshold / factor) if node.feature == 1 else node for node in nodes)

    @cache
    def fitted(K: int, factor: float) -> tuple[KNeighborsClassifier, np.ndarray]:
        near = KNeighborsClassifier(K).fit(data.X * [1, factor], data.y)
        return near, near.predict(grid * [1, factor])

    before = tree_for(1.0)

    def compute(factor: float, K: int) -> Rivals:
        nodes, (near, answers) = tree_for(factor), fitted(K, factor)
        tree = (guess_of(nodes, grid) != guess_of(before, grid)).mean()
        moved = tree, (answers != fitted(K, 1.0)[1]).mean()
        return Rivals(data, factor, K, nodes, near, answers, moved, frame)

    controls = {
        "factor": show.log_slider(f"{short(data.feature_names[1])} times", 1, -2, 2),
        "K": show.slider("K, neighbours", min(K, len(data.X)), 1, min(25, len(data.X)), 2),
    }
    return Live(compute, draw_rivals, describe_rivals, controls=controls, size=(8.8, 4.4))


# --- Real data (section 8) --------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """The errors (2, depths) of cross-validation for a smallest leaf, on its training and on its other folds."""

    depth: int
    least: int
    errors: np.ndarray
    full: tuple[Node, ...]
    nodes: tuple[Node, ...]
    data: Dataset


def draw_choice(s: Choice) -> list[Panel]:
    whole = places_of(s.full)  # a node stays where it is at every depth
    at, guess = whole[numbers_kept(s.full, s.nodes)], np.array([int(node.value.argmax()) for node in s.nodes])
    tree: list[Mark] = [links(s.nodes, at)]
    for k, name in enumerate(s.data.target_names):
        tree.append(show.Points(at[guess == k], size=9, label=name, edge=show.BLACK, **class_look(k)))
    deep, wide = max(node.depth for node in s.full), max(whole[:, 0].max(), 1)
    look: dict[str, Any] = dict(bare=True, title="the tree of all points", legend_columns=2, width=1.2)
    right = Panel(tree, (-0.7, wide + 0.7), (-max(deep, 3) - 0.5, 0.5), **look)
    words = ("on the folds that it grew on", "on the fold left out")
    return [error_panel(s.errors, s.depth, words, "share of errors"), right]


def describe_choice(s: Choice) -> str:
    seen, unseen = (f"{100 * row[s.depth]:.1f} %" for row in s.errors)
    root = s.nodes[0]
    first = "" if root.is_leaf else f"; first question: {short(s.data.feature_names[root.feature])}"
    return (f"Depth {s.depth}, leaves of {s.least} or more: {seen} wrong on the folds that it grew on, {unseen} on the "
            f"fold left out. The tree of all points: {counted(len(leaves(s.nodes)))}{first}.")  # fmt: skip


@figure(TABLE, datasets.breast_cancer, most=700)
def choice(data: Dataset, *, depth: int = 0, deepest: int = 8) -> Live:
    """Depth and leaf size by cross-validation on a whole table, and the tree that they give (TRE-07)."""
    try:
        classes, y = encode_classes(data.y)
    except ValueError as error:
        raise DataError(f"This figure is about classes. {error}") from None
    names = data.target_names if len(data.target_names) == len(classes) else tuple(map(str, classes))
    K, data = len(classes), Dataset(data.X, y, data.feature_names, names)
    few = int(np.bincount(y).min())
    if few < 5:
        raise DataError(f"Five folds are left out in turn: each class needs five rows or more, and one has {few}.")
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(data.X, y))

    @cache
    def errors(least: int) -> tuple[np.ndarray, list[tuple[Node, ...]]]:
        table = np.zeros((2, deepest + 1))
        for train, test in folds:
            nodes = grown(data.X[train], y[train], K, min_samples_leaf=least)
            for d in range(deepest + 1):
                top = at_depth(nodes, d)
                table[:, d] += [share_wrong(top, data.X[rows], y[rows]) / len(folds) for rows in (train, test)]
        whole = grown(data.X, y, K, min_samples_leaf=least)
        return table, [at_depth(whole, d) for d in range(deepest + 1)]

    def compute(depth: int, least: int) -> Choice:
        table, tops = errors(least)
        return Choice(depth, least, table, tops[-1], tops[depth], data)

    sizes = {str(least): least for least in (1, 2, 5, 10, 20, 50) if least <= len(y) // 2}
    controls = {
        "depth": show.slider("largest depth", depth, 0, deepest, 1),
        "least": show.choice("smallest leaf, in points", sizes),
    }
    return Live(compute, draw_choice, describe_choice, controls=controls, size=(8.8, 4.4))
