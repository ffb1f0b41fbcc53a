"""The rubric: eight steps, twenty points, and points that a step cannot have are refused."""

import pytest

from mlcore.lectures.which_one.capstone import RUBRIC, points, rubric

FULL = {step.number: float(step.points) for step in RUBRIC}


def test_eight_steps_have_twenty_points_and_the_most_are_for_the_test_rows():
    assert list(FULL) == list(range(1, 9))
    assert points(FULL) == 20
    assert max(FULL, key=lambda number: FULL[number]) == 3


def test_half_of_a_step_and_none_of_it_can_be_given():
    assert points(FULL | {6: 1.5, 3: 0}) == 14.5


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({1: 2}, "Give points for the steps 1, 2, 3"),
        (FULL | {9: 1}, r"here are \[1, 2, 3, 4, 5, 6, 7, 8, 9\]"),
        (FULL | {3: 5}, "Step 3 has 4 points: give 4, 2 or 0, and not 5"),
        (FULL | {1: -1}, "and not -1"),
    ],
)
def test_points_that_cannot_be_are_refused(marks, words):
    with pytest.raises(ValueError, match=words):
        points(marks)


def test_the_table_has_a_row_for_each_step():
    text = repr(rubric())
    assert all(step.title in text and step.half in text for step in RUBRIC)
