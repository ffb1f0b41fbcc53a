from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.datasets import breast_cancer_pair
from mlcore.kernels import RBF, Linear
from mlcore.svm import DualPoint, clip_range, pair_line, pair_step, smo_steps

DATA = breast_cancer_pair(24)
K = Linear()(DATA.X, DATA.X)


def test_the_case_of_the_notes():
    """E002-53: C = 1, alpha_1 + alpha_2 = 1.5: alpha_2 = 0.2 would need alpha_1 = 1.3."""
    assert clip_range(1, 1, 0.75, 0.75, 1.0) == (0.5, 1.0)


@pytest.mark.parametrize(
    "y_i, y_j, alpha_i, alpha_j, ends",
    [
        (1, 1, 0.2, 0.3, (0, 0.5)),
        (-1, -1, 0.9, 0.4, (0.3, 1)),
        (1, -1, 0.2, 0.5, (0.3, 1)),
        (-1, 1, 0.7, 0.1, (0, 0.4)),
        (1, 1, 0, 0, (0, 0)),
        (1, -1, 1, 0, (0, 0)),
    ],
)
def test_ends_by_hand(y_i, y_j, alpha_i, alpha_j, ends):
    assert clip_range(y_i, y_j, alpha_i, alpha_j, 1.0) == pytest.approx(ends)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10_000))
def test_the_range_is_where_both_stay_in_the_box(seed):
    rng = np.random.default_rng(seed)
    C, alpha, y = rng.uniform(0.1, 5), rng.uniform(size=24), DATA.y
    i, j = rng.choice(24, 2, replace=False)
    line = pair_line(K, y, C * alpha, C, i, j)
    grid = np.linspace(-C, 2 * C, 301)
    partner = line.alpha_i(grid)
    assert y[i] * partner + y[j] * grid == pytest.approx(np.full(301, line.zeta))
    both = (grid >= 0) & (grid <= C) & (partner >= 0) & (partner <= C)
    inside = (grid >= line.low) & (grid <= line.high)
    edge = np.minimum(abs(grid - line.low), abs(grid - line.high)) < 1e-9
    assert (both == inside)[~edge].all()
    assert line.alpha_i(line.alpha_j) == pytest.approx(C * alpha[i])


@pytest.mark.parametrize("kernel", [Linear(), RBF()])
def test_the_parabola_is_W_along_the_line(kernel):
    K, C, y = kernel(DATA.X, DATA.X), 2.0, DATA.y
    alpha = np.random.default_rng(1).uniform(0, C, 24)
    for i, j in [(0, 5), (3, 4), (7, 20), (11, 2)]:
        line, W = pair_line(K, y, alpha, C, i, j), DualPoint.at(alpha, K, y, C).objective
        for place in (line.low, line.high, line.top, line.best):
            there = alpha.copy()
            there[[i, j]] = line.alpha_i(place), place
            assert W + line.gain(place) == pytest.approx(DualPoint.at(there, K, y, C).objective)
        grid = np.linspace(line.low, line.high, 101)
        assert line.gain(line.best) >= line.gain(grid).max() - 1e-12
        assert line.gain(line.top) >= line.gain(line.best)


@pytest.mark.parametrize("C", [0.01, 1.0, 10.0])
def test_it_is_the_step_that_smo_makes(C):
    for before, after in pairwise(smo_steps(K, DATA.y, C)):
        alpha = pair_step(K, DATA.y, before.alpha, C, *after.pair)
        assert alpha == pytest.approx(after.alpha, abs=1e-9 * C)


def test_a_curvature_of_zero_goes_to_the_end():
    X, y = np.array([[1.0], [1.0]]), np.array([1.0, -1.0])
    line = pair_line(X @ X.T, y, np.zeros(2), 3.0, 0, 1)
    assert line.curvature > 0
    assert line.best == line.high == 3.0
    assert pair_step(X @ X.T, y, np.zeros(2), 3.0, 0, 1).tolist() == [3.0, 3.0]


def test_a_step_stays_in_the_box_and_keeps_the_sum_and_its_input():
    rng, alpha, y = np.random.default_rng(2), np.zeros(24), DATA.y
    for _ in range(200):
        given = alpha.copy()
        new = pair_step(K, y, alpha, 1.0, *rng.choice(24, 2, replace=False))
        assert (alpha == given).all()
        assert new.min() >= 0
        assert new.max() <= 1
        assert new @ y == pytest.approx(0, abs=1e-12)
        alpha = new
