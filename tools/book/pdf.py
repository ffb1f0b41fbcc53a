"""A lecture on paper: python -m tools.book.pdf STEM [STEM ...] writes build/pdf/NN_STEM.pdf through the browser.

Each figure is the picture of its start with its description below it, and what is folded on the page is open, but for
the code that checks the text: its first line says what is checked. A test of the term, such as first_half, becomes two
files: the tasks for the students, and all of it with the solutions.
"""

import argparse
import pathlib
import sys

from playwright.sync_api import sync_playwright

from tools.book.__main__ import PAGES, ROOT, one_page
from tools.book.front import TESTS, WITH_SOLUTIONS
from tools.browser import WHAT_TO_DO, find
from tools.notebooks import NOTEBOOKS

PDF = ROOT / "build" / "pdf"
MARGIN = dict(top="16mm", bottom="16mm", left="16mm", right="16mm")
FOOT = (
    '<div style="width: 100%; padding: 0 16mm; font: 8px sans-serif; display: flex; justify-content: space-between">'
    '<span class="title"></span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>'
)
EAGER = "() => document.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; })"
LOADED = "() => [...document.images].every((image) => image.complete && image.naturalWidth)"


def names_of(stem: str) -> list[str]:
    """What is printed for a stem: the two pages of a test, or the page of a lecture. ValueError if there is none."""
    return [stem, stem + WITH_SOLUTIONS] if stem in TESTS else [name_of(stem)]


def name_of(stem: str) -> str:
    """The notebook of a stem or name: 15_ensembles for ensembles. ValueError if there is none."""
    names = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
    for name in names:
        if stem in (name, name.partition("_")[2]):
            return name
    stems = [name.partition("_")[2] for name in names]
    raise ValueError(f"There is no lecture {stem!r}: take one of {', '.join([*stems, *TESTS])}.")


def write(names: list[str]) -> list[pathlib.Path]:
    """Print the page of each notebook; the files. Raises FileNotFoundError if there is no browser."""
    path = find()
    if path is None:
        raise FileNotFoundError(WHAT_TO_DO)
    for name in names:  # before the browser starts
        if one_page(name):
            raise ValueError(f"The page of {name} could not be built.")
    PDF.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        files = [printed(chrome.new_page(), PAGES / name / f"{name}.html", name) for name in names]
        chrome.close()
    return files


def printed(page, path: pathlib.Path, name: str) -> pathlib.Path:
    """Open the book's page at this path in a browser's page, and print it into a file of this name."""
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    page.evaluate(EAGER)
    page.wait_for_function(LOADED)
    file = PDF / f"{name}.pdf"
    page.pdf(
        path=file, format="A4", margin=MARGIN, print_background=True, outline=True, tagged=True,
        display_header_footer=True, header_template="<span></span>", footer_template=FOOT,
    )  # fmt: skip
    return file


def main(arguments: list[str]) -> int:
    """0, or 1 after a sentence on what to change."""
    parser = argparse.ArgumentParser(prog="python -m tools.book.pdf", description="Print lectures.")
    parser.add_argument(
        "stems", nargs="+", metavar="STEM", help="a lecture, ensembles or 15_ensembles; or a test, first_half"
    )
    try:
        files = write([name for stem in parser.parse_args(arguments).stems for name in names_of(stem)])
    except (ValueError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    for file in files:
        print(file.relative_to(ROOT).as_posix())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
