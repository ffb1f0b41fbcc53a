"""Fresh draws: on how many of them what lecture 02 says holds. A row for each seed, a column for each rival."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from sklearn.linear_model import QuantileRegressor
from sklearn.model_selection import KFold, cross_val_score

from mlcore import datasets
from mlcore.base.labels import add_ones
from mlcore.linear import SCHEDULES, LinearRegression, stable_lr

RATES = 0.0025 * 2 ** (np.arange(28) / 3)  # learning rates from 0.0025 to 1.28
SIZES = (40, 10, 1)  # points a step, of forty
ORDERS = 10  # in which the points are drawn
DECAYS = np.logspace(-3, 0.5, 8)
WALK, LATE = 1000, 200  # steps of a walk with a falling rate, and the last ones, over which its cost is averaged
PRINTED = 1e-6
CONDITIONS = (1e4, 1e8, 1e12)
NOISES: dict[str, Callable[[np.random.Generator], np.ndarray]] = {  # all with mean 0 and variance 1
    "normal": lambda rng: rng.standard_normal(40),
    "Laplace": lambda rng: rng.laplace(size=40) / 2**0.5,
}


# --- Many walks at once (Further A) -----------------------------------------------------------


def forty(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The design matrix (40, 2) and the weights (40,) of forty people; heights in units of 10 cm above 160 cm."""
    people = datasets.people(40, seed=seed)
    return add_ones((people.X[:, :1] - 160) / 10), people.y


def drawn(n: int, size: int, steps: int, orders: int, seed: int = 0) -> np.ndarray:
    """Which points each step looks at (steps, orders, size): drawn anew for each step, without repetition in it."""
    rng = np.random.default_rng(seed)
    if size == n:
        return np.broadcast_to(np.arange(n), (steps, orders, n))
    if size == 1:
        return rng.integers(0, n, (steps, orders, 1))
    return rng.random((steps, orders, n)).argsort(axis=-1)[..., :size]


