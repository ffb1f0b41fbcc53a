"""The figure of lecture 08 that compares: Gaussians against logistic regression, as the examples grow in number."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.special import expit, ndtr

from mlcore import show
from mlcore.base.labels import add_ones
from mlcore.base.types import Array
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import Live, Mark, Panel

SIZES = 10, 14, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000
ROWS = 24_000  # examples that are drawn for each size: many small samples, a few large ones
TURN = np.array([[np.cos(0.5), -np.sin(0.5)], [np.sin(0.5), np.cos(0.5)]])
MU = TURN @ [1.5, 0.0]  # the means are ± this, three standard deviations apart
SCALES = np.array([[1.0, 1.0], [6.0, 3.0]])  # the means of the exponential features, by class
PENALTY = 0.01
METHODS: dict[str, dict[str, Any]] = {
    "Gaussians": dict(color=show.PURPLE, dash="solid", width=2.4),
    "logistic": dict(color=show.BLACK, dash="dashdot", width=2.4),
}


@dataclass(frozen=True)
class World:
    """Two classes that are equally likely, whose densities are known.

    draw(rng, runs, n): X (runs, n, 2), every second one of class 1. error(w): the share of mistakes (m,) of the lines
    w (m, 3), bias first. best: the weights of the true log-odds (3,). window: limits of the axes.
    """

    name: str
    draw: Any
    error: Any
    best: Array
    window: tuple[tuple[float, float], tuple[float, float]]


def _bells(rng: np.random.Generator, runs: int, n: int) -> Array:
    return rng.standard_normal((runs, n, 2)) + np.where(np.arange(n) % 2, 1, -1)[:, None] * MU


def _bells_error(w: Array) -> Array:
    away, size = w[:, 1:] @ MU, np.linalg.norm(w[:, 1:], axis=1)
    return (ndtr(-(away + w[:, 0]) / size) + ndtr((w[:, 0] - away) / size)) / 2


def _skewed(rng: np.random.Generator, runs: int, n: int) -> Array:
    return rng.standard_exponential((runs, n, 2)) * SCALES[np.arange(n) % 2]


def tail(a: Array, c: Array) -> Array:
    """P(a_1 E_1 + a_2 E_2 > c) (m,) for standard exponentials E and unequal weights a (m, 2)."""
    turned = c < 0
    a, c = np.where(turned[:, None], -a, a), np.abs(c)
    part = np.where(a > 0, a * np.exp(-c[:, None] / np.where(a > 0, a, 1.0)), 0.0)
    above = (part[:, 0] - part[:, 1]) / (a[:, 0] - a[:, 1])
    return np.where(turned, 1 - above, above)


def _skewed_error(w: Array) -> Array:
    zero, one = (tail(w[:, 1:] * scale, -w[:, 0]) for scale in SCALES)
    return (zero + 1 - one) / 2


WORLDS = {
    "Gaussian": World("Gaussian", _bells, _bells_error, np.array([0.0, *2 * MU]), ((-5.0, 5.0), (-4.0, 4.0))),
    "skewed": World("skewed", _skewed, _skewed_error, np.array([-np.log(18), 5 / 6, 2 / 3]), ((-0.6, 20), (-0.4, 11))),
}


def gaussian_lines(X: Array, y: Array) -> Array:
    """Weights (runs, 3) of discriminants with a shared covariance, for many samples X (runs, n, 2), y (n,): (08.8)."""
    means = [X[:, y == k].mean(axis=1) for k in (0, 1)]
    away = X - np.where(y[:, None] > 0, means[1][:, None], means[0][:, None])
    S = np.einsum("rni,rnj->rij", away, away) / len(y)
    w = np.linalg.solve(S, (means[1] - means[0])[..., None])[..., 0]
    return np.column_stack([-((means[0] + means[1]) * w).sum(axis=1) / 2 + np.log(y.mean() / (1 - y.mean())), w])


def logistic_lines(X: Array, y: Array, leaps: int = 15) -> Array:
    """Weights (runs, 3) of logistic regressions with a hint of penalty: Newton, lecture 06, on many samples at once."""
    A, fine = add_ones(X.reshape(-1, 2)).reshape(*X.shape[:2], 3), np.diag([1e-9, PENALTY, PENALTY])
    w = np.zeros((len(X), 3))
    for _ in range(leaps):
        p = expit(np.einsum("rnd,rd->rn", A, w))
        slope = np.einsum("rnd,rn->rd", A, p - y) + w @ fine
        bend = (A * (p * (1 - p))[..., None]).transpose(0, 2, 1) @ A + fine
        w -= np.linalg.solve(bend, slope[..., None])[..., 0]
    return w


def fits(X: Array, y: Array) -> Array:
    """The weights (2, runs, 3) of both methods, in the order of METHODS."""
    return np.array([gaussian_lines(X, y), logistic_lines(X, y)])


@dataclass(frozen=True)
class Curves:
    """One sample of n (n, 2) with both lines (2, 3), and mean errors (2, sizes) over many samples."""

    world: World
    n: int
    X: Array
    lines: Array
    errors: Array

    @property
    def at(self) -> int:
        return SIZES.index(self.n)

    @property
    def least(self) -> float:
        return float(self.world.error(self.world.best[None])[0])


def draw_line(w: Array, xlim: tuple[float, float], ylim: tuple[float, float], **look) -> Mark:
    """The line w_0 + w_1 x + w_2 y = 0 across the window."""
    field = show.decision_field(lambda P: w[0] + P @ w[1:], xlim, ylim, n=2)
    return show.contour_lines(field, [0], **look)


def draw_curves(s: Curves) -> list[Panel]:
    xlim, ylim = s.world.window
    y = np.where(np.arange(s.n) % 2, 1.0, -1.0)
    left: list[Mark] = [
        *show.scatter_classes(s.X, y, ("0", "1"), size=4.5, alpha=0.55),
        draw_line(s.world.best, xlim, ylim, **show.BEST),
    ]
    right: list[Mark] = [show.hline(100 * s.least, (SIZES[0], SIZES[-1]), **show.BEST, label="best")]
    for (name, look), w, errors in zip(METHODS.items(), s.lines, 100 * s.errors, strict=True):
        left.append(draw_line(w, xlim, ylim, **look))
        right.append(show.curve(np.array(SIZES), errors, **look, label=name))
    for look, errors in zip(METHODS.values(), 100 * s.errors, strict=True):
        right.append(show.point(s.n, errors[s.at], color=look["color"], size=8))
    low, high = 100 * s.least, 100 * float(s.errors.max())
    shown = 10, 30, 100, 300, 1000
    return [
        Panel(left, xlim, ylim, "$x_1$", "$x_2$", legend_columns=2),
        Panel(right, (9, 1120), (low - 0.08 * (high - low), high + 0.06 * (high - low)), "examples n",
              "errors on new points (%)", logx=True, xticks=(shown, tuple(map(str, shown)))),
    ]  # fmt: skip


def describe_curves(s: Curves) -> str:
    first, second = 100 * s.errors[:, s.at]
    return (
        f"{s.world.name.capitalize()} classes, n = {s.n}. Mistakes on new points, on average: Gaussians {first:.1f} %, "
        f"logistic {second:.1f} %; best line {100 * s.least:.1f} %."
    )


@figure(FORMULA)
def learning() -> Live:
    """Errors of a Gaussian discriminant and of logistic regression against the number of examples (GEN-08)."""

    @cache
    def averages(world: str) -> Array:
        rng, w = np.random.default_rng(0), WORLDS[world]
        lines = (fits(w.draw(rng, ROWS // n, n), np.arange(n) % 2) for n in SIZES)
        return np.array([[w.error(line).mean() for line in pair] for pair in lines]).T

    def compute(world: str, n: int) -> Curves:
        w = WORLDS[world]
        X = w.draw(np.random.default_rng(3), 1, SIZES[-1])[:, :n]
        return Curves(w, n, X[0], fits(X, np.arange(n) % 2)[:, 0], averages(world))

    averages("Gaussian")
    controls = {
        "world": show.choice("classes", {"Gaussian": "Gaussian", "skewed": "skewed"}),
        "n": show.list_slider("examples n", SIZES, 20),
    }
    return Live(compute, draw_curves, describe_curves, controls=controls, size=(8.8, 4.2))
