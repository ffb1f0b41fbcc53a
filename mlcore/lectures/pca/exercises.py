"""Exercises of lecture 16: PCA."""

import numpy as np
from sklearn.decomposition import PCA as TheirPCA
from sklearn.preprocessing import StandardScaler

from mlcore import datasets
from mlcore.check import Mistake, exercises_of
from mlcore.lectures import rules
from mlcore.pca import principal_axes, rebuilt, with_sign

exercise = exercises_of("pca")


def _tables(rng):
    yield (np.array([[1.0, 2], [3, 6], [2, 4]]),)
    yield (np.array([[0.0, 7], [2, 7], [4, 7]]),)
    for _ in range(12):
        n, d = int(rng.integers(3, 20)), int(rng.integers(1, 6))
        X = rng.normal(size=(n, d)) * rng.uniform(0.1, 50, d) + rng.normal(size=d)
        X[:, rng.uniform(size=d) < 0.2] = 5.0
        yield (X,)


@exercise(
    "pca-01",
    "a bug to find: scaling",
    problems=_tables,
    hint="What is the standard deviation of a column that never changes? And which rows does `X[0]` take?",
    worked=[
        (([[1, 2], [3, 6], [2, 4]],), [[-1.224745, -1.224745], [1.224745, 1.224745], [0, 0]]),
        (([[0, 7], [2, 7], [4, 7]],), [[-1.224745, 0], [0, 0], [1.224745, 0]]),
    ],
    twin=lambda X: StandardScaler().fit_transform(X),
    mistakes=[
        Mistake(lambda X: X - X.mean(axis=0), "The columns are centred. Divide each by its deviation, too."),
        Mistake(
            lambda X: (X - X.mean()) / np.where(X.std(axis=0) > 0, X.std(axis=0), 1),
            "`X.mean()` is one number for the whole table. Each column has its own mean: axis=0.",
        ),
        Mistake(
            lambda X: (X - X[0].mean()) / np.where(X.std(axis=0) > 0, X.std(axis=0), 1),
            "One fault is mended. The other is in the mean: `X[0]` is the first *row*, and not a column.",
        ),
        Mistake(
            lambda X: (X - X.mean(axis=0)) / np.where(X.std(axis=0) > 0, X.var(axis=0), 1),
            "Divide by the standard deviation, not by its square.",
        ),
        Mistake(
            lambda X: (X - X.mean(axis=0)) / np.where(X.std(axis=0) > 0, X.std(axis=0, ddof=1), 1),
            "The course divides by n, not by n − 1: np.std as it is.",
        ),
        Mistake(
            lambda X: ((X - X.mean(axis=0)) / np.where(X.std(axis=0) > 0, X.std(axis=0), 1))[:, X.std(axis=0) > 0],
            "Keep the constant columns, as zeros: the others must stay in their places.",
        ),
    ],
)
def scaled(X):
    """A column without spread is 0 after centring, whatever it is divided by."""
    spread = X.std(axis=0)
    return (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1)


def _ellipses(rng):
    yield 4.0, 1.0, 0.0
    yield 4.0, 1.0, 90.0
    yield 2.0, 2.0, 30.0
    for _ in range(10):
        yield float(rng.uniform(1, 9)), float(rng.uniform(0, 1)), float(rng.uniform(0, 180))


