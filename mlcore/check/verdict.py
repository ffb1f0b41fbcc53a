"""check, solution, progress: what a notebook calls."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from mlcore.check.attempt import Attempt, attempt, is_stub
from mlcore.check.compare import agree, difference, short
from mlcore.check.exercise import EXERCISES, Exercise, find

RIGHT, WRONG, OPEN = "right", "wrong", "not attempted"
_SIGNS = {RIGHT: "✓", WRONG: "✗", OPEN: "○"}
_BOXES = {RIGHT: "success", WRONG: "danger", OPEN: "info"}
_results: dict[str, str] = {}  # exercise id -> status, in this kernel


@dataclass(frozen=True)
class Verdict:
    """The answer to an answer: `status` is "right", "wrong" or "not attempted"."""

    id: str
    status: str
    words: str

    def __repr__(self) -> str:
        return f"{_SIGNS[self.status]} {self.id}: {self.words}"

    def _repr_html_(self) -> str:
        return f'<div class="alert alert-{_BOXES[self.status]}" role="status">{escape(repr(self))}</div>'


def check(id: str, answer: Any) -> Verdict:
    """Check an answer (a function, or a value) to the exercise of this id, e.g. check("svm-15", two_points).

    The problems come in order of size, and the first failure is shown. Raises ValueError for an unknown id.
    """
    task = find(id)
    status, words = (OPEN, "not attempted yet.") if is_stub(answer) else _judge(task, answer)
    _results[id] = status
    return Verdict(id, status, words)


def _judge(task: Exercise, answer: Any) -> tuple[str, str]:
    if task.problems is None:
        return _judge_value(task, answer)
    if not callable(answer):
        return (
            WRONG,
            f"this exercise wants a function, and came with {short(answer)}. Give its name, without calling it.",
        )
    cases = task.cases()
    for number, arguments in enumerate(cases, 1):
        came, expected = attempt(answer, arguments), task.solution(*arguments)
        if number == 1 and isinstance(came.error, NotImplementedError):
            return OPEN, "not attempted yet."
        trouble = _trouble(task, came, arguments)
        if trouble is None and agree(came.value, expected, task.accepts, arguments):
            continue
        where = f"wrong on problem {number} of {len(cases)}, {_call(task, arguments)}"
        return WRONG, f"{where}: {trouble or _mismatch(task, answer, came.value, expected)}"
    return RIGHT, f"right, on all {len(cases)} problems."


def _judge_value(task: Exercise, answer: Any) -> tuple[str, str]:
    value, expected = answer() if callable(answer) else answer, task.solution()
    if agree(value, expected, task.accepts, ()):
        return RIGHT, "right."
    said = difference(value, expected)
    hints = [m.hint for m in task.mistakes if difference(value, m.answer) is None]
    return WRONG, f"{short(value)} is not it{f' ({said})' if said else ''}. Hint: {hints[0] if hints else task.hint}"


def _trouble(task: Exercise, came: Attempt, arguments: tuple) -> str | None:
    """What went wrong before there was a value to compare."""
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
    said = difference(came, expected)
    seen = said or f"came {short(came)}, expected {short(expected)}"
    return f"{seen}. Hint: {_usual_mistake(task, answer) or task.hint}"


def _usual_mistake(task: Exercise, answer: Callable) -> str | None:
    """The hint of the known mistake that gives the same answers as this one, on every problem."""
    for mistake in task.mistakes:
        pairs = ((attempt(answer, c, 1.0).value, attempt(mistake.answer, c, 1.0).value) for c in task.cases())
        if all(a is not None and b is not None and difference(a, b) is None for a, b in pairs):
            return mistake.hint
    return None


def _names(task: Exercise) -> list[str]:
    return list(inspect.signature(task.solution).parameters)


def _call(task: Exercise, arguments: tuple) -> str:
    return ", ".join(f"{name} = {short(value)}" for name, value in zip(_names(task), arguments, strict=True))


class Solution:
    """The reference solution, folded until it is clicked."""

    def __init__(self, task: Exercise):
        source = inspect.getsource(task.solution)
        self.id, self.text = task.id, source[source.index("def ") :].rstrip()

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"<details><summary>A solution of {self.id}</summary>\n\n```python\n{self.text}\n```\n\n</details>"


def solution(id: str) -> Solution:
    """The reference solution's source, folded. Raises ValueError for an unknown id."""
    return Solution(find(id))


class Progress:
    """Where a student stands: a line per exercise of the lectures attempted in this kernel."""

    def __init__(self, results: dict[str, str]):
        lectures = {EXERCISES[id].lecture for id in results}
        self.rows = [(e, results.get(e.id, OPEN)) for e in EXERCISES.values() if e.lecture in lectures]

    def __repr__(self) -> str:
        solved = sum(status == RIGHT for _, status in self.rows)
        lines = [f"{_SIGNS[status]} {task.id:<8} {status:<14} {task.title}" for task, status in self.rows]
        return "\n".join([f"{solved} of {len(self.rows)} solved", *lines])


def progress() -> Progress:
    """What has been checked since the kernel started: run the check cells first."""
    return Progress(dict(_results))
