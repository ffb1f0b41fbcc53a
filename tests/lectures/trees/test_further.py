"""The figures of the Further sections of lecture 14: what a start may show."""

from mlcore.lectures import trees
from mlcore.show import Lines


def test_no_start_shows_what_the_reader_is_to_predict():
    assert trees.steps().state.depth == 0
    curve = next(mark for mark in trees.turned().panels[1].marks if isinstance(mark, Lines))
    assert len(curve.paths[0]) == 1
