"""The figures of lecture 07, one recipe: exponential families and generalised linear models."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy import stats
from scipy.special import expit, gammaln

from mlcore import datasets, show
from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.glm import FAMILIES, GLM, GLMCost
from mlcore.logistic import NewtonState, newton_steps
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, LINE, DataError, Kind
from mlcore.show import Choice, Panel, Slider, StepSlider, View

TARGETS: dict[str, Any] = dict(color=show.GREY, size=4.5, alpha=0.7)
RING: dict[str, Any] = show.NOW
MEAN: dict[str, Any] = dict(color=show.BLUE, width=2.6)

# --- One score, three answers (section 1) -----------------------------------------------------

INPUTS = np.linspace(-2, 2, 41)
CHANCES = np.random.default_rng(7).permutation((np.arange(41) + 0.5) / 41)  # one for each input, whatever the mean
TITLES = "Gaussian: a number", "Bernoulli: yes or no", "Poisson: a count"
HEIGHTS = (-4.5, 4.5), (-0.25, 1.25), (-1.0, 24.0)


@figure(FORMULA)
class answers(View):
    """One linear score, and what three families make of it: mean and targets (GLM-05, GLM-06).

    The score is b + w x at INPUTS. means (3, 41): of the Gaussian, the Bernoulli and the Poisson family. targets
    (3, 41): one drawn from each.
    """

    size = (8.8, 3.3)
    controls = {"b": Slider("b", 0.0, -1.0, 1.0, 0.1), "w": Slider("w", 0.8, -1.0, 1.0, 0.1)}
    b: float
    w: float
    means: np.ndarray
    targets: np.ndarray

    def compute(self, b: float, w: float):
        score = b + w * INPUTS
        chance = expit(score)
        count = np.exp(score)
        self.b = b
        self.w = w
        self.means = np.array([score, chance, count])
        self.targets = np.array(
            [score + stats.norm.ppf(CHANCES), 1 - chance < CHANCES, stats.poisson.ppf(CHANCES, count)]
        )

    def draw(self):
        left = [
            show.hline(0, (-2.2, 2.2), dash="dotted"),
            show.vline(0, (-4.5, 4.5), dash="dotted"),
            show.curve(INPUTS, self.b + self.w * INPUTS, color=show.BLACK, width=2.2),
            show.point(0, self.b, color=show.YELLOW, marker="D", size=8, edge=show.BLACK),
        ]
        panels = [Panel(left, (-2.2, 2.2), (-4.5, 4.5), "x", title="the score f(x)")]
        for mean, y, ylim, title in zip(self.means, self.targets, HEIGHTS, TITLES, strict=True):
            marks = [
                show.Points(np.column_stack([INPUTS, np.minimum(y, ylim[1])]), **TARGETS),
                show.curve(INPUTS, mean, **MEAN),
            ]
            panels.append(Panel(marks, (-2.2, 2.2), ylim, "x", title=title))
        return panels

    def describe(self):
        sign = "−" if round(self.w, 1) < 0 else "+"
        number, chance, count = (show.number(mean[20], 3) for mean in self.means)
        return (
            f"Score {show.number(self.b, places=1)} {sign} {abs(self.w):.1f} x. At x = 0 the means (blue) are: "
            f"number {number}, chance of yes {chance}, count {count}."
        )


# --- Slope and curvature of a (section 2) -----------------------------------------------------


@dataclass(frozen=True)
class Member:
    """An exponential family: a(t, v), mean and variance (t, v), density (y, t, v), for a natural t and a Gaussian's v.

    places: the y of the picture; bars: whether they are all there are. below: what t must be less than. highest: the
    tops of the two panels.
    """

    a: Callable
    mean: Callable
    variance: Callable
    density: Callable
    places: np.ndarray
    bars: bool
    highest: tuple[float, float]
    below: float = np.inf


MEMBERS: dict[str, Member] = {
    "Gaussian": Member(
        a=lambda t, v: v * t**2 / 2,
        mean=lambda t, v: v * t,
        variance=lambda t, v: v,
        density=lambda y, t, v: stats.norm.pdf(y, v * t, v**0.5),
        places=np.linspace(-9, 9, 361),
        bars=False,
        highest=(7.5, 0.9),
    ),
    "Bernoulli": Member(
        a=lambda t, v: np.logaddexp(0, t),
        mean=lambda t, v: expit(t),
        variance=lambda t, v: expit(t) * expit(-t),
        density=lambda y, t, v: expit((2 * y - 1) * t),
        places=np.arange(2.0),
        bars=True,
        highest=(2.6, 1.05),
    ),
    "Poisson": Member(
        a=lambda t, v: np.exp(t),
        mean=lambda t, v: np.exp(t),
        variance=lambda t, v: np.exp(t),
        density=lambda y, t, v: np.exp(y * t - np.exp(t) - gammaln(y + 1)),
        places=np.arange(19.0),
        bars=True,
        highest=(10.0, 0.95),
    ),
    "Exponential": Member(
        a=lambda t, v: -np.log(-t),
        mean=lambda t, v: -1 / t,
        variance=lambda t, v: 1 / t**2,
        density=lambda y, t, v: np.where(y >= 0, -t * np.exp(t * np.maximum(y, 0)), 0.0),
        places=np.concatenate([[-1.0, -1e-9], np.linspace(0, 21, 421)]),
        bars=False,
        highest=(3.0, 2.1),
        below=0.0,
    ),
}
WIDEST = 2.0


@figure(FORMULA)
class tangent(View):
    """a(ϑ) with its tangent, and the density whose mean is the slope and whose variance is the curvature (GLM-01).

    name: of the family. t: the natural parameter ϑ. v: the variance of a Gaussian. Mean, variance and density are
    those at t.
    """

    size = (8.8, 4.0)
    controls = {
        "name": Choice("family", list(MEMBERS)),
        "t": Slider("natural parameter ϑ", -0.5, -WIDEST, WIDEST, 0.1),
        "v": Slider("σ²", 1.0, 0.25, 3.0, 0.25),
    }
    name: str
    t: float
    v: float

    def compute(self, name: str, t: float, v: float):
        self.name = name
        self.t = round(t, 6)
        self.v = v

    @property
    def member(self) -> Member:
        return MEMBERS[self.name]

    @property
    def exists(self) -> bool:
        """True if the family has a member at t."""
        return self.t < self.member.below

    @property
    def mean(self) -> float:
        return float(self.member.mean(self.t, self.v))

    @property
    def variance(self) -> float:
        return float(self.member.variance(self.t, self.v))

    @property
    def deviation(self) -> float:
        return self.variance**0.5

    @property
    def density(self) -> np.ndarray:
        """The density at the member's places."""
        return self.member.density(self.member.places, self.t, self.v)

    def draw(self):
        return [self.function_panel(), self.density_panel()]

    def function_panel(self) -> Panel:
        """a with its tangent at t, and the parabola that has its slope and its curvature there; none where a is not."""
        member = self.member
        top = self.member.highest[0]
        t = np.linspace(-WIDEST - 0.2, min(WIDEST + 0.2, member.below - 0.02), 241)
        value, slope, bend = (member.a(self.t, self.v), self.mean, self.variance) if self.exists else (0.0, 0.0, 0.0)
        around = np.linspace(self.t - 1.4, self.t + 1.4, 81) if self.exists else np.zeros(0)
        line = value + slope * (around - self.t)
        parabola = line + bend * (around - self.t) ** 2 / 2
        here = np.array([[self.t, value]]) if self.exists else np.zeros((0, 2))
        marks = [
            show.curve(t, member.a(t, self.v), **MEAN, label="a(ϑ)"),
            show.curve(around, line, color=show.VERMILLION, width=2.2, label="tangent"),
            show.curve(around, parabola, color=show.PURPLE, width=2.0, dash="dashed", label="parabola"),
            show.Points(here, **RING),
            *([] if self.exists else [show.words(0.15, 0.85 * top, "no a(ϑ) here", size=11)]),
        ]
        return Panel(marks, (-WIDEST - 0.2, WIDEST + 0.2), (-0.35 * top, top), "ϑ", "a(ϑ)", legend_columns=3)

    def density_panel(self) -> Panel:
        """The density with its mean and standard deviation; none where it does not exist."""
        member = self.member
        top = self.member.highest[1]
        low = member.places[0] - 0.6 * member.bars
        high = member.places[-1] + 0.6 * member.bars
        upright = np.zeros((0, 4))
        spread = np.zeros((0, 4))
        missing = []
        if self.exists:
            mean = self.mean
            deviation = self.deviation
            upright = np.array([[mean, 0, mean, top]])
            spread = np.array([[mean - deviation, 0.06 * top, mean + deviation, 0.06 * top]])
        else:
            words = "no density: its integral is infinite"
            missing = [show.words((low + high) / 2, top / 2, words, size=11, align="center")]
        marks = [
            self.density_mark(),
            show.Segments(upright, color=show.VERMILLION, width=2.2, label="mean"),
            show.Segments(spread, color=show.PURPLE, width=4.0, label="± one standard deviation"),
            *missing,
        ]
        whole = tuple(range(0, len(member.places), 3 if len(member.places) > 2 else 1))
        xticks = (whole, tuple(map(str, whole))) if member.bars else None
        return Panel(marks, (low, high), (0, top), "y", "probability" if member.bars else "density", xticks=xticks)

    def density_mark(self) -> show.Bars | show.Lines:
        """The density as a curve, or as bars of whole numbers; 0 everywhere where it does not exist."""
        y = self.member.places
        heights = self.density if self.exists else np.zeros(len(y))
        if self.member.bars:
            return show.Bars(np.column_stack([y - 0.3, 0 * y, y + 0.3, heights]), color=show.SKY)
        return show.curve(y, np.minimum(heights, 2 * self.member.highest[1]), color=show.BLUE, width=2.4)

    def describe(self):
        named = f"{self.name} (σ² is for the Gaussian)"
        if self.name == "Gaussian":
            named = f"{self.name}, σ² = {show.number(self.v, 3)}"
        t = show.number(self.t, places=1)
        if not self.exists:
            return f"{named}: ϑ = {t} is not allowed, only ϑ < 0."
        return (
            f"{named}, ϑ = {t}: slope of a {show.number(self.mean, 3)}, the mean; curvature of a "
            f"{show.number(self.variance, 3)}, the variance."
        )


