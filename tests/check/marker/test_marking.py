"""python -m mlcore.check: a teacher marks what was handed in. Nothing in it ends the marking or forges a mark."""

import csv
import json
import os
import pathlib
import re
import subprocess
import sys

import nbformat
import numpy as np
import pytest

from mlcore.check import exercises
from mlcore.check.__main__ import INCOMPLETE
from mlcore.check.compare import agree
from mlcore.check.marker.answers import Unreadable, answers_of
from mlcore.check.marker.mark import NOT_MARKED, RAISED, TIMED_OUT, Limits, mark
from mlcore.check.marker.table import details, harmless
from mlcore.check.marker.values import packed, unpacked
from mlcore.check.verdict import OPEN, RIGHT, WRONG

BEGIN = "import numpy as np\nfrom mlcore.check import check, progress, solution"
SQUARES = "def quadratic_part(X, y, C):\n    return np.outer(y, y) * (X @ X.T) + np.eye(len(y)) / C"
PAIR = "def two_points(a, C):\n    w = min(1 / a, 2 * C * a)\n    return w, 2 * max(0, 1 - w * a)"
ALL = sum(task.lecture == "soft_margin" for task in exercises().values())
ASK, ASK_TOO = 'check("svm-13", quadratic_part)', 'check("svm-15", two_points)'


def body(lines):
    """quadratic_part with this body, and its check."""
    return f"def quadratic_part(X, y, C):\n    {lines}\n\n\n{ASK}"


def write(path: pathlib.Path, *cells: str, **kernelspec) -> pathlib.Path:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    notebook.metadata["kernelspec"] = {"display_name": "mine", "language": "python", "name": "mine", **kernelspec}
    nbformat.write(notebook, path)
    return path


def marks(tmp_path, *cells, seconds=3.0, **options) -> dict:
    """The rows of a notebook of these cells, by exercise."""
    rows = mark(write(tmp_path / "n.ipynb", *cells), ["soft_margin"], limits=Limits(seconds), **options)
    return {row.exercise: row for row in rows}


def test_every_exercise_of_the_lecture_has_a_row(tmp_path):
    rows = marks(tmp_path, BEGIN, f"{SQUARES}\n{ASK}")
    assert set(rows) == {e.id for e in exercises().values() if e.lecture == "soft_margin"}
    assert rows["svm-13"].status == RIGHT
    assert {rows[id].status for id in rows if id != "svm-13"} == {OPEN}


@pytest.mark.parametrize(
    ("cell", "status", "words"),
    [
        (body("return np.outer(y, y) * (X @ X.T)"), WRONG, "Hint: That is Q of"),
        (body("return 'nothing'"), WRONG, "of type str"),
        (body("return object()"), WRONG, "of type object"),
        (body("print(X)"), WRONG, "write return in place of print"),
        (body("X *= 2; return X"), WRONG, "changes its input X"),
        (body("return 1 / 0"), RAISED, "raised ZeroDivisionError: division by zero"),
        (body("raise SystemExit"), RAISED, "raised SystemExit"),
        (body("raise NotImplementedError"), OPEN, ""),
        (body("..."), OPEN, ""),
        (body("import os; os._exit(0)"), RAISED, "ended its process"),
        (body("while True: pass"), TIMED_OUT, "Does a loop of it never end?"),
        (body("sum(iter(int, 1))"), TIMED_OUT, "was still running"),  # never comes back to Python
        (body("return np.ones((200_000, 200_000))"), RAISED, "MemoryError"),
        (f"def quadratic_part(X, y, C)\n    return 1\n{ASK}", RAISED, "SyntaxError: expected ':'"),
        (f"while True:\n    k = 1\n\n{body('return k')}", TIMED_OUT, "its cells were still running"),
        (f"k = 1 / 0\n\n{body('return k')}", RAISED, "its cells raised ZeroDivisionError"),
        ("import os; k = os._exit(3)\n\n" + body("return k"), RAISED, "its cells ended the process"),
        ('check("svm-13", 3.0)', WRONG, "wants a function"),
        ('check("svm-13", quadratic_part)', RAISED, "NameError: name 'quadratic_part' is not defined"),
        (body("return input()"), RAISED, "EOFError"),
    ],
)
def test_what_may_come_and_the_next_exercise_is_marked_all_the_same(tmp_path, cell, status, words):
    rows = marks(tmp_path, BEGIN, cell, PAIR, ASK_TOO)
    assert rows["svm-13"].status == status, rows["svm-13"]
    assert words in rows["svm-13"].words
    assert rows["svm-15"].status == RIGHT, rows["svm-15"]


