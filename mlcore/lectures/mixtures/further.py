"""The figures of lecture 18's Further sections: chords, a line, starts and restarts, soft and hard, how many."""

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.model_selection import KFold, cross_val_score

from mlcore import datasets, show
from mlcore.base.steps import last, take
from mlcore.base.validation import different_points
from mlcore.cluster import KMeans
from mlcore.datasets import Dataset
from mlcore.lectures.mixtures.figures import PlaneRun, WalkedRun, floor_of, place_slider, start_from, three_groups
from mlcore.mixture import GaussianMixture, MixtureState, em_steps, log_joint
from mlcore.plots.clusters import by_place, draw_centers
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, NUMBERS, POINTS, TABLE
from mlcore.plots.mixtures import density_panel, draw_ellipses, ellipse, highest_density, mixture_panel, scatter_soft
from mlcore.plots.restarts import results_panel
from mlcore.show import LogSlider, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.pointer import ellipse_handles, ellipses
from mlcore.show.style import group_look


def fit_of_one(X, floor: float) -> float:
    """The log-likelihood of a single Gaussian, to which an axis can be cut."""
    return take(em_steps(X, start=start_from(X, 1, 0), reg_covar=floor), 1)[-1].log_likelihood


# --- Jensen (Further A) -----------------------------------------------------------------------

A_END = 0.3


@figure(FORMULA)
class jensen(View):
    """The logarithm, a chord and a tangent: Jensen's inequality for two values (EMX-01).

    X is A_END, or b with chance w. mean: E[X]. chord: E[ln X]. gap: from there to ln E[X].
    """

    size = (8.8, 3.8)
    controls = {
        "w": Slider("w, chance of b", 0.5, 0.0, 1.0, 0.05),
        "b": Slider("b", 4.0, 0.3, 5.8, 0.1),
    }
    w: float
    b: float
    mean: float
    chord: float
    gap: float

    def compute(self, w: float, b: float):
        self.w = w
        self.b = b
        self.mean = (1 - w) * A_END + w * b
        self.chord = float((1 - w) * np.log(A_END) + w * np.log(b))
        self.gap = float(np.log(self.mean)) - self.chord

    def draw(self):
        mean = self.mean
        chord = self.chord
        grid = np.linspace(0.08, 6, 160)
        ends = np.array([[A_END, np.log(A_END)], [self.b, np.log(self.b)]])
        tangent = np.log(mean) + (grid - mean) / mean
        marks = [
            show.curve(grid, np.log(grid), color=show.BLUE, width=2.6, label="ln"),
            show.curve(grid, tangent, color=show.GREEN, dash="dotted", width=2.0, label="tangent at E[X]"),
            show.Lines([ends], color=show.ORANGE, dash="dashed", width=2.4, label="chord"),
            show.Points(ends, size=7, marker="s", label="a and b"),
            show.segment((mean, chord), (mean, np.log(mean)), color=show.VERMILLION, width=2.8, label="gap"),
            show.point(mean, np.log(mean), color=show.BLUE, marker="D", size=9, edge=show.BLACK, label="ln E[X]"),
            show.point(mean, chord, color=show.ORANGE, marker="o", size=9, edge=show.BLACK, label="E[ln X]"),
        ]
        return [Panel(marks, (0, 6), (-2.2, 2.4), xlabel="X", ylabel="ln X", legend_columns=7)]

    def describe(self):
        chord, log_mean, gap = (show.number(v, places=3) for v in (self.chord, np.log(self.mean), self.gap))
        return f"b = {self.b:.1f} with chance {self.w:.2f}: E[ln X] = {chord}, ln E[X] = {log_mean}; gap {gap}."


# --- On a line, nothing known (Further B) -----------------------------------------------------


