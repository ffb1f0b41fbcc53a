"""Settings and fixtures for all tests."""

import re

import hypothesis
import numpy as np
import pytest

hypothesis.settings.register_profile("course", deadline=None)  # other work on the machine is no failure
hypothesis.settings.load_profile("course")


def pytest_collection_modifyitems(items):
    """The browser's files first: they take longest, and one worker should not be left alone with them at the end."""
    items.sort(key=lambda item: not re.search("/(browser|book)/", item.path.as_posix()))


@pytest.fixture
def random_state_untouched():
    """Fails the test if it draws from NumPy's global generator, or seeds it."""
    before = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    yield
    after = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    assert after["pos"] == before["pos"]
    assert np.array_equal(after["key"], before["key"])
