"""The tests of both halves of the term: every answer is computed again, the points add up, few know the page."""

import ast
import re

import numpy as np
import pytest

from mlcore.check import exercises
from mlcore.course import BY_STEM
from tests.course.sheets import DOCS
from tools.book import front

PAGES = {"first_half": range(1, 9), "second_half": range(9, 19)}
each = pytest.mark.parametrize("name", PAGES)
ANSWER = re.compile(r"^- `([a-z]{3}-\d+\w?)`: `(.+)` → `(.+)`$", re.M)
POINTS = 48


def page(name: str) -> str:
    return (DOCS / "tests" / f"{name}.md").read_text(encoding="utf-8")


def flat(answer) -> np.ndarray:
    """All numbers of an answer in a row."""
    return np.concatenate([np.ravel(part) for part in answer]) if isinstance(answer, tuple) else np.ravel(answer)


@each
def test_every_answer_is_that_of_the_exercise(name):
    answers = ANSWER.findall(page(name))
    assert len(answers) >= 8
    for id, arguments, printed in answers:
        task = exercises()[id]
        given = task.typed(ast.literal_eval(arguments))
        found, said = flat(task.solution(*given)), flat(ast.literal_eval(printed))
        places = max(len(number.partition(".")[2]) for number in re.findall(r"[\d.]+", printed))
        assert np.allclose(found, said, atol=0.51 * 10.0**-places), (id, found, said)
        assert BY_STEM[task.lecture].number in PAGES[name]


@each
def test_each_line_that_looks_like_an_answer_is_one(name):
    assert len(re.findall(r"^- `", page(name), re.M)) == len(ANSWER.findall(page(name)))


@each
def test_the_points_of_the_tasks_and_of_their_solutions_add_up(name):
    tasks, solutions = page(name).split("## Solutions and points")
    worth = {int(n): int(points) for n, points in re.findall(r"^\*\*(\d+) \((\d+) points\)\.\*\*", tasks, re.M)}
    assert sum(worth.values()) == POINTS
    given = re.split(r"^\*\*(\d+)\.\*\* ", solutions, flags=re.M)[1:]
    for number, text in zip(given[::2], given[1::2], strict=True):
        marks = [int(points) for points in re.findall(r"\((\d)(?: points)?\)(?=[.,;:]| \$=|$)", text, re.M)]
        assert sum(marks) == worth[int(number)], (number, marks)


@each
def test_no_task_has_the_numbers_that_a_student_has_seen(name):
    """The problems of seed 0 are those that `check` shows."""
    for id, arguments, _ in ANSWER.findall(page(name)):
        task = exercises()[id]
        given = task.typed(ast.literal_eval(arguments))
        seen = [*task.cases(), *(task.typed(worked) for worked, _ in task.worked)]
        assert not any(all(map(np.array_equal, given, case)) for case in seen), id


def test_the_published_book_does_not_have_them(tmp_path):
    published, teachers = tmp_path / "published", tmp_path / "teachers"
    for folder, solutions in ((published, False), (teachers, True)):
        folder.mkdir()
        contents = front.teaching(folder, solutions)
        for name in PAGES:
            assert (folder / "tests" / f"{name}.md").exists() == solutions
            assert (f"tests/{name}" in contents) == solutions
