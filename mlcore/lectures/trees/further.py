"""The figures of the Further sections of lecture 14: turned data, regression, pruning."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.steps import last
from mlcore.datasets import Dataset
from mlcore.lectures.trees.data import noisy_sine, overlapping, parts_of, two_halves
from mlcore.plots.figure import figure
from mlcore.plots.kinds import GROUPS, LINE
from mlcore.plots.trees import (
    at_depth,
    depth_of,
    group_points,
    grown,
    links,
    number_of,
    numbers_kept,
    places_of,
    share_wrong,
    tree_boxes,
    unequal,
)
from mlcore.show import LogSlider, Panel, Slider, View
from mlcore.show.style import class_look
from mlcore.tree import CRITERIA, Limits, Node, leaf_of, leaves, prune, sorted_rows, target_table, tree_steps

# --- A border at an angle (Further A) ---------------------------------------------------------

ANGLES = np.arange(0, 91, 1)


@figure(GROUPS, two_halves, most=300)
class turned(View):
    """The same points, turned: how many leaves a full tree needs (TRE-01).

    X (n, 2): the points turned by `angle` degrees. trees, counts (91,): the full tree at every angle, and its leaves.
    """

    size = (8.8, 4.4)
    away: np.ndarray
    frame: dict[str, Any]
    trees: list[tuple[Node, ...]]
    counts: np.ndarray
    angle: int
    X: np.ndarray
    nodes: tuple[Node, ...]

    def prepare(self):
        X = self.data.X
        self.away = (X - X.mean(axis=0)) / np.maximum(np.ptp(X, axis=0), 1e-300)  # one unit, or turning makes no sense
        radius = 1.05 * np.linalg.norm(self.away, axis=1).max() or 1.0
        self.frame = dict(xlim=(-radius, radius), ylim=(-radius, radius), equal=True)
        classes = len(self.data.target_names)
        self.trees = [grown(self.turned_by(angle), self.data.y, classes) for angle in ANGLES.tolist()]
        self.counts = np.array([len(leaves(nodes)) for nodes in self.trees])
        self.controls = {"angle": Slider("turn, in degrees", 0, 0, 90)}

    def turned_by(self, angle: int) -> np.ndarray:
        """The points (n, 2), turned about their middle."""
        turn = np.radians(angle)
        return self.away @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def compute(self, angle: int):
        self.angle = angle
        self.X = self.turned_by(angle)
        self.nodes = self.trees[angle]

    def draw(self):
        data, angle, counts = self.data, self.angle, self.counts
        left = [*tree_boxes(self.nodes, self.frame), *group_points(self.X, data.y, data.target_names, size=4.5)]
        top = 1.12 * max(counts)
        right = [
            show.curve(ANGLES[: angle + 1], counts[: angle + 1], color=show.BLUE, width=2.2),
            show.vline(angle, (0, top), dash="dotted"),
            show.point(angle, counts[angle], color=show.VERMILLION, marker="D", size=10, edge=show.BLACK),
        ]
        ticks = (0, 15, 30, 45, 60, 75, 90)
        degrees = (ticks, tuple(f"{tick}°" for tick in ticks))
        return [
            Panel(left, **self.frame, xlabel="first axis", ylabel="second axis", width=1.1),
            Panel(right, (-3, 93), (0, top), "turned by", "leaves of the full tree", xticks=degrees),
        ]

    def describe(self):
        return f"Turned by {self.angle}°: {number_of(len(leaves(self.nodes)))}, depth {depth_of(self.nodes)}."


# --- A tree that predicts numbers (Further B) -------------------------------------------------


@figure(LINE, noisy_sine, most=400)
class steps(View):
    """A regression tree under sliders for its depth and its smallest leaf (TRE-05).

    mean, spread: the mean of the targets, which the tree counts from, and their variance. error: the mean square of the
    tree's residuals.
    """

    size = (8.8, 4.2)
    deepest: int = 8
    mean: float
    spread: float
    trees: Callable[..., Any]
    depth: int
    nodes: tuple[Node, ...]
    error: float

    def prepare(self):
        self.mean = float(self.data.y.mean())
        self.spread = float(self.data.y.var())
        self.trees = cache(self.grow)
        self.controls = {
            "depth": Slider("largest depth", 0, 0, self.deepest),
            "least": Slider("smallest leaf, in points", 1, 1, 20),
        }

    def grow(self, least: int) -> tuple[Node, ...]:
        """The deepest tree whose leaves have so many points."""
        X, table = self.data.X, target_table(self.data.y - self.mean, np.ones(len(self.data.y)))
        limits = Limits(max_depth=self.deepest, min_samples_leaf=least)
        run = tree_steps(X, table, rows=sorted_rows(X), impurity=CRITERIA["squared_error"], limits=limits)
        return last(run, len(X)).nodes

    def compute(self, depth: int, least: int):
        self.depth = depth
        self.nodes = at_depth(self.trees(least), depth)
        self.error = float(((self.data.y - predicted(self.nodes, self.mean, self.data.X)) ** 2).mean())

    def draw(self):
        x, y = self.data.X[:, 0], self.data.y
        xlim, ylim = show.limits(x), show.limits(y, 0.1)
        cuts = np.unique([node.threshold for node in self.nodes if not node.is_leaf])
        ends = np.concatenate([[xlim[0]], cuts, [xlim[1]]])
        levels = predicted(self.nodes, self.mean, (ends[:-1] + ends[1:])[:, None] / 2)
        stairs = np.repeat(ends, 2)[1:-1], np.repeat(levels, 2)
        marks = [
            show.Points(np.column_stack([x, y]), color=show.GREY, size=5, label="points"),
            show.curve(*stairs, color=show.VERMILLION, width=2.4, label="the tree"),
        ]
        return [Panel(marks, xlim, ylim, self.data.feature_names[0], self.data.target_name)]

    def describe(self):
        return (
            f"Depth {self.depth}: {number_of(len(leaves(self.nodes)))}; "
            f"mean squared residual {show.number(self.error, 3)}, "
            f"variance of all targets {show.number(self.spread, 3)}."
        )


def predicted(nodes, mean: float, X) -> np.ndarray:
    """The mean of the targets in the leaf of each point of X (m, 1)."""
    return mean + np.array([node.value[0] for node in nodes])[leaf_of(nodes, X)]


# --- The price of a leaf (Further C) ----------------------------------------------------------


@figure(GROUPS, overlapping, most=4000)
class pruned(View):
    """A full tree under a price per leaf: the questions that are not worth it go (Further C).

    full: the tree of half of the points, but at most 150. nodes: what is left of it; kept: their numbers in the full
    tree. unseen: the share of errors on the other points.
    """

    size = (8.8, 4.4)
    controls = {"price": LogSlider("price of a leaf", 1e-3, -3, 0), "sample": Slider("training set", 1, 1, 20)}
    frame: dict[str, Any]
    trees: Callable[..., Any]
    train: Dataset
    rest: Dataset
    full: tuple[Node, ...]
    price: float
    nodes: tuple[Node, ...]
    kept: list[int]
    unseen: float

    def prepare(self):
        self.frame = unequal(self.data.X)
        self.trees = cache(self.grow)

    def grow(self, sample: int) -> tuple[Dataset, Dataset, tuple[Node, ...]]:
        """A training set, the other points, and the full tree."""
        train, rest = parts_of(self.data, sample)
        return train, rest, grown(train.X, train.y, len(self.data.target_names))

    def compute(self, price: float, sample: int):
        self.train, self.rest, self.full = self.trees(sample)
        self.price = price
        self.nodes = prune(self.full, price)
        self.kept = numbers_kept(self.full, self.nodes)
        self.unseen = share_wrong(self.nodes, self.rest.X, self.rest.y)

    def draw(self):
        train, names = self.train, self.data.feature_names
        left = [*tree_boxes(self.nodes, self.frame), *group_points(train.X, train.y, train.target_names, size=4.5)]
        at = places_of(self.full)
        at = at / np.maximum(np.abs(at).max(axis=0), 1)  # the axes are the same for every training set
        guess = np.array([int(node.value.argmax()) for node in self.full])
        stays = np.isin(np.arange(len(self.full)), self.kept)
        right = [
            links(self.full, at),
            show.Points(at[~stays], color="#FFFFFF", edge=show.GREY, size=4, label="pruned"),
            *(
                show.Points(at[stays & (guess == k)], size=8, edge=show.BLACK, **class_look(k))
                for k in range(len(train.target_names))
            ),
        ]
        title = "the full tree, and what is left of it"
        return [
            Panel(left, **self.frame, xlabel=names[0], ylabel=names[1]),
            Panel(right, (-0.03, 1.03), (-1.05, 0.05), title=title, bare=True, width=1.3),
        ]

    def describe(self):
        seen = show.percent(share_wrong(self.nodes, self.train.X, self.train.y))
        return (
            f"Price {show.number(self.price, 2)}: {len(leaves(self.nodes))} of {len(leaves(self.full))} leaves are "
            f"left; {seen} of the points that it grew on are wrong, {show.percent(self.unseen)} of the others."
        )
