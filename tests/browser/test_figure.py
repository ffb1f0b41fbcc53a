"""The live figure on a notebook of its own: every mark, every screen, and what an error looks like."""

import pathlib

import pytest
from playwright.sync_api import expect

from mlcore.show.render import to_png
from tests.browser import jupyter
from tests.browser.jupyter import Notebook, browser, open_context, pixels, server, write_notebook
from tests.fixtures import marks
from tests.fixtures.pictures import SAME, decode, difference

SIZE = (8.8, 4.4)
ALL = "all of them"
FIGURE = f"""
from mlcore.show import Choice, Slider
from tests.views import live_of

def compute(without, x):
    if x > 2:
        raise ValueError("x is too large: take 2 or less.")
    return without

live_of(compute, panels, lambda without: f"all but {{without}}",
     controls={{"without": Choice("without", ["{ALL}", *names()]), "x": Slider("x", 0, 0, 4, 1)}})
"""


@pytest.fixture(scope="module")
def notebook(browser_name, tmp_path_factory):
    """The figure, open on a screen with two device pixels per CSS pixel."""
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "marks.ipynb", pathlib.Path(marks.__file__).read_text(encoding="utf-8"), FIGURE)
    with server(folder) as url, browser(browser_name) as chosen:
        notebook = Notebook(open_context(chosen, 2).new_page(), url, "marks.ipynb")
        notebook.run_all()
        yield notebook


@pytest.fixture(scope="module")
def by_matplotlib():
    return decode(to_png(marks.panels(), SIZE, ratio=2))


def choose(notebook, without: str):
    """The canvas, showing all marks but one."""
    canvas = notebook.lives.locator("canvas")
    notebook.lives.locator("select").select_option(without)
    expect(canvas).to_have_attribute("aria-label", f"all but {without}")
    notebook.wait_for_idle()
    return canvas


def test_two_device_pixels(notebook):
    canvas = choose(notebook, ALL)
    pixels(canvas)
    width, css_width, ratio = canvas.evaluate("c => [c.width, c.clientWidth, Number(c.dataset.ratio)]")
    assert (width, css_width) == (2 * 844, 844)
    assert ratio == 2  # the kernel has sent the axes in this resolution


def test_canvas_and_matplotlib_draw_the_same_marks(notebook, by_matplotlib):
    assert difference(decode(pixels(choose(notebook, ALL))), by_matplotlib) < SAME


@pytest.mark.parametrize("name", marks.names())
def test_a_mark_that_only_one_of_them_draws_is_caught(notebook, by_matplotlib, name):
    assert difference(decode(pixels(choose(notebook, name))), by_matplotlib) > 3 * SAME


@pytest.mark.chromium
def test_moved_to_another_screen(notebook):
    canvas = choose(notebook, ALL)
    screen = notebook.page.context.new_cdp_session(notebook.page)
    for ratio, width in ((1, 1281), (2, 1280)):  # Chromium takes notice of a ratio when the width changes too
        metrics = {"width": width, "height": 900, "mobile": False, "deviceScaleFactor": ratio}
        screen.send("Emulation.setDeviceMetricsOverride", metrics)
        picture = decode(pixels(canvas))
        assert picture.shape[1] == ratio * 844
        assert difference(picture, decode(to_png(marks.panels(), SIZE, ratio=ratio))) < SAME


def test_an_error_is_said_and_the_picture_stays(notebook):
    canvas, status = choose(notebook, ALL), notebook.lives.get_by_role("status")
    before, handle = decode(pixels(canvas)), notebook.lives.get_by_role("slider")
    handle.press("End")
    expect(status).to_have_text("x is too large: take 2 or less.")
    expect(canvas).to_have_attribute("aria-label", "x is too large: take 2 or less.")
    paler = decode(pixels(canvas))
    assert 0.3 * before.std() < paler.std() < 0.6 * before.std()
    notebook.lives.get_by_role("button", name="Reset").click()
    expect(status).to_have_text(f"all but {ALL}")
    expect(handle).to_have_attribute("aria-valuenow", "0.0")
    assert difference(decode(pixels(canvas)), before) == 0


def test_the_console_is_clean(notebook):
    assert notebook.console == []


def test_without_chromium_it_says_how_to_install_one(monkeypatch):
    monkeypatch.setattr(jupyter, "find", lambda: None)
    with pytest.raises(FileNotFoundError, match="apt-get install chromium"):
        jupyter.chromium()