@pytest.mark.parametrize(
    "forged",
    [
        "from mlcore.check import verdict\nverdict._results['svm-13'] = 'right'\n" + body("return X"),
        "import mlcore.check.compare as c\nc.agree = c.difference = lambda *a, **k: None\n" + body("return X"),
        body("import mlcore.lectures.soft_margin.exercises as m; return m.quadratic_part(X, y, C)"),
        body("from mlcore.check import exercises; return exercises()['svm-13'].solution(X, y, C)"),
        body("import sys; print('{\"value\": 1}', file=sys.__stdout__); return X"),
    ],
)
def test_a_forged_verdict_does_not_count(tmp_path, forged):
    assert marks(tmp_path, BEGIN, forged)["svm-13"].status in (WRONG, RAISED)


NOISE = """import os


def noise():
    for fd in range(3, 20):
        try:
            os.write(fd, b'%s')
        except OSError:
            pass
    return 1


k = noise()
"""


@pytest.mark.parametrize(
    "line",
    [
        "no JSON\\n",
        "[1, 2]\\n",
        '{"value": 3}\\n',
        '{"value": {"kind": "array"}, "number": 2}\\n{"value": 1, "number": 3}\\n',
        '{"callable": false, "number": 1}\\n',
        "[" * 5000 + "\\n",
    ],
)
def test_lines_that_an_answer_writes_into_our_channel_spoil_no_other(tmp_path, line):
    rows = marks(tmp_path, BEGIN, NOISE % line, body("return k * noise() * X"), PAIR, ASK_TOO)
    assert rows["svm-13"].status in (WRONG, RAISED)
    assert rows["svm-15"].status == RIGHT, rows["svm-15"]


def test_what_looks_for_the_references_by_other_ways_is_named(tmp_path):
    look = body("import sys; sys.meta_path.clear(); raise ValueError")
    assert marks(tmp_path, BEGIN, look)["svm-13"].remark == "looks where the reference solutions are: meta_path"


def test_who_asks_for_the_solution_or_calls_the_package_is_named(tmp_path):
    first = body("from mlcore.lectures.soft_margin.exercises import quadratic_part as q; return q(X, y, C)")
    assert marks(tmp_path, BEGIN, first)["svm-13"].remark == "asks for the reference solution"
    own = "from mlcore.svm import solve_primal\ndef two_points(a, C):\n    return solve_primal(a, C)\n" + ASK_TOO
    assert marks(tmp_path, BEGIN, own)["svm-15"].remark == "uses mlcore.svm.solve_primal"
    assert marks(tmp_path, BEGIN, PAIR, ASK_TOO)["svm-15"].remark == ""


def test_an_answer_sees_neither_the_others_nor_where_it_came_from(tmp_path):
    write(tmp_path / "other.ipynb", BEGIN)
    look = body("import glob, os; raise ValueError(f'{os.listdir()} {glob.glob(\"../other*.ipynb\")} {os.getcwd()}')")
    words = marks(tmp_path, BEGIN, look)["svm-13"].words
    assert "[] []" in words
    assert str(tmp_path) not in words


