from dataclasses import FrozenInstanceError
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.base.steps import take
from mlcore.kernels import RBF, Monomials, all_monomials, kernel_descent_steps, stable_kernel_lr
from mlcore.linear import descent_steps, stable_lr
from mlcore.notation import lr_for_sum

TWO = np.diag([1.0, 4.0]), np.array([2.0, 2.0])  # limit 2 * 2/4 = 1


def run(K, y, steps=200, **settings):
    return take(kernel_descent_steps(K, y, **settings), steps)


def wide(seed, n=5, d=4):
    """Fewer points than monomials."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    return X, all_monomials(X), Monomials()(X, X), rng.standard_normal(n)


def test_two_steps_by_hand():
    states = run(*TWO, lr=0.5, steps=2)
    assert [s.coef.tolist() for s in states] == [[0, 0], [0.5, 0.5], [0.875, 0.5]]
    assert [s.residual.tolist() for s in states] == [[2, 2], [1.5, 0], [1.125, 0]]
    assert [s.cost for s in states] == [2.0, 0.5625, 1.125**2 / 4]
    assert [s.t for s in states] == [0, 1, 2]


@given(st.integers(0, 10_000), st.floats(0.05, 0.99))
def test_it_is_descent_on_the_features_written_out(seed, share):
    _, Phi, K, y = wide(seed)
    lr = share * stable_lr(Phi)
    primal, dual = islice(descent_steps(Phi, y, lr=lr), 30), islice(kernel_descent_steps(K, y, lr=lr), 30)
    for a, b in zip(primal, dual, strict=True):
        assert a.w == pytest.approx(Phi.T @ b.coef, abs=1e-8)
        assert a.cost == pytest.approx(b.cost, rel=1e-6)


@pytest.mark.parametrize("share", [1.2, 2.0, 30.0])
def test_it_diverges_with_the_features_written_out(share):
    _, Phi, K, y = wide(1)
    lr = share * stable_lr(Phi)
    primal, dual = take(descent_steps(Phi, y, lr=lr), 500), run(K, y, lr=lr, steps=500)
    assert primal[-1].diverged
    assert dual[-1].diverged
    assert len(primal) == len(dual)
    for a, b in zip(primal, dual, strict=True):
        assert a.w == pytest.approx(Phi.T @ b.coef, rel=1e-6)


@given(st.integers(0, 10_000), st.floats(0.05, 0.99))
def test_below_the_limit_the_cost_falls_at_every_step(seed, share):
    _, _, K, y = wide(seed)
    costs = [s.cost for s in run(K, y, lr=share * stable_kernel_lr(K), steps=50)]
    assert (np.diff(costs) <= 1e-12).all()


def test_the_limit_is_that_of_the_features_and_reads_1_over_lambda_in_the_step_of_n4():
    _, Phi, K, _ = wide(0)
    assert stable_kernel_lr(K) == pytest.approx(stable_lr(Phi))
    assert lr_for_sum(stable_kernel_lr(K), len(K)) == pytest.approx(1 / np.linalg.eigvalsh(K)[-1])
    assert stable_kernel_lr(TWO[0]) == 1.0
    assert stable_kernel_lr(np.zeros((2, 2))) == np.inf


@pytest.mark.parametrize("share, grows", [(0.99, False), (1.01, True)])
def test_the_limit_is_sharp(share, grows):
    states = run(*TWO, lr=share * stable_kernel_lr(TWO[0]), steps=300)
    assert (states[-1].cost > states[0].cost) == grows


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lr", [1.5, 3.0, 1e3, 1e100, 1e300])
def test_divergence_is_said_and_its_numbers_are_finite(lr):
    states = run(*TWO, lr=lr, steps=3000)
    assert states[-1].diverged
    assert not any(s.diverged for s in states[:-1])
    assert all(np.isfinite(s.coef).all() and np.isfinite(s.residual).all() and np.isfinite(s.cost) for s in states)


def test_it_ends_at_an_exact_fit_of_least_length():
    _, Phi, K, y = wide(3)
    last = run(K, y, lr=0.9 * stable_kernel_lr(K), steps=100_000)[-1]
    assert last.residual == pytest.approx(np.zeros(5), abs=1e-6)
    assert Phi.T @ last.coef == pytest.approx(np.linalg.lstsq(Phi, y, rcond=None)[0], abs=1e-5)


def test_targets_out_of_reach_end_too():
    K = RBF()(np.zeros((2, 1)), np.zeros((2, 1)))  # one point twice, with two targets
    last = run(K, [0.0, 1.0], lr=0.5)[-1]
    assert last.t < 200
    assert K @ last.coef == pytest.approx([0.5, 0.5])


def test_a_start_is_honoured_and_not_changed():
    start = np.array([3.0, 1.0])
    states = run(*TWO, lr=0.5, coef=start)
    assert states[0].coef.tolist() == [3, 1]
    assert start.tolist() == [3, 1]
    assert states[-1].coef == pytest.approx([2.0, 0.5])
    assert run(*TWO, lr=0.5, coef=[2.0, 0.5])[-1].t == 0
    assert run(np.zeros((2, 2)), [1.0, 2.0], lr=0.5)[-1].t == 0


def test_states_are_frozen_copies():
    states = run(*TWO, lr=0.5, steps=3)
    assert len({id(s.coef) for s in states}) == 4
    with pytest.raises(FrozenInstanceError):
        states[0].t = 1


@pytest.mark.parametrize(
    "settings, words",
    [
        (dict(lr=0.0), "lr is 0.0.*larger than 0"),
        (dict(lr=np.inf), "lr is inf"),
        (dict(lr=np.nan), "lr is nan"),
        (dict(lr=1.0, y=[1.0]), r"targets y have shape \(1,\), for 2 points"),
        (dict(lr=1.0, y=[1.0, np.nan]), "y contains NaN"),
        (dict(lr=1.0, coef=[1.0]), "start coef .* 2 finite numbers"),
        (dict(lr=1.0, coef=[1.0, np.nan]), "start coef .* 2 finite numbers"),
        (dict(lr=1.0, K=np.diag([1.0, -1.0])), "not positive semidefinite"),
        (dict(lr=1.0, K=np.ones((2, 3))), "must be square"),
    ],
)
def test_bad_input_gets_a_sentence(settings, words):
    with pytest.raises(ValueError, match=words):
        run(**{"K": TWO[0], "y": TWO[1]} | settings)
