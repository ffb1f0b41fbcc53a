"""More figures of lecture 03: ridge as a budget, an intercept that pays, and cross-validation on data of one's own."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.base.labels import add_ones
from mlcore.base.scaling import nice, standardised
from mlcore.datasets import Dataset
from mlcore.lectures.complexity.figures import DEGREES, rms, targets_that_differ, ticks
from mlcore.linear import Polynomial, Ridge, fit_polynomial, ridge_path, ridge_within
from mlcore.plots.cost_curves import log_ticks
from mlcore.plots.figure import figure
from mlcore.plots.kinds import LINE, TABLE
from mlcore.show import Field, Lines, Live, Mark, Panel

# --- The same as a budget (Further A) ---------------------------------------------------------


@dataclass(frozen=True)
class Disc:
    """The squared errors over two weights (a quadratic), and the least of them in a disc of this radius."""

    gram: np.ndarray
    lowest: np.ndarray
    field: Field
    contours: Lines
    names: tuple[str, ...]
    radii: np.ndarray
    trail: np.ndarray  # (k, 2), the solutions for the radii, which grow
    lams: np.ndarray  # (k,), and the penalties that give the same
    now: int

    @property
    def radius(self) -> float:
        return float(self.radii[self.now])

    @property
    def w(self) -> np.ndarray:
        return self.trail[self.now]

    @property
    def box(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Limits of the plane of weights."""
        x, y = self.field.x, self.field.y
        return (float(x[0]), float(x[-1])), (float(y[0]), float(y[-1]))

    @property
    def lam(self) -> float:
        return float(self.lams[self.now])

    @property
    def downhill(self) -> np.ndarray:
        """Minus the gradient of the squared errors: 2 X'(y - Xw) = 2 G (lowest - w)."""
        return 2 * self.gram @ (self.lowest - self.w)

    def rise(self, V) -> np.ndarray:
        """The squared errors at V (m, 2), beyond the lowest."""
        return np.einsum("ni,ij,nj->n", V - self.lowest, self.gram, V - self.lowest)


CUT = 0.1  # a smaller penalty is drawn here


def draw_disc(s: Disc) -> list[Panel]:
    turn, size = np.linspace(0, 2 * np.pi, 121), s.radii[-1]
    circle = s.radius * np.column_stack([np.cos(turn), np.sin(turn)])
    pull, reach = np.linalg.norm(s.downhill), 0.3 * size
    tip = s.w + (reach * s.downhill / pull if s.lam > 0 and pull > 0 else 0)
    left = [
        s.contours,
        show.Fill([circle], color=show.SKY, alpha=0.35, label="allowed: |w|² ≤ B"),
        show.Lines([circle], color=show.BLUE, width=1.6),
        show.contour_lines(s.field, [float(s.rise(s.w[None])[0])], color=show.BLACK, width=1.8, label="touching it"),
        show.curve(*s.trail[: s.now + 1].T, color=show.PURPLE, width=2.0, dash="dashed", label="answers so far"),
        *show.arrow(s.w, tip, show.VERMILLION, 2.6, head=0.1 * size, label="pull of the errors"),
        show.point(*s.lowest, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK, label="least squares"),
        show.point(*s.w, **show.NOW),
    ]
    lams = np.maximum(s.lams, CUT)
    right: list[Mark] = [*show.trace(s.radii, lams, s.now, color=show.PURPLE, dash="dashed", width=2.2)]
    top = float(lams.max()) * 2
    names = s.names
    return [
        Panel(left, *s.box, f"weight of {names[0]} (std.)", f"weight of {names[1]} (std.)",
              equal=True, legend_columns=3, width=1.3),
        Panel(right, (-0.04 * size, 1.05 * size), (CUT / 2, top), "radius √B", "λ of the same answer, cut at 0.1",
              logy=True, yticks=log_ticks(CUT, top)),
    ]  # fmt: skip


def describe_disc(s: Disc) -> str:
    w = ", ".join(show.number(v, 3) for v in s.w).replace("-", "−")
    same = f"the same as with λ = {show.number(s.lam, 3)}" if s.lam > 0 else "least squares itself: the budget is idle"
    return f"Radius {show.number(s.radius, 3)}: w = ({w}), of length {show.number(np.linalg.norm(s.w), 3)}, {same}."


def blood() -> Dataset:
    """The two blood values of the diabetes data that go together most."""
    return datasets.diabetes().columns("s1", "s2")


