"""A figure recorded: its frames at every position, its axes for a wide and for a narrow screen, as one script."""

import base64
import io
import itertools
import json
from dataclasses import dataclass, replace

from PIL import Image

from mlcore.show import View
from mlcore.show.fit import LINE, in_columns, laid_out, lines_in
from mlcore.show.marks import Panels, Rows, flat, rows_of
from mlcore.show.pack import pack_axes
from mlcore.show.picture import Picture
from tools.book.bundle import Bundle
from tools.book.grid import CAP, SPARSE, positions_of

LONGEST = 700_000  # bytes of one figure's script
RATIO = 2  # pixels per CSS pixel in the pictures of axes
NARROW, TALL = 3.75, 3.0  # inches: the width of a telephone's page, and the height of a panel on it
SMALL = 4  # more panels than this stay side by side on a narrow screen


@dataclass(frozen=True)
class Recording:
    """A recorded figure: the script, how many frames it has, and with which cap its positions were chosen."""

    script: str
    frames: int
    cap: int


def record(view: View, name: str, cap: int = CAP) -> Recording:
    """Every combination of the figure's positions, at most about `cap`; the script calls itself `name`.

    The last control runs fastest. If the script is longer than LONGEST bytes, fewer positions are taken.
    """
    recording = _recorded(view, name, cap)
    if cap != SPARSE and len(recording.script) > LONGEST:
        recording = _recorded(view, name, int(cap * 0.9 * LONGEST / len(recording.script)))
    return recording


def _recorded(view: View, name: str, cap: int) -> Recording:
    moved = positions_of(view, cap)
    bundle, axes = Bundle(), DrawnAxes(view.size)
    for places in itertools.product(*(range(len(control.values)) for control in moved)):
        values: dict = {}
        for control, place in zip(moved, places, strict=True):
            values |= control.values[place]
        try:
            picture = view.at(**values).picture
        except ValueError as error:
            bundle.fail(str(error))
            continue
        bundle.add(axes.number(picture), picture.panels, picture.description)
    controls = [
        dict(label=c.label, kind=c.kind, labels=c.labels, start=c.start, interval=c.interval, left_out=c.left_out)
        for c in moved
    ]
    packed = bundle.packed(controls=controls, axes=axes.found)
    return Recording(f"mlcoreBook({json.dumps(name)},{json.dumps(packed)});\n", len(bundle.frames), cap)


class DrawnAxes:
    """The distinct axes of a figure's frames, each drawn once, for a wide and for a narrow screen."""

    def __init__(self, size: tuple[float, float]):
        self.size, self.found, self._keys = size, [], []

    def number(self, picture: Picture) -> int:
        """Which axes this picture stands in; new ones are drawn."""
        key = (rows_of(picture.panels), [panel.legend for panel in flat(picture.panels)])
        for k, known in enumerate(self._keys):
            if known == key:
                return k
        self._keys.append(key)
        self.found.append({"wide": drawn(picture.panels, self.size), "narrow": drawn(*narrow(picture.panels))})
        return len(self._keys) - 1


def drawn(panels: Panels, size: tuple[float, float]) -> dict:
    """What live.js takes as axes, with the picture in base64."""
    axes = pack_axes(panels, size, RATIO)
    return axes | {"png": base64.b64encode(small(axes["png"])).decode()}


def small(png: bytes, colours: int = 96) -> bytes:
    """The picture with at most so many colours: axes have few."""
    picture = Image.open(io.BytesIO(png)).convert("RGBA").quantize(colours, method=Image.Quantize.FASTOCTREE)
    buffer = io.BytesIO()
    picture.save(buffer, format="png", optimize=True)
    return buffer.getvalue()


def narrow(panels: Panels) -> tuple[Rows, tuple[float, float]]:
    """The panels for a telephone, one below the other, and the size in inches. Many small ones stay side by side."""
    columns = 1 if len(flat(panels)) <= SMALL else 4

    def sized(rows: Rows) -> tuple[float, float]:
        return NARROW, len(rows) * TALL / columns + LINE * lines_in(rows)

    rows, _ = laid_out(in_columns([replace(panel, width=1.0) for panel in flat(panels)], columns), sized)
    return rows, sized(rows)
