"""The Gaussian mixture as an estimator."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture as Theirs

from mlcore.cluster import random_points
from mlcore.datasets import digits
from mlcore.mixture import GaussianMixture
from tests.mixture.examples import CLOUDS, IRIS, LINE, UNIT, start


@pytest.mark.parametrize("K", [1, 2, 3, 5])
@pytest.mark.parametrize(
    "X", [CLOUDS, IRIS, LINE, digits().X[:300, [20, 35, 43]]], ids=["clouds", "iris", "line", "digits"]
)
def test_it_reaches_scikit_learns_objective_from_the_same_start(X, K):
    for seed in range(5):
        weights, means, covariances = start(X, K, np.random.default_rng(seed))
        both = dict(reg_covar=1e-3, tol=1e-9, max_iter=5000)
        ours = GaussianMixture(K, weights_init=weights, means_init=means, covariances_init=covariances, **both).fit(X)
        precisions = np.linalg.inv(covariances)
        theirs = Theirs(K, weights_init=weights, means_init=means, precisions_init=precisions, **both).fit(X)
        assert ours.score(X) == pytest.approx(theirs.score(X), abs=1e-6)
        assert ours.lower_bound_ == pytest.approx(ours.score(X), abs=1e-12)
        assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X), abs=1e-3)


@pytest.mark.filterwarnings("error", "ignore::sklearn.exceptions.ConvergenceWarning")
def test_the_stress_set_has_no_nan():
    for seed in range(200):
        rng = np.random.default_rng(seed)
        X = np.repeat(rng.normal(size=(4, 2)), 5, axis=0)
        for model in (
            GaussianMixture(4, init_params="random_from_data", random_state=seed),
            GaussianMixture(4, random_state=seed),
            GaussianMixture(4, means_init=random_points(X, 4, rng)),
        ):
            model.fit(X)
            found = (model.weights_, model.means_, model.covariances_, model.predict_proba(X), model.lower_bound_)
            assert all(np.isfinite(v).all() for v in found)


@pytest.mark.usefixtures("random_state_untouched")
@pytest.mark.parametrize("init", ["kmeans", "random_from_data"])
def test_a_seed_gives_the_same_fit_and_inputs_stay(init):
    X = CLOUDS.copy()
    model = GaussianMixture(5, init_params=init, n_init=2, max_iter=500, random_state=0).fit(X)
    again = clone(model).fit(X)
    assert again.lower_bound_ == model.lower_bound_
    assert np.array_equal(again.means_, model.means_)
    assert np.array_equal(X, CLOUDS)
    assert np.array_equal(model.predict(X)[:7], model.predict(X[:7]))
    assert np.array_equal(model.predict_proba(X).argmax(axis=1), model.predict(X))
    ends = {GaussianMixture(5, init_params=init, max_iter=500, random_state=s).fit(X).lower_bound_ for s in range(8)}
    assert len(ends) > 1
    many = GaussianMixture(5, init_params=init, max_iter=500, n_init=8, random_state=0).fit(X)
    assert many.lower_bound_ >= model.lower_bound_


def test_means_alone_are_a_start():
    model = GaussianMixture(2, means_init=[[0.0], [4.0]], max_iter=1000, tol=1e-9).fit(LINE)
    assert model.converged_
    assert model.means_.ravel() == pytest.approx([0, 4], abs=0.3)
    assert np.sqrt(model.covariances_.ravel()) == pytest.approx([1, 0.6], abs=0.3)
    assert model.weights_ == pytest.approx([0.6, 0.4], abs=0.1)


@pytest.mark.parametrize(
    "model, X, words",
    [
        pytest.param(GaussianMixture(0), LINE, "n_components is 0: take a whole number", id="K=0"),
        pytest.param(GaussianMixture(2, means_init=2), LINE, r"have shape \(\): it must be \(K, 1\)", id="one mean"),
        pytest.param(GaussianMixture(2, means_init=LINE[:3]), LINE, "means_init has 3 rows, but", id="three means"),
        pytest.param(GaussianMixture(2.5), LINE, r"n_components is 2\.5", id="half a component"),
        pytest.param(GaussianMixture(61), LINE, "n_components is 61, but these 60 samples", id="K>n"),
        pytest.param(GaussianMixture(3), np.repeat(LINE[:2], 5, axis=0), "only 2 different", id="K>different"),
        pytest.param(GaussianMixture(2), LINE[:1], "1 sample has only 1", id="n=1"),
        pytest.param(GaussianMixture(1, reg_covar=0), LINE[:1], "has collapsed", id="n=1 without a ridge"),
        pytest.param(GaussianMixture(1, reg_covar=0), LINE * [1, 2], "has collapsed", id="collinear without a ridge"),
        pytest.param(GaussianMixture(1, reg_covar=0), LINE * [1, 0], "has collapsed", id="a constant without a ridge"),
        *[
            pytest.param(GaussianMixture(1, reg_covar=0), LINE * [1, 0] + [0, c], "has collapsed", id=f"a constant {c}")
            for c in (1, 2, 7, 0.1, 0.3, 100.1, 1 / 3, -3e9, 1e-9)
        ],
        pytest.param(GaussianMixture(1), LINE * [1e6, 1e6], "standardise the features", id="a ridge lost in rounding"),
        pytest.param(GaussianMixture(2), [[1.0], [np.nan]], "NaN", id="NaN"),
        pytest.param(GaussianMixture(2), [[1.0], [np.inf]], "infinity", id="infinity"),
        pytest.param(GaussianMixture(2), [["red"], ["blue"]], "could not convert string", id="strings"),
        pytest.param(GaussianMixture(2), LINE[:0], "0 sample", id="no point"),
        pytest.param(GaussianMixture(2), LINE * 1e200, "take other units", id="overflow"),
        pytest.param(GaussianMixture(2, reg_covar=-1), LINE, "reg_covar is -1", id="ridge<0"),
        pytest.param(GaussianMixture(2, tol=np.nan), LINE, "tol is nan", id="tol"),
        pytest.param(GaussianMixture(2, max_iter=0), LINE, "max_iter is 0", id="no step"),
        pytest.param(GaussianMixture(2, n_init=0), LINE, "n_init is 0", id="no run"),
        pytest.param(GaussianMixture(2, init_params="rows"), LINE, "init_params is 'rows'", id="unknown start"),
        pytest.param(GaussianMixture(2, means_init=LINE[:3]), LINE, "3 rows, but n_components is 2", id="three means"),
        pytest.param(GaussianMixture(2, weights_init=[1, 0]), LINE, "without means_init", id="weights alone"),
        pytest.param(
            GaussianMixture(2, means_init=LINE[:2], weights_init=[1, 1]), LINE, "sum 1", id="weights of sum 2"
        ),
        pytest.param(
            GaussianMixture(2, means_init=LINE[:2], covariances_init=np.ones((2, 2))), LINE, "d x d", id="shape"
        ),
        pytest.param(
            GaussianMixture(2, means_init=LINE[:2], covariances_init=-UNIT), LINE, "has collapsed", id="variance<0"
        ),
        pytest.param(
            GaussianMixture(2, means_init=LINE[:2], covariances_init=1e-320 * UNIT), LINE, "too far", id="too far"
        ),
    ],
)
def test_a_sentence_says_what_is_wrong(model, X, words):
    with pytest.raises(ValueError, match=words):
        model.fit(X)


@pytest.mark.filterwarnings("error", "ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("init", ["kmeans", "random_from_data"])
@pytest.mark.parametrize(
    "X, K",
    [
        pytest.param([[3.0, 4.0]], 1, id="n=1"),
        pytest.param(LINE, 1, id="K=1"),
        pytest.param(LINE[:6], 6, id="K=n"),
        pytest.param(np.ones((5, 2)), 1, id="all points equal"),
        pytest.param(LINE * [1, 0] + [0, 7], 3, id="a constant feature"),
        pytest.param(LINE * [1, 2], 3, id="collinear"),
        pytest.param(np.repeat(LINE[:6], 3, axis=0), 6, id="repeated points"),
        pytest.param(np.random.default_rng(0).normal(size=(6, 50)), 3, id="more features than points"),
    ],
)
def test_a_finite_answer_without_a_warning(init, X, K):
    model = GaussianMixture(K, init_params=init, random_state=0).fit(X)
    found = (model.weights_, model.means_, model.covariances_, model.predict_proba(X), model.lower_bound_, model.bic(X))
    assert all(np.isfinite(v).all() for v in found)


def test_a_ridge_that_is_large_beside_the_data_is_named():
    with pytest.warns(
        UserWarning, match=r"reg_covar = 1e-06 is large beside the variance of feature 0, .* standardise"
    ):
        GaussianMixture(2, random_state=0).fit(LINE * 1e-4)
    small, large = (GaussianMixture(2, reg_covar=1e-6 * u**2, random_state=0).fit(LINE * u) for u in (1e-4, 1.0))
    assert small.means_ * 1e4 == pytest.approx(large.means_, rel=1e-9)


def test_fit_predict_is_fit_and_predict():
    model = GaussianMixture(3, random_state=0)
    assert np.array_equal(model.fit_predict(IRIS), model.predict(IRIS))


@pytest.mark.filterwarnings("ignore:The ridge")
def test_one_component_is_the_mean_and_the_covariance():
    model = GaussianMixture(1, reg_covar=0.5).fit(IRIS)
    assert model.means_[0] == pytest.approx(IRIS.mean(axis=0))
    assert model.covariances_[0] == pytest.approx(np.cov(IRIS.T, ddof=0) + 0.5 * np.eye(4))
    assert GaussianMixture(1).fit([[3.0, 4.0]]).means_.tolist() == [[3, 4]]


def test_the_cap_ends_it_and_warns():
    with pytest.warns(ConvergenceWarning, match="cap of 2 steps"):
        model = GaussianMixture(3, max_iter=2, tol=0, random_state=0).fit(IRIS)
    assert (model.n_iter_, model.converged_) == (2, False)
