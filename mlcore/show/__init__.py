"""Pictures that move: marks, two renderers for them, and `Live`.

The only part of the package that knows matplotlib and widgets; the algorithms never import it.
"""

from threadpoolctl import threadpool_limits

from mlcore.show.clusters import cluster_look, draw_cells, draw_centers, scatter_clusters, voronoi_cells
from mlcore.show.controls import choice, log_slider, slider, step_slider
from mlcore.show.helpers import (
    contour_lines,
    decision_field,
    draw_dual_bars,
    draw_plane,
    draw_slack,
    draw_street,
    limits,
    rbf_field,
    scatter_by_case,
    scatter_classes,
    scatter_support,
    shade_between,
    shade_sides,
)
from mlcore.show.live import Live
from mlcore.show.marks import Bars, Fill, Image, Lines, Panel, Points, Segments, Text
from mlcore.show.mixtures import draw_ellipses, ellipse, scatter_soft
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
    projector,
)

# Small matrices gain nothing from many threads, and idle ones fight the browser for the cores.
threadpool_limits(1)

__all__ = [
    "BLACK", "BLUE", "GREEN", "GREY", "NEGATIVE", "ORANGE", "POSITIVE", "PURPLE", "SKY", "VERMILLION", "YELLOW",
    "Bars", "Fill", "Image", "Lines", "Live", "Panel", "Picture", "Pointer", "Points", "Segments", "Text", "choice",
    "cluster_look", "contour_lines", "decision_field", "draw_cells", "draw_centers", "draw_dual_bars",
    "draw_ellipses", "draw_plane", "draw_slack", "draw_street", "ellipse", "limits", "log_slider", "projector",
    "rbf_field", "scatter_by_case", "scatter_classes", "scatter_clusters", "scatter_soft", "scatter_support",
    "shade_between", "shade_sides", "show_source", "slider", "step_slider", "voronoi_cells",
]  # fmt: skip
