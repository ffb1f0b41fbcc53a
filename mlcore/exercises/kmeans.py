"""Exercises of lecture 17: k-means."""

import numpy as np

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("kmeans")


def _squares(X, centers):
    """All squared distances (n, K)."""
    return ((X[:, None] - centers) ** 2).sum(axis=2)


def _starts(rng):
    yield np.array([[0.0], [1.0], [5.0]]), np.array([[0.0], [4.0]])
    yield np.array([[0.0, 0.0], [0.0, 3.0], [4.0, 0.0], [4.0, 3.0]]), np.array([[0.0, 1.0], [4.0, 1.0], [9.0, 9.0]])
    for n in range(5, 25, 2):
        d = int(rng.integers(1, 4))
        yield rng.normal(size=(n, d)), rng.normal(size=(int(rng.integers(2, 5)), d))


@exercise(
    "kmn-01",
    "the cost of K centres",
    problems=_starts,
    hint="All squared distances are an (n, K) table: ((X[:, None] - centers) ** 2).sum(axis=2). What does a point pay?",
    worked=[  # 0 + 1 + 1; 1 + 4 + 1 + 4
        (([[0], [1], [5]], [[0], [4]]), 2),
        (([[0, 0], [0, 3], [4, 0], [4, 3]], [[0, 1], [4, 1], [9, 9]]), 10),
    ],
    mistakes=[
        Mistake(
            lambda X, centers: float(_squares(X, centers).sum()),
            "A point pays for its nearest centre only: the minimum over the centres is missing.",
        ),
        Mistake(
            lambda X, centers: float(np.sqrt(_squares(X, centers)).min(axis=1).sum()),
            "Squared distances: do not take the root.",
        ),
        Mistake(
            lambda X, centers: float(_squares(X, centers).min(axis=1).mean()),
            "(17.1) is the sum over the points, not their mean.",
        ),
        Mistake(
            lambda X, centers: float(_squares(X, centers).min(axis=0).sum()),
            "That is the nearest point of each centre. It must be the nearest centre of each point: axis=1.",
        ),
    ],
)
def total_cost(X, centers):
    """Equation (17.1)."""
    squares = ((X[:, None] - centers) ** 2).sum(axis=2)
    return squares.min(axis=1).sum()


@exercise(
    "kmn-02",
    "the assign step",
    problems=_starts,
    hint="In the (n, K) table of squared distances, the column of the smallest entry of each row: argmin along axis 1.",
    worked=[
        (([[0], [1], [5]], [[0], [4]]), (0, 0, 1)),
        (([[0, 0], [0, 3], [4, 0], [4, 3]], [[0, 1], [4, 1], [9, 9]]), (0, 0, 1, 1)),
    ],
    mistakes=[
        Mistake(
            lambda X, centers: _squares(X, centers).argmin(axis=0),
            "The arg min runs over the centres j, not over the points i: axis=1 of an (n, K) table.",
        ),
        Mistake(
            lambda X, centers: _squares(X, centers).argmax(axis=1),
            "That is the farthest centre.",
        ),
        Mistake(
            lambda X, centers: _squares(X, centers).min(axis=1),
            "That is what each point pays. Asked for is to whom: the index of the centre.",
        ),
        Mistake(
            lambda X, centers: 1 + _squares(X, centers).argmin(axis=1),
            "Counted from 1. In Python the first centre has the index 0.",
        ),
    ],
)
def assign(X, centers):
    """Equation (17.3)."""
    squares = ((X[:, None] - centers) ** 2).sum(axis=2)
    return squares.argmin(axis=1)


def _clusters(rng):
    yield np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 1]), np.array([[0.0], [4.0]])
    yield np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 2]), np.array([[0.0], [4.0], [6.0]])
    for X, centers in _starts(rng):
        yield X, rng.integers(len(centers), size=len(X)), centers


def _means(X, labels, centers, divide=len):
    rows = [X[labels == k] for k in range(len(centers))]
    return np.array([C.sum(axis=0) / divide(C) if len(C) else c for C, c in zip(rows, centers, strict=True)])


