"""Fresh draws for the conclusions of lecture 15: each function measures rivals on many data sets, a row for each seed.

A seed makes the training data, and new points of the same kind, a thousand or more, on which the rivals are judged.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from sklearn.model_selection import GridSearchCV, train_test_split

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.ensemble import (
    LOSSES,
    AdaBoostClassifier,
    AdaBoostState,
    BaggingClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    adaboost_steps,
    boosting_steps,
    forest_steps,
    full_tree,
    signs_of,
    values,
)
from mlcore.plots.trees import at_depth
from mlcore.tree import (
    NO_LIMITS,
    DecisionTreeClassifier,
    Limits,
    gini,
    label_table,
    leaf_of,
    sorted_rows,
    target_table,
    variance,
)

FRESH = 10**6  # the new points of seed s are drawn with the seed s + FRESH

# --- AdaBoost on a disc in a ring (section 1, Further A and D) --------------------------------

ROUNDS = 60


def blurred_ring(seed: int, n: int = 80) -> Dataset:
    """A disc in a ring, blurred: no line separates them."""
    return datasets.rings(n, noise=0.25, seed=seed)


def adaboost_states(X: Array, y: Array, rounds: int = ROUNDS) -> list[AdaBoostState]:
    """The states of a run on these points."""
    return take(adaboost_steps(X, y.astype(float), rows=sorted_rows(X)), rounds)


def score_at(states: list[AdaBoostState], points: Array) -> Array:
    """f(x) (m,) after these rounds, at points (m, 2)."""
    return sum((s.alpha * signs_of(s.stump, points) for s in states[1:]), np.zeros(len(points)))


def is_closed(states: list[AdaBoostState], reach: float = 3.2) -> bool:
    """Whether the vote says disc somewhere in the square [-reach, reach]², and nowhere on its edge."""
    side = np.linspace(-reach, reach, 81)
    places = show.lattice(side, side)
    inside = score_at(states, places) > 0
    edge = (np.abs(places) == reach).any(axis=1)
    return bool(inside.any() and not inside[edge].any())


def ring_runs(seeds: Sequence[int]) -> np.ndarray:
    """For each seed, sixty rounds of AdaBoost on a fresh ring, judged on 1000 new points.

    Columns: errors of the first stump and of the vote on the new points; whether the error on the training points
    rises in some round, whether it is 0 at the end, whether the vote is closed; and for the points that weigh less than
    a tenth of the average: the share that is of the ring, and by how much further from both axes they lie on average
    than the ring's other points.
    """
    return np.array([ring_run(seed) for seed in seeds], float)


def ring_run(seed: int) -> list[float]:
    data, new = blurred_ring(seed), blurred_ring(seed + FRESH, 1000)
    states = adaboost_states(data.X, data.y)
    errors = np.array([(data.y * state.scores <= 0).mean() for state in states])
    wrong = [(np.sign(score_at(states[: k + 1], new.X)) != new.y).mean() for k in (1, ROUNDS)]
    light, ring = states[-1].weights * len(data.y) < 0.1, data.y < 0
    nearest = np.abs(data.X).min(axis=1)  # to an axis
    further = nearest[light].mean() - nearest[ring & ~light].mean()
    rises, ends = (np.diff(errors) > 0).any(), errors[-1] == 0
    return [*wrong, float(rises), float(ends), float(is_closed(states)), ring[light].mean(), further]


def margin_runs(seeds: Sequence[int]) -> np.ndarray:
    """For each seed, the margins y f(x) / Σα on a fresh ring: the smallest after 25, 100 and 300 rounds, and the
    largest after 5, 25 and 300."""
    rows = []
    for seed in seeds:
        data = blurred_ring(seed)
        margins = margins_of(adaboost_states(data.X, data.y, 300), data.y)
        low, high = margins[:, 0], margins[:, -1]
        rows.append([low[25], low[100], low[300], high[5], high[25], high[300]])
    return np.array(rows)


def margins_of(states: list[AdaBoostState], y: Array) -> Array:
    """The margins after each round (rounds + 1, n), in rising order in each."""
    total = np.maximum(np.cumsum([abs(state.alpha) for state in states]), 1e-300)
    return np.sort(np.array([y * state.scores for state in states]) / total[:, None], axis=1)


def heavy_labels(seeds: Sequence[int]) -> np.ndarray:
    """For each seed, the share of all weight on the tenth of the labels that is wrong, after 1 and 10 rounds."""
    rows = []
    for seed in seeds:
        noisy, clean = (datasets.noisy_blobs(200, noise, distance=5.0, seed=seed) for noise in (0.1, 0.0))
        states = adaboost_states(noisy.X, noisy.y, 10)
        rows.append([states[k].weights[noisy.y != clean.y].sum() for k in (1, 10)])
    return np.array(rows)


# --- Bias, variance, noise (section 2) --------------------------------------------------------

NOISE = 0.3
LITTLE = 0.1  # noise, against which the conclusions are held
SETS = 30
DEEPEST = 8
MOST = 10  # trees in a bag


def truth(x: np.ndarray) -> np.ndarray:
    """The mean of y at x: a sine, and a step."""
    return np.sin(3 * x) + 0.8 * (x > 1.2)


@cache
def simulated(seed: int = 0, n: int = 40, noise: float = NOISE) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A grid x (g,); what trees say there, (depths, sets, trees, g), each set with bootstrap samples, and what the
    tree of the whole set says (depths, sets, g)."""
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 2, 81)
    bagged = np.empty((DEEPEST, SETS, MOST, 81))
    single = np.empty((DEEPEST, SETS, 81))
    for j in range(SETS):
        X = rng.uniform(0, 2, (n, 1))
        y = truth(X[:, 0]) + noise * rng.standard_normal(n)
        rows = sorted_rows(X)
        single[:, j] = of_depths(X, y, np.ones(n), rows, grid)
        for i in range(MOST):
            drawn = np.bincount(rng.integers(0, n, n), minlength=n)
            bagged[:, j, i] = of_depths(X, y, drawn, rows, grid)
    return grid, bagged, single


