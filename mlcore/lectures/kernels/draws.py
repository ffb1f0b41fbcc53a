"""What lecture 13 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.datasets import Dataset
from mlcore.kernels import RBF, Laplacian, Linear, Polynomial, gram, kernel_descent_steps, stable_kernel_lr
from mlcore.lectures.kernels.figures import CUBIC, PRICES, SIGMAS, STEPS, noisy_rings, wave
from mlcore.lectures.kernels.known_densities import BOX, FINE, errors_of, mixture
from mlcore.svm import DualPoint, smo

LIBSVM: Any = SVC  # its hints know gamma as a word only
OUTSIDER = (0.0, 2.0)  # a place in the ring


# --- The noisy ring (section 5) ---------------------------------------------------------------


def another_ring(seed: int) -> Dataset:
    """60 points of a disc in a ring, as many and as much shaken as in section 5."""
    return datasets.rings(60, noise=0.35, seed=seed)


def machine_on(X: np.ndarray, y: np.ndarray, sigma: float, C: float) -> DualPoint:
    """The RBF machine of section 5."""
    return smo(gram(RBF(sigma), X), y, C, tol=1e-6)


def ring_ends(seeds: Sequence[int]) -> np.ndarray:
    """60 points of another noisy ring for each seed (draws, 6): at σ = 0.1, C = 10 the support vectors and the points
    that are wrong; at σ = 0.86 the wrong ones; at σ = 10 the top eigenvalue's share, and the wrong ones with C = 10 and
    with C = 100."""
    rows = []
    for seed in seeds:
        X, y = another_ring(seed).X, another_ring(seed).y
        near, middle, *far = (machine_on(X, y, *at) for at in ((0.1, 10.0), (0.86, 10.0), (10.0, 10.0), (10.0, 100.0)))
        holders = (near.alpha > 1e-6 * near.alpha.max()).sum()
        share = np.linalg.eigvalsh(gram(RBF(10.0), X))[-1] / len(y)
        rows.append([holders, errors_of(near), errors_of(middle), share, *map(errors_of, far)])
    return np.array(rows, float)


def outsiders(seeds: Sequence[int], place: tuple[float, float] = OUTSIDER) -> np.ndarray:
    """60 points of another noisy ring for each seed, the innermost point of the disc put in the ring: y f(x) there, for
    σ = 0.86 with C = 10 and C = 100, and for σ = 0.1 with C = 10 (draws, 3)."""
    rows = []
    for seed in seeds:
        data = another_ring(seed)
        X, inner = data.X.copy(), int(np.argmin(np.where(data.y > 0, (data.X**2).sum(axis=1), np.inf)))
        X[inner] = place
        points = [machine_on(X, data.y, sigma, C) for sigma, C in ((0.86, 10.0), (0.86, 100.0), (0.1, 10.0))]
        rows.append([data.y[inner] * (data.y[inner] - point.F[inner] + point.bias) for point in points])
    return np.array(rows)


def seen(seeds: Sequence[int]) -> np.ndarray:
    """60 points of another noisy ring for each seed, σ = 0.86: the mean of K within the disc, within the ring, between
    them; and how many points are wrong if the mean over the disc, with the best threshold, decides (draws, 4)."""
    rows = []
    for seed in seeds:
        data = another_ring(seed)
        K, disc, other = gram(RBF(0.86), data.X), data.y > 0, ~np.eye(60, dtype=bool)
        means = [K[np.outer(a, b) & other].mean() for a, b in ((disc, disc), (~disc, ~disc), (disc, ~disc))]
        sees = K[:, disc].mean(axis=1)
        rows.append([*means, min(((sees > t) != disc).sum() for t in np.linspace(0, 1, 1001))])
    return np.array(rows, float)


# --- Digits (section 6) -----------------------------------------------------------------------

CANDIDATES: dict[str, dict[str, list]] = {  # small prices and smooth kernels first: that decides a tie
    "linear": dict(C=[0.01, 0.1, 1.0, 10.0], kernel=[Linear()]),
    "polynomial": dict(C=[0.0001, 0.001, 0.01], kernel=[Polynomial(2), Polynomial(3), Polynomial(4)]),
    "RBF": dict(C=[1.0, 10.0, 100.0], kernel=[RBF(4.0), RBF(2.0), RBF(1.0)]),
    "Laplacian": dict(C=[1.0, 10.0, 100.0], kernel=[Laplacian(40.0), Laplacian(20.0), Laplacian(10.0)]),
}


def first_of_the_best(results: dict[str, Any]) -> int:
    """Which settings `GridSearchCV` takes: the first of those with the highest score, up to rounding."""
    scores = results["mean_test_score"]
    return int(np.flatnonzero(scores >= scores.max() - 1e-9)[0])


def split_digits(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Threes (-1) and eights (+1): images (120, 64) to learn from and (237, 64) others, then their labels. Grey values
    go from 0 to 1."""
    digits = datasets.digits()
    pair = np.isin(digits.y, (3, 8))
    X, y = digits.X[pair] / 16, np.where(digits.y[pair] == 8, 1.0, -1.0)
    parts: Any = train_test_split(X, y, train_size=120, stratify=y, random_state=seed)
    return tuple(parts)


