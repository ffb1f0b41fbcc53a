"""start.py: the course's notebooks become a student's own, and nothing that a student wrote is lost."""

import json
import sys

import pytest

import start
from mlcore import __version__

LECTURE = "11_soft_margin.ipynb"


def notebook(*sources: str) -> dict:
    cells = [
        {"cell_type": "code", "id": str(k), "metadata": {}, "outputs": [], "execution_count": None, "source": source}
        for k, source in enumerate(sources)
    ]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}


@pytest.fixture
def folders(tmp_path):
    source = tmp_path / "originals"
    source.mkdir()
    start.write(source / LECTURE, notebook("1 + 1", "answer = ..."))
    return source, tmp_path / "mine"


def sources(path) -> list[str]:
    return [cell["source"] for cell in start.read(path)["cells"]]


def work(path, answer: str) -> None:
    """A student fills in the last cell."""
    mine = start.read(path)
    mine["cells"][-1]["source"] = answer
    start.write(path, mine)


def test_what_is_missing_is_copied_and_what_is_there_stays(folders):
    source, mine = folders
    assert list(start.copy_notebooks(source, mine)) == []
    work(mine / LECTURE, "answer = 42")
    before = (mine / LECTURE).read_bytes()
    assert list(start.copy_notebooks(source, mine)) == []
    assert (mine / LECTURE).read_bytes() == before


def test_a_copy_of_an_older_original_says_so_once_at_its_top(folders):
    source, mine = folders
    list(start.copy_notebooks(source, mine))
    work(mine / LECTURE, "answer = 42")
    start.write(source / LECTURE, notebook("1 + 2", "answer = ..."))
    for _ in range(2):
        (said,) = start.copy_notebooks(source, mine)
        assert LECTURE in said
        assert sources(mine / LECTURE) == [start.CHANGED, "1 + 1", "answer = 42"]
    assert start.read(mine / LECTURE)["cells"][0]["cell_type"] == "markdown"


def test_renamed_it_lies_beside_the_new_one_without_the_line(folders):
    source, mine = folders
    list(start.copy_notebooks(source, mine))
    work(mine / LECTURE, "answer = 42")
    start.write(source / LECTURE, notebook("1 + 2", "answer = ..."))
    list(start.copy_notebooks(source, mine))
    (mine / LECTURE).rename(mine / "old.ipynb")
    assert list(start.copy_notebooks(source, mine)) == []
    assert sources(mine / "old.ipynb") == ["1 + 1", "answer = 42"]
    assert sources(mine / LECTURE) == ["1 + 2", "answer = ..."]


def test_an_output_that_changed_is_no_new_lecture(folders):
    source, mine = folders
    list(start.copy_notebooks(source, mine))
    again = notebook("1 + 1", "answer = ...")
    again["cells"][0]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "2"}]
    start.write(source / LECTURE, again)
    assert list(start.copy_notebooks(source, mine)) == []


@pytest.mark.parametrize("text", ["", "{", "[]", '"words"', "{}", json.dumps(notebook("mine"))])
def test_a_file_of_the_students_own_is_left_alone(folders, text):
    source, mine = folders
    mine.mkdir()
    (mine / "own.ipynb").write_text(text, encoding="utf-8")
    (mine / LECTURE).write_text(text, encoding="utf-8")
    assert list(start.copy_notebooks(source, mine)) == []
    assert (mine / "own.ipynb").read_text(encoding="utf-8") == (mine / LECTURE).read_text(encoding="utf-8") == text


def test_a_python_that_is_too_old_is_told(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    with pytest.raises(SystemExit, match=r"This is Python 3\.9, and the course needs 3\.11 or newer"):
        start.main([])


def test_a_failed_set_up_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(start, "VENV", tmp_path / "nowhere" / "file" / ".venv")
    (tmp_path / "nowhere").write_text("", encoding="utf-8")
    with pytest.raises(SystemExit, match="python3-venv"):
        start.main(["--packages"])


def test_an_update_or_a_move_is_set_up_anew(monkeypatch, tmp_path):
    stamp = start.fingerprint()
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    assert start.fingerprint() != stamp
    assert not start.is_ready()
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/lab").write_text(start.fingerprint(), encoding="utf-8")
    assert start.is_ready()


def test_a_copy_knows_the_version_of_the_course_that_its_original_is_the_newest_of(folders, monkeypatch):
    """By it the marker tells older hand-outs: who has what is still the newest, has no older one."""
    source, mine = folders
    monkeypatch.setattr(start, "course_version", lambda: "1.0")
    list(start.copy_notebooks(source, mine))
    work(mine / LECTURE, "answer = 42")
    monkeypatch.setattr(start, "course_version", lambda: "1.1")
    list(start.copy_notebooks(source, mine))
    assert start.read(mine / LECTURE)["metadata"]["mlcore"]["course"] == "1.1"
    assert sources(mine / LECTURE) == ["1 + 1", "answer = 42"]
    start.write(source / LECTURE, notebook("1 + 2", "answer = ..."))
    monkeypatch.setattr(start, "course_version", lambda: "1.2")
    list(start.copy_notebooks(source, mine))
    assert start.read(mine / LECTURE)["metadata"]["mlcore"]["course"] == "1.1"


def test_the_version_of_a_checkout_is_the_package_s():
    assert start.course_version() == __version__
