"""Further figures of lecture 04: units, dimensions, and a perceptron that never ends."""

import numpy as np
import pytest

from mlcore.lectures import neighbours_perceptron


def test_before_there_is_a_line_the_caption_says_so():
    assert "After 0 updates: no line yet" in neighbours_perceptron.never().says(update=0)
    assert "no line yet" not in neighbours_perceptron.both().says(update=1)


@pytest.mark.parametrize("flat", [0, 1])
def test_a_feature_that_never_changes_has_units_too(flat):
    X = np.random.default_rng(0).normal(size=(20, 2))
    X[:, flat] = 3.0
    live = neighbours_perceptron.units(X, np.arange(20) % 2)
    assert live.error is None
    assert live.at(factor=1.0).radius > 0


def test_the_slider_says_how_many_dimensions_there_are():
    live = neighbours_perceptron.dimensions()
    assert live.controls["d"].value == 2
    assert live.at(d=1000).distances.std() < 0.1 * live.at(d=2).distances.std()
    with pytest.raises(ValueError, match="none of the choices"):
        live.at(d=4)
