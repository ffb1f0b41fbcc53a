"""The figures of lecture 18, EM and Gaussian mixtures."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.special import entr

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.base.validation import different_points
from mlcore.datasets import Dataset
from mlcore.mixture import GaussianMixture, MixtureState, e_step, em_steps, log_joint
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, NUMBERS, POINTS
from mlcore.plots.mixtures import density_panel, highest_density, mixture_panel
from mlcore.show import Live, Mark, Panel
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


def round_steps(width: float, parts: int = 100) -> float:
    """The power of ten nearest to a part of this width: a step for a slider over it."""
    return float(10.0 ** round(np.log10(width / parts)))


def place_slider(label: str, value: float, low: float, high: float) -> Any:
    """A slider over places of the data, in round steps; `value` goes to the nearest of them."""
    step = round_steps(high - low)
    first, last, at = (round(round(v / step) * step, 12) for v in (low, high, value))
    return show.Slider(label, at, first, last, step, readout=".3g")


# --- The bound, and the jump to its top (section 1) -------------------------------------------


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

    def log_likelihoods(self, mus) -> np.ndarray:
        """The log-likelihood at each of the second means mus (m,)."""
        first, peak = self.joint(0.0)[:, 0], np.log(self.weights[1] / np.sqrt(2 * np.pi * self.variances[1]))
        return np.logaddexp(first, peak - (self.x - mus[:, None]) ** 2 / (2 * self.variances[1])).sum(axis=1)

    def bound(self, R, mus) -> np.ndarray:
        """The bound (18.6) for the shares R (n, 2), as a function of the second mean: a parabola."""
        fixed = R[:, 0] @ self.joint(0.0)[:, 0] + entr(R).sum()
        peak = np.log(self.weights[1] / np.sqrt(2 * np.pi * self.variances[1]))
        squares = (self.x - np.reshape(mus, (-1, 1))) ** 2 @ R[:, 1]
        return fixed + R[:, 1].sum() * peak - squares / (2 * self.variances[1])


@dataclass(frozen=True)
class Climb:
    """Half-step k of EM for one mean: path has the means so far, mu the present one; R belongs to the last E-step."""

    known: OneFree
    k: int
    path: np.ndarray
    R: np.ndarray
    curve: np.ndarray
    frame: tuple[tuple[float, float], tuple[float, float]]
    top: float
    name: str

    @property
    def jumped(self) -> bool:
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
        return float(self.known.log_likelihoods(np.array([self.old]))[0])

    @property
    def bound(self) -> float:
        return float(self.known.bound(self.R, self.mu)[0])

    @property
    def log_likelihood(self) -> float:
        return float(self.known.log_likelihoods(np.array([self.mu]))[0])


def draw_climb(s: Climb) -> list[Panel]:
    mus, (low, high) = s.curve[:, 0], s.frame[1]
    under = np.maximum(s.known.bound(s.R, mus), low - (high - low))
    left = [
        show.Lines([s.curve], color=show.BLUE, width=2.6, label="log-likelihood"),
        show.curve(mus, under, color=show.ORANGE, dash="dashed", width=2.4, label="bound"),
        show.point(s.old, s.touch, marker="s", size=8, color=show.GREEN, edge=show.BLACK, label="it touches here"),
    ]
    jump = np.array([[s.mu, s.bound]] if s.jumped else []).reshape(-1, 2)
    rest = np.array([[s.mu, s.bound, s.mu, s.log_likelihood]] if s.jumped else []).reshape(-1, 4)
    left += [
        show.Segments(rest, dash="dotted", width=2.4, color=show.VERMILLION, label="gained for free"),
        show.Points(jump, marker="D", size=9, color=show.VERMILLION, edge=show.BLACK, label="its top"),
    ]
    parts = np.exp(OneFree(mus, s.known.weights, s.known.first, s.known.variances).joint(s.mu))
    right = density_panel(s.known.x, s.R, mus, parts, s.top, xlabel=s.name, width=0.85, legend_columns=2)
    return [Panel(left, *s.frame, xlabel="$\\mu_2$", ylabel="log-likelihood", legend_columns=2), right]


def describe_climb(s: Climb) -> str:
    step, number = s.k // 2 + 1, lambda v: show.number(v).replace("-", "−")
    if not s.jumped:
        return f"Step {step}, E: at μ₂ = {number(s.mu)} the bound touches the log-likelihood, {number(s.touch)}."
    return (
        f"Step {step}, M: μ₂ jumps from {number(s.old)} to {number(s.mu)}; the bound rises from {number(s.touch)} to "
        f"{number(s.bound)}, the log-likelihood to {number(s.log_likelihood)}."
    )


def one_free(x) -> OneFree:
    """Two components fitted to the numbers x (n,), the lower one first."""
    model = GaussianMixture(2, reg_covar=floor_of(x[:, None]), tol=1e-9, max_iter=5000, random_state=0).fit(x[:, None])
    order = model.means_[:, 0].argsort()
    return OneFree(x, model.weights_[order], float(model.means_[order[0], 0]), model.covariances_[order, 0, 0])


@figure(NUMBERS, datasets.two_gaussians, most=400)
def climb(data: Dataset, *, steps: int = 8, start: float | None = None) -> Live:
    """A bound that touches the log-likelihood of one mean, and the jump to its top (EMX-04, EMX-05)."""
    x = data.X[:, 0]
    known, (low, high) = one_free(x), show.limits(x, 0.25)
    mus = np.linspace(low, high, 301)
    curve = np.column_stack([mus, known.log_likelihoods(mus)])
    frame = (low, high), show.limits(curve[:, 1], 0.08)
    top = highest_density(x)

    def compute(step: int, start: float) -> Climb:
        path = [start]
        for _ in range(step // 2 + 1):
            R, _ = e_step(known.joint(path[-1]))
            path.append(float(R[:, 1] @ x / max(R[:, 1].sum(), 1e-300)) if R[:, 1].sum() > 0 else path[-1])
        means = np.array(path if step % 2 else path[:-1])
        return Climb(known, step, means, R, curve, frame, top, data.feature_names[0])

    middle = x.mean() if start is None else start
    controls = {
        "step": show.step_slider("half-step", 2 * steps - 1, value=0, interval=900),
        "start": place_slider("start of μ₂", middle, low + 0.03 * (high - low), high - 0.03 * (high - low)),
    }
    return Live(compute, draw_climb, describe_climb, controls=controls, size=(8.8, 4.4))


# --- The bound as a function of q (section 3) -------------------------------------------------

SEEN = np.array([0.9, 0.1])  # the chance of what was seen, under either source
SHARES = np.linspace(0.001, 0.999, 250)


def kl(q, p) -> float:
    """The divergence of q from p, (18.4), for positive q and p (K,)."""
    return float((q * np.log(q / p)).sum())


@dataclass(frozen=True)
class Share:
    """One observation, two sources: q and prior (2,) as shares of the sources; the numbers in nats."""

    q: np.ndarray
    prior: np.ndarray

    @property
    def log_p(self) -> float:
        return float(np.log(self.prior @ SEEN))

    @property
    def posterior(self) -> np.ndarray:
        return self.prior * SEEN / (self.prior @ SEEN)

    @property
    def entropy(self) -> float:
        return float(-(self.q * np.log(self.q)).sum())

    @property
    def expected(self) -> float:
        """E_q ln p(x, z)."""
        return float(self.q @ np.log(self.prior * SEEN))

    @property
    def elbo(self) -> float:
        return self.expected + self.entropy

    @property
    def given(self) -> float:
        """E_q ln p(x | z)."""
        return float(self.q @ np.log(SEEN))

    @property
    def gap(self) -> float:
        return kl(self.q, self.posterior)


def draw_share(s: Share) -> list[Panel]:
    every = [Share(np.array([q, 1 - q]), s.prior) for q in SHARES]
    here = s.q[0]
    left = [
        show.hline(s.log_p, (0, 1), color=show.BLUE, width=2.6, label="ln p(x)"),
        show.curve(SHARES, np.array([e.elbo for e in every]), color=show.ORANGE, width=2.6, label="ELBO"),
        show.curve(SHARES, np.array([e.expected - e.entropy for e in every]), color=show.PURPLE, dash="dotted",
                   width=2.2, label="with −H (N3)"),
        show.curve(SHARES, np.array([e.given for e in every]), color=show.GREY, dash="dashdot", width=2.2,
                   label="E ln p(x|z) (N3)"),
        show.segment((here, s.elbo), (here, s.log_p), color=show.VERMILLION, width=3.0, label="KL"),
        show.point(here, s.elbo, color=show.ORANGE, marker="D", size=9, edge=show.BLACK),
    ]  # fmt: skip
    colors = (show.GREY, show.GREEN, show.VERMILLION, show.BLUE)
    heights = (s.expected, s.entropy, s.gap, s.log_p)
    pieces: list[Mark] = [
        show.Bars(np.array([[j - 0.38, 0, j + 0.38, v]]), color=color)
        for j, (v, color) in enumerate(zip(heights, colors, strict=True))
    ]
    pieces.append(show.hline(0, (-0.6, 3.6), color=show.BLACK, width=1.0))
    names = ("$E\\,\\ln p(x,z)$", "$+\\,H(q)$", "$+\\,$KL", "$=\\ln p(x)$")
    return [
        Panel(left, (0, 1), (-5.4, 0.2), xlabel="q, share of source 1", ylabel="nats", legend_columns=3, width=1.15),
        Panel(pieces, (-0.6, 3.6), (-5.4, 5.2), xticks=((0, 1, 2, 3), names)),
    ]


def describe_share(s: Share) -> str:
    return (
        f"Prior {s.prior[0]:.2f}, q = {s.q[0]:.2f}: E ln p(x, z) {s.expected:.4f} + H(q) {s.entropy:.4f} "
        f"= ELBO {s.elbo:.4f}; + KL {s.gap:z.4f} = ln p(x) {s.log_p:.4f}."
    ).replace("-", "−")


@figure(FORMULA)
def share() -> Live:
    """The bound over q for one observation and two sources (EMX-02, EMX-04)."""

    def compute(q: float, prior: float) -> Share:
        return Share(np.array([q, 1 - q]), np.array([prior, 1 - prior]))

    controls = {
        "q": show.slider("q, share of source 1", 0.1, 0.02, 0.98, 0.02),
        "prior": show.slider("prior of source 1", 0.2, 0.05, 0.95, 0.05),
    }
    return Live(compute, draw_share, describe_share, controls=controls, size=(8.8, 4.2))


# --- K components in the plane (section 7) ----------------------------------------------------


@dataclass(frozen=True)
class Plane:
    """A run of EM in the plane at step k; lls: the log-likelihoods that the axis must hold."""

    data: Dataset
    states: list[MixtureState]
    k: int
    room: int
    lls: tuple[float, float]

    @property
    def now(self) -> MixtureState:
        return self.states[self.k]


def draw_plane_run(s: Plane) -> list[Panel]:
    now = s.now
    left = mixture_panel(s.data.X, now.responsibilities, now.means, now.covariances, s.data.feature_names, width=1.3)
    steps, lls = np.arange(len(s.states)), np.array([state.log_likelihood for state in s.states])
    right: list[Mark] = [*show.trace(steps, lls, s.k, color=show.BLUE, width=2.4)]
    return [left, Panel(right, (-0.02 * s.room, 1.04 * s.room), show.limits(s.lls, 0.06), "step", "log-likelihood")]


def describe_plane(s: Plane) -> str:
    shares = ", ".join(f"{w:.2f}" for w in s.now.weights)
    ll = show.number(s.now.log_likelihood).replace("-", "−")
    return f"K = {len(s.now.weights)}, step {s.now.t}: log-likelihood {ll}; weights {shares}."


def three_groups() -> Dataset:
    """Three groups of 80 points: a slanting one, an upright one, a flat one."""
    shapes = [([0.0, 0.0], [[1.9, 1.3], [1.3, 1.2]]), ([3.6, -0.4], [[0.2, 0.0], [0.0, 1.2]]),
              ([0.6, 3.4], [[2.2, -0.3], [-0.3, 0.12]])]  # fmt: skip
    rng = np.random.default_rng(4)
    X = np.vstack([rng.multivariate_normal(mean, spread, 80) for mean, spread in shapes])
    return Dataset(X, np.repeat([0, 1, 2], 80), ("$x_1$", "$x_2$"), ("slanting", "upright", "flat"))


@figure(POINTS, three_groups, most=300)
def plane(data: Dataset, *, K: int = 3, largest: int = 6, seeds: int = 8, steps: int = 60) -> Live:
    """Runs of EM in the plane for K components from several starts, step by step (EMX-09, EMX-10)."""
    X, floor, different = data.X, floor_of(data.X, 0.003), len(np.unique(data.X, axis=0))

    @cache
    def run(K: int, seed: int) -> list[MixtureState]:
        different_points(X, K, "K")
        return take(em_steps(X, start=start_from(X, K, seed), reg_covar=floor, tol=0), steps)

    low, high = run(1, 0)[0].log_likelihood, run(min(largest, different), 0)[-1].log_likelihood
    lls = (low - 0.5 * (high - low), high)

    def compute(step: int, K: int, seed: int) -> Plane:
        return Plane(data, run(K, seed), step, steps, lls)

    controls = {
        "step": show.step_slider("step", steps, value=2, interval=120),
        "K": show.slider("K, number of components", K, 1, largest, 1),
        "seed": show.slider("seed of the start", 0, 0, seeds - 1, 1),
    }
    return Live(compute, draw_plane_run, describe_plane, controls=controls, size=(8.8, 4.4))


# --- The spike (section 9) --------------------------------------------------------------------


@dataclass(frozen=True)
class Spike:
    """A run of two components on the numbers x (n,), the second started on the largest; floor: on the variances."""

    x: np.ndarray
    states: list[MixtureState]
    k: int
    floor: float
    grid: np.ndarray
    top: float
    widths: tuple[float, float]
    name: str

    @property
    def now(self) -> MixtureState:
        return self.states[self.k]

    @property
    def sds(self) -> np.ndarray:
        """The standard deviations at each step, (steps + 1, 2)."""
        return np.array([np.sqrt(state.covariances[:, 0, 0]) for state in self.states])


def draw_spike(s: Spike) -> list[Panel]:
    now, sds, last = s.now, s.sds, len(s.states) - 0.5
    near = np.concatenate([m + d * np.array([-6, -3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 6])
                           for m, d in zip(now.means[:, 0], sds[s.k], strict=True)])  # fmt: skip
    grid = np.unique(np.clip(np.concatenate([s.grid, near]), s.grid[0], s.grid[-1]))
    parts = np.exp(log_joint(grid[:, None], now.weights, now.means, now.covariances))
    left = density_panel(
        s.x, now.responsibilities, grid, parts, s.top, xlabel=s.name, ylabel="density (cut above)", width=1.2
    )
    right: list[Mark] = [
        show.hline(np.sqrt(s.floor), (-0.5, last), color=show.GREEN, dash="dotted", width=2.2, label="√floor")
    ]
    steps = np.arange(len(sds))
    for k, name in enumerate(("σ₁", "σ₂")):
        look, dash = group_look(k), ("solid", "dashed")[k]
        right.append(
            show.curve(steps[: s.k + 1], sds[: s.k + 1, k], color=look["color"], dash=dash, width=2.2, label=name)
        )
        right.append(show.point(s.k, sds[s.k, k], size=9, edge=show.BLACK, **look))
    axes: dict[str, Any] = dict(logy=True, xlabel="step", ylabel="standard deviation", legend_columns=3)
    return [left, Panel(right, (-0.5, last), s.widths, **axes)]


def describe_spike(s: Spike) -> str:
    (_, share), (first, second) = s.now.weights, s.sds[s.k]
    told = (
        f"Floor {show.number(s.floor, 2)}, step {s.k}: σ₁ = {show.number(first, 3)}, σ₂ = {show.number(second, 3)}, "
        f"π₂ = {share:.3f}, log-likelihood {show.number(s.now.log_likelihood)}."
    )
    return told.replace("-", "−").replace("log−", "log-")


def with_a_lone_one() -> Dataset:
    """Twenty numbers from N(0, 1), and a 6."""
    x = np.append(np.random.default_rng(3).normal(0, 1, 20), 6.0)
    return Dataset(x[:, None], np.zeros(21, int), ("x",), ())


@figure(NUMBERS, with_a_lone_one, most=200)
def spike(data: Dataset, *, steps: int = 12) -> Live:
    """EM with a floor on the variances, from a component that starts on the largest of the numbers (EMX-08)."""
    x = np.sort(data.X[:, 0])
    if x[0] == x[-1]:
        raise ValueError("All numbers are equal: give at least two different ones.")
    spread = x[:-1].std() or x.std()
    tenth, unit = 10.0 ** round(np.log10(spread / 10)), 2 * round(np.log10(spread))
    low, high = show.limits(x, 0.25)
    widths = (3e-6 * 10 ** (unit / 2), 2 * (high - low))

    def compute(step: int, floor: float, sd: float) -> Spike:
        start = [0.9, 0.1], [[x[:-1].mean()], [x[-1]]], np.array([spread**2, sd**2]).reshape(2, 1, 1)
        states = take(em_steps(x[:, None], start=start, reg_covar=floor, tol=0), steps)
        grid, top = np.linspace(low, high, 201), highest_density(x, 1.6)
        return Spike(x, states, step, floor, grid, top, widths, data.feature_names[0])

    name, usual = "floor on the variances, reg_covar", 10.0 ** (unit - 6)
    floor: Any = show.LogSlider(name, usual, unit - 10, unit + 0.5, per_decade=4, readout=".1e")
    sd: Any = show.Slider("start of σ₂", 6 * tenth, 2 * tenth, 40 * tenth, tenth, readout=".3g")
    controls = {"step": show.step_slider("step", steps, value=0, interval=600), "floor": floor, "sd": sd}
    return Live(compute, draw_spike, describe_spike, controls=controls, size=(8.8, 4.3))
