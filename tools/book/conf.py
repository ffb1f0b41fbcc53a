"""Sphinx's settings for the book. Everything lies in the folder: no font, no script comes from elsewhere."""

import inspect
import pathlib
import re
import shutil

from docutils import nodes

from mlcore import __version__
from tools.book import formulas, search

project = "Machine learning under your hand"
author = "the mlcore authors"
release = __version__
copyright = f"2026, the mlcore authors. Text CC BY 4.0, code MIT. Version {release}"  # at the foot of each page
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx.ext.mathjax"]

nb_execution_mode = "off"  # the stored outputs are those that the tests compared
nb_ipywidgets_js = {}  # they would come from a server
nb_render_markdown_format = "myst"
myst_enable_extensions = ["dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Machine learning under your hand"
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_js_files = [("player.js", {"defer": "defer"})]
html_show_search_summary = False  # it fetches pages, which a page opened from a folder may not: search.js does it
html_search_scorer = str(pathlib.Path(search.__file__).with_name("search_order.js"))
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": []}

# Formulas are set by MathJax in a browser while the book is built; without a browser, by this script on each page.
mathjax_path = "tex-svg.js"  # its letters are paths: Firefox blocks fonts under file://
mathjax_options = {"defer": "defer"}
mathjax3_config = {"svg": {"fontCache": "global"}, "options": {"enableMenu": False}}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
viewcode_follow_imported_members = False
python_display_short_literal_types = True


def as_in_the_notebook(app, doctree) -> None:
    """Formulas go to MathJax as in JupyterLab: Sphinx would wrap some, and \\tag is an error in what it wraps."""
    for block in doctree.findall(nodes.math_block):
        text = block.astext()
        block["no-wrap"] = True
        block.children = [nodes.Text(rf"\[{text}\]")]


def escaped(app, what, name, obj, options, lines) -> None:
    """Our docstrings are plain text with `code` in it, not reStructuredText; what is indented is code."""
    text = inspect.cleandoc("\n".join(lines))
    lines[:] = []
    for block in re.split(r"\n\s*\n", text):
        rows = block.splitlines()
        if all(row.startswith((" ", ">>>")) or not row for row in rows) or rows[0].startswith(">>>"):
            lines += ["::", "", *(f"    {row}" for row in rows), ""]
        else:
            lines += [_line(row.strip()) for row in rows] + [""]


def _line(row: str) -> str:
    pieces = re.split(r"(`[^`]+`)", row)
    return "".join(f"`{p}`" if p.startswith("`") else re.sub(r"([\\*_|`])", r"\\\1", p) for p in pieces)


def short_types(app, what, name, obj, options, signature, returns) -> tuple[str | None, str | None]:
    """Arrays by the package's own name for them (mlcore.base.types.Array)."""
    array = re.compile(r"(numpy\.)?ndarray\[(tuple\[)?Any, \.\.\.\]?, (numpy\.)?dtype\[Any\]\]")
    return tuple(text and array.sub("Array", text) for text in (signature, returns))


def captions(app, pagename, templatename, context, doctree) -> None:
    """The headings in the sidebar, with their level: without it a screen reader cannot place them."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app) -> None:
    if formulas.can_be_set():
        search.connect(app, formulas.connect(app).words_of)
    else:
        search.connect(app, str)
        shutil.copy(formulas.mathjax(), pathlib.Path(app.srcdir, "_static"))
        app.connect("doctree-read", as_in_the_notebook)
    app.connect("html-page-context", captions, priority=900)  # after the theme has made its tree
    app.connect("autodoc-process-docstring", escaped)
    app.connect("autodoc-process-signature", short_types)
