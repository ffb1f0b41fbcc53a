"""The figures of lecture 01 about estimates: a coin's bias, and the rate of waiting times."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.special import betainc, xlog1py, xlogy

from mlcore import show
from mlcore.datasets import Dataset
from mlcore.decision import Estimates, coin_estimates, rate_estimates
from mlcore.lectures.decisions.figures import chance
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, WAITS
from mlcore.show import Live, Mark, Panel

# --- A coin: three guesses from one posterior (section 6) -------------------------------------

FLIPS, BIAS = 100, 0.7
PRIORS = {"flat, Beta(1, 1)": (1, 1), "nearly fair, Beta(20, 20)": (20, 20), "low, Beta(2, 10)": (2, 10)}
MARKS: dict[str, dict[str, Any]] = {
    "mean": dict(color=show.BLUE, marker="o"),
    "MAP": dict(color=show.GREEN, marker="s"),
    "ML": dict(color=show.VERMILLION, marker="^"),
}
DASH = {"mean": "solid", "MAP": "dashed", "ML": "dotted"}


@dataclass(frozen=True)
class Guesses:
    """The posterior Beta(a, b) of a coin's bias, and what each guess on the grid costs by three prices."""

    n: int
    heads: int
    prior: tuple[float, float]
    found: Estimates
    radius: float
    costs: dict[str, np.ndarray]

    @property
    def values(self) -> dict[str, float]:
        """The three estimates by name."""
        return named(self.found)

    @property
    def posterior(self) -> tuple[float, float]:
        """The parameters a and b of the posterior."""
        return self.prior[0] + self.heads, self.prior[1] + self.n - self.heads


def named(found: Estimates) -> dict[str, float]:
    """Mean, MAP and ML, in the order of the legend."""
    return dict(zip(MARKS, (found.mean, found.map, found.ml), strict=True))


BIASES = np.linspace(0, 1, 201)


def flag(name: str, at: float) -> list[Mark]:
    """An estimate on the axis of θ: its line, and its mark at a height of its own."""
    look = MARKS[name]
    height = dict(zip(MARKS, (0.08, 0.2, 0.32), strict=True))[name]
    return [
        show.vline(at, (0, 1.1), color=look["color"], dash=DASH[name], width=1.2),
        show.point(at, height, size=9, edge=show.BLACK, label=name, **look),
    ]


def log_bump(heads: float, tails: float) -> np.ndarray:
    """ln of θ^heads (1 − θ)^tails on the grid of biases."""
    return xlogy(heads, BIASES) + xlog1py(tails, -BIASES)


def to_peak(logs: np.ndarray) -> np.ndarray:
    """A curve, given by its logarithm, as shares of its highest value."""
    return np.exp(logs - logs.max())


def coin_costs(n: int, heads: int, prior: tuple[float, float], radius: float) -> dict[str, np.ndarray]:
    """Of each guess: expected square, chance to be off by more than the radius, and −LL per flip."""
    a, b = prior[0] + heads, prior[1] + n - heads
    mean, variance = a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))
    low, high = (betainc(a, b, np.clip(BIASES + shift, 0, 1)) for shift in (-radius, radius))
    return {"mean": variance + (BIASES - mean) ** 2, "MAP": 1 - (high - low), "ML": -log_bump(heads, n - heads) / n}


def draw_coin(s: Guesses) -> list[list[Panel]]:
    a, b = s.posterior
    before, seen = to_peak(log_bump(s.prior[0] - 1, s.prior[1] - 1)), to_peak(log_bump(s.heads, s.n - s.heads))
    top: list[Mark] = [
        show.curve(BIASES, before, color=show.GREY, dash="dotted", width=2, label="prior"),
        show.curve(BIASES, seen, color=show.VERMILLION, dash="dashed", width=1.6, label="likelihood"),
        show.curve(BIASES, to_peak(log_bump(a - 1, b - 1)), color=show.BLACK, width=2.4, label="posterior"),
    ]
    low: list[Mark] = []
    words = {"mean": "squared error", "MAP": "off by more than ε", "ML": "−LL/n"}
    for name, at in s.values.items():
        top += flag(name, at)
        curve, color = np.minimum(s.costs[name], 3.0), MARKS[name]["color"]
        low.append(show.curve(BIASES, curve, color=color, dash=DASH[name], width=2.2, label=words[name]))
        k = int(curve.argmin())
        low.append(show.point(BIASES[k], curve[k], size=9, edge=show.BLACK, **MARKS[name]))
    ends, blank = (-0.02, 1.02), ((), ())
    return [
        [Panel(top, ends, (0, 1.1), ylabel="height (peak = 1)", yticks=blank, legend_columns=6)],
        [Panel(low, ends, (-0.05, 1.1), "bias θ, or a guess at it", "expected cost", legend_columns=3)],
    ]


