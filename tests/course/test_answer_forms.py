"""Right is right in any form, and a string is not a number: over all exercises, with the reference's own answers."""

from fractions import Fraction

import numpy as np
import pytest

from mlcore.check import check, exercises

EXERCISES = exercises()


def as_list(value):
    if isinstance(value, tuple):
        return [as_list(part) for part in value]
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def as_tuple(value):
    if isinstance(value, (tuple, list)):
        return tuple(map(as_tuple, value))
    return as_tuple(value.tolist()) if isinstance(value, (np.ndarray, np.generic)) else value


def parts(change):
    """The change of a number or an array, made in each part of an answer of several values."""

    def changed(value):
        return tuple(map(changed, value)) if isinstance(value, tuple) else change(value)

    return changed


def is_several_numbers(value):
    return isinstance(value, tuple) and all(np.ndim(part) == 0 for part in value)


def whole(change):
    """The change of an answer of several numbers as one array."""
    return lambda value: change(np.array(value, float)) if is_several_numbers(value) else value


def column(value):
    return value[:, None] if np.ndim(value) == 1 else value


def row(value):
    return value[None, :] if np.ndim(value) == 1 else value


def flat(value):
    return np.ravel(value) if np.ndim(value) == 2 and 1 in np.shape(value) else value


def fraction(value):
    return Fraction(float(value)) if np.ndim(value) == 0 else value


FORMS = {
    "list": as_list,
    "tuple": as_tuple,
    "float": parts(lambda value: np.asarray(value, float)),
    "float32": parts(lambda value: np.asarray(value, np.float32)),
    "complex": parts(lambda value: np.asarray(value, complex)),
    "one number in an array": parts(lambda value: np.reshape(value, (1,)) if np.ndim(value) == 0 else value),
    "one number in a table": parts(lambda value: np.reshape(value, (1, 1)) if np.ndim(value) == 0 else value),
    "one number in a list": parts(lambda value: [value] if np.ndim(value) == 0 else value),
    "columns": parts(column),
    "rows": parts(row),
    "no column of one": parts(flat),
    "fractions": parts(fraction),
    "an array for a tuple": whole(lambda value: value),
    "a column for a tuple": whole(column),
    "a row for a tuple": whole(row),
    "an int where it is one": parts(lambda v: int(v) if np.ndim(v) == 0 and float(v).is_integer() else v),
}


def given(task, form):
    """The reference's answers in this form: a value, or a function that returns them."""
    return form(task.solution()) if task.problems is None else lambda *a: form(task.solution(*a))


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_right_is_right_in_any_form(task, form):
    verdict = check(task.id, given(task, form))
    assert verdict.status == "right", verdict


def as_words(value):
    if isinstance(value, (list, tuple)):
        return [as_words(part) for part in value]
    return str(value)


@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_a_string_is_not_a_number(task):
    verdict = check(task.id, given(task, lambda value: as_words(as_list(value))))
    assert verdict.status == "wrong"


@pytest.mark.parametrize("task", EXERCISES.values(), ids=EXERCISES)
def test_another_thing_altogether_is_wrong_in_words(task):
    for thing in ({}, "a line", object(), [], np.array([]), {1: 2}.items(), [[1], [2, 3]], b"1", np.nan):
        verdict = check(task.id, given(task, lambda value, thing=thing: thing))
        assert verdict.status == "wrong"
        assert "raised" not in verdict.words
