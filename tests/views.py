"""Views for tests: made of three functions, and shown."""

from collections.abc import Callable
from typing import Any

from mlcore.show import Live, View


class FromFunctions(View):
    """compute(**values) returns any result; draw(result) its panels; describe(result) one line."""

    functions: tuple[Callable[..., Any], ...]
    result: Any

    def __init__(self, compute, draw, describe, *, controls=None, pointers=(), size=View.size):
        self.functions = compute, draw, describe
        self.controls = controls or {}
        self.pointers = pointers
        self.size = size
        super().__init__()

    def compute(self, **values):
        self.result = self.functions[0](**values)

    def draw(self):
        return self.functions[1](self.result)

    def describe(self):
        return self.functions[2](self.result)


def live_of(compute, draw, describe, **moved) -> Live[FromFunctions]:
    """The live figure of these functions; moved: controls, pointers, size."""
    return Live(FromFunctions(compute, draw, describe, **moved))
