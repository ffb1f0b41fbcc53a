"""The canvas of a live figure: what the kernel and the browser tell each other."""

import pathlib

import anywidget
import traitlets

_HERE = pathlib.Path(__file__).parent


class Canvas(anywidget.AnyWidget):
    """What the browser draws (live.js): the marks of one state over axes that stand still.

    `points` is what the reader moves in it (pointer.js), group by group, as a trait: of a hundred moves the latest
    counts. `ratio` is the screen's pixels per CSS pixel, 0 until the browser tells it. `zoom` is the factor of a
    projector; if the figure `fits`, the browser takes only as much of it as shows the whole figure in the window.
    `own_size` is the picture's size on a screen, and `room` what the browser then has for the picture, both width and
    height in CSS pixels before they are enlarged; `room` is empty until it tells. `resets` counts the times Reset ended
    a playing, and `resets_seen` how many of them the browser knows of.
    """

    _esm = "".join((_HERE / name).read_text(encoding="utf-8") for name in ("live.js", "pointer.js", "projector.js"))
    _css = _HERE / "live.css"
    frame = traitlets.Dict().tag(sync=True)
    axes = traitlets.Dict().tag(sync=True)
    description = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)
    ratio = traitlets.Float(0.0).tag(sync=True)
    zoom = traitlets.Float(1.0).tag(sync=True)
    fits = traitlets.Bool(False).tag(sync=True)
    own_size = traitlets.List(traitlets.Int()).tag(sync=True)
    room = traitlets.List(traitlets.Int()).tag(sync=True)
    pointers = traitlets.List().tag(sync=True)
    points = traitlets.List().tag(sync=True)
    resets = traitlets.Int(0).tag(sync=True)
    resets_seen = traitlets.Int(0).tag(sync=True)
