"""check and solution: what a notebook calls."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from mlcore.check.attempt import Attempt, attempt, is_stub
from mlcore.check.compare import agree, difference, is_coarse, short
from mlcore.check.exercise import Exercise
from mlcore.check.kept import keep
from mlcore.check.registry import find
from mlcore.check.withheld import is_withheld

RIGHT = "right"
WRONG = "wrong"
OPEN = "not attempted"
SIGNS = {RIGHT: "✓", WRONG: "✗", OPEN: "○"}
_BOXES = {RIGHT: "success", WRONG: "danger", OPEN: "info"}
_results: dict[str, str] = {}  # exercise id -> status, in this kernel


@dataclass(frozen=True)
class Verdict:
    """The answer to an answer: `status` is "right", "wrong" or "not attempted"."""

    id: str
    status: str
    words: str

    def __repr__(self) -> str:
        return f"{SIGNS[self.status]} {self.id}: {self.words}"

    def _repr_html_(self) -> str:
        return f'<div class="alert alert-{_BOXES[self.status]}" role="status">{escape(repr(self))}</div>'


def check(id: str, answer: Any) -> Verdict:
    """Check an answer (a function, or a value) to the exercise of this id, e.g. check("svm-15", two_points).

    The problems come in order of size, and the first failure is shown. Raises ValueError for an unknown id.
    """
    task = find(id)
    status, words = (OPEN, "not attempted yet.") if is_stub(answer) else judge(task, answer)
    _results[id] = status
    if status != OPEN:
        keep(id, status == RIGHT, "" if callable(answer) else short(answer))
    return Verdict(id, status, words)


def judge(task: Exercise, answer: Any) -> tuple[str, str]:
    """Status and words for an answer: a function, a value, or what answers elsewhere (see `attempt`)."""
    if task.problems is None:
        return _judge_value(task, answer)
    if not callable(answer):
        return (
            WRONG,
            f"this exercise wants a function, and came with {short(answer)}. Give its name, without calling it.",
        )
    cases = task.cases()
    for number, arguments in enumerate(cases, 1):
        came = attempt(answer, arguments)
        expected = task.solution(*arguments)
        if number == 1 and isinstance(came.error, NotImplementedError):
            return OPEN, "not attempted yet."
        trouble = _trouble(task, came, arguments)
        if trouble is None and agree(came.value, expected, task, arguments):
            trouble = task.probe and task.probe(lambda *other: attempt(answer, other).value, *arguments)
            if trouble is None:
                continue
        where = f"wrong on problem {number} of {len(cases)}, {_call(task, arguments)}"
        return WRONG, f"{where}: {trouble or _mismatch(task, answer, came.value, expected)}"
    return RIGHT, f"right, on all {len(cases)} problems."


def _judge_value(task: Exercise, answer: Any) -> tuple[str, str]:
    came = attempt(answer, ()) if callable(answer) else Attempt(answer)
    expected = task.solution()
    trouble = _trouble(task, came, ())
    if trouble is None and agree(came.value, expected, task, ()):
        return RIGHT, "right."
    if trouble:
        return WRONG, trouble
    said = difference(came.value, expected, task.tolerance, any_shape=task.accepts is not None)
    near = [m for m in task.mistakes if difference(came.value, m.answer, max(task.tolerance, m.within)) is None]
    hint = near[0].hint if near else _coarse(came.value, expected) or task.hint
    return WRONG, f"{short(came.value)} is not it{f' ({said})' if said else ''}. Hint: {hint}"


def _trouble(task: Exercise, came: Attempt, arguments: tuple) -> str | None:
    """What went wrong before there was a value to compare."""
    if came.runs_on:
        return (
            "your function was still running after the time limit, and cannot be stopped from here: it slows down "
            "everything else until you restart the kernel (Kernel ▸ Restart Kernel)."
        )
    if came.timed_out:
        return "your function was still running after the time limit, and was stopped. Does a loop of it never end?"
    if came.error is not None:
        return f"your function raised {type(came.error).__name__}: {came.error}"
    if came.value is None:
        says = (
            "prints its answer but returns nothing: write return in place of print" if came.printed else "returns None"
        )
        return f"your function {says}."
    if came.changed:
        names = [_names(task)[k] for k in came.changed]
        return f"your function changes its input {', '.join(names)}. Work on a copy: {names[0]} = {names[0]}.copy()."
    return None


def _mismatch(task: Exercise, answer: Callable, came: Any, expected: Any) -> str:
    others = task.accepts is not None
    said = difference(came, expected, task.tolerance, any_shape=others)
    seen = said or f"came {short(came)}, {'right would be, say,' if others else 'expected'} {short(expected)}"
    return f"{seen}. Hint: {_usual_mistake(task, answer) or _coarse(came, expected) or task.hint}"


def _coarse(came: Any, expected: Any) -> str | None:
    if difference(came, expected) is not None and is_coarse(came, expected):
        return "The way is right, the number is not exact: take a smaller step, a tighter tolerance, or all its digits."
    return None


def _usual_mistake(task: Exercise, answer: Callable) -> str | None:
    """The hint of the known mistake that gives the same answers as this one, on every problem."""
    cases = task.cases()
    ours = []
    for arguments in cases:
        came = attempt(answer, arguments)
        if came.value is None:  # no mistake gives nothing; and one that runs too long is not waited for again
            return None
        ours.append(came.value)
    for mistake in task.mistakes:
        theirs = (attempt(mistake.answer, arguments).value for arguments in cases)
        pairs = zip(ours, theirs, strict=True)
        if all(b is not None and difference(a, b, task.tolerance) is None for a, b in pairs):
            return mistake.hint
    return None


def _names(task: Exercise) -> list[str]:
    return list(inspect.signature(task.solution).parameters)


def _call(task: Exercise, arguments: tuple) -> str:
    return ", ".join(
        f"{name} = {short(value)}"
        for name, value in zip(_names(task), arguments, strict=False)  # the rest have defaults
    )


class Solution:
    """The reference solution, folded until it is clicked."""

    def __init__(self, task: Exercise):
        self.id = task.id
        self.withheld = is_withheld(task)
        self.text = _withheld_words(task) if self.withheld else _source(task)

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        if self.withheld:
            return self.text
        return f"<details><summary>A solution of {self.id}</summary>\n\n```python\n{self.text}\n```\n\n</details>"


def _source(task: Exercise) -> str:
    source = textwrap.dedent(inspect.getsource(task.solution)).rstrip()
    first = ast.parse(source).body[0].lineno  # of "def", below the decorator
    return "\n".join(source.splitlines()[first - 1 :])


def _withheld_words(task: Exercise) -> str:
    return f"The solution of {task.id} is withheld: this copy of the course came without. Ask whoever gave it to you."


def solution(id: str) -> Solution:
    """The reference solution's source, folded; or, in a hand-out, that it is withheld. ValueError: an unknown id."""
    return Solution(find(id))
