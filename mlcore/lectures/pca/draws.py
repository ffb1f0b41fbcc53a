"""What lecture 16 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence

import numpy as np
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlcore import datasets
from mlcore.kernels import RBF
from mlcore.lectures.pca.further import POINTS_EACH, best_cut, kernel_scores
from mlcore.pca import PCA, principal_axes
from mlcore.tree import DecisionTreeClassifier

KEPT_SCORES = (2, 10, 20, 64)
BANDWIDTHS = (0.16, 0.32, 0.4, 0.5, 0.63, 0.79, 1.0, 1.26, 16.0)  # the disc has the radius 1


def cut_errors(seeds: Sequence[int]) -> np.ndarray:
    """The 569 patients, split anew by each seed: the share of the 171 left out that one cut on the first score has
    wrong, with columns as measured and scaled. PCA, scaling and cut are learnt from the other 398 (draws, 2)."""
    data = datasets.breast_cancer()
    cut = DecisionTreeClassifier(max_depth=1)
    ways = make_pipeline(PCA(1), cut), make_pipeline(StandardScaler(), PCA(1), cut)
    rows = []
    for seed in seeds:
        parts = train_test_split(data.X, data.y, test_size=0.3, stratify=data.y, random_state=seed)
        train, test, y_train, y_test = parts
        rows.append([1 - way.fit(train, y_train).score(test, y_test) for way in ways])
    return np.array(rows)


def shares_read(seeds: Sequence[int]) -> np.ndarray:
    """The 1797 digits, split anew into five folds by each seed: the share that a nearest neighbour reads right from the
    first scores, as many as KEPT_SCORES says. PCA is learnt without the fold that is read (draws, 4)."""
    data, rows = datasets.digits(), []
    for seed in seeds:
        folds = StratifiedKFold(5, shuffle=True, random_state=seed).split(data.X, data.y)
        rows.append(np.mean([_read_of_fold(data, train, test) for train, test in folds], axis=0))
    return np.array(rows)


def _read_of_fold(data: datasets.Dataset, train: np.ndarray, test: np.ndarray) -> list[float]:
    """The share read right of one fold, for each number of scores. PCA is fitted once: the first k scores are those of
    PCA(k)."""
    pca = PCA(max(KEPT_SCORES)).fit(data.X[train])
    known, asked = pca.transform(data.X[train]), pca.transform(data.X[test])
    readers = [KNeighborsClassifier(1).fit(known[:, :k], data.y[train]) for k in KEPT_SCORES]
    return [reader.score(asked[:, :k], data.y[test]) for k, reader in zip(KEPT_SCORES, readers, strict=True)]


def flat_classes(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """200 points X (200, 2) whose classes, −1 and +1, differ along the narrow direction only."""
    rng = np.random.default_rng(seed)
    label = np.repeat([-1, 1], 100)
    narrow = 0.4 * label + 0.05 * rng.standard_normal(200)
    return np.column_stack([3 * rng.standard_normal(200), narrow]), label


def right_by_sign(seeds: Sequence[int]) -> np.ndarray:
    """Other flat classes for each seed: the share that the sign of the first score tells, and of the second (either way
    round); and by how many degrees one far point, at (0, 60), turns the first axis (draws, 3)."""
    rows = []
    for seed in seeds:
        X, label = flat_classes(seed)
        right = (np.sign(PCA().fit_transform(X)) == label[:, None]).mean(axis=0)
        before, after = (principal_axes(table, 1)[0][:, 0] for table in (X, np.vstack([X, [[0.0, 60.0]]])))
        turn = np.degrees(np.arccos(min(1.0, abs(float(before @ after)))))
        rows.append([*np.maximum(right, 1 - right), turn])
    return np.array(rows)


def first_axes(seeds: Sequence[int], ratio: float) -> np.ndarray:
    """200 Gaussian points with the standard deviations ratio and 1 for each seed: the angle of their first axis from
    the true one in degrees, from −90 to 90, and the two sample variances as shares of the true ones (draws, 3)."""
    rows = []
    for seed in seeds:
        X = np.random.default_rng(seed).standard_normal((POINTS_EACH, 2)) * [ratio, 1.0]
        U, variances = principal_axes(X)
        angle = np.degrees(np.arctan2(U[1, 0], U[0, 0]))
        rows.append([(angle + 90) % 180 - 90, *(variances / [ratio**2, 1.0])])
    return np.array(rows)


def ring_cuts(seeds: Sequence[int]) -> np.ndarray:
    """Another disc in a ring for each seed: the share that the best cut on the first kernel score has wrong, for each
    of the BANDWIDTHS, and on the first score of plain PCA (draws, 10)."""
    rows = []
    for seed in seeds:
        data = datasets.rings(120, noise=0.1, seed=seed)
        scores = [kernel_scores(RBF(sigma)(data.X, data.X))[0][:, 0] for sigma in BANDWIDTHS]
        plain = PCA(1).fit_transform(data.X)[:, 0]
        rows.append([best_cut(score, data.y) for score in [*scores, plain]])
    return np.array(rows)
