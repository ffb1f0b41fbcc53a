"""The book shows what the live figures show: the words, the labels of the controls, and the pixels."""

import base64
import json

import numpy as np
import pytest
from playwright.sync_api import expect

from mlcore.show.pack import pack, pack_axes
from tests.book.reader import PAGES, ROOT, other_pixels, picture, put
from tests.fixtures.pictures import decode
from tools.book.grid import axes_of
from tools.book.pages import live_figures
from tools.book.record import RATIO

SAME = 0.004  # the share of pixels that may differ: edges of what was quantised
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


@pytest.mark.parametrize("lecture", PAGES, indirect=True, scope="module")
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
                put(handle, place)
                assert handle.evaluate(SAYS) == axis.labels[place]
            try:
                shown = live.picture_at(**values)
            except ValueError as error:
                expect(figure.get_by_role("status")).to_have_text(str(error))
                continue
            expect(figure.get_by_role("status")).to_have_text(shown.description)
            assert other_pixels(picture(figure), by_the_kernel(blank, shown, script)) < SAME, (number, places)
    blank.close()


def by_the_kernel(page, shown, script: str) -> np.ndarray:
    """The picture as a canvas in JupyterLab draws it."""
    frame, axes = pack(shown.panels), pack_axes(shown.panels, shown.size, RATIO)
    frame |= {"data": base64.b64encode(frame["data"]).decode()}
    axes |= {"png": base64.b64encode(axes["png"]).decode()}
    plain = json.loads(json.dumps([frame, axes, script], default=lambda value: value.item()))
    return decode(base64.b64decode(page.evaluate(BY_THE_KERNEL, plain).split(",")[1]))
