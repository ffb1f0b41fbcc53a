"""Trees: impurities by hand, the best question against all of them, scikit-learn's trees, pruning, bad input."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as nats
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier as TheirClassifier
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from mlcore import datasets
from mlcore.base.steps import last, take
from mlcore.tree import (
    CRITERIA,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Limits,
    best_split,
    best_splits,
    boxes,
    entropy,
    gini,
    label_table,
    leaf_of,
    leaves,
    only_asking,
    path_of,
    prune,
    pruning_path,
    sorted_rows,
    split_costs,
    target_table,
    tree_steps,
    variance,
)

IRIS, CANCER, DIABETES = datasets.iris(), datasets.breast_cancer(), datasets.diabetes()
XOR = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])


def of_labels(labels, classes=None):
    return label_table(np.asarray(labels), classes or max(labels) + 1, np.ones(len(labels)))


def of_counts(*counts):
    return np.array([sum(counts), *counts], float)


def steps(X, y, impurity=gini, **limits):
    X = np.asarray(X, float)
    return tree_steps(X, of_labels(y), rows=sorted_rows(X), impurity=impurity, limits=Limits(**limits))


# --- Impurities -------------------------------------------------------------------------------


def test_impurities_of_iris_by_hand():
    root, left, right = of_counts(50, 50, 50), of_counts(50, 0, 0), of_counts(0, 50, 50)
    assert [float(gini(s)) for s in (root, left, right)] == pytest.approx([2 / 3, 0, 0.5])
    assert [float(entropy(s)) for s in (root, left, right)] == pytest.approx([np.log2(3), 0, 1])


def test_entropy_is_scipys_in_bits():
    counts = np.random.default_rng(0).integers(0, 9, (50, 4)) + np.eye(4)[3]
    sums = np.vstack([counts.sum(axis=1), counts.T])
    assert entropy(sums) == pytest.approx([nats(row, base=2) for row in counts])


def test_a_class_that_rounding_leaves_below_0_has_no_entropy():
    assert float(entropy(np.array([1.0, 1.0, -1e-17]))) == 0


def test_gini_is_the_chance_that_two_draws_differ():
    p = np.array([0.5, 0.2, 0.3])
    assert float(gini(np.append(1, p))) == pytest.approx(sum(p[i] * p[j] for i in range(3) for j in range(3) if i != j))


def test_gini_is_the_variance_of_the_indicators():
    y = np.array([0, 0, 1, 2, 2, 2])
    each = [np.var(y == k) for k in range(3)]
    assert float(gini(of_labels(y).sum(axis=0))) == pytest.approx(sum(each))


def test_variance_is_numpys_with_weights():
    y, weight = np.array([1.0, 2, 4, 8]), np.array([1, 2, 1, 3])
    sums = target_table(y, weight.astype(float)).sum(axis=0)
    assert float(variance(sums)) == pytest.approx(np.var(np.repeat(y, weight)))


def test_rounding_makes_no_variance_negative():
    for y in np.linspace(0.1, 1, 50):
        assert float(variance(target_table(np.full(7, y), np.ones(7)).sum(axis=0))) >= 0


# --- The best question ------------------------------------------------------------------------


@given(st.integers(0, 10_000), st.sampled_from(["gini", "entropy"]), st.integers(1, 3))
def test_the_best_question_is_the_best_of_all(seed, name, least):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 5, (9, 2)).astype(float), rng.integers(0, 3, 9)
    table, impurity = of_labels(y, 3), CRITERIA[name]
    tried = []
    for j in range(2):
        for low, high in pairwise(np.unique(X[:, j])):
            yes = X[:, j] <= (low + high) / 2
            if min(yes.sum(), (~yes).sum()) >= least:
                sides = [table[side].sum(axis=0) for side in (yes, ~yes)]
                tried.append((sum(s[0] * impurity(s) for s in sides) / 9, j, (low + high) / 2))
    found = best_split(X, sorted_rows(X), table, impurity, least=least)
    if not tried:
        assert found is None
        return
    lowest = min(cost for cost, _, _ in tried)
    first = next((j, cut) for cost, j, cut in tried if cost < lowest + 1e-9)
    assert found.impurity == pytest.approx(lowest)
    assert (found.feature, found.threshold) == first  # of ties the first


def test_no_split_raises_the_impurity():
    rng = np.random.default_rng(1)
    for name, impurity in CRITERIA.items():
        X = rng.standard_normal((30, 4))
        y = rng.standard_normal(30) if name == "squared_error" else rng.integers(0, 4, 30)
        table = target_table(y, np.ones(30)) if name == "squared_error" else of_labels(y, 4)
        assert (split_costs(sorted_rows(X), table, impurity) <= impurity(table.sum(axis=0)) + 1e-12).all()


@pytest.mark.filterwarnings("error")
def test_weights_far_below_rounding_give_a_cut_and_no_nan():
    weight = np.array([1.0, 1.0, 1e-40, 1e-300, 1e-320])
    x = np.arange(5.0)[:, None]
    found = best_split(x, sorted_rows(x), label_table(np.array([0, 1, 0, 1, 0]), 2, weight), gini)
    assert (found.threshold, found.impurity) == (0.5, pytest.approx(0, abs=1e-12))


def test_a_threshold_lies_between_two_neighbours_however_close():
    for low in (1.0, np.nextafter(1.0, 2)):  # of the second, rounding makes the middle the upper neighbour
        x = np.array([low, np.nextafter(low, 2)])[:, None]
        found = best_split(x, sorted_rows(x), of_labels([0, 1]), gini)
        assert found.threshold == low
        assert (x[:, 0] <= found.threshold).tolist() == [True, False]


def test_costs_that_differ_by_rounding_only_are_a_tie():
    X = np.array([[5.0, 0, 1, 4, 2, 6, 3], [1, 6, 2, 3, 4, 5, 0]]).T
    y = [1, 1, 0, 0, 2, 2, 2]  # one is cut off by feature 0, and one by feature 1; the sums come in another order
    costs = split_costs(sorted_rows(X), of_labels(y), entropy)
    found = best_split(X, sorted_rows(X), of_labels(y), entropy)
    assert 0 < costs[0].min() - costs[1].min() < 1e-15
    assert found.feature == 0


@given(st.integers(0, 10_000), st.sampled_from(list(CRITERIA)), st.integers(1, 3), st.booleans())
def test_leaves_side_by_side_are_asked_as_if_each_were_alone(seed, name, least, drawn):
    rng = np.random.default_rng(seed)
    X, sizes = rng.integers(0, 6, (40, 3)).astype(float), [1, 2, 2, 17, 5, 9]
    y = rng.integers(0, 3, 40)
    table = target_table(y + 0.5, np.ones(40)) if name == "squared_error" else label_table(y, 3, rng.random(40))
    rows = np.split(rng.permutation(40)[: sum(sizes)], np.cumsum(sizes)[:-1])
    orders = [some[np.argsort(X[some], axis=0)].T for some in rows]
    features = np.array([np.sort(rng.choice(3, 2, replace=False)) for _ in sizes]).T if drawn else None
    together = best_splits(X, np.hstack(orders), table, CRITERIA[name], sizes, least=least, features=features)
    for k, order in enumerate(orders):
        asked = features[:, k] if drawn else None
        assert together[k] == best_split(X, order, table, CRITERIA[name], least=least, features=asked)


# --- Growing ----------------------------------------------------------------------------------


def test_xor_asks_a_question_that_gains_nothing_and_then_two_that_gain_all():
    states = take(steps(*XOR), 10)
    assert [len(s.nodes) for s in states] == [1, 3, 5, 7]
    costs = [sum(n.sums[0] * n.impurity for n in s.nodes if n.is_leaf) / 4 for s in states]
    assert costs == [0.5, 0.5, 0.25, 0]


def test_equal_rows_stay_together_and_the_growth_ends():
    end = last(steps([[1, 2], [1, 2], [1, 2]], [0, 1, 0]), 10)
    assert end.converged
    assert len(end.nodes) == 1


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


def test_a_shallower_tree_is_the_top_of_the_deep_one():
    deep = DecisionTreeClassifier().fit(CANCER.X, CANCER.y).tree_
    for depth in (1, 2, 3):
        top = only_asking(deep, [k for k, node in enumerate(deep) if node.depth < depth])
        shallow = DecisionTreeClassifier(max_depth=depth).fit(CANCER.X, CANCER.y).tree_
        assert [(n.feature, n.samples) for n in top] == [(n.feature, n.samples) for n in shallow]


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


def test_the_price_of_a_leaf_counts_weights_and_not_rows():
    x, y, weight = np.arange(4.0)[:, None], [0, 0, 1, 1], [1, 1, 1, 97]
    nodes = DecisionTreeClassifier().fit(x, y, sample_weight=weight).tree_
    assert len(prune(nodes, 0.039)) == 3  # the question gains 2 · 0.02 · 0.98 = 0.0392
    assert len(prune(nodes, 0.040)) == 1


def test_drawn_features_are_drawn_anew_at_each_node_from_the_seed():
    fits = [DecisionTreeClassifier(max_features=2, random_state=s).fit(CANCER.X, CANCER.y).tree_ for s in (0, 0, 1)]
    asked = [[(n.feature, n.threshold) for n in nodes if not n.is_leaf] for nodes in fits]
    assert asked[0] == asked[1] != asked[2]
    assert len({feature for feature, _ in asked[0]}) > 2


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


def test_a_tree_with_drawn_features_is_grown_to_its_end_among_constant_columns():
    X = np.column_stack([np.full((150, 40), 0.3), IRIS.X])
    for seed in range(5):
        assert DecisionTreeClassifier(max_features=2, random_state=seed).fit(X, IRIS.y).score(X, IRIS.y) == 1


# --- Weights, scales, places ------------------------------------------------------------------


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


# --- Reading ----------------------------------------------------------------------------------


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


# --- Pruning ----------------------------------------------------------------------------------


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


# --- Bad input --------------------------------------------------------------------------------


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
