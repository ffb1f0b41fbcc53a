"""One look for every picture: Okabe-Ito colours, each joined by a marker or a line style, on white."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import matplotlib as mpl
from matplotlib.mathtext import MathTextParser

BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILLION, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
GREY = "#5F5F5F"
NEGATIVE = BLUE
POSITIVE = VERMILLION  # the classes y = -1 and y = +1
CLASS_MARKERS = {-1: "o", 1: "s"}
CLASS_COLORS = {-1: NEGATIVE, 1: POSITIVE}
# Not black: it is the colour of edges and of the cross in a centre.
_COLORS = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, GREY, YELLOW)
_MARKERS = ("o", "s", "^", "D")

CSS_DPI = 96  # CSS pixels per inch: 1 point is 4/3 of a pixel
FONT_SIZE = 10.5
_enlarged = 1.0
_fits = False
PROJECTOR = 1.4
_one_at_a_time = threading.RLock()


def group_look(k: int) -> dict:
    """Colour and marker of group k = 0, 1, …: all different for 32 groups."""
    return dict(color=_COLORS[k % len(_COLORS)], marker=_MARKERS[(k + k // len(_COLORS)) % len(_MARKERS)])


def class_look(label: int) -> dict:
    """Colour and marker of a class: -1 and +1 look alike in every lecture."""
    if label in CLASS_COLORS:
        return dict(color=CLASS_COLORS[label], marker=CLASS_MARKERS[label])
    return group_look(label)


def css_size(size: tuple[float, float]) -> tuple[int, int]:
    """Inches to CSS pixels, in fours: whole device pixels at 1, 1.25, 1.5 and 2 per CSS pixel, so nothing blurs."""
    width, height = (4 * round(inches * CSS_DPI / 4) for inches in size)
    return width, height


def enlarged() -> float:
    """How much larger figures are shown: 1, or the factor of a projector."""
    return _enlarged


def fits() -> bool:
    """Whether a live figure is enlarged by less where the window would not show all of it."""
    return _fits


def enlarge(factor: float | None) -> None:
    """Show figures so much larger from now on; None: by PROJECTOR, or as much of it as the window shows.

    ValueError if the factor is not a number from 1 to 3.
    """
    global _enlarged, _fits
    if factor is not None and not 1 <= factor <= 3:
        raise ValueError(f"factor is {factor}: take a number from 1 to 3, 1 for the screen.")
    _enlarged = PROJECTOR if factor is None else float(factor)
    _fits = factor is None


@cache
def formulas_or_words(text: str) -> str:
    """The text with its formulas, $x_1$, left to matplotlib; where $ is money, in a column's name, it is money.

    A formula begins and ends right beside its $, and can be parsed. Use it inside `rc()`.
    """
    return "\n".join(line if _is_set(line) else line.replace("$", r"\$") for line in text.split("\n"))


def _is_set(line: str) -> bool:
    inner = re.findall(r"\$([^$]*)\$", line)
    if not all(part and part == part.strip() for part in inner):
        return False
    try:
        MathTextParser("path").parse(line)
    except ValueError:
        return False
    return True


@contextmanager
def rc() -> Iterator[None]:
    """Our settings over matplotlib's defaults, for the time of one drawing; the student's own stay as they are.

    They have no part in it either: a style, a matplotlibrc or usetex of the session would change every figure.
    One drawing at a time: JupyterLab hands a widget's messages to the kernel on a thread of their own, while cells
    still run, and neither matplotlib's settings nor its parser of formulas can be shared.
    """
    size = FONT_SIZE
    settings: dict[Any, Any] = {
        "font.family": "DejaVu Sans", "font.size": size, "axes.labelsize": size, "axes.titlesize": size,
        "axes.titlelocation": "left", "axes.titlepad": 7, "xtick.labelsize": 0.92 * size,
        "ytick.labelsize": 0.92 * size, "legend.fontsize": 0.92 * size, "axes.spines.top": False,
        "axes.spines.right": False, "axes.edgecolor": GREY, "xtick.color": "#333333", "ytick.color": "#333333",
        "axes.unicode_minus": True, "figure.facecolor": "white", "savefig.facecolor": "white",
        "legend.frameon": False, "legend.handletextpad": 0.4, "legend.columnspacing": 1.2,
        "legend.borderaxespad": 0.0, "path.simplify": False,
    }  # fmt: skip
    with _one_at_a_time, mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(settings)
        yield
