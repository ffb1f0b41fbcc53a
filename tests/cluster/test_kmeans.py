"""k-means as an estimator."""

from itertools import product

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.exceptions import ConvergenceWarning

from mlcore.cluster import (
    STARTS,
    KMeans,
    cluster_means,
    cost,
    random_points,
)
from mlcore.datasets import digits, iris
from tests.cluster.examples import CLOUDS, LINE


@pytest.mark.parametrize("K", [1, 2, 5, 10])
@pytest.mark.parametrize("X", [CLOUDS, iris().X, digits().X[:300]], ids=["clouds", "iris", "digits"])
def test_it_reaches_scikit_learns_objective_from_the_same_start(X, K):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        start = random_points(X, K, rng) + 1e-6 * rng.normal(size=(K, X.shape[1]))  # no ties
        ours, theirs = KMeans(K, init=start).fit(X), SklearnKMeans(K, init=start, n_init=1, tol=0).fit(X)
        assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=1e-6)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("K", [2, 3])
def test_restarts_find_the_best_of_all_partitions(seed, K):
    X = np.random.default_rng(seed).normal(size=(7, 2))
    every = (np.array(labels) for labels in product(range(K), repeat=7))
    best = min(cost(X, cluster_means(X, r, np.zeros((K, 2))), r) for r in every)
    fitted = KMeans(K, n_init=60, random_state=0).fit(X)
    assert fitted.inertia_ == pytest.approx(best)


@pytest.mark.usefixtures("random_state_untouched")
@pytest.mark.parametrize("init", STARTS)
def test_a_seed_gives_the_same_fit_and_inputs_stay(init):
    X = CLOUDS.copy()
    model = KMeans(5, init=init, n_init=3, random_state=0)
    first = model.fit(X).inertia_, model.cluster_centers_
    again = clone(model).fit(X)
    assert again.inertia_ == first[0]
    assert np.array_equal(again.cluster_centers_, first[1])
    assert np.array_equal(X, CLOUDS)
    assert np.array_equal(model.predict(X)[:7], model.predict(X[:7]))
    assert np.array_equal(model.labels_, model.predict(X))
    different = {KMeans(5, init=init, n_init=1, random_state=s).fit(X).n_iter_ for s in range(10)}
    assert len(different) > 1


@pytest.mark.parametrize(
    "model, X, words",
    [
        pytest.param(KMeans(0), LINE, "n_clusters is 0: take a whole number", id="K=0"),
        pytest.param(KMeans(-2), LINE, "n_clusters is -2", id="K<0"),
        pytest.param(KMeans(2.5), LINE, r"n_clusters is 2\.5", id="half a cluster"),
        pytest.param(KMeans(7), LINE, "n_clusters is 7, but these 6 samples have only 6 different", id="K>n"),
        pytest.param(KMeans(3), np.repeat(LINE[:2], 5, axis=0), "10 samples have only 2 different", id="K>different"),
        pytest.param(KMeans(2), LINE[:1], "1 sample has only 1", id="n=1"),
        pytest.param(KMeans(2), [[1.0], [np.nan]], "NaN", id="NaN"),
        pytest.param(KMeans(2), [[1.0], [np.inf]], "infinity", id="infinity"),
        pytest.param(KMeans(2), [["red"], ["blue"]], "could not convert string", id="strings"),
        pytest.param(KMeans(2), LINE[:0], "0 sample", id="no point"),
        pytest.param(KMeans(2), LINE * 1e200, "take other units", id="overflow"),
        pytest.param(KMeans(2, init="rows"), LINE, "init is 'rows': take one of", id="unknown start"),
        pytest.param(KMeans(2, init=LINE[:3]), LINE, "3 centres, but n_clusters is 2", id="three centres"),
        pytest.param(KMeans(2, init=np.zeros((2, 5))), LINE, r"must be \(K, 1\)", id="centres of another dimension"),
        pytest.param(KMeans(2, init=np.full((2, 1), np.nan)), LINE, "centres hold NaN", id="NaN centres"),
        pytest.param(KMeans(2, n_init=0), LINE, "n_init is 0", id="no run"),
        pytest.param(KMeans(2, max_iter=0), LINE, "max_iter is 0", id="no step"),
    ],
)
def test_a_sentence_says_what_is_wrong(model, X, words):
    with pytest.raises(ValueError, match=words):
        model.fit(X)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("init", STARTS)
@pytest.mark.parametrize(
    "X, K, best",
    [
        pytest.param([[3.0, 4.0]], 1, 0, id="n=1"),
        pytest.param(LINE, 1, 6 * LINE.var(), id="K=1"),
        pytest.param(LINE, 6, 0, id="K=n"),
        pytest.param(np.ones((5, 2)), 1, 0, id="all points equal"),
        pytest.param(LINE * [1, 0] + [0, 7], 6, 0, id="a constant feature"),
        pytest.param(np.repeat(LINE, 3, axis=0), 6, 0, id="duplicates"),
        pytest.param(LINE * 1e-12, 6, 0, id="tiny features"),
    ],
)
def test_a_finite_answer_without_a_warning(init, X, K, best):
    model = KMeans(K, init=init, random_state=0).fit(X)
    assert np.isfinite(model.cluster_centers_).all()
    assert model.inertia_ == pytest.approx(best, abs=1e-25)
    assert len(np.unique(model.labels_)) == K


def test_the_cap_ends_it_and_warns():
    start = CLOUDS[[0, 5, 10, 15, 20]]  # all in one cloud
    needed = KMeans(5, init=start).fit(CLOUDS).n_iter_
    assert needed > 3
    with pytest.warns(ConvergenceWarning, match="cap of 2 moves"):
        model = KMeans(5, init=start, max_iter=2).fit(CLOUDS)
    assert model.n_iter_ == 2
    assert np.array_equal(model.labels_, model.predict(CLOUDS))
    assert model.inertia_ == pytest.approx(cost(CLOUDS, model.cluster_centers_))
    assert KMeans(5, init=start, max_iter=needed).fit(CLOUDS).n_iter_ == needed  # no warning: it ended by itself
