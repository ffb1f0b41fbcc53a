"""Exercises of lecture 09: constrained optimisation."""

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from mlcore.check import Mistake, exercises_of
from mlcore.duality import bordered_minors
from mlcore.lectures import rules

exercise = exercises_of("constraints")


def _lines(rng):
    yield np.array([1.0, 1.0]), 4.0
    yield np.array([3.0, 4.0]), 5.0
    for d in range(1, 8):
        yield rng.normal(size=d) + 0.1, float(rng.normal(scale=3))


def _by_slsqp(a, c):
    start = a * c / (a @ a) + 0.1
    found = minimize(
        lambda w: w @ w, start, jac=lambda w: 2 * w, method="SLSQP", options=dict(ftol=1e-15, maxiter=500),
        constraints=dict(type="eq", fun=lambda w: a @ w - c, jac=lambda w: a),
    )  # fmt: skip
    w = found.x
    return w, float(-2 * w @ a / (a @ a)), float(w @ w)


@exercise(
    "lag-03",
    "the nearest point of a plane",
    problems=_lines,
    hint="2w + β a = 0 says that w is a multiple of a. Put that into a'w = c, and solve for β.",
    worked=[(([1, 1], 4), ([2, 2], -4, 8)), (([3, 4], 5), ([0.6, 0.8], -0.4, 1))],
    twin=_by_slsqp,
    tolerance=1e-5,
    mistakes=[
        Mistake(
            lambda a, c: (a * c / (a @ a), 2 * c / (a @ a), c**2 / (a @ a)),
            "The sign of β: with f + β h the multiplier is negative where h has to be pushed up.",
        ),
        Mistake(lambda a, c: (a * c, -2 * c, c**2 * (a @ a)), "That is right only for a of length 1: divide by a'a."),
        Mistake(
            lambda a, c: (a * c / (a @ a), -c / (a @ a), c**2 / (a @ a)),
            "The gradient of ‖w‖² is 2w, not w.",
        ),
        Mistake(
            lambda a, c: (a * c / (a @ a), -2 * c / (a @ a), abs(c) / np.sqrt(a @ a)),
            "That is the distance; f is its square.",
        ),
        Mistake(
            lambda a, c: (a * c / np.linalg.norm(a), -2 * c / np.linalg.norm(a), c**2),
            "That divides by the length of a. Put w = −β a/2 into a'w = c: it is the square a'a that stands there.",
        ),
        Mistake(
            lambda a, c: (a * c / (a @ a), -c / (a @ a), c**2 / (a @ a) / 2),
            "That is for ½‖w‖². Here f is ‖w‖², with the gradient 2w.",
        ),
    ],
)
def nearest_point(a, c):
    # The Lagrangian (09.3) is w'w + β (a'w − c). Its gradient with respect to w is 2w + β a.
    # Set to 0 it gives w = −β a / 2: a multiple of a.
    # The equation a'w = c then says −β a'a / 2 = c, so β = −2c / a'a, and w = c a / a'a.
    # The value is w'w = c² a'a / (a'a)² = c² / a'a.
    beta = -2 * c / (a @ a)
    w = -beta * a / 2
    return w, beta, w @ w


def _parabolas(rng):
    yield from ((1.0, 0.0, 2.0), (2.0, 1.0, 1.0), (0.0, 0.5, 3.0), (-1.0, 2.0, 0.5), (1.5, 3.0, 4.0))
    yield from ((float(rng.normal()), float(rng.uniform(0, 3)), float(rng.uniform(0.5, 4))) for _ in range(5))


