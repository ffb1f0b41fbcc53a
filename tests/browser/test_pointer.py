"""Points under the hand, in the browser: by mouse, by finger and by keys alone."""

import numpy as np
import pytest
from playwright.sync_api import expect

from mlcore.show import Panel, scatter_classes
from mlcore.show.render import axes_png
from tests.browser.jupyter import (
    Notebook,
    browser,
    open_context,
    pixels,
    server,
    wait_for_another_picture,
    write_notebook,
)
from tests.browser.touch import fingers

XLIM, YLIM, SIZE = (-1.0, 5.0), (-1.0, 3.0), (8.8, 4.4)
HELP = "Tab to a point"
FIGURE = f"""
import numpy as np
from mlcore.show import Panel, Pointer, scatter_classes
from mlcore.svm import solve_primal
from tests.views import live_of

X, y = np.array([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0], [4.0, 2.0]]), np.array([-1.0, -1.0, 1.0, 1.0])


def describe(result):
    X, y, plane = result
    last = f"({{X[-1, 0]:.1f}}, {{X[-1, 1]:.1f}}) of class {{y[-1]:.0f}}"
    return f"{{len(X)}} points, last at {{last}}, |w| = {{np.linalg.norm(plane.w):.1f}}"


live_of(lambda X, y: (X, y, solve_primal(X, y)),
     lambda r: [Panel(scatter_classes(r[0], r[1]), {XLIM}, {YLIM})], describe, pointers=[Pointer(X, y)], size={SIZE})
"""
START = "4 points, last at (4.0, 2.0) of class 1, |w| = 0.5"


@pytest.fixture(scope="module")
def opened(browser_name, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "points.ipynb", FIGURE, "'a second cell'")
    with server(folder) as url, browser(browser_name) as chosen:
        notebook = Notebook(open_context(chosen, 1, has_touch=True).new_page(), url, "points.ipynb")
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
    wait_for_another_picture(canvas, before)


def test_a_point_dragged_out_stays_on_the_edge(canvas):
    drag(canvas, (4, 2), (5.3, 3.3))
    says(canvas, "4 points, last at (5.0, 3.0) of class 1, |w| = 0.5")


def test_double_clicks_add_and_remove(canvas):
    canvas.page.mouse.dblclick(*at(canvas, 3, 1))
    says(canvas, "5 points, last at (3.0, 1.0) of class 1, |w| = 0.7")
    canvas.page.mouse.dblclick(*at(canvas, 3, 1))
    says(canvas, START)


def test_buttons_choose_the_class_of_new_points(canvas, opened):
    negative, positive = (opened.lives.get_by_role("button", name=f"class {sign}1") for sign in "−+")
    expect(positive).to_have_attribute("aria-pressed", "true")
    negative.click()
    expect(negative).to_have_attribute("aria-pressed", "true")
    canvas.page.mouse.dblclick(*at(canvas, 1, 1))
    says(canvas, "5 points, last at (1.0, 1.0) of class -1, |w| = 0.7")
    positive.click()
    expect(positive).to_have_attribute("aria-pressed", "true")
    says(canvas, "5 points, last at (1.0, 1.0) of class -1, |w| = 0.7")  # the last one keeps its own


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
    keys.press("n")
    keys.press("c")
    expect(help).to_contain_text("Point 5 of 5, class −1")
    expect(opened.lives.get_by_role("status")).to_contain_text("not separable")
    keys.press("Delete")
    says(canvas, "4 points, last at (3.7, 2.0) of class 1, |w| = 0.5")
    keys.press("Tab")
    expect(canvas).not_to_be_focused()
    expect(help).to_contain_text(HELP)


def test_a_far_point_is_reached_quickly_and_escape_leaves(canvas, opened):
    keys, help = canvas.page.keyboard, opened.lives.locator(".mlcore-help")
    canvas.focus()
    for key, number in (("3", 3), ("Control+ArrowUp", 4), ("Control+ArrowLeft", 2), ("Alt+ArrowDown", 1), ("4", 4)):
        keys.press(key)
        expect(help).to_contain_text(f"Point {number} of 4")
    says(canvas, START)
    keys.press("Escape")
    expect(canvas).not_to_be_focused()
    expect(help).to_contain_text(HELP)


