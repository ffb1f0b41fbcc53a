"""Leaves, paths and boxes of a tree."""

import numpy as np
import pytest

from mlcore.tree import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    boxes,
    leaf_of,
    leaves,
    only_asking,
    path_of,
)
from tests.tree.examples import CANCER, IRIS


def test_a_shallower_tree_is_the_top_of_the_deep_one():
    deep = DecisionTreeClassifier().fit(CANCER.X, CANCER.y).tree_
    for depth in (1, 2, 3):
        top = only_asking(deep, [k for k, node in enumerate(deep) if node.depth < depth])
        shallow = DecisionTreeClassifier(max_depth=depth).fit(CANCER.X, CANCER.y).tree_
        assert [(n.feature, n.samples) for n in top] == [(n.feature, n.samples) for n in shallow]


def test_leaves_paths_and_boxes_agree():
    model = DecisionTreeClassifier(max_depth=4).fit(IRIS.X, IRIS.y)
    at, corners = leaf_of(model.tree_, IRIS.X), boxes(model.tree_, IRIS.X.min(axis=0) - 1, IRIS.X.max(axis=0) + 1)
    for x, k in zip(IRIS.X, at, strict=True):
        assert path_of(model.tree_, x)[-1] == k
        assert (corners[k, 0] < x).all()
        assert (x <= corners[k, 1]).all()
    volume = np.prod(corners[:, 1] - corners[:, 0], axis=1)
    assert volume[leaves(model.tree_)].sum() == pytest.approx(volume[0])
    assert set(at) == set(leaves(model.tree_))


def test_a_point_on_the_threshold_says_yes():
    nodes = DecisionTreeClassifier().fit([[0], [1]], [0, 1]).tree_
    assert nodes[0].threshold == 0.5
    assert leaf_of(nodes, np.array([[0.5]])).tolist() == [nodes[0].left]
    assert path_of(nodes, np.array([0.5])) == [0, nodes[0].left]


def test_leaves_run_from_left_to_right():
    model = DecisionTreeRegressor().fit(np.arange(8.0)[:, None], [3, 1, 4, 1, 5, 9, 2, 6])
    means = [model.mean_ + model.tree_[k].value[0] for k in leaves(model.tree_)]
    assert means == pytest.approx([3, 1, 4, 1, 5, 9, 2, 6])
