"""Exercises of lecture 12: coordinate ascent and SMO."""

import numpy as np

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("smo")


def _quadratics(rng):
    yield (np.array([0.0]), np.array([[2.0]]), np.array([1.0]), 0)
    yield (np.array([1.0]), np.array([[2.0]]), np.array([1.0]), 0)
    yield (np.array([1.0, 2.0]), np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 1.0]), 1)
    for n in range(2, 12):
        A = rng.normal(size=(n + 1, n))
        yield (rng.normal(size=n), A.T @ A, rng.normal(size=n), int(rng.integers(n)))


@exercise(
    "svm-17",
    "one step of coordinate ascent",
    problems=_quadratics,
    hint="Slope along coordinate i: p_i − (Qα)_i. Moving by δ changes it by −Q_ii δ. Where is it 0?  (12.3)",
    worked=[  # slopes 1; 1 − 7; 1 − 4, over the curvatures 2; 3; 2
        (([0], [[2]], [1], 0), 0.5),
        (([1, 2], [[2, 1], [1, 3]], [1, 1], 1), 0),
        (([1, 2], [[2, 1], [1, 3]], [1, 1], 0), -0.5),
    ],
    mistakes=[
        Mistake(
            lambda alpha, Q, p, i: alpha[i] + (p[i] - Q[i] @ alpha / 2) / Q[i, i],
            "The ½ of W is gone in its slope: the slope is p_i − (Qα)_i, without ½.",
        ),
        Mistake(
            lambda alpha, Q, p, i: alpha[i] + p[i] - Q[i] @ alpha,
            "That is a gradient step of size 1. Divide the slope by the curvature Q_ii to land on the top.",
        ),
        Mistake(
            lambda alpha, Q, p, i: (p[i] - Q[i] @ alpha) / Q[i, i],
            "That is by how much it moves. The new value is alpha[i] plus the move.",
        ),
        Mistake(
            lambda alpha, Q, p, i: np.linalg.solve(Q, p)[i],
            "That is the top of the whole hill. Here only coordinate i moves, the others stay where they are.",
        ),
    ],
)
def one_coordinate(alpha, Q, p, i):
    """Equation (12.3)."""
    return alpha[i] + (p[i] - Q[i] @ alpha) / Q[i, i]


def _corners(rng):
    yield (1.0, 1.0, 0.0, 0.0, 1.0)
    yield (1.0, -1.0, 0.0, 0.0, 1.0)
    yield (1.0, 1.0, 0.75, 0.75, 1.0)
    yield (-1.0, 1.0, 0.75, 0.5, 1.0)
    for _ in range(30):
        C = float(10 ** rng.uniform(-2, 2))
        yield (*rng.choice([-1.0, 1.0], 2).tolist(), *(C * rng.uniform(size=2)).tolist(), C)


@exercise(
    "svm-18",
    "the two ends of the clip",
    problems=_corners,
    hint="Ask what the line keeps: α_i + α_j for equal labels, α_j − α_i for different ones. Then put both in [0, C].",
    worked=[  # the sums 1.5 and 0.7 are kept, and the differences α_j − α_i = −0.25 and 0.3
        ((1, 1, 0.75, 0.75, 1), (0.5, 1)),
        ((1, 1, 0.3, 0.4, 1), (0, 0.7)),
        ((-1, 1, 0.75, 0.5, 1), (0, 0.75)),
        ((1, -1, 0.2, 0.5, 1), (0.3, 1)),
    ],
    mistakes=[
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C: (0.0, C),
            "That keeps α_j in its box, and lets its partner α_i leave it. Both must stay in [0, C].",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C: two_ends(y_i, -y_j, alpha_i, alpha_j, C),
            "The two cases are swapped: equal labels keep the sum α_i + α_j, different labels the difference.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C: two_ends(y_i, y_j, alpha_j, alpha_i, C),
            "That is the range of α_i. For different labels the one of α_j starts at α_j − α_i.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C: (
                (alpha_i + alpha_j - C, alpha_i + alpha_j) if y_i == y_j else (alpha_j - alpha_i, C + alpha_j - alpha_i)
            ),
            "That keeps α_i in its box. α_j has one too: L is at least 0, and H at most C.",
        ),
    ],
)
def two_ends(y_i, y_j, alpha_i, alpha_j, C):
    """Equations (12.6) and (12.7)."""
    if y_i == y_j:
        return max(0.0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)
    return max(0.0, alpha_j - alpha_i), min(C, C + alpha_j - alpha_i)


