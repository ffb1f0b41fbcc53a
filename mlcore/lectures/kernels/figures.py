"""The figures of lecture 13, kernels."""

from dataclasses import dataclass
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
from mlcore.lectures.kernels.known_densities import BOX, FINE, draw_errors, errors_of, mixture, mixture_panel
from mlcore.lectures.kernels.lifted_bowl import CIRCLE, View, draw_bowl, lift
from mlcore.linear import DescentState, descent_steps
from mlcore.plots.cost_curves import log_axis
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, LINE, POINTS
from mlcore.plots.separating_planes import both_classes, draw_street, scatter_support, shade_sides
from mlcore.show import Field, Image, Live, Panel, Pointer
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


@dataclass(frozen=True)
class Lift:
    """Points X (n, 2) with labels y, lifted to a bowl and cut at a height up there."""

    X: np.ndarray
    y: np.ndarray
    height: float
    view: View
    data: Dataset

    @property
    def wrong(self) -> int:
        """Points on the wrong side of the cut; the class that lies lower on average has what is below it."""
        z = lift(self.X)[:, 2]
        inside = 1.0 if z[self.y > 0].mean() < z[self.y < 0].mean() else -1.0
        return int((np.where(z > self.height, -inside, inside) != self.y).sum())

    @property
    def too_high(self) -> int:
        """Points that stand out of the picture."""
        return int((lift(self.X)[:, 2] > self.view.top).sum())


def draw_lift(s: Lift) -> list[Panel]:
    names, r, cut = s.data.feature_names, s.view.reach, [np.sqrt(s.height) * CIRCLE]
    left = [
        show.Fill(cut, color=show.GREEN, alpha=0.15),
        show.Lines(cut, color=show.GREEN, width=2.6, label="the cut, from here"),
        *show.scatter_classes(s.X, s.y, s.data.target_names),
    ]
    look: dict[str, Any] = dict(xticks=((), ()), yticks=((), ()), legend_columns=2, width=1.2, equal=True)
    scene = draw_bowl(s.view, s.X, s.y, s.height)
    return [
        Panel(left, (-r, r), (-r, r), names[0], names[1], equal=True, legend_columns=3),
        Panel(scene, (-1.5 * r, 1.5 * r), (-1.5 * r, 1.9 * r), "upwards: squared distance from 0", **look),
    ]


def describe_lift(s: Lift) -> str:
    height, radius = show.number(s.height, 3), show.number(np.sqrt(s.height), 3)
    gone = f"; {s.too_high} too high for the picture" if s.too_high else ""
    return (f"Cut at height {height}, in the plane a circle of radius {radius}: {s.wrong} of {len(s.y)} points on the "
            f"wrong side{gone}; seen from {s.view.turn}°, {s.view.tilt}° above.")  # fmt: skip


@figure(CLASSES, datasets.rings, most=100)
def lifted(data: Dataset) -> Live:
    """Points lifted to a bowl, and a flat cut through it, from both spaces; points can be dragged (KER-01, DAT-10)."""
    data = in_common_lengths(data)
    reach = float(max(1.15 * np.abs(data.X).max(), np.linalg.norm(data.X, axis=1).max()))  # all are on the bowl

    def compute(height: float, turn: int, tilt: int, X, y) -> Lift:
        both_classes(y)
        return Lift(X, y, height, View(reach, turn, tilt), data)

    controls = {
        "height": show.slider("height of the cut", 0.8, 0.2, float(np.ceil(reach**2 * 0.8)), 0.05),
        "turn": show.slider("turn", 25, -180, 180, 5),
        "tilt": show.slider("tilt", 18, 0, 90, 2),
    }
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_lift, describe_lift, controls=controls, pointer=pointer, size=(8.8, 4.8))


# --- A gallery of functions (section 3) -------------------------------------------------------

