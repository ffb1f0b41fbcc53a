"""What lecture 03 concludes, on fresh draws: each sentence by its name, and red when its rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore.lectures.complexity import draws
from mlcore.lectures.complexity.draws import PENALTIES
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

SEEDS = range(200)
CHOICES = range(500)
STORED = pathlib.Path(__file__).parent / "draws"


def degree(errors: np.ndarray, q: int) -> np.ndarray:
    """The errors (200,) of this degree."""
    return errors[:, q - 1]


# --- The degree (section 1) -------------------------------------------------------------------


@pytest.fixture(scope="module")
def twenty() -> np.ndarray:
    return draws.degree_errors(SEEDS, 20)


@pytest.fixture(scope="module")
def hundred() -> np.ndarray:
    return draws.degree_errors(SEEDS, 100)


def test_with_20_people_degree_2_is_best_on_80_percent_and_the_line_on_none(twenty):
    best = twenty.argmin(axis=1) + 1
    assert may_be_said_with_its_share(best == 2, 80)
    assert not may_be_said_with_its_share(best != 2, 80)
    assert (best > 1).all()
    cubic = np.delete(twenty, 1, axis=1).argmin(axis=1)  # without the degree of the truth nothing stands out like that
    assert np.bincount(cubic).max() < 0.8 * len(cubic)


def test_medians_are_6_6_kg_for_degree_9_and_2_1_for_degree_2_and_with_100_people_2_1_and_2_0(twenty, hundred):
    assert [round(float(np.median(degree(twenty, q))), 1) for q in (1, 2, 9)] == [3.0, 2.1, 6.6]
    assert [round(float(np.median(degree(hundred, q))), 1) for q in (1, 2, 9)] == [2.9, 2.0, 2.1]
    assert may_be_said_plainly(degree(twenty, 9) > degree(twenty, 2))
    assert not may_be_said_plainly(degree(twenty, 2) > degree(twenty, 9))
    assert may_be_said_plainly(degree(hundred, 9) < degree(hundred, 1))  # no longer worse than the line
    assert not may_be_said_plainly(degree(twenty, 9) < degree(twenty, 1))


def test_from_12_to_100_people_degree_9_improves_on_every_sample_and_some_single_person_makes_it_worse():
    errors = draws.growing_errors(SEEDS, 9, range(12, 101))
    steps = np.diff(errors, axis=1)
    assert (errors[:, -1] < errors[:, 0]).all()
    assert (steps > 1e-9).any(axis=1).all()
    assert not may_be_said_plainly(steps > 0)
    assert not may_be_said_plainly(steps < 0)


def test_noise_hides_the_bend():
    """On 40 people held out the line looks better than the parabola in 14 % of samples at noise 4, in none at 0.5."""
    loud, quiet = (draws.held_out_errors(SEEDS, 20, noise) for noise in (4.0, 0.5))
    line = degree(loud, 1) < degree(loud, 2)
    assert abs(100 * line.mean() - 14) < 0.5
    assert not (degree(quiet, 1) < degree(quiet, 2)).any()
    assert np.allclose(loud[:, 1:], 8 * quiet[:, 1:], rtol=1e-6)  # from degree 2 on: eight times the noise
    assert not np.isclose(loud[:, 0], 8 * quiet[:, 0], rtol=0.1).any()
    beside = [degree(errors, 1) / degree(errors, 2) for errors in (quiet, loud)]
    assert (beside[1] < beside[0]).all()  # the line looks less bad
    assert not may_be_said_plainly(beside[0] < beside[1])


def test_by_luck_degree_3_is_better_than_the_degree_of_the_truth_on_20_percent():
    errors = draws.degree_errors(SEEDS, 30)
    lucky = degree(errors, 3) < degree(errors, 2)
    assert abs(100 * lucky.mean() - 20) < 1
    assert may_be_said_with_its_share(~lucky, 80, rounding=1)


def test_with_12_people_and_noise_4_the_line_is_better_than_the_parabola_on_18_percent():
    errors = draws.degree_errors(SEEDS, 12, 4.0)
    assert 0.18 <= (degree(errors, 1) < degree(errors, 2)).mean() <= 0.19
    assert not (degree(draws.degree_errors(SEEDS, 12, 0.5), 1) < degree(draws.degree_errors(SEEDS, 12, 0.5), 2)).any()


@pytest.mark.parametrize("n", [20, 100])
def test_beyond_the_data_degree_9_is_far_worse_than_degree_2(n):
    two, nine = draws.far_errors(SEEDS, n, (2, 9), 205.0).T
    assert may_be_said_plainly(nine > 10 * two)
    assert not may_be_said_plainly(two > 10 * nine)
    if n == 100:
        assert round(float(np.median(two))) == 1
        assert round(float(np.median(nine)), -1) == 520
    inside = draws.far_errors(SEEDS, n, (2, 9), 172.0)  # in the middle nobody is far off
    assert not may_be_said_plainly(inside[:, 1] > 10 * inside[:, 0])


# --- Choosing (section 3, Further E) ----------------------------------------------------------


@pytest.fixture(scope="module")
def ten() -> np.ndarray:
    return draws.choice_errors(CHOICES, 10)


def test_the_chosen_degree_is_worse_than_it_seemed_in_75_percent_and_a_fixed_one_in_55(ten):
    _, seemed, chosen, seemed_fixed, fixed = ten.T
    assert may_be_said_with_its_share(seemed < chosen, 75)
    assert not may_be_said_with_its_share(chosen < seemed, 75)
    assert abs(100 * np.mean(seemed_fixed < fixed) - 55) < 0.5  # without a choice it is nearly a coin


def test_the_root_makes_a_small_part_of_the_gap_and_the_choice_the_rest(ten):
    seemed, chosen, seemed_fixed, fixed = ten.mean(axis=0)[1:]
    assert 0 < fixed - seemed_fixed < 0.1 * (chosen - seemed)
    squares = (ten[:, 3:] ** 2).mean(axis=0)
    assert squares[0] == pytest.approx(squares[1], rel=0.04)  # the mean square has no such gap


def test_the_gap_grows_with_the_number_of_rivals():
    gaps = [np.subtract(*draws.choice_errors(CHOICES, 10, rivals)[:, [2, 1]].T).mean() for rivals in (1, 3, 9)]
    assert np.round(gaps[1:], 2).tolist() == [0.14, 0.49]
    assert gaps[0] < gaps[1] < gaps[2]


def test_200_people_held_out_choose_degree_2_in_71_percent_and_leave_no_gap():
    shares = []
    for held in (10, 40, 200):
        errors = draws.choice_errors(CHOICES, held)
        shares.append(round(100 * np.mean(errors[:, 0] == 2)))
    assert shares == [37, 54, 71]
    assert abs(np.subtract(*errors.mean(axis=0)[[2, 1]])) < 0.01
    assert not may_be_said_with_its_share(errors[:, 1] < errors[:, 2], 75)


# --- Ridge (section 4) ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ridge() -> np.ndarray:
    return table_of(draws.ridge_errors, SEEDS, STORED / "ridge_errors.json")


@pytest.mark.all
def test_ridge_beats_nearly_no_penalty_in_188_draws_at_10_and_in_166_with_a_chosen_penalty(ridge):
    least, at_ten, chosen, largest = ridge[:, :4].T
    assert may_be_said_with_its_share(at_ten < least, 94)
    assert may_be_said_with_its_share(chosen < least, 83)
    assert not may_be_said_with_its_share(least < at_ten, 94)
    assert not may_be_said_with_its_share(least < chosen, 83)
    assert may_be_said_plainly(largest > least)  # the error turns: a huge penalty is worse than none
    assert may_be_said_plainly((ridge[:, 4] > 0.011) & (ridge[:, 4] < 9e4))


@pytest.mark.all
def test_in_each_draw_some_weight_grows_on_the_way_and_some_crosses_0_but_that_of_bmi_seldom_grows(ridge):
    grow, cross, bmi = ridge[:, 6:].T
    assert (grow >= 1).all()
    assert (cross >= 1).all()
    assert bmi.mean() < 0.25
    assert not may_be_said_plainly(grow == 10)


# --- Local lines (section 5, Further D) -------------------------------------------------------


@pytest.fixture(scope="module")
def local() -> np.ndarray:
    return draws.local_errors(SEEDS)


@pytest.mark.all
def test_a_chosen_bandwidth_is_nearer_to_the_parabola_than_the_line_on_98_percent(local):
    lines, line, tiny = local[:, 0], local[:, 2], local[:, 3]
    assert may_be_said_plainly(lines < line)
    assert round(100 * np.mean(lines < line)) in (98, 99)
    assert not may_be_said_plainly(line < lines)
    assert not may_be_said_plainly(tiny < line)  # the effect goes with the bandwidth
    assert may_be_said_plainly(local[:, 6] > local[:, 7])


@pytest.mark.all
def test_on_the_parabola_the_polynomial_is_better_than_local_lines_on_64_percent(local):
    assert may_be_said_with_its_share(local[:, 1] < local[:, 0], 64, rounding=1)
    assert not may_be_said_with_its_share(local[:, 0] < local[:, 1], 64, rounding=1)


@pytest.mark.all
def test_on_a_narrow_bump_local_lines_are_better_than_the_polynomial_on_96_percent():
    lines, curve = table_of(draws.bump_errors, SEEDS, STORED / "bump_errors.json").T
    assert may_be_said_plainly(lines < curve)
    assert round(100 * np.mean(lines < curve)) == 96
    assert not may_be_said_plainly(curve < lines)


@pytest.mark.all
def test_a_tiny_bandwidth_is_further_from_the_sine_on_199_of_200_samples():
    tiny, wide = draws.sine_errors(SEEDS).transpose(1, 0, 2)
    assert (tiny[:, 1] > wide[:, 1]).sum() == 199
    assert (tiny[:, 0] < 0.03).all()  # though it has nearly no training error
    assert not may_be_said_plainly(wide[:, 1] > tiny[:, 1])


# --- Real data --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    return table_of(draws.table_errors, SEEDS, STORED / "table_errors.json")


@pytest.mark.all
def test_the_straight_model_is_preferred_in_192_of_200_splits(table):
    lowest = table[:, :15].reshape(-1, 3, len(PENALTIES)).min(axis=2)
    preferred = lowest.argmin(axis=1) + 1
    assert (preferred == 1).sum() == 192
    assert may_be_said_plainly(preferred == 1)
    assert not may_be_said_plainly(lowest[:, ::-1].argmin(axis=1) + 1 == 1)
    one, two, three = table[:, 15:].T
    assert ((one < two).sum(), (one < three).sum()) == (159, 198)
    assert not may_be_said_with_its_share(two < one, 79.5)
    assert np.round(np.quantile(one, [0.25, 0.75]), 1).tolist() == [53.3, 56.6]


@pytest.mark.all
def test_with_more_columns_the_best_penalty_is_larger(table):
    best = np.array(PENALTIES)[table[:, :15].reshape(-1, 3, len(PENALTIES)).argmin(axis=2)]
    assert may_be_said_plainly((best[:, 0] < best[:, 1]) & (best[:, 1] < best[:, 2]))
    assert not may_be_said_plainly((best[:, 2] < best[:, 1]) & (best[:, 1] < best[:, 0]))
    assert set(best[:, 0]) <= {1, 10}
    assert (best[:, 1] == 100).sum() == 199
    assert ((best[:, 2] == 300) | (best[:, 2] == 1000)).sum() == 198


@pytest.mark.all
def test_no_degree_from_2_to_5_gains_more_than_0_2_on_the_line_and_degree_9_is_worse():
    for K in (3, 5, 10):
        errors = draws.fold_errors(SEEDS, K)
        gain = errors[:, 0] - errors[:, 1:5].min(axis=1)
        assert gain.max() < 0.2
        assert (errors[:, 8] > errors[:, 0]).mean() >= 0.99
        assert not may_be_said_plainly(errors[:, 0] > errors[:, 8])
        if K == 5:
            assert abs(100 * np.mean(errors[:, 9] > 100) - 18) < 0.5
