"""What lecture 06 concludes, on fresh draws: each sentence by its name, and red when its rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore.base.labels import add_ones, to_01
from mlcore.lectures.logistic_regression import draws
from mlcore.lectures.logistic_regression.draws import PENALTIES
from mlcore.logistic import LogisticCost, has_no_minimum, stable_logistic_lr
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

SEEDS = range(200)
STORED = pathlib.Path(__file__).parent / "draws"
LEFT_OUT = 171


@pytest.fixture(scope="module")
def far() -> np.ndarray:
    return draws.far_points(SEEDS)


@pytest.fixture(scope="module")
def walks() -> np.ndarray:
    rows = table_of(draws.walks, SEEDS, STORED / "walks.json")
    return rows[rows[:, 0] > 0]


@pytest.fixture(scope="module")
def sure() -> dict[float, np.ndarray]:
    """For each penalty: expected and counted errors, mean loss, the unsure and the errors among them (5, 200)."""
    table = table_of(draws.sureness, SEEDS, STORED / "sureness.json")
    return dict(zip(PENALTIES, table.transpose(1, 2, 0), strict=True))


@pytest.fixture(scope="module")
def chosen() -> np.ndarray:
    return table_of(draws.chosen_sureness, SEEDS, STORED / "chosen_sureness.json")


# --- One far point (section 2) ----------------------------------------------------------------


@pytest.mark.all
def test_a_far_point_makes_the_threshold_of_least_squares_worse_in_97_5_percent_and_not_the_logistic_one(far):
    without, _, at_20 = far[:, :, 0].T
    assert may_be_said_with_its_share(at_20 > without, 97.5)
    assert not may_be_said_with_its_share(without > at_20, 97.5)
    assert may_be_said_plainly(far[:, 2, 1] <= far[:, 0, 1])
    means = 100 * far.mean(axis=0)
    assert np.allclose(means[:, 1], 12.5, atol=0.05)
    assert np.allclose(means[[0, 2], 0], [13.0, 30.0], atol=0.05)


@pytest.mark.all
def test_without_a_far_point_neither_method_stands_out(far):
    squares, logistic = far[:, 0].T
    more, fewer = 100 * np.mean(squares > logistic), 100 * np.mean(squares < logistic)
    assert (more, fewer) == pytest.approx((53, 43.5), abs=0.6)
    assert not may_be_said_with_its_share(logistic < squares, more)
    squares, logistic = far[:, 1].T  # nor with the extra patient at 2
    assert np.mean(logistic < squares) < 0.6
    assert may_be_said_plainly(far[:, 2, 1] < far[:, 2, 0])  # with one at 20 one does


# --- Down the surface (section 5) -------------------------------------------------------------


@pytest.mark.all
def test_newton_takes_6_to_8_leaps_from_0_in_95_percent(walks):
    leaps = walks[:, 0]
    assert len(leaps) == 199
    assert may_be_said_with_its_share((leaps >= 6) & (leaps <= 8), 95)
    assert not may_be_said_plainly(leaps <= 6)
    assert not may_be_said_plainly(leaps >= 8)


@pytest.mark.all
def test_from_either_corner_plain_leaps_fly_off_and_halved_ones_arrive_on_all(walks):
    plain, halved = walks[:, 1:3], walks[:, 3:5]
    assert not plain.any()
    assert halved.all()


@pytest.mark.all
def test_descent_arrives_beyond_the_bound_in_98_64_and_2_percent(walks):
    slightly, clearly, far_beyond = walks[:, 5:].T
    assert may_be_said_plainly(slightly)
    assert np.allclose([100 * slightly.mean(), 100 * clearly.mean(), 100 * far_beyond.mean()], [98, 64, 2], atol=0.6)
    assert not may_be_said_plainly(far_beyond)


def test_near_the_lowest_point_the_cost_is_less_curved_than_the_bound_says():
    """So a rate beyond 2/L may arrive: proved, as p(1 − p) is less than ¼ there."""
    for seed in SEEDS[:50]:
        x, y, _, _ = draws.one_feature(seed)
        f = LogisticCost(add_ones(x[:, None]), to_01(y))
        assert np.linalg.eigvalsh(f.hessian(np.array([-1.0, 3.0])))[-1] < 2 / stable_logistic_lr(f.A)
        assert np.linalg.eigvalsh(f.hessian(np.zeros(2)))[-1] == pytest.approx(2 / stable_logistic_lr(f.A))


# --- Is the sureness right? (section 8) -------------------------------------------------------


@pytest.mark.all
def test_a_tiny_penalty_is_overconfident_and_a_huge_one_underconfident_in_all_200_splits(sure):
    for lam, over in ((1e-4, True), (1e-3, True), (100.0, False), (1000.0, False)):
        expected, counted = sure[lam][:2]
        assert ((counted > expected) == over).all()
    means = {lam: sure[lam][:2].mean(axis=1) for lam in (1e-4, 1.0, 1000.0)}
    assert means[1e-4] == pytest.approx([0.5, 7.8], abs=0.05)
    assert means[1.0] == pytest.approx([5.9, 4.1], abs=0.05)
    assert means[1000.0] == pytest.approx([48.1, 19.0], abs=0.05)


@pytest.mark.all
def test_both_ends_predict_worse_than_1_on_new_patients(sure):
    tiny, one, huge = (sure[lam][2] for lam in (1e-4, 1.0, 1000.0))
    assert may_be_said_plainly(tiny > one)
    assert may_be_said_plainly(huge > one)
    assert not may_be_said_plainly(one > huge)


@pytest.mark.all
def test_with_the_penalty_of_the_best_predictions_it_is_slightly_underconfident(chosen):
    expected, counted, lam = chosen.T
    assert (lam == 1).sum() == 193
    assert may_be_said_with_its_share(counted < expected, 82.5)
    assert not may_be_said_with_its_share(expected < counted, 82.5)
    assert [expected.mean(), counted.mean()] == pytest.approx([5.9, 4.2], abs=0.05)


@pytest.mark.all
def test_69_percent_of_the_errors_are_among_the_10_percent_of_patients_that_are_unsure(sure):
    _, counted, _, many, wrong = sure[1.0]
    assert round(100 * wrong.sum() / counted.sum()) == 69
    assert round(100 * many.mean() / LEFT_OUT) == 10
    assert may_be_said_plainly(wrong / np.maximum(counted, 1) > many / LEFT_OUT)  # more than their share, in each split
    _, counted, _, many, wrong = sure[1e-4]  # too sure, and most errors are among the others
    assert wrong.sum() / counted.sum() < 0.5


# --- Separable classes (section 9) ------------------------------------------------------------


def test_no_more_points_than_weights_are_separable_whatever_the_labels():
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        y = np.append([0, 1], rng.integers(0, 2, 18))
        A = add_ones(rng.standard_normal((20, 19)))
        assert has_no_minimum(A, y)
    many = add_ones(np.random.default_rng(0).standard_normal((200, 19)))
    assert not has_no_minimum(many, np.arange(200) % 2)


# --- One against the rest, or softmax (Further C) ---------------------------------------------


@pytest.mark.all
def test_at_no_penalty_every_flower_left_out_gets_exactly_one_yes_in_any_of_200_splits():
    found = table_of(lambda seeds: draws.one_yes(seeds, np.logspace(-2, 2, 9)), SEEDS, STORED / "one_yes.json")
    assert found.max() <= 42
    assert found[:, -1].mean() < 5 < 30 < found[:, 4].mean()  # the largest penalty leaves nearly all without a yes


@pytest.mark.all
def test_on_flowers_neither_rule_stands_out_when_both_are_tuned():
    machines, softmax = table_of(draws.flower_errors, SEEDS, STORED / "flower_errors.json").T
    fewer, more = 100 * np.mean(softmax < machines), 100 * np.mean(softmax > machines)
    assert (fewer, more) == pytest.approx((41.5, 18), abs=0.6)
    assert [machines.mean(), softmax.mean()] == pytest.approx([3.0, 2.5], abs=0.05)
    assert not may_be_said_with_its_share(softmax < machines, fewer)


@pytest.mark.all
def test_on_digits_softmax_makes_fewer_errors_on_78_percent_of_50_splits():
    machines, softmax = table_of(draws.digit_errors, range(50), STORED / "digit_errors.json").T
    assert may_be_said_with_its_share(softmax < machines, 78)
    assert not may_be_said_with_its_share(machines < softmax, 78)
    assert [machines.mean(), softmax.mean()] == pytest.approx([60.6, 55.5], abs=0.06)
