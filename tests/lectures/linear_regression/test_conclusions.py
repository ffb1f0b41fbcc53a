"""What lecture 02 concludes, on fresh draws: each sentence by its name, and red when its rivals are exchanged."""

import numpy as np
import pytest

from mlcore import datasets
from mlcore.base.steps import take
from mlcore.lectures.linear_regression import draws
from mlcore.lectures.linear_regression.draws import DECAYS, SIZES
from mlcore.linear import LinearRegression, descent_steps
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share

SEEDS = range(200)


# --- Many walks at once are the walks of the program ------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_walks_are_those_of_descent_steps(size):
    A, y = draws.forty(3)
    rows = draws.drawn(40, size, 12, 2, seed=5)
    rates = np.array([[0.1, 0.3]] * 12) / (1 + 0.5 * np.arange(12)[:, None])
    walks = np.array(list(draws.descents(A, y, rates, rows)))
    for k, lr in enumerate((0.1, 0.3)):
        for order in range(2):
            w = np.zeros(2)
            for t in range(12):
                batch = rows[t, order]
                step = descent_steps(A[batch], y[batch], lr=lr / (1 + 0.5 * t), w=w)
                next(step)
                w = next(step).w
                assert np.allclose(walks[t + 1, k, order], w, atol=1e-9)
    costs = [state.cost for state in take(descent_steps(A, y, lr=0.1), 3)]
    three = list(draws.descents(A, y, np.full((3, 1), 0.1), draws.drawn(40, 40, 3, 1)))
    lowest = np.mean((y - LinearRegression().fit(A[:, 1:], y).predict(A[:, 1:])) ** 2) / 2
    assert np.allclose(draws.excess(A, y, np.array(three)[:, 0, 0]), (costs - lowest) / (costs[0] - lowest))


def test_no_point_comes_twice_in_a_batch_and_each_comes_equally_often():
    rows = draws.drawn(40, 10, 400, 5)
    assert all(len(set(batch)) == 10 for batch in rows.reshape(-1, 10))
    assert np.abs(np.bincount(rows.ravel(), minlength=40) / 2000 - 0.25).max() < 0.05


def test_all_samples_together_end_where_each_ends_alone():
    found = draws.race_ends([4, 7], 3)
    for row, seed in zip(found, (4, 7), strict=True):
        alone = [draws.ends(*draws.forty(seed), draws.RATES, size, 3).min() for size in SIZES]
        assert np.allclose(row[:3], alone)


# --- The fair race (Further A, and the Summary) -----------------------------------------------


