"""The figures of lecture 16: rounding is not printed as a variance."""

import numpy as np

from mlcore import datasets
from mlcore.lectures import pca


def test_nothing_is_lost_of_the_digits_from_61_components_on():
    live = pca.images()
    for k in (61, 63, 64):
        assert "mean squared error 0, dropped variances 0; 100 %" in live.says(k=k)
    assert "over 99 %" in live.says(k=60)


def test_points_on_a_line_lose_exactly_nothing_along_it():
    live, X = pca.turned(), np.array([[1, 1], [2, 2.0]])
    assert "mean square across it 0;" in live.says(X=X, angle=45)
    assert "variance along it 0, 0 %" in live.says(X=X, angle=135)


def test_the_ellipse_of_points_on_a_line_is_a_segment():
    live = pca.turned(np.array([[1, 1], [2, 2], [4, 4.0]]), ellipse=True)
    assert live.error is None
    edge = pca.ellipse(np.zeros(2), live.at().S, 1)
    assert np.allclose(edge[:, 0], edge[:, 1])
    assert np.isclose(np.abs(edge).max(), np.std([1, 2, 4]))


def test_a_table_without_spread_has_no_first_component():
    assert "no column changes" in pca.scores(np.full((9, 3), 0.3), np.arange(9) % 2).description


def test_the_caption_tells_one_component_from_several():
    live = pca.scores(datasets.breast_cancer())
    assert "together" not in live.says(k=1, scaled=True)
    assert "the first 7 together 91.0 %" in live.says(k=7, scaled=True)
