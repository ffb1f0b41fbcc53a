"""Exercises of lecture 14: decision trees."""

from itertools import product

import numpy as np
from scipy.stats import entropy as nats

from mlcore.check import Mistake, exercises_of
from mlcore.tree import DecisionTreeClassifier, best_split, gini, label_table, sorted_rows

exercise = exercises_of("trees")


@exercise(
    "tre-03",
    "the most mixed set",
    problems=lambda rng: ((K,) for K in (2, 3, 4, 5, 8, 10, 100, *rng.integers(6, 500, 3).tolist())),
    hint="All classes are equally frequent, so every p_k is 1/K, and there are K equal terms in either sum.",
    worked=[((2,), (1 / 2, 1)), ((4,), (3 / 4, 2)), ((8,), (7 / 8, 3))],
    twin=lambda K: (float(gini(np.append(K, np.ones(K)))), nats(np.ones(K), base=2)),
    mistakes=[
        Mistake(lambda K: (1 / K, np.log2(K)), "1/K is the sum of the squares. Gini is 1 minus that."),
        Mistake(lambda K: (1 - 1 / K, np.log(K)), "The entropy of this course is in bits: the logarithm to base 2."),
        Mistake(lambda K: (1 - 1 / K**2, np.log2(K)), "The square of 1/K comes K times: K/K² is not 1/K²."),
        Mistake(lambda K: (np.log2(K), 1 - 1 / K), "Right numbers, in the other order: Gini first."),
        Mistake(lambda K: (1 / 2, 1), "That is two classes. The answer is a function of K."),
    ],
)
def most_mixed(K):
    # Each class has the share p_k = 1/K, and each sum has K equal terms.
    # (14.1): the sum of the p_k² is K · (1/K)² = 1/K, so Gini is 1 − 1/K.
    # (14.2): −K · (1/K) · log2(1/K) = −log2(1/K) = log2 K.
    return 1 - 1 / K, np.log2(K)


def _counts(rng):
    yield np.array([50, 0, 0]), np.array([0, 50, 50])
    yield np.array([2, 2]), np.array([2, 2])
    yield np.array([1, 0]), np.array([0, 1])
    for K in range(2, 8):
        yield rng.integers(0, 9, K) + np.eye(K, dtype=int)[0], rng.integers(0, 30, K) + np.eye(K, dtype=int)[1]


def _bits_of_all(counts):
    """The entropy of a program that takes 0 log 0 as it comes, which is not a number."""
    p = counts / counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(-(p * np.log2(p)).sum())


def _bits(counts):
    p = counts[counts > 0] / counts.sum()
    return float(-(p * np.log2(p)).sum())


@exercise(
    "tre-04",
    "what a question tells, in bits",
    problems=_counts,
    hint="The entropy of left + right, minus the entropies of the two sides weighted by their shares of the examples.",
    worked=[
        (([50, 0, 0], [0, 50, 50]), np.log2(3) - 2 / 3),  # log2 3 before; 0 and 1 bit, with weights 1/3 and 2/3, after
        (([2, 2], [2, 2]), 0),
        (([4, 0], [0, 4]), 1),
        (([1, 0], [1, 2]), 1 - 3 / 4 * (np.log2(3) - 2 / 3)),  # of three, one and two: log2 3 - 2/3 bits
    ],
    twin=lambda left, right: (
        nats(left + right, base=2)
        - (left.sum() * nats(left, base=2) + right.sum() * nats(right, base=2)) / (left.sum() + right.sum())
    ),
    mistakes=[
        Mistake(
            lambda left, right: (
                np.log(2)
                * (
                    _bits(left + right)
                    - (left.sum() * _bits(left) + right.sum() * _bits(right)) / (left.sum() + right.sum())
                )
            ),
            "That is in nats. Bits need the logarithm to base 2.",
        ),
        Mistake(
            lambda left, right: _bits(left + right) - (_bits(left) + _bits(right)) / 2,
            "The two sides count by their sizes: weigh each entropy by its share of the examples. (The number of "
            "examples on the left is left.sum(); len(left) is the number of classes.)",
        ),
        Mistake(
            lambda left, right: (
                _bits(left + right) - (left.sum() * _bits(left) + right.sum() * _bits(right)) / (len(left) + len(right))
            ),
            "len(left) is the number of classes. The number of examples is left.sum() + right.sum().",
        ),
        Mistake(
            lambda left, right: _bits(left + right) - _bits(left) - _bits(right),
            "The two entropies have to be weighted by the shares of the examples on either side.",
        ),
        Mistake(
            lambda left, right: (left.sum() * _bits(left) + right.sum() * _bits(right)) / (left.sum() + right.sum()),
            "That is what is left after the question. The gain is what it was before, minus that.",
        ),
        Mistake(
            lambda left, right: (
                _bits_of_all(left + right)
                - (left.sum() * _bits_of_all(left) + right.sum() * _bits_of_all(right)) / (left.sum() + right.sum())
            ),
            "0 log 0 counts as 0: leave out the classes that do not occur.",
        ),
    ],
)
def gain(left, right):
    """Before minus after, where a class that does not occur adds nothing."""

    def entropy(counts):
        p = counts[counts > 0] / counts.sum()
        return -(p * np.log2(p)).sum()

    n = left.sum() + right.sum()
    return entropy(left + right) - left.sum() / n * entropy(left) - right.sum() / n * entropy(right)


