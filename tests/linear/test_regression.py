import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime
from sklearn import linear_model

from mlcore import datasets
from mlcore.base.labels import add_ones
from mlcore.linear import (
    LinearRegression,
    cost,
    gradient,
    normal_equations,
    solve_normal_equations,
    two_norm_condition,
)

THREE = np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 2.0, 6.0])  # by hand: f(x) = 1/2 + 5/2 x, errors ½, -1, ½


def random_problem(seed, n, d):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)) * 10 ** rng.uniform(-1, 1, d) + rng.normal(size=d), rng.normal(size=n)


def test_three_points_by_hand():
    model = LinearRegression().fit(*THREE)
    assert model.coef_ == pytest.approx([2.5])
    assert model.intercept_ == pytest.approx(0.5)
    assert model.rank_ == 1
    assert THREE[1] - model.predict(THREE[0]) == pytest.approx([0.5, -1, 0.5])
    assert cost(add_ones(THREE[0]), THREE[1], [0.5, 2.5]) == pytest.approx(1.5 / 6)
    assert gradient(add_ones(THREE[0]), THREE[1], np.zeros(2)) == pytest.approx([-3, -14 / 3])


def test_the_normal_equations_of_three_points():
    left, right = normal_equations(*THREE)
    assert left.tolist() == [[3, 3], [3, 5]]
    assert right.tolist() == [9, 14]
    assert solve_normal_equations(*THREE) == pytest.approx([0.5, 2.5])


@given(st.integers(0, 10_000), st.integers(1, 30), st.integers(1, 6))
def test_it_is_scikit_learns_also_where_many_answers_fit(seed, n, d):
    X, y = random_problem(seed, n, d)
    X[:, -1] = X[:, 0]  # the same column twice, if d > 1
    ours, theirs = LinearRegression().fit(X, y), linear_model.LinearRegression().fit(X, y)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-7, abs=1e-8)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-7, abs=1e-8)
    assert ours.rank_ == theirs.rank_


def test_it_is_scikit_learns_on_real_data():
    data = datasets.diabetes()
    ours, theirs = LinearRegression().fit(data.X, data.y), linear_model.LinearRegression().fit(data.X, data.y)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-9)
    assert ours.score(data.X, data.y) == pytest.approx(theirs.score(data.X, data.y))
    w = np.append(ours.intercept_, ours.coef_)
    assert solve_normal_equations(data.X, data.y) == pytest.approx(w, rel=1e-7)


@given(st.integers(0, 10_000), st.integers(1, 20), st.integers(1, 5))
def test_the_residual_is_orthogonal_to_every_column(seed, n, d):
    X, y = random_problem(seed, n, d)
    residual = y - LinearRegression().fit(X, y).predict(X)
    assert add_ones(X).T @ residual == pytest.approx(np.zeros(d + 1), abs=1e-8)


@given(st.integers(0, 10_000), st.integers(1, 20), st.integers(1, 5))
def test_the_gradient_is_what_finite_differences_measure(seed, n, d):
    A, y = random_problem(seed, n, d)
    w = np.random.default_rng(seed).normal(size=d)
    measured = approx_fprime(w, lambda v: cost(A, y, v), 1e-6)
    scale = 1 + np.abs(A).max() ** 2
    assert gradient(A, y, w) == pytest.approx(measured, abs=1e-6 * scale)
    both_sides = [(cost(A, y, w + e) - cost(A, y, w - e)) / 2e-3 for e in 1e-3 * np.eye(d)]
    assert gradient(A, y, w) == pytest.approx(both_sides, rel=1e-6, abs=1e-6)


def test_one_point_gets_a_level_line_through_it():
    model = LinearRegression().fit([[3.0, 1.0]], [7.0])
    assert model.coef_.tolist() == [0, 0]
    assert (model.intercept_, model.rank_) == (7.0, 0)


