"""What lecture 11 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence
from itertools import combinations, count
from typing import Any

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as LIBSVM

from mlcore import datasets, separable, show
from mlcore.base.steps import last, take
from mlcore.lectures.soft_margin.figures import GRID_C, GRID_SIGMA, PRICES
from mlcore.lectures.soft_margin.further import degrees, logistic_plane, midway, risk_of_line, three_planes
from mlcore.lectures.soft_margin.path_figures import SPLITS, Moment, errors_on, held_out, moments
from mlcore.perceptron import perceptron_steps
from mlcore.svm import OUTSIDE, hinge_descent_steps, path_steps, smo, solution_at, solve_primal, sweep_C
from mlcore.svm.sgd import hinge_objective

ACCURACY = 1e-4  # of a width: less is due to the solver
CHOSEN_FROM = np.logspace(-3, 1, 9)
Line = tuple[np.ndarray, float]


def street_and_holders(seeds: Sequence[int]) -> np.ndarray:
    """120 other patients for each seed: by how much the street widens at most from one of PRICES to the next; support
    vectors at the first and at the last; how many come in at most from one to the next, and at an event of the path."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(seed=seed)
        K = data.X @ data.X.T
        path = list(sweep_C(K, data.y, PRICES, tol=1e-6))
        width = 2 / np.sqrt([point.squared_norm for point in path])
        holders = np.array([(point.alpha > 0).sum() for point in path])
        events = np.array([(state.case != OUTSIDE).sum() for state in path_steps(K, data.y)])
        widens, comes_in = max(np.diff(width).max(), ACCURACY), (np.diff(holders).max(), np.diff(events).max())
        rows.append((widens, holders[0], holders[-1], *comes_in))
    return np.array(rows, float)


def rare_class_holders(seeds: Sequence[int]) -> np.ndarray:
    """108 benign and 12 malignant patients for each seed, with two features in which the few lie among the many: the
    support vectors at C = 0.001 and at C = 10."""
    full = datasets.breast_cancer().columns("mean smoothness", "mean symmetry")
    rows = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        kept = [rng.choice(np.flatnonzero(full.y == label), n, replace=False) for label, n in ((-1, 108), (1, 12))]
        some = np.concatenate(kept)
        X, y = StandardScaler().fit_transform(full.X[some]), full.y[some]
        rows.append([len(LIBSVM(C=C, kernel="linear").fit(X, y).support_) for C in (0.001, 10.0)])
    return np.array(rows, float)


def turns_by_one_point(seeds: Sequence[int]) -> np.ndarray:
    """120 other patients for each seed, C = 1: by how many degrees the street turns at most when the point with the
    largest slack goes to a corner of the picture, on the side of the other class; and that point's force there."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(seed=seed)
        street = smo(data.X @ data.X.T, data.y, 1.0)
        deep, frame = int(np.argmax(street.slack)), show.window(data.X, 0.1)
        edge, moved = frame["ylim"][0 if data.y[deep] > 0 else 1], data.X.copy()
        before, turns, forces = degrees(street.weights(data.X)), [], []
        for side in frame["xlim"]:
            moved[deep] = side, edge
            other = smo(moved @ moved.T, data.y, 1.0)
            turns.append(abs(between(degrees(other.weights(moved)), before)))
            forces.append(other.alpha[deep])
        rows.append((max(turns), max(forces)))
    return np.array(rows)


# --- Choosing C (section 5), and C with sigma (section 7) -------------------------------------


def errors_by_class(seeds: Sequence[int]) -> np.ndarray:
    """All 569 patients, split anew by each seed: the support vectors at C = 0.001, those among them with the full force
    C, the malignant and the benign test patients that this machine has wrong; and the support vectors at C = 10."""
    full, rows = datasets.breast_cancer(), []
    for seed in seeds:
        split: Any = train_test_split(full.X, full.y, test_size=0.3, stratify=full.y, random_state=seed)
        X, X_test, y, y_test = split
        small: Any = make_pipeline(StandardScaler(), LIBSVM(C=0.001, kernel="linear")).fit(X, y)
        large: Any = make_pipeline(StandardScaler(), LIBSVM(C=10.0, kernel="linear")).fit(X, y)
        forces, wrong = np.abs(small[-1].dual_coef_[0]), small.predict(X_test) != y_test
        at_cap = (forces > 0.001 * (1 - 1e-6)).sum()
        by_class = (wrong & (y_test > 0)).sum(), (wrong & (y_test < 0)).sum()
        rows.append((len(forces), at_cap, *by_class, len(large[-1].support_)))
    return np.array(rows, float)


def chosen_prices(seeds: Sequence[int]) -> np.ndarray:
    """All 569 patients, split anew by each seed: the held-out errors of CHOSEN_FROM (9 columns), then the error of the
    chosen one on the test patients. The machine is scikit-learn's, which is faster; section 6 shows that it is ours."""
    full, rows = datasets.breast_cancer(), []
    for seed in seeds:
        split: Any = train_test_split(full.X, full.y, test_size=0.3, stratify=full.y, random_state=seed)
        X, X_test, y, y_test = split
        folds = StratifiedKFold(5, shuffle=True, random_state=seed)
        pipeline = make_pipeline(StandardScaler(), LIBSVM(kernel="linear"))
        search: Any = GridSearchCV(pipeline, {"svc__C": CHOSEN_FROM}, cv=folds).fit(X, y)
        rows.append([*(1 - search.cv_results_["mean_test_score"]), 1 - search.score(X_test, y_test)])
    return np.array(rows)


