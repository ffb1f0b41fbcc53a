"""The rooms of the lectures: `from mlcore.lectures import kmeans`, then `kmeans.run(X)` draws your points.

A room has all that its lecture has of its own: its figures, its exercises, and their helpers. It is called as its
notebook, without the number.
"""

import importlib
import pkgutil
from typing import Any


def rooms() -> list[str]:
    """The names of all rooms."""
    return [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]


def all_figures() -> dict[str, Any]:
    """Every figure of every room by name, such as kmeans.run. It loads all of them."""
    from mlcore.plots.figure import FIGURES  # not sooner: it loads what draws

    for room in rooms():
        package = importlib.import_module(f"{__name__}.{room}")
        for module in pkgutil.iter_modules(package.__path__):
            if module.name != "exercises":
                importlib.import_module(f"{package.__name__}.{module.name}")
    return FIGURES
