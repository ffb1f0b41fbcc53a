"""All methods on all tables: errors over repeated splits, tuned anew in each. They are dear, and so they are stored."""

import json
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from sklearn.preprocessing import StandardScaler

from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.lectures.which_one.costs import cost_of
from mlcore.lectures.which_one.methods import FOLDS, LEAST, METHODS
from mlcore.lectures.which_one.tables import KNOWN, NAMES, NEW, TABLES, flipped, parted, patients, split
from mlcore.lectures.which_one.worlds import WEAK_SPOTS

SIZES = (25, 70, 200)
FLIPS = (0.0, 0.1, 0.2)
SPLITS = 200  # of each setting; they are stored
LIVE_SPLITS = 4  # of a reader's own table, who waits for them
STORED = pathlib.Path(__file__).parent / "errors.json"
LEAST_LEFT = 60  # rows that have to be left over to judge on


def sizes_of(table: str) -> tuple[int, ...]:
    """How many examples may be learnt from, so that enough are left over."""
    rows = np.inf if table == KNOWN else len(TABLES[table]().y)
    return tuple(n for n in SIZES if rows - n >= LEAST_LEFT)


@dataclass(frozen=True)
class Setting:
    """A table, the number of examples to learn from, and the share of their labels that is flipped."""

    table: str
    n: int
    flips: float


SETTINGS = tuple(Setting(table, n, flips) for table in NAMES for n in sizes_of(table) for flips in FLIPS)
DRAWS = range(len(SETTINGS) * SPLITS)  # draw k is split k % SPLITS of the setting k // SPLITS


