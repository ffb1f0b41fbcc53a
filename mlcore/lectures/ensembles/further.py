"""More figures of lecture 15: real data in stages, AdaBoost and boosting as printed, losses, margins."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.ensemble import (
    LOSSES,
    STUMP,
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    adaboost_steps,
    full_tree,
    signs_of,
    values,
)
from mlcore.lectures.ensembles.figures import ROUNDS, wave, wide_ring
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASS_TABLE, CLASSES, FORMULA, LINE
from mlcore.show import Live, Mark, Panel
from mlcore.tree import Limits, gini, label_table, sorted_rows, target_table, variance

# --- Real data in stages (section 7) ----------------------------------------------------------

STAGES = 80
METHODS = {
    "a random forest": "forest",
    "bagged trees": "bagging",
    "AdaBoost with stumps": "adaboost",
    "boosting, ν = 0.1": "slow",
    "boosting, ν = 1": "fast",
}


@dataclass(frozen=True)
class Stages:
    """The errors (2, trees) of an ensemble while it grows: on its points and on the points left out."""

    errors: np.ndarray
    tree: float
    B: int
    name: str


def staged_scores(method: str, X, y, Z) -> list[np.ndarray]:
    """The scores of the second class less the first at the points Z (m, d), after 1, 2, ... trees: each (m,)."""
    match method:
        case "adaboost":
            return AdaBoostClassifier(STAGES).fit(X, y).staged_decision_function(Z)[1:]
        case "slow" | "fast":
            lr = 0.1 if method == "slow" else 1.0
            model = GradientBoostingClassifier(n_estimators=STAGES, learning_rate=lr, max_depth=2)
            return model.fit(X, y).staged_decision_function(Z)[1:]
    model = (BaggingClassifier if method == "bagging" else RandomForestClassifier)(STAGES, random_state=0).fit(X, y)
    return list(np.cumsum([values(tree, Z) @ [-1.0, 1.0] for tree in model.estimators_], axis=0))


def draw_stages(s: Stages) -> list[Panel]:
    B, top = np.arange(1, s.B + 1), 1.15 * max(s.errors.max(), s.tree, 0.02)
    marks: list[Mark] = [show.hline(s.tree, (0, STAGES + 1), width=1.8, label="one full tree, left out")]
    marks.append(show.vline(s.B, (0, top), dash="dotted"))
    looks: tuple[dict[str, Any], ...] = (dict(color=show.BLUE, dash="dashdot"), dict(color=show.VERMILLION))
    words = "on the points it grew on", "on the points left out"
    for row, look, word, marker in zip(s.errors, looks, words, "os", strict=True):
        marks.append(show.curve(B, row[: s.B], width=2.2, label=word, **look))
        marks.append(show.point(s.B, row[s.B - 1], color=look["color"], marker=marker, size=9, edge=show.BLACK))
    return [Panel(marks, (0, STAGES + 1), (-0.04 * top, top), "trees", "share of errors", legend_columns=3)]


def describe_stages(s: Stages) -> str:
    seen, unseen = (f"{100 * row[s.B - 1]:.1f} %" for row in s.errors)
    trees = "1 tree" if s.B == 1 else f"{s.B} trees"
    alone = f"one full tree {100 * s.tree:.1f} %"
    return f"{s.name}, {trees}: {seen} wrong on the points it grew on, {unseen} on those left out ({alone})."


@figure(CLASS_TABLE, datasets.breast_cancer, most=600)
def stages(data: Dataset) -> Live:
    """Ensembles while they grow: training and test error on a whole table of two classes (ENS-06, ENS-08, ENS-09)."""
    y = (data.y > 0).astype(int)
    rows, rest = train_test_split(np.arange(len(y)), train_size=0.5, stratify=y, random_state=0)
    X, places = data.X[rows], data.X
    whole = full_tree(X, label_table(y[rows], 2, np.ones(len(rows))), sorted_rows(X), gini, Limits())
    tree = float((values(whole, data.X[rest]).argmax(axis=1) != y[rest]).mean())

    @cache
    def errors(method: str) -> np.ndarray:
        scores = np.array(staged_scores(method, X, y[rows], places))
        wrong = (scores > 0) != y
        table = np.array([wrong[:, rows].mean(axis=1), wrong[:, rest].mean(axis=1)])
        return np.pad(table, ((0, 0), (0, STAGES - table.shape[1])), mode="edge")  # a run that ended stays there

    def compute(B: int, method: str) -> Stages:
        name = next(words for words, value in METHODS.items() if value == method)
        return Stages(errors(method), tree, B, name[:1].upper() + name[1:])

    controls = {
        "B": show.step_slider("trees", STAGES, value=1, interval=120, first=1),
        "method": show.choice("ensemble", METHODS),
    }
    return Live(compute, draw_stages, describe_stages, controls=controls, size=(8.8, 3.8))


# --- AdaBoost as printed (Further A) ----------------------------------------------------------

WAYS = {
    "right": ("right", "right"),
    "error as printed": ("printed", "right"),
    "weights as printed": ("right", "printed"),
}


@dataclass(frozen=True)
class Printed:
    """Three runs: the share of errors (rounds + 1,) and what each stump errs on its own new weights (rounds,)."""

    errors: dict[str, np.ndarray]
    again: dict[str, np.ndarray]
    votes: dict[str, np.ndarray]
    k: int


def run_as_printed(X, y, error_rule: str, weight_rule: str, rounds: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """AdaBoost with the printed error, Σ w y h, or with N4's mixture of full votes and ± in the exponent.

    Returns the share of errors after 0, 1, ... rounds, the weighted error of each stump on the weights it leaves
    behind, and the votes. A run whose vote does not exist stays where it is.
    """
    n, rows = len(y), sorted_rows(X)
    w, f, wrong, again, votes = np.full(n, 1 / n), np.zeros(n), [1.0], [], []
    for _ in range(rounds):
        stump = full_tree(X, label_table((y > 0).astype(int), 2, w), rows, gini, STUMP)
        h = signs_of(stump, X)
        error = float(w @ (y * h)) if error_rule == "printed" else float(w[h != y].sum())
        if not 0 < error < 1:
            break
        alpha = np.log((1 - error) / error) / (1 if weight_rule == "printed" else 2)
        w = w * np.exp(-alpha * y * h)
        w, f = w / w.sum(), f + alpha * h
        wrong.append(float((y * f <= 0).mean()))
        again.append(float(w[h != y].sum()))
        votes.append(float(alpha))
    rest = rounds - len(again)
    pad = lambda values, end: np.array(values + [end] * rest)  # noqa: E731
    return pad(wrong, wrong[-1]), pad(again, np.nan), pad(votes, np.nan)


def draw_printed(s: Printed) -> list[Panel]:
    looks: tuple[dict[str, Any], ...] = (
        dict(color=show.BLUE), dict(color=show.VERMILLION, dash="dashed"), dict(color=show.PURPLE, dash="dashdot"),
    )  # fmt: skip
    left: list[Mark] = []
    right: list[Mark] = [show.hline(0.5, (0, ROUNDS + 1), dash="dotted", width=1.4)]
    for name, look, marker in zip(WAYS, looks, "osD", strict=True):
        left += [*show.trace(np.arange(ROUNDS + 1), s.errors[name], s.k, width=2.2, label=name, **look)][:1]
        left.append(show.point(s.k, s.errors[name][s.k], color=look["color"], marker=marker, size=8, edge=show.BLACK))
        seen = s.again[name][: s.k]
        right.append(show.Points(np.column_stack([np.arange(1, s.k + 1), seen])[np.isfinite(seen)],
                                 color=look["color"], marker=marker, size=5, label=name))  # fmt: skip
    return [
        Panel(left, (-1, ROUNDS + 1), (-0.04, 1.06), "round", "share of errors", legend_columns=1),
        Panel(right, (0, ROUNDS + 1), (0, 1.06), "round", "its weighted error, afterwards", legend_columns=1),
    ]


def describe_printed(s: Printed) -> str:
    said = "; ".join(f"{name} {show.percent(row[s.k])}{vote_of(s, name)}" for name, row in s.errors.items())
    votes = " and this round's vote" if s.k else ""
    return f"Round {s.k}, share of errors{votes}: {said}."


def vote_of(s: Printed, name: str) -> str:
    """The vote of the present round, in words; none before the first, and none where it does not exist."""
    if not s.k:
        return ""
    vote = s.votes[name][s.k - 1]
    return f", {show.number(vote, 3)}".replace("-", "−") if np.isfinite(vote) else ", none"


@figure(CLASSES, wide_ring, most=300)
def printed(data: Dataset) -> Live:
    """AdaBoost, and the two slips of N4, side by side (ENS-08)."""
    runs = {name: run_as_printed(data.X, data.y, *rules, ROUNDS) for name, rules in WAYS.items()}
    errors, again, votes = ({name: run[k] for name, run in runs.items()} for k in range(3))

    def compute(k: int) -> Printed:
        return Printed(errors, again, votes, k)

    controls = {"k": show.step_slider("round", ROUNDS, value=0, interval=250)}
    return Live(compute, draw_printed, describe_printed, controls=controls, size=(8.8, 4.0))


# --- The sign of the residual (Further B) -----------------------------------------------------

SIGNS = {
    "minus the slope; γ searched": (1, True),
    "plus the slope, as printed; γ searched": (-1, True),
    "plus the slope, as printed; γ = ½": (-1, False),
}


@dataclass(frozen=True)
class Signed:
    """The fit of boosting with a sign and a way to choose γ, after t trees; errors (t + 1,) and the γ chosen (t,)."""

    data: Dataset
    grid: np.ndarray
    curve: np.ndarray
    errors: np.ndarray
    gammas: np.ndarray
    t: int


def run_signed(X, y, sign: int, search: bool, grid, steps: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Boosting of ½(y − f)² with stumps h fitted to sign · (y − f): f on the grid, errors, and the γ of each step."""
    rows, f, on_grid = sorted_rows(X), np.full(len(y), y.mean()), [np.full(len(grid), y.mean())]
    errors, gammas = [float(((y - f) ** 2).mean())], []
    for _ in range(steps):
        r = y - f
        tree = full_tree(X, target_table(sign * r, np.ones(len(y))), rows, variance, Limits(max_depth=1))
        h, there = values(tree, X)[:, 0], values(tree, grid[:, None])[:, 0]
        gamma = float(h @ r / (h @ h)) if search and h.any() else 0.5
        f, gammas = f + gamma * h, [*gammas, gamma]
        on_grid.append(on_grid[-1] + gamma * there)
        errors.append(float(((y - f) ** 2).mean()))
    return np.array(on_grid), np.array(errors), np.array(gammas)


