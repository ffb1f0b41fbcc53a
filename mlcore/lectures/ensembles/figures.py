"""The figures of lecture 15, ensembles."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.ensemble import (
    LOSSES,
    AdaBoostState,
    BoostingState,
    adaboost_steps,
    boosting_steps,
    forest_steps,
    full_tree,
    signs_of,
    values,
)
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, GROUPS, LINE
from mlcore.plots.regions import draw_regions
from mlcore.plots.separating_planes import both_classes
from mlcore.plots.trees import at_depth, counted, group_points, ring, unequal
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.style import class_look
from mlcore.tree import NO_LIMITS, Limits, Node, gini, label_table, leaf_of, sorted_rows, target_table, variance

# --- AdaBoost, round by round (section 1) -----------------------------------------------------

ROUNDS, FINE = 60, 70  # FINE: the cells of a grid, along each axis


def grid_of(frame: dict) -> np.ndarray:
    """The places (FINE², 2) of a grid over the window."""
    return show.lattice(*(np.linspace(*frame[name], num=FINE) for name in ("xlim", "ylim")))


@dataclass(frozen=True)
class Rounds:
    """A run of AdaBoost on the points as they lie, at round k; field: f on the cells of a grid."""

    X: np.ndarray
    y: np.ndarray
    states: list[AdaBoostState]
    k: int
    field: np.ndarray
    data: Dataset
    frame: dict

    @property
    def now(self) -> AdaBoostState:
        return self.states[self.k]

    @property
    def errors(self) -> np.ndarray:
        """The share of points on the wrong side after each round; a score of 0 counts as wrong."""
        return np.array([(self.y * state.scores <= 0).mean() for state in self.states])


def score_at(states: list[AdaBoostState], points: np.ndarray) -> np.ndarray:
    """f(x) (m,) after these rounds, at points (m, 2)."""
    return sum((s.alpha * signs_of(s.stump, points) for s in states[1:]), np.zeros(len(points)))


def draw_rounds(s: Rounds) -> list[Panel]:
    frame, names = s.frame, s.data.feature_names
    marks: list[Mark] = [*show.scatter_classes(s.X[:0], s.y[:0], s.data.target_names)]  # the legend: it stands still
    scores = np.outer(s.field, [-0.5, 0.5])
    regions = draw_regions(lambda _: scores, (-1, 1), frame["xlim"], frame["ylim"], n=FINE)
    marks += regions if s.k else [replace(regions[-1], paths=[])]  # before the first round nobody has voted
    marks.append(question_line(s.now.stump[0] if s.k else None, frame))
    marks += weighted_points(s.X, s.y, s.now.weights)
    t, errors, bounds = np.arange(s.k + 1), s.errors[: s.k + 1], [state.bound for state in s.states[: s.k + 1]]
    right: list[Mark] = [
        show.curve(t, bounds, color=show.GREEN, dash="dashed", width=2, label="the bound (15.12)"),
        show.curve(t, errors, color=show.BLUE, width=2.2, label="share of errors"),
        show.point(s.k, errors[-1], color=show.BLUE, size=8, edge=show.BLACK),
        show.point(s.k, bounds[-1], color=show.GREEN, marker="s", size=7, edge=show.BLACK),
    ]
    left = Panel(marks, **frame, xlabel=names[0], ylabel=names[1], legend_columns=2)
    box = (-1, ROUNDS + 1), (-0.04, 1.06)
    return [left, Panel(right, *box, "round", "on these points", legend_columns=1, width=0.8)]


def weighted_points(X, y, weights) -> list[Mark]:
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


def describe_rounds(s: Rounds) -> str:
    if not s.k:
        end = " No stump is better than a coin, so there is no round." if s.now.converged else ""
        return f"The start: {len(s.X)} points, all of the same weight.{end}"
    why = "no stump would be better than a coin" if s.now.error else "this stump has no error"
    end = f"; {why}, so the run has ended" if s.now.converged else ""
    wrong = round(s.errors[s.k] * len(s.X))
    this = f"weighted error {show.number(s.now.error, 3)}, vote {show.number(s.now.alpha, 3)}"
    return (f"Round {s.k}: {this}; all rounds together: {wrong} of {len(s.X)} wrong, "
            f"at most {show.number(s.now.bound * len(s.X), 3)} by the bound{end}.")  # fmt: skip


def wide_ring() -> Dataset:
    """A disc in a ring, blurred: no line separates them."""
    return datasets.rings(80, noise=0.25, seed=3)


@figure(CLASSES, wide_ring, most=300)
def rounds(data: Dataset) -> Live:
    """AdaBoost with stumps: the size of a point is its weight; points can be dragged (ENS-08)."""
    frame = unequal(data.X)
    cells = grid_of(frame)

    def run(X, y) -> list[AdaBoostState]:
        both_classes(y)
        return take(adaboost_steps(X, y.astype(float), rows=sorted_rows(X)), ROUNDS)

    @cache
    def as_it_came() -> tuple[list[AdaBoostState], np.ndarray]:
        states = run(data.X, data.y)
        votes = [s.alpha * signs_of(s.stump, cells) for s in states[1:]]
        return states, np.vstack([np.zeros(len(cells)), *votes]).cumsum(axis=0)

    def compute(k: int, X, y) -> Rounds:
        same = np.array_equal(X, data.X) and np.array_equal(y, data.y)
        states, fields = as_it_came() if same else (run(X, y), None)
        k = min(k, len(states) - 1)
        field = score_at(states[: k + 1], cells) if fields is None else fields[k]
        return Rounds(X, y, states, k, field, data, frame)

    controls = {"k": show.step_slider("round", ROUNDS, value=1, interval=500)}
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_rounds, describe_rounds, controls=controls, pointer=pointer, size=(8.8, 4.5))


# --- Bias, variance, noise (section 2) --------------------------------------------------------

NOISE, SETS, DEEPEST, MOST = 0.3, 30, 8, 10


def truth(x: np.ndarray) -> np.ndarray:
    """The mean of y at x: a sine, and a step."""
    return np.sin(3 * x) + 0.8 * (x > 1.2)


@cache
def simulated(n: int = 40) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A grid x (g,); what trees say there, (depths, sets, trees, g), each set with bootstrap samples, and what the
    tree of the whole set says (depths, sets, g)."""
    grid, rng = np.linspace(0, 2, 81), np.random.default_rng(0)
    bagged, single = np.empty((DEEPEST, SETS, MOST, 81)), np.empty((DEEPEST, SETS, 81))
    for j in range(SETS):
        X = rng.uniform(0, 2, (n, 1))
        y = truth(X[:, 0]) + NOISE * rng.standard_normal(n)
        rows = sorted_rows(X)
        single[:, j] = of_depths(X, y, np.ones(n), rows, grid)
        for i in range(MOST):
            drawn = np.bincount(rng.integers(0, n, n), minlength=n)
            bagged[:, j, i] = of_depths(X, y, drawn, rows, grid)
    return grid, bagged, single


