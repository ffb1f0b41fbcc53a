"""The sentences for bad input: what is wrong, and what to change."""

from fractions import Fraction

import numpy as np
import pytest

from mlcore.base import validation
from tests.estimators.every import estimators

POINTS = np.arange(6.0).reshape(3, 2)


@pytest.mark.parametrize(
    "X, words",
    [
        ([1.0, 2.0], r"X has shape \(2,\): it must be a table .*X.reshape\(-1, 1\)"),
        (np.zeros((0, 2)), r"X has shape \(0, 2\)"),
        ([[1.0], [np.nan]], "X holds NaN or infinite values"),
        ([[1.0], [-np.inf]], "X holds NaN or infinite values"),
        ([[1e200]], "whose squares overflow: take other units"),
        ([["a"]], "X holds something that is not a number"),
        ([[1.0], [1.0, 2.0]], "rows of different lengths"),
        ([[None]], "X holds NaN"),
    ],
)
def test_points(X, words):
    with pytest.raises(ValueError, match=words):
        validation.points(X)


def test_what_fits_comes_back_as_a_copy_of_floats():
    for X in ([[1, 2], [3, 4]], ((1, 2), (3, 4)), np.array([[1, 2], [3, 4]], np.float32)):
        assert validation.points(X).tolist() == [[1, 2], [3, 4]]
        assert validation.points(X).dtype == float
    assert validation.points(POINTS) is not POINTS
    assert validation.signs([1, -1], 2).tolist() == [1, -1]
    assert validation.targets([1, True], 2).tolist() == [1, 1]
    assert validation.positive(np.float32(0.5), "lr") == 0.5
    assert validation.positive(np.inf, "C", infinite=True) == np.inf
    assert validation.whole(np.int64(3), "K") == 3


@pytest.mark.parametrize("y", [[1, 1], [0, 1], [1, -1, 1], [[1], [-1]], ["a", "b"], [1, np.nan], None, 3])
def test_labels_are_both_signs(y):
    with pytest.raises(ValueError, match=r"give one label per point|labels must be -1 and \+1, both of them"):
        validation.signs(y, 2)


@pytest.mark.parametrize(
    "y, words",
    [
        ([1.0, 2.0], "one number per point"),
        (np.ones((3, 1)), r"shape \(3, 1\), for 3 points: y.ravel\(\)"),
        ([1, 2, None], "y contains NaN"),
        (["a", "b", "c"], "regression predicts numbers"),
        ([1, 2, np.inf], "infinity"),
    ],
)
def test_targets(y, words):
    with pytest.raises(ValueError, match=words):
        validation.targets(y, 3)


@pytest.mark.parametrize("value", [Fraction(7, 2), np.float32(3.5), np.array(3.5), np.longdouble(3.5)])
def test_a_number_of_any_type_becomes_a_float(value):
    for number in (validation.positive(value, "C"), validation.not_negative(value, "lam")):
        assert (type(number), number) == (float, 3.5)


def test_a_number_beyond_64_bits():
    assert validation.positive(10**20, "C") == validation.not_negative(10**20, "lam") == 1e20
    assert validation.positive(10**400, "C", infinite=True) == np.inf
    with pytest.raises(ValueError, match="larger than 0 and finite"):
        validation.positive(10**400, "C")


@pytest.mark.parametrize("value", [0, -1, np.nan, np.inf, "1", None, [1], 1j, True, np.array([1.0]), -(10**400)])
def test_a_positive_number(value):
    with pytest.raises(ValueError, match=r"lr is .*: the step must be a number larger than 0 and finite"):
        validation.positive(value, "lr", "the step")


@pytest.mark.parametrize("value", [-1, np.nan, np.inf, "1", None, False])
def test_a_number_from_0_on(value):
    with pytest.raises(ValueError, match=r"tol is .*: take a number, 0 or more; 0 is exact"):
        validation.not_negative(value, "tol", "0 is exact")


@pytest.mark.parametrize("value", [0, 2.0, 2.5, "2", None, True, np.nan, 6])
def test_a_whole_number(value):
    with pytest.raises(ValueError, match=r"b is .*: take a whole number from 1 to 5, the points"):
        validation.whole(value, "b", most=5, what="the points")


def test_a_whole_number_in_an_array():
    assert validation.whole(np.array(3), "b", most=5) == 3


def test_clusters_against_different_points():
    validation.different_points(POINTS, 3, "K")
    with pytest.raises(ValueError, match="K is 2, but these 3 samples have only 1 different point: take K smaller"):
        validation.different_points(np.ones((3, 2)), 2, "K")
    with pytest.raises(ValueError, match="1 sample has only 1 different"):
        validation.different_points(np.ones((1, 2)), 2, "K")


@pytest.mark.parametrize("value", [1.1, -0.1, np.nan, [0.5, 2.0], "a"])
def test_a_share(value):
    with pytest.raises(ValueError, match=r"theta (is .*: it must be a chance|holds something)"):
        validation.share(value, "theta")


@pytest.mark.parametrize("value", ["c", None, 3, ["a"]])
def test_one_of(value):
    with pytest.raises(ValueError, match=r"solver is .*: take one of 'a', 'b' or an array"):
        validation.one_of(value, "solver", ("a", "b"), " or an array")


@pytest.mark.parametrize("seed", ["a", -1, 1.5, True, [-1], {}, np.array(0.5)])
def test_a_seed(seed):
    with pytest.raises(ValueError, match=r"random_state is .*: take a whole number, 0 or more"):
        validation.generator(seed)
    drawn = [
        validation.generator(given).integers(1_000_000)
        for given in (3, np.int64(3), np.array(3), np.random.default_rng(3))
    ]
    assert len(set(drawn)) == 1


def test_every_estimator_says_what_is_wrong_with_a_seed():
    with_seed = [type(e) for e in estimators() if "random_state" in e.get_params()]
    assert len(set(with_seed)) > 6
    for kind in set(with_seed):
        X = np.sqrt(np.arange(24.0)).reshape(12, 2)
        with pytest.raises(ValueError, match=r"random_state is 'a': take a whole number, 0 or more"):
            kind(random_state="a").fit(X, np.arange(12) % 2)


@pytest.mark.parametrize(
    "w, words",
    [([1, -1], "0 or more, and not all 0"), ([0, 0], "not all 0"), ([1e200, 1], "may overflow"), ([1], "2 finite")],
)
def test_weights(w, words):
    with pytest.raises(ValueError, match=words):
        validation.weights(w, 2, "weights")
