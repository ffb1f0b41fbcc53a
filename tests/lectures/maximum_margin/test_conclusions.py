"""The conclusions of lecture 10 over fresh draws; each of them fails where the rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore.lectures import maximum_margin
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

STORED = pathlib.Path(__file__).parent / "draws"
TIE = 1e-9  # errors that differ by less are equal


@pytest.mark.all
def test_the_perceptron_ends_in_many_lines_and_mostly_with_a_much_smaller_margin():
    found = maximum_margin.order_margins(range(2000))
    lines = {tuple(line) for line in found[:, :3].round(6)}
    share = found[:, 3]
    assert abs(len(lines) - 664) <= 3
    assert abs(np.median(share) - 0.46) < 0.006
    assert may_be_said_plainly(share < 0.9)
    assert (share < 0.05).mean() == pytest.approx(1 / 15, abs=0.01)
    assert share.max() < 0.99  # none reaches the street
    assert not may_be_said_plainly(share > 0.5)


@pytest.fixture(scope="module")
def errors():
    rows = table_of(maximum_margin.separated_patients, range(200), STORED / "patients.json", rtol=1e-2)
    assert rows[:, 0].all()  # a plane separates them each time
    return rows[:, 1:].T


@pytest.mark.all
def test_the_widest_street_is_not_the_best_plane_for_patients_that_a_plane_separates(errors):
    street, perceptron, means, logistic = errors
    assert np.allclose(100 * errors.mean(axis=1), (5.1, 4.6, 7.0, 3.6), atol=0.06)
    assert may_be_said_with_its_share(logistic < street - TIE, 85.5, rounding=0.6)
    assert may_be_said_with_its_share(perceptron < street - TIE, 62, rounding=0.6)
    assert may_be_said_with_its_share(street < means - TIE, 84.5, rounding=0.6)
    assert not may_be_said_with_its_share(street < logistic - TIE, 85.5, rounding=0.6)
