"""Formulas are there when a page opens: without a script, once each, and nothing moves afterwards."""

import pathlib
import subprocess
import warnings
from urllib.parse import unquote, urlparse

import pytest
from playwright.sync_api import expect
from sphinx.cmd.build import build_main

from tests.book.reader import PAGE, Reader, book, window
from tools.book import __main__ as build
from tools.book import formulas
from tools.book.formulas import Formulas, shorter

MEGABYTE = 1e6
WORDS = r"""# A page

A number $\alpha_1 < 2$, the same $\alpha_1 < 2$, and

$$a^2 = b \tag{1.1}$$
"""
STILL = """new PerformanceObserver((list) => {
    const text = (node) => node?.parentElement?.closest("article") && !node.matches?.(".content-icon-container");
    const moved = list.getEntries().flatMap(({ sources }) => sources.filter(({ node }) => text(node)));
    (window.moved ??= []).push(...moved.map(({ previousRect, currentRect }) => [previousRect.y, currentRect.y]));
}).observe({ type: "layout-shift", buffered: true });"""
MOVE = (
    "() => document.querySelector('article p').before(Object.assign(document.createElement('p'), {textContent: 'x'}))"
)
WIDTHS = """all => all.filter((svg) => !svg.closest("details"))
    .map((svg) => svg.querySelector("use").getBoundingClientRect().width)"""


def page_of(words: str, folder: pathlib.Path) -> tuple[pathlib.Path, int]:
    """A book of one page of words, and what Sphinx returned: 1 if it had anything to warn of."""
    source = folder / "source"
    (source / "_static").mkdir(parents=True)
    build.files(source)
    (source / "index.md").write_text(words, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries, which Sphinx shows only on request
        code = build_main(
            ["-Q", "-W", "--keep-going", "-b", "html", "-c", str(source), str(source), str(folder / "book")]
        )
    return folder / "book" / "index.html", code


@pytest.fixture
def own_store(monkeypatch, tmp_path):
    """Formulas kept in a file of this test's own."""
    monkeypatch.setattr(formulas.Formulas.__init__, "__defaults__", (tmp_path / "formulas.json",))
    return tmp_path / "formulas.json"


@pytest.mark.chromium
def test_without_scripts_every_formula_is_there(context):
    page = context.browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{book().as_uri()}/{PAGE}.html")
    letters = set(page.locator(".mlcore-letters path").evaluate_all("all => all.map(({ id }) => `#${id}`)"))
    for formula in page.locator("article .math").all():
        refers = formula.locator("use").evaluate_all("all => all.map((use) => use.getAttribute('href'))")
        assert refers
        assert set(refers) <= letters
        assert formula.locator("mjx-assistive-mml math").count() == 1
    assert page.locator("article .math").count() > 100
    drawn = page.locator("article .math > mjx-container > svg").evaluate_all(WIDTHS)
    assert min(drawn) > 1
    page.context.close()


@pytest.mark.chromium
def test_nothing_moves_after_the_page_has_opened_and_it_is_light(context):
    reader, asked = Reader(context, PAGE), set()
    page = reader.page
    page.add_init_script(STILL)
    page.on("request", lambda request: asked.add(pathlib.Path(unquote(urlparse(request.url).path))))
    page.reload()
    page.wait_for_function("() => document.querySelector('.mlcore-ready canvas')?.dataset.ratio")
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.moved ?? []") == []
    page.evaluate(MOVE)
    page.wait_for_function("() => window.moved?.length")  # what would move is seen
    before_recordings = [path for path in asked if path.parent.name != "frames"]
    assert len(before_recordings) > 5
    assert sum(path.stat().st_size for path in before_recordings) < MEGABYTE
    page.close()


@pytest.mark.parametrize("found", [True, False], ids=["set", "by the script"])
def test_with_and_without_a_browser_the_formulas_are_shown(monkeypatch, own_store, tmp_path, found):
    if not found:
        monkeypatch.setattr(formulas, "find", lambda: None)
    path, code = page_of(WORDS, tmp_path)
    assert code == 0
    text = path.read_text(encoding="utf-8")
    assert ("tex-svg.js" in text) == (not found)
    assert (path.parent / "_static" / "tex-svg.js").exists() == (not found)
    assert own_store.exists() == found
    with window() as context:
        page = context.new_page()
        page.goto(path.as_uri())
        expect(page.locator("mjx-container > svg")).to_have_count(3)
        expect(page.locator(".math.notranslate").last).to_contain_text("(1.1)")
        assert page.locator("mjx-container use").count() > 10


def test_a_formula_is_set_once_and_kept_until_mathjax_changes(monkeypatch, own_store, tmp_path):
    made = []

    def counted(command, **more):
        made.append(more["input"])
        return run(command, **more)

    run = subprocess.run
    monkeypatch.setattr(formulas.subprocess, "run", counted)
    Formulas().set_all({("x", False), ("x", True), ("y", False)})
    assert Formulas().of("x", True) != Formulas().of("x", False)
    Formulas().set_all({("x", False), ("y", False)})
    assert len(made) == 1
    Formulas().set_all({("x", False), ("z", False)})
    assert made[1] == '[["z", false]]'
    again = own_store.read_text(encoding="utf-8").replace(Formulas().made_by, "another MathJax")
    own_store.write_text(again, encoding="utf-8")
    assert Formulas().html == {}


def test_what_mathjax_cannot_set_is_told_by_the_build(own_store, tmp_path):
    assert page_of("# A page\n\nAn $\\unknown$ one.\n", tmp_path)[1] == 1


def test_what_is_left_out_is_not_drawn():
    assert shorter('<g data-mml-node="mi"><use data-c="78" xlink:href="#MJX-TEX-I-78"></use></g>') == (
        '<g><use href="#MJX-TEX-I-78"/></g>'
    )
    assert shorter('<g data-mml-node="mtable"></g>') == '<g data-mml-node="mtable"></g>'