@figure(NUMBERS, datasets.two_gaussians, most=400)
class line(WalkedRun):
    """Two Gaussians on a line, all five parameters free; sliders for the start (EMX-07).

    x (n,): the numbers. states: of the run; k: its step. floor: on the variances. lls: the range of log-likelihoods in
    the picture.
    """

    size = (8.8, 4.3)
    steps: int = 40
    x: np.ndarray
    floor: float
    lls: tuple[float, float]

    def prepare(self):
        self.x = x = self.data.X[:, 0]
        self.floor = floor_of(self.data.X, 1e-6)
        alone = fit_of_one(self.data.X, self.floor)
        self.lls = (alone - 1.5 * len(x), alone + 0.6 * len(x))
        limits = show.limits(x, 0.25)
        spread = x.std() or 1.0
        self.controls = {
            "step": StepSlider("step", self.steps, 2, interval=400),
            "m1": place_slider("start of μ₁", x.mean() - 1.9 * spread, *limits),
            "m2": place_slider("start of μ₂", x.mean() - 0.35 * spread, *limits),
            "sd": place_slider("start of σ (both)", 0.5 * spread, 0.15 * spread, 2 * spread),
        }

    def compute(self, step: int, m1: float, m2: float, sd: float):
        start = [0.5, 0.5], [[m1], [m2]], np.full((2, 1, 1), sd**2)
        self.states = take(em_steps(self.data.X, start=start, reg_covar=self.floor, tol=0), self.steps)
        self.k = step

    def draw(self):
        now = self.now
        x = self.x
        grid = np.linspace(*show.limits(x, 0.25), num=301)
        parts = np.exp(log_joint(grid[:, None], now.weights, now.means, now.covariances))
        look = dict(xlabel=self.data.feature_names[0], ylabel="density (cut above)", width=1.3)
        room = len(self.states)
        return [
            density_panel(x, now.responsibilities, grid, parts, highest_density(x), **look),
            self.likelihood_panel((-0.02 * room, 1.02 * room), self.lls, least=self.lls[0]),
        ]

    def describe(self):
        now = self.now
        (m1, m2), (s1, s2) = now.means[:, 0], np.sqrt(now.covariances[:, 0, 0])
        m1, m2, s1, s2 = (show.number(v, 3) for v in (m1, m2, s1, s2))
        one, two = now.weights
        return (
            f"Step {self.k}: π = {one:.2f}, {two:.2f}; μ = {m1}, {m2}; σ = {s1}, {s2}; "
            f"log-likelihood {show.number(now.log_likelihood)}."
        )


# --- Starts under the hand, and many of them (Further C) --------------------------------------


@figure(POINTS, three_groups, most=300)
class hand(PlaneRun):
    """Three start ellipses to drag, and where EM takes them (EMX-10).

    states: of the run; k: its step. floor: on the variances. lls: the log-likelihoods that the axis must hold.
    """

    size = (8.8, 4.4)
    floor: float

    def prepare(self):
        X = self.data.X
        self.floor = floor_of(X, 0.003)
        alone = fit_of_one(X, self.floor)
        self.lls = (alone - 0.8 * len(X), alone + 0.9 * len(X))
        self.controls = {"step": StepSlider("step", self.steps, 3, interval=120)}
        middle = X.mean(axis=0)
        spread = X.std(axis=0)
        means = middle + spread * np.array([[-0.9, 0.9], [0.9, 0.9], [0.0, -0.9]])
        covariances = np.tile(np.diag(0.3 * spread**2 + self.floor), (3, 1, 1))
        self.pointers = [
            Pointer(ellipse_handles(means, covariances), kind="ellipse", name="starts", editable=False),
        ]

    def drags(self):
        starts = self.pointers[0].X
        return [show.Drag("the second ellipse into the group of the first", [starts[0]], point=3, name="starts")]

    def compute(self, step: int, starts):
        means, covariances = ellipses(starts)
        start = np.full(len(means), 1 / len(means)), means, covariances + self.floor * np.eye(2)
        self.states = take(em_steps(self.data.X, start=start, reg_covar=self.floor, tol=0), self.steps)
        self.k = step

    def draw(self):
        left, right = super().draw()
        begin = self.states[0]
        rings = [ellipse(m, S) for m, S in zip(begin.means, begin.covariances, strict=True)]
        handles = ellipse_handles(begin.means, begin.covariances)
        grips = [
            show.Lines(rings, color=show.GREY, dash="dashed", width=1.4, label="start"),
            show.Points(handles, color="#FFFFFF", edge=show.BLACK, size=7, label="drag these"),
        ]
        return [replace(left, marks=[*left.marks, *grips]), right]

    def describe(self):
        return f"Step {self.now.t} from the dashed start: {self.describe_fit()}"