@exercise(
    "kmn-02b",
    "the move step",
    problems=_clusters,
    hint="For each k the mean of X[labels == k] along axis 0, if there are such rows; if not, centers[k].",
    worked=[
        (([[0], [1], [5]], [0, 0, 1], [[0], [4]]), [[0.5], [5]]),
        (([[0], [1], [5]], [0, 0, 2], [[0], [4], [6]]), [[0.5], [4], [5]]),
    ],
    mistakes=[
        Mistake(
            lambda X, labels, centers: np.array(
                [X[labels == k].mean(axis=0) if (labels == k).any() else 0 * c + np.nan for k, c in enumerate(centers)]
            ),
            "A cluster without points has no mean: 0/0. It must keep its old centre.",
        ),
        Mistake(
            lambda X, labels, centers: np.array(
                [X[labels == k].sum(axis=0) / max(1, (labels == k).sum()) for k in range(len(centers))]
            ),
            "A cluster without points must keep its centre. Yours goes to the origin.",
        ),
        Mistake(
            lambda X, labels, centers: _means(X, labels, centers, divide=lambda C: len(X)),
            "Divide by the number of points in the cluster, not by n.",
        ),
        Mistake(
            lambda X, labels, centers: np.array([X[labels == k].mean(axis=0) for k in np.unique(labels)]),
            "The empty cluster is lost: the answer must have one row for each of the K centres.",
        ),
        Mistake(
            lambda X, labels, centers: np.array(
                [np.median(X[labels == k], axis=0) if (labels == k).any() else c for k, c in enumerate(centers)]
            ),
            "The median minimises the sum of the distances. For squared distances it is the mean, (17.5).",
        ),
    ],
)
def move(X, labels, centers):
    """Equation (17.6), on a copy of the centres."""
    centers = centers.copy()
    for k in np.unique(labels):
        centers[k] = X[labels == k].mean(axis=0)
    return centers


def _numbers(rng):
    yield np.array([3.0]), 1.0
    yield np.array([0.0, 1, 2, 6, 7, 20]), 1.0
    for n in range(2, 20):
        yield rng.normal(size=n), float(rng.normal())


@exercise(
    "kmn-03",
    "the slope of the sum of squares",
    problems=_numbers,
    hint="Chain rule: the outer derivative is 2(x − m), the inner one −1. Or measure: f(m + h) − f(m − h) over 2h.",
    worked=[(([3], 1), -4), (([0, 1, 2, 6, 7, 20], 1), -60)],  # −2 · 2; −2 · (36 − 6)
    twin=lambda x, m: (((x - m - 1) ** 2).sum() - ((x - m + 1) ** 2).sum()) / 2,  # exact for a parabola
    mistakes=[
        Mistake(
            lambda x, m: 2 * (x - m).sum(),
            "The sign: the inner derivative of x − m with respect to m is −1. Left of the mean it goes down.",
        ),
        Mistake(lambda x, m: -(x - m).sum(), "The 2 from the square is missing."),
        Mistake(lambda x, m: -2 * (x - m).mean(), "The sum over all points, not their mean."),
        Mistake(lambda x, m: ((x - m) ** 2).sum(), "That is the sum of squares itself. Asked for is its derivative."),
    ],
)
def slope(x, m):
    """Equation (17.4)."""
    return -2 * (x - m).sum()


def _full_starts(rng):
    yield np.array([[0.0], [1], [2], [6], [7], [20]]), np.array([[0.0], [1.0]])
    for n in range(6, 30, 2):
        X = rng.normal(size=(n, 2))
        yield X, X[rng.choice(n, 3, replace=False)]  # each is its own nearest centre


def _chain(X, centers):
    old = _squares(X, centers)
    labels = old.argmin(axis=1)
    moved = _means(X, labels, centers)
    new = _squares(X, moved)
    return float(old.min(axis=1).sum()), float(new[np.arange(len(X)), labels].sum()), float(new.min(axis=1).sum())


@exercise(
    "kmn-04",
    "the three costs of one whole step",
    problems=_full_starts,
    hint="D(old) with the best labels; the means of these clusters, with the same labels; the best labels for these.",
    worked=[  # 0+0+1+25+36+361; about 0 and 7.2: 38.44+27.04+1.44+0.04+163.84; 1 and 2 then go to 0 and pay 1 and 4
        (([[0], [1], [2], [6], [7], [20]], [[0], [1]]), (423, 230.8, 170.32)),
    ],
    mistakes=[
        Mistake(
            lambda X, centers: (lambda a, b, c: (a, b, b))(*_chain(X, centers)),
            "That takes g(new, r) for D(new). r was the best for the old centres: assign anew.",
        ),
        Mistake(
            lambda X, centers: (lambda a, b, c: (a, c, c))(*_chain(X, centers)),
            "The second number has the labels of the old centres; do not assign anew before the third.",
        ),
        Mistake(
            lambda X, centers: _chain(X, centers)[::-1],
            "Right numbers, in the other order: D(old) first.",
        ),
    ],
)
def chain(X, centers):
    """The chain (17.8), read from right to left."""
    labels = assign(X, centers)
    moved = move(X, labels, centers)
    held = ((X - moved[labels]) ** 2).sum()
    return total_cost(X, centers), held, total_cost(X, moved)


