"""The figures of lecture 18's Further sections: chords, a line, starts and restarts, soft and hard, how many."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.model_selection import KFold, cross_val_score

from mlcore import datasets, show
from mlcore.base.steps import last, take
from mlcore.base.validation import different_points
from mlcore.cluster import KMeans
from mlcore.datasets import Dataset
from mlcore.lectures.mixtures.figures import Plane, draw_plane_run, floor_of, place_slider, start_from, three_groups
from mlcore.mixture import GaussianMixture, MixtureState, em_steps, log_joint
from mlcore.plots.clusters import by_place, draw_centers
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, NUMBERS, POINTS, TABLE
from mlcore.plots.mixtures import (
    density_panel,
    draw_ellipses,
    ellipse,
    highest_density,
    mixture_panel,
    scatter_soft,
)
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.pointer import ellipse_handles, ellipses
from mlcore.show.style import group_look

# --- Jensen (Further A) -----------------------------------------------------------------------

A_END = 0.3


@dataclass(frozen=True)
class Chord:
    """X is A_END, or b with chance w."""

    w: float
    b: float

    @property
    def mean(self) -> float:
        return (1 - self.w) * A_END + self.w * self.b

    @property
    def chord(self) -> float:
        return float((1 - self.w) * np.log(A_END) + self.w * np.log(self.b))

    @property
    def gap(self) -> float:
        return float(np.log(self.mean)) - self.chord


def draw_jensen(s: Chord) -> list[Panel]:
    grid = np.linspace(0.08, 6, 160)
    ends = np.array([[A_END, np.log(A_END)], [s.b, np.log(s.b)]])
    tangent = np.log(s.mean) + (grid - s.mean) / s.mean
    marks = [
        show.curve(grid, np.log(grid), color=show.BLUE, width=2.6, label="ln"),
        show.curve(grid, tangent, color=show.GREEN, dash="dotted", width=2.0, label="tangent at E[X]"),
        show.Lines([ends], color=show.ORANGE, dash="dashed", width=2.4, label="chord"),
        show.Points(ends, size=7, marker="s", label="a and b"),
        show.segment((s.mean, s.chord), (s.mean, np.log(s.mean)), color=show.VERMILLION, width=2.8, label="gap"),
        show.point(s.mean, np.log(s.mean), color=show.BLUE, marker="D", size=9, edge=show.BLACK, label="ln E[X]"),
        show.point(s.mean, s.chord, color=show.ORANGE, marker="o", size=9, edge=show.BLACK, label="E[ln X]"),
    ]
    return [Panel(marks, (0, 6), (-2.2, 2.4), xlabel="X", ylabel="ln X", legend_columns=7)]


def describe_jensen(s: Chord) -> str:
    words = f"b = {s.b:.1f} with chance {s.w:.2f}: E[ln X] = {s.chord:.3f}, ln E[X] = {np.log(s.mean):.3f}"
    return f"{words}; gap {s.gap:.3f}.".replace("-", "−")


@figure(FORMULA)
def jensen() -> Live:
    """The logarithm, a chord and a tangent: Jensen's inequality for two values (EMX-01)."""
    controls = {
        "w": show.slider("w, chance of b", 0.5, 0.0, 1.0, 0.05),
        "b": show.slider("b", 4.0, 0.3, 5.8, 0.1),
    }
    return Live(Chord, draw_jensen, describe_jensen, controls=controls, size=(8.8, 3.8))


# --- On a line, nothing known (Further B) -----------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A run of two components on the numbers x (n,) at step k."""

    x: np.ndarray
    states: list[MixtureState]
    k: int
    grid: np.ndarray
    top: float
    lls: tuple[float, float]
    name: str

    @property
    def now(self) -> MixtureState:
        return self.states[self.k]


