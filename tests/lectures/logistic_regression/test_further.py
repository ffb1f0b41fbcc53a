"""What the figures of lecture 06's Further sections show beside what their text claims."""

import numpy as np
import pytest

from mlcore.lectures import logistic_regression
from mlcore.lectures.logistic_regression.further import tangent_lines


def test_a_tangent_touches_its_curve_wherever_it_leads():
    live = logistic_regression.tangents()
    for name, curve in logistic_regression.CURVES.items():
        for start in (-4.0, 0.0, 4.0, 8.0):
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