# --- A leap is a weighted least squares (section 4) -------------------------------------------


def targets_that(fit: Callable[[np.ndarray], np.ndarray], what: str, others, misfit) -> Kind:
    """The kind of data with one input and targets that a family has."""

    def read(*given) -> Dataset:
        data = LINE.read(*given)
        if not fit(data.y).all() or np.ptp(data.X) == 0:
            raise DataError(f"This figure takes one input that varies, and targets that are {what}.")
        return data

    return Kind(
        f"one input, and targets that are {what}", read, others, lambda: LINE.misfits() | misfit, takes=LINE.takes
    )


COUNTS = targets_that(
    lambda y: (y >= 0) & (y.sum() > 0),
    "counts, 0 or more and not all 0",
    LINE.others,
    {"negative counts": ([0.0, 1, 2], [1, -2, 3]), "none at all": ([0.0, 1], [0, 0])},
)
LEAPS = 4


@figure(COUNTS, datasets.ice_creams, most=300)
class leaps(View):
    """Newton's leaps on counts, each the weighted least-squares line through working targets (GLM-09).

    f: the cost of a Poisson fit, with x in standard units. states: of all leaps. state: the one after k leaps. lowest:
    the least cost. window: limits for the scores.
    """

    size = (8.8, 4.1)
    controls = {"step": StepSlider("leap", LEAPS, interval=900)}
    f: GLMCost
    states: list[NewtonState]
    window: tuple[float, float]
    lowest: float
    state: NewtonState
    k: int

    def prepare(self):
        x = self.data.X[:, 0]
        y = self.data.y
        self.f = GLMCost(add_ones((x - x.mean())[:, None] / x.std()), y, FAMILIES["poisson"])
        self.states = take(newton_steps(self.f, w=[np.log(y.mean()), 0.0], tol=1e-12), 40)
        self.lowest = self.states[-1].cost
        first = np.array([state.w for state in self.states[:3]]) @ self.f.A.T
        self.window = show.limits([first.min() - 1.2, first.max() + 1.2])

    def compute(self, step: int):
        self.k = step
        self.state = self.states[min(step, len(self.states) - 1)]

    @property
    def scores(self) -> np.ndarray:
        return self.f.A @ self.state.w

    @property
    def weights(self) -> np.ndarray:
        """The variance of each target at its score (n,): its weight."""
        return self.f.family.variance(self.scores)

    @property
    def working(self) -> np.ndarray:
        """The working targets (n,), (07.13)."""
        return self.scores + (self.f.y - self.f.family.mean(self.scores)) / self.weights

    def draw(self):
        x = self.data.X[:, 0]
        y = self.f.y
        order = x.argsort()
        ends = show.limits(x)
        now = self.scores[order]
        due = (self.f.A @ (self.state.w - self.state.leap))[order]
        left = [
            show.Points(np.column_stack([x, y]), **TARGETS, label="targets"),
            show.curve(x[order], np.exp(np.minimum(now, 700)), **MEAN, label="mean now"),
        ]
        right = [
            *self.working_points(),
            show.curve(x[order], now, **MEAN, label="score now"),
            show.curve(x[order], due, color=show.VERMILLION, width=2.2, dash="dashed", label="next score"),
        ]
        name = self.data.feature_names[0]
        top = 1.12 * y.max()
        return [
            Panel(left, ends, (-0.05 * top, top), name, self.data.target_name, legend_columns=2),
            Panel(right, ends, self.window, name, "score", legend_columns=3, width=1.15),
        ]

    def working_points(self) -> list[show.Points]:
        """The working targets in three sizes, by their share of the largest weight; cut off at the window."""
        low, high = self.window
        share = self.weights / self.weights.max()
        z = np.clip(self.working, low + 0.01 * (high - low), high - 0.01 * (high - low))
        places = np.column_stack([self.data.X[:, 0], z])
        look: dict[str, Any] = dict(color=show.GREEN, marker="s", alpha=0.6)
        return [
            show.Points(places[share <= 0.15], size=3.0, **look),
            show.Points(places[(share > 0.15) & (share <= 0.5)], size=6.0, label="working targets", **look),
            show.Points(places[share > 0.5], size=9.5, **look),
        ]

    def describe(self):
        gap = max(self.state.cost - self.lowest, 0.0)
        arrived = gap < 1e-9 * max(self.lowest, 1e-3)
        far = "J is at its lowest" if arrived else f"J is {show.number(gap, 2)} above its lowest"
        least = self.weights.min() / self.weights.max()
        weighed = f"the lightest target weighs {show.number(least, 2)} of the heaviest"
        if least > 0.999:
            weighed = "all targets weigh the same"
        return f"After {self.k} leap{'s' * (self.k != 1)}: {far}; {weighed}."


