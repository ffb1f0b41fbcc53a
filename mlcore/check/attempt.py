"""Running a student's function: on copies, with its printing caught, and not for ever."""

import contextlib
import copy
import ctypes
import dis
import io
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

SECONDS = 5.0


@dataclass(frozen=True)
class Attempt:
    """What came of one call: the value, the exception, what was printed, which arguments were changed."""

    value: Any = None
    error: BaseException | None = None
    printed: str = ""
    changed: tuple[int, ...] = ()
    timed_out: bool = False


class _Stopped(BaseException):
    """Raised inside a call that ran too long. Not an Exception: `except Exception` must not swallow it."""


def attempt(function: Callable, arguments: tuple, seconds: float = SECONDS) -> Attempt:
    """Call the function on copies of the arguments, in a thread that is stopped after `seconds`."""
    given, results, out = copy.deepcopy(arguments), [], io.StringIO()

    def call() -> None:
        try:
            results.append(Attempt(value=function(*given)))
        except _Stopped:
            pass
        except BaseException as error:  # SystemExit too: nothing that a student writes may end the notebook
            results.append(Attempt(error=error))

    thread = threading.Thread(target=call, daemon=True)
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the verdict says what matters
        thread.start()
        thread.join(seconds)
    if not results:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Stopped))
        return Attempt(timed_out=True)
    changed = tuple(k for k, (a, b) in enumerate(zip(given, arguments, strict=True)) if not _same(a, b))
    return Attempt(results[0].value, results[0].error, out.getvalue(), changed)


def _same(a, b) -> bool:
    """Equal to the bit, in arrays and in lists of them."""
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(_same, a, b))
    return np.array_equal(a, b, equal_nan=isinstance(a, np.ndarray) and a.dtype.kind == "f")


def is_stub(answer: Any) -> bool:
    """True for `...`, None, and a function whose body is only `...`, `pass`, a docstring or NotImplementedError."""
    if answer is None or answer is ...:
        return True
    code = getattr(answer, "__code__", None)
    if code is None:
        return False
    steps = {step.opname for step in dis.get_instructions(code)}
    returns_nothing = steps <= {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"} and _constants(code) == {
        None
    }
    return returns_nothing or ("RAISE_VARARGS" in steps and code.co_names == ("NotImplementedError",))


def _constants(code) -> set:
    """The constants that the body loads (a docstring is kept, but never loaded)."""
    loads = {"LOAD_CONST", "RETURN_CONST"}
    return {step.argval for step in dis.get_instructions(code) if step.opname in loads}