GALLERY = {
    "RBF, σ = 0.7": RBF(0.7),
    "exponential exp(−r/σ), σ = 0.7": Exponential(0.7),
    "Laplacian exp(−r₁/σ), σ = 0.7": Laplacian(0.7),
    "linear x'z": Linear(),
    "polynomial (1 + x'z)³": Polynomial(3),
    "sigmoid tanh(x'z − 1)": Sigmoid(1.0, -1.0),
    "minus the squared distance": lambda X, Z: -cdist(X, Z, "sqeuclidean"),
    "1 if nearer than 1, else 0": lambda X, Z: (cdist(X, Z) < 1) * 1.0,
    "cosine of twice the distance": lambda X, Z: np.cos(2 * cdist(X, Z)),
}


@dataclass(frozen=True)
class Look:
    """One function k(., z) over the plane, and the eigenvalues (n,) of its matrix on the points X, falling."""

    function: str
    z: np.ndarray
    X: np.ndarray
    field: Field
    values: np.ndarray
    data: Dataset

    @property
    def rejected(self) -> bool:
        """True if an eigenvalue lies below 0, by more than rounding."""
        return bool(self.values[-1] < -1e-9 * np.abs(self.values).max())


def two_sided(field: Field) -> Image:
    """The values as colours: white at 0, blue for positive, orange for negative."""
    share = np.clip(field.z / max(np.abs(field.z).max(), 1e-300), -1, 1)[::-1, :, None]
    blue, orange = np.array([0, 114, 178]), np.array([230, 159, 0])
    rgb = 255 + np.abs(share) * 0.85 * (np.where(share > 0, blue, orange) - 255)
    half = (field.x[1] - field.x[0]) / 2, (field.y[1] - field.y[0]) / 2
    extent = (field.x[0] - half[0], field.y[0] - half[1], field.x[-1] + half[0], field.y[-1] + half[1])
    return Image(np.concatenate([rgb, np.full_like(share, 255)], axis=-1).astype(np.uint8), extent)


def draw_look(s: Look) -> list[Panel]:
    most, names, n = max(np.abs(s.field.z).max(), 1e-300), s.data.feature_names, len(s.values)
    left = [
        two_sided(s.field),
        show.contour_lines(s.field, [v * most for v in (-0.75, -0.5, -0.25, 0.25, 0.5, 0.75)], width=1.0),
        show.Points(s.X, marker="x", color=show.BLACK, size=5, edge_width=1.3, label=f"the {n} points"),
        show.point(*s.z, marker="D", color="#FFFFFF", edge=show.BLACK, edge_width=2.0, size=10, label="z"),
    ]
    share = s.values / max(np.abs(s.values).max(), 1e-300)
    at, bad = np.arange(1, n + 1), share < -1e-9
    boxes = np.column_stack([at - 0.4, np.minimum(share, 0), at + 0.4, np.maximum(share, 0)])
    right = [
        show.hline(0, (0, n + 1), color=show.BLACK),
        show.Bars(boxes[~bad], color=show.BLUE, label="0 or more"),
        show.Bars(boxes[bad], color=show.VERMILLION, label="below 0: no kernel"),
    ]
    frame: dict[str, Any] = dict(xlim=(s.field.x[0], s.field.x[-1]), ylim=(s.field.y[0], s.field.y[-1]), equal=True)
    axes = "eigenvalue number", "eigenvalue / the largest in size"
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2),
        Panel(right, (0, n + 1), (-1.05, 1.05), *axes, legend_columns=2),
    ]


def describe_look(s: Look) -> str:
    low, high, least = (show.number(v, 3) for v in (s.field.z.min(), s.field.z.max(), s.values[-1]))
    verdict = f"smallest eigenvalue {least}, rejected" if s.rejected else "no eigenvalue below 0, no objection"
    return f"{s.function}: values from {low} to {high}; on these points {verdict}."


def some_points() -> Dataset:
    """24 points, evenly drawn from a square."""
    X = np.random.default_rng(3).uniform(-1.6, 1.6, (24, 2))
    return Dataset(X, np.zeros(24, int), ("$x_1$", "$x_2$"), ())


