"""What the figures of lecture 06's Further sections show beside what their text claims."""

import numpy as np
import pytest

from mlcore.lectures import logistic_regression
from mlcore.lectures.logistic_regression.further import lead, tangent_lines


def test_a_tangent_touches_its_curve_wherever_it_leads():
    live = logistic_regression.tangents()
    for name, curve in logistic_regression.CURVES.items():
        for start in (-4.0, 0.0, 5.0, 8.0):
            states = live.at(curve=name, start=start, step=12).states
            for state, (x0, y0, x1, y1) in zip(states, tangent_lines(states, -26, 30), strict=False):
                if -26 < state.x < 30:
                    assert (x0, y0) == pytest.approx((state.x, curve.g(state.x)))
                    assert x1 == x0 or (y1 - y0) / (x1 - x0) == pytest.approx(curve.slope(state.x), rel=1e-6)
                    assert abs(x1) > 25 or y1 == pytest.approx(0, abs=1e-9)


def test_points_on_one_line_get_a_sentence():
    with pytest.raises(ValueError, match="lie on one line"):
        logistic_regression.apart([[0.0, 0], [1, 1], [2, 2], [3, 3]], [0, 1, 0, 1])


def test_a_class_without_points_gets_a_sentence():
    live = logistic_regression.apart()
    X, y = live.values["X"], live.values["y"]
    for left in (y > 0, np.zeros(len(y), bool)):
        with pytest.raises(ValueError, match="Two classes are needed"):
            live.at(X=X[left], y=y[left])


def test_the_score_by_hand_is_halfway_between_the_averages():
    live = logistic_regression.handmade()
    s = live.at(k=1)
    assert s.signs.tolist() == [-1] + [0] * 10  # george
    assert s.scores[:2] == pytest.approx([-0.635, 0.635])
    assert s.frequencies.sum() == pytest.approx(100 * 5 / 11)  # free, you, your, free and ! of eleven words


def test_the_ring_stands_at_the_threshold_of_the_points_as_they_lie():
    live = logistic_regression.far_point()
    spots = live.values["spots"].copy()
    spots[:, 0] += 1.0
    moved, other = live.at(distance=8.0, spots=spots), live.at(distance=12.0, spots=spots)
    assert np.array_equal(moved.paths, other.paths)
    assert other.paths[:, other.now] == pytest.approx(other.cuts)
    assert moved.heights == live.at(distance=8.0).heights  # the axes stand still under a drag
    assert moved.paths[:, moved.now] == pytest.approx(moved.cuts)
    assert live.at(distance=8.0).paths[:, moved.now] != pytest.approx(moved.cuts)


def test_who_says_yes_is_what_is_shaded():
    s = logistic_regression.rivals().at(lam=1.0)
    scores = s.window @ s.one[0].T + s.one[1]
    assert np.array_equal(s.yes(s.window), (scores > 0).sum(axis=1))
    ahead = lead(s.window @ s.all[0].T + s.all[1])
    assert ((ahead > 0).sum(axis=1) <= 1).all()
    assert (ahead > 0).any(axis=0).all()
    wrong = tuple(int((scores(s.X).argmax(axis=1) != s.y).sum()) for scores in (s.single, s.together))
    assert s.errors == wrong
    largest = logistic_regression.rivals().at(lam=1.0, rule="largest")
    assert len(largest.draw()[0].marks) < len(s.draw()[0].marks)  # nobody's region and the dark ones are gone


def test_a_class_of_several_without_points_gets_a_sentence():
    live = logistic_regression.rivals()
    X, y = live.values["X"], live.values["y"]
    with pytest.raises(ValueError, match="Each class needs a point"):
        live.at(X=X[y != 1], y=y[y != 1])