def _two_sides(rng):
    yield 1, 0.0, 1, 2.0
    yield 3, 1.0, 1, 5.0
    for _ in range(12):
        yield int(rng.integers(1, 30)), float(rng.normal()), int(rng.integers(1, 30)), float(rng.normal(2))


@exercise(
    "tre-05",
    "the variance that a question saves",
    problems=_two_sides,
    hint="Write the mean of all as m = (n_L m_L + n_R m_R)/n. The total sum of squares is that within the two "
    "sides plus n_L (m_L − m)² + n_R (m_R − m)².",
    worked=[((1, 0, 1, 2), 1), ((3, 1, 1, 5), 3), ((2, 4, 2, 4), 0)],
    twin=lambda n_left, m_left, n_right, m_right: np.var(np.repeat([m_left, m_right], [n_left, n_right])),
    mistakes=[
        Mistake(
            lambda n_left, m_left, n_right, m_right: (m_left - m_right) ** 2,
            "The sizes matter: a side with few targets saves little, however far away its mean is.",
        ),
        Mistake(
            lambda n_left, m_left, n_right, m_right: n_left * n_right / (n_left + n_right) * (m_left - m_right) ** 2,
            "That is the sum of squares saved. The variance is a mean: divide by n once more.",
        ),
        Mistake(
            lambda n_left, m_left, n_right, m_right: n_left * n_right / (n_left + n_right) ** 2 * abs(m_left - m_right),
            "The factor is right; the distance of the two means comes squared.",
        ),
    ],
)
def saved(n_left, m_left, n_right, m_right):
    # (14.3) is the mean of y² minus the square of the mean. Let q be the mean of y² over all n targets, q_L and q_R
    # those of the two sides, m the mean of all.
    # Before:  q − m².   After (14.5):  n_L/n (q_L − m_L²) + n_R/n (q_R − m_R²).
    # As n q = n_L q_L + n_R q_R, the q cancel, and what is saved is
    #     n_L/n m_L² + n_R/n m_R² − m²,   with m = n_L/n m_L + n_R/n m_R.
    # Put a = n_L/n, so that n_R/n = 1 − a, and multiply out:
    #     a m_L² + (1 − a) m_R² − (a m_L + (1 − a) m_R)² = a (1 − a) (m_L² − 2 m_L m_R + m_R²) = a (1 − a) (m_L − m_R)².
    n = n_left + n_right
    return n_left * n_right / n**2 * (m_left - m_right) ** 2


def _parity_twin(d):
    X = np.array(list(product([0, 1], repeat=d)), float)
    y = X.sum(axis=1).astype(int) % 2
    model = DecisionTreeClassifier().fit(X, y)
    table = label_table(y, 2, np.ones(len(y)))
    found = best_split(X, sorted_rows(X), table, gini)
    assert found is not None
    return 0.5 - found.impurity, model.get_depth(), model.get_n_leaves()


@exercise(
    "tre-02",
    "parity",
    problems=lambda rng: ((d,) for d in (2, 3, 4, 5, 6)),
    hint="Ask about one coordinate: how many corners of each class are on either side? A leaf is pure only if its "
    "corners agree, and two corners that differ in a single coordinate never do.",
    worked=[((2,), (0, 2, 4)), ((3,), (0, 3, 8))],
    twin=_parity_twin,
    mistakes=[
        Mistake(lambda d: (0, d, 2 * d), "Each of the d levels doubles the number of leaves."),
        Mistake(lambda d: (0, d, 2**d - 1), "That is the number of questions. A tree has one leaf more."),
        Mistake(lambda d: (0.5, d, 2**d), "Both sides hold as many corners of one class as of the other."),
        Mistake(lambda d: (0, d + 1, 2**d), "Depth counts questions: after d of them a corner is alone."),
        Mistake(lambda d: (0, 2**d, d), "Right numbers, in the other order: depth before leaves."),
    ],
)
def parity(d):
    # Gain: a question about one coordinate leaves a cube of d − 1 dimensions on either side. Half of its corners have
    # an odd sum (change one more coordinate, and odd becomes even), so either side has Gini 1/2, as before: gain 0.
    # Leaves: a leaf with two corners holds all corners of a smaller cube, for its questions fix some coordinates and
    # leave the others free. Of two neighbours in it one is odd and one even, so it is not pure. A pure leaf therefore
    # holds a single corner: 2^d leaves.
    # Depth: a corner is alone after all d coordinates were asked, not earlier, and no path asks one of them twice.
    return 0, d, 2**d


