from dataclasses import FrozenInstanceError
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore import datasets
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.linear import SCHEDULES, LinearRegression, cost, descent_steps, gradient, stable_lr

TWO = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([2.0, 2.0])  # Hessian diag(1/2, 2), minimum (2, 1)
PEOPLE = datasets.people()
HEIGHT = add_ones((PEOPLE.X[:, :1] - 160) / 10), PEOPLE.y


def run(A, y, steps=200, **settings):
    return take(descent_steps(A, y, **settings), steps)


def test_two_steps_by_hand():
    states = run(*TWO, lr=0.5, steps=2)
    assert [s.w.tolist() for s in states] == [[0, 0], [0.5, 1.0], [0.875, 1.0]]
    assert [s.cost for s in states] == pytest.approx([2.0, 0.5625, 1.125**2 / 4])
    assert states[0].gradient.tolist() == [-1, -2]
    assert [s.t for s in states] == [0, 1, 2]
    assert states[0].batch is None
    assert states[1].batch.tolist() == [0, 1]


@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(1, 4), st.floats(0.05, 0.98))
def test_below_the_limit_the_cost_falls_at_every_step(seed, n, d, share):
    rng = np.random.default_rng(seed)
    A, y = rng.normal(size=(n, d)), rng.normal(size=n)
    costs = [s.cost for s in run(A, y, lr=share * stable_lr(A), steps=50)]
    assert (np.diff(costs) <= 1e-12).all()


def test_it_ends_at_the_minimum():
    last = run(*HEIGHT, lr=0.5, steps=2000)[-1]
    model = LinearRegression().fit((PEOPLE.X[:, :1] - 160) / 10, PEOPLE.y)
    assert last.t < 1000
    assert last.w == pytest.approx(np.append(model.intercept_, model.coef_), rel=1e-7)


@pytest.mark.parametrize("share, grows", [(0.99, False), (1.01, True)])
def test_the_limit_is_sharp(share, grows):
    states = run(*TWO, lr=share * stable_lr(TWO[0]), steps=300)
    assert stable_lr(TWO[0]) == pytest.approx(1.0)
    assert (states[-1].cost > states[0].cost) == grows


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lr", [1.5, 3.0, 1e3, 1e100, 1e300])
@pytest.mark.parametrize("batch_size", [None, 1])
def test_divergence_is_said_and_its_numbers_are_finite(lr, batch_size):
    states = run(*TWO, lr=lr * stable_lr(TWO[0]), batch_size=batch_size, steps=3000)
    assert states[-1].diverged
    assert not any(s.diverged for s in states[:-1])
    assert all(np.isfinite(s.w).all() and np.isfinite(s.cost) and np.isfinite(s.gradient).all() for s in states)


def test_the_verdict_does_not_depend_on_the_units():
    counts = {
        (a, b): len(run(a * TWO[0], b * TWO[1], lr=1.3 * stable_lr(a * TWO[0]), steps=500))
        for a in (1e-6, 1, 1e6)
        for b in (1e-6, 1, 1e6)
    }
    assert set(counts.values()) == {counts[1, 1]}


@given(st.integers(0, 1000), st.integers(1, 40))
def test_a_batch_steps_along_its_own_mean_gradient(seed, batch_size):
    for before, state in zip(*[run(*HEIGHT, lr=0.01, batch_size=batch_size, seed=seed, steps=3)[k:] for k in (0, 1)],
                             strict=False):  # fmt: skip
        rows = state.batch
        assert len(set(rows.tolist())) == batch_size
        step = 0.01 * gradient(HEIGHT[0][rows], HEIGHT[1][rows], before.w)
        assert state.w == pytest.approx(before.w - step)
        assert state.cost == pytest.approx(cost(*HEIGHT, state.w))


def test_the_mean_over_all_batches_is_the_full_gradient():
    w = np.array([1.0, 2.0])
    first = [run(*HEIGHT, w=w, lr=1.0, batch_size=5, seed=s, steps=1)[1].w - w for s in range(3000)]
    full = gradient(*HEIGHT, w)
    assert -np.mean(first, 0) == pytest.approx(full, rel=0.02)