@figure(TABLE, blood)
def disc(data: Dataset) -> Live:
    """Ridge as a budget: the lowest point of the errors in a disc, for the first two columns, standardised (LIN-14)."""
    if data.X.shape[1] < 2:
        raise ValueError("X has 1 column: the plane of this figure has two weights, so give two columns.")
    A = standardised(data.X[:, :2])[0]
    y = targets_that_differ(data)
    lowest = ridge_path(A, y, 0.0)[0]
    length = float(np.linalg.norm(lowest)) or 1.0
    step = nice(length / 40)
    radii = step * np.arange(1, 1.2 * length / step)
    answers = [ridge_within(A, y, r**2) for r in radii]
    lim = 1.25 * length
    whole = Disc(A.T @ A, lowest, Field(*[np.zeros(1)] * 3), Lines([]), data.feature_names[:2], radii,
                 np.array([w for w, _ in answers]), np.array([lam for _, lam in answers]), 0)  # fmt: skip
    field = show.decision_field(whole.rise, (-lim, lim), (-0.8 * lim, 0.8 * lim), 100)
    levels = float(whole.rise(np.zeros((1, 2)))[0] or 1.0) * np.array([0.05, 0.2, 0.5, 1.0, 1.8, 3.0])
    lines = show.contour_lines(field, levels, color=show.GREY, width=1.0, label="equal errors")
    whole = replace(whole, field=field, contours=lines)

    def compute(radius: float) -> Disc:
        return replace(whole, now=int(np.argmin(np.abs(radii - radius))))

    start = float(radii[len(radii) // 3])
    controls = {"radius": show.slider("radius √B", start, float(radii[0]), float(radii[-1]), step)}
    return Live(compute, draw_disc, describe_disc, controls=controls, size=(8.8, 4.4))


# --- An intercept that pays (Further B) -------------------------------------------------------


@dataclass(frozen=True)
class Intercept:
    """Ridge lines through the same points, moved up by `shift`: the bias free, and the bias penalised like w."""

    data: Dataset
    shift: float
    lam: float
    shifts: np.ndarray
    slopes: np.ndarray  # (k, 2) for the shifts: free, paying
    lines: np.ndarray  # (2, 2): bias and slope of either line, now
    room: tuple[float, float]  # for the slopes, whatever lam

    @property
    def now(self) -> int:
        return int(np.argmin(np.abs(self.shifts - self.shift)))


LOOKS: tuple[dict[str, Any], dict[str, Any]] = (
    dict(color=show.GREEN, dash="dashed", width=2.4),
    dict(color=show.VERMILLION, width=2.6),
)
NAMES = "bias free", "bias pays"


def draw_intercept(s: Intercept) -> list[Panel]:
    x, y = s.data.X[:, 0], s.data.y
    ends, room = np.array(show.limits(x)), show.limits(y, 0.6)
    left: list[Mark] = [show.Points(np.column_stack([x, y]), color=show.BLUE, size=5.5, label="points")]
    right: list[Mark] = []
    for (bias, slope), slopes, look, name in zip(s.lines, s.slopes.T, LOOKS, NAMES, strict=True):
        left.append(show.curve(ends, bias - s.shift + slope * ends, label=name, **look))
        right.append(show.curve(s.shifts[: s.now + 1], slopes[: s.now + 1], label=f"slope, {name}", **look))
        marker, size = ("s", 6) if name == NAMES[1] else ("D", 12)
        right.append(show.point(s.shift, slope, color=look["color"], marker=marker, edge=show.BLACK, size=size))
    names = s.data.feature_names[0], s.data.target_name
    return [
        Panel(left, (ends[0], ends[1]), room, names[0], f"{names[1]}, less the shift", legend_columns=3),
        Panel(right, show.limits(s.shifts, 0.04), s.room, "shift of all y", "slope", legend_columns=1),
    ]  # fmt: skip


def describe_intercept(s: Intercept) -> str:
    free, paying = (show.number(line[1]) for line in s.lines)
    said = f"All y moved up by {show.number(s.shift)}, λ = {show.number(s.lam, 3)}"
    return f"{said}: slope {free} with a free bias, {paying} where the bias pays, too.".replace(" -", " −")


def twenty() -> Dataset:
    """Twenty points on the line 1 + 2 x."""
    x = np.linspace(0, 1, 20)
    return Dataset(x[:, None], 1 + 2 * x, ("x",), ("y",))


def paying_bias(x: np.ndarray, y: np.ndarray, lam: float) -> np.ndarray:
    """Bias and slope (2,) of the least sum of squares + lam (w^2 + b^2), as N1 has it; (2, k) for targets y (n, k)."""
    A = add_ones(x[:, None])
    return np.linalg.solve(A.T @ A + lam * np.eye(2), A.T @ y)


@figure(LINE, twenty, most=500)
def intercept(data: Dataset) -> Live:
    """Move all targets up, and see which line moves with them (LIN-13, E001-6)."""
    x, y = data.X[:, 0], data.y
    if np.ptp(x) == 0:
        raise ValueError("All x are equal: a slope needs two different ones.")
    step = nice(50 * (float(np.ptp(y)) or 1.0) / 20)
    shifts = step * np.arange(21.0)
    moved = y[:, None] + shifts
    every = [paying_bias(x, moved, lam)[1] for lam in np.logspace(-2, 2, 41)]
    room = show.limits(np.append(ridge_path(data.X, y, [0.0, 0.01])[:, 0], [0.0, *np.ravel(every)]), 0.1)

    def compute(shift: float, lam: float) -> Intercept:
        free = Ridge(lam=lam).fit(data.X, y)
        paying = paying_bias(x, moved, lam).T
        now = int(np.argmin(np.abs(shifts - shift)))
        lines = np.array([[free.intercept_ + shifts[now], free.coef_[0]], paying[now]])
        slopes = np.column_stack([np.full(len(shifts), free.coef_[0]), paying[:, 1]])
        return Intercept(data, float(shifts[now]), lam, shifts, slopes, lines, room)

    controls = {
        "shift": show.slider("shift of all y", 0.0, 0.0, float(shifts[-1]), step),
        "lam": show.log_slider("penalty λ", 1.0, -2, 2),
    }
    return Live(compute, draw_intercept, describe_intercept, controls=controls, size=(8.8, 3.9))


# --- Cross-validation (Further C) -------------------------------------------------------------


@dataclass(frozen=True)
class Folds:
    """K polynomials of one degree, each fitted without one part of the points; errors of all degrees, part by part."""

    data: Dataset
    parts: np.ndarray  # (n,), the number of each point's part
    fits: list[Polynomial]
    left_out: np.ndarray  # (degrees up to now, K)

    @property
    def mean(self) -> np.ndarray:
        """Root of the mean over all points, each judged by the fit that did not see it."""
        counts = np.bincount(self.parts)
        return np.sqrt(self.left_out**2 @ counts / counts.sum())

    @property
    def degree(self) -> int:
        return len(self.left_out)


def draw_folds(s: Folds) -> list[Panel]:
    x, y = s.data.X[:, 0], s.data.y
    grid, room = np.linspace(*show.limits(x, 0.02), 161), show.limits(y, 0.15)
    far = 3 * (room[1] - room[0])
    curves = [np.column_stack([grid, np.clip(fit(grid), y.mean() - far, y.mean() + far)]) for fit in s.fits]
    left = [
        show.Points(np.column_stack([x, y]), color=show.GREY, size=4, alpha=0.6, label="points"),
        show.Lines(curves, color=show.BLUE, width=1.6, label="fits, each without one part"),
    ]
    at, high = DEGREES[: s.degree], 3 * float(y.std() or 1.0)
    beside = np.repeat(at, s.left_out.shape[1]) - 0.25  # or the square would cover them
    dots = np.column_stack([beside, np.minimum(s.left_out.ravel(), high)])
    right = [
        show.Points(dots, color=show.GREY, size=4.5, label="error on the part left out"),
        show.curve(at, np.minimum(s.mean, high), color=show.VERMILLION, width=2.2, label="together"),
        show.point(at[-1], min(s.mean[-1], high), color=show.VERMILLION, marker="s", edge=show.BLACK, size=8),
    ]
    names = s.data.feature_names[0], s.data.target_name
    return [
        Panel(left, (grid[0], grid[-1]), room, *names, legend_columns=2, width=1.2),
        Panel(right, (0.5, 9.5), (0, 1.05 * high), "degree", "error, cut at three spreads of y",
              xticks=ticks(DEGREES), legend_columns=1),
    ]  # fmt: skip


def describe_folds(s: Folds) -> str:
    span = f"from {show.number(s.left_out[-1].min(), 3)} to {show.number(s.left_out[-1].max(), 3)}"
    return (
        f"Degree {s.degree}, {len(s.fits)} parts: error {show.number(s.mean[-1], 3)} together, {span} in single parts."
    )


def mass() -> Dataset:
    """Body mass index, and how far the diabetes had progressed a year later."""
    return datasets.diabetes().columns("bmi")


@figure(LINE, mass, most=500)
def folds(data: Dataset) -> Live:
    """Every point is held out once: cross-validation over the degree (LIN-10)."""
    x, y = data.X[:, 0], data.y
    order = np.random.default_rng(0).permutation(len(x))
    sizes = [K for K in (5, 10, 3) if len(x) >= K]
    if not sizes:
        raise ValueError(f"There are {len(x)} points: cross-validation in 3 parts needs 3 at least.")

    most = min(9, min(len(np.unique(np.delete(x, order[k :: sizes[-1]]))) for k in range(sizes[-1])) - 1)
    if most < 1:
        raise ValueError("Without one part all x are equal: a line needs two different ones.")

    def compute(degree: int, K: int) -> Folds:
        parts = np.empty(len(x), int)
        parts[order] = np.arange(len(x)) % K
        errors, fits = [], []
        for q in DEGREES[:degree]:
            fits = [fit_polynomial(x[parts != k], y[parts != k], int(q)) for k in range(K)]
            errors.append([rms(y[parts == k] - fit(x[parts == k])) for k, fit in enumerate(fits)])
        return Folds(data, parts, fits, np.array(errors))

    controls = {
        "degree": show.slider("degree", 1, 1, most, 1),
        "K": show.choice("parts", sizes),
    }
    return Live(compute, draw_folds, describe_folds, controls=controls, size=(8.8, 4.0))
