from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from scipy.optimize import linprog, minimize, nnls

from mlcore.duality import bordered_minors, dual_value, kkt_residuals, lagrangian, solve_qp


def test_an_inequality_worked_by_hand():
    solution = solve_qp([[1]], [0], [[-1]], [-2])  # 1/2 x^2 with x >= 2
    assert solution.x == pytest.approx([2])
    assert solution.inequality_multipliers == pytest.approx([2])
    assert solution.objective == pytest.approx(2)
    assert 0 <= solution.duality_gap < 1e-6
    assert len(solution.equality_multipliers) == 0


def test_an_equality_worked_by_hand():
    solution = solve_qp(np.eye(2), [0, 0], A=[[1, 1]], b=[2])  # nearest point to the origin on x + y = 2
    assert solution.x == pytest.approx([1, 1])
    assert solution.equality_multipliers == pytest.approx([-1])
    assert solution.objective == pytest.approx(1)


def test_without_constraints_it_solves_the_normal_equations():
    P, q = np.array([[4.0, 1.0], [1.0, 3.0]]), np.array([1.0, -2.0])
    assert solve_qp(P, q).x == pytest.approx(np.linalg.solve(P, -q))


def random_problem(seed):
    rng = np.random.default_rng(seed)
    root, inside = rng.standard_normal((5, 5)), rng.standard_normal(5)
    G, A = rng.standard_normal((8, 5)), rng.standard_normal((2, 5))
    return root @ root.T, rng.standard_normal(5), G, G @ inside + rng.random(8), A, A @ inside


@pytest.mark.parametrize("seed", range(5))
def test_the_kkt_conditions_hold_at_the_solution(seed):
    P, q, G, h, A, b = random_problem(seed)
    s = solve_qp(P, q, G, h, A, b)
    slope = P @ s.x + q + G.T @ s.inequality_multipliers + A.T @ s.equality_multipliers
    assert slope == pytest.approx(np.zeros(5), abs=1e-6)
    assert (G @ s.x <= h + 1e-7).all()
    assert A @ s.x == pytest.approx(b, abs=1e-7)
    assert (s.inequality_multipliers >= 0).all()
    assert s.inequality_multipliers * (h - G @ s.x) == pytest.approx(np.zeros(8), abs=1e-6)
    assert s.objective == pytest.approx(s.x @ P @ s.x / 2 + q @ s.x)


@pytest.mark.parametrize("seed", range(3))
def test_least_squares_with_x_at_least_0_agrees_with_scipy(seed):
    rng = np.random.default_rng(seed)
    M, t = rng.standard_normal((9, 5)), rng.standard_normal(9)
    assert solve_qp(M.T @ M, -M.T @ t, -np.eye(5), np.zeros(5)).x == pytest.approx(nnls(M, t)[0], abs=1e-4)


def test_a_linear_programme_agrees_with_scipy():
    _, q, G, h, _, _ = random_problem(0)
    G, h = np.vstack([G, np.eye(5), -np.eye(5)]), np.append(h, np.full(10, 3.0))
    expected = linprog(q, G, h, bounds=(None, None))
    assert solve_qp(np.zeros((5, 5)), q, G, h).objective == pytest.approx(expected.fun, rel=1e-6)


@pytest.mark.parametrize(
    "problem, words",
    [
        (([[1.0]], [0.0], [[1.0], [-1.0]], [0.0, -1.0]), "constraints contradict each other"),  # x <= 0 and x >= 1
        (([[0.0]], [-1.0], [[-1.0]], [0.0]), "unbounded, it falls for ever"),
        (([[0.0]], [0.0], None, None, [[0.0], [0.0]], [0.0, 0.0]), "repeat each other"),
        (([[np.nan]], [0.0], [[-1.0]], [0.0]), "NaN"),
    ],
)
def test_no_optimum_is_a_sentence(problem, words):
    with pytest.raises(ValueError, match=f"quadratic programme has no optimum.*{words}"):
        solve_qp(*problem)


def test_the_cap_on_iterations_is_named():
    with pytest.raises(ValueError, match=r"that 2 iterations could reach.*more iterations"):
        solve_qp(*random_problem(0), max_iter=2)
    assert solve_qp(*random_problem(0)).n_iter > 2


