"""Exercises of lecture 17: k-means."""

import numpy as np

from mlcore.base.steps import last
from mlcore.check import Mistake, exercises_of
from mlcore.cluster import kmeans_steps

exercise = exercises_of("kmeans")


def _squares(X, centers):
    """All squared distances (n, K)."""
    return ((X[:, None] - centers) ** 2).sum(axis=2)


def _weighted(rng):
    yield np.array([[0.0], [4.0]]), np.array([3.0, 1.0])
    yield np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 1.0, 1.0])
    for n in range(3, 20):
        yield rng.normal(size=(n, int(rng.integers(1, 4)))), rng.uniform(0.1, 3, n)


@exercise(
    "kmn-03",
    "the centre of points that weigh more",
    problems=_weighted,
    hint="The derivative is −2 Σ v_i (x_i − m). Set it to 0 and bring m to one side: Σ v_i x_i = m Σ v_i.",
    worked=[(([[0], [4]], [3, 1]), [1]), (([[0, 0], [2, 0], [0, 4]], [2, 1, 1]), [0.5, 1])],
    twin=lambda X, v: np.average(X, axis=0, weights=v),
    mistakes=[
        Mistake(lambda X, v: X.mean(axis=0), "The weights are missing: that is the mean of (17.4)."),
        Mistake(lambda X, v: v @ X / len(X), "Divide by the sum of the weights: that is what stands before m."),
        Mistake(lambda X, v: v @ X, "That is Σ v_i x_i. The other side of the equation is m Σ v_i."),
        Mistake(
            lambda X, v: v**2 @ X / (v**2).sum(),
            "The weight stands outside the square, so the derivative holds v_i and not v_i².",
        ),
    ],
)
def weighted_centre(X, v):
    # The derivative of v_i ‖x_i − m‖² with respect to m is −2 v_i (x_i − m), as in (17.4), with v_i in front.
    # The sum is 0 where Σ v_i x_i = m Σ v_i, so m = Σ v_i x_i / Σ v_i: the weighted mean.
    # It is the minimum: as in (17.5), Σ v_i ‖x_i − m‖² = Σ v_i ‖x_i − m*‖² + (Σ v_i) ‖m* − m‖².
    return v @ X / v.sum()


def _full_starts(rng):
    yield np.array([[0.0], [1], [2], [6], [7], [20]]), np.array([[0.0], [1.0]])
    for n in range(6, 30, 2):
        X = rng.normal(size=(n, 2))
        yield X, X[rng.choice(n, 3, replace=False)]  # each is its own nearest centre


def _along_axes(X, centers):
    """All distances along the axes (n, K)."""
    return np.abs(X[:, None] - centers).sum(axis=2)


def _chain(X, centers, pay=_along_axes, middle=np.median):
    old = pay(X, centers)
    labels = old.argmin(axis=1)
    moved = np.array([middle(X[labels == k], axis=0) for k in range(len(centers))])
    new = pay(X, moved)
    return float(old.min(axis=1).sum()), float(new[np.arange(len(X)), labels].sum()), float(new.min(axis=1).sum())


def _with_nearest(X, centers):
    """A program that takes the labels of squared distances, and lets the points pay along the axes."""
    labels = _squares(X, centers).argmin(axis=1)
    moved = np.array([np.median(X[labels == k], axis=0) for k in range(len(centers))])
    again = _squares(X, moved).argmin(axis=1)
    at = np.arange(len(X))
    old, new = _along_axes(X, centers), _along_axes(X, moved)
    return float(old[at, labels].sum()), float(new[at, labels].sum()), float(new[at, again].sum())


@exercise(
    "kmn-04",
    "the chain for another distance",
    problems=_full_starts,
    hint="J(old) with the best labels; the best centres for these clusters, one coordinate at a time (of several the "
    "middle), with the same labels; the best labels for the new centres.",
    worked=[
        # 0+0+1+5+6+19; the middles 0 and 6 (of 1, 2, 6, 7, 20): 0+5+4+0+1+14; then 1 and 2 go to 0 and pay 1 and 2
        (([[0], [1], [2], [6], [7], [20]], [[0], [1]]), (31, 24, 18)),
        # 0+2+4+1; the first three about (0, 0) as before, the last about itself
        (([[0, 0], [2, 0], [0, 4], [9, 9]], [[0, 0], [9, 8]]), (7, 6, 6)),
    ],
    mistakes=[
        Mistake(
            lambda X, centers: _chain(X, centers, middle=np.mean),
            "The mean is best for squares. What minimises a sum of distances |x_i - m| on a line? Move m a little: "
            "the points on one side gain what those on the other side lose.",
        ),
        Mistake(
            lambda X, centers: _chain(X, centers, _squares, np.mean),
            "That is the chain for squared distances. Here a point pays the sum of |x_j - m_j|.",
        ),
        Mistake(
            lambda X, centers: _chain(X, centers, _squares),
            "The new centres are right, but a point pays the sum of |x_j - m_j|, without a square.",
        ),
        Mistake(
            lambda X, centers: _with_nearest(X, centers),
            "`nearest` of the lecture takes the centre with the least *squared* distance. Here a point takes the one "
            "with the least sum of |x_j - m_j|, which may be another.",
        ),
        Mistake(
            lambda X, centers: tuple(_chain(X, centers)[k] for k in (0, 1, 1)),
            "That takes J(new, z) for J(new). z was the best for the old centres: assign anew.",
        ),
        Mistake(
            lambda X, centers: tuple(_chain(X, centers)[k] for k in (0, 2, 2)),
            "The second number has the labels of the old centres; do not assign anew before the third.",
        ),
        Mistake(
            lambda X, centers: _chain(X, centers)[::-1],
            "Right numbers, in the other order: J(old) first.",
        ),
    ],
)
def chain(X, centers):
    """The assign step takes the cheapest centre; the move takes the median of each coordinate."""
    old = np.abs(X[:, None] - centers).sum(axis=2)
    labels = old.argmin(axis=1)
    moved = np.array([np.median(X[labels == k], axis=0) for k in range(len(centers))])
    new = np.abs(X[:, None] - moved).sum(axis=2)
    return old.min(axis=1).sum(), new[np.arange(len(X)), labels].sum(), new.min(axis=1).sum()


