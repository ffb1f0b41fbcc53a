"""What the figures of lecture 05's Further sections compute, against SciPy and by hand."""

import numpy as np
import pytest
from scipy.stats import kstest

from mlcore import pac
from mlcore.lectures.generalisation.further import REPEATS, largest_deviations, wrong_choice


def test_the_printed_bound_fails():
    assert wrong_choice(830, 0.1) == pytest.approx(1.94e-3, rel=0.01)
    assert wrong_choice(1521, 0.1) == pytest.approx(4.6e-5, rel=0.01)
    assert wrong_choice(1, 0.2) == pytest.approx(0.4)


def test_the_largest_deviation_is_that_of_kolmogorov_and_smirnov():
    x = np.random.default_rng(50).uniform(size=(REPEATS, 50))
    assert largest_deviations(50)[:3] == pytest.approx([kstest(row, "uniform").statistic for row in x[:3]])


def test_a_sine_at_1_2_3_4_lacks_two_labelings_only():
    turns = np.arange(48)[:, None] / 24 * [1, 2, 3, 4] % 2  # ωx/π, at each change of a sign and between
    given = {tuple(row) for row in np.where((turns > 1e-9) & (turns < 1 - 1e-9), 1, -1).tolist()}
    assert {tuple(row) for row in pac.labelings(4).astype(int).tolist()} - given == {(1, 1, -1, 1), (-1, 1, 1, 1)}
