"""Answers that a student finds by other means than the reference, and what is almost an answer."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from mlcore.check import check, exercises
from mlcore.check.compare import difference
from mlcore.duality import solve_qp
from mlcore.svm import solve_primal

TWO, SIGNS = np.array([[-1.0], [1.0]]), np.array([-1.0, 1.0])


def test_the_normal_equations_by_solve_and_by_scikit_learn():
    assert check("lin-04b", np.linalg.solve([[3, 3], [3, 5]], [9, 14])).status == "right"
    line = LinearRegression().fit([[0], [1], [2]], [[1], [2], [6]])
    assert check("lin-04b", (line.intercept_, line.coef_)).status == "right"
    assert check("lin-04b", [line.intercept_[0], line.coef_[0, 0]]).status == "right"


@pytest.mark.parametrize("answer", [424, [424.0], np.array([[424]]), np.float32(424), lambda: 424])
def test_a_number_in_many_forms(answer):
    assert check("ker-04", answer).status == "right"


def test_a_number_in_quotes_is_none():
    assert "type str" in check("ker-04", "424").words


def by_primal(a, C):
    found = solve_primal(a * TWO, SIGNS, C)
    return found.w[0], found.xi.sum()


def test_the_course_s_own_solver_is_right():
    assert check("svm-15", by_primal).status == "right"
    lonely = solve_primal([[-1.0], [1.0], [1.0]], [-1.0, 1.0, 1.0], 0.1)
    assert check("svm-15b", (lonely.w, lonely.b)).status == "right"


def test_the_dual_with_its_equality_as_a_vector_and_its_hint():
    def dual(X, y, m, sign=-1.0):
        n = len(y)
        return np.outer(y, y) * (X @ X.T), sign * m, -np.eye(n), np.zeros(n), y, 0.0

    assert check("svm-08", dual).status == "right"
    words = check("svm-08", lambda X, y, m: dual(X, y, m, sign=1.0)).words
    assert "The solver minimises: max Σ mα" in words
    assert solve_qp(*exercises()["svm-08"].solution(TWO, SIGNS, np.ones(2))).x == pytest.approx([0.5, 0.5], abs=1e-6)


def test_a_sum_over_all_pairs_takes_too_many_multiplications_and_running_sums_do_not():
    def all_pairs(x, z):
        return sum(x[j] * x[k] * z[j] * z[k] for k in range(len(x)) for j in range(k))

    def by_features(x, z):
        j, k = np.triu_indices(len(x), 1)
        return (x[j] * x[k]) @ (z[j] * z[k])

    def running(x, z):
        u = x * z
        return (u[1:] * np.cumsum(u)[:-1]).sum()

    def in_floats(x, z):
        return float(-((x * z) @ (x * z)) + np.square(np.dot(x, z))) / 2

    for many in (all_pairs, by_features):
        assert "for d = 60 it takes 5310 multiplications" in check("ker-05", many).words
    for few in (running, in_floats):
        assert check("ker-05", few).status == "right"


def test_a_factor_of_the_gram_matrix_is_no_feature_map():
    def eigen(X):
        values, vectors = np.linalg.eigh((X @ X.T) ** 3)
        return (vectors * np.sqrt(np.maximum(values, 0)))[:, -4:]

    def cholesky(X):
        return np.linalg.cholesky((X @ X.T) ** 3 + 1e-10 * np.eye(len(X)))

    for factor in (eigen, cholesky):
        verdict = check("ker-03", factor)
        assert verdict.status == "wrong"
        assert "φ(x) is a list of numbers made from x alone" in verdict.words


def test_four_features_in_any_order_but_for_three_attributes_all_27_products_will_do():
    def four(X):
        if X.shape[1] != 2:
            return (X[:, :, None, None] * X[:, None, :, None] * X[:, None, None, :]).reshape(len(X), -1)
        (a, b), root = X.T, np.sqrt(3)
        return np.column_stack([b**3, a**3, root * a * b**2, root * a**2 * b])

    assert check("ker-03", four).status == "right"


def test_a_slope_by_central_differences_is_right_and_a_coarse_one_is_told_so():
    def measured(A, y, v, w, h=1e-4, back=True):
        def f(w):
            return (v * (A @ w - y) ** 2).mean() / 2

        steps = h * np.eye(len(w))
        return np.array([(f(w + e) - f(w - e)) / (2 * h) if back else (f(w + e) - f(w)) / h for e in steps])

    assert check("lin-03", measured).status == "right"
    words = check("lin-03", lambda A, y, v, w: measured(A, y, v, w, back=False)).words
    assert "take a smaller step" in words


def test_right_numbers_in_a_wrong_shape_are_told_so():
    right = exercises()["lin-05"].solution
    by_column = check("lin-05", lambda f, A, h=1e-5: right(f, A, h).T).words
    assert ".reshape(2, 2)" in difference([1, 2, 3, 4], np.array([[1, 2], [3, 4]]))
    assert "flatten it, with .ravel()" in difference([[1, 2], [3, 4]], np.array([1, 2, 3, 4]))
    assert "transpose it" in difference([[1, 4], [2, 5], [3, 6]], np.array([[1, 2, 3], [4, 5, 6]]))
    assert "transpose it" in by_column or "row i and column j" in by_column


def test_a_singular_design_in_single_precision_and_one_that_only_looks_so():
    x = np.array([0.1, 0.2, 0.3, 0.7], np.float32)
    assert check("lin-04", np.c_[x, np.float32(0.3) * x + np.float32(0.1)]).status == "right"
    assert check("lin-04", np.c_[x, x + np.array([0, 0, 0, 1e-4])]).status == "wrong"
    assert check("lin-04", [[0, 1e-9], [1, 2e-9], [2, 3e-9], [3, 5e-9]]).status == "wrong"
