"""Verbs for drawing mixtures: ellipses of equal density, and points in the colours of their responsibilities."""

from typing import Any

import numpy as np

from mlcore.plots.clusters import draw_centers
from mlcore.show.marks import Lines, Panel, Points
from mlcore.show.style import BLACK, group_look
from mlcore.show.verbs import curve, window

_DASHES = ("solid", "dashed", "dashdot", "dotted")


def ellipse(mean, covariance, radius: float = 1.0, points: int = 72) -> np.ndarray:
    """The closed curve (points + 1, 2) where (x - mean)' covariance^-1 (x - mean) = radius^2."""
    angle = np.linspace(0, 2 * np.pi, points + 1)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return mean + radius * circle @ np.linalg.cholesky(covariance).T


def draw_ellipses(means, covariances, size: float = 11.0) -> list[Lines | Points]:
    """For each component, means (K, 2) and covariances (K, 2, 2): its centre, and the ellipses of radius 1 and 2."""
    marks = []
    for k, (mean, covariance) in enumerate(zip(means, covariances, strict=True)):
        look: dict[str, Any] = dict(color=group_look(k)["color"], dash=_DASHES[k % len(_DASHES)])
        marks.append(Lines([ellipse(mean, covariance)], width=2.6, **look))
        marks.append(Lines([ellipse(mean, covariance, 2.0)], width=1.3, **look))
    return [*marks, *draw_centers(means, size)]


def mixture_panel(X, R, means, covariances, names, **look) -> Panel:
    """Points X (n, 2) in the colours of their shares R (n, K), and the components' ellipses; names: of the axes."""
    marks = [*scatter_soft(X, R, size=4.5), *draw_ellipses(means, covariances)]
    return Panel(marks, **(window(X, 0.1) | dict(xlabel=names[0], ylabel=names[1]) | look))


def highest_density(x, room: float = 2.0) -> float:
    """Room for the densities of mixtures of the numbers x (n,): so many times the highest bar of their histogram."""
    heights, _ = np.histogram(x, bins="auto", density=True)
    return room * float(heights.max())


def density_panel(x, R, grid, parts, top: float, **look) -> Panel:
    """The densities parts (m, K), weights included, over grid (m,), their sum, and under them the points x (n,).

    R (n, K) are the shares, the colours of the points. What is higher than `top` is cut off.
    """
    curves = [curve(grid, np.minimum(parts.sum(axis=1), 2 * top), width=1.4, label="p(x)")]
    for k, part in enumerate(parts.T):
        color = group_look(k)["color"]
        dash = _DASHES[k % len(_DASHES)]
        name = f"component {k + 1}"
        curves.append(curve(grid, np.minimum(part, 2 * top), color=color, dash=dash, width=2.4, label=name))
    rows = -top * (0.06 + 0.04 * (np.argsort(np.argsort(x)) % 4))  # so that they do not hide each other
    points = scatter_soft(np.column_stack([x, rows]), R)
    frame = (grid[0], grid[-1]), (-0.24 * top, top)
    usual: dict[str, Any] = dict(ylabel="density", legend_columns=3, yticks=_ticks_to(top))
    return Panel([*curves, *points], *frame, **(usual | look))


def _ticks_to(top: float) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Round ticks from 0 to `top`, with their words: no density is negative."""
    power = 10.0 ** np.floor(np.log10(top / 4))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= top / 4)
    ticks = tuple(float(step * j) for j in range(int(top / step) + 1))
    return ticks, tuple(f"{tick:.3g}" for tick in ticks)


def scatter_soft(X, R, size: float = 6.0, levels: int = 6) -> list[Points]:
    """The points X (n, 2), each in the mixture of the clusters' colours with the shares R (n, K).

    The marker is that of the largest share. Shares are rounded to `levels` steps, so that few marks are enough.
    """
    rgb = np.array([[int(group_look(k)["color"][at : at + 2], 16) for at in (1, 3, 5)] for k in range(R.shape[1])])
    steps = np.round(R * levels).astype(int)
    kinds, which = np.unique(np.column_stack([R.argmax(axis=1), steps]), axis=0, return_inverse=True)
    marks = []
    for j, (k, *shares) in enumerate(kinds.tolist()):
        red, green, blue = np.round(np.array(shares) @ rgb / max(sum(shares), 1)).astype(int)
        color = f"#{red:02X}{green:02X}{blue:02X}"
        marker = group_look(k)["marker"]
        marks.append(Points(X[which.ravel() == j], color=color, marker=marker, size=size, edge=BLACK, edge_width=0.4))
    return marks
