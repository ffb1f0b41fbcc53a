"""Fixtures for all tests."""

import numpy as np
import pytest

collect_ignore_glob = ["fixtures/*"]  # used by tests, and no tests themselves


@pytest.fixture
def random_state_untouched():
    """Fails the test if it draws from NumPy's global generator, or seeds it."""
    before = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    yield
    after = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    assert after["pos"] == before["pos"]
    assert np.array_equal(after["key"], before["key"])