@exercise(
    "pca-02",
    "a direction between two axes",
    problems=_ellipses,
    hint="Write u = (cos θ, sin θ) in the basis of the two axes, and put it into u'Σu with a diagonal Σ. What is lost "
    "is what Pythagoras leaves: the total, λ₁ + λ₂, minus that.",
    worked=[((4, 1, 0), (4, 1)), ((4, 1, 90), (1, 4)), ((4, 1, 45), (2.5, 2.5)), ((2, 2, 30), (2, 2))],
    twin=lambda a, b, angle: (
        float(np.cos(np.radians(angle)) ** 2 * (a - b) + b),
        float(a - np.cos(np.radians(angle)) ** 2 * (a - b)),
    ),
    mistakes=[
        Mistake(
            lambda a, b, angle: (
                a * np.cos(np.radians(angle)) + b * np.sin(np.radians(angle)),
                a * np.sin(np.radians(angle)) + b * np.cos(np.radians(angle)),
            ),
            "u appears twice in u'Σu: the cosine and the sine come squared.",
        ),
        Mistake(
            lambda a, b, angle: (
                a * np.cos(angle) ** 2 + b * np.sin(angle) ** 2,
                a * np.sin(angle) ** 2 + b * np.cos(angle) ** 2,
            ),
            "The angle is in degrees; np.cos wants radians.",
        ),
        Mistake(
            lambda a, b, angle: (
                a * np.sin(np.radians(angle)) ** 2 + b * np.cos(np.radians(angle)) ** 2,
                a * np.cos(np.radians(angle)) ** 2 + b * np.sin(np.radians(angle)) ** 2,
            ),
            "The two are swapped: at 0° u is the first axis and keeps λ₁.",
        ),
        Mistake(
            lambda a, b, angle: tuple(np.sqrt(kept_and_lost(a, b, angle)).tolist()),
            "These are standard deviations. `first` and `second` are variances, and the answers are mean squares, too.",
        ),
        Mistake(
            lambda a, b, angle: (kept_and_lost(a, b, angle)[0], b),
            "The first number is right. The second is the variance along the other *axis*, and not across u.",
        ),
    ],
)
def kept_and_lost(first, second, angle):
    # In the basis of the principal axes Σ is diagonal, with λ₁ = first and λ₂ = second, and u = (cos θ, sin θ).
    # (16.2): the variance along u is u'Σu = λ₁ cos²θ + λ₂ sin²θ.
    # (16.5): along and across add up to the total λ₁ + λ₂, and cos²θ + sin²θ = 1, so across it is
    # λ₁ + λ₂ − λ₁ cos²θ − λ₂ sin²θ = λ₁ sin²θ + λ₂ cos²θ.
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return first * cos**2 + second * sin**2, first * sin**2 + second * cos**2


def _with_new(rng):
    yield np.array([[0.0, 0], [2, 2], [4, 4.5]]), np.array([[2.0, 2.0]]), 1
    for _ in range(12):
        n, d = int(rng.integers(4, 20)), int(rng.integers(2, 6))
        X = rng.normal(size=(n, d)) * np.arange(d, 0, -1) ** 2 + 10
        yield X, rng.normal(size=(int(rng.integers(1, 5)), d)) + 12, int(rng.integers(1, min(n, d)))


def _scores(X, new, k, center=True):
    U, _ = principal_axes(X, k)
    return (new - (X.mean(axis=0) if center else 0)) @ U


def _scaled_scores(X, new, k):
    mean, spread = X.mean(axis=0), X.std(axis=0)
    return (new - mean) / spread @ np.linalg.svd((X - mean) / spread)[2][:k].T


def _last_scores(X, new, k):
    U, _ = principal_axes(X)
    return (new - X.mean(axis=0)) @ U[:, ::-1][:, :k]


@exercise(
    "pca-03",
    "scores of points that come later",
    problems=_with_new,
    hint="What was learnt comes from X: its mean, and its directions. The new points are only put into (16.8).",
    worked=[
        # four points on the diagonal: the axis is (1, 1)/√2, the mean (1.5, 1.5)
        (([[0, 0], [1, 1], [2, 2], [3, 3]], [[2.5, 2.5], [1.5, 0.5]], 1), [[np.sqrt(2)], [-np.sqrt(0.5)]]),
    ],
    accepts=rules.are_the_scores,
    twin=lambda X, new, k: rules.with_signs_of(
        TheirPCA(k, svd_solver="full").fit(X).transform(new), _scores(X, new, k)
    ),
    mistakes=[
        Mistake(lambda X, new, k: _scores(X, new, k, center=False), "Subtract the mean of X first."),
        Mistake(
            lambda X, new, k: (new - new.mean(axis=0)) @ principal_axes(X, k)[0],
            "The mean of the new points is not the one that was learnt: a single point would always get the score 0.",
        ),
        Mistake(
            lambda X, new, k: (new - X.mean(axis=0)) @ np.linalg.svd(X - X.mean(axis=0))[2][:, :k],
            "`svd` returns V transposed, `eigh` the vectors as columns: check along which axis you take the first k.",
        ),
        Mistake(
            _scaled_scores,
            "Dividing by the standard deviation is a choice, and not part of PCA: (16.8) subtracts the mean only.",
        ),
        Mistake(_last_scores, "The variances rise with `eigh`: take its *last* k columns."),
        Mistake(
            lambda X, new, k: _scores(X, X, k),
            "These are the scores of X itself.",
        ),
        Mistake(lambda X, new, k: _scores(X, new, k).T, "One row per point, one column per component: transpose."),
    ],
)
def later_scores(X, new, k):
    """(new − mean of X) U, with the directions of X; either sign of a direction will do."""
    mean = X.mean(axis=0)
    _, _, Vt = np.linalg.svd(X - mean, full_matrices=False)
    return (new - mean) @ with_sign(Vt[:k].T)


