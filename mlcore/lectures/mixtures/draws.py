"""What lecture 18 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import KFold, cross_val_score

from mlcore import datasets
from mlcore.base.steps import last, take
from mlcore.cluster import KMeans
from mlcore.lectures.mixtures.figures import floor_of, start_from, three_groups, with_a_lone_one
from mlcore.mixture import GaussianMixture, em_steps

WIDTHS = (0.6, 1.0, 2.0, 4.0)  # of a component that starts on the lone number of section 9
COMPONENTS = (1, 2, 3, 4, 5)


def spikes(seeds: Sequence[int], floor: float = 1e-6) -> np.ndarray:
    """Twenty other numbers from N(0, 1), and a 6, for each seed: the standard deviation with which the second component
    ends, for each of the WIDTHS with which it starts; then that of the first one for the floor 1e-6 and for 1
    (draws, 6)."""
    rows = []
    for seed in seeds:
        x = with_a_lone_one(seed).X
        ends = [end_of(x, width, floor) for width in WIDTHS]
        first = [np.sqrt(end_of(x, WIDTHS[0], f).covariances[0, 0, 0]) for f in (1e-6, 1.0)]
        rows.append([*(np.sqrt(state.covariances[1, 0, 0]) for state in ends), *first])
    return np.array(rows)


def no_number_apart(seeds: Sequence[int]) -> np.ndarray:
    """21 other numbers from N(0, 1) for each seed, and a second component that starts on one of them: the standard
    deviation with which it ends, for each of the WIDTHS with which it starts (draws, 4)."""
    rows = []
    for seed in seeds:
        x = np.random.default_rng(seed).normal(size=(21, 1))  # in no order: any of them is as good as the last
        ends = [end_of(x, width, 1e-6, on=20) for width in WIDTHS]
        rows.append([np.sqrt(state.covariances[1, 0, 0]) for state in ends])
    return np.array(rows)


def end_of(x: np.ndarray, width: float, floor: float, on: int | None = None):
    """The state after 200 steps, with the second component on this number at the start, or on the largest one."""
    on = int(x.argmax()) if on is None else on
    others = np.delete(x, on)
    start = [0.9, 0.1], [[others.mean()], x[on]], np.array([others.var(), width**2]).reshape(2, 1, 1)
    return last(em_steps(x, start=start, reg_covar=floor, tol=0), 200)


def latest_gains(seeds: Sequence[int]) -> np.ndarray:
    """Three groups of other points for each seed, K = 3: the step, after the first one, in which the log-likelihood
    gains most (draws, 1)."""
    rows = []
    for seed in seeds:
        X = three_groups(seed).X
        states = take(em_steps(X, start=start_from(X, 3, seed), reg_covar=floor_of(X, 0.003), tol=0), 60)
        gains = np.diff([state.log_likelihood for state in states])
        rows.append([2 + int(gains[1:].argmax())])
    return np.array(rows)


def ends_agree(seeds: Sequence[int]) -> np.ndarray:
    """Three groups of other points for each seed: how many of eight starts end within a nat of the best of them, for
    each number of COMPONENTS (draws, 5)."""
    rows = []
    for seed in seeds:
        X = three_groups(seed).X
        row = []
        for K in COMPONENTS:
            lls = [
                last(em_steps(X, start=start_from(X, K, k), reg_covar=floor_of(X, 0.003), tol=0), 200).log_likelihood
                for k in range(8)
            ]
            row.append((np.array(lls) > max(lls) - 1).sum())
        rows.append(row)
    return np.array(rows)


def agreement(seeds: Sequence[int], name: str) -> np.ndarray:
    """Other points of the three groups, or four fifths of the irises, for each seed: how well the parts agree with the
    kinds, of a mixture and of k-means with ten starts each, and of a mixture with one start (draws, 3)."""
    rows = []
    for seed in seeds:
        data = three_groups(seed) if name == "three groups" else datasets.iris().sample(120, seed)
        ridge: dict[str, Any] = dict(reg_covar=1e-3, random_state=seed)
        fits = [GaussianMixture(3, n_init=10, **ridge), KMeans(3, n_init=10, random_state=seed)]
        parts = [fit.fit(data.X).predict(data.X) for fit in [*fits, GaussianMixture(3, **ridge)]]
        rows.append([adjusted_rand_score(data.y, labels) for labels in parts])
    return np.array(rows)


def good_starts(seeds: Sequence[int]) -> np.ndarray:
    """Five other clouds for each seed, K = 5: the share of 20 starts from points of the data, and of 20 from clusters
    of k-means with a single start, that end within half a nat of the best of all (draws, 2)."""
    rows = []
    for seed in seeds:
        X = datasets.clouds(seed=seed).X
        floor = floor_of(X, 0.005)
        points = [
            last(em_steps(X, start=start_from(X, 5, k), reg_covar=floor, tol=1e-5), 400).log_likelihood
            for k in range(20)
        ]
        clusters = [
            GaussianMixture(5, reg_covar=floor, tol=1e-7, max_iter=1000, random_state=k).fit(X).score(X) * len(X)
            for k in range(20)
        ]
        best = max(*points, *clusters)
        rows.append([(np.array(lls) > best - 0.5).mean() for lls in (points, clusters)])
    return np.array(rows)


def referees(seeds: Sequence[int]) -> np.ndarray:
    """The 150 irises, folded anew by each seed: the held-out log-likelihood per flower of 2, 3 and 4 components (draws,
    3), with the same settings as in the figure."""
    data = datasets.iris()
    settings: dict[str, Any] = dict(reg_covar=floor_of(data.X, 2e-3), n_init=2, tol=1e-4, max_iter=2000, random_state=0)
    rows = []
    for seed in seeds:
        folds = KFold(5, shuffle=True, random_state=seed)
        rows.append([cross_val_score(GaussianMixture(K, **settings), data.X, cv=folds).mean() for K in (2, 3, 4)])
    return np.array(rows)
