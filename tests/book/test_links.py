"""Links land: whoever opens one sees the heading or the figure that it names, as the figure was left."""

import pytest
from playwright.sync_api import expect

from tests.book.reader import PAGES, Reader, last, put

SIZES = {"desktop": (1280, 800), "telephone": (390, 800)}
TWO = [page for page in PAGES if page.values[0] in ("11_soft_margin", "14_trees")]
LINKS = 15  # to moved figures, a page
LANDED = "name => document.documentElement.dataset.landed === name"
TOP = """name => {
    const { top } = document.getElementById(name).getBoundingClientRect();
    return [top, scrollY + innerHeight >= document.documentElement.scrollHeight - 1];
}"""


@pytest.fixture(scope="module")
def links(lecture):
    """A page's reader, and what can be named on it: headings, figures, and figures that were moved."""
    reader, _ = lecture
    headings = reader.page.eval_on_selector_all("article section[id]", "all => all.map(({ id }) => id)")
    figures = reader.page.eval_on_selector_all(".mlcore-figure", "all => all.map(({ id }) => id)")
    return reader, [*headings, *figures], moved_figures(reader)


def moved_figures(reader: Reader) -> dict[str, tuple[str, str]]:
    """By address, the figure that was moved and what it said there: each figure at two positions of a control."""
    found = {}
    for name in reader.figures():
        figure = reader.play(name)
        handle = figure.locator("input, select").first
        for place in sorted(
            {0, last(handle) // 2, last(handle)} - {int(handle.evaluate("h => h.value || h.selectedIndex"))}
        ):
            put(handle, place)
            reader.page.wait_for_function("word => location.hash.includes(word)", arg=f"#{name};{said(figure)}")
            found[reader.page.url] = (name, figure.get_by_role("status").inner_text())
    return dict(list(found.items())[:: max(len(found) // LINKS, 1)][:LINKS])


def said(figure) -> str:
    """How the address tells where the first control of a figure stands."""
    return figure.evaluate("""figure => {
        const handle = figure.querySelector("input, select"), label = figure.querySelector("label").textContent;
        const value = handle.selectedOptions?.[0].text ?? handle.getAttribute("aria-valuetext");
        return `${encodeURIComponent(label)}=${encodeURIComponent(value)}`;
    }""")


def open_link(page, address: str, name: str) -> None:
    """Open it as a new page, and wait until it rests."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_function(LANDED, arg=name)


def in_sight(page, name: str) -> bool:
    """Whether it begins at the top of the window (below a telephone's bar), or the page can be scrolled no further."""
    top, at_the_end = page.evaluate(TOP, name)
    return 0 <= top <= 130 or (at_the_end and 0 <= top < page.viewport_size["height"])


@pytest.mark.parametrize("lecture", TWO, indirect=True, scope="module")
def test_each_heading_and_each_figure_is_where_its_link_lands(links):
    reader, names, _ = links
    page, start = reader.page, reader.page.url.split("#")[0]
    missed = []
    for name in names:
        open_link(page, f"{start}#{name}", name)
        if not in_sight(page, name):
            missed.append(name)
    assert not missed
    assert len(names) > 15


@pytest.mark.parametrize("lecture", TWO, indirect=True, scope="module")
@pytest.mark.parametrize("size", SIZES)
def test_a_link_to_a_moved_figure_shows_it_as_it_was_left(links, size):
    reader, _, moved = links
    width, height = SIZES[size]
    reader.page.set_viewport_size({"width": width, "height": height})
    assert len(moved) == LINKS
    for address, (name, words) in moved.items():
        open_link(reader.page, address, name)
        assert in_sight(reader.page, name), address
        figure = reader.page.locator(f"#{name}")
        expect(figure.get_by_role("status")).to_have_text(words)
        expect(figure.locator("canvas")).to_be_in_viewport()
        expect(reader.page.locator(".mlcore-landed")).to_have_id(name)
        assert figure.evaluate("figure => getComputedStyle(figure).outlineStyle") == "solid"
    assert not reader.wrong
