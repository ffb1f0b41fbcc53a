"""The published book leaves out the solutions of homework; the teacher's book has them all."""

import nbformat
import pytest

from mlcore.check import exercises, solution
from tools.book.pages import HOMEWORK, LEFT_OUT, Page, _cells
from tools.notebooks import NOTEBOOKS

NAMES = [path.stem for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")) if path.stem != "00_start_here"]


def shown(name: str, tmp_path, solutions: bool) -> str:
    """All that the page has in the place of the cells that show solutions."""
    cells = [
        cell for cell in nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4).cells if cell.source.startswith("solution(")
    ]
    page = Page(name, 5, solutions)
    return "\n".join(made.source for cell in cells for made in _cells(cell, None, page, tmp_path))


@pytest.mark.parametrize("name", NAMES)
def test_each_solution_is_there_or_left_out(name, tmp_path):
    published, teachers = (shown(name, tmp_path, solutions) for solutions in (False, True))
    tasks = [task for task in exercises().values() if task.lecture == name[3:]]
    assert tasks
    for task in tasks:
        code = repr(solution(task.id))
        assert code in teachers
        assert (code in published) == (task.id not in HOMEWORK)
        assert (LEFT_OUT.format(task.id) in published) == (task.id in HOMEWORK)
