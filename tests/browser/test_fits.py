"""show.projector() in a window of 1280 x 720: words grow by no more than the picture, and the whole figure is seen."""

import pytest

from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook

START = "from mlcore import show\nfrom mlcore.lectures import kernels, kmeans, soft_margin, trees"
FIGURES = ("kernels.lifted()", "kernels.machine()", "soft_margin.street()", "trees.question()", "kmeans.run()")
WINDOWS = {"1280 x 720": (1280, 720), "1920 x 1080": (1920, 1080)}
SEEN = """(root) => {
    const canvas = root.querySelector("canvas"), page = root.closest(".jp-WindowedPanel-outer").clientHeight;
    const zoom = parseFloat(root.style.zoom) || 1, label = root.querySelector(".widget-label");
    const note = root.querySelector(".mlcore-scroll").textContent, { height } = root.getBoundingClientRect();
    return {zoom, page, height, note,
            font: parseFloat(getComputedStyle(label).fontSize) * label.currentCSSZoom,
            panels: JSON.parse(canvas.dataset.boxes).map(([, , width, height]) => zoom * Math.sqrt(width * height))};
}"""


def look_at(live) -> dict:
    """What is seen of a figure that is scrolled to: JupyterLab lets those out of sight rest."""
    live.evaluate("(root) => root.scrollIntoView({ block: 'center' })")
    live.page.wait_for_timeout(300)
    return live.evaluate(SEEN)


def seen(notebook) -> list[dict]:
    """What is seen of each figure once nothing changes any more; panels by the root of their area, in CSS pixels."""
    last = []
    for _ in range(30):
        last = [*last[-2:], [look_at(live) for live in notebook.lives.all()]]
        if len(last) == 3 and all(look == last[0] for look in last):
            return last[0]
    raise AssertionError(f"The figures do not come to rest: {last}")


@pytest.fixture(scope="module", params=[pytest.param("1280 x 720", marks=pytest.mark.all), pytest.param("1920 x 1080")])
def looks(tmp_path_factory, request):
    """What is seen of each figure on the screen, on a projector as much as fits, at 2, and back on the screen."""
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "fits.ipynb", START, *FIGURES, "show.projector()", "show.projector(2)", "show.projector(1)")
    with server(folder) as url, browser() as chrome:
        page = open_context(chrome, 1).new_page()
        page.set_viewport_size(dict(zip(("width", "height"), WINDOWS[request.param], strict=True)))
        notebook = Notebook(page, url, "fits.ipynb")
        notebook.run_all()  # the last cell is back on the screen
        found = [seen(notebook)]
        for cell in range(len(FIGURES) + 1, len(FIGURES) + 4):
            notebook.run_cell(cell)
            found.append(seen(notebook))
        assert notebook.console == []
    return dict(zip(("screen", "fits", "twice", "back"), found, strict=True))


def test_words_grow_by_no_more_than_the_picture_and_by_at_most_14(looks):
    for before, now in zip(looks["screen"], looks["fits"], strict=True):
        assert 1 <= now["zoom"] <= 1.4
        assert now["font"] == pytest.approx(now["zoom"] * before["font"])
        for small, large in zip(before["panels"], now["panels"], strict=True):
            assert large >= 0.99 * now["zoom"] * small
    if looks["fits"][0]["page"] > 900:  # in the small window a figure fills what there is
        assert min(now["zoom"] for now in looks["fits"]) > 1.3


def test_the_whole_figure_is_seen_or_it_says_what_is_not(looks):
    for now in looks["fits"] + looks["twice"]:
        assert ("Higher than the window" in now["note"]) == (now["height"] > now["page"])
    assert all(now["height"] <= now["page"] for now in looks["fits"] if now["zoom"] > 1)
    for now in looks["twice"]:
        assert ("show.projector() without a number" in now["note"]) == bool(now["note"])
    assert any(now["note"] for now in looks["twice"])


def test_one_goes_back(looks):
    for before, now in zip(looks["screen"], looks["back"], strict=True):
        assert now["panels"] == pytest.approx(before["panels"])
        assert (now["zoom"], now["font"], now["note"]) == (1, before["font"], "")
