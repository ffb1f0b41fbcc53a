from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from sklearn.svm import SVC as TheirSVC

from mlcore.base.losses import hinge
from mlcore.datasets import noisy_blobs, overlapping_blobs
from mlcore.svm import solve_budget, solve_dual, solve_primal
from tests.svm.examples import FLOWERS, PAIR, SETOSA, SETS, SIGNS, XOR, XOR_SIGNS


def test_the_hard_margin_of_two_points_worked_by_hand():
    plane = solve_primal(PAIR, SIGNS)
    assert plane.w == pytest.approx([0.5, 0.5])
    assert plane.b == pytest.approx(0, abs=1e-7)
    assert plane.alpha == pytest.approx([1 / 4, 1 / 4])
    assert 1 / np.linalg.norm(plane.w) == pytest.approx(np.sqrt(2))
    assert plane.objective == pytest.approx(1 / 4)
    assert plane.xi.tolist() == [0, 0]
    assert np.isinf(plane.C)


@pytest.mark.parametrize("C", [0.1, 0.25, 0.4, 0.6, 1.0, 10.0])
def test_the_points_minus_1_and_1_worked_by_hand(C):
    plane = solve_primal([[-1], [1]], [-1, 1], C)
    loose = max(0, 1 - 2 * C)
    assert plane.w == pytest.approx([2 * min(C, 1 / 2)], rel=1e-5)
    assert plane.xi.sum() == pytest.approx(2 * loose, abs=1e-5)
    assert abs(plane.b) <= loose + 1e-5  # not unique for C < 1/2
    assert plane.alpha == pytest.approx([min(C, 1 / 2)] * 2, rel=1e-5)


@pytest.mark.parametrize("data", SETS)
@pytest.mark.parametrize("C", [1e-3, 1.0, 1e3])
def test_strong_duality_and_the_same_plane_as_the_dual_and_as_sklearn(data, C):
    X, y = data.X, data.y
    plane, dual = solve_primal(X, y, C), solve_dual(X @ X.T, y, C)
    assert plane.objective == pytest.approx(dual.objective, rel=1e-6)
    assert plane.w == pytest.approx(X.T @ (dual.alpha * y), abs=1e-3)
    assert plane.w == pytest.approx(X.T @ (plane.alpha * y), abs=1e-5)
    assert plane.alpha @ y == pytest.approx(0, abs=1e-6 * C)
    assert plane.xi == pytest.approx(hinge(y * (X @ plane.w + plane.b)), abs=1e-5)
    assert plane.w == pytest.approx(TheirSVC(kernel="linear", C=C, tol=1e-7).fit(X, y).coef_[0], abs=1e-3)
    low, high = dual.bias_interval
    assert low - 1e-3 <= plane.b <= high + 1e-3


def test_the_hard_margin_of_iris_is_the_dual_one():
    plane, dual = solve_primal(FLOWERS.X, SETOSA), solve_dual(FLOWERS.X @ FLOWERS.X.T, SETOSA)
    assert plane.objective == pytest.approx(dual.objective, rel=1e-6)
    assert (SETOSA * (FLOWERS.X @ plane.w + plane.b)).min() == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("t", [0.01, 0.5, 1.0, 1.5])
def test_a_budget_worked_by_hand(t):
    budget = solve_budget(PAIR, SIGNS, t)
    assert budget.w == pytest.approx([(2 - t) / 4] * 2, rel=1e-5)
    assert np.isclose(budget.C, (2 - t) / 8, rtol=1e-5)


@pytest.mark.parametrize("C", [0.05, 0.2, 0.5])
def test_the_budget_that_a_price_uses_up_buys_the_same_plane_at_that_price(C):
    data = overlapping_blobs()
    price = solve_primal(data.X, data.y, C)
    budget = solve_budget(data.X, data.y, t=price.xi.sum())
    assert budget.w == pytest.approx(price.w, abs=1e-4)
    assert np.isclose(budget.C, C, rtol=1e-3)
    assert budget.objective == pytest.approx(price.w @ price.w / 2, rel=1e-5)
    assert budget.xi.sum() == pytest.approx(price.xi.sum(), rel=1e-6)