def test_inputs_are_unchanged_and_the_solution_is_frozen():
    problem = random_problem(1)
    before = [M.copy() for M in problem]
    solution = solve_qp(*problem)
    assert all(np.array_equal(M, old) for M, old in zip(problem, before, strict=True))
    with pytest.raises(FrozenInstanceError):
        solution.objective = 0.0


def test_nothing_is_printed(capsys):
    solve_qp(*random_problem(2))
    assert capsys.readouterr().out == ""


# --- Lagrangian, dual, KKT, minors ------------------------------------------------------------

ONE = [[2.0]], [0.0], [[-1.0]], [-1.0]  # x^2 with x >= 1


def test_the_dual_of_x_squared_by_hand():
    for alpha in (0.0, 1.0, 2.0, 3.5):
        value, x = dual_value(*ONE, [alpha])
        assert value == pytest.approx(alpha - alpha**2 / 4)
        assert x == pytest.approx([alpha / 2])
    assert lagrangian(*ONE, [3.0], [2.0]) == 9 + 2 * (1 - 3)
    assert kkt_residuals(*ONE, [1.0], [2.0]).largest == 0


def test_each_condition_is_told_apart():
    far = kkt_residuals(*ONE, [0.5], [-1.0])
    assert (far.stationarity, far.primal, far.dual, far.slackness) == (2.0, 0.5, 1.0, 0.5)
    assert kkt_residuals(*ONE, [1.0], [3.0]).stationarity == 1  # 2 − 3, without its sign


@pytest.mark.parametrize("seed", range(8))
def test_weak_duality_and_slsqp(seed):
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(4, 3))
    P, q, G, h = M.T @ M + np.eye(3), rng.normal(size=3), rng.normal(size=(5, 3)), rng.uniform(0.1, 1, 5)
    end = solve_qp(P, q, G, h)
    assert kkt_residuals(P, q, G, h, end.x, end.inequality_multipliers).largest < 1e-6
    best, _ = dual_value(P, q, G, h, end.inequality_multipliers)
    assert best == pytest.approx(end.objective, abs=1e-6)
    for _ in range(20):
        assert dual_value(P, q, G, h, rng.exponential(size=5))[0] <= end.objective + 1e-9
    other = minimize(
        lambda x: x @ P @ x / 2 + q @ x, np.zeros(3), jac=lambda x: P @ x + q, method="SLSQP",
        constraints=dict(type="ineq", fun=lambda x: h - G @ x, jac=lambda x: -G), options=dict(ftol=1e-14, maxiter=500),
    )  # fmt: skip
    assert end.x == pytest.approx(other.x, abs=1e-6)


def test_bordered_minors_by_hand():
    minimum = bordered_minors(2 * np.eye(2), [[1, 1]])
    assert minimum == pytest.approx([-4])  # (−1)^1: a minimum
    assert bordered_minors(-2 * np.eye(2), [[1, 1]]) == pytest.approx([4])
    assert bordered_minors(2 * np.eye(3), [[1, 1, 1]]) == pytest.approx([-4, -12])
    assert bordered_minors(2 * np.eye(3), [[1, 0, 0], [0, 1, 0]]) == pytest.approx([2])  # (−1)^2


@pytest.mark.parametrize(
    "work, words",
    [
        (lambda: bordered_minors(np.eye(2), [[0, 0]]), "A constraint has no gradient"),
        (lambda: bordered_minors(np.eye(2), np.eye(2)), "with m < n"),
        (lambda: dual_value([[0.0]], [1], [[1]], [1], [0]), "not positive definite"),
        (lambda: kkt_residuals([[1, 2], [0, 1]], [0, 0], [[1, 0]], [0], [0, 0], [0]), "P is not symmetric"),
        (lambda: kkt_residuals(np.eye(2), [0, 0], [[1.0]], [0], [0, 0], [0]), r"P is \(n, n\)"),
        (lambda: lagrangian(*ONE, [1, 2], [0]), "x has shape"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(work, words):
    with pytest.raises(ValueError, match=words):
        work()
