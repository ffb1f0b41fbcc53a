"""AdaBoost: each stump looks at what the ones before it got wrong (ENS-07, ENS-08)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base import validation
from mlcore.base.steps import State
from mlcore.base.types import Array
from mlcore.ensemble.bagging import full_tree, values
from mlcore.tree import Limits, Node, Nodes, gini, label_table

STUMP = Limits(max_depth=1)
ROUNDING = 1e-12  # shares and errors that differ by less are equal
COIN = 0.5 - ROUNDING  # an error from here on is no better than a coin


@dataclass(frozen=True)
class AdaBoostState(State):
    """After t rounds: the weights (n,) of the examples for the next one, and the score f(x_i) of each example (n,).

    stump: the tree of this round, error: its weighted error, alpha: its vote; at the start none, and 0.
    bound: the product of all normalisers Z so far, which the share of errors never exceeds (15.12).
    """

    weights: Array
    scores: Array
    stump: tuple[Node, ...]
    error: float
    alpha: float
    bound: float


def adaboost_steps(
    X: Array, y: Array, *, rows: Array, weights: Array | None = None,
    limits: Limits = STUMP,
) -> Iterator[AdaBoostState]:  # fmt: skip
    """Yield the start, then a state per round (ENS-08).

    X (n, d), y (n,) of -1 and +1; rows (d, n): all of them, sorted by each feature; weights (n,): those of the start,
    1/n each if none are given. It ends after a stump without an error, or when the next would be no better than a coin.
    """
    w, f, bound = start_weights(weights, len(y)), np.zeros(len(y)), 1.0
    made = (), 0.0, 0.0
    for t in count():
        stump, h, error = weighted_stump(X, y, w, rows, limits)  # (15.8)
        over = error >= COIN or (t > 0 and made[1] == 0)
        yield AdaBoostState(w, f, *made, bound, t=t, converged=over)
        if over:
            return
        alpha = vote(error, len(y))  # (15.9)
        w, f = w * np.exp(-alpha * y * h), f + alpha * h  # (15.10)
        w, bound, made = w / w.sum(), bound * w.sum(), (stump, error, alpha)  # (15.12)


def start_weights(weights: Array | None, n: int) -> Array:
    """The weights (n,) of the start, with sum 1. Raises ValueError for one below 0 and if all are 0."""
    if weights is None:
        return np.full(n, 1 / n)
    w = validation.weights(weights, n, "weights")
    return w / w.sum()


def weighted_stump(
    X: Array, y: Array, w: Array, rows: Array, limits: Limits
) -> tuple[Nodes, Array, float]:  # fmt: skip
    """The small tree of examples that weigh w (n,), what it says of each, -1 or +1 (n,), and its weighted error."""
    stump = full_tree(X, label_table((y > 0).astype(int), 2, w), rows, gini, limits)
    h = signs_of(stump, X)
    return stump, h, float(w[h != y].sum())


def signs_of(stump: Sequence[Node], X: Array) -> Array:
    """What a tree of two classes says of X (m, d): -1.0 or +1.0 (m,), by the heavier class; of a tie the first."""
    minus, plus = values(stump, X).T
    return np.where(plus > minus + ROUNDING, 1.0, -1.0)


def vote(error: float, n: int) -> float:
    """½ ln((1 − error) / error). No error at all counts as half an example of n, so that the vote is finite."""
    error = error or 1 / (2 * n)
    return float(np.log((1 - error) / error) / 2)
