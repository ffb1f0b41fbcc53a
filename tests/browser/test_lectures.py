"""What a lecture does in a real JupyterLab: run, be looked at, moved by hand, saved, and opened without its kernel."""

import re
import shutil

import numpy as np
import pytest
from playwright.sync_api import expect

from mlcore.show.pack import pack_axes
from mlcore.show.render import STORED_RATIO
from tests.browser.hindrances import hindrances
from tests.browser.jupyter import (
    NOTEBOOKS,
    LabNotebook,
    Notebook,
    browser,
    clear_lab,
    open_context,
    open_lab,
    pixels,
    server,
    wait_for_another_picture,
)
from tests.browser.touch import fingers
from tests.moves import at_start

# where the page stands, and the figure's parts in it
PLACE = """(figure) => [figure.closest('.jp-WindowedPanel-outer').scrollTop,
    ...['[role=slider]', 'canvas'].map((part) => Math.round(figure.querySelector(part).getBoundingClientRect().top))]"""
two_lectures = pytest.mark.two_lectures


@pytest.fixture(scope="module")
def lab(browser_name, tmp_path_factory):
    """A server with all lectures, and a page of JupyterLab that stays open."""
    folder = tmp_path_factory.mktemp("notebooks")
    for path in NOTEBOOKS.glob("*.ipynb"):
        shutil.copy(path, folder)
    with server(folder) as url, browser(browser_name) as chosen:
        yield url, open_lab(open_context(chosen, STORED_RATIO, has_touch=True), url)


@pytest.fixture(scope="module")
def lecture(lab, request):
    """The notebook, open in the browser and run, once for all its tests."""
    url, page = lab
    try:
        notebook = LabNotebook(page, url, f"{request.param}.ipynb")
        notebook.run_all()
        yield notebook
        notebook.close()
    finally:
        if page.locator(".jp-Notebook, .jp-Dialog").count():  # something failed: the next lecture needs an empty page
            clear_lab(page, url)


@pytest.fixture
def figure(lecture):
    """The first live figure with a slider, in sight."""
    figure = lecture.lives.filter(has=lecture.page.get_by_role("slider")).first
    figure.scroll_into_view_if_needed()
    pixels(figure.locator("canvas"))
    return figure


def test_it_runs_and_has_a_live_figure(lecture):
    assert lecture.lives.count()
    assert lecture.console == []


def test_every_canvas_is_painted_as_sharp_as_the_screen(lecture):
    """That it shows what matplotlib would is asked in test_canvases.py."""
    for canvas in lecture.lives.locator("canvas").all():
        assert len(pixels(canvas)) > 2000, canvas.get_attribute("aria-label")


def test_every_slider_has_a_track_to_drag_on(lecture):
    """A long label must not leave its slider the handle alone."""
    for control in lecture.lives.locator(".widget-inline-hbox:has(.noUi-base)").all():
        assert control.locator(".noUi-base").bounding_box()["width"] > 60, control.text_content()


def test_everything_has_a_name(lecture):
    for figure in lecture.lives.all():
        expect(figure.get_by_role("status")).to_have_text(figure.locator("canvas").get_attribute("aria-label"))
        controls = figure.locator("[role=slider], button, select, input, .widget-readout").filter(visible=True)
        for control in controls.all():
            expect(control).to_have_accessible_name(re.compile(r"\S"))


@two_lectures
def test_nothing_in_a_figure_keeps_a_reader_out(lecture):
    assert hindrances(lecture.page, ".mlcore-live") == []


def test_slider_by_key(lecture, figure):
    handle, canvas = figure.get_by_role("slider").first, figure.locator("canvas")
    handle.focus()
    place, before = figure.evaluate(PLACE), pixels(canvas)
    value = handle.get_attribute("aria-valuenow")
    for _ in range(5):
        handle.press("ArrowRight")
        assert figure.evaluate(PLACE) == place
    expect(handle).not_to_have_attribute("aria-valuenow", value)
    wait_for_another_picture(canvas, before)
    lecture.wait_for_idle()
    assert figure.evaluate(PLACE) == place


