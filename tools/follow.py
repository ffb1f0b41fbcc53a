"""Which figures of a lecture are drawn of what stands in its data cell: the table of docs/running_a_class.md.

python -m tools.follow prints it; --write puts it in place.
"""

import ast
import pathlib
import re
import sys

from mlcore.course import LECTURES
from tools.form import DATA_CELL, cells_of

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "running_a_class.md"
BETWEEN = re.compile(r"(?<=<!-- follow -->\n\n).*?(?=\n\n<!-- end -->)", re.S)


def followers(name: str) -> tuple[list[str], list[str]]:
    """The figures of a lecture that take what its data cell makes, and those that do not, in the order of the page."""
    cells = cells_of(name)
    (data,) = (cell.source for cell in cells if cell.kind != "text" and DATA_CELL.match(cell.source))
    made = {node.id for node in ast.walk(ast.parse(data)) if isinstance(node, ast.Name) and _is_made(node)}
    theirs, ours = [], []
    for cell in cells:
        if cell.kind == "figure":
            call = _call(cell.source)
            used = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
            (theirs if used & made else ours).append(ast.unparse(call.func).rpartition(".")[2])
    return theirs, ours


def _is_made(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _call(source: str) -> ast.Call:
    """The call that makes the figure of a cell."""
    values = [node.value for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    return next(value for value in reversed(values) if isinstance(value, ast.Call))


def table() -> str:
    """A row a lecture."""
    rows = ["| | drawn of your data | of the lecture's own, or of none |", "|---|---|---|"]
    for lecture in LECTURES:
        theirs, ours = (", ".join(f"`{figure}`" for figure in figures) or "–" for figures in followers(lecture.name))
        rows.append(f"| {lecture.number:02} | {theirs} | {ours} |")
    return "\n".join(rows)


def with_table(page: str) -> str:
    """The page with the table as it should be, between its marks."""
    return BETWEEN.sub(lambda _: table(), page, count=1)


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(table())
