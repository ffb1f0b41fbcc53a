"""Exercises of lecture 05: When does learning generalise? PAC and VC."""

from itertools import product
from math import ceil, comb, exp, log, sqrt

import numpy as np

from mlcore import pac
from mlcore.check import Mistake, exercises_of

exercise = exercises_of("generalisation")


def _demands(rng):
    yield 0.5, 0.3, 2
    yield 0.1, 0.05, 20
    for _ in range(15):
        yield float(rng.uniform(0.01, 0.6)), float(rng.uniform(0.001, 0.3)), int(rng.integers(2, 5000))


def _first_enough(epsilon, delta, hypotheses):
    n = 1
    while hypotheses * (1 - epsilon) ** n > delta:
        n += 1
    return n


@exercise(
    "pac-05",
    "the examples, without e^(−εn)",
    problems=_demands,
    hint="Ask for |H| (1 − ε)^n ≤ δ and take logarithms. ln(1 − ε) is negative: dividing by it turns the sign round.",
    worked=[((0.1, 0.05, 1000), 94), ((0.5, 0.3, 2), 3)],  # 2 / 2^3 = 0.25; 1000·0.9^93 = .0555, ·0.9^94 = .04997
    twin=_first_enough,
    mistakes=[
        Mistake(
            pac.examples_realisable,
            "That is (05.7), with e^(−εn) in place of (1 − ε)^n. Stop one step earlier.",
        ),
        Mistake(
            lambda epsilon, delta, hypotheses: log(delta / hypotheses) / log(1 - epsilon),
            "The right number, but examples are whole ones: round up.",
        ),
        Mistake(
            lambda epsilon, delta, hypotheses: int(log(delta / hypotheses) / log(1 - epsilon)),
            "Rounded down, the chance is still above δ: round up.",
        ),
        Mistake(
            lambda epsilon, delta, hypotheses: round(log(delta / hypotheses) / log(1 - epsilon)),
            "Rounded to the nearest whole number, the chance may still be above δ: round up.",
        ),
        Mistake(
            lambda epsilon, delta, hypotheses: ceil(log(delta) / log(1 - epsilon)),
            "That is right for a single rule. Any of |H| may deceive you: the union bound is missing.",
        ),
        Mistake(
            lambda epsilon, delta, hypotheses: ceil(log(2 * hypotheses / delta) / -log(1 - epsilon)),
            "A bad rule deceives on one side only, by R̂ = 0: there is no 2 in front of |H|.",
        ),
        Mistake(
            lambda epsilon, delta, hypotheses: ceil(log(hypotheses / delta) / log(1 - epsilon)),
            "The sign: ln(1 − ε) is negative, and so is ln(δ/|H|), while n is positive.",
        ),
        Mistake(
            pac.examples_agnostic,
            "That is (05.10), where no rule need be right. Here one is: start from |H| (1 − ε)^n ≤ δ.",
        ),
    ],
)
def examples_needed(epsilon, delta, hypotheses):
    # |H| (1 − ε)^n ≤ δ is asked. Divide by |H|:    (1 − ε)^n ≤ δ/|H|.
    # Take logarithms, which keep the order:         n ln(1 − ε) ≤ ln(δ/|H|).
    # Divide by ln(1 − ε). It is negative, so ≤ becomes ≥:   n ≥ ln(δ/|H|) / ln(1 − ε).
    # The least whole number that is at least so large: round up.
    return ceil(log(delta / hypotheses) / log(1 - epsilon))


def _held(rng):
    yield 200, 0.05, 1
    yield 50, 0.1, 10
    for _ in range(15):
        yield int(rng.integers(20, 5000)), float(rng.uniform(0.001, 0.3)), int(rng.integers(1, 2000))


