"""What many runs from different starts have ended with, as a histogram that grows."""

from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.types import ArrayLike
from mlcore.show import Panel


def results_panel(results: ArrayLike, edges: ArrayLike, best: float, **look: Any) -> Panel:
    """The results (m,) of the restarts so far, between the edges of the boxes; the box of the last one stands out.

    best: the best of them, a dashed line. What lies below all boxes is counted in the first.
    """
    edges = np.asarray(edges, float)
    results = np.maximum(results, edges[0])
    counts, here = (np.histogram(part, edges)[0] for part in (results, results[-1:]))
    most = next(most for most in (5, 10, 20, 50, 100, 150, 200, 2 * len(results)) if most >= 1.05 * counts.max())
    room = 0.06 * (edges[1] - edges[0])
    boxes = np.column_stack([edges[:-1] + room, 0 * counts, edges[1:] - room, counts])
    marks = [
        show.Bars(boxes, color=show.BLUE, label="so far"),
        show.Bars(boxes[here > 0], color=show.ORANGE, label="this one is here"),
        show.vline(best, (0, most), **show.BEST, label="best so far"),
    ]
    return Panel(marks, show.limits(edges, 0.03), (0, most), legend_columns=2, **look)
