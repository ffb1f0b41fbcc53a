"""Cells, members and centres as marks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.cluster import nearest
from mlcore.plots.clusters import draw_cells, draw_centers, scatter_clusters, voronoi_cells
from mlcore.show.style import group_look

XLIM, YLIM = (-1.0, 3.0), (-2.0, 2.0)


def area(ring) -> float:
    x, y = np.asarray(ring).reshape(-1, 2).T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def inside(ring, points) -> np.ndarray:
    """Whether each point lies in the convex ring, wound against the clock."""
    edges = np.roll(ring, -1, axis=0) - ring
    ways = points[:, None] - ring
    return (edges[:, 0] * ways[..., 1] - edges[:, 1] * ways[..., 0] > -1e-9).all(axis=1)


@given(st.integers(1, 9), st.integers(0, 10**6))
def test_cells_are_where_their_centre_is_nearest(K, seed):
    rng = np.random.default_rng(seed)
    centers = rng.uniform([-2, -3], [4, 3], (K, 2))
    cells = voronoi_cells(centers, XLIM, YLIM)
    assert sum(map(area, cells)) == pytest.approx(16)
    points = rng.uniform([-1, -2], [3, 2], (50, 2))
    for point, label in zip(points, nearest(points, centers), strict=True):
        assert inside(cells[label], point[None]).all()


def test_two_cells_by_hand():
    left, right = voronoi_cells(np.array([[0.0, 0.0], [1.0, 0.0]]), XLIM, YLIM)
    assert left[:, 0].max() == right[:, 0].min() == 0.5
    assert (area(left), area(right)) == (6, 10)


def test_one_cell_is_the_window_and_equal_centres_share_none():
    assert area(voronoi_cells(np.zeros((1, 2)), XLIM, YLIM)[0]) == 16
    first, second = voronoi_cells(np.zeros((2, 2)), XLIM, YLIM)
    assert area(first) == 16
    assert second.shape == (0, 2)


def test_a_far_centre_has_no_cell():
    near, far = voronoi_cells(np.array([[0.0, 0.0], [99.0, 0.0]]), XLIM, YLIM)
    assert area(near) == 16
    assert len(far) == 0
    assert len(draw_cells(np.array([[0.0, 0.0], [99.0, 0.0]]), XLIM, YLIM)) == 2  # one fill, and the borders


def test_clusters_differ_by_colour_and_marker():
    looks = [tuple(group_look(k).values()) for k in range(32)]
    assert len(set(looks)) == 32


def test_points_are_shared_out_and_centres_are_on_top():
    X, labels = np.arange(12.0).reshape(6, 2), np.array([2, 0, 2, 2, 0, 5])
    marks = scatter_clusters(X, labels)
    assert [len(mark.xy) for mark in marks] == [2, 3, 1]
    np.testing.assert_array_equal(marks[1].xy, X[labels == 2])
    *each, halo, cross = draw_centers(X[:3])
    assert [mark.color for mark in each] == [group_look(k)["color"] for k in range(3)]
    for mark in (halo, cross):
        np.testing.assert_array_equal(mark.xy, X[:3])