def of_depths(X, y, weights, rows, grid) -> np.ndarray:
    """What the regression trees of depth 1, 2, ... say on the grid (g,): (depths, g). Deeper ones begin with these."""
    tree = full_tree(X, target_table(y, weights.astype(float)), rows, variance, Limits(max_depth=DEEPEST))
    return np.array([values(at_depth(tree, d), grid[:, None])[:, 0] for d in range(1, DEEPEST + 1)])


def parts_of(fits: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Noise, bias² and variance (3, depths) of fits (depths, sets, g) on the grid (g,), (15.1)."""
    bias = ((fits.mean(axis=1) - truth(grid)) ** 2).mean(axis=1)
    return np.array([np.full(len(fits), NOISE**2), bias, fits.var(axis=1).mean(axis=1)])


def likeness(trees: np.ndarray) -> tuple[float, float]:
    """σ² and ρ of (15.3), of what bootstrapped trees say (sets, trees, g).

    The trees of one set share it. What varies within a set is (1 − ρ) σ².
    """
    spread = trees.var(axis=(0, 1)).mean()
    return float(spread), float(1 - trees.var(axis=1, ddof=1).mean() / spread)


def depth_parts(seeds: Sequence[int], noise: float = NOISE) -> np.ndarray:
    """For each seed a fresh simulation, thirty training sets: a row of 5 · 8, for the depths 1 to 8 each time.

    In turn: bias² and variance of one tree of the whole set, both of ten bagged trees, and ρ.
    """
    return np.array([depth_part(seed, noise).ravel() for seed in seeds])


def depth_part(seed: int, noise: float = NOISE) -> np.ndarray:
    grid, bagged, single = simulated.__wrapped__(seed, noise=noise)  # too large to keep
    one, ten = parts_of(single, grid), parts_of(bagged.mean(axis=2), grid)
    return np.array([one[1], one[2], ten[1], ten[2], [likeness(trees)[1] for trees in bagged]])


# --- Forests (section 4) ----------------------------------------------------------------------


def hints(n: int, seed: int, d: int = 20) -> tuple[Array, Array]:
    """n points of d features, each of which hints at the label: x = 0.4 y + noise, y = ±1."""
    rng = np.random.default_rng(seed)
    y = rng.choice([-1, 1], n)
    return rng.standard_normal((n, d)) + 0.4 * y[:, None], y


def hint_errors(seeds: Sequence[int]) -> np.ndarray:
    """For each seed bagging (all 20 features at every question) and a forest (4, drawn): 100 points, 50 trees each.

    Columns, of bagging and then of the forest: errors on 1000 new points of a tree alone, on average; the share of the
    new points on which two of its trees agree; errors of all 50 there; and out of bag. Last, the error of a full tree
    of all 100 points.
    """
    return np.array([hint_error(seed) for seed in seeds])


def hint_error(seed: int) -> list[float]:
    (X, y), (new, truth_there) = hints(100, seed), hints(1000, seed + FRESH)
    found = []
    for k in (None, 4):
        model = RandomForestClassifier(50, max_features=k, random_state=seed).fit(X, y)
        votes = np.array([values(tree, new).argmax(axis=1) for tree in model.estimators_])
        share = votes.mean(axis=0)  # of the trees that say the second class
        agree = (share**2 + (1 - share) ** 2).mean()
        agree = (50 * agree - 1) / 49  # no tree is held against itself
        alone = (votes != (truth_there > 0)).mean()
        found += [alone, agree, (model.predict(new) != truth_there).mean(), 1 - model.oob_score_]
    tree = DecisionTreeClassifier().fit(X, y)
    return [*found, (tree.predict(new) != truth_there).mean()]


FORESTS = {"both": None, "one": 1}


def mixture_errors(seeds: Sequence[int]) -> np.ndarray:
    """For each seed, 150 fresh points of the mixture of lecture 14 with sixty trees, judged on 2000 new points.

    A row of 4 · 5: both features or one drawn, each with leaves of 1 and of 20 points. Columns of each: a tree alone,
    on average; 15 trees; 60 trees; out of bag; and the span of the error from 15 trees to 60.
    """
    return np.array([mixture_error(seed) for seed in seeds])


def mixture_error(seed: int) -> list[float]:
    data = datasets.overlapping_groups(2150, seed=seed)
    (X, new), (y, there) = np.split(data.X, [150]), np.split(data.y, [150])
    table = label_table(y, 2, np.ones(150))
    found = []
    for k in FORESTS.values():
        for least in (1, 20):
            limits = replace(NO_LIMITS, max_features=k, min_samples_leaf=least)
            steps = forest_steps(X, table, rows=sorted_rows(X), impurity=gini, limits=limits, seed=seed)
            states = take(steps, 60)[1:]
            each = np.array([values(state.tree, new) for state in states])
            errors = (each.cumsum(axis=0).argmax(axis=2) != there).mean(axis=1)
            alone = (each.argmax(axis=2) != there).mean()
            bag = out_of_bag(states[-1].votes, states[-1].voters, y)
            found += [alone, errors[14], errors[59], bag, np.ptp(errors[14:])]
    return found


def out_of_bag(votes, voters, y) -> float:
    """The share of errors among the points that at least one tree has not seen; NaN if there is none."""
    wrong = (votes.argmax(axis=1) != y)[voters > 0]
    return float(wrong.mean()) if len(wrong) else float("nan")


# --- Gradient boosting (section 6) ------------------------------------------------------------

STEPS = 80
SHRUNK = ((0.01, 1), (0.1, 1), (1.0, 1), (0.1, 4), (1.0, 4))  # ν, and the depth of each tree


def wave_of(n: int, rng, noise: float = 0.3) -> Dataset:
    """n points of a sine with noise, from left to right."""
    x = np.sort(rng.uniform(0, 2 * np.pi, n))
    return Dataset(x[:, None], np.sin(x) + noise * rng.standard_normal(n), ("x",), ("y",))


def wave_errors(seeds: Sequence[int]) -> np.ndarray:
    """For each seed, boosting on 40 fresh points of a sine with noise, judged on 1000 new ones.

    A row of 5 · 3, for each pair in SHRUNK: the mean squared error with 80 trees, the lowest on the way, and with how
    many trees that was.
    """
    rows = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        seen, new = wave_of(40, rng), wave_of(1000, rng)
        errors = [boosted_errors(seen, new, lr, depth) for lr, depth in SHRUNK]
        rows.append([number for e in errors for number in (e[STEPS], e.min(), e.argmin())])
    return np.array(rows)


MANY_STEPS = 600
OTHER_WAVES = ((600, 0.3), (40, 0.1))  # more points than those of the figure, and less noise


def long_wave_errors(seeds: Sequence[int]) -> np.ndarray:
    """For each seed, stumps with ν = 0.1 and 1 on each of OTHER_WAVES, judged on 1000 new points.

    A row of 2 · 2 · 2: for each wave and each ν, the mean squared error with 80 trees and with 600.
    """
    rows = []
    for seed in seeds:
        row = []
        for n, noise in OTHER_WAVES:
            rng = np.random.default_rng(seed)
            seen, new = wave_of(n, rng, noise), wave_of(1000, rng, noise)
            runs = [boosted_errors(seen, new, lr, 1, MANY_STEPS) for lr in (0.1, 1.0)]
            row += [run[k] for run in runs for k in (STEPS, MANY_STEPS)]
        rows.append(row)
    return np.array(rows)


def boosted_errors(seen: Dataset, new: Dataset, lr: float, depth: int, trees: int = STEPS) -> Array:
    """The mean squared errors on the new points with 0, 1, … trees (trees + 1,); a run that has ended stays there."""
    X, loss = seen.X, LOSSES["squared_error"]
    steps = boosting_steps(X, seen.y, rows=sorted_rows(X), loss=loss, lr=lr, limits=Limits(max_depth=depth))
    states = take(steps, trees)
    added = [state.added[leaf_of(state.tree, new.X)] for state in states[1:]]
    fits = np.cumsum([np.full(len(new.X), states[0].scores[0]), *added], axis=0)
    errors = ((fits - new.y) ** 2).mean(axis=1)
    return np.pad(errors, (0, trees + 1 - len(errors)), mode="edge")


# --- Real data (section 7) --------------------------------------------------------------------

STAGES = 80
METHODS = {
    "a random forest": "forest",
    "bagged trees": "bagging",
    "AdaBoost with stumps": "adaboost",
    "boosting, ν = 0.1": "slow",
    "boosting, ν = 1": "fast",
}


def staged_scores(method: str, X, y, Z) -> list[np.ndarray]:
    """The scores of the second class less the first at the points Z (m, d), after 1, 2, ... trees: each (m,)."""
    match method:
        case "adaboost":
            return AdaBoostClassifier(STAGES).fit(X, y).staged_decision_function(Z)[1:]
        case "slow" | "fast":
            lr = 0.1 if method == "slow" else 1.0
            model = GradientBoostingClassifier(n_estimators=STAGES, learning_rate=lr, max_depth=2)
            return model.fit(X, y).staged_decision_function(Z)[1:]
    model = (BaggingClassifier if method == "bagging" else RandomForestClassifier)(STAGES, random_state=0).fit(X, y)
    return list(np.cumsum([values(tree, Z) @ [-1.0, 1.0] for tree in model.estimators_], axis=0))


def split_errors(seeds: Sequence[int]) -> np.ndarray:
    """For each seed the 569 patients are split anew, half to grow on and half left out, in the shares of the classes.

    Columns, errors on those left out: a full tree; a tree whose depth and leaf size are chosen by five folds of the
    training half; the five METHODS with 80 trees; AdaBoost with 20. Last, AdaBoost's error on its own half with 20.
    """
    data = datasets.breast_cancer()
    y = (data.y > 0).astype(int)
    rows = []
    for seed in seeds:
        own, rest = train_test_split(np.arange(len(y)), train_size=0.5, stratify=y, random_state=seed)
        rows.append(errors_of_split(data.X[own], y[own], data.X[rest], y[rest]))
    return np.array(rows)


CHOICES = {"max_depth": [1, 2, 3, 4, 6, None], "min_samples_leaf": [1, 5]}


def errors_of_split(X: Array, y: Array, new: Array, there: Array) -> list[float]:
    trees = DecisionTreeClassifier(), GridSearchCV(DecisionTreeClassifier(), CHOICES, cv=5)
    errors = [(tree.fit(X, y).predict(new) != there).mean() for tree in trees]
    scores = {method: staged_scores(method, X, y, np.vstack([new, X])) for method in METHODS.values()}
    wrong = {method: (np.array(s) > 0) != np.r_[there, y] for method, s in scores.items()}
    with_20 = wrong["adaboost"][min(19, len(wrong["adaboost"]) - 1)]
    n = len(new)
    return [*errors, *(w[-1, :n].mean() for w in wrong.values()), with_20[:n].mean(), with_20[n:].mean()]
