from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.svm import SVC as TheirSVC

from mlcore.datasets import breast_cancer_pair, noisy_blobs
from mlcore.kernels import RBF, Linear
from mlcore.svm import AT_C, FREE, OUTSIDE, DualPoint, kkt_cases, smo, solve_dual
from tests.svm.examples import PAIR, SIGNS


def test_two_points_worked_by_hand():
    point = solve_dual(PAIR @ PAIR.T, SIGNS)
    assert point.alpha == pytest.approx([1 / 4, 1 / 4])
    assert point.bias == pytest.approx(0)
    assert point.squared_norm == pytest.approx(1 / 2)  # the margin is 1/||w|| = sqrt 2
    assert point.objective == pytest.approx(1 / 4)
    assert point.primal_objective == pytest.approx(1 / 4)
    assert point.slack == pytest.approx([0, 0], abs=1e-6)


def test_the_length_of_w_is_never_below_0_by_rounding():
    """Two equal points of different classes: w is 0, and the sum that is its square may come out as -7e-15."""
    exact = solve_dual(np.ones((2, 2)), SIGNS, C=1.0)
    rounded = replace(exact, alpha=np.ones(2), F=SIGNS * (1 + 7e-15))
    assert rounded.alpha @ (1 - SIGNS * rounded.F) < 0
    assert rounded.squared_norm == 0


@pytest.mark.parametrize("C", [0.1, 0.25, 0.4, 0.5, 1.0, 10.0])
def test_the_points_minus_1_and_1_worked_by_hand(C):
    x = np.array([-1.0, 1.0])
    point = solve_dual(np.outer(x, x), x, C)
    w = point.alpha @ (x * x)
    loose = max(0, 1 - 2 * C)
    assert point.alpha == pytest.approx(np.full(2, min(C, 1 / 2)), rel=1e-4)
    assert w == pytest.approx(2 * min(C, 1 / 2), rel=1e-4)
    assert point.slack.sum() == pytest.approx(2 * loose, abs=1e-4)
    assert point.bias_interval == pytest.approx((-loose, loose), abs=1e-4)  # b is not unique for C < 1/2


def test_alpha_0_violates_kkt_by_the_whole_street():
    point = DualPoint.at(np.zeros(2), PAIR @ PAIR.T, SIGNS, 1.0)
    assert point.kkt_gap == 2
    assert point.objective == 0
    assert point.F.tolist() == SIGNS.tolist()
    assert point.duality_gap == 2


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4), st.sampled_from([0.1, 1.0, 50.0]))
def test_at_any_feasible_point_the_numbers_are_their_definitions(shares, C):
    y = np.array([1.0, -1.0, 1.0, -1.0])
    X = np.array([[0.0, 1.0], [2.0, -1.0], [2.0, -1.0], [1.0, 3.0]])
    alpha = C * np.repeat(shares[:2], 2)  # equal in pairs, so that sum(alpha y) = 0
    K = X @ X.T
    point = DualPoint.at(alpha, K, y, C)
    w = X.T @ (alpha * y)
    slack = np.maximum(0, 1 - y * (X @ w + point.bias))
    assert point.squared_norm == pytest.approx(w @ w, abs=1e-9 * C**2)
    assert point.objective == pytest.approx(alpha.sum() - w @ w / 2, abs=1e-9 * C**2)
    assert point.slack == pytest.approx(slack, abs=1e-9 * C)
    assert point.primal_objective == pytest.approx(w @ w / 2 + C * slack.sum(), abs=1e-9 * C**2)
    assert point.duality_gap >= -1e-9 * C**2


@pytest.mark.parametrize("kernel", [Linear(), RBF(0.5), RBF(3.0)])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_the_solution_agrees_with_sklearn_and_closes_the_gap(kernel, C):
    data = breast_cancer_pair()
    K = kernel(data.X, data.X)
    theirs = TheirSVC(kernel="precomputed", C=C, tol=1e-8).fit(K, data.y)
    signed = np.zeros(len(data.y))
    signed[theirs.support_] = theirs.dual_coef_[0]
    point = solve_dual(K, data.y, C)
    assert point.objective == pytest.approx(np.abs(signed).sum() - signed @ K @ signed / 2, rel=1e-6)
    assert point.alpha @ data.y == pytest.approx(0, abs=1e-5 * C)
    assert (point.alpha >= 0).all()
    assert (point.alpha <= C).all()
    assert -1e-6 < point.duality_gap / point.objective < 2e-3
    assert point.kkt_gap < 2e-3


