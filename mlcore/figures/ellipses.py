"""Verbs for drawing mixtures: ellipses of equal density, and points in the colours of their responsibilities."""

import numpy as np

from mlcore.figures.clusters import cluster_look, draw_centers
from mlcore.show.marks import Lines, Points
from mlcore.show.style import BLACK

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
        look = dict(color=cluster_look(k)["color"], dash=_DASHES[k % len(_DASHES)])
        marks.append(Lines([ellipse(mean, covariance)], width=2.6, **look))
        marks.append(Lines([ellipse(mean, covariance, 2.0)], width=1.3, **look))
    return [*marks, *draw_centers(means, size)]


def scatter_soft(X, R, size: float = 6.0, levels: int = 6) -> list[Points]:
    """The points X (n, 2), each in the mixture of the clusters' colours with the shares R (n, K).

    The marker is that of the largest share. Shares are rounded to `levels` steps, so that few marks are enough.
    """
    rgb = np.array([[int(cluster_look(k)["color"][at : at + 2], 16) for at in (1, 3, 5)] for k in range(R.shape[1])])
    top, steps = R.argmax(axis=1), np.round(R * levels).astype(int)
    kinds, which = np.unique(np.column_stack([top, steps]), axis=0, return_inverse=True)
    marks = []
    for j, (k, *shares) in enumerate(kinds.tolist()):
        red, green, blue = np.round(np.array(shares) @ rgb / max(sum(shares), 1)).astype(int)
        color = f"#{red:02X}{green:02X}{blue:02X}"
        marker = cluster_look(k)["marker"]
        marks.append(Points(X[which.ravel() == j], color=color, marker=marker, size=size, edge=BLACK, edge_width=0.4))
    return marks
