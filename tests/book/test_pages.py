"""The pages of the book: clean, for everyone, on a telephone, on paper, found by search, light."""

import pathlib
import pkgutil
import re

import nbformat
import pytest
from playwright.sync_api import expect

import mlcore
from tests.book.reader import PAGE, PAGES, READY, Reader, book
from tests.browser.hindrances import hindrances
from tools.book import search as search_lines
from tools.book.front import WITHOUT_REFERENCE
from tools.book.pdf import EAGER, LOADED
from tools.notebooks import NOTEBOOKS

REFERENCE = sorted({module.name for module in pkgutil.iter_modules(mlcore.__path__)} - set(WITHOUT_REFERENCE))
FOR_TEACHERS = ["teaching", "running_a_class", "teaching/11_soft_margin"]  # the other sheets are made alike
BESIDE = [
    "index", "using", *FOR_TEACHERS, "gallery", "search", "genindex",
    "reference", *(f"reference_{name}" for name in REFERENCE),
]  # fmt: skip
MEGABYTE = 1e6
ORDER = pathlib.Path(search_lines.__file__).with_name("search_order.js")


@pytest.mark.parametrize("name", [*PAGES, *(pytest.param(name, marks=pytest.mark.all) for name in BESIDE)])
def test_a_page_is_clean_and_everyone_can_use_it_on_a_telephone_too(context, name):
    reader = Reader(context, name)
    for figure in reader.figures()[:1]:
        reader.play(figure)
    if reader.page.locator(".math").count():
        reader.page.wait_for_function("() => document.querySelector('mjx-container')")
    assert reader.page.locator("mjx-merror, [data-mjx-error]").count() == 0
    assert not hindrances(reader.page)
    reader.page.set_viewport_size({"width": 390, "height": 800})
    for figure in reader.figures()[:2]:
        canvas = reader.play(figure).locator("canvas")
        assert canvas.evaluate("c => c.clientWidth") <= 390
    assert reader.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert reader.page.evaluate(CUT) == []
    assert not reader.wrong
    reader.page.close()


CUT = """() => {
    const content = document.querySelector(".content");
    return content.scrollWidth > content.clientWidth ? [content.scrollWidth, content.clientWidth] : [];
}"""
CONTROLS = """figure => [...figure.querySelectorAll("input, select, button")].map((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === control;
})"""


@pytest.mark.parametrize("lecture", PAGES, indirect=True, scope="module")
def test_on_a_telephone_the_controls_are_in_sight_from_the_top_to_the_caption(lecture):
    reader, _ = lecture
    reader.page.set_viewport_size({"width": 390, "height": 700})
    taller = 0
    for name in reader.figures():
        figure = reader.play(name)
        figure.get_by_role("status").evaluate("status => status.scrollIntoView({ block: 'end', behavior: 'instant' })")
        reader.page.wait_for_timeout(50)
        assert all(figure.evaluate(CONTROLS)), name
        taller += figure.locator(".mlcore-live").evaluate("live => live.getBoundingClientRect().height > innerHeight")
    reader.page.set_viewport_size({"width": 1280, "height": 720})
    assert taller or not reader.figures() or reader.page.url.endswith("00_start_here.html")


def test_a_hindrance_is_found(context):
    page = context.new_page()
    page.set_content('<html lang="en"><title>t</title><main><button></button><p style="color: #ddd">pale</p></main>')
    assert {name for name, _ in hindrances(page)} == {"button-name", "color-contrast"}
    page.close()


def test_the_address_is_exactly_this_picture(context):
    reader = Reader(context, PAGE)
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


@pytest.mark.all
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


@pytest.mark.chromium
def test_on_paper_each_figure_is_the_picture_of_its_start(context):
    reader = Reader(context, PAGE)
    figure = reader.play("figure-1")
    expect(figure.locator("img")).to_be_hidden()
    reader.page.emulate_media(media="print")
    expect(figure.locator("img")).to_be_visible()
    expect(figure.locator("canvas")).to_be_hidden()
    reader.page.close()


FOLDED = "details:not([open], .mlcore-checked)"


@pytest.mark.chromium
def test_paper_opens_what_is_folded(context):
    reader = Reader(context, PAGE)
    answer = reader.page.locator("details.what-to-see p").first
    checked = reader.page.locator("details.mlcore-checked").first
    expect(answer).to_be_hidden()
    reader.page.emulate_media(media="print")
    expect(answer).to_be_visible()
    expect(checked.locator("summary")).to_be_visible()  # what is checked
    expect(checked.locator("pre")).to_be_hidden()  # and not the code that does it
    reader.page.emulate_media(media="screen")
    expect(answer).to_be_hidden()
    reader.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")  # for browsers that cannot do it by style
    assert reader.page.locator(FOLDED).count() == 0
    reader.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(answer).to_be_hidden()
    reader.page.close()


PRINTING = """() => addEventListener("beforeprint", () => {
    window.folded = document.querySelectorAll("details:not([open], .mlcore-checked)").length;
})"""


