"""The contract of the iterative methods: states, the two loops around them, and runs that leave all bounds."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass
from itertools import count, islice

import numpy as np
import pytest

from mlcore.base.steps import State, bounded, last, take, until
from mlcore.base.types import Array


@dataclass(frozen=True)
class Doubled(State):
    """x (2,), and its size."""

    x: Array
    size: float


def half_steps(until: int = 10**9) -> Iterator[Doubled]:
    for t in count():
        for more in (True, False):
            yield Doubled(np.full(2, t), float(t), t=t, converged=t == until, more=more)
        if t == until:
            return


@bounded("size")
def doubling(x=(1.0, 0.0), factor: float = 2.0) -> Iterator[Doubled]:
    """Its docstring."""
    x = np.array(x)
    for t in count():
        yield Doubled(x, float(np.abs(x).max()), t=t)
        x = factor * x


def test_take_and_last_keep_every_state_up_to_the_cap():
    assert [s.t for s in take(half_steps(), 2)] == [0, 0, 1, 1, 2, 2]
    assert take(half_steps(), 0)[-1].t == 0
    assert last(half_steps(), 7).t == 7
    assert last(half_steps(until=3), 7).converged
    assert len(take(half_steps(until=3), 7)) == 8


def test_no_state_is_asked_for_beyond_the_cap():
    made = []
    assert len(take((made.append(s.t) or s for s in half_steps()), 2)) == 6
    assert made == [0, 0, 1, 1, 2, 2]


def test_states_that_are_a_list_are_kept_as_well():
    assert last(take(half_steps(), 5), 2).t == 2


def test_a_run_that_is_left_is_closed_and_so_is_what_it_is_made_of():
    closed = []

    def whole():
        try:
            yield from half_steps()
        finally:
            closed.append(True)

    for _ in until(until(whole(), 9), 9):
        break
    assert closed == [True]


def test_a_run_that_may_diverge_is_asked_for_one_step_more():
    assert take(doubling(factor=1e13), 0)[-1].diverged


@pytest.mark.parametrize("cap", [-1, 2.5, "3", None, True])
def test_a_cap_is_a_whole_number(cap):
    for loop in (take, last):
        with pytest.raises(ValueError, match=r"max_iter is .*: take a whole number, 0 or more"):
            loop(half_steps(), cap)


def test_a_state_is_frozen_and_keeps_copies():
    x = np.zeros(2)
    state = Doubled(x, 0.0, t=0)
    x[0] = 7
    assert state.x.tolist() == [0, 0]
    with pytest.raises(FrozenInstanceError):
        state.t = 1


def test_a_state_shares_an_array_that_nobody_can_write_to_and_copies_what_only_looks_so():
    x = np.zeros(2)
    view = x[:]
    view.flags.writeable = False
    state = Doubled(view, 0.0, t=0)
    x[0] = 7  # which the read-only view shows
    assert state.x.tolist() == [0, 0]
    x.flags.writeable = False
    assert Doubled(x, 0.0, t=0).x is x


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("factor", [2.0, 1e9, 1e300, -1e300, np.inf])
def test_a_run_that_leaves_all_bounds_repeats_its_last_finite_state(factor):
    *walk, before, end = doubling(factor=factor)
    assert end.diverged
    assert not any(s.diverged for s in (*walk, before))
    assert (end.t, end.size, end.x.tolist()) == (before.t, before.size, before.x.tolist())
    assert end.size <= 1e12 < abs(end.size * factor)
    assert doubling.__doc__ == "Its docstring."


def test_bounds_are_relative_to_the_start():
    assert take(doubling(x=(1e20, 0.0)), 30)[-1].size == 1e20 * 2**30
    assert not any(s.diverged for s in islice(doubling(factor=1.0), 2000))
