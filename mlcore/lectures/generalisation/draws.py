"""Fresh draws: on how many of them what lecture 05 says holds. A row for each draw, a column for each rival."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom

from mlcore import pac
from mlcore.base.scaling import standardised
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.kernels import Linear
from mlcore.logistic import LogisticRegression
from mlcore.neighbors import KNeighborsClassifier
from mlcore.svm import SVC
from mlcore.tree import DecisionTreeClassifier

# --- Risk and empirical risk of thresholds (sections 1 and 4) ---------------------------------

THRESHOLDS = np.linspace(0, 1, 101)  # the class: +1 above θ, −1 up to it
TRUE = 0.4
NOISE = 0.1
DELTA = 0.05
RISKS = NOISE + (1 - 2 * NOISE) * np.abs(THRESHOLDS - TRUE)


def risks_on_samples(n: int, samples: int, seed: int) -> Array:
    """The empirical risks (samples, 101) of all thresholds: x uniform on [0, 1], one label in ten is wrong."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(size=(samples, n))
    above = (x > TRUE) ^ (rng.uniform(size=x.shape) < NOISE)  # y = +1
    cells = np.ceil(100 * x).astype(int) + 101 * np.arange(samples)[:, None]  # x ≤ θ_k for k from the cell on
    up, down = (np.bincount(cells[y], minlength=101 * samples).reshape(samples, 101) for y in (above, ~above))
    return (up.cumsum(axis=1) + down.sum(axis=1, keepdims=True) - down.cumsum(axis=1)) / n  # (05.2)


def differences(n: int, samples: int, seed: int, theta: float = 0.6) -> Array:
    """Empirical risk minus risk (samples, 2): of the threshold θ, fixed beforehand, and of the chosen one."""
    measured = risks_on_samples(n, samples, seed)
    chosen = measured.argmin(axis=1)
    fixed = round(100 * theta)
    rows = np.arange(samples)
    return np.column_stack([measured[:, fixed] - RISKS[fixed], measured[rows, chosen] - RISKS[chosen]])


def outside(n: int, samples: int, seed: int) -> Array:
    """How many of the 101 thresholds (samples,) have an empirical risk outside the band (05.9), in each sample."""
    measured = risks_on_samples(n, samples, seed)
    return (np.abs(measured - RISKS) > pac.deviation(n, DELTA, len(THRESHOLDS))).sum(axis=1)


def chances_outside(n: int) -> Array:
    """The exact chance (101,) that a threshold's empirical risk lies outside the band (05.9)."""
    k = np.arange(n + 1)[:, None]
    far = np.abs(k / n - RISKS) > pac.deviation(n, DELTA, len(THRESHOLDS))
    return (binom.pmf(k, n, RISKS) * far).sum(axis=0)


# --- The best of several, as if it had been the only one (pac-09) -----------------------------


def limit_broken(classifiers: int, n: int, delta: float, divided_by: int = 1) -> float:
    """How often the risk ½ exceeds the least of the errors plus a width: so many unrelated classifiers, n rows.

    The width is that of (05.8) on one side, with δ divided by `divided_by`.
    """
    width = np.sqrt(np.log(divided_by / delta) / (2 * n))
    low = binom.cdf(np.ceil(n * (0.5 - width)) - 1, n, 0.5)
    return float(1 - (1 - low) ** classifiers)


# --- A table, divided at random (section 8) ---------------------------------------------------

MODELS = {
    "logistic": lambda: LogisticRegression(lam=1.0),
    "linear SVM": lambda: SVC(C=1.0, kernel=Linear()),
    "stump": lambda: DecisionTreeClassifier(max_depth=1),
    "full tree": lambda: DecisionTreeClassifier(),
    "1 neighbour": lambda: KNeighborsClassifier(n_neighbors=1),
}


@dataclass(frozen=True)
class Fit:
    """A classifier learnt from n rows: its errors there and on the held-out rows."""

    trained: float
    tested: float


def division(count: int, seed: int) -> tuple[Array, Array]:
    """The rows to learn from, in random order, and those held out: a third, 200 at most."""
    rows = np.random.default_rng(seed).permutation(count)
    held = min(200, count // 3)
    return rows[held:], rows[:held]


def learnt(data: Dataset, rows: Array, held_out: Array, model: str, d: int) -> Fit:
    """A classifier of the first d features, learnt from these rows, and standardised by them alone."""
    X, y = data.X[:, :d], data.y
    Z, mean, spread = standardised(X[rows])
    fitted = MODELS[model]().fit(Z, y[rows])
    answers = fitted.predict(Z), fitted.predict((X[held_out] - mean) / spread)
    return Fit(trained=float((answers[0] != y[rows]).mean()), tested=float((answers[1] != y[held_out]).mean()))


def division_errors(data: Dataset, seeds: Sequence[int], most: int = 400) -> Array:
    """Training and held-out error (seeds, 2 sets of features, 5 classifiers, 2) after so many divisions.

    The features: the first two, and all. most: at most so many rows are learnt from.
    """
    found = np.zeros((len(seeds), 2, len(MODELS), 2))
    for at, seed in enumerate(seeds):
        train, test = division(len(data.y), seed)
        for k, d in enumerate((2, data.X.shape[1])):
            fits = [learnt(data, train[:most], test, model, d) for model in MODELS]
            found[at, k] = [(fit.trained, fit.tested) for fit in fits]
    return found
