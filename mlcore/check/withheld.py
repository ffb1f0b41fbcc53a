"""Exercises without their solutions: problems and expected values are stored, rules and hints stay.

A hand-out carries them as JSON: in each room `exercises.json` in the place of `exercises.py`.
"""

import importlib
import inspect
import json
import pathlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from mlcore.check.attempt import Attempt, Elsewhere, attempt
from mlcore.check.exercise import Exercise, Mistake
from mlcore.check.marker.values import packed, unpacked

STORED = "exercises.json"
RULES = "mlcore.lectures.rules"  # what decides where several answers are right: a hand-out has it, too


class Stored(Elsewhere):
    """A function of which nothing is known but its values at the stored problems."""

    def __init__(self, names: list[str], cases: list[tuple], values: list):
        self.cases = cases
        self.values = values
        self.__signature__ = inspect.Signature([inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY) for n in names])

    def __call__(self, *arguments: Any) -> Any:
        """The value at these arguments, which must be those of a stored problem."""
        for case, value in zip(self.cases, self.values, strict=True):
            if all(a is b for a, b in zip(case, arguments, strict=True)):
                return value
        raise LookupError("The solution is withheld: its values are known for the stored problems only.")

    def attempt(self, arguments: tuple, seconds: float) -> Attempt:
        """The stored value, as if it had been computed."""
        return Attempt(self(*arguments))


def is_withheld(task: Exercise) -> bool:
    """Whether this copy of the course has the exercise without its solution."""
    return isinstance(task.solution, Stored)


def to_json(task: Exercise) -> dict:
    """The exercise as JSON can hold it. Raises ValueError for what has to stand in the module of the rules first."""
    cases = task.cases()
    asks = task.problems is not None
    return {
        "id": task.id, "title": task.title, "lecture": task.lecture, "hint": task.hint, "tolerance": task.tolerance,
        "names": list(inspect.signature(task.solution).parameters),
        "problems": _problems(task, cases) if asks else None,
        "answers": [_plain(task, task.solution(*arguments)) for arguments in cases],
        "mistakes": [
            {"hint": m.hint, "answers": [packed(_value(m, asks, a)) for a in cases], "within": m.within}
            for m in task.mistakes
        ],
        "accepts": _rule(task, task.accepts), "probe": _rule(task, task.probe),
    }  # fmt: skip


def _value(mistake: Mistake, asks: bool, arguments: tuple) -> Any:
    return attempt(mistake.answer, arguments).value if asks else mistake.answer


def _problems(task: Exercise, cases: list[tuple]) -> Any:
    if getattr(task.problems, "__module__", None) == RULES:
        return {"kind": "rule", "of": _rule(task, task.problems)}
    return _plain(task, cases)


def _plain(task: Exercise, value: Any) -> Any:
    kept = packed(value)
    if '"kind": "other"' in json.dumps(kept):
        raise ValueError(f"{task.id} holds what cannot be stored, such as a function: define its problems in {RULES}.")
    return kept


def _rule(task: Exercise, rule: Callable | None) -> str | None:
    if rule is None:
        return None
    if rule.__module__ != RULES or "<" in rule.__qualname__:
        raise ValueError(f"{task.id}: {rule.__qualname__} would be left out with the solution: define it in {RULES}.")
    return rule.__qualname__


def from_json(entry: dict) -> Exercise:
    """The exercise again, with stored values in the place of its solution and of the usual mistakes."""
    cases = _cases(entry["problems"])
    names = entry["names"]
    asks = entry["problems"] is not None
    mistakes = []
    for mistake in entry["mistakes"]:
        values = [unpacked(value) for value in mistake["answers"]]
        answer = Stored(names, cases, values) if asks else values[0]
        mistakes.append(Mistake(answer, mistake["hint"], mistake["within"]))
    return Exercise(
        entry["id"], entry["title"], Stored(names, cases, [unpacked(value) for value in entry["answers"]]),
        entry["hint"], (lambda rng: cases) if asks else None, entry["lecture"], tuple(mistakes),
        _found(entry["accepts"]), _found(entry["probe"]), entry["tolerance"],
    )  # fmt: skip


def _cases(problems: Any) -> list[tuple]:
    if problems is None:
        return [()]
    if problems["kind"] == "rule":
        return list(getattr(importlib.import_module(RULES), problems["of"])(np.random.default_rng(Exercise.seed)))
    return unpacked(problems)


def _found(name: str | None) -> Callable | None:
    return getattr(importlib.import_module(RULES), name) if name else None


def stored_in(room: pathlib.Path) -> list[Exercise]:
    """The exercises that are stored in this folder: none where there is no such file."""
    path = room / STORED
    return [from_json(entry) for entry in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def store(room: pathlib.Path, tasks: Iterable[Exercise]) -> None:
    """Write these exercises into the folder, without their solutions."""
    entries = [to_json(task) for task in tasks]
    (room / STORED).write_text(json.dumps(entries, indent=1), encoding="utf-8")
