"""python -m mlcore.check: a teacher marks a notebook file."""

import subprocess
import sys

import nbformat
import pytest

CELLS = [
    "from mlcore.check import EXERCISES, check",
    'check("svm-15", EXERCISES["svm-15"].solution)',
    "1 / 0",
    'check("svm-16", lambda X, y, w, b, C: 0.0)',
]


@pytest.fixture
def handed_in(tmp_path):
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    path = tmp_path / "11_soft_margin.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "mlcore.check", *map(str, arguments)], capture_output=True, encoding="utf-8"
    )


def test_marks_are_printed_and_the_file_is_left_alone(handed_in):
    before = handed_in.read_bytes()
    result = run(handed_in)
    assert "11_soft_margin.ipynb: 1 of" in result.stdout, result.stderr
    assert "✓ svm-15 " in result.stdout
    assert "✗ svm-16 " in result.stdout
    assert handed_in.read_bytes() == before


def test_a_missing_file_is_named(tmp_path):
    result = run(tmp_path / "lost.ipynb")
    assert result.returncode != 0
    assert "there is no file" in result.stderr