@figure(POINTS, datasets.clouds, most=200)
class restarts(View):
    """Where EM ends from many random starts, one after the other (EMX-10).

    ends: the states that all starts end with. state: that of the last one; lls: the final log-likelihoods so far.
    edges: of the histogram. best: the best of all.
    """

    size = (8.8, 4.3)
    K: int = 5
    many: int = 80
    ends: list[MixtureState]
    edges: np.ndarray
    best: float
    state: MixtureState
    lls: np.ndarray

    def prepare(self):
        X = self.data.X
        floor = floor_of(self.data.X, 0.005)
        different_points(X, self.K, "K")
        self.ends = [
            last(em_steps(X, start=start_from(X, self.K, seed), reg_covar=floor, tol=1e-5), 400)
            for seed in range(self.many)
        ]
        lls = np.array([state.log_likelihood for state in self.ends])
        self.best = float(lls.max())
        self.edges = np.linspace(lls.min() - 1e-6, lls.max() + 1e-3 * (1 + np.ptp(lls)), 14)
        self.controls = {"number": StepSlider("start", self.many, 8, interval=250, first=1)}

    def compute(self, number: int):
        self.state = self.ends[number - 1]
        self.lls = np.array([state.log_likelihood for state in self.ends[:number]])

    def draw(self):
        end = self.state
        names = self.data.feature_names
        look = dict(xlabel="final log-likelihood", ylabel="starts")
        return [
            mixture_panel(self.data.X, end.responsibilities, end.means, end.covariances, names, width=1.2),
            results_panel(self.lls, self.edges, self.lls.max(), **look),
        ]

    def describe(self):
        n = len(self.lls)
        found = int((self.lls > self.best - 0.5).sum())
        return (
            f"Start {n}: log-likelihood {show.number(self.lls[-1])}; best so far {show.number(self.lls.max())}; "
            f"{found} of {n} within half a nat of the best of all."
        )


# --- From soft to hard (Further D) ------------------------------------------------------------


@figure(POINTS, datasets.clouds, most=150)
class soft(View):
    """EM for the means alone, with one width for all, followed from narrow to wide (EMX-11).

    rests: the means (K, 2) at rest and the shares (n, K) at each of the widths sigmas; means, R: those of this one.
    sure: the mean of the largest share at each. near: so close, means count as one.
    """

    size = (8.8, 4.3)
    K: int = 5
    sigmas: np.ndarray
    rests: list[tuple[np.ndarray, np.ndarray]]
    sure: np.ndarray
    near: float
    j: int
    sigma: float
    means: np.ndarray
    R: np.ndarray

    def prepare(self):
        X = self.data.X
        K = self.K
        different_points(X, K, "K")
        unit = round(np.log10(X.std(axis=0).max() / 2))
        self.sigmas = np.logspace(unit - 1, unit + 0.5, 31)
        means, _ = by_place(KMeans(K, n_init=10, random_state=0).fit(X).cluster_centers_, None)
        self.rests = []
        for sigma in self.sigmas:
            apart = 1e-6 * sigma * np.arange(K)[:, None]  # a merged pair may part again
            means, R = settle(X, means + apart, sigma)
            self.rests.append((means, R))
        self.sure = np.array([R.max(axis=1).mean() for _, R in self.rests])
        self.near = 1e-3 * float(np.ptp(X, axis=0).max())
        label = "σ, width of every component"
        self.controls = {"sigma": LogSlider(label, self.sigmas[5], unit - 1, unit + 0.5, per_decade=20)}

    def compute(self, sigma: float):
        self.j = int(np.abs(np.log(self.sigmas / sigma)).argmin())
        self.sigma = float(self.sigmas[self.j])
        self.means, self.R = self.rests[self.j]

    @property
    def different(self) -> int:
        """How many of the means differ by more than a thousandth of the data's extent."""
        apart = np.abs(self.means[:, None] - self.means).max(axis=2) > self.near
        return sum(bool(apart[k, :k].all()) for k in range(len(self.means)))

    def draw(self):
        X = self.data.X
        names = self.data.feature_names
        circles = [
            show.Lines([ellipse(m, self.sigma**2 * np.eye(2))], color=group_look(k)["color"], dash="dashed", width=1.4)
            for k, m in enumerate(self.means)
        ]
        left = [*scatter_soft(X, self.R), *circles, *draw_centers(self.means)]
        ends = (self.sigmas[0], self.sigmas[-1])
        blue = dict(color=show.BLUE, width=2.4, label="mean of the largest share")
        right = [
            show.hline(1 / self.K, ends, dash="dotted", width=1.6, label="1/K: no idea"),
            *show.trace(self.sigmas, self.sure, self.j, **blue),
        ]
        return [
            Panel(left, **show.window(X, 0.08), xlabel=names[0], ylabel=names[1], width=1.4),
            Panel(right, (ends[0] / 1.1, ends[1] * 1.1), (0, 1.04), logx=True, xlabel="σ", legend_columns=1),
        ]

    def describe(self):
        sigma = show.number(self.sigma, 2)
        sure = self.sure[self.j]
        different = self.different
        plural = "s" if different > 1 else ""
        return f"σ = {sigma}: the largest share is {sure:.3f} on average; {different} different mean{plural}."


