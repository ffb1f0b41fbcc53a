import numpy as np
import pytest

from mlcore.datasets import iris_pair, six_points
from mlcore.svm import solve_primal
from mlcore.svm.hulls import solve_hulls


def test_two_points_by_hand():
    X, y = np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0])
    point = solve_hulls(X, y)
    assert np.allclose(point.alpha, 0.25)
    assert np.allclose([*point.weights(X), point.bias], [0.5, 0.5, 0])


@pytest.mark.parametrize("data", [iris_pair(), six_points()])
def test_it_is_the_hard_margin(data):
    point, primal = solve_hulls(data.X, data.y), solve_primal(data.X, data.y)
    assert np.allclose(point.weights(data.X), primal.w, atol=1e-6)
    assert point.bias == pytest.approx(primal.b, abs=1e-6)
    assert point.duality_gap < 1e-6 * point.objective
    assert abs(point.alpha @ point.y) < 1e-7


def test_separable_or_not_it_agrees_with_the_primal():
    data, rng = iris_pair(), np.random.default_rng(0)
    for _ in range(40):
        X = data.X.copy()
        X[rng.integers(len(X))] = rng.uniform([0.5, 0], [5.5, 2.2])
        try:
            width = 2 / np.linalg.norm(solve_primal(X, data.y).w)
        except ValueError as error:
            if "not separable" in str(error):
                with pytest.raises(ValueError, match="not separable"):
                    solve_hulls(X, data.y)
            continue
        assert 2 / np.linalg.norm(solve_hulls(X, data.y).weights(X)) == pytest.approx(width, abs=1e-6)


@pytest.mark.parametrize("gap", [1.0, 0.1, 0.01, 0.002])
def test_the_street_may_be_narrow(gap):
    X, y = np.array([[0, 0], [4, 0], [0, gap], [4, gap]], float), np.array([-1.0, -1, 1, 1])
    point = solve_hulls(X, y)
    assert 2 / np.linalg.norm(point.weights(X)) == pytest.approx(gap, rel=1e-5)


def test_it_does_not_depend_on_units_or_origin():
    data = six_points()
    point, moved = solve_hulls(data.X, data.y), solve_hulls(1000 * data.X + 5000, data.y)
    assert np.allclose(moved.weights(1000 * data.X + 5000), point.weights(data.X) / 1000, rtol=1e-6)


def test_far_from_0_its_margins_are_still_1():
    data = six_points()
    far = solve_hulls(data.X + 2.0**27, data.y)
    assert far.F[far.alpha > 0] - far.bias == pytest.approx(0, abs=1e-6)


def test_classes_that_meet_and_missing_classes():
    X = np.array([[0.0, 0], [2, 2], [1, 1]])
    with pytest.raises(ValueError, match="not separable"):
        solve_hulls(X, np.array([-1.0, -1, 1]))
    with pytest.raises(ValueError, match="both of them"):
        solve_hulls(X, np.ones(3))
