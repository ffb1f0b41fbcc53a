import numpy as np
import pytest

from mlcore.plots import mixtures as ellipses
from mlcore.show import style


def test_an_ellipse_has_its_radius_everywhere_and_is_closed():
    mean, covariance = np.array([1.0, -2.0]), np.array([[2.0, 0.7], [0.7, 0.5]])
    curve = ellipses.ellipse(mean, covariance, radius=2.0)
    away = curve - mean
    assert (away * np.linalg.solve(covariance, away.T).T).sum(axis=1) == pytest.approx(np.full(73, 4.0))
    assert curve[0] == pytest.approx(curve[-1])
    assert len(ellipses.draw_ellipses([mean], [covariance])) == 2 + 3  # two curves; disc, halo and cross of the centre


def test_soft_colours_are_the_shares_of_the_clusters_colours():
    X, R = np.arange(8.0).reshape(4, 2), np.array([[1, 0], [0, 1], [0.5, 0.5], [0.499, 0.501]])
    marks = ellipses.scatter_soft(X, R)
    found = {tuple(x): (m.color, m.marker) for m in marks for x in m.xy}
    first, second = style.group_look(0), style.group_look(1)
    assert found[0, 1] == (first["color"], first["marker"])
    assert found[2, 3] == (second["color"], second["marker"])
    assert found[4, 5][0] == found[6, 7][0] == "#6A6859"  # half of each
    assert (found[4, 5][1], found[6, 7][1]) == (first["marker"], second["marker"])


def test_no_point_gets_lost_and_marks_are_few():
    rng = np.random.default_rng(0)
    X, R = rng.normal(size=(300, 2)), rng.dirichlet(np.ones(3), 300)
    marks = ellipses.scatter_soft(X, R)
    assert sum(len(m.xy) for m in marks) == 300
    assert len(marks) < 80


def test_densities_have_ticks_from_0_and_their_points_lie_below():
    x, grid = np.array([0.0, 1.0, 3.0]), np.linspace(-1, 4, 11)
    parts = np.column_stack([np.full(11, 0.1), np.full(11, 9.0)])
    panel = ellipses.density_panel(x, np.eye(2)[[0, 1, 1]], grid, parts, top=0.5)
    assert panel.yticks == ((0.0, 0.2, 0.4), ("0", "0.2", "0.4"))
    total, first, second, *points = panel.marks
    assert total.paths[0][:, 1].max() == second.paths[0][:, 1].max() == 1.0  # cut, above the panel
    assert first.paths[0][:, 1].max() == 0.1
    assert all((mark.xy[:, 1] < 0).all() and (mark.xy[:, 1] > panel.ylim[0]).all() for mark in points)
