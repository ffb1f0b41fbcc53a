"""Panels fitted to a width: words in lines, legends and panels in fewer columns, until nothing is cut.

For a projector, where all is larger and the window is not, and for the book on a telephone.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from mlcore.show import style
from mlcore.show.marks import Mark, Panel, Panels, Rows, Text, flat, rows_of
from mlcore.show.render import make_figure

Size = tuple[float, float]
LEAST = 2.6  # inches: narrower than this, panels go below each other
LOW = 2.2  # inches: no row of panels is lower than this and its words
LINE = 0.24  # inches: a row of a legend, or one more line of words
_BESIDE = 160  # CSS pixels for the words of a legend that stands beside its axes
_GAP = 6  # CSS pixels between what belongs to two panels
_ROUNDS = 6
_LEGEND = 0.92 * style.FONT_SIZE  # points


def fit(panels: Panels, size: Size, room: Sequence[int]) -> tuple[Rows, Size]:
    """The panels for a picture as wide as `room`, its width and height in CSS pixels, and the picture's size in inches.

    It has the proportions of `size`, but is lower where it could not be seen at once, and higher for a longer legend.
    Legends stand beside the axes if this leaves more to see.
    """
    rows = rows_of(panels)
    across, up = (pixels / style.CSS_DPI for pixels in room)
    own = size[1] / len(rows)
    lines = lines_in(rows)
    wanted = max(1.0, across / size[0]) * own
    crowded = any(map(_has_words_in_it, flat(rows))) and across < 0.9 * size[0]
    columns = 1 if crowded else max(1, int(across / LEAST))
    if columns < len(rows[0]):
        rows = in_columns([replace(panel, width=1.0) for panel in flat(rows)], columns)

    def sized(rows: Rows) -> Size:
        high = wanted * len(rows) + LINE * max(0, lines_in(rows) - lines)
        return across, max(sum(_low(row, own) for row in rows) + LINE * lines_in(rows), min(high, up))

    wide = max(sum(map(_beside, row)) for row in rows)
    places = (False, True) if 0 < wide < room[0] / 2 else (False,)
    best = max((laid_out(_placed(rows, beside), sized) for beside in places), key=lambda found: _axes_area(*found))[0]
    return best, sized(best)


def in_columns(panels: Sequence[Panel], columns: int) -> Rows:
    """Rows of so many panels; the last one may be shorter."""
    return [list(panels[k : k + columns]) for k in range(0, len(panels), columns)]


def lines_in(rows: Rows) -> int:
    """How many lines of legends and words, one above the other, the rows have beyond a title and a label each."""
    return sum(max(map(_lines, row)) for row in rows)


def _low(row: Sequence[Panel], own: float) -> float:
    """Inches: no less for a row of panels, of its own height, and enough for names up its axes and words in boxes."""
    names = [0.95 + 0.2 * len(panel.yticks[1]) for panel in row if panel.yticks]
    return max([LOW, *names, *(0.8 * own for panel in row if _has_words_in_it(panel))])


def _has_words_in_it(panel: Panel) -> bool:
    """Whether it is a drawing with words in it, as a tree with its boxes: they need its size."""
    return panel.bare and any(isinstance(mark, Text) for mark in panel.marks)


def _beside(panel: Panel) -> float:
    """CSS pixels of the legend, were it beside the axes."""
    with style.rc():
        long = [min(_BESIDE, _wide(mark.label, _LEGEND)) for mark in panel.marks if mark.label]
    return _legend_wide(long, 1) if long else 0.0


def _lines(panel: Panel) -> int:
    return panel.legend_lines + panel.title.count("\n") + panel.xlabel.count("\n")


def _placed(rows: Rows, beside: bool) -> Rows:
    """The panels with their legends beside or above them; what axes of equal units leave free lies to their right."""
    return [[replace(panel, legend_beside=beside, anchor="W") for panel in row] for row in rows]


def laid_out(rows: Rows, sized: Callable[[Rows], Size]) -> tuple[Rows, Figure]:
    """The panels with words in lines, and legends in columns, that end before the next panel and the edge begin.

    sized: the size of the picture in inches, for panels with these words. The figure has their axes laid out.
    """
    plain = flat(rows)
    figure = Figure()
    for _ in range(_ROUNDS):
        with style.rc():
            figure = make_figure(rows, sized(rows))
            figure.set_dpi(style.CSS_DPI)
            figure.draw_without_rendering()  # puts the labels in their places
            parts = zip(plain, flat(rows), _rooms(rows, figure), strict=True)
            panels = [_fitted(panel, now.legend_columns, room) for panel, now, room in parts]
        if list(map(_words, panels)) == list(map(_words, flat(rows))):
            break
        rows = in_rows_of(rows, panels)
    return rows, figure


def in_rows_of(rows: Sequence[Sequence], things: Sequence[Any]) -> list[list[Any]]:
    """These things in rows as long as those."""
    left = iter(things)
    return [[next(left) for _ in row] for row in rows]


def _axes_area(rows: Rows, figure: Figure) -> float:
    """How large the axes are, all together; nothing where a legend beside them is cut, or pushes a label out."""
    boxes = [legend.get_window_extent() for ax in figure.axes if (legend := ax.get_legend())]
    cut = any(box.y0 < 0 or box.x1 > figure.bbox.x1 for box in boxes) or min(map(_left, figure.axes)) < 0
    if flat(rows)[0].legend_beside and cut:
        return -np.inf
    return float(np.mean([np.log(max(1.0, ax.bbox.width) * max(1.0, ax.bbox.height)) for ax in figure.axes]))


class Room(NamedTuple):
    """CSS pixels that a panel's words have: from the left of its axes, centred below and beside them; its own width."""

    beyond: float
    below: float
    beside: float
    width: float


