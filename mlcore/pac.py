"""When learning generalises: bounds, growth functions, and which labelings a line can do (lecture 05)."""

from itertools import product
from math import ceil, comb, log, sqrt

import numpy as np

from mlcore import validation
from mlcore.svm import is_separable, solve_hulls
from mlcore.svm.dual import NOT_SEPARABLE
from mlcore.types import Array, ArrayLike

MOST = 12  # points whose labelings are counted one by one: 4096 of them


def examples_realisable(epsilon: float, delta: float, hypotheses: float) -> int:
    """Examples after which every consistent hypothesis of a finite class has a risk of at most epsilon (PAC-05).

    With a chance of at least 1 − delta: (1/ε) ln(|H|/δ), rounded up. Raises ValueError for epsilon or delta not
    between 0 and 1.
    """
    _between(epsilon, delta)
    return ceil(log(_size(hypotheses) / delta) / epsilon)


def examples_agnostic(epsilon: float, delta: float, hypotheses: float) -> int:
    """Examples after which the best on the sample is within epsilon of the best of a finite class (PAC-06).

    With a chance of at least 1 − delta: (2/ε²) ln(2|H|/δ), rounded up. Raises ValueError as above.
    """
    _between(epsilon, delta)
    return ceil(2 * log(2 * _size(hypotheses) / delta) / epsilon**2)


def deviation(n: int, delta: float, hypotheses: float = 1) -> float:
    """How far all empirical risks of a finite class may be from their risks, with a chance of 1 − delta (PAC-07).

    Hoeffding for each and a union bound: sqrt(ln(2|H|/δ) / (2n)). Raises ValueError as above.
    """
    _between(0.5, delta)
    return sqrt(log(2 * _size(hypotheses) / delta) / (2 * validation.whole(n, "n")))


def _between(epsilon: float, delta: float) -> None:
    for value, name in ((epsilon, "epsilon"), (delta, "delta")):
        if not 0 < validation.positive(value, name) < 1:
            raise ValueError(f"{name} is {value}: take a number between 0 and 1, as it is a share or a chance.")


def _size(hypotheses: float) -> float:
    if not validation.positive(hypotheses, "hypotheses", "the number of hypotheses") >= 1:
        raise ValueError(f"hypotheses is {hypotheses}: a class has at least one.")
    return float(hypotheses)


# --- Labelings --------------------------------------------------------------------------------


def labelings(n: int) -> Array:
    """All 2^n labelings of n points with -1 and +1, (2^n, n). Raises ValueError for n above MOST: too many to try."""
    validation.whole(n, "n", most=MOST, what="as there are 2^n labelings")
    return np.array(list(product((-1.0, 1.0), repeat=n)))


def dichotomies(X: ArrayLike, rho: float = 0.0) -> Array:
    """For each of the labelings of X (n, d), whether a plane does it with a margin of at least rho, (2^n,) (PAC-14).

    rho = 0: with any margin above 0. One label alone is done by a plane as far away as one likes. Raises ValueError
    for more than MOST points and for rho < 0.
    """
    X = validation.points(X)
    rho = validation.not_negative(rho, "rho", "0 asks for any margin")
    every = labelings(len(X))
    done = [len(set(y)) == 1 or (is_separable(X, y) if rho == 0 else margin(X, y) >= rho) for y in every]
    return np.array(done)


def margin(X: Array, y: Array) -> float:
    """Half the width of the widest street between the two labels, 0 where there is none."""
    try:
        point = solve_hulls(X, y)
    except ValueError as error:
        if str(error) != NOT_SEPARABLE:
            raise
        return 0.0
    return 1 / float(np.linalg.norm(point.weights(X)))


def shatters(X: ArrayLike, rho: float = 0.0) -> bool:
    """Whether planes, with a margin of at least rho, do all 2^n labelings of X (n, d) (PAC-10)."""
    return bool(dichotomies(X, rho).all())


# --- How many there can be --------------------------------------------------------------------


def growth_of_planes(n: int, d: int) -> int:
    """How many labelings of n points of R^d in general position planes do: 2 Σ C(n − 1, k), k = 0 to d (PAC-13)."""
    validation.whole(n, "n")
    validation.whole(d, "d")
    return 2 * sum(comb(n - 1, k) for k in range(d + 1))


def sauer(n: int, dimension: int) -> int:
    """Sauer's bound: a class of this VC dimension does at most Σ C(n, k), k = 0 to dimension, labelings of n points."""
    validation.whole(n, "n")
    validation.whole(dimension, "dimension", least=0)
    return sum(comb(n, k) for k in range(dimension + 1))
