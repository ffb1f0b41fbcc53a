"""Reading a tree: where points end, what its regions are, and which of its questions are worth their price."""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import numpy as np

from mlcore.base.types import Array
from mlcore.tree.grow import Node


class Nodes(tuple[Node, ...]):
    """The nodes of a tree; what is read of all of them is laid out in arrays, once."""

    @classmethod
    def of(cls, nodes: Sequence[Node]) -> Self:
        """The same nodes; those that are laid out stay so."""
        return nodes if isinstance(nodes, cls) else cls(nodes)

    @cached_property
    def questions(self) -> tuple[Array, Array, Array]:
        """The feature, the threshold and the left side of each node; a leaf asks whether feature 0 is below inf, and
        leads to itself."""
        feature = np.array([max(node.feature, 0) for node in self])
        left = np.array([k if node.is_leaf else node.left for k, node in enumerate(self)])
        return feature, np.array([node.threshold for node in self]), left

    @cached_property
    def values(self) -> Array:
        """The `value` of each node, one below the other."""
        sums = np.array([node.sums for node in self])
        return sums[:, 1:] / sums[:, :1]

    @cached_property
    def depth(self) -> int:
        """How many questions the longest path asks."""
        return max(node.depth for node in self)


def leaf_of(nodes: Sequence[Node], X: Array) -> Array:
    """The number of the leaf (m,) at which each row of X (m, d) ends: yes goes left, no goes right."""
    nodes = Nodes.of(nodes)
    feature, threshold, left = nodes.questions
    values, start = X.ravel(), np.arange(len(X)) * X.shape[1]
    at = np.zeros(len(X), int)
    for _ in range(nodes.depth):
        at = left.take(at) + (values.take(start + feature.take(at)) > threshold.take(at))  # right is left + 1
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


def only_asking(nodes: Sequence[Node], keep: Sequence[int]) -> Nodes:
    """The tree whose nodes with a number in `keep` ask; what they lead to are leaves unless they ask, too."""
    numbers, kept = [0], set(keep)
    for k in numbers:  # it grows on the way
        numbers += [nodes[k].left, nodes[k].right] if k in kept and not nodes[k].is_leaf else []
    new = {k: number for number, k in enumerate(numbers)}
    return Nodes(
        nodes[k]._replace(left=new[nodes[k].left], right=new[nodes[k].right])
        if k in kept and not nodes[k].is_leaf
        else nodes[k]._replace(feature=-1, threshold=np.inf, left=-1, right=-1)
        for k in numbers
    )
