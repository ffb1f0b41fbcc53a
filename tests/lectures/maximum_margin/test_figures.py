"""The figures of lecture 10 beyond what every figure is tested for."""

import numpy as np
import pytest

from mlcore.lectures import maximum_margin, soft_margin


def test_a_perceptron_that_is_back_at_0_has_the_margin_0():
    """On equal points of two classes each second step undoes the one before."""
    live = maximum_margin.orders(np.ones((2, 2)), ["a", "b"])
    s = live.at(k=20)
    assert not any(w.any() for w, _ in s.lines)
    assert not s.margins.any()
    assert "wrong side" in live.says(k=20)


@pytest.mark.parametrize("figure", [maximum_margin.street, maximum_margin.hulls, soft_margin.street])
@pytest.mark.parametrize("left", [0, 1])
def test_without_two_classes_the_sentence_is_true_of_none_as_of_one(figure, left):
    live = figure()
    with pytest.raises(ValueError, match=r"^Two classes are needed: double-click adds a point of the class chosen"):
        live.at(X=np.zeros((left, 2)), y=np.ones(left))


def test_a_point_that_is_added_beside_the_line_lands_on_it():
    live = maximum_margin.spaces()
    live.update(X=[[-1.5, 0.6], [0.3, -2.0]], y=[1, -1])
    assert np.allclose(live.values["X"], [[-1.5, 0], [0.3, 0]])
