"""What lecture 17 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence

import numpy as np

from mlcore import datasets
from mlcore.base.steps import last
from mlcore.cluster import KMeans, cost, kmeans_steps
from mlcore.lectures.kmeans.figures import HALF_STEPS, WAYS, start_centers

RUNS = 40  # from each way to start
CLOSE = 1e-3  # a run has found the lowest cost if it ends within a thousandth of it
APART = 3.0  # at least, for the middles of clouds at random places


def clouds_on_a_grid(seed: int) -> np.ndarray:
    """180 points (180, 2), twenty about each of nine places of a square grid, as in section 8."""
    return about(np.array([(i, j) for i in range(3) for j in range(3)]) * 4.0, np.random.default_rng(seed))


def clouds_at_random_places(seed: int) -> np.ndarray:
    """The same about nine random places, at least 3 apart."""
    rng = np.random.default_rng(seed)
    places: list[np.ndarray] = []
    while len(places) < 9:
        place = rng.uniform(0, 12, 2)
        if all(np.linalg.norm(place - other) >= APART for other in places):
            places.append(place)
    return about(np.array(places), rng)


def about(places: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Twenty points about each of the places."""
    return np.repeat(places, 20, axis=0) + 0.8 * rng.standard_normal((20 * len(places), 2))


def five_clouds(seed: int) -> np.ndarray:
    """150 points about the five places of section 1."""
    return datasets.clouds(seed=seed).X


def five_blurred_clouds(seed: int) -> np.ndarray:
    """The same, blurred until they run into each other, as in the second table of section 9."""
    return datasets.clouds(spread=1.4, seed=seed).X


TABLES = {
    "nine on a grid": clouds_on_a_grid,
    "nine at random places": clouds_at_random_places,
    "five": five_clouds,
    "five blurred": five_blurred_clouds,
}


def starts_compared(seeds: Sequence[int], table: str) -> np.ndarray:
    """Other points for each seed: the share of 40 runs that find the lowest cost, by the way to start (draws, 3).

    The ways: points of the data, random groups, k-means++. The lowest cost is that of all 120 runs.
    """
    rows = []
    for seed in seeds:
        X = TABLES[table](seed)
        K = 9 if table.startswith("nine") else 5
        ends = np.array([[run_from(X, K, way, k).cost for k in range(RUNS)] for way in WAYS.values()])
        rows.append((ends <= (1 + CLOSE) * ends.min()).mean(axis=1))
    return np.array(rows)


def run_from(X: np.ndarray, K: int, way: str, seed: int):
    """The state that a run ends with."""
    return last(kmeans_steps(X, centers=start_centers(way, X, K, seed)), HALF_STEPS)


def bends(seeds: Sequence[int], spread: float | None) -> np.ndarray:
    """150 other points for each seed, five clouds of this spread (None: spread evenly): the K at which the curve of
    section 9 bends most, on its logarithmic axis, and what the fifth and the sixth centre save (draws, 3)."""
    rows = []
    for seed in seeds:
        even = np.random.default_rng(seed).uniform((-3, -2), (7, 6), (150, 2))
        X = even if spread is None else datasets.clouds(spread=spread, seed=seed).X
        costs = lowest_costs(X)
        saved = 1 - costs[1:] / costs[:-1]
        rows.append([sharpest_bend(costs), saved[3], saved[4]])
    return np.array(rows)


def bends_in_a_triangle(seeds: Sequence[int]) -> np.ndarray:
    """150 other points for each seed, spread evenly over a triangle with equal sides: the K at which the curve bends
    most, and what the third and the fourth centre save (draws, 3)."""
    corners = np.array([(0, 0), (1, 0), (0.5, np.sqrt(0.75))])
    rows = []
    for seed in seeds:
        shares = np.random.default_rng(seed).dirichlet(np.ones(3), 150)
        costs = lowest_costs(shares @ corners)
        saved = 1 - costs[1:] / costs[:-1]
        rows.append([sharpest_bend(costs), saved[1], saved[2]])
    return np.array(rows)


def lowest_costs(X: np.ndarray) -> np.ndarray:
    """The lowest cost found with K = 1, …, 10 centres (10,)."""
    return np.array([KMeans(K, n_init=10, random_state=0).fit(X).inertia_ for K in range(1, 11)])


def sharpest_bend(costs: np.ndarray) -> int:
    """The K, from 3 on, at which the costs of K = 1, 2, … bend most on a logarithmic axis."""
    return int(np.diff(np.log(costs), 2)[1:].argmax()) + 3


def patients_with_their_kind(seeds: Sequence[int]) -> np.ndarray:
    """Four fifths of the 569 patients, drawn anew by each seed: the share that is in a cluster with mostly their own
    kind, with the columns as measured and standardised (draws, 2)."""
    data = datasets.breast_cancer()
    rows = []
    for seed in seeds:
        some = data.sample(455, seed)
        tables = some.X, some.standardised().X
        rows.append([with_their_kind(KMeans(2, random_state=0).fit(X).labels_, some.y) for X in tables])
    return np.array(rows)


def with_their_kind(labels: np.ndarray, y: np.ndarray) -> float:
    """The share of the points whose cluster has mostly points of their own class."""
    return sum(np.unique(y[labels == k], return_counts=True)[1].max() for k in np.unique(labels)) / len(y)


def names_of_clusters(seeds: Sequence[int]) -> np.ndarray:
    """A run on all digits from each seed: its cost, how many digits have a cluster that is named after them, whether
    the 8 has one, and the share of images in a cluster of their name (draws, 4)."""
    data = datasets.digits()
    rows = []
    for seed in seeds:
        state = run_from(data.X, 10, "points", seed)
        counts = np.array([np.bincount(data.y[state.labels == k].astype(int), minlength=10) for k in range(10)])
        named = np.unique(counts.argmax(axis=1))
        rows.append([state.cost, len(named), 8 in named, counts.max(axis=1).sum() / len(data.y)])
    return np.array(rows, float)


def costs_on_new_points(seeds: Sequence[int], most: int = 20) -> np.ndarray:
    """150 points of the five clouds to learn from, and 10 000 others, for each seed: what the others pay on average to
    the centres that were learnt, for K = 1, …, `most` (draws, most)."""
    rows = []
    for seed in seeds:
        X, new = datasets.clouds(seed=seed).X, datasets.clouds(10_000, seed=seed + 1_000_000).X
        fits = [KMeans(K, n_init=5, random_state=0).fit(X).cluster_centers_ for K in range(1, most + 1)]
        rows.append([cost(new, centers) / len(new) for centers in fits])
    return np.array(rows)
