"""What was solved outlives the kernel, and no file is left where none is asked for."""

import json
import pathlib

import pytest

from mlcore.check import check, forget, kept, progress, verdict
from mlcore.check.marker.hand_ins import hand_ins
from mlcore.course import BY_STEM

RIGHT, WRONG = (0.2, 0.8), (0.2, 0)  # to svm-15b


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Where it is kept, in a folder and a kernel of its own."""
    there = tmp_path / "my_progress.json"
    monkeypatch.setenv(kept.SWITCH, str(there))
    monkeypatch.setattr(verdict, "_results", {})
    return there


def new_kernel():
    verdict._results.clear()


def line_of(id: str, text: str) -> str:
    return next(line for line in text.splitlines() if f" {id} " in line)


def test_what_was_solved_is_solved_in_the_next_kernel(file):
    check("svm-15b", RIGHT)
    new_kernel()
    check("svm-16", lambda X, y, w, b, C: (w, b))
    assert line_of("svm-15b", repr(progress())).startswith("✓")
    assert line_of("svm-16", repr(progress())).startswith("✗")
    assert line_of("svm-13", repr(progress())).startswith("○")


def test_solved_once_is_solved_and_all_guesses_are_kept(file):
    for answer in (WRONG, WRONG, RIGHT, WRONG, ...):
        check("svm-15b", answer)
    record = kept.kept()["svm-15b"]
    assert (record.tries, record.solved, record.answers) == (3, True, ["(0.2, 0)", "(0.2, 0.8)"])
    line = line_of("svm-15b", repr(progress()))
    assert line.startswith("✓")
    assert line.endswith("(3 tries: (0.2, 0); (0.2, 0.8))")


def test_the_whole_course_is_one_table_with_the_hours_to_go(file):
    before = progress(whole_course=True)
    solved, of = before.solved
    assert solved == 0
    assert of > 120
    assert [lecture.stem for lecture, _ in before.rows] == [*BY_STEM]
    check("svm-15b", RIGHT)
    new_kernel()
    after = progress(whole_course=True)
    assert after.solved == (1, of)
    k = [*BY_STEM].index("soft_margin")
    read = before.to_go[k] - after.to_go[k]
    assert read > 80 + 10  # the main path, and the exercise
    assert [*before.to_go[:k], *before.to_go[k + 1 :]] == [*after.to_go[:k], *after.to_go[k + 1 :]]
    assert '<span style="white-space: nowrap">✓ svm-15b</span>' in after._repr_html_()
    assert repr(after).startswith(f"1 of {of} exercises solved, about ")


def test_without_the_switch_nothing_is_kept(file, monkeypatch):
    monkeypatch.delenv(kept.SWITCH)
    monkeypatch.chdir(file.parent)
    check("svm-15b", RIGHT)
    assert kept.kept() == {}
    assert list(file.parent.iterdir()) == []
    assert forget() == "Nothing is kept."


def test_it_can_be_removed(file):
    check("svm-15b", RIGHT)
    assert [path.name for path in file.parent.iterdir()] == [file.name]  # no draft is left
    assert "removed" in forget()
    assert not file.exists()
    new_kernel()
    assert progress(whole_course=True).solved[0] == 0


@pytest.mark.parametrize("content", ["", "{", "[]", '{"exercises": 3}', '{"exercises": {"svm-16": {"tried": 1}}}'])
def test_a_spoilt_file_stops_no_check_and_is_not_written_over(file, content):
    file.write_text(content, encoding="utf-8")
    assert check("svm-15b", RIGHT).status == "right"
    assert file.read_text(encoding="utf-8") == content
    assert "cannot be read" in repr(progress())
    assert "Rename it" in repr(progress(whole_course=True))


def test_a_folder_that_cannot_be_written_stops_no_check(file, monkeypatch):
    monkeypatch.setenv(kept.SWITCH, str(file.parent / "missing" / "my_progress.json"))
    assert check("svm-15b", RIGHT).status == "right"


def test_the_file_is_plain_and_says_what_it_is(file):
    check("svm-15b", RIGHT)
    content = json.loads(file.read_text(encoding="utf-8"))
    assert content["what"] == kept.WORDS
    assert content["exercises"] == {"svm-15b": {"tries": 1, "solved": True, "answers": ["(0.2, 0.8)"]}}


def test_the_course_s_jupyterlab_names_the_file():
    config = pathlib.Path(__file__).parents[2] / "lab" / "jupyter_server_config.py"
    assert f'os.environ.setdefault("{kept.SWITCH}", "{kept.NAME}")' in config.read_text(encoding="utf-8")


def test_the_marker_does_not_see_the_file(file):
    check("svm-15b", RIGHT)
    empty = hand_ins([file.parent])
    assert [hand_in.path for hand_in in empty] == [file.parent]  # as a folder with nothing in it
    (file.parent / "11.ipynb").write_text("{}", encoding="utf-8")
    assert [hand_in.path.name for hand_in in hand_ins([file.parent])] == ["11.ipynb"]


def test_an_exercise_that_the_course_no_longer_has_is_kept_and_not_shown(file):
    kept.keep("old-99", solved=True)
    check("svm-15b", RIGHT)
    assert "old-99" not in repr(progress())
    assert "old-99" in kept.kept()
