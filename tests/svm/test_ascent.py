from dataclasses import FrozenInstanceError
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime

from mlcore.base.labels import add_ones
from mlcore.datasets import breast_cancer_pair, overlapping_blobs
from mlcore.duality import solve_qp
from mlcore.svm import coordinate_ascent_steps, dual_ascent_steps, step_limit

SQUARE = np.array([[2.0, 1.0], [1.0, 2.0]])  # W = a1 + 2 a2 - a1^2 - a1 a2 - a2^2, top (0, 1)
P = np.array([1.0, 2.0])
SIX = np.array([[1.0, 2], [2, 1], [3, 3], [-1, -1], [-2, 0], [0, -3]])  # separable, around the origin
LABELS = np.array([1.0, 1, 1, -1, -1, -1])
GRAM = add_ones(SIX) @ add_ones(SIX).T


def objective(Q, p, a):
    return p @ a - a @ Q @ a / 2


def absorbed_qp(K, y, C=np.inf):
    """The dual without its equality constraint, by cvxopt."""
    n = len(y)
    G, h = -np.eye(n), np.zeros(n)
    if np.isfinite(C):
        G, h = np.vstack([G, np.eye(n)]), np.repeat([0.0, C], n)
    return solve_qp(np.outer(y, y) * K, -np.ones(n), G, h)


# --- coordinate ascent ----------------------------------------------------------------------


def test_the_first_steps_by_hand():
    states = list(islice(coordinate_ascent_steps(SQUARE, P), 4))
    assert [s.alpha.tolist() for s in states] == [[0, 0], [0.5, 0], [0.5, 0.75], [0.125, 0.75]]
    assert [(s.t, s.i) for s in states] == [(0, None), (1, 0), (2, 1), (3, 0)]
    assert states[1].objective == 0.25


def test_it_ends_at_the_top():
    *_, last = coordinate_ascent_steps(SQUARE, P)
    assert last.alpha == pytest.approx(np.linalg.solve(SQUARE, P), abs=1e-8)
    assert last.objective == pytest.approx(1.0)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 7))
def test_every_step_climbs_to_the_top_of_its_axis(seed, n):
    rng = np.random.default_rng(seed)
    A, p = rng.normal(size=(n + 1, n)), rng.normal(size=n)
    Q = A.T @ A + 0.1 * np.eye(n)
    for before, state in pairwise(islice(coordinate_ascent_steps(Q, p, alpha=rng.normal(size=n)), 30)):
        assert set(np.flatnonzero(before.alpha != state.alpha)) <= {state.i}
        assert state.objective == pytest.approx(objective(Q, p, state.alpha))
        assert state.objective >= before.objective - 1e-12
        assert (p - Q @ state.alpha)[state.i] == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize("correlation", [-0.9, 0.0, 0.5, 0.99])
def test_a_round_shrinks_the_error_by_the_square_of_the_correlation(correlation):
    Q = np.array([[1, correlation], [correlation, 1]])
    errors = [s.alpha[1] for s in islice(coordinate_ascent_steps(Q, np.zeros(2), alpha=[1.0, 1.0]), 0, 8, 2)]
    assert np.array(errors[2:]) == pytest.approx(correlation**2 * np.array(errors[1:-1]))


@pytest.mark.parametrize("C", [0.1, 1.0, 100.0])
def test_in_a_box_it_solves_the_dual_whose_bias_is_absorbed(C):
    data = overlapping_blobs()
    K = add_ones(data.X) @ add_ones(data.X).T
    *_, last = coordinate_ascent_steps(np.outer(data.y, data.y) * K, np.ones(40), low=0, high=C, tol=1e-7)
    assert last.objective == pytest.approx(-absorbed_qp(K, data.y, C).objective, rel=1e-6)
    assert last.alpha.min() >= 0
    assert last.alpha.max() <= C


def test_a_start_outside_the_box_is_put_into_it():
    assert next(coordinate_ascent_steps(SQUARE, P, alpha=[-3.0, 9.0], low=0, high=1)).alpha.tolist() == [0, 1]


def test_states_are_frozen_and_inputs_stay():
    start = np.array([2.0, 2.0])
    states = list(islice(coordinate_ascent_steps(SQUARE, P, alpha=start), 5))
    assert start.tolist() == [2, 2]
    assert len({s.alpha.tobytes() for s in states}) == 5
    with pytest.raises(FrozenInstanceError):
        states[0].t = 7


@pytest.mark.parametrize(
    "Q, words",
    [
        ([[1.0, 2.0], [2.0, 1.0]], "not positive semidefinite"),
        ([[0.0, 0.0], [0.0, 1.0]], "straight there"),
        ([[1.0, np.nan], [np.nan, 1.0]], "NaN"),
        ([[1.0, 0.5]], "square"),
    ],
)
def test_a_quadratic_without_a_top_is_refused(Q, words):
    with pytest.raises(ValueError, match=words):
        next(coordinate_ascent_steps(Q, P))


