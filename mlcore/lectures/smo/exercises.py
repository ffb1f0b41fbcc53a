"""Exercises of lecture 12: coordinate ascent and SMO."""

import numpy as np

from mlcore.base.steps import last
from mlcore.check import Mistake, exercises_of
from mlcore.lectures import rules
from mlcore.svm import smo_steps

exercise = exercises_of("smo")


def _quadratics(rng):
    yield np.zeros(2), np.diag([2.0, 4.0]), np.array([2.0, 4.0]), 0, 1
    yield np.array([1.0, 0.0]), np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([3.0, 3.0]), 0, 1
    yield np.zeros(3), np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]]), np.array([4.0, 1.0, 4.0]), 0, 2
    for n in range(2, 12):
        A = rng.normal(size=(n + 1, n))
        i, j = rng.choice(n, 2, replace=False).tolist()
        yield rng.normal(size=n), A.T @ A, rng.normal(size=n), i, j


def _one_by_one(alpha, Q, p, i, j):
    alpha = np.array(alpha, float)
    for k in (i, j):
        alpha[k] += (p[k] - Q[k] @ alpha) / Q[k, k]
    return float(alpha[i]), float(alpha[j])


def _block(alpha, Q, p, i, j):
    B = [i, j]
    move = np.linalg.solve(Q[np.ix_(B, B)], p[B] - Q[B] @ alpha)
    return tuple((np.asarray(alpha)[B] + move).tolist())


@exercise(
    "svm-17",
    "two coordinates at once",
    problems=_quadratics,
    hint="Both slopes must be 0 after the move: p_i − (Qα)_i − Q_ii δ_i − Q_ij δ_j = 0, and the same for j. Two "
    "equations with two unknowns.",
    worked=[  # 2 − 2δ = 0, 4 − 4δ = 0; the top is at (1, 1); (4, 0, 4)/2 with no tie between 0 and 2
        (([0, 0], [[2, 0], [0, 4]], [2, 4], 0, 1), (1, 1)),
        (([1, 0], [[2, 1], [1, 2]], [3, 3], 0, 1), (1, 1)),
        (([0, 0, 0], [[2, 1, 0], [1, 2, 1], [0, 1, 2]], [4, 1, 4], 0, 2), (2, 2)),
    ],
    twin=_block,
    mistakes=[
        Mistake(
            _one_by_one,
            "That is (12.3) twice, one after the other: the second move spoils the first slope. Both at once, please.",
        ),
        Mistake(
            lambda alpha, Q, p, i, j: tuple(float(alpha[k] + (p[k] - Q[k] @ alpha) / Q[k, k]) for k in (i, j)),
            "That is (12.3) for each of them, as if the other one stood still. But it moves too: Q_ij joins them.",
        ),
        Mistake(
            lambda alpha, Q, p, i, j: tuple(np.linalg.solve(Q, p)[[i, j]].tolist()),
            "That is the top of the whole hill. Here only these two move, all others stay where they are.",
        ),
        Mistake(
            lambda alpha, Q, p, i, j: tuple(
                np.linalg.solve(Q[np.ix_([i, j], [i, j])], (p - Q @ alpha)[[i, j]]).tolist()
            ),
            "That is by how much they move. Add it to where they are.",
        ),
        Mistake(
            lambda alpha, Q, p, i, j: tuple(np.linalg.solve(Q[np.ix_([i, j], [i, j])], p[[i, j]]).tolist()),
            "That forgets the others: they stand still, but they are not 0, and Q joins these two to them.",
        ),
        Mistake(
            lambda alpha, Q, p, i, j: tuple((2 * alpha[[i, j]] - _block(alpha, Q, p, i, j)).tolist()),
            "The move has the wrong sign: the slope is p − Qα, and W rises along it.",
        ),
        Mistake(lambda *a: _block(*a)[::-1], "The right numbers in the wrong order: α_i first, then α_j."),
    ],
)
def two_at_once(alpha, Q, p, i, j):
    # The slopes are those of (12.2): p − Qα. If α_i moves by δ_i and α_j by δ_j, the slope at i loses
    # Q_ii δ_i + Q_ij δ_j, and the slope at j loses Q_ij δ_i + Q_jj δ_j. Both shall be 0 then:
    #     Q_ii δ_i + Q_ij δ_j = slope_i,     Q_ij δ_i + Q_jj δ_j = slope_j.
    # Multiply the first by Q_jj, the second by Q_ij, and subtract:
    #     (Q_ii Q_jj − Q_ij²) δ_i = Q_jj slope_i − Q_ij slope_j.
    # δ_j follows in the same way. The factor is above 0, as Q is positive definite.
    slope_i, slope_j = p[i] - Q[i] @ alpha, p[j] - Q[j] @ alpha
    det = Q[i, i] * Q[j, j] - Q[i, j] ** 2
    move_i = (Q[j, j] * slope_i - Q[i, j] * slope_j) / det
    move_j = (Q[i, i] * slope_j - Q[i, j] * slope_i) / det
    return alpha[i] + move_i, alpha[j] + move_j


