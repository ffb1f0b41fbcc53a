"""Checked cells: what the text claims of the lecture's own data. A reader's own data must not stop a notebook."""

import ast
import contextlib
import linecache
import os
import sys
from types import FrameType, TracebackType
from typing import Any, ClassVar

from IPython import get_ipython

LENGTH = 120  # characters of an assert that is shown in place of a sentence: the message stays one line
SWITCH = "MLCORE_CLAIMS"  # the environment variable
EXAMINED = "# checked: "  # a checked cell's first line: this, and what it examines
OF_ANY = "on any data"  # how the sentence of a proved claim begins
OURS = "the text was written for the lecture's own data and code."
PROVED = (
    "this is proved, so no data can refute it: look for a changed cell, or for numbers so large that rounding counts."
)
FIGURE = "live"  # the name that every figure of a lecture has, so that it means the latest one


def raising() -> bool:
    """True if a claim that does not hold is raised: in the tests, and when the notebooks are made."""
    return os.environ.get(SWITCH) == "raise"


class claims:
    """The asserts of one checked cell: `with claims("the street never widens as C grows"): assert ...`.

    An exception of the body becomes one printed line with this sentence, and a count of such cells so far; *Run All*
    goes on. Where a sentence begins with "on any data" it is proved, and the line says so. Where the environment
    variable MLCORE_CLAIMS is "raise" (in the tests, and when the notebooks are made) the exception is raised. Silent
    when all holds.

    A cell that is run again looks at the figure that it looked at before, though another one has the name `live` by
    now; but if `live` is a figure of the same call, made anew, at that one.
    """

    failed: ClassVar[dict[str, Any]] = {}  # the cells in which something does not hold here, and the run that found it
    looked_at: ClassVar[dict[str, Any]] = {}  # by cell: the figure that it looks at

    def __init__(self, sentence: str = ""):
        self.sentence = sentence

    def __enter__(self) -> "claims":
        frame = sys._getframe(1)
        self.file = frame.f_code.co_filename
        self.names = frame.f_globals
        self.cell = _cell() or self.file
        self.run = _run(frame)
        if not _is_same_run(self.failed.get(self.cell, self.run), self.run):  # the cell is run again
            del self.failed[self.cell]
        self.latest = self.names.get(FIGURE)
        if self.latest is not None:
            mine = self.looked_at.setdefault(self.cell, self.latest)
            if _is_same_call(mine, self.latest):
                self.looked_at[self.cell] = self.latest
            else:
                self.names[FIGURE] = mine
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        if self.latest is not None:
            self.names[FIGURE] = self.latest
        if not isinstance(error, Exception) or raising():
            return False  # all is well; or the student pressed stop; or the tests want to know
        self.failed[self.cell] = self.run
        verdict = "This does not hold here" if isinstance(error, AssertionError) else "This cannot be checked here"
        many = f"{len(self.failed)} so far; " if len(self.failed) > 1 else ""
        said = self.sentence or _first_line(self.file) or _short(error, trace)
        is_refuted = isinstance(error, AssertionError) and said.startswith(OF_ANY)
        print(f"{verdict}: {said} ({many}{PROVED if is_refuted else OURS})")
        return True


def _first_line(file: str) -> str:
    """What the first line of the cell says is examined; "" where `with claims()` stands somewhere else."""
    first = linecache.getline(file, 1).strip()
    return first.removeprefix(EXAMINED) if first.startswith(EXAMINED) else ""


def _cell() -> str:
    """The id of the cell that is running, which stays when its code is edited; "" where the front end names none."""
    shell = get_ipython()
    parent = getattr(shell, "get_parent", dict)() or {}
    return parent.get("metadata", {}).get("cellId", "")


def _run(frame: FrameType) -> Any:
    """Which run of a cell this is: its number, or outside of a notebook the code that runs.

    A notebook compiles each statement of a cell by itself, so two claims of one cell have two codes.
    """
    return getattr(get_ipython(), "execution_count", frame.f_code)


def _is_same_run(one: Any, other: Any) -> bool:
    """True for the same number, or the same code and not one that only reads the same."""
    return one == other if isinstance(other, int) else one is other


def _is_same_call(one: Any, other: Any) -> bool:
    """True if both are figures of the same kind, however they were called."""
    return type(_view(one)) is type(_view(other))


def _view(figure: Any) -> Any:
    """The figure's view; what is none, such as the sentence of a refused one, itself: it may raise when it is asked."""
    return getattr(figure, "__dict__", {}).get("view", figure)


def _short(error: Exception, trace: TracebackType | None) -> str:
    """The assert that failed, or the error and where it came up, in one line."""
    said = str(error)
    if not isinstance(error, AssertionError):
        text = f"{_statement(trace)} ({type(error).__name__}: {said})"
    elif said:
        text = said
    else:
        while trace is not None and trace.tb_next is not None:  # an assert may stand in a function of the cell
            trace = trace.tb_next
        text = _statement(trace)
    text = " ".join(text.split())
    return text if len(text) <= LENGTH else text[: LENGTH - 1] + "…"


def _statement(trace: TracebackType | None) -> str:
    """The source of the statement that this frame stopped at, or "a checked cell" where Python has no source."""
    if trace is None:
        return "a checked cell"
    lines = linecache.getlines(trace.tb_frame.f_code.co_filename)
    first, last = _lines_of_statement("".join(lines), trace.tb_lineno)
    return "".join(lines[first - 1 : last]).strip() or "a checked cell"


def _lines_of_statement(source: str, line: int) -> tuple[int, int]:
    """First and last line of the simple statement at this line; the line alone where it is the head of a block."""
    with contextlib.suppress(SyntaxError):  # a cell with a magic is not Python
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.stmt) or hasattr(node, "body"):
                continue
            if node.lineno <= line <= (node.end_lineno or line):
                return node.lineno, node.end_lineno or line
    return line, line
