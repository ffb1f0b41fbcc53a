"""The figures of lecture 15's Further sections: AdaBoost and boosting as printed, losses, margins, a forest."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.ensemble import LOSSES, STUMP, forest_steps, full_tree, signs_of, values
from mlcore.lectures.ensembles.draws import FORESTS, ROUNDS, adaboost_states, blurred_ring, margins_of, out_of_bag
from mlcore.lectures.ensembles.figures import FINE, grid_of, wave, wide_ring
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASSES, FORMULA, GROUPS, LINE
from mlcore.plots.regions import draw_regions
from mlcore.plots.trees import group_points, number_of, unequal
from mlcore.show import Choice, Panel, Slider, StepSlider, View
from mlcore.tree import NO_LIMITS, Limits, gini, label_table, sorted_rows, target_table, variance

# --- AdaBoost as printed (Further A) ----------------------------------------------------------

WAYS = {
    "the right form": ("right", "right"),
    "error as printed": ("printed", "right"),
    "weights as printed": ("right", "printed"),
}


@figure(CLASSES, wide_ring, most=300)
class printed(View):
    """AdaBoost, and the two slips of N4, side by side (ENS-08).

    By the name of a run: errors (ROUNDS + 1,), the share of errors; again (ROUNDS,), what each stump errs on its own
    new weights; votes (ROUNDS,). k: the round.
    """

    size = (8.8, 4.0)
    controls = {"k": StepSlider("round", ROUNDS, interval=250)}
    errors: dict[str, np.ndarray]
    again: dict[str, np.ndarray]
    votes: dict[str, np.ndarray]
    k: int

    def prepare(self):
        runs = {name: run_as_printed(self.data.X, self.data.y, *rules, ROUNDS) for name, rules in WAYS.items()}
        self.errors, self.again, self.votes = ({name: run[part] for name, run in runs.items()} for part in range(3))

    def compute(self, k: int):
        self.k = k

    def draw(self):
        k, rounds = self.k, np.arange(ROUNDS + 1)
        looks = (show.BLUE, "solid", "o"), (show.VERMILLION, "dashed", "s"), (show.PURPLE, "dashdot", "D")
        left = []
        points = []
        for name, (color, dash, marker) in zip(WAYS, looks, strict=True):
            errors, again = self.errors[name], self.again[name][:k]
            end = min(k, int(np.isfinite(self.votes[name]).sum()))  # a run without a vote has ended
            left.append(show.curve(rounds[: end + 1], errors[: end + 1], width=2.2, label=name, color=color, dash=dash))
            left.append(show.point(end, errors[end], color=color, marker=marker, size=8, edge=show.BLACK))
            path = np.column_stack([rounds[1 : k + 1], again])[np.isfinite(again)]
            points.append(show.Points(path, color=color, marker=marker, size=5, label=name))
        half = show.hline(0.5, (0, ROUNDS + 1), dash="dotted", width=1.4)
        words = "round", "its weighted error, afterwards"
        return [
            Panel(left, (-1, ROUNDS + 1), (-0.04, 1.06), "round", "share of errors", legend_columns=1),
            Panel([half, *points], (0, ROUNDS + 1), (0, 1.06), *words, legend_columns=1),
        ]

    def describe(self):
        places = "in", "with the", "with the"
        runs = "; ".join(
            f"{word} {name} {show.percent(row[self.k])}{self.vote_of(name)}"
            for word, (name, row) in zip(places, self.errors.items(), strict=True)
        )
        votes = " and this round's vote" if self.k else ""
        return f"Round {self.k}, share of errors{votes}: {runs}."

    def vote_of(self, name: str) -> str:
        """The vote of the present round, in words; none before the first, and none where it does not exist."""
        if not self.k:
            return ""
        vote = self.votes[name][self.k - 1]
        return f", {show.number(vote, 3)}" if np.isfinite(vote) else ", ended"


NO_VOTE = 1e-12  # a vote as small as this is 0 but for rounding


def run_as_printed(X, y, error_rule: str, weight_rule: str, rounds: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """AdaBoost with the printed error, Σ w y h, or with N4's mixture of full votes and ± in the exponent.

    Returns the share of errors after 0, 1, ... rounds, the weighted error of each stump on the weights it leaves
    behind, and the votes. A run whose vote does not exist stays where it is. So does one whose vote is 0: with the
    printed error, 1 − 2e, that is where a quarter of the weight is wrong. Rounding must not move it from there, as each
    round would make the distance 2.5 times as large, and each processor would end it elsewhere.
    """
    n, rows = len(y), sorted_rows(X)
    w, f = np.full(n, 1 / n), np.zeros(n)
    wrong = np.ones(rounds + 1)
    again = np.full(rounds, np.nan)
    votes = np.full(rounds, np.nan)
    for t in range(rounds):
        stump = full_tree(X, label_table((y > 0).astype(int), 2, w), rows, gini, STUMP)
        h = signs_of(stump, X)
        error = float(w @ (y * h)) if error_rule == "printed" else float(w[h != y].sum())
        if not 0 < error < 1:
            wrong[t + 1 :] = wrong[t]
            break
        alpha = np.log((1 - error) / error) / (1 if weight_rule == "printed" else 2)
        alpha = 0.0 if abs(alpha) < NO_VOTE else alpha
        w = w * np.exp(-alpha * y * h)
        w /= w.sum()
        f += alpha * h
        wrong[t + 1] = (y * f <= 0).mean()
        again[t] = w[h != y].sum()
        votes[t] = alpha
    return wrong, again, votes


def printed_runs(seeds: Sequence[int]) -> np.ndarray:
    """For each seed a fresh ring: the shares of errors after ROUNDS rounds of the three WAYS, and by how much the
    share of errors of the mixture, the last of them, still varies over its last ten."""
    rows = []
    for seed in seeds:
        data = blurred_ring(seed)
        errors = [run_as_printed(data.X, data.y, *rules, ROUNDS)[0] for rules in WAYS.values()]
        rows.append([*(row[-1] for row in errors), np.ptp(errors[-1][-11:])])
    return np.array(rows)


# --- The sign of the residual (Further B) -----------------------------------------------------

SIGNS = {
    "minus the slope; γ searched": (1, True),
    "plus the slope, as printed; γ searched": (-1, True),
    "plus the slope, as printed; γ = ½": (-1, False),
}


@figure(LINE, wave, most=400)
class signs(View):
    """Boosting with the sign of the residual as it should be, and as N3 prints it (ENS-09).

    With the sign and the way to choose γ at hand: curve (201,), f on the grid after t trees; errors (steps + 1,) and
    gammas (steps,), of all steps.
    """

    size = (8.8, 4.0)
    steps: int = 30
    grid: np.ndarray
    runs: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]
    t: int
    curve: np.ndarray
    errors: np.ndarray
    gammas: np.ndarray

    def prepare(self):
        X, y = self.data.X, self.data.y
        self.grid = np.linspace(*show.limits(X[:, 0]), num=201)
        self.runs = {name: run_signed(X, y, *way, self.grid, self.steps) for name, way in SIGNS.items()}
        self.controls = {
            "t": StepSlider("trees", self.steps, 5, interval=200),
            "way": Choice("residual", list(SIGNS)),
        }

    def compute(self, t: int, way: str):
        curves, self.errors, self.gammas = self.runs[way]
        self.t = t
        self.curve = curves[t]

    def draw(self):
        x, y = self.data.X[:, 0], self.data.y
        ylim = show.limits(y, 0.5)
        left = [
            show.Points(np.column_stack([x, y]), color=show.BLUE, size=5, label="points"),
            show.curve(self.grid, np.clip(self.curve, *ylim), color=show.VERMILLION, width=2.4, label="f"),
        ]
        logs = np.log10(np.maximum(self.errors[: self.t + 1], 1e-12))
        right = show.trace(np.arange(self.t + 1), logs, self.t, color=show.VERMILLION, width=2.2)
        ticks = (-4, 0, 4, 8, 12), ("1e-4", "1e0", "1e4", "1e8", "1e12")
        words = self.data.feature_names[0], self.data.target_name
        return [
            Panel(left, show.limits(x), ylim, *words, legend_columns=2),
            Panel(right, (-1, len(self.errors)), (-4, 12), "trees", "mean squared error", yticks=ticks),
        ]

    def describe(self):
        trees, error = number_of(self.t, "tree", "trees"), show.number(self.errors[self.t], 3)
        gamma = round(float(self.gammas[self.t - 1]), 9) if self.t else 0.0  # 1, not 1.00
        last = f"; the last γ is {show.number(gamma, 3)}" if self.t else ""
        low, high = show.limits(self.data.y, 0.5)
        gone = "; f has left the picture" if self.curve.min() < low or self.curve.max() > high else ""
        return f"{trees}: mean squared error {error}{last}{gone}."


def run_signed(X, y, sign: int, search: bool, grid, steps: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Boosting of ½(y − f)² with stumps h fitted to sign · (y − f): f on the grid, errors, and the γ of each step."""
    rows, f = sorted_rows(X), np.full(len(y), y.mean())
    curves = [np.full(len(grid), y.mean())]
    errors = [((y - f) ** 2).mean()]
    gammas = []
    for _ in range(steps):
        r = y - f
        tree = full_tree(X, target_table(sign * r, np.ones(len(y))), rows, variance, Limits(max_depth=1))
        h = values(tree, X)[:, 0]
        gamma = float(h @ r / (h @ h)) if search and h.any() else 0.5
        f = f + gamma * h
        curves.append(curves[-1] + gamma * values(tree, grid[:, None])[:, 0])
        errors.append(((y - f) ** 2).mean())
        gammas.append(gamma)
    return np.array(curves), np.array(errors), np.array(gammas)


