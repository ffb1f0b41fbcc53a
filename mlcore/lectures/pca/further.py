"""Further figures of lecture 16: ties, power iteration, kernels."""

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
from mlcore.show import LogSlider, Panel, Slider, StepSlider, View

# --- Ties (Further A) -------------------------------------------------------------------------

SAMPLES = 40
POINTS_EACH = 200


@figure(FORMULA)
class ties(View):
    """How the first axis wanders from sample to sample where two variances are nearly equal (PCA-02).

    The samples are of a Gaussian with the variances ratio² and 1. angles (SAMPLES,): of their first axes, in degrees
    from the first coordinate. sample, variances: the points of one of them, and its variances along both axes.
    """

    size = (8.8, 4.5)
    raw: np.ndarray
    ratio: float
    sample: np.ndarray
    angles: np.ndarray
    variances: np.ndarray

    def prepare(self):
        self.raw = np.random.default_rng(0).standard_normal((SAMPLES, POINTS_EACH, 2))
        self.controls = {"ratio": Slider("first standard deviation", 1.5, 1.0, 2.0, 0.05)}

    def compute(self, ratio: float):
        self.ratio = ratio
        samples = self.raw * [ratio, 1.0]
        found = [principal_axes(X) for X in samples]
        angles = np.array([np.degrees(np.arctan2(U[1, 0], U[0, 0])) for U, _ in found])
        self.angles = (angles + 90) % 180 - 90
        self.sample = samples[0]
        self.variances = found[0][1]

    def draw(self):
        ends = np.array([[*(-6 * unit(a)), *(6 * unit(a))] for a in self.angles])
        axes = f"first axis of {SAMPLES} samples"
        left = [
            show.Points(self.sample, color=show.GREY, size=4, alpha=0.7, label="one sample"),
            show.Segments(ends, color=show.VERMILLION, width=1.0, alpha=0.5, label=axes),
        ]
        counts, edges = np.histogram(self.angles, np.arange(-90, 91, 10))
        bars = show.Bars(
            np.column_stack([edges[:-1] + 0.8, 0 * counts, edges[1:] - 0.8, counts]), color=show.VERMILLION
        )
        ticks = tuple(range(-90, 91, 45))
        xticks = ticks, tuple(f"{show.number(t)}°" for t in ticks)
        return [
            Panel(left, (-4.6, 4.6), (-4.6, 4.6), "$x_1$", "$x_2$", equal=True, legend_columns=1),
            Panel([bars], (-92, 92), (0, SAMPLES), "angle of the first axis", "samples", xticks=xticks),
        ]

    def describe(self):
        near = int((np.abs(self.angles) <= 10).sum())
        ratio, a, b = (show.number(v, 3) for v in (self.ratio, *self.variances))
        return (
            f"Standard deviations {ratio} and 1: {near} of {SAMPLES} first axes within 10° of the first coordinate; "
            f"the two variances of the sample drawn are {a} and {b}."
        )


# --- Multiply, and again (Further B) ----------------------------------------------------------

STEPS = 12


@figure(POINTS, lengths, most=400)
class power(View):
    """Power iteration: a direction multiplied by the covariance, step by step (PCA-03).

    states: of the whole run. away (STEPS + 1,): how many degrees u is from the first axis, after each step. t: the step
    that is shown.
    """

    size = (8.8, 4.4)
    frame: dict[str, Any]
    covariance: np.ndarray
    axis: np.ndarray
    states: list[PowerState]
    away: np.ndarray
    t: int

    def prepare(self):
        X = self.data.X
        self.frame = show.window(X, 0.12)
        self.covariance = covariance(X)
        self.axis = principal_axes(X, 1)[0][:, 0]
        self.controls = {
            "step": StepSlider("step", STEPS, 1, interval=600),
            "start": Slider("start, in degrees", 150, 0, 180, 5),
        }

    def compute(self, step: int, start: int):
        states = take(power_steps(self.covariance, u=unit(start)), STEPS)
        self.states = states + [states[-1]] * (STEPS + 1 - len(states))
        cosine = np.array([state.u @ self.axis for state in self.states])
        sine = np.array([np.linalg.norm(state.u - (state.u @ self.axis) * self.axis) for state in self.states])
        self.away = np.degrees(np.arctan2(sine, np.abs(cosine)))
        self.t = step

    def draw(self):
        logs = np.log10(np.maximum(self.away, 1e-9))
        right = show.trace(np.arange(STEPS + 1), logs, self.t, color=show.VERMILLION, width=2.2)
        names = self.data.feature_names
        ticks = (-8, -6, -4, -2, 0, 2)
        yticks = ticks, tuple(f"1e{k}" for k in ticks)
        return [
            Panel(self.arrows(), **self.frame, xlabel=names[0], ylabel=names[1]),
            Panel(right, (-0.5, STEPS + 0.5), (-9, 2.4), "step", "degrees from the axis", yticks=yticks),
        ]

    def arrows(self) -> list[show.Mark]:
        """The points, their first axis, and u now and after the three steps before."""
        mean = self.data.X.mean(axis=0)
        reach = 0.45 * min(np.ptp(self.frame["xlim"]), np.ptp(self.frame["ylim"]))
        earlier = [mean + reach * state.u for state in self.states[: self.t][-3:]]
        now = mean + reach * self.states[self.t].u
        far = 9 * reach * self.axis
        first_axis: dict[str, Any] = dict(label="first axis", color=show.GREEN, dash="dashed", width=1.8)
        return [
            show.Points(self.data.X, color=show.GREY, size=4.5, alpha=0.7),
            show.segment(mean - far, mean + far, **first_axis),
            *(mark for tip in earlier for mark in show.arrow(mean, tip, show.SKY, 1.6, head=0.12 * reach)),
            *show.arrow(mean, now, show.VERMILLION, 3, head=0.16 * reach, label="u"),
        ]

    def describe(self):
        away = show.number(self.away[self.t], 3) if self.away[self.t] > 1e-9 else "less than 1e−9"
        variance = show.number(self.states[self.t].variance, 4)
        return f"Step {self.t}: {away} degrees from the axis; variance along u {variance}."