def draw_line(s: Line) -> list[Panel]:
    now = s.now
    parts = np.exp(log_joint(s.grid[:, None], now.weights, now.means, now.covariances))
    look = dict(xlabel=s.name, ylabel="density (cut above)", width=1.3)
    left = density_panel(s.x, now.responsibilities, s.grid, parts, s.top, **look)
    lls = np.maximum([state.log_likelihood for state in s.states], s.lls[0])
    right: list[Mark] = [*show.trace(np.arange(len(lls)), lls, s.k, color=show.BLUE, width=2.4)]
    room = len(s.states)
    return [left, Panel(right, (-0.02 * room, 1.02 * room), s.lls, xlabel="step", ylabel="log-likelihood")]


def describe_line(s: Line) -> str:
    (m1, m2), (s1, s2) = s.now.means[:, 0], np.sqrt(s.now.covariances[:, 0, 0])
    numbers = [*(show.number(v, 3) for v in (m1, m2, s1, s2)), show.number(s.now.log_likelihood)]
    m1, m2, s1, s2, ll = (number.replace("-", "−") for number in numbers)
    one, two = s.now.weights
    return f"Step {s.k}: π = {one:.2f}, {two:.2f}; μ = {m1}, {m2}; σ = {s1}, {s2}; log-likelihood {ll}."


@figure(NUMBERS, datasets.two_gaussians, most=400)
def line(data: Dataset, *, steps: int = 40) -> Live:
    """Two Gaussians on a line, all five parameters free; sliders for the start (EMX-07)."""
    x = data.X[:, 0]
    low, high = show.limits(x, 0.25)
    spread, floor = x.std() or 1.0, floor_of(data.X, 1e-6)
    alone = take(em_steps(data.X, start=start_from(data.X, 1, 0), reg_covar=floor), 1)[-1].log_likelihood
    lls = (alone - 1.5 * len(x), alone + 0.6 * len(x))

    def compute(step: int, m1: float, m2: float, sd: float) -> Line:
        start = [0.5, 0.5], [[m1], [m2]], np.full((2, 1, 1), sd**2)
        states = take(em_steps(data.X, start=start, reg_covar=floor, tol=0), steps)
        grid, top = np.linspace(low, high, 301), highest_density(x)
        return Line(x, states, step, grid, top, lls, data.feature_names[0])

    sd = place_slider("start of σ (both)", 0.5 * spread, 0.15 * spread, 2 * spread)
    controls = {
        "step": show.step_slider("step", steps, value=2, interval=400),
        "m1": place_slider("start of μ₁", x.mean() - 1.9 * spread, low, high),
        "m2": place_slider("start of μ₂", x.mean() - 0.35 * spread, low, high),
        "sd": sd,
    }
    return Live(compute, draw_line, describe_line, controls=controls, size=(8.8, 4.3))


# --- Starts under the hand, and many of them (Further C) --------------------------------------


def draw_hand(s: Plane) -> list[Panel]:
    left, right = draw_plane_run(s)
    begin = s.states[0]
    rings = [ellipse(m, S) for m, S in zip(begin.means, begin.covariances, strict=True)]
    handles = ellipse_handles(begin.means, begin.covariances)
    grips = [
        show.Lines(rings, color=show.GREY, dash="dashed", width=1.4, label="start"),
        show.Points(handles, color="#FFFFFF", edge=show.BLACK, size=7, label="drag these"),
    ]
    return [Panel([*left.marks, *grips], left.xlim, left.ylim, left.xlabel, left.ylabel, equal=left.equal,
                  width=1.3), right]  # fmt: skip


