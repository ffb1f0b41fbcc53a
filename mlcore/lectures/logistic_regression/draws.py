"""Fresh draws: on how many of them what lecture 06 says holds. A row for each seed, a column for each rival."""

from collections.abc import Sequence

import numpy as np
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlcore import datasets
from mlcore.base import losses
from mlcore.base.labels import add_ones, to_01
from mlcore.base.steps import last
from mlcore.datasets import Dataset
from mlcore.linear import LinearRegression
from mlcore.logistic import (
    LogisticCost,
    LogisticRegression,
    SoftmaxRegression,
    has_no_minimum,
    logistic_descent_steps,
    newton_steps,
    sigmoid,
    stable_logistic_lr,
)

PENALTIES = (1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1000.0)
RATES = (1.25, 2.5, 12.5)  # learning rates, in units of the safe limit 2/L
SURE = np.log(9)  # the score at which p is 0.9


def parted(data: Dataset, seed: int, left_out: float) -> list[np.ndarray]:
    """X, new X, y and new y: a share of the rows, or so many, are left out, of each class alike."""
    parts = train_test_split(data.X, data.y, test_size=left_out, stratify=data.y, random_state=seed)
    return [np.asarray(part) for part in parts]


# --- Sixty patients, one feature (section 5, Further A) ---------------------------------------


