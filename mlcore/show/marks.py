"""Marks: a picture as plain data, in data coordinates and drawing order.

A demo's `draw` returns panels of these. Two renderers know them: matplotlib (`render`) and the
browser's canvas (`live.js`). Lengths named size and width are points (1/72 inch).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

DASHES = {"solid": (), "dashed": (5, 3), "dotted": (1, 2), "dashdot": (6, 2, 1, 2)}  # in points


@dataclass(frozen=True, kw_only=True, eq=False)
class Mark:
    """What all marks have: a colour, its opacity, and the words for it in the legend (none: no entry)."""

    color: str = "#000000"
    alpha: float = 1.0
    label: str = ""


@dataclass(frozen=True, eq=False)
class Fill(Mark):
    """A filled region: rings, each (m, 2); a ring wound the other way round inside another is a hole."""

    rings: list[np.ndarray]


@dataclass(frozen=True, eq=False)
class Lines(Mark):
    """Polylines, each (m, 2)."""

    paths: Sequence[np.ndarray]
    width: float = 1.5
    dash: str = "solid"


@dataclass(frozen=True, eq=False)
class Segments(Mark):
    """Straight pieces (n, 4): x0, y0, x1, y1."""

    ends: np.ndarray
    width: float = 1.0
    dash: str = "solid"


@dataclass(frozen=True, eq=False)
class Points(Mark):
    """Markers at xy (n, 2): 'o', 's', '^', 'D' (filled, with an edge), 'x' or '+' (strokes)."""

    xy: np.ndarray
    marker: str = "o"
    size: float = 5.0
    edge: str = ""
    edge_width: float = 1.0


@dataclass(frozen=True, eq=False)
class Bars(Mark):
    """Rectangles (n, 4): x0, y0, x1, y1."""

    boxes: np.ndarray


@dataclass(frozen=True, eq=False)
class Image(Mark):
    """A grid of colours, rgba (rows, columns, 4) of uint8, first row on top, over (x0, y0, x1, y1)."""

    rgba: np.ndarray
    extent: tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Text(Mark):
    """Words at xy (n, 2), on a white veil. align: which part of the words is at the point: left, center, right."""

    xy: np.ndarray
    words: list[str]
    size: float = 10.0
    align: str = "left"


@dataclass(frozen=True)
class Panel:
    """One pair of axes: the marks, and what stands still around them.

    equal: one unit is as long in x as in y (for distances and angles). width: relative to the other
    panels of the row (in a grid, the first row's count). ticks: (positions, labels) or None for matplotlib's own
    choice. bare: a frame and a title, without ticks and labels, for the small panels of a grid. legend_beside: the
    legend stands right of the axes and not above them; anchor: where in their place axes of equal units lie, if they
    do not fill it (what `fit` sets on a projector).
    """

    marks: Sequence[Mark] = field(compare=False)
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    xlabel: str = ""
    ylabel: str = ""
    title: str = ""
    equal: bool = False
    logx: bool = False
    logy: bool = False
    xticks: tuple[tuple, tuple] | None = None
    yticks: tuple[tuple, tuple] | None = None
    width: float = 1.0
    legend_columns: int = 3
    bare: bool = False
    legend_beside: bool = False
    anchor: str = "C"

    @property
    def legend(self) -> tuple[Any, ...]:
        """The marks with a label, as far as they matter to the legend."""
        styles = ("label", "color", "alpha", "width", "dash", "marker", "size", "edge", "edge_width")
        return tuple((type(mark), *(getattr(mark, name, None) for name in styles)) for mark in self.marks if mark.label)

    @property
    def legend_lines(self) -> int:
        """How many lines of words the legend has above the axes."""
        if self.legend_beside:
            return 0
        lines = [1 + mark.label.count("\n") for mark in self.marks if mark.label]
        return max(int(column.sum()) for column in np.array_split(np.array(lines, int), self.legend_columns))


Panels = Sequence[Panel] | Sequence[Sequence[Panel]]
"""The panels of a picture: one row, or several rows, of which the last may be shorter."""
Rows = list[list[Panel]]


def rows_of(panels: Panels) -> Rows:
    """The panels as a list of rows."""
    rows = [panels] if all(isinstance(panel, Panel) for panel in panels) else panels
    return [list(row) for row in rows]  # type: ignore[arg-type]


def flat(panels: Panels) -> list[Panel]:
    """The panels one after another, as `Pointer.panel` counts them."""
    return [panel for row in rows_of(panels) for panel in row]


def surroundings(panels: Panels) -> str:
    """What stands still around the marks, as one string: pictures with the same one can share their axes."""
    return repr([[(replace(panel, marks=[]), panel.legend) for panel in row] for row in rows_of(panels)])