def of_depths(X, y, weights, rows, grid) -> np.ndarray:
    """What the regression trees of depth 1, 2, ... say on the grid (g,): (depths, g). Deeper ones begin with these."""
    tree = full_tree(X, target_table(y, weights.astype(float)), rows, variance, Limits(max_depth=DEEPEST))
    return np.array([values(at_depth(tree, d), grid[:, None])[:, 0] for d in range(1, DEEPEST + 1)])


@dataclass(frozen=True)
class Spread:
    """Fits (sets, g) of one depth and size of bag, and the three parts of the error (3, depths) of that size.

    The bars are drawn up to that depth: what comes is to be predicted.
    """

    grid: np.ndarray
    fits: np.ndarray
    depth: int
    m: int
    parts: np.ndarray

    @property
    def here(self) -> np.ndarray:
        return self.parts[:, self.depth - 1]


def draw_spread(s: Spread) -> list[Panel]:
    left: list[Mark] = [
        show.Lines([np.column_stack([s.grid, fit]) for fit in s.fits[:12]], color=show.GREY, alpha=0.35, width=1.0,
                   label="fits of 12 training sets"),
        show.curve(s.grid, truth(s.grid), color=show.GREEN, dash="dashed", width=2.4, label="truth"),
        show.curve(s.grid, s.fits.mean(axis=0), color=show.VERMILLION, width=2.6, label="mean of the fits"),
    ]  # fmt: skip
    depths, seen = np.arange(1, DEEPEST + 1), np.arange(1, s.depth + 1)
    tops = np.vstack([np.zeros(s.depth), s.parts[:, : s.depth].cumsum(axis=0)])
    right: list[Mark] = [
        show.Bars(np.column_stack([seen - 0.38, low, seen + 0.38, high]), color=color, alpha=0.9, label=name)
        for low, high, color, name in zip(
            tops[:-1], tops[1:], (show.GREY, show.BLUE, show.ORANGE), ("noise", "bias²", "variance"), strict=True
        )
    ]
    right.append(show.Lines([ring(s.depth - 0.44, 0, s.depth + 0.44, s.here.sum())], width=2.4))
    ticks = tuple(depths.tolist()), tuple(map(str, depths))
    return [
        Panel(left, (0, 2), (-1.4, 2.2), "x", "y", legend_columns=2),
        Panel(right, (0.4, DEEPEST + 0.6), (0, 0.24), "depth", "mean squared error", xticks=ticks, legend_columns=3),
    ]  # fmt: skip