def _tables_and_k(rng):
    yield np.array([[2.0, 1], [1, 2], [-2, -1], [-1, -2]]), 1
    yield np.array([[3.0, 3], [5, 5], [4, 4]]), 1
    for _ in range(12):
        n, d = int(rng.integers(3, 20)), int(rng.integers(2, 6))
        yield rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + 5, int(rng.integers(0, min(n, d)))


def _last(X, k):
    return np.linalg.eigh((X - X.mean(axis=0)).T @ (X - X.mean(axis=0)))[1][:, :k]


def _uncentred(X, k):
    return np.linalg.svd(X, full_matrices=False)[2][:k].T


def _rows_for_columns(X, k):
    """A program that takes the first k columns of Vt in place of its first k rows."""
    V = np.linalg.svd(X - X.mean(axis=0))[2][:, :k]
    return V @ V.T


@exercise(
    "pca-04",
    "back from k scores",
    problems=_tables_and_k,
    hint="Subtract the mean, go to the k scores and back, U U' (x − mean), and add the mean again.",
    worked=[
        (([[2, 1], [1, 2], [-2, -1], [-1, -2]], 1), [[1.5, 1.5], [1.5, 1.5], [-1.5, -1.5], [-1.5, -1.5]]),
        (([[3, 3], [5, 5], [4, 4]], 0), [[4, 4], [4, 4], [4, 4]]),
    ],
    twin=lambda X, k: rebuilt(X, k),
    mistakes=[
        Mistake(
            lambda X, k: X.mean(axis=0) + (X - X.mean(axis=0)) @ _last(X, k) @ _last(X, k).T,
            "These are the k directions of *least* variance: `eigh` sorts the variances upwards.",
        ),
        Mistake(lambda X, k: rebuilt(X, k) - X.mean(axis=0), "The mean has to be added again."),
        Mistake(
            lambda X, k: X @ principal_axes(X, k)[0] @ principal_axes(X, k)[0].T,
            "Subtract the mean before you project, and add it afterwards.",
        ),
        Mistake(lambda X, k: (X - X.mean(axis=0)) @ principal_axes(X, k)[0], "These are the scores: go back with U'."),
        Mistake(
            lambda X, k: X @ _uncentred(X, k) @ _uncentred(X, k).T,
            "These directions come from the table as it is. Subtract the mean of each column before `svd` or `eigh`.",
        ),
        Mistake(
            lambda X, k: X.mean(axis=0) + (X - X.mean(axis=0)) @ _uncentred(X, k) @ _uncentred(X, k).T,
            "The points are centred before they are projected; the table must be centred before `svd` or `eigh`, too.",
        ),
        Mistake(
            lambda X, k: X.mean(axis=0) + (X - X.mean(axis=0)) @ _rows_for_columns(X, k),
            "`svd` returns V transposed, `eigh` the vectors as columns: check along which axis you take the first k.",
        ),
        Mistake(
            lambda X, k: rebuilt(X, k) if k else X,
            "Right, but for k = 0: `[:, -k:]` is `[:, 0:]` then and takes every column. With no score at all, each "
            "row comes back as the mean.",
        ),
        Mistake(
            lambda X, k: rebuilt(X / X.std(axis=0), k) * X.std(axis=0),
            "Dividing by the standard deviation is a choice, and not part of PCA: only the mean is subtracted.",
        ),
    ],
)
def back(X, k):
    """mean + U U' (x − mean)."""
    mean = X.mean(axis=0)
    _, _, Vt = np.linalg.svd(X - mean, full_matrices=False)
    return mean + (X - mean) @ Vt[:k].T @ Vt[:k]