def descents(A: np.ndarray, y: np.ndarray, rates: np.ndarray, rows: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the weights (walks, orders, D) from 0 on, and after each step: (02.14) for many walks at once.

    rates (steps, walks): learning rates. rows (steps, orders, size): the points of each step. What runs away is held
    at 1e9.
    """
    w = np.zeros((rates.shape[1], rows.shape[1], A.shape[1]))
    yield w
    for rate, batch in zip(rates, rows, strict=True):
        seen = A[batch]
        errors = np.einsum("omd,wod->wom", seen, w) - y[batch]
        slopes = np.einsum("wom,omd->wod", errors, seen) / batch.shape[1]
        w = np.clip(w - rate[:, None, None] * slopes, -1e9, 1e9)
        yield w


def excess(A: np.ndarray, y: np.ndarray, w: np.ndarray) -> np.ndarray:
    """J above its lowest (...), as a share of what it is at 0, for weights (..., D)."""
    lowest = np.linalg.lstsq(A, y, rcond=None)[0]
    H = A.T @ A / len(A)
    away = w - lowest
    return np.einsum("...i,ij,...j->...", away, H, away) / (lowest @ H @ lowest)


def ends(A: np.ndarray, y: np.ndarray, rates: np.ndarray, size: int, passes: int) -> np.ndarray:
    """The mean excess (rates,) over several orders, when `passes` times all points have been looked at."""
    n = len(y)
    steps = passes * n // size
    rows = drawn(n, size, steps, 1 if size == n else ORDERS)
    for w in descents(A, y, np.broadcast_to(rates, (steps, len(rates))), rows):
        last = w
    return excess(A, y, last).mean(axis=1)


def race_ends(seeds: Sequence[int], passes: int) -> np.ndarray:
    """The excess (seeds, 3) with each of the `SIZES` and its own best rate of `RATES`, and these rates: (seeds, 6).

    It is what `ends` finds for each seed; all seeds walk together, as so many further orders of all their points.
    """
    samples = [forty(seed) for seed in seeds]
    A, y = (np.concatenate(parts) for parts in zip(*samples, strict=True))
    lowest = np.zeros((len(SIZES), len(samples)))
    rates = np.zeros(lowest.shape)
    for k, size in enumerate(SIZES):
        rows = drawn(40, size, passes * 40 // size, 1 if size == 40 else ORDERS)
        together = np.concatenate([rows + 40 * m for m in range(len(samples))], axis=1)
        for w in descents(A, y, np.broadcast_to(RATES, (len(rows), len(RATES))), together):
            last = w
        for m, (sample, walks) in enumerate(zip(samples, np.split(last, len(samples), axis=1), strict=True)):
            gaps = excess(*sample, walks).mean(axis=1)
            lowest[k, m], rates[k, m] = gaps.min(), RATES[gaps.argmin()]
    return np.concatenate([lowest, rates]).T


def decay_ends(seeds: Sequence[int]) -> np.ndarray:
    """The mean excess of the last steps (seeds, 17): of the constant rate 0.1, and with each decay, 1/t and sqrt."""
    falls = [np.ones(WALK)]
    t = np.arange(WALK)
    falls += [SCHEDULES[name](t, decay) for name in ("1/t", "sqrt") for decay in DECAYS]  # type: ignore[arg-type]
    rates = 0.1 * np.array(falls).T
    found = []
    for seed in seeds:
        A, y = forty(seed)
        walks = list(descents(A, y, rates, drawn(40, 1, WALK, 1, seed)))
        found.append(excess(A, y, np.array(walks[-LATE:])[:, :, 0]).mean(axis=0))
    return np.array(found)


def printed_limit(seeds: Sequence[int]) -> np.ndarray:
    """For how many people (seeds,) the rate 0.000001 is first above 2/λmax of A'A."""
    found = []
    for seed in seeds:
        A = add_ones(datasets.people(100, seed=seed).X)
        found.append(next(n for n in range(5, 101) if stable_lr(A[:n]) / n < PRINTED))
    return np.array(found)


# --- How many steps (section 8) ---------------------------------------------------------------


def steps_until(X: np.ndarray, y: np.ndarray, rate: float, share: float) -> int:
    """After how many steps from 0 J is at most this share of its start above its lowest, by (02.11).

    X (n, d) is centred. rate: below 2/λmax.
    """
    values, q = np.linalg.eigh(X.T @ X / len(X))
    start = q.T @ np.linalg.lstsq(X, y - y.mean(), rcond=None)[0]
    parts = values * start**2

    def is_there(t: int) -> bool:
        return bool(parts @ (1 - rate * values) ** (2 * t) <= share * parts.sum())

    return bisect_left(range(10**7), True, key=is_there)


def paces(X: np.ndarray, y: np.ndarray, share: float) -> list[int]:
    """`steps_until` with the rates 1/λmax and 2/(λmin + λmax)."""
    values = np.linalg.eigvalsh(X.T @ X / len(X))
    return [steps_until(X, y, rate, share) for rate in (1 / values[-1], 2 / (values[0] + values[-1]))]


def patients_paces(seeds: Sequence[int], share: float = 0.01) -> np.ndarray:
    """Steps (seeds, 4) for half of the 442 patients: standardised with the two rates, centred with the two rates."""
    data = datasets.diabetes()
    found = []
    for seed in seeds:
        rows = np.random.default_rng(seed).permutation(len(data.y))[: len(data.y) // 2]
        X = data.X[rows] - data.X[rows].mean(axis=0)
        found.append([*paces(X / X.std(axis=0), data.y[rows], share), *paces(X, data.y[rows], share)])
    return np.array(found)


def fold_scores(seeds: Sequence[int]) -> np.ndarray:
    """The mean R² (seeds,) on the fold left out, of ten folds of the 442 patients."""
    data = datasets.diabetes()
    folds = (KFold(10, shuffle=True, random_state=seed) for seed in seeds)
    return np.array([cross_val_score(LinearRegression(), data.X, data.y, cv=cv).mean() for cv in folds])


# --- Digits, a typing error, and which noise asks for squares (sections 6, 9, Further D) -------------------------


def digits(seeds: Sequence[int], condition: float) -> np.ndarray:
    """Right digits (seeds, 2) of the weights: by lstsq on A, and by solving the normal equations.

    A (30, 5) is random, A'A has this condition number, and y lies in the plane of the columns.
    """
    found = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        U, V = (np.linalg.qr(rng.normal(size=shape))[0] for shape in ((30, 5), (5, 5)))
        A = U * np.geomspace(1, condition**-0.5, 5) @ V.T
        w = rng.normal(size=5)
        y = A @ w
        answers = np.linalg.lstsq(A, y, rcond=None)[0], np.linalg.solve(A.T @ A, A.T @ y)
        found.append([-np.log10(max(np.linalg.norm(v - w) / np.linalg.norm(w), 1e-17)) for v in answers])
    return np.array(found)


def with_a_typing_error(seeds: Sequence[int]) -> np.ndarray:
    """The slope (seeds,) when the first person's height is typed as a tenth of it, as a share of the right slope."""
    found = []
    for seed in seeds:
        people = datasets.people(40, seed=seed)
        typed = people.X[:, :1].copy()
        typed[0] /= 10
        right, wrong = (LinearRegression().fit(X, people.y).coef_[0] for X in (people.X[:, :1], typed))
        found.append(wrong / right)
    return np.array(found)


def slope_errors(seeds: Sequence[int], noise: str) -> np.ndarray:
    """Squared errors of the slope (seeds, 3), in kg per 10 cm: squares, absolute errors, line through two means.

    Forty heights; the truth is 10 kg per 10 cm, and the noise, of 5 kg, one of `NOISES`. The two means are those of
    the twenty shortest and of the twenty tallest people.
    """
    found = []
    for seed in seeds:
        A, _ = forty(seed)
        y = A @ [50.0, 10.0] + 5 * NOISES[noise](np.random.default_rng([seed, 7]))
        order = A[:, 1].argsort(kind="stable")
        short, tall = order[:20], order[20:]
        slopes = (
            np.linalg.lstsq(A, y, rcond=None)[0][1],
            QuantileRegressor(quantile=0.5, alpha=0, solver="highs").fit(A[:, 1:], y).coef_[0],
            (y[tall].mean() - y[short].mean()) / (A[tall, 1].mean() - A[short, 1].mean()),
        )
        found.append([(slope - 10) ** 2 for slope in slopes])
    return np.array(found)
