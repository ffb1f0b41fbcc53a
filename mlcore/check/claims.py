"""Checked cells: what the text claims of the lecture's own data. A reader's own data must not stop a notebook."""

import ast
import contextlib
import linecache
import os
import sys
from types import TracebackType
from typing import ClassVar

LENGTH = 120  # characters of the claim that are shown: the message stays one line
SWITCH = "MLCORE_CLAIMS"  # the environment variable
SENTENCE = "# checked: "  # a checked cell's first line: this, and in words what it checks


def raising() -> bool:
    """True if a claim that does not hold is raised: in the tests, and when the notebooks are made."""
    return os.environ.get(SWITCH) == "raise"


class claims:
    """The asserts of one checked cell: `with claims(): assert ...`.

    An exception of the body becomes one printed line, with the words of the cell's first line and a count of such
    cells so far, and Run All goes on. Where the environment variable MLCORE_CLAIMS is "raise" (in the tests, and when
    the notebooks are made) it is raised. Silent when all holds.
    """

    of_ours: ClassVar[set[str]] = set()  # the cells that do not hold of the reader's data, by name

    def __enter__(self) -> "claims":
        self.cell = sys._getframe(1).f_code.co_filename
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self.of_ours.discard(self.cell)
        if not isinstance(error, Exception) or raising():
            return False  # all is well; or the student pressed stop; or the tests want to know
        self.of_ours.add(self.cell)
        verdict = "this does not hold" if isinstance(error, AssertionError) else "this cannot be checked"
        said = _words(self.cell) or _short(error, trace)
        print(f"The text speaks of the lecture's own data ({len(self.of_ours)} so far); with yours {verdict}: {said}")
        return True


def _words(cell: str) -> str:
    """What the cell says that it checks; nothing where `with claims()` stands somewhere else."""
    first = linecache.getline(cell, 1).strip()
    return first.removeprefix(SENTENCE) if first.startswith(SENTENCE) else ""


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
