"""python -m mlcore.check: a teacher marks notebook files."""

import os
import subprocess
import sys

import nbformat
import pytest

CELLS = [
    "from mlcore.check import check, exercises",
    'check("svm-15", exercises()["svm-15"].solution)',
    "1 / 0",
    'check("svm-16", lambda X, y, w, b, C: 0.0)',
]


def write(path, *cells, **kernelspec):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    notebook.metadata["kernelspec"] = {"display_name": "mine", "language": "python", "name": "python3", **kernelspec}
    nbformat.write(notebook, path)
    return path


@pytest.fixture
def handed_in(tmp_path):
    return write(tmp_path / "11_soft_margin.ipynb", *CELLS)


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "mlcore.check", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
    )


def test_marks_are_printed_and_the_file_is_left_alone(handed_in):
    before = handed_in.read_bytes()
    result = run(handed_in)
    assert "11_soft_margin.ipynb: 1 of" in result.stdout, result.stderr
    assert "✓ svm-15 " in result.stdout
    assert "✗ svm-16 " in result.stdout
    assert result.returncode == 0
    assert handed_in.read_bytes() == before


def test_bad_files_get_a_line_and_the_others_their_marks(tmp_path, handed_in):
    bad = {name: tmp_path / name for name in ("broken.ipynb", "empty.ipynb", "list.ipynb", "latin.ipynb")}
    bad["broken.ipynb"].write_text('{"cells": [', encoding="utf-8")
    bad["empty.ipynb"].write_text("", encoding="utf-8")
    bad["list.ipynb"].write_text("[1, 2]", encoding="utf-8")
    bad["latin.ipynb"].write_bytes("é".encode("latin-1"))
    r = write(tmp_path / "r.ipynb", "x <- 1", name="ir", language="R")
    dead = write(tmp_path / "dead.ipynb", "x = 1", "import os; os._exit(1)", CELLS[0])
    result = run(*bad.values(), tmp_path / "lost.ipynb", tmp_path, r, dead, handed_in, PYTHONIOENCODING="cp1252")
    lines = result.stdout.splitlines()
    for name in (*bad, "r.ipynb", "dead.ipynb", "lost.ipynb"):
        assert sum(line.startswith(f"{name}: not marked: ") for line in lines) == 1, result
    assert "empty.ipynb: not marked: the file is empty." in lines
    assert "lost.ipynb: not marked: there is no file of this name." in lines
    assert "r.ipynb: not marked: it is a notebook in R, and the exercises are in Python." in lines
    assert 'dead.ipynb: not marked: its kernel died in the cell that begins "import os; os._exit(1)".' in lines
    assert "✓ svm-15 " in result.stdout
    assert "Traceback" not in result.stderr
    assert "8 not marked." in result.stderr
    assert result.returncode == 1


def test_a_notebook_that_breaks_print_or_names_a_kernel_that_is_not_here_is_marked(tmp_path):
    spoilt = "print = progress = None\nimport io, sys\nsys.stdout = io.StringIO()"
    result = run(write(tmp_path / "mine.ipynb", *CELLS, spoilt, name="my_own_environment"))
    assert "mine.ipynb: 1 of" in result.stdout
    assert "✗ svm-16 " in result.stdout
    assert result.returncode == 0
