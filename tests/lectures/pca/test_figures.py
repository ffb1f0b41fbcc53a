"""The figures of lecture 16: rounding is not printed as a variance."""

import numpy as np
import pytest

from mlcore import datasets
from mlcore.lectures.pca import figures, further


def test_nothing_is_lost_of_the_digits_from_61_components_on():
    live = figures.images()
    for k in (61, 63, 64):
        assert "mean squared error 0, dropped variances 0; 100 %" in live.says(k=k)
    assert "over 99 %" in live.says(k=60)


def test_points_on_a_line_lose_exactly_nothing_along_it():
    live, X = figures.turned(), np.array([[1, 1], [2, 2.0]])
    assert "mean square across it 0;" in live.says(X=X, angle=45)
    assert "variance along it 0, 0 %" in live.says(X=X, angle=135)


def test_a_table_without_spread_has_no_first_component():
    assert "no column changes" in figures.scores(np.full((9, 3), 0.3), np.arange(9) % 2).description


def test_points_at_one_place_have_no_kernel_variance():
    s = further.lifted(np.full((20, 2), 0.3), np.arange(20) % 2).at()
    assert s.shares.tolist() == [0] * 20
    assert s.scores == pytest.approx(0)


def test_the_caption_tells_one_component_from_several():
    live = figures.scores(datasets.breast_cancer())
    assert "together" not in live.says(k=1, scaled=True)
    assert "the first 7 together 91.0 %" in live.says(k=7, scaled=True)
