"""From a stored notebook to a page of the book: its figures become recordings, what is checked is folded."""

import base64
import contextlib
import html
import io
import os
import pathlib
import re
from dataclasses import dataclass, field

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell
from PIL import Image

from mlcore.course import LECTURES
from mlcore.show import Live, View
from tools.book.drag import DRAGGED, recorded_drag
from tools.book.record import Recording, record, small
from tools.form import kind_of
from tools.notebooks import NOTEBOOKS

FIGURE = "live"  # the last line of a figure cell
HOW_TO = (
    '<div class="alert alert-success">\n\nIn JupyterLab you write your answer into these cells and run them: `check` '
    "says at once whether it is right, and if not what came and what was expected. "
    "Solutions are folded below; {}.\n\n</div>"
)
HOW_TO_GET = "those of homework are left out", "all of them are here"  # in the published book, and in the teacher's
HOMEWORK = {id for lecture in LECTURES for id in lecture.homework}
LEFT_OUT = "*{} is set as homework: the published book leaves its solution out.*"
SOLUTION = re.compile(r'solution\("([\w-]+)"\)')  # a cell that shows one


CALL = re.compile(rf"^{FIGURE} = figures\.(\w+)\(", re.MULTILINE)  # how a notebook makes a figure
BOX = "**Before you move it.**"
IN_JUPYTERLAB = re.compile(r"\n\(Nothing moves\? [^)]*\)\n")  # what helps a reader whose kernel does not run
ASKS_TO_DRAG = re.compile(r"\b(?:drag|pull|push)\b", re.IGNORECASE)
ASKS_TO_EDIT = re.compile(r"\bremove|double-click", re.IGNORECASE)


@dataclass
class Page:
    """What became of a notebook: its figures' recordings by name, and the first figure's picture for the front."""

    name: str
    cap: int
    solutions: bool = False
    recordings: dict[str, Recording] = field(default_factory=dict)
    stills: list[str] = field(default_factory=list)


def make_page(name: str, folder: pathlib.Path, cap: int, solutions: bool = False) -> Page:
    """Write folder/NAME.ipynb, and its stills and recordings (see grid.positions_of) under folder/_static.

    solutions: with those of homework.
    """
    os.environ["MLCORE_CLAIMS"] = "raise"
    notebook, page = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4), Page(name, cap, solutions)
    figures = _figures(notebook)
    cells = []
    for k, cell in enumerate(notebook.cells):
        if BOX in cell.source:
            following = next((c.id for c in notebook.cells[k:] if _pictures(c)), None)
            cell.source = for_the_book(cell.source, figures.get(following))
        cells += _cells(cell, figures.get(cell.id), page, folder)
    cells.insert(1, new_markdown_cell(_downloads(name, folder)))  # below the title
    notebook.cells = cells
    notebook.metadata.pop("widgets", None)
    nbformat.write(notebook, folder / f"{name}.ipynb")
    return page


def views_of(name: str) -> dict[int, View]:
    """The figures of a notebook by their number on its page."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    figures = _figures(notebook)
    pictured = [cell.id for cell in notebook.cells if _pictures(cell)]
    return {number: figures[cell] for number, cell in enumerate(pictured, start=1) if cell in figures}


def addresses() -> dict[str, str]:
    """Where in the book each figure of a lecture is, first: 14_trees.html#figure-1 for trees.question."""
    found = {}
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        stem = path.stem.partition("_")[2]
        cells = [cell for cell in nbformat.read(path, 4).cells if _pictures(cell)]
        for number, cell in enumerate(cells, start=1):
            if call := CALL.search(cell.source):
                found.setdefault(f"{stem}.{call[1]}", f"{path.stem}.html#figure-{number}")
    return found


def for_the_book(box: str, view: View | None) -> str:
    """A blue box as the book has it: where it asks to drag a point, it says what the recorded drag moves."""
    box = IN_JUPYTERLAB.sub("", box)
    if view is None or not view.pointers or not (view.drags() or ASKS_TO_DRAG.search(box)):
        return box
    words = f"*In this book* the slider *{DRAGGED}* moves {recorded_drag(view).words}."
    if ASKS_TO_EDIT.search(box):
        words += " Points are removed in JupyterLab only."
    text, end, rest = box.rpartition("</div>")
    return f"{text}{words}\n\n{end}{rest}"


