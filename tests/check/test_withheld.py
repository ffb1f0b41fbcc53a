"""A hand-out's exercises judge as the course's do, and hold no solution."""

import json

import numpy as np
import pytest

from mlcore.check import Exercise, exercises, registry, solution, verdict, withheld
from mlcore.check.verdict import RIGHT, judge

EXERCISES = exercises()


@pytest.fixture(scope="module")
def stored():
    """The exercises as a hand-out has them, each written when it is asked for."""
    kept = {}

    def get(task):
        if task.id not in kept:
            kept[task.id] = withheld.from_json(json.loads(json.dumps(withheld.to_json(task))))
        return kept[task.id]

    return get


@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_it_judges_as_the_course_does(task, stored):
    here = task.solution if task.problems else task.solution()
    answers = [here, *(mistake.answer for mistake in task.mistakes)]
    for answer in answers:
        assert judge(stored(task), answer) == judge(task, answer)
    assert judge(stored(task), here)[0] == RIGHT


def kinds(value) -> set[str]:
    """Of the values in it, however deep."""
    if isinstance(value, dict):
        return {value["kind"]} | kinds(value["of"])
    return set().union(*map(kinds, value)) if isinstance(value, list) else {type(value).__name__}


@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_it_holds_values_and_words_and_no_code(task, stored):
    kept = withheld.to_json(task)
    values = [kept["problems"], *kept["answers"], *(a for m in kept["mistakes"] for a in m["answers"])]
    plain = {"list", "tuple", "int", "float", "array", "str", "bool", "NoneType"}
    assert kinds(values) <= plain | {"rule"}
    words = {key: kept[key] for key in ("id", "title", "lecture", "hint", "tolerance")}
    assert words == {key: getattr(task, key) for key in words}
    assert kept.keys() - words.keys() == {"names", "problems", "answers", "mistakes", "accepts", "probe"}
    assert withheld.is_withheld(stored(task))
    assert not withheld.is_withheld(task)


def test_the_solution_says_that_it_is_withheld(stored, monkeypatch):
    task = stored(EXERCISES["svm-13"])
    monkeypatch.setitem(registry._registered, "svm-13", task)
    said = solution("svm-13")
    assert "withheld" in repr(said)
    assert said._repr_markdown_() == repr(said)
    assert "quadratic_part" not in repr(said)


def test_values_are_known_for_the_stored_problems_only(stored):
    task = stored(EXERCISES["svm-15"])
    assert task.solution(*task.cases()[0]) == EXERCISES["svm-15"].solution(1.0, 0.1)
    with pytest.raises(LookupError, match="withheld"):
        task.solution(1.0, 7.0)


def test_its_problems_are_the_same_at_any_seed(stored):
    task = stored(EXERCISES["svm-13"])
    first, again = task.cases(), task.cases()
    assert all(a is b for x, y in zip(first, again, strict=True) for a, b in zip(x, y, strict=True))


def test_a_mistake_keeps_its_room_for_measured_numbers(stored):
    id, task = next((id, task) for id, task in EXERCISES.items() if any(m.within > 0 for m in task.mistakes))
    assert [m.within for m in stored(task).mistakes] == [m.within for m in task.mistakes], id


def test_a_rule_that_would_be_left_out_is_refused():
    task = Exercise("own-1", "", lambda: 3.0, "", accepts=lambda came, expected: True)
    with pytest.raises(ValueError, match=r"define it in mlcore\.lectures\.rules"):
        withheld.to_json(task)
    task = Exercise("own-2", "", lambda f: 3.0, "", problems=lambda rng: [(np.sin,)])
    with pytest.raises(ValueError, match="cannot be stored"):
        withheld.to_json(task)


def test_the_names_of_the_arguments_stay(stored):
    assert verdict._names(stored(EXERCISES["svm-13"])) == ["X", "y", "C"]
