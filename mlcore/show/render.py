"""Marks drawn by matplotlib: stored pictures, static figures, and the axes that a live figure stands in."""

import io
import textwrap
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine, LayoutEngine
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from mlcore.show import style
from mlcore.show.marks import (
    DASHES,
    Bars,
    Fill,
    Image,
    Lines,
    Mark,
    Panel,
    Panels,
    Points,
    Rows,
    Segments,
    Text,
    flat,
    rows_of,
    surroundings,
)
from mlcore.show.numbers import with_minus

CAPTION_LINE, CAPTION_GAP = 0.225, 0.075  # inches, whole pixels of a stored picture
STORED_RATIO = 1.25  # pixels per CSS pixel in stored pictures
KEPT = 1000  # layouts, a few numbers each
_places: dict[str, list[Bbox]] = {}


def make_figure(panels: Panels, size: tuple[float, float], caption: str = "") -> Figure:
    """Rows of axes with labels, ticks and legends, without their marks; size in inches.

    The panels lie in the same places at every resolution, and with a caption, which adds lines below.
    Use it inside `style.rc()`.
    """
    across, up = (pixels / style.CSS_DPI for pixels in style.css_size(size))
    layout = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.08)
    figure = Figure((across, up), dpi=style.CSS_DPI * STORED_RATIO, layout=layout)
    FigureCanvasAgg(figure)
    rows = rows_of(panels)
    grid = figure.subplots(len(rows), len(rows[0]), squeeze=False, width_ratios=[p.width for p in rows[0]])
    for axes, row in zip(grid, rows, strict=True):
        for ax, panel in zip(axes, row, strict=False):
            _dress(ax, panel)
        for ax in axes[len(row) :]:
            ax.remove()
    _place(figure, layout, rows, size)
    figure.set_layout_engine("none")
    if caption:
        _add_caption(figure, caption)
    for ax in figure.axes:
        ax.apply_aspect()  # where equal units put it, for what is placed at its edges
    return figure


def _place(figure: Figure, layout: LayoutEngine, rows: Rows, size: tuple[float, float]) -> None:
    """Put the axes where the layout engine would have them: a layout that was found before is used again."""
    key = f"{surroundings(rows)} {size}"
    if key not in _places:
        crowded = any(panel.equal and panel.anchor == "W" for panel in flat(rows))
        for _ in range(2 if crowded else 1):  # in a room of their own equal units need a second round
            layout.execute(figure)
        _places[key] = [ax.get_position(original=True) for ax in figure.axes]
        for oldest in list(_places)[:-KEPT]:
            _places.pop(oldest, None)
    for ax, place in zip(figure.axes, _places[key], strict=True):
        ax.set_position(place, which="original")


def _add_caption(figure: Figure, caption: str) -> None:
    width, height = figure.get_size_inches()
    lines = textwrap.wrap(caption, int(13.2 * width))
    total = height + CAPTION_LINE * len(lines) + CAPTION_GAP
    figure.set_size_inches(width, total)
    for ax in figure.axes:
        left, bottom, across, up = ax.get_position(original=True).bounds
        ax.set_position((left, 1 - (1 - bottom) * height / total, across, up * height / total))
    words = "\n".join(map(style.formulas_or_words, lines))
    figure.text(0.012, 0.06 / total, words, va="bottom", color="#333333")


def _dress(ax, panel: Panel) -> None:
    words = style.formulas_or_words
    ax.set(xlim=panel.xlim, ylim=panel.ylim, xlabel=words(panel.xlabel), ylabel=words(panel.ylabel))
    ax.set_xscale("log" if panel.logx else "linear")
    ax.set_yscale("log" if panel.logy else "linear")
    if panel.equal:
        ax.set_aspect("equal", anchor=panel.anchor)
    for axis, ticks, log in ((ax.xaxis, panel.xticks, panel.logx), (ax.yaxis, panel.yticks, panel.logy)):
        if ticks is not None:
            places, names = ticks
            axis.set_ticks(places, list(map(words, names)))
            axis.set_ticks([], minor=True)
        elif not log:
            axis.set_major_formatter(_tick_words)
    if panel.xticks == panel.yticks == ((), ()):  # a picture, not a graph
        ax.spines[:].set_visible(False)
    ax.patch.set_visible(False)
    if panel.bare:
        ax.set(xticks=[], yticks=[], xlabel="", ylabel="")
        ax.minorticks_off()
        ax.spines[:].set_visible(True)
    handles = [_handle(mark) for mark in panel.marks if mark.label]
    if handles and panel.legend_beside:
        ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    elif handles:
        above = 1.01 if panel.anchor == "C" else 1.0  # of high axes a hundredth would reach into the title
        legend = ax.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, above), ncols=panel.legend_columns)
        legend.set_in_layout(False)  # it may be wider than its axes: the title keeps its height free
    if panel.title or panel.legend_lines:
        air = 6 if panel.title else 2  # a title must not touch the legend, or the frame, below it
        ax.set_title(words(panel.title) or " ", y=1.0, pad=air + 1.55 * panel.legend_lines * style.FONT_SIZE)


def _tick_words(value: float, _) -> str:
    """A number at an axis, five characters or so in any unit: matplotlib's own factor would hide in the legend."""
    words = f"{value:.6g}" if value == 0 or 1e-3 <= abs(value) < 1e5 else f"{value:.3g}"
    mantissa, _, exponent = words.partition("e")
    return with_minus(f"{mantissa}e{int(exponent)}" if exponent else mantissa)


