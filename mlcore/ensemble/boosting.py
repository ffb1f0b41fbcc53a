"""Gradient boosting: descent in the space of functions, a small tree per step (ENS-09, ENS-10)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from scipy.special import expit

from mlcore.base import validation
from mlcore.base.steps import State
from mlcore.base.types import Array
from mlcore.ensemble.bagging import full_tree
from mlcore.tree import Limits, Node, leaf_of, target_table, variance


@dataclass(frozen=True)
class Loss:
    """A loss of a target y and a score f, arrays (n,): its value, minus its slope in f, and its curvature in f.

    start(y): the constant score with the least loss.
    """

    value: Callable[[Array, Array], Array]
    residual: Callable[[Array, Array], Array]
    curvature: Callable[[Array, Array], Array]
    start: Callable[[Array], float]


def _half_log_odds(y: Array) -> float:
    """½ ln(p/(1 − p)) for the share p of y = +1, which is neither 0 nor 1."""
    return float(np.log((y > 0).sum() / (y < 0).sum()) / 2)


LOSSES: dict[str, Loss] = {  # (15.15)
    "squared_error": Loss(
        lambda y, f: (y - f) ** 2 / 2,
        lambda y, f: y - f,
        lambda y, f: np.ones_like(f),
        lambda y: float(y.mean()),
    ),
    "log_loss": Loss(
        lambda y, f: np.logaddexp(0, -2 * y * f),
        lambda y, f: 2 * y * expit(-2 * y * f),
        lambda y, f: 4 * expit(2 * f) * expit(-2 * f),
        _half_log_odds,
    ),
    "exponential": Loss(
        lambda y, f: np.exp(-y * f),
        lambda y, f: y * np.exp(-y * f),
        lambda y, f: np.exp(-y * f),
        _half_log_odds,
    ),
}


@dataclass(frozen=True)
class BoostingState(State):
    """After t trees: the scores f(x_i) (n,), the pseudo-residuals there (n,), and the mean loss.

    tree: the newest, and what each of its nodes adds to a score (nodes,), 0 where it is no leaf; at the start none.
    """

    scores: Array
    residuals: Array
    loss: float
    tree: tuple[Node, ...]
    added: Array


def boosting_steps(
    X: Array, y: Array, *, rows: Array, loss: Loss, lr: float, limits: Limits,
    start: float | None = None,
) -> Iterator[BoostingState]:  # fmt: skip
    """Yield the constant start and then a state per tree (ENS-09).

    X (n, d), y (n,): numbers, or -1 and +1; rows (d, n): all of them, sorted by each feature; lr: the shrinkage ν > 0.
    It ends if all residuals are 0; otherwise it goes on for ever.
    """
    f, tree, added = _constant(y, loss, lr, start), (), np.zeros(0)
    for t in count():
        r = loss.residual(y, f)  # (15.14)
        paid = float(loss.value(y, f).mean())  # (15.13)
        yield BoostingState(f, r, paid, tree, added, t=t, converged=not r.any())
        if not r.any():
            return
        tree = full_tree(X, target_table(r, np.ones(len(y))), rows, variance, limits)
        leaf = leaf_of(tree, X)
        added = lr * leaf_steps(leaf, r, loss.curvature(y, f), len(tree))  # (15.16)
        f = f + added[leaf]  # (15.17)


def _constant(y: Array, loss: Loss, lr: float, start: float | None) -> Array:
    """The scores (n,) of the start. ValueError for a shrinkage that is not above 0."""
    validation.positive(lr, "lr", "the shrinkage")
    return np.full(len(y), loss.start(y) if start is None else float(start))


def leaf_steps(leaf: Array, r: Array, curvature: Array, nodes: int) -> Array:
    """The Newton step of each leaf (nodes,): the residuals (n,) of its examples over their curvatures, both summed.

    A leaf without any curvature left, where each loss is flat, takes no step.
    """
    slope = np.bincount(leaf, weights=r, minlength=nodes)
    bend = np.bincount(leaf, weights=curvature, minlength=nodes)
    return np.divide(slope, bend, out=np.zeros(nodes), where=bend > 1e-150)
