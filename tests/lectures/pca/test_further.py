"""Further figures of lecture 16: points at one place."""

import numpy as np
import pytest

from mlcore.lectures import pca


def test_points_at_one_place_have_no_kernel_variance():
    s = pca.lifted(np.full((20, 2), 0.3), np.arange(20) % 2).at()
    assert s.shares.tolist() == [0] * 20
    assert s.scores == pytest.approx(0)
