"""Where the centres start."""

import numpy as np
import pytest

from mlcore.cluster import (
    KMeans,
    plus_plus,
    random_assignments,
    random_points,
)
from tests.cluster.examples import CLOUDS, LINE


def test_the_stress_set_ends_at_zero_without_nan():
    for seed in range(200):
        rng = np.random.default_rng(seed)
        X = np.repeat(rng.normal(size=(4, 2)), 5, axis=0)
        model = KMeans(4, init=random_points(X, 4, rng)).fit(X)
        assert np.isfinite(model.cluster_centers_).all()
        assert model.inertia_ == pytest.approx(0, abs=1e-24)
        assert np.bincount(model.labels_).tolist() == [5, 5, 5, 5]


def test_starts():
    rng = np.random.default_rng(0)
    groups = random_assignments(LINE, 2, rng)
    assert groups.shape == (2, 1)
    assert groups.mean() == LINE.mean()  # two groups of three
    assert random_assignments(LINE, 6, rng)[:, 0].tolist() != LINE[:, 0].tolist()
    assert sorted(random_assignments(LINE, 6, rng)[:, 0]) == LINE[:, 0].tolist()
    assert len(np.unique(random_points(CLOUDS, 9, rng), axis=0)) == 9
    far = np.array([[0.0], [0.0], [0.0], [0.0], [50.0]])
    assert all(set(plus_plus(far, 2, np.random.default_rng(s)).ravel()) == {0, 50} for s in range(20))
    assert plus_plus(np.zeros((5, 1)), 3, rng).tolist() == [[0], [0], [0]]
