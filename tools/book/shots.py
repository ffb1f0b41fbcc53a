"""The pictures in README.md, taken from the book as it is: python -m tools.book.shots (after make book)."""

from playwright.sync_api import sync_playwright

from tools.book.__main__ import BOOK, ROOT
from tools.browser import find

SHOTS = {
    "book.png": (1280, 800, "11_soft_margin.html#figure-1"),
    "telephone.png": (390, 800, "17_kmeans.html#figure-1"),
}


def main() -> None:
    """Writes docs/*.png."""
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        for name, (width, height, address) in SHOTS.items():
            page = chrome.new_page(viewport={"width": width, "height": height})
            page.goto(f"{BOOK.as_uri()}/{address}")
            page.wait_for_function("() => document.documentElement.dataset.landed")
            page.screenshot(path=ROOT / "docs" / name)
        chrome.close()


if __name__ == "__main__":
    main()
