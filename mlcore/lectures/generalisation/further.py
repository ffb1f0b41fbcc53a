"""The figures of lecture 05's Further sections: the printed bound, all thresholds at once, the sine."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.special import kolmogorov

from mlcore import pac, show
from mlcore.base.types import Array
from mlcore.lectures.generalisation.bounds import chances
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import Live, Panel, Pointer
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS

# --- The printed bound (Further A) ------------------------------------------------------------


def wrong_choice(n: int, epsilon: float) -> float:
    """The chance that a rule of risk ½ − ε/2 loses to its opposite by their errors in n; a coin decides a tie."""
    law = chances(n, (1 - epsilon) / 2)
    return float(law[n // 2 + 1 :].sum() + (n % 2 == 0) * law[n // 2] / 2)


@dataclass(frozen=True)
class Printed:
    """A rule and its opposite: the chance to take the wrong one with (factor/ε²) ln(4/δ) examples, for many δ."""

    epsilon: float
    now: int

    DELTAS = np.power(10.0, -np.arange(1, 15) / 2)

    def n(self, factor: int, delta: float) -> int:
        return int(np.ceil(factor * np.log(4 / delta) / self.epsilon**2))

    def chance(self, factor: int) -> Array:
        return np.array([wrong_choice(self.n(factor, d), self.epsilon) for d in self.DELTAS])


def draw_printed(s: Printed) -> list[Panel]:
    deltas, ends = s.DELTAS, (3e-8, 0.6)
    marks: list[Any] = [show.curve(np.array(ends), np.array(ends), color=show.BLACK, dash="dotted", label="chance = δ")]
    looks = [(1, show.VERMILLION, "o", "dashed"), (2, show.BLUE, "s", "solid")]
    for factor, color, marker, dash in looks:
        chance = np.maximum(s.chance(factor), 1e-30)
        marks += [
            show.curve(deltas, chance, color=color, dash=dash, width=2.0),
            show.Points(np.column_stack([deltas, chance]), color=color, marker=marker, size=6,
                        label=f"({factor}/ε²) ln(4/δ) examples"),
            show.point(float(deltas[s.now]), float(chance[s.now]), **show.NOW),
        ]  # fmt: skip
    powers = (1e-7, 1e-5, 1e-3, 0.1)
    ticks = powers, tuple(f"{p:g}" for p in powers)
    return [Panel(marks, ends, (1e-10, 1), "δ, the chance that is promised", "chance to take the wrong rule", logx=True,
                  logy=True, xticks=ticks, yticks=((1e-9, *powers), ("1e-09", *ticks[1])))]  # fmt: skip


def describe_printed(s: Printed) -> str:
    delta = s.DELTAS[s.now]
    parts = [f"{s.n(f, delta)} examples, chance {wrong_choice(s.n(f, delta), s.epsilon):.2e}" for f in (1, 2)]
    said = f"ε = {s.epsilon:g}, δ = {delta:.2g}: as printed {parts[0]}; with twice the constant {parts[1]}."
    return said.replace("e-", "e−")


@figure(FORMULA)
def printed() -> Live:
    """The agnostic bound as printed and as it should be, by exact binomials (PAC-06, E003-9)."""

    def compute(exponent: float, epsilon: float) -> Printed:
        return Printed(round(epsilon, 2), round(2 * exponent) - 1)

    controls = {
        "exponent": show.slider("−log δ (base 10)", 3.0, 0.5, 7.0, 0.5),
        "epsilon": show.slider("accuracy ε", 0.1, 0.05, 0.3, 0.01),
    }
    return Live(compute, draw_printed, describe_printed, controls=controls, size=(6.4, 4.6))


# --- Infinite classes: the largest deviation of all thresholds (Further B) --------------------

NUMBERS = (10, 20, 50, 100, 200, 500, 1000)
REPEATS = 400


@cache
def largest_deviations(n: int) -> Array:
    """The largest |R̂ − R| of all thresholds in REPEATS samples of n uniform x (REPEATS,), none above the target 1."""
    x = np.sort(np.random.default_rng(n).uniform(size=(REPEATS, n)), axis=1)
    k = np.arange(1, n + 1)
    return np.maximum(k / n - x, x - (k - 1) / n).max(axis=1)


@dataclass(frozen=True)
class Uniform:
    """The largest deviations in many samples of n, and how many are below c/√n."""

    n: int
    c: float

    @property
    def below(self) -> float:
        return float((self.scaled < self.c).mean())

    @property
    def scaled(self) -> Array:
        return np.sort(self.n**0.5 * largest_deviations(self.n))

    @property
    def limit(self) -> float:
        """Kolmogorov's law: the limit of that share."""
        return float(1 - kolmogorov(self.c))


