from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import islice, pairwise

import numpy as np
import pytest

from mlcore.base.steps import last
from mlcore.datasets import breast_cancer_pair, noisy_blobs, overlapping_blobs
from mlcore.kernels import RBF
from mlcore.svm import smo, smo_steps, sweep_C

TOL = 1e-3
BLOBS = noisy_blobs(40)
GRAM = RBF()(BLOBS.X, BLOBS.X)


def test_two_points_need_one_step():
    X, y = np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0])
    start, end = smo_steps(X @ X.T, y, 10.0)
    assert start.alpha.tolist() == [0, 0]
    assert (start.t, start.pair) == (0, None)
    assert end.alpha.tolist() == [0.25, 0.25]
    assert (end.t, end.pair) == (1, (0, 1))
    assert end.bias == 0
    assert end.objective == 0.25


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e3])
def test_every_step_climbs_to_the_top_along_its_pair_and_stays_feasible(C):
    states = list(smo_steps(GRAM, BLOBS.y, C))
    u = np.array([state.y * state.alpha for state in states])
    assert np.diff([state.objective for state in states]).min() >= -1e-12 * C
    for before, state in pairwise(states):
        i, j = state.pair
        moved = np.flatnonzero(before.alpha != state.alpha)
        assert set(moved) == {i, j}
        assert state.t == before.t + 1
        assert before.F[i] == before.bias_interval[0]  # i violates KKT most
        on_the_bound = min(state.alpha[i], state.alpha[j]) == 0 or max(state.alpha[i], state.alpha[j]) == C
        assert on_the_bound or state.F[i] == pytest.approx(state.F[j], abs=1e-9)
    assert (u * BLOBS.y >= 0).all()
    assert (u * BLOBS.y <= C).all()
    assert u.sum(axis=1) == pytest.approx(np.zeros(len(states)), abs=1e-9 * C)
    assert np.allclose(states[-1].F, BLOBS.y - GRAM @ u[-1], atol=1e-9 * C)


def test_a_multiplier_at_a_bound_is_there_without_rounding():
    data = overlapping_blobs()
    K = RBF(0.5)(data.X, data.X)
    for C in np.linspace(5, 6, 20):  # u + (C - u) misses C by one rounding in a quarter of these
        alpha = smo(K, data.y, C).alpha
        assert set(alpha[alpha > C * (1 - 1e-9)]) <= {C}
        assert set(alpha[alpha < C * 1e-9]) <= {0.0}


def test_j_promises_the_largest_gain():
    state, after = islice(smo_steps(GRAM, BLOBS.y, np.inf), 30, 32)
    i, j = after.pair
    can_fall = (BLOBS.y < 0) | (state.alpha > 0)
    slope = np.where(can_fall, np.maximum(state.F[i] - state.F, 0), 0)
    gain = slope**2 / np.maximum(2 * (2 - 2 * GRAM[i]), 1e-12)
    assert gain[j] == gain.max()


def test_states_are_frozen_and_their_arrays_are_copies():
    states = list(islice(smo_steps(GRAM, BLOBS.y, 1.0), 6))
    assert len({state.alpha.tobytes() for state in states}) == 6
    for state in states:
        assert state.F.tolist() == pytest.approx((BLOBS.y - GRAM @ (BLOBS.y * state.alpha)).tolist())
    with pytest.raises(FrozenInstanceError):
        states[0].t = 5


@pytest.mark.parametrize("C", [1e-2, 1.0, 100.0])
def test_a_warm_start_ends_where_a_cold_one_does(C):
    cold = smo(GRAM, BLOBS.y, C)
    for old in (C / 10, C / 1.1):
        warm = list(sweep_C(GRAM, BLOBS.y, [C, old]))[-1]
        assert warm.C == C
        assert warm.objective == pytest.approx(cold.objective, rel=1e-5)
        assert warm.kkt_gap <= TOL
    again = smo(GRAM, BLOBS.y, C, alpha=cold.alpha)
    assert again.t == 0
    assert np.array_equal(again.alpha, cold.alpha)


def test_a_sweep_costs_less_than_its_parts():
    data, Cs = breast_cancer_pair(), np.geomspace(1, 100, 21)
    K = data.X @ data.X.T
    swept = sum(state.t for state in sweep_C(K, data.y, Cs))
    assert swept < sum(smo(K, data.y, C).t for C in Cs) / 5


def test_a_sweep_that_does_not_come_to_its_end_says_what_to_do():
    """Houses: square metres and prices, and labels that have nothing to do with them."""
    rng = np.random.default_rng(26)
    X = np.column_stack([rng.uniform(60, 180, 60), rng.uniform(2e5, 6e5, 60)])
    y = rng.choice([-1.0, 1.0], 60)
    with pytest.raises(ValueError, match=r"at C = 0.001 in \d+ pairs\. Columns in very unequal units .* standardise"):
        list(sweep_C(X @ X.T, y, [1e-3, 1.0], max_iter=3000))
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    assert [state.converged for state in sweep_C(Z @ Z.T, y, [1e-3, 1.0], max_iter=3000)] == [True, True]


@pytest.mark.filterwarnings("error")
def test_equal_points_of_different_classes_go_to_c():
    X, y = np.array([[1.0], [1.0], [-1.0], [-1.0]]), np.array([1.0, -1.0, 1.0, -1.0])
    state = smo(X @ X.T, y, 7.0)
    assert state.alpha.tolist() == [7, 7, 7, 7]
    assert state.kkt_gap == 0


def test_the_cap_ends_it_and_the_gap_tells():
    state = smo(GRAM, BLOBS.y, 1e3, max_iter=3)
    assert state.t == 3
    assert state.kkt_gap > TOL
    assert not state.converged
    assert not state.is_optimal(TOL)


@pytest.mark.parametrize(
    "Cs, words", [([1, np.inf], "finite.*C = inf on its own"), ([1, np.nan], "finite"), ([0, 1], "C is 0")]
)
def test_a_sweep_refuses_what_is_no_price(Cs, words):
    with pytest.raises(ValueError, match=words):
        list(sweep_C(GRAM, BLOBS.y, Cs))


@pytest.mark.parametrize(
    "C, y, words", [(-1, BLOBS.y, "C is -1"), (1, BLOBS.y > 0, r"-1 and \+1"), (1, [1, -1], "40 points")]
)
def test_bad_input_is_named(C, y, words):
    with pytest.raises(ValueError, match=words):
        next(smo_steps(GRAM, y, C))


@pytest.mark.parametrize("alpha", [np.full(40, -0.1), np.full(40, 2.0), np.eye(40)[0] / 2, np.zeros(3)])
def test_an_infeasible_start_is_refused(alpha):
    with pytest.raises(ValueError, match="start alpha must have 0 <= alpha <= C"):
        next(smo_steps(GRAM, BLOBS.y, 1.0, alpha=alpha))


@pytest.mark.usefixtures("random_state_untouched")
def test_inputs_are_unchanged():
    K, y, start = GRAM.copy(), BLOBS.y.copy(), smo(GRAM, BLOBS.y, 0.1).alpha
    before = start.copy()
    smo(K, y, 1.0, alpha=start)
    assert np.array_equal(K, GRAM)
    assert np.array_equal(y, BLOBS.y)
    assert np.array_equal(start, before)


def test_a_price_may_be_a_fraction():
    half = Fraction(1, 2)
    assert np.array_equal(last(smo_steps(GRAM, BLOBS.y, half), 20).alpha, last(smo_steps(GRAM, BLOBS.y, 0.5), 20).alpha)
    assert [state.C for state in sweep_C(GRAM, BLOBS.y, [half, 1])] == [0.5, 1]
