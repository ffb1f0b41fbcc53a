"""The process that runs a student's code: it is told what to run and with which arguments, and answers with values.

Requests come on standard input, pickled by us; replies go out as a line of JSON each, on what was standard output,
with the number of their request. The reference solutions are kept out: the exercises of no room can be imported here.
"""

import importlib.abc
import json
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from typing import Any

from mlcore import check
from mlcore.check.attempt import attempt, is_stub
from mlcore.check.exercise import SOLUTIONS
from mlcore.check.marker.values import packed


class _Closed(importlib.abc.MetaPathFinder):
    """Refuses to import the reference solutions."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if SOLUTIONS.match(name):
            raise ImportError("The reference solutions are not there while answers are marked.")


def limit(megabytes: int, seconds: int) -> None:
    """Bound the process's memory and time, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def define(source: str, expression: str) -> tuple[Any, dict]:
    """Run an answer's statements in a space of their own. Returns the answer, and what to reply."""
    space: dict[str, Any] = {"__name__": "__main__", "__builtins__": __builtins__}
    try:
        exec(compile(source, "answer", "exec"), space)
        answer = eval(compile(expression, "answer", "eval"), space)
    except BaseException as error:  # SystemExit too: nothing that a student writes ends the marking
        return None, {"error": type(error).__name__, "words": _line(error)}
    if is_stub(answer):
        return answer, {"stub": True}
    return answer, {"callable": callable(answer), "value": None if callable(answer) else packed(answer)}


def called(answer: Callable, arguments: tuple, seconds: float) -> dict:
    """What came of a call, as an Attempt in JSON."""
    came = attempt(answer, arguments, seconds)
    reply: dict = dict(printed=came.printed[:200], changed=came.changed)
    reply |= dict(timed_out=came.timed_out, runs_on=came.runs_on)
    if came.error is not None:
        return reply | {"error": type(came.error).__name__, "words": _line(came.error)}
    return reply | {"value": packed(came.value)}


def _line(error: BaseException) -> str:
    try:
        return (str(error).strip().splitlines() or [""])[0][:200]
    except Exception:  # a student's own __str__
        return ""


def main() -> None:
    """Answer requests until there are none."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    requests = sys.stdin.buffer
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 an input() must not wait
    limit(*pickle.load(requests))
    sys.meta_path.insert(0, _Closed())
    for name in ("check", "solution", "progress"):  # what a cell may call beside its answer
        setattr(check, name, lambda *given, **named: None)
    answer: Any = None
    while True:
        try:
            number, kind, *given = pickle.load(requests)
        except EOFError:
            return
        try:
            if kind == "define":
                answer, reply = define(*given)
            else:
                reply = called(answer, *given)
            line = json.dumps(reply | {"number": number})
        except BaseException:  # of ours, or a MemoryError in the middle of it
            words = traceback.format_exc(limit=1).splitlines()[-1][:200]
            line = json.dumps({"error": "Failure", "words": words, "number": number})
        replies.write(line + "\n")
        replies.flush()


if __name__ == "__main__":
    main()