def error_tables(seeds: Sequence[int]) -> np.ndarray:
    """Other 100 patients for each seed: for the 42 pairs of GRID_C and GRID_SIGMA (C by C) the errors in five folds,
    then on the 469 patients who are left over, then on the 100 themselves."""
    full = datasets.breast_cancer().columns("worst texture", "worst concave points")
    rows = []
    for seed in seeds:
        split: Any = train_test_split(full.X, full.y, train_size=100, stratify=full.y, random_state=seed)
        X, X_rest, y, y_rest = split
        folds = StratifiedKFold(5, shuffle=True, random_state=seed)
        machines = [
            make_pipeline(StandardScaler(), LIBSVM(C=C, gamma=1 / (2 * sigma**2)))
            for C in GRID_C
            for sigma in GRID_SIGMA
        ]
        held_out = [1 - cross_val_score(machine, X, y, cv=folds).mean() for machine in machines]
        fitted = [machine.fit(X, y) for machine in machines]
        rest = [1 - machine.score(X_rest, y_rest) for machine in fitted]
        rows.append([*held_out, *rest, *(1 - machine.score(X, y) for machine in fitted)])
    return np.array(rows)


def leaks(seeds: Sequence[int]) -> np.ndarray:
    """40 other patients for each seed, C = 1: the held-out error with the scaler inside the folds, and outside."""
    full, rows = datasets.breast_cancer(), []
    for seed in seeds:
        X, _, y, _ = train_test_split(full.X, full.y, train_size=40, stratify=full.y, random_state=seed)
        folds = StratifiedKFold(5, shuffle=True, random_state=seed)
        inside = cross_val_score(make_pipeline(StandardScaler(), LIBSVM(kernel="linear")), X, y, cv=folds)
        outside = cross_val_score(LIBSVM(kernel="linear"), StandardScaler().fit_transform(X), y, cv=folds)
        rows.append((1 - inside.mean(), 1 - outside.mean()))
    return np.array(rows)


# --- Noise (Further B) ------------------------------------------------------------------------


def noisy_lines(seeds: Sequence[int], noise: float, n: int = 40, prices=(0.001, 0.1, 1.0, 100.0)) -> np.ndarray:
    """Two clouds for each seed, a share `noise` of their labels flipped: the errors on new points of the streets of all
    prices and of the line midway between the means; then the degrees, at least 0.1, by which each is turned."""
    rows = []
    for seed in seeds:
        cloud = datasets.noisy_blobs(n, noise=noise, seed=seed)
        path = sweep_C(cloud.X @ cloud.X.T, cloud.y, prices, tol=1e-5)
        lines = [*((point.weights(cloud.X), point.bias) for point in path), midway(cloud.X, cloud.y)]
        turned = [max(abs(degrees(w) - 45), 0.1) for w, _ in lines]
        rows.append([*(risk_of_line(w, b, 3.0) for w, b in lines), *turned])
    return np.array(rows)


# --- One easy point (Further C), the widest street (Further D), steps in another order (Further E)


def easy_points(seeds: Sequence[int]) -> np.ndarray:
    """Twenty other points for each seed: how far the easy one, at distance 2 and then at 12, turns logistic regression;
    and how far the boundary of the class means and the street turn in between. All in degrees, and at least 0.01."""
    rows = []
    for seed in seeds:
        few = datasets.overlapping_blobs(20, seed=seed)
        near, far = (three_planes(few, margin)[1] for margin in (1.5, 8.0))
        alone = degrees(logistic_plane(few.X, few.y, 0.7))
        pulled = [abs(between(degrees(planes["logistic"]), alone)) for planes in (near, far)]
        turned = [abs(between(degrees(near[name]), degrees(far[name]))) for name in ("class means", "SVM")]
        rows.append(np.maximum([*pulled, *turned], 0.01))
    return np.array(rows)


