"""BROWSER=skip leaves these tests out; without it a missing Chromium fails them."""

import os

import pytest

from tests.browser.jupyter import NOTEBOOKS

ONE = "11_soft_margin"  # the lecture of `make test`
TWO = (ONE, "06_logistic_regression")  # where a mechanism is tried that does not depend on the lecture
# The appendices, A0 and A1, have no figure.
LECTURES = sorted(path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb"))


def pytest_generate_tests(metafunc):
    """Each test of a lecture runs for all of them, those marked so for two; all but ONE are left to `make test-all`."""
    if "lecture" in metafunc.fixturenames:
        two = metafunc.definition.get_closest_marker("two_lectures")
        names = [
            pytest.param(name, marks=[] if name == ONE else pytest.mark.all) for name in (TWO if two else LECTURES)
        ]
        metafunc.parametrize("lecture", names, indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def _wanted():
    if os.environ.get("BROWSER") == "skip":
        pytest.skip("BROWSER=skip")
