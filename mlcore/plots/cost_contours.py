"""The valley of a least-squares cost over two weights, and paths in it (lectures 02, 03, 06)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.labels import add_ones
from mlcore.linear import cost
from mlcore.show import Lines

NOW: dict[str, Any] = dict(color=show.BLUE, marker="s", size=8, edge=show.BLACK)
LOWEST: dict[str, Any] = dict(color=show.VERMILLION, marker="D", size=9, edge=show.BLACK)
LEVELS = np.array([0.002, 0.01, 0.04, 0.1, 0.22, 0.42, 0.75, 1.2, 1.9, 2.9])  # of what J falls by from 0 to its lowest


@dataclass(frozen=True)
class Bowl:
    """Least squares with one feature: the design A (n, 2), targets y, the lowest point, a window about it and 0."""

    A: np.ndarray
    y: np.ndarray
    lowest: np.ndarray
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    contours: Lines

    @property
    def lowest_cost(self) -> float:
        return cost(self.A, self.y, self.lowest)


def bowl(feature, y) -> Bowl:
    """The bowl of J over (b, w) for a feature (n,), with its contour lines."""
    A = add_ones(np.asarray(feature)[:, None])
    lowest = np.linalg.lstsq(A, y, rcond=None)[0]
    middle, size = lowest / 2, max(1.35 * np.abs(lowest).max(), 1e-9)
    xlim, ylim = (middle[0] - 0.8 * size, middle[0] + 0.8 * size), (middle[1] - 0.6 * size, middle[1] + 0.6 * size)
    H = A.T @ A / len(A)

    def rise(v):
        return np.einsum("ni,ij,nj->n", v - lowest, H, v - lowest) / 2

    at_start = max(float(rise(np.zeros((1, 2)))[0]), 1e-12)
    field = show.decision_field(rise, xlim, ylim, 90)
    contours = show.contour_lines(field, at_start * LEVELS, color=show.GREY, width=1.0, label="equal J")
    return Bowl(A, y, lowest, xlim, ylim, contours)


def seen(path, xlim, ylim) -> np.ndarray:
    """The path (t, 2) up to the first point that is out of the picture by more than its size, and is cut off there."""
    path = np.asarray(path)
    low, high = np.array([xlim[0], ylim[0]]), np.array([xlim[1], ylim[1]])
    room = high - low
    out = np.flatnonzero(((path < low - room) | (path > high + room)).any(axis=1))
    if not len(out) or out[0] == 0:
        return path
    a, b = path[out[0] - 1], path[out[0]]
    edges = [(k, edge) for k in (0, 1) for edge in (low[k] - room[k], high[k] + room[k]) if a[k] != b[k]]
    share = min((s for k, edge in edges if (s := (edge - a[k]) / (b[k] - a[k])) > 0), default=1.0)
    return np.vstack([path[: out[0]], a + min(share, 1.0) * (b - a)])
