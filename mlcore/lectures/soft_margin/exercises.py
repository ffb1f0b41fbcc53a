"""Exercises of lecture 11: soft margin and hinge loss."""

import numpy as np
from sklearn.preprocessing import StandardScaler

from mlcore.base import losses
from mlcore.check import Mistake, exercises_of
from mlcore.svm import path_steps, smo

exercise = exercises_of("soft_margin")


def _labelled(rng):
    yield np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), 1.0
    yield np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([1.0, -1.0]), 0.5
    for n in range(3, 12):
        X, y = rng.normal(size=(n, 2)), np.where(np.arange(n) % 2, 1.0, -1.0)
        yield X, y, float(10 ** rng.uniform(-1, 1))


def _with_ridge(ridge, signs=True):
    def Q(X, y, C):
        return (np.outer(y, y) if signs else 1.0) * (X @ X.T) + ridge(C) * np.eye(len(y))

    return Q


@exercise(
    "svm-13",
    "the dual when slack is squared",
    problems=_labelled,
    hint="∂L/∂ξ_i = Cξ_i − α_i − r_i = 0, and r_i may be 0: so ξ_i = α_i/C. Put it in: ½C ξ² − αξ = −α²/(2C).",
    worked=[  # y_i y_j x_i x_j, and 1/C on the diagonal
        (([[1], [-1]], [1, -1], 1), [[2, 1], [1, 2]]),
        (([[1, 2], [0, 1]], [1, -1], 0.5), [[7, -2], [-2, 3]]),
    ],
    mistakes=[
        Mistake(
            _with_ridge(lambda C: 0.0),
            "That is Q of (11.7). The squares leave something behind: ξ_i = α_i/C, put into ½Cξ² − αξ.",
        ),
        Mistake(
            _with_ridge(lambda C: 1 / (2 * C)),
            "The ½ stands outside: −α²/(2C) = −½ α (1/C) α, so 1/C goes onto the diagonal.",
        ),
        Mistake(
            lambda X, y, C: np.outer(y, y) * (X @ X.T) + 1 / C,
            "Only Σ α_i² is added, no α_iα_j with i ≠ j: 1/C goes onto the diagonal alone.",
        ),
        Mistake(_with_ridge(lambda C: 2 / C), "½Cξ² has the derivative Cξ: no 2 is left: 1/C goes onto the diagonal."),
        Mistake(_with_ridge(lambda C: C), "It is 1/C: the dearer the slack, the less is added."),
        Mistake(_with_ridge(lambda C: 1 / C, signs=False), "The labels are missing: Q has y_i y_j in it."),
    ],
)
def quadratic_part(X, y, C):
    """Q + I/C: the cap has become a ridge.

    1. The Lagrangian: L = w'w/2 + (C/2) sum xi_i^2 + sum alpha_i (1 - xi_i - y_i (w'x_i + b)) - sum r_i xi_i.
    2. In w and b as before: w = sum alpha_i y_i x_i (11.4), and sum alpha_i y_i = 0 (11.5).
    3. In xi_i: C xi_i - alpha_i - r_i = 0, so xi_i = (alpha_i + r_i) / C. This no longer caps alpha_i.
    4. Put in, the terms with xi_i leave (C/2) xi_i^2 - (alpha_i + r_i) xi_i = -(alpha_i + r_i)^2 / (2C).
    5. It is largest for r_i = 0: each point adds -alpha_i^2 / (2C), which is -(1/2) alpha_i (1/C) alpha_i.
    6. With the rest of (11.7): sum alpha_i - (1/2) alpha' (Q + I/C) alpha, where Q_ij = y_i y_j x_i'x_j.
    """
    return np.outer(y, y) * (X @ X.T) + np.eye(len(y)) / C


def _pairs(rng):
    yield from ((1.0, 3.0), (1.0, 2.0), (0.5, 2.0), (2.0, 2.5))
    yield from (
        (float(p), float(p + gap)) for p, gap in zip(rng.uniform(0.3, 2, 12), rng.uniform(0.2, 3, 12), strict=True)
    )


def _moments_of_path(p, q):
    X, y = np.array([[-q], [-p], [p], [q]]), np.array([-1.0, -1.0, 1.0, 1.0])
    states = list(path_steps(X @ X.T, y, C_max=10 / p**2))[1:-1]
    outer = {0, 3}
    left = min(state.C for state in states if outer & set(state.who))
    gone = min(state.C for state in states if outer & set(state.who) and state.event == "returns to 0")
    return left, gone, states[-1].C


