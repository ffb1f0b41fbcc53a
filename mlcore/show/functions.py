"""A view made of three functions, and its controls by their old names. They go when the last figure is a View."""

from typing import Any, ClassVar

from mlcore.show.controls import Choice, ListSlider, LogSlider, Slider, StepSlider
from mlcore.show.view import View


class Functions(View):
    """compute(**params) returns any result; draw(result) panels of marks; describe(result) one line."""

    _own_names: ClassVar[set[str]] = set()
    result: Any
    parts: Any

    def __init__(self, compute, draw, describe, controls, pointers, size):
        self.parts = compute, draw, describe
        self.controls, self.pointers, self.size = controls, pointers, size
        super().__init__()

    def compute(self, **values: Any) -> None:
        self.result = self.parts[0](**values)

    def draw(self):
        return self.parts[1](self.result)

    def describe(self) -> str:
        return self.parts[2](self.result)


def slider(label, value, low, high, step):
    return Slider(label, value, low, high, step)


def log_slider(label, value, low, high, per_decade=10):
    return LogSlider(label, value, low, high, per_decade)


def choice(label, options):
    return Choice(label, options)


def list_slider(label, values, value):
    return ListSlider(label, list(values), value)


def step_slider(label, last, value=0, interval=60, first=0):
    return StepSlider(label, last, value, interval, first)