@exercise(
    "lag-07",
    "the dual of a shifted parabola",
    problems=_parabolas,
    hint="Minimise p x²/2 + α(a − x) over x: the derivative is p x − α. Put that x in.",
    # p = 2 is x²: α − α²/4 at a = 1; with p = 1, a = 2, α = 1: x = 1, ½ + 1·(2 − 1)
    worked=[((1, 1, 2), 0.75), ((1, 2, 2), 1), ((2, 1, 1), 1.5)],
    twin=lambda a, alpha, p: float(
        (lambda x: p * x**2 / 2 + alpha * (a - x))(np.linspace(-20, 20, 400_001)).min().round(9)
    ),
    tolerance=1e-5,
    mistakes=[
        Mistake(
            lambda a, alpha, p: alpha * a - alpha**2 / p,
            "Half of that comes back from the square: p x²/2 at x = α/p is α²/(2p).",
        ),
        Mistake(lambda a, alpha, p: alpha * a + alpha**2 / (2 * p), "The sign: −αx outweighs p x²/2 there."),
        Mistake(
            lambda a, alpha, p: p * a**2 / 2, "That is f at x = a. The dual function does not know the constraint."
        ),
        Mistake(
            lambda a, alpha, p: alpha * a - alpha**2 / 4, "That is for x², the example of section 4. Here f is p x²/2."
        ),
        Mistake(lambda a, alpha, p: alpha * a - alpha**2 / 2, "That is for p = 1: where is p?"),
        Mistake(
            lambda a, alpha, p: -alpha * a - alpha**2 / (2 * p),
            "x ≥ a must be written as g(x) ≤ 0, so g(x) = a − x, and not x − a.",
        ),
        Mistake(
            lambda a, alpha, p: p * max(a, 0) ** 2 / 2,
            "That is the lowest allowed f. Asked for is the dual function at this alpha, a lower bound for it.",
        ),
        Mistake(lambda a, alpha, p: alpha / p, "That is the x of the minimum. Put it into the Lagrangian."),
    ],
)
def dual_of_parabola(a, alpha, p):
    # With g(x) = a − x the Lagrangian (09.8) is p x²/2 + α (a − x). It is convex in x, as p > 0.
    # Its derivative p x − α is 0 at x = α/p, so there it is lowest (09.10).
    # Put in: p (α/p)²/2 + α a − α²/p = α²/(2p) − α²/p + α a = α a − α²/(2p).
    return alpha * a - alpha**2 / (2 * p)


def _walls(rng):
    yield from ((1.0, 0.01), (0.0, 1.0), (2.5, 0.1))
    yield from ((float(rng.uniform(-3, 2)), float(rng.uniform(0.01, 0.9))) for _ in range(8))


def _lowest_values(a, h):
    """By a search along the allowed x, and the slope of f at the wall."""
    f = lambda x: (x - 3) ** 2 / 2  # noqa: E731
    before, after = (f(minimize_scalar(f, bounds=(-50, wall), method="bounded", options=dict(xatol=1e-12)).x)
                     for wall in (a, a + h))  # fmt: skip
    return 3 - a, (after - before) / h


@exercise(
    "lag-04",
    "predict the multiplier, then measure",
    problems=_walls,
    hint="Solve both problems, ½(x − 3)² with x ≤ a and with x ≤ a + h: each time the lowest value lies at the wall. "
    "Compare the two values.",
    # f = 2 at x = 1, ½ · 1.99² = 1.98005 at 1.01: −0.01995 per 0.01; 4.5 at 0, 2 at 1
    worked=[((1, 0.01), (2, -1.995)), ((0, 1), (3, -2.5))],
    twin=_lowest_values,
    tolerance=1e-4,
    mistakes=[
        Mistake(
            lambda a, h: (3 - a, 3 - a - h / 2),
            "A wider constraint makes the lowest value smaller: the second number is negative.",
        ),
        Mistake(
            lambda a, h: (3 - a, a - 3),
            "That is the limit for a small h. For this h it is a little smaller in size.",
        ),
        Mistake(lambda a, h: (3 - a, (a - 3) * h + h**2 / 2), "Divide by the h by which the constraint was widened."),
        Mistake(
            lambda a, h: (3 - a, 3 - a),
            "A wider constraint makes the lowest value smaller; and measure it for this h, not in the limit.",
        ),
        Mistake(
            lambda a, h: (3 - a - h, a - 3 + h / 2),
            "That is the multiplier of x ≤ a + h. Asked for is that of x ≤ a.",
        ),
        Mistake(lambda a, h: (3 - a, a - 3 + h), "That is the slope of f at a + h. Take the difference of the values."),
        Mistake(lambda a, h: (a - 3, a - 3 + h / 2), "Multipliers of inequalities are 0 or more."),
        Mistake(lambda a, h: (a - 3 + h / 2, 3 - a), "Right numbers, in the other order: the multiplier first."),
        Mistake(lambda a, h: (2.0, -1.995), "That is right for a = 1 and h = 0.01. Write it as a function of a and h."),
    ],
)
def multiplier_and_price(a, h):
    """x − 3 + α = 0 at x = a gives α = 3 − a; the values are ½ (3 − a)² and ½ (3 − a − h)²."""
    return 3.0 - a, ((3 - a - h) ** 2 - (3 - a) ** 2) / 2 / h


def _hessians(rng):
    yield 2 * np.eye(2), np.array([[1.0, 1.0]])
    yield 2 * np.eye(3), np.array([[1.0, 1.0, 1.0]])
    yield 2 * np.eye(3), np.array([[1.0, 1.0, 1.0], [1.0, -1.0, 0.0]])
    for n, m in ((3, 1), (4, 1), (4, 2), (5, 2), (5, 3)):
        M = rng.normal(size=(n, n))
        yield M + M.T, rng.normal(size=(m, n))


