"""Exercises of lecture 04: neighbours and the perceptron."""

from math import ceil, sqrt

import numpy as np
from scipy.stats import binom

from mlcore.check import Mistake, exercises_of
from mlcore.neighbors import KNeighborsClassifier
from mlcore.separable import is_separable

exercise = exercises_of("neighbours_perceptron")


def _askers(rng):
    yield np.array([[0.0], [1.0], [2.0], [9.0]]), np.array([0, 2, 2, 1]), np.array([0.4]), 3
    yield np.array([[0.0], [1.0], [2.0], [9.0]]), np.array([0, 2, 0, 2]), np.array([0.9]), 2
    for n in range(6, 26):
        y = rng.permutation(np.arange(n) % 3)
        yield rng.normal(size=(n, 2)), y, rng.normal(size=2), int(rng.integers(1, 6))


def _near(X, x, K):
    return ((X - x) ** 2).sum(axis=1).argsort(kind="stable")[:K]


def _nearest_if_tied(labels):
    count = np.bincount(labels)
    return int(labels[0] if (count == count.max()).sum() > 1 else count.argmax())


@exercise(
    "nnb-02",
    "a vote that is an average",
    problems=_askers,
    hint="Two neighbours of class 0 and one of class 2 have the mean 0.67, and none of them said 1. Count the votes: "
    "np.bincount(y[near]). Then the first of the near ones whose class has the most.",
    worked=[  # from 0.4 the labels are 0, 2, 2; from 0.9 they are 2, 0, a tie, and 2 is nearer
        (([[0], [1], [2], [9]], [0, 2, 2, 1], [0.4], 3), 2),
        (([[0], [1], [2], [9]], [0, 2, 0, 2], [0.9], 2), 2),
        (([[0], [1], [2], [9]], [1, 1, 0, 2], [0.9], 1), 1),
    ],
    twin=lambda X, y, x, K: KNeighborsClassifier(K).fit(X, y).predict([x])[0],
    mistakes=[
        Mistake(
            lambda X, y, x, K: round(y[_near(X, x, K)].mean()),
            "The same as before: it can answer a class that nobody voted for.",
        ),
        Mistake(
            lambda X, y, x, K: int(np.bincount(y[_near(X, x, K)]).argmax()),
            "Right but for ties: np.bincount(…).argmax() takes the smallest label. Here the nearest of the classes "
            "that tie has it.",
        ),
        Mistake(
            lambda X, y, x, K: int(np.median(y[_near(X, x, K)])),
            "The median of labels is no vote either: the order of the names 0, 1, 2 means nothing.",
        ),
        Mistake(lambda X, y, x, K: int(y[_near(X, x, 1)[0]]), "That is 1-NN: the other K − 1 have a vote, too."),
        Mistake(
            lambda X, y, x, K: _nearest_if_tied(y[_near(X, x, K)]),
            "Right but for ties: the nearest neighbour of all may be of a third class, with fewer votes. Only the "
            "classes that tie are asked.",
        ),
    ],
)
def vote(X, y, x, K):
    # Labels are names: the mean of 0, 2 and 2 is 1.33, which is rounded to 1, a class that nobody has.
    # So count the votes. Of the classes with the most votes, the first neighbour that has one of them decides.
    near = y[((X - x) ** 2).sum(axis=1).argsort(kind="stable")[:K]]
    count = np.bincount(near)
    return next(label for label in near if count[label] == count.max())


def _rivals(rng):
    yield np.zeros(2), np.array([0.0, 2.0]), np.array([4.0, 0.0])
    yield np.array([1.0, 1.0]), np.array([2.0, 6.0]), np.array([5.0, 2.0])
    for _ in range(15):
        x, near, far = rng.normal(size=2), rng.uniform(0.1, 1, 2), rng.uniform(1.1, 3, 2)
        yield x, x + np.array([near[0], far[0]]), x + np.array([-far[1], near[1]])


def _factor(power=0.5, turned=False, moved=True):
    def answer(x, a, b):
        (p, q), (r, s) = ((np.array([a, b]) - (x if moved else 0)) ** 2).tolist()
        ratio = (r - p) / (q - s)
        return float(abs(1 / ratio if turned else ratio) ** power)

    return answer


