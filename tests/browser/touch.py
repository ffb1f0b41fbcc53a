"""Fingers on a screen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def fingers(canvas) -> Iterator[Callable]:
    """touch(kind, *places) sends Chromium's touch events: Start, Move or End, with all fingers that are down."""
    screen = canvas.page.context.new_cdp_session(canvas.page)

    def touch(kind: str, *places) -> None:
        points = [{"x": float(x), "y": float(y), "id": number} for number, (x, y) in enumerate(places)]
        screen.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    yield touch
    screen.detach()