def draw_signed(s: Signed) -> list[Panel]:
    x, y = s.data.X[:, 0], s.data.y
    low, high = show.limits(y, 0.5)
    left: list[Mark] = [
        show.Points(np.column_stack([x, y]), color=show.BLUE, size=5, label="points"),
        show.curve(s.grid, np.clip(s.curve, low, high), color=show.VERMILLION, width=2.4, label="f"),
    ]
    t, logs = np.arange(s.t + 1), np.log10(np.maximum(s.errors[: s.t + 1], 1e-12))
    right: list[Mark] = [*show.trace(t, logs, s.t, color=show.VERMILLION, width=2.2)]
    ticks = tuple(range(-4, 13, 4))
    return [
        Panel(left, show.limits(x), (low, high), s.data.feature_names[0], s.data.target_name, legend_columns=2),
        Panel(
            right,
            (-1, len(s.errors)),
            (-4, 12),
            "trees",
            "mean squared error",
            yticks=(ticks, tuple(f"1e{k}" for k in ticks)),
        ),
    ]


def describe_signed(s: Signed) -> str:
    last = f"; the last γ is {show.number(round(float(s.gammas[s.t - 1]), 9), 3)}" if s.t else ""  # 1, not 1.00
    low, high = show.limits(s.data.y, 0.5)
    last += "; f has left the picture" if s.curve.min() < low or s.curve.max() > high else ""
    trees = "1 tree" if s.t == 1 else f"{s.t} trees"
    return f"{trees}: mean squared error {show.number(s.errors[s.t], 3)}{last}.".replace("-", "−")