def _corners(rng):
    yield 1.0, 1.0, 0.0, 0.0, 1.0, 1.0
    yield 1.0, -1.0, 0.0, 0.0, 1.0, 2.0
    yield 1.0, 1.0, 0.75, 0.75, 1.0, 3.0
    yield -1.0, 1.0, 0.75, 0.5, 1.0, 2.0
    for _ in range(30):
        C_i, C_j = (10 ** rng.uniform(-2, 2, 2)).tolist()
        a_i, a_j = (np.array([C_i, C_j]) * rng.uniform(size=2)).tolist()
        yield *rng.choice([-1.0, 1.0], 2).tolist(), a_i, a_j, C_i, C_j


def _by_trying(y_i, y_j, alpha_i, alpha_j, C_i, C_j):
    """The range of alpha_j, by a fine comb of places on the line."""
    move = np.linspace(-1, 1, 200_001) * (C_i + C_j)
    fits = (alpha_i - y_i * y_j * move >= 0) & (alpha_i - y_i * y_j * move <= C_i)
    fits &= (alpha_j + move >= 0) & (alpha_j + move <= C_j)
    return float(alpha_j + move[fits].min()), float(alpha_j + move[fits].max())


@exercise(
    "svm-18",
    "the two ends where the prices differ",
    problems=_corners,
    hint="What does the line keep: α_i + α_j for equal labels, α_j − α_i for different ones. Then put α_i into "
    "[0, C_i] and α_j into [0, C_j].",
    worked=[  # the sum 1.5 is kept, so α_j = 1.5 − α_i ≥ 0.5; the difference −0.25, so α_j = α_i − 0.25 ≤ 0.75
        ((1, 1, 0.75, 0.75, 1, 3), (0.5, 1.5)),
        ((1, 1, 0.75, 0.75, 3, 1), (0, 1)),
        ((-1, 1, 0.75, 0.5, 1, 2), (0, 0.75)),
        ((1, -1, 0.2, 0.5, 1, 2), (0.3, 1.3)),
    ],
    mistakes=[
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: (0.0, C_j),
            "That keeps α_j in its box, and lets its partner α_i leave its own. Both must stay.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: two_ends(y_i, -y_j, alpha_i, alpha_j, C_i, C_j),
            "The two cases are swapped: equal labels keep the sum α_i + α_j, different labels the difference.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: two_ends(y_i, y_j, alpha_j, alpha_i, C_j, C_i),
            "That is the range of α_i. Asked for is the one of α_j.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: two_ends(y_i, y_j, alpha_i, alpha_j, C_j, C_i),
            "The two caps are swapped: in (12.6) and (12.7) the C that stands with α_i is C_i.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: two_ends(y_i, y_j, alpha_i, alpha_j, C_i, C_i),
            "You took C_i for both: α_j has its own cap, C_j.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: two_ends(y_i, y_j, alpha_i, alpha_j, C_j, C_j),
            "You took C_j for both: the partner has its own cap, C_i.",
        ),
        Mistake(
            lambda *a: two_ends(*a[:4], min(a[4:]), min(a[4:])),
            "You took the smaller cap for both: that makes a square of the rectangle.",
        ),
        Mistake(
            lambda *a: two_ends(*a[:4], max(a[4:]), max(a[4:])),
            "You took the larger cap for both: the one with the smaller cap can then leave its box.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: (
                (max(0.0, alpha_i + alpha_j - C_j), min(C_j, alpha_i + alpha_j))
                if y_i == y_j
                else two_ends(y_i, y_j, alpha_i, alpha_j, C_i, C_j)
            ),
            "For different labels that is right. For equal ones the partner α_i = s − α_j must be at most C_i.",
        ),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: (
                alpha_i + alpha_j - C_i if y_i == y_j else alpha_j - alpha_i,
                two_ends(y_i, y_j, alpha_i, alpha_j, C_i, C_j)[1],
            ),
            "L is never below 0: α_j has a lower wall of its own.",
        ),
        Mistake(lambda *a: two_ends(*a)[::-1], "That is (H, L). Asked for is (L, H), the lower end first."),
        Mistake(
            lambda y_i, y_j, alpha_i, alpha_j, C_i, C_j: (
                (alpha_i + alpha_j - C_i, alpha_i + alpha_j)
                if y_i == y_j
                else (alpha_j - alpha_i, C_i + alpha_j - alpha_i)
            ),
            "That keeps the partner α_i in its box, and lets α_j leave its own. Both must stay.",
        ),
    ],
)
def two_ends(y_i, y_j, alpha_i, alpha_j, C_i, C_j):
    # Equal labels: the sum s = α_i + α_j is kept (12.4), so the partner is α_i = s − α_j.
    # It is in its box if 0 ≤ s − α_j ≤ C_i, that is s − C_i ≤ α_j ≤ s. With 0 ≤ α_j ≤ C_j: (12.6) with a cap each.
    # Different labels: the difference d = α_j − α_i is kept, so the partner is α_i = α_j − d.
    # It is in its box if 0 ≤ α_j − d ≤ C_i, that is d ≤ α_j ≤ C_i + d. With 0 ≤ α_j ≤ C_j: (12.7) with a cap each.
    if y_i == y_j:
        return max(0.0, alpha_i + alpha_j - C_i), min(C_j, alpha_i + alpha_j)
    return max(0.0, alpha_j - alpha_i), min(C_j, C_i + alpha_j - alpha_i)


