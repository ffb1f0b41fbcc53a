"""The valley of a least-squares cost: its lowest point, its window, and paths that leave it."""

import numpy as np
import pytest

from mlcore.linear import cost
from mlcore.plots.cost_contours import least_squares_cost, visible_path

BOX = (0.0, 1.0), (0.0, 2.0)


def test_the_lowest_point_and_the_start_are_in_the_window():
    x, y = np.array([0.0, 1.0, 2.0, 5.0]), np.array([1.0, -1.0, 2.0, 4.0])
    bowl = least_squares_cost(x, y)
    slope, height = np.polyfit(x, y, 1)
    assert bowl.lowest == pytest.approx([height, slope])
    assert bowl.lowest_cost == pytest.approx(cost(bowl.A, y, bowl.lowest))
    for b, w in (bowl.lowest, (0.0, 0.0)):
        assert bowl.xlim[0] < b < bowl.xlim[1]
        assert bowl.ylim[0] < w < bowl.ylim[1]


def test_along_a_contour_line_the_cost_is_the_same():
    bowl = least_squares_cost(np.array([0.0, 1.0, 2.0, 5.0]), np.array([1.0, -1.0, 2.0, 4.0]))
    for path in bowl.contours.paths:
        costs = np.array([cost(bowl.A, bowl.y, w) for w in path])
        assert np.ptp(costs) < 0.02 * (costs.max() - bowl.lowest_cost) + 1e-3


def test_a_path_that_stays_is_whole():
    path = [[0.5, 0.5], [1.5, -1.0], [0.5, 1.0]]  # out of the picture, but by less than its size
    np.testing.assert_array_equal(visible_path(path, *BOX), path)


def test_a_path_that_leaves_is_cut_off_at_the_size_of_the_picture_beyond_its_edge():
    path = visible_path([[0.5, 1.0], [100.5, 1.0], [0.5, 1.0]], *BOX)
    np.testing.assert_allclose(path, [[0.5, 1.0], [2.0, 1.0]])


def test_a_path_that_starts_far_out_is_left_alone():
    path = [[50.0, 50.0], [0.5, 0.5]]
    np.testing.assert_array_equal(visible_path(path, *BOX), path)
