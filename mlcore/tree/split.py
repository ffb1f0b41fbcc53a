"""The best question at a node: every threshold of every feature, all at once (TRE-06, TRE-09)."""

from dataclasses import dataclass

import numpy as np

from mlcore.tree.impurity import Impurity
from mlcore.types import Array

TIE = 1e-9  # of the parent's impurity: what differs by less is a tie, whatever the order of the sums


@dataclass(frozen=True)
class Split:
    """The question x[feature] <= threshold; impurity: that of the two sides, weighted by their sizes."""

    feature: int
    threshold: float
    impurity: float


def sorted_rows(X: Array) -> Array:
    """The rows of X (n, d) in the order of each feature: (d, n)."""
    return np.argsort(X, axis=0, kind="stable").T


def weighty(order: Array, table: Array) -> Array:
    """The rows in `order` (d, n) whose weight, the first column of the table (n, c), is above 0: (d, m)."""
    return order[(table[:, 0] > 0)[order]].reshape(len(order), -1)


def split_costs(order: Array, table: Array, impurity: Impurity) -> Array:
    """The weighted impurity (d, m − 1) of every cut of the rows in `order` (d, m): after the first, the second, ..."""
    total = table[order[0]].sum(axis=0)[:, None, None]
    left = np.take(table.T, order[:, :-1], axis=1).cumsum(axis=2)  # of every prefix
    right = total - left
    with np.errstate(all="ignore"):  # NaN where a side weighs nothing: no cut
        paid = left[0] * impurity(left) + right[0] * impurity(right)
    return paid / total[0]  # (14.5)


def best_split(
    X: Array, order: Array, table: Array, impurity: Impurity,
    *, least: int = 1, features: Array | None = None,
) -> Split | None:  # fmt: skip
    """The cheapest cut of the rows in `order` (d, m) that leaves `least` rows on either side; None if there is none.

    features: those that may be asked about (default: all). Of equally good cuts the first feature's lowest one counts.
    """
    asked = np.arange(len(order)) if features is None else features
    order = order[asked]
    x = X[order, asked[:, None]]
    costs = split_costs(order, table, impurity)
    costs[(x[:, :-1] >= x[:, 1:]) | ~np.isfinite(costs)] = np.inf  # no cut between equals
    costs[:, : least - 1] = costs[:, costs.shape[1] - least + 1 :] = np.inf
    lowest = costs.min(initial=np.inf)
    if lowest == np.inf:
        return None
    near = costs <= lowest + TIE * impurity(table[order[0]].sum(axis=0))
    row, cut = np.unravel_index(near.argmax(), near.shape)  # the first of them
    threshold = between(*x[row, cut : cut + 2].tolist())
    return Split(int(asked[row]), threshold, float(costs[row, cut]))


def between(low: float, high: float) -> float:
    """The middle of two neighbours; the lower one, if rounding makes the middle the upper."""
    middle = low + (high - low) / 2
    return middle if middle < high else low
