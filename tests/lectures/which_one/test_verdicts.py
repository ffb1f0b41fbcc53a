"""What may be said of errors over splits: the best, and who is told from it."""

import numpy as np

from mlcore.lectures.which_one.exercises import level_with_the_best
from mlcore.lectures.which_one.tables import KNOWN
from mlcore.lectures.which_one.verdicts import best_of, but_for_the_ends, rarer_class, told_apart


def splits(*pairs) -> np.ndarray:
    """Errors of two methods on 20 splits: so many times each pair."""
    return np.repeat([pair for pair, _ in pairs], [times for _, times in pairs], axis=0)


def test_on_19_of_20_splits_a_method_is_told_from_the_best_and_on_18_it_is_not():
    assert told_apart(splits(((0.1, 0.2), 19), ((0.1, 0.05), 1))).tolist() == [False, True]
    assert told_apart(splits(((0.1, 0.2), 18), ((0.1, 0.05), 2))).tolist() == [False, False]


def test_splits_with_equally_many_errors_speak_for_nobody():
    assert told_apart(splits(((0.1, 0.2), 18), ((0.1, 0.1), 2))).tolist() == [False, False]
    assert told_apart(splits(((0.1, 0.1 + 1e-12), 20))).tolist() == [False, False]


def test_of_equal_means_the_first_is_the_best():
    assert best_of(splits(((0.2, 0.2), 20))) == 0
    assert best_of(splits(((0.2, 0.1), 20))) == 1
    assert best_of(np.array([[0.1, 0.2], [0.2, 0.1]])) == 0


def test_the_exercise_has_the_same_rule():
    errors = np.round(0.2 + np.random.default_rng(0).uniform(0, 0.05, (20, 6)), 3)
    errors[:, 3] += 0.06
    assert np.array_equal(level_with_the_best(errors), ~told_apart(errors))
    assert told_apart(errors)[3]


def test_without_the_ends_what_is_left_is_above_0_just_where_a_method_is_told_from_the_best():
    draw = np.random.default_rng(0)
    for R in (20, 50, 150, 199, 200):
        for more in range(int(0.9 * R), R + 1):  # so many splits on which the second has more errors
            errors = np.zeros((R, 2))
            errors[:, 1] = draw.permutation(
                np.repeat([3.0, -1.0, 0.0], [more, (R - more) // 2, R - more - (R - more) // 2])
            )
            low, high = but_for_the_ends(errors - errors[:, [best_of(errors)]])
            assert best_of(errors) == 0
            assert (low[1] > 0) == told_apart(errors)[1] == (more >= 0.95 * R)
            assert high[1] == 3
    assert but_for_the_ends(np.arange(200.0)[:, None])[0] == 10
    assert but_for_the_ends(np.arange(200.0)[:, None])[1] == 189


def test_who_always_says_the_more_frequent_class_errs_on_the_rarer_one():
    assert rarer_class("iris") == 1 / 3
    assert rarer_class("diabetes") == rarer_class(KNOWN) == 0.5