@pytest.mark.parametrize(
    "C, unit", [(1e4, 1.0), (1e9, 1.0), (1.0, 1e4), (1e4, 1e4), (np.inf, 1.0), (np.inf, 1e4), (np.inf, 1e-4)]
)
def test_a_large_c_is_the_hard_margin_in_any_unit(C, unit):
    data = noisy_blobs(40, noise=0, distance=8)
    X = data.X * unit
    hard = solve_dual(data.X @ data.X.T, data.y)
    point = solve_dual(X @ X.T, data.y, C)
    assert point.objective * unit**2 == pytest.approx(hard.objective, rel=1e-5)
    assert np.array_equal(kkt_cases(point.alpha, C), kkt_cases(hard.alpha, np.inf))


def test_a_hard_margin_point_is_judged_by_the_plane_scaled_to_margin_1():
    K = PAIR @ PAIR.T
    assert DualPoint.at(np.zeros(2), K, SIGNS, np.inf).primal_objective == np.inf
    assert DualPoint.at(np.full(2, 0.1), K, SIGNS, np.inf).primal_objective == pytest.approx(1 / 4)


@pytest.mark.parametrize(
    "alpha, C, cases",
    [
        ([0, 0.5, 1], 1.0, [OUTSIDE, FREE, AT_C]),
        ([1e-9, 1 - 1e-9, 1e-3], 1.0, [OUTSIDE, AT_C, FREE]),
        ([0, 0.25, 0.25], 1e9, [OUTSIDE, FREE, FREE]),
        ([0, 2e-9, 1e-9], np.inf, [OUTSIDE, FREE, FREE]),
        ([0, 1e-9, 1e-9], 1e-9, [OUTSIDE, AT_C, AT_C]),
        ([0, 0, 0], 1.0, [OUTSIDE, OUTSIDE, OUTSIDE]),
    ],
)
def test_kkt_cases(alpha, C, cases):
    assert kkt_cases(alpha, C).tolist() == cases


@pytest.mark.parametrize(
    "K, y, C, words",
    [
        (np.eye(2), [1, -1], 0, "C is 0: the price of slack must be a number larger than 0"),
        (np.eye(2), [1, -1], -1, "C is -1"),
        (np.eye(2), [1, -1], np.nan, "C is nan"),
        (np.eye(2), [0, 1], 1, r"labels must be -1 and \+1"),
        (np.eye(2), [1, 1], 1, r"labels must be -1 and \+1, both"),
        (np.eye(2), [1, np.nan], 1, r"labels must be -1 and \+1"),
        (np.eye(1), [1], 1, r"labels must be -1 and \+1, both"),
        (np.eye(2), [1, -1, 1], 1, r"2 points, and labels of shape \(3,\)"),
        (np.full((2, 2), np.nan), [1, -1], 1, "NaN"),
        (-np.eye(2), [1, -1], 1, "not positive semidefinite"),
        (np.ones((2, 2)), [1, -1], np.inf, "not separable.* soft margin"),
    ],
)
def test_bad_input_is_named(K, y, C, words):
    with pytest.raises(ValueError, match=words):
        solve_dual(K, y, C)


def test_a_point_is_frozen_and_inputs_are_unchanged():
    K, y = PAIR @ PAIR.T, SIGNS.copy()
    point = solve_dual(K, y, 1.0)
    assert np.array_equal(K, PAIR @ PAIR.T)
    assert np.array_equal(y, SIGNS)
    with pytest.raises(FrozenInstanceError):
        point.C = 2.0


@pytest.mark.parametrize("solve", [smo, solve_dual])
def test_a_gram_matrix_without_digits_is_refused_and_equal_points_are_not(solve):
    y = np.array([1.0, -1, 1, -1])
    X = np.array([[1.0, 2], [3, 1], [0, 1], [2, 2]])
    far = (X + 1e7) @ (X + 1e7).T
    with pytest.raises(ValueError, match="subtract the mean of each feature first"):
        solve(far, y, 1.0)
    assert solve(1e14 * np.ones((4, 4)), y, 1.0).alpha == pytest.approx(np.ones(4))
    assert solve(far, y, 1e-12).alpha == pytest.approx(np.full(4, 1e-12))  # at this price no digit matters


def test_where_the_bias_moves_the_rest_of_a_dual_point_stays():
    X, y, alpha = np.array([[1.0], [-1.0], [3.0]]), np.array([1.0, -1, 1]), np.array([0.5, 0.5, 0.0])
    near, far = (DualPoint.at(alpha, Z @ Z.T, y, 2.0) for Z in (X, X + 4))
    moved = near.with_bias_moved(-4 * float(near.weights(X)[0]))
    assert pytest.approx(far.F) == moved.F
    assert (moved.bias, moved.kkt_gap, moved.objective) == pytest.approx((far.bias, far.kkt_gap, far.objective))


def test_a_point_that_is_not_finite_is_not_optimal():
    broken = replace(solve_dual(np.eye(2), [-1.0, 1.0], 1.0), bias_interval=(np.nan, np.nan))
    assert np.isnan(broken.kkt_gap)
    assert not broken.is_optimal(1e-3)
