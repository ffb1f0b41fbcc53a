"""The figures of lecture 08, generative classifiers: one Gaussian, two with a boundary, several classes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import norm

from mlcore import datasets, show
from mlcore.datasets import Dataset
from mlcore.generative import GaussianDiscriminant, class_gaussians, line_of, log_joint
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, GROUPS, DataError
from mlcore.plots.mixtures import ellipse
from mlcore.plots.regions import draw_regions
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.pointer import ellipse_handles, ellipses
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS, class_look

# --- One Gaussian in the plane (section 2) ----------------------------------------------------

NOISE = np.random.default_rng(4).standard_normal((300, 2))
HALF = 5.0


@dataclass(frozen=True)
class Normal:
    """A bivariate Gaussian with mean 0, and 300 points drawn from it (300, 2)."""

    s1: float
    s2: float
    rho: float

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


def draw_normal(s: Normal) -> list[Panel]:
    left: list[Mark] = [
        show.Points(s.points, color=show.GREY, size=3.5, alpha=0.6),
        show.vline(s.s1, (-HALF, HALF), color=show.GREEN, dash="dashed", width=1.8),
        show.Lines([ellipse(np.zeros(2), s.covariance)], color=show.BLACK, width=2.4, label="radius 1"),
        show.Lines([ellipse(np.zeros(2), s.covariance, 2.0)], color=show.BLACK, width=1.3, label="radius 2"),
    ]
    grid = np.linspace(-HALF, HALF, 201)
    right: list[Mark] = [
        show.curve(grid, norm.pdf(grid, 0, s.s1), color=show.BLUE, width=2.2, label="$x_1$"),
        show.curve(grid, norm.pdf(grid, 0, s.s2), color=show.VERMILLION, width=2.2, dash="dashdot", label="$x_2$"),
        show.curve(grid, norm.pdf(grid, *s.given), color=show.GREEN, width=2.0, dash="dashed",
                   label="$x_2$ where $x_1=\\sigma_1$"),
    ]  # fmt: skip
    ends = (-HALF, HALF)
    return [
        Panel(left, ends, ends, "$x_1$", "$x_2$", equal=True, legend_columns=2),
        Panel(right, ends, (0, 1.2), "value", "density", legend_columns=3, width=1.25),
    ]


def describe_normal(s: Normal) -> str:
    off = s.covariance[0, 1]
    mean, deviation = s.given
    return (
        f"σ₁ = {s.s1:.1f}, σ₂ = {s.s2:.1f}, correlation {s.rho:z.2f}: covariance {off:z.2f}. Where x₁ = σ₁, x₂ has "
        f"mean {mean:z.2f} and standard deviation {deviation:.2f}."
    ).replace("-", "−")


@figure(FORMULA)
def normal() -> Live:
    """A bivariate Gaussian by its two standard deviations and its correlation (GEN-02, GEN-03)."""
    controls = {
        "s1": show.slider("σ₁", 1.5, 0.8, 2.0, 0.1),
        "s2": show.slider("σ₂", 1.0, 0.8, 2.0, 0.1),
        "rho": show.slider("correlation ρ", 0.5, -0.9, 0.9, 0.1),
    }
    return Live(
        lambda s1, s2, rho: Normal(s1, s2, round(rho, 6)), draw_normal, describe_normal, controls=controls,
        size=(8.8, 4.2),
    )  # fmt: skip


# --- Two Gaussians and their boundary (section 1) ---------------------------------------------

ALONG = np.linspace(-1.5, 2.5, 161)


@dataclass(frozen=True)
class Boundary:
    """Two classes as Gaussians: shares (2,), means (2, 2), own covariances (2, 2, 2) of the handles, and those used."""

    data: Dataset
    look: dict
    shares: np.ndarray
    means: np.ndarray
    own: np.ndarray
    used: np.ndarray
    shared: bool
    highest: float
    handles: np.ndarray

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
        return int((self.f(self.data.X) * self.data.y <= 0).sum())


def draw_boundary(s: Boundary) -> list[Panel]:
    xlim, ylim = s.look["xlim"], s.look["ylim"]
    field = show.decision_field(s.f, xlim, ylim, n=72)
    left: list[Mark] = [
        *shade_sides(field),
        *show.scatter_classes(s.data.X, s.data.y, s.data.target_names, size=4.0, alpha=0.55),
        show.curve(*s.line[[0, -1]].T, color=show.GREY, dash="dotted", width=1.4),
    ]
    for k, c in enumerate((-1, 1)):
        if s.shared:
            left.append(show.Lines([ellipse(s.means[k], s.own[k])], color=CLASS_COLORS[c], width=1.2, dash="dotted"))
        for radius, width in ((1.0, 2.6), (2.0, 1.3)):
            left.append(show.Lines([ellipse(s.means[k], s.used[k], radius)], color=CLASS_COLORS[c], width=width))
    left.append(show.contour_lines(field, [0], width=2.6, label="boundary"))
    left.append(show.Points(s.handles, color="#FFFFFF", edge=show.BLACK, size=6.5, label="drag these"))
    odds = s.f(s.line)
    at = np.abs(ALONG[:, None] - [0, 1]).argmin(axis=0)
    right: list[Mark] = [
        show.hline(0, (ALONG[0], ALONG[-1]), dash="dashed"),
        show.curve(ALONG, np.clip(odds, -3 * s.highest, 3 * s.highest), color=show.BLACK, width=2.4),
    ]
    for k, c in enumerate((-1, 1)):
        there = np.array([[k, odds[at[k]]]])[np.abs(odds[at[k]]) < s.highest]
        right.append(show.Points(there.reshape(-1, 2), color=CLASS_COLORS[c], marker=CLASS_MARKERS[c], size=9,
                                 edge=show.BLACK))  # fmt: skip
    names = tuple(f"mean of\n{name}" for name in s.data.target_names)
    names_x, names_y = s.data.feature_names
    return [
        Panel(left, **s.look, xlabel=names_x, ylabel=names_y, legend_columns=4, width=1.4),
        Panel(right, (ALONG[0], ALONG[-1]), (-s.highest, s.highest), "along the dotted line", "log-odds f",
              xticks=((0.0, 1.0), names)),
    ]  # fmt: skip


def describe_boundary(s: Boundary) -> str:
    second = s.data.target_names[1]
    wrong = f"{s.errors} of {len(s.data.X)} points on the wrong side."
    share = f"share of {second} {s.shares[1]:.2f}"
    if not s.shared:
        return f"A covariance each, {share}: {wrong}"
    w, b = line_of(s.shares, s.means, s.used[0])
    rule = f"w = ({show.number(w[0], 3)}, {show.number(w[1], 3)}), b = {show.number(b, 3)}"
    return f"One covariance, {share}: {rule}; {wrong}".replace("-", "−")


@figure(CLASSES, datasets.men_and_women, most=500)
def boundary(data: Dataset) -> Live:
    """Two classes as Gaussians under the hand, and their boundary: a line or a conic (GEN-04 to GEN-08, FIG-10)."""
    counted, means, own = class_gaussians(data.X, (data.y > 0).astype(int))
    log_joint(data.X[:1], counted, means, own)  # a singular covariance says so now
    look: dict[str, Any] = show.window(data.X, 0.12)
    start = Boundary(data, look, counted, means, own, own, False, 1.0, ellipse_handles(means, own))
    highest = 2.2 * float(np.abs(start.f(means)).max())

    def compute(shared: bool, share: float, handles) -> Boundary:
        means, own = ellipses(handles)
        shares = np.array([1 - share, share])
        flat = np.linalg.det(own) <= 1e-9 * np.prod(own[:, [0, 1], [0, 1]], axis=1)
        if flat.any():
            raise ValueError("An ellipse has become a line: pull the ends of its axes away from the centre.")
        used = np.array([np.tensordot(counted, own, axes=1)] * 2) if shared else own  # (08.6)
        return Boundary(data, look, shares, means, own, used, shared, highest, handles)

    controls = {
        "shared": show.choice("covariance", {"one for both": True, "one each": False}),
        "share": show.slider(f"share of {data.target_names[1]}", 0.5, 0.02, 0.98, 0.02),
    }
    pointer = Pointer(start.handles, kind="ellipse", name="handles", editable=False)
    return Live(compute, draw_boundary, describe_boundary, controls=controls, pointer=pointer, size=(8.8, 4.0))


# --- Several classes (section 5) --------------------------------------------------------------

WAYS = {
    "one for all": dict(shared_covariance=True),
    "one each": dict(shared_covariance=False),
    "one each, naive": dict(shared_covariance=False, naive=True),
}
ASKED: dict[str, Any] = dict(color=show.YELLOW, marker="D")


@dataclass(frozen=True)
class Asked:
    """A fitted model with its regions, and a point x (2,) that it is asked about."""

    data: Dataset
    way: str
    model: GaussianDiscriminant
    still: tuple[Mark, ...]
    look: dict
    x: np.ndarray

    @property
    def chances(self) -> np.ndarray:
        return self.model.predict_proba(self.x[None])[0]

    @property
    def distances(self) -> np.ndarray:
        """How many standard deviations x is from the mean of each class (K,), r in (08.1)."""
        away = self.x - self.model.means_
        whitened = np.linalg.solve(self.model.covariances_, away[..., None])[..., 0]
        return np.sqrt((away * whitened).sum(axis=1))

    @property
    def errors(self) -> int:
        return int((self.model.predict(self.data.X) != self.data.y).sum())


def draw_asked(s: Asked) -> list[Panel]:
    names, K = s.data.target_names, len(s.data.target_names)
    left: list[Mark] = [*s.still, show.Points(s.x[None], **ASKED, size=10, edge=show.BLACK, edge_width=1.6)]
    right: list[Mark] = [
        show.Bars(np.array([[0, k - 0.3, chance, k + 0.3]]), color=class_look(k)["color"])
        for k, chance in enumerate(s.chances)
    ]
    named = (tuple(float(k) for k in range(K)), names)
    return [
        Panel(left, **s.look, xlabel=s.data.feature_names[0], ylabel=s.data.feature_names[1],
              legend_columns=4 if K < 4 else 3),
        Panel(right, (0, 1.02), (-0.6, K - 0.4), "P(class | x) at the diamond", yticks=named, width=0.6),
    ]  # fmt: skip


def describe_asked(s: Asked) -> str:
    best = int(s.chances.argmax())
    near = float(s.distances[best])
    return (
        f"Covariance {s.way}: {s.errors} of {len(s.data.X)} points on the wrong side. At the diamond P("
        f"{s.data.target_names[best]}) = {s.chances[best]:.3f}; it is {near:.1f} standard deviations from their mean."
    )


def petals() -> Dataset:
    """The petals of 150 iris flowers, three species."""
    return datasets.iris().columns("petal length (cm)", "petal width (cm)")


@figure(GROUPS, petals, most=600)
def regions(data: Dataset) -> Live:
    """Several classes, each a Gaussian: whose region is a point in, and how sure? (GEN-16)."""
    look: dict[str, Any] = show.window(data.X, 0.15)
    look["equal"] = False
    classes = range(len(data.target_names))
    for k in classes:
        if (data.y == k).sum() < 2:
            raise DataError(f"Class {data.target_names[k]} has 1 sample, and one point has no spread: add examples.")

    def made(way: str) -> tuple[GaussianDiscriminant, tuple[Mark, ...]]:
        model = GaussianDiscriminant(**WAYS[way], reg_covar=0.0).fit(data.X, data.y)
        marks: list[Mark] = [*draw_regions(model.log_joint, classes, look["xlim"], look["ylim"], n=120)]
        for k in classes:
            mine = data.X[data.y == k]
            marks.append(show.Points(mine, **class_look(k), size=4.5, alpha=0.75, label=data.target_names[k]))
            curve = ellipse(model.means_[k], model.covariances_[k], 2.0)
            marks.append(show.Lines([curve], color=class_look(k)["color"], width=2.0))
        return model, tuple(marks)

    known = {way: made(way) for way in WAYS}
    first = known["one each"][0]
    start = first.means_[-2:].T @ [0.7, 0.3]

    def compute(way: str, x) -> Asked:
        return Asked(data, way, *known[way], look, x[0])

    controls = {"way": show.choice("covariance", list(WAYS))}
    pointer = Pointer(start[None], editable=False, name="x", names=("flower",), looks={0: ASKED})
    return Live(compute, draw_asked, describe_asked, controls=controls, pointer=pointer, size=(8.8, 4.3))