def digit_errors(seeds: Sequence[int]) -> np.ndarray:
    """Threes and eights, split anew by each seed: how many of the 237 others the machine of each family in CANDIDATES
    has wrong, its settings chosen by five folds of the 120 (draws, 4)."""
    rows = []
    for seed in seeds:
        X, X_new, y, y_new = split_digits(seed)
        best = [search(settings, X, y) for settings in CANDIDATES.values()]
        rows.append([(model.predict(X_new) != y_new).sum() for model in best])
    return np.array(rows, float)


def search(settings: dict[str, list], X: np.ndarray, y: np.ndarray) -> GridSearchCV:
    """The machine with the settings that five folds of the points prefer."""
    rule: Any = first_of_the_best
    return GridSearchCV(LIBSVM(tol=1e-6), settings, cv=5, refit=rule).fit(X, y)


# --- The mixture (section 8, Further E) -------------------------------------------------------

CHOSEN_FROM = dict(gamma=(1 / (2 * SIGMAS[1::2] ** 2)).tolist(), C=PRICES[::2].tolist())


def mixture_errors(seeds: Sequence[int]) -> np.ndarray:
    """100 other points of the mixture for each seed: the test errors (draws, 36) of RBF machines.

    For C = 1 at all SIGMAS (13), for C = 1000 at all SIGMAS (13), for all PRICES at σ = 0.1 (9); and that of the
    machine whose σ and C are chosen by five folds of the points, from every second one of SIGMAS and PRICES.
    """
    rows = []
    for seed in seeds:
        train = mixture_points(seed)
        pairs = [(C, sigma) for C in (1.0, 1000.0) for sigma in SIGMAS] + [(C, SIGMAS[0]) for C in PRICES]
        errors = [rbf_error(LIBSVM(C=C, gamma=1 / (2 * s**2), tol=1e-5).fit(train.X, train.y), train) for C, s in pairs]
        rows.append([*errors, rbf_error(search(CHOSEN_FROM, train.X, train.y).best_estimator_, train)])
    return np.round(rows, 6)


def mixture_points(seed: int) -> Dataset:
    """100 other points than those of section 8."""
    return datasets.esl_mixture(seed=1).sample(100, seed + 1000)


def rbf_error(model: Any, train: Dataset) -> float:
    """The test error (13.10) of scikit-learn's machine with an RBF kernel."""
    sigma, weights = 1 / np.sqrt(2 * model.gamma), np.zeros(len(train.y))
    weights[model.support_] = model.dual_coef_[0]
    field = show.rbf_field(train.X, weights, float(model.intercept_[0]), sigma, *BOX, n=FINE)
    return mixture().test_error(field)


def best_errors(seeds: Sequence[int]) -> np.ndarray:
    """The lowest of the test errors for all SIGMAS and PRICES, of 100 other points of the mixture for each seed."""
    rows = []
    for seed in seeds:
        train = mixture_points(seed)
        models = (LIBSVM(C=C, gamma=1 / (2 * s**2), tol=1e-5) for s in SIGMAS for C in PRICES)
        rows.append([min(rbf_error(model.fit(train.X, train.y), train) for model in models)])
    return np.round(rows, 6)


