"""PAC and VC: the bounds' numbers, exact binomials, labelings against the formula, bad input."""

import numpy as np
import pytest
from scipy.stats import binom

from mlcore.pac import (
    deviation,
    dichotomies,
    examples_agnostic,
    examples_realisable,
    growth_of_planes,
    interval_labelings,
    labelings,
    margin,
    sauer,
    shatters,
    sine_frequency,
    streets,
    threshold_labelings,
    vc_deviation,
)

TURN = np.radians([90, 210, 330])
TRIANGLE = np.column_stack([np.cos(TURN), np.sin(TURN)])  # equilateral, on the unit circle


def test_the_numbers_of_the_notes():
    assert examples_realisable(0.1, 0.05, 1000) == 100
    assert examples_agnostic(0.1, 0.05, 1000) == 2120
    assert int(np.ceil(np.log(0.05 / 1000) / np.log(0.9))) == 94  # with (1 − ε)^n itself


@pytest.mark.parametrize(("epsilon", "delta", "size"), [(0.1, 0.05, 1000), (0.3, 0.1, 2), (0.02, 0.5, 7)])
def test_the_bounds_hold_by_exact_binomials(epsilon, delta, size):
    n = examples_realisable(epsilon, delta, size)
    assert size * (1 - epsilon) ** n <= delta < size * np.exp(-epsilon * (n - 1))
    n, p = 400, 0.3
    width = deviation(n, delta, 1)
    outside = binom.cdf(np.ceil(n * (p - width)) - 1, n, p) + binom.sf(np.floor(n * (p + width)), n, p)
    assert outside <= delta


def test_agnostic_is_twice_the_deviation():
    n = examples_agnostic(0.1, 0.05, 1000)
    assert 2 * deviation(n, 0.05, 1000) <= 0.1 < 2 * deviation(n - 1, 0.05, 1000)


@pytest.mark.parametrize(("n", "count"), [(2, 4), (3, 8), (4, 14), (5, 22), (6, 32)])
def test_lines_do_as_many_labelings_as_the_formula_says(n, count):
    for seed in range(3):
        X = np.random.default_rng(seed).normal(size=(n, 2))
        assert dichotomies(X).sum() == count == growth_of_planes(n, 2)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_planes_shatter_d_plus_1_points_and_no_more(d):
    X = np.random.default_rng(d).normal(size=(d + 2, d))
    assert shatters(X[:-1])
    assert not shatters(X)
    assert dichotomies(X).sum() == growth_of_planes(d + 2, d)
    assert sauer(d + 2, d + 1) == 2 ** (d + 2) - 1 >= growth_of_planes(d + 2, d)


def test_collinear_and_repeated_points_are_labelled_in_fewer_ways():
    assert dichotomies([[0, 0], [1, 1], [2, 2]]).sum() == 6
    assert dichotomies([[0, 0], [0, 0], [1, 1]]).sum() == 4
    assert not shatters([[1, 1], [1, 1]])


def test_units_and_places_do_not_matter():
    X = np.random.default_rng(0).normal(size=(4, 2))
    assert np.array_equal(dichotomies(X), dichotomies(1e6 + 1e-3 * X))


def test_a_margin_leaves_fewer():
    counts = [int(dichotomies(TRIANGLE, rho).sum()) for rho in (0.0, 0.5, 0.75, 0.76, 2.0)]
    assert counts == [8, 8, 8, 2, 2]  # the widest street of one against two is 3/2 wide
    assert margin(TRIANGLE, np.array([1.0, -1, -1])) == pytest.approx(0.75)
    assert margin(np.zeros((2, 2)), np.array([1.0, -1])) == 0


def test_streets_have_their_labels_on_their_sides():
    X = np.random.default_rng(3).normal(size=(4, 2))
    for y, street, done in zip(labelings(4), streets(X), dichotomies(X), strict=True):
        assert (street.margin > 0) == done
        if street.w is not None:
            assert (y * (X @ street.w + street.b)).min() / np.linalg.norm(street.w) == pytest.approx(street.margin)
    assert streets(X)[0].margin == streets(X)[-1].margin == np.inf == margin(X, np.ones(4))


def test_a_labeling_and_its_mirror_image_are_done_together():
    X = np.random.default_rng(1).normal(size=(5, 2))
    done = dichotomies(X)
    assert np.array_equal(done, done[::-1])
    assert np.array_equal(labelings(5), -labelings(5)[::-1])
    for y, is_done in zip(labelings(5)[1:-1], done[1:-1], strict=True):
        assert (margin(X, y) > 0) == is_done  # the widest street knows it too
    assert done[0]  # one label alone: by a plane far away


def test_thresholds_and_intervals_by_hand():
    assert threshold_labelings([3, 1]).tolist() == [[-1, -1], [1, -1], [1, 1]]  # never + below −
    x = np.random.default_rng(0).permutation(7)
    for n in range(1, 8):
        assert len(threshold_labelings(x[:n])) == n + 1 == sauer(n, 1)
        assert len(interval_labelings(x[:n])) == n * (n + 1) // 2 + 1 == sauer(n, 2)
    assert len(threshold_labelings([2, 2, 2])) == len(interval_labelings([2, 2])) == 2
    assert [1, -1, 1] not in interval_labelings([0, 1, 2]).tolist()


def test_a_sine_does_every_labeling_of_the_halves():
    for n in (1, 3, 8):
        x = 0.5 ** np.arange(1, n + 1)
        for y in labelings(n):
            assert np.array_equal(np.sign(np.sin(sine_frequency(y) * x)), y)
    assert sine_frequency([1, -1, 1]) == pytest.approx(5 * np.pi)


def test_the_vc_bound_by_hand_and_against_hoeffding():
    assert vc_deviation(800, 0.04, 100) == pytest.approx((np.log(1e4) / 100) ** 0.5)
    assert vc_deviation(1000, 0.05, growth_of_planes(2000, 2)) > deviation(1000, 0.05, 1000)


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda: examples_realisable(0.0, 0.1, 3), "epsilon is 0.0: it must be a number larger than 0"),
        (lambda: examples_agnostic(0.1, 1.0, 3), "delta is 1.0: take a number between 0 and 1"),
        (lambda: deviation(0, 0.1), "n is 0: take a whole number, 1 or more"),
        (lambda: examples_realisable(0.1, 0.1, 0.5), "a class has at least one"),
        (lambda: dichotomies(np.zeros((13, 2))), "n is 13: take a whole number from 1 to 12, as there are"),
        (lambda: dichotomies(TRIANGLE, -1), "rho is -1: take a number, 0 or more"),
        (lambda: dichotomies([[0, np.nan]]), "NaN"),
        (lambda: threshold_labelings([0, np.nan]), "NaN"),
        (lambda: interval_labelings([]), "x"),
        (lambda: sine_frequency([1, 0]), "y"),
        (lambda: sine_frequency(np.ones(13)), "n is 13: take a whole number from 1 to 12, as ω doubles"),
        (lambda: vc_deviation(10, 0.1, 0), "hypotheses"),
        (lambda: margin(np.array([[0.0, 1], [np.nan, 1]]), np.array([1.0, -1])), "NaN"),  # not a margin of 0
    ],
)
def test_what_does_not_fit_gets_a_sentence(work, words):
    with pytest.raises(ValueError, match=words):
        work()
