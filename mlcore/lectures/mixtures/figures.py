"""The figures of lecture 18, EM and Gaussian mixtures."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from scipy.special import entr

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.base.validation import different_points
from mlcore.datasets import Dataset
from mlcore.mixture import CoinState, GaussianMixture, MixtureState, coin_em_steps, e_step, em_steps, log_joint
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FLIPS, FORMULA, NUMBERS, POINTS
from mlcore.plots.mixtures import density_panel, highest_density, mixture_panel
from mlcore.show import Field, LogSlider, Panel, Slider, StepSlider, View
from mlcore.show.style import group_look


def start_from(X, K: int, seed: int) -> tuple:
    """K rows of X (n, d) as means, equal weights, and the covariance of all data for everybody: a start of EM."""
    rows = np.random.default_rng(seed).choice(len(X), K, replace=False)
    spread = np.cov(X.T, ddof=0).reshape(X.shape[1], -1)
    return np.full(K, 1 / K), X[rows], np.tile(spread + floor_of(X) * np.eye(len(spread)), (K, 1, 1))


def floor_of(X, share: float = 1e-3) -> float:
    """A ridge that is small beside the variances of X (n, d): this share of the smallest that is not 0."""
    variances = X.var(axis=0)
    return share * float(variances[variances > 0].min(initial=np.inf)) if variances.any() else share


def place_slider(label: str, start: float, low: float, high: float) -> Slider:
    """A slider over places of the data in round steps, powers of ten; it starts at the step nearest to `start`."""
    step = float(10.0 ** round(np.log10((high - low) / 100)))
    first, last, nearest = (round(round(place / step) * step, 12) for place in (low, high, start))
    return Slider(label, nearest, first, last, step, readout=".3g")


class WalkedRun(View):
    """What the figures of a run of EM share. states: of the run; k: the step; now: the state at it."""

    states: list[Any]
    k: int

    @property
    def now(self) -> Any:
        return self.states[self.k]

    def likelihood_panel(self, xlim, ylim, least: float = -np.inf) -> Panel:
        """The log-likelihoods so far; what is below `least` is drawn there."""
        lls = np.maximum([state.log_likelihood for state in self.states], least)
        marks = show.trace(np.arange(len(lls)), lls, self.k, color=show.BLUE, width=2.4)
        return Panel(marks, xlim, ylim, "step", "log-likelihood")


# --- The bound, and the jump to its top (section 1) -------------------------------------------


@figure(NUMBERS, datasets.two_gaussians, most=400)
class climb(View):
    """A bound that touches the log-likelihood of one mean, and the jump to its top (EMX-04, EMX-05).

    known: the mixture without this mean. curve (301, 2): its log-likelihood over the mean. At half-step k: path has the
    means so far, mu is the present one, and R (n, 2), the shares, belongs to the last E-step.
    """

    size = (8.8, 4.4)
    steps: int = 8
    known: "OneFree"
    curve: np.ndarray
    k: int
    path: np.ndarray
    R: np.ndarray

    def prepare(self):
        x = self.data.X[:, 0]
        low, high = show.limits(x, 0.25)
        mus = np.linspace(low, high, 301)
        self.known = one_free(x)
        self.curve = np.column_stack([mus, self.known.log_likelihoods(mus)])
        room = 0.03 * (high - low)
        self.controls = {
            "step": StepSlider("half-step", 2 * self.steps - 1, interval=900),
            "start": place_slider("start of μ₂", x.mean(), low + room, high - room),
        }

    def compute(self, step: int, start: float):
        path = [start]
        for _ in range(step // 2 + 1):
            R, _ = e_step(self.known.joint(path[-1]))
            path.append(float(R[:, 1] @ self.known.x / max(R[:, 1].sum(), 1e-300)) if R[:, 1].any() else path[-1])
        self.k = step
        self.path = np.array(path if self.jumped else path[:-1])
        self.R = R

    @property
    def jumped(self) -> bool:
        """True after an M-step."""
        return bool(self.k % 2)

    @property
    def old(self) -> float:
        """The mean at the last E-step."""
        return float(self.path[-2] if self.jumped else self.path[-1])

    @property
    def mu(self) -> float:
        return float(self.path[-1])

    @property
    def touch(self) -> float:
        """The log-likelihood where the bound touches it."""
        return float(self.known.log_likelihoods(np.array([self.old]))[0])

    @property
    def bound(self) -> float:
        return float(self.known.bound(self.R, self.mu)[0])

    @property
    def log_likelihood(self) -> float:
        return float(self.known.log_likelihoods(np.array([self.mu]))[0])

    def draw(self):
        mus, heights = self.curve.T
        xlim, (low, high) = (mus[0], mus[-1]), show.limits(heights, 0.08)
        under = np.maximum(self.known.bound(self.R, mus), low - (high - low))
        gain = np.array([[self.mu, self.bound, self.mu, self.log_likelihood]] if self.jumped else []).reshape(-1, 4)
        top: dict[str, Any] = dict(marker="D", size=9, color=show.VERMILLION, edge=show.BLACK, label="its top")
        touch: dict[str, Any] = dict(marker="s", size=8, color=show.GREEN, edge=show.BLACK, label="it touches here")
        left = [
            show.Lines([self.curve], color=show.BLUE, width=2.6, label="log-likelihood"),
            show.curve(mus, under, color=show.ORANGE, dash="dashed", width=2.4, label="bound"),
            show.point(self.old, self.touch, **touch),
            show.Segments(gain, dash="dotted", width=2.4, color=show.VERMILLION, label="gained for free"),
            show.Points(gain[:, :2], **top),
        ]
        return [
            Panel(left, xlim, (low, high), xlabel="$\\mu_2$", ylabel="log-likelihood", legend_columns=2),
            self.mixture_panel(),
        ]

    def mixture_panel(self) -> Panel:
        """The densities with the present mean, and the points by their shares."""
        x = self.known.x
        mus = self.curve[:, 0]
        parts = np.exp(replace(self.known, x=mus).joint(self.mu))
        look = dict(xlabel=self.data.feature_names[0], ylabel="density (cut above)", width=0.85, legend_columns=2)
        return density_panel(x, self.R, mus, parts, highest_density(x), **look)

    def describe(self):
        step = self.k // 2 + 1
        old = show.number(self.old)
        touch = show.number(self.touch)
        if not self.jumped:
            return f"Step {step}, E: at μ₂ = {old} the bound touches the log-likelihood, {touch}."
        mu, bound, log_likelihood = (show.number(v) for v in (self.mu, self.bound, self.log_likelihood))
        return (
            f"Step {step}, M: μ₂ jumps from {old} to {mu}; the bound rises from {touch} to {bound}, "
            f"the log-likelihood to {log_likelihood}."
        )


@dataclass(frozen=True)
class OneFree:
    """A mixture of two Gaussians for the numbers x (n,), of which only the second mean is free."""

    x: np.ndarray
    weights: np.ndarray
    first: float
    variances: np.ndarray

    def joint(self, mu) -> np.ndarray:
        """ln(pi_k N(x_i; mu_k, sigma_k^2)), (n, 2)."""
        return log_joint(self.x[:, None], self.weights, np.array([[self.first], [mu]]), self.variances[:, None, None])

    @property
    def peak(self) -> float:
        """ln(pi_2 N(mu_2; mu_2, sigma_2^2)), the highest that the second component reaches."""
        return float(np.log(self.weights[1] / np.sqrt(2 * np.pi * self.variances[1])))

    def log_likelihoods(self, mus) -> np.ndarray:
        """The log-likelihood at each of the second means mus (m,)."""
        second = self.peak - (self.x - mus[:, None]) ** 2 / (2 * self.variances[1])
        return np.logaddexp(self.joint(0.0)[:, 0], second).sum(axis=1)

    def bound(self, R, mus) -> np.ndarray:
        """The bound (18.6) for the shares R (n, 2), as a function of the second mean: a parabola."""
        fixed = R[:, 0] @ self.joint(0.0)[:, 0] + entr(R).sum()
        squares = (self.x - np.reshape(mus, (-1, 1))) ** 2 @ R[:, 1]
        return fixed + R[:, 1].sum() * self.peak - squares / (2 * self.variances[1])


def one_free(x) -> OneFree:
    """Two components fitted to the numbers x (n,), the lower one first."""
    model = GaussianMixture(2, reg_covar=floor_of(x[:, None]), tol=1e-9, max_iter=5000, random_state=0).fit(x[:, None])
    order = model.means_[:, 0].argsort()
    return OneFree(
        x=x,
        weights=model.weights_[order],
        first=float(model.means_[order[0], 0]),
        variances=model.covariances_[order, 0, 0],
    )


# --- The bound as a function of q (section 3) -------------------------------------------------

SEEN = np.array([0.9, 0.1])  # the chance of what was observed, under either source
SHARES = np.linspace(0.001, 0.999, 250)


@figure(FORMULA)
class share(View):
    """The bound over q for one observation and two sources (EMX-02, EMX-04).

    q, prior, posterior (2,): shares of the sources. In nats: expected, E_q ln p(x, z); entropy, H(q); elbo, their sum;
    gap, the divergence of q from the posterior; log_p, ln p(x); given, E_q ln p(x | z).
    """

    size = (8.8, 4.2)
    controls = {
        "q": Slider("q, share of source 1", 0.1, 0.02, 0.98, 0.02),
        "prior": Slider("prior of source 1", 0.2, 0.05, 0.95, 0.05),
    }
    q: np.ndarray
    prior: np.ndarray
    posterior: np.ndarray
    expected: float
    entropy: float
    elbo: float
    gap: float
    log_p: float
    given: float

    def compute(self, q: float, prior: float):
        self.q = np.array([q, 1 - q])
        self.prior = np.array([prior, 1 - prior])
        self.posterior = self.prior * SEEN / (self.prior @ SEEN)
        self.expected = float(self.q @ np.log(self.prior * SEEN))
        self.entropy = float(entr(self.q).sum())
        self.elbo = self.expected + self.entropy
        self.gap = kl(self.q, self.posterior)
        self.log_p = float(np.log(self.prior @ SEEN))
        self.given = float(self.q @ np.log(SEEN))

    def draw(self):
        return [self.bound_panel(), self.sum_panel()]

    def bound_panel(self) -> Panel:
        """The bound over all q, and two curves that are sometimes printed for it."""
        q = np.column_stack([SHARES, 1 - SHARES])
        now = self.q[0]
        expected = q @ np.log(self.prior * SEEN)
        entropy = entr(q).sum(axis=1)
        minus = dict(color=show.PURPLE, dash="dotted", width=2.2, label="with −H")
        given = dict(color=show.GREY, dash="dashdot", width=2.2, label="E ln p(x|z)")
        marks = [
            show.hline(self.log_p, (0, 1), color=show.BLUE, width=2.6, label="ln p(x)"),
            show.curve(SHARES, expected + entropy, color=show.ORANGE, width=2.6, label="ELBO"),
            show.curve(SHARES, expected - entropy, **minus),
            show.curve(SHARES, q @ np.log(SEEN), **given),
            show.segment((now, self.elbo), (now, self.log_p), color=show.VERMILLION, width=3.0, label="KL"),
            show.point(now, self.elbo, color=show.ORANGE, marker="D", size=9, edge=show.BLACK),
        ]
        look: dict[str, Any] = dict(xlabel="q, share of source 1", ylabel="nats", legend_columns=3, width=1.15)
        return Panel(marks, (0, 1), (-5.4, 0.2), **look)

    def sum_panel(self) -> Panel:
        """The parts of ln p(x) as bars."""
        names = ("$E\\,\\ln p(x,z)$", "$+\\,H(q)$", "$+\\,$KL", "$=\\ln p(x)$")
        heights = (self.expected, self.entropy, self.gap, self.log_p)
        colors = (show.GREY, show.GREEN, show.VERMILLION, show.BLUE)
        marks = [
            *(show.Bars(np.array([[j - 0.38, 0, j + 0.38, heights[j]]]), color=colors[j]) for j in range(4)),
            show.hline(0, (-0.6, 3.6), color=show.BLACK, width=1.0),
        ]
        return Panel(marks, (-0.6, 3.6), (-5.4, 5.2), xticks=((0, 1, 2, 3), names))

    def describe(self):
        parts = (self.expected, self.entropy, self.elbo, self.gap, self.log_p)
        expected, entropy, elbo, gap, log_p = (show.number(part, places=4) for part in parts)
        return (
            f"Prior {self.prior[0]:.2f}, q = {self.q[0]:.2f}: E ln p(x, z) {expected} + H(q) {entropy} = ELBO {elbo}; "
            f"+ KL {gap} = ln p(x) {log_p}."
        )


def kl(q, p) -> float:
    """The divergence of q from p, (18.4), for positive q and p (K,)."""
    return float((q * np.log(q / p)).sum())


# --- Two coins (section 5) --------------------------------------------------------------------

BIASES = np.linspace(0.01, 0.99, 99)
BELOW_TOP = (28, 18, 10, 5.4, 2.9, 1.6, 0.8, 0.33, 0.08)  # of the level curves, in nats
COINS = ((show.BLUE, "A"), (show.VERMILLION, "B"))


def five_sets() -> Dataset:
    """Five sets of ten flips (DAT-08)."""
    heads = np.array([5, 9, 8, 4, 7])
    return Dataset(np.column_stack([heads, 10 - heads]).astype(float), np.zeros(5, int), ("heads", "tails"), ())


@figure(FLIPS, five_sets, most=10)
class coins(WalkedRun):
    """Two coins, step by step: who is credited with which flips, and the way uphill (EMX-06).

    hill: the log-likelihood over both biases.
    """

    size = (8.8, 4.4)
    steps: int = 25
    hill: Field
    runs: Callable[[float, float], list[CoinState]]

    def prepare(self):
        self.hill = coin_hill(*self.data.X.T)
        self.runs = cache(self.run)
        self.controls = {
            "step": StepSlider("step", self.steps, interval=400),
            "a": Slider("start of θ_A", 0.6, 0.05, 0.95, 0.05),
            "b": Slider("start of θ_B", 0.5, 0.05, 0.95, 0.05),
        }

    def run(self, a: float, b: float) -> list[CoinState]:
        """The states from these two biases on."""
        heads, tails = self.data.X.T
        return take(coin_em_steps(heads, heads + tails, thetas=[a, b], tol=-1), self.steps)

    def compute(self, step: int, a: float, b: float):
        self.states = self.runs(a, b)
        self.k = step

    def draw(self):
        return [self.credit_panel(), self.hill_panel()]

    def credit_panel(self) -> Panel:
        """A bar per set: the flips credited to A, then those credited to B."""
        heads, tails = self.data.X.T
        flips = heads + tails
        R = self.now.responsibilities
        of_A = R[:, 0] * flips
        widest = flips.max()
        down = np.arange(len(heads))[::-1] + 1.0
        words = [f"P(A) = {a:.2f}" for a in R[:, 0]]
        marks = [
            *self.credit_bars(down),
            show.Segments(np.column_stack([of_A, down - 0.4, of_A, down + 0.4]), width=2.6),
            show.Text(np.column_stack([flips + 0.03 * widest, down]), words, size=9.5),
        ]
        ticks = (tuple(down.tolist()), tuple(f"{h:.0f} H, {t:.0f} T" for h, t in self.data.X))
        look: dict[str, Any] = dict(yticks=ticks, xlabel="flips credited to A, then to B", legend_columns=2)
        return Panel(marks, (0, 1.42 * widest), (0.4, len(heads) + 0.6), **look)

    def credit_bars(self, down: np.ndarray) -> list[show.Bars]:
        """For each coin the heads and, paler, the tails that it is credited with, at the heights `down` (n,)."""
        begin = np.zeros(len(down))
        bars = []
        for k, (color, name) in enumerate(COINS):
            for alpha, flips, words in ((1.0, self.data.X[:, 0], "heads"), (0.45, self.data.X[:, 1], "tails")):
                end = begin + self.now.responsibilities[:, k] * flips
                boxes = np.column_stack([begin, down - 0.34, end, down + 0.34])
                bars.append(show.Bars(boxes, color=color, alpha=alpha, label=f"{name}: {words}"))
                begin = end
        return bars

    def hill_panel(self) -> Panel:
        """The log-likelihood over both biases, and the way so far."""
        path = np.array([state.thetas for state in self.states[: self.k + 1]])
        top = self.hill.z.max()
        levels = [top - below for below in BELOW_TOP]
        marks = [
            show.contour_lines(self.hill, levels, color=show.GREY, width=1.0, label="log-likelihood"),
            show.segment((0, 0), (1, 1), color=show.GREY, dash="dotted", width=1.4, label="A = B"),
            *show.trace(path[:, 0], path[:, 1], self.k, width=1.6, label="steps so far"),
            show.Points(path, size=4.5),
        ]
        axes = "$\\theta_A$", "$\\theta_B$"
        return Panel(marks, (0, 1), (0, 1), *axes, equal=True, legend_columns=2, width=0.85)

    def describe(self):
        now = self.now
        (a, b), (HA, HB), (TA, TB) = now.thetas, now.heads, now.tails
        return (
            f"Step {now.t}: θ_A = {a:.4f}, θ_B = {b:.4f}, log-likelihood {show.number(now.log_likelihood, places=4)}; "
            f"expected counts A {HA:.1f} H {TA:.1f} T, B {HB:.1f} H {TB:.1f} T."
        )


def coin_hill(heads, tails) -> Field:
    """The log-likelihood (binomial coefficients left out) on a grid of both biases."""
    sets = heads[:, None] * np.log(BIASES) + tails[:, None] * np.log1p(-BIASES)  # (n, 99)
    lls = np.logaddexp(sets[:, None, :], sets[:, :, None]).sum(axis=0) - len(sets) * np.log(2)
    return Field(BIASES, BIASES, lls)


# --- K components in the plane (section 7) ----------------------------------------------------


class PlaneRun(WalkedRun):
    """What the figures of a run in the plane share. lls: the log-likelihoods that the axis must hold."""

    steps: int = 60
    lls: tuple[float, float]

    def draw(self):
        now = self.now
        names = self.data.feature_names
        xlim = (-0.02 * self.steps, 1.04 * self.steps)
        ylim = show.limits(self.lls, 0.06)
        return [
            mixture_panel(self.data.X, now.responsibilities, now.means, now.covariances, names, width=1.3),
            self.likelihood_panel(xlim, ylim),
        ]

    def describe_fit(self) -> str:
        """The log-likelihood and the weights."""
        weights = ", ".join(f"{w:.2f}" for w in self.now.weights)
        return f"log-likelihood {show.number(self.now.log_likelihood)}; weights {weights}."


def three_groups(seed: int = 4) -> Dataset:
    """Three groups of 80 points: a slanting one, an upright one, a flat one."""
    shapes = [
        ([0.0, 0.0], [[1.9, 1.3], [1.3, 1.2]]),
        ([3.6, -0.4], [[0.2, 0.0], [0.0, 1.2]]),
        ([0.6, 3.4], [[2.2, -0.3], [-0.3, 0.12]]),
    ]
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.multivariate_normal(mean, spread, 80) for mean, spread in shapes])
    return Dataset(X, np.repeat([0, 1, 2], 80), ("$x_1$", "$x_2$"), ("slanting", "upright", "flat"))


@figure(POINTS, three_groups, most=300)
class plane(PlaneRun):
    """Runs of EM in the plane for K components from several starts, step by step (EMX-09, EMX-10).

    states: of the run at hand; k: its step. lls: the log-likelihoods that the axis must hold.
    """

    size = (8.8, 4.4)
    largest: int = 6
    seeds: int = 8
    runs: Callable[[int, int], list[MixtureState]]

    def prepare(self):
        self.runs = cache(self.run)
        most = min(self.largest, len(np.unique(self.data.X, axis=0)))
        low = self.runs(1, 0)[0].log_likelihood
        high = self.runs(most, 0)[-1].log_likelihood
        self.lls = (low - 0.5 * (high - low), high)
        self.controls = {
            "step": StepSlider("step", self.steps, 2, interval=120),
            "K": Slider("K, number of components", 3, 1, self.largest, 1),
            "seed": Slider("seed of the start", 0, 0, self.seeds - 1, 1),
        }

    def run(self, K: int, seed: int) -> list[MixtureState]:
        """The states from one start on. ValueError for fewer different points than K."""
        X = self.data.X
        different_points(X, K, "K")
        return take(em_steps(X, start=start_from(X, K, seed), reg_covar=floor_of(X, 0.003), tol=0), self.steps)

    def compute(self, step: int, K: int, seed: int):
        self.states = self.runs(K, seed)
        self.k = step

    def describe(self):
        return f"K = {len(self.now.weights)}, step {self.now.t}: {self.describe_fit()}"


# --- The spike (section 9) --------------------------------------------------------------------


def with_a_lone_one(seed: int = 3) -> Dataset:
    """Twenty numbers from N(0, 1), and a 6."""
    x = np.append(np.random.default_rng(seed).normal(0, 1, 20), 6.0)
    return Dataset(x[:, None], np.zeros(21, int), ("x",), ())


@figure(NUMBERS, with_a_lone_one, most=200)
class spike(WalkedRun):
    """EM with a floor on the variances, from a component that starts on the largest of the numbers (EMX-08).

    x (n,): the numbers in rising order. spread: of all but the largest. floor: on the variances. widths: the range of
    standard deviations in the picture.
    """

    size = (8.8, 4.3)
    steps: int = 12
    x: np.ndarray
    spread: float
    widths: tuple[float, float]
    floor: float

    def prepare(self):
        self.x = x = np.sort(self.data.X[:, 0])
        if x[0] == x[-1]:
            raise ValueError("All numbers are equal: give at least two different ones.")
        self.spread = x[:-1].std() or x.std()
        tenth = 10.0 ** round(np.log10(self.spread / 10))
        unit = 2 * round(np.log10(self.spread))
        self.widths = (3e-6 * 10 ** (unit / 2), 2 * np.ptp(show.limits(x, 0.25)))
        floor = "floor on the variances, reg_covar", 10.0 ** (unit - 6), unit - 10, unit + 0.5
        self.controls = {
            "step": StepSlider("step", self.steps, interval=600),
            "floor": LogSlider(*floor, per_decade=4, readout=".1e"),
            "sd": Slider("start of σ₂", 6 * tenth, 2 * tenth, 40 * tenth, tenth, readout=".3g"),
        }

    def compute(self, step: int, floor: float, sd: float):
        x = self.x
        variances = np.array([self.spread**2, sd**2])
        start = [0.9, 0.1], [[x[:-1].mean()], [x[-1]]], variances.reshape(2, 1, 1)
        self.states = take(em_steps(x[:, None], start=start, reg_covar=floor, tol=0), self.steps)
        self.k = step
        self.floor = floor

    @property
    def sds(self) -> np.ndarray:
        """The standard deviations at each step, (steps + 1, 2)."""
        return np.array([np.sqrt(state.covariances[:, 0, 0]) for state in self.states])

    def draw(self):
        return [self.mixture_panel(), self.width_panel()]

    def mixture_panel(self) -> Panel:
        """The densities over a grid that is fine near the means: a spike would fall between the others."""
        x = self.x
        now = self.now
        near = np.array([-6, -3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 6])
        near = now.means + self.sds[self.k][:, None] * near
        low, high = show.limits(x, 0.25)
        grid = np.unique(np.clip(np.append(np.linspace(low, high, 201), near), low, high))
        parts = np.exp(log_joint(grid[:, None], now.weights, now.means, now.covariances))
        look = dict(xlabel=self.data.feature_names[0], ylabel="density (cut above)", width=1.2)
        return density_panel(x, now.responsibilities, grid, parts, highest_density(x, 1.6), **look)

    def width_panel(self) -> Panel:
        """Both standard deviations so far, and the floor."""
        sds = self.sds[: self.k + 1]
        xlim = (-0.5, len(self.states) - 0.5)
        floor = dict(color=show.GREEN, dash="dotted", width=2.2, label="√floor")
        marks: list[show.Mark] = [show.hline(np.sqrt(self.floor), xlim, **floor)]
        for k, name, dash in ((0, "σ₁", "solid"), (1, "σ₂", "dashed")):
            look = group_look(k)
            path = np.arange(len(sds)), sds[:, k]
            marks.append(show.curve(*path, color=look["color"], dash=dash, width=2.2, label=name))
            marks.append(show.point(self.k, sds[-1, k], size=9, edge=show.BLACK, **look))
        axes: dict[str, Any] = dict(logy=True, xlabel="step", ylabel="standard deviation", legend_columns=3)
        return Panel(marks, xlim, self.widths, **axes)

    def describe(self):
        first, second = (show.number(sd, 3) for sd in self.sds[self.k])
        return (
            f"Floor {show.number(self.floor, 2)}, step {self.k}: σ₁ = {first}, σ₂ = {second}, "
            f"π₂ = {self.now.weights[1]:.3f}, log-likelihood {show.number(self.now.log_likelihood)}."
        )