def _rooms(rows: Rows, figure: Figure) -> list[Room]:
    """How far the words of each panel may reach, from where its axes and those around it lie."""
    width, height = figure.bbox.size
    lines = in_rows_of(rows, figure.axes)
    rooms = []
    bottoms = [min(ax.bbox.y0 for ax in line) for line in lines]
    tops = [max(ax.bbox.y1 for ax in line) for line in lines]
    edges = [height, *((low + high) / 2 for low, high in zip(bottoms, tops[1:], strict=False)), 0.0]
    for line, panels, top, bottom in zip(lines, rows, edges, edges[1:], strict=False):
        rights = [_right(ax, panel) for ax, panel in zip(line, panels, strict=True)]
        ends = [(right + _left(ax)) / 2 for ax, right in zip(line[1:], rights, strict=False)]
        for ax, start, end in zip(line, [0.0, *ends], [*ends, width], strict=True):
            (x0, y0), (x1, y1) = ax.bbox.min, ax.bbox.max
            below = min(x0 + x1 - 2 * start, 2 * end - x0 - x1)
            beside = min(y0 + y1 - 2 * bottom, 2 * top - y0 - y1)
            rooms.append(Room(end - x0 - _GAP, below - 2 * _GAP, beside - 2 * _GAP, x1 - x0))
    return rooms


def _left(ax: Axes) -> float:
    box = ax.yaxis.get_tightbbox()
    return ax.bbox.x0 if box is None else min(ax.bbox.x0, box.x0)


def _right(ax: Axes, panel: Panel) -> float:
    legend = ax.get_legend() if panel.legend_beside else None
    return legend.get_window_extent().x1 if legend else ax.bbox.x1


def _fitted(panel: Panel, most: int, room: Room) -> Panel:
    """The panel with its words in lines, and its legend in at most so many columns."""
    long = [_wide(mark.label, _LEGEND) for mark in panel.marks if mark.label]
    columns = next((k for k in range(most, 1, -1) if _legend_wide(long, k) <= room.beyond), 1)
    words = _BESIDE if panel.legend_beside else room.beyond - _legend_wide([0.0], 1)
    one = panel.legend_beside or columns == 1
    return replace(
        panel, marks=[_with_lines(mark, words) for mark in panel.marks] if one else panel.marks,
        legend_columns=columns, title=wrapped(panel.title, room.beyond), xlabel=wrapped(panel.xlabel, room.below),
        ylabel=wrapped(panel.ylabel, room.beside), xticks=_apart(panel, room.width),
    )  # fmt: skip


def _apart(panel: Panel, width: float) -> tuple[tuple, tuple] | None:
    """The ticks below the axes, with names that do not touch: in lines, and if that is not enough, in turns lower."""
    places, names = panel.xticks or ((), ())
    scale = np.log if panel.logx else np.asarray
    gaps = np.abs(np.diff(scale(places)) / np.ptp(scale(panel.xlim))) * width - _GAP

    def touch(names: Sequence[str]) -> bool:
        long = np.array([_wide(name, _LEGEND) for name in names])
        return bool(((long[1:] + long[:-1]) / 2 > gaps).any())

    if len(names) < 2 or not touch(names):
        return panel.xticks
    lines = tuple(wrapped(name, min(gaps), _LEGEND) for name in names)
    lower = "\n" * (1 + max(name.count("\n") for name in names))
    return places, tuple(lower * (k % 2) + name for k, name in enumerate(names)) if touch(lines) else lines


def _with_lines(mark: Mark, room: float) -> Mark:
    return replace(mark, label=wrapped(mark.label, room, _LEGEND))


def _words(panel: Panel) -> tuple:
    labels = tuple(mark.label for mark in panel.marks if mark.label)
    return panel.title, panel.xlabel, panel.ylabel, panel.xticks, panel.legend_columns, labels


def _legend_wide(long: Sequence[float], columns: int) -> float:
    """CSS pixels of a legend whose words are so wide each, as matplotlib sets it: lines, words, gaps, in ems."""
    em = _LEGEND * style.CSS_DPI / 72
    parts = [part for part in np.array_split(long, columns) if len(part)]
    return sum(2.4 * em + max(part) for part in parts) + (1.2 * (len(parts) - 1) + 0.8) * em


def wrapped(words: str, room: float, points: float = style.FONT_SIZE) -> str:
    """In lines of so many CSS pixels; a formula and a word are left whole."""
    lines = []
    for part in words.split("\n") if words else []:
        line = ""
        for word in re.findall(r"(?:\$[^$]*\$|\S)+", part):
            longer = f"{line} {word}".strip()
            if line and _wide(longer, points) > room:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return "\n".join(lines)


@cache
def _wide(words: str, points: float) -> float:
    """CSS pixels. Use it inside `style.rc()`, where matplotlib may be asked."""
    font = FontProperties(family="DejaVu Sans", size=points)
    renderer = RendererAgg(1, 1, style.CSS_DPI)
    lines = map(style.formulas_or_words, words.split("\n"))
    return max(renderer.get_text_width_height_descent(line, font, ismath="$" in line)[0] for line in lines)
