"""Fresh draws: on how many of them what lecture 01 says holds. A row for each seed, a column for each rival."""

from collections.abc import Sequence

import numpy as np
from sklearn.model_selection import StratifiedShuffleSplit

from mlcore import datasets
from mlcore.datasets import Dataset
from mlcore.decision import rate_estimates, roc
from mlcore.lectures.decisions.evidence import log_ratios, readings
from mlcore.lectures.decisions.further import ROUTES, routes

# --- A threshold that is chosen on one half of a table (section 8) ----------------------------


def promised_and_paid(data: Dataset, seeds: Sequence[int], miss: float) -> np.ndarray:
    """What the cheapest threshold costs (seeds, 3): on the half that chose it, on the other half; and alarm for all.

    Each seed halves the table anew. A miss costs so many false alarms; to be always wrong costs 1.
    """
    rows = []
    for mine, new in halves(data, seeds):
        t = cheapest(data, mine, miss)
        rows.append([cost(data, mine, t, miss), cost(data, new, t, miss), cost(data, new, -np.inf, miss)])
    return np.array(rows)


def halves(data: Dataset, seeds: Sequence[int]) -> list[tuple[np.ndarray, np.ndarray]]:
    """The rows of both halves, for each seed; either half has its share of both classes."""
    splits = (StratifiedShuffleSplit(1, test_size=0.5, random_state=seed) for seed in seeds)
    return [next(split.split(data.X, data.y)) for split in splits]


def prices(data: Dataset, miss: float) -> tuple[float, float]:
    """What all false alarms cost, and all misses: prior times price, scaled to the sum 1."""
    sick = float(np.mean(data.y > 0))
    total = 1 - sick + miss * sick
    return (1 - sick) / total, miss * sick / total


def cheapest(data: Dataset, rows: np.ndarray, miss: float) -> float:
    """The threshold that costs least on these rows; of equally cheap ones the highest."""
    curve = roc(data.X[rows, 0], data.y[rows])
    alarm, missed = prices(data, miss)
    costs = alarm * curve.false_alarms + missed * (1 - curve.hits)
    return float(curve.thresholds[costs.round(12).argmin()])


def cost(data: Dataset, rows: np.ndarray, t: float, miss: float) -> float:
    """What the threshold t costs on these rows, (01.6) with shares in place of chances."""
    x = data.X[rows, 0]
    sick = data.y[rows] > 0
    alarm, missed = prices(data, miss)
    return float(alarm * np.mean(x[~sick] >= t) + missed * np.mean(x[sick] < t))


# --- Walks, waits, and three routes to a boundary ---------------------------------------------


def crossings(seeds: Sequence[int], bar: float) -> np.ndarray:
    """How often the walk of a rainy day of 120 readings crosses the bar (seeds,)."""
    counts = []
    for seed in seeds:
        walk = log_ratios(readings(True, 1, seed=seed, days=1)).cumsum(axis=1)[0]
        counts.append(int((np.diff((np.append(0, walk) > bar).astype(int)) != 0).sum()))
    return np.array(counts)


def estimates_after(seeds: Sequence[int], waits: int, true_rate: float, rate: float) -> np.ndarray:
    """Mean, MAP and ML (seeds, 3) from so many waits of the true rate; `rate` is that of the prior."""
    rows = []
    for seed in seeds:
        x = np.random.default_rng(seed).exponential(1 / true_rate, waits)
        found = rate_estimates(x, rate=rate)
        rows.append([found.mean, found.map, found.ml])
    return np.array(rows)


def turns(seeds: Sequence[int]) -> np.ndarray:
    """By how many degrees each of three lines turns (seeds, 3), when the clearest case becomes clearer still.

    The clearest case: the point of the second class that lies deepest on its side of the logistic line. It moves
    straight to the right edge. The lines: from densities, logistic, boundary alone.
    """
    rows = []
    for seed in seeds:
        data = datasets.overlapping_blobs(seed=seed)
        live = routes(data.X, data.y)
        start = live.at()
        w, b = start.lines["P(y | x)"]
        clearest = int(np.where(start.y > 0, start.X @ w + b, -np.inf).argmax())
        X = start.X.copy()
        X[clearest, 0] = start.frame["xlim"][1] - 0.1
        moved = live.at(X=X, y=start.y)
        rows.append([angle_between(start.lines[name][0], moved.lines[name][0]) for name in ROUTES])
    return np.array(rows)


def angle_between(v: np.ndarray, w: np.ndarray) -> float:
    """In degrees, 0 to 180."""
    return float(np.degrees(abs(np.arctan2(v[0] * w[1] - v[1] * w[0], v @ w))))
