"""Trees drawn: their boxes in the plane, and the tree itself with its nodes (lectures 14 and 15)."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.steps import last
from mlcore.datasets import Dataset
from mlcore.show import Mark, Panel
from mlcore.show.style import class_look
from mlcore.tree import (
    CRITERIA,
    Limits,
    Node,
    boxes,
    label_table,
    leaf_of,
    leaves,
    only_asking,
    sorted_rows,
    tree_steps,
)


def group_points(X, labels, names: Sequence[str], size: float = 5.5) -> list[Mark]:
    """The points X (n, 2) by class, labels (n,) from 0 up, with the names of the classes in the legend."""
    return [
        show.Points(X[labels == k], size=size, alpha=0.85, label=clipped(name, 16), **class_look(k))
        for k, name in enumerate(names)
    ]


def unequal(X) -> dict:
    """Limits for the points X (n, 2), with a scale of its own for each axis: a tree knows no distance."""
    return show.window(X) | dict(equal=False)


def tree_boxes(nodes: Sequence[Node], frame: dict) -> list[Mark]:
    """The regions of a tree in the window: a box per leaf, in the colour of its class, paler where classes mix."""
    low, high = np.array([frame["xlim"], frame["ylim"]]).T
    corners = boxes(nodes, low, high)
    marks = []
    for k in leaves(nodes):
        color = class_look(int(nodes[k].value.argmax()))["color"]
        marks.append(show.Bars(corners[k].reshape(1, 4), color=color, alpha=0.7 * strength(nodes[k])))
    return [*marks, show.Lines([ring(*corners[k].ravel()) for k in leaves(nodes)], color=show.GREY, width=1.0)]


def ring(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    """The edge of a box as a closed path (5, 2)."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]])


def strength(node: Node) -> float:
    """How strong the colour of a node's class is: paler where classes mix."""
    return float(0.07 + 0.3 * node.value.max() ** 2)


def grown(X, y, classes: int, criterion: str = "gini", **limits) -> tuple[Node, ...]:
    """The nodes of the tree of points X (n, d) with labels y (n,) from 0 up."""
    table = label_table(y, classes, np.ones(len(y)))
    steps = tree_steps(X, table, rows=sorted_rows(X), impurity=CRITERIA[criterion], limits=Limits(**limits))
    return last(steps, len(X)).nodes


def at_depth(nodes: Sequence[Node], depth: int) -> tuple[Node, ...]:
    """The top of a tree: what growing would give with this max_depth."""
    return only_asking(nodes, [k for k, node in enumerate(nodes) if node.depth < depth])


def depth_of(nodes: Sequence[Node]) -> int:
    """How many questions the longest way through the tree asks."""
    return max(node.depth for node in nodes)


def guess_of(nodes: Sequence[Node], X) -> np.ndarray:
    """The most frequent class (m,) in the leaf of each point of X (m, d)."""
    return np.array([node.value.argmax() for node in nodes])[leaf_of(nodes, X)]


def share_wrong(nodes: Sequence[Node], X, y) -> float:
    """The share of the points X (m, d) whose leaf is of another class than y (m,)."""
    return float((guess_of(nodes, X) != y).mean())


def places_of(nodes: Sequence[Node]) -> np.ndarray:
    """Where to draw the nodes (len(nodes), 2): leaves side by side, a question over the middle of its two sides."""
    at = np.zeros((len(nodes), 2))
    for x, k in enumerate(leaves(nodes)):
        at[k, 0] = x
    for k in reversed(range(len(nodes))):  # those below come first
        if not nodes[k].is_leaf:
            at[k, 0] = (at[nodes[k].left, 0] + at[nodes[k].right, 0]) / 2
        at[k, 1] = -nodes[k].depth
    return at


SYMBOLS = {"Gini": "G", "Entropy": "H"}  # of (14.1) and (14.2), where the box of a node has no room for more


def numbers_kept(full: Sequence[Node], top: Sequence[Node]) -> list[int]:
    """The numbers in the full tree of the nodes of its top (or of what pruning left), in the order of the top."""
    numbers = [0] * len(top)
    for k, node in enumerate(top):  # a node comes before those below it
        if not node.is_leaf:
            numbers[node.left], numbers[node.right] = full[numbers[k]].left, full[numbers[k]].right
    return numbers


