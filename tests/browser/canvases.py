"""Canvases without JupyterLab: live.js on a page, given marks and axes as a kernel would send them."""

import base64
import json
import pathlib

import mlcore.show
from mlcore.show.pack import pack, pack_axes
from mlcore.show.render import STORED_RATIO

LIVE = pathlib.Path(mlcore.show.__file__).with_name("live.js").read_text(encoding="utf-8")
PAINT = """async ([frame, axes]) => {
    const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const values = { frame: { marks: frame.marks, data: new DataView(bytes(frame.data).buffer) },
        axes: { ...axes, png: bytes(axes.png) },
        description: "", error: "", ratio: devicePixelRatio, pointers: [], points: [] };
    const el = document.body.appendChild(document.createElement("div"));
    renderLive({ model: { get: (name) => values[name], on() {}, off() {}, set() {}, save_changes() {} }, el });
    const canvas = el.querySelector("canvas");
    for (let k = 0; k < 2000 && !canvas.dataset.ratio; k += 1) await new Promise((then) => setTimeout(then, 4));
    const picture = canvas.toDataURL();
    el.remove();
    return picture;
}"""


class Canvases:
    """A page that paints one state after another, axes at `ratio` pixels per CSS pixel, and what went wrong on it."""

    def __init__(self, page, ratio: float = STORED_RATIO):
        self.page, self.ratio, self.wrong = page, ratio, []
        page.on("console", lambda m: self.wrong.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.set_content('<!doctype html><meta charset="utf-8"><title>canvases</title>')
        script = LIVE.replace("export default { render };", "window.renderLive = render;")
        page.add_script_tag(content=f"(() => {{ {script} }})();")

    def paint(self, panels, size) -> bytes:
        """The canvas's picture of these panels as a PNG."""
        frame, axes = pack(panels), pack_axes(panels, size, self.ratio)
        frame["data"] = base64.b64encode(frame["data"]).decode()
        axes["png"] = base64.b64encode(axes["png"]).decode()
        plain = json.loads(json.dumps([frame, axes], default=lambda value: value.item()))
        return base64.b64decode(self.page.evaluate(PAINT, plain).split(",")[1])
