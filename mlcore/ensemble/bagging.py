"""Many trees, each on a bootstrap sample: bagging and random forests (ENS-03, ENS-06)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base.steps import State, last
from mlcore.base.types import Array
from mlcore.tree import NO_LIMITS, Impurity, Limits, Node, Nodes, leaf_of, tree_steps, weighty


@dataclass(frozen=True)
class ForestState(State):
    """After t trees: the newest tree, and how often each example was drawn for it (n,); no tree at the start.

    votes (n, c): what the trees that did not see an example say of it, summed; voters (n,): how many these are.
    """

    tree: tuple[Node, ...]
    drawn: Array
    votes: Array
    voters: Array


def forest_steps(
    X: Array, table: Array, *, rows: Array, impurity: Impurity,
    limits: Limits = NO_LIMITS, seed=0,
) -> Iterator[ForestState]:  # fmt: skip
    """Yield the empty forest, then a state per tree, for ever (ENS-06).

    X (n, d), table (n, c), rows (d, n) and limits as in `tree.tree_steps`; limits.max_features makes bagging a random
    forest. seed: of the bootstrap samples and of the features drawn.
    """
    rng, n = np.random.default_rng(seed), len(X)
    votes, voters = np.zeros((n, table.shape[1] - 1)), np.zeros(n, int)
    tree, drawn = (), np.zeros(n, int)
    for t in count():
        yield ForestState(tree, drawn, votes, voters, t=t)
        drawn = bootstrap(n, rng)  # (15.4)
        tree = full_tree(X, table * drawn[:, None], rows, impurity, limits, rng)
        unseen = drawn == 0
        votes[unseen] += values(tree, X[unseen])
        voters[unseen] += 1


def bootstrap(n: int, rng) -> Array:
    """How often each of n examples comes up in n draws with repetition (n,)."""
    return np.bincount(rng.integers(0, n, n), minlength=n)


def full_tree(X: Array, table: Array, rows: Array, impurity: Impurity, limits: Limits, rng=None) -> Nodes:
    """The tree of the examples whose weight, the first column of the table (n, c), is not 0."""
    steps = tree_steps(X, table, rows=weighty(rows, table), impurity=impurity, limits=limits, rng=rng)
    return Nodes(last(steps, len(X)).nodes)


def values(tree: Sequence[Node], X: Array) -> Array:
    """What the leaves of the points X (m, d) say: the shares of the classes (m, K), or the means of y and y² (m, 2)."""
    tree = Nodes.of(tree)
    return tree.values[leaf_of(tree, X)]