@exercise(
    "svm-18b",
    "a clip by hand",
    hint="Different labels: α_2 − α_1 = −0.8 is kept. Find L and H for α_2, clip 1.9, and give α_1 = α_2 + 0.8.",
    worked=[((), (2, 1.2))],
    mistakes=[
        Mistake((2.7, 1.9), "α_1 = 2.7 is larger than C = 2: the clip must guard both multipliers."),
        Mistake((0.3, 1.9), "The labels differ, so the two move in the same direction: their difference is kept."),
        Mistake((2.0, 1.9), "Both are in the box, but the sum Σ α y has changed: α_1 − α_2 must still be 0.8."),
    ],
)
def a_clip_by_hand():
    """L = 0, H = min(2, 2 - 0.8) = 1.2, so alpha_2 = 1.2 and its partner 1.2 + 0.8."""
    return 2.0, 1.2


def _pairs(rng):
    yield (np.zeros(2), np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([1.0, -1.0]), 10.0, 0, 1)
    yield (np.zeros(2), np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([-1.0, 1.0]), 0.2, 0, 1)
    # an H that holds the partner back: clipping to [0, C] lets alpha_i out of its box
    yield (np.array([0.8, 0.8]), np.diag([1.0, 9.0]), np.array([1.0, 1.0]), 1.0, 0, 1)
    for n in range(3, 18):
        X, y, C = rng.normal(size=(n, 2)), rng.choice([-1.0, 1.0], n), float(10 ** rng.uniform(-1, 1))
        i, j = rng.choice(n, 2, replace=False).tolist()
        yield (C * rng.uniform(size=n), X @ X.T + 1, y, C, i, j)
    yield (np.array([0.5, 0.5]), np.ones((2, 2)), np.array([1.0, -1.0]), 3.0, 0, 1)


def _step(alpha, K, y, C, i, j, ends=two_ends, sign=None, curvature=2, partner=None):
    """A step of SMO with one thing done in another way."""
    F = y - K @ (y * alpha)
    kappa = max(K[i, i] + K[j, j] - curvature * K[i, j], 1e-12)
    top = alpha[j] + (y[j] if sign is None else sign) * (F[j] - F[i]) / kappa
    low, high = ends(y[i], y[j], alpha[i], alpha[j], C)
    new_j = min(max(top, low), high)
    return alpha[i] - (y[i] * y[j] if partner is None else partner) * (new_j - alpha[j]), new_j


@exercise(
    "svm-19",
    "one step of SMO",
    problems=_pairs,
    hint="F = y − K(yα); slope y_j(F_j − F_i), curvature K_ii + K_jj − 2K_ij; clip α_j to [L, H]; "
    "the partner moves by −y_i y_j times the move of α_j.",
    worked=[  # top 0 + 2/4; the same, cut at C; top 0.8 − 6.4/10, cut at L = 0.6
        (([0, 0], [[1, -1], [-1, 1]], [1, -1], 10, 0, 1), (0.5, 0.5)),
        (([0, 0], [[1, -1], [-1, 1]], [1, -1], 0.2, 0, 1), (0.2, 0.2)),
        (([0.8, 0.8], [[1, 0], [0, 9]], [1, 1], 1, 0, 1), (1, 0.6)),
    ],
    mistakes=[
        Mistake(
            lambda *a: _step(*a, ends=lambda y_i, y_j, alpha_i, alpha_j, C: (0.0, C)),
            "α_j is in its box, but α_i need not be: clip to [L, H] of svm-18, not to [0, C].",
        ),
        Mistake(
            lambda *a: _step(*a, ends=lambda *_: (-np.inf, np.inf)),
            "That is the top of the parabola, in the box or not. Clip it to [L, H].",
        ),
        Mistake(
            lambda *a: _step(*a, sign=1.0),
            "The slope along α_j is y_j(F_j − F_i): the label is missing. For y_j = −1 you walk downhill.",
        ),
        Mistake(
            lambda *a: _step(*a, curvature=1),
            "The curvature is K_ii + K_jj − 2K_ij: (a − b)² has twice the mixed term.",
        ),
        Mistake(
            lambda *a: _step(*a, partner=1.0),
            "Only for equal labels does one fall as the other rises. In general α_i moves by −y_i y_j times the move.",
        ),
    ],
)
def one_step(alpha, K, y, C, i, j):
    """Equation (12.10), and the partner by (12.4)."""
    F = y - K @ (y * alpha)
    curvature = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)  # 0 for two equal points
    low, high = two_ends(y[i], y[j], alpha[i], alpha[j], C)
    new_j = min(max(alpha[j] + y[j] * (F[j] - F[i]) / curvature, low), high)
    return alpha[i] - y[i] * y[j] * (new_j - alpha[j]), new_j
