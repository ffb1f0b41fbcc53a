"""Mixtures and EM: by hand, against scikit-learn and finite differences, step by step, and on bad data."""

from dataclasses import FrozenInstanceError
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import multivariate_normal
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture as Theirs

from mlcore.base.steps import last, take, until
from mlcore.cluster import random_points
from mlcore.datasets import clouds, digits, iris, two_gaussians
from mlcore.mixture import GaussianMixture, coin_em_steps, e_step, elbo, em_steps, log_joint, m_step

CLOUDS, IRIS, LINE = clouds().X, iris().X, two_gaussians().X
HEADS = np.array([5, 9, 8, 4, 7])
UNIT = np.ones((2, 1, 1))


def start(X, K: int, rng) -> tuple:
    """Equal weights, K rows as means, the covariance of all data with a little more."""
    d = X.shape[1]
    covariance = np.cov(X.T, ddof=0).reshape(d, d) + 1e-3 * np.eye(d)
    return np.full(K, 1 / K), random_points(X, K, rng), np.tile(covariance, (K, 1, 1))


def tables():
    """Small data from a grid of five values, so that equal points and collinear data are common; or any floats."""
    shape = st.tuples(st.integers(1, 12), st.integers(1, 3))
    coarse = st.sampled_from([-1.0, 0.0, 0.5, 1.0, 3.0])
    return shape.flatmap(
        lambda s: st.one_of(hnp.arrays(float, s, elements=coarse), hnp.arrays(float, s, elements=st.floats(-10, 10)))
    )


def until_it_collapses(steps):
    """The states of a run, up to the one whose successor would be singular."""
    while True:
        try:
            yield next(steps)
        except StopIteration:
            return
        except ValueError as error:
            if "has collapsed" in str(error):
                return
            raise


def inverse_trace(covariances) -> np.ndarray:
    return (1 / np.linalg.eigvalsh(covariances)).sum(axis=-1)


# --- By hand


def test_the_table_of_the_two_coins():
    first, second, *_, last = coin_em_steps(HEADS, 10, thetas=[0.6, 0.5])
    assert first.responsibilities[:, 0].round(2).tolist() == [0.45, 0.80, 0.73, 0.35, 0.65]
    assert first.heads.round(1).tolist() == [21.3, 11.7]
    assert first.tails.round(1).tolist() == [8.6, 8.4]
    assert second.thetas.round(4).tolist() == [0.7130, 0.5813]
    assert last.thetas.round(4).tolist() == [0.7968, 0.5196]
    assert (round(first.log_likelihood, 2), round(last.log_likelihood, 2)) == (-33.09, -31.57)
    assert first.thetas.tolist() == [0.6, 0.5]


def test_one_step_of_the_mixture_by_hand():
    X = np.array([[0.0], [2.0]])
    first, second = take(em_steps(X, start=([0.5, 0.5], [[0.0], [2.0]], UNIT), reg_covar=0), 1)
    r = 1 / (1 + np.exp(-2.0))  # the densities of a point are as 1 to exp(-2)
    assert first.responsibilities == pytest.approx(np.array([[r, 1 - r], [1 - r, r]]))
    assert first.log_likelihood == pytest.approx(2 * np.log(0.5 * (1 + np.exp(-2)) / np.sqrt(2 * np.pi)))
    assert second.means.ravel() == pytest.approx([2 * (1 - r), 2 * r])
    assert second.covariances.ravel() == pytest.approx([4 * r * (1 - r)] * 2)  # about the new mean (E003-65)
    assert second.weights == pytest.approx([0.5, 0.5])


def test_densities_are_those_of_scipy():
    rng = np.random.default_rng(0)
    A = rng.normal(size=(3, 4, 4))
    weights, means, covariances = np.array([0.2, 0.3, 0.5]), rng.normal(size=(3, 4)), A @ A.transpose(0, 2, 1)
    joint = log_joint(IRIS, weights, means, covariances)
    for k in range(3):
        expected = np.log(weights[k]) + multivariate_normal(means[k], covariances[k]).logpdf(IRIS)
        assert joint[:, k] == pytest.approx(expected)