def describe_spread(s: Spread) -> str:
    noise, bias, spread = (show.number(part, 2) for part in s.here)
    what = "one tree" if s.m == 1 else f"the mean of {s.m} bagged trees"
    return (f"Depth {s.depth}, {what}: noise {noise} + bias² {bias} + variance {spread} = "
            f"{show.number(s.here.sum(), 2)}.")  # fmt: skip


@figure(FORMULA)
def spread() -> Live:
    """Bias, variance and noise of trees by depth, alone and bagged, simulated (ENS-01, ENS-03, ENS-11)."""

    @cache
    def parts(m: int) -> tuple[np.ndarray, np.ndarray]:
        grid, bagged, single = simulated()
        fits = single if m == 1 else bagged[:, :, :m].mean(axis=2)
        bias = ((fits.mean(axis=1) - truth(grid)) ** 2).mean(axis=1)
        return fits, np.array([np.full(DEEPEST, NOISE**2), bias, fits.var(axis=1).mean(axis=1)])

    def compute(depth: int, m: int) -> Spread:
        fits, three = parts(m)
        return Spread(simulated()[0], fits[depth - 1], depth, m, three)

    controls = {
        "depth": show.slider("depth", 1, 1, DEEPEST, 1),
        "m": show.slider("trees in the bag (1: the tree of the whole set)", 1, 1, MOST, 1),
    }
    return Live(compute, draw_spread, describe_spread, controls=controls, size=(8.8, 4.3))


# --- A forest grows (section 4) ---------------------------------------------------------------

TREES = 60


@dataclass(frozen=True)
class Forest:
    """The shares (B, cells, K) that the first 1, 2, ... trees give to the cells of a grid, and their errors.

    errors (3, B): on the points themselves, out of bag, and on the points that nobody has seen. alone: the error there
    of a single tree of the forest, on average.
    """

    train: Dataset
    shares: np.ndarray
    errors: np.ndarray
    alone: float
    B: int
    frame: dict


def draw_forest(s: Forest) -> list[Panel]:
    frame, names, K = s.frame, s.train.feature_names, len(s.train.target_names)
    *fills, border = draw_regions(lambda _: s.shares, range(K), frame["xlim"], frame["ylim"], n=FINE)
    left = [*fills, replace(border, label=""), *group_points(s.train.X, s.train.y, s.train.target_names, size=4.5)]
    B = np.arange(1, s.B + 1)
    top = 1.1 * max(1 - np.bincount(s.train.y).max() / len(s.train.y), 0.05)  # the error without any tree
    looks: tuple[dict[str, Any], ...] = (
        dict(color=show.BLUE, dash="dashdot", label="on its own points"),
        dict(color=show.PURPLE, dash="dashed", label="out of bag"),
        dict(color=show.VERMILLION, label="on points not seen"),
    )
    right: list[Mark] = [
        show.vline(s.B, (0, top), dash="dotted"),
        show.hline(s.alone, (-1, TREES + 2), width=1.8, label="one tree alone"),
    ]
    for row, look, marker in zip(s.errors, looks, "oDs", strict=True):
        right.append(show.curve(B, row[: s.B], width=2.2, **look))
        right.append(show.point(s.B, row[s.B - 1], color=look["color"], marker=marker, size=8, edge=show.BLACK))
    return [
        Panel(left, **frame, xlabel=names[0], ylabel=names[1]),
        Panel(right, (-1, TREES + 2), (-0.04 * top, top), "trees", "share of errors", legend_columns=1, width=0.9),
    ]