def describe_coin(s: Guesses) -> str:
    values = ", ".join(f"{name} {value:.3f}" for name, value in s.values.items())
    dip = float(s.costs["MAP"].min())
    off = f"The best guess is off by more than {s.radius:g} with chance {chance(dip)}."
    heads = "1 head" if s.heads == 1 else f"{s.heads} heads"
    return f"{heads} in {s.n} flips: {values}. {off}".replace(" 1 flips", " 1 flip")


@figure(FORMULA)
def coin() -> Live:
    """The posterior of a coin's bias as flips come in; mean, MAP and ML, and what each minimises (BAY-07 to 09, 12)."""
    came = np.random.default_rng(11).uniform(size=FLIPS) < BIAS

    def compute(n: int, radius: float, prior: tuple[float, float]) -> Guesses:
        heads = int(came[:n].sum())
        found = coin_estimates(heads, n, a=prior[0], b=prior[1])
        return Guesses(n, heads, prior, found, radius, coin_costs(n, heads, prior, radius))

    controls = {
        "n": show.step_slider("flips", FLIPS, value=4, interval=150, first=1),
        "radius": show.list_slider("ε", [0.005, 0.01, 0.02, 0.05, 0.1, 0.2], 0.05),
        "prior": show.choice("prior", dict(list(PRIORS.items())[1:] + list(PRIORS.items())[:1])),
    }
    return Live(compute, draw_coin, describe_coin, controls=controls, size=(8.8, 5.4))


# --- Waits (Further A) ------------------------------------------------------------------------


@dataclass(frozen=True)
class Waits:
    """The posterior of the rate after the first n waits; paths: the estimates after 1, …, n waits; top: of the axis."""

    data: Dataset
    n: int
    rate: float
    paths: list[Estimates]
    top: float

    @property
    def found(self) -> Estimates:
        return self.paths[-1]


def draw_waits(s: Waits) -> list[Panel]:
    theta, total = np.linspace(0, s.top, 201), float(s.data.X[: s.n].sum())
    after = to_peak(xlogy(s.n, theta) - theta * (total + s.rate))  # Gamma(n + 1, S + rate)
    left: list[Mark] = [
        show.curve(theta, np.exp(-s.rate * theta), color=show.GREY, dash="dotted", width=2, label="prior"),
        show.curve(theta, after, color=show.BLACK, width=2.4, label="posterior"),
    ]
    right: list[Mark] = []
    at = np.arange(1, s.n + 1)
    for name, look in MARKS.items():
        path = np.array([named(e)[name] for e in s.paths])
        left += flag(name, path[-1])
        right.append(show.curve(at, path, color=look["color"], dash=DASH[name], width=2, label=name))
        right.append(show.point(s.n, path[-1], size=8, edge=show.BLACK, **look))
    room = (0, len(s.data.X) + 1.5)
    return [
        Panel(left, (0, s.top), (0, 1.1), "rate θ", "height (peak = 1)", yticks=((), ())),
        Panel(right, room, (0, s.top), "waits n", "estimate of θ"),
    ]


def describe_waits(s: Waits) -> str:
    values = ", ".join(f"{name} {value:.4g}" for name, value in named(s.found).items())
    waits = "1 wait" if s.n == 1 else f"{s.n} waits"
    return f"{waits}, sum {s.data.X[: s.n].sum():.4g}; rate of the prior {s.rate:g}: {values}."


def at_the_door() -> Dataset:
    """Forty waits of rate 2; the first four are round numbers, to go on with by hand (BAY-10)."""
    drawn = np.random.default_rng(3).exponential(0.5, 36).round(2)
    x = np.append([0.2, 0.5, 0.3, 1.0], np.maximum(drawn, 0.01))
    return Dataset(x[:, None], np.zeros(40, int), ("wait",), ())


@figure(WAITS, at_the_door, most=60)
def waits(data: Dataset) -> Live:
    """The posterior of a rate as waits come in, and the paths of mean, MAP and ML (BAY-09, BAY-10)."""
    x = data.X[:, 0]
    unit = 10.0 ** np.round(np.log10(x.mean()))
    top = 2.8 / x.mean()

    @cache
    def path(rate: float) -> list[Estimates]:
        return [rate_estimates(x[:k], rate=rate) for k in range(1, len(x) + 1)]

    def compute(n: int, rate: float) -> Waits:
        return Waits(data, n, rate, path(rate)[:n], top)

    controls = {
        "n": show.step_slider("waits", len(x), value=min(4, len(x)), interval=300, first=1),
        "rate": show.list_slider("rate of the prior", [k * unit for k in (0.25, 0.5, 1, 2, 4, 8)], unit),
    }
    return Live(compute, draw_waits, describe_waits, controls=controls, size=(8.8, 4.0))
