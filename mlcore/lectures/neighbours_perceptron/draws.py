"""Fresh draws: on how many of them what lecture 04 says holds. A row for each seed, a column for each rival."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from scipy.spatial.distance import cdist

from mlcore import datasets
from mlcore.base.steps import last, take
from mlcore.base.types import Array
from mlcore.datasets import Dataset, TwoMixtures
from mlcore.lectures.neighbours_perceptron.data import patients, slanted, two_groups, wave
from mlcore.lectures.neighbours_perceptron.runs import all_ends, others_of, passes, side_by_side
from mlcore.neighbors import nearest_neighbors, sorted_neighbors, winner
from mlcore.perceptron import perceptron_steps
from mlcore.plots.separating_planes import margin, widest_street
from mlcore.separable import is_separable

SIZES = (25, 50, 100, 200, 400)
ODD = np.arange(1, 100, 2)
PLACES = 600
NEIGHBOURS = (1, 3, 5, 7, 15, 41)
FACTORS = (1.0, 62.0, 1000.0)


# --- The mixture whose density is known (section 3) -------------------------------------------


def shares_at(recipe: TwoMixtures, seed: int) -> tuple[Array, Array]:
    """600 places Z (600, 2) that are drawn from the mixture, and the share p (600, 1) of the labels +1 at each."""
    Z = recipe.sample(PLACES, seed=seed).X
    density = np.exp(recipe.log_densities(Z))
    return Z, density[:, 1:] / density.sum(axis=1, keepdims=True)


@cache
def known_places() -> tuple[TwoMixtures, Array, Array]:
    """The mixture of section 3 (DAT-10), its places and the shares there."""
    recipe = datasets.esl_mixture(seed=1)
    return recipe, *shares_at(recipe, seed=1000)


def errors_of(train: Dataset, Z: Array, p: Array) -> Array:
    """The errors (50,) of K = 1, 3, … with these examples, averaged over the places; inf for more than there are.

    At each place the error is the share of the class that was not predicted.
    """
    n = len(train.y)
    labels = train.y[cdist(Z, train.X, "sqeuclidean").argsort(axis=1)[:, : ODD[-1]]]
    majority = labels.cumsum(axis=1)[:, ODD[n >= ODD] - 1] > 0
    errors = np.full(len(ODD), np.inf)
    errors[n >= ODD] = np.where(majority, 1 - p, p).mean(axis=0)
    return errors


def mixture_errors(seeds: Sequence[int], sizes: Sequence[int] = SIZES) -> Array:
    """Errors (seeds, sizes, 50) of K = 1, 3, …: a sample of the mixture of section 3 for each seed and size."""
    recipe, Z, p = known_places()
    return np.array([[errors_of(recipe.sample(n, seed=seed), Z, p) for n in sizes] for seed in seeds])


def other_mixtures(seeds: Sequence[int], sizes: Sequence[int] = (25, 100, 400)) -> Array:
    """The same where each seed draws a mixture of its own: other means of the ten bumps of each class."""
    rows = []
    for seed in seeds:
        recipe = datasets.esl_mixture(seed=seed)
        Z, p = shares_at(recipe, seed=10_000 + seed)
        rows.append([errors_of(recipe.sample(n, seed=20_000 + seed), Z, p) for n in sizes])
    return np.array(rows)


# --- The perceptron in the plane (sections 1 and 5) -------------------------------------------


def worse_updates(seeds: Sequence[int]) -> Array:
    """Whether some update of the run (seeds,) puts more points on the wrong side than were there before it.

    Each seed is tried for a sample like that of section 1; samples that no line separates are left out.
    """
    worse = []
    for seed in seeds:
        data = two_groups(seed)
        if is_separable(data.X, data.y):
            states = take(perceptron_steps(data.X, data.y), 10_000)[1:]  # without the start, where all are mistakes
            worse.append(bool((np.diff([state.wrong for state in states]) > 0).any()))
    return np.array(worse)


def race_ends(seeds: Sequence[int], gaps: Sequence[float]) -> Array:
    """How the race of section 5 ends at each gap (seeds, gaps, 3): updates, the bound, and the cosine between w and u.

    Each seed draws other clouds.
    """
    rows = np.zeros((len(seeds), len(gaps), 3))
    for row, seed in zip(rows, seeds, strict=True):
        touching, y, u = side_by_side(slanted(seed=seed))
        for k, gap in enumerate(gaps):
            X = touching + gap * np.outer(y, u)
            end = last(perceptron_steps(X, y, bias=False), 100_000)
            row[k] = end.t, (X**2).sum(axis=1).max() / gap**2, end.w @ u / np.linalg.norm(end.w)
    return rows


# --- Digits, divided by chance (section 7) ----------------------------------------------------


def digit_errors(seeds: Sequence[int], replaced: float = 0.0) -> Array:
    """Errors (seeds, 6) of K-NN, K in `NEIGHBOURS`, on the digits that are left when half of them, by chance, are kept.

    replaced: this share of the examples' labels is replaced by labels drawn by chance.
    """
    digits = datasets.digits()
    X, y = digits.X, digits.y.astype(int)
    half = (len(y) + 1) // 2
    rows = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(y))
        mine, asked = order[:half], order[half:]
        labels = np.where(rng.random(half) < replaced, rng.integers(0, 10, half), y[mine])
        near = labels[nearest_neighbors(X[mine], X[asked], NEIGHBOURS[-1])]
        rows.append([(winner(near[:, :K], 10) != y[asked]).mean() for K in NEIGHBOURS])
    return np.array(rows)


def threes_and_eights() -> tuple[Array, Array]:
    """The digits 3 and 8, in the order of the file: X (357, 64), and y = +1 for an 8."""
    digits = datasets.digits()
    keep = np.isin(digits.y, (3, 8))
    return digits.X[keep], np.where(digits.y[keep] == 8, 1.0, -1.0)


def line_runs(seeds: Sequence[int]) -> Array:
    """The perceptron on half of the threes and eights, drawn by chance (seeds, 5).

    Columns: its updates; its passes through the examples, the last of which finds no mistake; the test error in the
    end; the share of its updates after which the test error is higher than before; and the largest such rise.
    """
    X, y = threes_and_eights()
    half = (len(y) + 1) // 2
    rows = []
    for seed in seeds:
        order = np.random.default_rng(seed).permutation(len(y))
        mine, asked = order[:half], order[half:]
        states = take(perceptron_steps(X[mine], y[mine]), 10_000)
        tested = np.array([(y[asked] * (X[asked] @ s.w + s.b) <= 0).mean() for s in states])
        rise = np.diff(tested)
        rows.append([states[-1].t, passes([s.i for s in states]), tested[-1], (rise > 0).mean(), rise.max()])
    return np.array(rows)


# --- Further: averages, units, dimensions, orders, rings --------------------------------------


def average_errors(seeds: Sequence[int]) -> Array:
    """K-NN for numbers on other samples of the wave of Further A (seeds, 6).

    Columns: the K that does best on what is left out; the error there, at K = 1 and at K = 15; and the mean squared
    distance from the sine itself, of the mean of this K neighbours and of the nearest one.
    """
    grid = np.linspace(0, 10, 401)
    rows = []
    for seed in seeds:
        data = wave(seed=seed)
        y, n = data.y, len(data.y)
        count = np.arange(1, n)
        left_out = ((y[others_of(data.X)].cumsum(axis=1) / count - y[:, None]) ** 2).mean(axis=0)
        near = sorted_neighbors(data.X, grid[:, None], n - 1)
        off = ((y[near].cumsum(axis=1) / count - np.sin(grid)[:, None]) ** 2).mean(axis=0)
        best = int(left_out.argmin())
        rows.append([best + 1, left_out[best], left_out[0], left_out[14], off[best], off[0]])
    return np.array(rows)


def outvoted(seeds: Sequence[int]) -> Array:
    """The share of other 120 patients (seeds, 3) whom their seven nearest outvote, at the `FACTORS` of Further B."""
    rows = []
    for seed in seeds:
        data = patients(seed)
        y = np.where(data.y == data.y.max(), 1, -1)
        near = [others_of(data.X * [1.0, factor])[:, :7] for factor in FACTORS]
        rows.append([(y[rows_near].sum(axis=1) * y < 0).mean() for rows_near in near])
    return np.array(rows)


def nearest_shares(seeds: Sequence[int], dimensions: Sequence[int] = (1, 10, 1000)) -> Array:
    """The nearest of 500 places over the farthest (seeds, dimensions), from 20 places on average; in the unit cube."""
    rows = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        places, asked = rng.uniform(size=(500, max(dimensions))), rng.uniform(size=(20, max(dimensions)))
        distances = [cdist(asked[:, :d], places[:, :d]) for d in dimensions]
        rows.append([(D.min(axis=1) / D.max(axis=1)).mean() for D in distances])
    return np.array(rows)


def order_ends(seeds: Sequence[int]) -> Array:
    """What becomes of six points that a line separates, in all 720 orders (seeds, 4).

    Columns: how many different lines come out; and the margins of the best of them, of an order on average, and of the
    line that comes out most often, each over that of the widest street.
    """
    rows = []
    for seed in seeds:
        X, y = six_apart(seed)
        lines, _ = all_ends(X, y)
        street = widest_street(X, y)
        assert street is not None
        widest = margin(street.weights(X), street.bias, X, y)
        margins, many = np.array([line[2:] for line in lines]).T
        often = margins[many.argmax()]
        rows.append([len(lines), margins.max() / widest, margins @ many / many.sum() / widest, often / widest])
    return np.array(rows)


def six_apart(seed: int) -> tuple[Array, Array]:
    """Six points in the plane, three of each class, drawn until a line separates them."""
    rng = np.random.default_rng(seed)
    y = np.repeat([1.0, -1.0], 3)
    while True:
        X = rng.normal(size=(6, 2)) + 0.6 * y[:, None]
        if is_separable(X, y):
            return X, y


def ring_runs(seeds: Sequence[int]) -> Array:
    """200 updates on other discs in rings (seeds, 4): points on the wrong side, of 40.

    Columns: the fewest and the most after updates 50 to 200; the fewest from update 1 on (the pocket); and in the end.
    """
    rows = []
    for seed in seeds:
        data = datasets.rings(seed=seed)
        wrong = np.array([state.wrong for state in take(perceptron_steps(data.X, data.y), 200)])
        rows.append([wrong[50:].min(), wrong[50:].max(), wrong[1:].min(), wrong[-1]])
    return np.array(rows, float)
