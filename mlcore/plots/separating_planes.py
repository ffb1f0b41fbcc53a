"""The street of a separating plane and what holds it: sides, margin lines, slack, multipliers (lectures 10 to 13)."""

from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.separable import NOT_SEPARABLE
from mlcore.show.fields import Field, contour_lines, decision_field, shade_between
from mlcore.show.marks import Bars, Fill, Lines, Mark, Points, Segments
from mlcore.show.style import BLACK, CLASS_COLORS, CLASS_MARKERS, GREY
from mlcore.svm import AT_C, FREE, OUTSIDE, DualPoint, kkt_cases, solve_hulls

NO_STREET = "no street: the classes overlap"


def require_both_classes(y) -> None:
    """ValueError if the points under the hand are not of both classes."""
    if len(set(y.tolist())) < 2:
        raise ValueError("Two classes are needed: double-click adds a point of the class chosen below.")


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


def scatter_by_case(X, y, alpha, C: float, names=("y = −1", "y = +1")) -> list[Points]:
    """The two classes, marked by KKT case: small for alpha = 0, hollow for 0 < alpha < C, edged in black for C."""
    case = kkt_cases(alpha, C)
    looks = {
        OUTSIDE: dict(size=4.5, alpha=0.75),
        AT_C: dict(size=7.0, edge=BLACK, edge_width=1.2),
        FREE: dict(size=10.0, edge_width=2.4),
    }
    marks = []
    for c, name in zip((-1, 1), names, strict=True):
        for kind, look in looks.items():
            ink = dict(color="#FFFFFF", edge=CLASS_COLORS[c]) if kind == FREE else dict(color=CLASS_COLORS[c])
            words = f"{name}: " + {OUTSIDE: "α = 0", AT_C: "α = C", FREE: "0 < α < C"}[kind]
            marks.append(Points(X[(case == kind) & (y == c)], marker=CLASS_MARKERS[c], label=words, **ink, **look))
    return marks


def scatter_support(X, y, alpha, names=("y = −1", "y = +1")) -> list[Points]:
    """The two classes, marked by whether they hold the street: small for alpha = 0, hollow for alpha > 0."""
    holds = kkt_cases(alpha, np.inf) != OUTSIDE
    marks = []
    for c, name in zip((-1, 1), names, strict=True):
        filled: dict[str, Any] = dict(color=CLASS_COLORS[c], size=5.0, alpha=0.8)
        hollow: dict[str, Any] = dict(color="#FFFFFF", edge=CLASS_COLORS[c], edge_width=2.4, size=10.0)
        for mine, words, look in ((~holds, "α = 0", filled), (holds, "α > 0", hollow)):
            marks.append(Points(X[mine & (y == c)], marker=CLASS_MARKERS[c], label=f"{name}: {words}", **look))
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


def widest_street(X: Array, y: Array) -> DualPoint | None:
    """The widest street between the classes, or None where they meet. ValueError if one class is empty."""
    require_both_classes(y)
    try:
        return solve_hulls(X, y)
    except ValueError as error:
        if str(error) != NOT_SEPARABLE:
            raise
        return None


def no_street(X: Array, y: Array, frame: dict, names) -> list[Mark]:
    """The points alone, and a word on why."""
    top = 0.06 * frame["ylim"][0] + 0.94 * frame["ylim"][1]
    return [*show.scatter_classes(X, y, names), show.words(np.mean(frame["xlim"]), top, NO_STREET, align="center")]


def margin(w: Array, b: Any, X: Array, y: Array) -> float:
    """rho, the distance of the plane from the nearest point (10.1): negative on the wrong side, and 0 if w is 0."""
    return float((y * (X @ w + b)).min() / np.linalg.norm(w)) if w.any() else 0.0


def line_mark(line: tuple[Array, float], frame: dict, **look) -> show.Lines:
    """The line f = 0 through the picture."""
    w, b = line
    field = show.decision_field(lambda points: points @ w + b, frame["xlim"], frame["ylim"], n=2)
    return show.contour_lines(field, [0], **look)


def some_plane(data: Dataset) -> tuple[Array, float]:
    """The widest street's plane; where the classes meet, the one midway between their means."""
    point = widest_street(data.X, data.y)
    if point is not None:
        return point.weights(data.X), point.bias
    means = [data.X[data.y == c].mean(axis=0) for c in (-1, 1)]
    w = means[1] - means[0]
    return w, float(-w @ (means[0] + means[1]) / 2)