def degree_errors(seeds: Sequence[int]) -> np.ndarray:
    """100 other points of the mixture for each seed: test and training errors (draws, 24) of the machines of Further E,
    of degrees 1 to 12."""
    truth = mixture()
    places = show.lattice(truth.odds.x, truth.odds.y) / 3
    rows = []
    for seed in seeds:
        train = mixture_points(seed)
        row = []
        for q in range(1, 13):
            model = LIBSVM(C=10.0, kernel="poly", degree=q, gamma=1.0, coef0=1.0, tol=1e-5).fit(train.X / 3, train.y)
            f = model.decision_function(places)
            tested = truth.mass[f > 0, 0].sum() + truth.mass[f <= 0, 1].sum()
            row.append((tested / 2, np.mean(model.predict(train.X / 3) != train.y)))
        rows.append(np.ravel(np.transpose(row)))
    return np.round(rows, 6)


# --- Descent (section 9) ----------------------------------------------------------------------

RATES_OF_THE_SLIDER = 10 ** np.linspace(-2, 0, 41)


def wave_walks(seeds: Sequence[int]) -> np.ndarray:
    """Other noise in the twelve points for each seed: the rate below the limit that has the lowest cost after 40 steps;
    at the first rate beyond it, the step at which the cost rises for the first time, and how often it grows in all."""
    x = wave().X
    K = CUBIC(x, x)
    limit = stable_kernel_lr(K)
    rates = RATES_OF_THE_SLIDER
    below, beyond = rates[rates < limit], rates[rates > limit][0]
    rows = []
    for seed in seeds:
        y = np.sin(2.2 * x[:, 0]) + 0.15 * np.random.default_rng(seed).standard_normal(12)
        ends = [take(kernel_descent_steps(K, y, lr=lr), STEPS)[-1].cost for lr in below]
        costs = np.array([state.cost for state in take(kernel_descent_steps(K, y, lr=beyond), STEPS)])
        rows.append([below[np.argmin(ends)], np.argmax(np.diff(costs) > 0) + 1, costs[-1] / costs[0]])
    return np.array(rows)


# --- Further sections -------------------------------------------------------------------------

WIDTHS = (0.02, 0.05, 0.1, 0.2, 0.8, 3.0)


def nearest_agreement(seeds: Sequence[int]) -> np.ndarray:
    """60 points of a noisy ring, with flips of a coin as labels, for each seed: the share of 3000 places near them
    where an RBF machine of each of the WIDTHS says what the nearest point says; and its support vectors with the true
    labels at σ = 0.2 and σ = 0.8 (draws, 8)."""
    rows = []
    for seed in seeds:
        rng, data = np.random.default_rng(seed), datasets.rings(60, noise=0.35, seed=seed)
        coin = rng.choice([-1.0, 1.0], 60)
        where = np.repeat(data.X, 50, axis=0) + rng.uniform(-0.2, 0.2, (3000, 2))
        nearest = KNeighborsClassifier(1).fit(data.X, coin).predict(where)
        models = [LIBSVM(C=10.0, gamma=1 / (2 * sigma**2), tol=1e-6).fit(data.X, coin) for sigma in WIDTHS]
        held = [len(LIBSVM(C=10.0, gamma=1 / (2 * s**2), tol=1e-6).fit(data.X, data.y).support_) for s in (0.2, 0.8)]
        rows.append([*(np.mean(model.predict(where) == nearest) for model in models), *held])
    return np.array(rows)


def fourier_errors(seeds: Sequence[int], counts: Sequence[int] = (100, 300, 10_000)) -> np.ndarray:
    """Other random Fourier features for each seed: the largest error of (13.18), σ = 0.8, among all pairs of the 60
    points of section 5, with so many features (draws, len(counts))."""
    X, rows = noisy_rings().X, []
    K = RBF(0.8)(X, X)
    for seed in seeds:
        rng, row = np.random.default_rng(seed), []
        for M in counts:
            R = np.sqrt(2 / M) * np.cos(X @ (rng.normal(size=(2, M)) / 0.8) + rng.uniform(0, 2 * np.pi, M))
            row.append(np.abs(R @ R.T - K).max())
        rows.append(row)
    return np.array(rows)
