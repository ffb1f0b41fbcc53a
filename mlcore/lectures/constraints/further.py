"""The figures of the Further sections of lecture 09: a gap that stays, and chords."""

from typing import Any

import numpy as np

from mlcore import show
from mlcore.lectures.constraints.figures import HANDLE, Duality
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import Choice, Panel, Pointer, Slider, View

# --- A gap that stays (Further A) -------------------------------------------------------------

XS = np.linspace(-2.2, 2.2, 881)
MULTIPLIERS = np.linspace(0, 1, 41)


def hills(x: np.ndarray) -> np.ndarray:
    """x⁴ − 2x² + 0.3x + 1.4: two valleys, the deeper one on the left."""
    return x**4 - 2 * x**2 + 0.3 * x + 1.4


@figure(FORMULA)
class gap(Duality):
    """A function that is not convex: the dual value stays below the primal one (LAG-08).

    alpha: the multiplier. x, value: where the Lagrangian is lowest, and its value there. curve (41,): the dual
    function at MULTIPLIERS. primal: the lowest allowed value of `hills`.
    """

    size = (8.8, 4.4)
    controls = {
        "alpha": Slider("multiplier α", 0.1, 0.0, 1.0, 0.025),
        "a": Slider("a, where the allowed x begin", 0.0, -1.6, 1.0, 0.1),
    }

    def compute(self, alpha: float, a: float):
        f = hills(XS)
        lagrangian = f + alpha * (a - XS)
        k = int(lagrangian.argmin())
        self.a = a
        self.alpha = alpha
        self.x = float(XS[k])
        self.value = float(lagrangian[k])
        self.curve = (f[:, None] + MULTIPLIERS * (a - XS[:, None])).min(axis=0)
        self.primal = float(f[a - 1e-9 <= XS].min())

    @property
    def highest(self) -> float:
        """The highest dual value up to this multiplier."""
        return float(self.curve[self.alpha + 1e-9 >= MULTIPLIERS].max())

    @property
    def gap(self) -> float:
        """What is left between the primal value and the best of the dual ones."""
        return float(self.primal - self.curve.max())

    def draw(self):
        ylim = -2.4, 4.2
        allowed = XS[self.a <= XS]
        best = show.hline(
            self.highest, (0, 1), color=show.BLUE, dash="dotted", width=1.4, label="its highest value, so far"
        )
        return [
            self.lagrangian_panel(XS, hills(XS), allowed[hills(allowed).argmin()], ylim, label="f", width=2),
            self.dual_panel(MULTIPLIERS, (-0.02, 1.02), ylim, [], [best]),
        ]

    def describe(self):
        a, x, value, best = (show.number(v, places=2) for v in (self.a, self.x, self.value, self.highest))
        return (
            f"a = {a}, α = {self.alpha:.3f}: lowest Lagrangian {value}, at x = {x}; "
            f"highest dual value so far {best}; lowest allowed f {show.number(self.primal, places=2)}."
        )


# --- Chords (Further B) -----------------------------------------------------------------------

CURVES: dict[str, Any] = {
    "x²": lambda x: x**2,
    "|x|": np.abs,
    "ln(1 + exp(−3x))": lambda x: np.logaddexp(0, -3 * x),
    "x⁴ − 2x² + …": hills,
    "1 − cos 2x": lambda x: 1 - np.cos(2 * x),
}
REST = -0.4  # where the handles lie, below the curves
RAIL = np.array([[-2.2, REST], [2.2, REST]])  # as far as the curves are drawn


@figure(FORMULA)
class chords(View):
    """Convexity by chords: drag the ends (LAG-08).

    values (881,): of the function. ends (2,), heights (2,): of the chord between two of its points. chord (881,): the
    chord's heights. above: by how much the function rises over it, at most.
    """

    size = (8.0, 4.2)
    controls = {"name": Choice("function", list(CURVES))}
    pointers = [Pointer(np.array([[-1.5, REST], [1.2, REST]]), editable=False, names=("end",), name="ends", along=RAIL)]
    values: np.ndarray
    ends: np.ndarray
    heights: np.ndarray
    chord: np.ndarray
    above: float

    def compute(self, name: str, ends):
        if len(ends) != 2:
            raise ValueError("A chord has two ends.")
        f = CURVES[name]
        self.values = f(XS)
        self.ends = np.clip(ends[:, 0], -2.2, 2.2)
        self.heights = f(self.ends)
        order = self.ends.argsort()
        self.chord = np.interp(XS, self.ends[order], self.heights[order])
        rise = np.where(self.inside, self.values - self.chord, 0).max() if np.ptp(self.ends) > 0 else 0.0
        self.above = float(max(rise, 0.0))

    @property
    def inside(self) -> np.ndarray:
        """Which of the XS lie between the ends (881,)."""
        return (self.ends.min() <= XS) & (self.ends.max() >= XS)

    def draw(self):
        over = self.inside & (self.values > self.chord + 1e-9)
        rises = np.column_stack([XS, self.chord, XS, self.values])[over][::6]
        places, handles = (np.column_stack([self.ends, y]) for y in (self.heights, 0 * self.ends + REST))
        marks = [
            show.curve(XS, self.values, width=2.4, label="f"),
            show.segment(*places, color=show.GREEN, width=2.6, label="chord"),
            show.Segments(rises, color=show.VERMILLION, width=1.4, label="f above the chord"),
            show.Segments(np.hstack([handles, places]), color=show.GREY, dash="dotted"),
            show.Points(places, color=show.GREEN, size=8, edge=show.BLACK),
            show.Points(handles, **HANDLE),
        ]
        return [Panel(marks, (-2.3, 2.3), (-0.7, 5), "x", "f(x)", legend_columns=3)]  # no handle is cut at an end

    def describe(self):
        a, b = (show.number(v, places=2) for v in self.ends)
        rises = f"f rises above it by up to {self.above:.2f}" if self.above > 1e-9 else "f stays on or below it"
        return f"Chord from x = {a} to x = {b}: {rises}."
