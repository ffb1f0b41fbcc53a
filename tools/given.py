"""What the marker has to know of the notebooks, written from them: python -m tools.given.

`python tools/notebooks.py` does it, too. A wheel has no notebooks, and a student's own may have lost what the marker
looks for: the cells of imports, or the line with `check`. So mlcore/check/marker/given.json holds, for each lecture,
its imports from NumPy and mlcore, and for each exercise the function that is asked for, as it is given.
"""

import ast
import json
from collections.abc import Iterator

import nbformat

from mlcore.check.marker.answers import calls_of_check
from mlcore.check.marker.given import STORED
from mlcore.check.registry import find
from tools.notebooks import NOTEBOOKS

FROM = ("numpy", "mlcore")
CHECKED = "# checked"  # such a cell imports for itself alone


def stored() -> dict:
    """By notebook that has exercises: {"imports": {name: import}, "exercises": {id: {"name": …, "code": …}}}."""
    found = {}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        trees = list(_cells(path))
        tasks = dict(_tasks(trees))
        if tasks:
            found[path.stem] = {"imports": _imports(trees), "exercises": tasks}
    return found


def _cells(path) -> Iterator[ast.Module]:
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code" and not cell.source.startswith(CHECKED):
            yield ast.parse(cell.source)


def _imports(trees: list[ast.Module]) -> dict[str, str]:
    """The first import of each name."""
    found: dict[str, str] = {}
    for node in (node for tree in trees for node in tree.body):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        for alias in node.names:
            one = type(node)(**{**vars(node), "names": [alias]})
            module = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
            if module.partition(".")[0] in FROM:
                found.setdefault(alias.asname or alias.name, ast.unparse(one))
    return found


def _tasks(trees: list[ast.Module]) -> Iterator[tuple[str, dict]]:
    """The exercises of a notebook: the function that `check` names, else the last one that was defined above it."""
    functions: dict[str, ast.FunctionDef] = {}
    for node in (node for tree in trees for node in tree.body):
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node
        for id, answer in calls_of_check(node):
            if find(id).problems is None:
                yield id, {"name": "", "code": ""}
                continue
            name = answer.id if isinstance(answer, ast.Name) else list(functions)[-1]
            yield id, {"name": name, "code": ast.unparse(functions[name])}


def written() -> str:
    """The file's text as it should be."""
    return json.dumps(stored(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    STORED.write_text(written(), encoding="utf-8")