@figure(POINTS, some_points, most=60)
def gallery(data: Dataset) -> Live:
    """Nine functions of two points: how alike all places are to z, and is it a kernel? (KER-08, KER-09, KER-11)"""
    data = in_common_lengths(data)
    frame = show.window(data.X, 0.2)
    x, y = (np.linspace(*frame[side], num=80) for side in ("xlim", "ylim"))
    places = show.lattice(x, y)
    start = data.X.mean(axis=0) + [0.6, 0.3] * data.X.std(axis=0)

    def compute(function: str, z, X) -> Look:
        k = GALLERY[function]
        field = Field(x, y, k(places, z)[:, 0].reshape(80, 80))
        return Look(function, z[0], X, field, np.linalg.eigvalsh(k(X, X))[::-1], data)

    controls = {"function": show.choice("function", list(GALLERY))}
    z = Pointer(start[None], editable=False, names=("z",), name="z")
    points = Pointer(data.X, editable=False, names=("point",))
    return Live(compute, draw_look, describe_look, controls=controls, pointers=[z, points], size=(8.8, 4.5))


# --- Bandwidth and price (section 5) ----------------------------------------------------------


@dataclass(frozen=True)
class Machine:
    """An RBF machine on X (n, 2), class +1 first; its Gram matrix and the matrix's eigenvalues, falling."""

    X: np.ndarray
    sigma: float
    K: np.ndarray
    point: DualPoint
    values: np.ndarray
    frame: dict
    data: Dataset

    @property
    def field(self) -> Field:
        """f over the window."""
        weights, window = self.point.alpha * self.point.y, (self.frame["xlim"], self.frame["ylim"])
        return show.rbf_field(self.X, weights, self.point.bias, self.sigma, *window, n=90)

    @property
    def errors(self) -> int:
        """Points on the wrong side, those on the boundary counted."""
        return errors_of(self.point)

    @property
    def holders(self) -> int:
        """How many points are support vectors."""
        return int((self.point.alpha > 1e-6 * self.point.alpha.max()).sum())


def draw_machine(s: Machine) -> list[Panel]:
    y, n, field, names = s.point.y, len(s.X), s.field, s.data.target_names
    left = [*shade_sides(field), *draw_street(field), *scatter_support(s.X, y, s.point.alpha, names)]
    cut = (y > 0).mean()
    middle = [
        show.heat_map(s.K, (0, 0, 1, 1), high=1.0),
        show.vline(cut, (0, 1), color=show.VERMILLION, width=1.4),
        show.hline(1 - cut, (0, 1), color=show.VERMILLION, width=1.4),
    ]
    at, values = np.arange(1, n + 1), np.maximum(s.values, 1e-8)
    right = [
        show.hline(1, (0, n + 1), dash="dotted", width=1.2),
        show.curve(at, values, color=show.BLUE, width=1.2),
        show.Points(np.column_stack([at, values]), color=show.BLUE, size=4),
    ]
    across, up = ((cut / 2, (1 + cut) / 2), names[::-1]), ((1 - cut / 2, (1 - cut) / 2), names[::-1])
    xy = s.data.feature_names
    top, axes = 10.0 ** np.ceil(np.log10(1.2 * n)), ("eigenvalue number", "eigenvalue (cut at $10^{-8}$)")
    return [
        Panel(left, **s.frame, xlabel=xy[0], ylabel=xy[1], legend_columns=2, width=1.45),
        Panel(middle, (0, 1), (0, 1), "$k(x_i,x_j)$: white 0, black 1", equal=True, xticks=across, yticks=up),
        Panel(right, (0, n + 1), (7e-9, top), *axes, logy=True, width=0.95),
    ]


def describe_machine(s: Machine) -> str:
    n, norm = len(s.X), np.sqrt(max(s.point.squared_norm, 0.0))
    width = f"street width in feature space {show.number(2 / norm, 3)}" if norm > 1e-9 else "w = 0, so no street"
    sigma, C, share = show.number(s.sigma, 3), show.number(s.point.C, 3), show.percent(s.values[0] / n)
    return (f"σ = {sigma}, C = {C}: {s.holders} of {n} are support vectors, {s.errors} on the wrong side; {width}; "
            f"the largest eigenvalue is {share} of the sum {n}.")  # fmt: skip


def noisy_rings() -> Dataset:
    """60 points of a disc in a ring, shaken."""
    return datasets.rings(60, noise=0.35, seed=2)