def examples(draw: int) -> tuple[Array, Array, Array, Array]:
    """What is learnt from in this draw, X (n, d) and y (n,) with its flips; and what is judged on, unflipped."""
    setting, seed = SETTINGS[draw // SPLITS], draw % SPLITS
    X, y, new, there = split(setting.table, setting.n, seed)
    return X, flipped(y, setting.flips, seed), new, there


def judged_on(setting: Setting) -> int:
    """How many new points the errors are counted on: all rows that are left over, or NEW of the known world."""
    return NEW if setting.table == KNOWN else len(TABLES[setting.table]().y) - setting.n


def tuned_errors(draws: Sequence[int]) -> np.ndarray:
    """For each draw a row of 2 · methods: the number of errors of each on new points, and which candidate it chose."""
    rows = []
    for draw in draws:
        X, y, new, there = examples(draw)
        pairs = [method.tuned(X, y) for method in METHODS.values()]
        errors = [(model.predict(new) != there).sum() for model, _ in pairs]
        rows.append([*errors, *(choice for _, choice in pairs)])
    return np.array(rows, int)


DEAR, EVERY = ("bagged trees", "random forest"), 4  # more than half of the time of a draw


def errors_as_chosen(draws: Sequence[int], rows: np.ndarray) -> np.ndarray:
    """The same rows, fitted with the candidates that are in `rows`: a thirteenth of the fits of `tuned_errors`.

    Those that bag their trees are fitted on every fourth split alone, and keep their errors on the others.
    """
    found = rows.copy()
    for draw, row in zip(draws, found, strict=True):
        X, y, new, there = examples(draw)
        for k, (name, method) in enumerate(METHODS.items()):
            if name not in DEAR or draw % EVERY == 0:
                model = method.fitted(int(row[len(METHODS) + k]), X, y)
                row[k] = (model.predict(new) != there).sum()
    return found


def shares(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the rows of all draws: the shares of errors (settings, splits, methods), and the candidates (same shape)."""
    errors, choices = np.split(rows.reshape(len(SETTINGS), SPLITS, -1), 2, axis=2)
    asked = np.array([judged_on(setting) for setting in SETTINGS])
    return errors / asked[:, None, None], choices.astype(int)


@cache
def stored() -> tuple[np.ndarray, np.ndarray]:
    """What `shares` makes of the stored draws."""
    return shares(np.array(json.loads(STORED.read_text(encoding="utf-8"))["rows"]))


# --- Where each fails -------------------------------------------------------------------------

WORLDS = 50  # draws of each weak spot
SPOTS = range(len(WEAK_SPOTS) * WORLDS)  # draw k is draw k % WORLDS of the weak spot of method k // WORLDS
STORED_SPOTS = pathlib.Path(__file__).parent / "weak_spots.json"


def weak_spot(draw: int) -> tuple[tuple[str, str], Dataset, Array, Dataset]:
    """The names of a method and its rival, the examples, their labels with the flips, and the new points of a draw."""
    name, spot = list(WEAK_SPOTS.items())[draw // WORLDS]
    seed = draw % WORLDS
    data = spot.data(spot.examples, seed)
    return (name, spot.rival), data, flipped(data.y, spot.flips, seed), spot.data(NEW, seed + 10**6)


def tuned_spots(draws: Sequence[int]) -> np.ndarray:
    """For each draw the errors of the method and of its rival on new points, and which candidates they chose."""
    rows = []
    for draw in draws:
        names, data, y, new = weak_spot(draw)
        pairs = [METHODS[name].tuned(data.X, y) for name in names]
        errors = [(model.predict(new.X) != new.y).mean() for model, _ in pairs]
        rows.append([*errors, *(choice for _, choice in pairs)])
    return np.array(rows, float)


def spots_as_chosen(draws: Sequence[int], rows: np.ndarray) -> np.ndarray:
    """The same rows, fitted with the candidates that are in `rows`."""
    found = []
    for draw, row in zip(draws, rows, strict=True):
        names, data, y, new = weak_spot(draw)
        chosen = zip(names, row[2:].astype(int).tolist(), strict=True)
        models = [METHODS[name].fitted(choice, data.X, y) for name, choice in chosen]
        found.append([*((model.predict(new.X) != new.y).mean() for model in models), *row[2:]])
    return np.array(found, float)


@cache
def stored_spots() -> tuple[np.ndarray, np.ndarray]:
    """The errors (methods, draws, 2) of each method and of its rival, and the candidates that were chosen."""
    rows = np.array(json.loads(STORED_SPOTS.read_text(encoding="utf-8"))["rows"], float)
    errors, choices = np.split(rows.reshape(len(WEAK_SPOTS), WORLDS, 4), 2, axis=2)
    return errors, choices.astype(int)


# --- What each needs: one unit for all columns ------------------------------------------------

USUAL = {  # a candidate of each, the same with and without scaling
    "nearest neighbours": 2, "kernel SVM": 2, "linear SVM": 1, "perceptron": 2, "logistic regression": 1,
    "tree": 2,
}  # fmt: skip


def scaling_errors(seeds: Sequence[int], n: int = 100) -> np.ndarray:
    """For each seed the patients are split anew, n to learn from: a row of 2 · 6 errors on the others.

    First of the methods of USUAL with the columns standardised, then as they are measured: an area there has a variance
    ten thousand million times that of a share.
    """
    data = patients()
    rows = []
    for seed in seeds:
        X, y, new, there = parted(data, n, seed)
        scale: Any = StandardScaler().fit(X)
        row = []
        for train, test in ((scale.transform(X), scale.transform(new)), (X, new)):
            plain = (replace(METHODS[name], scaled=False).fitted(k, train, y) for name, k in USUAL.items())
            row += [(model.predict(test) != there).mean() for model in plain]
        rows.append(row)
    return np.array(rows)


# --- A table of the reader's own --------------------------------------------------------------


def tuned_on_splits(data: Dataset, names: Sequence[str], splits: int, n: int) -> tuple[np.ndarray, list[Any]]:
    """These methods on a table of two classes, tuned anew in each of so many splits, n rows to learn from.

    Returns the errors on all other rows (splits, methods), and the pipelines of the last split. Raises ValueError where
    there are not two classes, fewer than six rows of one, as no fold could then have one of each, or n is below LEAST
    and nearest neighbours are among the methods.
    """
    counts = np.unique(data.y, return_counts=True)[1]
    if len(counts) != 2:
        raise ValueError(
            f"These methods tell two classes apart, and y has {len(counts)}: keep the rows of two, or ask for one "
            "against the rest (datasets.own has classes= and one_vs_rest=)."
        )
    if counts.min() < 2 * FOLDS:
        raise ValueError(f"The rarer class has {counts.min()} rows: folds and test rows need {2 * FOLDS} or more.")
    if n < LEAST and "nearest neighbours" in names:
        raise ValueError(
            f"{n} of the {len(data.y)} rows are to learn from: the methods need {LEAST}, as nearest neighbours are "
            f"tried up to K = 15 in each fold. Use a table of {3 * LEAST // 2} rows or more."
        )
    errors, models = [], []
    for seed in range(splits):
        X, y, new, there = parted(data, n, seed)
        models = [METHODS[name].tuned(X, y)[0] for name in names]
        errors.append([(model.predict(new) != there).mean() for model in models])
    return np.array(errors), models


def compare(data: Dataset, splits: int = LIVE_SPLITS, n: int = 100) -> list[dict[str, Any]]:
    """All methods on a table of two classes, tuned anew in each of so many splits: a row for each method.

    n: the rows to learn from, at most two thirds of all. error: the mean share of errors on all other rows; lowest,
    highest: of the splits. kept, asked: what the last fit costs, see `Cost`.
    Raises ValueError where there are not two classes, or fewer than six rows of one, or too few rows in all.
    """
    n = min(n, 2 * len(data.y) // 3)
    errors, models = tuned_on_splits(data, list(METHODS), splits, n)
    rows = []
    for name, model, shares in zip(METHODS, models, errors.T, strict=True):
        cost = cost_of(model, n, data.X.shape[1])
        spread = dict(error=shares.mean(), lowest=shares.min(), highest=shares.max())
        rows.append(dict(method=name, **spread, kept=cost.kept, asked=cost.asked))
    return rows
