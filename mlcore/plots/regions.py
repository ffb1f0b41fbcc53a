"""Where in the plane a classifier says what: regions in the colours of the classes (lecture 04 on)."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlcore.base.types import Array
from mlcore.show.fields import Field, contour_lines, lattice, shade_between
from mlcore.show.marks import Fill, Lines
from mlcore.show.style import BLACK, class_look

Scores = Callable[[Array], Array]
"""Points (m, 2) -> (m, C), a column per class: the class with the largest score has the point."""


def one_of(model: Any) -> Scores:
    """What a fitted classifier predicts, as scores: 1 for its class and 0 for the others."""
    return lambda points: (model.predict(points)[:, None] == model.classes_).astype(float)


def leads(scores: Scores, xlim, ylim, n: int = 100) -> list[Field]:
    """By how much the score of each class exceeds the largest of the others, on an n by n grid: a field per class.

    Of two classes only that of the second: it is negative where the first leads.
    """
    x, y = (np.linspace(low, high, n) for low, high in (xlim, ylim))
    table = np.asarray(scores(lattice(x, y)), float)
    if table.shape[1] == 2:
        return [Field(x, y, (table[:, 1] - table[:, 0]).reshape(n, n))]
    others = [np.delete(table, c, axis=1).max(axis=1) for c in range(table.shape[1])]
    return [Field(x, y, (table[:, c] - rest).reshape(n, n)) for c, rest in enumerate(others)]


def draw_regions(
    scores: Scores, classes: Sequence[int], xlim, ylim, n: int = 100, alpha: float = 0.17, width: float = 1.6
) -> list[Fill | Lines]:
    """The regions of the classes, whose labels say the colours, and the borders between them.

    Where the scores are continuous the borders are smooth; where they jump, as those of `one_of` do, a border is right
    to a cell of the n by n grid.
    """
    fields = leads(scores, xlim, ylim, n)
    colors = [class_look(c)["color"] for c in classes]
    if len(fields) == 1:
        first, second = colors
        fills = [shade_between(fields[0], -np.inf, 0, first, alpha), shade_between(fields[0], 0, np.inf, second, alpha)]
    else:
        fills = [shade_between(f, 0, np.inf, color, alpha) for f, color in zip(fields, colors, strict=True)]
    paths = [path for f in fields for path in contour_lines(f, [0]).paths]
    return [*fills, Lines(paths, color=BLACK, width=width, label="border")]
