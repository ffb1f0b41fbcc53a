"""The player on a page of its own, with a figure made for it: errors, playing to the end, odd addresses."""

import numpy as np
import pytest
from playwright.sync_api import expect

from mlcore import show
from mlcore.show import Panel, Points
from tests.book.reader import READY, other_pixels, picture, put, window
from tests.views import live_of
from tools.book.__main__ import player
from tools.book.record import record

PAGE = """<!doctype html><meta charset="utf-8"><script src="player.js"></script>
<figure id="figure-1" data-recording="it" data-script="it.js"><img src="" alt="still"></figure>"""


def compute(a, step):
    if a > 2:
        raise ValueError("a is too large: take 2 or less.")
    return a, step


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("player")
    live = live_of(
        compute,
        lambda r: [Panel([Points(np.array([[r[0], r[1] / 5]]), size=20)], (-1, 4), (-1, 4), title=f"a up to {4}")],
        lambda r: f"a = {r[0]}, step {r[1]}",
        controls={"a": show.Slider("a", 1, 0, 4, 1), "step": show.StepSlider("step", 10, interval=40)},
    )
    (folder / "player.js").write_text(player(), encoding="utf-8")
    (folder / "it.js").write_text(record(live.view, "it").script, encoding="utf-8")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    return (folder / "index.html").as_uri()


@pytest.fixture(scope="module")
def context(browser_name):
    with window(browser_name) as context:
        yield context


@pytest.fixture
def figure(context, address):
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(READY, arg="figure-1")
    yield page.locator("#figure-1")
    page.close()


def test_an_error_stands_over_the_last_good_picture(figure):
    a, status = figure.locator("input").first, figure.get_by_role("status")
    put(a, 2)
    good = picture(figure)
    put(a, 3)
    expect(status).to_have_text("a is too large: take 2 or less.")
    expect(figure.locator("canvas")).to_have_attribute("aria-label", "a is too large: take 2 or less.")
    pale = picture(figure)
    assert 0.2 * good.std() < pale.std() < 0.7 * good.std()
    put(a, 2)
    expect(status).to_have_text("a = 2, step 0")
    assert other_pixels(picture(figure), good) == 0


def test_it_can_begin_with_an_error(context, address):
    page = context.new_page()
    page.goto(f"{address}#figure-1;a=4")
    page.wait_for_function(READY, arg="figure-1")
    expect(page.get_by_role("status")).to_have_text("a is too large: take 2 or less.")
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_role("status")).to_have_text("a = 1, step 0")
    page.close()


@pytest.mark.parametrize("words", ["#figure-1;a=17;b=3;=;x", "#figure-1;%E0=1", "#figure-9;a=2", "#%E0", ""])
def test_an_address_that_names_nothing_leaves_the_start(context, address, words):
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(address + words)
    page.wait_for_function(READY, arg="figure-1")
    expect(page.get_by_role("status")).to_have_text("a = 1, step 0")
    assert not wrong
    page.close()


def test_playing_ends_at_the_last_step_and_begins_again_from_the_first(figure):
    play = figure.get_by_role("button", name="Play: step")
    play.click()
    expect(figure.get_by_role("status")).to_have_text("a = 1, step 10")
    expect(play).to_be_visible()
    figure.page.wait_for_function("() => location.hash.includes('step=10')")
    play.click()
    expect(figure.get_by_role("status")).to_have_text("a = 1, step 10")
    put(figure.locator("input").nth(1), 4)
    expect(figure.get_by_role("status")).to_have_text("a = 1, step 4")


def test_keys_move_a_slider_and_it_says_where_it_is(figure):
    a = figure.get_by_role("slider", name="a", exact=True)
    a.focus()
    figure.page.keyboard.press("ArrowRight")
    expect(figure.get_by_role("status")).to_have_text("a = 2, step 0")
    expect(a).to_have_attribute("aria-valuetext", "2")
    expect(figure.locator("output").first).to_have_text("2")


def test_a_page_that_becomes_narrow_gets_the_other_axes(figure):
    canvas = figure.locator("canvas")
    expect(canvas).to_have_css("width", "844px")
    figure.page.set_viewport_size({"width": 390, "height": 800})
    expect(canvas).to_have_css("aspect-ratio", "360 / 288")
    put(figure.locator("input").first, 0)
    expect(figure.get_by_role("status")).to_have_text("a = 0, step 0")
    figure.page.set_viewport_size({"width": 1280, "height": 900})
    expect(canvas).to_have_css("width", "844px")
    expect(canvas).to_have_css("aspect-ratio", "844 / 424")


def test_a_figure_that_was_moved_is_where_a_link_on_the_page_leads(figure):
    """Also by the address that the figure itself has written, and after another place was visited."""
    page, a = figure.page, figure.locator("input").first
    page.evaluate("""() => {
        document.body.insertAdjacentHTML("afterbegin", '<a id="up" href="#up">up</a>' + '<p>word</p>'.repeat(90));
    }""")
    put(a, 2)
    page.wait_for_function("() => location.hash.includes('a=2')")
    page.evaluate(
        "() => document.querySelector('#up').insertAdjacentHTML('afterend', `<a href='${location.hash}'>it</a>`)"
    )
    for _ in range(2):
        page.get_by_role("link", name="up").click()
        expect(figure).not_to_be_in_viewport()
        page.get_by_role("link", name="it").click()
        expect(figure).to_be_in_viewport()
        expect(figure.get_by_role("status")).to_have_text("a = 2, step 0")


def test_a_recording_that_is_missing_is_told(context, address, tmp_path):
    (tmp_path / "player.js").write_text(player(), encoding="utf-8")
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    page = context.new_page()
    page.goto(f"{(tmp_path / 'index.html').as_uri()}#figure-1")
    expect(page.locator("#figure-1")).to_contain_text("cannot play the figure: it.js is missing.")
    page.close()
