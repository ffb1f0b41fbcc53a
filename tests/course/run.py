"""A lecture executed once in a process: its names and its live figures, for every test that changes no name in it."""

import contextlib
import copy
import importlib
import inspect
import os
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any
from unittest import mock

import nbformat
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from mlcore.show import Live
from tools.notebooks import NOTEBOOKS, read_text

NAMES = sorted(path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb"))  # the appendices, A0 and A1, have no figure
SCRATCH = "X = y = x = K = data = 3"  # a student's cell that reuses our names


@dataclass
class Run:
    """shell: where the names are. lives: by the number of their cell. stored: the notebook's cells, with outputs."""

    name: str
    shell: InteractiveShell
    stored: list
    lives: dict[int, Live] = field(default_factory=dict)


def quiet_shell() -> InteractiveShell:
    """A shell that draws no picture of what a cell returns: nobody looks at it."""
    shell = InteractiveShell()
    shell.display_formatter.mimebundle_formatter.enabled = False
    return shell


@contextlib.contextmanager
def drawing_once(name: str) -> Iterator[None]:
    """In here, what the lecture's draws.py finds on the same seeds is computed once for all tests of this process.

    Several of them execute the whole lecture, each with other names or other data in it. What is drawn depends on the
    arguments alone, and is most of the work.
    """
    room = importlib.import_module(f"mlcore.lectures.{name.partition('_')[2]}")
    if "draws" not in {module.name for module in pkgutil.iter_modules(room.__path__)}:
        yield
        return
    draws = importlib.import_module(f"{room.__name__}.draws")
    own = [(n, f) for n, f in inspect.getmembers(draws, inspect.isfunction) if f.__module__ == draws.__name__]
    with mock.patch.multiple(draws, **{called: remembered(function) for called, function in own}):
        yield


@cache
def remembered(function: Callable) -> Callable:
    """The function with its results kept by its arguments, if those can be compared; each caller has a copy."""
    found = cache(function)

    @wraps(function)
    def once(*args: Any, **kwargs: Any) -> Any:
        try:
            return copy.deepcopy(found(*args, **kwargs))
        except TypeError:  # a list, or an array
            return function(*args, **kwargs)

    return once


@cache
def run(name: str) -> Run:
    """All cells of notebooks/text/NAME.md, in order; what fails raises, a claim too."""
    found = Run(name, quiet_shell(), nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4).cells)
    with contextlib.chdir(NOTEBOOKS), drawing_once(name), mock.patch.dict(os.environ, MLCORE_CLAIMS="raise"):
        for number, cell in enumerate(read_text(name).cells):
            if cell.cell_type == "code":
                with capture_output():
                    result = found.shell.run_cell(cell.source, store_history=True)
                result.raise_error()
                if isinstance(result.result, Live):
                    found.lives[number] = result.result
    return found
