"""start.py: the course's notebooks become a student's own, and nothing that a student wrote is lost."""

import io
import json
import pathlib
import subprocess
import sys
import sysconfig

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


def fails(command):
    raise subprocess.CalledProcessError(1, command)


def test_a_failed_set_up_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start.subprocess, "check_call", fails)
    with pytest.raises(SystemExit, match="python3-venv"):
        start.main(["--packages"])


def test_where_nothing_can_be_written_it_says_so(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(start, "VENV", tmp_path / "file" / ".venv")
    with pytest.raises(SystemExit, match=r"Nothing can be written into the folder .* move it to a place of your own"):
        start.main(["--packages"])


def test_a_notebook_that_cannot_be_written_is_told(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(start, "MINE", tmp_path / "file" / "my_notebooks")
    monkeypatch.setattr(start, "is_ready", lambda: True)
    with pytest.raises(SystemExit, match=r"A notebook cannot be written: .* open in another program"):
        start.main(["--no-browser"])


@pytest.mark.parametrize(("letters", "allowed", "refused"), [(93, False, True), (92, False, False), (93, True, False)])
def test_windows_takes_no_long_path(monkeypatch, tmp_path, letters, allowed, refused):
    monkeypatch.setattr(start, "WINDOWS", True)
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start, "HERE", pathlib.PurePosixPath("/" + "x" * (letters - 1)))
    monkeypatch.setattr(start, "long_paths_are_allowed", lambda: allowed)
    if refused:
        with pytest.raises(SystemExit, match=r"93 characters, and Windows leaves it 92: .* a shorter path"):
            start.refuse_a_place_where_it_cannot_be()
    else:
        start.refuse_a_place_where_it_cannot_be()


def test_no_path_below_venv_is_longer_than_is_said():
    """Packages lie in Lib on Windows, where other systems have lib/python3.11, too."""
    lib = pathlib.Path(sysconfig.get_path("purelib"))
    longest = max(len(str(path.relative_to(lib))) for path in lib.rglob("*")) + len("Lib/site-packages/")
    assert 100 < longest <= start.LONGEST


def test_a_python_of_32_bits_is_told(monkeypatch):
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    with pytest.raises(SystemExit, match="take the one of 64 bits"):
        start.refuse_a_place_where_it_cannot_be()


def test_a_folder_in_onedrive_is_told(monkeypatch, tmp_path, capsys):
    for name in ("OneDrive - Universität", "elsewhere"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(start, "HERE", tmp_path / name)
        monkeypatch.setattr(start, "VENV", tmp_path / name / ".venv")
        start.refuse_a_place_where_it_cannot_be()
        assert ("lies in OneDrive" in capsys.readouterr().out) == ("OneDrive" in name)


@pytest.mark.parametrize(("version", "other"), [("{}.{}.7", False), ("3.10.4", True), (None, False)])
def test_the_packages_of_another_python_are_removed(monkeypatch, tmp_path, version, other):
    monkeypatch.setattr(start, "VENV", tmp_path)
    if version:
        said = version.format(*sys.version_info)
        (tmp_path / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {said}\n", encoding="utf-8")
    assert start.is_of_another_python() == other


def test_letters_that_a_console_lacks_stop_nothing(folders, monkeypatch):
    """Code page 850, as in a Windows console whose output goes into a file, has no Chinese."""
    source, mine = folders
    list(start.copy_notebooks(source, mine))
    start.write(source / LECTURE, notebook("1 + 2"))
    (mine / LECTURE).rename(mine / "支持向量.ipynb")
    start.write(mine / LECTURE, notebook("a file of one's own"))
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp850"))
    monkeypatch.setattr(start, "originals", lambda: source)
    monkeypatch.setattr(start, "MINE", mine)
    monkeypatch.setattr(start, "is_ready", lambda: True)
    start.main(["--no-browser"])
    sys.stdout.flush()
    assert b"The course has changed ????.ipynb since you began it" in raw.getvalue()


def test_an_update_or_a_move_is_set_up_anew(monkeypatch, tmp_path):
    stamp = start.fingerprint()
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    assert start.fingerprint() != stamp
    assert not start.is_ready()
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/lab").write_text(start.fingerprint(), encoding="utf-8")
    assert not start.is_ready()  # the Python that it stood on is gone
    monkeypatch.setattr(start, "python", lambda: sys.executable)
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
