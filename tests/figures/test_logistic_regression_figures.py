"""What the figures of lecture 06 show beside what their text claims: dragged points, far starts, nobody's region."""

import numpy as np
import pytest

from mlcore.figures import logistic_regression, logistic_regression_further, logistic_regression_softmax


def test_the_factor_changes_no_answer_and_every_probability():
    live = logistic_regression.certainty()
    low, high = live.at(scale=0.1), live.at(scale=10.0)
    assert np.array_equal(low.scores(low.data.X) > 0, high.scores(high.data.X) > 0)
    assert (np.abs(high.p - 0.5) > np.abs(low.p - 0.5)).all()


def test_the_ring_stands_at_the_threshold_of_the_points_as_they_lie():
    live = logistic_regression.far_point()
    spots = live.values["spots"].copy()
    spots[:, 0] += 1.0
    moved = live.at(distance=8.0, spots=spots)
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


def test_separable_classes_on_a_line_get_a_penalty_and_a_word():
    x = np.arange(8.0)
    live = logistic_regression.surface(x, (x > 3).astype(int))
    assert "A penalty λ = 1, as these classes are separable." in live.description
    assert live.at(method="Newton", step=20).now.converged


def test_who_says_yes_is_what_is_shaded():
    s = logistic_regression_softmax.rivals().at(lam=1.0)
    scores = s.window @ s.one[0].T + s.one[1]
    assert np.array_equal(s.yes(s.window), (scores > 0).sum(axis=1))
    lead = logistic_regression_softmax.lead(s.window @ s.all[0].T + s.all[1])
    assert ((lead > 0).sum(axis=1) <= 1).all()
    assert (lead > 0).any(axis=0).all()


def test_a_class_without_points_gets_a_sentence():
    live = logistic_regression_softmax.rivals()
    X, y = live.values["X"], live.values["y"]
    with pytest.raises(ValueError, match="Each class needs a point"):
        live.at(X=X[y != 1], y=y[y != 1])


def test_the_score_by_hand_is_halfway_between_the_averages():
    live = logistic_regression_further.handmade()
    s = live.at(k=1)
    assert s.signs.tolist() == [-1] + [0] * 10  # george
    assert s.scores[:2] == pytest.approx([-0.635, 0.635])
    assert s.frequencies.sum() == pytest.approx(100 * 5 / 11)  # free, you, your, free and ! of eleven words