@pytest.mark.parametrize(
    "X, cure",
    [
        (np.column_stack([THREE[0], 2 * THREE[0]]), "Drop a column"),
        (np.column_stack([THREE[0], np.full(3, 7.0)]), "Drop a column"),
        (np.eye(3), "Add points"),
    ],
)
def test_singular_equations_get_a_sentence_and_lstsq_an_answer(X, cure):
    with pytest.raises(ValueError, match=f"singular: rank .* {cure}"):
        solve_normal_equations(X, THREE[1])
    model = LinearRegression().fit(X, THREE[1])
    assert np.isfinite(model.predict(X)).all()
    assert model.rank_ < X.shape[1]
    left, right = normal_equations(X, THREE[1])
    assert left @ np.append(model.intercept_, model.coef_) == pytest.approx(right)  # a minimum all the same


@pytest.mark.parametrize("value", [0.3, 0.1 + 0.2, 7.0, 1 / 3, 100.1, 1e-9, -2e12])
def test_a_constant_column_has_no_slope(value):
    """The mean of 0.3 is not 0.3 in floats: what is left is rounding, and no feature."""
    X = np.column_stack([np.arange(10.0), np.full(10, value)])
    model = LinearRegression().fit(X, 2 * np.arange(10.0) + 1)
    assert model.coef_ == pytest.approx([2, 0])
    assert model.intercept_ == pytest.approx(1)
    assert model.rank_ == 1


@pytest.mark.parametrize("call", [cost, gradient])
@pytest.mark.parametrize(
    "y, w", [(np.ones((4, 1)), np.ones(2)), (np.ones(4), np.ones((2, 1))), (np.ones(3), np.ones(2))]
)
def test_a_column_for_a_vector_is_refused(call, y, w):
    with pytest.raises(ValueError, match=r"For A of shape \(4, 2\), y must be \(4,\) and w \(2,\)"):
        call(np.ones((4, 2)), y, w)


def test_nan_is_refused():
    X = np.where(THREE[0] == 1, np.nan, THREE[0])
    for call in (normal_equations, solve_normal_equations, LinearRegression().fit):
        with pytest.raises(ValueError, match="NaN"):
            call(X, THREE[1])


@pytest.mark.parametrize("y, words", [(["a", "b", "c"], "predicts numbers|convert string"), ([1, 2, None], "NaN"),
                                      ([1, 2, np.inf], "infinity"), ([1, 2], "inconsistent|for 3 points")])  # fmt: skip
def test_targets_that_are_no_numbers_are_refused(y, words):
    for call in (normal_equations, solve_normal_equations, LinearRegression().fit):
        for targets in (y, np.array(y)):
            with pytest.raises(ValueError, match=words):
                call(THREE[0], targets)


def test_the_condition_number_is_that_of_the_hessian():
    A = np.diag([3.0, 1.0])
    assert two_norm_condition(A) == pytest.approx(9)
    assert two_norm_condition(np.ones((3, 2))) == np.inf
    assert two_norm_condition(np.ones((1, 2))) == np.inf


def test_inputs_stay_as_they_are():
    X, y = THREE[0].copy(), THREE[1].copy()
    LinearRegression().fit(X, y)
    solve_normal_equations(X, y)
    assert np.array_equal(X, THREE[0])
    assert np.array_equal(y, THREE[1])


@pytest.mark.parametrize("shift", [0.0, 4e9])
def test_the_normal_equations_have_one_solution_wherever_the_points_lie(shift):
    rng = np.random.default_rng(0)
    near = np.round(rng.normal(size=(20, 2)) * 1024) / 1024
    y = near @ [1.0, 2.0] + rng.normal(size=20)
    b, *w = solve_normal_equations(near + shift, y)
    assert w == pytest.approx(solve_normal_equations(near, y)[1:], rel=1e-6)
    assert b + shift * np.sum(w) == pytest.approx(solve_normal_equations(near, y)[0], abs=1e-5)


@pytest.mark.parametrize("constant", [0.1, 0.3, 7.0])
@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_a_constant_column_is_one_too_many_and_a_small_one_is_not(constant, unit):
    X = np.random.default_rng(0).normal(size=(20, 2)) * [1, unit]
    assert solve_normal_equations(X, X @ [1, 1 / unit]) == pytest.approx([0, 1, 1 / unit], abs=1e-6)
    with pytest.raises(ValueError, match="rank 3, but 4 unknowns, so many answers fit equally well"):
        solve_normal_equations(np.column_stack([X, np.full(20, constant)]), X[:, 0])