@figure(POINTS, three_groups, most=300)
def hand(data: Dataset, *, steps: int = 60) -> Live:
    """Three start ellipses to drag, and where EM takes them (EMX-10)."""
    X, floor = data.X, floor_of(data.X, 0.003)
    middle, spread = X.mean(axis=0), X.std(axis=0)
    means = middle + spread * np.array([[-0.9, 0.9], [0.9, 0.9], [0.0, -0.9]])
    covariances = np.tile(np.diag(0.3 * spread**2 + floor), (3, 1, 1))
    alone = take(em_steps(X, start=start_from(X, 1, 0), reg_covar=floor), 1)[-1].log_likelihood
    lls = (alone - 0.8 * len(X), alone + 0.9 * len(X))

    def compute(step: int, starts) -> Plane:
        at, shape = ellipses(starts)
        start = np.full(len(at), 1 / len(at)), at, shape + floor * np.eye(2)
        return Plane(data, take(em_steps(X, start=start, reg_covar=floor, tol=0), steps), step, steps, lls)

    pointer = Pointer(ellipse_handles(means, covariances), kind="ellipse", name="starts", editable=False)
    controls = {"step": show.step_slider("step", steps, value=3, interval=120)}
    return Live(compute, draw_hand, describe_hand, controls=controls, pointer=pointer, size=(8.8, 4.4))


def describe_hand(s: Plane) -> str:
    shares = ", ".join(f"{w:.2f}" for w in s.now.weights)
    ll = show.number(s.now.log_likelihood).replace("-", "−")
    return f"Step {s.now.t} from the dashed start: log-likelihood {ll}; weights {shares}."


@dataclass(frozen=True)
class Restarts:
    """Where the last start ended, and the final log-likelihoods so far; edges: of the histogram; best: of all."""

    data: Dataset
    state: MixtureState
    lls: np.ndarray
    edges: np.ndarray
    best: float


def draw_restarts(s: Restarts) -> list[Panel]:
    end = s.state
    left = mixture_panel(s.data.X, end.responsibilities, end.means, end.covariances, s.data.feature_names, width=1.2)
    counts, here = (np.histogram(np.maximum(v, s.edges[0]), s.edges)[0] for v in (s.lls, s.lls[-1:]))
    room = 0.06 * (s.edges[1] - s.edges[0])
    most = next(most for most in (5, 10, 20, 50, 100, 2 * len(s.lls)) if most >= 1.05 * counts.max())
    boxes = np.column_stack([s.edges[:-1] + room, 0 * counts, s.edges[1:] - room, counts])
    right = [
        show.Bars(boxes, color=show.BLUE, label="so far"),
        show.Bars(boxes[here > 0], color=show.ORANGE, label="this one is here"),
        show.vline(s.lls.max(), (0, most), **show.BEST, label="best so far"),
    ]
    look: dict[str, Any] = dict(xlabel="final log-likelihood", ylabel="starts", legend_columns=2)
    return [left, Panel(right, show.limits(s.edges, 0.03), (0, most), **look)]


def describe_restarts(s: Restarts) -> str:
    found, ll = int((s.lls > s.best - 0.5).sum()), show.number(s.lls[-1]).replace("-", "−")
    best = show.number(s.lls.max()).replace("-", "−")
    return (f"Start {len(s.lls)}: log-likelihood {ll}; best so far {best}; {found} of {len(s.lls)} within half a nat "
            "of the best of all.")  # fmt: skip


@figure(POINTS, datasets.clouds, most=200)
def restarts(data: Dataset, *, K: int = 5, many: int = 80) -> Live:
    """Where EM ends from many random starts, one after the other (EMX-10)."""
    X, floor = data.X, floor_of(data.X, 0.005)
    different_points(X, K, "K")
    runs = [last(em_steps(X, start=start_from(X, K, seed), reg_covar=floor, tol=1e-5), 400) for seed in range(many)]
    lls = np.array([state.log_likelihood for state in runs])
    edges = np.linspace(lls.min() - 1e-6, lls.max() + 1e-3 * (1 + np.ptp(lls)), 14)

    def compute(number: int) -> Restarts:
        return Restarts(data, runs[number - 1], lls[:number], edges, float(lls.max()))

    controls = {"number": show.step_slider("start", many, value=8, interval=250, first=1)}
    return Live(compute, draw_restarts, describe_restarts, controls=controls, size=(8.8, 4.3))


# --- From soft to hard (Further D) ------------------------------------------------------------


