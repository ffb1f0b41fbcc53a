"""What the search page shows of each page that it found: all paragraphs of the book, in one script (see search.js)."""

import json
import pathlib
import shutil
from collections.abc import Callable

from docutils import nodes

HERE = pathlib.Path(__file__).parent
SHORTEST = 20  # characters: what is shorter says nothing
SCRIPTS = ("passages.js", "search.js")


def connect(app, words_of: Callable[[str], str]) -> None:
    """Writes the paragraphs when all pages are read. words_of: a formula as it is read in a line, from its TeX."""

    def write(app, env) -> None:
        passages = {page: passages_of(env.get_doctree(page), words_of) for page in sorted(env.found_docs)}
        static = pathlib.Path(app.srcdir, "_static")
        text = json.dumps(passages, ensure_ascii=False, separators=(",", ":"))
        (static / "passages.js").write_text(f"const MLCORE_PASSAGES = {text};\n", encoding="utf-8")
        shutil.copy(HERE / "search.js", static)

    def load(app, pagename, templatename, context, doctree) -> None:
        if pagename == "search":
            for name in SCRIPTS:
                app.add_js_file(name)

    app.connect("env-updated", write)
    app.connect("html-page-context", load)


def passages_of(doctree, words_of: Callable[[str], str]) -> list[tuple[str, str]]:
    """The paragraphs of a page in their order, each with the id of its section."""
    found = []
    for paragraph in doctree.findall(nodes.paragraph):
        text = " ".join("".join(_texts(paragraph, words_of)).split())
        if len(text) >= SHORTEST:
            found.append((_section(paragraph), text))
    return found


def _texts(node, words_of: Callable[[str], str]):
    """The text in a node, piece by piece; what is raw HTML has none."""
    if isinstance(node, nodes.math):
        yield words_of(node.astext())
    elif isinstance(node, nodes.math_block):
        yield " … "
    elif isinstance(node, nodes.Text):
        yield str(node)
    elif not isinstance(node, nodes.raw):
        for child in node.children:
            yield from _texts(child, words_of)


def _section(node) -> str:
    """The id of the section that a node stands in; "" above all sections."""
    while node is not None and not (isinstance(node, nodes.section) and node["ids"]):
        node = node.parent
    return "" if node is None else node["ids"][0]