@exercise(
    "svm-14",
    "three moments on the path",
    problems=_pairs,
    tolerance=1e-5,  # a solver's answer is right, too
    hint="While all four have α = C, w = 2C(p + q). Who has y f(x) = |x| w = 1 first? Once there, those two stay on "
    "their margin lines as long as they are free: that fixes w. Which α do they have then, while the others have C? "
    "At the end only the inner two pull.",
    worked=[  # w = 8C: 3w = 1 at 1/24; then w = 1/3 = 6α + 2C, α = 0 at 1/6; then w = 2C up to 1
        ((1, 3), (1 / 24, 1 / 6, 1 / 2)),
        ((1, 2), (1 / 12, 1 / 4, 1 / 2)),
    ],
    twin=_moments_of_path,
    mistakes=[
        Mistake(
            lambda p, q: (1 / (2 * p * (p + q)), 1 / (2 * p * q), 1 / (2 * p * p)),
            "The second and the third are right. At the first moment the outer two arrive: |x| w is largest for them.",
        ),
        Mistake(
            lambda p, q: (1 / (2 * q * (p + q)), 1 / (2 * p * (p + q)), 1 / (2 * p * p)),
            "The first and the third are right. From the first moment on w does not go on growing: the outer two are "
            "free and stay on their margin lines, so q w = 1, and their α pays for that.",
        ),
        Mistake(
            lambda p, q: (1 / (2 * q * (p + q)), 1 / (2 * p * q), 1 / (2 * p * q)),
            "The first two are right. When the outer two are at 0, the inner two are still at C and pull: w = 2pC, "
            "until they arrive as well.",
        ),
        Mistake(
            lambda p, q: (1 / (2 * q * (p + q)), 1 / (2 * p * q), 1 / (2 * p * (p + q))),
            "The first two are right. At the third moment the outer two have α = 0 and no longer pull: w = 2pC.",
        ),
        Mistake(
            lambda p, q: (1 / (4 * q * (p + q)), 1 / (4 * p * q), 1 / (4 * p * p)),
            "The right values are twice yours: both classes have a point at either distance, and add to w = Σ α y x.",
        ),
        Mistake(
            lambda p, q: (1 / (q * (p + q)), 1 / (p * q), 1 / (p * p)),
            "The right values are half of yours. Both classes add to w = Σ α y x: while all four have α = C, it is "
            "2C(p + q).",
        ),
        Mistake(
            lambda p, q: (1 / (2 * p * p), 1 / (2 * p * q), 1 / (2 * q * (p + q))),
            "All three are right. Hand them in in rising order.",
        ),
        Mistake(
            lambda p, q: (1 / (2 * q * q), 1 / (2 * p * q), 1 / (2 * p * p)),
            "The second and the third are right. At the first moment the inner two pull as well: w = 2C(p + q).",
        ),
    ],
)
def three_moments(p, q):
    """The C at which the outer two arrive, from which they are at 0, and from which nothing moves.

    1. While all four have alpha = C, (11.4) gives w = 2C (p + q), and y_i f(x_i) = |x_i| w. It is largest for the outer
       two: they arrive at q w = 1, so at C = 1 / (2q (p + q)).
    2. From there on the outer two are free, with the same alpha by symmetry. Free points lie on their margin lines, so
       w = 1/q does not move, and the inner two, with p w = p/q < 1, are still inside the street and have alpha = C.
    3. By (11.4) 1/q = 2 alpha q + 2C p, so alpha = (1/q - 2C p) / (2q): it falls as C grows, and is 0 at C = 1 / (2pq).
    4. Now only the inner two pull: w = 2C p grows again, and the outer two are outside the street, q w > 1.
    5. The inner two arrive at p w = 1, so at C = 1 / (2p^2). From there on w = 1/p is the hard margin, and stays.
    """
    return 1 / (2 * q * (p + q)), 1 / (2 * p * q), 1 / (2 * p * p)


def _distances(rng):
    yield from ((1.0, 0.1), (1.0, 2.0), (2.0, 0.05), (2.0, 0.125), (0.5, 1.0))
    yield from (
        (float(a), float(C)) for a, C in zip(rng.uniform(0.3, 3, 15), 10 ** rng.uniform(-2, 1, 15), strict=True)
    )


def _two(a, C):
    X, y = np.array([[-a], [a]]), np.array([-1.0, 1.0])
    state = smo(X @ X.T, y, C, tol=1e-9)
    w = float(state.weights(X)[0])
    return w, 2 * max(0.0, 1 - a * w)


