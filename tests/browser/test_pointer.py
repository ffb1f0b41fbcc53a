"""Points under the hand, in the browser: by mouse and by keys alone."""

import numpy as np
import pytest
from playwright.sync_api import expect

from mlcore.show import Panel, scatter_classes
from mlcore.show.render import axes_png
from tests.browser.jupyter import Notebook, browser, open_context, pixels, server, write_notebook

XLIM, YLIM, SIZE = (-1.0, 5.0), (-1.0, 3.0), (8.8, 4.4)
HELP = "Tab to a point"
FIGURE = f"""
import numpy as np
from mlcore.show import Live, Panel, Pointer, scatter_classes
from mlcore.svm import solve_primal

X, y = np.array([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0], [4.0, 2.0]]), np.array([-1.0, -1.0, 1.0, 1.0])


def describe(result):
    X, y, plane = result
    last = f"({{X[-1, 0]:.1f}}, {{X[-1, 1]:.1f}}) of class {{y[-1]:.0f}}"
    return f"{{len(X)}} points, last at {{last}}, |w| = {{np.linalg.norm(plane.w):.1f}}"


Live(lambda X, y: (X, y, solve_primal(X, y)),
     lambda r: [Panel(scatter_classes(r[0], r[1]), {XLIM}, {YLIM})], describe, pointer=Pointer(X, y), size={SIZE})
"""
START = "4 points, last at (4.0, 2.0) of class 1, |w| = 0.5"


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "points.ipynb", FIGURE, "'a second cell'")
    with server(folder) as url, browser() as chrome:
        notebook = Notebook(open_context(chrome, 1).new_page(), url, "points.ipynb")
        notebook.run_all()
        yield notebook


@pytest.fixture
def canvas(opened):
    opened.lives.get_by_role("button", name="Reset").click()
    canvas = opened.lives.locator("canvas")
    expect(canvas).to_have_attribute("aria-label", START)
    pixels(canvas)
    return canvas


def at(canvas, x: float, y: float) -> tuple[float, float]:
    """Where the page shows this point of the panel."""
    panel = Panel(scatter_classes(np.zeros((0, 2)), np.zeros(0)), XLIM, YLIM)  # its legend takes part of the height
    _, [(left, top, width, height)] = axes_png([panel], SIZE, 1)
    box = canvas.bounding_box()
    zoom = box["width"] / (96 * SIZE[0])
    across, down = (x - XLIM[0]) / (XLIM[1] - XLIM[0]), (YLIM[1] - y) / (YLIM[1] - YLIM[0])
    return box["x"] + zoom * (left + across * width), box["y"] + zoom * (top + down * height)


def drag(canvas, start, end, moves: int = 20) -> None:
    mouse, (x0, y0), (x1, y1) = canvas.page.mouse, at(canvas, *start), at(canvas, *end)
    mouse.move(x0, y0)
    mouse.down()
    for k in range(1, moves + 1):
        mouse.move(x0 + (x1 - x0) * k / moves, y0 + (y1 - y0) * k / moves)
    mouse.up()


def says(canvas, words: str) -> None:
    expect(canvas).to_have_attribute("aria-label", words)


def test_a_point_is_dragged_and_the_picture_follows(canvas):
    before = pixels(canvas)
    drag(canvas, (4, 2), (2, 1))
    says(canvas, "4 points, last at (2.0, 1.0) of class 1, |w| = 1.0")
    assert pixels(canvas) != before


def test_a_point_dragged_out_stays_on_the_edge(canvas):
    drag(canvas, (4, 2), (5.3, 3.3))
    says(canvas, "4 points, last at (5.0, 3.0) of class 1, |w| = 0.5")


def test_double_clicks_add_and_remove(canvas):
    canvas.page.mouse.dblclick(*at(canvas, 3, 1))
    says(canvas, "5 points, last at (3.0, 1.0) of class 1, |w| = 0.7")
    canvas.page.mouse.dblclick(*at(canvas, 3, 1))
    says(canvas, START)
    canvas.page.keyboard.down("Shift")
    canvas.page.mouse.dblclick(*at(canvas, 1, 1))
    canvas.page.keyboard.up("Shift")
    says(canvas, "5 points, last at (1.0, 1.0) of class -1, |w| = 0.7")


def test_by_keys_alone(canvas, opened):
    keys, help = canvas.page.keyboard, opened.lives.locator(".mlcore-help")
    canvas.focus()
    for number in range(1, 5):
        keys.press("Tab")
        expect(help).to_contain_text(f"Point {number} of 4")
    keys.press("Shift+ArrowLeft")
    keys.press("ArrowDown")
    says(canvas, "4 points, last at (3.7, 2.0) of class 1, |w| = 0.5")
    keys.press("Insert")
    expect(help).to_contain_text("Point 5 of 5, class +1")
    keys.press("Delete")
    keys.press("Shift+Insert")
    expect(help).to_contain_text("Point 5 of 5, class −1")
    expect(opened.lives.get_by_role("status")).to_contain_text("not separable")
    keys.press("Delete")
    says(canvas, "4 points, last at (3.7, 2.0) of class 1, |w| = 0.5")
    for _ in range(2):
        keys.press("Tab")
    expect(canvas).not_to_be_focused()
    expect(help).to_contain_text(HELP)


def test_inseparable_data_are_said_and_the_last_picture_stays_greyed(canvas, opened):
    status = opened.lives.get_by_role("status")
    drag(canvas, (4, 2), (-0.5, 1))
    expect(status).to_contain_text("not separable")
    label = canvas.get_attribute("aria-label")
    drag(canvas, (-0.5, 1), (4, 2))
    expect(status).to_have_text(START)
    assert label != START


def test_emptying_a_class_is_said(canvas, opened):
    for y in (0, 2):
        canvas.page.mouse.dblclick(*at(canvas, 4, y))
    expect(opened.lives.get_by_role("status")).to_contain_text("both of them")


def test_a_hundred_moves_end_at_the_last_one(canvas):
    drag(canvas, (4, 2), (2, 1), moves=100)
    says(canvas, "4 points, last at (2.0, 1.0) of class 1, |w| = 1.0")


def test_the_notebook_keeps_its_cells_and_the_console_is_clean(canvas, opened):
    canvas.focus()
    for key in ("Tab", "x", "d", "d", "Delete"):
        canvas.page.keyboard.press(key)
    assert opened.page.locator(".jp-CodeCell").count() == 2
    assert opened.console == []
