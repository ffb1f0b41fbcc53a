"""A figure's cell run again: the figure of the run before ends, and no other."""

import numpy as np
import pytest
from ipywidgets.widgets import widget as registry

from mlcore.show import Choice, Panel, Points, Slider, StepSlider, session
from tests.views import live_of

FRAME = [Panel([Points(np.zeros((1, 2)))], (-1, 1), (-1, 1))]


class Shell:
    """What of IPython's shell is asked for: the message that asked for the present run."""

    def __init__(self):
        self.runs, self.parent = 0, {}

    def run(self, cell: str | None) -> None:
        self.runs += 1
        metadata = {} if cell is None else {"cellId": cell}
        self.parent = {"metadata": metadata, "header": {"msg_id": f"run {self.runs}"}}

    def get_parent(self) -> dict:
        return self.parent


@pytest.fixture
def shell(monkeypatch):
    shell = Shell()
    monkeypatch.setattr(session, "get_ipython", lambda: shell)
    monkeypatch.setattr(session, "_figures", {})
    return shell


@pytest.fixture
def computed():
    """The values that any figure of a test computed for, in order."""
    return []


@pytest.fixture
def figure(computed):
    def make():
        controls = {"x": Slider("x", 0, 0, 99, 1), "k": Choice("k", [1, 2]), "t": StepSlider("t", 9)}
        return live_of(lambda x, k, t: computed.append(x), lambda _: FRAME, lambda _: "words", controls=controls)

    return make


def widgets() -> int:
    return len(registry._instances)


def test_ten_runs_compute_once_and_keep_the_widgets_of_one(shell, figure, computed):
    shell.run("a")
    figure()
    one = widgets()
    for _ in range(9):
        shell.run("a")
        live = figure()
    assert widgets() == one
    computed.clear()
    live.controls["x"].value = 5
    assert computed == [5]


def test_another_cell_ends_nothing(shell, figure, computed):
    shell.run("a")
    live = figure()
    kept = live.controls["x"]
    shell.run("b")
    live = figure()  # the name is bound anew
    computed.clear()
    kept.value = 3
    live.controls["x"].value = 4
    assert computed == [3, 4]


def test_two_figures_of_one_run_live_side_by_side(shell, figure, computed):
    for _ in range(2):
        shell.run("a")
        pair = figure(), figure()
    computed.clear()
    for value, live in enumerate(pair, 1):
        live.controls["x"].value = value
    assert computed == [1, 2]


def test_without_names_of_cells_nothing_ends(shell, figure, computed):
    lives = []
    for _ in range(2):
        shell.run(None)
        lives.append(figure())
    computed.clear()
    for value, live in enumerate(lives, 1):
        live.controls["x"].value = value
    assert computed == [1, 2]


def test_closed_twice(shell, figure):
    shell.run("a")
    live = figure()
    live.close()
    live.close()
    assert live.canvas.comm is None
