"""The figure of lecture 18's two coins: who is credited with which flips."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mlcore import show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.mixture import CoinState, coin_em_steps
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FLIPS
from mlcore.show import Live, Panel

BIASES = np.linspace(0.01, 0.99, 99)
BELOW_TOP = (28, 18, 10, 5.4, 2.9, 1.6, 0.8, 0.33, 0.08)  # of the level curves, in nats
COINS = ((show.BLUE, "A"), (show.VERMILLION, "B"))


@dataclass(frozen=True)
class Coins:
    """A run of EM for two coins at step k, and the log-likelihood over both biases."""

    data: Dataset
    states: list[CoinState]
    k: int
    hill: show.Field

    @property
    def now(self) -> CoinState:
        return self.states[self.k]


def draw_coins(s: Coins) -> list[Panel]:
    heads, tails = s.data.X.T
    n, R = len(heads), s.now.responsibilities * (heads + tails)[:, None]  # flips credited
    widest, down = (heads + tails).max(), np.arange(n)[::-1] + 1.0
    marks: list = []
    for k, (color, name) in enumerate(COINS):
        for pale, counts in ((1.0, heads), (0.45, tails)):
            mine = s.now.responsibilities[:, k] * counts
            begin = (R[:, 0] if k else 0) + (s.now.responsibilities[:, k] * heads if pale < 1 else 0) + 0 * mine
            boxes = np.column_stack([begin, down - 0.34, begin + mine, down + 0.34])
            label = f"{name}: {'heads' if pale == 1 else 'tails'}"
            marks.append(show.Bars(boxes, color=color, alpha=pale, label=label))
    marks.append(show.Segments(np.column_stack([R[:, 0], down - 0.4, R[:, 0], down + 0.4]), width=2.6))
    words = [f"P(A) = {a:.2f}" for a in s.now.responsibilities[:, 0]]
    marks.append(show.Text(np.column_stack([heads + tails + 0.03 * widest, down]), words, size=9.5))
    ticks = (tuple(down.tolist()), tuple(f"{h:.0f} H, {t:.0f} T" for h, t in s.data.X))
    left = Panel(marks, (0, 1.42 * widest), (0.4, n + 0.6), yticks=ticks, xlabel="flips credited to A, then to B",
                 legend_columns=2)  # fmt: skip
    return [left, hill_panel(s)]


def hill_panel(s: Coins) -> Panel:
    path, top = np.array([state.thetas for state in s.states[: s.k + 1]]), s.hill.z.max()
    marks = [
        show.contour_lines(s.hill, [top - d for d in BELOW_TOP], color=show.GREY, width=1.0, label="log-likelihood"),
        show.segment((0, 0), (1, 1), color=show.GREY, dash="dotted", width=1.4, label="A = B"),
        *show.trace(path[:, 0], path[:, 1], s.k, width=1.6, label="steps so far"),
        show.Points(path, size=4.5),
    ]
    axes: dict[str, Any] = dict(xlabel="$\\theta_A$", ylabel="$\\theta_B$", equal=True, legend_columns=2, width=0.85)
    return Panel(marks, (0, 1), (0, 1), **axes)


def describe_coins(s: Coins) -> str:
    (a, b), (HA, HB), (TA, TB) = s.now.thetas, s.now.heads, s.now.tails
    return (
        f"Step {s.now.t}: θ_A = {a:.4f}, θ_B = {b:.4f}, log-likelihood {s.now.log_likelihood:.4f}; expected counts "
        f"A {HA:.1f} H {TA:.1f} T, B {HB:.1f} H {TB:.1f} T."
    ).replace("-", "−").replace("log−", "log-")  # fmt: skip


def coin_hill(heads, tails) -> show.Field:
    """The log-likelihood (binomial coefficients left out) on a grid of both biases."""
    sets = heads[:, None] * np.log(BIASES) + tails[:, None] * np.log1p(-BIASES)  # (n, 99)
    lls = np.logaddexp(sets[:, None, :], sets[:, :, None]).sum(axis=0) - len(sets) * np.log(2)
    return show.Field(BIASES, BIASES, lls)


def five_sets() -> Dataset:
    """N3's five sets of ten flips (DAT-08)."""
    heads = np.array([5, 9, 8, 4, 7])
    return Dataset(np.column_stack([heads, 10 - heads]).astype(float), np.zeros(5, int), ("heads", "tails"), ())


@figure(FLIPS, five_sets, most=10)
def coins(data: Dataset, *, a: float = 0.6, b: float = 0.5, steps: int = 25) -> Live:
    """Two coins, step by step: who is credited with which flips, and the way uphill (EMX-06)."""
    heads, tails = data.X.T
    hill = coin_hill(heads, tails)

    @cache
    def run(a: float, b: float) -> list[CoinState]:
        return take(coin_em_steps(heads, heads + tails, thetas=[a, b], tol=-1), steps)

    def compute(step: int, a: float, b: float) -> Coins:
        return Coins(data, run(a, b), step, hill)

    controls = {
        "step": show.step_slider("step", steps, value=0, interval=400),
        "a": show.slider("start of θ_A", a, 0.05, 0.95, 0.05),
        "b": show.slider("start of θ_B", b, 0.05, 0.95, 0.05),
    }
    return Live(compute, draw_coins, describe_coins, controls=controls, size=(8.8, 4.4))
