"""Points bound to lines and curves, handles of an ellipse, logarithmic axes, several groups in a grid of panels."""

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook

FIGURE = """
import numpy as np
from mlcore.show import Panel, Pointer, Points
from mlcore.show.pointer import ellipse_handles, ellipses
from tests.views import live_of

angle = np.linspace(0, 2 * np.pi, 200)
circle = 3 * np.column_stack([np.cos(angle), np.sin(angle)])
WIDE = dict(xlim=(-5, 5), ylim=(-5, 5))
labels = np.array([0, 1, 2])


def draw(given):
    level, ring, handles, scale, K = given.values()
    return [[Panel([Points(level)], **WIDE), Panel([Points(ring)], **WIDE, equal=True)],
            [Panel([Points(handles)], **WIDE), Panel([Points(scale)], (0.1, 1000), (0.01, 1), logx=True, logy=True)]]


def short(values, digits=1) -> list:  # coarser than a pixel: Firefox tells a mouse's place in whole ones
    return (np.round(values, digits) + 0.0).tolist()  # no -0.0


def describe(given):
    level, ring, handles, scale, K = given.values()
    mean, covariance = (part[0] for part in ellipses(handles))
    return (f"level {short(level)}, classes {K.tolist()}, ring {short(ring[0])}, mean {short(mean)}, "
            f"S {short(covariance, 0)}, scale 10^{short(np.log10(scale[0]))}")


live_of(lambda level, ring, handles, scale, K: dict(level=level, ring=ring, handles=handles, scale=scale, K=K),
     draw, describe, size=(8.8, 7), pointers=[
         Pointer(np.array([[-4.0, 1.0], [0.0, 2.0], [4.0, 3.0]]), labels, name="level", labels="K", along="x", panel=0),
         Pointer(np.array([[3.0, 0.0]]), name="ring", along=circle, panel=1, editable=False),
         Pointer(ellipse_handles([0, 0], [[4.0, 0], [0, 1.0]]), name="handles", kind="ellipse", panel=2),
         Pointer(np.array([[10.0, 0.1]]), name="scale", panel=3, editable=False)])
"""


@pytest.fixture(scope="module")
def opened(browser_name, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "groups.ipynb", FIGURE)
    with server(folder) as url, browser(browser_name) as chosen:
        notebook = Notebook(open_context(chosen, 1).new_page(), url, "groups.ipynb")
        notebook.run_all()
        yield notebook


@pytest.fixture
def canvas(opened):
    opened.lives.get_by_role("button", name="Reset").click()
    canvas = opened.lives.locator("canvas")
    says(canvas, "level [[-4.0, 1.0], [0.0, 2.0], [4.0, 3.0]], classes [0, 1, 2], ring [3.0, 0.0]")
    says(canvas, "mean [0.0, 0.0], S [[4.0, 0.0], [0.0, 1.0]], scale 10^[1.0, -1.0]")
    canvas.focus()
    return canvas


def says(canvas, words: str) -> None:
    expect(canvas.page.locator(".mlcore-status")).to_contain_text(words)


def drag(canvas, panel: int, start, end) -> None:
    """Between two places of a panel, as shares of its width and height from its lower left corner."""
    canvas.scroll_into_view_if_needed()
    boxes = canvas.evaluate("c => JSON.parse(c.dataset.boxes)")
    (left, top, width, height), page = boxes[panel], canvas.bounding_box()
    zoom = page["width"] / 844
    places = [
        (page["x"] + zoom * (left + x * width), page["y"] + zoom * (top + (1 - y) * height)) for x, y in (start, end)
    ]
    canvas.page.mouse.move(*places[0])
    canvas.page.mouse.down()
    canvas.page.mouse.move(*places[1], steps=8)
    canvas.page.mouse.up()


def test_a_point_keeps_its_height(canvas):
    drag(canvas, 0, (0.5, 0.7), (0.8, 0.1))
    says(canvas, "level [[-4.0, 1.0], [3.0, 2.0], [4.0, 3.0]]")
    for key in ("2", "ArrowUp", "ArrowLeft", "Shift+ArrowLeft"):
        canvas.page.keyboard.press(key)
    says(canvas, "level [[-4.0, 1.0], [2.4, 2.0], [4.0, 3.0]]")


def test_c_goes_through_three_classes(canvas):
    for classes in ("[0, 2, 2]", "[0, 0, 2]", "[0, 1, 2]"):
        canvas.page.keyboard.press("2")
        canvas.page.keyboard.press("c")
        says(canvas, f"classes {classes}")


def test_a_point_keeps_to_its_curve(canvas):
    drag(canvas, 1, (0.8, 0.5), (0.5, 0.98))
    says(canvas, "ring [0.0, 3.0]")
    canvas.page.keyboard.press("4")
    for _ in range(3):
        canvas.page.keyboard.press("Shift+ArrowLeft")
    says(canvas, "ring [-1.4, 2.7]")


def test_handles_of_an_ellipse(canvas):
    drag(canvas, 2, (0.5, 0.5), (0.6, 0.4))  # the centre takes the ends along
    says(canvas, "mean [1.0, -1.0], S [[4.0, 0.0], [0.0, 1.0]]")
    drag(canvas, 2, (0.8, 0.4), (0.6, 0.8))  # the end of the long axis, turned and drawn out: the short one turns too
    says(canvas, "mean [1.0, -1.0], S [[1.0, 0.0], [0.0, 16.0]]")
    drag(canvas, 2, (0.5, 0.4), (0.4, 0.4))
    says(canvas, "mean [1.0, -1.0], S [[4.0, 0.0], [0.0, 16.0]]")


def test_steps_on_logarithmic_axes_are_shares_of_the_axes(canvas):
    drag(canvas, 3, (0.5, 0.5), (0.75, 0.5))
    says(canvas, "scale 10^[2.0, -1.0]")
    canvas.page.keyboard.press("8")
    for _ in range(5):
        canvas.page.keyboard.press("Shift+ArrowUp")
    says(canvas, "scale 10^[2.0, -0.5]")


def test_keys_go_from_panel_to_panel(canvas):
    help = canvas.page.locator(".mlcore-help")
    for key, words in (("1", "Point 1 of 8, class 0"), ("Control+ArrowRight", "Point 2"), ("4", "Point 4 of 8, point"),
                       ("Control+ArrowDown", "Point 8"), ("Control+ArrowLeft", "of an axis")):  # fmt: skip
        canvas.page.keyboard.press(key)
        expect(help).to_contain_text(words)


def test_the_console_is_clean(opened):
    assert opened.console == []
