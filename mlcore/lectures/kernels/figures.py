"""The figures of lecture 13, kernels."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.kernels import (
    RBF,
    Exponential,
    KernelDescentState,
    Laplacian,
    Linear,
    Polynomial,
    Sigmoid,
    gram,
    kernel_descent_steps,
)
from mlcore.lectures.kernels.known_densities import BOX, FINE, boundary_panel, draw_errors, errors_of, mixture
from mlcore.lectures.kernels.lifted_bowl import CIRCLE, Viewpoint, draw_bowl, lift
from mlcore.linear import DescentState, descent_steps
from mlcore.plots.cost_curves import log_axis
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, LINE, POINTS
from mlcore.plots.separating_planes import draw_street, require_both_classes, scatter_support, shade_sides
from mlcore.show import Choice, Field, Image, LogSlider, Panel, Pointer, Slider, StepSlider, View
from mlcore.svm import DualPoint, smo, sweep_C


def in_common_lengths(data: Dataset) -> Dataset:
    """The data with one length for all directions: as they are if they lie about 0 and vary by about 1, or else
    standardised. A kernel measures distances and angles from 0, and its sliders are made for lengths of about 1.
    """
    spread = data.X.std(axis=0)
    if (spread > 0.3).all() and (spread < 3).all() and (np.abs(data.X.mean(axis=0)) < spread).all():
        return data
    return data.standardised()


# --- The lift (section 1) ---------------------------------------------------------------------


@figure(CLASSES, datasets.rings, most=100)
class lifted(View):
    """Points lifted to a bowl, and a flat cut through it, from both spaces; points can be dragged (KER-01, DAT-10).

    X (n, 2), y (n,): the points as they lie. height: of the cut, up there. seen_from: the viewpoint.
    """

    size = (8.8, 4.8)
    reach: float
    X: np.ndarray
    y: np.ndarray
    height: float
    seen_from: Viewpoint

    def prepare(self):
        self.data = in_common_lengths(self.data)
        X = self.data.X
        self.reach = float(max(1.15 * np.abs(X).max(), np.linalg.norm(X, axis=1).max()))  # all are on the bowl
        self.controls = {
            "height": Slider("height of the cut", 0.8, 0.2, float(np.ceil(self.reach**2 * 0.8)), 0.05),
            "turn": Slider("turn", 25, -180, 180, 5),
            "tilt": Slider("tilt", 18, 0, 90, 2),
        }
        self.pointers = [Pointer(X, self.data.y, names=self.data.target_names)]

    def drags(self):
        X, y = self.data.X, self.data.y
        disc = np.flatnonzero(y > 0)
        k = int(disc[show.nearest_point(X[disc], (0.0, 0.0))])
        return [show.Drag("a disc point out into the ring", [(0.0, 2.0)], point=k)]

    def compute(self, height: float, turn: int, tilt: int, X, y):
        require_both_classes(y)
        self.X = X
        self.y = y
        self.height = height
        self.seen_from = Viewpoint(reach=self.reach, turn=turn, tilt=tilt)

    @property
    def wrong(self) -> int:
        """Points on the wrong side of the cut; the class that lies lower on average has what is below it."""
        z = lift(self.X)[:, 2]
        inside = 1.0 if z[self.y > 0].mean() < z[self.y < 0].mean() else -1.0
        return int((np.where(z > self.height, -inside, inside) != self.y).sum())

    @property
    def too_high(self) -> int:
        """Points that stand out of the picture."""
        return int((lift(self.X)[:, 2] > self.seen_from.top).sum())

    def draw(self):
        names = self.data.feature_names
        r = self.reach
        cut = [np.sqrt(self.height) * CIRCLE]
        left = [
            show.Fill(cut, color=show.GREEN, alpha=0.15),
            show.Lines(cut, color=show.GREEN, width=2.6, label="the cut, from here"),
            *show.scatter_classes(self.X, self.y, self.data.target_names),
        ]
        look: dict[str, Any] = dict(xticks=((), ()), yticks=((), ()), legend_columns=2, width=1.2, equal=True)
        scene = draw_bowl(self.seen_from, self.X, self.y, self.height)
        return [
            Panel(left, (-r, r), (-r, r), names[0], names[1], equal=True, legend_columns=3),
            Panel(scene, (-1.5 * r, 1.5 * r), (-1.5 * r, 1.9 * r), "upwards: squared distance from 0", **look),
        ]

    def describe(self):
        height = show.number(self.height, 3)
        radius = show.number(np.sqrt(self.height), 3)
        gone = f"; {self.too_high} too high for the picture" if self.too_high else ""
        return (
            f"Cut at height {height}, in the plane a circle of radius {radius}: {self.wrong} of {len(self.y)} points "
            f"on the wrong side{gone}; seen from {show.number(self.seen_from.turn)}°, {self.seen_from.tilt}° above."
        )


# --- A gallery of functions (section 3) -------------------------------------------------------

GALLERY = {
    "RBF, σ = 0.7": RBF(0.7),
    "cosine cos(2r)": lambda X, Z: np.cos(2 * cdist(X, Z)),
    "linear x'z": Linear(),
    "Laplacian exp(−r₁/σ), σ = 0.7": Laplacian(0.7),
    "1 if nearer than 1, else 0": lambda X, Z: (cdist(X, Z) < 1) * 1.0,
    "sigmoid tanh(x'z − 1)": Sigmoid(1.0, -1.0),
    "exponential exp(−r/σ), σ = 0.7": Exponential(0.7),
    "minus the squared distance": lambda X, Z: -cdist(X, Z, "sqeuclidean"),
    "polynomial (1 + x'z)³": Polynomial(3),
}
NO_KERNELS = ("cosine cos(2r)", "1 if nearer than 1, else 0", "sigmoid tanh(x'z − 1)", "minus the squared distance")


def some_points() -> Dataset:
    """24 points, evenly drawn from a square."""
    X = np.random.default_rng(3).uniform(-1.6, 1.6, (24, 2))
    return Dataset(X, np.zeros(24, int), ("$x_1$", "$x_2$"), ())


@figure(POINTS, some_points, most=60)
class gallery(View):
    """Nine functions of two points: how alike all places are to z, and is it a kernel? (KER-08, KER-09, KER-11)

    function: its name. z (2,), X (n, 2): the points as they lie. field: k(., z) over the window. values (n,): the
    eigenvalues of the matrix of X, falling.
    """

    size = (8.8, 4.5)
    controls = {"function": Choice("function", list(GALLERY))}
    window: dict[str, Any]
    function: str
    z: np.ndarray
    X: np.ndarray
    field: Field
    values: np.ndarray

    def prepare(self):
        self.data = in_common_lengths(self.data)
        X = self.data.X
        self.window = show.window(X, 0.2)
        start = X.mean(axis=0) + [0.6, 0.3] * X.std(axis=0)
        self.pointers = [
            Pointer(start[None], editable=False, names=("z",), name="z"),
            Pointer(X, editable=False, names=("point",)),
        ]

    def compute(self, function: str, z, X):
        k = GALLERY[function]
        x, y = (np.linspace(*self.window[side], num=80) for side in ("xlim", "ylim"))
        self.function = function
        self.z = z[0]
        self.X = X
        self.field = Field(x, y, k(show.lattice(x, y), z)[:, 0].reshape(80, 80))
        self.values = np.linalg.eigvalsh(k(X, X))[::-1]

    @property
    def rejected(self) -> bool:
        """True if an eigenvalue lies below 0, by more than rounding."""
        return bool(self.values[-1] < -1e-9 * np.abs(self.values).max())

    def draw(self):
        field = self.field
        names = self.data.feature_names
        most = max(np.abs(field.z).max(), 1e-300)
        left = [
            two_sided(field),
            show.contour_lines(field, [share * most for share in (-0.75, -0.5, -0.25, 0.25, 0.5, 0.75)], width=1.0),
            show.Points(self.X, marker="x", size=5, edge_width=1.3, label=f"the {len(self.X)} points"),
            show.point(*self.z, marker="D", color="#FFFFFF", edge=show.BLACK, edge_width=2.0, size=10, label="z"),
        ]
        frame: dict[str, Any] = dict(xlim=(field.x[0], field.x[-1]), ylim=(field.y[0], field.y[-1]), equal=True)
        return [
            Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
            self.eigenvalue_panel(),
        ]

    def eigenvalue_panel(self) -> Panel:
        """A bar for each eigenvalue; those below 0 stand out."""
        n = len(self.values)
        share = self.values / max(np.abs(self.values).max(), 1e-300)
        at = np.arange(1, n + 1)
        bad = share < -1e-9
        boxes = np.column_stack([at - 0.4, np.minimum(share, 0), at + 0.4, np.maximum(share, 0)])
        marks = [
            show.hline(0, (0, n + 1), color=show.BLACK),
            show.Bars(boxes[~bad], color=show.BLUE, label="0 or more"),
            show.Bars(boxes[bad], color=show.VERMILLION, label="below 0: no kernel"),
        ]
        axes = "eigenvalue number", "eigenvalue / the largest in size"
        return Panel(marks, (0, n + 1), (-1.05, 1.05), *axes, legend_columns=2)

    def describe(self):
        low, high, least = (show.number(v, 3) for v in (self.field.z.min(), self.field.z.max(), self.values[-1]))
        verdict = f"smallest eigenvalue {least}, rejected" if self.rejected else "no eigenvalue below 0, no objection"
        return f"{self.function}: values from {low} to {high}; on these points {verdict}."


def two_sided(field: Field) -> Image:
    """The values as colours: white at 0, blue for positive, orange for negative."""
    share = np.clip(field.z / max(np.abs(field.z).max(), 1e-300), -1, 1)[::-1, :, None]
    blue = np.array([0, 114, 178])
    orange = np.array([230, 159, 0])
    rgb = 255 + np.abs(share) * 0.85 * (np.where(share > 0, blue, orange) - 255)
    half = (field.x[1] - field.x[0]) / 2, (field.y[1] - field.y[0]) / 2
    extent = (field.x[0] - half[0], field.y[0] - half[1], field.x[-1] + half[0], field.y[-1] + half[1])
    return Image(np.concatenate([rgb, np.full_like(share, 255)], axis=-1).astype(np.uint8), extent)


# --- Bandwidth and price (section 5) ----------------------------------------------------------


def noisy_rings() -> Dataset:
    """60 points of a disc in a ring, shaken."""
    return datasets.rings(60, noise=0.35, seed=2)


@figure(CLASSES, noisy_rings, most=80)
class machine(View):
    """An RBF machine, its Gram matrix and the matrix's eigenvalues; points can be dragged (KER-06, KER-16, FIG-02).

    X (n, 2): the points as they lie, class +1 first. K (n, n): their Gram matrix; values (n,): its eigenvalues,
    falling. point: the solution.
    """

    size = (8.8, 4.5)
    frame: dict[str, Any]
    X: np.ndarray
    sigma: float
    K: np.ndarray
    point: DualPoint
    values: np.ndarray

    def prepare(self):
        self.data = in_common_lengths(self.data)
        self.frame = show.window(self.data.X, 0.12)
        self.controls = {
            "sigma": LogSlider("bandwidth σ", 0.8, -1, 1, per_decade=15),
            "C": LogSlider("C, price of slack", 10.0, -1, 2),
        }
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]

    def drags(self):
        X, y = self.data.X, self.data.y
        disc = np.flatnonzero(y > 0)
        k = int(disc[show.nearest_point(X[disc], (0.0, 0.0))])
        return [show.Drag("a disc point to (0, 2), into the ring", [(0.0, 2.0)], point=k)]

    def compute(self, sigma: float, C: float, X, y):
        require_both_classes(y)
        order = np.argsort(-y, kind="stable")
        self.X = X[order]
        self.sigma = sigma
        self.K = gram(RBF(sigma), self.X)
        self.point = smo(self.K, y[order], C, tol=1e-6)
        self.values = np.linalg.eigvalsh(self.K)[::-1]

    @property
    def field(self) -> Field:
        """f over the window."""
        weights = self.point.alpha * self.point.y
        limits = self.frame["xlim"], self.frame["ylim"]
        return show.rbf_field(self.X, weights, self.point.bias, self.sigma, *limits, n=90)

    @property
    def errors(self) -> int:
        """Points on the wrong side, those on the boundary counted."""
        return errors_of(self.point)

    @property
    def holders(self) -> int:
        """How many points are support vectors."""
        return int((self.point.alpha > 1e-6 * self.point.alpha.max()).sum())

    def draw(self):
        field, (across, up) = self.field, self.data.feature_names[:2]
        left = [
            *shade_sides(field),
            *draw_street(field),
            *scatter_support(self.X, self.point.y, self.point.alpha, self.data.target_names),
        ]
        return [
            Panel(left, **self.frame, xlabel=across, ylabel=up, legend_columns=2, width=1.45),
            self.gram_panel(),
            self.eigenvalue_panel(),
        ]

    def gram_panel(self) -> Panel:
        """The Gram matrix as greys, and where one class ends and the other begins."""
        cut = (self.point.y > 0).mean()
        marks = [
            show.heat_map(self.K, (0, 0, 1, 1), high=1.0),
            show.vline(cut, (0, 1), color=show.VERMILLION, width=1.4),
            show.hline(1 - cut, (0, 1), color=show.VERMILLION, width=1.4),
        ]
        names = self.data.target_names[::-1]
        ticks: dict[str, Any] = dict(
            xticks=((cut / 2, (1 + cut) / 2), names), yticks=((1 - cut / 2, (1 - cut) / 2), names)
        )
        return Panel(marks, (0, 1), (0, 1), "$k(x_i,x_j)$: white 0, black 1", equal=True, **ticks)

    def eigenvalue_panel(self) -> Panel:
        n = len(self.X)
        at = np.arange(1, n + 1)
        values = np.maximum(self.values, 1e-8)
        marks = [
            show.hline(1, (0, n + 1), dash="dotted", width=1.2),
            show.curve(at, values, color=show.BLUE, width=1.2),
            show.Points(np.column_stack([at, values]), color=show.BLUE, size=4),
        ]
        top = 10.0 ** np.ceil(np.log10(1.2 * n))
        axes = ("eigenvalue number", "eigenvalue (cut at $10^{-8}$)")
        return Panel(marks, (0, n + 1), (7e-9, top), *axes, logy=True, width=0.95)

    def describe(self):
        n = len(self.X)
        norm = np.sqrt(self.point.squared_norm)
        width = f"street width in feature space {show.number(2 / norm, 3)}" if norm > 1e-9 else "w = 0, so no street"
        return (
            f"σ = {show.number(self.sigma, 3)}, C = {show.number(self.point.C, 3)}: {self.holders} of {n} are support "
            f"vectors, {self.errors} on the wrong side; {width}; "
            f"the largest eigenvalue is {show.percent(self.values[0] / n)} of the sum {n}."
        )


# --- Choosing both where the truth is known (section 8) ---------------------------------------

SIGMAS = np.logspace(-1, 1, 13)
PRICES = np.logspace(-1, 3, 9)


@figure(FORMULA)
class choice(View):
    """RBF machines where the densities are known: training and true error for all σ, by price (DAT-10, FIG-02).

    point, field: the machine for SIGMAS[i] and PRICES[j]. trained, tested (13,): for this price the errors of all
    SIGMAS.
    """

    size = (8.8, 4.6)
    controls = {
        "sigma": LogSlider("bandwidth σ", SIGMAS[5], -1, 1, per_decade=6),
        "C": LogSlider("C, price of slack", PRICES[4], -1, 3, per_decade=2),
    }
    train: Dataset
    fits: list[list[DualPoint]]
    errors: Callable[[int], tuple[np.ndarray, np.ndarray]]
    i: int
    j: int
    point: DualPoint
    field: Field
    trained: np.ndarray
    tested: np.ndarray

    def prepare(self):
        self.train = train = mixture().train
        grams = [RBF(sigma)(train.X, train.X) for sigma in SIGMAS.tolist()]
        self.fits = [list(sweep_C(K, train.y, PRICES, tol=1e-6)) for K in grams]
        self.errors = cache(self.errors_at)

    def field_of(self, i: int, j: int) -> Field:
        """f of a machine over the window."""
        point = self.fits[i][j]
        return show.rbf_field(self.train.X, point.alpha * self.train.y, point.bias, SIGMAS[i], *BOX, n=FINE)

    def errors_at(self, j: int) -> tuple[np.ndarray, np.ndarray]:
        """The training and test errors of all SIGMAS for one price."""
        trained = np.array([errors_of(row[j]) for row in self.fits]) / len(self.train.y)
        return trained, np.array([mixture().test_error(self.field_of(i, j)) for i in range(len(SIGMAS))])

    def compute(self, sigma: float, C: float):
        self.i = int(np.abs(np.log(SIGMAS / sigma)).argmin())
        self.j = int(np.abs(np.log(PRICES / C)).argmin())
        self.point = self.fits[self.i][self.j]
        self.field = self.field_of(self.i, self.j)
        self.trained, self.tested = self.errors(self.j)

    def draw(self):
        ends = (0.08, 12.5)
        right = draw_errors(SIGMAS, self.trained, self.tested, self.i, ends)
        ticks = ((0.1, 0.3, 1, 3, 10), ("0.1", "0.3", "1", "3", "10"))
        axes = "bandwidth σ, at this C", "share of errors"
        return [
            boundary_panel(self.field, width=1.15),
            Panel(right, ends, (-0.01, 0.36), *axes, logx=True, xticks=ticks, legend_columns=2),
        ]

    def describe(self):
        return (
            f"σ = {show.number(SIGMAS[self.i], 2)}, C = {show.number(PRICES[self.j], 3)}: "
            f"training error {self.trained[self.i]:.2f}, test error {self.tested[self.i]:.3f}, "
            f"Bayes error {mixture().bayes:.3f}; {(self.point.alpha > 0).sum()} support vectors."
        )


# --- Descent in feature space (section 9) -----------------------------------------------------

STEPS = 40
CUBIC = Polynomial(3)


def cubic_map(u):
    """u (n, 1) -> (n, 4), the features of (1 + uv)^3 in the order of their powers."""
    return u ** np.arange(4) * np.sqrt([1, 3, 3, 1])


def wave() -> Dataset:
    """Twelve points near a wave."""
    x = np.linspace(-1.4, 1.4, 12)
    noise = np.random.default_rng(4).standard_normal(12)
    return Dataset(x[:, None], np.sin(2.2 * x) + 0.15 * noise, ("x",), ("y",))


@figure(LINE, wave, most=60)
class descent(View):
    """Least squares by steps downhill, with kernels and with the features written out (KER-14).

    scaled (n, 1): x, from -1.4 to 1.4. dual, primal: the states of two runs, of n coefficients of kernels and of four
    weights. k: the step.
    """

    size = (8.8, 4.2)
    controls = {
        "lr": LogSlider("learning rate η", 0.1, -2, 0, per_decade=20),
        "k": StepSlider("step", STEPS, 8, interval=150),
    }
    scaled: np.ndarray
    runs: Callable[[float], tuple[list[KernelDescentState], list[DescentState]]]
    k: int
    lr: float
    dual: list[KernelDescentState]
    primal: list[DescentState]

    def prepare(self):
        x = self.data.X
        self.scaled = 2.8 * (x - x.min()) / (np.ptp(x) or 1.0) - 1.4
        self.runs = cache(self.run)

    def run(self, lr: float) -> tuple[list[KernelDescentState], list[DescentState]]:
        """The states of both runs."""
        K = CUBIC(self.scaled, self.scaled)
        dual = take(kernel_descent_steps(K, self.data.y, lr=lr), STEPS)
        return dual, take(descent_steps(cubic_map(self.scaled), self.data.y, lr=lr), STEPS)

    def compute(self, lr: float, k: int):
        self.dual, self.primal = self.runs(lr)
        self.k = min(k, len(self.dual) - 1, len(self.primal) - 1)
        self.lr = lr

    @property
    def blown(self) -> bool:
        """True if the run ended here, as it leaves all bounds."""
        return self.dual[self.k].diverged

    def draw(self):
        x = self.data.X[:, 0]
        y = self.data.y
        u = np.linspace(-1.6, 1.6, 97)[:, None]
        places = x.min() + (u[:, 0] + 1.4) / 2.8 * (x.max() - x.min() or 1.0)
        ylim = show.limits(y, 0.35)
        inside = (ylim[0] - np.ptp(ylim), ylim[1] + np.ptp(ylim))  # what leaves the panel may leave it: not by far
        line = np.clip(CUBIC(u, self.scaled) @ self.dual[self.k].coef, *inside)
        dots = np.clip(cubic_map(u[::6]) @ self.primal[self.k].w, *inside)
        left = [
            show.curve(places, line, color=show.BLUE, width=2.2, label="kernel: Σ c k"),
            show.Points(np.column_stack([places[::6], dots]), color=show.ORANGE, size=5, label="primal: w'φ"),
            show.Points(np.column_stack([x, y]), marker="s", size=6, label="data"),
        ]
        names = self.data.feature_names[0], self.data.target_name
        return [
            Panel(left, (places[0], places[-1]), ylim, *names, legend_columns=3, width=1.1),
            self.cost_panel(),
        ]

    def cost_panel(self) -> Panel:
        """The costs of both runs so far."""
        steps = np.arange(self.k + 1)
        start = self.dual[0].cost or 1.0
        costs, others = (
            np.clip([state.cost for state in run[: self.k + 1]], 1e-9 * start, 1e5 * start)
            for run in (self.dual, self.primal)
        )
        marks = [
            show.Points(np.column_stack([steps, others])[::2], color=show.ORANGE, size=5, label="primal"),
            *show.trace(steps, costs, self.k, color=show.BLUE, width=2, label="kernel"),
        ]
        axis = log_axis([start * 1e-2, start * 1e3])
        return Panel(marks, (-1, STEPS + 1), xlabel="steps", ylabel="cost J", legend_columns=2, **axis)

    def describe(self):
        state = self.dual[self.k]
        gone = ", out of the picture" if state.cost > 1e3 * (self.dual[0].cost or 1.0) else ""
        end = "; here the run is given up" if self.blown else ""
        return f"η = {show.number(self.lr, 3)}, step {state.t}: J = {show.number(state.cost, 3)}{gone}{end}."
