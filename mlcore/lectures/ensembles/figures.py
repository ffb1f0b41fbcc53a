"""The figures of lecture 15, ensembles."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets, show
from mlcore.base.labels import check_rows_of_each_class
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.ensemble import (
    LOSSES,
    AdaBoostState,
    BoostingState,
    boosting_steps,
    full_tree,
    signs_of,
    values,
)
from mlcore.lectures.ensembles.draws import (
    DEEPEST,
    METHODS,
    MOST,
    ROUNDS,
    STAGES,
    STEPS,
    adaboost_states,
    blurred_ring,
    parts_of,
    score_at,
    simulated,
    staged_scores,
    truth,
    wave_of,
)
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASS_TABLE, CLASSES, FORMULA, LINE
from mlcore.plots.regions import draw_regions
from mlcore.plots.separating_planes import require_both_classes
from mlcore.plots.trees import number_of, ring, unequal
from mlcore.show import Choice, LogSlider, Panel, Pointer, Slider, StepSlider, View
from mlcore.show.style import class_look
from mlcore.tree import Limits, Node, gini, label_table, leaf_of, sorted_rows

FINE = 70  # the cells of a grid, along each axis


def grid_of(frame: dict) -> np.ndarray:
    """The places (FINE², 2) of a grid over the window."""
    return show.lattice(*(np.linspace(*frame[name], num=FINE) for name in ("xlim", "ylim")))


# --- AdaBoost, round by round (section 1) -----------------------------------------------------


def wide_ring() -> Dataset:
    """The ring of section 1."""
    return blurred_ring(seed=3)


@figure(CLASSES, wide_ring, most=300)
class rounds(View):
    """AdaBoost with stumps: the size of a point is its weight; points can be dragged (ENS-08).

    X (n, 2), y (n,): the points as they lie. states: of the run on them; k: the round, now: the state at it. field
    (FINE²,): f on the cells of a grid. as_they_came(): the states for the data untouched, and the field of each.
    """

    size = (8.8, 4.5)
    controls = {"k": StepSlider("round", ROUNDS, 1, interval=500)}
    frame: dict[str, Any]
    cells: np.ndarray
    as_they_came: Callable[[], tuple[list[AdaBoostState], np.ndarray]]
    X: np.ndarray
    y: np.ndarray
    states: list[AdaBoostState]
    k: int
    field: np.ndarray

    def prepare(self):
        self.frame = unequal(self.data.X)
        self.cells = grid_of(self.frame)
        self.as_they_came = cache(self.run_with_fields)
        self.pointers = [Pointer(self.data.X, self.data.y, names=self.data.target_names)]

    def run_with_fields(self) -> tuple[list[AdaBoostState], np.ndarray]:
        """The states for the data as they came, and f after each round on the cells."""
        states = adaboost_states(self.data.X, self.data.y)
        votes = [state.alpha * signs_of(state.stump, self.cells) for state in states[1:]]
        return states, np.vstack([np.zeros(len(self.cells)), *votes]).cumsum(axis=0)

    def compute(self, k: int, X, y):
        require_both_classes(y)
        self.X = X
        self.y = y
        if np.array_equal(X, self.data.X) and np.array_equal(y, self.data.y):
            self.states, fields = self.as_they_came()
            self.k = min(k, len(self.states) - 1)
            self.field = fields[self.k]
        else:
            self.states = adaboost_states(X, y)
            self.k = min(k, len(self.states) - 1)
            self.field = score_at(self.states[: self.k + 1], self.cells)

    @property
    def now(self) -> AdaBoostState:
        return self.states[self.k]

    @property
    def errors(self) -> np.ndarray:
        """The share of points on the wrong side after each round; a score of 0 counts as wrong."""
        return np.array([(self.y * state.scores <= 0).mean() for state in self.states])

    def draw(self):
        frame, names = self.frame, self.data.feature_names
        scores = np.outer(self.field, [-0.5, 0.5])
        regions = draw_regions(lambda _: scores, (-1, 1), frame["xlim"], frame["ylim"], n=FINE)
        if not self.k:  # before the first round nobody has voted
            regions = [replace(regions[-1], paths=[])]
        marks = [
            *show.scatter_classes(self.X[:0], self.y[:0], self.data.target_names),  # the legend: it stands still
            *regions,
            question_line(self.now.stump[0] if self.k else None, frame),
            *weighted_points(self.X, self.y, self.now.weights),
        ]
        return [Panel(marks, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2), self.error_panel()]

    def error_panel(self) -> Panel:
        """The share of errors and its bound so far."""
        t, errors = np.arange(self.k + 1), self.errors[: self.k + 1]
        bounds = [state.bound for state in self.states[: self.k + 1]]
        marks = [
            show.curve(t, bounds, color=show.GREEN, dash="dashed", width=2, label="the bound (15.12)"),
            show.curve(t, errors, color=show.BLUE, width=2.2, label="share of errors"),
            show.point(self.k, errors[-1], color=show.BLUE, size=8, edge=show.BLACK),
            show.point(self.k, bounds[-1], color=show.GREEN, marker="s", size=7, edge=show.BLACK),
        ]
        frame = (-1, ROUNDS + 1), (-0.04, 1.06)
        return Panel(marks, *frame, "round", "on these points", legend_columns=1, width=0.8)

    def describe(self):
        now, n = self.now, len(self.X)
        if not self.k:
            end = " No stump is better than a coin, so there is no round." if now.converged else ""
            return f"The start: {n} points, all of the same weight.{end}"
        why = "no stump would be better than a coin" if now.error else "this stump has no error"
        end = f"; {why}, so the run has ended" if now.converged else ""
        return (
            f"Round {self.k}: weighted error {show.number(now.error, 3)}, vote {show.number(now.alpha, 3)}; "
            f"all rounds together: {round(self.errors[self.k] * n)} of {n} wrong, "
            f"at most {show.number(now.bound * n, 3)} by the bound{end}."
        )


def weighted_points(X, y, weights) -> list[show.Points]:
    """The points of two classes, their area in proportion to their weights (n,)."""
    sizes = np.round(2 * np.clip(5.5 * np.sqrt(weights * len(X)), 1.5, 24)) / 2  # few marks: half a point is not seen
    return [
        show.Points(X[(y == label) & (sizes == size)], size=float(size), alpha=0.8, **class_look(label))
        for label in (-1, 1)
        for size in np.unique(sizes[y == label])
    ]


def question_line(root: Node | None, frame: dict) -> show.Segments:
    """The question of a stump as a dashed line; none before the first round, and where nothing could be asked."""
    look: dict[str, Any] = dict(color=show.PURPLE, dash="dashed", width=2.6, label="this round's question")
    if root is None or root.is_leaf:
        return show.Segments(np.zeros((0, 4)), **look)
    draw, span = (show.vline, frame["ylim"]) if root.feature == 0 else (show.hline, frame["xlim"])
    return draw(root.threshold, span, **look)


# --- Bias, variance, noise (section 2) --------------------------------------------------------


@figure(FORMULA)
class spread(View):
    """Bias, variance and noise of trees by depth, alone and bagged, simulated (ENS-01, ENS-03, ENS-11).

    fits (sets, g): what the bags of m trees of this depth say on the grid. parts (3, depths): of the error, for this m;
    here (3,): those of this depth.
    """

    size = (8.8, 4.3)
    controls = {
        "depth": Slider("depth", 1, 1, DEEPEST, 1),
        "m": Slider("trees in the bag (1: the tree of the whole set)", 1, 1, MOST, 1),
    }
    bags: Callable[[int], tuple[np.ndarray, np.ndarray]]
    grid: np.ndarray
    depth: int
    m: int
    fits: np.ndarray
    parts: np.ndarray

    def prepare(self):
        self.grid, _, _ = simulated()
        self.bags = cache(self.bag)

    def bag(self, m: int) -> tuple[np.ndarray, np.ndarray]:
        """The fits of bags of m trees (depths, sets, g), and the three parts of their error (3, depths)."""
        grid, bagged, single = simulated()
        fits = single if m == 1 else bagged[:, :, :m].mean(axis=2)
        return fits, parts_of(fits, grid)

    def compute(self, depth: int, m: int):
        fits, self.parts = self.bags(m)
        self.fits = fits[depth - 1]
        self.depth = depth
        self.m = m

    @property
    def here(self) -> np.ndarray:
        return self.parts[:, self.depth - 1]

    def draw(self):
        fits = [np.column_stack([self.grid, fit]) for fit in self.fits[:12]]
        left = [
            show.Lines(fits, color=show.GREY, alpha=0.35, width=1.0, label="12 of the 30 fits"),
            show.curve(self.grid, truth(self.grid), color=show.GREEN, dash="dashed", width=2.4, label="truth"),
            show.curve(self.grid, self.fits.mean(axis=0), color=show.VERMILLION, width=2.6, label="mean of all 30"),
        ]
        return [Panel(left, (0, 2), (-1.4, 2.2), "x", "y", legend_columns=2), self.parts_panel()]

    def parts_panel(self) -> Panel:
        """The parts of the error up to this depth: what comes is to be predicted."""
        depth, at = self.depth, np.arange(1, self.depth + 1)
        ends = np.vstack([np.zeros(depth), self.parts[:, :depth].cumsum(axis=0)])
        parts = (show.GREY, "noise"), (show.BLUE, "bias²"), (show.ORANGE, "variance")
        marks = [
            *(
                show.Bars(np.column_stack([at - 0.38, low, at + 0.38, high]), color=color, alpha=0.9, label=name)
                for low, high, (color, name) in zip(ends[:-1], ends[1:], parts, strict=True)
            ),
            show.Lines([ring(depth - 0.44, 0, depth + 0.44, self.here.sum())], width=2.4),
        ]
        ticks = tuple(range(1, DEEPEST + 1)), tuple(map(str, range(1, DEEPEST + 1)))
        words = "depth", "mean squared error"
        return Panel(marks, (0.4, DEEPEST + 0.6), (0, 0.24), *words, xticks=ticks, legend_columns=3)

    def describe(self):
        noise, bias, spread = (show.number(part, 2) for part in self.here)
        what = "one tree" if self.m == 1 else f"the mean of {self.m} bagged trees"
        return (
            f"Depth {self.depth}, {what}: noise {noise} + bias² {bias} + variance {spread} = "
            f"{show.number(self.here.sum(), places=4)}."
        )


# --- Gradient boosting (section 6) ------------------------------------------------------------


def wave() -> Dataset:
    """A sine with noise."""
    return wave_of(60, np.random.default_rng(2))


def long_wave() -> Dataset:
    """Another one, with five hundred points to try the sum of trees on."""
    return wave_of(540, np.random.default_rng(2))


@figure(LINE, long_wave, most=540)
class descent(View):
    """Gradient boosting of squared errors under sliders for the trees and the shrinkage ν (ENS-09).

    seen, rest: the rows of the points that it grows on, and of the others. states: of the run; t: the trees so far.
    On the grid (241,): curve, its function, and newest, the next tree. errors (2, STEPS + 1): mean squared errors of
    0, 1, … trees on the points seen and on the others.
    """

    size = (8.8, 4.0)
    controls = {
        "t": StepSlider("trees", STEPS, 4, interval=120),
        "lr": LogSlider("ν, shrinkage", 0.1, -2, 0),
        "depth": Slider("depth of each", 1, 1, 4, 1),
    }
    seen: np.ndarray
    rest: np.ndarray
    grid: np.ndarray
    runs: Callable[[float, int], tuple[list[BoostingState], np.ndarray]]
    states: list[BoostingState]
    t: int
    curve: np.ndarray
    newest: np.ndarray
    errors: np.ndarray

    def prepare(self):
        n = len(self.data.y)
        parts = train_test_split(np.arange(n), train_size=min(40, 2 * n // 3), random_state=0)
        self.seen, self.rest = map(np.sort, parts)
        self.grid = np.linspace(*show.limits(self.data.X[:, 0]), num=241)
        self.runs = cache(self.run)

    def run(self, lr: float, depth: int) -> tuple[list[BoostingState], np.ndarray]:
        """The states, and f after 0, 1, ... trees on the grid and at the points not seen, (trees + 1, places)."""
        X, y = self.data.X[self.seen], self.data.y[self.seen]
        loss, limits = LOSSES["squared_error"], Limits(max_depth=depth)
        states = take(boosting_steps(X, y, rows=sorted_rows(X), loss=loss, lr=lr, limits=limits), STEPS + 1)
        places = np.concatenate([self.grid, self.data.X[self.rest, 0]])[:, None]
        fits = [np.full(len(places), states[0].scores[0])]
        for state in states[1:]:
            fits.append(fits[-1] + state.added[leaf_of(state.tree, places)])
        return states, np.array(fits)

    def compute(self, t: int, lr: float, depth: int):
        self.states, fits = self.runs(round(lr, 6), depth)
        end = len(self.states) - 1
        until = np.minimum(np.arange(STEPS + 1), end)  # a run that has ended stays where it is
        curves, others = np.split(fits, [len(self.grid)], axis=1)
        self.t = min(t, end)
        self.curve = curves[self.t]
        self.newest = (curves[min(t + 1, end)] - self.curve) / lr
        unseen = ((others[until] - self.data.y[self.rest]) ** 2).mean(axis=1)
        self.errors = np.array([[2 * self.states[k].loss for k in until], unseen])

    def draw(self):
        x, y, names = self.data.X[:, 0], self.data.y, self.data.feature_names
        xlim, spread = show.limits(x), np.abs(self.states[0].residuals).max() or 1.0
        few = self.rest[:: len(self.rest) // 40 + 1]  # all of them would cover the others
        seen, rest = (np.column_stack([x[rows], y[rows]]) for rows in (self.seen, few))
        unseen = "not seen" if len(few) == len(self.rest) else "not seen (some)"
        left = [
            show.Points(seen, color=show.BLUE, size=5.5, label="points"),
            show.Points(rest, color=show.GREY, marker="x", size=5, label=unseen),
            show.curve(self.grid, self.curve, color=show.VERMILLION, width=2.4, label="f"),
        ]
        residuals = np.column_stack([seen[:, 0], self.states[self.t].residuals])
        middle = [
            show.hline(0, xlim, width=0.8),
            show.Points(residuals, color=show.BLUE, size=5, label="residuals"),
            show.curve(self.grid, self.newest, color=show.PURPLE, dash="dashed", width=2.2, label="next tree, whole"),
        ]
        ylim = (-1.15 * spread, 1.15 * spread)
        return [
            Panel(left, xlim, show.limits(y, 0.1), names[0], self.data.target_name, legend_columns=2, width=1.2),
            Panel(middle, xlim, ylim, names[0], "residual", legend_columns=1),
            self.error_panel(),
        ]

    def error_panel(self) -> Panel:
        """Both errors so far."""
        steps, (seen, unseen) = np.arange(self.t + 1), self.errors[:, : self.t + 1]
        marks = [
            show.curve(steps, seen, color=show.BLUE, dash="dashdot", width=2.2, label="points"),
            show.curve(steps, unseen, color=show.VERMILLION, width=2.2, label="not seen"),
            show.point(self.t, seen[-1], color=show.BLUE, size=8, edge=show.BLACK),
            show.point(self.t, unseen[-1], color=show.VERMILLION, marker="s", size=8, edge=show.BLACK),
        ]
        frame = (-2, STEPS + 2), (0, 1.1 * self.errors.max() or 1.0)
        return Panel(marks, *frame, "trees", "mean squared error", legend_columns=1)

    def describe(self):
        seen, unseen = (show.number(row[self.t], 3) for row in self.errors)
        best = int(self.errors[1, : self.t + 1].argmin())
        end = " No residual is left, so no tree is added." if self.states[self.t].converged else ""
        return (
            f"{number_of(self.t, 'tree', 'trees')}: mean squared error {seen} on its points, "
            f"{unseen} on those not seen (lowest so far: with {best}).{end}"
        )


# --- Real data in stages (section 7) ----------------------------------------------------------


@figure(CLASS_TABLE, datasets.breast_cancer, most=600)
class stages(View):
    """Ensembles while they grow: training and test error on a whole table of two classes (ENS-06, ENS-08, ENS-09).

    errors (2, STAGES): of 1, 2, … trees on the points that they grow on, rows, and on the others, rest. tree: the error
    there of one full tree. y (n,): 0 and 1.
    """

    size = (8.8, 3.8)
    controls = {
        "B": StepSlider("trees", STAGES, 1, interval=120, first=1),
        "method": Choice("ensemble", METHODS),
    }
    y: np.ndarray
    rows: np.ndarray
    rest: np.ndarray
    tree: float
    grown: Callable[[str], np.ndarray]
    B: int
    name: str
    errors: np.ndarray

    def prepare(self):
        X, self.y = self.data.X, (self.data.y > 0).astype(int)
        check_rows_of_each_class(self.y, 4, "one half to grow on and another to judge by")
        parts = train_test_split(np.arange(len(self.y)), train_size=0.5, stratify=self.y, random_state=0)
        self.rows, self.rest = map(np.asarray, parts)
        table = label_table(self.y[self.rows], 2, np.ones(len(self.rows)))
        whole = full_tree(X[self.rows], table, sorted_rows(X[self.rows]), gini, Limits())
        self.tree = float((values(whole, X[self.rest]).argmax(axis=1) != self.y[self.rest]).mean())
        self.grown = cache(self.grow)

    def grow(self, method: str) -> np.ndarray:
        """The errors (2, STAGES) of an ensemble; a run that ended stays there."""
        X, y = self.data.X, self.y
        wrong = (np.array(staged_scores(method, X[self.rows], y[self.rows], X)) > 0) != y
        errors = np.array([wrong[:, self.rows].mean(axis=1), wrong[:, self.rest].mean(axis=1)])
        return np.pad(errors, ((0, 0), (0, STAGES - errors.shape[1])), mode="edge")

    def compute(self, B: int, method: str):
        name = next(words for words, value in METHODS.items() if value == method)
        self.B = B
        self.name = name[:1].upper() + name[1:]
        self.errors = self.grown(method)

    def draw(self):
        B, top = np.arange(1, self.B + 1), 1.15 * max(self.errors.max(), self.tree, 0.02)
        marks = [
            show.hline(self.tree, (0, STAGES + 1), width=1.8, label="one full tree, left out"),
            show.vline(self.B, (0, top), dash="dotted"),
        ]
        for row, name, color, dash, marker in (
            (self.errors[0], "on the points it grew on", show.BLUE, "dashdot", "o"),
            (self.errors[1], "on the points left out", show.VERMILLION, "solid", "s"),
        ):
            now = show.point(self.B, row[self.B - 1], color=color, marker=marker, size=9, edge=show.BLACK)
            marks = [*marks, show.curve(B, row[: self.B], color=color, dash=dash, width=2.2, label=name), now]
        return [Panel(marks, (0, STAGES + 1), (-0.04 * top, top), "trees", "share of errors", legend_columns=3)]

    def describe(self):
        seen, unseen = (f"{100 * row[self.B - 1]:.1f} %" for row in self.errors)
        n = len(self.rest)
        people = f"{round(n * self.errors[1, self.B - 1])} of {n}"
        trees = number_of(self.B, "tree", "trees")
        return (
            f"{self.name}, {trees}: {seen} wrong on the points it grew on, {unseen} on those left out, {people} "
            f"(one full tree {100 * self.tree:.1f} %)."
        )
