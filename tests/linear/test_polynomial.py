import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.preprocessing import PolynomialFeatures

from mlcore import datasets
from mlcore.linear import fit_polynomial, polynomial_features, powers


def test_two_features_of_degree_2_by_hand():
    assert polynomial_features([[2, 3], [-1, 5]], 2).tolist() == [[2, 3, 4, 6, 9], [-1, 5, 1, -5, 25]]
    assert powers([2.0, 3.0], 2).tolist() == [[1, 2, 4], [1, 3, 9]]


@given(st.integers(0, 1000), st.integers(1, 5), st.integers(1, 4))
def test_they_are_scikit_learns(seed, d, degree):
    X = np.random.default_rng(seed).normal(size=(7, d))
    theirs = PolynomialFeatures(degree, include_bias=False).fit_transform(X)
    assert polynomial_features(X, degree) == pytest.approx(theirs, rel=1e-12)


def test_a_parabola_by_hand():
    square = fit_polynomial([-1.0, 0, 1], [1.0, 0, 1], 2)
    assert square([2.0, -3.0, 0.5]) == pytest.approx([4, 9, 0.25])
    assert fit_polynomial([1.0, 2, 3], [5.0, 6, 10], 0)([[7.0]]) == pytest.approx(np.array([[7]]))


@given(st.integers(0, 1000), st.integers(0, 6))
def test_it_is_numpys_polyfit(seed, degree):
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(-1, 2, 12), rng.normal(size=12)
    assert fit_polynomial(x, y, degree)(x) == pytest.approx(np.polyval(np.polyfit(x, y, degree), x), abs=1e-7)


@pytest.mark.filterwarnings("error")
def test_equal_x_have_a_mean_and_no_nan():
    assert fit_polynomial([2.0, 2, 2], [1.0, 2, 6], 0)([2.0, 5.0]) == pytest.approx([3, 3])


def test_twenty_thousand_columns_are_the_most():
    assert polynomial_features(np.ones((1, 20_000)), 1).shape == (1, 20_000)
    with pytest.raises(ValueError, match="makes 20001 columns"):
        polynomial_features(np.ones((1, 20_001)), 1)


def test_the_truth_is_found_where_there_is_no_noise():
    people = datasets.heights(12, noise=0.0)
    h = np.array([150.0, 170, 195])
    assert fit_polynomial(people.X[:, 0], people.y, 2)(h) == pytest.approx(datasets.weight_of(h))
    assert datasets.weight_of(h[:2]) == pytest.approx([57.75, 74.99])


def test_a_larger_sample_only_adds_and_noise_only_moves():
    few, many, calm = datasets.heights(10), datasets.heights(80), datasets.heights(10, noise=0.0)
    assert np.array_equal(many.y[:10], few.y)
    assert np.array_equal(calm.X, few.X)
    assert datasets.heights(10, noise=3.0).y - calm.y == pytest.approx(2 * (few.y - calm.y))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: fit_polynomial([1, 2, 2, 3], [1, 2, 3, 4], 3), "3 different x.*degree of 2 or less"),
        (lambda: fit_polynomial([1, 2, 3], [[1], [2], [3]], 1), "y.ravel"),
        (lambda: fit_polynomial([1, np.nan, 3], [1, 2, 3], 1), "NaN"),
        (lambda: fit_polynomial([1, 2, 3], [1, 2, 3], -1), "degree is -1"),
        (lambda: fit_polynomial([1, 2, 3], [1, 2, 3], 1.5), "degree is 1.5"),
        (lambda: polynomial_features([[1.0]], 0), "degree is 0"),
        (lambda: polynomial_features(np.ones((2, 64)), 5), "lower degree"),
        (lambda: polynomial_features([[1e80], [1.0]], 4), "standardise"),
        (lambda: polynomial_features([[1e80], [1.0]], 2), "standardise"),  # no overflow yet, but their squares
        (lambda: polynomial_features([1.0, 2.0], 2), "table"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_a_sentence_says_what_is_wrong(call, words):
    with pytest.raises(ValueError, match=words):
        call()