def fading(seeds: Sequence[int]) -> np.ndarray:
    """Twenty other points for each seed: by how much ln(turn of logistic regression) falls for each unit by which the
    margin grows that it gives the easy one. It would be 1 if the turn faded like exp(-m)."""
    rows = []
    for seed in seeds:
        few = datasets.overlapping_blobs(20, seed=seed)
        alone, turns, margins = degrees(logistic_plane(few.X, few.y, 0.7)), [], []
        for margin in (3.0, 8.0):
            easy, planes = three_planes(few, margin)
            w, b = planes["logistic"][:2], planes["logistic"][2]
            turns.append(abs(between(degrees(w), alone)))
            margins.append(easy @ w + b)
        rows.append([np.log(turns[0] / turns[1]) / (margins[1] - margins[0])])
    return np.array(rows)


def between(turn: float, other: float) -> float:
    """The angle from one direction to another, from -180 to 180 degrees."""
    return (turn - other + 180) % 360 - 180


def separating_lines(X: np.ndarray, y: np.ndarray, seed: int) -> list[Line]:
    """The widest street, the line midway between the class means, and where a perceptron stops that takes the points in
    a random order."""
    street = smo(X @ X.T, y, np.inf, tol=1e-7)
    order = np.random.default_rng(seed).permutation(len(y))
    stop = last(perceptron_steps(X, y, order=order), 100_000)
    return [(street.weights(X), street.bias), midway(X, y), (stop.w, stop.b)]


def lines_of_clouds(seeds: Sequence[int], distance: float = 5.0, n: int = 20) -> np.ndarray:
    """Two clouds for each seed, drawn anew until a line separates their classes: the errors on new points of the three
    separating_lines, and of a street with C = 0.1."""
    rows = []
    for seed in seeds:
        cloud = separable_clouds(seed, distance, n)
        soft = smo(cloud.X @ cloud.X.T, cloud.y, 0.1, tol=1e-7)
        lines = [*separating_lines(cloud.X, cloud.y, seed), (soft.weights(cloud.X), soft.bias)]
        rows.append([risk_of_line(w, b, distance) for w, b in lines])
    return np.array(rows)


def separable_clouds(seed: int, distance: float, n: int) -> datasets.Dataset:
    """The first of the clouds of this seed, and of seeds 1000 apart, whose classes a line separates."""
    clouds = (datasets.noisy_blobs(n, 0, distance, later) for later in count(seed, 1000))
    return next(cloud for cloud in clouds if separable.is_separable(cloud.X, cloud.y))


def lines_of_a_rule(seeds: Sequence[int], n: int = 20) -> np.ndarray:
    """Points all over a square for each seed, labelled by the side of a line on which they are: the share of the square
    that each of the three separating_lines labels otherwise."""
    side = np.linspace(-1, 1, 101)
    everywhere, rows = show.lattice(side, side), []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        turn, b, X = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3), rng.uniform(-1, 1, (n, 2))
        w = np.array([np.cos(turn), np.sin(turn)])
        lines = separating_lines(X, np.where(X @ w + b > 0, 1.0, -1.0), seed)
        truth = everywhere @ w + b > 0
        rows.append([((everywhere @ v + c > 0) != truth).mean() for v, c in lines])
    return np.array(rows)


def walks(seeds: Sequence[int], C: float = 1.0, steps: int = 6000, every: int = 40) -> np.ndarray:
    """The patients in another random order for each seed, and the objective at each snapshot, in units of the QP's
    value: the largest of snapshots 30 to 49, the largest of the last 20, and the share of snapshots that rise."""
    data, rows = datasets.breast_cancer_pair(), []
    X, y = data.X, data.y
    lr, best = float(1 / np.square(X).sum(axis=1).mean()), solve_primal(X, y, C).objective / (C * len(y))
    for seed in seeds:
        snapshots = take(hinge_descent_steps(X, y, C, lr=lr, seed=seed), steps)[::every]
        heights = np.array([hinge_objective(s.w, s.b, X, y, C) for s in snapshots]) / best
        rows.append((heights[30:50].max(), heights[-20:].max(), (np.diff(heights) > 0).mean()))
    return np.array(rows)


# --- The whole path in C (Further F) ----------------------------------------------------------