@figure(CLASSES, noisy_rings, most=80)
def machine(data: Dataset, *, C: float = 10.0) -> Live:
    """An RBF machine, its Gram matrix and the matrix's eigenvalues; points can be dragged (KER-06, KER-16, FIG-02)."""
    data = in_common_lengths(data)
    frame = show.window(data.X, 0.12)

    def compute(sigma: float, C: float, X, y) -> Machine:
        both_classes(y)
        order = np.argsort(-y, kind="stable")
        X, y = X[order], y[order]
        K = gram(RBF(sigma), X)
        return Machine(X, sigma, K, smo(K, y, C, tol=1e-6), np.linalg.eigvalsh(K)[::-1], frame, data)

    controls = {
        "sigma": show.log_slider("bandwidth σ", 0.8, -1, 1, per_decade=15),
        "C": show.log_slider("C, price of slack", C, -1, 2),
    }
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_machine, describe_machine, controls=controls, pointer=pointer, size=(8.8, 4.5))


# --- Choosing both where the truth is known (section 8) ---------------------------------------

SIGMAS, PRICES = np.logspace(-1, 1, 13), np.logspace(-1, 3, 9)


@dataclass(frozen=True)
class Choice:
    """The machine for SIGMAS[i] and PRICES[j]; for this price the training and test errors of all SIGMAS."""

    i: int
    j: int
    point: DualPoint
    field: Field
    trained: np.ndarray
    tested: np.ndarray


def draw_choice(s: Choice) -> list[Panel]:
    ends, axes = (0.08, 12.5), ("bandwidth σ, at this C", "share of errors")
    look: dict[str, Any] = dict(xticks=((0.1, 0.3, 1, 3, 10), ("0.1", "0.3", "1", "3", "10")), legend_columns=2)
    right = draw_errors(SIGMAS, s.trained, s.tested, s.i, ends)
    return [mixture_panel(s.field, width=1.15), Panel(right, ends, (-0.01, 0.36), *axes, logx=True, **look)]


def describe_choice(s: Choice) -> str:
    sigma, C = show.number(SIGMAS[s.i], 2), show.number(PRICES[s.j], 3)
    errors = f"training error {s.trained[s.i]:.2f}, test error {s.tested[s.i]:.3f}, Bayes error {mixture().bayes:.3f}"
    return f"σ = {sigma}, C = {C}: {errors}; {(s.point.alpha > 0).sum()} support vectors."


@figure(FORMULA)
def choice() -> Live:
    """RBF machines where the densities are known: training and true error for all σ, by price (DAT-10, FIG-02)."""
    train = mixture().train
    fits = [list(sweep_C(RBF(s)(train.X, train.X), train.y, PRICES, tol=1e-6)) for s in SIGMAS]

    def field(i: int, j: int) -> Field:
        weights = fits[i][j].alpha * train.y
        return show.rbf_field(train.X, weights, fits[i][j].bias, SIGMAS[i], *BOX, n=FINE)

    @cache
    def errors(j: int) -> tuple[np.ndarray, np.ndarray]:
        tested = [mixture().test_error(field(i, j)) for i in range(len(SIGMAS))]
        return np.array([errors_of(row[j]) for row in fits]) / len(train.y), np.array(tested)

    def compute(sigma: float, C: float) -> Choice:
        i, j = int(np.abs(np.log(SIGMAS / sigma)).argmin()), int(np.abs(np.log(PRICES / C)).argmin())
        return Choice(i, j, fits[i][j], field(i, j), *errors(j))

    controls = {
        "sigma": show.log_slider("bandwidth σ", SIGMAS[5], -1, 1, per_decade=6),
        "C": show.log_slider("C, price of slack", PRICES[4], -1, 3, per_decade=2),
    }
    return Live(compute, draw_choice, describe_choice, controls=controls, size=(8.8, 4.6))


# --- Descent in feature space (section 9) -----------------------------------------------------

STEPS = 40
CUBIC = Polynomial(3)


def cubic_map(u):
    """u (n, 1) -> (n, 4), the features of (1 + uv)^3 in the order of their powers."""
    return u ** np.arange(4) * np.sqrt([1, 3, 3, 1])


