"""The figures of lecture 13 at their edges: no points, one class, no street, points out of the picture."""

import numpy as np
import pytest

from mlcore import datasets
from mlcore.lectures import kernels
from mlcore.lectures.kernels.figures import in_common_lengths
from mlcore.lectures.kernels.lifted_bowl import Viewpoint, lift

NOBODY = dict(X=np.zeros((0, 2)), y=np.zeros(0))


@pytest.mark.parametrize("figure", [kernels.lifted, kernels.machine])
@pytest.mark.parametrize("points", [NOBODY, dict(X=np.eye(2), y=np.ones(2))], ids=["no points", "one class"])
def test_without_two_classes_a_sentence_says_what_to_do(figure, points):
    with pytest.raises(ValueError, match="Two classes are needed: double-click adds a point"):
        figure().at(**points)


def test_a_machine_without_a_direction_has_no_street_and_no_infinite_width():
    twins = dict(X=np.zeros((2, 2)), y=np.array([-1.0, 1.0]))
    assert "w = 0, so no street" in kernels.machine().says(**twins)


def test_what_stands_out_of_the_picture_is_said():
    ring = datasets.rings()
    live = kernels.lifted()
    X = ring.X.copy()
    assert "too high" not in live.says()
    X[0] = live.panels[0].xlim[1]  # a corner of the plane, twice as high as the rim of the bowl
    assert "; 1 too high for the picture;" in live.says(X=X, y=ring.y)
    assert "out of the picture" in kernels.descent().says(lr=1.0, k=10)
    assert "here the run is given up" in kernels.descent().says(lr=1.0, k=40)


def test_at_the_start_every_point_is_on_the_bowl():
    corners = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
    assert "too high" not in kernels.lifted(corners, [0, 0, 1, 1]).description


def test_no_caption_of_the_gallery_says_minus_0():
    live = kernels.gallery()
    field = live.state.field
    on_the_grid = np.array([[field.x[0], field.y[0]]])  # where minus the squared distance is -0.0
    for name in kernels.GALLERY:
        assert "−0;" not in live.says(function=name, z=on_the_grid)


def test_the_bowl_from_above_is_the_plane_and_from_the_side_a_parabola():
    X = np.array([[1.0, 0.5], [-2.0, 0.0]])
    assert Viewpoint(2.0, 0, 90).screen(lift(X)) == pytest.approx(X)
    across, up = Viewpoint(2.0, 0, 0).screen(lift(X)).T
    assert across == pytest.approx(X[:, 0])
    assert up == pytest.approx((X**2).sum(axis=1) * 1.45 / 2)


def test_lengths_are_left_alone_where_they_are_about_1_and_else_standardised():
    ring = datasets.rings()
    assert in_common_lengths(ring) is ring
    far = in_common_lengths(datasets.breast_cancer().columns("worst area", "worst smoothness"))
    assert far.X.mean(axis=0) == pytest.approx(0, abs=1e-9)
    assert far.X.std(axis=0) == pytest.approx(1)
    assert far.feature_names[0] == "worst area (std.)"
