"""The drawing verbs, on cases whose geometry is known."""

import numpy as np
import pytest

from mlcore.kernels import RBF
from mlcore.plots.separating_planes import (
    draw_dual_bars,
    draw_plane,
    draw_slack,
    draw_street,
    scatter_by_case,
    scatter_support,
    shade_sides,
)
from mlcore.show import contour_lines, decision_field, limits, rbf_field, scatter_classes, shade_between
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS

W, B = np.array([3.0, 4.0]), -5.0  # a plane with ||w|| = 5
XLIM, YLIM = (-2.0, 4.0), (-1.0, 3.0)
X = np.array([[0.2, 0.1], [1.0, 0.5], [2.0, 2.0], [0.0, 0.0], [1.0, 1.0], [-1.0, 1.0]])
Y = np.array([1, 1, 1, -1, -1, -1])


@pytest.fixture
def plane():
    return decision_field(lambda points: points @ W + B, XLIM, YLIM, n=2)


def area(fill) -> float:
    """Shoelace formula; holes count as negative."""
    return sum(np.sum(r[:-1, 0] * r[1:, 1] - r[1:, 0] * r[:-1, 1]) / 2 for r in fill.rings)


@pytest.mark.parametrize("sigma", [0.05, 1.0, 30.0])
def test_an_rbf_field_is_the_decision_field_of_that_kernel(sigma):
    weights, b = np.array([1.0, -2, 3, 0, 0.5, -1]), 0.25
    plain = decision_field(lambda points: RBF(sigma)(points, X) @ weights + b, XLIM, YLIM, n=30)
    quick = rbf_field(X, weights, b, sigma, XLIM, YLIM, n=30)
    assert quick.z == pytest.approx(plain.z, abs=1e-12)
    assert (quick.x.tolist(), quick.y.tolist()) == (plain.x.tolist(), plain.y.tolist())
    assert rbf_field(np.zeros((0, 2)), np.zeros(0), b, sigma, XLIM, YLIM, n=3).z.tolist() == [[b] * 3] * 3


def test_limits():
    assert limits([0, 10], pad=0.1) == (-1, 11)
    low, high = limits([3, 3])
    assert low < 3 < high


def test_field_has_y_in_rows():
    field = decision_field(lambda p: 10 * p[:, 1] + p[:, 0], (0, 2), (0, 1), n=3)
    np.testing.assert_array_equal(field.z, [[0, 1, 2], [5, 6, 7], [10, 11, 12]])


def test_street_of_a_known_plane(plane):
    margins, boundary = draw_street(plane)
    assert (margins.dash, boundary.dash) == ("dashed", "solid")
    scores = [path @ W + B for path in boundary.paths]
    np.testing.assert_allclose(np.concatenate(scores), 0, atol=1e-12)
    lower, upper = ({round(float(v), 9) for v in path @ W + B} for path in margins.paths)
    assert (lower, upper) == ({-1.0}, {1.0})
    distance = (margins.paths[1][0] - margins.paths[0][0]) @ W / 5
    assert distance == pytest.approx(2 / 5)  # the street is 2 / ||w|| wide


def test_sides_tile_the_panel(plane):
    fills = shade_sides(plane)
    assert [fill.color for fill in fills] == [CLASS_COLORS[c] for c in (-1, -1, 1, 1)]
    assert sum(area(fill) for fill in fills) == pytest.approx(6 * 4)
    assert all(area(fill) > 0 for fill in fills)


def test_plane_is_sides_and_street():
    marks = draw_plane(W, B, XLIM, YLIM)
    assert [type(mark).__name__ for mark in marks] == ["Fill"] * 4 + ["Lines"] * 2


def test_shade_between_takes_infinite_levels(plane):
    assert area(shade_between(plane, -np.inf, np.inf, "#000000", 0.5)) == pytest.approx(24)
    below, above = (area(shade_between(plane, *span, "#000000", 0.5)) for span in ((-np.inf, 0), (0, np.inf)))
    assert below + above == pytest.approx(24)
    assert shade_between(plane, 100, np.inf, "#000000", 0.5).rings == []