@exercise(
    "svm-15",
    "two points in other units",
    problems=_distances,
    tolerance=1e-4,  # a solver's answer is right, too
    hint="Put b = 0 by symmetry, so ξ = max(0, 1 − aw) for both points, and minimise w²/2 + 2C·ξ over w.",
    worked=[  # w = 2aC while aw < 1, else 1/a
        ((1, 0.1), (0.2, 1.6)),
        ((1, 2), (1, 0)),
        ((2, 0.05), (0.2, 1.2)),
        ((2, 0.125), (0.5, 0)),
    ],
    twin=_two,
    mistakes=[
        Mistake(
            lambda a, C: (1 / a, 0.0),
            "That is the hard margin. Where slack is cheap the street is wider than the gap between the points.",
        ),
        Mistake(
            lambda a, C: (2 * min(C, 0.5), 2 * max(0.0, 1 - 2 * min(C, 0.5))),
            "That is right for a = 1. In other units w = Σ α y x brings in a, and the wall is at aw = 1.",
        ),
        Mistake(
            lambda a, C: (min(2 * a * C, 1.0), 2 * max(0.0, 1 - a * min(2 * a * C, 1.0))),
            "2aC is right. But the wall is at aw = 1, and not at w = 1.",
        ),
        Mistake(
            lambda a, C: (2 * max(0.0, 1 - a * min(2 * a * C, 1 / a)), min(2 * a * C, 1 / a)),
            "Both are right. Hand them in the other way round: first w, then the total slack.",
        ),
        Mistake(
            lambda a, C: (min(a * C, 1 / a), 2 * max(0.0, 1 - a * min(a * C, 1 / a))),
            "w = Σ α y x: both points contribute aC, so w = 2aC until the wall.",
        ),
        Mistake(
            lambda a, C: (min(2 * a * C, 1 / a), max(0.0, 1 - 2 * a * a * C)),
            "That is the slack of one point. The total slack is the sum over both.",
        ),
        Mistake(
            lambda a, C: (2 * a * C, 2 * max(0.0, 1 - 2 * a * a * C)),
            "Once aw = 1 nobody pays, and a larger C changes nothing: w stays at 1/a.",
        ),
    ],
)
def two_points(a, C):
    """w and the total slack of the soft margin on x = -a (y = -1) and x = +a (y = +1).

    1. With b = 0 both points have y f(x) = a w, so the slack of each is max(0, 1 - a w).
    2. The cost is w^2/2 + 2C max(0, 1 - a w).
    3. While a w < 1 its derivative is w - 2aC, which is 0 at w = 2aC.
    4. For a w > 1 the cost is w^2/2, which grows: nobody goes beyond w = 1/a.
    5. So w = min(2aC, 1/a), and the total slack is 2 max(0, 1 - a w).
    """
    w = min(2 * a * C, 1 / a)  # both multipliers at C, or the wall
    return w, 2 * max(0.0, 1 - a * w)


def _three() -> tuple[float, float]:
    X, y = np.array([[-1.0], [1.0], [1.0]]), np.array([-1.0, 1.0, 1.0])
    state = smo(X @ X.T, y, 0.1, tol=1e-9)
    return float(state.weights(X)[0]), state.bias


@exercise(
    "svm-15b",
    "one against two",
    hint="By (11.5) the two share what the one has, so w is at most 0.2. Then f(1) − f(−1) = 2w is far below 2: one "
    "side is inside the street, at its cap. Which? The others are free: which equation does a free point give you?",
    worked=[((), (0.2, 0.8))],  # α = 0.1, and 0.05 twice; w = 0.1 + 0.1; free at x = 1: w + b = 1
    twin=_three,
    tolerance=1e-4,
    mistakes=[
        Mistake((0.2, 0), "w is right. But by symmetry alone b is not 0: the classes are of different size."),
        Mistake((0.2, 1.2), "w is right. f(1) − f(−1) = 2w; the free pair is at x = +1, and so w + b = 1."),
        Mistake((0.8, 0.2), "Both are right. Hand them in the other way round: first w, then b."),
        Mistake((0.2, -0.8), "The sign of b: the two points at +1 are free, so w + b = 1."),
        Mistake((0.3, 0.7), "By (11.5) the multipliers of the two add up to that of the one, and that is at most 0.1."),
        Mistake((0.1, 0.9), "By (11.4) the two at +1 count as well: α y x is positive on both sides."),
        Mistake((1, 0), "That is the hard margin; at C = 0.1 slack is cheaper."),
    ],
)
def one_against_two():
    """α = 0.1 on the left, 0.05 twice on the right: w = 0.2, and w + b = 1 at the free points.

    1. By (11.5) the two on the right have as much α in sum as the one on the left.
    2. So by (11.4) w is twice the α on the left, at most 0.2, and f(1) − f(−1) = 2w is far below 2: one side stays
       inside the street. Were it the two, they would have 0.1 each, more than the left can have. So it is the one on
       the left: α = 0.1.
    3. By symmetry the two share it, 0.05 each. This is between 0 and C: they are free.
    4. By (11.4) w = 0.1 · (−1)(−1) + 2 · 0.05 · 1 · 1 = 0.2.
    5. A free point lies on its margin line: w + b = 1, so b = 0.8. The two win: f(−1) = 0.6 is positive.
    """
    return 0.2, 0.8


