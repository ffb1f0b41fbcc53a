"""The figures of lecture 16, PCA."""

from dataclasses import dataclass
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
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.style import class_look

ANGLES = np.arange(0, 181)
NOISE = 1e-13  # a share of the variance that is rounding and nothing else
KEPT: dict[str, Any] = dict(color=show.BLUE)
LOST: dict[str, Any] = dict(color=show.VERMILLION, dash="dashed")


def lengths() -> Dataset:
    """Iris: the length of the sepal and that of the petal, both in cm."""
    return datasets.iris().columns("sepal length (cm)", "petal length (cm)")


def unit(angle: float) -> np.ndarray:
    """The direction (2,) at an angle in degrees from the first axis."""
    return np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])


# --- A direction turns (section 1) ------------------------------------------------------------


@dataclass(frozen=True)
class Turned:
    """The points and a direction: the variance along it, the mean square across it, and both at every angle (181,)."""

    X: np.ndarray
    data: Dataset
    angle: int
    along: np.ndarray
    total: float
    frame: dict

    @property
    def u(self) -> np.ndarray:
        return unit(self.angle)


def draw_turned(s: Turned) -> list[Panel]:
    away, mean = centred(s.X)
    feet = mean + np.outer(away @ s.u, s.u)
    reach = 1.5 * np.hypot(*np.ptp(np.array([s.frame["xlim"], s.frame["ylim"]]), axis=1))
    names = s.data.feature_names
    left: list[Mark] = [
        show.Segments(np.hstack([s.X, feet]), width=0.8, **LOST | dict(dash="solid"), alpha=0.6, label="what is lost"),
        show.segment(mean - reach * s.u, mean + reach * s.u, width=2.2, label="direction u"),
        show.Points(s.X, color=show.GREY, size=5, label="points"),
        show.Points(feet, marker="D", size=4, label="on the line", **KEPT),
    ]
    here, top = s.along[s.angle], 1.12 * max(s.total, 1e-300)
    right: list[Mark] = [
        show.hline(s.total, (0, 180), dash="dotted", width=1.6, label="their sum"),
        show.curve(ANGLES, s.along, width=2.4, label="along u", **KEPT),
        show.curve(ANGLES, s.total - s.along, width=2.2, label="across u", **LOST),
        show.vline(s.angle, (0, top), dash="dotted"),
        show.point(s.angle, here, color=show.BLUE, marker="D", size=9, edge=show.BLACK),
        show.point(s.angle, s.total - here, color=show.VERMILLION, marker="s", size=9, edge=show.BLACK),
    ]
    ticks = tuple(range(0, 181, 30))
    look: dict[str, Any] = dict(xticks=(ticks, tuple(f"{t}°" for t in ticks)), legend_columns=3)
    return [
        Panel(left, **s.frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
        Panel(right, (-3, 183), (0, top), "angle of u", "mean square", **look),
    ]


def describe_turned(s: Turned) -> str:
    here = s.along[s.angle]
    share = show.percent(here / s.total) if s.total else "0 %"
    return (f"u at {s.angle}°: variance along it {show.number(here, 3)}, {share} of all; mean square across it "
            f"{show.number(s.total - here, 3)}; the sum is {show.number(s.total, 3)}.")  # fmt: skip


@figure(POINTS, lengths, most=250)
def turned(data: Dataset, *, angle: int = 0) -> Live:
    """A direction that turns, and what it keeps and loses; points can be dragged (PCA-02)."""
    frame = show.window(data.X, 0.12)

    def compute(angle: int, X) -> Turned:
        if len(X) < 2:
            raise ValueError("Two points at least: one has no spread. Double-click adds a point.")
        S = covariance(X)
        total = float(np.trace(S))
        along = np.array([unit(a) @ S @ unit(a) for a in ANGLES.tolist()])
        along = np.where(total - along > NOISE * total, along, total)  # points on a line lose nothing,
        along = np.where(along > NOISE * total, along, 0)  # and keep nothing across it
        return Turned(X, data, angle, along, total, frame)

    controls = {"angle": show.slider("angle of u, in degrees", angle, 0, 180, 1)}
    pointer = Pointer(data.X, names=("point",))
    return Live(compute, draw_turned, describe_turned, controls=controls, pointer=pointer, size=(8.8, 4.5))


# --- Scores and scree (section 5) -------------------------------------------------------------

WAYS = {"as measured": False, "each column scaled": True}


@dataclass(frozen=True)
class Scores:
    """The first scores of a table (n, 2), the shares of all variances, and the largest entries of the first axis."""

    scores: np.ndarray
    y: np.ndarray
    names: tuple[str, ...]
    shares: np.ndarray
    k: int
    heaviest: tuple[str, float]
    way: str


def draw_scores(s: Scores) -> list[Panel]:
    left: list[Mark] = [
        show.Points(s.scores[s.y == label], size=4.5, alpha=0.75, label=name, **class_look(k))
        for k, (label, name) in enumerate(zip(np.unique(s.y), s.names, strict=True))
    ]
    m = len(s.shares)
    at = np.arange(1, m + 1)
    total = s.shares.cumsum()
    right: list[Mark] = [
        show.Bars(np.column_stack([at - 0.38, 0 * at, at + 0.38, s.shares]), color=show.SKY, label="each"),
        show.curve(at, total, color=show.BLUE, width=2, label="so many together"),
        show.point(s.k, total[s.k - 1], color=show.VERMILLION, marker="D", size=10, edge=show.BLACK),
    ]
    look: dict[str, Any] = dict(xlabel="component", ylabel="share of the variance", legend_columns=1)
    frame: dict[str, Any] = show.window(s.scores) | dict(equal=False)
    return [
        Panel(left, **frame, xlabel="first score", ylabel="second score"),
        Panel(right, (0.3, m + 0.7), (0, 1.06), **look),
    ]


def describe_scores(s: Scores) -> str:
    name, entry = s.heaviest
    if not s.shares.any():
        return f"Columns {s.way}: no column changes, so no direction has a variance."
    first, together = (f"{100 * share:.1f} %" for share in (s.shares[0], s.shares[: s.k].sum()))
    more = f", the first {s.k} together {together}" if s.k > 1 else ""
    return (f"Columns {s.way}: the first component, whose largest entry, {entry:.2f}, is that of {name}, holds "
            f"{first} of the variance{more}.")  # fmt: skip


@figure(TABLE, datasets.breast_cancer, most=700)
def scores(data: Dataset, *, k: int = 2, most: int = 10) -> Live:
    """The first two scores and the scree of a table, as measured and scaled (PCA-01, PCA-03)."""
    labels = np.unique(data.y)
    few = len(labels) <= 8
    y = data.y if few else np.zeros(len(data.X), int)
    names = data.target_names if few and len(data.target_names) == len(labels) else tuple(map(str, np.unique(y)))

    @cache
    def fitted(scaled: bool) -> tuple[np.ndarray, np.ndarray, tuple[str, float]]:
        away = standardised(data.X)[0] if scaled else centred(data.X)[0]
        U, variances = principal_axes(away)
        two = np.column_stack([away @ U, np.zeros(len(away))])[:, :2]
        at = int(np.abs(U[:, 0]).argmax())
        return two, variances / (variances.sum() or 1), (data.feature_names[at], float(U[at, 0]))

    def compute(scaled: bool, k: int) -> Scores:
        two, shares, heaviest = fitted(scaled)
        way = "scaled" if scaled else "as measured"
        end = min(most, len(shares))
        return Scores(two, y, names, shares[:end], min(k, end), heaviest, way)

    controls = {
        "scaled": show.choice("columns", WAYS),
        "k": show.slider("components", min(k, data.X.shape[1]), 1, min(most, *data.X.shape), 1),
    }
    return Live(compute, draw_scores, describe_scores, controls=controls, size=(8.8, 4.3))


# --- Images from few numbers (section 6) ------------------------------------------------------


@dataclass(frozen=True)
class Images:
    """Some images and what k components make of them; errors (d + 1,): the mean squared error of 0, 1, ... of them."""

    originals: np.ndarray
    copies: np.ndarray
    axes: np.ndarray
    names: list[str]
    k: int
    errors: np.ndarray
    dropped: float


def draw_images(s: Images) -> list[Panel]:
    m = len(s.originals)
    both = np.vstack([s.originals, np.clip(s.copies, 0, s.originals.max())])
    left = image_grid(
        both, [*s.names, *["rebuilt"] * m], columns=m, title="originals, and what is left of them", width=1.5
    )
    d = len(s.errors) - 1
    top = 1.05 * max(s.errors[0], 1e-300)
    right: list[Mark] = [
        show.curve(np.arange(d + 1), s.errors, color=show.BLUE, width=2.2),
        show.vline(s.k, (0, top), dash="dotted"),
        show.point(s.k, s.errors[s.k], color=show.VERMILLION, marker="D", size=10, edge=show.BLACK),
    ]
    return [left, Panel(right, (-1.5, d + 1.5), (-0.02 * top, top), "components kept, k", "mean squared error")]


def describe_images(s: Images) -> str:
    share = show.percent(1 - s.errors[s.k] / s.errors[0]) if s.errors[0] else "100 %"
    numbers = "1 number" if s.k == 1 else f"{s.k} numbers"
    error, dropped = show.number(s.errors[s.k], 4), show.number(s.dropped, 4)
    return (f"{numbers} an image in place of {len(s.errors) - 1}: mean squared error {error}, dropped variances "
            f"{dropped}; {share} of the variance kept.")  # fmt: skip


@figure(IMAGES, datasets.digits, most=1800)
def images(data: Dataset, *, k: int = 2, shown: int = 5) -> Live:
    """Images rebuilt from their first k scores, and the mean error of all images (PCA-04, PCA-05)."""
    away, mean = centred(data.X)
    U, variances = principal_axes(data.X)
    Z = away @ U
    squares = (away**2).sum(axis=1).mean() - np.concatenate([[0], (Z**2).mean(axis=0).cumsum()])
    d = data.X.shape[1]
    errors = np.concatenate([squares, np.zeros(d + 1)])[: d + 1]
    errors = np.where(errors > NOISE * errors[0], errors, 0)
    variances = np.where(variances > NOISE * errors[0], variances, 0)
    rows = np.array([np.flatnonzero(data.y == label)[0] for label in np.unique(data.y)])

    def compute(k: int, first: int) -> Images:
        some = np.take(rows, np.arange(first, first + shown), mode="wrap")
        copies = mean + Z[some][:, :k] @ U[:, :k].T
        names = [str(data.y[row]) for row in some]
        return Images(data.X[some], copies, U[:, :k].T, names, k, errors, float(variances[k:].sum()))

    controls = {
        "k": show.slider("k, components kept", k, 0, d, 1),
        "first": show.slider("first image shown", 0, 0, max(len(rows) - 1, 1), 1),
    }
    return Live(compute, draw_images, describe_images, controls=controls, size=(8.8, 4.2))
