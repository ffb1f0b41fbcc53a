"""BROWSER=skip leaves these tests out; without it a missing Chromium fails them."""

import os

import pytest


@pytest.fixture(scope="module", autouse=True)
def _wanted():
    if os.environ.get("BROWSER") == "skip":
        pytest.skip("BROWSER=skip")
