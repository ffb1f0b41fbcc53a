"""What stands in the data cells of the tests in place of the lectures' own data: a table for each kind of cell."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from mlcore import datasets
from mlcore.datasets import Dataset
from tests.course.wine import wines

Tables = dict[str, Dataset]  # by the words of the data cell


def of_wines() -> Tables:
    """178 wines, or 130 of two grapes that are easy to tell apart."""
    w: Any = wines()
    pair, apart = w[w.grape != "Barbera"], w[w.grape != "Grignolino"]  # a straight line separates the latter
    return {
        "one column, and two labels": datasets.own(pair.proline, pair.grape),
        "one column, and a number to predict": datasets.own(w.alcohol, w.proline),
        "a table of numbers, and a number to predict": datasets.own(w.drop(columns="grape"), "proline"),
        "two columns, and two labels": datasets.own(pair[["alcohol", "proline", "grape"]], "grape").standardised(),
        "a table of numbers, and two labels": datasets.own(pair, "grape"),
        "one column, and counts: 0, 1, 2, …": datasets.own(w.alcohol, w.magnesium),
        "two columns, and two labels that a line separates":
            datasets.own(apart[["flavanoids", "color_intensity", "grape"]], "grape").standardised(),
        "two columns, and two labels or more": datasets.own(w[["alcohol", "proline", "grape"]], "grape"),
        "two columns": datasets.own(w[["alcohol", "flavanoids"]]),
        "two columns, and the group of each row if you know it": datasets.own(w[["alcohol", "flavanoids"]], w.grape),
    }  # fmt: skip


def of_few() -> Tables:
    """24 plants: fewer rows than any lecture's own table, so that no number of a row fits by chance."""
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(rng.normal([12, 5], [3, 1], (24, 2)), columns=["sun (h)", "water (l)"])
    across = frame.to_numpy() @ [1 / 3, 1.0] - 9
    noisy = across + rng.normal(0, 0.7, 24)
    return _tables(frame, np.where(noisy > 0, "tall", "short"), across, 20 + 5 * noisy, rng.poisson(3, 24))


def of_chance() -> Tables:
    """120 houses, in units that are far apart; which were sold is drawn by lot, so that there is nothing to learn.

    Only where a line has to separate the classes there is one.
    """
    rng = np.random.default_rng(6)
    spread = np.column_stack([rng.uniform(60, 180, 120), rng.uniform(170_000, 600_000, 120)])
    frame = pd.DataFrame(spread, columns=["area (m²)", "price"])
    across = frame.price.to_numpy() / 1e5 - frame["area (m²)"].to_numpy() / 40
    return _tables(frame, rng.choice(["sold", "unsold"], 120), across, rng.normal(size=120), rng.poisson(2, 120))


def of_apart() -> Tables:
    """About 50 fields whose classes a straight line separates, with room between them: no fit is ever wrong there."""
    rng = np.random.default_rng(7)
    frame = pd.DataFrame(rng.normal([20, 3], [6, 1], (60, 2)), columns=["rain (mm)", "sand (%)"])
    across = (frame["rain (mm)"] / 6 - frame["sand (%)"]).to_numpy() - 0.2
    frame, across = frame[np.abs(across) > 0.3].reset_index(drop=True), across[np.abs(across) > 0.3]
    return _tables(frame, np.where(across > 0, "wet", "dry"), across, 10 + 4 * across, rng.poisson(2, len(across)))


def _tables(frame: pd.DataFrame, labels, across, numbers, counts) -> Tables:
    """All kinds from two columns, labels, a score whose sign is apart from 0 in the separable kind, and two targets."""
    first, apart = frame.iloc[:, [0]], np.abs(across) > 0.3
    more = frame.assign(third=np.sin(3 * across), fourth=np.cos(frame.iloc[:, 0]), same=7.0)  # which never varies
    return {
        "one column, and two labels": datasets.own(first, labels),
        "one column, and a number to predict": datasets.own(first, numbers),
        "a table of numbers, and a number to predict": datasets.own(more, numbers),
        "two columns, and two labels": datasets.own(frame, labels).standardised(),
        "a table of numbers, and two labels": datasets.own(more, labels),
        "one column, and counts: 0, 1, 2, …": datasets.own(first, counts),
        "two columns, and two labels that a line separates":
            datasets.own(frame[apart], np.where(across[apart] > 0, "yes", "no")).standardised(),
        "two columns, and two labels or more": datasets.own(frame, labels),
        "two columns": datasets.own(frame),
        "two columns, and the group of each row if you know it": datasets.own(frame, labels),
    }  # fmt: skip


OTHERS: dict[str, Callable[[], Tables]] = {"wines": of_wines, "few": of_few, "chance": of_chance, "apart": of_apart}