def test_all_points_as_a_batch_is_batch_descent():
    one, other = (run(*HEIGHT, lr=0.1, batch_size=b, steps=20) for b in (None, 40))
    assert all(np.array_equal(a.w, b.w) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("schedule, factor", [("constant", 1.0), ("1/t", 1 / 3), ("sqrt", 3**-0.5)])
def test_schedules(schedule, factor):
    states = run(*HEIGHT, lr=0.1, schedule=schedule, decay=0.5, steps=4)
    assert states[0].lr == 0.1
    assert states[4].lr == pytest.approx(0.1 * factor)
    assert states[4].w == pytest.approx(states[3].w - states[3].lr * states[3].gradient)
    assert set(SCHEDULES) == {"constant", "1/t", "sqrt"}
    assert run(*HEIGHT, lr=0.1, schedule=schedule, decay=0, steps=4)[4].lr == 0.1


def test_decreasing_steps_come_closer_than_constant_ones():
    best = cost(*HEIGHT, np.linalg.lstsq(*HEIGHT, rcond=None)[0])
    ends = {s: run(*HEIGHT, lr=0.1, batch_size=1, schedule=s, decay=0.02, steps=4000)[-50:] for s in SCHEDULES}
    gaps = {name: np.mean([s.cost for s in states]) - best for name, states in ends.items()}
    assert gaps["1/t"] < gaps["sqrt"] < gaps["constant"]
    assert gaps["1/t"] < 0.1 * gaps["constant"]


@pytest.mark.usefixtures("random_state_untouched")
def test_a_seed_is_honoured_also_0():
    a, b, c = (run(*HEIGHT, lr=0.1, batch_size=3, seed=s, steps=9)[-1].w for s in (0, 0, 1))
    assert np.array_equal(a, b)
    assert not np.array_equal(a, c)


@pytest.mark.parametrize(
    "settings, words",
    [
        (dict(lr=0.0), "learning rate must be a number larger than 0"),
        (dict(lr=-1.0), "learning rate must be a number larger than 0"),
        (dict(lr=np.nan), "learning rate must be a number larger than 0"),
        (dict(lr=np.inf), "finite"),
        (dict(lr=1, batch_size=0), "from 1 to 40"),
        (dict(lr=1, batch_size=41), "from 1 to 40"),
        (dict(lr=1, batch_size=2.5), "whole number"),
        (dict(lr=1, schedule="cosine"), "'constant', '1/t', 'sqrt'"),
        (dict(lr=1, decay=-1), "decay is -1"),
        (dict(lr=1, w=[1.0]), "2 finite numbers"),
        (dict(lr=1, w=[1.0, np.nan]), "2 finite numbers"),
    ],
)
def test_bad_settings_get_a_sentence(settings, words):
    with pytest.raises(ValueError, match=words):
        next(descent_steps(*HEIGHT, **settings))


@pytest.mark.parametrize("A, y", [(np.full((3, 1), np.nan), np.ones(3)), (np.ones((3, 1)), [1, 2, None])])
def test_nan_gets_a_sentence(A, y):
    with pytest.raises(ValueError, match="NaN"):
        next(descent_steps(A, y, lr=0.1))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "A, y",
    [
        pytest.param(np.array([[2.0]]), np.array([3.0]), id="n=1"),
        pytest.param(np.ones((5, 2)), np.arange(5.0), id="collinear"),
        pytest.param(np.eye(2, 6), np.array([1.0, 2]), id="more features than rows"),
        pytest.param(np.zeros((4, 2)), np.ones(4), id="all zero"),
        pytest.param(np.ones((4, 1)), np.zeros(4), id="at the minimum"),
    ],
)
def test_degenerate_data_come_to_a_minimum(A, y):
    lr = min(0.5 * stable_lr(A), 1.0)
    last = run(A, y, lr=lr, steps=500)[-1]
    assert last.w == pytest.approx(
        np.linalg.lstsq(A, y, rcond=None)[0], abs=1e-6
    )  # from 0: the shortest, as lstsq gives
    assert not last.diverged


def test_no_curvature_no_limit():
    assert stable_lr(np.zeros((3, 2))) == np.inf


def test_states_are_frozen_copies():
    walk = descent_steps(*HEIGHT, lr=0.1)
    first, second = islice(walk, 2)
    second.w[:] = second.gradient[:] = 77.0  # a careless reader
    assert first.w.tolist() == [0.0, 0.0]
    assert next(walk).w.max() < 77
    with pytest.raises(FrozenInstanceError):
        first.w = second.w