# --- Kernels (Further C) ----------------------------------------------------------------------


def ring_and_disc() -> Dataset:
    """A disc in a ring: no direction of the plane tells them apart."""
    return datasets.rings(120, noise=0.1, seed=1)


@figure(CLASSES, ring_and_disc, most=250)
class lifted(View):
    """PCA in the space of an RBF kernel (PCA-02, KER-08).

    scores (n, 2): the first two of each point, for the bandwidth sigma. shares (n,): of the variance, of all
    components. cut: the share of errors of the best threshold on the first score.
    """

    size = (8.8, 4.4)
    sigma: float
    scores: np.ndarray
    shares: np.ndarray
    cut: float

    def prepare(self):
        away, mean = centred(self.data.X)
        spread = float(np.sqrt((away**2).sum(axis=1).mean()))
        if spread <= 1e-12 * np.abs(mean).max():
            spread = 1.0  # all points are one, up to rounding
        middle = float(np.log10(spread))
        self.controls = {"sigma": LogSlider("σ, bandwidth", spread, round(middle - 1, 1), round(middle + 1, 1))}

    def compute(self, sigma: float):
        self.sigma = sigma
        Z, variances = kernel_scores(RBF(sigma)(self.data.X, self.data.X))
        self.scores = Z[:, :2]
        self.shares = variances / (variances.sum() or 1)
        self.cut = best_cut(Z[:, 0], self.data.y)

    def draw(self):
        X = self.data.X
        y = self.data.y
        largest = np.abs(self.scores).max() or 1.0  # the unit of the axes, so that they stand still
        names = self.data.feature_names
        plane = show.scatter_classes(X, y, self.data.target_names)
        space = show.scatter_classes(self.scores / largest, y, ("", ""))
        labels = "first score, in units of the largest", "second score"
        return [
            Panel(plane, **show.window(X), xlabel=names[0], ylabel=names[1]),
            Panel(space, (-1.1, 1.1), (-1.1, 1.1), *labels, equal=True),
        ]

    def describe(self):
        two = show.percent(self.shares[:2].sum())
        wrong = show.percent(self.cut)
        return (
            f"σ = {show.number(self.sigma, 3)}: the first two kernel components hold {two} of the variance; "
            f"the best cut on the first score has {wrong} of the points wrong."
        )


def kernel_scores(K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All scores (n, n) and the variances (n,) from a Gram matrix K (n, n), centred in the space of the features."""
    n = len(K)
    J = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(J @ K @ J)
    values = values[::-1]
    vectors = vectors[:, ::-1]
    values = np.where(values > 1e-13 * np.trace(K), values, 0)  # below that it is rounding
    largest = np.take_along_axis(vectors, np.abs(vectors).argmax(axis=0)[None], axis=0)
    return vectors * np.where(largest < 0, -1, 1) * np.sqrt(values), values / n


def best_cut(score: np.ndarray, y: np.ndarray) -> float:
    """The least share of errors of a threshold on one score, either side."""
    order = y[np.argsort(score, kind="stable")] > 0
    left = np.concatenate([[0], order.cumsum()])
    wrong = left + (len(y) - order.sum()) - (np.arange(len(y) + 1) - left)
    return float(min(wrong.min(), (len(y) - wrong).min()) / len(y))
