"""The figures of lecture 09: a mouse can reach what the text names, and captions fit at the ends."""

import numpy as np
import pytest

from mlcore.duality import kkt_residuals, solve_qp
from mlcore.lectures import constraints
from mlcore.lectures.constraints.figures import SIDES, nearest


def test_a_hand_that_is_a_pixel_off_reaches_the_solutions():
    off = np.array([[0.024, -0.024]])
    s = constraints.tangency().at(w=np.array([[2.0, 2.0]]) + off, beta=-4.0)
    assert s.left_over.tolist() == [0, 0]
    assert s.w.sum() == 4
    held = constraints.conditions().says(x=np.array([[2.0, 1.0]]) + off, alpha1=1.0, alpha2=0.0, h1=3.0)
    assert "all four conditions hold" in held


def test_the_solutions_have_none_one_and_two_active_constraints():
    for h1 in np.arange(0, 7.1, 0.5):
        for h2 in np.arange(-2, 4.1, 0.5):
            end = solve_qp(*nearest(np.array([h1, h2])))
            by_hand = max(0, (5 - h1) / 2), max(0, (1 - h2) / 2)  # the sides are perpendicular: each acts by itself
            assert end.inequality_multipliers == pytest.approx(by_hand, abs=1e-3)
            assert end.x == pytest.approx([3, 2] - np.array(by_hand) @ SIDES, abs=1e-3)


def test_both_diamonds_of_the_dual_stay_in_the_picture():
    for live, alphas in ((constraints.dual(), constraints.ALPHAS), (constraints.gap(), constraints.MULTIPLIERS)):
        for a in (-1.0, 0.0, 1.0):
            state = live.at(a=a, alpha=float(alphas[-1]))
            assert state.draw()[1].ylim[0] < state.value < state.draw()[1].ylim[1]


def test_points_that_no_line_separates_have_no_street():
    live = constraints.without_one(np.array([[0, 0], [1, 1], [0, 1], [1, 0.0]]), np.array([1, 1, -1, -1]))
    assert live.description == "No line separates these points, so there is no street."


def test_the_street_of_two_points_by_hand():
    P, q, G, h = constraints.street_as_qp(np.array([[2.0], [-1.0]]), np.array([1.0, -1.0]))
    assert P.tolist() == [[1, 0], [0, 0]]
    assert q.tolist() == [0, 0]
    assert G.tolist() == [[-2, -1], [-1, 1]]
    assert h.tolist() == [-1, -1]
    end = solve_qp(P, q, G, h)  # w = 2/3, b = -1/3: both points on the edge
    assert end.x == pytest.approx([2 / 3, -1 / 3], abs=1e-6)
    assert kkt_residuals(P, q, G, h, end.x, end.inequality_multipliers).largest < 1e-6


def test_a_multiplier_of_0_is_told_in_its_own_words():
    live = constraints.penalty()
    assert "pays nothing" in live.says(alpha=0.0)
    assert "pays 8.00 and not ∞" in live.says(alpha=8.0)