# --- Three losses (Further C) -----------------------------------------------------------------

SCORES = np.linspace(-3, 3, 241)
PULLS = -2.3, 4.3  # the pseudo-residuals that the picture has room for
CURVES: dict[str, tuple[str, dict[str, Any]]] = {
    "½(y − f)²": ("squared_error", dict(color=show.BLUE)),
    "ln(1 + exp(−2yf))": ("log_loss", dict(color=show.VERMILLION, dash="dashed")),
    "exp(−yf)": ("exponential", dict(color=show.GREEN, dash="dashdot")),
}


@figure(FORMULA)
class risks(View):
    """Three losses: the best score where the share p of the labels is +1, and the pseudo-residuals (ENS-10).

    By the name of a loss: risks (241,), the expected loss of SCORES; best, the score with the least; pulls, the
    pseudo-residual of y = +1 at the score f. The right panel is drawn from the score 3 down to f.
    """

    size = (8.8, 4.3)
    controls = {
        "p": Slider("p, share of y = +1", 0.5, 0.02, 0.98, 0.02),
        "f": Slider("score f", 1.0, -3.0, 3.0, 0.1),
    }
    p: float
    f: float
    risks: dict[str, np.ndarray]
    best: dict[str, float]
    pulls: dict[str, float]

    def compute(self, p: float, f: float):
        one, half = np.ones_like(SCORES), float(np.log(p / (1 - p)) / 2)
        losses = {name: LOSSES[key] for name, (key, _) in CURVES.items()}
        self.p = p
        self.f = f
        self.risks = {
            name: p * loss.value(one, SCORES) + (1 - p) * loss.value(-one, SCORES) for name, loss in losses.items()
        }
        self.best = dict(zip(CURVES, (2 * p - 1, half, half), strict=True))
        self.pulls = {name: float(loss.residual(np.ones(1), np.array([f]))[0]) for name, loss in losses.items()}

    def draw(self):
        left = []
        right = []
        passed = np.append(self.f, SCORES[self.f < SCORES])  # the reader comes from the right
        for (name, (key, look)), marker in zip(CURVES.items(), "osD", strict=True):
            low = float(np.interp(self.best[name], SCORES, self.risks[name]))
            edged: dict[str, Any] = dict(color=look["color"], marker=marker, edge=show.BLACK)
            left.append(show.curve(SCORES, self.risks[name], width=2.2, label=name, **look))
            left.append(show.point(self.best[name], low, size=9, **edged))
            residuals = LOSSES[key].residual(np.ones_like(passed), passed)
            right.append(show.curve(passed, residuals, width=2.2, label=name, **look))
            right.append(show.point(self.f, self.pulls[name], size=8, **edged))
        axes = show.hline(0, (-3.2, 3.2), width=0.8), show.vline(self.f, PULLS, dash="dotted")
        words = "score f", "pseudo-residual of y = +1"
        return [
            Panel(left, (-3.2, 3.2), (-0.1, 4), "score f", "expected loss", legend_columns=1),
            Panel([*axes, *right], (-3.2, 3.2), PULLS, *words, legend_columns=1),
        ]

    def describe(self):
        lows = ", ".join(f"{name} at {show.number(best, places=3)}" for name, best in self.best.items())
        pulls = ", ".join(show.number(pull, places=2) for pull in self.pulls.values())
        outside = [name for name, pull in self.pulls.items() if pull > PULLS[1]]  # one at most
        gone = f"; {outside[0]} has left the right panel" if outside else ""
        return (
            f"p = {self.p:.2f}: least at {lows}. At f = {show.number(self.f, places=1)} the three pseudo-residuals "
            f"are {pulls}{gone}."
        )