def test_a_page_that_is_printed_has_its_pictures_and_no_answer_folded(context):
    reader = Reader(context, PAGE)
    folded = reader.page.locator(FOLDED).count()
    assert folded > 10
    reader.page.evaluate(PRINTING)
    reader.page.evaluate(EAGER)
    reader.page.wait_for_function(LOADED)
    content = reader.page.pdf()
    assert content.count(b"/Subtype /Image") >= reader.page.locator(".mlcore-figure").count() > 3
    assert reader.page.evaluate("() => window.folded") == 0
    expect(reader.page.locator(FOLDED)).to_have_count(folded)
    reader.page.close()


WIDTH_OF_A4 = 673  # CSS pixels between its margins
TOO_WIDE = """() => [...document.querySelectorAll("article :is(div.math, pre, .table-wrapper, table, img)")]
    .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.getBoundingClientRect().right > innerWidth)
    .map((box) => `${box.tagName} ${box.scrollWidth} in ${box.clientWidth}: ${box.textContent.trim().slice(0, 40)}`)"""


OVER = """() => [...document.querySelectorAll("body *")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect(), { position, display } = getComputedStyle(one);
    const drawn = display !== "none" && right > left && bottom > top && right > 0 && left < innerWidth;
    return position === "fixed" && drawn;
}).map((one) => one.className)"""


# A PDF has no line of width 0: it is drawn as the thinnest there is, and a formula looks bold.
HAIRLINES = """() => [...document.querySelectorAll("svg [stroke-width='0']")]
    .filter((glyphs) => getComputedStyle(glyphs).stroke !== "none").map((glyphs) => glyphs.outerHTML.slice(0, 60))"""


@pytest.mark.chromium
@pytest.mark.parametrize("name", PAGES)
def test_paper_cuts_nothing_and_nothing_lies_over_its_text(context, name):
    reader = Reader(context, name)
    reader.page.set_viewport_size({"width": WIDTH_OF_A4, "height": 950})
    reader.page.evaluate("() => document.querySelectorAll('details').forEach((box) => { box.open = true; })")
    reader.page.emulate_media(media="print")
    assert reader.page.evaluate(TOO_WIDE) == []
    assert reader.page.evaluate(OVER) == []
    assert reader.page.evaluate(HAIRLINES) == []
    assert reader.page.locator(".toc-drawer:visible").count() == 0  # its edge would be a line beside the text
    reader.page.close()


@pytest.mark.chromium
def test_without_scripts_the_pictures_are_there(context):
    page = context.browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{book().as_uri()}/{PAGE}.html")
    images = page.locator(".mlcore-figure img")
    expect(images.first).to_be_visible()
    assert all("C = " in alt or len(alt) > 20 for alt in images.evaluate_all("all => all.map((i) => i.alt)"))
    page.context.close()


def search(reader, words: str):
    """The results of a search, in their order."""
    reader.page.goto(f"{reader.folder.as_uri()}/search.html?q={words}")
    expect(reader.page.get_by_text("Search finished")).to_be_visible()
    return reader.page.locator("#search-results li")


def test_the_search_finds_without_a_server_and_shows_the_line(context):
    reader = Reader(context, "search")
    first = search(reader, "slack").first
    expect(first.locator(".context")).to_contain_text("for a price: C for every unit of slack.")
    assert set(first.locator("mark").all_inner_texts()) <= {"slack", "Slack", "slacks"}
    first.locator("a").click()
    reader.page.wait_for_function("() => document.documentElement.dataset.landed")
    expect(reader.page.get_by_text("C for every unit of slack").first).to_be_in_viewport()
    assert not reader.wrong
    reader.page.close()


def test_a_search_shows_lectures_first_and_the_reference_last(context):
    page = context.new_page()
    page.add_script_tag(path=ORDER)
    names = ["reference_tree", "teaching/14_trees", "14_trees", "using", "A0_notation", "genindex"]
    scores = page.evaluate("names => names.map((name) => Scorer.score([name, '', '', '', 15]))", names)
    assert scores == [15, 1015, 2015, 1015, 2015, 15]
    page.close()


@pytest.mark.all
def test_each_result_of_a_search_has_a_line(context):
    reader = Reader(context, "search")
    results = search(reader, "tree")
    pages = results.locator("a").evaluate_all("all => all.map((a) => a.pathname.split('/').pop())")
    places = [0 if name[0].isdigit() or name[0] == "A" else 1 for name in pages]
    first_reference = next(k for k, name in enumerate(pages) if name.startswith("reference"))
    assert not any(place == 0 for place in places[first_reference:])
    assert results.filter(has=reader.page.locator(".context")).count() == len(pages)
    reader.page.close()


def test_a_lecture_and_its_source_can_be_downloaded(context):
    reader = Reader(context, PAGE)
    links = reader.page.locator(".mlcore-downloads a").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
    notebook, source = [(reader.folder / link).read_text(encoding="utf-8") for link in links]
    cells = nbformat.reads(notebook, 4).cells
    assert [cell.source for cell in cells] == [
        cell.source for cell in nbformat.read(NOTEBOOKS / f"{PAGE}.ipynb", 4).cells
    ]
    assert not any(cell.get("outputs") for cell in cells)
    assert source == (NOTEBOOKS / "text" / f"{PAGE}.md").read_text(encoding="utf-8")
    reader.page.close()


def test_the_pages_are_light(context):
    for page in book().glob("*.html"):
        assert page.stat().st_size < 1.5 * MEGABYTE, page.name