def _minors_last(H, gradients):
    m, n = gradients.shape
    B = np.block([[H, gradients.T], [gradients, np.zeros((m, m))]])
    return np.array([np.linalg.det(B[:k, :k]) for k in range(2 * m + 1, n + m + 1)])


def _minors_from(H, gradients, first):
    """The leading minors from this one on, with the border first."""
    m, n = gradients.shape
    B = np.block([[np.zeros((m, m)), gradients], [gradients.T, H]])
    return np.array([np.linalg.det(B[:k, :k]) for k in range(first, n + m + 1)])


@exercise(
    "lag-02",
    "a bug to find: which minors",
    problems=_hessians,
    hint="(09.6) says with which leading minor to begin, and with which to end, for m equations and n unknowns.",
    # two equations: (1, 1, −2) is the allowed direction t, and the minor is t'Ht, 2 · 6 for H = 2I
    worked=[
        (([[2, 0], [0, 2]], [[1, 1]]), [-4]),
        (([[2, 0, 0], [0, 2, 0], [0, 0, 2]], [[1, 1, 1]]), [-4, -12]),
        (([[2, 0, 0], [0, 2, 0], [0, 0, 2]], [[1, 1, 1], [1, -1, 0]]), [12]),
    ],
    twin=bordered_minors,
    mistakes=[
        Mistake(_minors_last, "The border belongs first: with it last, the first minor is one of H alone."),
        Mistake(
            lambda H, gradients: _minors_from(H, gradients, len(gradients) + 2),
            "For one equation that is right. With which minor does (09.6) begin where there are m equations?",
        ),
        Mistake(
            lambda H, gradients: _minors_from(H, gradients, 1),
            "The first minors know the border only: begin with number 2m + 1.",
        ),
        Mistake(
            lambda H, gradients: _minors_from(H, gradients, 2 * len(gradients)),
            "Minor number 2m does not depend on H at all: begin one later.",
        ),
        Mistake(
            lambda H, gradients: np.array([np.linalg.det(H[:k, :k]) for k in range(1, len(H) + 1)]),
            "These are the minors of H without any border: the test for no constraint.",
        ),
        Mistake(
            lambda H, gradients: -bordered_minors(H, gradients),
            "The signs are turned round: give the determinants as they are.",
        ),
        Mistake(
            lambda H, gradients: np.sign(bordered_minors(H, gradients)),
            "Those are the signs. Return the minors themselves.",
        ),
    ],
)
def minors(H, gradients):
    """The border first, then the leading minors 2m + 1 to n + m."""
    m, n = gradients.shape
    B = np.block([[np.zeros((m, m)), gradients], [gradients.T, H]])
    return np.array([np.linalg.det(B[:k, :k]) for k in range(2 * m + 1, n + m + 1)])


def _separable(rng):
    yield np.array([[2.0], [-1.0]]), np.array([1.0, -1.0]), np.array([0.1]), 0.0
    for _ in range(12):
        X = rng.normal(size=(int(rng.integers(2, 12)), int(rng.integers(1, 4))))
        w, b = 0.05 * rng.normal(size=X.shape[1]), float(0.02 * rng.normal())
        yield X, np.where(X @ w + b > 0, 1.0, -1.0), w, b


def _times(X, y, w, b, factor):
    low = (y * (X @ w + b)).min()
    return w * factor / low, b * factor / low


def _another_line(X, y, w, b):
    """Strictly inside, and shifted a little."""
    w, b = _times(X, y, w, b, 4.0)
    return w, b + 0.5