# --- Margins (Further D) ----------------------------------------------------------------------


@figure(CLASSES, wide_ring, most=300)
class margins(View):
    """The margins of AdaBoost while it goes on (ENS-08).

    sorted (rounds + 1, n): the margins y f(x) / Σα, in rising order in each round. errors (rounds + 1,): the share of
    points that are wrong. k: the round.
    """

    size = (8.8, 4.0)
    rounds: int = 300
    sorted: np.ndarray
    errors: np.ndarray
    k: int

    def prepare(self):
        X, y = self.data.X, self.data.y.astype(float)
        states = adaboost_states(X, y, self.rounds)
        self.errors = np.array([(y * state.scores <= 0).mean() for state in states])
        self.sorted = margins_of(states, y)
        self.controls = {"k": StepSlider("round", self.rounds, 5, interval=40, first=1)}

    def compute(self, k: int):
        self.k = min(k, len(self.sorted) - 1)

    def draw(self):
        early = [self.stairs(min(5, len(self.sorted) - 1))] if self.k > 5 else []
        least = self.sorted[self.k, 0], 1 / self.sorted.shape[1]
        marks = [
            show.vline(0, (0, 1.03), width=1.2),
            show.Lines(early, color=show.GREY, dash="dashed", width=1.6, label="after 5 rounds"),
            show.Lines([self.stairs(self.k)], color=show.VERMILLION, width=2.4, label="now"),
            show.point(*least, color=show.VERMILLION, marker="D", size=9, edge=show.BLACK),
        ]
        words = "margin y f(x) / Σα", "share of points with at most this margin"
        return [Panel(marks, (-1.05, 1.05), (-0.03, 1.03), *words)]

    def stairs(self, k: int) -> np.ndarray:
        """The share of points with at most each margin after round k, as a path."""
        n = self.sorted.shape[1]
        share = np.arange(1, n + 1) / n
        return np.column_stack([np.repeat(self.sorted[k], 2)[1:], np.repeat(share, 2)[:-1]])

    def describe(self):
        least, largest = (show.number(self.sorted[self.k, at], 3) for at in (0, -1))
        wrong = show.percent(self.errors[self.k])
        return f"Round {self.k}: {wrong} of the points wrong; the smallest margin is {least}, the largest {largest}."


