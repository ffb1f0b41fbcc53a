"""What is left of a tree at a price per leaf."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier as TheirClassifier

from mlcore.base.steps import last
from mlcore.tree import (
    DecisionTreeClassifier,
    only_asking,
    prune,
    pruning_path,
)
from tests.tree.examples import CANCER, IRIS, steps


def test_the_price_of_a_leaf_counts_weights_and_not_rows():
    x, y, weight = np.arange(4.0)[:, None], [0, 0, 1, 1], [1, 1, 1, 97]
    nodes = DecisionTreeClassifier().fit(x, y, sample_weight=weight).tree_
    assert len(prune(nodes, 0.039)) == 3  # the question gains 2 · 0.02 · 0.98 = 0.0392
    assert len(prune(nodes, 0.040)) == 1


@pytest.mark.parametrize("data", [IRIS, CANCER], ids=["iris", "cancer"])
def test_the_pruning_path_is_scikit_learns(data):
    path = pruning_path(DecisionTreeClassifier().fit(data.X, data.y).tree_)
    theirs = TheirClassifier(random_state=0).cost_complexity_pruning_path(data.X, data.y)
    assert [price for price, _ in path] == pytest.approx(np.unique(theirs.ccp_alphas.round(12)), abs=1e-9)
    assert all(len(b) < len(a) for (_, a), (_, b) in pairwise(path))
    assert len(path[-1][1]) == 1


def test_no_subtree_is_cheaper_than_the_pruned_one():
    X, y = IRIS.X[50:, :2], IRIS.y[50:] - 1
    nodes = DecisionTreeClassifier(max_depth=3).fit(X, y).tree_
    inner = [k for k, node in enumerate(nodes) if not node.is_leaf]

    def total(tree, price):
        return sum(n.sums[0] * n.impurity / len(y) + price for n in tree if n.is_leaf)

    for price in (0.0, 0.004, 0.01, 0.03, 0.2):
        every = [
            only_asking(nodes, [k for bit, k in enumerate(inner) if choice >> bit & 1])
            for choice in range(2 ** len(inner))
        ]
        best = prune(nodes, price)
        assert total(best, price) == pytest.approx(min(total(tree, price) for tree in every))


def test_a_question_that_gains_nothing_goes_even_where_leaves_are_free():
    end = last(steps([[0], [0], [1], [1]], [0, 1, 0, 1]), 10)
    assert len(end.nodes) == 3
    assert len(prune(end.nodes, 0.0)) == 1  # the smallest of those that cost the same