@dataclass(frozen=True)
class Soft:
    """The means (K, 2) at rest for one width sigma, the shares R (n, K), and how sure they are at all widths."""

    data: Dataset
    sigma: float
    means: np.ndarray
    R: np.ndarray
    sigmas: np.ndarray
    sure: np.ndarray
    near: float

    @property
    def different(self) -> int:
        """How many of the means differ by more than a thousandth of the data's extent."""
        apart = np.abs(self.means[:, None] - self.means).max(axis=2) > self.near
        return sum(bool(apart[k, :k].all()) for k in range(len(self.means)))


def settle(X, means, sigma: float, rounds: int = 3000) -> tuple[np.ndarray, np.ndarray]:
    """EM for the means (K, d) alone, equal weights and the width sigma for all, until they rest."""
    for _ in range(rounds):
        joint = -((X[:, None] - means) ** 2).sum(axis=2) / (2 * sigma**2)
        R = np.exp(joint - logsumexp(joint, axis=1, keepdims=True))
        means, before = R.T @ X / R.sum(axis=0)[:, None], means
        if np.abs(means - before).max() < 1e-8 * sigma:
            break
    return means, R


def draw_soft(s: Soft) -> list[Panel]:
    X, K = s.data.X, len(s.means)
    circles = [
        show.Lines([ellipse(m, s.sigma**2 * np.eye(2))], color=group_look(k)["color"], dash="dashed", width=1.4)
        for k, m in enumerate(s.means)
    ]
    frame, names = show.window(X, 0.08), s.data.feature_names
    left = Panel([*scatter_soft(X, s.R), *circles, *draw_centers(s.means)], **frame, xlabel=names[0], ylabel=names[1],
                 width=1.4)  # fmt: skip
    here = int(np.abs(np.log(s.sigmas / s.sigma)).argmin())
    right = [
        show.hline(1 / K, (s.sigmas[0], s.sigmas[-1]), dash="dotted", width=1.6, label="1/K: no idea"),
        *show.trace(s.sigmas, s.sure, here, color=show.BLUE, width=2.4, label="mean of the largest share"),
    ]
    edges = (s.sigmas[0] / 1.1, s.sigmas[-1] * 1.1)
    return [left, Panel(right, edges, (0, 1.04), logx=True, xlabel="σ", legend_columns=1)]


def describe_soft(s: Soft) -> str:
    return (f"σ = {show.number(s.sigma, 2)}: the largest share is {s.R.max(axis=1).mean():.3f} on average; "
            f"{s.different} different mean{'s' * (s.different > 1)}.")  # fmt: skip


@figure(POINTS, datasets.clouds, most=150)
def soft(data: Dataset, *, K: int = 5) -> Live:
    """EM for the means alone, with one width for all, followed from narrow to wide (EMX-11)."""
    different_points(data.X, K, "K")
    X, unit = data.X, round(np.log10(data.X.std(axis=0).max() / 2))
    sigmas = np.logspace(unit - 1, unit + 0.5, 31)
    means, _ = by_place(KMeans(K, n_init=10, random_state=0).fit(X).cluster_centers_, None)
    rests = []
    for sigma in sigmas:
        means, R = settle(X, means + 1e-6 * sigma * np.arange(K)[:, None], sigma)  # a merged pair may part again
        rests.append((means, R))
    sure = np.array([R.max(axis=1).mean() for _, R in rests])
    near = 1e-3 * float(np.ptp(X, axis=0).max())

    def compute(sigma: float) -> Soft:
        j = int(np.abs(np.log(sigmas / sigma)).argmin())
        at, shares = rests[j]
        return Soft(data, float(sigmas[j]), at, shares, sigmas, sure, near)

    controls = {"sigma": show.log_slider("σ, width of every component", sigmas[5], unit - 1, unit + 0.5, per_decade=20)}
    return Live(compute, draw_soft, describe_soft, controls=controls, size=(8.8, 4.3))


# --- How many (Further E) ---------------------------------------------------------------------


