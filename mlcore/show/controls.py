"""The controls of a figure, as plain data: a label, where it starts, what it can take. `widgets` makes them visible."""

import math
import numbers
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from mlcore.show.numbers import number, with_minus


@dataclass(frozen=True)
class Slider:
    """A number from `low` to `high` in steps; a whole number if `start` and `step` are ints.

    readout: how the number is written beside the slider, as format has it; else with the decimals of its steps.
    """

    kind: ClassVar[str] = "slider"
    label: str
    start: float
    low: float
    high: float
    step: float = 1
    readout: str = ""

    def __post_init__(self):
        start = min(max(self.start, self.low), self.high)
        if not self.is_whole:
            start = float(start)
            places = next((p for p in range(2, 5) if _is_exact(self.low, p) and _is_exact(self.step, p)), 4)
            object.__setattr__(self, "readout", self.readout or f".{places}f")
        object.__setattr__(self, "start", start)

    @property
    def is_whole(self) -> bool:
        """True if it stands at whole numbers only."""
        return isinstance(self.start, int) and isinstance(self.step, int)

    @property
    def values(self) -> list:
        """All the values that it stops at."""
        count = round((self.high - self.low) / self.step) + 1
        return [min(self.low + k * self.step, self.high) for k in range(count)]

    def take(self, value: Any) -> Any:
        """The value as the control holds it. ValueError for what lies beyond its ends, or is no number."""
        return _within(value, self.low, self.high, self.is_whole)

    def words(self, value: float) -> str:
        """The value as it stands beside the slider."""
        return with_minus(format(value, self.readout))


@dataclass(frozen=True)
class LogSlider:
    """A positive number from 10^low to 10^high, with even steps in its exponent.

    It starts at the step nearest to `start`, where the browser would put it anyhow. readout: how the number is written
    beside the slider, as d3's format has it.
    """

    kind: ClassVar[str] = "slider"
    label: str
    start: float
    low: float
    high: float
    per_decade: int = 10
    readout: str = ""

    def __post_init__(self):
        nearest = 10 ** (round(math.log10(self.start) * self.per_decade) / self.per_decade)
        object.__setattr__(self, "start", min(max(nearest, 10.0**self.low), 10.0**self.high))
        short = ".3r" if self.low >= -3 and self.high <= 5 else ".3g"  # 1000 as the captions have it, not 1.00e+3
        object.__setattr__(self, "readout", self.readout or short)

    @property
    def step(self) -> float:
        """By how much the exponent changes from one position to the next."""
        return 1 / self.per_decade

    @property
    def values(self) -> list[float]:
        """All the values that it stops at."""
        count = round((self.high - self.low) / self.step) + 1
        return [10.0 ** (self.low + k * self.step) for k in range(count)]

    def take(self, value: Any) -> float:
        """The value as the control holds it. ValueError for what lies beyond its ends, or is no number."""
        return _within(value, 10.0**self.low, 10.0**self.high, whole=False)

    def words(self, value: float) -> str:
        """The value as captions have it."""
        return number(value, 3)


class _OfOptions:
    """What Choice and ListSlider share."""

    options: Any

    @property
    def named(self) -> list[tuple[str, Any]]:
        """The options with their words."""
        if isinstance(self.options, Mapping):
            return [(str(words), value) for words, value in self.options.items()]
        return [(str(value), value) for value in self.options]

    @property
    def values(self) -> list:
        """All the options."""
        return [value for _, value in self.named]

    def take(self, value: Any) -> Any:
        """The option that equals the value. ValueError if none does."""
        for option in self.values:
            if _is_same(option, value):
                return option
        raise ValueError(f"is none of the choices: take one of {', '.join(map(repr, self.values))}.")

    def words(self, value: Any) -> str:
        """The words of this option."""
        return next(words for words, option in self.named if _is_same(option, value))


@dataclass(frozen=True)
class Choice(_OfOptions):
    """A menu of options, a list or a dict from words to values; without `start` the first is chosen."""

    kind: ClassVar[str] = "menu"
    label: str
    options: Sequence | Mapping[str, Any]
    start: Any = None

    def __post_init__(self):
        if self.start is None:
            object.__setattr__(self, "start", self.values[0])


@dataclass(frozen=True)
class ListSlider(_OfOptions):
    """A slider over a list of values, which it shows as they are."""

    kind: ClassVar[str] = "slider"
    label: str
    options: Sequence
    start: Any


@dataclass(frozen=True)
class StepSlider:
    """A slider over the steps `first`, …, `last` of a run, with a Play button: `interval` milliseconds a step."""

    kind: ClassVar[str] = "steps"
    label: str
    last: int
    start: int = 0
    interval: int = 60
    first: int = 0

    def __post_init__(self):
        object.__setattr__(self, "start", min(max(self.start, self.first), self.last))

    @property
    def values(self) -> list[int]:
        """All the steps."""
        return list(range(self.first, self.last + 1))

    def take(self, value: Any) -> int:
        """The step. ValueError for what is no whole number, or lies beyond the ends."""
        return _within(value, self.first, self.last, whole=True)

    def words(self, value: int) -> str:
        """The step in digits."""
        return with_minus(str(value))


Control = Slider | LogSlider | Choice | ListSlider | StepSlider


def _is_exact(value: float, places: int) -> bool:
    return math.isclose(round(value, places), value, abs_tol=1e-12)


def _is_same(option: Any, value: Any) -> bool:
    """True if the two are equal; arrays and the like, which have no single answer, must be the same object."""
    if option is value:
        return True
    equal = value is not None and option == value
    return isinstance(equal, (bool, np.bool_)) and bool(equal)


def _within(value: Any, low: float, high: float, whole: bool) -> Any:
    if isinstance(value, (numbers.Real, np.bool_)) and math.isfinite(value):
        kept = min(max(float(value), low), high)
        kept = round(kept) if whole else float(kept)
        if math.isclose(kept, value, rel_tol=1e-9):
            return kept
    kind = "a whole number" if whole else "a number"
    raise ValueError(f"is not on this control: take {kind} from {low:g} to {high:g}.")
