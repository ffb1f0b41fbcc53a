"""The book as it lies in build/book, opened from the folder in a real browser: no network, no kernel, no server.

`make test` builds it before these tests. Chromium runs without --allow-file-access-from-files: what the book shows by
double-click is what is tested.
"""

import base64
import json
import os
import pathlib
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mlcore.show.marks import flat
from mlcore.show.pack import pack
from mlcore.show.render import axes_png
from mlcore.show.style import css_size
from tests.browser.jupyter import NOTEBOOKS, browser, open_context
from tests.fixtures.pictures import decode
from tools.book.grid import axes_of
from tools.book.pages import live_figures

ROOT = pathlib.Path(__file__).parent.parent.parent
BOOK = ROOT / "build" / "book"
PAGES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
BESIDE = ["index", "using", "gallery", "reference", "reference_svm", "search"]
MEGABYTE = 1e6
READY = "name => document.getElementById(name).classList.contains('mlcore-ready')"
SAYS = "h => h.options ? h.options[h.selectedIndex].text : h.getAttribute('aria-valuetext')"
# The marks of one state drawn by live.js as JupyterLab's kernel sends them: not quantised, in one block.
BY_THE_KERNEL = """async ([frame, axes, live]) => {
    const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const { render } = new Function(live)();
    const values = { frame: { marks: frame.marks, data: new DataView(bytes(frame.data).buffer) },
        axes: { ...axes, png: bytes(axes.png) }, description: "", error: "", ratio: 1, pointers: [], points: [] };
    const el = document.body.appendChild(document.createElement("div"));
    render({ model: { get: (name) => values[name], on() {}, off() {}, set() {}, save_changes() {} }, el });
    const canvas = el.querySelector("canvas");
    for (let k = 0; k < 200 && !canvas.dataset.ratio; k += 1) await new Promise((then) => setTimeout(then, 20));
    const picture = canvas.toDataURL();
    el.remove();
    return picture;
}"""


class Reader:
    """A page of the book in a window, and what went wrong on it."""

    def __init__(self, context, name: str):
        self.page, self.wrong = context.new_page(), []
        self.page.on("console", lambda m: self.wrong.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.wrong.append(request.url) if self._leaves(request.url) else None)
        self.page.goto(f"{BOOK.as_uri()}/{name}.html")

    @staticmethod
    def _leaves(url: str) -> bool:
        return not url.startswith((BOOK.as_uri(), "data:", "blob:"))

    def figures(self) -> list[str]:
        """The ids of the figures that play."""
        return self.page.eval_on_selector_all("[data-recording]", "all => all.map(({ id }) => id)")

    def play(self, name: str):
        """The figure with this id, in sight and ready."""
        figure = self.page.locator(f"#{name}")
        figure.evaluate("figure => figure.scrollIntoView()")
        self.page.wait_for_function(READY, arg=name)
        self.page.wait_for_function(f"() => document.querySelector('#{name} canvas').dataset.ratio")
        return figure


def picture(figure) -> np.ndarray:
    figure.page.wait_for_timeout(60)
    return decode(base64.b64decode(figure.locator("canvas").evaluate("c => c.toDataURL()").split(",")[1]))


def other_pixels(a: np.ndarray, b: np.ndarray) -> float:
    """The share of pixels that clearly differ."""
    return float((np.abs(a - b).max(axis=2) > 0.25).mean())


@pytest.fixture(scope="module", autouse=True)
def _built():
    if os.environ.get("BROWSER") == "skip":
        pytest.skip("BROWSER=skip")
    if not (BOOK / "index.html").exists():
        pytest.fail("The book is not there: `make book` builds it.")


@pytest.fixture(scope="module")
def context():
    with browser() as chrome:
        context = open_context(chrome, 1)
        context.set_offline(True)
        yield context


@pytest.fixture(scope="module")
def lecture(context, request):
    """A page of the book, its name, and the live figures of its notebook."""
    reader = Reader(context, request.param)
    yield reader, request.param
    reader.page.close()


each_lecture = pytest.mark.parametrize("lecture", PAGES, indirect=True, scope="module")


