"""Growing a tree: one question after another, until no leaf can be split (TRE-02, TRE-07)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from mlcore.base.steps import State
from mlcore.base.types import Array
from mlcore.tree.impurity import Impurity, centred, leaf_sums, segments
from mlcore.tree.split import Split, best_splits


class Node(NamedTuple):
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
        return Node(*self[:4], split.feature, split.threshold, left, left + 1)


@dataclass(frozen=True)
class TreeState(State):
    """The tree after t questions. next: the number of the node that will be asked now, −1 at the end.

    The states of one level share what they are made of, as a full tree has thousands of them: above, the nodes when
    the level was begun; numbers, asking: its nodes that can be asked, and the same nodes with their questions; below:
    two leaves for each. done: how many of these questions have been asked.
    """

    above: tuple[Node, ...]
    numbers: tuple[int, ...] = ()
    asking: tuple[Node, ...] = ()
    below: tuple[Node, ...] = ()
    done: int = 0
    next: int = -1

    def __post_init__(self):
        """Nothing in it needs a copy."""

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The root first, each before those below it."""
        return with_questions(self.above, self.numbers[: self.done], self.asking, self.below[: 2 * self.done])


def with_questions(
    nodes: Sequence[Node], numbers: Sequence[int], asking: Sequence[Node], below: Sequence[Node]
) -> tuple[Node, ...]:
    """The nodes once those of these numbers are `asking` their questions, and have the leaves `below` them."""
    now = list(nodes)
    for k, node in zip(numbers, asking, strict=False):
        now[k] = node
    return (*now, *below)


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

    def draw(self, varies: Array, rng) -> Array | None:
        """The features (f, k) that each of k leaves may ask about, in order; None for all.

        varies (k, d): in which its rows differ. Where a draw has none of these, it goes on to the first that is one.
        """
        if self.max_features is None or self.max_features >= varies.shape[1]:
            return None
        drawn = []
        for some, all_do in zip(varies, np.all(varies, axis=1), strict=True):
            few = rng.choice(len(some), self.max_features, replace=False)
            if not all_do and some.any() and not some[few].any():
                few[0] = rng.choice(np.flatnonzero(some))
            drawn.append(few)
        return np.sort(drawn, axis=1).T


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
    level = level_of(table, rows, [rows.shape[1]], impurity, depth=0, first=0)
    nodes = level.leaves
    level, splits = ask(X, level, impurity, limits, rng)
    while splits:
        rows, sizes = sides(X, level, splits)  # (14.4)
        below = level_of(table, rows, sizes, impurity, level.depth + 1, first=len(nodes))
        parts = nodes, level.numbers, level.asking(splits, len(nodes)), below.leaves
        for done, k in enumerate(level.numbers):  # 2t + 1 nodes after t questions
            yield TreeState(*parts, done=done, next=k, t=len(nodes) // 2 + done)
        nodes = with_questions(*parts)
        level, splits = ask(X, below, impurity, limits, rng)
    yield TreeState(nodes, t=len(nodes) // 2, converged=True)


@dataclass(frozen=True)
class Level:
    """Leaves of one depth, side by side, and their numbers among all nodes.

    rows (d, m): those of one leaf after the other, sorted by each feature within the leaf. table (n, c): with the
    targets of these rows less the mean of their leaf.
    """

    numbers: tuple[int, ...]
    leaves: tuple[Node, ...]
    rows: Array
    table: Array

    @property
    def sizes(self) -> list[int]:
        """How many rows each leaf has (k,)."""
        return [leaf.samples for leaf in self.leaves]

    @property
    def depth(self) -> int:
        """How many questions lie above."""
        return self.leaves[0].depth

    def asking(self, splits: Sequence[Split], first: int) -> tuple[Node, ...]:
        """The leaves with their questions; those below them are numbered from `first` on, two for each."""
        pairs = enumerate(zip(self.leaves, splits, strict=True))
        return tuple(leaf.asking(split, first + 2 * k) for k, (leaf, split) in pairs)

    def keep(self, wanted: Sequence[Any]) -> "Level":
        """The same without the leaves for which there is nothing in `wanted` (k,)."""
        if all(wanted):
            return self
        rows = self.rows[:, np.repeat(np.array(wanted, bool), self.sizes)]
        numbers, leaves = (tuple(compress(all_of_them, wanted)) for all_of_them in (self.numbers, self.leaves))
        return replace(self, numbers=numbers, leaves=leaves, rows=rows)


def level_of(table: Array, rows: Array, sizes: Sequence[int], impurity: Impurity, depth: int, first: int) -> Level:
    """The leaves whose rows lie side by side in `rows` (d, m), sizes (k,) of each, numbered from `first` on."""
    mine, near = table[rows[0]], table.copy()
    near[rows[0]] = centred(mine, sizes, impurity)
    sums, mixed = leaf_sums(mine, sizes), impurity(leaf_sums(near[rows[0]], sizes))
    leaves = tuple(
        Node(size, tuple(total), spread, depth)
        for size, total, spread in zip(sizes, sums.T.tolist(), mixed.tolist(), strict=True)
    )
    return Level(tuple(range(first, first + len(leaves))), leaves, rows, near)


def ask(X: Array, level: Level, impurity: Impurity, limits: Limits, rng) -> tuple[Level, list[Split]]:
    """The leaves of the level that can be split, and the best question of each."""
    level = level.keep([not limits.stop(leaf) for leaf in level.leaves])
    if not level.leaves:
        return level, []
    splits = best_splits(
        X, level.rows, level.table, impurity, level.sizes,
        least=limits.min_samples_leaf, features=limits.draw(varying(X, level), rng),
    )  # fmt: skip
    return level.keep(splits), [split for split in splits if split is not None]


def varying(X: Array, level: Level) -> Array:
    """Whether each feature differs within each leaf (k, d): the first row of a sorted leaf is its lowest."""
    first, last = np.array([*segments(level.sizes)]).T - [[0], [1]]
    feature = np.arange(len(level.rows))[:, None]
    return (X[level.rows[:, first], feature] < X[level.rows[:, last], feature]).T


def sides(X: Array, level: Level, splits: Sequence[Split]) -> tuple[Array, list[int]]:
    """The rows (d, m) of those who say yes and of those who say no, leaf after leaf, and how many each are (2k,)."""
    rows, said = level.rows[0], answers(X, level, splits)
    side = np.empty(len(X), np.min_scalar_type(2 * len(splits)))  # NumPy sorts small whole numbers by counting them
    side[rows] = said
    order = side[level.rows].argsort(axis=1, kind="stable")
    begin = np.arange(0, level.rows.size, len(rows))[:, None]  # of each feature's rows, counted row by row
    return level.rows.take(begin + order), np.bincount(said).tolist()


def answers(X: Array, level: Level, splits: Sequence[Split]) -> Array:
    """The side on which each row of the level ends (m,): 2k for yes to the question of its k-th leaf, 2k + 1 for no."""
    feature = np.repeat([split.feature for split in splits], level.sizes)
    threshold = np.repeat([split.threshold for split in splits], level.sizes)
    yes_side = np.repeat(range(0, 2 * len(splits), 2), level.sizes)  # 2k, and 2k + 1 is no
    return yes_side + (X[level.rows[0], feature] > threshold)  # (14.4)
