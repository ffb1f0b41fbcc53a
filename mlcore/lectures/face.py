"""The face of a room: its figures under their names, each module loaded when something of it is asked for."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def lazy(room: str, names: Mapping[str, Sequence[str]]) -> tuple[Callable[[str], Any], list[str]]:
    """`__getattr__` and `__all__` of the package `room`; names: what it shows of each of its modules.

    So the marker can load the exercises of a room without its figures, which load matplotlib and ipywidgets.
    """
    module_of = {name: module for module, shown in names.items() for name in shown}

    def __getattr__(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{room}.{module_of[name]}"), name)

    return __getattr__, sorted(module_of)