def test_the_problems_are_those_of_the_teachers_seed(tmp_path):
    """An answer that knows the problems of seed 0 by heart is right on those alone."""
    known = [(X.tolist(), y.tolist(), C) for X, y, C in exercises()["svm-13"].cases()]
    by_heart = f"known = {known!r}\n" + body(
        "found = any(len(a) == len(X) and np.allclose(a, X) for a, b, c in known)\n"
        "    return np.outer(y, y) * (X @ X.T) + np.eye(len(y)) / C if found else X"
    )
    assert marks(tmp_path, BEGIN, by_heart, seed=0)["svm-13"].status == RIGHT
    assert marks(tmp_path, BEGIN, by_heart, seed=5)["svm-13"].status == WRONG


# -- which cells are run --


def answer(tmp_path, *cells):
    return answers_of(write(tmp_path / "n.ipynb", *cells))["svm-13"]


def test_only_what_the_answer_stands_on_is_run(tmp_path):
    found = answer(
        tmp_path, BEGIN, "%matplotlib inline\n!ls", "unused = open('secret')", "scale = [1.0]\nscale.append(2.0)",
        "print(np.sort(scale))", "def helper(X):\n    unused = X\n    return unused * scale[0]",
        body("return helper(X)"), "scale = None",
    )  # fmt: skip
    assert "secret" not in found.source
    assert "print" not in found.source
    assert "scale.append(2.0)" in found.source
    assert "scale = None" not in found.source
    assert "def helper" in found.source


def test_the_last_attempt_that_is_more_than_a_stub_counts(tmp_path):
    stub = f"def quadratic_part(X, y, C): ...\n\n\n{ASK}"
    assert "np.eye" in answer(tmp_path, BEGIN, stub, SQUARES, ASK, stub).source
    assert "1 / 0" in answer(tmp_path, BEGIN, f"{SQUARES}\n{ASK}", body("1 / 0")).source


@pytest.mark.parametrize("id", sorted(exercises()))
def test_the_answers_of_every_exercise_travel(id):
    task = exercises()[id]
    for arguments in task.cases():
        right = task.solution(*arguments)
        came = unpacked(json.loads(json.dumps(packed(right))))
        assert agree(came, right, task, arguments)


@pytest.mark.parametrize("value", [np.nan, -np.inf, 10**30, 1e-300, np.float32(0.1), True, None, "½", [(1, 2.5), []]])
def test_a_value_arrives_as_it_left(value):
    came = unpacked(json.loads(json.dumps(packed(value))))
    assert type(came) is type(value)
    assert repr(came) == repr(value)


def test_what_could_run_does_not_travel():
    came = unpacked(json.loads(json.dumps(packed(np.array([print], object)))))
    assert type(came).__name__ == "ndarray"
    assert not isinstance(came, np.ndarray)
    with pytest.raises(ValueError, match="objects"):
        unpacked({"kind": "array", "type": "|O", "shape": [1], "of": "", "scalar": False})


# -- the command --


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "mlcore.check", *map(str, arguments)],
        capture_output=True, encoding="utf-8", env={**os.environ, **environment},
    )  # fmt: skip


