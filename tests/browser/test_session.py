"""A lived-in session in JupyterLab: cells run again, and names bound anew."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook

CONTROL = """
import numpy as np
from ipywidgets.widgets import widget as registry
from mlcore.show import Choice, Panel, Points, Slider, StepSlider
from tests.views import live_of

def compute(x, k, t):
    computed.append(x)
    return x

computed = []
"""
FIGURE = """
live = live_of(compute, lambda x: [Panel([Points(np.array([[x, 0.5]]))], (0, 99), (0, 1))], lambda x: f"x = {x}",
            controls={"x": Slider("x", X, 0, 99, 1), "k": Choice("k", [1, 2]), "t": StepSlider("t", 200, interval=400)})
live
"""
COUNT = """
computed.clear()
live.controls["x"].value += 1
print(len(computed), len(registry._instances))
"""
FIRST, SECOND, COUNTS = 1, 2, 3  # the cells' numbers


@pytest.fixture(scope="module")
def notebook(browser_name, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    cells = CONTROL, FIGURE.replace("X", "3"), FIGURE.replace("X", "7"), COUNT
    write_notebook(folder / "session.ipynb", *cells)
    with server(folder) as url, browser(browser_name) as chosen:
        notebook = Notebook(open_context(chosen, 1).new_page(), url, "session.ipynb")
        notebook.run_all()
        yield notebook


def counts(notebook) -> list[int]:
    """How often a move of the last figure's control computes, and how many widgets the kernel holds."""
    notebook.run_cell(COUNTS)
    text = notebook.page.locator(".jp-CodeCell").nth(COUNTS).locator(".jp-OutputArea-output").text_content()
    return [int(word) for word in text.split()]


def test_a_cell_run_ten_times_counts_once(notebook):
    before = counts(notebook)
    assert before[0] == 1
    for _ in range(9):
        notebook.run_cell(FIRST)
        notebook.run_cell(SECOND)
    assert counts(notebook) == before


def test_every_figure_still_follows_though_its_name_is_bound_anew(notebook):
    for figure, words in zip(notebook.lives.all(), ("x = 4", "x = 9"), strict=True):
        figure.get_by_role("slider").first.press("ArrowRight")
        expect(figure.get_by_role("status")).to_have_text(words)


def test_reset_ends_the_playing(notebook):
    figure = notebook.lives.last
    steps = figure.get_by_role("slider").last
    figure.get_by_role("button").first.click()
    expect(steps).to_have_attribute("aria-valuenow", re.compile(r"[1-9]"))  # it has moved: a busy machine may skip some
    figure.get_by_role("button", name="Reset").click()
    expect(steps).to_have_attribute("aria-valuenow", "0.0")
    notebook.page.wait_for_timeout(1000)
    assert steps.get_attribute("aria-valuenow") == "0.0"


def test_the_console_is_clean(notebook):
    assert notebook.console == []
