"""Cost-complexity pruning: what a question must be worth to stay (lecture 14, Further)."""

from collections.abc import Sequence

import numpy as np

from mlcore.base import validation
from mlcore.base.types import Array
from mlcore.tree.grow import Node
from mlcore.tree.read import Nodes, only_asking


def prune(nodes: Sequence[Node], price: float) -> Nodes:
    """The smallest of the subtrees with the least impurity + price · leaves (14.8), from the leaves up to the root.

    Impurities count by their share of the examples. Raises ValueError for a price below 0.
    """
    validation.not_negative(price, "The price of a leaf", "0 keeps what gains something")
    costs, keep = price + alone(nodes), []
    for k in reversed(range(len(nodes))):  # the nodes below k are done
        if nodes[k].is_leaf:
            continue
        sides = costs[nodes[k].left] + costs[nodes[k].right]
        if sides < costs[k]:
            costs[k] = sides
            keep.append(k)
    return only_asking(nodes, keep)


def alone(nodes: Sequence[Node]) -> Array:
    """What each node would cost as a leaf (len(nodes),): its impurity times its share of the examples."""
    return np.array([node.sums[0] * node.impurity for node in nodes]) / nodes[0].sums[0]


def weakest_link(nodes: Sequence[Node]) -> float:
    """The price from which on some question is not worth it: the least gain per leaf that it adds; inf for a leaf."""
    mine, below, count = alone(nodes), alone(nodes), np.ones(len(nodes))
    least = np.inf
    for k in reversed(range(len(nodes))):
        if not nodes[k].is_leaf:
            sides = [nodes[k].left, nodes[k].right]
            below[k], count[k] = below[sides].sum(), count[sides].sum()
            least = min(least, (mine[k] - below[k]) / (count[k] - 1))
    return float(max(least, 0.0))


def pruning_path(nodes: Sequence[Node]) -> list[tuple[float, Nodes]]:
    """The prices at which the tree loses questions, rising from 0, each with the tree that is left from there on."""
    path = [(0.0, prune(nodes, 0.0))]
    while len(path[-1][1]) > 1:
        price = weakest_link(path[-1][1])
        path.append((price, prune(path[-1][1], price * (1 + 1e-9))))
    return path
