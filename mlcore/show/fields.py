"""Values of a function over the plane, and the regions and curves that they give."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from contourpy import FillType, LineType, contour_generator

from mlcore.show.marks import Fill, Lines
from mlcore.show.style import BLACK


@dataclass(frozen=True)
class Field:
    """Values z (ny, nx) of a function on the grid x (nx,), y (ny,)."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray

    @cached_property
    def contours(self) -> Any:
        """contourpy's generator: making one takes longer than drawing from it, so all marks of a field share it."""
        types: dict[str, Any] = dict(fill_type=FillType.OuterOffset, line_type=LineType.Separate)
        return contour_generator(self.x, self.y, self.z, **types)


def lattice(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The crossings (m n, 2) of the columns x (n,) with the rows y (m,), row by row."""
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def decision_field(f: Callable, xlim, ylim, n: int = 100) -> Field:
    """f, which takes points (m, 2) and returns scores (m,), on an n by n grid. A plane needs n = 2 only."""
    x, y = (np.linspace(low, high, n) for low, high in (xlim, ylim))
    return Field(x, y, np.asarray(f(lattice(x, y))).reshape(n, n))


def rbf_field(X, weights, b: float, sigma: float, xlim, ylim, n: int = 100) -> Field:
    """f(x) = sum_i weights_i exp(-||x - x_i||^2 / (2 sigma^2)) + b on an n by n grid, for X (m, 2), weights (m,).

    The exponential of a sum is a product, one factor an axis: 2nm exponentials in place of n^2 m.
    """
    x, y = (np.linspace(low, high, n) for low, high in (xlim, ylim))
    across, up = (np.exp(np.subtract.outer(v, c) ** 2 / (-2 * sigma**2)) for v, c in zip((x, y), X.T, strict=True))
    return Field(x, y, (up * weights) @ across.T + b)


def shade_between(field: Field, low: float, high: float, color: str, alpha: float, label: str = "") -> Fill:
    """The region where low < f < high; either may be infinite."""
    low, high = (float(np.clip(v, field.z.min() - 1, field.z.max() + 1)) for v in (low, high))
    rings = []
    if low < high:
        for points, offsets in zip(*field.contours.filled(low, high), strict=True):
            rings += [points[a:b] for a, b in pairwise(offsets)]
    return Fill(rings, color=color, alpha=alpha, label=label)


def contour_lines(field: Field, levels, color=BLACK, width=1.5, dash="solid", label: str = "") -> Lines:
    """The curves f = level."""
    paths: list[Any] = [path for level in levels for path in field.contours.lines(level)]
    return Lines(paths, color=color, width=width, dash=dash, label=label)
