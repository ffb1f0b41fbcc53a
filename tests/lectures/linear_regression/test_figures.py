"""The figures of lecture 02 at the places where a reader may stand."""

import re
from pathlib import Path

import numpy as np
import pytest

from mlcore.lectures import linear_regression
from mlcore.linear import descent

TEXT = Path(__file__).parents[3] / "notebooks" / "text" / "02_linear_regression.md"


def within(panel, xy) -> bool:
    (x, y), (a, b), (low, high) = xy, panel.xlim, panel.ylim
    return a <= x <= b and low <= y <= high


@pytest.mark.parametrize("tilt", [-1.2, 1.2])
@pytest.mark.parametrize("sigma", [0.3, 1.0, 3.0])
def test_the_likelihood_of_the_worst_line_is_in_the_picture(sigma, tilt):
    live = linear_regression.bells()
    live.update(sigma=sigma, w=tilt)
    right = live.panels[1]
    assert within(right, np.ravel(right.marks[-1].xy))


def test_bells_want_an_input_that_varies():
    with pytest.raises(ValueError, match="take an input that varies"):
        linear_regression.bells(np.ones((10, 1)), np.arange(10.0))
    level = linear_regression.bells(np.arange(10.0)[:, None], np.ones(10))
    assert "nan" not in level.description


def test_the_plane_is_whole_from_every_side():
    live = linear_regression.projection()
    for turn in (-90, -60, -45, 0, 45, 90):
        live.update(turn=turn, tilt=90)
        left = live.panels[0]
        assert all(within(left, corner) for corner in left.marks[0].rings[0])


def test_at_the_lowest_point_there_is_no_direction():
    live = linear_regression.direction()
    assert "the gradient is (−14.18, −8.748)" in live.description
    assert "the gradient is 0 here" in live.says(here=live.at().bowl.lowest[None])


def test_curves_are_drawn_as_far_as_the_slider_has_come():
    for figure, name, ends in (
        (linear_regression.direction, "angle", (0, 360)),
        (linear_regression.race, "lr", (0.01, 1.9)),
        (linear_regression.decay, "decay", (0.001, 3.0)),
        (linear_regression.printed_rate, "n", (5, 200)),
    ):
        live = figure()
        longest = []
        for end in ends:
            live.update(**{name: end})
            panel = live.panels[0 if figure is linear_regression.printed_rate else 1]
            longest.append(max(len(path) for mark in panel.marks for path in getattr(mark, "paths", ())))
        assert longest[0] <= 2 < longest[1]  # a level line has two points


def test_the_race_is_judged_by_the_best_rate_of_each():
    live = linear_regression.race()
    assert "all 40 a step 0.85 (best so far 0.85 at η = 0.010)" in live.description
    assert "best so far 0.038 at η = 0.40); 1 a step blown up (best so far 0.0026 at η = 0.10)" in live.says(lr=1.9)


def test_captions_say_one_point_and_minus():
    live = linear_regression.descent()
    assert "; 1 point a step;" in live.says(batch=1)
    assert re.search("b = −.* w = −", live.says(lr=1.0, step=2))


def test_the_schedules_bear_the_number_of_their_equation():
    number = re.search(r"\(\\text\{sqrt\}\)\. \\tag\{(.*?)\}", TEXT.read_text("utf-8"))
    assert number
    line = next(line for line in Path(descent.__file__).read_text("utf-8").splitlines() if "SCHEDULES[" in line)
    assert f"({number[1]})" in line


def test_b_and_w_of_other_data_are_said_in_their_units_and_those_of_the_lecture_are_not():
    x = np.array([100.0, 200, 300, 500])
    for figure in (linear_regression.descent, linear_regression.direction):
        assert "b is the line's height at x = 200, and w its rise per 100." in figure(x, 3 + x / 100).says()
        assert "height at" not in figure().says()
    assert "height at" not in linear_regression.descent(x, 3 + x / 100).says(standardise=True)
    s = linear_regression.descent(x, 3 + x / 100)
    assert np.allclose(s.at().bowl.lowest, (5, 1))  # 3 + 200/100, and 100/100
