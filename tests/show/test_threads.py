"""JupyterLab answers a widget's messages on a second thread while cells still run: two pictures at once."""

import sys
import threading

import numpy as np
import pytest

from mlcore.show import Lines, Live, Panel, slider
from mlcore.show import live as show_live
from mlcore.show.render import axes_png, to_png

SIZE = (4.0, 3.0)


def panels(k: int) -> list[Panel]:
    """A panel with formulas that no earlier one had, so that matplotlib has to parse them."""
    line = Lines([np.array([[0.0, 0.0], [1.0, 1.0]])], label=f"$\\alpha_{{{k}}}$")
    return [Panel([line], (0, 1), (0, 1), xlabel=f"$x_{{{k}}}$", ylabel="$w_1$")]


@pytest.fixture
def hasty():
    """Threads that change turns at every opportunity."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty")
def test_two_threads_draw_at_once():
    errors = []

    def draw(render, first: int) -> None:
        try:
            for k in range(first, first + 10):
                render(panels(k))
        except Exception as error:
            errors.append(error)

    jobs = [(lambda p: axes_png(p, SIZE, 1.25), 1000), (lambda p: to_png(p, SIZE), 2000)]
    threads = [threading.Thread(target=draw, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_a_screen_told_while_a_cell_draws_has_the_last_word(monkeypatch):
    """The cell began its axes for the old screen: they must not come after those for the new one."""
    controls = {"high": slider("high", 4, 1, 9, 1)}
    live = Live(lambda high: high, lambda high: [Panel([], (0, high), (0, 1))], str, controls=controls)
    live.canvas.ratio = 1.0
    drawn, draw_axes, told = [], show_live.pack_axes, []

    def slow(panels, size, ratio):
        if not told:
            told.append(threading.Thread(target=setattr, args=(live.canvas, "ratio", 2.0)))
            told[0].start()
            told[0].join(0.5)
        drawn.append(ratio)
        return draw_axes(panels, size, ratio)

    monkeypatch.setattr(show_live, "pack_axes", slow)
    live.update(high=6)
    told[0].join()
    assert drawn == [1, 2]


def test_a_control_moved_while_a_cell_computes_has_the_last_word():
    controls = {"a": slider("a", 0, 0, 9, 1), "b": slider("b", 0, 0, 9, 1)}
    hand = threading.Thread(target=setattr, args=(controls["b"], "value", 7))

    def compute(a, b):
        if (a, b) == (3, 0):
            hand.start()
            hand.join(0.5)
        return a, b

    live = Live(compute, lambda _: [Panel([], (0, 1), (0, 1))], str, controls=controls)
    live.update(a=3)
    hand.join()
    assert live.description == "(3, 7)"