def settle(X, means, sigma: float, rounds: int = 3000) -> tuple[np.ndarray, np.ndarray]:
    """EM for the means (K, d) alone, equal weights and the width sigma for all, until they rest."""
    for _ in range(rounds):
        joint = -((X[:, None] - means) ** 2).sum(axis=2) / (2 * sigma**2)
        R = np.exp(joint - logsumexp(joint, axis=1, keepdims=True))
        means, before = R.T @ X / R.sum(axis=0)[:, None], means
        if np.abs(means - before).max() < 1e-8 * sigma:
            break
    return means, R


# --- How many (Further E) ---------------------------------------------------------------------


@figure(TABLE, datasets.iris, most=300)
class how_many(View):
    """Two referees for the number of components: BIC, and the likelihood of points held out (EMX-09).

    Of more than five columns those five are used whose numbers vary most; two of them, `columns`, are drawn. models:
    of 1, 2, … components; trained, held_out, bic: what the referees say of each, in nats per point. K, model: the
    one that is drawn.
    """

    size = (8.8, 4.3)
    largest: int = 6
    most_columns: int = 5
    columns: list[int]
    models: list[GaussianMixture]
    trained: np.ndarray
    held_out: np.ndarray
    bic: np.ndarray
    K: int
    model: GaussianMixture

    def prepare(self):
        self.data = data = most_varied(self.data, self.most_columns)
        if data.X.shape[1] < 2:
            raise ValueError("The table has one column: give at least two.")
        X = data.X
        Ks = range(1, self.largest + 1)
        fit: dict[str, Any] = dict(reg_covar=floor_of(X, 2e-3), n_init=2, max_iter=2000, tol=1e-4, random_state=0)
        folds = KFold(5, shuffle=True, random_state=0)
        self.models = [GaussianMixture(K, **fit).fit(X) for K in Ks]
        self.trained = np.array([model.score(X) for model in self.models])
        self.held_out = np.array([cross_val_score(GaussianMixture(K, **fit), X, cv=folds).mean() for K in Ks])
        self.bic = np.array([-model.bic(X) / (2 * len(X)) for model in self.models])
        self.columns = np.sort(np.argsort(X.std(axis=0))[::-1][:2]).tolist()
        self.controls = {"K": Slider("K, number of components", 2, 1, self.largest, 1)}

    def compute(self, K: int):
        self.K = K
        self.model = self.models[K - 1]

    def draw(self):
        model = self.model
        two = self.columns
        X = self.data.X[:, two]
        names = [self.data.feature_names[j] for j in two]
        marks = [
            *scatter_soft(X, model.predict_proba(self.data.X)),
            *draw_ellipses(model.means_[:, two], model.covariances_[:, two][:, :, two]),
        ]
        return [
            Panel(marks, **show.window(X, 0.1), xlabel=names[0], ylabel=names[1], width=1.3),
            self.referee_panel(),
        ]

    def referee_panel(self) -> Panel:
        """What the referees say of 1, …, K components; a reader is to guess what comes."""
        Ks = np.arange(1, self.largest + 1)
        marks = []
        for name, values, color, marker, dash in (
            ("log-likelihood, trained on", self.trained, show.GREY, "^", "dotted"),
            ("held out", self.held_out, show.BLUE, "o", "solid"),
            ("−BIC / 2n", self.bic, show.ORANGE, "s", "dashed"),
        ):
            so_far = np.column_stack([Ks, values])[: self.K]
            marks.append(show.Lines([so_far], color=color, dash=dash, width=2.2, label=name))
            marks.append(show.Points(so_far, color=color, marker=marker, size=6))
            marks.append(show.point(*so_far[-1], **show.NOW))
            marks.append(show.point(*so_far[-1], color=color, marker=marker, size=6))
        every = np.concatenate([self.trained, self.held_out, self.bic])
        ticks = tuple(Ks.tolist()), tuple(map(str, Ks.tolist()))
        frame = (0.5, self.largest + 0.5), show.limits(every, 0.08)
        return Panel(marks, *frame, "K", "nats per point (higher is better)", xticks=ticks, legend_columns=1)

    def describe(self):
        referees = (self.trained, self.held_out, self.bic)
        trained, held_out, bic = (show.number(values[self.K - 1], places=3) for values in referees)
        return f"K = {self.K}: log-likelihood per point {trained}, held out {held_out}, −BIC/2n {bic}."


def most_varied(data: Dataset, most: int) -> Dataset:
    """The columns whose numbers vary most, so many at most, in their own order, and no classes."""
    columns = np.sort(np.argsort(data.X.std(axis=0))[::-1][:most])
    return Dataset(data.X[:, columns], data.y, tuple(data.feature_names[j] for j in columns), ())