@exercise(
    "tre-07",
    "labels that alternate",
    hint="Let DecisionTreeClassifier grow on x = 0, 1, …, 15 with labels 0, 1, 0, 1, …, and ask it.",
    worked=[((), (16, 15))],  # no two neighbours agree, so 16 leaves; every best question cuts off one end
    mistakes=[
        Mistake(
            (16, 4),
            "That is the shallowest tree, with every question in the middle. The middle leaves Gini at ½; which cut is "
            "cheaper? Measure.",
        ),
        Mistake((8, 7), "A leaf must be pure, and no two neighbours have the same label."),
        Mistake((15, 15), "15 questions have 16 leaves."),
        Mistake((15, 16), "The other way round: leaves first. And 15 questions are at most 15 deep."),
        Mistake((16, 16), "16 leaves need 15 questions, so no path can ask 16."),
    ],
)
def alternating():
    # No two neighbours agree, so each point needs its own leaf: 16. Of n alternating labels a cut after an even number
    # leaves both sides half and half, or nearly so; cutting off one point leaves one side pure. So the tree takes the
    # points off one by one from an end of the row, and the last two are 15 questions deep.
    x = np.arange(16.0)[:, None]
    model = DecisionTreeClassifier().fit(x, np.arange(16) % 2)
    return model.get_n_leaves(), model.get_depth()


def _random_tree(rng, depth):
    if depth == 0 or rng.uniform() < 0.15:
        return int(rng.integers(0, 4))
    return (
        int(rng.integers(0, 3)),
        float(rng.integers(-2, 3)),
        _random_tree(rng, depth - 1),
        _random_tree(rng, depth - 1),
    )


def _trees(rng):
    yield (0, 2.5, 0, 1), np.array([2.0])
    yield (0, 2.5, 0, 1), np.array([2.5])
    yield (0, 2.5, 0, (1, 1.75, 1, 2)), np.array([4.0, 2.0])
    yield 3, np.array([1.0, 2.0])
    for _ in range(25):
        yield _random_tree(rng, 5), rng.integers(-3, 4, 3).astype(float)


def _read_by_recursion(tree, x, yes=lambda value, t: value <= t, swap=False, levels=99):
    if not isinstance(tree, tuple) or not levels:
        return tree if not isinstance(tree, tuple) else -1
    feature, threshold, left, right = tree
    say = yes(x[feature], threshold) != swap
    return _read_by_recursion(left if say else right, x, yes, swap, levels - 1)


@exercise(
    "tre-08",
    "reading a tree",
    problems=_trees,
    hint="While the tree is a tuple: unpack it, ask, and go on with one of its sides. What is no tuple is the answer.",
    worked=[
        (((0, 2.5, 0, (1, 1.75, 1, 2)), [1.4, 0.2]), 0),
        (((0, 2.5, 0, (1, 1.75, 1, 2)), [4.7, 1.4]), 1),
        (((0, 2.5, 0, (1, 1.75, 1, 2)), [6.0, 2.5]), 2),
        (((0, 2.5, 0, 1), [2.5]), 0),
    ],
    twin=_read_by_recursion,
    mistakes=[
        Mistake(
            lambda tree, x: _read_by_recursion(tree, x, yes=lambda value, t: value < t),
            "A point that lies exactly on the threshold says yes: ≤, not <.",
        ),
        Mistake(lambda tree, x: _read_by_recursion(tree, x, swap=True), "Yes is the third entry, no the fourth."),
        Mistake(lambda tree, x: _read_by_recursion(tree, x, levels=1), "Go on asking until a label is reached."),
    ],
)
def answer(tree, x):
    """Down the tree, one question after another."""
    while isinstance(tree, tuple):
        feature, threshold, yes, no = tree
        tree = yes if x[feature] <= threshold else no
    return tree


