"""Further figures of lecture 03: ridge as a budget, a bias that pays, and cross-validation on data of one's own."""

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
from mlcore.show import Choice, Field, Lines, LogSlider, Panel, Slider, View

# --- The same as a budget (Further A) ---------------------------------------------------------

CUT = 0.1  # a smaller penalty is drawn here


def blood() -> Dataset:
    """The two blood values of the diabetes data that go together most."""
    return datasets.diabetes().columns("s1", "s2")


@figure(TABLE, blood)
class disc(View):
    """Ridge as a budget: the lowest point of the errors in a disc, for the first two columns, standardised (LIN-14).

    The squared errors are a quadratic over two weights, with the matrix `gram` (2, 2) and the lowest point `lowest`.
    radii (k,), growing: of the discs. trail (k, 2): the answers in them; lams (k,): the penalties that give the same.
    now: the place of this radius in radii.
    """

    size = (8.8, 4.4)
    gram: np.ndarray
    lowest: np.ndarray
    field: Field
    contours: Lines
    radii: np.ndarray
    trail: np.ndarray
    lams: np.ndarray
    now: int

    def prepare(self):
        if self.data.X.shape[1] < 2:
            raise ValueError("X has 1 column: the plane of this figure has two weights, so give two columns.")
        A = standardised(self.data.X[:, :2])[0]
        y = targets_that_differ(self.data)
        self.gram = A.T @ A
        self.lowest = ridge_path(A, y, 0.0)[0]
        length = float(np.linalg.norm(self.lowest)) or 1.0
        step = nice(length / 40)
        self.radii = step * np.arange(1, 1.2 * length / step)
        answers = [ridge_within(A, y, r**2) for r in self.radii]
        self.trail, self.lams = (np.array(part) for part in zip(*answers, strict=True))
        reach = 1.25 * length
        self.field = show.decision_field(self.rise, (-reach, reach), (-0.8 * reach, 0.8 * reach), 100)
        levels = float(self.rise(np.zeros((1, 2)))[0] or 1.0) * np.array([0.05, 0.2, 0.5, 1.0, 1.8, 3.0])
        self.contours = show.contour_lines(self.field, levels, color=show.GREY, width=1.0, label="equal errors")
        low, start, high = self.radii[[0, len(self.radii) // 15, -1]].tolist()
        self.controls = {"radius": Slider("radius √B", start, low, high, step)}

    def rise(self, V) -> np.ndarray:
        """The squared errors at V (m, 2), beyond the lowest."""
        return np.einsum("ni,ij,nj->n", V - self.lowest, self.gram, V - self.lowest)

    def compute(self, radius: float):
        self.now = int(np.argmin(np.abs(self.radii - radius)))

    @property
    def radius(self) -> float:
        """The radius of the disc."""
        return float(self.radii[self.now])

    @property
    def w(self) -> np.ndarray:
        """The answer in the disc."""
        return self.trail[self.now]

    @property
    def lam(self) -> float:
        """The penalty that gives the same."""
        return float(self.lams[self.now])

    @property
    def downhill(self) -> np.ndarray:
        """Minus the gradient of the squared errors: 2 X'(y - Xw) = 2 G (lowest - w)."""
        return 2 * self.gram @ (self.lowest - self.w)

    def draw(self):
        largest = self.radii[-1]
        lams = np.maximum(self.lams, CUT)
        path = show.trace(self.radii, lams, self.now, color=show.PURPLE, dash="dashed", width=2.2)
        top = float(lams.max()) * 2
        return [
            self.plane(),
            Panel(
                path,
                (-0.04 * largest, 1.05 * largest),
                (CUT / 2, top),
                xlabel="radius √B",
                ylabel="λ of the same answer, cut at 0.1",
                logy=True,
                yticks=log_ticks(CUT, top),
            ),
        ]

    def plane(self) -> Panel:
        """The plane of the two weights: the lines of equal errors, the disc, and the answer on its edge."""
        turn = np.linspace(0, 2 * np.pi, 121)
        largest = self.radii[-1]
        w = self.w
        circle = self.radius * np.column_stack([np.cos(turn), np.sin(turn)])
        pull = np.linalg.norm(self.downhill)
        tip = w + (0.3 * largest * self.downhill / pull if self.lam > 0 and pull > 0 else 0)
        level = float(self.rise(w[None])[0])
        trail = self.trail[: self.now + 1]
        marks = [
            self.contours,
            show.Fill([circle], color=show.SKY, alpha=0.35, label="allowed: |w|² ≤ B"),
            show.Lines([circle], color=show.BLUE, width=1.6),
            show.contour_lines(self.field, [level], color=show.BLACK, width=1.8, label="touching it"),
            show.curve(*trail.T, color=show.PURPLE, width=2.0, dash="dashed", label="answers so far"),
            *show.arrow(w, tip, show.VERMILLION, 2.6, head=0.1 * largest, label="pull of the errors"),
            show.point(*self.lowest, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK, label="least squares"),
            show.point(*w, **show.NOW),
        ]
        names = [f"weight of {name} (std.)" for name in self.data.feature_names[:2]]
        x = self.field.x.tolist()
        y = self.field.y.tolist()
        return Panel(marks, (x[0], x[-1]), (y[0], y[-1]), *names, equal=True, legend_columns=3, width=1.3)

    def describe(self):
        w = ", ".join(show.number(v, 3) for v in self.w)
        length = show.number(np.linalg.norm(self.w), 3)
        lam = show.number(self.lam, 3)
        same = f"the same as with λ = {lam}" if self.lam > 0 else "least squares itself: the budget is idle"
        return f"Radius {show.number(self.radius, 3)}: w = ({w}), of length {length}, {same}."


# --- A bias that pays (Further B) -------------------------------------------------------------


def twenty() -> Dataset:
    """Twenty points on the line 1 + 2 x."""
    x = np.linspace(0, 1, 20)
    return Dataset(x[:, None], 1 + 2 * x, ("x",), ("y",))


@figure(LINE, twenty, most=500)
class intercept(View):
    """Move all targets up, and see which line moves with them (LIN-13, E001-6).

    Two ridge lines: with a free bias, and with a bias that is penalised like w. shifts (k,): by how much the targets
    are moved up; now: the place of this shift. slopes (k, 2): of both lines, for each shift. lines (2, 2): bias and
    slope of both lines now. room: for the slopes, whatever lam.
    """

    size = (8.8, 3.9)
    shifts: np.ndarray
    moved: np.ndarray
    room: tuple[float, float]
    now: int
    shift: float
    lam: float
    slopes: np.ndarray
    lines: np.ndarray

    def prepare(self):
        x = self.data.X[:, 0]
        y = self.data.y
        if np.ptp(x) == 0:
            raise ValueError("All x are equal: a slope needs two different ones.")
        step = nice(50 * (float(np.ptp(y)) or 1.0) / 20)
        self.shifts = step * np.arange(21.0)
        self.moved = y[:, None] + self.shifts
        paying = [paying_bias(x, self.moved, lam)[1] for lam in np.logspace(-2, 2, 41)]
        free = ridge_path(self.data.X, y, [0.0, 0.01])[:, 0]
        self.room = show.limits([0.0, *free, *np.ravel(paying)], 0.1)
        self.controls = {
            "shift": Slider("shift of all y", 0.0, 0.0, float(self.shifts[-1]), step),
            "lam": LogSlider("penalty λ", 1.0, -2, 2),
        }

    def compute(self, shift: float, lam: float):
        self.now = int(np.argmin(np.abs(self.shifts - shift)))
        self.shift = float(self.shifts[self.now])
        self.lam = lam
        free = Ridge(lam=lam).fit(self.data.X, self.data.y)
        paying = paying_bias(self.data.X[:, 0], self.moved, lam)
        self.slopes = np.column_stack([np.full(len(self.shifts), free.coef_[0]), paying[1]])
        self.lines = np.array([[free.intercept_ + self.shift, free.coef_[0]], paying[:, self.now]])

    def draw(self):
        x = self.data.X[:, 0]
        y = self.data.y
        ends = np.array(show.limits(x))
        so_far = slice(self.now + 1)
        left = [show.Points(np.column_stack([x, y]), color=show.BLUE, size=5.5, label="points")]
        right = []
        looks: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
            ("bias free", dict(color=show.GREEN, dash="dashed", width=2.4), dict(marker="D", size=12)),
            ("bias pays", dict(color=show.VERMILLION, width=2.6), dict(marker="s", size=6)),
        ]
        for k, (name, look, spot) in enumerate(looks):
            bias, slope = self.lines[k]
            left += [show.curve(ends, bias - self.shift + slope * ends, label=name, **look)]
            right += [
                show.curve(self.shifts[so_far], self.slopes[so_far, k], label=f"slope, {name}", **look),
                show.point(self.shift, slope, color=look["color"], edge=show.BLACK, **spot),
            ]
        across = self.data.feature_names[0]
        up = f"{self.data.target_name}, less the shift"
        return [
            Panel(left, (ends[0], ends[1]), show.limits(y, 0.6), across, up, legend_columns=3),
            Panel(right, show.limits(self.shifts, 0.04), self.room, "shift of all y", "slope", legend_columns=1),
        ]

    def describe(self):
        free, paying = (show.number(slope) for _, slope in self.lines)
        return (
            f"All y moved up by {show.number(self.shift)}, λ = {show.number(self.lam, 3)}: "
            f"slope {free} with a free bias, {paying} where the bias pays, too."
        )


def paying_bias(x: np.ndarray, y: np.ndarray, lam: float) -> np.ndarray:
    """Bias and slope (2,) of the least sum of squares + lam (w^2 + b^2); (2, k) for targets y (n, k)."""
    A = add_ones(x[:, None])
    return np.linalg.solve(A.T @ A + lam * np.eye(2), A.T @ y)


# --- Cross-validation (Further C) -------------------------------------------------------------


def mass() -> Dataset:
    """Body mass index, and how far the diabetes had progressed a year later."""
    return datasets.diabetes().columns("bmi")


@figure(LINE, mass, most=500)
class folds(View):
    """Every point is held out once: cross-validation over the degree (LIN-10).

    parts (n,): the number of each point's part, of K. fits: K polynomials of this degree, each fitted without one part.
    left_out (degree, K): the errors of all degrees up to now, on the part left out.
    """

    size = (8.8, 4.0)
    order: np.ndarray
    parts: np.ndarray
    fits: list[Polynomial]
    left_out: np.ndarray

    def prepare(self):
        x = self.data.X[:, 0]
        n = len(self.data.X)
        self.order = np.random.default_rng(0).permutation(n)
        sizes = [K for K in (5, 10, 3) if n >= K]
        if not sizes:
            raise ValueError(f"There are {n} points: cross-validation in 3 parts needs 3 at least.")
        few = sizes[-1]
        different = min(len(np.unique(np.delete(x, self.order[k::few]))) for k in range(few))
        if different < 2:
            raise ValueError("Without one part all x are equal: a line needs two different ones.")
        self.controls = {
            "degree": Slider("degree", 1, 1, min(9, different - 1)),
            "K": Choice("parts", sizes),
        }

    def compute(self, degree: int, K: int):
        x = self.data.X[:, 0]
        y = self.data.y
        self.parts = parts_in(self.order, K)
        runs = [left_out_in_turn(x, y, self.parts, int(q)) for q in DEGREES[:degree]]
        self.fits = runs[-1][0]
        self.left_out = np.array([errors for _, errors in runs])

    @property
    def degree(self) -> int:
        """The degree of the fits."""
        return len(self.left_out)

    @property
    def mean(self) -> np.ndarray:
        """Root of the mean over all points, each judged by the fit that did not see it, for the degrees up to now."""
        return together(self.left_out, self.parts)

    def draw(self):
        return [self.curves(), self.errors_so_far()]

    def curves(self) -> Panel:
        """The points, and the K polynomials."""
        x = self.data.X[:, 0]
        y = self.data.y
        grid = np.linspace(*show.limits(x, 0.02), 161)
        room = show.limits(y, 0.15)
        far = 3 * (room[1] - room[0])
        paths = [np.column_stack([grid, np.clip(fit(grid), y.mean() - far, y.mean() + far)]) for fit in self.fits]
        marks = [
            show.Points(np.column_stack([x, y]), color=show.GREY, size=4, alpha=0.6, label="points"),
            show.Lines(paths, color=show.BLUE, width=1.6, label="fits, each without one part"),
        ]
        names = self.data.feature_names[0], self.data.target_name
        return Panel(marks, (grid[0], grid[-1]), room, *names, legend_columns=2, width=1.2)

    def errors_so_far(self) -> Panel:
        """The errors of the degrees up to now, part by part and together."""
        at = DEGREES[: self.degree]
        high = 3 * float(self.data.y.std() or 1.0)
        beside = np.repeat(at, self.left_out.shape[1]) - 0.25  # or the square would cover them
        dots = np.column_stack([beside, np.minimum(self.left_out.ravel(), high)])
        mean = np.minimum(self.mean, high)
        marks = [
            show.Points(dots, color=show.GREY, size=4.5, label="error on the part left out"),
            show.curve(at, mean, color=show.VERMILLION, width=2.2, label="together"),
            show.point(at[-1], mean[-1], color=show.VERMILLION, marker="s", edge=show.BLACK, size=8),
        ]
        names = "degree", "error, cut at three spreads of y"
        return Panel(marks, (0.5, 9.5), (0, 1.05 * high), *names, xticks=ticks(DEGREES), legend_columns=1)

    def describe(self):
        low, high, mean = (show.number(v, 3) for v in (self.left_out[-1].min(), self.left_out[-1].max(), self.mean[-1]))
        return (
            f"Degree {self.degree}, {len(self.fits)} parts: error {mean} together, "
            f"from {low} to {high} in single parts."
        )


def parts_in(order: np.ndarray, K: int) -> np.ndarray:
    """The number (n,), from 0 to K - 1, of each point's part, when the points are dealt out in this order."""
    parts = np.empty(len(order), int)
    parts[order] = np.arange(len(order)) % K
    return parts


def left_out_in_turn(
    x: np.ndarray, y: np.ndarray, parts: np.ndarray, degree: int
) -> tuple[list[Polynomial], list[float]]:
    """For each part the polynomial that was fitted without it, and its error there."""
    numbers = range(parts.max() + 1)
    fits = [fit_polynomial(x[parts != k], y[parts != k], degree) for k in numbers]
    return fits, [rms(y[parts == k] - fit(x[parts == k])) for k, fit in enumerate(fits)]


def together(errors: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """The errors (..., K) of the parts as one: the root of the mean square over all points."""
    counts = np.bincount(parts)
    return np.sqrt(errors**2 @ counts / counts.sum())
