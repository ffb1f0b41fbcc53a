"""How mixed a set of examples is: Gini, entropy and variance, from sums alone (lecture 14).

A table (n, c) holds for each example its weight, and then what an impurity has to add up: for labels the weight
again, in the column of the class; for targets the weight times y and y². Sums of its rows, of shape (c, ...), are
what the impurities take, so that all cuts of all features are answered at once.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias

import numpy as np
from scipy.special import entr

from mlcore.base.types import Array

Impurity: TypeAlias = Callable[[Array], Array]
ROUNDING = 1e-13  # of the mean: targets that differ by less are equal


def label_table(labels: Array, classes: int, weight: Array) -> Array:
    """The table (n, 1 + K) of labels 0, …, K−1 (n,): a row is the weight, and the weight in the column of its class.

    Section 2 of lecture 14. It is built column by column, as its columns are what is added up.
    """
    return (weight * np.vstack([np.ones(len(labels)), np.eye(classes)[:, labels]])).T


def target_table(y: Array, weight: Array) -> Array:
    """The table (n, 3) of targets y (n,): the weight times 1, y and y²."""
    return (weight * np.vstack([np.ones(len(y)), y, y**2])).T


def centred(table: Array, sizes: Sequence[int], impurity: Impurity) -> Array:
    """The table of leaves that lie below each other, sizes (k,) rows of each, its targets less the mean of their leaf.

    For the squares of targets far from 0 lose their digits. Labels have no mean, and stay.
    """
    if impurity is not variance:
        return table
    weight, total = table[:, 0], leaf_sums(table, sizes)
    y, mean = table[:, 1] / weight, np.repeat(total[1] / total[0], sizes)
    far = np.abs(y - mean) > ROUNDING * np.abs(mean)
    return target_table(np.where(far, y - mean, 0), weight)


def leaf_sums(table: Array, sizes: Sequence[int]) -> Array:
    """What the rows of each leaf add up to (c, k): the table (m, c) has sizes (k,) rows of each, leaf after leaf."""
    return np.add.reduceat(table, [start for start, _ in segments(sizes)], axis=0).T


def segments(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where each leaf begins and ends, if leaves of these sizes (k,) lie side by side."""
    return pairwise(accumulate(sizes, initial=0))


def shares(sums: Array) -> Array:
    """p_k, the share of each class (K, ...), of sums (1 + K, ...); the mean of each column of another table."""
    return sums[1:] / sums[0]


def gini(sums: Array) -> Array:
    """Σ p_k (1 − p_k): how often two examples drawn with repetition are of different classes (TRE-03, 14.1)."""
    return 1 - (shares(sums) ** 2).sum(axis=0)  # (14.1)


def entropy(sums: Array) -> Array:
    """−Σ p_k log₂ p_k in bits, where 0 log 0 counts as 0 (TRE-04, 14.2)."""
    p = np.maximum(shares(sums), 0)  # rounding may leave −1e-17 of a class
    return entr(p).sum(axis=0) / np.log(2)  # (14.2)


def variance(sums: Array) -> Array:
    """The mean of y² minus the square of the mean of y (TRE-05, 14.3)."""
    mean, mean_of_squares = shares(sums)
    return np.maximum(mean_of_squares - mean**2, 0)


CRITERIA: dict[str, Impurity] = {"gini": gini, "entropy": entropy, "squared_error": variance}
