"""SMO ends: where pairs crawl, an ascent of the free multipliers takes over, and the optimum is the QP's."""

from itertools import pairwise

import numpy as np
import pytest

from mlcore.base.steps import last, take
from mlcore.datasets import breast_cancer, breast_cancer_pair, esl_mixture, noisy_blobs
from mlcore.kernels import RBF, Linear, Polynomial
from mlcore.svm import DualPoint, climb_free, finish_steps, smo, smo_steps, solve_dual

TOL = 1e-6
MIXTURE = esl_mixture().sample(200)
SETS = {"mixture": MIXTURE, "noisy": noisy_blobs(200), "pair": breast_cancer_pair(200)}
KERNELS = [Linear(), Polynomial(4), RBF(1.0), RBF(0.3)]


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e2, 1e4, 1e5])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("data", SETS.values(), ids=SETS)
def test_it_ends_at_the_optimum_of_the_qp(data, kernel, C):
    K = kernel(data.X, data.X)
    state = smo(K, data.y, C, tol=TOL)
    assert state.converged
    assert state.kkt_gap <= TOL
    assert state.alpha @ data.y == pytest.approx(0, abs=1e-9 * state.alpha.sum())
    if isinstance(kernel, Polynomial) and C >= 1e4:  # a matter of rounding whether the QP gets there: W proves itself
        assert abs(state.duality_gap) <= 1e-6 * state.objective
    else:
        assert state.objective == pytest.approx(solve_dual(K, data.y, C).objective, rel=1e-6)


def test_pairs_alone_are_far_from_it_where_w_is_flat():
    K = Linear()(MIXTURE.X, MIXTURE.X)
    alone, finished = last(smo_steps(K, MIXTURE.y, 1e4), 20_000), smo(K, MIXTURE.y, 1e4)
    assert not alone.converged
    assert finished.converged
    assert finished.t < 20_000
    assert finished.objective > alone.objective


def test_the_states_of_the_finish_go_on_where_the_pairs_stopped():
    K = Polynomial(4)(MIXTURE.X, MIXTURE.X)
    states = take(finish_steps(K, MIXTURE.y, 1.0, tol=TOL), 100_000)
    pairs, rounds = states[:2001], states[2000:]
    assert [s.t for s in pairs] == list(range(2001))
    assert [b.t - a.t for a, b in pairwise(rounds)][:3] == [0, 300, 0]
    assert np.diff([s.objective for s in states]).min() > -1e-9
    assert [s.converged for s in states].index(True) == len(states) - 1
    for s in states[1::200]:
        again = DualPoint.at(s.alpha, K, MIXTURE.y, 1.0)
        assert np.abs(s.F - again.F).max() < 1e-6
        assert s.bias_interval == pytest.approx(again.bias_interval, abs=1e-6)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_an_ascent_climbs_keeps_the_sum_and_leaves_no_slope_among_the_free(kernel):
    K, y, C = kernel(MIXTURE.X, MIXTURE.X), MIXTURE.y, 50.0
    before = last(smo_steps(K, y, C), 300)
    after = DualPoint.at(climb_free(K, y, C, before.alpha), K, y, C)
    free = (after.alpha > 0) & (after.alpha < C)
    assert after.objective >= before.objective
    assert after.alpha @ y == pytest.approx(0, abs=1e-9)
    assert after.alpha.min() >= 0
    assert after.alpha.max() <= C
    assert (after.alpha[before.alpha == 0] == 0).all()  # what is on a bound stays there
    assert (after.alpha[before.alpha == C] == C).all()
    assert np.ptp(after.F[free]) < 1e-6  # each free one would put the same b on its margin line


def test_an_ascent_by_hand():
    """W = 2a - a^2 along alpha = (a, a): the top is at 1, or at the wall C."""
    K, y = np.eye(2), np.array([1.0, -1.0])
    assert climb_free(K, y, 5.0, np.array([0.2, 0.2])).tolist() == pytest.approx([1, 1])
    assert climb_free(K, y, 0.7, np.array([0.2, 0.2])).tolist() == [0.7, 0.7]
    assert climb_free(K, y, 5.0, np.zeros(2)).tolist() == [0, 0]  # nobody is free
    assert climb_free(np.zeros((2, 2)), y, 0.7, np.array([0.2, 0.2])).tolist() == [0.7, 0.7]  # W never bends


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("X, y", [([[0.0], [1.0], [2.0]], [-1.0, 1, -1]), (np.ones((4, 2)), [-1.0, 1, 1, -1])])
def test_the_hard_margin_of_inseparable_points_is_a_sentence(X, y):
    X = np.array(X)
    with pytest.raises(ValueError, match="not separable: no hard margin exists"):
        smo(X @ X.T, np.array(y), np.inf)


def test_raw_features_at_a_large_price_end_too():
    data = breast_cancer()
    state = smo(data.X @ data.X.T, data.y, 1e4)
    assert state.converged
    assert state.t < 30_000


@pytest.mark.parametrize("shift", [2000.0, 1e5])
def test_points_far_from_the_origin_have_the_same_machine(shift):
    data = noisy_blobs(100)
    near, far = (smo(X @ X.T, data.y, 1.0, tol=1e-4) for X in (data.X, data.X + shift))
    assert far.converged
    assert far.weights(data.X + shift) == pytest.approx(near.weights(data.X), abs=1e-3)


def test_an_ascent_meets_hundreds_of_bounds_with_few_decompositions(monkeypatch):
    data, decomposed = noisy_blobs(400), []
    K, y = data.X @ data.X.T, data.y
    monkeypatch.setattr(np.linalg, "eigh", lambda H, eigh=np.linalg.eigh: decomposed.append(len(H)) or eigh(H))
    alpha = climb_free(K, y, 1e3, np.where(y > 0, 500.0, 500.0 * (y > 0).sum() / (y < 0).sum()))
    assert ((alpha > 0) & (alpha < 1e3)).sum() <= 5
    assert 1 <= len(decomposed) <= 8


def test_where_no_direction_is_flat_an_ascent_is_newton_steps_alone(monkeypatch):
    monkeypatch.setattr(np.linalg, "eigh", None)
    K, y = RBF(0.3)(MIXTURE.X, MIXTURE.X) + np.eye(200), MIXTURE.y
    after = DualPoint.at(climb_free(K, y, 1e3, np.full(200, 0.5)), K, y, 1e3)
    assert after.is_optimal(1e-6)
