"""A tree, level by level."""

from itertools import pairwise

import numpy as np

from mlcore.base.steps import last, take
from mlcore.tree import (
    Limits,
)
from tests.tree.examples import steps

XOR = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])


def test_xor_asks_a_question_that_gains_nothing_and_then_two_that_gain_all():
    states = take(steps(*XOR), 10)
    assert [len(s.nodes) for s in states] == [1, 3, 5, 7]
    costs = [sum(n.sums[0] * n.impurity for n in s.nodes if n.is_leaf) / 4 for s in states]
    assert costs == [0.5, 0.5, 0.25, 0]


def test_equal_rows_stay_together_and_the_growth_ends():
    end = last(steps([[1, 2], [1, 2], [1, 2]], [0, 1, 0]), 10)
    assert end.converged
    assert len(end.nodes) == 1


def test_drawn_features_differ_and_keep_their_order():
    rng, all_vary = np.random.default_rng(0), np.ones((50, 5), bool)
    drawn = Limits(max_features=3).draw(all_vary, rng)
    assert drawn.shape == (3, 50)
    assert (np.diff(drawn, axis=0) > 0).all()
    assert Limits(max_features=5).draw(all_vary, rng) is None


def test_a_draw_of_constant_features_goes_on_to_the_first_that_is_none():
    rng, varies = np.random.default_rng(0), np.tile([False, True, False, True, False, False], (300, 1))
    drawn = Limits(max_features=2).draw(varies, rng)
    count = np.bincount(drawn.ravel(), minlength=6)
    assert varies[0][drawn].any(axis=0).all()
    assert abs(count[1] - count[3]) < 40
    assert count[[0, 2, 4, 5]].min() > 40  # constant ones are drawn as before, beside one that is none
    assert Limits(max_features=2).draw(np.zeros((1, 6), bool), rng).shape == (2, 1)  # all rows equal: it ends


def test_a_state_costs_no_copy_of_the_tree_as_all_of_a_level_share_its_nodes():
    rng = np.random.default_rng(0)
    states = take(steps(rng.normal(size=(200, 3)), rng.integers(0, 3, 200)), 300)
    assert len({id(s.above) for s in states}) <= 2 + max(node.depth for node in states[-1].nodes)
    assert len({id(s.below) for s in states}) == len({id(s.above) for s in states})
    assert [len(s.nodes) for s in states] == [*range(1, 2 * len(states), 2)]
    for now, then in pairwise(states):  # one more question, and two more leaves
        differ = [k for k, (a, b) in enumerate(zip(now.nodes, then.nodes, strict=False)) if a != b]
        assert differ == [now.next]
