"""The best question of a leaf: every threshold of every feature, all at once (TRE-06, TRE-09).

Leaves are asked side by side: `rows` (d, m) then holds the rows of one leaf after the other, sorted by each feature
within the leaf, and sizes (k,) says how many each has.
"""

from collections.abc import Sequence
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


def split_costs(
    rows: Array, table: Array, impurity: Impurity, sizes: Sequence[int] | None = None
) -> Array:  # fmt: skip
    """The weighted impurity (d, m − 1) of every cut of the rows in `rows` (d, m): after the first, the second, ...

    Without sizes the rows are those of one leaf. NaN where a side weighs nothing.
    """
    sizes = [rows.shape[1]] if sizes is None else sizes
    left = prefixes(table.T.take(rows, axis=1), sizes)[..., :-1]  # of every prefix
    whole = np.repeat(leaf_sums(table[rows[0]], sizes), sizes, axis=1)[:, None, :-1]
    right = whole - left
    with np.errstate(all="ignore"):  # NaN where a side weighs nothing: no cut
        paid = left[0] * impurity(left) + right[0] * impurity(right)
    return paid / whole[0]  # (14.5)


def prefixes(each: Array, sizes: Sequence[int]) -> Array:
    """The sums (c, d, m) of every prefix of a leaf: of its first row, of its first two, ..."""
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
    """`best_split` for each of the leaves; features (f, k): those that each may ask about, in rising order."""
    rows, asked = only_drawn(rows, features, sizes)
    x = X[rows, asked]
    costs = split_costs(rows, table, impurity, sizes)
    costs[~possible(x, sizes, least)] = np.inf
    ties = TIE * impurity(leaf_sums(table[rows[0]], sizes))
    return [
        cheapest(costs[:, start : end - 1], x[:, start:end], asked[:, start], tie)
        for (start, end), tie in zip(segments(sizes), ties.tolist(), strict=True)
    ]


def only_drawn(rows: Array, features: Array | None, sizes: Sequence[int]) -> tuple[Array, Array]:
    """The rows sorted by the features (f, k) that each leaf may ask about (f, m), and which feature that is (f, m)."""
    if features is None:
        return rows, np.broadcast_to(np.arange(len(rows))[:, None], rows.shape)
    asked = np.repeat(features, sizes, axis=1)
    return np.take_along_axis(rows, asked, axis=0), asked


def possible(x: Array, sizes: Sequence[int], least: int) -> Array:
    """Whether a leaf can be cut after each of the places (d, m − 1) in x (d, m).

    That is between different neighbours that leave at least so many rows of their leaf on either side.
    """
    after = np.repeat(np.cumsum(sizes), sizes) - np.arange(1, x.shape[1] + 1)
    room = np.minimum(np.repeat(sizes, sizes) - after, after) >= least
    return (x[:, :-1] < x[:, 1:]) & room[:-1]


def cheapest(costs: Array, x: Array, features: Array, tie: float) -> Split | None:
    """The cheapest cut of a leaf: costs (f, m − 1), x (f, m) where its rows lie, features (f,); None if all are inf.

    Of those that are equally good, up to `tie`, the first feature's lowest one counts.
    """
    lowest = np.fmin.reduce(costs, axis=None, initial=np.inf)  # NaN is no cut
    if not lowest < np.inf:
        return None
    first = (costs <= lowest + tie).argmax()
    row, cut = divmod(int(first), costs.shape[1])
    threshold = between(*x[row, cut : cut + 2].tolist())
    return Split(int(features[row]), threshold, float(costs[row, cut]))


def between(low: float, high: float) -> float:
    """The middle of two neighbours; the lower one, if rounding makes the middle the upper."""
    middle = low + (high - low) / 2
    return middle if middle < high else low
