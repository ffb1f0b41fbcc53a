"""Expected and actual values: do they agree, and if not, in which words to say so."""

from collections.abc import Callable
from typing import Any

import numpy as np

RTOL, ATOL = 1e-6, 1e-8


def difference(came: Any, expected: Any) -> str | None:
    """None if the two agree, or what is wrong with `came` beside its value: type, shape, NaN; "" if only the value."""
    if isinstance(expected, tuple):
        return _parts(came, expected)
    if isinstance(expected, str):
        return None if came == expected else ""
    try:
        came, expected = np.asarray(came, float), np.asarray(expected, float)
    except (TypeError, ValueError):
        return f"your answer is of type {type(came).__name__}, and should be {kind(expected)}"
    if came.shape != expected.shape:
        return f"your answer has shape {came.shape}, and should have {expected.shape}"
    if np.isnan(came).any() and not np.isnan(expected).any():
        return "your answer holds NaN (not a number): look for 0/0, or the square root of a negative number"
    return None if np.allclose(came, expected, rtol=RTOL, atol=ATOL, equal_nan=True) else ""


def _parts(came: Any, expected: tuple) -> str | None:
    if not isinstance(came, (tuple, list)) or len(came) != len(expected):
        return f"your answer should be {len(expected)} values, {kind(expected)}"
    found = [difference(a, b) for a, b in zip(came, expected, strict=True)]
    return next((words for words in found if words is not None), None)


def agree(came: Any, expected: Any, accepts: Callable | None, arguments: tuple) -> bool:
    """True if the answer is right; `accepts` decides where there is more than one."""
    if accepts is None:
        return difference(came, expected) is None
    try:
        return bool(accepts(came, expected, *arguments))
    except (TypeError, ValueError, IndexError):  # of another shape or type than any right answer
        return False


def kind(value: Any) -> str:
    """What sort of thing a value is, in words."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(kind, value)) + ")"
    shape = np.shape(value)
    return f"an array of shape {shape}" if shape else type(value).__name__.replace("float64", "float")


def short(value: Any) -> str:
    """A value in few characters."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(short, value)) + ")"
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    if isinstance(value, np.ndarray):
        return np.array2string(value, precision=4, threshold=8, suppress_small=True, separator=", ").replace("\n", "")
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "…"
