"""The names of menus in the texts are those of JupyterLab."""

import re

import pytest

from tests.browser.jupyter import ROOT, Notebook, browser, open_context, server, write_notebook

NAMED = re.compile(r"\*([A-Z][\w ]*(?: ▸ [A-Z][\w ]*)+)\*")
TEXTS = [
    *ROOT.glob("docs/**/*.md"),
    *ROOT.glob("notebooks/text/*.md"),
    *ROOT.glob("tools/book/*.md"),
    ROOT / "README.md",
]


def named() -> list[str]:
    """All ways through menus that the texts name: "Run ▸ Run All Cells"."""
    return sorted({way for path in TEXTS for way in NAMED.findall(path.read_text(encoding="utf-8"))})


def opened(page, menu: int, label: str) -> bool:
    """Go to the item of this label in the menu that was opened as the n-th; False if there is none."""
    item = page.locator(".lm-Menu").nth(menu).locator(".lm-Menu-itemLabel").get_by_text(re.compile(f"^{label}…?$"))
    if not item.count():
        return False
    item.hover()
    page.wait_for_timeout(400)  # until what it opens is there
    return True


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "empty.ipynb", "1")
    with server(folder) as url, browser() as chrome:
        notebook = Notebook(open_context(chrome, 1).new_page(), url, "empty.ipynb")
        yield notebook.page


def there(page, way: str) -> bool:
    bar, *items = way.split(" ▸ ")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".lm-MenuBar-itemLabel").get_by_text(bar, exact=True).click()
    page.wait_for_timeout(300)
    return all(opened(page, depth, item) for depth, item in enumerate(items))


def test_the_menus_that_the_texts_name_are_there(page):
    ways = named()
    assert "Run ▸ Run All Cells" in ways
    assert [way for way in ways if not there(page, way)] == []
    assert not there(page, "View ▸ Simpler Interface")
