"""Numbers typed into a slider's readout: taken when it is left, with a decimal comma too, or the old one comes back.

And a figure inside another widget, which is drawn when the browser tells its screen.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import Notebook, browser, open_context, pixels, server, write_notebook

FIGURE = """
from mlcore.show import ListSlider, LogSlider, Panel, Slider
from tests.views import live_of

live_of(lambda n, share, C, K: (n, share, C, K), lambda r: [Panel([], (0, 1), (0, 1))],
     lambda r: f"n = {r[0]}, share {r[1]:.2f}, C = {r[2]:.2f}, K = {r[3]}",
     controls={"n": Slider("n", 3, 0, 9, 1), "share": Slider("share", 0.5, 0.0, 1.0, 0.01),
               "C": LogSlider("C", 1.0, -2, 2), "K": ListSlider("K", [1, 3, 7], 3)})
"""
INSIDE = """
import ipywidgets

ipywidgets.VBox([live_of(lambda: 0, lambda _: [Panel([], (0, 1), (0, 1), title="inside")], lambda _: "inside")])
"""


@pytest.fixture(scope="module")
def figure(browser_name, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "readouts.ipynb", FIGURE, INSIDE)
    with server(folder) as url, browser(browser_name) as chosen:
        notebook = Notebook(open_context(chosen, 1).new_page(), url, "readouts.ipynb")
        notebook.run_all()
        yield notebook.lives.first


def type_into(figure, number: int, words: str, key: str) -> None:
    readout = figure.locator(".widget-readout").nth(number)
    readout.click()
    figure.page.keyboard.press("Control+a")
    figure.page.keyboard.type(words)
    figure.page.keyboard.press(key)


@pytest.mark.parametrize("key", ["Enter", "Tab"])
@pytest.mark.parametrize(
    ("number", "words", "shown", "status"),
    [
        (0, "7", "7", "n = 7, share 0.50, C = 1.00, K = 3"),
        (0, "999", "9", "n = 9, share 0.50, C = 1.00, K = 3"),
        (0, "many", "3", "n = 3, share 0.50, C = 1.00, K = 3"),
        (1, "0,25", "0.25", "n = 3, share 0.25, C = 1.00, K = 3"),
        (1, "0.75", "0.75", "n = 3, share 0.75, C = 1.00, K = 3"),
        (2, "10", "10.0", "n = 3, share 0.50, C = 10.00, K = 3"),
    ],
)
def test_a_typed_number_is_taken_or_the_old_one_comes_back(figure, number, words, shown, status, key):
    figure.get_by_role("button", name="Reset").click()
    expect(figure.get_by_role("status")).to_have_text("n = 3, share 0.50, C = 1.00, K = 3")
    type_into(figure, number, words, key)
    expect(figure.get_by_role("status")).to_have_text(status)
    expect(figure.locator(".widget-readout").nth(number)).to_have_text(shown)


def test_nothing_can_be_typed_where_nobody_would_take_it(figure):
    expect(figure.locator(".widget-readout").nth(3)).to_have_attribute("contenteditable", "false")
    expect(figure.locator(".widget-readout").nth(3)).to_have_text("3")


def test_a_figure_inside_another_widget_has_its_axes(figure):
    canvas = figure.page.locator(".mlcore-live canvas").last
    assert len(pixels(canvas)) > 2000
    expect(canvas).to_have_attribute("aria-label", "inside")
