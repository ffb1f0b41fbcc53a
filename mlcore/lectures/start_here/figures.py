"""The figure of notebook 00: a street between two classes, turned by hand."""

import numpy as np

from mlcore import datasets, show
from mlcore.datasets import Dataset
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Panel, Slider, View

ANGLES = np.arange(0, 180.5, 0.5)


def two_groups() -> Dataset:
    """Thirty examples of two classes with a gap between them."""
    blobs = datasets.noisy_blobs(30, noise=0, distance=4.5, seed=3)
    return Dataset(blobs.X * [-1, 1], blobs.y, ("first number", "second number"), ("class −1", "class +1"))


@figure(CLASSES, two_groups, most=300)
class street(View):
    """A street between two classes, as wide as it can be at an angle that the reader chooses.

    across (2,): the direction from class −1 to class +1. low, high: where the edges lie along it; at an angle with
    low > high the classes overlap. touched (n,): True for the points on an edge. widths: those of all angles so far.
    """

    all_edges: list[tuple[np.ndarray, float, float]]
    all_widths: np.ndarray
    angle: float
    across: np.ndarray
    low: float
    high: float
    touched: np.ndarray
    widths: np.ndarray

    def prepare(self):
        self.controls = {"angle": Slider("angle in degrees", 40.0, 0.0, 180.0, 0.5)}
        self.all_edges = [self.edges(angle) for angle in ANGLES]
        self.all_widths = np.array([max(0.0, high - low) for _, low, high in self.all_edges])

    def edges(self, angle: float) -> tuple[np.ndarray, float, float]:
        """The direction across the street at this angle, from class −1 to class +1, and both edges along it."""
        X = self.data.X
        y = self.data.y
        turn = np.radians(angle)
        both = []
        for across in (np.array([-np.sin(turn), np.cos(turn)]), np.array([np.sin(turn), -np.cos(turn)])):
            along = X @ across
            both.append((across, float(along[y < 0].max()), float(along[y > 0].min())))
        return max(both, key=lambda street: street[2] - street[1])

    @property
    def is_open(self) -> bool:
        """True if the classes do not overlap at this angle."""
        return self.low < self.high

    def compute(self, angle: float):
        k = round(2 * angle)
        self.angle = angle
        self.across, self.low, self.high = self.all_edges[k]
        self.widths = self.all_widths[: k + 1]
        along = self.data.X @ self.across
        near = 0.02 * max(self.all_widths.max(), 1e-12)
        self.touched = self.is_open & (np.abs(along - np.where(self.data.y < 0, self.low, self.high)) < near)

    def draw(self):
        X = self.data.X
        names = self.data.feature_names
        frame = show.window(X, 0.12)
        so_far = ANGLES[: len(self.widths)]
        here = dict(color=show.GREEN, marker="D", size=9, edge=show.BLACK)
        right = [show.curve(so_far, self.widths, width=2.4), show.point(so_far[-1], self.widths[-1], **here)]
        return [
            Panel(self.plane(frame), **frame, xlabel=names[0], ylabel=names[1], width=1.3),
            Panel(
                right,
                (0, 180),
                (-0.02 * np.ptp(X), 0.35 * np.ptp(X)),
                xlabel="angle of the street (degrees)",
                ylabel="its width",
                title="the widths so far",
                xticks=((0, 45, 90, 135, 180), ("0", "45", "90", "135", "180")),
            ),
        ]

    def plane(self, frame: dict) -> list[show.Mark]:
        """The points, and the street between them if there is one."""
        X = self.data.X
        y = self.data.y
        middle = (self.low + self.high) / 2
        half = max(self.high - self.low, 1e-12) / 2
        field = show.decision_field(lambda P: (P @ self.across - middle) / half, frame["xlim"], frame["ylim"], n=2)
        overlap = show.contour_lines(field, [0], color=show.GREY, dash="dotted")
        marks = [
            *(shade_sides(field) if self.is_open else [overlap]),
            show.contour_lines(field, [-1, 1] if self.is_open else [], dash="dashed", label="edges"),
            show.contour_lines(field, [0] if self.is_open else [], width=2.4, label="boundary"),
            show.Points(X[self.touched], color="#FFFFFF", edge=show.BLACK, edge_width=1.6, size=14, label="touched"),
            *show.scatter_classes(X, y, names=self.data.target_names, size=6.5),
        ]
        if not self.is_open:
            top = 0.05 * frame["ylim"][0] + 0.95 * frame["ylim"][1]
            marks.append(show.words(np.mean(frame["xlim"]), top, "no street: the classes overlap", align="center"))
        return marks

    def describe(self):
        if not self.is_open:
            return f"Angle {self.angle:.1f}°: no street, the classes overlap."
        width = show.number(self.high - self.low, 3)
        touched = int(self.touched.sum())
        return f"Angle {self.angle:.1f}°: the street is {width} wide and touches {touched} examples."
