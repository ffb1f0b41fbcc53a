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
class LeastSquaresCost:
    """The cost J over (b, w), for one feature, and what there is to draw of it.

    A (n, 2): the design matrix. y (n,): the targets. lowest (2,): where J is lowest. xlim, ylim: a window that holds
    this place and (0, 0). contours: the lines of equal J.
    """

    A: np.ndarray
    y: np.ndarray
    lowest: np.ndarray
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    contours: Lines

    @property
    def lowest_cost(self) -> float:
        return cost(self.A, self.y, self.lowest)


def least_squares_cost(feature, y) -> LeastSquaresCost:
    """The cost of lines for a feature (n,) and targets y (n,), with its contour lines."""
    A = add_ones(np.asarray(feature)[:, None])
    lowest = np.linalg.lstsq(A, y, rcond=None)[0]
    middle = lowest / 2
    reach = max(1.35 * np.abs(lowest).max(), 1e-9)
    xlim = (middle[0] - 0.8 * reach, middle[0] + 0.8 * reach)
    ylim = (middle[1] - 0.6 * reach, middle[1] + 0.6 * reach)
    H = A.T @ A / len(A)

    def rise(v):
        return np.einsum("ni,ij,nj->n", v - lowest, H, v - lowest) / 2

    at_start = max(float(rise(np.zeros((1, 2)))[0]), 1e-12)
    field = show.decision_field(rise, xlim, ylim, 90)
    contours = show.contour_lines(field, at_start * LEVELS, color=show.GREY, width=1.0, label="equal J")
    return LeastSquaresCost(A=A, y=y, lowest=lowest, xlim=xlim, ylim=ylim, contours=contours)


def visible_path(path, xlim, ylim) -> np.ndarray:
    """The path (t, 2) up to the first point that is out of the picture by more than its size, and is cut off there."""
    path = np.asarray(path)
    low = np.array([xlim[0], ylim[0]])
    high = np.array([xlim[1], ylim[1]])
    room = high - low
    out = np.flatnonzero(((path < low - room) | (path > high + room)).any(axis=1))
    if not len(out) or out[0] == 0:
        return path
    a = path[out[0] - 1]
    b = path[out[0]]
    edges = [(k, edge) for k in (0, 1) for edge in (low[k] - room[k], high[k] + room[k]) if a[k] != b[k]]
    share = min((s for k, edge in edges if (s := (edge - a[k]) / (b[k] - a[k])) > 0), default=1.0)
    return np.vstack([path[: out[0]], a + min(share, 1.0) * (b - a)])