@figure(LINE, wave, most=400)
def signs(data: Dataset, *, steps: int = 30) -> Live:
    """Boosting with the sign of the residual as it should be, and as N3 prints it (ENS-09)."""
    grid = np.linspace(*show.limits(data.X[:, 0]), 201)
    runs = {name: run_signed(data.X, data.y, *way, grid, steps) for name, way in SIGNS.items()}

    def compute(t: int, way: str) -> Signed:
        curves, errors, gammas = runs[way]
        return Signed(data, grid, curves[t], errors, gammas, t)

    controls = {
        "t": show.step_slider("trees", steps, value=5, interval=200),
        "way": show.choice("residual", {name: name for name in SIGNS}),
    }
    return Live(compute, draw_signed, describe_signed, controls=controls, size=(8.8, 4.0))


# --- Three losses (Further C) -----------------------------------------------------------------

SCORES = np.linspace(-3, 3, 241)
CURVES: dict[str, tuple[str, dict[str, Any]]] = {
    "½(y − f)²": ("squared_error", dict(color=show.BLUE)),
    "ln(1 + exp(−2yf))": ("log_loss", dict(color=show.VERMILLION, dash="dashed")),
    "exp(−yf)": ("exponential", dict(color=show.GREEN, dash="dashdot")),
}


@dataclass(frozen=True)
class Risks:
    """The expected losses (241,) of scores f where the share p of the labels is +1, and the score with the least."""

    p: float
    f: float
    risks: dict[str, np.ndarray]
    best: dict[str, float]


