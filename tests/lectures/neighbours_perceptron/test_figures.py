"""The figures of lecture 04: regions that are those of the vote, words before there is a line, points moved apart."""

import numpy as np
import pytest

from mlcore.lectures import neighbours_perceptron
from mlcore.lectures.neighbours_perceptron.figures import near_scores
from mlcore.neighbors import KNeighborsClassifier
from mlcore.plots.kinds import DataError


@pytest.mark.parametrize("K", [1, 5, 15, 31])
def test_the_regions_are_those_of_the_vote(K):
    data = neighbours_perceptron.two_groups()
    places = np.random.default_rng(0).uniform(-3, 3, size=(200, 2))
    says = np.take([-1, 1], near_scores(data.X, data.y, K)(places).argmax(axis=1))
    assert np.array_equal(says, KNeighborsClassifier(K).fit(data.X, data.y).predict(places))


def test_before_there_is_a_line_the_caption_says_so():
    assert "Line after 0 updates: no line yet, and 31 of 31" in neighbours_perceptron.both().says(update=0)
    assert "no line yet" not in neighbours_perceptron.both().says(update=1)


def test_two_classes_in_the_same_place_cannot_be_moved_apart():
    cross = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    with pytest.raises(DataError, match="no way to move them apart"):
        neighbours_perceptron.race(cross, [1, 1, -1, -1])


def test_two_points_are_moved_apart_by_what_lay_between_them():
    live = neighbours_perceptron.race(np.array([[0.0, 0.0], [1.0, 1.0]]), [0, 1])
    assert 0.01 < live.at().rho < 1
    assert live.at().bound == pytest.approx(1)
