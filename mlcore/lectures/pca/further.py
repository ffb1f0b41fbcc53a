"""The figures of the Further sections of lecture 16: power iteration, ties, kernels."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.scaling import centred
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.kernels import RBF
from mlcore.lectures.pca.figures import lengths, unit
from mlcore.pca import PowerState, covariance, power_steps, principal_axes
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, POINTS
from mlcore.show import Live, Mark, Panel

# --- Multiply, and again (Further B) ----------------------------------------------------------

STEPS = 12


@dataclass(frozen=True)
class Power:
    """A run of power iteration on the covariance of the points, at step t; away (steps + 1,): degrees from the axis."""

    data: Dataset
    states: list[PowerState]
    t: int
    away: np.ndarray
    axis: np.ndarray
    frame: dict

    @property
    def now(self) -> PowerState:
        return self.states[min(self.t, len(self.states) - 1)]


def draw_power(s: Power) -> list[Panel]:
    mean, names = s.data.X.mean(axis=0), s.data.feature_names
    size = 0.45 * min(np.ptp(s.frame["xlim"]), np.ptp(s.frame["ylim"]))
    left: list[Mark] = [show.Points(s.data.X, color=show.GREY, size=4.5, alpha=0.7)]
    ends = np.array([[*(mean - 9 * size * s.axis), *(mean + 9 * size * s.axis)]])
    left.append(show.Segments(ends, label="first axis", color=show.GREEN, dash="dashed", width=1.8))
    for state in s.states[: s.t][-3:]:
        left += show.arrow(mean, mean + size * state.u, color=show.SKY, width=1.6, head=0.12 * size)
    left += show.arrow(mean, mean + size * s.now.u, color=show.VERMILLION, width=3, head=0.16 * size, label="u")
    steps = np.arange(s.t + 1)
    logs = np.log10(np.maximum(s.away[: s.t + 1], 1e-9))
    ticks = (-8, -6, -4, -2, 0, 2)
    look: dict[str, Any] = dict(yticks=(ticks, tuple(f"1e{k}" for k in ticks)))
    right = show.trace(steps, logs, s.t, color=show.VERMILLION, width=2.2)
    return [
        Panel(left, **s.frame, xlabel=names[0], ylabel=names[1]),
        Panel([*right], (-0.5, STEPS + 0.5), (-9, 2.4), "step", "degrees from the axis", **look),
    ]


def describe_power(s: Power) -> str:
    away = show.number(s.away[s.t], 3) if s.away[s.t] > 1e-9 else "less than 1e−9"
    return f"Step {s.t}: {away} degrees from the axis; variance along u {show.number(s.now.variance, 4)}."


@figure(POINTS, lengths, most=400)
def power(data: Dataset) -> Live:
    """Power iteration: a direction multiplied by the covariance, step by step (PCA-03)."""
    S, (U, _) = covariance(data.X), principal_axes(data.X, 1)
    frame = show.window(data.X, 0.12)

    def compute(step: int, start: int) -> Power:
        states = take(power_steps(S, u=unit(start)), STEPS)
        states += [states[-1]] * (STEPS + 1 - len(states))
        cosine = np.array([abs(state.u @ U[:, 0]) for state in states])
        sine = np.array([np.linalg.norm(state.u - (state.u @ U[:, 0]) * U[:, 0]) for state in states])
        return Power(data, states, step, np.degrees(np.arctan2(sine, cosine)), U[:, 0], frame)

    controls = {
        "step": show.step_slider("step", STEPS, value=1, interval=600),
        "start": show.slider("start, in degrees", 150, 0, 180, 5),
    }
    return Live(compute, draw_power, describe_power, controls=controls, size=(8.8, 4.4))


# --- Ties (Further A) -------------------------------------------------------------------------

SAMPLES, SIZE = 40, 200


@dataclass(frozen=True)
class Ties:
    """The first axis of many samples of a Gaussian with the variances ratio² and 1, as angles from the first axis."""

    ratio: float
    sample: np.ndarray
    angles: np.ndarray
    variances: np.ndarray


def draw_ties(s: Ties) -> list[Panel]:
    left: list[Mark] = [show.Points(s.sample, color=show.GREY, size=4, alpha=0.7, label="one sample")]
    ends = np.array([[*(-6 * unit(a)), *(6 * unit(a))] for a in s.angles])
    left.append(
        show.Segments(ends, color=show.VERMILLION, width=1.0, alpha=0.5, label=f"first axis of {SAMPLES} samples")
    )
    counts, edges = np.histogram(s.angles, np.arange(-90, 91, 10))
    boxes = np.column_stack([edges[:-1] + 0.8, 0 * counts, edges[1:] - 0.8, counts])
    ticks = tuple(range(-90, 91, 45))
    look: dict[str, Any] = dict(xticks=(ticks, tuple(f"{t}°".replace("-", "−") for t in ticks)))
    return [
        Panel(left, (-4.6, 4.6), (-4.6, 4.6), "$x_1$", "$x_2$", equal=True, legend_columns=1),
        Panel(
            [show.Bars(boxes, color=show.VERMILLION)],
            (-92, 92),
            (0, SAMPLES),
            "angle of the first axis",
            "samples",
            **look,
        ),
    ]


def describe_ties(s: Ties) -> str:
    near = int((np.abs(s.angles) <= 10).sum())
    a, b = (show.number(v, 3) for v in s.variances)
    spread = f"Standard deviations {show.number(s.ratio, 3)} and 1"
    return (f"{spread}: {near} of {SAMPLES} first axes within 10° of the first coordinate; "
            f"the two variances of the sample drawn are {a} and {b}.")  # fmt: skip


@figure(FORMULA)
def ties() -> Live:
    """How the first axis wanders from sample to sample where two variances are nearly equal (PCA-02)."""
    raw = np.random.default_rng(0).standard_normal((SAMPLES, SIZE, 2))

    def compute(ratio: float) -> Ties:
        found = [principal_axes(X * [ratio, 1.0]) for X in raw]
        angles = np.array([np.degrees(np.arctan2(U[1, 0], U[0, 0])) for U, _ in found])
        return Ties(ratio, raw[0] * [ratio, 1.0], (angles + 90) % 180 - 90, found[0][1])

    controls = {"ratio": show.slider("first standard deviation", 1.5, 1.0, 2.0, 0.05)}
    return Live(compute, draw_ties, describe_ties, controls=controls, size=(8.8, 4.5))


# --- Kernels (Further C) ----------------------------------------------------------------------


def ring_and_disc() -> Dataset:
    """A disc in a ring: no direction of the plane tells them apart."""
    return datasets.rings(120, noise=0.1, seed=1)


@dataclass(frozen=True)
class Lifted:
    """The first two scores of points by kernel PCA with an RBF kernel of this bandwidth; shares of the variance."""

    data: Dataset
    scores: np.ndarray
    sigma: float
    shares: np.ndarray
    cut: float


def draw_lifted(s: Lifted) -> list[Panel]:
    names = s.data.target_names
    size = np.abs(s.scores).max() or 1.0  # in units of the largest, so that the axes stand still
    plane: list[Mark] = [*show.scatter_classes(s.data.X, s.data.y, names)]
    lifted: list[Mark] = [*show.scatter_classes(s.scores / size, s.data.y, ("", ""))]
    return [
        Panel(plane, **show.window(s.data.X), xlabel=s.data.feature_names[0], ylabel=s.data.feature_names[1]),
        Panel(lifted, (-1.1, 1.1), (-1.1, 1.1), "first score, in units of the largest", "second score", equal=True),
    ]


def describe_lifted(s: Lifted) -> str:
    two, wrong = show.percent(s.shares[:2].sum()), show.percent(s.cut)
    return (f"σ = {show.number(s.sigma, 3)}: the first two kernel components hold {two} of the variance; the best cut "
            f"on the first score has {wrong} of the points wrong.")  # fmt: skip


def kernel_scores(K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All scores (n, n) and the variances (n,) from a Gram matrix K (n, n), centred in the space of the features."""
    n = len(K)
    J = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(J @ K @ J)
    values, vectors = values[::-1], vectors[:, ::-1]
    values = np.where(values > 1e-13 * np.trace(K), values, 0)  # below that it is rounding
    largest = np.take_along_axis(vectors, np.abs(vectors).argmax(axis=0)[None], axis=0)
    return vectors * np.where(largest < 0, -1, 1) * np.sqrt(values), values / n


