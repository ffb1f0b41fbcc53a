"""Who runs what: all tests of a lecture in one process, and both processes at work."""

import subprocess
import sys
from collections import defaultdict
from types import SimpleNamespace

import pytest

from tests.conftest import is_asked
from tests.course.test_style import ROOT
from tests.schedule import piece_of_work
from tools import suite

TESTS = """
import os
import pathlib
import pytest

@pytest.mark.parametrize("check", range(3))
@pytest.mark.parametrize("lecture", ["10_maximum_margin", "11_soft_margin", "12_smo", "13_kernels"])
def test_it(lecture, check):
    with pathlib.Path("who").open("a") as out:
        print(lecture, os.getpid(), file=out)
"""


def test_a_lectures_tests_run_in_one_process_and_both_processes_work(tmp_path, monkeypatch):
    monkeypatch.setenv("WORKERS", "2")
    (tmp_path / "tests" / "course").mkdir(parents=True)
    (tmp_path / "tests" / "course" / "test_lecture.py").write_text(TESTS, encoding="utf-8")
    words = [*suite.command("test")[3:], "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import pytest; sys.exit(pytest.main({words!r}))"
    said = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert said.returncode == 0, said.stdout
    processes = defaultdict(set)
    for line in (tmp_path / "who").read_text(encoding="utf-8").splitlines():
        lecture, process = line.split()
        processes[lecture].add(process)
    assert len(processes) == 4
    assert all(len(found) == 1 for found in processes.values())
    assert len(set.union(*processes.values())) == 2


@pytest.mark.parametrize(
    ("nodeid", "piece"),
    [
        ("tests/course/test_lecture.py::test_a[11_soft_margin]", "lecture 11_soft_margin"),
        ("tests/course/test_other_data.py::test_a[11_soft_margin-few]", "lecture 11_soft_margin"),
        ("tests/browser/test_lectures.py::test_a[12_smo]", "tests/browser/test_lectures.py 12_smo"),
        ("tests/book/test_pages.py::test_a[12_smo]", "book 12_smo"),
        ("tests/book/test_same.py::test_a[12_smo]", "book 12_smo"),
        ("tests/book/test_pages.py::test_the_search", "book 11_soft_margin"),
        ("tests/book/test_player.py::test_a", "tests/book/test_player.py"),
        ("tests/book/test_player.py::test_a[chromium]", "tests/book/test_player.py"),
        ("tests/book/test_player.py::test_a[firefox-#%E0]", "tests/book/test_player.py in Firefox"),
        ("tests/book/test_pages.py::test_a[firefox-12_smo]", "book 12_smo in Firefox"),
        ("notebooks/12_smo.ipynb::Cell 3", "notebooks/12_smo.ipynb"),
        ("tests/svm/test_smo.py::test_a[two]", "tests/svm/test_smo.py"),
    ],
)
def test_the_pieces_of_work(nodeid, piece):
    assert piece_of_work(nodeid) == piece


@pytest.mark.parametrize(
    ("params", "marks", "asked"),
    [
        (None, set(), True),
        ({"browser_name": "chromium", "lecture": "12_smo"}, {"chromium"}, True),
        ({"browser_name": "firefox"}, set(), True),
        ({"browser_name": "firefox"}, {"chromium"}, False),
        ({"browser_name": "firefox", "lecture": "11_soft_margin"}, set(), True),
        ({"browser_name": "firefox", "lecture": "12_smo"}, set(), False),
        ({"browser_name": "firefox", "name": "gallery"}, set(), False),
    ],
)
def test_firefox_is_asked_of_one_lecture_and_of_nothing_that_is_chromiums(params, marks, asked):
    item = SimpleNamespace(get_closest_marker=lambda name: name in marks)
    if params is not None:
        item.callspec = SimpleNamespace(params=params)
    assert is_asked(item) == asked


def test_hands_keys_and_the_book_are_asked_in_both_browsers():
    folder = ROOT / "tests"
    both = {path.stem for path in folder.rglob("*.py") if "browser_name" in path.read_text(encoding="utf-8")}
    asked = {f"test_{name}" for name in ("pointer", "groups", "readouts", "figure", "session", "notebook7", "lectures")}
    assert asked | {"test_player", "reader"} <= both