@exercise(
    "lag-08",
    "a strictly feasible point of the SVM",
    problems=_separable,
    hint="All y (w'x + b) are above 0. What happens to them if w and b are multiplied by the same large number?",
    worked=[(([[2], [-1]], [1, -1], [0.1], 0), ([2], 0))],  # the smallest score is 0.1: times 20 it is 2
    accepts=rules.lies_strictly_inside,
    mistakes=[
        Mistake(lambda X, y, w, b: (w, b), "These scores are above 0, but Slater wants them above 1."),
        Mistake(
            lambda X, y, w, b: _times(X, y, w, b, 1.0),
            "The smallest score is now exactly 1: the constraint holds, but not strictly.",
        ),
        Mistake(
            lambda X, y, w, b: (_times(X, y, w, b, 2.0)[0], b),
            "Multiply b, too: otherwise the line moves.",
        ),
        Mistake(
            lambda X, y, w, b: (w / np.linalg.norm(w), b / np.linalg.norm(w)),
            "That makes w as long as 1, whatever the points are. The smallest y (w'x + b) says how large a factor is "
            "needed.",
        ),
        Mistake(
            lambda X, y, w, b: (1000 * w, 1000 * b),
            "A fixed factor is not enough for every line: look at the smallest y (w'x + b).",
        ),
        Mistake(
            lambda X, y, w, b: (10 * w, 10 * b),
            "A fixed factor is not enough for every line: look at the smallest y (w'x + b).",
        ),
        Mistake(_another_line, "All constraints hold strictly, but this is another line: only multiply w and b."),
        Mistake(
            lambda X, y, w, b: tuple(-part for part in _times(X, y, w, b, 2.0)),
            "With w and b negative the two sides are exchanged: multiply by a positive number.",
        ),
    ],
)
def slater_point(X, y, w, b):
    """Divide by the smallest score and take twice that: all scores are 2 or more."""
    smallest = (y * (X @ w + b)).min()
    return 2 * w / smallest, 2 * b / smallest


def _labelled(rng):
    yield np.array([[2.0], [-1.0]]), np.array([1.0, -1.0])
    for _ in range(10):
        n, d = int(rng.integers(2, 9)), int(rng.integers(1, 5))
        yield rng.normal(size=(n, d)), rng.choice([-1.0, 1.0], n)


def _svm_parts(X, y, ones=1.0, sign=-1.0, half=1.0, last=0.0):
    d = X.shape[1]
    P = np.diag([half] * d + [last])
    G = sign * y[:, None] * np.column_stack([X, ones * np.ones(len(X))])
    return P, np.zeros(d + 1), G, sign * np.ones(len(X))


@exercise(
    "lag-10",
    "the hard-margin SVM as a QP",
    problems=_labelled,
    hint="The unknown is (w, b). Half of its P-form must be ½‖w‖² without b, and y (w'x + b) ≥ 1 must become Gx ≤ h.",
    worked=[(([[2], [-1]], [1, -1]), ([[1, 0], [0, 0]], [0, 0], [[-2, -1], [-1, 1]], [-1, -1]))],
    twin=_svm_parts,
    mistakes=[
        Mistake(lambda X, y: _svm_parts(X, y, last=1.0), "b is in no norm: its entry of P is 0."),
        Mistake(lambda X, y: _svm_parts(X, y, sign=1.0), "That is y f ≥ 1 read as ≤. Multiply both sides by −1."),
        Mistake(lambda X, y: _svm_parts(X, y, half=2.0), "The QP has the ½ in front already: P is the identity for w."),
        Mistake(lambda X, y: _svm_parts(X, y, half=0.5), "The QP has the ½ in front already: P is the identity for w."),
        Mistake(
            lambda X, y: (*_svm_parts(X, y)[:3], np.ones(len(X))),
            "When both sides of y (w'x + b) ≥ 1 are multiplied by −1, the right one becomes −1.",
        ),
        Mistake(
            lambda X, y: (*_svm_parts(X, y)[:3], np.zeros(len(X))),
            "Each y (w'x + b) is to be at least 1, and not at least 0.",
        ),
        Mistake(
            lambda X, y: _svm_parts(X, np.ones(len(X))),
            "Where are the labels? For y = −1 the constraint says w'x + b ≤ −1.",
        ),
        Mistake(
            lambda X, y: (*_svm_parts(X, y)[:2], -np.column_stack([y[:, None] * X, np.ones(len(X))]), -np.ones(len(X))),
            "The label multiplies b, too: y (w'x + b).",
        ),
        Mistake(
            lambda X, y: (np.eye(X.shape[1]), *_svm_parts(X, y)[1:]),
            "The unknown is (w, b), so P needs a row and a column for b, of zeros.",
        ),
        Mistake(
            lambda X, y: (
                _svm_parts(X, y)[0][::-1, ::-1],
                np.zeros(X.shape[1] + 1),
                np.roll(_svm_parts(X, y)[2], 1, axis=1),
                -np.ones(len(X)),
            ),
            "The unknown is (w, b): b comes last.",
        ),
        Mistake(lambda X, y: _svm_parts(X, y, ones=0.0), "The column of b is missing in G: y (w'x + b)."),
    ],
)
def svm_as_qp(X, y):
    """P = diag(1, …, 1, 0), q = 0, and −y (x, 1) (w, b) ≤ −1."""
    n, d = X.shape
    P = np.zeros((d + 1, d + 1))
    P[:d, :d] = np.eye(d)
    G = -y[:, None] * np.column_stack([X, np.ones(n)])
    return P, np.zeros(d + 1), G, -np.ones(n)
