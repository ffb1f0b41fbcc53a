"""The figure of lecture 07 with a real target: which family spreads as the targets do?"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy import stats
from scipy.special import gammaln

from mlcore import datasets, show
from mlcore.datasets import Dataset
from mlcore.glm import GLM
from mlcore.lectures.families.figures import MEAN, TARGETS, targets_that
from mlcore.plots.figure import figure
from mlcore.show import Live, Mark, Panel


def _sales() -> dict[str, tuple]:
    x = np.random.default_rng(2).uniform(0, 1e4, 60)
    return {"a year of prices": (x, 3e5 + 40 * x), "five points": ([0.0, 1, 2, 3, 4], [1.0, 1, 2, 1, 3])}


TIMES = targets_that(
    lambda y: y > 0, "larger than 0", _sales, {"a time of 0": ([0.0, 1, 2], [1, 0, 3]), "one input": ([1.0, 1], [1, 2])}
)

CHOICES = {"Gaussian": "gaussian", "Poisson": "poisson", "gamma, log link": "gamma, log link"}
NEAR = 80  # how many targets the bars of the density panel are made of


@dataclass(frozen=True)
class Spread:
    """A fitted family: means over a grid, the band that should hold 90 % of the targets, and the density at one x.

    inside: whether each target lies in the band (n,). dispersion: (07.13). near: the targets of the nearest inputs.
    """

    data: Dataset
    name: str
    x: float
    grid: np.ndarray
    mean: np.ndarray
    band: np.ndarray
    inside: np.ndarray
    dispersion: float
    density: tuple[np.ndarray, np.ndarray]
    highest: float
    near: np.ndarray
    ylim: tuple[float, float]

    @property
    def thirds(self) -> list[float]:
        """The shares inside for the lowest, the middle and the highest third of the inputs."""
        order = self.data.X[:, 0].argsort(kind="stable")
        return [float(self.inside[third].mean()) for third in np.array_split(order, 3)]

    @property
    def here(self) -> float:
        """The mean at x."""
        return float(np.interp(self.x, self.grid, self.mean))


@dataclass(frozen=True)
class Fitted:
    """One family fitted to all the data, and its distribution at a mean: quantiles and density."""

    model: GLM
    dispersion: float
    name: str

    def at(self, mean: np.ndarray) -> Any:
        """SciPy's distribution of the targets for these means (Poisson by its densities)."""
        if self.name == "poisson":
            return stats.poisson(mean)
        if self.name == "gaussian":
            return stats.norm(mean, self.dispersion**0.5)
        return stats.gamma(1 / self.dispersion, scale=self.dispersion * mean)

    def density(self, y: np.ndarray, mean: float) -> np.ndarray:
        if self.name == "poisson":
            inside = np.maximum(y, 0)
            return np.where(y >= 0, np.exp(inside * np.log(mean) - mean - gammaln(inside + 1)), 0.0)
        return self.at(np.array(mean)).pdf(y)


def fitted(X: np.ndarray, y: np.ndarray, name: str) -> Fitted:
    """The family fitted without a penalty; the dispersion is estimated, but is 1 for counts."""
    model = GLM(name, lam=0.0).fit(X, y)
    mean = model.predict(X)
    unit = {"gaussian": np.ones(len(y)), "poisson": mean}.get(name, mean**2)
    estimate = float((((y - mean) ** 2) / unit).sum() / max(len(y) - 2, 1))
    least = 1e-6 * (np.ptp(y) or 1.0) ** 2 if name == "gaussian" else 1e-6
    return Fitted(model, max(estimate, least), name)


