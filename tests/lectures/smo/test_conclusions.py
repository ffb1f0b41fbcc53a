"""The conclusions of lecture 12 over fresh draws; each of them fails where the rivals are exchanged."""

import numpy as np
import pytest

from mlcore.lectures import smo
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share

SAMPLES = range(200)
LEVEL = 1e-9  # shares of the optimum that differ by less are equal


@pytest.mark.all
def test_the_gain_chooses_better_pairs_than_the_violation_on_80_percent_and_than_chance_nearly_always():
    first, worst, some, anyhow = smo.rules_compared(SAMPLES).T
    assert may_be_said_with_its_share(first > worst + LEVEL, 80, rounding=1)
    assert abs(100 * (np.abs(first - worst) <= LEVEL).mean() - 6) <= 1
    assert may_be_said_plainly(first > some)
    assert may_be_said_plainly(first > anyhow)
    assert may_be_said_with_its_share(some > anyhow, 88.5, rounding=1)
    assert not may_be_said_with_its_share(worst > first + LEVEL, 80)
    assert not may_be_said_plainly(anyhow > some)
    first, worst, some, anyhow = smo.rules_compared(range(1000, 1200)).T
    assert may_be_said_with_its_share(first > worst + LEVEL, 76, rounding=1)
    assert abs(100 * (np.abs(first - worst) <= LEVEL).mean() - 14) <= 1
    assert may_be_said_plainly(first > some)
    assert may_be_said_plainly(first > anyhow)


@pytest.mark.all
def test_with_a_small_C_the_choice_of_the_pair_matters_less():
    """C = 0.1: the two ways that look for the largest violation or gain have arrived after 20 steps."""
    small = smo.rules_compared(range(100), C=0.1)
    assert (small[:, :2] > 0.99).all()
    assert not (smo.rules_compared(range(100), C=10.0)[:, :2] > 0.99).all()
    assert 0.87 < np.median(small[:, 2]) < 0.95
    assert np.median(small[:, 3]) < 0.75
    medians = np.array([np.median(smo.rules_compared(range(100), C=C), axis=0) for C in (0.01, 0.1, 1.0, 10.0)])
    assert (np.diff(medians[:, 0] - medians[:, 2]) > 0.03).all()  # how far random violating pairs are behind
    assert (medians[:, 0] - medians[:, 3] > 0.2).all()  # any two points


@pytest.mark.all
def test_with_a_small_C_steps_end_at_walls_and_with_a_large_C_mostly_at_tops():
    small, large = smo.walls_and_tops(SAMPLES).T
    assert may_be_said_plainly(small < 0.2)  # here and there a top
    assert may_be_said_plainly(large > 0.5)
    assert not may_be_said_plainly(small > large)


@pytest.fixture(scope="module")
def counts():
    """Steps (50 samples, 3 units, 3 prices). On another processor a count may be another one, so none is stored."""
    return smo.step_counts(range(50)).reshape(50, 3, 3)


@pytest.mark.all
def test_a_large_C_takes_many_more_steps():
    times = smo.growth(SAMPLES)[:, 0]
    assert abs(100 * (times > 5).mean() - 98) <= 1
    assert may_be_said_plainly(times > 5)
    assert np.median(times) > 20
    assert not may_be_said_plainly(1 / times > 5)


@pytest.mark.all
def test_with_24_patients_three_of_ten_samples_grow_less_than_threefold_and_most_of_these_are_separable():
    times, separable = smo.growth(SAMPLES, n=24).T
    assert abs((times < 3).mean() - 0.3) < 0.04
    assert separable[times < 3].mean() > 0.8
    assert separable[times >= 3].mean() < 0.5


@pytest.mark.all
def test_a_feature_with_much_larger_numbers_takes_more_steps_and_one_with_much_smaller_mostly_too(counts):
    smaller, plain, larger = counts[:, :, 1].T
    assert may_be_said_plainly(larger > plain)
    assert may_be_said_with_its_share(smaller > plain, 80, rounding=9)
    assert not may_be_said_with_its_share(plain > larger, 80, rounding=9)
