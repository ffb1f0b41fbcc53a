"""Further figures of lecture 01: the spread of estimates, another population, three routes to a boundary."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from mlcore import datasets, show
from mlcore.base.scaling import standardised
from mlcore.datasets import Dataset
from mlcore.generative import GaussianDiscriminant, line_of
from mlcore.lectures.decisions.estimates import DASH, MARKS
from mlcore.lectures.decisions.figures import APART, two_bells
from mlcore.logistic import LogisticRegression
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA
from mlcore.plots.separating_planes import both_classes
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.svm import smo

# --- The spread of an estimate (Further B) ----------------------------------------------------

SIZES = np.array([3, 5, 10, 20, 50, 100, 200, 500])
SAMPLES = 4000
EDGES = np.linspace(0, 3, 61)


@dataclass(frozen=True)
class Spread:
    """Estimates of a rate from many samples of n waits, in units of the true rate.

    estimates: by name (SAMPLES,). errors: by name, root mean square error for each of SIZES. exact (8,): that of ML.
    """

    n: int
    theta: float
    estimates: dict[str, np.ndarray]
    errors: dict[str, np.ndarray]
    exact: np.ndarray

    @property
    def now(self) -> int:
        """The place of n in SIZES."""
        return int(np.flatnonzero(self.n == SIZES)[0])


def estimates_of(sums: np.ndarray, n: int, theta: float) -> dict[str, np.ndarray]:
    """Mean, MAP and ML over θ from sums of n waits of rate 1, for the true rate theta and the prior exp(−θ)."""
    return {"mean": (n + 1) / (sums + theta), "MAP": n / (sums + theta), "ML": n / sums}


def draw_spread(s: Spread) -> list[Panel]:
    left: list[Mark] = [show.vline(1.0, (0, 0.5), color=show.BLACK, width=1.6, label="the truth")]
    right: list[Mark] = [
        show.curve(SIZES, 1 / np.sqrt(SIZES), color=show.BLACK, dash="dashdot", width=1.6, label="$1/\\sqrt{n}$")
    ]
    for name, look in MARKS.items():
        shares = np.histogram(s.estimates[name], EDGES)[0] / SAMPLES
        stairs = np.repeat(EDGES, 2)[1:-1], np.repeat(shares, 2)
        left.append(show.curve(*stairs, color=look["color"], dash=DASH[name], width=1.8, label=name))
        right.append(show.curve(SIZES, s.errors[name], color=look["color"], dash=DASH[name], width=2))
        right.append(show.point(s.n, s.errors[name][s.now], size=8, edge=show.BLACK, label=name, **look))
    ticks = (3, 5, 10, 20, 50, 100, 200, 500)
    return [
        Panel(left, (0, 3), (0, 0.5), "estimate / true rate", f"share of {SAMPLES} samples", legend_columns=2),
        Panel(right, (2.5, 640), (0.03, 3), "waits n", "relative error", logx=True, logy=True, legend_columns=2,
              xticks=(ticks, tuple(map(str, ticks)))),
    ]  # fmt: skip


def describe_spread(s: Spread) -> str:
    errors = ", ".join(f"{name} {s.errors[name][s.now]:.3f}" for name in MARKS)
    return f"n = {s.n}, true rate {s.theta:g}: relative error {errors}; 1/√n = {s.n**-0.5:.3f}."


@figure(FORMULA)
def spread() -> Live:
    """How far mean, MAP and ML of a rate are off, against the number of waits (BAY-11)."""
    rng = np.random.default_rng(0)
    sums = {int(n): rng.gamma(n, size=SAMPLES) for n in SIZES}
    bias, variance = 1 / (SIZES - 1), SIZES**2 / ((SIZES - 1.0) ** 2 * np.maximum(SIZES - 2, 1))
    exact = np.sqrt(bias**2 + variance)

    def compute(n: int, theta: float) -> Spread:
        every = [estimates_of(sums[int(m)], int(m), theta) for m in SIZES]
        errors = {name: np.array([np.sqrt(np.mean((e[name] - 1) ** 2)) for e in every]) for name in MARKS}
        return Spread(n, theta, estimates_of(sums[n], n, theta), errors | {"ML": exact}, exact)

    controls = {
        "n": show.list_slider("waits n", SIZES.tolist(), 50),
        "theta": show.list_slider("true rate θ", [0.25, 0.5, 1.0, 2.0, 4.0, 8.0], 1.0),
    }
    return Live(compute, draw_spread, describe_spread, controls=controls, size=(8.8, 4.0))


# --- Another population (Further C) -----------------------------------------------------------

CHANCES = np.linspace(0.005, 0.995, 199)
WIDE = np.linspace(-5, 7, 401)


@dataclass(frozen=True)
class Elsewhere:
    """A threshold that was best where P(rain) = train, used where it is `use` and the sky reads `shift` greyer."""

    t: float
    train: float
    use: float
    shift: float

    def error(self, use):
        """Of the rule where P(rain) is `use`: linear in it, (01.16)."""
        return (1 - use) * norm.sf(self.t - self.shift) + use * norm.cdf(self.t - APART - self.shift)


def best_threshold(rain):
    """The t with the fewest errors where P(rain) is so."""
    return APART / 2 + np.log((1 - rain) / rain) / APART


def least_error(rain):
    """Of all rules where P(rain) is so: that of the best threshold."""
    t = best_threshold(rain)
    return (1 - rain) * norm.sf(t) + rain * norm.cdf(t - APART)


def draw_elsewhere(s: Elsewhere) -> list[Panel]:
    ends, weights = (float(WIDE[0]), float(WIDE[-1])), (1 - s.use, s.use)
    left = two_bells(WIDE, weights, s.t, s.shift)
    left.append(show.vline(s.t, (0, 0.42), color=show.BLACK, width=2, label="t, learnt elsewhere"))
    right: list[Mark] = [
        show.curve(CHANCES, least_error(CHANCES), color=show.GREEN, dash="dashed", width=2.2, label="best rule there"),
        show.curve(CHANCES, s.error(CHANCES), color=show.BLACK, width=2.2, label="the learnt rule"),
        show.vline(s.train, (0, 1), color=show.GREY, dash="dotted", width=1.6, label="where it was learnt"),
        show.point(s.use, float(s.error(s.use)), **show.NOW),
        show.point(s.use, float(least_error(s.use)), size=8, color=show.GREEN, marker="D", edge=show.BLACK),
    ]
    return [
        Panel(left, ends, (0, 0.42), "grey level x", "P(class) · density", legend_columns=2),
        Panel(right, (-0.02, 1.02), (-0.03, 1), "P(rain) where the rule is used", "share of errors", legend_columns=2),
    ]


def describe_elsewhere(s: Elsewhere) -> str:
    return (
        f"t = {s.t:.3f}, learnt at P(rain) = {s.train:.2f}; used at {s.use:.2f}, shift {s.shift:.1f}: "
        f"{100 * s.error(s.use):.1f} % errors; the best rule there {100 * least_error(s.use):.1f} %."
    ).replace("-", "−")  # fmt: skip


@figure(FORMULA)
def elsewhere() -> Live:
    """A rule learnt in one population and used in another (FND-04)."""

    def compute(train: float, use: float, shift: float) -> Elsewhere:
        return Elsewhere(float(best_threshold(train)), train, use, shift)

    controls = {
        "train": show.slider("P(rain) where it was learnt", 0.2, 0.05, 0.95, 0.05),
        "use": show.slider("P(rain) where it is used", 0.2, 0.05, 0.95, 0.05),
        "shift": show.slider("the sky reads greyer by", 0.0, -2.0, 2.0, 0.1),
    }
    return Live(compute, draw_elsewhere, describe_elsewhere, controls=controls, size=(8.8, 4.0))


# --- Three routes (Further D) -----------------------------------------------------------------

ROUTES = {
    "P(x, y)": dict(color=show.GREEN, dash="solid"),
    "P(y | x)": dict(color=show.PURPLE, dash="dashed"),
    "boundary": dict(color=show.BLACK, dash="dotted"),
}


@dataclass(frozen=True)
class Routes:
    """Three lines w·x + b = 0 through the same points, by route; errors: each one's on these points."""

    X: np.ndarray
    y: np.ndarray
    data: Dataset
    lines: dict[str, tuple[np.ndarray, float]]
    frame: dict

    @property
    def errors(self) -> dict[str, int]:
        return {name: int((self.y * (self.X @ w + b) <= 0).sum()) for name, (w, b) in self.lines.items()}


