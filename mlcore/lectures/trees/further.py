"""The figures of the Further sections of lecture 14: turned data, regression, pruning."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets, show
from mlcore.base.steps import last
from mlcore.datasets import Dataset
from mlcore.plots.figure import figure
from mlcore.plots.kinds import GROUPS, LINE
from mlcore.plots.trees import (
    at_depth,
    counted,
    group_points,
    grown,
    links,
    numbers_kept,
    places_of,
    share_wrong,
    tree_boxes,
    unequal,
)
from mlcore.show import Live, Mark, Panel
from mlcore.show.style import class_look
from mlcore.tree import CRITERIA, Limits, Node, leaf_of, leaves, prune, sorted_rows, target_table, tree_steps

# --- A border at an angle (Further A) ---------------------------------------------------------

ANGLES = np.arange(0, 91, 1)


def two_halves(n: int = 200, gap: float = 0.08, seed: int = 0) -> Dataset:
    """Points spread evenly over a disc of radius 1, cut by a vertical line in the middle, with a gap to either side."""
    rng = np.random.default_rng(seed)
    radius, turn = np.sqrt(rng.uniform(size=n)), 2 * np.pi * rng.uniform(size=n)
    X = radius[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    y = (X[:, 0] > 0).astype(int)
    X[:, 0] += gap * (2 * y - 1)
    return Dataset(X, y, ("$x_1$", "$x_2$"), ("left half", "right half"))


@dataclass(frozen=True)
class Turned:
    """The points turned by an angle, their full tree, and how many leaves the tree has at every angle."""

    X: np.ndarray
    data: Dataset
    angle: int
    nodes: tuple[Node, ...]
    counts: np.ndarray
    frame: dict


def draw_turned(s: Turned) -> list[Panel]:
    left = [*tree_boxes(s.nodes, s.frame), *group_points(s.X, s.data.y, s.data.target_names, size=4.5)]
    top = 1.12 * max(s.counts)
    right: list[Mark] = [
        show.curve(ANGLES[: s.angle + 1], s.counts[: s.angle + 1], color=show.BLUE, width=2.2),
        show.vline(s.angle, (0, top), dash="dotted"),
        show.point(s.angle, s.counts[s.angle], color=show.VERMILLION, marker="D", size=10, edge=show.BLACK),
    ]
    ticks = (0, 15, 30, 45, 60, 75, 90)
    look: dict[str, Any] = dict(xticks=(ticks, tuple(f"{t}°" for t in ticks)))
    return [
        Panel(left, **s.frame, xlabel="first axis", ylabel="second axis", width=1.1),
        Panel(right, (-3, 93), (0, top), "turned by", "leaves of the full tree", **look),
    ]


def describe_turned(s: Turned) -> str:
    return f"Turned by {s.angle}°: {counted(len(leaves(s.nodes)))}, depth {max(node.depth for node in s.nodes)}."


@figure(GROUPS, two_halves, most=300)
def turned(data: Dataset) -> Live:
    """The same points, turned: how many leaves a full tree needs (TRE-01)."""
    center, K = data.X.mean(axis=0), len(data.target_names)
    away = (data.X - center) / np.maximum(np.ptp(data.X, axis=0), 1e-300)  # in one unit, or turning makes no sense
    radius = 1.05 * np.linalg.norm(away, axis=1).max() or 1.0
    frame = dict(xlim=(-radius, radius), ylim=(-radius, radius), equal=True)

    def at(angle: int) -> np.ndarray:
        turn = np.radians(angle)
        return away @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    trees = [grown(at(angle), data.y, K) for angle in ANGLES.tolist()]
    counts = np.array([len(leaves(nodes)) for nodes in trees])

    def compute(angle: int) -> Turned:
        return Turned(at(angle), data, angle, trees[angle], counts, frame)

    controls = {"angle": show.slider("turn, in degrees", 0, 0, 90, 1)}
    return Live(compute, draw_turned, describe_turned, controls=controls, size=(8.8, 4.4))


# --- A tree that predicts numbers (Further B) -------------------------------------------------


def wave(n: int = 80, seed: int = 0) -> Dataset:
    """A sine over two periods, with noise of standard deviation 0.3."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 4 * np.pi, n))
    return Dataset(x[:, None], np.sin(x) + 0.3 * rng.standard_normal(n), ("x",), ("y",))


@dataclass(frozen=True)
class Steps:
    """A regression tree as a function with steps; error: the mean square of its residuals."""

    data: Dataset
    nodes: tuple[Node, ...]
    mean: float
    depth: int
    error: float
    spread: float


