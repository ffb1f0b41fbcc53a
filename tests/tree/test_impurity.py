"""How mixed a set is."""

import numpy as np
import pytest
from scipy.stats import entropy as nats

from mlcore.tree import (
    entropy,
    gini,
    target_table,
    variance,
)
from tests.tree.examples import of_labels


def of_counts(*counts):
    return np.array([sum(counts), *counts], float)


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
