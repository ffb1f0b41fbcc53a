"""A finger in Firefox, on the canvas of a live figure without its kernel: it drags a point; beside it the page scrolls.

In Chromium fingers are asked in JupyterLab itself: test_pointer.py.
"""

import base64
import json
import os

import numpy as np
import pytest

from mlcore.show import Panel, Pointer, scatter_classes
from mlcore.show.canvas import Canvas
from mlcore.show.pack import pack, pack_axes
from mlcore.show.pointer import specs_of
from tests.browser.jupyter import leave_out
from tests.browser.marionette import marionette
from tools.browser import NO_FIREFOX, find_firefox

X, Y = np.array([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0], [4.0, 2.0]]), np.array([-1.0, -1.0, 1.0, 1.0])
PAGE = """<!doctype html><meta charset="utf-8"><body style="margin: 0; height: 4000px"><script type="module">
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const { frame, axes, pointers, points } = GIVEN;
const values = { frame: { marks: frame.marks, data: new DataView(bytes(frame.data).buffer) },
    axes: { ...axes, png: bytes(axes.png) }, description: "", error: "", ratio: devicePixelRatio, pointers, points };
const { default: { render } } = await import(URL.createObjectURL(new Blob([CODE], { type: "text/javascript" })));
const el = document.body.appendChild(document.createElement("div"));
render({ el, model: { get: (name) => values[name], set: (name, value) => { values[name] = value; }, on() {}, off() {},
    save_changes() {} } });
window.seen = [];
for (const kind of ["pointerdown", "pointercancel", "touchmove"])
    addEventListener(kind, (event) => seen.push([kind, event.pointerType, event.defaultPrevented]));
window.points = () => values.points[0].xy;
</script>"""


def as_json(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.item() if isinstance(value, np.generic) else value.tolist()


@pytest.fixture(scope="module")
def box():
    """The axes' place in the page: left, top, width, height."""
    return pack_axes([Panel(scatter_classes(X, Y), (-1, 5), (-1, 3))], (8.8, 4.4), 1)["panels"][0]["box"]


@pytest.fixture
def firefox(tmp_path):
    if os.environ.get("BROWSER") == "skip":
        pytest.skip("BROWSER=skip")
    path = find_firefox()
    if path is None:
        leave_out(NO_FIREFOX)
    panels = [Panel(scatter_classes(X, Y), (-1, 5), (-1, 3))]
    given = dict(frame=pack(panels), axes=pack_axes(panels, (8.8, 4.4), 1), pointers=specs_of([Pointer(X, Y)]),
                 points=[dict(xy=X, labels=Y.astype(int))])  # fmt: skip
    page = PAGE.replace("GIVEN", json.dumps(given, default=as_json)).replace("CODE", json.dumps(Canvas._esm))
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    with marionette(path) as firefox:
        firefox.say("Navigate", url=(tmp_path / "page.html").as_uri())
        firefox.say("SetTimeouts", script=20_000)
        ready = "return new Promise((then) => { const look = () => document.querySelector('canvas')?.dataset.ratio"
        firefox.evaluate(f"{ready} ? then() : setTimeout(look, 20); look(); }})")
        yield firefox


def at(box, x: float, y: float) -> tuple[float, float]:
    left, top, width, height = box
    return left + (x + 1) / 6 * width, top + (3 - y) / 4 * height


@pytest.mark.all
def test_a_finger_drags_a_point_and_beside_it_scrolls(firefox, box):
    firefox.touch(*(at(box, 4 - 0.2 * k, 2 - 0.1 * k) for k in range(11)))
    np.testing.assert_allclose(firefox.evaluate("return points()")[-1], (2, 1), atol=0.02)
    seen = firefox.evaluate("return seen")
    assert seen[0][:2] == ["pointerdown", "touch"]
    assert {prevented for kind, _, prevented in seen if kind == "touchmove"} == {True}  # the page stays
    assert "pointercancel" not in {kind for kind, _, _ in seen}
    firefox.evaluate("seen.length = 0")
    firefox.touch(*(at(box, 1, 1 - 0.1 * k) for k in range(6)))
    assert {prevented for kind, _, prevented in firefox.evaluate("return seen") if kind == "touchmove"} == {False}
    assert firefox.evaluate("return seen")[0][:2] == ["pointerdown", "touch"]
    np.testing.assert_allclose(firefox.evaluate("return points()")[0], (0, 0))
