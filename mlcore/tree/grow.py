"""Growing a tree: one question after another, until no leaf can be split (TRE-02, TRE-07)."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from mlcore.steps import State
from mlcore.tree.impurity import Impurity
from mlcore.tree.split import Split, best_split
from mlcore.types import Array


@dataclass(frozen=True)
class Node:
    """A node of a tree (TRE-08). A leaf has no feature (−1); any other asks x[feature] <= threshold.

    samples: rows of the table that came here; sums (c,): what they add up to; impurity: of these.
    left, right: the numbers of the nodes for "yes" and for "no" in the list of all nodes.
    """

    samples: int
    sums: tuple[float, ...]
    impurity: float
    depth: int
    feature: int = -1
    threshold: float = np.inf
    left: int = -1
    right: int = -1

    @property
    def value(self) -> Array:
        """The shares of the classes (K,); of targets the mean of y and of y² (2,)."""
        return np.array(self.sums[1:]) / self.sums[0]

    @property
    def is_leaf(self) -> bool:
        return self.feature < 0

    def asking(self, split: Split, left: int) -> "Node":
        """The same node with a question; its two sides are the nodes `left` and `left` + 1."""
        return replace(self, feature=split.feature, threshold=split.threshold, left=left, right=left + 1)


@dataclass(frozen=True)
class TreeState(State):
    """The tree after t questions. nodes: the root first, each before those below it.

    next: the number of the node that will be asked now, −1 at the end.
    """

    nodes: tuple[Node, ...]
    next: int


@dataclass(frozen=True)
class Limits:
    """When a node stays a leaf: at max_depth, with fewer rows than min_samples_split, or if no cut leaves
    min_samples_leaf on both sides. max_features: so many features, drawn anew, may be asked at a node (None: all)."""

    max_depth: float = np.inf
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_features: int | None = None

    def stop(self, node: Node) -> bool:
        """Whether the node stays a leaf whatever could be asked: it is pure, or a limit is met."""
        return node.impurity <= 0 or node.depth >= self.max_depth or node.samples < self.min_samples_split

    def draw(self, d: int, rng) -> Array | None:
        """The features that may be asked about, in order; None for all d."""
        few = self.max_features is not None and self.max_features < d
        return np.sort(rng.choice(d, self.max_features, replace=False)) if few else None


NO_LIMITS = Limits()


def tree_steps(
    X: Array, table: Array, *, rows: Array, impurity: Impurity,
    limits: Limits = NO_LIMITS, rng=None,
) -> Iterator[TreeState]:  # fmt: skip
    """Yield a lone leaf, then the tree after each question, level by level (TRE-07).

    X (n, d); table (n, c) as in `impurity`; rows (d, m): those that are at the root, sorted by each feature.
    Greedy: each node asks its own best question, even one that gains nothing, as the next may gain all (TRE-02).
    It ends when every leaf is pure, has only equal rows, or meets a limit. rng draws the features of a node.
    """
    nodes, waiting = [node_of(table, rows, impurity, 0)], deque([(0, rows)])
    for t in count():
        k, rows, split = next_question(X, table, nodes, waiting, impurity, limits, rng)
        yield TreeState(tuple(nodes), k, t=t, converged=split is None)
        if split is None:
            return
        nodes[k] = nodes[k].asking(split, left=len(nodes))
        for side in sides(X, rows, split):  # (14.4)
            waiting.append((len(nodes), side))
            nodes.append(node_of(table, side, impurity, nodes[k].depth + 1))


def node_of(table: Array, rows: Array, impurity: Impurity, depth: int) -> Node:
    """The leaf that holds these rows (d, m) of the table (n, c)."""
    mine = table[rows[0]]
    sums = mine.sum(axis=0)
    return Node(len(mine), tuple(sums.tolist()), float(impurity(sums)), depth)


def sides(X: Array, rows: Array, split: Split) -> tuple[Array, Array]:
    """The rows (d, m) that say yes and those that say no, still sorted by each feature."""
    yes = (X[:, split.feature] <= split.threshold)[rows]
    return rows[yes].reshape(len(rows), -1), rows[~yes].reshape(len(rows), -1)


def next_question(X, table, nodes, waiting, impurity, limits, rng) -> tuple[int, Array, Split | None]:
    """The next of the waiting nodes that can be split, its rows (d, m), and its best question; None at the end."""
    while waiting:
        k, rows = waiting.popleft()
        if limits.stop(nodes[k]):
            continue
        features = limits.draw(len(rows), rng)
        split = best_split(X, rows, table, impurity, least=limits.min_samples_leaf, features=features)
        if split is not None:
            return k, rows, split
    return -1, np.zeros((0, 0), int), None
