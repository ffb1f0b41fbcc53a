from dataclasses import FrozenInstanceError
from itertools import islice

import numpy as np
import pytest

from mlcore.base.losses import hinge
from mlcore.datasets import breast_cancer_pair, noisy_blobs, overlapping_blobs
from mlcore.svm import hinge_descent_steps, solve_primal
from mlcore.svm.sgd import hinge_objective

BLOBS = noisy_blobs(30)


def steps(n, *, data=BLOBS, C=1.0, **how):
    return list(islice(hinge_descent_steps(data.X, data.y, C, **how), n))


def test_two_steps_worked_by_hand():
    X, y = np.array([[2.0], [-2.0]]), np.array([1.0, -1.0])
    start, first, second = islice(hinge_descent_steps(X, y, C=1.0, lr=0.2), 3)  # lambda = 1/2
    assert (start.t, start.w.tolist(), start.b, start.i) == (0, [0], 0, None)
    sign = y[first.i]
    assert first.w == pytest.approx([0.4])  # from 0 each point pushes w by eta * 2
    assert first.b == pytest.approx(0.2 * sign)
    eta = 0.2 / 1.1
    inside = y[second.i] * (X[second.i, 0] * 0.4 + 0.2 * sign) < 1
    assert second.w == pytest.approx([(1 - eta / 2) * 0.4 + eta * 2 * inside])
    assert second.b == pytest.approx(0.2 * sign + eta * y[second.i] * inside)


@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
def test_each_step_goes_down_the_gradient_of_its_point(C):
    lr, lam, h = 0.1, 1 / (30 * C), 1e-6
    for old, new in zip(steps(40, C=C, lr=lr), steps(41, C=C, lr=lr)[1:], strict=True):
        x, label = BLOBS.X[new.i], BLOBS.y[new.i]

        def cost(z, x=x, label=label):
            return float(hinge(label * (x @ z[:2] + z[2]))) + lam / 2 * z[:2] @ z[:2]

        z = np.append(old.w, old.b)
        gradient = np.array([(cost(z + h * e) - cost(z - h * e)) / (2 * h) for e in np.eye(3)])
        eta = lr / (1 + lr * lam * old.t)
        assert np.append(new.w, new.b) == pytest.approx(z - eta * gradient, abs=1e-6)


@pytest.mark.parametrize("data", [BLOBS, overlapping_blobs(), breast_cancer_pair()])
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_it_comes_near_the_optimum_of_the_qp(data, C):
    n = len(data.y)
    best = solve_primal(data.X, data.y, C).objective / (n * C)
    tail = steps(20_000, data=data, C=C)[10_000:]
    w, b = np.mean([s.w for s in tail], axis=0), np.mean([s.b for s in tail])
    reached = hinge_objective(w, b, data.X, data.y, C)
    assert best - 1e-9 <= reached <= 1.01 * best


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_the_objective_is_that_of_the_qp_divided_by_nc(C):
    plane = solve_primal(BLOBS.X, BLOBS.y, C)
    assert hinge_objective(plane.w, plane.b, BLOBS.X, BLOBS.y, C) == pytest.approx(plane.objective / (30 * C))


@pytest.mark.usefixtures("random_state_untouched")
def test_a_seed_fixes_the_walk_0_included():
    walk = [s.i for s in steps(50)]
    assert walk == [s.i for s in steps(50, seed=0)]
    assert walk != [s.i for s in steps(50, seed=1)]
    assert set(walk[1:]) <= set(range(30))


def test_states_are_frozen_and_their_arrays_are_copies():
    states = steps(4, C=0.1)
    assert [s.t for s in states] == [0, 1, 2, 3]
    assert len({s.w.tobytes() for s in states}) == 4
    with pytest.raises(FrozenInstanceError):
        states[0].b = 1.0


def test_inputs_are_unchanged():
    before = BLOBS.X.copy(), BLOBS.y.copy()
    steps(100)
    assert np.array_equal(BLOBS.X, before[0])
    assert np.array_equal(BLOBS.y, before[1])


@pytest.mark.parametrize(
    "X, y, C, lr, words",
    [
        ([[1.0], [2.0]], [1, -1], 0, 1, "C is 0: the price of slack"),
        ([[1.0], [2.0]], [1, -1], np.nan, 1, "C is nan"),
        ([[1.0], [2.0]], [1, -1], 1, 0, "lr is 0: the learning rate must be a number larger than 0"),
        ([[1.0], [2.0]], [1, -1], 1, np.nan, "lr is nan"),
        ([[1.0], [2.0]], [1, -1], 1, np.inf, "lr is inf"),
        ([[1.0], [2.0]], [1, -1], np.inf, 1, "C is inf: the price of slack must be a number larger than 0 and finite"),
        ([[1.0], [2.0]], [0, 1], 1, 1, r"labels must be -1 and \+1"),
        ([[1.0], [np.nan]], [1, -1], 1, 1, "NaN"),
    ],
)
def test_bad_input_is_named(X, y, C, lr, words):
    with pytest.raises(ValueError, match=words):
        next(hinge_descent_steps(X, y, C, lr=lr))
