"""A page of the book as it opens: formulas set when it was built, beside formulas that its own script sets.

python -m tests.bench.pages builds the page of lecture 11 both ways and opens them by turns.
"""

import contextlib
import pathlib
import shutil
import tempfile
from unittest.mock import patch
from urllib.parse import unquote, urlparse

import numpy as np

from tests.book.reader import PAGE, window
from tools.book import formulas
from tools.book.__main__ import PAGES, one_page

OPENED = 7  # times each
MOST_SECONDS, MOST_MEGABYTES = 1.0, 1.0
READY = """async () => {
    await globalThis.MathJax?.startup?.promise;
    await document.fonts.ready;
    return performance.now() / 1000;
}"""


def built(folder: pathlib.Path, by_script: bool) -> pathlib.Path:
    """A copy of the page as it is built, in this folder."""
    with patch.object(formulas, "can_be_set", lambda: False) if by_script else contextlib.nullcontext():
        one_page(PAGE)
    return pathlib.Path(shutil.copytree(PAGES / PAGE, folder / str(by_script)))


def opened(context, folder: pathlib.Path) -> tuple[float, float]:
    """Seconds until everything before the recordings is there and in its place, and the megabytes of that."""
    page, asked = context.new_page(), set()
    page.on("request", lambda request: asked.add(pathlib.Path(unquote(urlparse(request.url).path))))
    page.goto(f"{(folder / PAGE).as_uri()}.html")
    seconds = page.evaluate(READY)
    size = sum(path.stat().st_size for path in asked if path.parent.name != "frames")
    page.close()
    return seconds, size / 1e6


def main() -> bool:
    """True if the page is as soon ready, and as light, as it is to be."""
    with tempfile.TemporaryDirectory() as folder, window() as context:
        folders = [built(pathlib.Path(folder), by_script) for by_script in (False, True)]
        took = np.array([[opened(context, each) for each in folders] for _ in range(OPENED)])
    (seconds, size), (before, size_before) = np.median(took, axis=0)
    kept = bool(seconds <= MOST_SECONDS and size <= MOST_MEGABYTES)
    print(f"The page {PAGE}, opened {OPENED} times, medians")
    print(f"  formulas set by the build    {seconds:5.2f} s  {size:5.2f} MB before the recordings")
    print(f"  formulas set by its script   {before:5.2f} s  {size_before:5.2f} MB")
    print(f"  at most {MOST_SECONDS:.0f} s and {MOST_MEGABYTES:.0f} MB: {'yes' if kept else 'NO'}")
    return kept


if __name__ == "__main__":
    main()
