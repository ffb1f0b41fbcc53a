"""Fresh draws: on how many of them what lecture 03 says holds. A row for each seed, a column for each rival."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.model_selection import KFold, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from mlcore import datasets
from mlcore.datasets import Dataset
from mlcore.lectures.complexity.figures import (
    DEGREES,
    HELD,
    LAMS,
    NOISE,
    SHORTEST,
    TALLEST,
    forty,
    on_new_people,
    one_choice,
    path_and_errors,
    rms,
)
from mlcore.lectures.complexity.further import left_out_in_turn, mass, parts_in, together
from mlcore.linear import (
    LocallyWeightedRegression,
    fit_polynomial,
    left_out,
    nearness,
    polynomial_features,
    powers,
    ridge_path,
    weighted_line,
)

# --- The degree (sections 1 and 3) ------------------------------------------------------------


def degree_errors(seeds: Sequence[int], n: int, noise: float = NOISE) -> np.ndarray:
    """Errors on new people (seeds, 9): of the nine degrees, each fitted to n people on the parabola."""
    rows = []
    for seed in seeds:
        train = datasets.heights(n, noise, seed)
        rows.append([on_new_people(fit_polynomial(train.X[:, 0], train.y, int(q)), noise) for q in DEGREES])
    return np.array(rows)


def held_out_errors(seeds: Sequence[int], n: int, noise: float = NOISE) -> np.ndarray:
    """Errors on 40 people held out (seeds, 9): of the nine degrees, each fitted to n people."""
    rows = []
    for seed in seeds:
        train, held = datasets.heights(n, noise, seed), datasets.heights(HELD, noise, 1000 + seed)
        fits = [fit_polynomial(train.X[:, 0], train.y, int(q)) for q in DEGREES]
        rows.append([rms(held.y - fit(held.X[:, 0])) for fit in fits])
    return np.array(rows)


def growing_errors(seeds: Sequence[int], degree: int, numbers: Sequence[int]) -> np.ndarray:
    """Errors on new people (seeds, numbers) of one degree, as more and more people join the same sample."""
    rows = []
    for seed in seeds:
        every = datasets.heights(max(numbers), NOISE, seed)
        fits = [fit_polynomial(every.X[:n, 0], every.y[:n], degree) for n in numbers]
        rows.append([on_new_people(fit, NOISE) for fit in fits])
    return np.array(rows)


def far_errors(seeds: Sequence[int], n: int, degrees: Sequence[int], height: float) -> np.ndarray:
    """By how many kg the polynomials of n people miss the truth at one height (seeds, degrees)."""
    rows = []
    for seed in seeds:
        train = datasets.heights(n, NOISE, seed)
        fits = [fit_polynomial(train.X[:, 0], train.y, q) for q in degrees]
        rows.append([abs(float(fit(height)) - datasets.weight_of(height)) for fit in fits])
    return np.array(rows)


def choice_errors(seeds: Sequence[int], held: int, rivals: int = 9) -> np.ndarray:
    """What is chosen by so many people held out, from the degrees up to `rivals`, and what it is worth (seeds, 5).

    The degree; its held-out error, and its error on new people; then both of degree 2, which was not chosen.
    """
    rows = []
    for seed in seeds:
        tested, truth = one_choice(seed, held)
        best = int(tested[:rivals].argmin())
        rows.append([DEGREES[best], tested[best], truth[best], tested[1], truth[1]])
    return np.array(rows)


# --- Ridge (section 4) ------------------------------------------------------------------------


def ridge_errors(seeds: Sequence[int], data: Dataset | None = None, train: int = 60) -> np.ndarray:
    """Ridge on 60 of the 442 people, drawn anew for each seed (seeds, 9).

    Errors on the others: at the least penalty of LAMS, at 10, at the one that ten-fold cross-validation on the 60
    chooses, and at the largest; the penalty with the least error, and the chosen one; then how many weights grow
    somewhere on the way, how many cross 0, and whether that of bmi is larger at 10 than at the least penalty.
    """
    data, rows = data or datasets.diabetes(), []
    bmi, ten = data.feature_names.index("bmi"), int(np.argmin(np.abs(np.log(LAMS / 10))))
    for seed in seeds:
        order = np.random.default_rng(seed).permutation(len(data.X))
        seen, unseen = order[:train], order[train:]
        squares = np.zeros(len(LAMS))
        for mine, other in KFold(10, shuffle=True, random_state=seed).split(seen):
            squares += len(other) * path_and_errors(data.X, data.y, seen[mine], seen[other])[2] ** 2
        W, _, errors = path_and_errors(data.X, data.y, seen, unseen)
        k, best = int(squares.argmin()), int(errors.argmin())
        grow = (np.diff(np.abs(W), axis=0) > 1e-9).any(axis=0).sum()
        cross = (np.diff(np.sign(W), axis=0) != 0).any(axis=0).sum()
        worth = errors[[0, ten, k, -1]]
        rows.append([*worth, LAMS[best], LAMS[k], grow, cross, W[ten, bmi] > W[0, bmi]])
    return np.array(rows, float)


# --- Local lines (section 5) ------------------------------------------------------------------

TAUS = np.power(10.0, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2])  # cm, of which one is chosen


def local_errors(seeds: Sequence[int]) -> np.ndarray:
    """Forty people on the parabola for each seed (seeds, 8): a local line, a polynomial and a straight line.

    Errors on new people: of the local line with the bandwidth that does best with each point left out, of the
    polynomial whose degree was chosen in the same way, of the straight line, and of the local line with 0.1 cm.
    Leave-one-out errors: of the chosen bandwidth and of 0.1 cm. Then the slopes at 155 and at 190 cm for 4 cm.
    """
    nodes, shares = np.polynomial.legendre.leggauss(60)
    heights = (SHORTEST + TALLEST) / 2 + (TALLEST - SHORTEST) / 2 * nodes
    truth, rows = datasets.weight_of(heights), []
    for seed in seeds:
        people = datasets.heights(len(forty().y), NOISE, seed)
        X, y = people.X, people.y
        tau, least = chosen_bandwidth(X, y, TAUS)
        q = chosen_degree(X[:, 0], y, DEGREES)
        told = [LocallyWeightedRegression(tau=t).fit(X, y).predict(heights[:, None]) for t in (tau, 0.1)]
        told += [fit_polynomial(X[:, 0], y, degree)(heights) for degree in (q, 1)]
        local, tiny, curve, line = (float(np.sqrt(NOISE**2 + shares / 2 @ (t - truth) ** 2)) for t in told)
        slopes = [weighted_line(X - x, y, nearness(X, np.array([x]), 4.0))[0][0] for x in (155.0, 190.0)]
        rows.append([local, curve, line, tiny, least, rms(y - left_out(X, y, 0.1)), *slopes])
    return np.array(rows)


def bump_errors(seeds: Sequence[int]) -> np.ndarray:
    """Sixty points of a flat line with a narrow bump, noise 0.3 (seeds, 2): a local line and a polynomial.

    The root mean square distance from the truth; bandwidth and degree are chosen with each point left out.
    """
    rows, across = [], np.linspace(0, 1, 201)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        x = rng.uniform(0, 1, 60)
        y = bump(x) + 0.3 * rng.standard_normal(60)
        tau, _ = chosen_bandwidth(x[:, None], y, np.logspace(-2, 0, 13))
        told = LocallyWeightedRegression(tau=tau).fit(x[:, None], y).predict(across[:, None])
        curve = fit_polynomial(x, y, chosen_degree(x, y, np.arange(1, 13)))(across)
        rows.append([rms(told - bump(across)), rms(curve - bump(across))])
    return np.array(rows)


def bump(x: np.ndarray) -> np.ndarray:
    """A bell of height 1.5 at one half, about a quarter of the interval wide; nearly 0 elsewhere."""
    return 1.5 * np.exp(-(((x - 0.5) / 0.06) ** 2) / 2)


def chosen_bandwidth(X: np.ndarray, y: np.ndarray, taus: np.ndarray) -> tuple[float, float]:
    """The bandwidth with the least leave-one-out error, and that error."""
    errors = [rms(y - left_out(X, y, tau)) for tau in taus]
    best = int(np.argmin(errors))
    return float(taus[best]), errors[best]


def chosen_degree(x: np.ndarray, y: np.ndarray, degrees: np.ndarray) -> int:
    """The degree with the least leave-one-out error: for least squares it is e_i / (1 - h_ii), without a second fit."""
    errors = []
    for q in degrees:
        Q, _ = np.linalg.qr(powers((x - x.mean()) / x.std(), int(q)))
        errors.append(rms((y - Q @ (Q.T @ y)) / (1 - (Q**2).sum(axis=1))))
    return int(degrees[int(np.argmin(errors))])


def sine_errors(seeds: Sequence[int], taus: Sequence[float] = (0.002, 0.03)) -> np.ndarray:
    """Forty points of a noisy sine (seeds, taus, 2): mean squares of local lines on the points, and off the sine."""
    places, rows = np.linspace(0.02, 0.98, 200), []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        at = np.sort(rng.uniform(0, 1, 40))
        wave = np.sin(6 * at) + 0.3 * rng.standard_normal(40)
        fits = [LocallyWeightedRegression(tau=tau).fit(at[:, None], wave) for tau in taus]
        on = [rms(wave - fit.predict(at[:, None])) ** 2 for fit in fits]
        off = [rms(np.sin(6 * places) - fit.predict(places[:, None])) ** 2 for fit in fits]
        rows.append(np.column_stack([on, off]))
    return np.array(rows)


# --- Real data (section 7, Further C) ---------------------------------------------------------

PENALTIES = (1, 10, 100, 300, 1000)


def table_errors(seeds: Sequence[int], data: Dataset | None = None) -> np.ndarray:
    """A table split anew by each seed, 68 % to learn from (seeds, 18): degrees 1 to 3 with the PENALTIES.

    Errors by ten-fold cross-validation, degree by degree (15 columns); then on the test set, of each degree with its
    best penalty, fitted to the whole training set (3 columns). All that is fitted is fitted without the fold.
    """
    data, rows = data or datasets.diabetes(), []
    for seed in seeds:
        split: Any = train_test_split(data.X, data.y, test_size=0.32, random_state=seed)
        X, X_test, y, y_test = split
        folds = list(KFold(10, shuffle=True, random_state=seed).split(X))
        seen, last = [], []
        for degree in (1, 2, 3):
            squares = np.mean([squares_of(degree, X[a], y[a], X[b], y[b]) for a, b in folds], axis=0)
            seen += list(np.sqrt(squares))
            last.append(np.sqrt(squares_of(degree, X, y, X_test, y_test)[squares.argmin()]))
        rows.append([*seen, *last])
    return np.array(rows)


def squares_of(degree: int, X: np.ndarray, y: np.ndarray, X_new: np.ndarray, y_new: np.ndarray) -> np.ndarray:
    """The mean squared errors (penalties,) on new rows, of ridge with all products of this degree."""
    products: FunctionTransformer = FunctionTransformer(polynomial_features, kw_args=dict(degree=degree))
    bend = make_pipeline(StandardScaler(), products, StandardScaler())
    A, A_new = bend.fit_transform(X), bend.transform(X_new)
    told = A_new @ ridge_path(A, y, PENALTIES).T + y.mean()
    return ((y_new[:, None] - told) ** 2).mean(axis=0)


def fold_errors(seeds: Sequence[int], K: int) -> np.ndarray:
    """Body mass index against progression, dealt out in K parts by each seed (seeds, 10).

    The errors of the degrees 1 to 9, together; then the largest error of a single part at degree 7.
    """
    x, y = mass().X[:, 0], mass().y
    rows = []
    for seed in seeds:
        parts = parts_in(np.random.default_rng(seed).permutation(len(x)), K)
        errors = np.array([left_out_in_turn(x, y, parts, int(q))[1] for q in DEGREES])
        rows.append([*together(errors, parts), errors[6].max()])
    return np.array(rows)
