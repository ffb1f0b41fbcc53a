"""EM for Gaussian mixtures, step by step."""

from dataclasses import FrozenInstanceError
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import multivariate_normal
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture as Theirs

from mlcore.base.steps import last, take, until
from mlcore.mixture import GaussianMixture, coin_em_steps, e_step, elbo, em_steps, log_joint, m_step
from tests.mixture.examples import CLOUDS, HEADS, IRIS, UNIT, start


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
