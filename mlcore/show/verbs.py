"""Verbs of drawing: each returns one mark, or a few, ready to be put into a panel."""

from typing import SupportsFloat

import numpy as np

from mlcore.show.marks import Fill, Image, Lines, Points, Segments, Text
from mlcore.show.style import BLACK, CLASS_COLORS, CLASS_MARKERS, GREEN, GREY

NOW = dict(color="#FFFFFF", edge=BLACK, edge_width=2.0, size=12.0)
"""The look of where things stand: a ring."""
BEST = dict(color=GREEN, dash="dashed", width=1.8)
"""The look of the best that there is: a dashed green line."""


def limits(v, pad: float = 0.06) -> tuple[float, float]:
    """The range of v, widened by a share on either side: limits for an axis."""
    low = float(np.min(v))
    high = float(np.max(v))
    room = pad * (high - low or 1.0)
    return low - room, high + room


def window(X, pad: float = 0.06) -> dict:
    """Limits for the points X (n, 2), for `Panel(marks, **window(X))`; equal units on both axes where that can be seen.

    With ranges that differ more than eightfold one axis would be a thread: each then has a scale of its own.
    """
    xlim = limits(X[:, 0], pad)
    ylim = limits(X[:, 1], pad)
    ratio = (xlim[1] - xlim[0]) / (ylim[1] - ylim[0])
    return dict(xlim=xlim, ylim=ylim, equal=1 / 8 < ratio < 8)


def curve(x, y, **look) -> Lines:
    """The polyline through (x_k, y_k), two arrays (m,)."""
    return Lines([np.column_stack([np.broadcast_to(x, np.shape(y)), y])], **look)


def point(x: float, y: float, **look) -> Points:
    """One marker at (x, y)."""
    return Points(np.array([[x, y]], float), **look)


def segment(start, end, **look) -> Segments:
    """One straight piece from start (2,) to end (2,)."""
    return Segments(np.array([[*start, *end]], float), **look)


def arrow(tail, tip, color: str = BLACK, width: float = 2.4, head: float = 0.28, **look) -> list[Segments | Fill]:
    """A line with a head, from tail (2,) to tip (2,); head: its length in units of the data, less for a short arrow."""
    tail = np.asarray(tail, float)
    tip = np.asarray(tip, float)
    length = max(float(np.linalg.norm(tip - tail)), 1e-300)
    along = (tip - tail) / length
    size = min(head, 0.6 * length)
    back = tip - size * along
    side = 0.4 * size * np.array([-along[1], along[0]])
    shaft = segment(tail, tip - 0.6 * size * along, color=color, width=width, **look)
    return [shaft, Fill([np.array([tip, back + side, back - side])], color=color)]


def hline(y: float, xlim: tuple[float, float], **look) -> Segments:
    """A horizontal line at this height, from side to side."""
    return segment((xlim[0], y), (xlim[1], y), **{"color": GREY} | look)


def vline(x: float, ylim: tuple[float, float], **look) -> Segments:
    """A vertical line at this place, from bottom to top."""
    return segment((x, ylim[0]), (x, ylim[1]), **{"color": GREY} | look)


def words(x: SupportsFloat, y: SupportsFloat, text: str, **look) -> Text:
    """A few words at (x, y)."""
    return Text(np.array([[x, y]], float), [text], **look)


def heat_map(values, extent: tuple[float, float, float, float], low: float = 0.0, high: float | None = None) -> Image:
    """A table of numbers (rows, columns) as greys, first row on top: white at `low`, black at `high` (the largest)."""
    values = np.asarray(values, float)
    top = values.max() if high is None else high
    grey = np.clip(255 * (1 - (values - low) / (top - low or 1.0)), 0, 255).astype(np.uint8)
    return Image(np.dstack([grey, grey, grey, np.full_like(grey, 255)]), extent)


def trace(x, y, now: int, **look) -> list[Lines | Points]:
    """The path through (x_k, y_k) so far, from 0 to index `now`, with a ring where it stands; nothing of what comes."""
    x = np.asarray(x, float)[: now + 1]
    y = np.asarray(y, float)[: now + 1]
    return [curve(x, y, **look), point(x[-1], y[-1], **NOW)] if len(x) else []


def scatter_classes(X, y, names=("y = −1", "y = +1"), size: float = 5.5, alpha: float = 0.9) -> list[Points]:
    """The points of the two classes, y in {-1, +1}: circles and squares."""
    return [
        Points(X[y == c], color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], size=size, alpha=alpha, label=name)
        for c, name in zip((-1, 1), names, strict=True)
    ]
