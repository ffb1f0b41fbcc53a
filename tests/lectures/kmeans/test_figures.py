"""The figures of k-means on data that are hardly any, and with a K that does not fit."""

import warnings

import numpy as np
import pytest

from mlcore import datasets
from mlcore.lectures import kmeans

X = datasets.clouds().X
DIGITS = datasets.digits()


@pytest.mark.parametrize("K", [0, 151, 2.5])
def test_K_that_does_not_fit_the_points_gets_a_sentence(K):
    for figure in (kmeans.run, kmeans.restarts):
        with pytest.raises(ValueError, match=r"K is .*: take a whole number from 1 to 150, the number of points"):
            figure(X, K=K)


def test_K_that_does_not_fit_the_images_gets_a_sentence():
    with pytest.raises(ValueError, match="K is 3000: take a whole number from 1 to 17"):
        kmeans.images(DIGITS, K=3000)


def test_equal_points_cost_nothing_and_every_restart_finds_that():
    live = kmeans.restarts(np.ones((20, 2)), K=2, many=7)
    assert "7 of 7 within a thousandth" in live.says(number=7)
    assert np.histogram(live.at(number=7).costs, live.at().edges)[0].sum() == 7


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e6])
def test_the_heaps_of_the_histogram_do_not_depend_on_the_unit(unit):
    live = kmeans.restarts(kmeans.nine_clouds().X * unit, K=9, many=30)
    s = live.at(number=30)
    counts = np.histogram(s.costs, s.edges)[0]
    assert counts.sum() == 30
    assert (counts > 0).sum() >= 3


def test_the_bars_of_equal_points_have_room():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        live = kmeans.chain(np.ones((20, 2)))
        assert live.panels[1].ylim == (0, 1)
        assert live.image


def test_the_caption_counts_one_centre_as_one():
    assert kmeans.chain(X).says(centers=X[:1]).startswith("1 centre:")