@exercise(
    "pac-06",
    "the accuracy that n examples buy",
    problems=_held,
    hint="Each empirical risk may be off by ε/2. Solve 2|H| exp(−2n(ε/2)²) = δ for ε.",
    worked=[((200, 2 * exp(-4), 1), 0.2), ((800, 20 * exp(-16), 10), 0.2)],  # √(2·4/200) and √(2·16/800)
    twin=lambda n, delta, hypotheses: 2 * pac.deviation(n, delta, hypotheses),
    mistakes=[
        Mistake(
            lambda n, delta, hypotheses: sqrt(log(2 * hypotheses / delta) / n),
            "That is the printed constant of the box in section 4. With (ε/2)² the exponent is −nε²/2.",
        ),
        Mistake(
            pac.deviation,
            "So far one empirical risk may be off. The excess risk is at most twice that, (05.4).",
        ),
        Mistake(
            lambda n, delta, hypotheses: sqrt(2 * log(hypotheses / delta) / n),
            "Too high or too low, both sides count: 2|H| events, not |H|.",
        ),
        Mistake(lambda n, delta, hypotheses: 2 * log(2 * hypotheses / delta) / n, "That is ε²: take the root."),
        Mistake(
            lambda n, delta, hypotheses: log(hypotheses / delta) / n,
            "That is (05.7) turned round, where one rule is right. Here none need be: start from (05.10).",
        ),
        Mistake(
            lambda n, delta, hypotheses: sqrt(2 * log(2 / delta) / n),
            "That is right for a single rule. Where is the number of rules?",
        ),
    ],
)
def accuracy_of(n, delta, hypotheses):
    # (05.10) promises ε as soon as        n ≥ (2/ε²) ln(2|H|/δ).
    # The least such ε has equality there:  n = (2/ε²) ln(2|H|/δ).
    # Multiply by ε² and divide by n:       ε² = (2/n) ln(2|H|/δ).
    # ε is positive: take the root. It is twice the band (05.9), as (05.4) says.
    return sqrt(2 * log(2 * hypotheses / delta) / n)


def _clouds(rng):
    yield (np.array([[0.0, 0.0], [1.0, 2.0]]),)
    yield (np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]),)
    yield (np.array([[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]]),)
    for n in (3, 4, 4, 5, 5, 6):
        yield (rng.normal(size=(n, 2)),)


def _inside(X, rows):
    low, high = X[rows].min(axis=0), X[rows].max(axis=0)
    return np.all((low <= X) & (high >= X), axis=1)


def _by_rectangles(X, empty=1):
    found = empty
    for y in product((False, True), repeat=len(X)):
        rows = np.array(y)
        found += bool(rows.any()) and bool((_inside(X, rows) == rows).all())
    return found


def _by_corners(X):
    """Only rectangles with two points at opposite corners (or one point), and one beside them."""
    found = {(False,) * len(X)}
    for i, j in product(range(len(X)), repeat=2):
        found.add(tuple(_inside(X, [i, j]).tolist()))
    return len(found)


def _by_all_rectangles(X):
    """Every rectangle with sides through the points, and one beside them."""
    found = {(False,) * len(X)}
    for a, b in product(X[:, 0], repeat=2):
        for c, d in product(X[:, 1], repeat=2):
            inside = (a <= X[:, 0]) & (X[:, 0] <= b) & (c <= X[:, 1]) & (X[:, 1] <= d)
            found.add(tuple(inside.tolist()))
    return len(found)


@exercise(
    "pac-10",
    "the labelings that rectangles realise",
    problems=_clouds,
    hint="Try all 2^N labelings. The smallest rectangle about the points labelled +1 realises it, or none does: look "
    "whether it holds a point labelled −1. No point labelled +1: a rectangle beside them all.",
    worked=[  # the corners of a diamond are shattered; of three on a diagonal, the outer two take the middle one along
        (([[0, 1], [1, 0], [0, -1], [-1, 0]],), 16),
        (([[0, 0], [1, 1], [2, 2]],), 7),
        (([[0, 0], [1, 1], [2, 2], [3, 3]],), 11),  # intervals of four: 10, and none
    ],
    twin=_by_all_rectangles,
    mistakes=[
        Mistake(
            lambda X: _by_rectangles(X, 0), "The labeling without any +1 is missing: a rectangle beside the points."
        ),
        Mistake(
            lambda X: int(pac.dichotomies(X).sum()),
            "That is what lines realise. A rectangle has its sides along the axes, and +1 inside.",
        ),
        Mistake(lambda X: 2 ** len(X), "Not every labeling can be realised: what if a −1 lies in the midst of the +1?"),
        Mistake(
            lambda X: _by_rectangles(X) - len(X),
            "A rectangle may be a single point: one +1 alone can always be realised here.",
        ),
        Mistake(
            lambda X: _by_corners(X),
            "These rectangles have two of the points at opposite corners. Their sides may go through four "
            "points: the leftmost, the rightmost, the highest and the lowest.",
        ),
    ],
)
def count_by_rectangles(X):
    """One for none, and one for each subset whose smallest rectangle holds no other point."""
    found = 1
    for y in product((False, True), repeat=len(X)):
        rows = np.array(y)
        if rows.any():
            low, high = X[rows].min(axis=0), X[rows].max(axis=0)
            found += bool((np.all((low <= X) & (high >= X), axis=1) == rows).all())
    return found