def best_cut(score: np.ndarray, y: np.ndarray) -> float:
    """The least share of errors of a threshold on one score, either side."""
    order = y[np.argsort(score, kind="stable")] > 0
    left = np.concatenate([[0], order.cumsum()])
    wrong = left + (len(y) - order.sum()) - (np.arange(len(y) + 1) - left)
    return float(min(wrong.min(), (len(y) - wrong).min()) / len(y))


@figure(CLASSES, ring_and_disc, most=250)
def lifted(data: Dataset) -> Live:
    """PCA in the space of an RBF kernel (PCA-02, KER-08)."""
    _, mean = centred(data.X)
    spread = float(np.sqrt(((data.X - mean) ** 2).sum(axis=1).mean()))
    if spread <= 1e-12 * np.abs(mean).max():
        spread = 1.0  # all points are one, up to rounding

    def compute(sigma: float) -> Lifted:
        Z, variances = kernel_scores(RBF(sigma)(data.X, data.X))
        shares = variances / (variances.sum() or 1)
        return Lifted(data, Z[:, :2], sigma, shares, best_cut(Z[:, 0], data.y))

    start = float(np.log10(spread))
    controls = {"sigma": show.log_slider("σ, bandwidth", spread, round(start - 1, 1), round(start + 1, 1))}
    return Live(compute, draw_lifted, describe_lifted, controls=controls, size=(8.8, 4.4))