def through_the_densities(X, y) -> tuple[np.ndarray, float]:
    """w and b where the two fitted Gaussians with one covariance, times their shares, are equal."""
    model = GaussianDiscriminant().fit(X, y)
    return line_of(model.class_prior_, model.means_, model.covariances_[0])


def draw_routes(s: Routes) -> list[Panel]:
    xlim, ylim = s.frame["xlim"], s.frame["ylim"]
    marks: list[Mark] = [*show.scatter_classes(s.X, s.y, s.data.target_names, size=7)]
    for name, (w, b) in s.lines.items():
        field = show.decision_field(lambda P, w=w, b=b: P @ w + b, xlim, ylim, n=2)
        marks.append(show.contour_lines(field, [0], width=2.4, label=name, **ROUTES[name]))
    names = s.data.feature_names
    return [Panel(marks, **s.frame, xlabel=names[0], ylabel=names[1], legend_columns=5)]


def describe_routes(s: Routes) -> str:
    counted = ", ".join(f"{name}: {wrong}" for name, wrong in s.errors.items())
    return f"Of {len(s.X)} points on the wrong side: {counted}."


@figure(CLASSES, datasets.overlapping_blobs, most=150)
def routes(data: Dataset) -> Live:
    """The same points and three models: the joint density, the class given x, the boundary alone (FND-06)."""
    spread = standardised(data.X)[2]

    def compute(X, y) -> Routes:
        both_classes(y)
        Z = X / spread
        model = LogisticRegression(lam=1e-2).fit(Z, y)
        point = smo(Z @ Z.T, y, 1.0)
        raw = {
            "P(x, y)": through_the_densities(Z, y),
            "P(y | x)": (model.coef_.ravel(), float(np.ravel(model.intercept_)[0])),
            "boundary": (point.weights(Z), float(point.bias)),
        }
        return Routes(X, y, data, {name: (w / spread, b) for name, (w, b) in raw.items()}, show.window(data.X, 0.8))

    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_routes, describe_routes, pointer=pointer, size=(8.8, 5.2))
