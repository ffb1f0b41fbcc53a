"""What a student's hand can do to `check`: each gets a sentence, and nothing hangs."""

import contextlib
import math
import sys
import threading
import time

import numpy as np
import pytest

from mlcore.check import attempt as attempts
from mlcore.check import check, exercise, exercises, registry, verdict
from mlcore.check.attempt import Attempt, attempt, is_stub
from mlcore.check.compare import difference


@pytest.fixture(autouse=True)
def own(monkeypatch):
    """Exercises for these tests alone: the course's own may change."""
    monkeypatch.setattr(registry, "_registered", dict(exercises()))
    monkeypatch.setattr(verdict, "_results", {})

    @exercise("own-pair", "two numbers", problems=lambda rng: [(0.1,), (0.2,)], hint="Twice C.")
    def pair(C):
        return 2 * C, 1 - 2 * C

    @exercise("own-sum", "a sum", problems=lambda rng: [(np.ones(3), np.ones(3))], hint="Add.")
    def total(X, y):
        return float((X * y).sum())

    @exercise("own-value", "a value", hint="Six times seven.")
    def value():
        return 42

    @exercise("own-default", "with a default", problems=lambda rng: [(np.trace, np.eye(2))], hint="Call it.")
    def applied(f, A, h=1e-5):
        return f(A)


def raises(C):
    return 1 / 0


def prints(C):
    print(2 * C)


def returns_none(C):
    w = 2 * C  # noqa: F841


def returns_nan(C):
    return np.nan, np.nan


def returns_one_number(C):
    return 2 * C


def returns_words(C):
    return "much", "little"


def leaves(C):
    raise SystemExit


def presses_stop(C):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "function, words",
    [
        (raises, "raised ZeroDivisionError: division by zero"),
        (prints, "prints its answer but returns nothing"),
        (returns_none, "returns None"),
        (returns_nan, "NaN"),
        (returns_one_number, "should be 2 values, each a number"),
        (returns_words, "type str"),
        (leaves, "raised SystemExit"),
        (presses_stop, "raised KeyboardInterrupt"),
        (lambda: 3, "TypeError"),
    ],
)
def test_each_way_to_go_wrong_has_its_words(function, words):
    verdict = check("own-pair", function)
    assert verdict.status == "wrong"
    assert words in repr(verdict)


def tick():
    pass


def one_bare_except():
    while True:
        try:
            tick()
        except:  # noqa: E722 - what a student writes
            tick()


def two_of_them():
    while True:
        try:
            while True:
                try:
                    tick()
                except BaseException as error:
                    str(error)
                finally:
                    tick()
        except:  # noqa: E722
            time.sleep(0.01)


def suppressed():
    for _ in iter(int, 1):
        with contextlib.suppress(BaseException):
            tick()


def raises_another():
    while True:
        try:
            tick()
        except BaseException:
            raise ValueError from None


def no_call():
    k = 0
    while True:
        try:
            k += 1
        except:  # noqa: E722
            continue


@pytest.mark.parametrize("endless", [one_bare_except, two_of_them, suppressed, raises_another, no_call])
def test_an_endless_loop_is_stopped_for_good(endless):
    for _ in range(10):
        ran = set(sys._current_frames())
        came = attempt(endless, (), 0.02)
        assert came.timed_out
        assert not came.runs_on
        time.sleep(0.01)
        assert set(sys._current_frames()) <= ran
    thread = threading.Thread(target=tick)  # the locks of threading are free
    thread.start()
    thread.join(5)
    assert not thread.is_alive()


def test_what_cannot_be_stopped_is_told(monkeypatch):
    monkeypatch.setattr(attempts, "_GRACE", 0.05)
    assert attempt(time.sleep, (0.5,), 0.05).runs_on  # one call that does not come back to Python
    monkeypatch.setattr(verdict, "attempt", lambda function, arguments: Attempt(timed_out=True, runs_on=True))
    assert "until you restart the kernel" in check("own-pair", lambda C: 1.0).words


def test_a_value_that_is_made_by_an_endless_function_is_stopped(monkeypatch):
    monkeypatch.setattr(verdict, "attempt", lambda function, arguments: attempt(function, arguments, 0.05))
    assert "was stopped" in check("own-value", one_bare_except).words


def test_a_changed_input_is_named():
    def impatient(X, y):
        y *= 2
        return 0.0

    assert "changes its input y" in repr(check("own-sum", impatient))


def test_a_shape_is_named():
    assert "shape (3,), and should have ()" in repr(check("own-sum", lambda X, y: X * y))


def test_a_function_among_the_arguments_is_named_and_a_default_is_not_asked_for():
    assert "f = trace, A = [[1., 0.], [0., 1.]]: " in repr(check("own-default", lambda f, A: 0.0))
    assert check("own-default", lambda f, A, h=1e-3: f(A)).status == "right"


def test_a_number_where_a_function_is_wanted():
    assert "wants a function" in repr(check("own-pair", 3.0))


def test_an_unknown_id_names_the_nearest():
    with pytest.raises(ValueError, match="svm-16"):
        check("svm16", 3)


def test_not_implemented_counts_as_open():
    def later(C):
        raise NotImplementedError("on Monday")

    assert check("own-pair", later).status == "not attempted"


def test_a_function_that_returns_a_constant_is_no_stub():
    def constant(C):
        return 0.0

    assert not is_stub(constant)
    assert is_stub(...)
    assert is_stub(None)


@pytest.mark.parametrize(
    "came, expected, agrees",
    [
        (1.0 + 1e-9, 1, True),
        (1.001, 1, False),
        ([1, 2], np.array([1.0, 2.0]), True),
        ((1, [2, 3]), (1.0, np.array([2.0, 3.0])), True),
        ((1, [2, 4]), (1.0, np.array([2.0, 3.0])), False),
        ("yes", "yes", True),
        (math.nan, 1.0, False),
        (True, 1, True),
    ],
)
def test_agreement(came, expected, agrees):
    assert (difference(came, expected) is None) == agrees
