"""Lloyd's algorithm, half-step by half-step."""

from dataclasses import FrozenInstanceError
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.spatial.distance import pdist
from sklearn.cluster import KMeans as SklearnKMeans

from mlcore.check import exercises
from mlcore.cluster import (
    STARTS,
    KMeans,
    cluster_means,
    cost,
    fill_empty,
    kmeans_steps,
    nearest,
    random_points,
)
from tests.cluster.examples import CLOUDS, LINE


def tables():
    """Small data, from a grid of five values, so that equal points and ties are common; or any floats."""
    shape = st.tuples(st.integers(1, 12), st.integers(1, 3))
    coarse = st.sampled_from([-1.0, 0.0, 0.5, 1.0, 3.0])
    return shape.flatmap(
        lambda s: st.one_of(hnp.arrays(float, s, elements=coarse), hnp.arrays(float, s, elements=st.floats(-1e6, 1e6)))
    )


def well_apart(X, K: int) -> bool:
    """Whether there are K different points, at distances whose squares floats can tell from 0."""
    different = np.unique(X, axis=0)
    return len(different) >= K and (K == 1 or pdist(different).min() > 1e-6 * np.abs(X).max())


def test_half_steps_by_hand():
    states = list(kmeans_steps(LINE, centers=[[0.0], [1.0]]))
    assert [(s.step, s.t) for s in states[:4]] == [("assign", 0), ("move", 1), ("assign", 1), ("move", 2)]
    assert states[0].labels.tolist() == [0, 1, 1, 1, 1, 1]
    assert states[0].cost == 0 + 0 + 1 + 25 + 36 + 361
    assert states[1].centers.ravel().tolist() == [0, 7.2]
    assert states[1].cost == pytest.approx(230.8)
    assert states[2].cost == pytest.approx(170.32)  # E003-48: less than g after the move
    assert states[-1].labels.tolist() == [0, 0, 0, 0, 0, 1]
    assert states[-1].cost == pytest.approx(38.8)


def test_an_empty_cluster_gets_the_point_that_pays_most():
    first, second, *_, last = kmeans_steps(LINE, centers=[[0.0], [8.0], [1000.0]])
    assert (first.step, second.step) == ("assign", "move")
    assert first.sizes.tolist() == [3, 3, 0]
    assert second.labels.tolist() == [0, 0, 0, 1, 1, 2]  # 20 paid 12^2
    assert second.centers.ravel().tolist() == [1, 6.5, 20]
    assert second.cost == 2.5
    assert last.cost == 2.5


def test_doubles_do_not_fill_two_clusters():
    X = np.array([[0.0], [1.0], [9.0], [9.0], [9.0], [5.0]])
    labels = fill_empty(X, np.zeros(6, int), np.array([[0.5], [100.0], [200.0]]))
    assert labels.tolist() == [0, 0, 1, 0, 0, 2]


def test_a_cluster_stays_empty_where_nothing_is_to_gain():
    X, labels = np.array([[3.0], [3.0], [4.0]]), np.array([0, 0, 1])
    filled = fill_empty(X, labels, np.array([[3.0], [4.0], [9.0]]))
    assert filled.tolist() == [0, 0, 1]
    assert filled is not labels  # nothing is changed in place
    last = list(kmeans_steps(X, centers=[[3.0], [4.0], [9.0]]))[-1]
    assert (last.cost, last.sizes.tolist(), last.converged) == (0, [2, 1, 0], True)


def test_ties_go_to_the_first_centre():
    assert nearest(np.array([[0.0], [2.0], [3.0]]), np.array([[1.0], [3.0]])).tolist() == [0, 0, 1]
    stays = list(kmeans_steps(np.array([[0.0], [2.0], [3.0]]), centers=[[1.0], [3.0]]))
    assert [s.cost for s in stays] == [2, 2, 2]  # E000-16: held by the tie


def test_means_and_cost_by_hand():
    centers = cluster_means(LINE, np.array([0, 0, 0, 2, 2, 2]), np.array([[5.0], [5.0], [5.0]]))
    assert centers.ravel().tolist() == [1, 5, 11]
    assert cost(LINE, centers) == 1 + 0 + 1 + 1 + 4 + 81
    assert cost(LINE, centers, np.zeros(6, int)) == 1 + 0 + 1 + 25 + 36 + 361


def test_with_empty_clusters_too():
    empties = 0
    for seed in range(60):
        start = np.random.default_rng(seed).uniform(-4, 8, size=(5, 2))
        empties += any(s.step == "assign" and not s.sizes.all() for s in kmeans_steps(CLOUDS, centers=start))
        theirs = SklearnKMeans(5, init=start, n_init=1, tol=0).fit(CLOUDS)
        assert KMeans(5, init=start).fit(CLOUDS).inertia_ == pytest.approx(theirs.inertia_, rel=1e-6)
    assert empties > 10


@given(tables(), st.integers(1, 5), st.integers(0, 10**6))
def test_the_cost_never_rises(X, K, seed):
    rng = np.random.default_rng(seed)
    K = min(K, len(X))
    for name, start in STARTS.items():
        states = list(kmeans_steps(X, centers=start(X, K, rng)))
        slack = 1e-12 * (X**2).sum()  # rounding of the means
        assert all(b.cost <= a.cost + slack for a, b in pairwise(states)), name
        assert all(np.isfinite(s.centers).all() for s in states)
        last = states[-1]
        assert np.array_equal(last.labels, nearest(X, last.centers))
        if well_apart(X, K):
            assert last.sizes.all()


@given(tables(), st.integers(0, 10**6))
def test_centres_end_in_the_mean_of_their_points(X, seed):
    start = random_points(X, min(2, len(X)), np.random.default_rng(seed))
    last = list(kmeans_steps(X, centers=start))[-1]
    moved = cluster_means(X, last.labels, last.centers)
    assert cost(X, moved, last.labels) >= last.cost - 1e-12 * (X**2).sum()


def test_states_are_frozen_and_their_arrays_are_copies():
    fresh = list(kmeans_steps(CLOUDS, centers=CLOUDS[:5]))
    spoiled = []
    for state in kmeans_steps(CLOUDS, centers=CLOUDS[:5]):
        spoiled.append(state.cost)
        state.centers[:], state.labels[:] = 0, 0
    assert spoiled == [s.cost for s in fresh]
    with pytest.raises(FrozenInstanceError):
        fresh[0].cost = 0


@pytest.mark.parametrize(
    "X, centers, words",
    [
        (LINE, [0.0, 1.0], r"shape \(2,\): it must be \(K, 1\)"),
        (LINE, [[0.0, 1.0]], r"it must be \(K, 1\)"),
        (LINE, [[np.inf]], "NaN or values that are too large"),
        (LINE, [["a"]], "not a number"),
        ([1.0, 2.0], [[0.0]], r"shape \(2,\): it must be a table"),
        ([[np.nan]], [[0.0]], "finite numbers"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(X, centers, words):
    with pytest.raises(ValueError, match=words):
        next(kmeans_steps(X, centers=centers))


def test_what_the_mistakes_of_kmn_05_say_of_their_numbers_is_so():
    grid = np.array([(i, j) for i in range(3) for j in range(3)], float)
    row, diagonal = ([s.cost for s in kmeans_steps(grid, centers=c)] for c in (grid[::3], grid[::4]))
    told = {mistake.hint: mistake.answer for mistake in exercises()["kmn-05"].mistakes}
    assert next(v for k, v in told.items() if "before the centres of the bottom row" in k) == (row[0], 104 / 15)
    assert next(v for k, v in told.items() if "after the first assign step" in k) == (row[-1], diagonal[0])