def test_a_box_whose_ends_are_exchanged_is_refused():
    with pytest.raises(ValueError, match="low is above high"):
        next(coordinate_ascent_steps(np.eye(2), [1.0, 1.0], low=1.0, high=0.0))


# --- gradient ascent on the dual ------------------------------------------------------------


def test_one_step_is_the_projected_gradient():
    alpha = np.array([0.1, 0, 0.2, 0, 0.1, 0.3])
    Q = np.outer(LABELS, LABELS) * GRAM
    slope = approx_fprime(alpha, lambda a: objective(Q, np.ones(6), a), 1e-7)
    start, after = islice(dual_ascent_steps(GRAM, LABELS, lr=0.05, alpha=alpha), 2)
    assert start.objective == pytest.approx(objective(Q, np.ones(6), alpha))
    assert after.alpha == pytest.approx(np.maximum(0, alpha + 0.05 * slope), abs=1e-6)


@pytest.mark.parametrize("C", [0.02, 1.0, np.inf])
def test_it_ends_at_the_optimum(C):
    *_, last = dual_ascent_steps(GRAM, LABELS, C, lr=0.9 * step_limit(GRAM), tol=1e-8)
    assert not last.diverged
    assert last.residual <= 1e-8
    assert last.objective == pytest.approx(-absorbed_qp(GRAM, LABELS, C).objective, rel=1e-7)


def test_the_gradient_with_the_extra_half_ends_at_twice_the_weights():
    """E003-35: 1 - Qa/2 is the gradient for half the Gram matrix."""
    ends = [list(dual_ascent_steps(K, LABELS, lr=0.5 * step_limit(GRAM), tol=1e-9))[-1] for K in (GRAM, GRAM / 2)]
    w, w_printed = ((LABELS * end.alpha) @ add_ones(SIX) for end in ends)
    assert w_printed == pytest.approx(2 * w, abs=1e-6)
    assert (LABELS * (add_ones(SIX) @ w)).min() == pytest.approx(1)
    assert (LABELS * (add_ones(SIX) @ w_printed)).min() == pytest.approx(2)


@pytest.mark.parametrize("C", [np.inf, 10.0])
def test_below_the_limit_it_climbs_and_above_it_does_not(C):
    data = breast_cancer_pair(40)
    K = add_ones(data.X) @ add_ones(data.X).T
    below, above = (list(islice(dual_ascent_steps(K, data.y, C, lr=f * step_limit(K)), 300)) for f in (0.99, 2.5))
    assert np.diff([s.objective for s in below]).min() >= -1e-9
    assert np.diff([s.objective for s in above]).min() < 0
    assert above[-1].diverged == np.isinf(C)  # a box holds the multipliers, but they go to and fro
    assert max(s.residual for s in above[-20:]) > below[-1].residual


def test_a_diverging_run_ends_with_finite_numbers():
    data = breast_cancer_pair(40)
    K = 1e6 * data.X @ data.X.T
    *_, last = islice(dual_ascent_steps(K, data.y, lr=1e3 * step_limit(K)), 200)
    assert last.diverged
    assert np.isfinite([last.objective, last.residual, *last.alpha]).all()


def test_a_step_too_large_may_also_go_to_and_fro():
    """Where all entries of Q are positive, the projection sends every overshoot back to 0."""
    states = list(islice(dual_ascent_steps(GRAM, LABELS, lr=10 * step_limit(GRAM)), 9))
    assert [s.alpha.any() for s in states] == [False, True] * 4 + [False]
    assert not states[-1].diverged
    assert min(s.residual for s in states) > 0.1


def test_the_limit_does_not_see_the_labels():
    assert step_limit(GRAM) == pytest.approx(step_limit(np.outer(LABELS, LABELS) * GRAM))
    assert step_limit(2 * np.eye(3)) == 1.0


@pytest.mark.parametrize("bad", [*(dict(lr=lr) for lr in (0.0, -1.0, np.nan, np.inf, "1")), dict(lr=0.1, C=0.0)])
def test_bad_settings_are_refused(bad):
    with pytest.raises(ValueError, match=r"step size|price of slack"):
        next(dual_ascent_steps(GRAM, LABELS, **bad))


def test_states_of_the_dual_are_copies():
    walk = dual_ascent_steps(GRAM, LABELS, lr=0.01)
    first, second = islice(walk, 2)
    second.alpha[:] = 77.0  # a careless reader
    assert first.alpha.tolist() == [0.0] * 6
    assert next(walk).alpha.max() < 77
