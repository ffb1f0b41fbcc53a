"""Bootstrapped trees and their votes."""

import numpy as np
import pytest

from mlcore.base.steps import take
from mlcore.ensemble import (
    bootstrap,
    forest_steps,
    values,
)
from mlcore.tree import DecisionTreeClassifier, Limits, gini, label_table, sorted_rows
from tests.ensemble.examples import IRIS, NOISY


def forest(data, trees, limits=Limits(), seed=0):  # noqa: B008 - it is frozen
    table = label_table(np.unique(data.y, return_inverse=True)[1], len(set(data.y)), np.ones(len(data.y)))
    steps = forest_steps(data.X, table, rows=sorted_rows(data.X), impurity=gini, limits=limits, seed=seed)
    return take(steps, trees)


def test_a_bootstrap_draws_n_times_and_leaves_out_a_share_of_1_over_e():
    rng = np.random.default_rng(0)
    draws = [bootstrap(500, rng) for _ in range(200)]
    assert {d.sum() for d in draws} == {500}
    assert np.mean([(d == 0).mean() for d in draws]) == pytest.approx((1 - 1 / 500) ** 500, abs=2e-3)


def test_a_bagged_tree_is_the_tree_of_the_repeated_rows():
    for depth in (np.inf, 2):  # leaves of a shallow tree are mixed, so that shares count how often a row was drawn
        state = forest(IRIS, 1, Limits(max_depth=depth))[1]
        repeated = np.repeat(IRIS.X, state.drawn, axis=0), np.repeat(IRIS.y, state.drawn)
        alone = DecisionTreeClassifier(max_depth=None if depth == np.inf else depth).fit(*repeated)
        assert np.array_equal(values(state.tree, IRIS.X), alone.predict_proba(IRIS.X))


def test_out_of_bag_votes_are_those_of_the_trees_that_did_not_see_it():
    states = forest(NOISY, 8)
    unseen = np.array([s.drawn == 0 for s in states[1:]])
    said = np.array([values(s.tree, NOISY.X) for s in states[1:]])
    assert np.array_equal(states[-1].voters, unseen.sum(axis=0))
    assert states[-1].votes == pytest.approx((said * unseen[:, :, None]).sum(axis=0))


def test_a_seed_gives_the_same_forest_and_another_seed_another():
    a, b, c = ([s.drawn for s in forest(NOISY, 3, Limits(max_features=1), seed)] for seed in (0, 0, 1))
    assert np.array_equal(a, b)
    assert not np.array_equal(a, c)
