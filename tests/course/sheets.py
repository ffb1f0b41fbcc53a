"""The teacher's sheets, docs/teaching/*.md, as their tests read them."""

import ast
import pathlib
import re
from dataclasses import dataclass
from functools import cache

from mlcore.course import LECTURES
from tools.form import cells_of
from tools.notebooks import NOTEBOOKS

DOCS = pathlib.Path(__file__).parent.parent.parent / "docs"
NAMES = [lecture.name for lecture in LECTURES]
CALL = re.compile(r"`([a-z_]+\.[a-z_]+)`")


@dataclass(frozen=True)
class Line:
    """A claim of a sheet: what stands below this figure at these values of its controls."""

    call: str
    values: str
    words: str

    def position(self) -> dict:
        """The values, as `live.says` takes them. Raises ValueError for what is no list of name = value."""
        given = ast.parse(f"f({self.values})", mode="eval").body
        if not isinstance(given, ast.Call):
            raise ValueError(f"{self.values} is no list of name = value")
        return {str(k.arg): _value(k.value) for k in given.keywords}


def _value(node: ast.expr):
    """A literal, or inf."""
    return float("inf") if isinstance(node, ast.Name) and node.id == "inf" else ast.literal_eval(node)


def sheet(name: str) -> str:
    """The text of a lecture's sheet."""
    return (DOCS / "teaching" / f"{name}.md").read_text(encoding="utf-8")


def to_derive(name: str) -> list[str]:
    """The exercises of a lecture that are marked "(to derive)", in their order."""
    form = r"\*\*([\w-]+) · [^*]+\*\* \(to derive"
    return [id for cell in cells_of(name) for id in re.findall(form, cell.source)]


def plan(name: str) -> list[tuple[int, int, str]]:
    """The rows of a sheet's first table: minutes in 45, minutes in 90 (0: not in it), and what is done."""
    rows = re.findall(r"^\| (\d+|–) \| (\d+|–) \| (.+) \|$", sheet(name), re.M)
    return [(int(a.replace("–", "0")), int(b.replace("–", "0")), what) for a, b, what in rows]


def asked(name: str) -> dict[str, str]:
    """What a sheet says of each figure, by its call."""
    parts = re.split(r"^### `([a-z_.]+)`\n", sheet(name).partition("\n## What students ask")[0], flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def lines(name: str) -> list[Line]:
    """All claims of a sheet."""
    form = re.compile(r"^- (?:`([^`]+)`|at the start) → “([^”]+)”$", re.M)
    return [Line(call, values, words) for call, text in asked(name).items() for values, words in form.findall(text)]


@cache
def drawn(name: str) -> dict[str, tuple[dict, str]]:
    """The figures of a lecture's notebook by call: the settings that its cell gives as literals, and its first words.

    The words are those that the stored notebook has below the figure.
    """
    import nbformat

    cells = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4).cells
    source = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    module = {alias: full for full, alias in re.findall(r"from mlcore\.lectures import (\w+) as (\w+)", source)}
    found = {}
    for cell in cells:
        made = cell.cell_type == "code" and re.search(r"^live = (\w+)\.(\w+)\((.*)\)$", cell.source, re.M)
        if made:
            literal = dict(re.findall(r"(\w+)=([\d.]+)", made[3]))
            words = next(o.data["text/plain"] for o in cell.outputs if "image/png" in o.get("data", {}))
            settings = {key: ast.literal_eval(value) for key, value in literal.items()}
            found[f"{module[made[1]]}.{made[2]}"] = (settings, words)
    return found