# --- Which family spreads as the targets do? (section 5) --------------------------------------


def _sales() -> dict[str, tuple]:
    x = np.random.default_rng(2).uniform(0, 1e4, 60)
    return {"a year of prices": (x, 3e5 + 40 * x), "five points": ([0.0, 1, 2, 3, 4], [1.0, 1, 2, 1, 3])}


TIMES = targets_that(
    lambda y: y > 0, "larger than 0", _sales, {"a time of 0": ([0.0, 1, 2], [1, 0, 3]), "one input": ([1.0, 1], [1, 2])}
)
CHOICES = {"Gaussian": "gaussian", "Poisson": "poisson", "gamma, log link": "gamma, log link"}
NEAR = 80  # how many targets the bars of the density panel are made of


@dataclass(frozen=True)
class Fitted:
    """One family fitted to all the data, and its distribution at a mean: quantiles and density."""

    model: GLM
    dispersion: float
    name: str

    def at(self, mean: np.ndarray) -> Any:
        """SciPy's distribution of the targets for these means (Poisson by its densities)."""
        if self.name == "poisson":
            return stats.poisson(mean)
        if self.name == "gaussian":
            return stats.norm(mean, self.dispersion**0.5)
        return stats.gamma(1 / self.dispersion, scale=self.dispersion * mean)

    def density(self, y: np.ndarray, mean: float) -> np.ndarray:
        if self.name == "poisson":
            inside = np.maximum(y, 0)
            return np.where(y >= 0, np.exp(inside * np.log(mean) - mean - gammaln(inside + 1)), 0.0)
        return self.at(np.array(mean)).pdf(y)


