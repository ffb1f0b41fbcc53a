"""Points of the plane lifted to a bowl, and a flat cut through it, as seen from somewhere (lecture 13)."""

from dataclasses import dataclass

import numpy as np

from mlcore import show
from mlcore.show import Mark

_TURN = np.linspace(0, 2 * np.pi, 73)
CIRCLE = np.column_stack([np.cos(_TURN), np.sin(_TURN)])
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]])


def lift(X):
    """X (n, 2) -> (n, 3): x_1, x_2 and the squared distance from 0."""
    return np.column_stack([X, (X**2).sum(axis=1)])


@dataclass(frozen=True)
class Viewpoint:
    """The bowl over a square of the plane, from -reach to reach, turned and seen from `tilt` degrees above."""

    reach: float
    turn: float
    tilt: float

    @property
    def top(self) -> float:
        """Heights above this stand out of the picture."""
        return 1.05 * self.reach**2

    def screen(self, P):
        """Where the points P (m, 3) are seen (m, 2)."""
        a = np.radians(self.turn)
        t = np.radians(self.tilt)
        up = P[:, 2] * 1.45 / self.reach  # the bowl is about as high as it is wide
        away = P[:, 0] * np.sin(a) + P[:, 1] * np.cos(a)
        return np.column_stack([P[:, 0] * np.cos(a) - P[:, 1] * np.sin(a), up * np.cos(t) + away * np.sin(t)])

    def level(self, v, z: float):
        """Where the points v (m, 2) at height z are seen (m, 2)."""
        return self.screen(np.column_stack([v, np.full(len(v), z)]))


def draw_bowl(view: Viewpoint, X, y, height: float) -> list[Mark]:
    """The bowl, the lifted points X (n, 2) on their stems, and the cut at this height; what is below it first."""
    Z = lift(X)
    r = view.reach
    inside = Z[:, 2] <= view.top
    above = Z[:, 2] > height
    rings = [view.level(share * r * CIRCLE, (share * r) ** 2) for share in (0.2, 0.4, 0.6, 0.8, 1.0)]
    ribs = [view.screen(lift(np.outer(np.linspace(0, r, 15), CIRCLE[k]))) for k in range(0, 72, 9)]
    stems = np.hstack([view.level(X, 0), view.screen(Z)])[inside]
    sheet = view.level(r * SQUARE, height)
    trace = view.level(np.sqrt(height) * CIRCLE, height)
    low, high = (
        show.scatter_classes(view.screen(Z[part & inside]), y[part & inside], ("", "")) for part in (~above, above)
    )
    return [
        show.Lines([view.level(r * SQUARE, 0)], color=show.GREY, width=1.0),
        show.Lines([*rings, *ribs], color=show.GREY, width=0.8, alpha=0.55, label="the bowl"),
        show.Segments(stems, color=show.GREY, width=0.8, dash="dotted"),
        *low,
        show.Fill([sheet], color=show.GREEN, alpha=0.22),
        show.Lines([sheet], color=show.GREEN, width=1.6),
        show.Lines([trace], color=show.GREEN, width=2.6, label="the cut"),
        *high,
    ]
