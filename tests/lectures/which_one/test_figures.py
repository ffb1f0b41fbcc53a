"""The figures of lecture 19 beyond what every figure is tested for."""

import numpy as np
import pytest

from mlcore.lectures import which_one
from mlcore.lectures.which_one.draws import SETTINGS, SPLITS, Setting
from mlcore.lectures.which_one.figures import PAIRED
from mlcore.lectures.which_one.methods import METHODS
from mlcore.lectures.which_one.tables import KNOWN, NAMES, bayes_error
from mlcore.lectures.which_one.verdicts import told_apart
from mlcore.show.marks import Points, Segments


def test_one_table_shows_the_stored_errors_of_its_setting():
    live = which_one.one_table()
    state = live.at(table="digits", n=200, flips=20)
    expected = which_one.stored()[0][SETTINGS.index(Setting("digits", 200, 0.2))]
    assert np.array_equal(state.errors, expected)
    assert state.errors.shape == (SPLITS, len(METHODS))
    means = state.errors.mean(axis=0)
    assert means[state.best] - means.min() < 1e-12  # of equal ones the first
    lowest = f"{list(METHODS)[state.best]}, {100 * state.errors[:, state.best].mean():.1f} %"
    assert lowest in live.says(table="digits", n=200, flips=20)


def test_a_table_that_is_too_small_says_so_and_shows_its_largest_size():
    live = which_one.one_table()
    assert "The table is too small for 200" in live.says(table="iris", n=200)
    assert np.array_equal(live.at(table="iris", n=200).errors, live.at(table="iris", n=70).errors)
    assert "too small" not in live.says(table="iris", n=70)


def test_filled_and_empty_markers_are_those_of_the_rule():
    state = which_one.one_table().at(table="digits", n=200)
    filled, empty = (m for m in state.draw()[0].marks if isinstance(m, Points))
    assert np.array_equal(state.told, told_apart(state.errors))
    assert len(filled.xy) == (~state.told).sum()
    assert len(empty.xy) == state.told.sum() > 0


def test_the_thin_line_of_a_difference_is_above_0_where_the_method_is_told_from_the_best():
    live = which_one.one_table()
    for setting in SETTINGS:
        state = live.at(table=setting.table, n=setting.n, flips=round(100 * setting.flips))
        lines = [m for m in state.draw()[1].marks if isinstance(m, Segments)]
        assert np.array_equal(lines[-1].ends[:, 0] > 1e-9, state.told)
    assert 0 < state.told.sum() < len(METHODS)


def test_splits_with_the_same_errors_are_one_dot_whose_area_is_their_number():
    live = which_one.paired()
    for table in NAMES:
        state = live.at(table=table)
        dots = [m for m in state.draw()[0].marks if isinstance(m, Points)]
        single = dots[-1].size
        assert single == min(m.size for m in dots)
        assert sum(len(m.xy) * (m.size / single) ** 2 for m in dots) == pytest.approx(SPLITS)
        assert len(np.unique(np.vstack([m.xy for m in dots]), axis=0)) == len(np.unique(state.pair, axis=0))
        assert [m.label for m in dots if m.label] == [dots[-1].label]
        big = dots[0]
        assert (state.pair == big.xy[0]).all(axis=1).sum() == pytest.approx((big.size / single) ** 2)


def test_the_known_world_alone_has_its_bayes_error():
    live = which_one.one_table()
    for table in NAMES:
        lines = [
            m for m in live.at(table=table).draw()[0].marks if isinstance(m, Segments) and m.label == "Bayes error"
        ]
        assert len(lines) == (table == KNOWN)
        assert all(line.ends[0, 0] == pytest.approx(bayes_error()) for line in lines)


def test_the_difference_of_a_method_and_itself_is_0():
    live = which_one.paired()
    same = live.at(first="tree", second="tree")
    assert same.together == 0
    assert same.lower == (0, 0)
    assert same.apart > 0
    state = live.at()
    a, b = state.pair.T
    expected = np.sqrt(a.var(ddof=1) + b.var(ddof=1) - 2 * np.cov(a, b)[0, 1])
    assert state.together == pytest.approx(expected)  # (19.3)


def test_all_tables_count_on_how_many_each_is_level():
    state = which_one.all_tables().at(n=25, flips=20)
    assert state.means.shape == state.told.shape == (len(NAMES), len(METHODS))
    setting = Setting("digits", 25, 0.2)
    errors = which_one.stored()[0][SETTINGS.index(setting)]
    assert np.array_equal(state.told[NAMES.index("digits")], told_apart(errors))
    assert np.allclose(state.means[NAMES.index("digits")], errors.mean(axis=0))
    assert state.level.max() <= len(NAMES)
    assert (state.level == len(NAMES) - state.told.sum(axis=0)).all()


def test_a_weak_spot_shows_the_fits_whose_errors_are_stored():
    live = which_one.weak_spots()
    state = live.at(method="logistic regression", seed=3)
    errors = which_one.stored_spots()[0][list(METHODS).index("logistic regression"), 3]
    assert f"{100 * errors[0]:.1f} % of 1000 new points wrong" in live.says(method="logistic regression", seed=3)
    first, second = (field[:, 1] for field in state.fields)
    assert 0 < first.mean() < 1
    assert (first != second).mean() > 0.1


@pytest.mark.parametrize("method", METHODS)
def test_a_weak_spot_draws_its_examples_once_each_and_the_wrong_answers_of_a_hundred_new_points(method):
    state = which_one.weak_spots().at(method=method, seed=2)
    for panel, wrong in zip(state.draw()[:2], state.wrong, strict=True):
        drawn = [mark.xy for mark in panel.marks if isinstance(mark, Points)]
        assert all(xy.shape[1:] == (2,) for xy in drawn)
        assert sum(map(len, drawn)) == len(state.examples.y) + len(wrong)
    k = list(METHODS).index(method)
    shares = [len(wrong) / 100 for wrong in state.wrong]
    assert shares == pytest.approx(which_one.stored_spots()[0][k, 2].tolist(), abs=0.15)  # of a thousand


def test_a_method_beside_itself_is_told_in_other_words():
    assert "beside itself" in which_one.paired().says(first="tree", second="tree")


def test_all_points_and_bars_of_the_pairs_fit_into_axes_that_stand_still():
    live = which_one.paired()
    for table in NAMES:
        frames = set()
        for first in PAIRED:
            for second in PAIRED:
                state = live.at(first=first, second=second, table=table)
                low, high, top = state.frame()
                frames.add((low, high, top))
                assert max(state.apart, state.together) < top
                assert low < state.pair.min() < state.pair.max() < high
        assert len(frames) == 1
