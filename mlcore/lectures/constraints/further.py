"""The figures of the Further sections of lecture 09: a gap that stays, and chords."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore import show
from mlcore.lectures.constraints.figures import HANDLE
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import Live, Mark, Panel, Pointer

# --- A gap that stays (Further A) -------------------------------------------------------------

XS = np.linspace(-2.2, 2.2, 881)
MULTIPLIERS = np.linspace(0, 4, 161)


def hills(x: np.ndarray) -> np.ndarray:
    """x⁴ − 2x² + 0.3x + 1.4: two valleys, the deeper one on the left."""
    return x**4 - 2 * x**2 + 0.3 * x + 1.4


@dataclass(frozen=True)
class Gap:
    """Minimise the hills subject to x ≥ a: the Lagrangian's minimum at alpha, the dual curve, and the primal value."""

    a: float
    alpha: float
    x: float
    value: float
    curve: np.ndarray
    primal: float

    @property
    def gap(self) -> float:
        """What is left between the primal value and the best of the dual ones."""
        return float(self.primal - self.curve.max())


def draw_gap(s: Gap) -> list[Panel]:
    top = 4.2
    best = XS[s.a <= XS][hills(XS[s.a <= XS]).argmin()]
    left: list[Mark] = [
        show.Bars(np.array([[s.a, -0.6, 2.2, top]]), color=show.GREEN, alpha=0.12, label="allowed: x ≥ a"),
        show.curve(XS, hills(XS), width=2.2, label="f"),
        show.curve(XS, hills(XS) + s.alpha * (s.a - XS), color=show.BLUE, dash="dashed", width=2, label="f + α(a − x)"),
        show.point(best, s.primal, color=show.GREEN, marker="s", size=10, edge=show.BLACK),
        show.point(s.x, s.value, color=show.BLUE, marker="D", size=10, edge=show.BLACK),
    ]
    right: list[Mark] = [
        show.hline(s.primal, (0, 4), color=show.GREEN, dash="dashdot", width=2.2, label="lowest allowed f"),
        show.curve(MULTIPLIERS, s.curve, color=show.BLUE, width=2.2, label="dual function"),
        show.hline(s.curve.max(), (0, 4), color=show.BLUE, dash="dotted", width=1.4),
        show.point(s.alpha, s.value, color=show.BLUE, marker="D", size=10, edge=show.BLACK),
    ]
    return [
        Panel(left, (-2.2, 2.2), (-0.6, top), "x", "value", legend_columns=2),
        Panel(right, (-0.06, 4.06), (-0.6, top), "multiplier α", "value", legend_columns=2),
    ]


def describe_gap(s: Gap) -> str:
    low = f"lowest Lagrangian {s.value:.2f}, at x = {s.x:.2f}"
    return (f"a = {s.a + 0.0:.2f}, α = {s.alpha:.3f}: {low}; lowest allowed f {s.primal:.2f}; "
            f"best dual value {s.curve.max():.2f}, a gap of {abs(s.gap):.2f}.").replace("-", "−")  # fmt: skip


@figure(FORMULA)
def gap() -> Live:
    """A function that is not convex: the dual value stays below the primal one (LAG-08)."""
    f = hills(XS)

    def compute(alpha: float, a: float) -> Gap:
        low = (f[:, None] + MULTIPLIERS * (a - XS[:, None])).min(axis=0)
        here = f + alpha * (a - XS)
        k = int(here.argmin())
        return Gap(a, alpha, float(XS[k]), float(here[k]), low, float(f[a - 1e-9 <= XS].min()))

    controls = {
        "alpha": show.slider("multiplier α", 0.2, 0.0, 4.0, 0.025),
        "a": show.slider("a, where the allowed x begin", 0.0, -1.6, 1.2, 0.1),
    }
    return Live(compute, draw_gap, describe_gap, controls=controls, size=(8.8, 4.4))


# --- Chords (Further B) -----------------------------------------------------------------------

CURVES: dict[str, Any] = {
    "x²": lambda x: x**2,
    "|x|": np.abs,
    "ln(1 + exp(−3x))": lambda x: np.logaddexp(0, -3 * x),
    "x⁴ − 2x² + …": hills,
    "1 − cos 2x": lambda x: 1 - np.cos(2 * x),
}


REST = -0.4  # where the handles lie, below the curves


@dataclass(frozen=True)
class Chord:
    """A function's values (881,) and a chord between two of its points; above: by how much f rises over it."""

    values: np.ndarray
    ends: np.ndarray
    heights: np.ndarray
    above: float


def draw_chord(s: Chord) -> list[Panel]:
    inside = (s.ends.min() <= XS) & (s.ends.max() >= XS)
    chord = np.interp(XS, np.sort(s.ends), s.heights[np.argsort(s.ends)])
    over = inside & (s.values > chord + 1e-9)
    marks: list[Mark] = [
        show.curve(XS, s.values, width=2.4, label="f"),
        show.segment((s.ends[0], s.heights[0]), (s.ends[1], s.heights[1]), color=show.GREEN, width=2.6, label="chord"),
        show.Segments(np.column_stack([XS, chord, XS, s.values])[over][::6], color=show.VERMILLION, width=1.4,
                      label="f above the chord"),
        show.Segments(np.column_stack([s.ends, 0 * s.ends + REST, s.ends, s.heights]), color=show.GREY, dash="dotted"),
        show.Points(np.column_stack([s.ends, s.heights]), color=show.GREEN, size=8, edge=show.BLACK),
        show.Points(np.column_stack([s.ends, 0 * s.ends + REST]), **HANDLE),
    ]  # fmt: skip
    return [Panel(marks, (-2.2, 2.2), (-0.7, 5), "x", "f(x)", legend_columns=3)]


def describe_chord(s: Chord) -> str:
    a, b = (f"{v:.2f}".replace("-", "−") for v in s.ends)
    rises = f"f rises above it by up to {s.above:.2f}" if s.above > 1e-9 else "f stays on or below it"
    return f"Chord from x = {a} to x = {b}: {rises}."


@figure(FORMULA)
def chords() -> Live:
    """Convexity by chords: drag the ends (LAG-08)."""

    def compute(name: str, ends) -> Chord:
        f, x = CURVES[name], np.clip(ends[:, 0], -2.2, 2.2)
        if len(x) != 2:
            raise ValueError("A chord has two ends.")
        values, heights = f(XS), f(x)
        inside = (x.min() <= XS) & (x.max() >= XS)
        chord = np.interp(XS, np.sort(x), heights[np.argsort(x)])
        above = np.where(inside, values - chord, 0).max() if np.ptp(x) > 0 else 0.0
        return Chord(values, x, heights, float(max(above, 0.0)))

    controls = {"name": show.choice("function", {name: name for name in CURVES})}
    start = np.array([[-1.5, REST], [1.2, REST]])
    pointer = Pointer(start, editable=False, names=("end",), name="ends", along="x")
    return Live(compute, draw_chord, describe_chord, controls=controls, pointer=pointer, size=(8.0, 4.2))
