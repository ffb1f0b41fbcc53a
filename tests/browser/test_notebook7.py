"""The live figure in Notebook 7, where the page takes its keys before any widget sees them."""

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook

FIGURE = """
import numpy as np
from mlcore.show import Panel, Pointer, Points, Slider
from tests.views import live_of

live_of(lambda x, X: (x, X), lambda r: [Panel([Points(r[1])], (0, 10), (0, 10))],
     lambda r: f"x = {r[0]}, at ({r[1][0, 0]:.1f}, {r[1][0, 1]:.1f})",
     controls={"x": Slider("x", 3, 0, 9, 1)}, pointers=[Pointer(np.array([[5.0, 5.0]]), editable=False)])
"""


@pytest.fixture(scope="module")
def notebook(browser_name, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "figure.ipynb", FIGURE, "'a second cell'")
    with server(folder, "notebook") as url, browser(browser_name) as chosen:
        notebook = Notebook(open_context(chosen, 1).new_page(), url, "figure.ipynb", at="notebooks")
        notebook.run_all()
        yield notebook


def test_arrows_move_a_slider_and_letters_leave_the_cells_alone(notebook):
    handle, status = notebook.lives.get_by_role("slider").first, notebook.lives.get_by_role("status")
    handle.focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowRight", "x", "d", "d", "b"):
        notebook.page.keyboard.press(key)
    expect(status).to_have_text("x = 5, at (5.0, 5.0)")
    expect(handle).to_be_focused()
    expect(notebook.page.locator(".jp-CodeCell")).to_have_count(2)


def test_arrows_move_a_point(notebook):
    canvas = notebook.lives.locator("canvas")
    canvas.focus()
    for key in ("Tab", "ArrowRight", "ArrowUp", "Shift+ArrowUp", "Control+ArrowUp", "x"):
        notebook.page.keyboard.press(key)
    expect(canvas).to_have_attribute("aria-label", "x = 5, at (5.1, 5.6)")
    expect(notebook.page.locator(".jp-CodeCell")).to_have_count(2)


def test_shortcuts_with_a_modifier_still_reach_the_notebook(notebook):
    notebook.lives.get_by_role("slider").first.focus()
    with notebook.page.expect_response(lambda a: a.request.method == "PUT" and "/api/contents/" in a.url):
        notebook.page.keyboard.press("Control+s")  # no sign on the page of Notebook 7 says that it was saved


def test_the_console_says_nothing_of_ours(notebook):
    """Notebook 7 has warnings of its own, about its menus and its documents."""
    assert [line for line in notebook.console if "mlcore" in line or "anywidget" in line] == []
