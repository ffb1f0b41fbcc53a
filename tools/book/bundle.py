"""Frames in few bytes: what a figure of the book sends to the browser, as one classic script (player.js reads it).

Under file:// a page can fetch nothing and start no module: a script with a string in it is what is left. The string is
base64 of deflated bytes: four bytes with the length of the header, the header (JSON), then four streams: the low and
the high bytes of quantised coordinates, float32, and uint8 of images. Each distinct mark stands there once.
"""

import base64
import json
import zlib
from dataclasses import dataclass, field

import numpy as np

from mlcore.show.marks import Panel, Panels, flat
from mlcore.show.pack import arrays_of, pack

WINDOW = 32  # the quantised range of a coordinate, in lengths of its axis: a curve may leave the picture unbent
LEVELS = 65535  # 2048 an axis: a fifth of a pixel
QUANTISED, FLOATS, BYTES = 0, 1, 2  # how an array is stored


@dataclass
class Bundle:
    """Frames of one figure, added one by one."""

    looks: list[dict] = field(default_factory=list)
    marks: list[list] = field(default_factory=list)  # per distinct mark: its look, then its arrays
    arrays: list[list] = field(
        default_factory=list
    )  # each distinct one: how it is stored, numbers, offset, limits, order
    limits: list[list] = field(default_factory=list)  # per distinct panel window: low and width in x and in y, logs
    texts: list[str] = field(default_factory=list)
    frames: list[list] = field(default_factory=list)  # per frame: axes, text, then the marks; or only an error's text
    _known: dict = field(default_factory=dict)
    _streams: tuple[list, list, list] = field(default_factory=lambda: ([], [], []))
    _sizes: list[int] = field(default_factory=lambda: [0, 0, 0])

    def add(self, axes: int, panels: Panels, description: str) -> None:
        """A frame over the axes with this number."""
        marks, numbers = [(panel, mark) for panel in flat(panels) for mark in panel.marks], []
        for (panel, mark), look in zip(marks, pack(panels)["marks"], strict=True):
            del look["at"], look["counts"]
            entry = [self._index(self.looks, look)] + [self._array(a, panel) for a in arrays_of(mark)]
            numbers.append(self._index(self.marks, entry))
        self.frames.append([axes, self._index(self.texts, description), *numbers])

    def fail(self, sentence: str) -> None:
        """A frame that cannot be drawn, and why."""
        self.frames.append([-1, self._index(self.texts, sentence)])

    def packed(self, **more) -> str:
        """Everything as base64; `more` goes into the header."""
        header = json.dumps(
            dict(looks=self.looks, marks=self.marks, arrays=self.arrays, limits=self.limits, texts=self.texts,
                 frames=self.frames, sizes=self._sizes, **more),
            ensure_ascii=False, separators=(",", ":"), default=_plain,
        ).encode()  # fmt: skip
        words, floats, images = (np.concatenate(s) if s else np.zeros(0, np.uint8) for s in self._streams)
        planes = [(words & 255).astype(np.uint8), (words >> 8).astype(np.uint8)]
        blob = b"".join([len(header).to_bytes(4, "little"), header, *(p.tobytes() for p in planes),
                         floats.tobytes(), images.tobytes()])  # fmt: skip
        return base64.b64encode(zlib.compress(blob, 9)).decode()

    def _index(self, table: list, entry) -> int:
        """The entry's place in the table, where it is appended if it is new."""
        key = (id(table), json.dumps(entry, ensure_ascii=False, default=_plain))
        if key not in self._known:
            self._known[key] = len(table)
            table.append(entry)
        return self._known[key]

    def _array(self, array: np.ndarray, panel: Panel) -> int:
        """The number of this array in this panel: most stand in many frames, and are found by their bytes."""
        window = (*panel.xlim, *panel.ylim, panel.logx, panel.logy)
        seen = (window, array.dtype.str, array.shape, array.tobytes())
        if seen not in self._known:
            self._known[seen] = self._new_array(array, panel)
        return self._known[seen]

    def _new_array(self, array: np.ndarray, panel: Panel) -> int:
        kind, limits, order, stored = self._stored(array, panel)
        key = (kind, limits, order, stored.tobytes())
        if key not in self._known:
            self._known[key] = len(self.arrays)
            self.arrays.append([kind, int(stored.size), self._sizes[kind], limits, order])
            self._streams[kind].append(stored)
            self._sizes[kind] += int(stored.size)
        return self._known[key]

    def _stored(self, array: np.ndarray, panel: Panel) -> tuple[int, int, int, np.ndarray]:
        """How an array is stored, in which window, with which order (or how many colours), and its numbers."""
        if array.dtype == np.uint8:
            return BYTES, -1, *with_palette(array)
        window = [float(v) for v in (*panel.xlim, *panel.ylim, panel.logx, panel.logy)]
        floats = np.asarray(array, np.float32).ravel()
        whole = quantised(floats, window)
        if whole is None:
            return FLOATS, -1, 0, floats
        return QUANTISED, self._index(self.limits, window), *shortest(whole)


def quantised(floats: np.ndarray, limits: list[float]) -> np.ndarray | None:
    """Coordinates x, y, x, y, … as whole numbers (n/2, 2) from 0 to LEVELS; None if one lies too far out.

    limits: xlim, ylim, and whether x and y are logarithmic. The whole numbers count from the lower end of a window
    WINDOW times as long as the axis around its middle.
    """
    pairs = floats.reshape(-1, 2).astype(float)
    whole = np.empty(pairs.shape, np.int64)
    for j, (a, b, log) in enumerate(((*limits[:2], limits[4]), (*limits[2:4], limits[5]))):
        column = pairs[:, j]
        if log and not (column > 0).all():
            return None
        if log:
            a, b, column = np.log(a), np.log(b), np.log(column)
        share = (column - (a + b) / 2) / (b - a) / WINDOW + 0.5
        if not (np.isfinite(share).all() and (share >= 0).all() and (share <= 1).all()):
            return None
        whole[:, j] = np.round(share * LEVELS)
    return whole


def shortest(whole: np.ndarray) -> tuple[int, np.ndarray]:
    """How often to take differences along the rows, 1 or 2 times, for small numbers; and these as zigzag uint16."""
    once = _wrapped(np.diff(whole, axis=0, prepend=0))
    twice = _wrapped(np.diff(once, axis=0, prepend=0))
    order, steps = min((1, once), (2, twice), key=lambda pair: np.log2(1 + np.abs(pair[1])).sum())
    return order, ((steps << 1) ^ (steps >> 63)).astype(np.uint16).ravel()


def with_palette(rgba: np.ndarray) -> tuple[int, np.ndarray]:
    """How many colours an image has and its bytes: the colours, then a number for each pixel.

    0 and the image as it is, if its colours are more than a byte can count.
    """
    pixels = np.ascontiguousarray(rgba).view(np.uint32).ravel()
    colours, numbers = np.unique(pixels, return_inverse=True)
    if len(colours) > 256:
        return 0, rgba.ravel()
    return len(colours), np.concatenate([colours.view(np.uint8), numbers.astype(np.uint8)])


def _wrapped(steps: np.ndarray) -> np.ndarray:
    """The same steps round a circle of LEVELS + 1 places, by the shorter way: they fit into 16 bits."""
    return (steps + 32768) % 65536 - 32768


def _plain(value):
    """NumPy's numbers as Python's."""
    return value.item()