def draw_spread(s: Spread) -> list[Panel]:
    x, y, ends = s.data.X[:, 0], s.data.y, show.limits(s.grid, 0.05)
    ring = np.vstack([np.column_stack([s.grid, s.band[0]]), np.column_stack([s.grid, s.band[1]])[::-1]])
    left: list[Mark] = [
        show.Fill([ring], color=show.SKY, alpha=0.35, label="90 % should lie here"),
        show.Points(np.column_stack([x, y])[s.inside], **{**TARGETS, "size": 3.5}),
        show.Points(np.column_stack([x, y])[~s.inside], color=show.VERMILLION, marker="x", size=5, label="outside"),
        show.curve(s.grid, s.mean, **MEAN, label="mean"),
        show.vline(s.x, s.ylim, color=show.BLACK, dash="dashed"),
    ]
    heights, edges = np.histogram(s.near, np.linspace(*s.ylim, 25), density=True)
    boxes = np.column_stack([edges[:-1], 0 * heights, edges[1:], np.minimum(heights, s.highest)])
    right: list[Mark] = [
        show.Bars(boxes, color=show.GREY, alpha=0.45, label=f"the {len(s.near)} nearest"),
        show.curve(*s.density, **MEAN, label="model"),
    ]
    name, target = s.data.feature_names[0], s.data.target_name
    return [
        Panel(left, ends, s.ylim, name, target, legend_columns=3, width=1.25),
        Panel(right, s.ylim, (0, s.highest), f"{target} at the dashed line", "density", legend_columns=2),
    ]


def describe_spread(s: Spread) -> str:
    low, middle, high = (show.percent(share) for share in s.thirds)
    near, half = show.number(s.near.mean(), 3), show.number(np.median(s.near), 3)
    return (
        f"{s.name}, dispersion estimated {show.number(s.dispersion, 3)}: {show.percent(s.inside.mean())} of the "
        f"targets lie in the band; in the lowest, middle and highest third of the inputs {low}, {middle}, {high}. "
        f"At the dashed line the model's mean is {show.number(s.here, 3)}; the {len(s.near)} nearest targets have the "
        f"mean {near} and the median {half}."
    ).replace("e-", "e−")


def bodies() -> Dataset:
    """442 people with diabetes: body mass index, and how far the disease has got a year later."""
    return datasets.diabetes().columns("bmi")


@figure(TIMES, bodies, most=500)
def spread(data: Dataset) -> Live:
    """Three families on one real target: the means agree, the spreads do not (GLM-04)."""
    x, y = data.X[:, 0], data.y
    grid, room = np.linspace(x.min(), x.max(), 121), 0.25 * (np.ptp(y) or 1.0)
    ylim = float(y.min() - room), float(y.max() + room)
    places = np.linspace(*ylim, 401)
    labels = {value: label for label, value in CHOICES.items()}

    @cache
    def fit(name: str):
        f = fitted(data.X, y, name)
        low, high = f.at(f.model.predict(data.X)).ppf([[0.05], [0.95]])
        mean = f.model.predict(grid[:, None])
        tops = [f.density(places, m).max() for m in (mean.min(), mean.max(), np.median(mean))]
        band = np.clip(f.at(mean).ppf([[0.05], [0.95]]), ylim[0] - room, ylim[1] + 9 * room)
        return f, mean, band, (low <= y) & (y <= high), max(1.25 * max(tops), 5.5 / (ylim[1] - ylim[0]))

    def compute(family: str, x0: float) -> Spread:
        f, mean, band, inside, highest = fit(family)
        density = places, f.density(places, float(f.model.predict([[x0]])[0]))
        near = y[np.abs(x - x0).argsort(kind="stable")[:NEAR]]
        return Spread(data, labels[family], x0, grid, mean, band, inside, f.dispersion, density, highest, near, ylim)

    step = float(np.ptp(x)) / 40
    controls = {
        "family": show.choice("family", CHOICES),
        "x0": show.slider(f"{data.feature_names[0]} of the dashed line", float(x.min() + 10 * step), float(x.min()),
                          float(x.max()), step),
    }  # fmt: skip
    return Live(compute, draw_spread, describe_spread, controls=controls, size=(8.8, 4.2))