def draw_steps(s: Steps) -> list[Panel]:
    x, y = s.data.X[:, 0], s.data.y
    xlim, ylim = show.limits(x), show.limits(y, 0.1)
    cuts = np.unique([node.threshold for node in s.nodes if not node.is_leaf])
    ends = np.concatenate([[xlim[0]], cuts, [xlim[1]]])
    levels = predicted(s.nodes, s.mean, (ends[:-1] + ends[1:])[:, None] / 2)
    marks: list[Mark] = [
        show.Points(np.column_stack([x, y]), color=show.GREY, size=5, label="points"),
        show.curve(np.repeat(ends, 2)[1:-1], np.repeat(levels, 2), color=show.VERMILLION, width=2.4, label="the tree"),
    ]
    target = s.data.target_name
    return [Panel(marks, xlim, ylim, s.data.feature_names[0], target)]


def predicted(nodes, mean: float, X) -> np.ndarray:
    """The mean of the targets in the leaf of each point of X (m, 1)."""
    return mean + np.array([node.value[0] for node in nodes])[leaf_of(nodes, X)]


def describe_steps(s: Steps) -> str:
    return (f"Depth {s.depth}: {counted(len(leaves(s.nodes)))}; mean squared residual {show.number(s.error, 3)}, "
            f"variance of all targets {show.number(s.spread, 3)}.")  # fmt: skip


@figure(LINE, wave, most=400)
def steps(data: Dataset, *, depth: int = 0, deepest: int = 8) -> Live:
    """A regression tree under sliders for its depth and its smallest leaf (TRE-05)."""
    mean = float(data.y.mean())
    table = target_table(data.y - mean, np.ones(len(data.y)))

    @cache
    def whole(least: int) -> tuple[Node, ...]:
        limits = Limits(max_depth=deepest, min_samples_leaf=least)
        variance = CRITERIA["squared_error"]
        run = tree_steps(data.X, table, rows=sorted_rows(data.X), impurity=variance, limits=limits)
        return last(run, len(data.X)).nodes

    def compute(depth: int, least: int) -> Steps:
        nodes = at_depth(whole(least), depth)
        error = float(((data.y - predicted(nodes, mean, data.X)) ** 2).mean())
        return Steps(data, nodes, mean, depth, error, float(data.y.var()))

    controls = {
        "depth": show.slider("largest depth", depth, 0, deepest, 1),
        "least": show.slider("smallest leaf, in points", 1, 1, 20, 1),
    }
    return Live(compute, draw_steps, describe_steps, controls=controls, size=(8.8, 4.2))


# --- The price of a leaf (Further C) ----------------------------------------------------------


@dataclass(frozen=True)
class Pruned:
    """What is left of a full tree at a price per leaf; unseen: the error on the points that it did not grow on."""

    train: Dataset
    full: tuple[Node, ...]
    nodes: tuple[Node, ...]
    price: float
    kept: list[int]
    unseen: float
    frame: dict


def draw_pruned(s: Pruned) -> list[Panel]:
    left = [*tree_boxes(s.nodes, s.frame), *group_points(s.train.X, s.train.y, s.train.target_names, size=4.5)]
    at, guess = places_of(s.full), np.array([int(node.value.argmax()) for node in s.full])
    kept = np.zeros(len(s.full), bool)
    kept[s.kept] = True
    right: list[Mark] = [
        links(s.full, at),
        show.Points(at[~kept], color="#FFFFFF", edge=show.GREY, size=4, label="pruned"),
    ]
    for k in range(len(s.train.target_names)):
        right.append(show.Points(at[kept & (guess == k)], size=8, edge=show.BLACK, **class_look(k)))
    names, deep = s.train.feature_names, max(node.depth for node in s.full)
    look: dict[str, Any] = dict(bare=True, title="the full tree, and what is left of it", width=1.3)
    return [
        Panel(left, **s.frame, xlabel=names[0], ylabel=names[1]),
        Panel(right, (-0.8, max(at[:, 0].max(), 1) + 0.8), (-deep - 0.5, 0.5), **look),
    ]


def describe_pruned(s: Pruned) -> str:
    seen = show.percent(share_wrong(s.nodes, s.train.X, s.train.y))
    left = f"{len(leaves(s.nodes))} of {len(leaves(s.full))} leaves are left"
    return (f"Price {show.number(s.price, 2)}: {left}; {seen} of the points that it grew on are wrong, "
            f"{show.percent(s.unseen)} of the others.")  # fmt: skip


@figure(GROUPS, datasets.overlapping_groups, most=600)
def pruned(data: Dataset) -> Live:
    """A full tree under a price per leaf: the questions that are not worth it go (Further C)."""
    rows, unseen = train_test_split(np.arange(len(data.y)), train_size=0.5, random_state=0)
    train = Dataset(data.X[rows], data.y[rows], data.feature_names, data.target_names)
    full, frame = grown(train.X, train.y, len(data.target_names)), unequal(data.X)

    def compute(price: float) -> Pruned:
        nodes = prune(full, price)
        wrong = share_wrong(nodes, data.X[unseen], data.y[unseen])
        return Pruned(train, full, nodes, price, numbers_kept(full, nodes), wrong, frame)

    controls = {"price": show.log_slider("price of a leaf", 1e-3, -3, 0)}
    return Live(compute, draw_pruned, describe_pruned, controls=controls, size=(8.8, 4.4))
