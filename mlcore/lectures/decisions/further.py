"""Further figures of lecture 01: waits, the spread of estimates, another population, three routes to a boundary."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from scipy.special import xlogy
from scipy.stats import gamma, norm

from mlcore import datasets, show
from mlcore.base.scaling import standardised
from mlcore.datasets import Dataset
from mlcore.decision import Estimates, rate_estimates
from mlcore.generative import GaussianDiscriminant, line_of
from mlcore.lectures.decisions.figures import APART, DASH, MARKS, by_name, flag, to_peak, two_bells
from mlcore.logistic import LogisticRegression
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, WAITS
from mlcore.plots.separating_planes import require_both_classes
from mlcore.show import ListSlider, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.marks import flat
from mlcore.svm import smo

# --- Waits (Further A) ------------------------------------------------------------------------


def at_the_door() -> Dataset:
    """Forty waits of rate 2; the first four are round numbers, to go on with by hand (BAY-10)."""
    drawn = np.random.default_rng(3).exponential(0.5, 36).round(2)
    x = np.append([0.2, 0.5, 0.3, 1.0], np.maximum(drawn, 0.01))
    return Dataset(x[:, None], np.zeros(40, int), ("wait",), ())


@figure(WAITS, at_the_door, most=60)
class waits(View):
    """The posterior of a rate as waits come in, and the paths of mean, MAP and ML (BAY-09, BAY-10).

    paths: the estimates after 1, …, n waits. rate: of the prior. top: the end of the axis of rates.
    """

    size = (8.8, 4.0)
    top: float
    estimates: Callable[..., Any]
    n: int
    rate: float
    paths: list[Estimates]

    def prepare(self):
        x = self.data.X[:, 0]
        self.top = 2.8 / x.mean()
        self.estimates = cache(self.estimates_on_the_way)
        unit = float(10.0 ** np.round(np.log10(x.mean())))
        self.controls = {
            "n": StepSlider("waits", len(x), 4, interval=300, first=1),
            "rate": ListSlider("rate of the prior", [k * unit for k in (0.25, 0.5, 1, 2, 4, 8)], unit),
        }

    def estimates_on_the_way(self, rate: float) -> list[Estimates]:
        """The estimates after 1, 2, … waits."""
        x = self.data.X[:, 0]
        return [rate_estimates(x[:k], rate=rate) for k in range(1, len(x) + 1)]

    def compute(self, n: int, rate: float):
        self.n = n
        self.rate = rate
        self.paths = self.estimates(rate)[:n]

    @property
    def found(self) -> Estimates:
        """The estimates after n waits."""
        return self.paths[-1]

    @property
    def total(self) -> float:
        """The sum of the first n waits."""
        return float(self.data.X[: self.n].sum())

    def draw(self):
        n = self.n
        theta = np.linspace(0, self.top, 201)
        after = to_peak(xlogy(n, theta) - theta * (self.total + self.rate))  # Gamma(n + 1, S + rate)
        left = [
            show.curve(theta, np.exp(-self.rate * theta), color=show.GREY, dash="dotted", width=2, label="prior"),
            show.curve(theta, after, color=show.BLACK, width=2.4, label="posterior"),
        ]
        right = []
        for name, look in MARKS.items():
            path = np.array([by_name(found)[name] for found in self.paths])
            left += flag(name, path[-1])
            right += [
                show.curve(np.arange(1, n + 1), path, color=look["color"], dash=DASH[name], width=2, label=name),
                show.point(n, path[-1], size=8, edge=show.BLACK, **look),
            ]
        room = (0, len(self.data.X) + 1.5)
        return [
            Panel(left, (0, self.top), (0, 1.1), "rate θ", "height (peak = 1)", yticks=((), ())),
            Panel(right, room, (0, self.top), "waits n", "estimate of θ"),
        ]

    def describe(self):
        values = ", ".join(f"{name} {show.with_minus(f'{value:.4g}')}" for name, value in by_name(self.found).items())
        total = show.with_minus(f"{self.total:.4g}")
        rate = show.with_minus(f"{self.rate:g}")
        return f"{self.n} wait{'s' * (self.n != 1)}, sum {total}; rate of the prior {rate}: {values}."


# --- The spread of an estimate (Further B) ----------------------------------------------------

SIZES = np.array([3, 5, 10, 20, 50, 100, 200, 500])
SAMPLES = 4000
EDGES = np.linspace(0, 3, 61)
RATES = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0]


@figure(FORMULA)
class spread(View):
    """How far mean, MAP and ML of a rate are off, against the number of waits (BAY-11).

    In units of the true rate theta. estimates: by name (SAMPLES,), each from a sample of n waits. errors: by name, the
    root mean square error for each of SIZES, over all possible samples. exact (8,): that of ML, by (01.15).
    """

    size = (8.8, 4.0)
    sums: dict[int, np.ndarray]
    exact: np.ndarray
    n: int
    theta: float
    estimates: dict[str, np.ndarray]
    errors: dict[str, np.ndarray]

    def prepare(self):
        rng = np.random.default_rng(0)
        self.sums = {n: rng.gamma(n, size=SAMPLES) for n in SIZES.tolist()}
        bias = 1 / (SIZES - 1)
        variance = SIZES**2 / ((SIZES - 1.0) ** 2 * np.maximum(SIZES - 2, 1))
        self.exact = np.sqrt(bias**2 + variance)
        self.controls = {
            "n": ListSlider("waits n", SIZES.tolist(), 10),
            "theta": ListSlider("true rate θ", RATES, 0.5),
        }

    def compute(self, n: int, theta: float):
        self.n = n
        self.theta = theta
        self.estimates = self.estimates_from(n)
        self.errors = {"mean": error_of_all(1, theta), "MAP": error_of_all(0, theta), "ML": self.exact}

    def estimates_from(self, n: int) -> dict[str, np.ndarray]:
        """Mean, MAP and ML over θ from each sample of n waits, for the prior exp(−θ)."""
        sums = self.sums[n]
        return {"mean": (n + 1) / (sums + self.theta), "MAP": n / (sums + self.theta), "ML": n / sums}

    @property
    def now(self) -> int:
        """The place of n in SIZES."""
        return int(np.flatnonzero(self.n == SIZES)[0])

    def draw(self):
        left = [show.vline(1.0, (0, 0.5), color=show.BLACK, width=1.6, label="the truth")]
        bound = 1 / np.sqrt(SIZES)
        right = [show.curve(SIZES, bound, color=show.BLACK, dash="dashdot", width=1.6, label="$1/\\sqrt{n}$")]
        for name, look in MARKS.items():
            shares = np.histogram(self.estimates[name], EDGES)[0] / SAMPLES
            stairs = np.repeat(EDGES, 2)[1:-1], np.repeat(shares, 2)
            left += [show.curve(*stairs, color=look["color"], dash=DASH[name], width=1.8, label=name)]
            right += [
                show.curve(SIZES, self.errors[name], color=look["color"], dash=DASH[name], width=2),
                show.point(self.n, self.errors[name][self.now], size=8, edge=show.BLACK, label=name, **look),
            ]
        return [
            Panel(left, (0, 3), (0, 0.5), "estimate / true rate", f"share of {SAMPLES} samples", legend_columns=2),
            Panel(
                right,
                (2.5, 640),
                (0.03, 3),
                xlabel="waits n",
                ylabel="relative error",
                logx=True,
                logy=True,
                legend_columns=2,
                xticks=(tuple(SIZES.tolist()), tuple(map(str, SIZES))),
            ),
        ]

    def describe(self):
        errors = ", ".join(f"{name} {self.errors[name][self.now]:.3f}" for name in MARKS)
        return f"n = {self.n}, true rate {self.theta:g}: relative error {errors}; 1/√n = {self.n**-0.5:.3f}."


@cache
def error_of_all(more: int, theta: float) -> np.ndarray:
    """The root mean square error (8,) of (n + more)/(S + θ) for each n of SIZES, by an integral over the sum S.

    S is counted in mean waits, 1/θ, so its density is Gamma(n), and the truth is 1.
    """
    errors = []
    for n in SIZES.tolist():
        S = np.linspace(0, n + 40 + 12 * np.sqrt(n), 4001)
        squares = ((n + more) / (S + theta) - 1) ** 2
        errors.append(np.sqrt(np.trapezoid(gamma.pdf(S, n) * squares, S)))
    return np.array(errors)


# --- Another population (Further C) -----------------------------------------------------------

CHANCES = np.linspace(0.005, 0.995, 199)
WIDE = np.linspace(-5, 7, 401)


@figure(FORMULA)
class elsewhere(View):
    """A rule learnt in one population and used in another (FND-04).

    t: the threshold that is best where P(rain) = train. It is used where P(rain) = use, and where the sky reads `shift`
    greyer.
    """

    size = (8.8, 4.0)
    t: float
    train: float
    use: float
    shift: float

    def prepare(self):
        self.controls = {
            "train": Slider("P(rain) where it was learnt", 0.2, 0.05, 0.95, 0.05),
            "use": Slider("P(rain) where it is used", 0.2, 0.05, 0.95, 0.05),
            "shift": Slider("the sky reads greyer by", 0.0, -2.0, 2.0, 0.1),
        }

    def compute(self, train: float, use: float, shift: float):
        self.t = float(best_threshold(train))
        self.train = train
        self.use = use
        self.shift = shift

    def error(self, use):
        """Of the rule where P(rain) is `use`: linear in it, (01.16)."""
        return (1 - use) * norm.sf(self.t - self.shift) + use * norm.cdf(self.t - APART - self.shift)

    def draw(self):
        ends = (float(WIDE[0]), float(WIDE[-1]))
        use = self.use
        best = least_error(CHANCES)
        left = two_bells(WIDE, (1 - use, use), self.t, self.shift)
        left.append(show.vline(self.t, (0, 0.42), color=show.BLACK, width=2, label="t, learnt elsewhere"))
        right = [
            show.curve(CHANCES, best, color=show.GREEN, dash="dashed", width=2.2, label="best rule there"),
            show.curve(CHANCES, self.error(CHANCES), color=show.BLACK, width=2.2, label="the learnt rule"),
            show.vline(self.train, (0, 1), color=show.GREY, dash="dotted", width=1.6, label="where it was learnt"),
            show.point(use, float(self.error(use)), **show.NOW),
            show.point(use, float(least_error(use)), size=8, color=show.GREEN, marker="D", edge=show.BLACK),
        ]
        where = "P(rain) where the rule is used"
        return [
            Panel(left, ends, (0, 0.42), "grey level x", "P(class) · density", legend_columns=2),
            Panel(right, (-0.02, 1.02), (-0.03, 1), where, "share of errors", legend_columns=2),
        ]

    def describe(self):
        t = show.number(self.t, places=3)
        shift = show.number(self.shift, places=1)
        return (
            f"t = {t}, learnt at P(rain) = {self.train:.2f}; used at {self.use:.2f}, shift {shift}: "
            f"{100 * self.error(self.use):.1f} % errors; the best rule there {100 * least_error(self.use):.1f} %."
        )


def best_threshold(rain):
    """The t with the fewest errors where P(rain) is so."""
    return APART / 2 + np.log((1 - rain) / rain) / APART


def least_error(rain):
    """Of all rules where P(rain) is so: that of the best threshold."""
    t = best_threshold(rain)
    return (1 - rain) * norm.sf(t) + rain * norm.cdf(t - APART)


# --- Three routes (Further D) -----------------------------------------------------------------

ROUTES = {
    "P(x, y)": dict(color=show.GREEN, dash="solid"),
    "P(y | x)": dict(color=show.PURPLE, dash="dashed"),
    "boundary": dict(color=show.BLACK, dash="dotted"),
}


@figure(CLASSES, datasets.overlapping_blobs, most=150)
class routes(View):
    """The same points and three models: the joint density, the class given x, the boundary alone (FND-06).

    lines: by route, w (2,) and b of the line w·x + b = 0 through the points X, y. errors: how many of these points each
    has on the wrong side.
    """

    size = (8.8, 5.2)
    units: np.ndarray
    frame: dict[str, Any]
    X: np.ndarray
    y: np.ndarray
    lines: dict[str, tuple[np.ndarray, float]]

    def prepare(self):
        data = self.data
        self.units = standardised(data.X)[2]
        self.frame = show.window(data.X, 0.8)
        self.pointers = [Pointer(data.X, data.y, names=data.target_names)]

    def drags(self):
        k = show.nearest_point(self.data.X, (3.0, -0.1))
        right = flat(self.at().draw())[0].xlim[1]
        return [
            show.Drag("the square at about (3, −0.1) straight to the right edge", [(right, self.data.X[k, 1])], point=k)
        ]

    def compute(self, X, y):
        require_both_classes(y)
        self.X = X
        self.y = y
        Z = X / self.units
        model = LogisticRegression(lam=1e-2).fit(Z, y)
        point = smo(Z @ Z.T, y, 1.0)
        lines = {
            "P(x, y)": line_through_densities(Z, y),
            "P(y | x)": (model.coef_.ravel(), float(np.ravel(model.intercept_)[0])),
            "boundary": (point.weights(Z), float(point.bias)),
        }
        self.lines = {name: (w / self.units, b) for name, (w, b) in lines.items()}

    @property
    def errors(self) -> dict[str, int]:
        """How many points are on the wrong side of each line."""
        return {name: int((self.y * (self.X @ w + b) <= 0).sum()) for name, (w, b) in self.lines.items()}

    def draw(self):
        frame = self.frame
        names = self.data.feature_names
        lines = []
        for name, (w, b) in self.lines.items():
            field = show.decision_field(lambda P, w=w, b=b: P @ w + b, frame["xlim"], frame["ylim"], n=2)
            lines.append(show.contour_lines(field, [0], width=2.4, label=name, **ROUTES[name]))
        marks = [*show.scatter_classes(self.X, self.y, self.data.target_names, size=7), *lines]
        return [Panel(marks, **frame, xlabel=names[0], ylabel=names[1], legend_columns=5)]

    def describe(self):
        counts = ", ".join(f"{name}: {wrong}" for name, wrong in self.errors.items())
        return f"Of {len(self.X)} points on the wrong side: {counts}."


def line_through_densities(X, y) -> tuple[np.ndarray, float]:
    """w and b where the two fitted Gaussians with one covariance, times their shares, are equal."""
    model = GaussianDiscriminant().fit(X, y)
    return line_of(model.class_prior_, model.means_, model.covariances_[0])