def _rests_at(rows, centers) -> float:
    return last(kmeans_steps(rows, centers=centers), 50).cost


_GRID = np.array([(i, j) for i in range(3) for j in range(3)], float)


@exercise(
    "kmn-05",
    "two starts on a grid of nine points",
    hint="Draw the nine points. From the bottom row each centre gets its column. From the diagonal the middle centre "
    "gets both far corners: two clusters have 3 and 5 points, and one has a single point.",
    worked=[((), (6, 104 / 15))],  # 3 columns of 1 + 0 + 1; 12/9 about (1/3, 1/3), 5.6 about (6/5, 6/5), and 0
    twin=lambda: (_rests_at(_GRID, [[0, 0], [1, 0], [2, 0]]), _rests_at(_GRID, [[0, 0], [1, 1], [2, 2]])),
    tolerance=5e-5,  # three decimals
    mistakes=[
        Mistake((104 / 15, 6), "Right numbers, in the other order: first the bottom row."),
        Mistake((6, 6), "From the diagonal the middle centre gets five points, and it is not three columns."),
        Mistake((15, 104 / 15), "That is the cost before the centres of the bottom row have moved up."),
        Mistake((6, 6.93), "Right as far as it goes: one decimal more, three in all."),
        Mistake(
            (6, 8),
            "From the diagonal: that is the cost after the first assign step. Two of the centres still move.",
        ),
    ],
)
def row_and_diagonal():
    """Three columns cost 2 each; the clusters of 3, 5 and 1 points cost 4/3, 28/5 and 0."""
    return 6, 4 / 3 + 28 / 5


def _whole_starts(rng):
    yield np.array([[0.0], [1], [2], [6], [7], [20]]), np.array([[2], [7]]), 5
    yield np.array([[0.0], [1], [2], [6], [7], [20]]), np.array([[2.0], [7.0]]), 5
    for n in range(6, 26, 2):
        X = rng.permutation(40).reshape(20, 2)[:n].astype(float)
        start = X[rng.choice(len(X), 2, replace=False)]
        yield X, start.astype(int) if n % 4 else start, int(rng.integers(1, 6))


def _lloyd(X, centers, steps, copy, mean=lambda C: C.mean(axis=0)):
    centers = copy(centers)
    for _ in range(steps):
        labels = _squares(X, centers).argmin(axis=1)
        for k in range(len(centers)):
            centers[k] = mean(X[labels == k])
    return centers


@exercise(
    "kmn-02",
    "a program whose centres are whole numbers",
    problems=_whole_starts,
    hint="Print centers.dtype. What does NumPy do with 3.2 when it is put into an array of whole numbers?",
    worked=[(([[0], [1], [2], [6], [7], [20]], [[2], [7]], 5), [[3.2], [20]])],  # {0, 1, 2, 6, 7} and {20}
    twin=lambda X, centers, steps: last(kmeans_steps(X, centers=centers), steps).centers,
    mistakes=[
        Mistake(
            lambda X, centers, steps: _lloyd(X, centers, steps, np.copy),
            "The same as before: a copy of whole numbers holds whole numbers, and each mean is cut off when it is "
            "stored. Make the copy one of floats.",
        ),
        Mistake(
            lambda X, centers, steps: _lloyd(X, centers, steps, np.copy, lambda C: C.mean(axis=0).round()),
            "Rounding is no cure: the centre belongs at the mean itself. What type has the array of centres?",
        ),
        Mistake(
            lambda X, centers, steps: _lloyd(
                X, centers, steps, lambda c: c.astype(float), lambda C: np.median(C, axis=0)
            ),
            "Squared distances want the mean, (17.5), not the median.",
        ),
    ],
)
def lloyd(X, centers, steps):
    """The copy is made of floats; the rest was right."""
    centers = centers.astype(float)
    for _ in range(steps):
        labels = ((X[:, None] - centers) ** 2).sum(axis=-1).argmin(axis=1)
        for k in range(len(centers)):
            centers[k] = X[labels == k].mean(axis=0)
    return centers


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


def _lengths(X, labels):
    """The sum over the pairs, without the squares."""
    clusters = [X[labels == k] for k in np.unique(labels)]
    return float(sum(np.sqrt(((C[:, None] - C) ** 2).sum(axis=-1)).sum() / 2 for C in clusters))


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
            lambda X, labels: two_objectives(X, labels)[::-1],
            "Right numbers, in the other order: the plain cost first.",
        ),
        Mistake(
            lambda X, labels: (two_objectives(X, labels)[0], _lengths(X, labels)),
            "The second sum is one of *squared* distances.",
        ),
        Mistake(
            lambda X, labels: (two_objectives(X, labels)[0], float(((X[:, None] - X) ** 2).sum() / 2)),
            "Only pairs within a cluster count, and not those between two clusters.",
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
            lambda width, height, factor: (factor * height, width),
            "The cost is a sum of squares: each of the four points pays the square of half a side.",
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
