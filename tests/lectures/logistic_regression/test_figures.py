"""What the figures of lecture 06 show beside what their text claims: dragged points, far starts, nobody's region."""

import numpy as np
import pytest

from mlcore import show
from mlcore.lectures import logistic_regression
from mlcore.lectures.logistic_regression.figures import METHODS, lead


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
    for method in METHODS.values():
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


def test_separable_classes_on_a_line_get_a_penalty_and_a_word():
    x = np.arange(8.0)
    live = logistic_regression.surface(x, (x > 3).astype(int))
    assert "A penalty λ = 1, as these classes are separable." in live.description
    assert live.at(method="Newton", step=20).now.converged


def test_who_says_yes_is_what_is_shaded():
    s = logistic_regression.rivals().at(lam=1.0)
    scores = s.window @ s.one[0].T + s.one[1]
    assert np.array_equal(s.yes(s.window), (scores > 0).sum(axis=1))
    ahead = lead(s.window @ s.all[0].T + s.all[1])
    assert ((ahead > 0).sum(axis=1) <= 1).all()
    assert (ahead > 0).any(axis=0).all()


def test_inputs_that_are_all_the_same_get_a_sentence():
    with pytest.raises(ValueError, match="All inputs are the same"):
        logistic_regression.surface(np.ones(6), [0, 1, 0, 1, 0, 1])


def test_a_class_without_points_gets_a_sentence():
    live = logistic_regression.rivals()
    X, y = live.values["X"], live.values["y"]
    with pytest.raises(ValueError, match="Each class needs a point"):
        live.at(X=X[y != 1], y=y[y != 1])
