"""From text to notebook: read the MyST Markdown, execute it, store what a reader should see.

python tools/notebooks.py NAME ... builds these notebooks; tests use `read_text` and `sources`.
"""

import os
import pathlib
import subprocess
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


def store_words(name: str) -> None:
    """Take the text's Markdown into notebooks/NAME.ipynb, and keep its outputs. ValueError if code has changed."""
    notebook, stored = read_text(name), nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    code, ran = ([cell for cell in part.cells if cell.cell_type == "code"] for part in (notebook, stored))
    if [cell.source for cell in code] != [cell.source for cell in ran]:
        raise ValueError(f"The code of {name} has changed: execute it, without --words.")
    for cell, before in zip(code, ran, strict=True):
        cell.outputs, cell.execution_count = before.outputs, before.execution_count
    store(notebook, name)


def store(notebook: nbformat.NotebookNode, name: str) -> None:
    """Write notebooks/NAME.ipynb, with the same words about the language whatever kernel ran it."""
    notebook.metadata.language_info = nbformat.from_dict(LANGUAGE)
    nbformat.validate(notebook)
    nbformat.write(notebook, NOTEBOOKS / f"{name}.ipynb")


if __name__ == "__main__":
    names = [word for word in sys.argv[1:] if word != "--words"]
    for name in names:
        (store_words if "--words" in sys.argv else build)(name)
    subprocess.run([sys.executable, "-m", "tools.given"], cwd=NOTEBOOKS.parent, check=True)  # what the marker knows
