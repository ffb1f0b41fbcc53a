"""Every exercise: its solution passes, its stub is open, each known mistake fails with its own hint."""

import ast
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from mlcore.check import check, exercises, progress, solution
from mlcore.course import BY_STEM, LECTURES
from tests.course.sheets import to_derive

EXERCISES = exercises()
MISTAKES = [(e, m) for e in EXERCISES.values() for m in e.mistakes]
TO_DERIVE = [id for lecture in LECTURES for id in to_derive(lecture.name)]


@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_the_solution_is_right(task):
    assert check(task.id, task.solution).status == "right"


@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_a_stub_is_not_attempted(task):
    def stub(*arguments):
        """Your code here."""
        ...

    assert check(task.id, stub).status == "not attempted"
    assert check(task.id, ...).status == "not attempted"


@pytest.mark.parametrize("task, mistake", MISTAKES, ids=[f"{e.id}-{k}" for k, (e, _) in enumerate(MISTAKES)])
def test_a_known_mistake_fails_with_its_hint(task, mistake):
    verdict = check(task.id, mistake.answer)
    assert verdict.status == "wrong"
    assert mistake.hint in repr(verdict)


def test_every_lecture_has_three_known_mistakes_or_more():
    counts = Counter(task.lecture for task, _ in MISTAKES)
    assert counts
    assert all(count >= 3 for count in counts.values()), counts
    assert counts.keys() == {task.lecture for task in EXERCISES.values()}
    assert counts.keys() <= {*BY_STEM, "start_here"}


@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_the_solution_shown_is_the_function_alone(task):
    text = repr(solution(task.id))
    assert text.startswith("def ")
    assert "Mistake" not in text
    assert "hint=" not in text
    assert "<details>" in solution(task.id)._repr_markdown_()


@pytest.mark.parametrize("id", TO_DERIVE)
def test_the_solution_of_what_is_to_derive_has_the_derivation(id):
    assert explained(repr(solution(id))) >= 40, "give its steps, as comments or in the docstring"


def test_a_solution_without_its_derivation_is_seen():
    assert len(TO_DERIVE) == len(set(TO_DERIVE)) > 40
    assert explained("def twice(x):\n    # the sum of two\n    return x + x") == 4
    assert explained('def twice(x):\n    """The sum of two."""\n    return x + x  # equal parts') == 6


def explained(code: str) -> int:
    """How many words stand in the comments and in the docstring of a function."""
    (function,) = ast.parse(code).body
    comments = re.findall(r"#(.*)", code)
    return len(" ".join([ast.get_docstring(function) or "", *comments]).split())


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("id", ["lin-13", "lin-13b"])
def test_a_fit_that_forgets_the_penalty_has_one_answer(id, seed):
    """Else its digits are rounding, and a student's own is not known by its hint."""
    for X, *_ in replace(EXERCISES[id], seed=seed).cases():
        A = np.column_stack([np.ones(len(X)), X])
        assert np.linalg.cond(A.T @ A) < 1e8


def test_progress_lists_the_lecture_and_counts_what_is_solved():
    check("svm-15", EXERCISES["svm-15"].solution)
    check("svm-16", EXERCISES["svm-16"].mistakes[0].answer)
    lines = repr(progress()).splitlines()
    assert any("✓ svm-15 " in line and "right" in line for line in lines)
    assert any("✗ svm-16 " in line and "wrong" in line for line in lines)
    assert " solved" in lines[0]
