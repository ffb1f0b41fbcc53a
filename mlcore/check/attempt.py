"""Running a student's function: on copies, with its printing caught, and not for ever."""

import _thread
import contextlib
import copy
import ctypes
import dis
import io
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

SECONDS = 5.0
_GRACE = 1.0  # seconds that a call which was told to stop may take until it does
_CHAINS = 5  # so often it is told, in that time
_TOOL = 4  # one of the two numbers that sys.monitoring leaves free

_raise_in = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.py_object)(("PyThreadState_SetAsyncExc", ctypes.pythonapi))
_forget = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.c_void_p)(("PyThreadState_SetAsyncExc", ctypes.pythonapi))


@dataclass(frozen=True)
class Attempt:
    """What came of one call: the value, the exception, what was printed, which arguments were changed.

    timed_out: it ran too long and was stopped; runs_on: it could not be stopped, as it never comes back to Python.
    """

    value: Any = None
    error: BaseException | None = None
    printed: str = ""
    changed: tuple[int, ...] = ()
    timed_out: bool = False
    runs_on: bool = False


class Elsewhere:
    """An answer that is not here, such as one in another process."""

    def attempt(self, arguments: tuple, seconds: float) -> Attempt:
        """What comes of a call there."""
        raise NotImplementedError

    def __call__(self, *arguments: Any) -> Any:
        """Not here: it is callable, as the function is for which it stands."""
        raise TypeError("This answer lies elsewhere: it is called through `attempt`.")


def attempt(function: Callable, arguments: tuple, seconds: float = SECONDS) -> Attempt:
    """Call the function on copies of the arguments, in a thread that is stopped after `seconds`.

    An answer in another process makes the attempt there.
    """
    if isinstance(function, Elsewhere):
        return function.attempt(arguments, seconds)
    given = copy.deepcopy(arguments)
    results = []
    out = io.StringIO()

    def answer() -> None:
        try:
            results.append(Attempt(value=function(*given)))
        except BaseException as error:  # SystemExit too: nothing that a student writes may end the notebook
            results.append(Attempt(error=error))

    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the verdict says what matters
        thread, done = _start(answer)
        try:
            in_time = done.acquire(timeout=seconds)
        except KeyboardInterrupt:  # the notebook's stop button
            _stop(thread, done)
            raise
    if not in_time:
        return Attempt(timed_out=True, runs_on=not _stop(thread, done))
    changed = tuple(k for k, (a, b) in enumerate(zip(given, arguments, strict=True)) if not _same(a, b))
    return Attempt(results[0].value, results[0].error, out.getvalue(), changed)


class _Stopped(SystemExit):
    """Raised inside a call that ran too long: as a SystemExit, for that ends a thread without a word."""


def _start(call: Callable[[], None]) -> tuple[int, Any]:
    """Run `call` in a thread: its id, and a lock that is free when it is done.

    A bare thread: an exception that strikes in the bookkeeping of threading.Thread would leave its locks held.
    """
    done = _thread.allocate_lock()
    done.acquire()

    def run() -> None:
        me = _thread.get_ident()
        try:
            call()
        except BaseException:  # a _Stopped, which has ordered the next one: nothing may stand before the call
            _forget(me, None)
        done.release()

    return _thread.start_new_thread(run, ()), done


def _stop(thread: int, done: Any) -> bool:
    """Stop a thread for good; False if it does not come back to Python to be stopped.

    One exception does not do: a loop around a bare `except:` swallows it and goes on.
    """
    monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on
    if monitoring is None or monitoring.get_tool(_TOOL):
        return _stop_by_a_chain(thread, done)

    def strike(code: Any, line: int) -> None:
        """Raise at each line of the thread: that of the `except:` is outside its `try`, and outside the next one."""
        if _thread.get_ident() == thread and code.co_filename != __file__:
            raise _Stopped

    monitoring.use_tool_id(_TOOL, __name__)
    monitoring.register_callback(_TOOL, monitoring.events.LINE, strike)
    monitoring.set_events(_TOOL, monitoring.events.LINE)
    try:
        return done.acquire(timeout=_GRACE)
    finally:
        monitoring.set_events(_TOOL, 0)
        monitoring.register_callback(_TOOL, monitoring.events.LINE, None)
        monitoring.free_tool_id(_TOOL)


def _stop_by_a_chain(thread: int, done: Any) -> bool:
    """Stop a thread in Python 3.11, by an exception that orders the next one.

    Python makes an exception from outside only where something catches it, and while it is made it orders the next,
    which strikes behind that `except` and so outside its `try`. It has to be C that orders: a Python function would be
    struck itself. Once in a thousand times the chain breaks, so it is begun again until the grace is over.
    """
    stopped = type("Stopped", (_Stopped,), {})
    stopped.__init__ = staticmethod(partial(_raise_in, thread, stopped))
    for _ in range(_CHAINS):
        _raise_in(thread, stopped)
        if done.acquire(timeout=_GRACE / _CHAINS):
            return True
    return False


def _same(a, b) -> bool:
    """Equal to the bit, in arrays and in lists of them."""
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(_same, a, b))
    if callable(a):  # a copy of a partial function is no equal of it
        return True
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