def test_a_budget_that_is_not_used_up_has_no_price():
    data = overlapping_blobs()
    generous = solve_budget(data.X, data.y, t=50)
    assert generous.w == pytest.approx([0, 0], abs=1e-4)
    assert 0 <= generous.C < 1e-6


def test_a_larger_budget_buys_a_wider_street():
    data = overlapping_blobs()
    norms = [np.linalg.norm(solve_budget(data.X, data.y, t).w) for t in (15, 20, 30)]
    assert norms[0] > norms[1] > norms[2]


@pytest.mark.parametrize("t", [0.0, -1.0, np.nan, 3.99])
def test_a_budget_too_small_is_refused_with_the_least_that_would_do(t):
    with pytest.raises(ValueError, match=r"budget t = .* is too small: every plane needs more slack than 4"):
        solve_budget(XOR, XOR_SIGNS, t)


@pytest.mark.parametrize("shift", [2000.0, -1e5])
@pytest.mark.parametrize("C", [1.0, 100.0, np.inf])
def test_the_solvers_do_not_mind_where_the_origin_lies(C, shift):
    data = noisy_blobs(50) if np.isfinite(C) else noisy_blobs(50, noise=0, distance=8)
    near, far = (solve_primal(X, data.y, C) for X in (data.X, data.X + shift))
    assert far.w == pytest.approx(near.w, abs=1e-6)
    assert far.b == pytest.approx(near.b - near.w.sum() * shift, abs=1e-6 * abs(shift))
    assert far.objective == pytest.approx(near.objective, rel=1e-6)
    moved = data.X + shift
    if abs(shift) < 1e4:  # beyond, the products x'z have lost the digits that tell the points apart
        assert solve_dual(moved @ moved.T, data.y, C).objective == pytest.approx(near.objective, rel=1e-5)
    budget = [solve_budget(X, data.y, 30.0).w for X in (data.X, moved)]
    assert budget[0] == pytest.approx(budget[1], abs=1e-5)


BAD = [
    (PAIR, [0, 1], r"labels must be -1 and \+1"),
    (PAIR, [1, 1], r"labels must be -1 and \+1, both"),
    ([[1.0]], [1], r"labels must be -1 and \+1, both"),
    (np.vstack([PAIR, PAIR]), [1, -1, 2, 1], r"labels must be -1 and \+1"),
    (PAIR, [1, -1, 1], r"2 points, and labels of shape \(3,\)"),
    ([[np.nan], [1.0]], [1, -1], "NaN"),
    ([[np.inf], [1.0]], [1, -1], "infinite"),
]


@pytest.mark.parametrize("X, y, words", BAD)
@pytest.mark.parametrize(
    "solve", [solve_primal, lambda X, y: solve_primal(X, y, 1.0), lambda X, y: solve_budget(X, y, 9)]
)
def test_bad_points_are_named(solve, X, y, words):
    with pytest.raises(ValueError, match=words):
        solve(X, y)


@pytest.mark.parametrize("C", [0, -1.0, np.nan])
def test_a_price_that_is_not_positive_is_refused(C):
    with pytest.raises(ValueError, match=f"C is {C}: the price of slack must be a number larger than 0"):
        solve_primal(PAIR, SIGNS, C)


@pytest.mark.parametrize("X, y", [(XOR, XOR_SIGNS), (np.ones((2, 1)), SIGNS), (SETS[0].X, SETS[0].y)])
def test_no_hard_margin_where_nothing_separates(X, y):
    with pytest.raises(ValueError, match=r"not separable: no hard margin exists\. Use a soft margin"):
        solve_primal(X, y)


def test_inputs_are_unchanged_and_the_solution_is_frozen():
    X, y = PAIR.copy(), SIGNS.copy()
    solution = solve_primal(X, y, 1.0)
    solve_budget(X, y, 1.0)
    assert np.array_equal(X, PAIR)
    assert np.array_equal(y, SIGNS)
    with pytest.raises(FrozenInstanceError):
        solution.b = 0.0