def fields_of(node: Node, data: Dataset, name: str, room: tuple[float, float] = (99, 99)) -> list[str]:
    """The five fields of a node: its question, its impurity, how many points, how many of each class, its class.

    room: how long a line may be in the box of a leaf and in that of a question, as in `clipped`.
    """
    counts = np.array(node.sums[1:])
    wide = room[0 if node.is_leaf else 1]
    most = data.target_names[int(counts.argmax())]
    mixed = f"{name} {node.impurity:.3f}"
    mixed = mixed if length(mixed) <= wide else f"{SYMBOLS[name]} {node.impurity:.3f}"
    words = [mixed, f"{node.samples} points", f"[{show.listed(counts)}]", most]
    if not node.is_leaf:
        asks = at_most("", node.threshold)  # it stays whole: the name of the feature gives way
        words.insert(0, clipped(short(data.feature_names[node.feature]), wide - length(asks)) + asks)
    return [clipped(line, wide) for line in words]


def at_most(name: str, threshold: float) -> str:
    """The question whether a feature is at most so much."""
    return f"{short(name)} ≤ {show.number(threshold, 3)}"


def length(words: str) -> float:
    """How long words are, in letters: dots, commas and the like are about half as wide."""
    return sum(0.55 if letter in " ,.:;[]()|'ijltf" else 1 for letter in words)


def clipped(words: str, room: float) -> str:
    """The words if they are at most `room` letters long, else their beginning and an ellipsis."""
    if length(words) <= room + 1e-9:
        return words
    end = next(k for k in range(len(words), -1, -1) if length(words[:k]) <= max(room - 1, 0))
    return words[:end].rstrip(" ,") + "…"


HALF = 0.46, 0.7  # the width of a box, halved: of a leaf, and of a question, which has room beside it


def node_box(at, node: Node, words: list[str], passed: bool, size: float = 8) -> list[Mark]:
    """A node of a drawn tree: a box in the colour of its class, its fields in it, a thick edge if a point passes."""
    (x, y), half, tall = at, HALF[0 if node.is_leaf else 1], 0.085 * len(words)
    box = (x - half, y - tall, x + half, y + tall)
    color = class_look(int(node.value.argmax()))["color"]
    edge: dict[str, Any] = dict(width=2.6) if passed else dict(color=show.GREY, width=0.8)
    rows = [y + tall - 0.17 * (k + 0.5) for k in range(len(words))]
    marks: list[Mark] = [
        show.Bars(np.array([box]), color="#FFFFFF"),  # over the lines that come from above
        show.Bars(np.array([box]), color=color, alpha=strength(node)),
        show.Lines([ring(*box)], **edge),
    ]
    return marks + [show.words(x, row, line, size=size, align="center") for row, line in zip(rows, words, strict=True)]


def links(nodes: Sequence[Node], at: np.ndarray) -> show.Segments:
    """The lines from every question to its two sides."""
    ends = [[*at[k], *at[side]] for k, n in enumerate(nodes) if not n.is_leaf for side in (n.left, n.right)]
    return show.Segments(np.array(ends).reshape(-1, 4), color=show.GREY)


def error_panel(
    errors: np.ndarray, depth: int, words: Sequence[str], ylabel: str, highest: float = 0.02
) -> Panel:  # fmt: skip
    """Two errors (2, depths) up to the depth where it stands, with markers there; the axes have room for all.

    highest: there is room for such an error, too, so that the axes stay where they are when other errors are drawn.
    """
    at = np.arange(errors.shape[1])
    top = 1.12 * max(errors.max(), highest)
    marks: list[Mark] = [show.vline(depth, (0, top), dash="dotted")]
    looks = dict(color=show.BLUE, dash="dashdot"), dict(color=show.VERMILLION)
    for row, word, look, marker in zip(errors, words, looks, "os", strict=True):
        marks.append(show.curve(at[: depth + 1], row[: depth + 1], width=2.2, label=word, **look))
        marks.append(show.point(depth, row[depth], color=look["color"], marker=marker, size=9, edge=show.BLACK))
    return Panel(marks, (-0.4, at[-1] + 0.4), (-0.04 * top, top), "largest depth", ylabel, legend_columns=1)


def short(name: str) -> str:
    """A feature's name without its unit."""
    return re.sub(r"\s*\([^)]*\)$", "", name)


def number_of(number: int, one: str = "leaf", many: str = "leaves") -> str:
    """So many leaves, or whatever else, in words."""
    return f"{number} {one if number == 1 else many}"
