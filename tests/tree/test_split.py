"""The best question about a set."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.tree import (
    CRITERIA,
    best_split,
    best_splits,
    entropy,
    gini,
    label_table,
    sorted_rows,
    split_costs,
    target_table,
)
from tests.tree.examples import of_labels


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
