"""AdaBoost, round by round."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.base.steps import take
from mlcore.ensemble import (
    adaboost_steps,
    values,
    vote,
)
from mlcore.ensemble.adaboost import STUMP, signs_of
from mlcore.ensemble.bagging import full_tree
from mlcore.tree import Limits, gini, label_table, sorted_rows
from tests.ensemble.examples import NOISY


def adaboost(X, y, **settings):
    X = np.asarray(X, float)
    return adaboost_steps(X, np.asarray(y, float), rows=sorted_rows(X), **settings)


def test_a_round_by_hand():
    start, first, *_ = take(adaboost(np.arange(10.0)[:, None], [1, 1, 1, -1, -1, -1, 1, 1, 1, -1]), 1)
    assert start.weights == pytest.approx(np.full(10, 0.1))
    # the best Gini cut is 2.5: on the left three +1, on the right 4 of 7 are -1, so the three at 6, 7, 8 are wrong
    assert first.error == pytest.approx(0.3)
    assert first.alpha == pytest.approx(np.log(7 / 3) / 2)  # 0.4236
    assert first.bound == pytest.approx(2 * np.sqrt(0.3 * 0.7))  # 0.9165
    assert first.weights[6:9] == pytest.approx(1 / 6)  # half of the weight on three
    assert first.weights[[0, 1, 2, 3, 4, 5, 9]] == pytest.approx(1 / 14)


@given(st.integers(0, 10_000), st.integers(2, 25), st.sampled_from([1, 2]))
def test_the_training_error_stays_below_its_bound_in_every_round(seed, n, depth):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 6, (n, 2)).astype(float), rng.choice([-1.0, 1.0], n)
    states = take(adaboost(X, y, limits=Limits(max_depth=depth)), 25)
    for state in states:
        assert (y * state.scores <= 0).mean() <= state.bound + 1e-12
        assert state.weights.sum() == pytest.approx(1)
        assert state.bound == pytest.approx(np.exp(-y * state.scores).mean())


def test_the_last_stump_is_a_coin_on_the_new_weights():
    *_, state = take(adaboost(NOISY.X, NOISY.y), 7)
    h = 2.0 * values(state.stump, NOISY.X).argmax(axis=1) - 1
    assert state.weights[h != NOISY.y].sum() == pytest.approx(0.5)


def test_a_stump_without_an_error_ends_the_run_with_a_finite_vote():
    states = take(adaboost([[0], [1], [2], [3]], [-1, -1, 1, 1]), 50)
    assert [s.t for s in states] == [0, 1]
    assert states[-1].converged
    assert states[-1].alpha == vote(0.0, 4) == pytest.approx(np.log(7) / 2)


def test_no_better_than_a_coin_ends_the_run_at_once():
    (only,) = take(adaboost([[1], [1]], [-1, 1]), 50)
    assert only.converged


def test_a_tie_in_a_leaf_is_none_of_rounding():
    weights = np.tile([0.1, 0.2, 0.3], 4) / 2.4
    table = label_table(np.repeat([0, 1], 6), 2, np.append(weights[:6], weights[11:5:-1] * (1 + 1e-15)))
    stump = full_tree(np.ones((12, 1)), table, np.arange(12)[None], gini, STUMP)
    assert signs_of(stump, np.ones((3, 1))).tolist() == [-1] * 3


@pytest.mark.parametrize("weights", [[-1, 1, 1, 1], [0, 0, 0, 0], [1, 1], [1e308] * 4], ids=str)
def test_bad_weights_get_a_sentence(weights):
    with pytest.raises(ValueError, match="weights"):
        take(adaboost([[0], [1], [2], [3]], [-1, -1, 1, 1], weights=weights), 1)


def test_of_a_tie_in_a_stump_the_first_class_is_said():
    (only,) = take(adaboost([[1], [1]], [-1, 1]), 50)
    stump = full_tree(np.ones((2, 1)), label_table(np.array([0, 1]), 2, only.weights), np.array([[0, 1]]), gini, STUMP)
    assert signs_of(stump, np.ones((2, 1))).tolist() == [-1, -1]