def draw_uniform(s: Uniform) -> list[Panel]:
    marks: list[Any] = []
    for n in NUMBERS:
        d = largest_deviations(n)[:60]
        mine = n == s.n
        color, alpha = (show.BLUE, 0.9) if mine else (show.GREY, 0.35)
        marks.append(show.Points(np.column_stack([np.full(len(d), n), d]), color=color, alpha=alpha))
    at = np.geomspace(8, 1300, 50)
    marks.append(show.curve(at, s.c / np.sqrt(at), color=show.VERMILLION, dash="dashed", width=2.2, label="c / √n"))
    grid = np.linspace(0.3, 2.2, 120)
    heights = np.arange(1, REPEATS + 1) / REPEATS
    right: list[Any] = [
        show.curve(grid, 1 - kolmogorov(grid), **show.BEST, label="limit for large n"),
        show.curve(s.scaled, heights, color=show.BLUE, width=2.0, dash="dashdot", label="samples"),
        show.vline(s.c, (0, 1.05), color=show.VERMILLION, dash="dashed"),
        show.point(s.c, s.limit, color=show.GREEN, marker="D", edge=show.BLACK, size=9),
    ]
    d_ticks = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
    return [
        Panel(marks, (8, 1300), (0.008, 0.9), "examples n", "largest |R̂ − R|", logx=True, logy=True,
              xticks=(NUMBERS, tuple(map(str, NUMBERS))), yticks=(d_ticks, tuple(map(str, d_ticks)))),
        Panel(right, (0.3, 2.2), (-0.04, 1.05), "√n · largest |R̂ − R|", "share below", legend_columns=2),
    ]  # fmt: skip


def describe_uniform(s: Uniform) -> str:
    share = f"{100 * s.below:.1f} % of {REPEATS} samples below c/√n = {s.c / s.n**0.5:.3f}"
    return f"n = {s.n}, c = {s.c:g}: {share}; for large n {100 * s.limit:.2f} % of them."


@figure(FORMULA)
def uniform() -> Live:
    """The largest deviation of all thresholds against n, and Kolmogorov's law (PAC-12)."""

    def compute(c: float, n: int) -> Uniform:
        return Uniform(n, round(c, 2))

    controls = {
        "c": show.slider("c", 1.0, 0.4, 2.0, 0.1),
        "n": show.list_slider("examples n", NUMBERS, 100),
    }
    return Live(compute, draw_uniform, describe_uniform, controls=controls, size=(8.8, 4.2))


# --- A sine does every labeling (Further C) ---------------------------------------------------

PLACES = 5


@dataclass(frozen=True)
class Sine:
    """The heights (5,) of handles at x = 1/2, 1/4, …; their signs are the labels y (5,) that a sine is to have."""

    heights: Array

    @property
    def y(self) -> Array:
        return np.where(self.heights > 0, 1.0, -1.0)

    @property
    def omega(self) -> float:
        return pac.sine_frequency(self.y)

    def f(self, x) -> Array:
        return np.sin(self.omega * x)


def draw_sine(s: Sine) -> list[Panel]:
    i, fine = np.arange(1, PLACES + 1), np.linspace(0.7, PLACES + 0.3, 1800)
    ends = np.column_stack([i, 0 * i, i, s.heights])
    marks: list[Any] = [
        show.curve(fine, s.f(0.5**fine), color=show.SKY, width=1.3, label="sin(ωx)"),
        show.hline(0, (0.6, PLACES + 0.4), color=show.BLACK, width=1.0),
        show.Segments(ends, color=show.GREY, width=1.0, dash="dotted"),
        show.Points(np.column_stack([i, s.f(0.5**i)]), color=show.BLACK, marker="x", size=8, label="its value there"),
    ]
    for c, name in ((-1, "y = −1"), (1, "y = +1")):
        mine = np.column_stack([i, s.heights])[s.y == c]
        marks.append(show.Points(mine, color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], size=9, label=name))
    ticks = tuple(i.tolist()), tuple(f"1/{2**k}" for k in i)
    return [Panel(marks, (0.6, PLACES + 0.4), (-1.6, 1.6), "x (each half of the one before)", "sin(ωx)", xticks=ticks,
                  legend_columns=4)]  # fmt: skip


def describe_sine(s: Sine) -> str:
    signs = "".join("+" if c > 0 else "−" for c in s.y)
    done = int((np.sign(s.f(0.5 ** np.arange(1, PLACES + 1))) == s.y).sum())
    return (
        f"Labels {signs} at x = 1/2, …, 1/{2**PLACES}: ω = {round(s.omega / np.pi)}π; {done} of {PLACES} signs right."
    )


@figure(FORMULA)
def sine() -> Live:
    """sin(ωx) has any labels at 1/2, 1/4, 1/8, …: its VC dimension is infinite (PAC-11)."""
    start = np.column_stack([np.arange(1, PLACES + 1), [1.3, -1.3, -1.3, 1.3, -1.3]])

    def compute(labels: Array) -> Sine:
        return Sine(labels[:, 1])

    pointer = Pointer(start, name="labels", along="y", editable=False, names=("label",))
    return Live(compute, draw_sine, describe_sine, pointer=pointer, size=(7.4, 3.8))