def _handle(mark: Any) -> Artist:
    """What stands for the mark in the legend."""
    look: dict[str, Any] = dict(color=mark.color, alpha=mark.alpha, label=style.formulas_or_words(mark.label))
    if isinstance(mark, (Fill, Bars)):
        return Patch(**look, linewidth=0)
    if isinstance(mark, Points):
        return Line2D([], [], linestyle="none", **look, **_marker(mark))
    return Line2D([], [], **look, linewidth=mark.width, linestyle=_dash(mark))


def _marker(mark: Points) -> dict:
    edge = mark.edge or (mark.color if mark.marker in "x+" else "none")
    return dict(
        marker=mark.marker, markersize=mark.size, markerfacecolor=mark.color,
        markeredgecolor=edge, markeredgewidth=mark.edge_width,
    )  # fmt: skip


def _dash(mark: Lines | Segments):
    """matplotlib counts dashes in line widths, the canvas in pixels: undo its scaling."""
    pattern = DASHES[mark.dash]
    return (0, tuple(length / mark.width for length in pattern)) if pattern else "solid"


def draw_mark(ax, mark: Mark, zorder: float) -> None:
    """Draw one mark into the axes, not snapped to whole pixels: the browser does not either."""
    look = dict(alpha=mark.alpha, zorder=zorder, snap=False)
    match mark:
        case Fill(rings=rings) if rings:
            path = Path.make_compound_path(*(Path([*ring, ring[0]], closed=True) for ring in rings))
            ax.add_patch(PathPatch(path, facecolor=mark.color, linewidth=0, **look))
        case Lines(paths=paths):
            line = dict(colors=mark.color, linewidths=mark.width, linestyles=[_dash(mark)], capstyle="butt")
            ax.add_collection(LineCollection(paths, **line, **look), autolim=False)
        case Segments(ends=ends):
            line = dict(colors=mark.color, linewidths=mark.width, linestyles=[_dash(mark)], capstyle="butt")
            ax.add_collection(LineCollection(list(ends.reshape(-1, 2, 2)), **line, **look), autolim=False)
        case Points(xy=xy):  # whole or not at all: none is cut by the edge
            inside = xy[_within(ax, xy)]
            ax.add_line(Line2D(*inside.T, linestyle="none", color=mark.color, clip_on=False, **_marker(mark), **look))
        case Bars(boxes=boxes):
            corners = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
            draw_mark(ax, Fill(list(corners), color=mark.color, alpha=mark.alpha), zorder)
        case Image(rgba=rgba, extent=(x0, y0, x1, y1)):
            ax.imshow(rgba, extent=(x0, x1, y0, y1), aspect=ax.get_aspect(), interpolation="nearest", **look)
        case Text(xy=xy, words=words):
            veil = dict(boxstyle="square,pad=0.12", facecolor="white", alpha=0.75, linewidth=0)
            for place, word in zip(np.reshape(xy, (-1, 2)), words, strict=True):
                text = ax.text(
                    *place, word, color=mark.color, size=mark.size, ha=mark.align, va="center",
                    bbox=veil, clip_on=True, **look,
                )  # fmt: skip
                if _within(ax, place).all():
                    _shift_inside(ax, text)


def _shift_inside(ax, text) -> None:
    """At an edge, words are shifted so that they can be read to the end."""
    pixel = ax.figure.dpi / style.CSS_DPI
    (x0, y0), (x1, y1), words = ax.bbox.min, ax.bbox.max, text.get_window_extent()
    x, y = ax.transData.transform(text.get_position())
    room = 2 * pixel
    half = 0.62 * text.get_size() * ax.figure.dpi / 72
    dx = max(x0 + room - words.x0, min(0, x1 - room - words.x1))
    text.set_position(ax.transData.inverted().transform((x + dx, max(y0 + half, min(y, y1 - half)))))


def _within(ax, xy: np.ndarray) -> np.ndarray:
    """Which of the points (n, 2) lie in the axes, half a CSS pixel more or less."""
    with np.errstate(invalid="ignore", divide="ignore"):  # on a logarithmic axis 0 is nowhere
        share = ax.transAxes.inverted().transform(ax.transData.transform(np.reshape(xy, (-1, 2))))
    room = 0.5 * ax.figure.dpi / style.CSS_DPI / np.array(ax.bbox.size)
    return ((share > -room) & (share < 1 + room)).all(axis=1)


def to_png(panels: Panels, size: tuple[float, float], caption: str = "", ratio: float = STORED_RATIO) -> bytes:
    """The whole picture as a PNG, `ratio` pixels per CSS pixel."""
    with style.rc():
        figure = make_figure(panels, size, caption)
        for ax, panel in zip(figure.axes, flat(panels), strict=True):
            for order, mark in enumerate(panel.marks):
                draw_mark(ax, mark, 1 + order / len(panel.marks))
        return _png(figure, ratio, "white")


def axes_png(panels: Panels, size: tuple[float, float], ratio: float) -> tuple[bytes, list[list[float]]]:
    """The axes alone, transparent, and where each panel lies: left, top, width, height in CSS pixels."""
    with style.rc():
        figure = make_figure(panels, size)
        png = _png(figure, ratio, "none")
    height = figure.get_figheight() * style.CSS_DPI
    boxes = []
    for ax in figure.axes:
        left, bottom, right, top = np.array(ax.get_window_extent().extents) / ratio
        boxes.append([float(v) for v in (left, height - top, right - left, top - bottom)])
    return png, boxes


def _png(figure: Figure, ratio: float, background: str) -> bytes:
    figure.set_dpi(style.CSS_DPI * ratio)
    figure.set_facecolor(background)
    buffer = io.BytesIO()
    FigureCanvasAgg(figure).print_png(buffer, metadata={"Software": None})  # savefig would draw twice
    return buffer.getvalue()
