"""The figures of lecture 15 at their edges: runs that end, points that are equal, and what a start may show."""

import numpy as np
import pytest

from mlcore.lectures import ensembles
from mlcore.show import Bars, Lines

TWO = np.array([-1.0, 1.0])


def longest(live, panel: int) -> int:
    """The number of points of the longest curve of a panel."""
    return max(len(path) for mark in live.panels[panel].marks if isinstance(mark, Lines) for path in mark.paths)


def test_a_run_of_adaboost_that_ends_says_why():
    live = ensembles.rounds()
    assert "this stump has no error, so the run has ended" in live.says(X=np.array([[-1.0, 0], [1, 0]]), y=TWO, k=3)
    assert "No stump is better than a coin, so there is no round." in live.says(X=np.zeros((2, 2)), y=TWO, k=3)
    assert "ended" not in live.says(k=60)


def test_boosting_that_has_nothing_left_over_says_so():
    line = ensembles.descent(np.arange(8.0)[:, None], np.arange(8) % 2)
    assert "No residual is left, so no tree is added." in line.says(t=80, lr=1.0, depth=4)
    assert "No residual" not in ensembles.descent().says(t=80)


def test_no_start_shows_what_the_reader_is_to_predict():
    bars = [mark for mark in ensembles.spread().panels[1].marks if isinstance(mark, Bars)]
    assert [len(mark.boxes) for mark in bars] == [1, 1, 1]
    forest, stages = ensembles.forest(), ensembles.stages()
    assert longest(forest, 1) == 1
    assert longest(stages, 0) == 1
    forest.update(B=60)
    assert longest(forest, 1) == 60


@pytest.mark.filterwarnings("error")
def test_points_without_a_spread_have_axes():
    assert ensembles.descent(np.arange(9.0)[:, None], np.ones(9)).image
    assert ensembles.forest(np.arange(8.0).reshape(4, 2), [0, 0, 0, 1]).image