@exercise(
    "nnb-03",
    "the factor at which the neighbour changes",
    problems=_rivals,
    hint="Write down the two squared distances from x, with (04.1). Where they are equal, bring all terms with s² to "
    "one side.",
    worked=[  # 4 s² = 16; 1 + 25 s² = 16 + s²
        (([0, 0], [0, 2], [4, 0]), 2),
        (([1, 1], [2, 6], [5, 2]), sqrt(15 / 24)),
        (([0, 0], [1, 3], [2, 1]), sqrt(3 / 8)),
    ],
    mistakes=[
        Mistake(
            lambda x, a, b: float(abs(b[0] - a[0]) / abs(a[1] - b[1])),
            "That compares a with b. Both distances are taken from the query x.",
        ),
        Mistake(lambda x, a, b: -_factor()(x, a, b), "Both roots solve the equation; the task asks for s > 0."),
        Mistake(_factor(power=1), "That is s²: the factor stands inside the square."),
        Mistake(_factor(turned=True), "That is 1/s: it is the second feature that is multiplied."),
        Mistake(_factor(moved=False), "Distances are measured from the query x: take x away first."),
        Mistake(
            lambda x, a, b: float((abs(b[0] - x[0]) - abs(a[0] - x[0])) / (abs(a[1] - x[1]) - abs(b[1] - x[1]))),
            "That is the factor for the distance along the axes. Here the squares are added up.",
        ),
        Mistake(
            lambda x, a, b: float(abs(b[0] - x[0]) / abs(a[1] - x[1])),
            "Both examples are off in both features: no term of the two distances is 0.",
        ),
    ],
)
def equal_factor(x, a, b):
    # Measure a and b from x: (a1, a2) = a − x and (b1, b2) = b − x.
    # By (04.1), with the second feature times s, the squared distances from x are
    #     a1² + (s a2)²   and   b1² + (s b2)².
    # They are equal if s² (a2² − b2²) = b1² − a1².
    # In the first feature a is nearer, so b1² − a1² > 0; in the second it is farther, so a2² − b2² > 0.
    # Hence s² = (b1² − a1²) / (a2² − b2²) is positive, and s > 0 is its root.
    (a1, a2), (b1, b2) = a - x, b - x
    return sqrt((b1**2 - a1**2) / (a2**2 - b2**2))


def _limits(noise):
    says = binom.sf([0, 1], [1, 3], noise)  # most of 1, most of 3 labels are flipped
    return tuple((says * (1 - noise) + (1 - says) * noise).tolist())


def _wrong_of(vote):
    """The error of one neighbour, and of three whose vote is flipped with the chance vote(p), by (04.6)."""
    return lambda p: (2 * p * (1 - p), vote(p) * (1 - p) + (1 - vote(p)) * p)


def _most_of_three(p):
    return 3 * p**2 * (1 - p) + p**3


