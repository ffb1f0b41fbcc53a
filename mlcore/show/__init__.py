"""Pictures that move: marks, two renderers for them, verbs that make them, and `Live`.

The only part of the package that knows matplotlib and widgets. It knows no algorithm and no lecture.
"""

from threadpoolctl import threadpool_limits

from mlcore.show.controls import Choice, ListSlider, LogSlider, Slider, StepSlider
from mlcore.show.drag import Drag, nearest_point
from mlcore.show.fields import Field, contour_lines, decision_field, lattice, rbf_field, shade_between
from mlcore.show.live import Live, projector
from mlcore.show.marks import Bars, Fill, Image, Lines, Mark, Panel, Points, Segments, Text
from mlcore.show.numbers import listed, number, percent, with_minus
from mlcore.show.picture import Picture
from mlcore.show.pointer import Pointer
from mlcore.show.source import show_source
from mlcore.show.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    NEGATIVE,
    ORANGE,
    POSITIVE,
    PURPLE,
    SKY,
    VERMILLION,
    YELLOW,
)
from mlcore.show.table import Table, table
from mlcore.show.verbs import (
    BEST,
    NOW,
    arrow,
    curve,
    heat_map,
    hline,
    limits,
    point,
    scatter_classes,
    segment,
    trace,
    vline,
    window,
    words,
)
from mlcore.show.view import View

# Small matrices gain nothing from many threads, and idle ones fight the browser for the cores.
threadpool_limits(1)

__all__ = [
    "BEST", "BLACK", "BLUE", "GREEN", "GREY", "NEGATIVE", "NOW", "ORANGE", "POSITIVE", "PURPLE", "SKY", "VERMILLION",
    "YELLOW", "Bars", "Choice", "Drag", "Field", "Fill", "Image", "Lines", "ListSlider", "Live", "LogSlider", "Mark",
    "Panel", "Picture", "Pointer", "Points", "Segments", "Slider", "StepSlider", "Table", "Text", "View", "arrow",
    "contour_lines", "curve", "decision_field", "heat_map", "hline", "lattice", "limits", "listed", "nearest_point",
    "number", "percent", "point", "projector", "rbf_field", "scatter_classes", "segment", "shade_between",
    "show_source", "table", "trace", "vline", "window", "with_minus", "words",
]  # fmt: skip
