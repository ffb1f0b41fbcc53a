"""Marks on their way to the browser: a list of small dicts, and one block of float32 that they point into."""

import dataclasses

import numpy as np

from mlcore.show import style
from mlcore.show.marks import DASHES, Bars, Fill, Image, Lines, Mark, Panels, Points, Segments, Text, flat, surroundings
from mlcore.show.render import axes_png

KEPT = 200  # pictures of axes, some 15 kB each, and more on a sharper screen
_drawn: dict[str, dict] = {}
_GEOMETRY = {"rings", "paths", "ends", "xy", "boxes", "rgba"}


def arrays_of(mark: Mark) -> list[np.ndarray]:
    match mark:
        case Fill(rings=arrays) | Lines(paths=arrays):
            return list(arrays)
        case Segments(ends=array) | Points(xy=array) | Text(xy=array) | Bars(boxes=array):
            return [array]
        case Image(rgba=rgba):
            return [rgba]
    raise TypeError(f"{type(mark).__name__} is no mark that the browser knows.")


def pack(panels: Panels) -> dict:
    """{"marks": one dict per mark, in drawing order; "data": bytes}.

    A dict has the mark's kind, its panel, `at`: where its floats start, `counts`: how many floats each of
    its arrays has, and the look. Sizes and widths are turned into CSS pixels here.
    """
    marks = []
    blocks = []
    at = 0
    for number, panel in enumerate(flat(panels)):
        for mark in panel.marks:
            arrays = [np.asarray(a, np.float32).ravel() for a in arrays_of(mark)]
            counts = [a.size for a in arrays]
            marks.append({"kind": type(mark).__name__, "panel": number, "at": at, "counts": counts, **_look(mark)})
            blocks += arrays
            at += sum(counts)
    return {"marks": marks, "data": np.concatenate(blocks).tobytes() if blocks else b""}


def pack_axes(panels: Panels, size: tuple[float, float], ratio: float) -> dict:
    """{"png": the axes alone, "size": of the figure in CSS pixels, "panels": where each lies, and its limits}.

    size in inches; ratio: the picture's pixels per CSS pixel. Axes that were drawn before are found again: a menu that
    goes back, or Reset, does not wait for matplotlib.
    """
    key = f"{surroundings(panels)} {size} {ratio}"
    if (found := _drawn.get(key)) is None:
        png, boxes = axes_png(panels, size, ratio)
        geometry = [
            dict(box=box, xlim=p.xlim, ylim=p.ylim, logx=p.logx, logy=p.logy)
            for box, p in zip(boxes, flat(panels), strict=True)
        ]
        found = _drawn[key] = {"png": png, "size": style.css_size(size), "panels": geometry}
        for oldest in list(_drawn)[:-KEPT]:
            _drawn.pop(oldest, None)
    return dict(found)


def _look(mark: Mark) -> dict:
    pixel = style.CSS_DPI / 72
    look = {f.name: getattr(mark, f.name) for f in dataclasses.fields(mark) if f.name not in _GEOMETRY}
    for name in look.keys() & {"width", "size", "edge_width"}:
        look[name] *= pixel
    if "dash" in look:
        look["dash"] = [length * pixel for length in DASHES[look["dash"]]]
    if isinstance(mark, Image):
        look["rows"] = mark.rgba.shape[0]
    return look
