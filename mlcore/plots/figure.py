"""What makes a View a figure: it takes data of one kind, and its name is known to the gallery and to the tests."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from IPython import get_ipython

from mlcore.check.claims import raising
from mlcore.datasets import Dataset
from mlcore.plots.kinds import FORMULA, Data, DataError, Kind
from mlcore.show import Live, View

V = TypeVar("V", bound=View)
FIGURES: dict[str, Figure] = {}  # by name, those of the rooms that were imported: see mlcore.lectures.all_figures


@dataclass(frozen=True)
class Figure:
    """A View that takes data of one kind, or draws its own: called, it is live.

    cls: the view. kind: how data are read, and in which words others are refused. default(): the lecture's own data.
    most: with more points a sample of that many is drawn, and the caption says so.
    """

    cls: type[View]
    kind: Kind
    default: Callable[[], Data]
    most: int | None

    @property
    def name(self) -> str:
        """Room and class, as kmeans.run."""
        room = self.cls.__module__.rpartition(".")[0]
        return f"{room.rpartition('.')[2]}.{self.cls.__name__}"

    def view(self, *given: Any, **settings: Any) -> View:
        """The view of these data, or of the lecture's own. DataError, one sentence, for data that do not fit."""
        with _one_sentence():
            data, remark = _sampled(self.kind.read(*given) if given else self.default(), self.most)
            made = self.cls(data, **settings)
            made.remark = " ".join(filter(None, [remark, self._whose(given)]))
        return made

    def _whose(self, given: tuple) -> str:
        """What a reader is told who has put data of their own into the notebook, and sees a figure of other data."""
        shell = get_ipython()
        if shell is None or not any(_is_own(held) for held in shell.user_ns.values()):
            return ""
        if self.kind is FORMULA:
            return "This figure does not use your data."
        tables = [table for one in given for table in (one.values() if isinstance(one, dict) else [one])]
        if any(_is_own(table) or not isinstance(table, Dataset) for table in tables):
            return ""  # arrays may be theirs
        return "These are the lecture's own data, not yours."

    def __call__(self, *given: Any, **settings: Any) -> Live[Any]:
        """The live figure; in a notebook, for data that do not fit, the sentence in its place."""
        try:
            with _one_sentence():  # the algorithm's, too: it may be unable to use the data
                return Live(self.view(*given, **settings))
        except DataError as error:
            if raising() or get_ipython() is None:
                raise
            return Refused(error)  # type: ignore[return-value]

    @property
    def signature(self) -> inspect.Signature:
        """How the figure is called: with data of its kind, its settings by name, and where its controls start."""
        data = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY, default=None) for name in self.kind.takes]
        settings = self.cls.settings().items()
        named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value) for name, value in settings]
        return inspect.Signature([*data, *named, inspect.Parameter("starts", inspect.Parameter.VAR_KEYWORD)])


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


def figure(
    kind: Kind, default: Callable[[], Data] = lambda: None, *, most: int | None = None
) -> Callable[[type[V]], Callable[..., Live[V]]]:
    """Decorate a View: `street(X, y)` is then live, of the reader's data, and `street()` of the lecture's own.

    kind: how data are read, and in which words others are refused. default(): the lecture's own. most: with more
    points a sample of that many is drawn, and the figure says so. Data that do not fit raise DataError, one sentence;
    in a notebook the sentence stands in place of the figure. `street.live` is the last figure of that call.
    """

    def register(cls: type[V]) -> Callable[..., Live[V]]:
        made = Figure(cls, kind, default, most)
        FIGURES[made.name] = made

        def call(*given: Any, **settings: Any) -> Live[V]:
            call.live = made(*given, **settings)  # type: ignore[attr-defined]
            return call.live  # type: ignore[attr-defined]

        functools.update_wrapper(call, cls, updated=())  # help, ? and the gallery show the view's docstring
        call.__signature__ = made.signature  # type: ignore[attr-defined]
        return call

    return register


def _is_own(held: Any) -> bool:
    return isinstance(held, Dataset) and held.is_own


@contextlib.contextmanager
def _one_sentence() -> Iterator[None]:
    """What does not fit is a DataError, whoever found it."""
    try:
        yield
    except DataError:
        raise
    except ValueError as error:
        raise DataError(str(error)) from error.__cause__


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
