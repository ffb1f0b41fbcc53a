"""JupyterLab answers a widget's messages on a second thread while cells still run: two pictures at once."""

import sys
import threading

import numpy as np
import pytest

from mlcore.show import Lines, Panel
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
