"""BROWSER=skip leaves these tests out; without it a missing Chromium fails them."""

import os

import pytest

pytest.register_assert_rewrite("tests.browser.lectures")


def pytest_generate_tests(metafunc):
    """Each test of a lecture runs for the lectures that its module names, or for the first if it is marked so."""
    if "lecture" in metafunc.fixturenames:
        names = metafunc.module.NAMES
        first = any(mark.name == "first_lecture" for mark in metafunc.definition.iter_markers())
        metafunc.parametrize("lecture", names[:1] if first else names, indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def _wanted():
    if os.environ.get("BROWSER") == "skip":
        pytest.skip("BROWSER=skip")