def test_a_component_on_a_lone_point_collapses_in_two_steps():
    x = np.append(np.random.default_rng(3).normal(0, 1, 20), 6.0)[:, None]
    begin = [0.9, 0.1], [[0.0], [6.0]], np.array([1.0, 0.36]).reshape(2, 1, 1)
    states = list(until_it_collapses(em_steps(x, start=begin, reg_covar=0)))
    sigmas = [np.sqrt(state.covariances[1, 0, 0]) for state in states]
    assert len(states) < 10  # and it has collapsed
    assert sigmas[1] == pytest.approx(0.125, abs=5e-4)
    assert sigmas[2] < 1e-20
    assert states[2].log_likelihood > 0 > states[0].log_likelihood
    *_, floored = em_steps(x, start=begin, reg_covar=0.01)
    assert np.sqrt(floored.covariances[1, 0, 0]) == pytest.approx(0.1, abs=1e-6)


# --- Against other code


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


def test_step_by_step_it_is_scikit_learns():
    weights, means, covariances = start(IRIS, 3, np.random.default_rng(1))
    states = take(em_steps(IRIS, start=(weights, means, covariances), reg_covar=1e-6, tol=0), 20)
    for t in (1, 5, 20):
        theirs = Theirs(3, weights_init=weights, means_init=means, precisions_init=np.linalg.inv(covariances), tol=0,
                        max_iter=t)  # fmt: skip
        with pytest.warns(ConvergenceWarning):
            theirs.fit(IRIS)
        assert states[t].means == pytest.approx(theirs.means_, rel=1e-9)
        assert states[t].covariances == pytest.approx(theirs.covariances_, abs=1e-9)
        assert states[t].log_likelihood / 150 == pytest.approx(theirs.score(IRIS), abs=1e-9)
        ours = GaussianMixture(3)
        ours.weights_, ours.means_, ours.covariances_ = states[t].weights, states[t].means, states[t].covariances
        ours.n_features_in_ = 4
        assert ours.bic(IRIS) == pytest.approx(theirs.bic(IRIS))
        assert ours.predict(IRIS).tolist() == theirs.predict(IRIS).tolist()


def test_gradients_agree_with_finite_differences():
    """At the current point the bound has the slope of the log-likelihood; after an M-step it has none (E003-60)."""
    weights, means, covariances = start(IRIS[:, :2], 3, np.random.default_rng(2))
    X, h = IRIS[:, :2], 1e-5
    state = last(em_steps(X, start=(weights, means, covariances), reg_covar=0), 2)
    R, (k, S) = state.responsibilities, (1, state.covariances[1])

    def moved(f, name, at, step):
        values = {n: getattr(state, n).copy() for n in ("weights", "means", "covariances")}
        values[name][at] += step
        return f(log_joint(X, **values))

    def slope(f, name, at):
        return (moved(f, name, at, h) - moved(f, name, at, -h)) / (2 * h)

    away = X - state.means[k]
    by_mean = np.linalg.solve(S, (R[:, k, None] * away).sum(0))
    inverse = np.linalg.solve(S, np.eye(2))
    by_covariance = 0.5 * inverse @ ((R[:, k] * away.T) @ away - R[:, k].sum() * S) @ inverse
    for f in (lambda joint: e_step(joint)[1], lambda joint: elbo(joint, R)):
        assert slope(f, "means", (k, 0)) == pytest.approx(by_mean[0], rel=1e-6)
        assert slope(f, "means", (k, 1)) == pytest.approx(by_mean[1], rel=1e-6)
        assert slope(f, "covariances", (k, 0, 0)) == pytest.approx(by_covariance[0, 0], rel=1e-6)
        assert slope(f, "covariances", (k, 1, 1)) == pytest.approx(by_covariance[1, 1], rel=1e-6)
    state = type(state)(*m_step(X, R, state.means, state.covariances), R, 0.0, t=3)
    for name, at in (("means", (k, 0)), ("covariances", (k, 0, 0)), ("covariances", (k, 1, 1))):
        assert abs(slope(lambda joint: elbo(joint, R), name, at)) < 1e-4  # of a curvature of about 1000


# --- Invariants


@given(tables(), st.integers(1, 4), st.integers(0, 10**6))
def test_without_a_ridge_the_log_likelihood_never_falls(X, K, seed):
    begin = start(X, min(K, len(X)), np.random.default_rng(seed))
    before = -np.inf
    for state in until_it_collapses(until(em_steps(X, start=begin, reg_covar=0, tol=0), 30)):
        eigenvalues = np.linalg.eigvalsh(state.covariances)
        if eigenvalues.min() < 1e-6 * max(1, eigenvalues.max()):
            return  # on its way into a spike: digits are lost
        assert np.isfinite(state.log_likelihood)
        assert state.log_likelihood >= before - 1e-8 * (1 + abs(state.log_likelihood))
        before = state.log_likelihood


