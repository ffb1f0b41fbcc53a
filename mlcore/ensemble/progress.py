"""How far a long fit is: one line that appears after a second of work, and goes when the work is done."""

import os
import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from mlcore.base.steps import State

S = TypeVar("S", bound=State)
PATIENCE, EVERY = 1.0, 0.2  # seconds


def watched(steps: Iterable[S], total: int, what: str) -> Iterator[S]:
    """The states as they come; on the way, once a second has passed, "37 of 500 trees" on one line of stderr.

    Where claims raise, as in the tests, nothing is shown: an output must not depend on how fast a machine is.
    """
    start, shown, quiet = monotonic(), 0.0, os.environ.get("MLCORE_CLAIMS") == "raise"
    try:
        for state in steps:
            now = monotonic()
            if not quiet and state.t < total and now - start > PATIENCE and now - shown > EVERY:
                shown = now
                print(f"\r{state.t} of {total} {what}", end="", file=sys.stderr, flush=True)
            yield state
    finally:  # the loop around it may leave before the last state
        if shown:
            print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
