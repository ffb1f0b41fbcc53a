"""What makes a function a figure: it takes data of one kind, and its name is known to the gallery and to the tests."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from IPython import get_ipython

from mlcore.check.claims import raising
from mlcore.plots.kinds import Data, DataError, Kind
from mlcore.show import Live, Picture


@dataclass(frozen=True)
class Figure:
    """A registered figure: its function as it is called, the kind of its data, and those it draws by itself.

    A call returns a Live or a Picture, or in a notebook, for data that do not fit, a Refused.
    """

    call: Callable[..., Any]
    kind: Kind
    default: Callable[[], Data]
    most: int | None

    @property
    def name(self) -> str:
        """Room and function, as kmeans.run."""
        room = self.call.__module__.rpartition(".")[0]
        return f"{room.rpartition('.')[2]}.{self.call.__name__}"


class Refused:
    """What a notebook shows in place of a figure of data that do not fit: the sentence. *Run All* goes on.

    Whatever else is asked of it raises that sentence, as a DataError.
    """

    def __init__(self, error: DataError):
        self.error = str(error)

    def __repr__(self) -> str:
        return f"⚠ {self.error}"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # Python and IPython ask what it can do
            raise AttributeError(name)
        raise DataError(self.error)


FIGURES: dict[str, Figure] = {}  # by name, those of the rooms that were imported: see mlcore.lectures.all_figures


def figure(kind: Kind, default: Callable[[], Data] = lambda: None, *, most: int | None = None) -> Callable:
    """Decorate a function draw(data, **settings) -> Live or Picture: it can then be called with data, or with none.

    kind: how data are read, and in which words others are refused. default(): the lecture's own. most: with more
    points a sample of that many is drawn, and the figure says so. Data that do not fit raise DataError, one sentence;
    in a notebook the sentence stands in place of the figure.
    """

    def register(draw: Callable[..., Live | Picture]) -> Callable[..., Any]:
        @functools.wraps(draw)
        def call(*given: Any, **settings: Any) -> Live | Picture | Refused:
            try:
                data, remark = _sampled(kind.read(*given) if given else default(), most)
                made = draw(**settings) if data is None else draw(data, **settings)
            except ValueError as error:  # what does not fit, or what an algorithm says of data it cannot use
                refusal = error if isinstance(error, DataError) else DataError(str(error))
                if raising() or get_ipython() is None:
                    raise refusal from error.__cause__
                return Refused(refusal)
            return _remark(made, remark)

        found = Figure(call, kind, default, most)
        FIGURES[found.name] = found
        return call

    return register


def _sampled(data: Data, most: int | None) -> tuple[Data, str]:
    """At most so many of the points, drawn once and for all, and what to say of it."""
    if isinstance(data, dict):  # tables by name
        pairs = {name: _sampled(table, most) for name, table in data.items()}
        said = [f"{name}: {remark}" for name, (_, remark) in pairs.items() if remark]
        return {name: table for name, (table, _) in pairs.items()}, " ".join(said)
    if most is None or data is None or len(data.X) <= most:
        return data, ""
    keep = np.sort(np.random.default_rng(0).choice(len(data.X), most, replace=False))
    return replace(data, X=data.X[keep], y=data.y[keep]), f"A sample of {most} of the {len(data.X)} points."


def _remark(made: Live | Picture, remark: str) -> Live | Picture:
    if remark and isinstance(made, Picture):
        return Picture(made.panels, f"{made.description} {remark}", made.size)
    if remark and isinstance(made, Live):
        made.remark(remark)
    return made
