"""Whether a plane separates two classes, and which one keeps the widest street."""

import numpy as np
import pytest

from mlcore.datasets import iris_pair, noisy_blobs, six_points
from mlcore.separable import NOT_SEPARABLE, hull_weights, is_separable, widest_plane
from mlcore.svm import solve_primal
from tests.svm.examples import FLOWERS, PAIR, SETOSA, SETS, SIGNS, XOR, XOR_SIGNS


@pytest.mark.parametrize("unit", [1e-11, 1.0, 1e7])
@pytest.mark.parametrize(
    "X, y, separable",
    [
        (PAIR, SIGNS, True),
        (XOR, XOR_SIGNS, False),
        (FLOWERS.X, SETOSA, True),
        (FLOWERS.X, np.where(FLOWERS.y == 1, 1.0, -1.0), False),
        (np.zeros((2, 2)), SIGNS, False),
    ],
)
def test_is_separable_in_any_unit(X, y, separable, unit):
    assert is_separable(X * unit, y) is separable


@pytest.mark.parametrize("call", [is_separable, lambda X, y: is_separable(np.array(X) @ np.array(X).T, y)])
def test_separable_asks_for_labels_and_numbers(call):
    with pytest.raises(ValueError, match=r"labels must be -1 and \+1"):
        call([[0.0], [1.0]], [0, 1])
    with pytest.raises(ValueError, match="NaN"):
        call([[0.0], [np.nan]], [-1, 1])


@pytest.mark.parametrize("shift", [0.0, 2000.0])
def test_the_rows_of_the_gram_matrix_are_separable_when_the_points_are(shift):
    for data in (*SETS, noisy_blobs(40, noise=0, distance=8)):
        X = data.X + shift
        assert is_separable(X @ X.T, data.y) == is_separable(X, data.y)


@pytest.mark.parametrize("data", [iris_pair(), six_points()])
@pytest.mark.parametrize("shift", [0.0, 5000.0])
def test_the_widest_plane_is_the_hard_margin(data, shift):
    w, b = widest_plane(data.X + shift, data.y)
    plane = solve_primal(data.X, data.y)
    assert w == pytest.approx(plane.w, abs=1e-6)
    scores = data.y * ((data.X + shift) @ w + b)
    assert scores[data.y > 0].min() == pytest.approx(scores[data.y < 0].min(), abs=1e-9)  # midway
    assert scores.min() == pytest.approx(1, abs=1e-6)


def test_the_weights_of_the_nearest_points_by_hand():
    X = np.array([[0.0, 0.0], [0.0, 2.0], [1.0, 1.0], [9.0, 9.0]])  # the left edge, and the corner before its middle
    y = np.array([-1.0, -1, 1, 1])
    assert hull_weights(X, y) == pytest.approx([0.5, 0.5, 1, 0], abs=1e-6)
    w, b = widest_plane(X, y)
    assert [*w, b] == pytest.approx([2, 0, -1], abs=1e-6)


def test_the_weights_of_a_class_sum_to_one_in_any_unit():
    data = iris_pair()
    weights = hull_weights(data.X, data.y)
    assert [weights[data.y == c].sum() for c in (-1, 1)] == pytest.approx([1, 1], abs=1e-6)
    assert hull_weights(1e-6 * data.X + 3.0, data.y) == pytest.approx(weights, abs=1e-4)


@pytest.mark.parametrize("X, y", [(XOR, XOR_SIGNS), (np.zeros((2, 2)), SIGNS)])
def test_hulls_that_meet_are_refused(X, y):
    for call in (hull_weights, widest_plane):
        with pytest.raises(ValueError, match=NOT_SEPARABLE[:30]):
            call(X, y)
