"""The exercises find themselves, and a teacher's own is one like ours."""

import subprocess
import sys

import pytest

from mlcore.check import Mistake, check, exercise, exercises, faults, progress, registry, solution, verdict


@pytest.fixture
def own(monkeypatch):
    """A kernel of its own: what is registered and attempted here is forgotten again."""
    monkeypatch.setattr(registry, "_registered", dict(exercises()))
    monkeypatch.setattr(verdict, "_results", {})

    @exercise(
        "own-1",
        "twice as much",
        problems=lambda rng: [(2.0,), (3.0,)],
        hint="Add it to itself.",
        worked=[((2.0,), 4.0)],
        mistakes=[Mistake(lambda x: x**2, "That is the square: def square(x).")],
    )
    def twice(x):
        """x and x."""
        return 2 * x

    return twice


def test_a_teacher_s_own_exercise_works_without_a_lecture(own):
    assert check("own-1", lambda x: x + x).status == "right"
    assert "That is the square" in check("own-1", lambda x: x * x).words
    assert repr(solution("own-1")) == 'def twice(x):\n    """x and x."""\n    return 2 * x'
    assert faults(exercises()["own-1"]) == []
    assert repr(progress()) == "0 of 1 solved\n✗ own-1    wrong          twice as much"
    check("svm-15b", (0.2, 0.8))
    lines = repr(progress()).splitlines()
    of_11 = [id for id, task in exercises().items() if task.lecture == exercises()["svm-15b"].lecture]
    assert lines[0] == f"1 of {len(of_11) + 1} solved"
    assert [line.split()[1] for line in lines[1:]] == [*of_11, "own-1"]


def test_a_cell_can_be_run_again_but_an_id_of_the_course_is_taken(own):
    exercise("own-1", "twice as much", hint="")(own)
    with pytest.raises(ValueError, match=r'There is an exercise "svm-16" already .* id of its own'):
        exercise("svm-16", "mine", hint="")(own)


def test_the_exercises_are_loaded_when_one_is_asked_for_and_not_sooner():
    code = "import sys, mlcore.check as c; print('cvxopt' in sys.modules); print(c.check('svm-15b', (0.2, 0.8)).status)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True).stdout
    assert told.split() == ["False", "right"]


@pytest.mark.parametrize("digits", [3, 4, 15])
def test_a_usual_mistake_is_known_by_as_many_digits_as_are_asked_for(own, digits):
    assert "other order" in check("kmn-05", (round(104 / 15, digits), 6)).words