def test_a_folder_becomes_a_table_and_files(tmp_path):
    folder = tmp_path / "handed_in"
    folder.mkdir()
    right = write(folder / "=ada.ipynb", BEGIN, SQUARES, ASK, PAIR, ASK_TOO)
    write(folder / "bob.ipynb", BEGIN, body("raise ValueError('=1+1')"))
    before = right.read_bytes()
    result = run(folder, "--lecture", "soft_margin", "--details", tmp_path / "m.csv", "--json", tmp_path / "m.json")
    assert result.returncode == 0, result.stderr
    assert re.search(rf"=ada +2 of {ALL} +✓", result.stdout)
    assert re.search(rf"bob +0 of {ALL} +! +○", result.stdout)
    assert right.read_bytes() == before
    with (tmp_path / "m.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["status"] for row in rows if row["exercise"] == "svm-13"] == ["right", "raised"]
    assert len(rows) == 2 * ALL
    assert rows == [
        {k: harmless(v) for k, v in row.items()} for row in json.loads((tmp_path / "m.json").read_text("utf-8"))
    ]


def test_a_notebook_of_an_old_format_is_read(tmp_path):
    cells = [{"cell_type": "code", "input": source.splitlines(keepends=True)} for source in (BEGIN, SQUARES, ASK)]
    old = tmp_path / "old.ipynb"
    old.write_text(json.dumps({"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]}), encoding="utf-8")
    assert (
        answers_of(old)["svm-13"].source
        == answers_of(write(tmp_path / "n.ipynb", BEGIN, SQUARES, ASK))["svm-13"].source
    )


@pytest.mark.parametrize("text", ["{}", '{"cells": [{}]}', '{"cells": [{"cell_type": "code", "source": 3}]}'])
def test_what_is_no_notebook_is_unreadable(tmp_path, text):
    (tmp_path / "odd.ipynb").write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match="it is no notebook"):
        answers_of(tmp_path / "odd.ipynb")


def test_what_broke_off_in_an_upload_says_so(tmp_path):
    whole = write(tmp_path / "whole.ipynb", BEGIN, SQUARES, ASK).read_text("utf-8")
    (tmp_path / "half.ipynb").write_text(whole[: len(whole) // 2], encoding="utf-8")
    with pytest.raises(Unreadable, match=r"an upload that broke off .*: ask for it again"):
        answers_of(tmp_path / "half.ipynb")


def test_bad_files_get_a_line_and_the_others_their_marks(tmp_path):
    bad = {name: tmp_path / name for name in ("broken.ipynb", "empty.ipynb", "list.ipynb", "latin.ipynb")}
    bad["broken.ipynb"].write_text('{"cells": [', encoding="utf-8")
    bad["empty.ipynb"].write_text("", encoding="utf-8")
    bad["list.ipynb"].write_text("[1, 2]", encoding="utf-8")
    bad["latin.ipynb"].write_bytes("é".encode("latin-1"))
    r = write(tmp_path / "r.ipynb", "x <- 1", name="ir", language="R")
    good = write(tmp_path / "good.ipynb", BEGIN, SQUARES, ASK)
    result = run(*bad.values(), tmp_path / "lost.ipynb", r, good, PYTHONIOENCODING="cp1252")
    lines = result.stdout.splitlines()
    for name in (*bad, "r.ipynb", "lost.ipynb"):
        assert sum(f"{name}: not marked, " in line for line in lines) == 1, result
    assert any("empty.ipynb: not marked, the file is empty" in line for line in lines)
    assert any("good.ipynb" in line and f"1 of {ALL}" in line for line in lines)
    assert "Traceback" not in result.stderr
    assert INCOMPLETE in result.stderr
    assert result.returncode == 1


def test_an_unreadable_file_has_a_row_for_each_exercise_that_was_asked_for(tmp_path):
    rows = mark(tmp_path / "lost.ipynb", ["soft_margin"])
    assert {row.status for row in rows} == {NOT_MARKED}
    assert len(rows) == ALL
    assert {row.words for row in rows} == {"there is no file of this name"}
    assert not list(details(rows))


OWN = """
from mlcore.check import check, exercise, progress

def draws(rng):
    yield from ((float(n),) for n in rng.integers(1, 9, 3))

@exercise("own-1", "twice", hint="Double it.", problems=draws, worked=[((2.0,), 4.0)])
def twice(x):
    return 2 * x
"""


@pytest.mark.parametrize("ending", [".py", ".ipynb"])
def test_a_teachers_own_exercise_is_marked_too(tmp_path, ending):
    own = tmp_path / f"mine{ending}"
    if ending == ".py":
        own.write_text(OWN, encoding="utf-8")
    else:
        write(own, OWN, "1 / 0")
    good = write(tmp_path / "good.ipynb", BEGIN, "def double(x):\n    return x + x", 'check("own-1", double)')
    result = run(good, "--exercises", own)
    assert re.search(r"good +1 of 1 +✓\n", result.stdout), result
    assert result.returncode == 0
