"""Fresh draws: on how many of them what lecture 14 says holds. A row for each seed, a column for each rival."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from sklearn.model_selection import StratifiedKFold

from mlcore import datasets
from mlcore.datasets import Dataset
from mlcore.lectures.trees.data import noisy_sine, two_halves, with_classes_counted
from mlcore.plots.trees import at_depth, grown, share_wrong
from mlcore.tree import (
    CRITERIA,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Node,
    label_table,
    leaves,
    prune,
)

POINTS, NEW = 150, 10_000  # to grow on, and to try it on
DEPTHS = (1, 2, 3, 4, 5, 6, 8)
SIZES = (1, 5, 10, 15, 20, 30)
PRICES = (0.0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1)


# --- The mixture of sections 6 and Further C --------------------------------------------------


def training_set(seed: int, points: int = POINTS) -> Dataset:
    """150 points, or so many, of the mixture that is drawn in section 6."""
    return datasets.overlapping_groups(points, seed)


@cache
def new_points() -> Dataset:
    """Ten thousand points of the same mixture, which no tree has seen."""
    return datasets.overlapping_groups(NEW, seed=1_000_000)


def wrong_on_new(nodes: Sequence[Node]) -> float:
    """The share of the new points that a tree gets wrong."""
    return share_wrong(nodes, new_points().X, new_points().y)


def depth_errors(seeds: Sequence[int], criterion: str = "gini") -> np.ndarray:
    """Errors on new points (seeds, 8): of trees of the `DEPTHS`, and of the full tree."""
    rows = []
    for seed in seeds:
        train = training_set(seed)
        full = grown(train.X, train.y, 2, criterion)
        rows.append([*(wrong_on_new(at_depth(full, depth)) for depth in DEPTHS), wrong_on_new(full)])
    return np.array(rows)


def leaf_errors(seeds: Sequence[int], criterion: str = "gini", points: int = POINTS) -> np.ndarray:
    """Errors on new points (seeds, 6): of trees of any depth, whose leaves have at least so many points (`SIZES`).

    points: how many the trees grow on.
    """
    rows = []
    for seed in seeds:
        train = training_set(seed, points)
        trees = (grown(train.X, train.y, 2, criterion, min_samples_leaf=least) for least in SIZES)
        rows.append([wrong_on_new(nodes) for nodes in trees])
    return np.array(rows)


def price_errors(seeds: Sequence[int]) -> np.ndarray:
    """Errors on new points (seeds, 8): of the full tree, pruned at the `PRICES`."""
    rows = []
    for seed in seeds:
        train = training_set(seed)
        full = grown(train.X, train.y, 2)
        rows.append([wrong_on_new(prune(full, price)) for price in PRICES])
    return np.array(rows)


def chosen_errors(seeds: Sequence[int]) -> np.ndarray:
    """Errors on new points (seeds, 4): of the full tree, and with the depth, the leaf size and the price that do best.

    Best on the fold left out, of five folds of the 150 points themselves: no new point has a say.
    """
    rows = []
    for seed in seeds:
        train = training_set(seed)
        errors = np.zeros((3, 13))
        for mine, left_out in StratifiedKFold(5, shuffle=True, random_state=seed).split(train.X, train.y):
            for row, trees in zip(errors, candidates(train.X[mine], train.y[mine]), strict=True):
                row[: len(trees)] += [share_wrong(nodes, train.X[left_out], train.y[left_out]) for nodes in trees]
        of_all = candidates(train.X, train.y)
        best = [trees[row[: len(trees)].argmin()] for row, trees in zip(errors, of_all, strict=True)]
        rows.append([wrong_on_new(nodes) for nodes in (of_all[0][-1], *best)])
    return np.array(rows)


def candidates(X: np.ndarray, y: np.ndarray) -> list[list[Sequence[Node]]]:
    """Trees to choose from: by depth (the last one is the full tree), by leaf size, by price."""
    full = grown(X, y, 2)
    return [
        [*(at_depth(full, depth) for depth in range(12)), full],
        [grown(X, y, 2, min_samples_leaf=least) for least in (1, 2, 3, *SIZES[1:])],
        [prune(full, price) for price in PRICES],
    ]


# --- Real data --------------------------------------------------------------------------------


def patient_errors(seeds: Sequence[int]) -> np.ndarray:
    """Errors on the fold left out, of five folds of the 569 patients (seeds, 10): depths 0 to 8, and leaves of 50."""
    data = with_classes_counted(datasets.breast_cancer())
    rows = np.zeros((len(seeds), 10))
    for row, seed in zip(rows, seeds, strict=True):
        for mine, left_out in StratifiedKFold(5, shuffle=True, random_state=seed).split(data.X, data.y):
            full = grown(data.X[mine], data.y[mine], 2, max_depth=8)
            large = grown(data.X[mine], data.y[mine], 2, max_depth=8, min_samples_leaf=50)
            trees = [*(at_depth(full, depth) for depth in range(9)), large]
            row += [share_wrong(nodes, data.X[left_out], data.y[left_out]) / 5 for nodes in trees]
    return rows


def first_questions(seeds: Sequence[int], left_out: int = 30) -> list[str]:
    """Which feature the first question is about, when so many of the 569 patients are left out by chance."""
    data, names = datasets.breast_cancer(), []
    for seed in seeds:
        rows = np.random.default_rng(seed).permutation(len(data.y))[left_out:]
        root = DecisionTreeClassifier(max_depth=1).fit(data.X[rows], data.y[rows]).tree_[0]
        names.append(data.feature_names[root.feature])
    return names


def fold_questions(seeds: Sequence[int]) -> np.ndarray:
    """The feature (seeds, 5) of the first question of the tree of each four folds of five."""
    data = with_classes_counted(datasets.breast_cancer())
    folds = [StratifiedKFold(5, shuffle=True, random_state=seed).split(data.X, data.y) for seed in seeds]
    trees = [[grown(data.X[mine], data.y[mine], 2, max_depth=1) for mine, _ in split] for split in folds]
    return np.array([[nodes[0].feature for nodes in five] for five in trees])


def flowers_of(seed: int) -> Dataset:
    """100 of the 150 irises, drawn without repetition."""
    iris = datasets.iris()
    rows = np.random.default_rng(seed).permutation(len(iris.y))[:100]
    return Dataset(iris.X[rows], iris.y[rows], iris.feature_names, iris.target_names)


def smaller_sides(seeds: Sequence[int]) -> np.ndarray:
    """How many of 100 irises the best question about a sepal puts on the smaller side (seeds, 2 rules, 2 features).

    The rules: the two sides weighted by their sizes, and counted alike.
    """
    found = np.zeros((len(seeds), 2, 2))
    for at, seed in enumerate(seeds):
        data = flowers_of(seed)
        table = label_table(data.y, 3, np.ones(len(data.y)))
        for j in (0, 1):
            order = data.X[:, j].argsort(kind="stable")
            left = table[order].cumsum(axis=0).T
            one, other = left[:, :-1], left[:, -1:] - left[:, :-1]
            gini = CRITERIA["gini"]
            rules = (one[0] * gini(one) + other[0] * gini(other)) / len(order), (gini(one) + gini(other)) / 2
            possible = np.diff(data.X[order, j]) > 0
            for k, costs in enumerate(rules):
                yes = np.where(possible, costs, np.inf).round(12).argmin() + 1
                found[at, k, j] = min(yes, len(order) - yes)
    return found


def same_questions(seeds: Sequence[int]) -> np.ndarray:
    """Whether Gini and entropy ask the same questions (seeds,) about the petals of 100 irises, down to depth 3."""
    same = []
    for seed in seeds:
        data = flowers_of(seed)
        trees = [grown(data.X[:, 2:], data.y, 3, name, max_depth=3) for name in ("gini", "entropy")]
        asked = [[(node.feature, node.threshold) for node in nodes] for nodes in trees]
        same.append(asked[0] == asked[1])
    return np.array(same)


# --- Coins, halves at an angle, a sine --------------------------------------------------------


def coin_leaves(seeds: Sequence[int]) -> np.ndarray:
    """Leaves of the full tree (seeds,) of 200 points of the plane whose labels are flips of a fair coin."""
    counts = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        model = DecisionTreeClassifier().fit(rng.standard_normal((200, 2)), rng.integers(0, 2, 200))
        counts.append(model.get_n_leaves())
    return np.array(counts)


def turned_leaves(seeds: Sequence[int], angles: Sequence[float]) -> np.ndarray:
    """Leaves of the full tree (seeds, angles) of the two halves of a disc, turned by so many degrees."""
    counts = np.zeros((len(seeds), len(angles)), int)
    for row, seed in zip(counts, seeds, strict=True):
        data = two_halves(seed=seed)
        for k, turn in enumerate(np.radians(angles)):
            X = data.X @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            row[k] = len(leaves(grown(X, data.y, 2)))
    return counts


def sine_errors(seeds: Sequence[int]) -> np.ndarray:
    """Mean squared distance from the sine itself (seeds, 9): of trees of depths 0 to 8, each of 80 noisy points."""
    across = np.linspace(0, 4 * np.pi, 1000)[:, None]
    rows = []
    for seed in seeds:
        told = [model.predict(across) for model in sine_trees(seed)]
        rows.append([np.mean((y - np.sin(across[:, 0])) ** 2) for y in told])
    return np.array(rows)


def sine_trees(seed: int) -> list[DecisionTreeRegressor]:
    """Trees of depths 0 to 8, of 80 points of a sine with noise."""
    data = noisy_sine(seed=seed)
    return [DecisionTreeRegressor(max_depth=depth).fit(data.X, data.y) for depth in range(9)]