def _planes(rng):
    yield np.array([[1.0]]), np.array([1.0]), np.array([0.5]), 0.0, 1.0
    yield np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), np.array([2.0]), 0.5, 1.0
    for n in range(3, 21):
        yield (
            rng.normal(size=(n, 2)),
            rng.choice([-1.0, 1.0], n),
            rng.normal(size=2),
            float(rng.normal()),
            float(rng.uniform(0.1, 10)),
        )


def _slope(inside=lambda m: m < 1, lam=lambda C: 1 / C, sign=-1):
    def answer(X, y, w, b, C):
        pull = y * inside(y * (X @ w + b))
        return lam(C) * w + sign * pull @ X, float(sign * pull.sum())

    return answer


def _measured(X, y, w, b, C, h=1e-6):
    def J(t):
        return losses.hinge(y * (X @ t[:-1] + t[-1])).sum() + t[:-1] @ t[:-1] / (2 * C)

    t = np.append(w, b)
    slopes = np.array([(J(t + e) - J(t - e)) / (2 * h) for e in h * np.eye(len(t))])
    return slopes[:-1], slopes[-1]


@exercise(
    "svm-16",
    "the slope of hinge loss plus penalty",
    problems=_planes,
    hint="A point with m < 1 costs 1 − m, whose derivative is −y x and −y. The penalty ‖w‖²/(2C) gives w/C.",
    worked=[  # inside: 0.5 − 1, and −1; margins 2.5 and 1.5: nobody inside, 2/1
        (([[1]], [1], [0.5], 0, 1), ([-0.5], -1)),
        (([[1], [-1]], [1, -1], [2], 0.5, 1), ([2], 0)),
    ],
    twin=_measured,
    tolerance=1e-5,
    mistakes=[
        Mistake(_slope(sign=1), "The sign: 1 − m falls as m grows, so a point inside pulls with −y x."),
        Mistake(_slope(inside=lambda m: m < 0), "That is the perceptron loss. The hinge charges until m = 1."),
        Mistake(_slope(inside=lambda m: m < np.inf), "Points with m > 1 cost nothing, and so they pull with nothing."),
        Mistake(
            lambda X, y, w, b, C: (_slope(sign=1)(X, y, w, b, C)[0], _slope()(X, y, w, b, C)[1]),
            "The derivative in b is right. The sign in w: a point inside pulls with −y x.",
        ),
        Mistake(_slope(lam=lambda C: 2 / C), "You took λ = 1/C; it is 1/(2C), and so the penalty gives w/C."),
        Mistake(_slope(lam=lambda C: C), "In (11.9) the penalty is divided by C: it gives w/C, and not Cw."),
        Mistake(
            lambda X, y, w, b, C: (w / C - (y * (X @ w + b) < 1) @ X, -(y * (X @ w + b) < 1).sum()),
            "The labels are missing: the margin is y f(x), and its slopes are y x and y.",
        ),
        Mistake(_slope(lam=lambda C: 1 / (2 * C)), "The derivative of ‖w‖²/(2C) is w/C: the 2 of the square."),
        Mistake(
            lambda X, y, w, b, C: tuple(C * part for part in _slope()(X, y, w, b, C)),
            "That is the slope of (11.1). For (11.9) it was divided by C.",
        ),
        Mistake(
            lambda X, y, w, b, C: (_slope()(X, y, w, b, C)[0], _slope()(X, y, w, b, C)[1] + b / C),
            "b is not penalised: no b/C in its derivative.",
        ),
        Mistake(_slope(lam=lambda C: 0.0), "The penalty is missing: ‖w‖²/(2C) adds w/C to the gradient in w."),
        Mistake(
            lambda X, y, w, b, C: tuple(part / len(y) for part in _slope()(X, y, w, b, C)),
            "(11.9) has the sum over the points and not their mean: do not divide by n.",
        ),
        Mistake(
            lambda X, y, w, b, C: (_slope()(X, y, w, b, C)[0], -_slope()(X, y, w, b, C)[1]),
            "The gradient in w is right. The sign in b: 1 − m falls by y as b grows by 1, so the derivative is −Σ y.",
        ),
    ],
)
def slope(X, y, w, b, C):
    """Points inside the street or beyond pull with -y x, and the penalty with w / C.

    1. (11.9) is a sum over the points of max(0, 1 - m_i) with m_i = y_i (w'x_i + b), plus ||w||^2 / (2C).
    2. Where m_i > 1 the point costs 0 and its derivative is 0. Where m_i < 1 it costs 1 - m_i.
    3. The gradient of m_i in w is y_i x_i, and its derivative in b is y_i. So such a point gives -y_i x_i and -y_i.
    4. The gradient of ||w||^2 / (2C) is w / C; b is not in the penalty.
    """
    pull = y * (y * (X @ w + b) < 1)
    return w / C - pull @ X, -pull.sum()


