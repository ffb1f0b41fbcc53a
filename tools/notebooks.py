"""From text to notebook: read the MyST Markdown, execute it, store what a reader should see.

python tools/notebooks.py NAME ... builds these notebooks; tests use `read_text` and `sources`.
"""

import os
import pathlib
import sys

import jupytext
import nbformat
from nbclient import NotebookClient

from mlcore.stored_pictures import drop_widget_views

NOTEBOOKS = pathlib.Path(__file__).parent.parent / "notebooks"
CELL_SECONDS = 120
LANGUAGE = {  # what a kernel says of itself, without its version: by it `nbconvert --to script` writes a .py
    "name": "python",
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "codemirror_mode": {"name": "ipython", "version": 3},
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}


def read_text(name: str) -> nbformat.NotebookNode:
    """The notebook that notebooks/text/NAME.md describes, without outputs; cell ids count from 0."""
    notebook = jupytext.read(NOTEBOOKS / "text" / f"{name}.md")
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = nbformat.from_dict({"kernelspec": kernel, "language_info": LANGUAGE})
    for number, cell in enumerate(notebook.cells):
        cell.id = f"{name[:2]}-{number}"
    return notebook


def sources(notebook: nbformat.NotebookNode) -> list[tuple]:
    """What text and notebook must agree on, cell by cell: kind, tags and source."""
    return [(cell.cell_type, cell.metadata.get("tags", []), cell.source) for cell in notebook.cells]


def build(name: str) -> None:
    """Execute notebooks/text/NAME.md from a cold kernel and write notebooks/NAME.ipynb; a claim that fails raises."""
    os.environ["MLCORE_CLAIMS"] = "raise"
    notebook = read_text(name)
    client = NotebookClient(
        notebook, timeout=CELL_SECONDS, record_timing=False, store_widget_state=False, coalesce_streams=True,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    )  # fmt: skip
    client.execute()
    drop_widget_views(notebook)
    store(notebook, name)


def store(notebook: nbformat.NotebookNode, name: str) -> None:
    """Write notebooks/NAME.ipynb, with the same words about the language whatever kernel ran it."""
    notebook.metadata.language_info = nbformat.from_dict(LANGUAGE)
    nbformat.validate(notebook)
    nbformat.write(notebook, NOTEBOOKS / f"{name}.ipynb")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        build(name)