@exercise(
    "svm-18b",
    "a clip by hand",
    hint="Different labels: α_2 − α_1 = −0.8 is kept. Find L and H for α_2, clip 1.9, and give α_1 = α_2 + 0.8.",
    worked=[((), (2, 1.2))],
    mistakes=[
        Mistake((1.2, 2.0), "The right numbers in the wrong order: α_1 first, please."),
        Mistake((2.7, 1.9), "α_1 = 2.7 is larger than C = 2: the clip must guard both multipliers."),
        Mistake((0.3, 1.9), "The labels differ, so the two move in the same direction: their difference is kept."),
        Mistake((1.9, 1.1), "The top 1.9 is that of α_2, not of α_1."),
        Mistake((0.8, 0.0), "That is the end L. The top, 1.9, lies beyond the other end."),
        Mistake((2.0, 0.2), "The labels differ, so the two move in the same direction: their difference is kept."),
        Mistake((1.5, 0.7), "That is the place before the step. W rises from there towards α_2 = 1.9."),
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


def _step(alpha, K, y, C, i, j, ends=two_ends, sign=None, curvature=2, partner=None, F=None):
    """A step of SMO with one thing done in another way."""
    F = y - K @ (y * alpha) if F is None else F
    kappa = max(K[i, i] + K[j, j] - curvature * K[i, j], 1e-12)
    top = alpha[j] + (y[j] if sign is None else sign) * (F[j] - F[i]) / kappa
    low, high = ends(y[i], y[j], alpha[i], alpha[j], C, C)
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
            lambda *a: _step(*a, ends=lambda y_i, y_j, alpha_i, alpha_j, C, C_j: (0.0, C)),
            "α_j is in its box, but α_i need not be: clip to [L, H] of (12.6) and (12.7), not to [0, C].",
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
        Mistake(
            lambda alpha, K, y, C, i, j: tuple(np.multiply(one_step(alpha, K, y, C, i, j), y[[i, j]])),
            "Those are the signed u = yα. Asked for are the two α, which are never negative.",
        ),
        Mistake(lambda *a: one_step(*a)[::-1], "The right numbers in the wrong order: α_i first, then α_j."),
        Mistake(
            lambda alpha, K, y, C, i, j: tuple(
                np.clip(_step(alpha, K, y, C, i, j, ends=lambda *_: (-np.inf, np.inf)), 0, C).tolist()
            ),
            "Each is cut by itself, and then y_i α_i + y_j α_j has changed: cut α_j to [L, H], and let α_i follow.",
        ),
        Mistake(
            lambda alpha, K, y, C, i, j: _step(alpha, K, y, C, i, j, sign=-y[j]),
            "You walk downhill: the slope is y_j(F_j − F_i), with F = y − K(yα) and not the error f − y.",
        ),
        Mistake(
            lambda alpha, K, y, C, i, j: _step(alpha, K, y, C, i, j, F=y - K @ alpha),
            "The labels are missing inside F: it is y − K(yα), not y − Kα.",
        ),
        Mistake(
            lambda alpha, K, y, C, i, j: (
                one_step(alpha, K, y, C, i, j) if K[i, i] + K[j, j] > 2 * K[i, j] else (alpha[i], alpha[j])
            ),
            "Where the two points coincide the curvature is 0, but W still slopes along the line: it is straight, and "
            "the best place is an end, L or H.",
        ),
    ],
)
def one_step(alpha, K, y, C, i, j):
    """Equation (12.10), and the partner by (12.4)."""
    F = y - K @ (y * alpha)
    curvature = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)  # 0 for two equal points
    low, high = two_ends(y[i], y[j], alpha[i], alpha[j], C, C)
    new_j = min(max(alpha[j] + y[j] * (F[j] - F[i]) / curvature, low), high)
    return alpha[i] - y[i] * y[j] * (new_j - alpha[j]), new_j