def _pictures(cell) -> list:
    return [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]


def _figures(notebook) -> dict[str, View]:
    """Run the notebook's cells up to its last picture, without those that check it: no other needs a name from them.

    The figures by the id of their cell.
    """
    space, found = {"__name__": "__main__"}, {}
    last = max((place for place, cell in enumerate(notebook.cells) if _pictures(cell)), default=-1)
    for cell in notebook.cells[: last + 1]:
        if kind_of(cell) not in ("lesson", "figure"):
            continue
        with contextlib.redirect_stdout(io.StringIO()), contextlib.chdir(NOTEBOOKS):
            exec(compile(cell.source, cell.id, "exec"), space)
        if cell.source.splitlines()[-1:] == [FIGURE] and isinstance(space[FIGURE], Live):
            found[cell.id] = space[FIGURE].view
    return found


def _cells(cell, view: View | None, page: Page, folder: pathlib.Path) -> list:
    """The cells that stand for this one in the book."""
    if cell.cell_type != "code":
        exercises = cell.source.startswith("## Exercises")
        return [cell, new_markdown_cell(HOW_TO.format(HOW_TO_GET[page.solutions]))] if exercises else [cell]
    if kind_of(cell) == "checked":
        return [new_markdown_cell(folded(cell.source))]
    if outputs := _pictures(cell):
        shown = new_code_cell(cell.source, metadata=cell.metadata, execution_count=cell.execution_count)
        return [shown, new_markdown_cell(_figure(outputs[0], view, page, folder))]
    if shown := SOLUTION.match(cell.source):
        if shown[1] in HOMEWORK and not page.solutions:
            return [new_markdown_cell(LEFT_OUT.format(shown[1]))]
        return [new_markdown_cell(output.data["text/markdown"]) for output in cell.outputs]
    return [cell]


def _downloads(name: str, folder: pathlib.Path) -> str:
    """The links to a lecture's notebook, without its outputs, and to its source in Markdown; the files are written."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    notebook.metadata.pop("widgets", None)
    _write(folder / "_static" / "notebooks" / f"{name}.ipynb", nbformat.writes(notebook).encode())
    _write(folder / "_static" / "notebooks" / f"{name}.md", (NOTEBOOKS / "text" / f"{name}.md").read_bytes())
    return (
        '<p class="mlcore-downloads">Download: '
        f'<a href="_static/notebooks/{name}.ipynb" download>the notebook</a>, which needs the course installed; '
        f'<a href="_static/notebooks/{name}.md" download>its source</a>, in Markdown.</p>'
    )


def folded(source: str) -> str:
    """A checked cell: its first line can be read, the rest is folded."""
    first, _, rest = source.partition("\n")
    words = html.escape(first.removeprefix("# "))
    return f'<details class="mlcore-checked"><summary>{words}</summary>\n\n```python\n{rest}\n```\n\n</details>'


def _figure(output, view: View | None, page: Page, folder: pathlib.Path) -> str:
    """The still picture, and where to find the recording that takes its place."""
    number = len(page.stills) + 1
    name, still = f"{page.name}-{number}", f"stills/{page.name}-{number}.png"
    page.stills.append(still)
    picture = base64.b64decode(output.data["image/png"])
    _write(folder / "_static" / still, small(picture, 256))
    words, width = output.data["text/plain"], output.metadata.get("image/png", {}).get("width", 844)
    across, up = Image.open(io.BytesIO(picture)).size
    height = round(width * up / across)  # the page keeps this room: nothing moves when the picture comes
    asked = ""
    if view is not None:
        page.recordings[name] = record(view, name, page.cap)
        _write(folder / "_static" / "frames" / f"{name}.js", page.recordings[name].script.encode())
        script = f"_static/frames/{name}.js"
        asked = f' data-recording="{name}" data-script="{script}" data-cap="{page.recordings[name].cap}"'
    return (
        f'<figure class="mlcore-figure" id="figure-{number}"{asked}>'
        f'<img class="mlcore-still" loading="lazy" width="{width}" height="{height}" src="_static/{still}" '
        f'alt="{html.escape(_plain(words))}">'
        "</figure>"
    )


def _plain(words: str) -> str:
    return re.sub(r"\s+", " ", words)


def _write(path: pathlib.Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
