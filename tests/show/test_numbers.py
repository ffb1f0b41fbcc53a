"""Numbers in words."""

import doctest

import numpy as np
import pytest

from mlcore.show import numbers
from mlcore.show.numbers import listed, number, percent


def test_the_examples_of_the_docstrings():
    found = doctest.testmod(numbers)
    assert (found.failed, found.attempted) == (0, 2)


@pytest.mark.parametrize(
    ("value", "digits", "words"),
    [
        (1234.567, 4, "1235"), (0.0012345, 4, "0.001234"), (12, 4, "12"), (3.0e9, 4, "3.000e+09"), (2.5, 2, "2.5"),
        (-0.0, 4, "0"), (0.0, 3, "0"), (np.float32(0.5), 3, "0.500"), (float("inf"), 4, "inf"), (-1e-9, 3, "−1.00e−09"),
    ],
)  # fmt: skip
def test_a_number_by_its_significant_digits(value, digits, words):
    assert number(value, digits) == words


@pytest.mark.parametrize(
    ("value", "places", "sign", "words"),
    [
        (-0.5, 2, False, "−0.50"),
        (-0.001, 2, False, "0.00"),
        (0.25, 1, True, "+0.2"),
        (-3, 0, True, "−3"),
        (0, 1, True, "0.0"),
    ],
)  # fmt: skip
def test_a_number_to_so_many_places(value, places, sign, words):
    assert number(value, places=places, sign=sign) == words


@pytest.mark.parametrize(
    ("share", "words"), [(0, "0 %"), (1, "100 %"), (0.004, "under 1 %"), (0.996, "over 99 %"), (0.256, "26 %")]
)
def test_a_share_is_0_or_100_only_if_it_is(share, words):
    assert percent(share) == words


def test_a_long_row_is_cut_and_counted():
    assert listed([25.0, 31, 20]) == "25, 31, 20"
    assert listed(range(13)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 … (13 in all)"
