"""Expected and actual values: do they agree, in whatever form, and if not, in which words to say so."""

import decimal
import numbers
from typing import Any

import numpy as np

from mlcore.base.types import Array
from mlcore.check.exercise import TOLERANCE, Exercise

ATOL = 1e-8
COARSE = 1e-3  # relative; nearer than this, an answer that is not right was found by too coarse a step


def difference(came: Any, expected: Any, tolerance: float = TOLERANCE, *, any_shape: bool = False) -> str | None:
    """None if the two agree, or what is wrong with `came` beside its value: type, shape, NaN; "" if only the value.

    any_shape: answers of another shape may be right too, so that the shape is not what is wrong.
    """
    if isinstance(expected, tuple):
        return _parts_difference(came, expected, tolerance, any_shape)
    if isinstance(expected, str):
        return None if isinstance(came, str) and came == expected else ""
    try:
        came = as_numbers(came)
        expected = as_numbers(expected)
    except (TypeError, ValueError):
        return f"your answer is of type {type(came).__name__}, and should be {kind(expected)}"
    if not _fits(came.shape, expected.shape):
        return "" if any_shape else _shape_words(came, expected, tolerance)
    if np.isnan(came).any() and not np.isnan(expected).any():
        return "your answer holds NaN (not a number): look for 0/0, or the square root of a negative number"
    return None if _close(came.reshape(expected.shape), expected, tolerance) else ""


def agree(came: Any, expected: Any, task: Exercise, arguments: tuple) -> bool:
    """True if the answer is right; `task.accepts` decides where there is more than one."""
    if task.accepts is None:
        return difference(came, expected, task.tolerance) is None
    try:
        return bool(task.accepts(_in_form(came, expected), expected, *arguments))
    except (TypeError, ValueError, IndexError, ArithmeticError):  # of another shape or type than any right answer
        return False


def is_coarse(came: Any, expected: Any) -> bool:
    """True if numbers are right to three digits: what a finite difference, or a solver stopped early, gives."""
    if isinstance(expected, tuple):
        parts = _split(came, len(expected)) or []
        return len(parts) == len(expected) and all(map(is_coarse, parts, expected))
    try:
        came = as_numbers(came)
        expected = as_numbers(expected)
    except (TypeError, ValueError):
        return False
    if not _fits(came.shape, expected.shape) or not expected.size:
        return False
    return bool(np.abs(came.reshape(expected.shape) - expected).max() <= COARSE * np.abs(expected).max())


def as_numbers(value: Any) -> Array:
    """The value as floats, from any form that numbers come in. TypeError or ValueError if it holds anything else.

    A string is not a number, not even "0.2".
    """
    try:
        array: Any = np.asarray(value)
    except ValueError:  # parts of several forms, say a float beside an array that holds one number
        array = np.array([as_numbers(part).item() for part in value])
    if array.dtype.kind == "O":
        array = np.array([_as_float(part) for part in array.ravel()]).reshape(array.shape)
    if array.dtype.kind == "c" and not array.imag.any():
        array = array.real
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{array.dtype} is not a number")
    return array.astype(float)


def _as_float(value: Any) -> float:
    if isinstance(value, (numbers.Real, decimal.Decimal, np.bool_)):  # a Fraction, say
        return float(value)
    if isinstance(value, np.ndarray):
        return as_numbers(value).item()
    raise TypeError(f"{type(value).__name__} is not a number")


def _fits(came: tuple, expected: tuple) -> bool:
    """Equal shapes, up to lengths of 1 that make no difference: (n, 1) for (n,), but not (n, 1) for (1, n)."""
    one = [tuple(length for length in shape if length != 1) for shape in (came, expected)]
    return came == expected or (one[0] == one[1] and min(len(came), len(expected)) < 2)


def _close(came: Array, expected: Array, tolerance: float) -> bool:
    absolute = tolerance if tolerance > TOLERANCE else ATOL  # what a solver finds for 0 is no smaller than that
    return np.allclose(came, expected, rtol=tolerance, atol=absolute, equal_nan=True)


def _shape_words(came: Array, expected: Array, tolerance: float) -> str:
    words = f"your answer has shape {came.shape}, and should have {expected.shape}"
    if came.shape == expected.shape[::-1] and _close(came.T, expected, tolerance):
        return f"the numbers are right, but {words}: transpose it, with .T"
    if came.size == expected.size and _close(came.ravel(), expected.ravel(), tolerance):
        cure = "flatten it, with .ravel()" if expected.ndim == 1 else f"bring it there, with .reshape{expected.shape}"
        return f"the numbers are right, but {words}: {cure}"
    return words


def _parts_difference(came: Any, expected: tuple, tolerance: float, any_shape: bool) -> str | None:
    parts = _split(came, len(expected))
    if parts is None:
        kinds = {kind(value) for value in expected}
        each = f"each {kinds.pop()}" if len(kinds) == 1 < len(expected) else kind(expected)
        return f"your answer should be {len(expected)} values, {each}"
    found = [difference(a, b, tolerance, any_shape=any_shape) for a, b in zip(parts, expected, strict=True)]
    return next((words for words in found if words is not None), None)


def _split(came: Any, count: int) -> list | None:
    """The parts of an answer of several values, which may be a tuple, a list or an array of them."""
    if isinstance(came, (tuple, list)) and len(came) == count:
        return list(came)
    try:
        array = np.asarray(came)
    except ValueError:
        return None
    if array.ndim and len(array) == count:
        return list(array)
    return list(array.ravel()) if array.size == count > 1 else None


def _in_form(came: Any, expected: Any) -> Any:
    """`came` in the form of `expected` where that is only a matter of form: what `accepts` sees."""
    if isinstance(expected, tuple):
        parts = _split(came, len(expected))
        if parts is None:
            raise TypeError("not as many values")
        return tuple(_in_form(a, b) for a, b in zip(parts, expected, strict=True))
    array = as_numbers(came)
    if _fits(array.shape, np.shape(expected)):
        array = array.reshape(np.shape(expected))
    elif np.ndim(expected) == 0:
        raise TypeError("not one number")
    return array if array.ndim else float(array)


def kind(value: Any) -> str:
    """What sort of thing a value is, in words."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(kind, value)) + ")"
    shape = np.shape(value)
    if shape:
        return f"an array of shape {shape}"
    return "True or False" if isinstance(value, (bool, np.bool_)) else "a number"


def short(value: Any) -> str:
    """A value in few characters."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(short, value)) + ")"
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    if isinstance(value, np.ndarray):
        return np.array2string(value, precision=4, threshold=8, suppress_small=True, separator=", ").replace("\n", "")
    text = getattr(getattr(value, "func", value), "__name__", str(value))  # a function's address says nothing
    return text if len(text) <= 80 else text[:77] + "…"