@dataclass(frozen=True)
class Descent:
    """Step k of two runs: coefficients of n kernels, and four weights; scaled (n, 1) is x, from -1.4 to 1.4."""

    k: int
    lr: float
    dual: list[KernelDescentState]
    primal: list[DescentState]
    scaled: np.ndarray
    data: Dataset

    @property
    def blown(self) -> bool:
        """True if the run ended here, as it leaves all bounds."""
        return self.dual[self.k].diverged


def wave() -> Dataset:
    """Twelve points near a wave."""
    x, noise = np.linspace(-1.4, 1.4, 12), np.random.default_rng(4).standard_normal(12)
    return Dataset(x[:, None], np.sin(2.2 * x) + 0.15 * noise, ("x",), ("y",))


def draw_descent(s: Descent) -> list[Panel]:
    x, u = s.data.X[:, 0], np.linspace(-1.6, 1.6, 97)[:, None]
    places = x.min() + (u[:, 0] + 1.4) / 2.8 * (x.max() - x.min() or 1.0)
    ylim, k = show.limits(s.data.y, 0.35), s.k
    inside = (ylim[0] - np.ptp(ylim), ylim[1] + np.ptp(ylim))  # what leaves the panel may leave it: not by far
    line = np.clip(CUBIC(u, s.scaled) @ s.dual[k].alpha, *inside)
    dots = np.clip(cubic_map(u[::6]) @ s.primal[k].w, *inside)
    left = [
        show.curve(places, line, color=show.BLUE, width=2.2, label="kernel: Σ α k"),
        show.Points(np.column_stack([places[::6], dots]), color=show.ORANGE, size=5, label="primal: w'φ"),
        show.Points(np.column_stack([x, s.data.y]), marker="s", size=6, label="data"),
    ]
    now, start = slice(0, k + 1), s.dual[0].cost or 1.0
    costs, others = (np.clip([t.cost for t in run[now]], 1e-9 * start, 1e5 * start) for run in (s.dual, s.primal))
    right = [
        show.Points(np.column_stack([np.arange(k + 1), others])[::2], color=show.ORANGE, size=5, label="primal"),
        *show.trace(np.arange(k + 1), costs, k, color=show.BLUE, width=2, label="kernel"),
    ]
    axis, names = log_axis([start * 1e-2, start * 1e3]), (s.data.feature_names[0], s.data.target_name)
    return [
        Panel(left, (places[0], places[-1]), ylim, *names, legend_columns=3, width=1.1),
        Panel(right, (-1, STEPS + 1), xlabel="steps", ylabel="cost J", legend_columns=2, **axis),
    ]


def describe_descent(s: Descent) -> str:
    cost, J = s.dual[s.k].cost, show.number(s.dual[s.k].cost, 3)
    gone = ", out of the picture" if cost > 1e3 * (s.dual[0].cost or 1.0) else ""
    end = "; here the run is given up" if s.blown else ""
    return f"η = {show.number(s.lr, 3)}, step {s.dual[s.k].t}: J = {J}{gone}{end}."


@figure(LINE, wave, most=60)
def descent(data: Dataset) -> Live:
    """Least squares by steps downhill, with kernels and with the features written out (KER-14)."""
    x = data.X
    scaled = 2.8 * (x - x.min()) / (np.ptp(x) or 1.0) - 1.4
    K = CUBIC(scaled, scaled)

    @cache
    def runs(lr: float) -> tuple[list[KernelDescentState], list[DescentState]]:
        dual = take(kernel_descent_steps(K, data.y, lr=lr), STEPS)
        primal = take(descent_steps(cubic_map(scaled), data.y, lr=lr), STEPS)
        return dual, primal

    def compute(lr: float, k: int) -> Descent:
        dual, primal = runs(lr)
        return Descent(min(k, len(dual) - 1, len(primal) - 1), lr, dual, primal, scaled, data)

    controls = {
        "lr": show.log_slider("learning rate η", 0.1, -2, 0, per_decade=20),
        "k": show.step_slider("step", STEPS, value=8, interval=150),
    }
    return Live(compute, draw_descent, describe_descent, controls=controls, size=(8.8, 4.2))
