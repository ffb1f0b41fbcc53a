"""Formulas are set when the book is built: by MathJax in a browser, each once, as pictures of lines (SVG).

A page then shows its formulas at once, without a script, and nothing on it moves afterwards. Beside each picture stands
the same formula as MathML, for screen readers. The letters of all formulas of a page stand once on it, where the
pictures refer to them. Where no browser is found, the page sets its formulas itself, by the same MathJax.

`python -m tools.book.formulas` does the setting, in a process of its own: [[TeX, whether it stands on a line of its
own], …] as JSON on stdin, what `_set_in_browser` returns as JSON on stdout.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from html import unescape

from docutils import nodes
from sphinx.util import logging

from tools.browser import find

ROOT = pathlib.Path(__file__).parent.parent.parent
KEPT = ROOT / "build" / "formulas.json"  # what earlier builds have set
SETTINGS = {
    "tex": {"packages": {"[-]": ["noundefined"]}},  # which shows an unknown command in red: here it is an error
    "svg": {"fontCache": "global"},
    "options": {"enableMenu": False},
    "startup": {"typeset": False},
}
SET = """formulas => formulas.map(([tex, display]) => {
    MathJax.texReset(); // a number that an equation of another page has is free again
    return MathJax.tex2svg(tex, { display }).outerHTML;
})"""
LETTERS = """() => [...MathJax.startup.output.fontCache.getCache().querySelectorAll('path')]
    .map((path) => [path.id, path.outerHTML])"""
REFERS = re.compile(r'href="#(MJX-[^"]+)"')  # from a formula to a letter
FAILED = 'data-mml-node="merror"'

logger = logging.getLogger(__name__)


def mathjax() -> pathlib.Path:
    """The script of MathJax that is installed."""
    files = importlib.metadata.files("sphinx-mathjax-offline") or ()
    return pathlib.Path(str(next(path for path in files if path.name == "tex-svg.js").locate()))


def can_be_set() -> bool:
    """Whether there is a browser, and Playwright to drive it."""
    return importlib.util.find_spec("playwright") is not None and find() is not None


class Formulas:
    """All formulas that were set: as HTML by their TeX, the letters that they are made of, and their style.

    They are kept in a file from build to build; another MathJax, or another version of this module, begins anew.
    """

    def __init__(self, path: pathlib.Path = KEPT):
        self.path = path
        made_by = mathjax().read_bytes() + pathlib.Path(__file__).read_bytes()
        self.made_by = hashlib.sha256(made_by).hexdigest()
        self.html, self.letters, self.style = {}, {}, ""
        if path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept["made_by"] == self.made_by:
                self.html, self.letters, self.style = kept["html"], kept["letters"], kept["style"]

    def set_all(self, formulas: set[tuple[str, bool]]) -> None:
        """Set those that are not yet set: pairs of TeX, and whether it stands on a line of its own."""
        missing = sorted(formula for formula in formulas if _key(*formula) not in self.html)
        if not missing:
            return
        command = [sys.executable, "-m", "tools.book.formulas"]
        done = subprocess.run(command, input=json.dumps(missing), stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT)
        done.check_returncode()
        told = json.loads(done.stdout)
        self.html |= {_key(*formula): html for formula, html in zip(missing, told["html"], strict=True)}
        self.letters |= told["letters"]
        self.style = told["style"]
        self._keep()

    def _keep(self) -> None:
        """Written whole, then put in place: builds may run side by side."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kept = dict(made_by=self.made_by, html=self.html, letters=self.letters, style=self.style)
        with tempfile.NamedTemporaryFile("w", dir=self.path.parent, delete=False, encoding="utf-8") as file:
            json.dump(kept, file, ensure_ascii=False)
        os.replace(file.name, self.path)

    def of(self, tex: str, display: bool) -> str:
        """The HTML of a formula that was set."""
        return self.html[_key(tex, display)]

    def words_of(self, tex: str) -> str:
        """An inline formula as plain text, from its MathML: w⊤x+b. A formula that was not set stays TeX."""
        mathml = re.search(r"<math.*</math>", self.html.get(_key(tex, False), ""), re.S)
        return unescape(re.sub(r"<[^>]*>", "", mathml[0])) if mathml else tex

    def letters_of(self, page: str) -> str:
        """The letters that the formulas of a page refer to, to stand once on it; "" if it has none."""
        names = sorted(set(REFERS.findall(page)))
        if not names:
            return ""
        paths = "".join(self.letters[name] for name in names)
        return f'<svg class="mlcore-letters" width="0" height="0" aria-hidden="true"><defs>{paths}</defs></svg>'


def _key(tex: str, display: bool) -> str:
    return ("display " if display else "inline ") + tex


# -- in Sphinx --


def connect(app) -> Formulas:
    """Makes "set" the way in which this book shows formulas; returns them; they are set when all pages are read."""
    formulas = Formulas()

    def set_pages(app, env) -> None:
        """When all pages are read and none is written: set what they contain, and write the style."""
        found = {}
        for page in env.found_docs:
            for node in env.get_doctree(page).findall(lambda node: isinstance(node, (nodes.math, nodes.math_block))):
                found.setdefault((node.astext(), isinstance(node, nodes.math_block)), (page, node.line))
        formulas.set_all(set(found))
        for formula, place in found.items():
            if FAILED in formulas.of(*formula):
                logger.warning("MathJax cannot set %s", formula[0], location=place)
        pathlib.Path(app.srcdir, "_static", "formulas.css").write_text(formulas.style, encoding="utf-8")

    def show(writer, node) -> None:
        display = isinstance(node, nodes.math_block)
        tag = "div" if display else "span"
        writer.body += [
            writer.starttag(node, tag, "", CLASS="math notranslate nohighlight"),
            formulas.of(node.astext(), display),
            f"</{tag}>",
        ]
        raise nodes.SkipNode

    def add_letters(app, pagename, templatename, context, doctree) -> None:
        if "body" in context:
            context["body"] = formulas.letters_of(context["body"]) + context["body"]

    app.add_html_math_renderer("set", (show, None), (show, None))
    app.config.html_math_renderer = "set"
    app.add_css_file("formulas.css")
    app.connect("env-updated", set_pages)
    app.connect("html-page-context", add_letters)
    return formulas


# -- in the process that drives the browser --


def _set_in_browser(formulas: list[list]) -> dict:
    """html: one string a formula; letters: by their name; style: what the pages need beside."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = chrome.new_page()
        page.set_content(f"<!doctype html><script>window.MathJax = {json.dumps(SETTINGS)}</script>")
        page.add_script_tag(path=mathjax())
        page.evaluate("() => MathJax.startup.promise")
        html = [shorter(text) for text in page.evaluate(SET, formulas)]
        letters = {name: shorter(path) for name, path in page.evaluate(LETTERS)}
        style = page.evaluate("() => MathJax.svgStylesheet().textContent")
        chrome.close()
    return dict(html=html, letters=letters, style=style.replace("[data-c]", ""))


def shorter(html: str) -> str:
    """Without what only MathJax itself would read, and what browsers have not needed for years."""
    html = re.sub(r' data-(?:c|mjx-texclass)="[^"]*"', "", html)
    html = re.sub(r' data-mml-node="(?!mtable|merror)[^"]*"', "", html)
    html = re.sub(r' xmlns(?::xlink)?="[^"]*"', "", html)
    return html.replace("xlink:href", "href").replace("></use>", "/>").replace("></path>", "/>")


if __name__ == "__main__":
    json.dump(_set_in_browser(json.load(sys.stdin)), sys.stdout, ensure_ascii=True)
