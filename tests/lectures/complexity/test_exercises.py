"""Exercises of lecture 03: a number that was measured gets its own hint, whatever the sample was."""

import numpy as np
import pytest

from mlcore import datasets
from mlcore.check import check
from mlcore.check.registry import find
from mlcore.check.withheld import from_json, to_json
from mlcore.linear import fit_polynomial


@pytest.mark.parametrize("first", [0, 1000])
def test_a_measured_mean_square_is_told_so(first):
    squares = []
    for seed in range(first, first + 1000):
        people = datasets.heights(12, 2.0, seed)
        fit = fit_polynomial(people.X[:, 0], people.y, 5)
        squares.append(np.mean((people.y - fit(people.X[:, 0])) ** 2))
    assert np.std(squares) / np.sqrt(1000) == pytest.approx(0.04, abs=0.005)
    assert "looks measured" in check("lin-11b", float(np.mean(squares))).words
    assert "looks measured" not in check("lin-11b", 7 / 3).words
    assert check("lin-11b", 2).status == "right"


def test_a_hand_out_keeps_the_room_for_measured_numbers():
    task = find("lin-11b")
    assert [m.within for m in from_json(to_json(task)).mistakes] == [m.within for m in task.mistakes]
    assert any(m.within > 0 for m in task.mistakes)