@exercise(
    "nnb-04",
    "one and three neighbours, labels flipped",
    problems=lambda rng: ((p,) for p in (0.1, 0.25, 0.0, 0.5, *rng.uniform(0.02, 0.45, 8).tolist())),
    hint="Say that the clean label is −1, so that the p of (04.6) is this p. With which probability does the vote of K "
    "neighbours say +1? The answer is wrong if exactly one of two things is flipped: the vote, or the label of the new "
    "point.",
    worked=[  # 2 · .1 · .9; most of three: 3 · .01 · .9 + .001 = .028, .028 · .9 + .972 · .1
        ((0.1,), (0.18, 0.1224)),
        ((0.25,), (0.375, 0.328125)),  # 3/16 · 3/4 + 1/64 = 10/64; 10/64 · 3/4 + 54/64 · 1/4
        ((0.5,), (0.5, 0.5)),
    ],
    twin=lambda p: _limits(p),
    tolerance=1e-5,
    mistakes=[
        Mistake(lambda p: (p, p), "That is the Bayes rate. The neighbours' labels are flipped as often."),
        Mistake(
            lambda p: (p, _most_of_three(p)),
            "That is how often the vote is flipped: it meets a label that may be flipped, too.",
        ),
        Mistake(lambda p: (p**2, p**3), "That is the chance that all neighbours are flipped; two of three are enough."),
        Mistake(
            lambda p: (1 - (1 - p) ** 2, 1 - (1 - _most_of_three(p)) * (1 - p)),
            "If both are flipped they agree again: exactly one of the two must be.",
        ),
        Mistake(_wrong_of(lambda p: p), "Three neighbours vote: how often are at least two of them flipped?"),
        Mistake(
            _wrong_of(lambda p: 3 * p**2 * (1 - p)),
            "If all three labels are flipped the vote is flipped as well: at least two of three.",
        ),
        Mistake(_wrong_of(lambda p: p**2 * (1 - p) + p**3), "Two flipped labels of three can be chosen in three ways."),
        Mistake(
            lambda p: (2 * p * (1 - p), 2 * _most_of_three(p) * (1 - _most_of_three(p))),
            "The vote of three is flipped with another chance than p, but the label of the new point still with p.",
        ),
        Mistake(lambda p: tuple(100 * v for v in _limits(p)), "In percent, yes; a chance is at most 1."),
        Mistake(lambda p: tuple(1 - v for v in _limits(p)), "That is how often they are right."),
        Mistake(lambda p: _limits(p)[::-1], "In the other order: one neighbour first."),
        Mistake(
            lambda p: (2 * p * (1 - p), _most_of_three(p)),
            "The second is how often the vote of three is flipped. The new point's label may be, too.",
        ),
        Mistake(lambda p: (0.18, 0.1224), "That is right for p = 0.1. Write it as a function of p."),
    ],
)
def limits(p):
    # One neighbour: its label is flipped with v = p. Three neighbours: the vote is flipped if exactly two labels are
    # (three ways, p² (1 − p) each) or all three are (p³), so v = 3 p² (1 − p) + p³. For p = 0.1 this is 0.028.
    # The answer is wrong if the vote is flipped and the new label is not, or the other way round, (04.6):
    #     v (1 − p) + (1 − v) p,  which is 0.18 and 0.1224 for p = 0.1.
    flipped = p, 3 * p**2 * (1 - p) + p**3
    return tuple(v * (1 - p) + (1 - v) * p for v in flipped)


def _workloads(rng):
    yield 2, 64, 3
    yield 101, 64, 5
    for n in range(3, 18):
        yield n, int(rng.integers(1, 100)), int(rng.integers(1, 30))