def _folds(rng):
    yield np.array([[0.0], [2.0], [10.0]]), np.array([0, 1]), np.array([2])
    for n in range(6, 16):
        X = rng.normal(size=(n, 3)) * [1, 5, 0.1] + [0, 3, 100]
        order = rng.permutation(n)
        yield X, order[: n - 2], order[n - 2 :]


def _by_scaler(X, train, held_out):
    scaler = StandardScaler().fit(X[train])
    return scaler.transform(X[train]), scaler.transform(X[held_out])


def _scaled(X, rows, seen):
    return (X[rows] - X[seen].mean(axis=0)) / X[seen].std(axis=0)


@exercise(
    "svm-20",
    "a fold that leaks",
    problems=_folds,
    hint="Which rows do the mean and the standard deviation come from? A fit may know nothing of the held-out rows.",
    worked=[(([[0], [2], [10]], [0, 1], [2]), ([[-1], [1]], [[9]]))],  # mean 1, standard deviation 1, of 0 and 2
    twin=_by_scaler,
    mistakes=[
        Mistake(
            lambda X, train, held_out: (_scaled(X, train, slice(None)), _scaled(X, held_out, slice(None))),
            "The same as before: mean and standard deviation are taken over all rows, the held-out ones included.",
        ),
        Mistake(
            lambda X, train, held_out: (_scaled(X, train, train), _scaled(X, held_out, held_out)),
            "Now the held-out rows are measured by themselves: the same patient would get other numbers. Both parts "
            "need the mean and the standard deviation of the training rows.",
        ),
        Mistake(
            lambda X, train, held_out: tuple(
                (X[rows] - X[train].mean(axis=0)) / X[train].std(axis=0, ddof=1) for rows in (train, held_out)
            ),
            "The right rows. But the function given takes the standard deviation with n, not with n − 1.",
        ),
        Mistake(
            lambda X, train, held_out: (_scaled(X, train, train), _scaled(X, held_out, slice(None))),
            "The training rows are right. The held-out ones need the same mean and standard deviation.",
        ),
        Mistake(
            lambda X, train, held_out: tuple(X[rows] - X[train].mean(axis=0) for rows in (train, held_out)),
            "The mean is right. Divide by the standard deviation of the training rows as well.",
        ),
        Mistake(
            lambda X, train, held_out: tuple(
                (X[rows] - X[train].mean(axis=0)) / X.std(axis=0) for rows in (train, held_out)
            ),
            "The mean is right. But the standard deviation is still taken over all rows.",
        ),
        Mistake(
            lambda X, train, held_out: tuple(
                (X[rows] - X[train].mean()) / X[train].std() for rows in (train, held_out)
            ),
            "Each feature has its own mean and standard deviation: keep axis=0.",
        ),
    ],
)
def prepare(X, train, held_out):
    """Mean and standard deviation of the training rows, for both parts."""
    mean, spread = X[train].mean(axis=0), X[train].std(axis=0)
    return (X[train] - mean) / spread, (X[held_out] - mean) / spread
