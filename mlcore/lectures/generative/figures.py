"""The figures of lecture 08, generative classifiers: Gaussians, their boundaries and their rival, and naive Bayes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.special import expit, ndtr
from scipy.stats import norm

from mlcore import datasets, show
from mlcore.base.labels import add_ones
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.generative import (
    GaussianDiscriminant,
    chances_there,
    chances_word,
    class_gaussians,
    line_of,
    log_joint,
)
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASS_TABLE, CLASSES, FORMULA, GROUPS, DataError, Kind
from mlcore.plots.mixtures import ellipse
from mlcore.plots.regions import draw_regions
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Choice, ListSlider, Mark, Panel, Pointer, Slider, View
from mlcore.show.marks import flat
from mlcore.show.pointer import ellipse_handles, ellipses
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS, class_look

# --- One Gaussian in the plane (section 2) ----------------------------------------------------

NOISE = np.random.default_rng(4).standard_normal((300, 2))
HALF = 5.0


@figure(FORMULA)
class normal(View):
    """A bivariate Gaussian by its two standard deviations and its correlation (GEN-02, GEN-03).

    s1, s2, rho: of x1, of x2, and the correlation. Its mean is 0. covariance (2, 2); points (300, 2): drawn from it.
    """

    size = (8.8, 4.2)
    controls = {
        "s1": Slider("σ₁", 1.5, 0.8, 2.0, 0.1),
        "s2": Slider("σ₂", 1.0, 0.8, 2.0, 0.1),
        "rho": Slider("correlation ρ", 0.5, -0.9, 0.9, 0.1),
    }
    s1: float
    s2: float
    rho: float

    def compute(self, s1: float, s2: float, rho: float):
        self.s1 = s1
        self.s2 = s2
        self.rho = round(rho, 6)

    @property
    def covariance(self) -> np.ndarray:
        off = self.rho * self.s1 * self.s2
        return np.array([[self.s1**2, off], [off, self.s2**2]])

    @property
    def points(self) -> np.ndarray:
        return NOISE @ np.linalg.cholesky(self.covariance).T

    @property
    def given(self) -> tuple[float, float]:
        """Mean and standard deviation of x2 where x1 is one standard deviation above its mean."""
        return self.rho * self.s2, self.s2 * float(np.sqrt(1 - self.rho**2))

    def draw(self):
        ends = (-HALF, HALF)
        grid = np.linspace(-HALF, HALF, 201)
        one, two = (ellipse(np.zeros(2), self.covariance, radius) for radius in (1.0, 2.0))
        left = [
            show.Points(self.points, color=show.GREY, size=3.5, alpha=0.6),
            show.vline(self.s1, ends, color=show.GREEN, dash="dashed", width=1.8),
            show.Lines([one], color=show.BLACK, width=2.4, label="radius 1"),
            show.Lines([two], color=show.BLACK, width=1.3, label="radius 2"),
        ]
        first, second, given = (norm.pdf(grid, *law) for law in ((0, self.s1), (0, self.s2), self.given))
        right = [
            show.curve(grid, first, color=show.BLUE, width=2.2, label="$x_1$"),
            show.curve(grid, second, color=show.VERMILLION, width=2.2, dash="dashdot", label="$x_2$"),
            show.curve(grid, given, color=show.GREEN, width=2.0, dash="dashed", label="$x_2$ where $x_1=\\sigma_1$"),
        ]
        return [
            Panel(left, ends, ends, "$x_1$", "$x_2$", equal=True, legend_columns=2),
            Panel(right, ends, (0, 1.2), "value", "density", legend_columns=3, width=1.25),
        ]

    def describe(self):
        rho, off, mean = (show.number(v, places=2) for v in (self.rho, self.covariance[0, 1], self.given[0]))
        return (
            f"σ₁ = {self.s1:.1f}, σ₂ = {self.s2:.1f}, correlation {rho}: covariance {off}. Where x₁ = σ₁, x₂ has "
            f"mean {mean} and standard deviation {self.given[1]:.2f}."
        )


# --- Two Gaussians and their boundary (section 1) ---------------------------------------------

ALONG = np.linspace(-1.5, 2.5, 161)


@figure(CLASSES, datasets.men_and_women, most=500)
class boundary(View):
    """Two classes as Gaussians under the hand, and their boundary: a line or a conic (GEN-04 to GEN-08, FIG-10).

    counted (2,): the shares of the classes in the data. shares (2,), means (2, 2), own (2, 2, 2): shares, means and
    covariances of the classes now, the latter those of the ellipses' handles (6, 2). used (2, 2, 2): the covariances
    that the boundary is made of; the same two if they are shared. highest: the top of the log-odds' panel.
    """

    size = (8.8, 4.0)
    look: dict[str, Any]
    counted: np.ndarray
    highest: float
    shares: np.ndarray
    means: np.ndarray
    own: np.ndarray
    used: np.ndarray
    shared: bool
    handles: np.ndarray

    def prepare(self):
        data = self.data
        self.look = show.window(data.X, 0.12)
        self.counted, means, own = class_gaussians(data.X, (data.y > 0).astype(int))
        log_joint(data.X[:1], self.counted, means, own)  # a singular covariance says so now
        self.highest = 2.2 * float(np.abs(log_joint(means, self.counted, means, own) @ [-1.0, 1.0]).max())
        self.controls = {
            "shared": Choice("covariance", {"one for both": True, "one each": False}),
            "share": Slider(f"share of {data.target_names[1]}", 0.5, 0.02, 0.98, 0.02),
        }
        self.pointers = [Pointer(ellipse_handles(means, own), kind="ellipse", name="handles", editable=False)]

    def drags(self):
        centre, *ends = self.pointers[0].X[-3:]
        first = len(self.pointers[0].X) - 2
        words = "one white circle of the men's thick ellipse to a third", "the other one to a third"
        return [
            show.Drag(says, [centre + (end - centre) / 3], point=first + k, name="handles")
            for k, (says, end) in enumerate(zip(words, ends, strict=True))
        ]

    def compute(self, shared: bool, share: float, handles):
        self.handles = handles
        self.shared = shared
        self.shares = np.array([1 - share, share])
        self.means, self.own = ellipses(handles)
        flat = np.linalg.det(self.own) <= 1e-9 * np.prod(self.own[:, [0, 1], [0, 1]], axis=1)
        if flat.any():
            raise ValueError("An ellipse has become a line: pull the ends of its axes away from the centre.")
        self.used = np.array([np.tensordot(self.counted, self.own, axes=1)] * 2) if shared else self.own  # (08.6)

    def f(self, X: np.ndarray) -> np.ndarray:
        """The log-odds (n,) of the second class."""
        return log_joint(X, self.shares, self.means, self.used) @ [-1.0, 1.0]

    @property
    def line(self) -> np.ndarray:
        """The places (m, 2) on the line through the means, 0 at the first and 1 at the second."""
        way = self.means[1] - self.means[0]
        if not way.any():
            way = np.array([self.own[0, 0, 0] ** 0.5, 0.0])
        return self.means[0] + ALONG[:, None] * way

    @property
    def errors(self) -> int:
        """Points on the wrong side."""
        return int((self.f(self.data.X) * self.data.y <= 0).sum())

    def draw(self):
        data = self.data
        look = self.look
        field = show.decision_field(self.f, look["xlim"], look["ylim"], n=72)
        left = [
            *shade_sides(field),
            *show.scatter_classes(data.X, data.y, data.target_names, size=4.0, alpha=0.55),
            show.curve(*self.line[[0, -1]].T, color=show.GREY, dash="dotted", width=1.4),
            *self.rings(0, CLASS_COLORS[-1]),
            *self.rings(1, CLASS_COLORS[1]),
            show.contour_lines(field, [0], width=2.6, label="boundary"),
            show.Points(self.handles, color="#FFFFFF", edge=show.BLACK, size=6.5, label="drag these"),
        ]
        names = data.feature_names
        return [
            Panel(left, **look, xlabel=names[0], ylabel=names[1], legend_columns=4, width=1.4),
            self.odds_panel(),
        ]

    def rings(self, k: int, color: str) -> list[Mark]:
        """The ellipses of class k: its own one, dotted, where the shared covariance is used; of radius 1 and 2."""
        mean = self.means[k]
        own = [show.Lines([ellipse(mean, self.own[k])], color=color, width=1.2, dash="dotted")] if self.shared else []
        return [
            *own,
            show.Lines([ellipse(mean, self.used[k], 1.0)], color=color, width=2.6),
            show.Lines([ellipse(mean, self.used[k], 2.0)], color=color, width=1.3),
        ]

    def odds_panel(self) -> Panel:
        """The log-odds along the line through the means, with a marker at each mean that is in the picture."""
        odds = self.f(self.line)
        high = self.highest
        at = np.abs(ALONG[:, None] - [0, 1]).argmin(axis=0)
        means = [np.array([[k, odds[at[k]]]])[np.abs(odds[at[k : k + 1]]) < high] for k in (0, 1)]
        marks = [
            show.hline(0, (ALONG[0], ALONG[-1]), dash="dashed"),
            show.curve(ALONG, np.clip(odds, -3 * high, 3 * high), color=show.BLACK, width=2.4),
            *(
                show.Points(there, color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], size=9, edge=show.BLACK)
                for there, c in zip(means, (-1, 1), strict=True)
            ),
        ]
        names = tuple(f"mean of\n{name}" for name in self.data.target_names)
        return Panel(
            marks,
            (ALONG[0], ALONG[-1]),
            (-high, high),
            "along the dotted line",
            "log-odds f",
            xticks=((0.0, 1.0), names),
        )

    def describe(self):
        share = f"share of {self.data.target_names[1]} {self.shares[1]:.2f}"
        wrong = f"{self.errors} of {len(self.data.X)} points on the wrong side."
        if not self.shared:
            return f"A covariance each, {share}: {wrong}"
        w, b = line_of(self.shares, self.means, self.used[0])
        w1, w2 = (show.number(v, 3) for v in w)
        return f"One covariance, {share}: w = ({w1}, {w2}), b = {show.number(b, 3)}; {wrong}"


# --- Several classes (section 5) --------------------------------------------------------------

WAYS = {
    "one for all": dict(shared_covariance=True),
    "one each": dict(shared_covariance=False),
    "one each, naive": dict(shared_covariance=False, naive=True),
}
DIAMOND: dict[str, Any] = dict(color=show.YELLOW, marker="D")


def petals() -> Dataset:
    """The petals of 150 iris flowers, three species."""
    return datasets.iris().columns("petal length (cm)", "petal width (cm)")


@figure(GROUPS, petals, most=600)
class regions(View):
    """Several classes, each a Gaussian: whose region is a point in, and how sure? (GEN-16).

    models, pictures: of each of the WAYS, the fitted model, and its regions with the points. way, model: the chosen
    one. x (2,): the point that it judges.
    """

    size = (8.8, 4.3)
    frame: dict[str, Any]
    models: dict[str, GaussianDiscriminant]
    pictures: dict[str, list[Mark]]
    way: str
    model: GaussianDiscriminant
    x: np.ndarray

    def prepare(self):
        data = self.data
        self.frame = show.window(data.X, 0.15) | dict(equal=False)
        for k, name in enumerate(data.target_names):
            if (data.y == k).sum() < 2:
                raise DataError(f"Class {name} has 1 sample, and one point has no spread: add examples.")
        self.models = {way: GaussianDiscriminant(**WAYS[way], reg_covar=0.0).fit(data.X, data.y) for way in WAYS}
        self.pictures = {way: self.picture_of(model) for way, model in self.models.items()}
        start = self.models["one each"].means_[-2:].T @ [0.7, 0.3]
        self.controls = {"way": Choice("covariance", list(WAYS))}
        self.pointers = [Pointer(start[None], editable=False, name="x", names=("flower",), looks={0: DIAMOND})]

    def picture_of(self, model: GaussianDiscriminant) -> list[Mark]:
        """The regions of a model, and of each class the points with an ellipse of radius 2."""
        X = self.data.X
        y = self.data.y
        names = self.data.target_names
        marks: list[Mark] = [
            *draw_regions(model.log_joint, range(len(names)), self.frame["xlim"], self.frame["ylim"], n=120)
        ]
        for k, name in enumerate(names):
            ring = ellipse(model.means_[k], model.covariances_[k], 2.0)
            marks += [
                show.Points(X[y == k], **class_look(k), size=4.5, alpha=0.75, label=name),
                show.Lines([ring], color=class_look(k)["color"], width=2.0),
            ]
        return marks

    def drags(self):
        panel = flat(self.at().draw())[0]
        return [show.Drag("the diamond to the lower right corner", [(panel.xlim[1], panel.ylim[0])], name="x")]

    def compute(self, way: str, x):
        self.way = way
        self.model = self.models[way]
        self.x = x[0]

    @property
    def chances(self) -> np.ndarray:
        """How probable each class is at x (K,)."""
        return self.model.predict_proba(self.x[None])[0]

    @property
    def distances(self) -> np.ndarray:
        """How many standard deviations x is from the mean of each class (K,), r in (08.1)."""
        away = self.x - self.model.means_
        whitened = np.linalg.solve(self.model.covariances_, away[..., None])[..., 0]
        return np.sqrt((away * whitened).sum(axis=1))

    @property
    def errors(self) -> int:
        """Points on the wrong side."""
        return int((self.model.predict(self.data.X) != self.data.y).sum())

    def draw(self):
        names = self.data.target_names
        K = len(self.data.target_names)
        xlabel, ylabel = self.data.feature_names
        here = show.Points(self.x[None], **DIAMOND, size=10, edge=show.BLACK, edge_width=1.6)
        bars = [
            show.Bars(np.array([[0, k - 0.3, chance, k + 0.3]]), color=class_look(k)["color"])
            for k, chance in enumerate(self.chances)
        ]
        columns = 4 if K < 4 else 3
        ticks = (tuple(float(k) for k in range(K)), names)
        return [
            Panel([*self.pictures[self.way], here], **self.frame, xlabel=xlabel, ylabel=ylabel, legend_columns=columns),
            Panel(bars, (0, 1.02), (-0.6, K - 0.4), "P(class | x) at the diamond", yticks=ticks, width=0.6),
        ]

    def describe(self):
        best = int(self.chances.argmax())
        return (
            f"Covariance {self.way}: {self.errors} of {len(self.data.X)} points on the wrong side. At the diamond "
            f"P({self.data.target_names[best]}) = {self.chances[best]:.3f}; it is {self.distances[best]:.1f} standard "
            "deviations from the mean of this class."
        )


# --- Gaussians against logistic regression, as the examples grow in number (section 6) --------

SIZES = 10, 14, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000
ROWS = 24_000  # examples that are drawn for each size: many small samples, a few large ones
TURN = np.array([[np.cos(0.5), -np.sin(0.5)], [np.sin(0.5), np.cos(0.5)]])
MU = TURN @ [1.5, 0.0]  # the means are ± this, three standard deviations apart
SCALES = np.array([[1.0, 1.0], [6.0, 3.0]])  # the means of the exponential features, by class
PENALTY = 0.01  # of logistic regression: next to nothing, for maximum likelihood
PENALTIES = (PENALTY, 0.3, 3.0, 30.0)
RIDGES = (0.0, 0.3, 3.0, 100.0)  # added to the variances of the Gaussians
TRIED = ROWS // 4  # examples that are drawn for each size to choose among these
CHOSEN = {"none: maximum likelihood": False, "the best at each n, for both": True}
METHODS: dict[str, dict[str, Any]] = {
    "Gaussians": dict(color=show.PURPLE, dash="solid", width=2.4),
    "logistic": dict(color=show.BLACK, dash="dashdot", width=2.4),
}


@dataclass(frozen=True)
class World:
    """Two classes that are equally likely, whose densities are known.

    draw(rng, runs, n): X (runs, n, 2), every second one of class 1. error(w): the share of mistakes (m,) of the lines
    w (m, 3), bias first. best: the weights of the true log-odds (3,). xlim, ylim: of the picture.
    """

    name: str
    draw: Callable[[np.random.Generator, int, int], Array]
    error: Callable[[Array], Array]
    best: Array
    xlim: tuple[float, float]
    ylim: tuple[float, float]


def _bells(rng: np.random.Generator, runs: int, n: int) -> Array:
    return rng.standard_normal((runs, n, 2)) + np.where(np.arange(n) % 2, 1, -1)[:, None] * MU


def _bells_error(w: Array) -> Array:
    away = w[:, 1:] @ MU
    size = np.linalg.norm(w[:, 1:], axis=1)
    return (ndtr(-(away + w[:, 0]) / size) + ndtr((w[:, 0] - away) / size)) / 2


def _skewed(rng: np.random.Generator, runs: int, n: int) -> Array:
    return rng.standard_exponential((runs, n, 2)) * SCALES[np.arange(n) % 2]


def tail(a: Array, c: Array) -> Array:
    """P(a_1 E_1 + a_2 E_2 > c) (m,) for standard exponentials E and unequal weights a (m, 2)."""
    turned = c < 0
    a = np.where(turned[:, None], -a, a)
    c = np.abs(c)
    part = np.where(a > 0, a * np.exp(-c[:, None] / np.where(a > 0, a, 1.0)), 0.0)
    above = (part[:, 0] - part[:, 1]) / (a[:, 0] - a[:, 1])
    return np.where(turned, 1 - above, above)


def _skewed_error(w: Array) -> Array:
    zero, one = (tail(w[:, 1:] * scale, -w[:, 0]) for scale in SCALES)
    return (zero + 1 - one) / 2


WORLDS = {
    "Gaussian": World(
        name="Gaussian",
        draw=_bells,
        error=_bells_error,
        best=np.array([0.0, *2 * MU]),
        xlim=(-5.0, 5.0),
        ylim=(-4.0, 4.0),
    ),
    "skewed": World(
        name="skewed",
        draw=_skewed,
        error=_skewed_error,
        best=np.array([-np.log(18), 5 / 6, 2 / 3]),
        xlim=(-0.6, 20),
        ylim=(-0.4, 11),
    ),
}


def gaussian_lines(X: Array, y: Array, ridge: float = 0.0) -> Array:
    """Weights (runs, 3) of discriminants with a shared covariance, for many samples X (runs, n, 2), y (n,): (08.8).

    ridge: is added to both variances, as reg_covar is.
    """
    means = [X[:, y == k].mean(axis=1) for k in (0, 1)]
    away = X - np.where(y[:, None] > 0, means[1][:, None], means[0][:, None])
    S = np.einsum("rni,rnj->rij", away, away) / len(y) + ridge * np.eye(2)
    w = np.linalg.solve(S, (means[1] - means[0])[..., None])[..., 0]
    return np.column_stack([-((means[0] + means[1]) * w).sum(axis=1) / 2 + np.log(y.mean() / (1 - y.mean())), w])


def logistic_lines(X: Array, y: Array, penalty: float = PENALTY, leaps: int = 15) -> Array:
    """Weights (runs, 3) of logistic regressions with this penalty: Newton, lecture 06, on many samples at once."""
    A = add_ones(X.reshape(-1, 2)).reshape(*X.shape[:2], 3)
    fine = np.diag([1e-9, penalty, penalty])
    w = np.zeros((len(X), 3))
    for _ in range(leaps):
        p = expit(np.einsum("rnd,rd->rn", A, w))
        slope = np.einsum("rnd,rn->rd", A, p - y) + w @ fine
        bend = (A * (p * (1 - p))[..., None]).transpose(0, 2, 1) @ A + fine
        w -= np.linalg.solve(bend, slope[..., None])[..., 0]
    return w


def fits(X: Array, y: Array, ridge: float = 0.0, penalty: float = PENALTY) -> Array:
    """The weights (2, runs, 3) of both methods, in the order of METHODS."""
    return np.array([gaussian_lines(X, y, ridge), logistic_lines(X, y, penalty)])


@cache
def mean_errors(name: str) -> Array:
    """The mean errors (2, sizes) of both methods over many samples of each size, by maximum likelihood."""
    rng = np.random.default_rng(0)
    world = WORLDS[name]
    lines = (fits(world.draw(rng, ROWS // n, n), np.arange(n) % 2) for n in SIZES)
    return np.array([[world.error(line).mean() for line in pair] for pair in lines]).T


@cache
def best_penalties(name: str) -> tuple[Array, Array]:
    """For each size the ridge and the penalty with the lowest mean error (2, sizes), and these errors (2, sizes).

    Both methods are given the same chance: what is best on average over the samples, which nobody knows beforehand.
    """
    rng = np.random.default_rng(1)
    world = WORLDS[name]
    chosen, lowest = np.zeros((2, len(SIZES))), np.zeros((2, len(SIZES)))
    for k, n in enumerate(SIZES):
        X = world.draw(rng, TRIED // n, n)
        tried = [fits(X, np.arange(n) % 2, *pair) for pair in zip(RIDGES, PENALTIES, strict=True)]
        errors = np.array([[world.error(line).mean() for line in pair] for pair in tried])  # (penalties, 2)
        best = errors.argmin(axis=0)
        chosen[:, k] = RIDGES[best[0]], PENALTIES[best[1]]
        lowest[:, k] = errors.min(axis=0)
    return chosen, lowest


@figure(FORMULA)
class learning(View):
    """Errors of a Gaussian discriminant and of logistic regression against the number of examples (GEN-08).

    X (n, 2): one sample. lines (2, 3): of both methods, learnt from it. errors (2, sizes): of both, on average over
    many samples. least: the error of the best line. penalised: whether both have the best ridge or penalty at each n.
    """

    size = (8.8, 4.2)
    controls = {
        "world": Choice("classes", list(WORLDS)),
        "n": ListSlider("examples n", SIZES, 10),
        "penalised": Choice("penalty", CHOSEN),
    }
    world: World
    n: int
    penalised: bool
    X: Array
    lines: Array
    errors: Array

    def prepare(self):
        for world in WORLDS:  # now, so that no move has to wait
            mean_errors(world)
            best_penalties(world)

    def compute(self, world: str, n: int, penalised: bool):
        self.world = WORLDS[world]
        self.n = n
        self.penalised = penalised
        self.X = self.world.draw(np.random.default_rng(3), 1, SIZES[-1])[0, :n]
        chosen, lowest = best_penalties(world)
        pair = chosen[:, SIZES.index(n)] if penalised else (0.0, PENALTY)
        self.lines = fits(self.X[None], np.arange(n) % 2, *pair)[:, 0]
        self.errors = lowest if penalised else mean_errors(world)

    @property
    def least(self) -> float:
        return float(self.world.error(self.world.best[None])[0])

    @property
    def here(self) -> Array:
        """The mean errors of both methods with n examples (2,)."""
        return self.errors[:, SIZES.index(self.n)]

    def draw(self):
        return [self.sample_panel(), self.errors_panel()]

    def sample_panel(self) -> Panel:
        """The sample with the best line, and with the lines that both methods have learnt from it."""
        world = self.world
        y = np.where(np.arange(self.n) % 2, 1.0, -1.0)

        def line(w: Array, look: dict[str, Any]) -> Mark:
            field = show.decision_field(lambda P: w[0] + P @ w[1:], world.xlim, world.ylim, n=2)
            return show.contour_lines(field, [0], **look)

        marks = [
            *show.scatter_classes(self.X, y, ("0", "1"), size=4.5, alpha=0.55),
            line(world.best, show.BEST),
            *(line(w, look) for w, look in zip(self.lines, METHODS.values(), strict=True)),
        ]
        return Panel(marks, world.xlim, world.ylim, "$x_1$", "$x_2$", legend_columns=2)

    def errors_panel(self) -> Panel:
        """The mean errors of both methods against the number of examples, in per cent."""
        least = 100 * self.least
        most = 100 * float(mean_errors(self.world.name).max())
        marks: list[Mark] = [show.hline(least, (SIZES[0], SIZES[-1]), **show.BEST, label="best")]
        so_far = SIZES.index(self.n) + 1
        for (name, look), errors in zip(METHODS.items(), 100 * self.errors, strict=True):
            marks.append(show.curve(np.array(SIZES[:so_far]), errors[:so_far], **look, label=name))
        for look, error in zip(METHODS.values(), 100 * self.here, strict=True):
            marks.append(show.point(self.n, error, color=look["color"], size=8))
        shown = 10, 30, 100, 300, 1000
        return Panel(
            marks,
            (9, 1120),
            (least - 0.08 * (most - least), most + 0.06 * (most - least)),
            "examples n",
            "errors on new points (%)",
            logx=True,
            xticks=(shown, tuple(map(str, shown))),
        )

    def describe(self):
        first, second = 100 * self.here
        penalties = ", best penalties" * self.penalised
        return (
            f"{self.world.name.capitalize()} classes, n = {self.n}{penalties}. Mistakes on new "
            f"points, on average: Gaussians {first:.1f} %, logistic {second:.1f} %; best line {100 * self.least:.1f} %."
        )


# --- Naive Bayes (section 7) ------------------------------------------------------------------


def free_numbers(sizes: Sequence[int]) -> dict[str, float]:
    """How many outcomes features of these sizes have, and how many free numbers two classes need for them: one for each
    outcome (full), and with features that are independent within a class (naive); both with the share (GEN-10)."""
    outcomes = np.prod(sizes, dtype=float)
    naive = 2 * (sum(sizes) - len(sizes)) + 1
    return dict(outcomes=outcomes, full=2 * outcomes - 1, naive=naive)


# --- The pseudo-count, and what each word of a mail says (section 7) --------------------------

MOST = 16
ALPHAS = 0, 0.01, 0.1, 0.5, 1, 2, 5, 10, 100, 1000
WIDEST = 5.0  # log-odds that the picture has room for


def _read(*given) -> Dataset:
    data = CLASS_TABLE.read(*given)
    if (data.X < 0).any() or (data.X % 1).any():
        raise DataError("This figure takes counts of words: whole numbers, 0 or more.")
    if not 2 <= data.X.shape[1] <= MOST:
        raise DataError(f"Keep 2 to {MOST} words, one per column, for the picture. Columns of X: {data.X.shape[1]}.")
    if not all(data.X[data.y == c].any() for c in (-1, 1)):
        raise DataError("One class has no word at all: give it a mail with one of these words.")
    return data


def _others() -> dict[str, tuple]:
    rng = np.random.default_rng(2)
    few = np.array([[2, 0, 1], [1, 0, 0], [0, 3, 1], [0, 1, 0]])
    return {
        "four notes": (few, ["a", "a", "b", "b"]),
        "many": (rng.poisson(0.7, (2000, 12)), rng.integers(0, 2, 2000)),
    }


COUNTS = Kind(
    "counts of words in mails of two classes",
    _read,
    _others,
    lambda: {
        "negative counts": ([[1, -1], [0, 2]], [0, 1]),
        "halves": ([[0.5, 1], [1, 2]], [0, 1]),
        "one class": ([[1, 1], [0, 2]], [1, 1]),
        "one word": ([[1], [2]], [0, 1]),
        "a class without words": ([[0, 0], [1, 2]], [0, 1]),
    },
)


@figure(COUNTS, datasets.mails, most=2000)
class smoothing(View):
    """Chances of words with a pseudo-count, and a mail of two words judged by them (GEN-13, GEN-14).

    labels (n,): 0 and 1. x (d,): the mail. chances (2, d): of each word in its class, with the pseudo-count alpha. says
    (d,): the log-odds of each word. window: limits for the chances.
    """

    size = (8.8, 4.2)
    labels: np.ndarray
    window: tuple[float, float]
    kind: str
    alpha: float
    x: np.ndarray
    chances: np.ndarray
    says: np.ndarray

    def prepare(self):
        data = self.data
        self.labels = (data.y > 0).astype(int)
        least = 1 / (data.X.sum() + 1)
        self.window = (0.002 * least**0.5 if least < 1e-4 else least / 12, 1.4)
        seen = np.array([data.X[self.labels == k].sum(axis=0) for k in (0, 1)])
        odd = int((seen[1] - seen[0] * 1000).argmax())  # the commonest of the second class that the first never has
        self.controls = {
            "alpha": ListSlider("pseudo-count α", ALPHAS, 1),
            "kind": Choice("features", ["counts", "there or not"]),
            "first": self.menu("a word", odd),
            "second": self.menu("another", int(seen.sum(axis=0).argmax())),
        }

    def menu(self, label: str, start: int) -> Choice:
        """A choice of words, the one of column `start` first."""
        order = [start, *(j for j in range(self.data.X.shape[1]) if j != start)]
        return Choice(label, {self.data.feature_names[j]: j for j in order})

    def compute(self, alpha: float, kind: str, first: int, second: int):
        learn = chances_word if kind == "counts" else chances_there
        counts = np.bincount([first, second], minlength=self.data.X.shape[1]).astype(float)
        self.alpha = alpha
        self.kind = kind
        self.chances = learn(self.data.X, self.labels, alpha)
        self.x = counts if kind == "counts" else np.minimum(counts, 1)
        self.says = log_odds(kind, self.x, self.chances)

    @property
    def chance(self) -> float:
        """P(second class | x); NaN for 0/0, where one word forbids the first class and another the second."""
        if np.isposinf(self.says).any() and np.isneginf(self.says).any():
            return np.nan
        share = (self.data.y > 0).mean()
        return float(1 / (1 + np.exp(np.clip(-self.says.sum(), -700, 700)) * (1 - share) / share))

    @property
    def mail(self) -> str:
        there = np.flatnonzero(self.x)
        words = [self.data.feature_names[j].translate({ord(sign): None for sign in "${}_"}) for j in there]
        return " and ".join(f"“{word}”" for word in words) + " twice" * bool(self.x.max() > 1)

    def draw(self):
        d, (low, high) = len(self.x), self.window
        powers = [p for p in (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0) if low * 1.6 < p <= high]
        ticks = ((low * 1.25, *powers), ("0", *(show.with_minus(f"{p:g}") for p in powers)))
        first, second = self.data.target_names
        rows = np.arange(d)[::-1].astype(float)
        look: dict[str, Any] = dict(ylim=(-0.8, d - 0.2), yticks=(tuple(rows), self.data.feature_names))
        return [
            Panel(
                self.chance_marks(rows),
                self.window,
                xlabel="chance of the word in its class",
                logx=True,
                xticks=ticks,
                **look,
            ),
            Panel(self.odds_marks(rows), (-WIDEST, WIDEST), xlabel=f"what it says: ← {first}   {second} →", **look),
        ]

    def chance_marks(self, rows: np.ndarray) -> list[Mark]:
        """The chances of each word in both classes; a 0 stands left of the dotted line."""
        low = self.window[0]
        places = np.where(self.chances > 0, self.chances, low * 1.25)
        return [
            show.vline(low * 1.6, (-1, len(rows)), color=show.GREY, dash="dotted"),
            *(
                show.Points(
                    np.column_stack([places[k], rows + 0.12 - 0.24 * k]),
                    color=CLASS_COLORS[c],
                    marker=CLASS_MARKERS[c],
                    size=7,
                    label=self.data.target_names[k],
                )
                for k, c in enumerate((-1, 1))
            ),
        ]

    def odds_marks(self, rows: np.ndarray) -> list[Mark]:
        """The log-odds of each word as a bar, and a diamond beside the words of the mail."""
        there = rows[self.x > 0]
        spots = np.column_stack([np.full(len(there), -0.93 * WIDEST), there])
        cut = np.clip(self.says, -2 * WIDEST, 2 * WIDEST)
        boxes = np.column_stack([0 * rows, rows - 0.3, cut, rows + 0.3])
        return [
            show.Points(spots, color=show.YELLOW, marker="D", size=7, edge=show.BLACK, label="in the mail"),
            show.vline(0, (-1, len(rows))),
            *(show.Bars(boxes[cut * c > 0], color=CLASS_COLORS[c]) for c in (-1, 1)),
            *(
                show.words(0.72 * WIDEST * np.sign(says), row, "∞", align="center", size=12)
                for says, row in zip(self.says, rows, strict=True)
                if np.isinf(says)
            ),
        ]

    def describe(self):
        name = self.data.target_names[1]
        verdict = f"P({name}) = {show.number(self.chance, 3)}"
        if np.isnan(self.chance):
            verdict = f"P({name}) = 0/0: each class has never seen one of them"
        elif np.isinf(self.says).any():
            verdict = f"P({name}) = {self.chance:.0f}, for certain"
        return f"Pseudo-count {self.alpha:g}, {self.kind}; the mail has {self.mail}: {verdict}."


def log_odds(kind: str, x: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """What each feature of x (d,) says for the second class against the first (d,): ln of a ratio, maybe infinite."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = np.log(chances)
        present = np.where(x > 0, x * (second - first), 0.0)
        if kind == "counts":
            return present
        first, second = np.log1p(-chances)
        return np.where(x > 0, present, second - first)