@exercise(
    "nnb-05",
    "from how many questions on the line is cheaper",
    problems=_workloads,
    hint="K-NN: n·d for each of m questions. The line: passes·n·d to train, and d for each question. Solve for m.",
    worked=[((2, 64, 3), 6), ((101, 64, 5), 6), ((11, 7, 10), 11), ((179, 64, 8), 9)],  # 6/1; 505/100; 110/10; 1432/178
    twin=lambda n, d, passes: next(m for m in range(10_000) if passes * n * d + m * d <= m * n * d),
    mistakes=[
        Mistake(lambda n, d, passes: passes, "Nearly: a question costs the line something as well, d."),
        Mistake(
            lambda n, d, passes: passes + 1,
            "Right while there are fewer passes than n, and wrong where n is small: solve the inequality for m.",
        ),
        Mistake(
            lambda n, d, passes: ceil(passes * n * d / (n - d)) if n > d else passes * n * d,
            "A question costs the line d multiplications and K-NN n·d: the difference is (n − 1)·d.",
        ),
        Mistake(
            lambda n, d, passes: passes * n * d,
            "That is what training costs. Compare the totals: each question costs K-NN n·d.",
        ),
        Mistake(lambda n, d, passes: passes * n / (n - 1), "Questions come one by one: round up."),
        Mistake(lambda n, d, passes: passes * n // (n - 1), "Rounded down, the line is still dearer: round up."),
        Mistake(lambda n, d, passes: round(passes * n / (n - 1)), "Rounded down, the line is still dearer: round up."),
        Mistake(lambda n, d, passes: passes * n // (n - 1) + 1, "If it divides evenly, that is one too many."),
    ],
)
def break_even(n, d, passes):
    # After m questions the line has cost passes·n·d + m·d, and K-NN m·n·d. The line is no dearer if
    #     passes·n·d + m·d ≤ m·n·d,  that is  passes·n ≤ m (n − 1)  (d cancels),  that is  m ≥ passes·n / (n − 1).
    # m is the smallest whole number with that: round up.
    return ceil(passes * n / (n - 1))


def _passes(rng):
    yield np.array([[1.0, 2.0], [1.0, -1.0]]), np.array([1, 0]), np.zeros(2), 1.0
    yield np.array([[1.0, 2.0], [1.0, -1.0]]), np.array([0, 1]), np.array([0.0, 1.0]), 0.5
    for n in range(3, 18):
        X = np.column_stack([np.ones(n), rng.integers(-4, 5, size=(n, 2))])
        yield X, rng.integers(0, 2, n), rng.integers(-2, 3, 3).astype(float), float(rng.choice([0.5, 1.0, 2.0]))


def _walk(step, sign=1.0, pm=False, at_once=False):
    def answer(X, y, theta, lr):
        new = theta.copy()
        for x, label in zip(X, y, strict=True):
            error = (2 * label - 1 if pm else label) - step((theta if at_once else new) @ x)
            new = new + sign * lr * error * x
        return new

    return answer


def _by_cases(X, y, theta, lr):
    """What the rule does, without a step function: each kind of mistake has its own line."""
    theta = list(theta)
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        score = sum(a * b for a, b in zip(theta, x, strict=True))
        if label == 1 and score < 0:
            theta = [a + lr * b for a, b in zip(theta, x, strict=True)]
        elif label == 0 and score >= 0:
            theta = [a - lr * b for a, b in zip(theta, x, strict=True)]
    return np.array(theta)


@exercise(
    "cls-04",
    "one pass of the {0,1} form",
    problems=_passes,
    hint="For each row in turn: error = y − g(θᵀx), which is 1, 0 or −1, and then θ = θ + lr · error · x.",
    worked=[  # 0 counts as 1: the first is right; the second is not: − (1, −1). Then 2 > 0 for a 0: − ½(1, 2)
        (([[1, 2], [1, -1]], [1, 0], [0, 0], 1), [-1, 1]),
        (([[1, 2], [1, -1]], [0, 1], [0, 1], 0.5), [0, -0.5]),
    ],
    twin=_by_cases,
    mistakes=[
        Mistake(_walk(lambda z: float(z > 0)), "g(0) is 1 here: z ≥ 0."),
        Mistake(_walk(lambda z: float(z >= 0), pm=True), "The labels are 0 and 1 here, and so are the answers of g."),
        Mistake(_walk(lambda z: float(z >= 0), at_once=True), "Each row sees the θ that the row before it has left."),
        Mistake(_walk(lambda z: float(z >= 0), sign=-1.0), "The sign: it is y − g, plus."),
        Mistake(
            lambda X, y, theta, lr: _walk(lambda z: float(z >= 0))(X, y, theta, 1.0), "The learning rate is missing."
        ),
        Mistake(_walk(lambda z: z), "That is the rule of least squares, as in lecture 02: g is missing."),
    ],
)
def one_pass(X, y, theta, lr):
    # The bracket of (04.19) is 1, 0 or −1; each row sees the θ that the row before it has left.
    for x, label in zip(X, y, strict=True):
        theta = theta + lr * (label - (theta @ x >= 0)) * x
    return theta


def _bounds(rng):
    yield 1.0, 0.5, 0.0
    yield 2.0, 0.5, 1.0
    for _ in range(15):
        yield tuple(rng.uniform((0.5, 0.05, 0.1), (5, 0.5, 3)).tolist())


@exercise(
    "cls-07",
    "the bound when right is not enough",
    problems=_bounds,
    hint="The floor (04.13) stays. For the ceiling look at ‖θ + y x̃‖² again: how large can the middle term be now?",
    worked=[((1, 0.5, 0), 4), ((2, 0.5, 1), 24), ((3, 1, 0.5), 10)],
    mistakes=[
        Mistake(
            lambda R, rho, c: (R / rho) ** 2, "That is the bound for c = 0. Which step of the proof uses y θᵀx̃ ≤ 0?"
        ),
        Mistake(
            lambda R, rho, c: int((R**2 + 2 * c) / rho**2), "Right, but rounded down: return the bound as it comes."
        ),
        Mistake(
            lambda R, rho, c: (R**2 + 2 * c * R) / rho**2,
            "c bounds y θᵀx̃ itself, so the middle term is at most 2c, and R has no part in it.",
        ),
        Mistake(
            lambda R, rho, c: (R**2 + c) / rho**2, "The middle term of the square is 2 y θᵀx̃, so it is at most 2c."
        ),
        Mistake(
            lambda R, rho, c: (R / rho) ** 2 + 2 * c, "Each update adds up to R² + 2c, so all of it is divided by ρ²."
        ),
        Mistake(
            lambda R, rho, c: R**2 / (rho + c) ** 2,
            "The floor is about u, not about θ: an update still adds at least ρ to uᵀθ, and no more is sure.",
        ),
        Mistake(lambda R, rho, c: ((R + c) / rho) ** 2, "The middle term is at most 2c, not 2cR + c²."),
        Mistake(lambda R, rho, c: (R**2 + 2 * c) / rho, "Mρ ≤ ‖θ‖, and it is ‖θ‖² that has the ceiling: square."),
        Mistake(
            lambda R, rho, c: sqrt(R**2 + 2 * c) / rho,
            "That is the bound on √M: M²ρ² ≤ M(R² + 2c), and one M cancels.",
        ),
    ],
)
def bound(R, rho, c):
    # Floor: an update adds y uᵀx̃ ≥ ρ to uᵀθ, whether the point was wrong or not. After M updates uᵀθ ≥ Mρ, (04.13).
    # Ceiling: ‖θ + y x̃‖² = ‖θ‖² + 2 y θᵀx̃ + ‖x̃‖². Before an update y θᵀx̃ ≤ c, so the middle term is at most 2c,
    # and the last one is at most R². After M updates ‖θ‖² ≤ M (R² + 2c).
    # Together, by Cauchy-Schwarz: M²ρ² ≤ (uᵀθ)² ≤ ‖θ‖² ≤ M (R² + 2c). Divide by M ρ².
    return (R**2 + 2 * c) / rho**2


def _on_a_line(rng):
    yield np.array([0.0, 1.0, 3.0]), np.array([-1, -1, 1])
    yield np.array([0.0, 1.0, 3.0]), np.array([-1, 1, -1])
    yield np.array([2.0, 1.0, 1.0]), np.array([1, -1, 1])
    yield np.array([5.0, 1.0, 2.0]), np.array([-1, 1, 1])
    for n in range(4, 24):
        x = rng.integers(0, 8, n) / 2
        edge = rng.choice(x) + rng.choice([-0.25, 0.0, 0.25])
        y = np.where(x > edge, 1, -1) * rng.choice([-1, 1])
        y[rng.integers(n)] *= rng.choice([-1, 1])
        if abs(y.sum()) < n:
            yield x, y


@exercise(
    "cls-08",
    "separable on a line",
    problems=_on_a_line,
    hint="On a line, w x + b = 0 is a single number. All of one class must be below it and all of the other above: "
    "compare a largest with a smallest, for either order of the classes.",
    worked=[
        (([0, 1, 3], [-1, -1, 1]), True),
        (([0, 1, 3], [-1, 1, -1]), False),
        (([2, 1, 1], [1, -1, 1]), False),
        (([5, 1, 2], [-1, 1, 1]), True),
    ],
    twin=lambda x, y: is_separable(x[:, None], y),
    mistakes=[
        Mistake(
            lambda x, y: bool(x[y < 0].max() < x[y > 0].min()),
            "The class +1 may lie on the left as well: w may be negative.",
        ),
        Mistake(
            lambda x, y: bool(x[y < 0].max() <= x[y > 0].min() or x[y > 0].max() <= x[y < 0].min()),
            "Where two points of different classes are equal, y f(x) cannot be positive for both: < and not ≤.",
        ),
        Mistake(
            lambda x, y: int((np.diff(y[x.argsort(kind="stable")]) != 0).sum()) == 1,
            "Sorted by x the labels change once, but two points of different classes may lie in the same place: then "
            "no number is between them.",
        ),
        Mistake(
            lambda x, y: bool(x[y < 0].mean() != x[y > 0].mean()),
            "That is True for every table that was tried. That the classes differ, say in their means, is not enough: "
            "the last point of each class decides.",
        ),
    ],
)
def separable(x, y):
    # w x + b is positive on one side of a single number, and negative on the other. So all points of one class must be
    # below all points of the other: −1 below +1 (then w > 0), or +1 below −1 (then w < 0).
    low, high = x[y < 0], x[y > 0]
    return bool(low.max() < high.min() or high.max() < low.min())
