import numpy as np
import pytest

from mlcore.lectures.neighbours_perceptron import figures, further
from mlcore.neighbors import KNeighborsClassifier
from mlcore.plots.kinds import DataError


@pytest.mark.parametrize("K", [1, 5, 15, 31])
def test_the_regions_are_those_of_the_vote(K):
    data = figures.two_groups()
    places = np.random.default_rng(0).uniform(-3, 3, size=(200, 2))
    says = np.take([-1, 1], figures.near_scores(data.X, data.y, K)(places).argmax(axis=1))
    assert np.array_equal(says, KNeighborsClassifier(K).fit(data.X, data.y).predict(places))


def test_before_there_is_a_line_the_caption_says_so():
    assert "Line after 0 updates: no line yet, and 31 of 31" in figures.both().says(update=0)
    assert "After 0 updates: no line yet" in further.never().says(update=0)
    assert "no line yet" not in figures.both().says(update=1)


def test_two_classes_in_the_same_place_cannot_be_moved_apart():
    cross = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    with pytest.raises(DataError, match="no way to move them apart"):
        figures.race(cross, [1, 1, -1, -1])


def test_two_points_are_moved_apart_by_what_lay_between_them():
    live = figures.race(np.array([[0.0, 0.0], [1.0, 1.0]]), [0, 1])
    assert 0.01 < live.at().rho < 1
    assert live.at().bound == pytest.approx(1)


@pytest.mark.parametrize("flat", [0, 1])
def test_a_feature_that_never_changes_has_units_too(flat):
    X = np.random.default_rng(0).normal(size=(20, 2))
    X[:, flat] = 3.0
    live = further.units(X, np.arange(20) % 2)
    assert live.error is None
    assert live.at(factor=1.0).radius > 0


def test_the_slider_says_how_many_dimensions_there_are():
    live = further.dimensions()
    assert live.controls["d"].value == 2
    assert live.at(d=1000).distances.std() < 0.1 * live.at(d=2).distances.std()
    with pytest.raises(ValueError, match="none of the choices"):
        live.at(d=4)
