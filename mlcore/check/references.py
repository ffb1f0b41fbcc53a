"""Who checks the checker: a reference solution is held against answers by hand, and against another way to them."""

from typing import Any

from mlcore.check.compare import agree, difference, short
from mlcore.check.exercise import Exercise


def faults(task: Exercise) -> list[str]:
    """What speaks against the reference of an exercise, a sentence each: empty if it is sound."""
    if not task.worked and task.twin is None:
        return [f"{task.id}: nothing proves its solution. Give it worked=[(arguments, answer), ...] or a twin."]
    found = [_against(task, task.typed(arguments), answer, "by hand") for arguments, answer in task.worked]
    if task.twin is not None:
        found += [_against(task, arguments, task.twin(*arguments), "its twin") for arguments in task.cases()]
    return [words for words in found if words]


def _against(task: Exercise, arguments: tuple, answer: Any, whose: str) -> str | None:
    ours = task.solution(*arguments)
    if difference(ours, answer, task.tolerance) is not None:
        return f"{task.id}{short(arguments)}: the solution gives {short(ours)}, {whose} {short(answer)}."
    if not agree(answer, ours, task, arguments):
        return f"{task.id}{short(arguments)}: the answer {short(answer)} ({whose}) is not accepted."
    return None
