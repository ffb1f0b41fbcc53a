"""Verbs for drawing clusters: cells, members and centres, each cluster in its own colour and marker."""

from typing import Any

import numpy as np

from mlcore.show.marks import Fill, Lines, Panel, Points, Segments
from mlcore.show.style import BLACK, GREY, YELLOW, group_look
from mlcore.show.verbs import window


def by_place(centers, labels) -> tuple[Any, Any]:
    """The same clusters, numbered from left to right (and from the bottom up), so that a colour stays where it is.

    centers (K, 2), labels (n,) or None. Places are rounded to a tenth of the centres' extent before they are compared.
    """
    step = np.maximum(np.ptp(centers, axis=0), 1e-300) / 10
    order = np.lexsort(np.round(centers / step).T[::-1])
    return centers[order], None if labels is None else order.argsort()[labels]


def voronoi_cells(centers, xlim, ylim) -> list[np.ndarray]:
    """The part of the window nearest to each of the centres (K, 2): convex polygons (m, 2), empty (0, 2) if none.

    Each cell is the window, cut by one half-plane per other centre. Of equal centres the first has the cell.
    """
    (x0, x1), (y0, y1) = xlim, ylim
    window = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)
    cells = []
    for k, center in enumerate(centers):
        cell = window
        for other, rival in enumerate(centers):
            if other != k and len(cell):
                inside = (cell - (center + rival) / 2) @ (center - rival)
                cell = _cut(cell, inside) if inside.any() else cell[: len(cell) * (k < other)]
        cells.append(cell)
    return cells


def _cut(ring: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """The part of a convex ring (m, 2) where the affine function with these values (m,) is not negative."""
    if (inside >= 0).all():
        return ring
    corners = []
    for i in range(len(ring)):
        j = (i + 1) % len(ring)
        if inside[i] >= 0:
            corners.append(ring[i])
        if inside[i] * inside[j] < 0:  # the edge crosses the line
            corners.append(ring[i] + (ring[j] - ring[i]) * (inside[i] / (inside[i] - inside[j])))
    return np.array(corners).reshape(-1, 2)


def draw_cells(centers, xlim, ylim, alpha: float = 0.14) -> list[Fill | Lines]:
    """The cells of the centres (K, 2), and the borders between them."""
    cells = voronoi_cells(centers, xlim, ylim)
    fills = [Fill([c], color=group_look(k)["color"], alpha=alpha) for k, c in enumerate(cells) if len(c)]
    borders = [np.vstack([c, c[:1]]) for c in cells if len(c)]
    return [*fills, Lines(borders, color=GREY, width=1.0, label="cells")]


def scatter_clusters(X, labels, size: float = 5.5, alpha: float = 0.85) -> list[Points]:
    """The points X (n, 2) by cluster, labels (n,) from 0 up."""
    edge = {YELLOW: GREY}  # too pale to stand alone
    looks = [(k, group_look(k)) for k in np.unique(labels).tolist()]
    return [
        Points(X[labels == k], size=size, alpha=alpha, edge=edge.get(look["color"], ""), **look) for k, look in looks
    ]


def draw_centers(centers, size: float = 13.0) -> list[Points]:
    """The centres (K, 2): large, edged in black, with a cross in them."""
    large = [Points(c[None], size=size, edge=BLACK, edge_width=1.6, **group_look(k)) for k, c in enumerate(centers)]
    halo = Points(centers, marker="+", size=0.7 * size, color="#FFFFFF", edge_width=3.2)  # the cross stands out on any
    return [*large, halo, Points(centers, marker="+", size=0.6 * size, edge_width=1.6, label="centres")]


def cluster_panel(X, labels, centers, names, came=None, **look) -> Panel:
    """Points X (n, 2) by their labels (grey without), cells and centres (K, 2), and the ways that the centres came."""
    look = window(X) | dict(xlabel=names[0], ylabel=names[1]) | look
    points = [Points(X, color=GREY, size=5)] if labels is None else scatter_clusters(X, labels)
    ways = [] if came is None else [Segments(np.hstack([came, centers]), width=1.8, dash="dotted", label="came from")]
    cells = draw_cells(centers, look["xlim"], look["ylim"])
    return Panel([*cells, *points, *ways, *draw_centers(centers)], **look)
