"""Bad input gets a sentence that says what to change: the checks that all algorithms share.

Each function returns what it was given, as floats, or raises ValueError. Estimators also use scikit-learn's
`validate_data`, whose sentences are as good.
"""

from numbers import Integral, Real
from typing import Any

import numpy as np

from mlcore.base.types import Array, ArrayLike

LARGEST = 1e150  # the square of anything larger leaves the range of floats,
SMALLEST = 1e-150  # and that of anything smaller is 0, or has lost its digits


def points(X: ArrayLike, name: str = "X") -> Array:
    """A table (n, d), n and d at least 1: finite, and small enough to be squared."""
    X = _floats(X, name)
    if X.ndim != 2 or not X.size:
        raise ValueError(
            f"{name} has shape {X.shape}: it must be a table (n, d) of finite numbers, one row per point, one column "
            f"per feature (a single feature: {name}.reshape(-1, 1))."
        )
    if not np.isfinite(X).all():
        raise ValueError(f"{name} holds NaN or infinite values: it must be a table (n, d) of finite numbers.")
    if np.abs(X).max() > LARGEST:
        raise ValueError(f"{name} holds values beyond {LARGEST:g}, whose squares overflow: take other units.")
    return X


def squarable(X: ArrayLike, name: str = "X") -> Array:
    """The same, where numbers must not be too small for their squares either."""
    X = points(X, name)
    size = np.abs(X - X.mean(axis=0)).max(axis=0)
    if ((size > 0) & (size < SMALLEST)).any():
        raise ValueError(
            f"A column of {name} varies by less than {SMALLEST:g}, whose squares vanish: take other units."
        )
    return X


def centers(centers: ArrayLike, X: Array) -> Array:
    """Start centres (K, d) for points X (n, d)."""
    centers, d = _floats(centers, "The start centres"), X.shape[1]
    if centers.ndim != 2 or not len(centers) or centers.shape[1] != d:
        raise ValueError(f"The start centres have shape {centers.shape}: it must be (K, {d}), one row per centre.")
    if not (np.abs(centers) <= LARGEST).all():
        raise ValueError("The start centres hold NaN or values that are too large.")
    return centers


def vector(v: ArrayLike, n: int, name: str) -> Array:
    """Finite numbers (n,)."""
    v = _floats(v, name)
    if v.shape != (n,) or not np.isfinite(v).all():
        raise ValueError(f"{name} has shape {v.shape}: it must hold {n} finite numbers, shape ({n},).")
    return v


def weights(w: ArrayLike, n: int, name: str) -> Array:
    """How much each of n examples counts (n,): 0 or more, and not all 0."""
    w = vector(w, n, name)
    if (w < 0).any() or not w.any():
        raise ValueError(f"{name} must be 0 or more, and not all 0: they say how much each example counts.")
    if w.max() > LARGEST:
        raise ValueError(f"{name} holds values beyond {LARGEST:g}, whose sum may overflow: only their ratios matter.")
    return w


def square(S: ArrayLike, name: str) -> Array:
    """A finite matrix (d, d). Raises ValueError if it is none."""
    S = points(S, name)
    if S.shape[0] != S.shape[1]:
        raise ValueError(f"{name} has the shape {S.shape}: it has to be square, (d, d).")
    return S


def targets(y: ArrayLike, n: int) -> Array:
    """The targets (n,) of a regression on n points."""
    y = np.asarray(y)
    if y.dtype.kind in "US":
        raise ValueError("The targets are strings: a regression predicts numbers. For labels take a classifier.")
    y = _floats(y, "y")
    if y.shape != (n,):
        cure = "y.ravel() has" if y.size == n else "there must be"
        raise ValueError(f"The targets y have shape {y.shape}, for {n} points: {cure} one number per point.")
    if not np.isfinite(y).all():  # scikit-learn lets a None pass, which then is NaN
        raise ValueError("Input y contains NaN or infinity: drop these rows, or fill the gaps.")
    if np.abs(y).max(initial=0) > LARGEST:
        raise ValueError(f"The targets hold values beyond {LARGEST:g}, whose squares overflow: take other units.")
    return y


