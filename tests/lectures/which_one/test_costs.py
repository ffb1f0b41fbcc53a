"""What a fitted classifier costs, against counts by hand."""

import numpy as np
import pytest

from mlcore.lectures.which_one.costs import Cost, cost_of, trees_of
from mlcore.lectures.which_one.methods import METHODS

X = np.array([[0.0, 0.0], [1.0, 0.2], [0.2, 1.0], [3.0, 3.0], [4.0, 3.1], [3.2, 4.0], [2.0, 0.1], [0.1, 2.0]])
y = np.array([-1.0, -1, -1, 1, 1, 1, -1, 1])
N, D = X.shape
SCALE = Cost(2 * D, D)  # a mean and a spread for each column, and a division

BY_HAND = {
    "perceptron": Cost(3, 2), "logistic regression": Cost(3, 2), "linear SVM": Cost(3, 2),
    "linear discriminant": Cost(3, 2),
    "quadratic discriminant": Cost(12, 12),  # for each class 2 means, 3 covariances, a prior; 2 · 3 products
    "naive Bayes": Cost(10, 8),  # for each class 2 means, 2 variances, a prior
    "nearest neighbours": Cost(24, 16),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_a_method_keeps_and_asks_what_was_counted_by_hand(name):
    inner = BY_HAND[name]
    assert cost_of(METHODS[name].fitted(1, X, y), N, D) == Cost(inner.kept + SCALE.kept, inner.asked + SCALE.asked)


def test_a_kernel_machine_keeps_its_support_vectors():
    model = METHODS["kernel SVM"].fitted(1, X, y)
    vectors = len(model.named_steps["model"].support_)
    assert 2 <= vectors <= N
    assert cost_of(model, N, D) == Cost(vectors * 3 + 1 + SCALE.kept, vectors * 3 + SCALE.asked)


def test_a_stump_keeps_a_question_and_two_leaves_and_asks_once():
    assert cost_of(METHODS["tree"].fitted(0, X, y), N, D) == Cost(4, 1)


@pytest.mark.parametrize(("name", "least"), [("bagged trees", 25), ("random forest", 25), ("gradient boosting", 25)])
def test_an_ensemble_keeps_all_its_trees(name, least):
    model = METHODS[name].fitted(0, X, y)
    trees = trees_of(model.named_steps["model"])
    assert len(trees) == least
    questions = sum(node.feature >= 0 for nodes in trees for node in nodes)
    leaves = sum(len(nodes) for nodes in trees) - questions
    depths = sum(max(node.depth for node in nodes) for nodes in trees)
    assert leaves == questions + least  # in a binary tree
    assert cost_of(model, N, D) == Cost(2 * questions + leaves, depths)


def test_adaboost_keeps_a_vote_for_each_of_its_trees():
    model = METHODS["AdaBoost"].fitted(0, X, y)
    stumps = len(model.named_steps["model"].estimators_)
    assert cost_of(model, N, D) == Cost(5 * stumps, 2 * stumps)  # question, two leaves, vote; asked, and multiplied