def describe_forest(s: Forest) -> str:
    own, bag, unseen = (show.percent(row[s.B - 1]) for row in s.errors)
    return (f"{counted(s.B, 'tree', 'trees')}: {own} of its own points wrong; out of bag {bag}; of the points "
            f"not seen {unseen}, where a tree alone has {show.percent(s.alone)} on average.")  # fmt: skip


def many() -> Dataset:
    """The mixture of lecture 14, with a thousand points to try the forest on."""
    return datasets.overlapping_groups(1150, seed=2)


@figure(GROUPS, many, most=1150)
def forest(data: Dataset) -> Live:
    """A forest under sliders for its trees and the features drawn; out-of-bag error (ENS-03, ENS-06)."""
    size = min(150, len(data.y) // 2)
    rows, rest = train_test_split(np.arange(len(data.y)), train_size=size, random_state=0)
    train, K, frame = replace(data, X=data.X[rows], y=data.y[rows]), len(data.target_names), unequal(data.X)
    cells, table = grid_of(frame), label_table(train.y, K, np.ones(len(rows)))

    @cache
    def grown(features: int | None, least: int) -> tuple[np.ndarray, np.ndarray, float]:
        limits = replace(NO_LIMITS, max_features=features, min_samples_leaf=least)
        states = take(forest_steps(train.X, table, rows=sorted_rows(train.X), impurity=gini, limits=limits), TREES)[1:]
        places = np.vstack([cells, train.X, data.X[rest]])
        each, m, n = np.array([values(state.tree, places) for state in states]), len(cells), len(rows)
        said = each.cumsum(axis=0)
        said /= np.arange(1, TREES + 1)[:, None, None]
        guess = said.argmax(axis=2)
        alone = float((each[:, m + n :].argmax(axis=2) != data.y[rest]).mean())
        wrong = [(guess[:, m : m + n] != train.y).mean(axis=1), (guess[:, m + n :] != data.y[rest]).mean(axis=1)]
        bag = [out_of_bag(state.votes, state.voters, train.y) for state in states]
        return said[:, :m], np.array([wrong[0], bag, wrong[1]]), alone

    def compute(B: int, features: str, least: int) -> Forest:
        shares, errors, alone = grown(1 if features == "one" else None, least)
        return Forest(train, shares[B - 1], errors, alone, B, frame)

    controls = {
        "B": show.step_slider("trees", TREES, value=1, interval=150, first=1),
        "features": show.choice("features per question", {"both (bagging)": "both", "one, drawn (a forest)": "one"}),
        "least": show.choice("smallest leaf, in points", {str(m): m for m in (1, 5, 20)}),
    }
    return Live(compute, draw_forest, describe_forest, controls=controls, size=(8.8, 4.6))


def out_of_bag(votes, voters, y) -> float:
    """The share of errors among the points that at least one tree has not seen; NaN if there is none."""
    wrong = (votes.argmax(axis=1) != y)[voters > 0]
    return float(wrong.mean()) if len(wrong) else float("nan")


# --- Gradient boosting (section 6) ------------------------------------------------------------

STEPS = 80


def wave() -> Dataset:
    """A sine with noise."""
    rng = np.random.default_rng(2)
    x = np.sort(rng.uniform(0, 2 * np.pi, 60))
    return Dataset(x[:, None], np.sin(x) + 0.3 * rng.standard_normal(60), ("x",), ("y",))


@dataclass(frozen=True)
class Descent:
    """Boosting at tree t: its function on a grid; mean squared errors (2, steps) on its points and on the others."""

    data: Dataset
    seen: np.ndarray
    states: list[BoostingState]
    grid: np.ndarray
    curve: np.ndarray
    newest: np.ndarray
    errors: np.ndarray
    t: int


def draw_descent(s: Descent) -> list[Panel]:
    x, y = s.data.X[:, 0], s.data.y
    rest = np.setdiff1d(np.arange(len(x)), s.seen)
    target = s.data.target_name
    left: list[Mark] = [
        show.Points(np.column_stack([x[s.seen], y[s.seen]]), color=show.BLUE, size=5.5, label="points"),
        show.Points(np.column_stack([x[rest], y[rest]]), color=show.GREY, marker="x", size=5, label="not seen"),
        show.curve(s.grid, s.curve, color=show.VERMILLION, width=2.4, label="f"),
    ]
    r = s.states[s.t].residuals
    middle: list[Mark] = [
        show.hline(0, show.limits(x), width=0.8),
        show.Points(np.column_stack([x[s.seen], r]), color=show.BLUE, size=5, label="residuals"),
        show.curve(s.grid, s.newest, color=show.PURPLE, dash="dashed", width=2.2, label="next tree, whole"),
    ]
    steps, top, (seen, unseen) = np.arange(s.t + 1), 1.1 * s.errors.max() or 1.0, s.errors[:, : s.t + 1]
    right: list[Mark] = [
        show.curve(steps, seen, color=show.BLUE, dash="dashdot", width=2.2, label="points"),
        show.curve(steps, unseen, color=show.VERMILLION, width=2.2, label="not seen"),
        show.point(s.t, seen[-1], color=show.BLUE, size=8, edge=show.BLACK),
        show.point(s.t, unseen[-1], color=show.VERMILLION, marker="s", size=8, edge=show.BLACK),
    ]
    across, ylim = show.limits(x), show.limits(y, 0.1)
    spread = np.abs(s.states[0].residuals).max() or 1.0
    return [
        Panel(left, across, ylim, s.data.feature_names[0], target, legend_columns=2, width=1.2),
        Panel(middle, across, (-1.15 * spread, 1.15 * spread), s.data.feature_names[0], "residual", legend_columns=1),
        Panel(right, (-2, STEPS + 2), (0, top), "trees", "mean squared error", legend_columns=1),
    ]


def describe_descent(s: Descent) -> str:
    seen, unseen = (show.number(row[s.t], 3) for row in s.errors)
    best = int(s.errors[1, : s.t + 1].argmin())
    end = " No residual is left, so no tree is added." if s.states[s.t].converged else ""
    return (f"{counted(s.t, 'tree', 'trees')}: mean squared error {seen} on its points, {unseen} on those not seen "
            f"(lowest so far: with {best}).{end}")  # fmt: skip


@figure(LINE, wave, most=400)
def descent(data: Dataset) -> Live:
    """Gradient boosting of squared errors under sliders for the trees and the shrinkage ν (ENS-09)."""
    seen, rest = (np.sort(part) for part in train_test_split(np.arange(len(data.y)), train_size=2 / 3, random_state=0))
    X, y, grid = data.X[seen], data.y[seen], np.linspace(*show.limits(data.X[:, 0]), 241)
    places, rows = np.concatenate([grid, data.X[rest, 0]])[:, None], sorted_rows(X)

    @cache
    def run(lr: float, depth: int) -> tuple[list[BoostingState], np.ndarray]:
        steps = boosting_steps(X, y, rows=rows, loss=LOSSES["squared_error"], lr=lr, limits=Limits(max_depth=depth))
        states = take(steps, STEPS + 1)
        said = [np.full(len(places), states[0].scores[0])]
        for state in states[1:]:
            said.append(said[-1] + state.added[leaf_of(state.tree, places)])
        return states, np.array(said)

    def compute(t: int, lr: float, depth: int) -> Descent:
        states, said = run(round(lr, 6), depth)
        end = len(states) - 1
        newest = (said[min(t + 1, end)] - said[min(t, end)])[: len(grid)] / lr
        keep = np.minimum(np.arange(STEPS + 1), end)
        unseen = ((said[keep][:, len(grid) :] - data.y[rest]) ** 2).mean(axis=1)
        errors = np.array([[2 * states[k].loss for k in keep], unseen])
        t = min(t, end)
        return Descent(data, seen, states, grid, said[t, : len(grid)], newest, errors, t)

    controls = {
        "t": show.step_slider("trees", STEPS, value=4, interval=120),
        "lr": show.log_slider("ν, shrinkage", 0.1, -2, 0),
        "depth": show.slider("depth of each", 1, 1, 4, 1),
    }
    return Live(compute, draw_descent, describe_descent, controls=controls, size=(8.8, 4.0))
