"""What figures of lecture 04 and its draws both work out: points that are moved apart, and how runs end."""

from collections.abc import Sequence
from itertools import pairwise, permutations

import numpy as np

from mlcore.base.steps import last
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.neighbors import nearest_neighbors
from mlcore.perceptron import perceptron_steps
from mlcore.plots.kinds import DataError
from mlcore.plots.separating_planes import margin, some_plane

ALL = 6  # up to so many points every order is tried
CAP = 500  # updates of a run


def others_of(X: Array) -> Array:
    """For each point the n - 1 others (n, n - 1), the nearest first."""
    near = nearest_neighbors(X, X, len(X))
    return near[near != np.arange(len(X))[:, None]].reshape(len(X), -1)


def side_by_side(data: Dataset) -> tuple[Array, Array, Array]:
    """The points, moved so that both classes just touch the line through 0 that is upright on the unit vector u (2,).

    u is that of the widest street, or, where there is none, the direction from mean to mean.
    """
    w, _ = some_plane(data)
    if not w.any():
        raise DataError(
            "Both classes have the same mean, and no line separates them: there is no way to move them apart."
        )
    u = w / np.linalg.norm(w)
    X = data.X - data.X.mean(axis=0)
    along = X @ u
    inner = np.where(data.y > 0, along[data.y > 0].min(), along[data.y < 0].max())
    return X - np.outer(inner, u), data.y, u


def passes(pulled: Sequence[int | None]) -> int:
    """How often a run goes through all rows: a new pass where a row comes that is not behind the one before it.

    pulled: the rows that made the updates, in turn. The last pass finds no mistake.
    """
    rows = [-1, *(row for row in pulled if row is not None)]
    begun = sum(later <= earlier for earlier, later in pairwise(rows))
    return 1 + begun + (len(rows) > 1)


def all_ends(X: Array, y: Array) -> tuple[list[tuple[Array, float, float, int]], bool]:
    """The lines of all orders of a few points, or of a hundred drawn ones, and True if every run ended."""
    n = len(y)
    found = {}
    ended = True
    rng = np.random.default_rng(0)
    orders = permutations(range(n)) if n <= ALL else (rng.permutation(n) for _ in range(100))
    for order in orders:
        s = last(perceptron_steps(X, y, order=np.array(order)), CAP)
        found.setdefault(tuple(float(f"{v:.9g}") for v in (*s.w, s.b)), []).append(s)
        ended &= s.converged
    firsts = [(runs[0], len(runs)) for runs in found.values()]
    return sorted(((s.w, s.b, margin(s.w, s.b, X, y), many) for s, many in firsts), key=lambda end: end[2]), ended
