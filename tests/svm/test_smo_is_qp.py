"""SMO reaches the optimum of the QP, on the data of lecture 11 and on random points."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.datasets import breast_cancer, breast_cancer_pair, noisy_blobs, overlapping_blobs
from mlcore.kernels import RBF, Linear
from mlcore.svm import AT_C, FREE, OUTSIDE, kkt_cases, smo, solve_dual, sweep_C

TOL = 1e-3
DECADES = 10.0 ** np.arange(-3, 4)
ALL_FEATURES = breast_cancer().standardised()
LECTURE_11 = [
    pytest.param(data, kernel, Cs, id=f"{name}-{kernel}")
    for name, data, kernel, Cs in [
        ("pair", breast_cancer_pair(), Linear(), DECADES),
        ("pair", breast_cancer_pair(), RBF(), DECADES),
        ("noisy", noisy_blobs(), Linear(), DECADES),
        ("noisy", noisy_blobs(), RBF(), DECADES),
        ("overlapping", overlapping_blobs(), Linear(), DECADES),
        ("overlapping", overlapping_blobs(), RBF(), DECADES),
        ("all", ALL_FEATURES, Linear(), 10.0 ** np.arange(-3, 4, 2)),
        ("all", ALL_FEATURES, RBF(), DECADES),
        ("all", ALL_FEATURES, RBF(5.0), DECADES),
    ]
]


@pytest.mark.parametrize("data, kernel, Cs", LECTURE_11)
def test_smo_finds_the_qp_optimum_on_the_data_of_lecture_11(data, kernel, Cs):
    K = kernel(data.X, data.X)
    states = list(sweep_C(K, data.y, Cs, tol=TOL))
    assert [state.C for state in states] == list(Cs)
    for state in states:
        assert state.kkt_gap <= TOL
        assert state.objective == pytest.approx(solve_dual(K, data.y, state.C).objective, rel=1e-5)
        assert state.duality_gap >= -1e-9 * state.objective
        assert_kkt_cases_hold(state, TOL)


def assert_kkt_cases_hold(state, tol):
    margin = 1 - state.y * (state.F - state.bias)  # y f(x)
    case = kkt_cases(state.alpha, state.C)
    assert (margin[case == OUTSIDE] >= 1 - tol).all()
    assert margin[case == FREE] == pytest.approx(1, abs=tol)
    assert (margin[case == AT_C] <= 1 + tol).all()


@pytest.mark.parametrize("C", [1e-8, 1e-5])
def test_for_a_tiny_c_it_stops_relative_to_the_scores(C):
    data = noisy_blobs(40)
    K = RBF()(data.X, data.X)
    state = smo(K, data.y, C)
    assert state.objective == pytest.approx(solve_dual(K, data.y, C).objective, rel=1e-5)


def test_the_hard_margin_is_the_qp_one():
    data = noisy_blobs(40, noise=0, distance=8)
    K = data.X @ data.X.T
    state = smo(K, data.y, np.inf, tol=1e-6)
    assert state.objective == pytest.approx(solve_dual(K, data.y).objective, rel=1e-6)
    assert state.duality_gap == pytest.approx(0, abs=1e-5)
    assert_kkt_cases_hold(state, 1e-6)


points = st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.sampled_from([-1.0, 1.0])), max_size=14)


@given(points, st.sampled_from([Linear(), RBF(), RBF(0.2)]), st.sampled_from([1e-3, 0.1, 1.0, 10.0, 1e3]))
def test_smo_is_the_qp_on_random_points_duplicates_included(points, kernel, C):
    X = np.array([(1, 1), (-1, -1), *((a, b) for a, b, _ in points)], float)
    y = np.array([1.0, -1.0, *(label for *_, label in points)])
    K = kernel(X, X)
    state = smo(K, y, C, tol=TOL, max_iter=100_000)
    assert state.converged
    assert_kkt_cases_hold(state, TOL)
    assert state.objective == pytest.approx(solve_dual(K, y, C).objective, rel=1e-5)