def _unions():
    """Largest N at which all labelings of 0, …, N − 1 with at most two runs of +1 are all there are."""
    runs = lambda y: sum(a and not b for a, b in zip(y, (False, *y), strict=False))  # noqa: E731
    return max(N for N in range(1, 8) if all(runs(y) <= 2 for y in product((False, True), repeat=N)))


def _rays():
    """The same for labelings that change at most once."""
    return max(N for N in range(1, 6) if all((np.diff(y) != 0).sum() <= 1 for y in product((0, 1), repeat=N)))


@exercise(
    "pac-11",
    "four VC dimensions",
    hint="More than one of the four is wrong. For each class, first find as many points as you can that are shattered, "
    "wherever you like. Then look for a labeling that no position of one more point makes possible: for points on a "
    "line, labels that change too often. For (4), find the last N with pac.growth_of_planes(N, 10) = 2^N.",
    worked=[((), (2, 4, 4, 11))],  # + − +, + − + − +, the fifth point within four others, d + 1
    twin=lambda: (_rays(), _unions(), 4, 10 + 1),
    mistakes=[
        Mistake(
            (1, 4, 4, 11), "(1): such a threshold may point either way. Try both labelings + − and − + of two points."
        ),
        Mistake((3, 4, 4, 11), "(1): of three points, can the outer two be +1 and the middle one −1?"),
        Mistake((2, 2, 4, 11), "(2): that is one interval. Each of two can single out one run of +1."),
        Mistake((2, 3, 4, 11), "(2): of four points, which labeling is out of reach of two intervals? Try + − + −."),
        Mistake((2, 5, 4, 11), "(2): five points have a labeling with three runs of +1."),
        Mistake((2, 4, 2, 11), "(3): try three points, and four, in other positions than on a diagonal."),
        Mistake((2, 4, 3, 11), "(3): lay four points as a diamond and count: count_by_rectangles."),
        Mistake(
            (2, 4, 5, 11),
            "(3): of five points, look at the leftmost, rightmost, highest and lowest. Where is the fifth?",
        ),
        Mistake((2, 4, 4, 10), "(4): planes have w and b. Compare pac.growth_of_planes(11, 10) with 2^11."),
        Mistake((2, 4, 4, 12), "(4): compare pac.growth_of_planes(12, 10) with 2^12."),
        Mistake((3, 5, 5, 12), "Each is one too large: you named the first number of points that is never shattered."),
        Mistake((11, 4, 4, 2), "Are they in the order of the task? (1) thresholds, …, (4) planes."),
    ],
)
def dimensions():
    # (1) Two points get all four labelings; of three, + − + is out of reach.
    # (2) Four points have at most two runs of +1; of five, + − + − + has three.
    # (3) A diamond is shattered. Of five points take the leftmost, rightmost, highest and lowest (four at most):
    #     a rectangle that holds these holds the fifth, too.
    # (4) By (05.12) planes in d dimensions have the VC dimension d + 1.
    return 2, 4, 4, 11


def _runs(rng):
    yield 3, 1
    yield 5, 2
    for _ in range(12):
        yield int(rng.integers(1, 11)), int(rng.integers(1, 4))


def _count_runs(N, k):
    found = 0
    for y in product((0, 1), repeat=N):
        found += int((np.diff([0, *y]) == 1).sum()) <= k
    return found


