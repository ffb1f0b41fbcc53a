"""The figures of lecture 05's Further sections: the printed bound, all thresholds at once, the sine."""

from functools import cache
from typing import Any

import numpy as np
from scipy.special import kolmogorov

from mlcore import pac, show
from mlcore.base.types import Array
from mlcore.lectures.generalisation.figures import chances
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import ListSlider, Panel, Pointer, Slider, View
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS

# --- The printed bound (Further A) ------------------------------------------------------------


def wrong_choice(n: int, epsilon: float) -> float:
    """The chance that a rule of risk ½ − ε/2 loses to its opposite by their errors in n; a coin decides a tie.

    It breaks the promise if their risks are a hair more than ε apart; 1e-9 more changes no digit that is shown.
    """
    law = chances(n, (1 - epsilon) / 2)
    return float(law[n // 2 + 1 :].sum() + (n % 2 == 0) * law[n // 2] / 2)


@figure(FORMULA)
class printed(View):
    """The agnostic bound as printed and as it should be, by exact binomials (PAC-06, E003-9).

    A rule and its opposite, and (factor/ε²) ln(4/δ) examples, for each of DELTAS. now: the index of the δ that the
    caption speaks of.
    """

    size = (6.4, 4.6)
    controls = {
        "exponent": Slider("−log δ (base 10)", 3.0, 0.5, 7.0, 0.5),
        "epsilon": Slider("accuracy ε", 0.1, 0.05, 0.3, 0.01),
    }
    DELTAS = np.power(10.0, -np.arange(1, 15) / 2)
    epsilon: float
    now: int

    def compute(self, exponent: float, epsilon: float):
        self.epsilon = round(epsilon, 2)
        self.now = round(2 * exponent) - 1

    def n(self, factor: int, delta: float) -> int:
        """How many examples there are."""
        return int(np.ceil(factor * np.log(4 / delta) / self.epsilon**2))

    def chance(self, factor: int) -> Array:
        """The chances to take the wrong rule with so many examples, for each of DELTAS (14,)."""
        return np.array([wrong_choice(self.n(factor, delta), self.epsilon) for delta in self.DELTAS])

    def draw(self):
        ends = 3e-8, 0.6
        marks: list[Any] = [
            show.curve(np.array(ends), np.array(ends), color=show.BLACK, dash="dotted", label="chance = δ")
        ]
        looks = [(1, show.VERMILLION, "o", "dashed"), (2, show.BLUE, "s", "solid")]
        for factor, color, marker, dash in looks:
            chance = np.maximum(self.chance(factor), 1e-30)
            spots = np.column_stack([self.DELTAS, chance])
            marks += [
                show.curve(self.DELTAS, chance, color=color, dash=dash, width=2.0),
                show.Points(spots, color=color, marker=marker, size=6, label=f"({factor}/ε²) ln(4/δ) examples"),
                show.point(*spots[self.now], **show.NOW),
            ]
        powers = (1e-7, 1e-5, 1e-3, 0.1)
        words = tuple(show.with_minus(f"{power:g}") for power in powers)
        return [
            Panel(
                marks,
                ends,
                (1e-10, 1),
                "δ, the chance that is promised",
                "chance to take the wrong rule",
                logx=True,
                logy=True,
                xticks=(powers, words),
                yticks=((1e-9, *powers), ("1e−09", *words)),
            )
        ]

    def describe(self):
        delta = self.DELTAS[self.now]
        sizes = [self.n(factor, delta) for factor in (1, 2)]
        small, large = (f"{n} examples, chance {wrong_choice(n, self.epsilon):.2e}" for n in sizes)
        return (
            f"ε = {self.epsilon:g}, δ = {show.with_minus(f'{delta:.2g}')}: as printed {show.with_minus(small)}; "
            f"with twice the constant {show.with_minus(large)}."
        )


# --- Infinite classes: the largest deviation of all thresholds (Further B) --------------------

NUMBERS = (10, 20, 50, 100, 200, 500, 1000)
REPEATS = 400


@cache
def largest_deviations(n: int) -> Array:
    """The largest |R̂ − R| of all thresholds in REPEATS samples of n uniform x (REPEATS,), none above the target 1."""
    x = np.sort(np.random.default_rng(n).uniform(size=(REPEATS, n)), axis=1)
    k = np.arange(1, n + 1)
    return np.maximum(k / n - x, x - (k - 1) / n).max(axis=1)


@figure(FORMULA)
class uniform(View):
    """The largest deviation of all thresholds against n, and Kolmogorov's law (PAC-12).

    n: the size of the samples. kappa: what their largest deviations, times √n, are compared with. scaled (400,): those
    deviations times √n, sorted. below: the share of them below κ. limit: of that share, as n grows.
    """

    size = (8.8, 4.2)
    controls = {
        "kappa": Slider("κ", 1.3, 0.4, 2.0, 0.05),
        "n": ListSlider("examples n", NUMBERS, 100),
    }
    n: int
    kappa: float

    def compute(self, kappa: float, n: int):
        self.n = n
        self.kappa = round(kappa, 2)

    @property
    def scaled(self) -> Array:
        return np.sort(self.n**0.5 * largest_deviations(self.n))

    @property
    def below(self) -> float:
        return float((self.scaled < self.kappa).mean())

    @property
    def limit(self) -> float:
        return float(1 - kolmogorov(self.kappa))

    def draw(self):
        at = np.geomspace(8, 1300, 50)
        left = [
            *(self.deviations(n) for n in NUMBERS),
            show.curve(at, self.kappa / np.sqrt(at), color=show.VERMILLION, dash="dashed", width=2.2, label="κ / √n"),
        ]
        grid = np.linspace(0.3, 2.2, 120)
        heights = np.arange(1, REPEATS + 1) / REPEATS
        right = [
            show.curve(grid, 1 - kolmogorov(grid), **show.BEST, label="limit for large n"),
            show.curve(self.scaled, heights, color=show.BLUE, width=2.0, dash="dashdot", label="samples"),
            show.vline(self.kappa, (0, 1.05), color=show.VERMILLION, dash="dashed"),
            show.point(self.kappa, self.limit, color=show.GREEN, marker="D", edge=show.BLACK, size=9),
        ]
        up = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
        ticks: dict[str, Any] = dict(xticks=(NUMBERS, tuple(map(str, NUMBERS))), yticks=(up, tuple(map(str, up))))
        names = "examples n", "largest |R̂ − R|"
        return [
            Panel(left, (8, 1300), (0.008, 0.9), *names, logx=True, logy=True, **ticks),
            Panel(right, (0.3, 2.2), (-0.04, 1.05), "√n · largest |R̂ − R|", "share below", legend_columns=2),
        ]

    def deviations(self, n: int) -> show.Points:
        """The largest deviations in the first samples of n; blue if it is the chosen n."""
        heights = largest_deviations(n)[:60]
        color, alpha = (show.BLUE, 0.9) if n == self.n else (show.GREY, 0.35)
        return show.Points(np.column_stack([np.full(len(heights), n), heights]), color=color, alpha=alpha)

    def describe(self):
        return (
            f"n = {self.n}, κ = {self.kappa:g}: {100 * self.below:.1f} % of {REPEATS} samples below κ/√n = "
            f"{self.kappa / self.n**0.5:.3f}; for large n {100 * self.limit:.2f} % of them."
        )


# --- A sine does every labeling (Further C) ---------------------------------------------------

PLACES = 5
START = np.column_stack([np.arange(1, PLACES + 1), [1.3, -1.3, -1.3, 1.3, -1.3]])


@figure(FORMULA)
class sine(View):
    """sin(ωx) has any labels at 1/2, 1/4, 1/8, …: its VC dimension is infinite (PAC-11).

    heights (5,): of handles at x = 1/2, 1/4, …; their signs are the labels y (5,) that the sine is to have.
    """

    size = (7.4, 3.8)
    pointers = [Pointer(START, name="labels", along="y", editable=False, names=("label",))]
    heights: Array

    def drags(self):
        across = START * [1, -1]
        return [
            show.Drag("the point at 1/2 to the other side of 0", [across[0]], point=0, name="labels"),
            show.Drag("the point at 1/32 to the other side of 0", [across[-1]], point=PLACES - 1, name="labels"),
        ]

    def compute(self, labels: Array):
        self.heights = labels[:, 1]

    @property
    def y(self) -> Array:
        return np.where(self.heights > 0, 1.0, -1.0)

    @property
    def omega(self) -> float:
        return pac.sine_frequency(self.y)

    def f(self, x) -> Array:
        return np.sin(self.omega * x)

    def draw(self):
        i = np.arange(1, PLACES + 1)
        fine = np.linspace(0.7, PLACES + 0.3, 1800)
        handles = np.column_stack([i, self.heights])
        stems = np.column_stack([i, 0 * i, i, self.heights])
        values = np.column_stack([i, self.f(0.5**i)])
        looks = [
            (c, dict[str, Any](color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], label=name))
            for c, name in ((-1, "y = −1"), (1, "y = +1"))
        ]
        marks = [
            show.curve(fine, self.f(0.5**fine), color=show.SKY, width=1.3, label="sin(ωx)"),
            show.hline(0, (0.6, PLACES + 0.4), color=show.BLACK, width=1.0),
            show.Segments(stems, color=show.GREY, width=1.0, dash="dotted"),
            show.Points(values, color=show.BLACK, marker="x", size=8, label="its value there"),
            *(show.Points(handles[self.y == c], size=9, **look) for c, look in looks),
        ]
        window = (0.6, PLACES + 0.4), (-1.6, 1.6)
        ticks = tuple(i.tolist()), tuple(f"1/{2**k}" for k in i)
        return [Panel(marks, *window, "x (each half of the one before)", "sin(ωx)", xticks=ticks, legend_columns=4)]

    def describe(self):
        signs = "".join("+" if c > 0 else "−" for c in self.y)
        right = int((np.sign(self.f(0.5 ** np.arange(1, PLACES + 1))) == self.y).sum())
        return (
            f"Labels {signs} at x = 1/2, …, 1/{2**PLACES}: ω = {round(self.omega / np.pi)}π; "
            f"{right} of {PLACES} signs right."
        )
