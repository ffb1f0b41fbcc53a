"""The worlds in which methods fail: each method has one, with another method as its rival, and can be drawn again."""

import numpy as np
import pytest

from mlcore.lectures.which_one.methods import METHODS
from mlcore.lectures.which_one.worlds import WEAK_SPOTS


def test_each_method_has_a_weak_spot_and_its_rival_is_another_method():
    assert list(WEAK_SPOTS) == list(METHODS)
    for name, spot in WEAK_SPOTS.items():
        assert spot.rival in METHODS
        assert spot.rival != name


@pytest.mark.parametrize("name", WEAK_SPOTS)
def test_a_world_has_both_classes_and_can_be_drawn_again(name):
    data, again, other = (WEAK_SPOTS[name].data(400, seed) for seed in (1, 1, 2))
    assert set(data.y) == {-1.0, 1.0}
    assert 0.25 < (data.y > 0).mean() < 0.8
    assert np.array_equal(data.X, again.X)
    assert not np.array_equal(data.X, other.X)
    assert data.X.shape[1] == len(data.feature_names) >= 2
