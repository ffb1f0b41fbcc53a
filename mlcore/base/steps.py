"""An algorithm is a sequence of states: the contract that every iterative method of the course keeps.

A method is a generator of frozen states. The first one is the start, t = 0, which the caller can give by keyword.
It ends when a state has converged or diverged, and never caps itself: that is done by the two loops around it,
`take` for a slider that walks along the states and `last` for a fit that wants the end.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from mlcore.base import validation

OF_NUMPY = (np.ndarray, np.generic)  # found once, as a state is made in each step
BLOWN_UP = 1e12  # a number that has grown by this much since the start will not come back


@dataclass(frozen=True, kw_only=True)
class State:
    """Where a method stands after t steps (a step may have several states, as in k-means).

    converged: the method's own stop rule holds here, and it ends. diverged: the next step would leave all bounds, so
    this state, the last finite one, is given a second time, and the run ends. more: a state with the same t may
    follow. Arrays that could be changed later are copied when a state is made, and NumPy's numbers become Python's.
    """

    t: int
    converged: bool = False
    diverged: bool = False
    more: bool = False

    def __post_init__(self):
        fields = vars(self)
        for name, value in fields.items():
            if isinstance(value, OF_NUMPY):  # past the freeze: nobody has seen this state yet
                fields[name] = _kept(value)


def _kept(value: Any) -> Any:
    """A NumPy number as Python's; an array as it is where nobody can write to it, nor to what it is a view of."""
    if isinstance(value, np.generic):
        return value.item()
    return value.copy() if value.flags.writeable or value.base is not None else value


S = TypeVar("S", bound=State)
P = ParamSpec("P")


def take(steps: Iterable[S], max_iter: int) -> list[S]:
    """All states with t <= max_iter, in order. Raises ValueError for a max_iter below 0."""
    return list(until(steps, max_iter))


def last(steps: Iterable[S], max_iter: int) -> S:
    """The last state with t <= max_iter; no other is kept. Raises ValueError for a max_iter below 0."""
    return deque(until(steps, max_iter), maxlen=1).pop()


def until(steps: Iterable[S], max_iter: int) -> Iterator[S]:
    """The states with t <= max_iter, one by one: for a method that is made of others.

    No step is asked for beyond max_iter, and a generator that is left before its end is closed.
    """
    validation.whole(max_iter, "max_iter", least=0)
    return _until(steps, max_iter)


def _until(steps: Iterable[S], max_iter: int) -> Iterator[S]:
    try:
        for state in steps:
            if state.t <= max_iter:
                yield state
            if state.t > max_iter or (state.t == max_iter and not state.more):
                return
    finally:
        if isinstance(steps, Generator):
            steps.close()


def bounded(*names: str) -> Callable[[Callable[P, Iterator[S]]], Callable[P, Iterator[S]]]:
    """A decorator for a method that may diverge: its run ends before it leaves all bounds.

    That is where a number overflows, or where a field with one of these names has grown BLOWN_UP times since the start.
    """

    def decorate(method: Callable[P, Iterator[S]]) -> Callable[P, Iterator[S]]:
        @wraps(method)
        def run(*args: P.args, **kwargs: P.kwargs) -> Iterator[S]:
            steps = method(*args, **kwargs)
            first = before = next(steps)
            yield _repeatable(first)
            while (state := _quietly(steps)) is not None:
                if not _finite(state) or any(getattr(state, n) > BLOWN_UP * getattr(first, n) for n in names):
                    yield replace(before, diverged=True)
                    return
                yield _repeatable(state)
                before = state

        return run

    return decorate


def _quietly(steps: Iterator[S]) -> S | None:
    """The next state, or None; an overflow on the way is no surprise, as it is looked for afterwards."""
    with np.errstate(over="ignore", invalid="ignore"):
        return next(steps, None)


def _repeatable(state: S) -> S:
    """The state itself, which may come again as the last finite one."""
    vars(state)["more"] = True  # past the freeze, as nobody has seen it yet: a copy would cost more than a step
    return state


def _finite(state: State) -> bool:
    return all(np.isfinite(v).all() for v in vars(state).values() if isinstance(v, (float, np.ndarray)))
