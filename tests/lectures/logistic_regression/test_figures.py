"""What the figures of lecture 06 show beside what their text claims: dragged points, far starts, nobody's region."""

import numpy as np
import pytest

from mlcore import show
from mlcore.lectures import logistic_regression
from mlcore.lectures.logistic_regression import further, softmax


def test_the_factor_changes_no_answer_and_every_probability():
    live = logistic_regression.certainty()
    low, high = live.at(scale=0.1), live.at(scale=10.0)
    assert np.array_equal(low.scores(low.data.X) > 0, high.scores(high.data.X) > 0)
    assert (np.abs(high.p - 0.5) > np.abs(low.p - 0.5)).all()


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


def test_a_walk_starts_where_the_reader_has_put_it():
    live, start = logistic_regression.surface(), np.array([[-3.0, 5.0]])
    for method in logistic_regression.METHODS.values():
        states = live.at(method=method, start=start, step=3).states
        assert states[0].w.tolist() == [-3, 5]
    assert "leaves all bounds" in live.says(method="Newton", start=start, step=30)
    assert "arrived" in live.says(method="halved", start=start, step=30)
    assert "the last step led up" in live.says(lr=100.0, step=1)


def test_spots_that_are_cut_share_their_letters():
    live = logistic_regression.certainty()
    live.update(scale=10.0)
    words = [mark.words for mark in live.panels[1].marks if isinstance(mark, show.Text)]
    assert words == [["C"], ["A, B"]]


def test_a_tangent_touches_its_curve_wherever_it_leads():
    live, tangent_lines = logistic_regression.tangents(), further.tangent_lines
    for name, curve in further.CURVES.items():
        for start in (-4.0, 0.0, 4.0, 8.0):
            states = live.at(curve=name, start=start, step=12).states
            for state, (x0, y0, x1, y1) in zip(states, tangent_lines(states, -26, 30), strict=False):
                if -26 < state.x < 30:
                    assert (x0, y0) == pytest.approx((state.x, curve.g(state.x)))
                    assert x1 == x0 or (y1 - y0) / (x1 - x0) == pytest.approx(curve.slope(state.x), rel=1e-6)
                    assert abs(x1) > 25 or y1 == pytest.approx(0, abs=1e-9)


def test_data_on_which_no_leap_is_determined_get_a_sentence_of_the_figure():
    with pytest.raises(ValueError, match="lie on one line"):
        logistic_regression.apart([[0.0, 0], [1, 1], [2, 2], [3, 3]], [0, 1, 0, 1])
    with pytest.raises(ValueError, match="All inputs are the same"):
        logistic_regression.surface(np.ones(6), [0, 1, 0, 1, 0, 1])


def test_separable_classes_on_a_line_get_a_penalty_and_a_word():
    x = np.arange(8.0)
    live = logistic_regression.surface(x, (x > 3).astype(int))
    assert "A penalty λ = 1, as these classes are separable." in live.description
    assert live.at(method="Newton", step=20).now.converged


def test_who_says_yes_is_what_is_shaded():
    s = logistic_regression.rivals().at(lam=1.0)
    scores = s.window @ s.one[0].T + s.one[1]
    assert np.array_equal(s.yes(s.window), (scores > 0).sum(axis=1))
    lead = softmax.lead(s.window @ s.all[0].T + s.all[1])
    assert ((lead > 0).sum(axis=1) <= 1).all()
    assert (lead > 0).any(axis=0).all()


def test_a_class_without_points_gets_a_sentence():
    live = logistic_regression.rivals()
    X, y = live.values["X"], live.values["y"]
    with pytest.raises(ValueError, match="Each class needs a point"):
        live.at(X=X[y != 1], y=y[y != 1])
    apart = logistic_regression.apart()
    for left in (apart.values["y"] > 0, np.zeros(len(apart.values["y"]), bool)):
        with pytest.raises(ValueError, match="Two classes are needed"):
            apart.at(X=apart.values["X"][left], y=apart.values["y"][left])


def test_the_score_by_hand_is_halfway_between_the_averages():
    live = logistic_regression.handmade()
    s = live.at(k=1)
    assert s.signs.tolist() == [-1] + [0] * 10  # george
    assert s.scores[:2] == pytest.approx([-0.635, 0.635])
    assert s.frequencies.sum() == pytest.approx(100 * 5 / 11)  # free, you, your, free and ! of eleven words
