"""Further figures of lecture 03: the answer on the edge of the disc, one line that moves, every point left out once."""

import numpy as np
import pytest

from mlcore.lectures import complexity


def within(panel, xy) -> bool:
    (x, y), (a, b), (low, high) = xy, panel.xlim, panel.ylim
    return a <= x <= b and low <= y <= high


@pytest.mark.parametrize("degree", [1, 9])
def test_no_part_hides_under_the_square(degree):
    live = complexity.folds()
    live.update(degree=degree)
    dots, _, square = live.panels[1].marks
    assert np.abs(dots.xy[:, 0] - square.xy[0, 0]).min() > 0.2
    assert dots.xy[:, 0].min() > live.panels[1].xlim[0]


def test_the_disc_wants_two_columns():
    with pytest.raises(ValueError, match="give two columns"):
        complexity.disc(np.ones((5, 1)), np.arange(5.0))


def test_the_answer_is_in_the_picture_and_the_pull_upright_on_the_edge():
    live = complexity.disc()
    s = live.state
    for radius in s.radii[[0, 20, 44, -1]]:
        live.update(radius=float(radius))
        left, right = live.panels
        assert within(left, left.marks[-1].xy[0])
        assert within(right, right.marks[-1].xy[0])
        p = live.state
        cross = p.downhill[0] * p.w[1] - p.downhill[1] * p.w[0]
        assert abs(cross) < 1e-6 * np.abs(p.gram).max() * p.radius


def test_a_shift_moves_one_line_only():
    far = complexity.intercept().at(shift=100.0)
    assert far.slopes[-1] == pytest.approx([1.2963, 16.965], abs=1e-3)


def test_every_point_is_left_out_once():
    s = complexity.folds().at(degree=2, K=10)
    assert np.bincount(s.parts).sum() == 442
    off = np.concatenate([s.data.y[s.parts == k] - f(s.data.X[s.parts == k, 0]) for k, f in enumerate(s.fits)])
    assert s.mean[1] == pytest.approx(complexity.rms(off))


def test_few_points_allow_few_degrees():
    live = complexity.folds([0.0, 1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 2.0, 1.0, 3.0])
    assert live.controls["degree"].max == 2
    with pytest.raises(ValueError, match="3 at least"):
        complexity.folds([0.0, 1.0], [1.0, 2.0])