def one_feature(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The mean radius and the labels of 60 patients, and those of the other 509, in units of the sixty."""
    data = datasets.breast_cancer().columns("mean radius")
    order = np.random.default_rng(seed).permutation(len(data.y))
    mine, others = order[:60], order[60:]
    x = data.X[:, 0]
    z = (x - x[mine].mean()) / x[mine].std()
    return z[mine], data.y[mine], z[others], data.y[others]


def thresholds(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Where least squares for 0 and 1 says ½, and where logistic regression does (2,)."""
    squares = LinearRegression().fit(x[:, None], to_01(y))
    logistic = LogisticRegression(lam=0.1).fit(x[:, None], y)
    return np.array([(0.5 - squares.intercept_) / squares.coef_[0], -logistic.intercept_ / logistic.coef_[0]])


def far_points(seeds: Sequence[int]) -> np.ndarray:
    """Errors on the 509 others (seeds, 3, 2): least squares and logistic; no extra patient, one at 2, one at 20."""
    errors = np.zeros((len(seeds), 3, 2))
    for row, seed in zip(errors, seeds, strict=True):
        x, y, new_x, new_y = one_feature(seed)
        samples = (x, y), (np.append(x, 2.0), np.append(y, 1)), (np.append(x, 20.0), np.append(y, 1))
        for k, sample in enumerate(samples):
            row[k] = [np.mean((new_x > cut) != (new_y > 0)) for cut in thresholds(*sample)]
    return errors


def walks(seeds: Sequence[int]) -> np.ndarray:
    """How Newton and descent fare on 60 patients (seeds, 8); a row of zeros where a threshold separates the classes.

    Leaps from 0; whether plain leaps arrive from the upper left and the lower right corner of the figure, and whether
    halved ones do; whether 2000 steps of descent arrive at each of the RATES.
    """
    rows = np.zeros((len(seeds), 5 + len(RATES)))
    for row, seed in zip(rows, seeds, strict=True):
        x, y, _, _ = one_feature(seed)
        f = LogisticCost(add_ones(x[:, None]), to_01(y))
        if has_no_minimum(f.A, f.y):
            continue
        end = last(newton_steps(f, w=np.zeros(2)), 50)
        half = 1.9 * max(np.abs(end.w).max(), 1.0)
        corners = end.w / 2 + half * np.array([[-1, 1], [1, -1]])
        plain, halved = (
            [last(newton_steps(f, w=corner, halve=halve), 200).converged for corner in corners]
            for halve in (False, True)
        )
        limit = stable_logistic_lr(f.A)
        arrive = [last(logistic_descent_steps(f.A, f.y, lr=rate * limit), 2000).converged for rate in RATES]
        row[:] = [end.t, *plain, *halved, *arrive]
    return rows


# --- Is the sureness right? (section 8) -------------------------------------------------------


def held_out(data: Dataset, seed: int, penalties: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Scores (penalties, m) of the rows left out, and their labels (m,): 30 % of them, the features standardised."""
    X, new_X, y, new_y = parted(data, seed, 0.3)
    models = (make_pipeline(StandardScaler(), LogisticRegression(lam)).fit(X, y) for lam in penalties)
    return np.array([model.decision_function(new_X) for model in models]), new_y


def promised(scores: np.ndarray) -> np.ndarray:
    """How many errors the model itself expects: the sum of min(p, 1 − p) over the last axis."""
    return sigmoid(-np.abs(scores)).sum(axis=-1)


def counted(scores: np.ndarray, y: np.ndarray) -> np.ndarray:
    """How many errors there are."""
    return ((scores > 0) != (y > 0)).sum(axis=-1)


def sureness(seeds: Sequence[int], penalties: Sequence[float] = PENALTIES) -> np.ndarray:
    """Of 171 patients left out (seeds, penalties, 5).

    Errors expected and counted; the mean loss; patients with p from 0.1 to 0.9, and the errors among them.
    """
    rows = []
    for seed in seeds:
        scores, y = held_out(datasets.breast_cancer(), seed, penalties)
        rows.append(np.column_stack([
            promised(scores), counted(scores, y), losses.logistic(y * scores).mean(axis=-1), *unsure(scores, y)
        ]))  # fmt: skip
    return np.array(rows)


def unsure(scores: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many have p from 0.1 to 0.9, and how many of these are wrong, over the last axis."""
    between = np.abs(scores) <= SURE
    return between.sum(axis=-1), (between & ((scores > 0) != (y > 0))).sum(axis=-1)


def chosen_sureness(seeds: Sequence[int]) -> np.ndarray:
    """Errors expected and counted (seeds, 3), and λ: that with the least loss on the fold left out, of five."""
    data = datasets.breast_cancer()
    rows = []
    for seed in seeds:
        X, new_X, y, new_y = parted(data, seed, 0.3)
        loss = np.zeros(len(PENALTIES))
        for mine, other in StratifiedKFold(5, shuffle=True, random_state=seed).split(X, y):
            for k, lam in enumerate(PENALTIES):
                model = make_pipeline(StandardScaler(), LogisticRegression(lam)).fit(X[mine], y[mine])
                loss[k] += losses.logistic(y[other] * model.decision_function(X[other])).sum()
        lam = PENALTIES[loss.argmin()]
        scores = make_pipeline(StandardScaler(), LogisticRegression(lam)).fit(X, y).decision_function(new_X)
        rows.append([promised(scores), counted(scores, new_y), lam])
    return np.array(rows)


# --- One against the rest, or softmax (Further B) ---------------------------------------------


def both_scores(X, y, new_X, lam: float) -> tuple[np.ndarray, np.ndarray]:
    """Scores (m, K) of K machines, each for one class against the rest, and of one softmax; features standardised."""
    scaler = StandardScaler().fit(X)
    Z, new_Z = scaler.transform(X), scaler.transform(new_X)
    single = [LogisticRegression(lam).fit(Z, y == k).decision_function(new_Z) for k in range(y.max() + 1)]
    return np.array(single).T, SoftmaxRegression(lam).fit(Z, y).scores(new_Z)


def both_errors(X, y, new_X, new_y, lam: float) -> np.ndarray:
    """Errors (2,) on the new points where the largest score wins: of the machines, of the softmax."""
    return np.array([(scores.argmax(axis=1) != new_y).sum() for scores in both_scores(X, y, new_X, lam)])


def flowers() -> Dataset:
    """The 150 irises with two of their measurements."""
    return datasets.iris().columns("sepal width (cm)", "petal length (cm)")


def one_yes(seeds: Sequence[int], penalties: Sequence[float]) -> np.ndarray:
    """How many of 50 irises left out get exactly one yes of three machines (seeds, penalties)."""
    data = flowers()
    rows = []
    for seed in seeds:
        X, new_X, y, _ = parted(data, seed, 50)
        single = [both_scores(X, y, new_X, lam)[0] for lam in penalties]
        rows.append([((scores > 0).sum(axis=1) == 1).sum() for scores in single])
    return np.array(rows)


def flower_errors(seeds: Sequence[int]) -> np.ndarray:
    """Errors among 50 irises left out (seeds, 2): machines and softmax, each with a λ chosen on five folds."""
    return np.array([tuned_errors(flowers(), seed, 50, (1e-3, 1e-2, 0.1, 1.0, 10.0)) for seed in seeds])


def digit_errors(seeds: Sequence[int]) -> np.ndarray:
    """Errors among 1197 digits left out (seeds, 2): machines and softmax, each with a λ chosen on two folds."""
    return np.array([tuned_errors(datasets.digits(), seed, 1197, (0.1, 1.0, 10.0), 2) for seed in seeds])


def tuned_errors(data: Dataset, seed: int, left_out: int, penalties: Sequence[float], folds: int = 5) -> np.ndarray:
    """Errors (2,) on the rows left out, of the machines and of the softmax, each with its own best λ of the folds."""
    X, new_X, y, new_y = parted(data, seed, left_out)
    wrong = np.zeros((len(penalties), 2))
    for mine, other in StratifiedKFold(folds, shuffle=True, random_state=seed).split(X, y):
        wrong += [both_errors(X[mine], y[mine], X[other], y[other], lam) for lam in penalties]
    best = wrong.argmin(axis=0)
    return np.array([both_errors(X, y, new_X, new_y, penalties[k])[j] for j, k in enumerate(best)])