@given(tables(), st.integers(1, 4), st.integers(0, 10**6), st.sampled_from([1e-3, 0.1, 2.0]))
def test_with_a_ridge_it_falls_by_no_more_than_the_penalty(X, K, seed, ridge):
    """(18.18), duplicates and collinear data included; and no NaN."""
    begin = start(X, min(K, len(X)), np.random.default_rng(seed))
    for a, b in pairwise(take(em_steps(X, start=begin, reg_covar=ridge, tol=0), 20)):
        N = a.responsibilities.sum(axis=0)
        penalty = 0.5 * ridge * N @ (inverse_trace(b.covariances) - inverse_trace(a.covariances))
        assert b.log_likelihood >= a.log_likelihood + min(0, penalty) - 1e-7 * (1 + abs(a.log_likelihood))
        assert b.log_likelihood - penalty >= a.log_likelihood - 1e-7 * (1 + abs(a.log_likelihood))
        assert b.responsibilities.sum(axis=1) == pytest.approx(np.ones(len(X)))
        assert b.weights.sum() == pytest.approx(1)
        assert all(np.isfinite(v).all() for v in (b.weights, b.means, b.covariances))
        assert (np.linalg.eigvalsh(b.covariances) > 0.999 * ridge).all()


@given(tables(), st.integers(1, 4), st.integers(0, 10**6))
def test_the_bound_touches_at_the_posterior_and_lies_below_elsewhere(X, K, seed):
    rng = np.random.default_rng(seed)
    joint = log_joint(X, *start(X, min(K, len(X)), rng))
    R, log_likelihood = e_step(joint)
    assert elbo(joint, R) == pytest.approx(log_likelihood, rel=1e-9, abs=1e-9)
    assert elbo(joint, rng.dirichlet(np.ones(R.shape[1]), len(X))) <= log_likelihood + 1e-9 * (1 + abs(log_likelihood))


@given(st.integers(0, 10**6), st.integers(1, 4))
def test_the_coins_log_likelihood_never_falls(seed, K):
    rng = np.random.default_rng(seed)
    flips = rng.integers(1, 20, 8)
    states = list(coin_em_steps(rng.integers(0, flips + 1), flips, thetas=rng.uniform(0.01, 0.99, K)))
    assert all(b.log_likelihood >= a.log_likelihood - 1e-9 for a, b in pairwise(states))
    assert np.isclose(states[-1].heads.sum() + states[-1].tails.sum(), flips.sum())


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


def test_a_component_without_points_stays():
    X = np.array([[0.0], [1.0], [2.0]])
    far = [[1.0], [1e6]], UNIT
    *_, end = em_steps(X, start=([0.5, 0.5], *far))
    assert end.weights.tolist() == [1, 0]
    assert end.means.ravel().tolist() == [1, 1e6]
    assert end.covariances.ravel() == pytest.approx([2 / 3 + 1e-6, 1])
    *_, coin = coin_em_steps([5, 5], 10, thetas=[0.5, 0.0])
    assert coin.thetas.tolist() == [0.5, 0]


def test_states_are_frozen_and_their_arrays_are_copies():
    begin = start(CLOUDS, 3, np.random.default_rng(0))
    fresh = [s.log_likelihood for s in em_steps(CLOUDS, start=begin)]
    spoiled = []
    for state in em_steps(CLOUDS, start=begin):
        spoiled.append(state.log_likelihood)
        for values in (state.weights, state.means, state.covariances, state.responsibilities):
            values[:] = 0
    assert spoiled == fresh
    with pytest.raises(FrozenInstanceError):
        state.t = 0
    coins = []
    for coin in coin_em_steps(HEADS, 10, thetas=[0.6, 0.5]):
        coins.append(coin.log_likelihood)
        coin.thetas[:], coin.heads[:], coin.tails[:] = 0, 0, 0
    assert coins == [c.log_likelihood for c in coin_em_steps(HEADS, 10, thetas=[0.6, 0.5])]


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


# --- Degenerate data


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


@pytest.mark.parametrize(
    "arguments, words",
    [
        (([11], 10, [0.5]), "from 0 to flips"),
        (([-1], 10, [0.5]), "from 0 to flips"),
        (([np.nan], 10, [0.5]), "no NaN"),
        (([5], 10, [1.2]), "chance, from 0 to 1"),
        (([5], 10, []), "one chance per coin"),
        (([5], 10, [0.0, 1.0]), "impossible for every coin"),
    ],
)
def test_flips_that_make_no_sense_are_refused(arguments, words):
    heads, flips, thetas = arguments
    with pytest.raises(ValueError, match=words):
        next(coin_em_steps(heads, flips, thetas=thetas))


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