def path_events(seeds: Sequence[int]) -> np.ndarray:
    """120 other patients for each seed, the path up to C = 1000: at how many C something happens; how often a point
    leaves 0 that had returned to it, and how often one reaches C that had left it; and the C of the last event, and of
    the middle one."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(seed=seed)
        met = moments(list(path_steps(data.X @ data.X.T, data.y)))
        again = comes_back(met, "returns to 0", "leaves 0"), comes_back(met, "leaves C", "reaches C")
        rows.append((len(met) - 1, *again, met[-1].state.C, met[len(met) // 2].state.C))
    return np.array(rows, float)


def comes_back(met: Sequence[Moment], first: str, then: str) -> int:
    """How often the second event happens to a point to which the first one has happened before."""
    seen: set[int] = set()
    times = 0
    for moment in met:
        for event, points in moment.what:
            times += len(seen & set(points)) if event == then else 0
            seen |= set(points) if event == first else set()
    return times


def small_moves(seeds: Sequence[int], C: float = 0.1) -> np.ndarray:
    """40 other patients for each seed, one with alpha = 0 at C moved a little, so that it stays outside the street:
    whether w stays at those of PRICES from C on, and at all those below; whether the point pulls at any of these. Then
    it is put amid the other class: the share of PRICES at which it is at its cap."""
    rows = []
    for seed in seeds:
        rng, data = np.random.default_rng(seed), datasets.breast_cancer_pair(40, seed=seed)
        X, y = data.X, data.y
        states = list(path_steps(X @ X.T, y))
        street = solution_at(states, C)
        i, moved = rng.choice(np.flatnonzero(street.alpha == 0)), X.copy()
        while np.array_equal(moved, X) or y[i] * (moved[i] @ street.weights(X) + street.bias) <= 1:
            moved[i] = X[i] + rng.normal(scale=0.2, size=2)
        others = list(path_steps(moved @ moved.T, y))
        pairs = [(solution_at(states, price), solution_at(others, price)) for price in PRICES]
        stays = np.array([np.allclose(a.weights(X), b.weights(moved), atol=1e-7) for a, b in pairs])
        pulls = np.array([max(a.alpha[i], b.alpha[i]) > 0 for a, b in pairs])
        right = PRICES >= C * (1 - 1e-9)
        moved[i] = X[y != y[i]].mean(axis=0)
        amid = list(path_steps(moved @ moved.T, y))
        at_cap = np.mean([solution_at(amid, price).alpha[i] == price for price in PRICES])
        rows.append((stays[right].all(), stays[~right].all(), pulls[~right].any(), at_cap))
    return np.array(rows, float)


def ten_splits(seeds: Sequence[int]) -> np.ndarray:
    """120 other patients for each seed, split into five folds in ten ways: whether any C has the least error in all
    ten, and how many of the 45 pairs of splits have such a C in common."""
    rows = []
    for seed in seeds:
        data = datasets.breast_cancer_pair(seed=seed)
        curves = [held_out(data.X, data.y, split) for split in range(SPLITS)]
        middles = np.unique(np.concatenate([curve.edges for curve in curves]))
        middles = np.sqrt(middles[:-1] * middles[1:])
        least = np.all([curve.at(middles) <= curve.errors.min() for curve in curves], axis=0)
        rows.append((least.any(), sum(one.meets(other) for one, other in combinations(curves, 2))))
    return np.array(rows, float)


def least_error_intervals(seeds: Sequence[int]) -> np.ndarray:
    """120 patients for each seed, and five folds: how many intervals of C have the least cross-validated error, and how
    many decades they are in all; that error, and the least of 61 and of 9 values of C. Then, on the 449 others: the
    error at the middle of the widest interval, and at the best of the 9 values; the least error of all C, and whether
    any C has both the least errors."""
    full, rows = datasets.breast_cancer().columns("worst texture", "worst concave points"), []
    for seed in seeds:
        order = np.random.default_rng(seed).permutation(len(full.y))
        some, others = order[:120], order[120:]
        X, y, X_rest, y_rest = full.X[some], full.y[some], full.X[others], full.y[others]
        found, rest = held_out(X, y, seed), errors_on(X, y, X_rest, y_rest)
        decades = np.log10(found.least[:, 1] / found.least[:, 0])
        middle = np.sqrt(found.least[decades.argmax()].prod())
        nine = found.at(CHOSEN_FROM)
        least = found.errors.min(), found.at(PRICES).min(), nine.min()
        on_rest = rest.at(middle), rest.at(CHOSEN_FROM[nine.argmin()]), rest.errors.min()
        rows.append((len(decades), decades.sum(), *least, *on_rest, found.meets(rest)))
    return np.array(rows, float)