@pytest.mark.parametrize(("platform", "key"), [("MacIntel", "Option"), ("Linux x86_64", "Ctrl"), ("Win32", "Ctrl")])
def test_the_help_names_a_key_that_the_system_leaves_to_the_figure(canvas, opened, platform, key):
    given = "([name, value]) => Object.defineProperty(navigator, name, { value, configurable: true })"
    opened.page.evaluate(given, ["platform", platform])
    canvas.focus()
    canvas.page.keyboard.press("1")
    expect(opened.lives.locator(".mlcore-help")).to_contain_text(f"{key}+arrows go to a neighbour")


def test_without_points_keys_add_one(canvas, opened):
    canvas.focus()
    canvas.page.keyboard.press("1")
    for _ in range(4):
        canvas.page.keyboard.press("Delete")
    expect(opened.lives.locator(".mlcore-help")).to_contain_text(HELP)
    canvas.page.keyboard.press("n")
    expect(opened.lives.locator(".mlcore-help")).to_contain_text("Point 1 of 1, class +1, at (2, 1)")


def test_deleted_while_it_is_dragged(canvas):
    mouse = canvas.page.mouse
    canvas.page.mouse.dblclick(*at(canvas, 3, 1))
    mouse.move(*at(canvas, 3, 1))
    mouse.down()
    mouse.move(*at(canvas, 3.5, 1), steps=3)
    canvas.page.keyboard.press("Delete")
    mouse.move(*at(canvas, 2, 2), steps=5)
    mouse.up()
    says(canvas, START)


def test_the_right_button_does_not_drag(canvas):
    mouse = canvas.page.mouse
    canvas.evaluate("c => c.addEventListener('contextmenu', (e) => { e.preventDefault(); e.stopPropagation(); })")
    mouse.move(*at(canvas, 4, 2))
    mouse.down(button="right")
    mouse.move(*at(canvas, 2, 1), steps=5)
    mouse.up(button="right")
    canvas.page.wait_for_timeout(300)
    says(canvas, START)


def test_a_lost_pointerup_lets_go(canvas):
    mouse = canvas.page.mouse
    canvas.evaluate(
        "c => addEventListener('pointerup', (e) => e.stopImmediatePropagation(), { capture: true, once: true })"
    )
    canvas.evaluate("c => { c.setPointerCapture = () => {}; }")  # a captured pointer would be released all the same
    drag(canvas, (4, 2), (3, 2))
    says(canvas, "4 points, last at (3.0, 2.0) of class 1, |w| = 0.7")
    mouse.move(*at(canvas, 2, 1), steps=5)
    canvas.page.wait_for_timeout(300)
    canvas.evaluate("c => { delete c.setPointerCapture; }")
    says(canvas, "4 points, last at (3.0, 2.0) of class 1, |w| = 0.7")


def path(canvas, start, end, moves: int = 10) -> list:
    return [at(canvas, *np.add(start, np.subtract(end, start) * k / moves)) for k in range(1, moves + 1)]


@pytest.mark.chromium
def test_a_finger_drags_a_point_and_the_page_stays(canvas):
    before = canvas.bounding_box()
    with fingers(canvas) as touch:
        touch("Start", at(canvas, 4, 2))
        for place in path(canvas, (4, 2), (2, 1)):
            touch("Move", place)
        touch("End")
    says(canvas, "4 points, last at (2.0, 1.0) of class 1, |w| = 1.0")
    assert canvas.bounding_box() == before


@pytest.mark.chromium
def test_a_second_finger_takes_no_point_away(canvas):
    with fingers(canvas) as touch:
        touch("Start", at(canvas, 4, 2))
        touch("Move", at(canvas, 3, 2))
        touch("Start", at(canvas, 3, 2), at(canvas, 0, 0))
        touch("Move", at(canvas, 3, 2), at(canvas, 0.5, 0.5))
        touch("Move", at(canvas, 3, 2), at(canvas, 1, 1))
        touch("Move", at(canvas, 2, 2), at(canvas, 1, 1))
        touch("End")
    says(canvas, "4 points, last at (2.0, 2.0) of class 1, |w| = 1.0")
    drag(canvas, (0, 0), (0, 0), moves=1)
    expect(canvas.page.locator(".mlcore-help")).to_contain_text("Point 1 of 4, class −1, at (0, 0)")


@pytest.mark.chromium
def test_two_taps_add_and_remove(canvas):
    place = at(canvas, 3, 1)
    with fingers(canvas) as touch:
        for words in ("5 points, last at (3.0, 1.0) of class 1, |w| = 0.7", START):
            for _ in range(2):
                touch("Start", place)
                touch("End")
            says(canvas, words)
            canvas.page.wait_for_timeout(500)


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
