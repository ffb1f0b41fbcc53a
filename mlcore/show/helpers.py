"""Verbs for drawing: each returns marks, ready to be put into a panel."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from contourpy import FillType, LineType, contour_generator

from mlcore.show.marks import Bars, Fill, Lines, Points, Segments
from mlcore.show.style import BLACK, CLASS_COLORS, CLASS_MARKERS, GREY
from mlcore.svm import AT_C, FREE, OUTSIDE, kkt_cases


@dataclass(frozen=True)
class Field:
    """Values z (ny, nx) of a function on the grid x (nx,), y (ny,)."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray


def limits(v, pad: float = 0.06) -> tuple[float, float]:
    """The range of v, widened by a share on either side: limits for an axis."""
    low, high = float(np.min(v)), float(np.max(v))
    room = pad * (high - low or 1.0)
    return low - room, high + room


def decision_field(f: Callable, xlim, ylim, n: int = 100) -> Field:
    """f, which takes points (m, 2) and returns scores (m,), on an n by n grid. A plane needs n = 2 only."""
    x, y = np.linspace(*xlim, n), np.linspace(*ylim, n)
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return Field(x, y, np.asarray(f(points)).reshape(n, n))


def rbf_field(X, weights, b: float, sigma: float, xlim, ylim, n: int = 100) -> Field:
    """f(x) = sum_i weights_i exp(-||x - x_i||^2 / (2 sigma^2)) + b on an n by n grid, for X (m, 2), weights (m,).

    The exponential of a sum is a product, one factor an axis: 2nm exponentials in place of n^2 m.
    """
    x, y = np.linspace(*xlim, n), np.linspace(*ylim, n)
    across, up = (np.exp(np.subtract.outer(v, c) ** 2 / (-2 * sigma**2)) for v, c in zip((x, y), X.T, strict=True))
    return Field(x, y, (up * weights) @ across.T + b)


def shade_between(field: Field, low: float, high: float, color: str, alpha: float, label: str = "") -> Fill:
    """The region where low < f < high; either may be infinite."""
    low, high = (float(np.clip(v, field.z.min() - 1, field.z.max() + 1)) for v in (low, high))
    rings = []
    if low < high:
        generator = contour_generator(field.x, field.y, field.z, fill_type=FillType.OuterOffset)
        for points, offsets in zip(*generator.filled(low, high), strict=True):
            rings += [points[a:b] for a, b in pairwise(offsets)]
    return Fill(rings, color=color, alpha=alpha, label=label)


def contour_lines(field: Field, levels, color=BLACK, width=1.5, dash="solid", label: str = "") -> Lines:
    """The curves f = level."""
    generator = contour_generator(field.x, field.y, field.z, line_type=LineType.Separate)
    paths = [path for level in levels for path in generator.lines(level)]
    return Lines(paths, color=color, width=width, dash=dash, label=label)


def shade_sides(field: Field) -> list[Fill]:
    """The two sides of f = 0 in the colours of the classes, paler inside the street |f| < 1."""
    bands = [(-np.inf, -1, -1, 0.18), (-1, 0, -1, 0.09), (0, 1, 1, 0.10), (1, np.inf, 1, 0.22)]
    return [shade_between(field, low, high, CLASS_COLORS[c], alpha) for low, high, c, alpha in bands]


def draw_street(field: Field) -> list[Lines]:
    """The boundary f = 0, solid, and the margin lines f = -1 and f = +1, dashed."""
    return [
        contour_lines(field, [-1, 1], width=1.3, dash="dashed", label="margin lines f = ±1"),
        contour_lines(field, [0], width=2.4, label="boundary f = 0"),
    ]


def draw_plane(w, b: float, xlim, ylim) -> list[Fill | Lines]:
    """Sides, street and boundary of f(x) = w'x + b in the plane."""
    field = decision_field(lambda points: points @ w + b, xlim, ylim, n=2)
    return [*shade_sides(field), *draw_street(field)]


def scatter_classes(X, y, names=("y = −1", "y = +1"), size: float = 5.5, alpha: float = 0.9) -> list[Points]:
    """The points of the two classes, y in {-1, +1}: circles and squares."""
    return [
        Points(X[y == c], color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], size=size, alpha=alpha, label=name)
        for c, name in zip((-1, 1), names, strict=True)
    ]


def scatter_by_case(X, y, alpha, C: float, names=("y = −1", "y = +1")) -> list[Points]:
    """The two classes, marked by KKT case: small for alpha = 0, hollow for 0 < alpha < C, edged in black for C."""
    case, marks = kkt_cases(alpha, C), []
    looks = {
        OUTSIDE: dict(size=4.5, alpha=0.75),
        AT_C: dict(size=7.0, edge=BLACK, edge_width=1.2),
        FREE: dict(size=10.0, edge_width=2.4),
    }
    for c, name in zip((-1, 1), names, strict=True):
        for kind, look in looks.items():
            ink = dict(color="#FFFFFF", edge=CLASS_COLORS[c]) if kind == FREE else dict(color=CLASS_COLORS[c])
            words = f"{name}: " + {OUTSIDE: "α = 0", AT_C: "α = C", FREE: "0 < α < C"}[kind]
            marks.append(Points(X[(case == kind) & (y == c)], marker=CLASS_MARKERS[c], label=words, **ink, **look))
    return marks


def scatter_support(X, y, alpha, names=("y = −1", "y = +1")) -> list[Points]:
    """The two classes, marked by whether they hold the street: small for alpha = 0, hollow for alpha > 0."""
    holds, marks = kkt_cases(alpha, np.inf) != OUTSIDE, []
    for c, name in zip((-1, 1), names, strict=True):
        color, mine = CLASS_COLORS[c], dict(marker=CLASS_MARKERS[c])
        still = Points(X[~holds & (y == c)], color=color, size=5.0, alpha=0.8, label=f"{name}: α = 0", **mine)
        bears = Points(X[holds & (y == c)], color="#FFFFFF", edge=color, edge_width=2.4, size=10.0,
                       label=f"{name}: α > 0", **mine)  # fmt: skip
        marks += [still, bears]
    return marks


def draw_slack(X, y, w, b: float) -> Segments:
    """From every point inside or beyond the street straight to its own margin line: length xi / ||w||."""
    slack = np.maximum(0.0, 1 - y * (X @ w + b))
    inside = slack > 1e-6
    feet = X + np.outer(y * slack, w) / max(w @ w, 1e-300)
    return Segments(np.hstack([X, feet])[inside], color=GREY, width=1.0, label="slack, drawn to scale: ξ/‖w‖")


def draw_dual_bars(alpha, y, C: float, rows: int = 12) -> list[Bars]:
    """A bar y_i alpha_i / C per support vector, in the order of the points; -1 and +1 are the caps.

    There is room for `rows` bars, or as many as there are support vectors.
    """
    where = np.flatnonzero(kkt_cases(alpha, C) != OUTSIDE)
    tops = np.linspace(1, 0, max(len(where), rows) + 1)
    bars = []
    for c in (-1, 1):
        mine = np.flatnonzero(y[where] == c)
        length = (y * alpha / C)[where[mine]]
        thickness = 0.8 * (tops[0] - tops[1])
        boxes = np.column_stack([np.zeros(len(mine)), tops[mine] - thickness, length, tops[mine]])
        bars.append(Bars(boxes, color=CLASS_COLORS[c], alpha=0.95))
    return bars
