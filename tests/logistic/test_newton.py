"""Newton's method and descent on the logistic cost: steps by hand, ends, and what happens where there is none."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

from mlcore import datasets
from mlcore.base.labels import add_ones, to_01
from mlcore.base.steps import last, take
from mlcore.glm import FAMILIES, GLMCost
from mlcore.logistic import LogisticCost, logistic_descent_steps, newton_steps, root_steps, stable_logistic_lr
from mlcore.logistic.newton import halved

BLOBS = datasets.noisy_blobs(40)
A, Y = add_ones(BLOBS.X), to_01(BLOBS.y)
CANCER = datasets.breast_cancer().standardised()


@dataclass(frozen=True)
class Parabola:
    """(x - 2)^2 + 1."""

    def cost(self, w):
        return float((w[0] - 2) ** 2 + 1)

    def gradient(self, w):
        return 2 * (w - 2)

    def hessian(self, w):
        return np.array([[2.0]])


def test_a_parabola_takes_one_step():
    states = take(newton_steps(Parabola(), w=[0.0]), 10)
    assert [s.w[0] for s in states] == pytest.approx([0, 2])
    assert states[1].converged


@dataclass(frozen=True)
class Least:
    """unit^2 (x - place)^2, a cost whose unit is free."""

    unit: float
    place: float

    def cost(self, w):
        return float(self.unit**2 * (w[0] - self.place) ** 2)

    def gradient(self, w):
        return 2 * self.unit**2 * (w - self.place)

    def hessian(self, w):
        return np.array([[2 * self.unit**2]])


@pytest.mark.parametrize("unit", [1e-30, 1.0, 1e30])
@pytest.mark.parametrize("place", [1e-12, 3.0, 1e12])
@pytest.mark.parametrize("start", [0.0, 1.0])
def test_neither_the_unit_of_the_cost_nor_that_of_w_is_in_the_stop(unit, place, start):
    states = take(newton_steps(Least(unit, place), w=[start]), 10)
    assert states[-1].converged
    assert len(states) <= 3
    assert states[-1].w[0] == pytest.approx(place, rel=1e-3)


def test_a_start_of_another_size_gets_a_sentence():
    with pytest.raises(ValueError, match=r"The start w has shape \(5,\): it must hold 3 finite numbers"):
        next(newton_steps(LogisticCost(A, Y), w=np.zeros(5)))


def test_seven_of_ten_by_hand():
    f = LogisticCost(np.ones((10, 1)), [1] * 7 + [0] * 3)
    states = take(newton_steps(f, w=[0.0]), 10)
    assert states[0].gradient == pytest.approx([-0.2])
    assert states[1].w == pytest.approx([0.8])  # 0.2 / (1/4)
    assert states[-1].w == pytest.approx([np.log(7 / 3)], abs=1e-9)


def test_newton_on_breast_cancer_takes_at_most_twelve_steps():
    end = last(newton_steps(LogisticCost(add_ones(CANCER.X), to_01(CANCER.y), 1.0), w=np.zeros(31)), 100)
    assert end.converged
    assert end.t <= 12
    assert np.abs(end.gradient).max() < 1e-9


@dataclass(frozen=True)
class Below0(Parabola):
    """w^2 - 5 with a slope of the wrong sign, as rounding makes it: no leap lowers it, and its value is below 0."""

    def cost(self, w):
        return float(w[0] ** 2 - 5)


def test_halving_ends_where_no_leap_lowers_a_cost_below_0():
    w = np.array([1.0])
    assert w - halved(Below0(), w, np.array([-1.0])) == pytest.approx(w)
    days = np.arange(6.0)[:, None]
    exact = GLMCost(add_ones(days), 1 / (3 - 0.45 * days[:, 0]), FAMILIES["gamma"])  # fitted exactly: the cost is 0
    end = last(newton_steps(exact, w=[-3.0, 0.0], tol=1e-12), 300)
    assert end.w == pytest.approx([-3, 0.45])


def test_halving_saves_a_far_start():
    f, far = LogisticCost(A, Y), np.array([0.0, 4.0, -4.0])
    wild, tame = (take(newton_steps(f, w=far, halve=halve), 50) for halve in (False, True))
    assert wild[-1].diverged
    assert tame[-1].converged
    assert np.diff([s.cost for s in tame]).max() <= 1e-15
    assert tame[-1].w == pytest.approx(last(newton_steps(f, w=np.zeros(3)), 50).w, abs=1e-6)


def test_near_the_end_the_digits_double():
    states = take(newton_steps(LogisticCost(A, Y), w=np.zeros(3)), 50)
    gaps = [np.linalg.norm(s.w - states[-1].w) for s in states[:-1]]
    assert all(after < 3 * before**2 for before, after in pairwise(gaps) if before < 0.1)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("w", [[0.0, 0.0, 0.0], [-900.0, 0.0, 0.0]])
def test_a_singular_hessian_at_the_start_gets_a_sentence(w):
    twice = np.column_stack([A[:, :2], A[:, 1]]) if not w[0] else A
    with pytest.raises(ValueError, match=r"The Hessian at the start is singular.*drop a column.*lam > 0.*nearer to 0"):
        next(newton_steps(LogisticCost(twice, Y), w=w))


def test_with_a_penalty_collinear_columns_have_an_answer():
    twice = np.column_stack([A[:, :2], A[:, 1]])
    w = last(newton_steps(LogisticCost(twice, Y, 1.0), w=np.zeros(3)), 50).w
    assert w[1] == pytest.approx(w[2])


@pytest.mark.filterwarnings("error")
def test_separable_without_a_penalty_it_walks_on():
    flowers = datasets.iris_pair()
    f = LogisticCost(add_ones(flowers.X), to_01(flowers.y))
    sizes = [np.linalg.norm(s.w) for s in take(newton_steps(f, w=np.zeros(3)), 20)]
    assert np.diff(sizes).min() > 0
    assert sizes[-1] > 2 * sizes[5]


def test_a_step_of_descent_by_hand():
    states = take(logistic_descent_steps([[1.0, 1], [1, -1], [1, 3]], [1, 0, 1], lr=6.0), 1)
    assert states[1].w == pytest.approx([1.0, 5.0])  # minus 6 times the mean of (p - y) a: (-1/6, -5/6)
    assert states[0].cost == pytest.approx(np.log(2))


def test_the_rate_falls_from_the_first_step_on_and_the_seed_draws_the_points():
    few = dict(lr=1.0, batch_size=2, decay=0.5)
    runs = [take(logistic_descent_steps(A, Y, seed=seed, **few), 3) for seed in (0, 0, 1)]
    assert [s.lr for s in runs[0]] == pytest.approx([1, 1 / 1.5, 1 / 2, 1 / 2.5])
    assert np.array_equal(runs[0][-1].w, runs[1][-1].w)
    assert not np.allclose(runs[0][-1].w, runs[2][-1].w)


def test_the_limit_by_hand():
    assert stable_logistic_lr([[1.0], [1.0]], lam=1.0) == pytest.approx(2 / (2 / 8 + 1 / 2))


@pytest.mark.parametrize("share", [0.5, 0.98])
@pytest.mark.parametrize("lam", [0.0, 5.0])
def test_below_the_limit_the_cost_never_rises(share, lam):
    run = take(logistic_descent_steps(A, Y, lr=share * stable_logistic_lr(A, lam), lam=lam, w=[3.0, -4, 4]), 3000)
    assert np.diff([s.cost for s in run]).max() <= 1e-14
    assert run[-1].converged
    assert run[-1].w == pytest.approx(last(newton_steps(LogisticCost(A, Y, lam), w=np.zeros(3)), 50).w, abs=1e-4)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lr", [1e3, 1e100, 1e307])
def test_too_long_a_step_has_a_word_for_it(lr):
    bounces = last(logistic_descent_steps(A, Y, lr=lr), 200)
    assert not bounces.converged
    assert np.isfinite(bounces.cost)
    assert last(logistic_descent_steps(A, Y, lr=lr, lam=1.0), 500).diverged


def test_single_points_come_near():
    best = last(newton_steps(LogisticCost(A, Y), w=np.zeros(3)), 50)
    end = last(logistic_descent_steps(A, Y, lr=1.0, batch_size=1, decay=0.02, seed=1), 3000)
    assert best.cost < end.cost < 1.05 * best.cost


@pytest.mark.parametrize(
    "settings, words",
    [
        (dict(lr=0.0), "lr is 0.0: the learning rate must be a number larger than 0"),
        (dict(lr=-1.0), "lr is -1.0: the learning rate must be"),
        (dict(lr=1.0, batch_size=41), "batch_size is 41: take a whole number from 1 to 40, the number of points"),
        (dict(lr=1.0, decay=-1), "decay is -1"),
        (dict(lr=1.0, w=[0.0]), "The start w has shape"),
    ],
)
def test_bad_settings_get_a_sentence(settings, words):
    with pytest.raises(ValueError, match=words):
        next(logistic_descent_steps(A, Y, **settings))


def test_the_root_of_two_by_hand():
    states = take(root_steps(lambda x: x * x - 2, lambda x: 2 * x, start=1.0), 20)
    assert [s.x for s in states[:3]] == [1, 1.5, 17 / 12]
    assert states[-1].x == pytest.approx(2**0.5, rel=1e-12)
    assert states[-1].converged


def test_without_a_root_it_wanders():
    """(x - 2)^2 + 1 has none; 0, 1.25 and 2.292 are worked by hand: 0 + 5/4, then 1.25 + 1.5625/1.5."""
    states = take(root_steps(lambda x: (x - 2) ** 2 + 1, lambda x: 2 * (x - 2), start=0.0), 200)
    assert [round(s.x, 3) for s in states[:6]] == [0, 1.25, 2.292, 0.432, 1.535, 2.842]
    assert not states[-1].converged


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("g, slope", [(lambda x: x * x + 1, lambda x: 2 * x), (np.arctan, lambda x: 1 / (1 + x * x))])
def test_a_level_tangent_or_a_flight_is_a_divergence(g, slope):
    start = 0.0 if g(0.0) == 1 else 3.0
    *_, before, end = take(root_steps(g, slope, start=start), 200)
    assert end.diverged
    assert np.isfinite(end.x)
    assert end.x == before.x
