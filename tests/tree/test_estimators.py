"""Trees as estimators: scikit-learn's, weights, units, settings."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier as TheirClassifier
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from mlcore.tree import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
)
from tests.tree.examples import CANCER, DIABETES, IRIS

GRID = np.random.default_rng(5).integers(-64, 64, (120, 4)) / 16  # so that shifts by 1e8 keep all digits


LABELS = np.digitize(GRID[:, 0] + GRID[:, 1] * GRID[:, 2], [-3, 3])


TREES = [
    DecisionTreeClassifier(),
    DecisionTreeClassifier("entropy", max_depth=4),
    DecisionTreeClassifier(max_features=2, random_state=1, min_samples_leaf=3),
    DecisionTreeClassifier(ccp_alpha=0.01, min_samples_split=7),
    DecisionTreeRegressor(),
    DecisionTreeRegressor(max_depth=4, min_samples_leaf=3),
    DecisionTreeRegressor(max_features=2, random_state=1),
]


CHANGES = {
    "a column × 1e-6": lambda X: X * [1, 1e-6, 1, 1],
    "a column × 1e6": lambda X: X * [1e6, 1, 1, 1],
    "all × 1e-6": lambda X: X * 1e-6,
    "all × 1e6": lambda X: X * 1e6,
    "a column + 1e8": lambda X: X + np.array([0, 0, 1e8, 0]),
    "all + 1e8": lambda X: X + 1e8,
    "cubes": lambda X: X**3,
}


def test_two_thousand_alternating_labels_need_a_deep_tree_and_no_recursion():
    x = np.arange(2000.0)[:, None]
    model = DecisionTreeClassifier().fit(x, np.arange(2000) % 2)
    assert model.score(x, np.arange(2000) % 2) == 1
    assert model.get_n_leaves() == 2000


@pytest.mark.parametrize("data", [IRIS, CANCER], ids=["iris", "cancer"])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("limits", [{}, dict(min_samples_leaf=5), dict(min_samples_split=20)], ids=str)
def test_impurities_are_scikit_learns_at_every_depth(data, criterion, limits):
    """Of questions that tie scikit-learn draws one, which may cost more further down: seed 0 draws as we choose."""
    for depth in (1, 2, 3, 4):
        ours = DecisionTreeClassifier(criterion, max_depth=depth, **limits).fit(data.X, data.y)
        theirs = TheirClassifier(criterion=criterion, max_depth=depth, random_state=0, **limits).fit(data.X, data.y)
        tree = theirs.tree_
        ends = tree.children_left < 0
        their_cost = (tree.weighted_n_node_samples * tree.impurity)[ends].sum()
        our_cost = sum(n.sums[0] * n.impurity for n in ours.tree_ if n.is_leaf)
        assert our_cost == pytest.approx(their_cost, abs=1e-9)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_regression_tree_predicts_what_scikit_learns_does(depth):
    ours = DecisionTreeRegressor(max_depth=depth).fit(DIABETES.X, DIABETES.y)
    theirs = TheirRegressor(max_depth=depth, random_state=0).fit(DIABETES.X, DIABETES.y)
    assert ours.predict(DIABETES.X) == pytest.approx(theirs.predict(DIABETES.X), abs=1e-8)


def test_targets_far_from_0_keep_their_digits():
    far = DecisionTreeRegressor(max_depth=3).fit(DIABETES.X, DIABETES.y + 1e7).predict(DIABETES.X) - 1e7
    assert far == pytest.approx(DecisionTreeRegressor(max_depth=3).fit(DIABETES.X, DIABETES.y).predict(DIABETES.X))


def test_a_weight_counts_as_repetition_and_0_as_absence():
    weight = np.random.default_rng(0).integers(0, 3, 150)
    weighted = DecisionTreeClassifier(max_depth=4).fit(IRIS.X, IRIS.y, sample_weight=weight)
    repeated = DecisionTreeClassifier(max_depth=4).fit(np.repeat(IRIS.X, weight, axis=0), np.repeat(IRIS.y, weight))
    assert np.array_equal(weighted.predict_proba(IRIS.X), repeated.predict_proba(IRIS.X))


@pytest.mark.parametrize(("kind", "price"), [(DecisionTreeClassifier, 0.02), (DecisionTreeRegressor, 0.01)])
def test_so_it_does_in_a_regression_and_where_leaves_have_a_price(kind, price):
    weight = np.random.default_rng(1).integers(0, 9, 150)
    weighted = kind(ccp_alpha=price).fit(IRIS.X, IRIS.y, sample_weight=weight)
    repeated = kind(ccp_alpha=price).fit(np.repeat(IRIS.X, weight, axis=0), np.repeat(IRIS.y, weight))
    assert weighted.predict(IRIS.X) == pytest.approx(repeated.predict(IRIS.X))
    assert 1 < weighted.get_n_leaves() == repeated.get_n_leaves()
    assert weighted.get_n_leaves() < kind().fit(IRIS.X, IRIS.y, sample_weight=weight).get_n_leaves()


def test_drawn_features_are_drawn_anew_at_each_node_from_the_seed():
    fits = [DecisionTreeClassifier(max_features=2, random_state=s).fit(CANCER.X, CANCER.y).tree_ for s in (0, 0, 1)]
    asked = [[(n.feature, n.threshold) for n in nodes if not n.is_leaf] for nodes in fits]
    assert asked[0] == asked[1] != asked[2]
    assert len({feature for feature, _ in asked[0]}) > 2


def test_a_tree_with_drawn_features_is_grown_to_its_end_among_constant_columns():
    X = np.column_stack([np.full((150, 40), 0.3), IRIS.X])
    for seed in range(5):
        assert DecisionTreeClassifier(max_features=2, random_state=seed).fit(X, IRIS.y).score(X, IRIS.y) == 1


@pytest.mark.parametrize("wild", [1e9, -1e140])
def test_a_target_of_weight_0_is_not_there(wild):
    x, y = np.arange(9.0)[:, None], np.array([*range(1, 9), wild])
    model = DecisionTreeRegressor().fit(x, y, sample_weight=[1] * 8 + [0])
    assert model.predict(x[:8]) == pytest.approx(np.arange(1, 9), rel=1e-12)
    assert model.predict(x[8:]) == pytest.approx([8], rel=1e-12)


@pytest.mark.parametrize("settings", [{}, dict(max_depth=3), dict(min_samples_leaf=4), dict(ccp_alpha=0.01)], ids=str)
@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_rows_of_weight_0_are_not_there(kind, settings):
    wild = IRIS.X[:30] * 1e9
    X, y = np.vstack([wild, IRIS.X]), np.append(np.where(np.arange(30) % 2, 1e9, -7) * 1.0, IRIS.y)
    if kind is DecisionTreeClassifier:
        y = np.append(np.full(30, 2), IRIS.y)
    model = kind(**settings).fit(X, y, sample_weight=np.repeat([0, 1], [30, 150]))
    alone = kind(**settings).fit(IRIS.X, IRIS.y)
    assert [n.samples for n in model.tree_] == [n.samples for n in alone.tree_]
    assert model.predict(IRIS.X) == pytest.approx(alone.predict(IRIS.X), abs=1e-9)


@pytest.mark.parametrize("apart", [1e3, 1e8, 1e12])
def test_two_groups_of_targets_far_apart_are_split_as_each_would_be_alone(apart):
    rng = np.random.default_rng(3)
    x, steps = np.arange(40.0)[:, None], np.repeat(rng.integers(0, 50, 10), 4).astype(float)
    near, far = DecisionTreeRegressor().fit(x, steps), DecisionTreeRegressor().fit(x, steps + apart * (x[:, 0] >= 20))
    assert far.get_n_leaves() == near.get_n_leaves() == len(np.flatnonzero(np.diff(steps))) + 1
    assert far.predict(x) == pytest.approx(steps + apart * (x[:, 0] >= 20), rel=1e-15)


@pytest.mark.parametrize("y", [[0.1, 0.3], [1 / 3, 7.7e5], [1e-9, 1.0], [-0.7, 1e9]], ids=str)
def test_equal_targets_are_not_asked_about(y):
    x, weight = np.arange(70.0)[:, None], np.random.default_rng(0).integers(1, 9, 70)
    targets = np.where(x[:, 0] < 33, *y)
    assert DecisionTreeRegressor().fit(x, targets).get_n_leaves() == 2
    assert DecisionTreeRegressor().fit(x, targets, sample_weight=weight / 7).get_n_leaves() == 2
    assert DecisionTreeRegressor().fit(x, np.full(70, y[0])).get_n_leaves() == 1


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("model", TREES, ids=str)
def test_any_rising_change_of_a_column_leaves_a_tree_as_it_is(model, change):
    plain = clone(model).fit(GRID, LABELS)
    moved = clone(model).fit(CHANGES[change](GRID), LABELS)
    assert [(n.feature, n.samples) for n in moved.tree_] == [(n.feature, n.samples) for n in plain.tree_]
    assert np.array_equal(moved.predict(CHANGES[change](GRID)), plain.predict(GRID))


@pytest.mark.parametrize("constant", [0.1, 0.3, 7.0])
@pytest.mark.parametrize("model", [m for m in TREES if m.max_features is None], ids=str)
def test_a_constant_column_is_never_asked(model, constant):
    with_it = np.column_stack([np.full(120, constant), GRID])
    plain, wider = clone(model).fit(GRID, LABELS), clone(model).fit(with_it, LABELS)
    assert [n.samples for n in wider.tree_] == [n.samples for n in plain.tree_]
    assert all(n.is_leaf or n.feature > 0 for n in wider.tree_)


@pytest.mark.parametrize("scale, shift", [(1e-6, 0), (1e6, 0), (1, 1e8), (1e6, 1e12), (-1, 0)])
@pytest.mark.parametrize("model", [m for m in TREES if m.criterion == "squared_error"], ids=str)
def test_targets_in_other_units_give_the_same_tree(model, scale, shift):
    y = GRID[:, 0] + GRID[:, 1] * GRID[:, 2]
    plain, moved = clone(model).fit(GRID, y), clone(model).fit(GRID, scale * y + shift)
    assert [(n.feature, n.samples) for n in moved.tree_] == [(n.feature, n.samples) for n in plain.tree_]
    assert moved.predict(GRID) == pytest.approx(scale * plain.predict(GRID) + shift, rel=1e-14, abs=1e-12 * abs(scale))


@pytest.mark.parametrize("model", [*TREES], ids=str)
def test_only_the_ratios_of_weights_matter(model):
    weight = np.random.default_rng(0).integers(1, 5, 120)
    plain = clone(model).fit(GRID, LABELS, sample_weight=weight)
    for factor in (1e-9, 0.3, 1e9):
        other = clone(model).fit(GRID, LABELS, sample_weight=factor * weight)
        assert [(n.feature, n.samples) for n in other.tree_] == [(n.feature, n.samples) for n in plain.tree_]


@pytest.mark.parametrize(
    "settings, words",
    [
        (dict(max_features=9), "max_features is 9: take a whole number from 1 to 4, the number of features"),
        (dict(max_depth=-1), "max_depth is -1: take a whole number, 0 or more"),
        (dict(min_samples_leaf=0), "min_samples_leaf is 0"),
        (dict(min_samples_split=1), "min_samples_split is 1: take a whole number, 2 or more"),
        (dict(criterion="variance"), "take one of 'gini', 'entropy'"),
        (dict(ccp_alpha=-1), "ccp_alpha is -1: take a number, 0 or more"),
        (dict(random_state=-2, max_features=2), "random_state is -2"),
    ],
    ids=str,
)
def test_a_setting_out_of_range_gets_a_sentence(settings, words):
    with pytest.raises(ValueError, match=words):
        DecisionTreeClassifier(**settings).fit(IRIS.X, IRIS.y)


def test_depth_0_is_a_leaf_that_predicts_the_most_frequent_class():
    model = DecisionTreeClassifier(max_depth=0).fit(IRIS.X[:120], IRIS.y[:120])
    assert model.get_n_leaves() == 1
    assert model.get_depth() == 0
    assert model.predict(IRIS.X[:3]).tolist() == [0, 0, 0]  # 50, 50 and 20: the first of the tie


@pytest.mark.parametrize("model", [DecisionTreeClassifier(), DecisionTreeRegressor()], ids=str)
@pytest.mark.parametrize("weight", [-1.0, 0.0, 1e200])
def test_weights_that_count_nothing_or_less_get_a_sentence(model, weight):
    with pytest.raises(ValueError, match=r"(?i)sample.weight"):
        model.fit(IRIS.X, IRIS.y, sample_weight=np.full(150, weight))
    if weight < 0:
        with pytest.raises(ValueError, match="sample_weight must be 0 or more"):
            model.fit(IRIS.X, IRIS.y, sample_weight=np.append(np.ones(149), weight))