def draw_risks(s: Risks) -> list[Panel]:
    left: list[Mark] = []
    right: list[Mark] = [show.hline(0, (-3.2, 3.2), width=0.8), show.vline(s.f, (-2.3, 4.3), dash="dotted")]
    one = np.ones_like(SCORES)
    for (name, (key, look)), marker in zip(CURVES.items(), "osD", strict=True):
        left.append(show.curve(SCORES, s.risks[name], width=2.2, label=name, **look))
        low = float(np.interp(s.best[name], SCORES, s.risks[name]))
        left.append(show.point(s.best[name], low, color=look["color"], marker=marker, size=9, edge=show.BLACK))
        right.append(show.curve(SCORES, LOSSES[key].residual(one, SCORES), width=2.2, label=name, **look))
        at = float(LOSSES[key].residual(np.ones(1), np.array([s.f]))[0])
        right.append(show.point(s.f, at, color=look["color"], marker=marker, size=8, edge=show.BLACK))
    return [
        Panel(left, (-3.2, 3.2), (-0.1, 4), "score f", "expected loss", legend_columns=1),
        Panel(right, (-3.2, 3.2), (-2.3, 4.3), "score f", "pseudo-residual of y = +1", legend_columns=1),
    ]


def describe_risks(s: Risks) -> str:
    lows = ", ".join(f"{name} at {s.best[name]:.3f}" for name in CURVES)
    at = np.array([s.f])
    pulls = ", ".join(f"{LOSSES[key].residual(np.ones(1), at)[0]:.2f}" for key, _ in CURVES.values())
    said = f"p = {s.p:.2f}: least at {lows}. At f = {s.f:.1f} the three pseudo-residuals are {pulls}."
    return said.replace("-", "−").replace("pseudo−", "pseudo-")


@figure(FORMULA)
def risks() -> Live:
    """Three losses: the best score where the share p of the labels is +1, and the pseudo-residuals (ENS-10)."""

    def compute(p: float, f: float) -> Risks:
        one = np.ones_like(SCORES)
        mixed = {
            name: p * LOSSES[key].value(one, SCORES) + (1 - p) * LOSSES[key].value(-one, SCORES)
            for name, (key, _) in CURVES.items()
        }
        half = float(np.log(p / (1 - p)) / 2)
        return Risks(p, f, mixed, dict(zip(CURVES, (2 * p - 1, half, half), strict=True)))

    controls = {
        "p": show.slider("p, share of y = +1", 0.5, 0.02, 0.98, 0.02),
        "f": show.slider("score f", -1.0, -3.0, 3.0, 0.1),
    }
    return Live(compute, draw_risks, describe_risks, controls=controls, size=(8.8, 4.3))


# --- Margins (Further D) ----------------------------------------------------------------------


@dataclass(frozen=True)
class Margins:
    """The margins y f(x) / Σα (rounds + 1, n) of AdaBoost, sorted in each round, and the share of errors."""

    sorted: np.ndarray
    errors: np.ndarray
    k: int


def draw_margins(s: Margins) -> list[Panel]:
    n = s.sorted.shape[1]
    share = np.arange(1, n + 1) / n
    early = np.column_stack([np.repeat(s.sorted[min(5, len(s.sorted) - 1)], 2)[1:], np.repeat(share, 2)[:-1]])
    marks: list[Mark] = [
        show.vline(0, (0, 1.03), width=1.2),
        show.Lines([early] if s.k > 5 else [], color=show.GREY, dash="dashed", width=1.6, label="after 5 rounds"),
    ]
    now = np.repeat(s.sorted[s.k], 2)[1:], np.repeat(share, 2)[:-1]
    marks.append(show.curve(*now, color=show.VERMILLION, width=2.4, label="now"))
    marks.append(show.point(s.sorted[s.k, 0], share[0], color=show.VERMILLION, marker="D", size=9, edge=show.BLACK))
    return [
        Panel(marks, (-1.05, 1.05), (-0.03, 1.03), "margin y f(x) / Σα", "share of points with at most this margin")
    ]


def describe_margins(s: Margins) -> str:
    low, wrong = show.number(s.sorted[s.k, 0], 3).replace("-", "−"), show.percent(s.errors[s.k])
    return f"Round {s.k}: {wrong} of the points wrong; the smallest margin is {low}."


@figure(CLASSES, wide_ring, most=300)
def margins(data: Dataset, *, rounds: int = 300) -> Live:
    """The margins of AdaBoost while it goes on (ENS-08)."""
    states = take(adaboost_steps(data.X, data.y.astype(float), rows=sorted_rows(data.X)), rounds)
    total = np.maximum(np.cumsum([abs(state.alpha) for state in states]), 1e-300)
    table = np.array([data.y * state.scores for state in states])
    errors, table = (table <= 0).mean(axis=1), np.sort(table / total[:, None], axis=1)

    def compute(k: int) -> Margins:
        return Margins(table, errors, min(k, len(states) - 1))

    controls = {"k": show.step_slider("round", rounds, value=5, interval=40, first=1)}
    return Live(compute, draw_margins, describe_margins, controls=controls, size=(8.8, 4.0))
