"""Families with a link: what a target costs at a score, and the mean and variance there (lecture 07)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import expit, logit, xlogy

from mlcore.base import validation
from mlcore.base.types import Array

Curve = Callable[[Array], Array]


@dataclass(frozen=True)
class Family:
    """A family with a link: what a target y costs at a score, and how mean and variance follow from the score.

    loss(y, score): minus the log-likelihood, less its value at the score that suits y best, so 0 at least; infinite
    where the score is not allowed. slope, curve: its derivatives in the score. mean(score), variance(score), the
    latter up to the dispersion; link(mean): the way back. allowed(y): which targets there are, and in words.
    ends: what the mean lies strictly between, as far as a target may be equal to it.
    """

    loss: Callable[[Array, Array], Array]
    slope: Callable[[Array, Array], Array]
    curve: Callable[[Array, Array], Array]
    mean: Curve
    variance: Curve
    link: Curve
    allowed: Curve
    words: str
    ends: tuple[float, float] = (-np.inf, np.inf)


def natural(*, a: Curve, mean: Curve, variance: Curve, best: Curve, **rest) -> Family:
    """A family whose score is its natural parameter: a(score) has the mean as slope, the variance as curvature.

    best(y): the largest value of y score − a(score), at the score whose mean is y. rest: the other fields of Family.
    """
    return Family(
        loss=lambda y, score: a(score) - y * score + best(y),  # (07.10)
        slope=lambda y, score: mean(score) - y,  # (07.3)
        curve=lambda y, score: variance(score) + 0 * y,  # (07.4)
        mean=mean,
        variance=variance,
        **rest,
    )


def bernoulli() -> Family:
    """Yes or no: a = ln(1 + e^score), and the mean is the sigmoid of the score (GLM-02)."""
    return natural(
        a=lambda s: np.logaddexp(0, s),
        mean=expit,
        variance=lambda s: expit(s) * expit(-s),
        best=_zero,
        link=logit,
        allowed=lambda y: (y == 0) | (y == 1),
        words="0 or 1",
        ends=(0.0, 1.0),
    )


def gaussian(variance: float = 1.0) -> Family:
    """A number with this variance: a = variance score^2 / 2, and the score is mean / variance (GLM-03)."""
    v = validation.positive(variance, "variance")
    family = natural(
        a=lambda s: v * s**2 / 2,
        mean=lambda s: v * s,
        variance=lambda s: v + 0 * s,
        best=lambda y: y**2 / (2 * v),
        link=lambda m: m / v,
        allowed=lambda y: np.full(np.shape(y), True),
        words="numbers",
    )
    return replace(family, loss=lambda y, s: v * (s - y / v) ** 2 / 2)  # the same, and far from 0 nothing cancels


def poisson() -> Family:
    """Counts: a = e^score, so mean and variance are e^score, too (GLM-04)."""
    return natural(
        a=np.exp,
        mean=np.exp,
        variance=np.exp,
        best=lambda y: xlogy(y, y) - y,
        link=np.log,
        allowed=lambda y: y >= 0,
        words="counts, 0 or more",
        ends=(0.0, np.inf),
    )


def gamma() -> Family:
    """Times: a = −ln(−score) for scores below 0, and the mean is −1/score (GLM-04)."""
    return natural(
        a=_log_of_minus,
        mean=lambda s: -1 / s,
        variance=lambda s: 1 / s**2,
        best=lambda y: -1 - np.log(y),
        link=lambda m: -1 / m,
        allowed=lambda y: y > 0,
        words="larger than 0",
    )


def gamma_log() -> Family:
    """Times with another link: the mean is e^score. The score is not the natural parameter −1/mean."""
    return Family(
        loss=lambda y, s: y * np.exp(-s) - 1 + s - np.log(y),
        slope=lambda y, s: 1 - y * np.exp(-s),
        curve=lambda y, s: y * np.exp(-s),
        mean=np.exp,
        variance=lambda s: np.exp(2 * s),
        link=np.log,
        allowed=lambda y: y > 0,
        words="larger than 0",
    )


def _log_of_minus(score: Array) -> Array:
    """−ln(−score), and infinite from 0 on: there is no mean."""
    inside = score < 0
    return np.where(inside, -np.log(np.where(inside, -score, 1.0)), np.inf)


def _zero(y: Array) -> Array:
    return np.zeros(np.shape(y))


FAMILIES: dict[str, Family] = {
    "gaussian": gaussian(),
    "bernoulli": bernoulli(),
    "poisson": poisson(),
    "gamma": gamma(),
    "gamma, log link": gamma_log(),
}
