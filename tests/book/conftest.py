"""Fixtures of the book's tests. BROWSER=skip leaves out those in a browser; without it a missing book fails them."""

import os

import pytest

from tests.book.reader import Reader, window


@pytest.fixture(scope="module")
def context(browser_name):
    if os.environ.get("BROWSER") == "skip":
        pytest.skip("BROWSER=skip")
    with window(browser_name) as context:
        yield context


@pytest.fixture(scope="module")
def lecture(context, request):
    """A page of the book, and its name."""
    reader = Reader(context, request.param)
    yield reader, request.param
    reader.page.close()
