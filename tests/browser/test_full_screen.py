"""A figure alone on the whole screen of a projector: larger than in the notebook, seen whole, and back again."""

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook
from tests.browser.test_fits import START

pytestmark = pytest.mark.chromium
FIGURES = ("kernels.lifted()", "trees.question()", "kmeans.run()")
WINDOWS = {"1280 x 720": (1280, 720), "1920 x 1080": (1920, 1080)}
SEEN = """(root) => {
    const label = root.querySelector(".widget-label"), { left, top, right, bottom } = root.getBoundingClientRect();
    const zoom = parseFloat(root.style.zoom) || 1, boxes = JSON.parse(root.querySelector("canvas").dataset.boxes);
    const sharp = Math.abs(root.querySelector("canvas").dataset.ratio - zoom * devicePixelRatio) < 0.01;
    return {zoom, sharp, inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
            idle: document.querySelector(".jp-Notebook-ExecutionIndicator").dataset.status === "idle",
            alone: document.fullscreenElement !== null && root.closest(".mlcore-stage") === document.fullscreenElement,
            font: parseFloat(getComputedStyle(label).fontSize) * label.currentCSSZoom,
            note: root.querySelector(".mlcore-scroll").textContent,
            panels: boxes.map(([, , width, height]) => zoom * Math.sqrt(width * height))};
}"""


def at_rest(live) -> dict:
    """What is seen of the figure once nothing changes any more."""
    last = []
    live.evaluate("(root) => root.scrollIntoView({ block: 'center' })")
    for _ in range(60):
        live.page.wait_for_timeout(300)
        last = [*last[-3:], live.evaluate(SEEN)]
        # a kernel that is busy has not yet drawn the axes for the new size, which are sharp and fit
        drawn = last[0]["idle"] and last[0]["sharp"] and (last[0]["zoom"] == 1 or not last[0]["note"])
        if len(last) == 4 and drawn and all(look == last[0] for look in last):
            return last[0]
    raise AssertionError(f"The figure does not come to rest: {last}")


@pytest.fixture(scope="module", params=[pytest.param("1920 x 1080", marks=pytest.mark.all), "1280 x 720"])
def looks(browser_name, tmp_path_factory, request):
    """What is seen of each figure at its own size, in the notebook on a projector, alone, and back again."""
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "alone.ipynb", START, *FIGURES, "show.projector()", "show.projector(1)")
    found = []
    with server(folder) as url, browser(browser_name) as chosen:
        page = open_context(chosen, 1).new_page()
        page.set_viewport_size(dict(zip(("width", "height"), WINDOWS[request.param], strict=True)))
        notebook = Notebook(page, url, "alone.ipynb")
        notebook.run_all()  # the last cell is back on the screen
        own = [at_rest(live) for live in notebook.lives.all()]
        notebook.run_cell(len(FIGURES) + 1)
        for live, on_screen in zip(notebook.lives.all(), own, strict=True):
            before = at_rest(live)
            button = live.get_by_role("button", name="Full screen")
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
            alone = at_rest(live)
            canvas = live.locator("canvas")
            words = canvas.get_attribute("aria-label")
            live.get_by_role("slider").or_(live.get_by_role("combobox")).first.press("ArrowRight")
            expect(canvas).not_to_have_attribute("aria-label", words)  # it still answers
            expect(live.locator(".mlcore-error")).to_have_count(0)
            button.click()
            expect(button).to_have_attribute("aria-pressed", "false")
            live.get_by_role("button", name="Reset").click()
            found.append((on_screen, before, alone, at_rest(live)))
        assert notebook.console == []
    return found


def test_alone_it_is_larger_and_seen_whole(looks):
    for _, before, alone, _ in looks:
        assert alone["alone"]
        assert alone["inside"]
        assert alone["note"] == ""
        assert alone["zoom"] > 1.1 * before["zoom"]


def test_words_grow_by_no_more_than_the_picture(looks):
    for on_screen, _, alone, _ in looks:
        assert alone["font"] == pytest.approx(alone["zoom"] * on_screen["font"])
        for small, large in zip(on_screen["panels"], alone["panels"], strict=True):
            assert large >= 0.99 * alone["zoom"] * small


def test_it_goes_back_to_its_place(looks):
    for _, before, _, after in looks:
        assert {**after, "inside": None} == {**before, "inside": None}
        assert not after["alone"]
