"""The best question of a leaf: every threshold of every feature, all at once (TRE-06, TRE-09).

Leaves are asked side by side: `rows` (d, m) then holds the rows of one leaf after the other, sorted by each feature
within the leaf, and sizes (k,) says how many each has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mlcore.base.types import Array
from mlcore.tree.impurity import Impurity, leaf_sums, segments

# Of the parent's impurity: what differs by less is a tie, whatever the order of the sums. Which of several ties counts
# (the first feature, the lowest threshold) decides numbers of lectures 14 and 15, and of their stored draws.
TIE = 1e-9


@dataclass(frozen=True)
class Split:
    """The question x[feature] <= threshold; impurity: that of the two sides, weighted by their sizes."""

    feature: int
    threshold: float
    impurity: float


def sorted_rows(X: Array) -> Array:
    """The rows of X (n, d) in the order of each feature: (d, n)."""
    return np.argsort(X, axis=0, kind="stable").T


def weighty(rows: Array, table: Array) -> Array:
    """The rows in `rows` (d, n) whose weight, the first column of the table (n, c), is above 0: (d, m)."""
    return rows[(table[:, 0] > 0)[rows]].reshape(len(rows), -1)


def split_costs(rows: Array, table: Array, impurity: Impurity) -> Array:
    """The weighted impurity (d, m − 1) of every cut of a leaf's rows (d, m): after the first, the second, … (14.5)

    Also of cuts between equal neighbours, which are no questions; NaN where a side weighs nothing. table (n, c).
    """
    size = [rows.shape[1]]
    left = prefixes(table.T.take(rows, axis=1), size)[..., :-1]
    return weighted_impurity(left, leaf_sums(table[rows[0]], size)[:, None], impurity)


def weighted_impurity(left: Array, whole: Array, impurity: Impurity) -> Array:
    """The impurity of both sides, weighted (14.5): sums `whole` (c, …) are cut into `left` (c, …) and what remains."""
    right = whole - left
    with np.errstate(all="ignore"):  # NaN where a side weighs nothing: no cut
        return (left[0] * impurity(left) + right[0] * impurity(right)) / whole[0]  # (14.5)


def prefixes(each: Array, sizes: Sequence[int]) -> Array:
    """The sums (c, d, m) of every prefix of a leaf, of its first row, of its first two, …; each (c, d, m): the rows."""
    sums = np.empty_like(each)
    for start, end in segments(sizes):
        each[..., start:end].cumsum(axis=2, out=sums[..., start:end])
    return sums


def best_split(
    X: Array, rows: Array, table: Array, impurity: Impurity,
    *, least: int = 1, features: Array | None = None,
) -> Split | None:  # fmt: skip
    """The cheapest cut of the rows in `rows` (d, m) that leaves `least` rows on either side; None if there is none.

    features: those that may be asked about (default: all). Of equally good cuts the first feature's lowest one counts.
    """
    of_the_leaf = None if features is None else features[:, None]
    return best_splits(X, rows, table, impurity, [rows.shape[1]], least=least, features=of_the_leaf)[0]


def best_splits(
    X: Array, rows: Array, table: Array, impurity: Impurity, sizes: Sequence[int],
    *, least: int = 1, features: Array | None = None,
) -> list[Split | None]:  # fmt: skip
    """`best_split` for each of k leaves (TRE-06, TRE-09).

    X (n, d); rows (d, m): those of one leaf after the other, sorted by each feature within the leaf; sizes (k,): how
    many each has; table (n, c). features (f, k): those that each leaf may ask about, in rising order; default: all.
    """
    rows, feature = only_drawn(rows, features, sizes)  # (f, m) both
    x, whole = X[rows, feature], leaf_sums(table[rows[0]], sizes)  # (f, m), (c, k)
    left = prefixes(table.T.take(rows, axis=1), sizes)  # (c, f, m)
    cuts = possible(x, sizes, least)
    costs = costs_of(cuts, left, np.repeat(whole, sizes, axis=1), impurity)  # (f, m)
    best: list[Split | None] = [None] * len(sizes)
    for leaf, line, cut in cheapest(costs, sizes, TIE * impurity(whole)):
        threshold = between(*x[line, cut : cut + 2].tolist())
        best[leaf] = Split(int(feature[line, cut]), threshold, float(costs[line, cut]))
    return best


def only_drawn(rows: Array, features: Array | None, sizes: Sequence[int]) -> tuple[Array, Array]:
    """The rows sorted by the features (f, k) that each leaf may ask about (f, m), and which feature that is (f, m)."""
    if features is None:
        return rows, np.broadcast_to(np.arange(len(rows))[:, None], rows.shape)
    feature = np.repeat(features, sizes, axis=1)
    return np.take_along_axis(rows, feature, axis=0), feature


def possible(x: Array, sizes: Sequence[int], least: int) -> Array:
    """Whether a leaf can be cut after each of the places (f, m) in x (f, m).

    That is between different neighbours that leave at least so many rows of their leaf on either side.
    """
    after = np.repeat(np.cumsum(sizes), sizes) - np.arange(1, x.shape[1] + 1)
    room = np.minimum(np.repeat(sizes, sizes) - after, after) >= least
    differ = np.zeros(x.shape, bool)
    differ[:, :-1] = x[:, :-1] < x[:, 1:]
    return differ & room


def costs_of(cuts: Array, left: Array, whole: Array, impurity: Impurity) -> Array:
    """The weighted impurity (f, m) of the cuts that are possible, and inf elsewhere.

    cuts (f, m); left (c, f, m): the sums up to each place; whole (c, m): those of its leaf. Features with few values
    have few cuts: then only these are computed.
    """
    costs = np.full(cuts.shape, np.inf)
    if 2 * np.count_nonzero(cuts) > cuts.size:
        np.copyto(costs, weighted_impurity(left, whole[:, None], impurity), where=cuts)
    else:
        at = np.flatnonzero(cuts)
        some, theirs = left.reshape(len(left), -1).take(at, axis=1), whole.take(at % cuts.shape[1], axis=1)
        costs.put(at, weighted_impurity(some, theirs, impurity))
    return costs


def cheapest(costs: Array, sizes: Sequence[int], ties: Array) -> Iterator[tuple[int, int, int]]:
    """The cheapest cut of each leaf that can be cut: the leaf's number, and the cut's line and column in costs (f, m).

    What is no cut costs inf or NaN. Of equally good ones, up to ties (k,), the first line's lowest one counts.
    """
    begin = [start for start, _ in segments(sizes)]
    lowest = np.fmin.reduceat(costs, begin, axis=1).min(axis=0)
    good = (costs <= np.repeat(lowest + ties, sizes)) & (costs < np.inf)
    line, cut = good.nonzero()  # line by line
    leaf = np.repeat(np.arange(len(sizes)), sizes)[cut]
    leaves, first = np.unique(leaf, return_index=True)
    yield from zip(leaves.tolist(), line[first].tolist(), cut[first].tolist(), strict=True)


def between(low: float, high: float) -> float:
    """The middle of two neighbours; the lower one, if rounding makes the middle the upper."""
    middle = low + (high - low) / 2
    return middle if middle < high else low
