"""The figures of lecture 16, PCA."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.scaling import centred, standardised
from mlcore.datasets import Dataset
from mlcore.pca import covariance, principal_axes
from mlcore.plots.figure import figure
from mlcore.plots.images import image_grid
from mlcore.plots.kinds import IMAGES, POINTS, TABLE
from mlcore.show import Choice, Panel, Pointer, Slider, View
from mlcore.show.style import class_look

ANGLES = np.arange(0, 181)
NOISE = 1e-13  # a share of the variance that is rounding and nothing else
KEPT: dict[str, Any] = dict(color=show.BLUE)
LOST: dict[str, Any] = dict(color=show.VERMILLION)


def lengths() -> Dataset:
    """Iris: the length of the sepal and that of the petal, both in cm."""
    return datasets.iris().columns("sepal length (cm)", "petal length (cm)")


def unit(angle: float) -> np.ndarray:
    """The direction (2,) at an angle in degrees from the first axis."""
    return np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])


def ellipse(mean, S, radius: float) -> np.ndarray:
    """The closed curve (73, 2) of radius r around the mean: its axes are the eigenvectors of S, its half-lengths r √λ.

    Where an eigenvalue is 0 (all points on a line) it is a segment.
    """
    values, vectors = np.linalg.eigh(S)
    angle = np.linspace(0, 2 * np.pi, 73)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return mean + radius * circle * np.sqrt(np.maximum(values, 0)) @ vectors.T


# --- A direction turns (section 1) ------------------------------------------------------------


@figure(POINTS, lengths, most=250)
class turned(View):
    """A direction that turns, and what it keeps and loses; points can be dragged (PCA-02).

    u (2,): the direction at this angle. along (181,): the variance of the points X along the direction at every angle.
    total: that of both coordinates together, so that total − along is the mean square across it. S (2, 2): the
    covariance of the points, whose ellipses of radius 1 and 2 are shown where `ellipse` is True.
    """

    size = (8.8, 4.5)
    frame: dict[str, Any]
    X: np.ndarray
    angle: int
    u: np.ndarray
    S: np.ndarray
    total: float
    along: np.ndarray
    ellipse: bool

    def prepare(self):
        X = self.data.X
        self.frame = show.window(np.vstack([X, ellipse(X.mean(axis=0), covariance(X), 2)]), 0.06)
        self.controls = {
            "angle": Slider("angle of u, in degrees", 0, 0, 180),
            "ellipse": Choice("ellipses of Σ", {"hidden": False, "shown": True}),
        }
        self.pointers = [Pointer(self.data.X, names=("point",))]

    def compute(self, angle: int, ellipse: bool, X):
        if len(X) < 2:
            raise ValueError("Two points at least: one has no spread. Double-click adds a point.")
        self.X = X
        self.angle = angle
        self.ellipse = ellipse
        self.u = unit(angle)
        self.S = covariance(X)
        self.total = float(np.trace(self.S))
        along = np.array([unit(a) @ self.S @ unit(a) for a in ANGLES.tolist()])
        along = np.where(self.total - along > NOISE * self.total, along, self.total)  # points on a line lose nothing,
        self.along = np.where(along > NOISE * self.total, along, 0)  # and keep nothing across it

    def draw(self):
        X, u, (away, mean) = self.X, self.u, centred(self.X)
        feet = mean + np.outer(away @ u, u)
        reach = 1.5 * np.hypot(*np.ptp(np.array([self.frame["xlim"], self.frame["ylim"]]), axis=1))
        left = [
            show.Segments(np.hstack([X, feet]), width=0.8, alpha=0.6, label="what is lost", **LOST),
            show.segment(mean - reach * u, mean + reach * u, width=2.2, label="direction u"),
            show.Points(X, color=show.GREY, size=5, label="points"),
            show.Points(feet, marker="D", size=4, label="on the line", **KEPT),
        ]
        if self.ellipse:
            left += [show.Lines([ellipse(mean, self.S, radius) for radius in (1, 2)], color=show.BLACK, width=1.8)]
        across = self.total - self.along
        now = self.angle
        top = 1.12 * max(self.total, 1e-300)
        so_far = ANGLES[: now + 1]  # what the reader has not turned to yet is for the reader to guess
        right = [
            show.curve(so_far, np.full(len(so_far), self.total), dash="dotted", width=1.6, label="their sum"),
            show.curve(so_far, self.along[so_far], width=2.4, label="along u", **KEPT),
            show.curve(so_far, across[so_far], width=2.2, dash="dashed", label="across u", **LOST),
            show.vline(now, (0, top), dash="dotted"),
            show.point(now, self.along[now], marker="D", size=9, edge=show.BLACK, **KEPT),
            show.point(now, across[now], marker="s", size=9, edge=show.BLACK, **LOST),
        ]
        names = self.data.feature_names
        ticks = tuple(range(0, 181, 30))
        look: dict[str, Any] = dict(xticks=(ticks, tuple(f"{t}°" for t in ticks)), legend_columns=3)
        return [
            Panel(left, **self.frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
            Panel(right, (-3, 183), (0, top), "angle of u", "mean square", **look),
        ]

    def describe(self):
        here = self.along[self.angle]
        share = show.percent(here / self.total) if self.total else "0 %"
        along, across, total = (show.number(v, 3) for v in (here, self.total - here, self.total))
        return (
            f"u at {self.angle}°: variance along it {along}, {share} of all; mean square across it {across}; "
            f"the sum is {total}."
        )


# --- Scores and scree (section 5) -------------------------------------------------------------

WAYS = {"as measured": False, "each column scaled": True}


@figure(TABLE, datasets.breast_cancer, most=700)
class scores(View):
    """The first two scores and the scree of a table, as measured and scaled (PCA-01, PCA-03).

    scores (n, 2): of the rows, whose classes are y, with these names. shares: of all variance, for the first components
    up to `most`. heaviest: the column with the largest entry of the first axis, and this entry.
    """

    size = (8.8, 4.3)
    most: int = 10
    y: np.ndarray
    names: tuple[str, ...]
    components: Callable[..., Any]
    scores: np.ndarray
    shares: np.ndarray
    heaviest: tuple[str, float]
    scaled: bool
    k: int

    def prepare(self):
        data = self.data
        labels = np.unique(self.data.y)
        few = len(labels) <= 8
        self.y = data.y if few else np.zeros(len(data.X), int)
        named = few and len(data.target_names) == len(labels)
        self.names = data.target_names if named else tuple(map(str, np.unique(self.y)))
        self.components = cache(self.find_components)
        self.controls = {
            "scaled": Choice("columns", WAYS),
            "k": Slider("components", min(2, data.X.shape[1]), 1, min(self.most, *data.X.shape)),
        }

    def find_components(self, scaled: bool) -> tuple[np.ndarray, np.ndarray, tuple[str, float]]:
        """The first two scores, the shares of all components, and the heaviest column of the first."""
        away = standardised(self.data.X)[0] if scaled else centred(self.data.X)[0]
        U, variances = principal_axes(away)
        two = np.column_stack([away @ U, np.zeros(len(away))])[:, :2]
        at = int(np.abs(U[:, 0]).argmax())
        return two, variances / (variances.sum() or 1), (self.data.feature_names[at], float(U[at, 0]))

    def compute(self, scaled: bool, k: int):
        self.scaled = scaled
        self.scores, shares, self.heaviest = self.components(scaled)
        self.shares = shares[: self.most]
        self.k = min(k, len(self.shares))

    def draw(self):
        left = [
            show.Points(self.scores[self.y == label], size=4.5, alpha=0.75, label=name, **class_look(k))
            for k, (label, name) in enumerate(zip(np.unique(self.y), self.names, strict=True))
        ]
        m = len(self.shares)
        together = self.shares.cumsum()
        at = np.arange(1, m + 1)
        right = [
            show.Bars(np.column_stack([at - 0.38, 0 * at, at + 0.38, self.shares]), color=show.SKY, label="each"),
            show.curve(at, together, color=show.BLUE, width=2, label="so many together"),
            show.point(self.k, together[self.k - 1], color=show.VERMILLION, marker="D", size=10, edge=show.BLACK),
        ]
        frame: dict[str, Any] = show.window(self.scores) | dict(equal=False)
        return [
            Panel(left, **frame, xlabel="first score", ylabel="second score"),
            Panel(right, (0.3, m + 0.7), (0, 1.06), "component", "share of the variance", legend_columns=1),
        ]

    def describe(self):
        way = "scaled" if self.scaled else "as measured"
        if not self.shares.any():
            return f"Columns {way}: no column changes, so no direction has a variance."
        name, entry = self.heaviest
        first, together = (f"{100 * share:.1f} %" for share in (self.shares[0], self.shares[: self.k].sum()))
        more = f", the first {self.k} together {together}" if self.k > 1 else ""
        return (
            f"Columns {way}: the first component, whose largest entry, {show.number(entry, places=2)}, "
            f"is that of {name}, holds {first} of the variance{more}."
        )


# --- Images from few numbers (section 6) ------------------------------------------------------


@figure(IMAGES, datasets.digits, most=1800)
class images(View):
    """Images rebuilt from their first k scores, and the mean error of all images (PCA-04, PCA-05).

    originals, copies (shown, d): some images, one of each class in turn, and what k components make of them. errors
    (d + 1,): the mean squared error of 0, 1, … components over all images. dropped: the variances of the others.
    """

    size = (8.8, 4.2)
    shown: int = 5
    mean: np.ndarray
    U: np.ndarray
    Z: np.ndarray
    variances: np.ndarray
    errors: np.ndarray
    rows: np.ndarray
    k: int
    originals: np.ndarray
    copies: np.ndarray
    names: list[str]
    dropped: float

    def prepare(self):
        X = self.data.X
        y = self.data.y
        d = self.data.X.shape[1]
        away, self.mean = centred(X)
        self.U, variances = principal_axes(X)
        self.Z = away @ self.U
        left = (away**2).sum(axis=1).mean() - np.concatenate([[0], (self.Z**2).mean(axis=0).cumsum()])
        errors = np.concatenate([left, np.zeros(d + 1)])[: d + 1]
        self.errors = np.where(errors > NOISE * errors[0], errors, 0)
        self.variances = np.where(variances > NOISE * errors[0], variances, 0)
        self.rows = np.array([np.flatnonzero(y == label)[0] for label in np.unique(y)])
        self.controls = {
            "k": Slider("k, components kept", 2, 0, d),
            "first": Slider("first image shown", 0, 0, max(len(self.rows) - 1, 1)),
        }

    def compute(self, k: int, first: int):
        some = np.take(self.rows, np.arange(first, first + self.shown), mode="wrap")
        self.k = k
        self.originals = self.data.X[some]
        self.copies = self.mean + self.Z[some][:, :k] @ self.U[:, :k].T
        self.names = [str(self.data.y[row]) for row in some]
        self.dropped = float(self.variances[k:].sum())

    def draw(self):
        m = len(self.originals)
        d = len(self.errors) - 1
        pictures = np.vstack([self.originals, np.clip(self.copies, 0, self.originals.max())])
        captions = [*self.names, *["rebuilt"] * m]
        top = 1.05 * max(self.errors[0], 1e-300)
        marks = [
            show.curve(np.arange(self.k + 1), self.errors[: self.k + 1], color=show.BLUE, width=2.2),
            show.vline(self.k, (0, top), dash="dotted"),
            show.point(self.k, self.errors[self.k], color=show.VERMILLION, marker="D", size=10, edge=show.BLACK),
        ]
        return [
            image_grid(pictures, captions, columns=m, title="originals, and what is left of them", width=1.5),
            Panel(marks, (-1.5, d + 1.5), (-0.02 * top, top), "components kept, k", "mean squared error"),
        ]

    def describe(self):
        errors = self.errors
        k = self.k
        share = show.percent(1 - errors[k] / errors[0]) if errors[0] else "100 %"
        error, dropped = (show.number(v, 4) for v in (errors[k], self.dropped))
        return (
            f"{k} number{'s' * (k != 1)} an image in place of {len(errors) - 1}: mean squared error {error}, "
            f"dropped variances {dropped}; {share} of the variance kept."
        )
