"""The figure of notebook 00: a street between two classes, turned by hand."""

from dataclasses import dataclass

import numpy as np

from mlcore import datasets, show
from mlcore.datasets import Dataset
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Live, Panel

ANGLES = np.arange(0, 180.5, 0.5)


@dataclass(frozen=True)
class Street:
    """The street at an angle: across it (2,), where its edges lie along that, what it touches (n,), widths so far.

    low > high: at this angle the classes overlap.
    """

    data: Dataset
    angle: float
    across: np.ndarray
    low: float
    high: float
    touched: np.ndarray
    widths: np.ndarray


def edges(data: Dataset, angle: float) -> tuple[np.ndarray, float, float]:
    """Across the street at this angle, from class −1 to class +1: the direction, and both edges along it."""
    turn = np.radians(angle)
    both = []
    for across in (np.array([-np.sin(turn), np.cos(turn)]), np.array([np.sin(turn), -np.cos(turn)])):
        along = data.X @ across
        both.append((across, float(along[data.y < 0].max()), float(along[data.y > 0].min())))
    return max(both, key=lambda street: street[2] - street[1])


def draw_street_at(s: Street) -> list[Panel]:
    X, frame, is_open = s.data.X, show.window(s.data.X, 0.12), s.low < s.high
    middle, half = (s.low + s.high) / 2, max(s.high - s.low, 1e-12) / 2
    field = show.decision_field(lambda points: (points @ s.across - middle) / half, frame["xlim"], frame["ylim"], n=2)
    plane = [
        *(shade_sides(field) if is_open else [show.contour_lines(field, [0], color=show.GREY, dash="dotted")]),
        show.contour_lines(field, [-1, 1] if is_open else [], dash="dashed", label="edges"),
        show.contour_lines(field, [0] if is_open else [], width=2.4, label="boundary"),
        show.Points(X[s.touched], color="#FFFFFF", edge=show.BLACK, edge_width=1.6, size=14, label="touched"),
        *show.scatter_classes(X, s.data.y, names=s.data.target_names, size=6.5),
    ]
    if not is_open:
        top = 0.05 * frame["ylim"][0] + 0.95 * frame["ylim"][1]
        plane.append(show.words(np.mean(frame["xlim"]), top, "no street: the classes overlap", align="center"))
    so_far = ANGLES[: len(s.widths)]
    here = dict(color=show.GREEN, marker="D", size=9, edge=show.BLACK)
    right = [show.curve(so_far, s.widths, width=2.4), show.point(so_far[-1], s.widths[-1], **here)]
    room = (-0.02 * np.ptp(X), 0.35 * np.ptp(X))
    names = s.data.feature_names
    return [
        Panel(plane, **frame, xlabel=names[0], ylabel=names[1], width=1.3),
        Panel(right, (0, 180), room, "angle of the street (degrees)", "its width", "the widths so far",
              xticks=((0, 45, 90, 135, 180), ("0", "45", "90", "135", "180"))),
    ]  # fmt: skip


def describe_street_at(s: Street) -> str:
    if s.low >= s.high:
        return f"Angle {s.angle:.1f}°: no street, the classes overlap."
    touched = int(s.touched.sum())
    return f"Angle {s.angle:.1f}°: the street is {show.number(s.high - s.low, 3)} wide and touches {touched} examples."


def two_groups() -> Dataset:
    """Thirty examples of two classes with a gap between them."""
    blobs = datasets.noisy_blobs(30, noise=0, distance=4.5, seed=3)
    return Dataset(blobs.X * [-1, 1], blobs.y, ("first number", "second number"), ("class −1", "class +1"))


@figure(CLASSES, two_groups, most=300)
def street(data: Dataset) -> Live:
    """A street between two classes, as wide as it can be at an angle that the reader chooses."""
    all_edges = [edges(data, angle) for angle in ANGLES]
    widths = np.array([max(0.0, high - low) for _, low, high in all_edges])

    def compute(angle: float) -> Street:
        k = round(2 * angle)
        across, low, high = all_edges[k]
        along, near = data.X @ across, 0.02 * max(widths.max(), 1e-12)
        touched = (low < high) & (np.abs(along - np.where(data.y < 0, low, high)) < near)
        return Street(data, angle, across, low, high, touched, widths[: k + 1])

    return Live(compute, draw_street_at, describe_street_at,
                controls={"angle": show.slider("angle in degrees", 40.0, 0.0, 180.0, 0.5)})  # fmt: skip