def signs(y: ArrayLike, n: int) -> Array:
    """The labels (n,) of two classes, -1 and +1, both of them."""
    y = np.asarray(y)
    if y.shape != (n,):
        raise ValueError(
            f"There are {n} points, and labels of shape {y.shape}: give one label per point, shape ({n},)."
        )
    if set(y.tolist()) != {-1, 1}:
        raise ValueError("The labels must be -1 and +1, both of them (see mlcore.base.labels.to_pm1).")
    return y.astype(float)


def bits(y: ArrayLike, n: int) -> Array:
    """The labels (n,) of two classes, 0 and 1, both of them."""
    y = np.asarray(y)
    if y.shape != (n,):
        cure = "y.ravel() has" if y.size == n else "there must be"
        raise ValueError(f"There are {n} points, and labels of shape {y.shape}: {cure} one label per point.")
    if set(y.tolist()) != {0, 1}:
        raise ValueError("The labels must be 0 and 1, both of them (see mlcore.base.labels.to_01).")
    return y.astype(float)


def different_points(X: Array, K: int, name: str) -> None:
    """At least K different rows in X (n, d)."""
    if len(np.unique(X[: 4 * K], axis=0)) >= K:  # as in most tables: then the others need not be sorted
        return
    different = len(np.unique(X, axis=0))
    if different < K:
        samples = "1 sample has" if len(X) == 1 else f"these {len(X)} samples have"
        points = "point" if different == 1 else "points"
        raise ValueError(f"{name} is {K}, but {samples} only {different} different {points}: take K smaller.")


def whole(value: Any, name: str, *, least: int = 1, most: int | None = None, what: str = "") -> int:
    """A whole number from `least` to `most`; `what` says what the upper end is."""
    value = _scalar(value)
    if not _whole(value) or value < least or (most is not None and value > most):
        span = f", {least} or more" if most is None else f" from {least} to {most}{what and ', ' + what}"
        raise ValueError(f"{name} is {shown(value)}: take a whole number{span}.")
    return int(value)


def positive(value: Any, name: str, what: str = "it", *, infinite: bool = False) -> float:
    """A number larger than 0; `what` it is called in words."""
    number = _float(value)
    if not number > 0 or (np.isinf(number) and not infinite):
        finite = "" if infinite else " and finite"
        raise ValueError(f"{name} is {shown(value)}: {what} must be a number larger than 0{finite}.")
    return number


def not_negative(value: Any, name: str, what: str = "") -> float:
    """A number from 0 on; `what` says what 0 means."""
    number = _float(value)
    if not 0 <= number < np.inf:
        raise ValueError(f"{name} is {shown(value)}: take a number, 0 or more{what and '; ' + what}.")
    return number


def share(value: ArrayLike, name: str) -> Array:
    """Numbers from 0 to 1, such as chances, of any shape."""
    value = _floats(value, name)
    if not ((value >= 0) & (value <= 1)).all():
        raise ValueError(f"{name} is {value}: it must be a chance, from 0 to 1.")
    return value


def generator(seed: Any, name: str = "random_state") -> np.random.Generator:
    """NumPy's generator for a seed, a whole number from 0 on; None is a fresh one, and a generator is itself."""
    seed = _scalar(seed)
    if isinstance(seed, (Real, str)):
        seed = whole(seed, name, least=0)
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {shown(seed)}: take a whole number, 0 or more.") from None


def one_of(value: Any, name: str, options, more: str = "") -> Any:
    """One of the options; `more` names what else would do."""
    if not isinstance(value, str) or value not in options:
        raise ValueError(f"{name} is {shown(value)}: take one of {', '.join(map(repr, options))}{more}.")
    return value


def shown(value: Any) -> str:
    """How a sentence shows a bad value: a string in quotes, a number without its type."""
    return repr(value) if isinstance(value, str) else str(value)


def _whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _real(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _float(value: Any) -> float:
    """A number of any type as a float, infinite beyond their range; NaN, which no comparison lets pass, for others."""
    value = _scalar(value)
    if not _real(value):
        return np.nan
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf


def _scalar(value: Any) -> Any:
    """An array without axes, such as np.array(2), as the number in it; anything else as it is."""
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value


def _floats(value: ArrayLike, name: str) -> Array:
    """A copy of a table of numbers as floats."""
    try:
        return np.array(value, float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} holds something that is not a number, or rows of different lengths.") from None
