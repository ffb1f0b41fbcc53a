"""Reading a tree: where points end, what its regions are, and which of its questions are worth their price."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mlcore.tree.grow import Node
from mlcore.types import Array


def leaf_of(nodes: Sequence[Node], X: Array) -> Array:
    """The number of the leaf (m,) at which each row of X (m, d) ends: yes goes left, no goes right."""
    feature, left, right = (np.array([getattr(node, name) for node in nodes]) for name in ("feature", "left", "right"))
    threshold = np.array([node.threshold for node in nodes])
    at, rows = np.zeros(len(X), int), np.arange(len(X))
    while len(rows := rows[feature[at[rows]] >= 0]):  # those who still stand at a question
        asks = at[rows]
        at[rows] = np.where(X[rows, feature[asks]] <= threshold[asks], left[asks], right[asks])
    return at


def path_of(nodes: Sequence[Node], x: Array) -> list[int]:
    """The numbers of the nodes that a point x (d,) passes, from the root to its leaf."""
    path = [0]
    while not nodes[path[-1]].is_leaf:
        node = nodes[path[-1]]
        path.append(node.left if x[node.feature] <= node.threshold else node.right)
    return path


def leaves(nodes: Sequence[Node]) -> list[int]:
    """The numbers of the leaves, from left to right in the drawn tree."""
    found, waiting = [], [0]
    while waiting:
        k = waiting.pop()
        waiting += [] if nodes[k].is_leaf else [nodes[k].right, nodes[k].left]
        found += [k] if nodes[k].is_leaf else []
    return found


def boxes(nodes: Sequence[Node], low: Array, high: Array) -> Array:
    """The box of each node in the window from low (d,) to high (d,): (nodes, 2, d), lower and upper corner."""
    found = np.empty((len(nodes), 2, len(low)))
    found[0] = low, high
    for k, node in enumerate(nodes):
        if not node.is_leaf:
            found[[node.left, node.right]] = found[k]
            cut = np.clip(node.threshold, *found[k, :, node.feature])
            found[node.left, 1, node.feature] = found[node.right, 0, node.feature] = cut
    return found


def only_asking(nodes: Sequence[Node], keep: Sequence[int]) -> tuple[Node, ...]:
    """The tree whose nodes with a number in `keep` ask; what they lead to are leaves unless they ask, too."""
    numbers, kept = [0], set(keep)
    for k in numbers:  # it grows on the way
        numbers += [nodes[k].left, nodes[k].right] if k in kept and not nodes[k].is_leaf else []
    new = {k: number for number, k in enumerate(numbers)}
    return tuple(
        replace(nodes[k], left=new[nodes[k].left], right=new[nodes[k].right])
        if k in kept and not nodes[k].is_leaf
        else replace(nodes[k], feature=-1, threshold=np.inf, left=-1, right=-1)
        for k in numbers
    )