@dataclass(frozen=True)
class HowMany:
    """The fit of K components, and the referees for 1, 2, ... components, in nats per point."""

    data: Dataset
    columns: list[int]
    model: GaussianMixture
    trained: np.ndarray
    held_out: np.ndarray
    bic: np.ndarray

    @property
    def K(self) -> int:
        return self.model.n_components


def draw_how_many(s: HowMany) -> list[Panel]:
    m, two = s.model, s.columns
    X, names = s.data.X[:, two], [s.data.feature_names[j] for j in two]
    shares, covariances = m.predict_proba(s.data.X), m.covariances_[:, two][:, :, two]
    left: list[Mark] = [*scatter_soft(X, shares), *draw_ellipses(m.means_[:, two], covariances)]
    Ks, right = np.arange(1, len(s.bic) + 1), []
    curves = (
        ("log-likelihood, trained on", s.trained, show.GREY, "^", "dotted"),
        ("held out", s.held_out, show.BLUE, "o", "solid"),
        ("−BIC / 2n", s.bic, show.ORANGE, "s", "dashed"),
    )
    for name, values, color, marker, dash in curves:
        so_far = np.column_stack([Ks, values])[: s.K]  # a reader is to guess what comes
        right.append(show.Lines([so_far], color=color, dash=dash, width=2.2, label=name))
        right.append(show.Points(so_far, color=color, marker=marker, size=6))
        right.append(show.point(s.K, values[s.K - 1], **show.NOW))
        right.append(show.point(s.K, values[s.K - 1], color=color, marker=marker, size=6))
    every = np.concatenate([s.trained, s.held_out, s.bic])
    ticks = tuple(Ks.tolist()), tuple(map(str, Ks.tolist()))
    frame: dict[str, Any] = dict(xlim=(0.5, len(Ks) + 0.5), ylim=show.limits(every, 0.08))
    look: dict[str, Any] = dict(xlabel="K", ylabel="nats per point (higher is better)", xticks=ticks, legend_columns=1)
    return [
        Panel(left, **show.window(X, 0.1), xlabel=names[0], ylabel=names[1], width=1.3),
        Panel(right, **frame, **look),
    ]


def describe_how_many(s: HowMany) -> str:
    k = s.K - 1
    a, b, c = (f"{v:.3f}".replace("-", "−") for v in (s.trained[k], s.held_out[k], s.bic[k]))
    return f"K = {s.K}: log-likelihood per point {a}, held out {b}, −BIC/2n {c}."


@figure(TABLE, datasets.iris, most=300)
def how_many(data: Dataset, *, K: int = 2, largest: int = 6, most_columns: int = 5) -> Live:
    """Two referees for the number of components: BIC, and the likelihood of points held out (EMX-09).

    Of more than five columns those five are used whose numbers vary most.
    """
    keep = np.sort(np.argsort(data.X.std(axis=0))[::-1][:most_columns])
    data = Dataset(data.X[:, keep], data.y, tuple(data.feature_names[j] for j in keep), ())
    if data.X.shape[1] < 2:
        raise ValueError("The table has one column: give at least two.")
    X = data.X
    settings: dict[str, Any] = dict(reg_covar=floor_of(data.X, 2e-3), n_init=2, max_iter=2000, tol=1e-4, random_state=0)
    models = [GaussianMixture(k, **settings).fit(X) for k in range(1, largest + 1)]
    folds = KFold(5, shuffle=True, random_state=0)
    held_out = np.array(
        [cross_val_score(GaussianMixture(k, **settings), X, cv=folds).mean() for k in range(1, largest + 1)]
    )
    trained, bic = np.array([m.score(X) for m in models]), np.array([-m.bic(X) / (2 * len(X)) for m in models])
    columns = np.sort(np.argsort(X.std(axis=0))[::-1][:2]).tolist()

    def compute(K: int) -> HowMany:
        return HowMany(data, columns, models[K - 1], trained, held_out, bic)

    controls = {"K": show.slider("K, number of components", K, 1, largest, 1)}
    return Live(compute, draw_how_many, describe_how_many, controls=controls, size=(8.8, 4.3))