@exercise(
    "pac-13",
    "the growth function of k intervals",
    problems=_runs,
    hint="Put a place before, between and behind the N points: N + 1 places. A labeling with j runs of +1 has 2j ends, "
    "and each choice of 2j places is one such labeling. Add up for j = 0 to k.",
    worked=[((3, 1), 7), ((5, 2), 31), ((4, 2), 16)],  # 1 + 6; 1 + 15 + 15: all but + − + − +; all
    twin=_count_runs,
    mistakes=[
        Mistake(
            lambda N, k: sum(comb(N + 1, 2 * j) for j in range(1, k + 1)),
            "The labeling without any +1 is missing.",
        ),
        Mistake(lambda N, k: sum(comb(N, j) for j in range(k + 1)), "An interval has two ends: Sauer's bound with 2k."),
        Mistake(lambda N, k: 2**N, "Only while N is at most 2k."),
        Mistake(
            lambda N, k: sum(comb(N, 2 * j) for j in range(k + 1)),
            "The ends lie between the points and outside them: N + 1 places, not N.",
        ),
        Mistake(lambda N, k: N * (N + 1) // 2 + 1, "That is one interval. A union of k has up to k runs of +1."),
        Mistake(
            lambda N, k: comb(N + 1, 2 * k),
            "Those are the labelings with exactly k runs of +1. At most k: add up those with fewer.",
        ),
    ],
)
def growth_of_intervals(N, k):
    # A labeling is realised exactly if its points labelled +1 form at most k runs.
    # Put a place before, between and behind the points: N + 1 places.
    # A run of +1 begins at one place and ends at a later one, and the next run begins later still.
    # So j runs choose 2j different places, and each choice of 2j places gives one labeling with j runs:
    # there are C(N + 1, 2j). Add them up for j = 0, …, k; no positions of the points give more.
    return sum(comb(N + 1, 2 * j) for j in range(k + 1))


def _contests(rng):
    yield np.array([0.2, 0.1]), 100, 0.05
    yield np.array([0.3, 0.25, 0.4, 0.1]), 200, 0.1
    for m in (*range(1, 14), 50):
        yield rng.integers(0, 60, m) / 120, int(rng.integers(30, 2000)), float(rng.uniform(0.01, 0.3))


def _limit(wide):
    return lambda errors, n, delta: float(min(errors)) + wide(len(errors), n, delta)


@exercise(
    "pac-09",
    "a promise that is broken too often",
    problems=_contests,
    hint="The best was chosen because its error on these n rows is small. Which of them could have been it? If the "
    "limit holds for all of them at once, it holds for the one that is chosen.",
    worked=[(([0.5], 50, exp(-4)), 0.7), (([0.2, 0.1], 100, 2 * exp(-8)), 0.3)],  # √(4/100) = .2 and √(8/200) = .2
    mistakes=[
        Mistake(
            _limit(lambda m, n, delta: sqrt(log(1 / delta) / (2 * n))),
            "The same as before: one classifier, as if it had been fixed before the rows were seen. Any of the m "
            "errors may be too low: give each of them a share of δ.",
        ),
        Mistake(
            lambda errors, n, delta: float(np.mean(errors)) + sqrt(log(len(errors) / delta) / (2 * n)),
            "The promise is for the best one, not for their mean.",
        ),
        Mistake(
            _limit(lambda m, n, delta: m * sqrt(log(1 / delta) / (2 * n))),
            "The chances add up, not the widths: δ/m stands inside the logarithm.",
        ),
        Mistake(
            _limit(lambda m, n, delta: sqrt(log(1 / (1 - (1 - delta) ** (1 / m))) / (2 * n))),
            "1 − (1 − δ)^(1/m) is for m independent errors. These were made on the same rows, so they may be related: "
            "the union bound, which gives each δ/m, holds for any.",
        ),
        Mistake(
            lambda errors, n, delta: float(max(errors)) + sqrt(log(len(errors) / delta) / (2 * n)),
            "The promise is for the best one, not for the worst.",
        ),
        Mistake(
            _limit(lambda m, n, delta: log(m / delta) / (2 * n)),
            "The root is missing: solve m exp(−2nε²) = δ for ε.",
        ),
        Mistake(
            _limit(lambda m, n, delta: 2 * sqrt(log(2 * m / delta) / (2 * n))),
            "That is the excess risk of (05.10). Here the risk is compared with its own error: once the width.",
        ),
        Mistake(
            _limit(lambda m, n, delta: sqrt(log(2 * m / delta) / (2 * n))),
            "That holds, and is wider than it need be: an upper limit breaks on one side only, so there is no 2.",
        ),
        Mistake(
            _limit(lambda m, n, delta: sqrt(m * log(1 / delta) / (2 * n))),
            "The rows are not divided among the classifiers: each of them was tried on all n. It is δ that they share.",
        ),
        Mistake(
            _limit(lambda m, n, delta: sqrt(log(n / delta) / (2 * n))),
            "n is the number of rows. What makes the limit wider is how many classifiers were tried: len(errors).",
        ),
        Mistake(
            lambda errors, n, delta: sqrt(log(len(errors) / delta) / (2 * n)),
            "That is the width. The limit is the least of the errors plus it.",
        ),
    ],
)
def promised(errors, n, delta):
    # Each of the m errors is too low by ε or more with a chance of at most exp(−2nε²).
    # That at least one of them is has at most m times this chance (union bound): m exp(−2nε²) = δ.
    # Take logarithms and solve for ε: ε² = ln(m/δ) / (2n). The 1 in the logarithm becomes m.
    return min(errors) + sqrt(log(len(errors) / delta) / (2 * n))
