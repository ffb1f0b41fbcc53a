"""The stored notebooks: in step with their text, complete, readable without a kernel, and a test that can fail."""

import base64
import re
import shutil
import subprocess
import sys

import nbconvert
import nbformat
import numpy as np
import pytest

from mlcore.course import LECTURES
from tests.course.curriculum import M_ERRATA, ROWS, TOPICS, is_curriculum, is_erratum
from tests.fixtures.pictures import decode
from tools.notebooks import NOTEBOOKS, read_text, sources

FIXTURES = NOTEBOOKS.parent / "tests" / "fixtures"
NAMES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
VIEW = "application/vnd.jupyter.widget-view+json"
ABSOLUTE = re.compile(r"(?<![\w.:/~])/(home|Users|root|tmp|usr|opt|var|mnt)/|\b[A-Z]:\\\\?\w|file://")

each_notebook = pytest.mark.parametrize("name", NAMES)


def stored(name: str) -> nbformat.NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)


def code(name: str) -> list:
    return [cell for cell in stored(name).cells if cell.cell_type == "code"]


def outputs(name: str) -> list:
    return [output for cell in code(name) for output in cell.outputs]


def pictures(name: str) -> list[bytes]:
    return [base64.b64decode(o.data["image/png"]) for o in outputs(name) if "image/png" in o.get("data", {})]


def tagged(name: str) -> list[tuple]:
    """Each cell with its curriculum ids."""
    return [(cell, [t for t in cell.metadata.get("tags", []) if is_curriculum(t)]) for cell in stored(name).cells]


def test_every_text_has_its_notebook():
    assert sorted(path.stem for path in (NOTEBOOKS / "text").glob("*.md")) == NAMES


@each_notebook
def test_text_and_notebook_are_in_step(name):
    assert sources(stored(name)) == sources(read_text(name)), "run: make notebooks"


@each_notebook
def test_it_can_be_turned_into_a_script(name):
    _, resources = nbconvert.ScriptExporter().from_notebook_node(stored(name))
    assert resources["output_extension"] == ".py"


@each_notebook
def test_every_cell_ran_in_order(name):
    assert [cell.execution_count for cell in code(name)] == list(range(1, len(code(name)) + 1))


@each_notebook
def test_no_stored_errors(name):
    bad = [o for o in outputs(name) if o.output_type == "error" or o.get("name") == "stderr"]
    assert not bad


@each_notebook
def test_no_widget_without_its_kernel(name):
    assert not [o for o in outputs(name) if VIEW in o.get("data", {})]
    assert "widgets" not in stored(name).metadata


@each_notebook
def test_no_semicolons_and_no_interact(name):
    assert not [cell.source for cell in code(name) if cell.source.rstrip().endswith(";")]
    assert not [cell.source for cell in code(name) if re.search(r"\binteract(ive|_manual)?\b", cell.source)]


@each_notebook
def test_no_picture_is_blank(name):
    for png in pictures(name):
        middle = decode(png)[20:-60, 20:-20]  # without the caption
        assert np.ptp(middle, axis=(0, 1)).max() > 0.3
        assert middle.std() > 0.02


@each_notebook
def test_at_most_three_ids_a_cell(name):
    assert all(len(ids) <= 3 for _, ids in tagged(name))


@each_notebook
def test_its_row_of_the_curriculum_is_covered(name):
    ids = {tag for _, tags in tagged(name) for tag in tags}
    assert (ROWS.get(int(name[:2]), set()) if name[:2].isdigit() else set()) <= ids
    assert {tag for tag in ids if not is_erratum(tag)} <= TOPICS


@each_notebook
def test_every_erratum_is_asserted(name):
    for cell, ids in tagged(name):
        if any(is_erratum(tag) for tag in ids):
            assert cell.cell_type == "code", cell.source
            assert re.search(r"^\s*assert\b", cell.source, re.M), cell.source


@each_notebook
def test_links_lead_somewhere(name):
    targets = re.findall(r"""(?:\]\(|href=["'])([^)"'#:\s]+\.ipynb)""", "\n".join(c.source for c in stored(name).cells))
    assert [target for target in targets if not (NOTEBOOKS / target).exists()] == []


@each_notebook
def test_no_absolute_paths(name):
    text = (NOTEBOOKS / "text" / f"{name}.md").read_text(encoding="utf-8")
    printed = [o.get("text", "") + str(o.get("data", {}).get("text/plain", "")) for o in outputs(name)]
    assert not [found.group() for found in ABSOLUTE.finditer("\n".join([text, *printed]))]


def test_the_lectures_share_out_the_curriculum():
    assert list(ROWS) == [lecture.number for lecture in LECTURES if lecture.in_notes]
    ids = set().union(*ROWS.values())
    assert len(TOPICS) == 254
    assert {tag for tag in ids if not is_erratum(tag)} == TOPICS
    assert ids >= M_ERRATA
    assert all(is_curriculum(tag) for tag in ids | M_ERRATA)
    twice = sorted(tag for tag in ids if sum(tag in row for row in ROWS.values()) > 1)
    assert twice == ["CLS-09", "CLS-10", "FND-02", "FND-09", "TOL-01"]


def test_the_notebook_test_can_fail(tmp_path):
    shutil.copy(FIXTURES / "broken.ipynb", tmp_path)
    command = [sys.executable, "-m", "pytest", "--nbval", "-v", "-p", "no:cacheprovider", "--rootdir=.", "broken.ipynb"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=120)
    verdicts = re.findall(r"::Cell (\d) (PASSED|FAILED)", run.stdout)
    assert verdicts == [("0", "PASSED"), ("1", "FAILED"), ("2", "FAILED"), ("3", "PASSED")], run.stdout[-2000:]
    assert run.returncode == 1