@exercise(
    "kmn-05",
    "stuck on a rectangle of 6 by 1",
    hint="Stuck: each centre is the middle of a long side, 3 away from its two points. Lowest: of the short sides.",
    worked=[((), (36, 1))],
    mistakes=[
        Mistake((1, 36), "Right numbers, in the other order: first the one where it is stuck."),
        Mistake((18, 0.5), "That is the cost of one cluster. Add both."),
        Mistake((12, 2), "Squared distances: a point that is 3 away pays 9."),
        Mistake(
            (72, 2), "That counts each pair with the whole side squared. Each point pays for half a side, squared."
        ),
    ],
)
def stuck_on_a_rectangle():
    """Four times 3 squared, and four times one half squared."""
    return 4 * 3**2, 4 * 0.5**2


def _labelled(rng):
    yield np.array([[0.0], [2.0], [7.0]]), np.array([0, 0, 1])
    yield np.array([[1.0], [6], [3], [5], [5], [11]]), np.array([0, 1, 0, 0, 0, 1])
    for n in range(5, 20):
        yield rng.normal(size=(n, 2)), rng.integers(3, size=n)


def _objectives(factor):
    def answer(X, labels):
        clusters = [X[labels == k] for k in np.unique(labels)]
        costs = [((C - C.mean(axis=0)) ** 2).sum() for C in clusters]
        return float(sum(costs)), float(sum(factor(C, X) * c for C, c in zip(clusters, costs, strict=True)))

    return answer


@exercise(
    "kmn-09",
    "the plain cost, and the sum over all pairs",
    problems=_labelled,
    hint="Per cluster: the squares about its mean; all pairs, ((C[:, None] - C) ** 2).sum(), which counts each twice.",
    worked=[  # 1 + 1, 2²; 11 about 3.5 and 12.5 about 8.5, the pairs 44 and 25
        (([[0], [2], [7]], [0, 0, 1]), (2, 4)),
        (([[1], [6], [3], [5], [5], [11]], [0, 1, 0, 0, 0, 1]), (23.5, 69)),
    ],
    mistakes=[
        Mistake(_objectives(lambda C, X: 2 * len(C)), "Each pair once: the double sum counts it twice, so halve it."),
        Mistake(
            _objectives(lambda C, X: 1),
            "The two are not the same: by (17.9) the pairs of a cluster add up to N_k times its cost.",
        ),
        Mistake(
            _objectives(lambda C, X: len(X)),
            "The factor in (17.9) is the size of the cluster, not n: only pairs within a cluster count.",
        ),
    ],
)
def two_objectives(X, labels):
    """Equation (17.2) at the means, and the left side of (17.9) for each cluster."""
    clusters = [X[labels == k] for k in np.unique(labels)]
    plain = sum(((C - C.mean(axis=0)) ** 2).sum() for C in clusters)
    pairs = sum(((C[:, None] - C) ** 2).sum() / 2 for C in clusters)
    return plain, pairs


def _rectangles(rng):
    yield 4.0, 3.0, 1.0
    yield 4.0, 3.0, 2.0
    for _ in range(15):
        yield tuple(rng.uniform(0.5, 5, size=3).tolist())


@exercise(
    "fnd-09",
    "two splits of a rectangle, in other units",
    problems=_rectangles,
    hint="Left and right: each of the four points is half the (scaled) height away from its mean. And squared.",
    worked=[((4, 3, 1), (9, 16)), ((4, 3, 2), (36, 16))],
    mistakes=[
        Mistake(
            lambda width, height, factor: (factor * height**2, width**2),
            "The factor is squared too: the height that k-means sees is factor · height.",
        ),
        Mistake(
            lambda width, height, factor: (width**2, (factor * height) ** 2),
            "Swapped: left and right are two clusters that are high, not wide. What they pay is the height.",
        ),
        Mistake(
            lambda width, height, factor: (height**2, width**2),
            "The factor has been forgotten: it stretches the height.",
        ),
        Mistake(
            lambda width, height, factor: ((factor * height) ** 2 / 2, width**2 / 2),
            "That is one cluster of the two.",
        ),
    ],
)
def two_splits(width, height, factor):
    """Four times half a side squared; they are equal at factor = width / height."""
    return (factor * height) ** 2, width**2
