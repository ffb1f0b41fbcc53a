"""When learning generalises: bounds, growth functions, and which labelings a line realises (lecture 05)."""

from dataclasses import dataclass
from itertools import product
from math import ceil, comb, log, sqrt

import numpy as np

from mlcore.base import validation
from mlcore.base.types import Array, ArrayLike
from mlcore.separable import NOT_SEPARABLE, is_separable, widest_plane

MOST = 12  # points whose labelings are counted one by one: 4096 of them


def examples_realisable(epsilon: float, delta: float, hypotheses: float) -> int:
    """Examples after which every consistent hypothesis of a finite class has a risk of at most epsilon (PAC-05).

    With a chance of at least 1 − delta: (1/ε) ln(|H|/δ), rounded up. Raises ValueError for epsilon or delta not
    between 0 and 1.
    """
    _between(epsilon, delta)
    return ceil(log(_size(hypotheses) / delta) / epsilon)  # (05.7)


def examples_agnostic(epsilon: float, delta: float, hypotheses: float) -> int:
    """Examples after which the best on the sample is within epsilon of the best of a finite class (PAC-06).

    With a chance of at least 1 − delta: (2/ε²) ln(2|H|/δ), rounded up. Raises ValueError as above.
    """
    _between(epsilon, delta)
    return ceil(2 * log(2 * _size(hypotheses) / delta) / epsilon**2)  # (05.10)


def deviation(n: int, delta: float, hypotheses: float = 1) -> float:
    """How far all empirical risks of a finite class may be from their risks, with a chance of 1 − delta (PAC-07).

    Hoeffding for each and a union bound: sqrt(ln(2|H|/δ) / (2n)). Raises ValueError as above.
    """
    _between(0.5, delta)
    return sqrt(log(2 * _size(hypotheses) / delta) / (2 * validation.whole(n, "n")))  # (05.9)


def vc_deviation(n: int, delta: float, growth: float) -> float:
    """How far all empirical risks may be from their risks, with a chance of 1 − delta, in an infinite class (PAC-12).

    sqrt((8/n) ln(4 Π(2n)/δ)), Vapnik and Chervonenkis; growth is Π(2n), the most labelings of 2n points. Above 1 it
    promises nothing. Raises ValueError for delta not between 0 and 1, n < 1 and growth < 1.
    """
    _between(0.5, delta)
    return sqrt(8 * (log(4 / delta) + log(_size(growth))) / validation.whole(n, "n"))  # (05.14)


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
    """For each labeling of X (n, d), whether a plane realises it with a margin of at least rho, (2^n,) (PAC-14).

    rho = 0: with any margin above 0. A plane as far away as one likes gives one label to all points.
    Raises ValueError for more than MOST points and for rho < 0.
    """
    X = validation.points(X)
    rho = validation.not_negative(rho, "rho", "0 asks for any margin")
    if rho:
        return with_margin(streets(X), rho)
    half = labelings(len(X))[: 2 ** (len(X) - 1)]  # the others: both labels exchanged
    done = [len(set(y)) == 1 or is_separable(X, y) for y in half]
    return np.array(done + done[::-1])


@dataclass(frozen=True)
class Street:
    """The widest street between two labels: its plane w (d,) and b, and its margin, half its width.

    One label alone: no plane (w is None), and an infinite margin. Labels that no plane separates: none, and 0.
    """

    margin: float
    w: Array | None = None
    b: float = 0.0


def streets(X: ArrayLike) -> list[Street]:
    """The widest street for each of the 2^n labelings of X (n, d), in the order of `labelings` (PAC-14).

    Raises ValueError as `dichotomies` does.
    """
    X = validation.points(X)
    half = [_street(X, y) for y in labelings(len(X))[: 2 ** (len(X) - 1)]]
    return half + [s if s.w is None else Street(s.margin, -s.w, -s.b) for s in reversed(half)]


def with_margin(streets: list[Street], rho: float) -> Array:
    """Which of these streets have a margin of at least rho, to the accuracy of the QP."""
    return np.array([street.margin >= rho * (1 - 1e-6) for street in streets])


def _street(X: Array, y: Array) -> Street:
    if len(set(y)) == 1:
        return Street(np.inf)
    try:
        w, b = widest_plane(X, y)
    except ValueError as error:
        if str(error) != NOT_SEPARABLE:
            raise
        return Street(0.0)
    return Street(1 / float(np.linalg.norm(w)), w, b)


def margin(X: Array, y: Array) -> float:
    """Half the width of the widest street between the two labels: 0 where there is none, infinite for one label."""
    return _street(X, y).margin


def shatters(X: ArrayLike, rho: float = 0.0) -> bool:
    """Whether planes, with a margin of at least rho, realise all 2^n labelings of X (n, d) (PAC-10)."""
    return bool(dichotomies(X, rho).all())


def threshold_labelings(x: ArrayLike) -> Array:
    """The labelings (m, n) of the numbers x (n,) by thresholds: +1 above θ, −1 up to it (PAC-11)."""
    values = np.unique(x := _numbers(x))
    return _different(np.where(x > t, 1.0, -1.0) for t in [values[0] - 1, *values])


def interval_labelings(x: ArrayLike) -> Array:
    """The labelings (m, n) of the numbers x (n,) by intervals: +1 from a to b, −1 elsewhere (PAC-11)."""
    values = np.unique(x := _numbers(x))
    pairs = [(a, b) for a in values for b in values if a <= b]
    return _different([-np.ones(len(x)), *(np.where((a <= x) & (x <= b), 1.0, -1.0) for a, b in pairs)])


def sine_frequency(y: ArrayLike) -> float:
    """The ω for which sin(ω x) has the sign y_i at x_i = 2^−i, i = 1 to n: sin(ωx) shatters any number (PAC-11).

    ω = π (1 + Σ 2^i over the i with y_i = −1). y (n,) in {-1, +1}; exact in floats for up to MOST of them.
    """
    signs = np.atleast_1d(np.asarray(y, float))
    n = validation.whole(len(signs), "n", most=MOST, what="as ω doubles with each")
    if signs.shape != (n,) or not np.isin(signs, (-1, 1)).all():
        raise ValueError("y must be a row of labels −1 and +1.")
    return float(np.pi * (1 + 2.0 ** np.arange(1, n + 1) @ (signs < 0)))


def _numbers(x: ArrayLike) -> Array:
    return validation.points(np.reshape(np.asarray(x, float), (-1, 1)), "x")[:, 0]


def _different(rows) -> Array:
    return np.unique(np.array(list(rows)), axis=0)


# --- How many there can be --------------------------------------------------------------------


def growth_of_planes(n: int, d: int) -> int:
    """How many labelings planes realise of n points of R^d in general position: 2 Σ C(n − 1, k), k ≤ d (PAC-13)."""
    validation.whole(n, "n")
    validation.whole(d, "d")
    return 2 * sum(comb(n - 1, k) for k in range(d + 1))  # (05.12)


def sauer(n: int, dimension: int) -> int:
    """Sauer's bound on the labelings of n points by a class of this VC dimension: Σ C(n, k), k = 0 to dimension."""
    validation.whole(n, "n")
    validation.whole(dimension, "dimension", least=0)
    return sum(comb(n, k) for k in range(dimension + 1))  # (05.13)