def closer(passes: int, seeds=SEEDS) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The ends (seeds,) of all forty, ten and one point a step, each with its own best rate."""
    found = draws.race_ends(seeds, passes)
    inside = (found[:, 3:] > draws.RATES[0]) & (found[:, 3:] < draws.RATES[-1])
    assert inside.all()  # each best rate lies within the grid, so nobody is held back
    a, b, c = found[:, :3].T
    return a, b, c


@pytest.mark.all
def test_after_three_passes_single_points_are_closer_than_all_points_in_200_of_200():
    every, ten, one = closer(3)
    assert (one < every).all()
    assert not may_be_said_plainly(every < one)
    assert ((one < ten) & (ten < every)).all()
    assert [f"{np.median(e):.1e}" for e in (every, ten, one)] == ["4.6e-02", "6.9e-03", "1.6e-03"]


@pytest.mark.all
def test_after_ten_passes_single_points_are_still_closer():
    every, ten, one = closer(10)
    assert may_be_said_plainly(one < every)
    assert not may_be_said_plainly(every < one)
    assert may_be_said_plainly(ten < every)


@pytest.mark.all
def test_after_thirty_passes_all_points_are_closer_in_171_of_200():
    every, _, one = closer(30)
    assert may_be_said_with_its_share(every < one, 85.5)
    assert not may_be_said_with_its_share(one < every, 85.5)
    assert np.abs(np.log(every / one)).min() > 1e-2  # no sample hangs on rounding


@pytest.mark.all
def test_after_a_hundred_passes_all_points_are_closer_in_each_of_50_samples():
    every, _, one = closer(100, range(50))
    assert (every < one).all()
    assert not may_be_said_plainly(one < every)


# --- A rate that falls (Further A) ------------------------------------------------------------


@pytest.fixture(scope="module")
def decayed() -> np.ndarray:
    """The late excess (2, 200, 8) by schedule, sample and decay, over that of the constant rate."""
    found = draws.decay_ends(SEEDS)
    return np.array([found[:, 1:9], found[:, 9:]]) / found[:, :1]


@pytest.mark.all
def test_a_decay_of_a_thousandth_ends_at_45_and_65_percent_of_the_constant_rate(decayed):
    first = decayed[:, :, 0]
    assert [f"{np.median(ratio):.2f}" for ratio in first] == ["0.45", "0.65"]
    assert all(may_be_said_plainly(ratio < 0.8) for ratio in first)  # more than "hardly anything"
    assert not may_be_said_plainly(first[0] > 0.8)


@pytest.mark.all
def test_the_best_decay_of_1_over_t_is_a_hundredth_in_91_percent_and_that_of_sqrt_is_larger(decayed):
    one_over_t, sqrt = decayed.argmin(axis=2)
    assert np.isclose(DECAYS[2], 0.01)
    assert may_be_said_with_its_share(one_over_t == 2, 91)
    assert may_be_said_plainly(sqrt > one_over_t)
    assert (sqrt > one_over_t).all()
    assert not may_be_said_plainly(one_over_t > sqrt)
    assert round(1 / np.median(decayed[0].min(axis=1))) == 14
    assert may_be_said_plainly(decayed[0].min(axis=1) < 1)


@pytest.mark.all
def test_with_decay_1_the_walk_freezes_57_times_as_high_as_with_a_constant_rate(decayed):
    frozen = decayed[0, :, 6]
    assert (frozen > 1).all()
    assert round(np.median(frozen)) == 57
    assert not may_be_said_plainly(frozen < 1)
    assert may_be_said_plainly(decayed[1, :, 6] < frozen)  # sqrt falls more slowly


@pytest.mark.all
def test_the_printed_rate_is_too_large_from_62_to_67_people_on():
    crossing = draws.printed_limit(SEEDS)
    assert (crossing.min(), crossing.max()) == (62, 67)
    assert draws.printed_limit([0])[0] == 64


# --- Steps and digits (Further E), real data (section 8), outliers (section 9) ----------------


@pytest.mark.all
def test_one_over_lambda_max_comes_to_one_percent_first_on_200_halves_of_the_table():
    paces = draws.patients_paces(SEEDS, 0.01)
    assert (paces[:, 0] < paces[:, 1]).all()
    assert not may_be_said_plainly(paces[:, 1] < paces[:, 0])
    assert (paces[:, :2] < paces[:, 2:]).all()  # standardised, then centred


@pytest.mark.all
def test_at_a_hundredth_of_a_percent_the_two_rates_are_about_equally_fast():
    paces = draws.patients_paces(SEEDS, 1e-4)
    first, best = np.median(paces[:, :2], axis=0)
    assert 0.8 < first / best < 1.25
    assert not may_be_said_with_its_share(paces[:, 0] < paces[:, 1], 100 * np.mean(paces[:, 0] < paces[:, 1]))
    assert may_be_said_plainly(paces[:, 3] < paces[:, 2])  # centred: the rate with the best guarantee


def test_the_guarantee_holds_for_every_start():
    """The error in w shrinks at least by (κ − 1)/(κ + 1) a step with 2/(λmin + λmax), and only by 1 − 1/κ otherwise."""
    data = datasets.diabetes().standardised()
    values = np.linalg.eigvalsh(data.X.T @ data.X / len(data.y))
    kappa = values[-1] / values[0]
    factors = 1 - 2 / (values[0] + values[-1]) * values
    assert np.abs(factors).max() <= (kappa - 1) / (kappa + 1) + 1e-12
    assert np.isclose(np.abs(1 - values / values[-1]).max(), 1 - 1 / kappa)


@pytest.mark.all
def test_forming_AtA_loses_digits_in_proportion_to_log_kappa_and_lstsq_half_as_many():
    lost = []
    for kappa in draws.CONDITIONS:
        lstsq, equations = draws.digits(SEEDS, kappa).T
        assert may_be_said_plainly(lstsq > equations)
        assert not may_be_said_plainly(equations > lstsq)
        lost.append([np.median(lstsq), np.median(equations)])
    by_lstsq, by_equations = -np.diff(lost, axis=0).T
    assert np.all((by_lstsq > 1.4) & (by_lstsq < 2.4))
    assert np.all((by_equations > 3.5) & (by_equations < 4.5))


@pytest.mark.all
def test_R2_is_smaller_for_people_left_out_in_all_200_divisions():
    data = datasets.diabetes()
    fitted = LinearRegression().fit(data.X, data.y).score(data.X, data.y)
    scores = draws.fold_scores(SEEDS)
    assert (scores < 0.5).all()
    assert round(fitted, 2) == 0.52
    assert not may_be_said_plainly(scores > fitted)
    assert np.allclose(np.quantile(scores, (0.25, 0.75)), (0.466, 0.481), atol=0.0005)


@pytest.mark.all
def test_one_height_typed_as_a_tenth_leaves_less_than_a_fifth_of_the_slope():
    left = draws.with_a_typing_error(SEEDS)
    assert may_be_said_plainly(left < 0.2)
    assert (left < 0.2).all()
    assert not may_be_said_plainly(left > 0.2)


# --- Which noise asks for squares (Further D) -------------------------------------------------


@pytest.mark.all
@pytest.mark.parametrize("noise", draws.NOISES)
def test_squares_beat_the_other_linear_estimate_for_either_noise(noise):
    squares, _, two_means = draws.slope_errors(range(400), noise).T
    assert gain(two_means, squares) > 4
    assert not gain(squares, two_means) > 4


@pytest.mark.all
def test_squares_beat_absolute_errors_for_normal_noise_and_lose_for_laplace_noise():
    for noise, sign in (("normal", 1), ("Laplace", -1)):
        squares, absolute, _ = draws.slope_errors(range(400), noise).T
        assert sign * gain(absolute, squares) > 3
        assert not -sign * gain(absolute, squares) > 3
    # of a single sample one cannot say it, so the text compares means only
    assert not may_be_said_plainly(squares > absolute)


def gain(larger: np.ndarray, smaller: np.ndarray) -> float:
    """By how many standard errors the mean of the first is above that of the second."""
    difference = larger - smaller
    return float(difference.mean() / (difference.std() / len(difference) ** 0.5))


def test_noises_have_the_same_spread():
    for noise in draws.NOISES.values():
        errors = np.concatenate([noise(np.random.default_rng(seed)) for seed in range(500)])
        assert abs(errors.mean()) < 0.03
        assert abs(errors.std() - 1) < 0.03
