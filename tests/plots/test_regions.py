import numpy as np
import pytest

from mlcore.neighbors import KNeighborsClassifier
from mlcore.plots.regions import draw_regions, leads, one_of
from mlcore.show import Lines

WINDOW = (0.0, 4.0), (0.0, 2.0)


def split(points):
    """Left of x = 1 class 0, right of it class 1, above y = 1.5 class 2."""
    x, y = points.T
    return np.column_stack([1 - x, x - 1, 4 * (y - 1.5)])


def test_a_field_is_positive_where_its_class_leads():
    first, second, third = leads(split, *WINDOW, n=21)
    assert first.z[0, 0] == 1 - -1
    assert (second.z[0] > 0).tolist() == (second.x > 1).tolist()
    assert ((first.z > 0).astype(int) + (second.z > 0) + (third.z > 0)).max() == 1


def test_two_classes_have_one_field_and_one_border():
    (field,) = leads(lambda P: split(P)[:, :2], *WINDOW, n=2)
    assert field.z.tolist() == [[-2, 6], [-2, 6]]
    *fills, border = draw_regions(lambda P: split(P)[:, :2], (-1, 1), *WINDOW, n=2)
    assert [fill.color for fill in fills] == ["#0072B2", "#D55E00"]
    assert isinstance(border, Lines)
    (path,) = border.paths
    assert path[:, 0] == pytest.approx(1)
    assert [(fill.rings[0][:, 0].min(), fill.rings[0][:, 0].max()) for fill in fills] == [(0, 1), (1, 4)]


def test_any_classifier_has_regions():
    X, y = np.array([[0.5, 1.0], [2.0, 1.0], [3.5, 1.0]]), np.array(["c", "a", "b"])
    model = KNeighborsClassifier().fit(X, y)
    scores = one_of(model)(X)
    assert scores.tolist() == [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    fills = draw_regions(one_of(model), (0, 1, 2), *WINDOW, n=81)[:-1]
    spans = [np.ptp(np.vstack(fill.rings)[:, 0]) for fill in fills]
    assert spans == pytest.approx([1.5, 1.25, 1.25], abs=0.06)


def test_where_one_class_has_everything_there_is_no_border():
    fill, empty, border = draw_regions(lambda P: np.tile([1.0, 0.0], (len(P), 1)), (-1, 1), *WINDOW)
    assert len(fill.rings) == 1
    assert len(empty.rings) == 0
    assert border.paths == []
