"""Deviations, standardised columns and round steps."""

import numpy as np
import pytest

from mlcore.base.scaling import centred, nice, standardised


def test_a_constant_column_is_exactly_0_and_its_spread_counts_as_1():
    X = np.column_stack([np.full(10, 0.3), np.arange(10.0)])
    Z, mean, unit = standardised(X)
    assert not centred(X)[0][:, 0].any()
    assert not Z[:, 0].any()
    assert unit[0] == 1
    np.testing.assert_allclose(Z * unit + mean, X, atol=1e-15)


def test_standardised_columns_have_mean_0_and_spread_1():
    X = np.random.default_rng(0).normal([5, -2e4, 1e-3], [2, 30, 1e-5], (50, 3))
    Z, mean, unit = standardised(X)
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-10)
    np.testing.assert_allclose(Z.std(axis=0), 1, rtol=1e-12)
    np.testing.assert_allclose([mean, unit], [X.mean(axis=0), X.std(axis=0)], rtol=1e-12)


@pytest.mark.parametrize(
    ("step", "rounded"), [(1, 1), (1.9, 1), (2, 2), (4.99, 2), (5, 5), (9.9, 5), (0.3, 0.2), (7e6, 5e6), (0.05, 0.05)]
)
def test_a_nice_step_is_the_largest_round_one_not_above(step, rounded):
    assert nice(step) == pytest.approx(rounded, rel=1e-12)