def fitted(X: np.ndarray, y: np.ndarray, name: str) -> Fitted:
    """The family fitted without a penalty; the dispersion is estimated, but is 1 for counts."""
    model = GLM(name, lam=0.0).fit(X, y)
    mean = model.predict(X)
    unit = {"gaussian": np.ones(len(y)), "poisson": mean}.get(name, mean**2)
    estimate = float((((y - mean) ** 2) / unit).sum() / max(len(y) - 2, 1))
    least = 1e-6 * (np.ptp(y) or 1.0) ** 2 if name == "gaussian" else 1e-6
    return Fitted(model=model, dispersion=max(estimate, least), name=name)


def bodies() -> Dataset:
    """442 people with diabetes: body mass index, and how far the disease has got a year later."""
    return datasets.diabetes().columns("bmi")


@figure(TIMES, bodies, most=500)
class spread(View):
    """Three families on one real target: the means agree, the spreads do not (GLM-04).

    grid (121,), mean (121,): the fitted mean over the inputs. band (2, 121): should hold 90 % of the targets. inside
    (n,): which of them it holds. dispersion: (07.15). density: places (401,) and the model's heights there, at the
    input x; here: its mean. near: the targets of the nearest inputs. highest: the top of the density's panel.
    """

    size = (8.8, 4.2)
    grid: np.ndarray
    ylim: tuple[float, float]
    fits: Callable[..., Any]
    name: str
    x: float
    mean: np.ndarray
    band: np.ndarray
    inside: np.ndarray
    dispersion: float
    density: tuple[np.ndarray, np.ndarray]
    highest: float
    near: np.ndarray

    def prepare(self):
        x = self.data.X[:, 0]
        y = self.data.y
        low = float(x.min())
        high = float(x.max())
        step = float(np.ptp(x)) / 40
        room = 0.25 * (np.ptp(y) or 1.0)
        self.grid = np.linspace(low, high, 121)
        self.ylim = float(y.min() - room), float(y.max() + room)
        self.fits = cache(self.fit)
        label = f"{self.data.feature_names[0]} of the dashed line"
        self.controls = {
            "family": Choice("family", CHOICES),
            "x0": Slider(label, float(x.min() + 10 * step), low, high, step),
        }

    def fit(self, family: str) -> tuple[Fitted, dict[str, Any]]:
        """The fitted family, and what the picture has of it at every x."""
        y = self.data.y
        room = self.data.y.min() - self.ylim[0]
        found = fitted(self.data.X, y, family)
        low, high = found.at(found.model.predict(self.data.X)).ppf([[0.05], [0.95]])
        mean = found.model.predict(self.grid[:, None])
        places = np.linspace(*self.ylim, 401)
        tops = [found.density(places, m).max() for m in (mean.min(), mean.max(), np.median(mean))]
        return found, dict(
            mean=mean,
            band=np.clip(found.at(mean).ppf([[0.05], [0.95]]), self.ylim[0] - room, self.ylim[1] + 9 * room),
            inside=(low <= y) & (y <= high),
            highest=max(1.25 * max(tops), 5.5 / (self.ylim[1] - self.ylim[0])),
        )

    def compute(self, family: str, x0: float):
        found, parts = self.fits(family)
        self.mean = parts["mean"]
        self.band = parts["band"]
        self.inside = parts["inside"]
        self.highest = parts["highest"]
        self.dispersion = found.dispersion
        self.name = next(label for label, value in CHOICES.items() if value == family)
        self.x = x0
        places = np.linspace(*self.ylim, 401)
        self.density = places, found.density(places, float(found.model.predict([[x0]])[0]))
        self.near = self.data.y[np.abs(self.data.X[:, 0] - x0).argsort(kind="stable")[:NEAR]]

    @property
    def thirds(self) -> list[float]:
        """The shares inside for the lowest, the middle and the highest third of the inputs."""
        order = self.data.X[:, 0].argsort(kind="stable")
        return [float(self.inside[third].mean()) for third in np.array_split(order, 3)]

    @property
    def here(self) -> float:
        """The mean at x."""
        return float(np.interp(self.x, self.grid, self.mean))

    def draw(self):
        grid, (low, high), inside = self.grid, self.band, self.inside
        ring = np.vstack([np.column_stack([grid, low]), np.column_stack([grid, high])[::-1]])
        places = np.column_stack([self.data.X[:, 0], self.data.y])
        left = [
            show.Fill([ring], color=show.SKY, alpha=0.35, label="90 % should lie here"),
            show.Points(places[inside], **{**TARGETS, "size": 3.5}),
            show.Points(places[~inside], color=show.VERMILLION, marker="x", size=5, label="outside"),
            show.curve(grid, self.mean, **MEAN, label="mean"),
            show.vline(self.x, self.ylim, color=show.BLACK, dash="dashed"),
        ]
        heights, edges = np.histogram(self.near, np.linspace(*self.ylim, 25), density=True)
        boxes = np.column_stack([edges[:-1], 0 * heights, edges[1:], np.minimum(heights, self.highest)])
        right = [
            show.Bars(boxes, color=show.GREY, alpha=0.45, label=f"the {len(self.near)} nearest"),
            show.curve(*self.density, **MEAN, label="model"),
        ]
        name = self.data.feature_names[0]
        target = self.data.target_name
        ends = show.limits(grid, 0.05)
        high = (0, self.highest)
        return [
            Panel(left, ends, self.ylim, name, target, legend_columns=3, width=1.25),
            Panel(right, self.ylim, high, f"{target} at the dashed line", "density", legend_columns=2),
        ]

    def describe(self):
        low, middle, high = (show.percent(share) for share in self.thirds)
        near = show.number(self.near.mean(), 3)
        half = show.number(np.median(self.near), 3)
        return (
            f"{self.name}, dispersion estimated {show.number(self.dispersion, 3)}: {show.percent(self.inside.mean())} "
            f"of the targets lie in the band; in the lowest, middle and highest third {low}, {middle}, {high}. At the "
            f"dashed line the model's mean is {show.number(self.here, 3)}; the {len(self.near)} nearest targets have "
            f"the mean {near} and the median {half}."
        )