_LINE, _SIGNS = np.array([[0.0], [1.0], [3.0], [4.0]]), np.array([-1.0, -1.0, 1.0, 1.0])


def _four_points() -> tuple[float, float, float]:
    end = last(smo_steps(_LINE @ _LINE.T, _SIGNS, 10.0), 100)
    return float(end.t), float(end.weights(_LINE)[0]), end.bias


@exercise(
    "svm-19b",
    "a run on four numbers",
    hint="At α = 0 every F is its label. Which j promises most: the slope is 2 for both, but the curvature is the "
    "squared distance to i. Make the step, and look whether anything is still violated.",
    worked=[((), (1, 1, -2))],  # 3 with 1, slope 2, curvature 4, step 1/2: f(x) = x − 2
    twin=_four_points,
    mistakes=[
        Mistake((2, 1, -2), "The plane is right. After the first step, is there still a violation?"),
        Mistake(
            (3, 1, -2),
            "That is the most violating pair, the first of equals, and it takes 3 steps. SMO's j is that of (12.13).",
        ),
        Mistake((1, 1, 2), "The sign of b: f must be 0 in the middle, at x = 2."),
        Mistake((1, 0.5, -1), "The step is slope over curvature, 2/4, for *both* multipliers: w = ½·3 − ½·1."),
        Mistake((4, 1, -2), "One step for each point is not needed: two of the points never hold the street."),
    ],
)
def a_run_by_hand():
    """The pair (3, 1), a step of 1/2, and every margin is at least 1."""
    return 1, 1.0, -2.0


def _small(rng):
    X, y = np.array([[0.0], [1.0], [3.0], [4.0]]), np.array([-1.0, -1.0, 1.0, 1.0])
    yield X @ X.T, y, 1.0, 400
    for n in (4, 5, 6, 6, 7, 8):
        X, y = rng.normal(size=(n, 2)), np.where(np.arange(n) % 2, 1.0, -1.0)
        yield X @ X.T + np.eye(n), y, float(10 ** rng.uniform(-1, 0.5)), 4000


def _pairs_of(falls):
    """The exercise's program; falls(F, u, low): from which numbers the smallest is the partner."""

    def climb(K, y, C, steps):
        u, F = np.zeros(len(y)), y.astype(float)
        low, high = np.minimum(0, y * C), np.maximum(0, y * C)
        for _ in range(steps):
            i, j = np.where(u < high, F, -np.inf).argmax(), falls(F, u, low).argmin()
            step = (F[i] - F[j]) / max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
            step = max(0, min(step, high[i] - u[i], u[j] - low[j]))
            u[i], u[j], F = u[i] + step, u[j] - step, F - step * (K[i] - K[j])
        return y * u

    return climb


@exercise(
    "svm-19c",
    "a run that stands still",
    problems=_small,
    accepts=rules.is_as_high,
    hint="Print i, j and step for the last rounds. What is wrong with this j? Look at (12.12): from which numbers is "
    "the smallest taken?",
    worked=[(([[0, 0, 0, 0], [0, 1, 3, 4], [0, 3, 9, 12], [0, 4, 12, 16]], [-1, -1, 1, 1], 1, 400), (0, 0.5, 0.5, 0))],
    mistakes=[
        Mistake(
            _pairs_of(lambda F, u, low: F),
            "The same as before. Somewhere the run stands still: it takes the same pair again and again, and its "
            "step is 0, because j is at its wall and cannot fall.",
        ),
        Mistake(
            _pairs_of(lambda F, u, low: np.where(u > low, F, -np.inf)),
            "Now j is taken from the wrong points. It can fall where u > low: put +∞ for all others, so that argmin "
            "passes over them.",
        ),
        Mistake(
            lambda K, y, C, steps: y * climb(K, y, C, steps),
            "These are the signed u. Asked for are the multipliers, y * u, as in the program that was given.",
        ),
    ],
)
def climb(K, y, C, steps):
    """The partner is the smallest F of those that can fall, (12.12)."""
    u, F = np.zeros(len(y)), y.astype(float)
    low, high = np.minimum(0, y * C), np.maximum(0, y * C)
    for _ in range(steps):
        i, j = np.where(u < high, F, -np.inf).argmax(), np.where(u > low, F, np.inf).argmin()
        step = (F[i] - F[j]) / max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
        step = max(0, min(step, high[i] - u[i], u[j] - low[j]))
        u[i], u[j], F = u[i] + step, u[j] - step, F - step * (K[i] - K[j])
    return y * u
