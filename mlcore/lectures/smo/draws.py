"""What lecture 12 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from mlcore import datasets
from mlcore.base.steps import last, take
from mlcore.lectures.smo.figures import RULES
from mlcore.separable import is_separable
from mlcore.svm import pair_line, smo, smo_steps

COUNTED_UNITS = (0.1, 1.0, 10.0)  # by which the second feature is multiplied
COUNTED_PRICES = (1.0, 10.0, 100.0)
MOST = 5000  # steps that are waited for


def rules_compared(seeds: Sequence[int], C: float = 10.0, steps: int = 20) -> np.ndarray:
    """24 other patients for each seed: the share of the optimal W that each of the RULES has after so many steps."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(24, seed=seed)
        K = data.X @ data.X.T
        optimum = smo(K, data.y, C, tol=1e-6).objective
        rows.append([last(rule(K, data.y, C), steps).objective / optimum for rule in RULES.values()])
    return np.array(rows)


def walls_and_tops(seeds: Sequence[int]) -> np.ndarray:
    """24 other patients for each seed: the share of SMO's first 80 steps that end at a top, for C = 0.01 and for 10."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(24, seed=seed)
        K = data.X @ data.X.T
        rows.append([share_of_tops(K, data.y, C) for C in (0.01, 10.0)])
    return np.array(rows)


def share_of_tops(K, y, C: float) -> float:
    """Which share of the first 80 steps ends at the top of its parabola, and not at a wall."""
    run = take(smo_steps(K, y, C), 80)
    lines = [pair_line(K, y, before.alpha, C, *after.pair) for before, after in pairwise(run) if after.pair]
    return float(np.mean([line.low < line.top < line.high for line in lines]))


def growth(seeds: Sequence[int], n: int = 120) -> np.ndarray:
    """n other patients for each seed: how many times as many steps C = 100 takes as C = 1; and 1 where a line separates
    the classes, else 0 (draws, 2). No run is followed for more than 5000 steps."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(n, seed=seed)
        K = data.X @ data.X.T
        one, hundred = (last(smo_steps(K, data.y, C), MOST).t for C in (1.0, 100.0))
        rows.append([hundred / one, is_separable(data.X, data.y)])
    return np.array(rows, float)


def step_counts(seeds: Sequence[int]) -> np.ndarray:
    """120 other patients for each seed: the steps of SMO (draws, 9), unit by unit of COUNTED_UNITS, price by price of
    COUNTED_PRICES. No run is followed for more than 5000 steps."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(120, seed=seed)
        tables = [data.X * [1.0, unit] for unit in COUNTED_UNITS]
        rows.append([last(smo_steps(Z @ Z.T, data.y, C), MOST).t for Z in tables for C in COUNTED_PRICES])
    return np.array(rows, float)