# --- A forest grows (Further F) ---------------------------------------------------------------

TREES = 60
FEWEST = 4  # points: with a single one to grow on, no tree leaves any out


def many() -> Dataset:
    """The mixture of lecture 14, with a thousand points to try the forest on."""
    return datasets.overlapping_groups(1150, seed=2)


@figure(GROUPS, many, most=1150)
class forest(View):
    """A forest under sliders for its trees and the features drawn; out-of-bag error (ENS-03, ENS-06).

    train: the points that it grows on. shares (cells, K): what the first B trees give to the cells of a grid. errors
    (3, TREES): of 1, 2, … trees, on the points themselves, out of bag, and on the points that nobody has seen. alone:
    the error there of a single tree of the forest, on average.
    """

    size = (8.8, 4.6)
    controls = {
        "B": StepSlider("trees", TREES, 1, interval=150, first=1),
        "features": Choice("features per question", {"both (bagging)": "both", "one, drawn (a forest)": "one"}),
        "least": Choice("smallest leaf, in points", {str(m): m for m in (1, 5, 20)}),
    }
    frame: dict[str, Any]
    train: Dataset
    rest: Dataset
    forests: Callable[..., tuple[np.ndarray, np.ndarray, float]]
    B: int
    shares: np.ndarray
    errors: np.ndarray
    alone: float

    def prepare(self):
        X, y = self.data.X, self.data.y
        if len(y) < FEWEST:
            raise ValueError(f"There are {len(y)} points: half to grow on and half to judge by take {FEWEST} at least.")
        parts = train_test_split(np.arange(len(y)), train_size=min(150, len(y) // 2), random_state=0)
        self.train, self.rest = (replace(self.data, X=X[rows], y=y[rows]) for rows in parts)
        self.frame = unequal(X)
        self.forests = cache(self.grow)

    def grow(self, features: str, least: int) -> tuple[np.ndarray, np.ndarray, float]:
        """The shares that the first 1, 2, ... trees give to the cells, (TREES, cells, K), their errors, and alone."""
        X, y, cells = self.train.X, self.train.y, grid_of(self.frame)
        limits = replace(NO_LIMITS, max_features=FORESTS[features], min_samples_leaf=least)
        table = label_table(y, len(self.train.target_names), np.ones(len(y)))
        steps = forest_steps(X, table, rows=sorted_rows(X), impurity=gini, limits=limits)
        states = take(steps, TREES)[1:]
        places = np.vstack([cells, X, self.rest.X])
        each = np.array([values(state.tree, places) for state in states])
        shares = each.cumsum(axis=0)
        shares /= np.arange(1, TREES + 1)[:, None, None]
        _, own, unseen = np.split(shares.argmax(axis=2), [len(cells), len(cells) + len(y)], axis=1)
        bag = [out_of_bag(state.votes, state.voters, y) for state in states]
        errors = np.array([(own != y).mean(axis=1), bag, (unseen != self.rest.y).mean(axis=1)])
        alone = (each[:, len(cells) + len(y) :].argmax(axis=2) != self.rest.y).mean()
        return shares[:, : len(cells)], errors, float(alone)

    def compute(self, B: int, features: str, least: int):
        shares, self.errors, self.alone = self.forests(features, least)
        self.shares = shares[B - 1]
        self.B = B

    def draw(self):
        train, frame = self.train, self.frame
        classes = range(len(train.target_names))
        *fills, border = draw_regions(lambda _: self.shares, classes, frame["xlim"], frame["ylim"], n=FINE)
        left = [*fills, replace(border, label=""), *group_points(train.X, train.y, train.target_names, size=4.5)]
        return [
            Panel(left, **frame, xlabel=train.feature_names[0], ylabel=train.feature_names[1]),
            self.error_panel(),
        ]

    def error_panel(self) -> Panel:
        """The three errors so far, and that of a tree alone."""
        B, y = np.arange(1, self.B + 1), self.train.y
        top = 1.1 * max(1 - np.bincount(y).max() / len(y), 0.05)  # the error without any tree
        marks = [
            show.vline(self.B, (0, top), dash="dotted"),
            show.hline(self.alone, (-1, TREES + 2), width=1.8, label="one tree alone"),
        ]
        for row, name, color, dash, marker in (
            (self.errors[0], "on its own points", show.BLUE, "dashdot", "o"),
            (self.errors[1], "out of bag", show.PURPLE, "dashed", "D"),
            (self.errors[2], "on points not seen", show.VERMILLION, "solid", "s"),
        ):
            now = show.point(self.B, row[self.B - 1], color=color, marker=marker, size=8, edge=show.BLACK)
            marks = [*marks, show.curve(B, row[: self.B], color=color, dash=dash, width=2.2, label=name), now]
        frame = (-1, TREES + 2), (-0.04 * top, top)
        return Panel(marks, *frame, "trees", "share of errors", legend_columns=1, width=0.9)

    def describe(self):
        own, bag, unseen = (show.percent(row[self.B - 1]) for row in self.errors)
        return (
            f"{number_of(self.B, 'tree', 'trees')}: {own} of its own points wrong; out of bag {bag}; of the points "
            f"not seen {unseen}, where a tree alone has {show.percent(self.alone)} on average."
        )
