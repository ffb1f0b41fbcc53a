"""The figures of lecture 18 beyond what every figure is tested for."""

import numpy as np
import pytest

from mlcore.lectures import mixtures


@pytest.mark.parametrize("X", [np.ones((10, 2)), np.ones((1, 2)), np.eye(2)], ids=["equal", "one", "two"])
def test_fewer_different_points_than_K_get_a_sentence(X):
    words = "2 different points" if len(X) == 2 else "1 different point: take K smaller"
    with pytest.raises(ValueError, match=rf"^K is \d, but .* only {words}"):
        mixtures.plane(X)


def test_the_caption_of_the_spike_has_one_minus_and_plain_numbers():
    says = mixtures.spike().says
    assert says(floor=10**0.5).startswith("Floor 3.2, step 0")
    assert says(floor=1e-6).startswith("Floor 1.0e−06, step 0")
    assert "-" not in says(floor=1e-10, step=12).replace("log-likelihood", "")


def test_a_place_goes_to_the_nearest_round_step():
    slider = mixtures.climb().view.controls["start"]
    assert slider.step == 0.1
    assert np.isclose(slider.start * 10, round(slider.start * 10))
