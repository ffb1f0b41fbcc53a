"""What every lecture does in a real JupyterLab: run, be looked at, dragged, saved and opened again without its kernel.

The files test_lectures_*.py collect these tests, each for a part of the lectures.
"""

import base64
import re
import shutil

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import NOTEBOOKS, Notebook, browser, open_context, pixels, server
from tests.fixtures.pictures import SAME, decode, difference

PARTS = 4  # files, shared out between the workers


def names(part: int) -> list[str]:
    """A part of the lectures, 1 to PARTS; long and short ones are mixed. (An appendix, A0, has no figure.)"""
    return sorted(path.name for path in NOTEBOOKS.glob("[0-9]*.ipynb"))[part - 1 :: PARTS]


RATIO = 1.25  # device pixels per CSS pixel, as in stored pictures
# where the page stands, and the figure's parts in it
PLACE = """(figure) => [figure.closest('.jp-WindowedPanel-outer').scrollTop,
    ...['[role=slider]', 'canvas'].map((part) => Math.round(figure.querySelector(part).getBoundingClientRect().top))]"""


@pytest.fixture(scope="module")
def lab(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    for name in request.module.NAMES:
        shutil.copy(NOTEBOOKS / name, folder)
    with server(folder) as url, browser() as chrome:
        yield url, open_context(chrome, RATIO)


@pytest.fixture(scope="module")
def lecture(lab, request):
    """The notebook, open in the browser and run, once for all its tests."""
    url, context = lab
    notebook = Notebook(context.new_page(), url, request.param)
    notebook.run_all()
    yield notebook
    notebook.page.close()


@pytest.fixture
def figure(lecture):
    """The first live figure with a slider, in sight."""
    figure = lecture.lives.filter(has=lecture.page.get_by_role("slider")).first
    figure.scroll_into_view_if_needed()
    pixels(figure.locator("canvas"))
    return figure


def stored_pictures(name: str) -> dict:
    """The pictures in the repository by their description."""
    cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
    data = [output.data for cell in cells for output in cell.get("outputs", []) if "data" in output]
    return {d["text/plain"]: decode(base64.b64decode(d["image/png"])) for d in data if "image/png" in d}


def test_it_runs_and_has_a_live_figure(lecture):
    assert lecture.lives.count()
    assert lecture.console == []


def test_canvas_and_matplotlib_show_the_same(lecture):
    stored = stored_pictures(lecture.name)
    for canvas in lecture.lives.locator("canvas").all():
        picture = decode(pixels(canvas))
        description = canvas.get_attribute("aria-label")
        assert picture.std() > 0.02, f"blank: {description}"
        assert difference(picture, stored[description]) < SAME, description


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


def test_slider_by_key(lecture, figure):
    handle, canvas = figure.get_by_role("slider").first, figure.locator("canvas")
    handle.focus()
    place, before = figure.evaluate(PLACE), pixels(canvas)
    value = handle.get_attribute("aria-valuenow")
    for _ in range(5):
        handle.press("ArrowRight")
        assert figure.evaluate(PLACE) == place
    expect(handle).not_to_have_attribute("aria-valuenow", value)
    lecture.wait_for_idle()
    assert figure.evaluate(PLACE) == place
    assert pixels(canvas) != before


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
    assert len(seen) > 3  # it follows while it is dragged, not at the end only


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


@pytest.mark.first_lecture
def test_opened_again_it_shows_its_pictures(lecture):
    saved = lecture.save()
    lecture.command("Shut Down Kernel")
    again = Notebook(lecture.page.context.new_page(), lecture.url, lecture.name)
    outputs = [o.get("data", {}) for cell in saved["cells"] for o in cell.get("outputs", [])]
    pictures = again.page.locator(".jp-OutputArea img")
    expect(pictures).to_have_count(sum("image/png" in data for data in outputs))
    assert pictures.evaluate_all("imgs => imgs.every((img) => img.complete && img.naturalWidth > 300)")
    words = again.page.locator(".jp-Notebook").text_content()
    assert "model not found" not in words
    assert "Error displaying widget" not in words
    again.page.close()