def test_shade_between_has_holes():
    bowl = decision_field(lambda p: np.hypot(*p.T), (-2, 2), (-2, 2), n=201)
    ring = shade_between(bowl, 0.5, 1, "#000000", 0.5)
    assert len(ring.rings) == 2
    assert area(ring) == pytest.approx(np.pi * 0.75, rel=1e-3)


def test_contours_may_be_empty(plane):
    assert contour_lines(plane, [100]).paths == []
    flat = decision_field(lambda points: np.zeros(len(points)), XLIM, YLIM, n=2)
    assert contour_lines(flat, [1]).paths == []
    assert all(np.isfinite(area(fill)) for fill in shade_sides(flat))


def test_slack_segments_have_the_length_of_the_slack():
    slack = np.maximum(0, 1 - Y * (X @ W + B))
    ends = draw_slack(X, Y, W, B).ends
    np.testing.assert_array_equal(ends[:, :2], X[slack > 0])
    np.testing.assert_allclose(np.hypot(*(ends[:, 2:] - ends[:, :2]).T), slack[slack > 0] / 5)
    np.testing.assert_allclose(ends[:, 2:] @ W + B, Y[slack > 0])  # they end on the point's own margin line


def test_no_slack_and_no_plane():
    assert draw_slack(X[2:4], Y[2:4], W, B).ends.shape == (0, 4)
    assert np.isfinite(draw_slack(X, Y, 0 * W, 0.0).ends).all()


def test_bars_are_capped_at_C():
    alpha, C = np.array([0, 2.0, 0.5, 0, 1.5, 1.0]), 2.0
    negative, positive = draw_dual_bars(alpha, Y, C)
    assert (negative.color, positive.color) == (CLASS_COLORS[-1], CLASS_COLORS[1])
    assert positive.boxes[:, 2].tolist() == [1.0, 0.25]
    assert negative.boxes[:, 2].tolist() == [-0.75, -0.5]
    rows = np.sort(np.vstack([negative.boxes, positive.boxes])[:, [1, 3]], axis=0)
    assert (rows[1:, 0] > rows[:-1, 1]).all()  # no bar covers another
    assert rows.min() >= 0
    assert rows.max() <= 1


def test_classes_differ_by_colour_and_marker():
    negative, positive = scatter_classes(X, Y, names=("malignant", "benign"))
    assert (negative.label, positive.label) == ("malignant", "benign")
    assert (negative.marker, positive.marker) == (CLASS_MARKERS[-1], CLASS_MARKERS[1])
    assert negative.color != positive.color
    np.testing.assert_array_equal(positive.xy, X[Y == 1])


def test_cases_share_out_the_points():
    alpha, C = np.array([0, 2.0, 0.5, 0, 1.5, 2.0]), 2.0
    marks = {mark.label: mark for mark in scatter_by_case(X, Y, alpha, C)}
    assert sum(len(mark.xy) for mark in marks.values()) == len(X)
    np.testing.assert_array_equal(marks["y = +1: α = C"].xy, X[[1]])
    np.testing.assert_array_equal(marks["y = −1: 0 < α < C"].xy, X[[4]])
    looks = {(m.color, m.marker, m.size, m.edge) for m in marks.values()}
    assert len(looks) == 6


def test_support_vectors_are_hollow():
    marks = {mark.label: mark for mark in scatter_support(X, Y, np.array([0, 2.0, 1e-9, 2.0, 0, 0]))}
    np.testing.assert_array_equal(marks["y = +1: α > 0"].xy, X[[1]])
    np.testing.assert_array_equal(marks["y = −1: α > 0"].xy, X[[3]])
    assert sum(len(mark.xy) for mark in marks.values()) == len(X)
    assert marks["y = +1: α > 0"].color != marks["y = +1: α = 0"].color