@each_lecture
def test_each_figure_answers_each_of_its_controls(lecture):
    reader, _ = lecture
    for name in reader.figures():
        figure = reader.play(name)
        status, inputs = figure.get_by_role("status"), figure.locator("input, select")
        assert inputs.count() > 0
        for k in range(inputs.count()):
            handle = inputs.nth(k)
            seen = {status.inner_text()}
            start = picture(figure)
            moved = 0.0
            last = int(handle.evaluate("h => h.max || h.options.length - 1"))
            for place in {0, last // 3, 2 * last // 3, last}:
                handle.evaluate("(h, v) => { h.value = v; h.dispatchEvent(new Event('input')); }", place)
                seen.add(status.inner_text())
                moved = max(moved, float(np.abs(picture(figure) - start).max()))
            assert moved > 0.1, f"{name}: control {k} moves nothing"
            figure.get_by_role("button", name="Reset").click()
            assert other_pixels(picture(figure), start) == 0
            assert all(seen)
    assert not reader.wrong


@each_lecture
def test_the_pictures_are_those_of_the_live_figures(lecture):
    reader, name = lecture
    rng = np.random.default_rng(0)
    blank = reader.page.context.new_page()
    script = (ROOT / "mlcore/show/live.js").read_text(encoding="utf-8")
    script = script.replace("export default { render };", "return { render };")
    for number, live in live_figures(name).items():
        figure = reader.play(f"figure-{number}")
        axes = axes_of(live, int(figure.get_attribute("data-cap")))
        for places in ([a.start for a in axes], [int(rng.integers(len(a.values))) for a in axes]):
            values = {}
            for k, (axis, place) in enumerate(zip(axes, places, strict=True)):
                values |= axis.values[place]
                handle = figure.locator("input, select").nth(k)
                handle.evaluate("(h, v) => { h.value = v; h.dispatchEvent(new Event('input')); }", place)
                assert handle.evaluate(SAYS) == axis.labels[place]
            try:
                shown = live.picture_at(**values)
            except ValueError as error:
                expect(figure.get_by_role("status")).to_have_text(str(error))
                continue
            expect(figure.get_by_role("status")).to_have_text(shown.description)
            assert other_pixels(picture(figure), by_the_kernel(blank, shown, script)) < 0.02, (number, values)
    blank.close()


def by_the_kernel(page, shown, script: str) -> np.ndarray:
    """The picture as a canvas in JupyterLab draws it."""
    png, boxes = axes_png(shown.panels, shown.size, 1.0)
    frame = pack(shown.panels)
    frame = {"marks": frame["marks"], "data": base64.b64encode(frame["data"]).decode()}
    names, panels = ("xlim", "ylim", "logx", "logy"), flat(shown.panels)
    geometry = [{"box": b} | {n: getattr(p, n) for n in names} for b, p in zip(boxes, panels, strict=True)]
    axes = {"png": base64.b64encode(png).decode(), "size": css_size(shown.size), "panels": geometry}
    plain = json.loads(json.dumps([frame, axes, script], default=lambda value: value.item()))
    return decode(base64.b64decode(page.evaluate(BY_THE_KERNEL, plain).split(",")[1]))


@pytest.mark.parametrize("name", [*PAGES, *BESIDE])
def test_a_page_is_clean_and_everyone_can_use_it(context, name):
    reader = Reader(context, name)
    for figure in reader.figures()[:1]:
        reader.play(figure)
    if reader.page.locator(".math").count():
        reader.page.wait_for_function("() => document.querySelector('mjx-container')")
    assert reader.page.locator("mjx-merror, [data-mjx-error]").count() == 0
    found = Axe().run(reader.page, options={"preload": False}).response["violations"]
    grave = [
        (v["id"], [node["html"][:200] for node in v["nodes"]][:3])
        for v in found if v["impact"] in ("serious", "critical")
    ]  # fmt: skip
    assert not grave
    assert not reader.wrong
    reader.page.close()


@pytest.mark.parametrize("name", [*PAGES, *BESIDE])
def test_on_a_telephone_nothing_is_wider_than_the_page(context, name):
    reader = Reader(context, name)
    reader.page.set_viewport_size({"width": 390, "height": 800})
    for figure in reader.figures()[:2]:
        canvas = reader.play(figure).locator("canvas")
        assert canvas.evaluate("c => c.clientWidth") <= 390
    assert reader.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    reader.page.close()


def test_the_address_is_exactly_this_picture(context):
    reader = Reader(context, "11_soft_margin")
    figure = reader.play("figure-1")
    figure.locator("input").first.press("End")
    words = figure.get_by_role("status").inner_text()
    reader.page.wait_for_function("() => location.hash.includes('figure-1;')")
    address = reader.page.url
    reader.page.close()
    again = context.new_page()
    again.goto(address)
    again.wait_for_function(READY, arg="figure-1")
    expect(again.locator("#figure-1").get_by_role("status")).to_have_text(words)
    expect(again.locator("#figure-1 canvas")).to_be_in_viewport()
    again.locator("#figure-1").get_by_role("button", name="Reset").click()
    expect(again.locator("#figure-1").get_by_role("status")).not_to_have_text(words)
    again.close()


def test_what_plays_is_silent_and_can_be_stopped(context):
    reader = Reader(context, "17_kmeans")
    figure = reader.play("figure-1")
    play, status = figure.get_by_role("button", name=re.compile("half-step")), figure.get_by_role("status")
    figure.locator("input").first.press("Home")
    before = status.inner_text()
    play.click()
    expect(figure.locator("[role=status][aria-live=off]")).to_have_count(1)
    expect(status).not_to_have_text(before)
    figure.get_by_role("button", name=re.compile("Pause")).click()
    expect(figure.locator("[role=status][aria-live=off]")).to_have_count(0)
    stood = status.inner_text()
    reader.page.wait_for_timeout(400)
    expect(status).to_have_text(stood)
    assert not reader.wrong
    reader.page.close()


def test_on_paper_each_figure_is_the_picture_of_its_start(context):
    reader = Reader(context, "11_soft_margin")
    figure = reader.play("figure-1")
    expect(figure.locator("img")).to_be_hidden()
    reader.page.emulate_media(media="print")
    expect(figure.locator("img")).to_be_visible()
    expect(figure.locator("canvas")).to_be_hidden()
    reader.page.close()


def test_without_scripts_the_pictures_are_there(context):
    page = context.browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{BOOK.as_uri()}/11_soft_margin.html")
    images = page.locator(".mlcore-figure img")
    expect(images.first).to_be_visible()
    assert all("C = " in alt or len(alt) > 20 for alt in images.evaluate_all("all => all.map((i) => i.alt)"))
    page.context.close()


def test_the_search_finds_without_a_server(context):
    reader = Reader(context, "search")
    reader.page.goto(f"{BOOK.as_uri()}/search.html?q=slack")
    expect(reader.page.locator("#search-results li").first).to_be_visible()
    assert not reader.wrong
    reader.page.close()


def test_the_book_is_light():
    files = [path for path in BOOK.rglob("*") if path.is_file()]
    frames = sum(path.stat().st_size for path in (BOOK / "_static" / "frames").iterdir())
    assert frames < 25 * MEGABYTE
    assert sum(path.stat().st_size for path in files) < 50 * MEGABYTE
    for page in BOOK.glob("*.html"):
        assert page.stat().st_size < 1.5 * MEGABYTE, page.name
