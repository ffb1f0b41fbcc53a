"""What holds for all tests: two tiers, who runs what, and what each test costs.

`make test` leaves out what is marked `all`; `make test-all` asks everything.
"""

import os
import re
import sys
from collections import defaultdict

import hypothesis
import numpy as np
import pytest

from tests.cost import spent

hypothesis.settings.register_profile("course", deadline=None)  # other work on the machine is no failure
hypothesis.settings.load_profile("course")

SHOWN = 10  # of the most expensive tests and files, or as many as COSTS says
# The longest pieces of work first: one worker should not be left alone with them at the end.
FIRST = (
    r"/book/", r"/browser/", r"/tools/test_(handout|deploy)", r"/course/test_(lecture|scratch|other_data)", r"\.ipynb$",
    r"/course/test_figures",
)  # fmt: skip
IN_FIREFOX = "11_soft_margin"  # the lecture, and the page of the book
_last = spent()


@pytest.fixture(scope="module", params=["chromium", pytest.param("firefox", marks=pytest.mark.all)])
def browser_name(request):
    """The browser in which a test runs that asks for one: both of them in `make test-all`."""
    return request.param


def is_asked(item) -> bool:
    """Firefox shows one lecture and its page in the place of all, and nothing that only Chromium can be asked."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    if params.get("browser_name") != "firefox":
        return True
    shown = params.get("lecture") or params.get("name") or IN_FIREFOX
    return not item.get_closest_marker("chromium") and shown == IN_FIREFOX


def pytest_collection_modifyitems(items):
    items[:] = filter(is_asked, items)

    def rank(item) -> int:
        path = item.path.as_posix()
        return next((k for k, pattern in enumerate(FIRST) if re.search(pattern, path)), len(FIRST))

    items.sort(key=rank)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Each report tells the processor time since the one before in its process."""
    global _last
    report = (yield).get_result()
    now = spent()
    report.cost = now - _last
    _last = now


def pytest_terminal_summary(terminalreporter):
    """The most expensive tests and files, in processor seconds: on a busy machine the clock says nothing."""
    tests, files = defaultdict(float), defaultdict(float)
    shown = int(os.environ.get("COSTS", SHOWN))
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "cost"):
                tests[report.nodeid] += report.cost
                files[report.nodeid.split("::")[0]] += report.cost
    for name, costs in (("tests", tests), ("files", files)):
        terminalreporter.write_sep("=", f"the most expensive {name}, in processor seconds")
        for what, seconds in sorted(costs.items(), key=lambda pair: -pair[1])[:shown]:
            terminalreporter.write_line(f"{seconds:7.1f}  {what}")


def pytest_sessionfinish():
    """The browsers that the tests of this process shared are closed; none was started where none was needed."""
    if jupyter := sys.modules.get("tests.browser.jupyter"):
        jupyter.close_browsers()


@pytest.fixture
def random_state_untouched():
    """Fails the test if it draws from NumPy's global generator, or seeds it."""
    before = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    yield
    after = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    assert after["pos"] == before["pos"]
    assert np.array_equal(after["key"], before["key"])
