"""The figures of lecture 18's Further sections beyond what every figure is tested for."""

import numpy as np
import pytest

from mlcore.lectures import mixtures


@pytest.mark.parametrize("figure", [mixtures.restarts, mixtures.soft])
@pytest.mark.parametrize("X", [np.ones((10, 2)), np.ones((1, 2)), np.eye(2)], ids=["equal", "one", "two"])
def test_fewer_different_points_than_K_get_a_sentence(figure, X):
    words = "2 different points" if len(X) == 2 else "1 different point: take K smaller"
    with pytest.raises(ValueError, match=rf"^K is \d, but .* only {words}"):
        figure(X)