def _to_rebuild(rng):
    yield datasets.iris().X, 2
    yield np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 4.0], [2.0, 4.0]]), 1
    for _ in range(8):
        d = int(rng.integers(2, 6))
        yield rng.normal(size=(12, d)) @ rng.normal(size=(d, d)) + rng.normal(size=d), int(rng.integers(1, d))


def _left(X, k):
    """The mean squared distance of the rows from what k scores give back."""
    return float(((X - rebuilt(X, k)) ** 2).sum(axis=1).mean())


@exercise(
    "pca-04b",
    "the error that k components leave",
    problems=_to_rebuild,
    hint="The mean squared error is the sum of the variances that are dropped (16.7): for k = 2 of four, the last two.",
    worked=[(([[0, 0], [2, 0], [0, 4], [2, 4]], 1), 1)],  # variances 4 and 1: the second is dropped
    twin=_left,
    tolerance=1e-5,
    mistakes=[
        Mistake(
            lambda X, k: _left(X, k) * len(X) / (len(X) - 1),
            "That divides by n − 1, as `np.cov` and scikit-learn do. A mean square divides by n.",
        ),
        Mistake(lambda X, k: _left(X, k - 1), "That is the error with one score fewer: of d, d − k are dropped."),
        Mistake(lambda X, k: _left(X, k + 1), "That drops one component too few. With k scores, d − k are dropped."),
        Mistake(lambda X, k: X.var(axis=0).sum() - _left(X, k), "That is what they keep. Lost is the rest."),
        Mistake(
            lambda X, k: _left(X, k) / X.var(axis=0).sum(),
            "That is a share of the total. The error is the sum of the dropped variances itself.",
        ),
        Mistake(lambda X, k: _left(X, k) ** 0.5, "The root of the mean square. The question is about the mean square."),
        Mistake(
            lambda X, k: _left(X, k) / X.shape[1],
            "That is a mean over the columns, too: the squared distance of a row is the sum over its columns.",
        ),
        Mistake(lambda X, k: _left(X, k) * len(X), "That is the sum over the rows. Asked for is their mean."),
    ],
)
def left(X, k):
    """The variances of (16.3) but the k largest, which is also the measured mean of ‖x − x̂‖²."""
    A = X - X.mean(axis=0)
    variances = np.linalg.eigvalsh(A.T @ A / len(A))  # in rising order
    return variances[: len(variances) - k].sum()


@exercise(
    "pca-05",
    "two columns by hand",
    problems=lambda rng: (
        (float(a), float(b))
        for a, b in [(2.5, 2.0), (3.0, -1.0), (2.0, 0.0), (5.0, -4.9), *rng.uniform((3, -2), (6, 2), (5, 2))]
    ),
    hint="(1, 1) and (1, −1) are eigenvectors whatever a and b are: multiply. The first variance is the larger one.",
    worked=[((2.5, 2.0), (4.5, 0.5)), ((3.0, -1.0), (4, 2)), ((2.0, 0.0), (2, 2))],
    twin=lambda a, b: tuple(np.linalg.eigvalsh(np.array([[a, b], [b, a]]))[::-1].tolist()),
    mistakes=[
        Mistake(lambda a, b: (a + b, a - b), "Right for b ≥ 0. The first is the larger of the two."),
        Mistake(lambda a, b: (a - abs(b), a + abs(b)), "The right numbers in the wrong order: the larger one first."),
        Mistake(lambda a, b: (a, a), "That is the variance of each column. Along the diagonal b counts, too."),
        Mistake(lambda a, b: (a + b / 2, a - b / 2), "b comes twice in u'Σu: 2 b u₁ u₂, with u₁ u₂ = ±½."),
    ],
)
def two_variances(a, b):
    # Σ (1, 1)' = (a + b, a + b)' = (a + b) (1, 1)', and Σ (1, −1)' = (a − b, b − a)' = (a − b) (1, −1)'.
    # So (1, 1) and (1, −1) are eigenvectors, they are orthogonal, and there are only two: (16.3), (16.4).
    # The variances are a + b and a − b. The larger is a + b where b is positive, a − b where b is negative: a + |b|.
    return a + abs(b), a - abs(b)
