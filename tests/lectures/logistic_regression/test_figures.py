"""What the figures of lecture 06 show beside what their text claims: far starts, scores of any size, groups of p."""

import numpy as np
import pytest

from mlcore import show
from mlcore.lectures import logistic_regression
from mlcore.lectures.logistic_regression.figures import METHODS


def test_the_factor_changes_no_answer_and_every_probability():
    live = logistic_regression.certainty()
    low, high = live.at(scale=0.1), live.at(scale=10.0)
    assert np.array_equal(low.scores(low.data.X) > 0, high.scores(high.data.X) > 0)
    assert (np.abs(high.p - 0.5) > np.abs(low.p - 0.5)).all()


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


def test_inputs_that_are_all_the_same_get_a_sentence():
    with pytest.raises(ValueError, match="All inputs are the same"):
        logistic_regression.surface(np.ones(6), [0, 1, 0, 1, 0, 1])


def test_no_score_is_cut_and_no_sum_of_exponentials():
    live = logistic_regression.shares()
    for values in (
        dict(shift=3.0, sharpness=10.0),
        dict(sharpness=0.1),
        dict(airplane=-3.0, shift=-3.0, sharpness=10.0),
    ):
        s = live.at(**values)
        low, high = s.draw()[0].ylim
        assert low < min(s.scores.min(), 0)
        assert high > max(s.scores.max(), s.lse)


def test_the_groups_of_a_reliability_diagram_hold_every_row_once():
    s = logistic_regression.calibration().at(lam=1.0)
    mean_p, share, many = s.groups.T
    assert many.sum() == len(s.y) == 20 * s.rows
    assert (mean_p * many).sum() == pytest.approx((1 / (1 + np.exp(-s.scores[s.now]))).sum())
    assert (share * many).sum() == pytest.approx((s.y > 0).sum())