def _cheapest(x, y, weigh):
    """All thresholds and their costs, for a rule that weighs the two sides by sizes (left, right)."""
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    cuts = [i for i in range(1, len(x)) if x[i] > x[i - 1]]
    return [(x[i - 1] + x[i]) / 2 for i in cuts], np.array([_cost(y, i, weigh) for i in cuts])


def _cost(y, i, weigh):
    """What a cut of the sorted labels before place i costs."""
    return weigh(i, len(y) - i) @ [1 - (np.bincount(side) ** 2).sum() / len(side) ** 2 for side in (y[:i], y[i:])]


def _by_size(left, right):
    return np.array([left, right]) / (left + right)


def _alike(left, right):
    return np.array([0.5, 0.5])


def _threshold(x, y, weigh=_by_size):
    cuts, costs = _cheapest(x, y, weigh)
    return float(cuts[int(costs.argmin())])


def _left_neighbour(x, y):
    """The largest value that says yes, in place of the threshold."""
    return float(x[x <= _threshold(x, y)].max())


def _parting_ties(x, y):
    """The threshold of the program in the task."""
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    k = int(np.argmin([_cost(y, i, _by_size) for i in range(1, len(x))]))
    return float(x[k] + x[k + 1]) / 2


def _counted_among_those_left(x, y):
    """The threshold if ties are left out, and the place among the others is taken for a place among all."""
    k = int(_cheapest(x, y, _by_size)[1].argmin())
    x = np.sort(x)
    return float(x[k] + x[k + 1]) / 2


def _without_repeats(x, y):
    """The threshold if of examples with the same x only the first one is kept."""
    values, first = np.unique(x, return_index=True)
    return _threshold(values, y[first])


def _largest(x, y):
    cuts, costs = _cheapest(x, y, _by_size)
    return float(cuts[int(costs.argmax())])


def _rows(rng):
    yield np.array([1.0, 1, 2, 2, 2, 2, 3, 3]), np.array([0, 1, 0, 0, 0, 1, 1, 1])
    made = 0
    while made < 15:
        n = int(rng.integers(6, 30))
        x, y = rng.integers(0, 6, n).astype(float), rng.integers(0, 3, n)
        if len(np.unique(x)) < 4:
            continue
        costs = np.sort(_cheapest(x, y, _by_size)[1])
        if costs[1] > costs[0] + 1e-6:  # one answer only
            made += 1
            yield x, y


def _package_threshold(x, y):
    found = best_split(x[:, None], sorted_rows(x[:, None]), label_table(y, 3, np.ones(len(y))), gini)
    return found.threshold if found else None


@exercise(
    "tre-09",
    "a bug to find: an impossible question",
    problems=_rows,
    hint="By hand, on the eight points: which thresholds are possible at all, and what does each cost by (14.5)? Which "
    "examples would say yes to x ≤ 2, and which of them does the program put on the left?",
    # 2.5: six with two of the other class, 6/8 · 4/9 = 1/3, and two of one class; 1.5: 2/8 · 1/2 + 6/8 · 1/2 = 1/2
    worked=[
        (([1, 1, 2, 2, 2, 2, 3, 3], [0, 1, 0, 0, 0, 1, 1, 1]), 2.5),
        (([1, 2, 3], [0, 0, 1]), 2.5),
        (([1, 1, 2], [0, 1, 1]), 1.5),
    ],
    twin=_package_threshold,
    mistakes=[
        Mistake(
            _parting_ties,
            "Examples with the same x still end on two sides. A threshold cannot part them: they give the same answer.",
        ),
        Mistake(
            _counted_among_those_left,
            "You left out the right cuts. But now argmin counts among those that are left, and x[k] counts among all.",
        ),
        Mistake(_left_neighbour, "The place is right; the threshold is half-way to the next value."),
        Mistake(
            _without_repeats,
            "Examples that have the same x all count in the costs. Keep them, and leave out the cuts between them.",
        ),
        Mistake(
            lambda x, y: _threshold(x, y, _alike),
            "The two sides count by their sizes, as in (14.5) and in the program. The slip is somewhere else.",
        ),
        Mistake(_largest, "That is the threshold with the highest cost. Leave impossible cuts at infinity, not at −1."),
    ],
)
def best_threshold(x, y):
    """A cut is possible only between two different neighbours."""

    def gini(side):
        return 1 - ((np.bincount(side) / len(side)) ** 2).sum()

    order = np.argsort(x, kind="stable")
    x, y, n = x[order], y[order], len(x)
    costs = [(i * gini(y[:i]) + (n - i) * gini(y[i:])) / n for i in range(1, n)]
    k = np.argmin(np.where(x[:-1] < x[1:], costs, np.inf))
    return (x[k] + x[k + 1]) / 2
