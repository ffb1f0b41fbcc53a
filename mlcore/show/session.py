"""A notebook's session: which run of which cell is going on, and the figures that its earlier runs made.

A cell that is run again replaces its output: the figures of the run before would go on computing, unseen. A name
that is bound anew, by another cell, ends nothing.
"""

from collections.abc import Iterator

import ipywidgets as widgets
from IPython import get_ipython

Run = tuple[str, str]  # the cell's id, and the message that asked for this run
_figures: dict[str, tuple[str, list[widgets.Widget]]] = {}  # by cell: its latest run, and what that made


def running() -> Run | None:
    """The run that is going on, where the front end names its cells (JupyterLab and Notebook 7 do)."""
    parent = getattr(get_ipython(), "get_parent", dict)() or {}
    cell = parent.get("metadata", {}).get("cellId")
    run = parent.get("header", {}).get("msg_id")
    return (cell, run) if cell and run else None


def replace_earlier(figure: widgets.Widget) -> None:
    """Close the figures that earlier runs of this cell made; this one belongs to the present run."""
    if (now := running()) is None:
        return
    cell, run = now
    latest, figures = _figures.get(cell, (run, []))
    if latest != run:
        for old in figures:
            old.close()
        figures = []
    _figures[cell] = run, [*figures, figure]


def close_all(*roots: widgets.Widget) -> None:
    """Close these widgets with all that belongs to them: ipywidgets closes one at a time, and keeps the rest."""
    for widget in list(_family(roots)):
        widget.close()


def _family(roots) -> Iterator[widgets.Widget]:
    for widget in roots:
        yield from _family(getattr(widget, "children", ()))
        yield from (getattr(widget, name) for name in ("layout", "style") if hasattr(widget, name))
        yield widget
