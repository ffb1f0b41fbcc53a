"""A reader of the book: its pages opened from the folder in a real browser, without network, kernel or server.

Chromium runs without --allow-file-access-from-files: what the book shows by double-click is what is tested.
"""

import base64
import os
import pathlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np
import pytest

from tests.browser.jupyter import NOTEBOOKS, browser, open_context
from tests.fixtures.pictures import decode
from tools.book.__main__ import PAGES as ALONE
from tools.book.__main__ import SPARSE_BOOK, one_page
from tools.book.record import RATIO

PAGE = "11_soft_margin"  # of the book of one page, which `make test` reads
NAMES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
PAGES = [pytest.param(name, marks=() if name == PAGE else pytest.mark.all) for name in NAMES]
IN_PART = re.compile(r"Incorrect number of children for <m\w+/> tag")  # Firefox, of a formula that has come half
READY = "name => document.getElementById(name).classList.contains('mlcore-ready')"


def book(name: str = PAGE) -> pathlib.Path:
    """The folder of the book that has this page: BOOK=sparse says that all of it was built, else it is built alone.

    The pages beside the lectures are in a whole book only; search and index are in each.
    """
    if os.environ.get("BOOK") == "sparse":
        return SPARSE_BOOK
    if name not in NAMES:
        return book(PAGE)
    return _alone(name)


@cache
def _alone(name: str) -> pathlib.Path:
    one_page(name)
    return ALONE / name


class Reader:
    """A page of the book in a window, and what went wrong on it."""

    def __init__(self, context, name: str):
        self.page, self.folder, self.wrong = context.new_page(), book(name), []
        if not (self.folder / f"{name}.html").exists():
            pytest.fail(
                f"The book has no page {name}: run python -m tools.suite rest tests/book, which builds all of it."
            )
        self.page.on("console", lambda m: self.wrong.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.wrong.append(str(e)) if not IN_PART.search(str(e)) else None)
        self.page.on("request", lambda request: self.wrong.append(request.url) if self._leaves(request.url) else None)
        self.page.goto(f"{self.folder.as_uri()}/{name}.html")

    def _leaves(self, url: str) -> bool:
        return not url.startswith((self.folder.as_uri(), "data:", "blob:"))

    def figures(self) -> list[str]:
        """The ids of the figures that play."""
        return self.page.eval_on_selector_all("[data-recording]", "all => all.map(({ id }) => id)")

    def play(self, name: str):
        """The figure with this id, in sight and ready."""
        figure = self.page.locator(f"#{name}")
        figure.evaluate("figure => figure.scrollIntoView()")
        self.page.wait_for_function(READY, arg=name)
        self.page.wait_for_function(f"() => document.querySelector('#{name} canvas').dataset.ratio")
        return figure


def picture(figure) -> np.ndarray:
    figure.page.wait_for_timeout(60)
    return decode(base64.b64decode(figure.locator("canvas").evaluate("c => c.toDataURL()").split(",")[1]))


def other_pixels(a: np.ndarray, b: np.ndarray) -> float:
    """The share of pixels that clearly differ."""
    return float((np.abs(a - b).max(axis=2) > 0.25).mean())


def put(handle, place: int) -> None:
    """Move a control to a position, as a reader's hand does."""
    handle.evaluate("(h, v) => { h.value = v; h.dispatchEvent(new Event('input')); }", place)


def last(handle) -> int:
    return int(handle.evaluate("h => h.max || h.options.length - 1"))


@contextmanager
def window(browser_name: str = "chromium") -> Iterator:
    """A window of a browser that has no network."""
    with browser(browser_name) as chosen:
        context = open_context(chosen, RATIO)
        context.set_offline(True)
        yield context
