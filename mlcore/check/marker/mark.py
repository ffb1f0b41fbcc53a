"""One notebook marked: its answers are called in a process of their own, and judged here."""

import pathlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from mlcore.check.attempt import Attempt, Elsewhere
from mlcore.check.exercise import SOLUTIONS, Exercise
from mlcore.check.marker.answers import Answer, Unreadable, answers_of
from mlcore.check.marker.process import Child, Limits, Lost
from mlcore.check.marker.values import unpacked
from mlcore.check.registry import exercises
from mlcore.check.verdict import OPEN, RIGHT, WRONG, judge
from mlcore.course import BY_STEM

RAISED = "raised"
TIMED_OUT = "timed out"
NO_CHECK = "defined, not handed in"
NOT_MARKED = "not marked"
STATUSES = (RIGHT, WRONG, RAISED, OPEN, TIMED_OUT, NO_CHECK, NOT_MARKED)


@dataclass(frozen=True)
class Row:
    """One exercise of one file: its status, the failing case in words, and a remark on how it was done.

    student: whose file it is, once that is known.
    """

    file: str
    exercise: str
    title: str
    lecture: str
    status: str
    words: str = ""
    remark: str = ""
    student: str = ""

    def plain(self) -> dict[str, str]:
        """As a dict, for tables."""
        return asdict(self)


class Remote(Elsewhere):
    """An answer that lies in the child: `attempt` calls it there."""

    def __init__(self, child: Child, answer: Answer):
        self.child = child
        self.answer = answer
        self.last: Attempt | None = None
        self._defined = False

    def define(self) -> dict:
        """Run the statements that the answer needs. Raises Lost."""
        self._defined = True
        limit = self.child.limits.seconds
        return self.child.ask("define", self.answer.source, self.answer.expression, seconds=2 * limit)

    def attempt(self, arguments: tuple, seconds: float) -> Attempt:
        """The call, as an attempt of ours would have been. A lost process means that it ran too long or ended it."""
        seconds = min(seconds, self.child.limits.seconds)
        try:
            if not self._defined:
                self.define()
            reply = self.child.ask("call", arguments, seconds, seconds=seconds + 5)
            self.last = _attempt(reply)
        except Lost as lost:
            self._defined = False
            ended = RuntimeError("it ended its process, or took more memory than there is")
            self.last = Attempt(timed_out=True) if lost.timed_out else Attempt(error=ended)
        if self.last.runs_on:
            self.child.end()
            self._defined = False
        return self.last


def _attempt(reply: dict) -> Attempt:
    if "error" in reply:
        return Attempt(error=_error(reply), printed=reply.get("printed", ""))
    timed_out = bool(reply.get("timed_out"))
    runs_on = bool(reply.get("runs_on"))
    try:
        value = None if timed_out else unpacked(reply.get("value"))
    except ValueError as error:
        return Attempt(error=error)
    changed = tuple(k for k in reply.get("changed", ()) if isinstance(k, int))
    return Attempt(value, None, str(reply.get("printed", "")), changed, timed_out, runs_on)


def _error(reply: dict) -> Exception:
    """An exception of the name and with the words that were raised there."""
    name = str(reply["error"])
    words = str(reply.get("words", ""))
    kind = NotImplementedError if name == "NotImplementedError" else type(name, (Exception,), {})
    return kind(words)


def mark(
    path: pathlib.Path, lectures: Iterable[str] = (), *, homework: Iterable[str] = (), seed: int = 0,
    limits: Limits | None = None,
) -> list[Row]:  # fmt: skip
    """A row for each exercise of these lectures, or of those that the notebook names if none are given.

    path: the student's notebook. homework: lectures of which the homework alone is asked for. seed: of the problems.
    A file that cannot be marked says so in each of its rows.
    """
    asked = wanted((), lectures, homework)
    try:
        answers = answers_of(path, [task.id for task in asked])
    except Unreadable as error:
        return not_marked(path, asked, str(error))
    tasks = wanted(answers, lectures, homework)
    if not any(task.id in answers for task in tasks):
        return not_marked(path, asked, _other(answers))
    child = Child(limits or Limits())
    try:
        return [_row(str(path), replace(task, seed=seed), answers.get(task.id), child) for task in tasks]
    finally:
        child.close()


def _other(answers: Iterable[str]) -> str:
    """Why there is nothing to mark in a notebook with these answers."""
    known = exercises()
    stems = dict.fromkeys(known[id].lecture for id in answers if id in known)
    others = [f"{BY_STEM[stem].number:02}" for stem in stems if stem in BY_STEM]
    if not others:
        return "it names no exercise: there is no check(…) in it"
    return f"it is a notebook of lecture {' and '.join(others)}, and has none of the exercises that are asked for"


def not_marked(path: pathlib.Path, asked: Iterable[Exercise], why: str) -> list[Row]:
    """The rows of a file that cannot be marked: of every exercise that was asked for, or one without an exercise."""
    rows = [Row(str(path), task.id, task.title, task.lecture or "", NOT_MARKED, why) for task in asked]
    return rows or [Row(str(path), "", "", "", NOT_MARKED, why)]


def wanted(answers: Iterable[str], lectures: Iterable[str], homework: Iterable[str] = ()) -> list[Exercise]:
    """The exercises that are asked for, in the order in which they are registered; those without a lecture if named."""
    known = exercises()
    ids = {id for stem in homework for id in BY_STEM[stem].homework}
    named = [known[id] for id in answers if id in known]
    lectures = set(lectures) or (set() if ids else {task.lecture for task in named if task.lecture})
    ids |= {task.id for task in named if task.lecture is None}
    return [task for task in known.values() if task.lecture in lectures or task.id in ids]


def _row(file: str, task: Exercise, answer: Answer | None, child: Child) -> Row:
    status, words = (OPEN, "") if answer is None else _judged(task, answer, child)
    if answer is not None and not answer.is_checked and status != OPEN:
        status, words = NO_CHECK, f'no check("{task.id}", {answer.expression}); the function is {words or status}'
    return Row(file, task.id, task.title, task.lecture or "", status, words, remark(answer) if answer else "")


def _judged(task: Exercise, answer: Answer, child: Child) -> tuple[str, str]:
    if answer.error:
        return RAISED, f"the cell cannot be run: {answer.error}"
    remote = Remote(child, answer)
    try:
        defined = remote.define()
    except Lost as lost:
        why = "its cells were still running after the time limit" if lost.timed_out else "its cells ended the process"
        return (TIMED_OUT if lost.timed_out else RAISED), why
    if "error" in defined:
        return RAISED, f"its cells raised {defined['error']}: {defined.get('words', '')}"
    if defined.get("stub"):
        return OPEN, ""
    try:
        given = remote if defined.get("callable") else unpacked(defined.get("value"))
    except ValueError as error:
        return RAISED, str(error)
    status, words = judge(task, given)
    if status == WRONG and remote.last is not None:
        if remote.last.timed_out:
            status = TIMED_OUT
        elif remote.last.error is not None:
            status = RAISED
    return status, words


def remark(answer: Answer) -> str:
    """What a teacher may want to look at: an answer that calls the package's own function, or asks for the solution."""
    if any(SOLUTIONS.match(name) or name.endswith(".solution") for name in answer.uses):
        return "asks for the reference solution"
    if suspect := [word for word in ("exercises", "meta_path", "mlcore.__path__") if word in answer.source]:
        return f"looks where the reference solutions are: {', '.join(suspect)}"
    given = ("check", "datasets", "show", "lectures")
    own = [name for name in answer.uses if name.split(".")[1] not in given]
    return f"uses {', '.join(own)}" if own else ""