def test_slider_by_mouse(lecture, figure):
    handle, canvas, mouse = figure.get_by_role("slider").first, figure.locator("canvas"), lecture.page.mouse
    box, track = handle.bounding_box(), figure.locator(".noUi-base").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    low, high = track["x"], track["x"] + track["width"]
    end = low if x - low > high - x else high  # where there is more room: some sliders start at an end
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + (end - x) / 20, y)
    lecture.wait_for_idle()
    place, seen = figure.evaluate(PLACE), set()
    for step in range(10):
        mouse.move(x + (end - x) * (step + 1) / 10, y)
        assert figure.evaluate(PLACE) == place
        lecture.page.wait_for_timeout(40)
        lecture.wait_for_idle()  # on a busy machine too
        seen.add(pixels(canvas))
    mouse.up()
    lecture.wait_for_idle()
    assert figure.evaluate(PLACE) == place
    assert len(seen) > (3 if has_many_places(handle) else 1)  # it follows while it is dragged, not at the end only


def has_many_places(handle) -> bool:
    """Whether a slider has more than three places, as all have but those of a short list."""
    handle.press("Home")
    places = {handle.get_attribute("aria-valuetext")}
    for _ in range(3):
        handle.press("ArrowRight")
        places.add(handle.get_attribute("aria-valuetext"))
    return len(places) > 3


DRAGGED = {
    "11_soft_margin.ipynb": "soft_margin.street",
    "06_logistic_regression.ipynb": "logistic_regression.certainty",
}


@pytest.fixture
def point(lecture, figure):
    """The first figure's canvas at its start, and how to move its first point: from here to there, in the page."""
    figure.get_by_role("button", name="Reset").click()
    lecture.wait_for_idle()
    live, canvas = at_start(DRAGGED[lecture.name]), figure.locator("canvas")
    expect(canvas).to_have_attribute("aria-label", live.description)
    canvas.scroll_into_view_if_needed()
    group = live.pointers[0]
    panel = pack_axes(live.rows, live.size, STORED_RATIO)["panels"][group.panel]
    box, (left, top, width, height) = canvas.bounding_box(), panel["box"]
    share = (np.asarray(group.X, float)[0] - (panel["xlim"][0], panel["ylim"][0])) / np.ptp(
        [panel["xlim"], panel["ylim"]], axis=1
    )
    start = np.array([box["x"] + left + share[0] * width, box["y"] + top + (1 - share[1]) * height])
    middle = np.array([box["x"] + left + width / 2, box["y"] + top + height / 2])
    return canvas, live.description, start, middle


@two_lectures
def test_a_point_by_mouse(lecture, point):
    canvas, words, start, middle = point
    mouse = lecture.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*middle, steps=10)
    mouse.up()
    expect(canvas).not_to_have_attribute("aria-label", words)


@two_lectures
@pytest.mark.chromium
def test_a_point_by_finger(point):
    canvas, words, start, middle = point
    with fingers(canvas) as touch:
        touch("Start", start)
        for share in np.linspace(0, 1, 10):
            touch("Move", start + share * (middle - start))
        touch("End")
    expect(canvas).not_to_have_attribute("aria-label", words)


@two_lectures
def test_a_point_by_keys(lecture, point):
    canvas, words, _, _ = point
    canvas.focus()
    for key in ("Tab", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp"):
        lecture.page.keyboard.press(key)
    expect(canvas).not_to_have_attribute("aria-label", words)


@two_lectures
def test_keys_in_a_figure_leave_the_cell_alone(lecture, figure):
    cells = lecture.page.locator(".jp-Notebook .jp-Cell")
    count = cells.count()
    for place in (figure.get_by_role("slider").first, figure.get_by_role("button").last):
        place.focus()
        for key in "xddb":  # cut, delete, new cell below
            lecture.page.keyboard.press(key)
    lecture.page.wait_for_timeout(100)
    assert cells.count() == count


def test_console_is_clean(lecture):
    assert lecture.console == []


@two_lectures
def test_saved_and_opened_again_it_shows_its_pictures(lecture):
    saved = lecture.save()
    lecture.end_kernel()
    again = Notebook(lecture.page.context.new_page(), lecture.url, lecture.name)
    outputs = [o.get("data", {}) for cell in saved["cells"] for o in cell.get("outputs", [])]
    pictures = again.page.locator(".jp-OutputArea img")
    count = sum("image/png" in data for data in outputs)
    expect(pictures).to_have_count(count, timeout=60_000)  # JupyterLab builds the cells of a long notebook one by one
    assert pictures.evaluate_all("imgs => imgs.every((img) => img.complete && img.naturalWidth > 300)")
    words = again.page.locator(".jp-Notebook").text_content()
    assert "model not found" not in words
    assert "Error displaying widget" not in words
    again.page.close()
