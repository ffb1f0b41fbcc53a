"""A figure in one class: what it takes, what moves in it, what it computes, draws and says. It has no widget."""

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np

from mlcore.show.controls import Control
from mlcore.show.drag import Drag
from mlcore.show.marks import Panels
from mlcore.show.picture import SIZE, Picture
from mlcore.show.pointer import Pointer

_OPEN = {"size", "controls", "pointers", "prepare", "compute", "draw", "describe", "drags"}  # what a subclass says anew


class View:
    """A figure of `data`; its instances are the states of that figure.

    A subclass says with `controls` and `pointers` what a reader moves: in the class, or in `prepare` where they depend
    on the data. `prepare` runs once. `compute` takes a value of each control, and of each pointer its points and
    labels; it runs on a fresh copy for each move, and what it puts on `self` is what `draw` and `describe` work with,
    and what a checked cell finds at `live.at(...)`.

    Attributes are annotated in the class. With a default they are settings, which a call may give by name:
    `depths(X, y, deepest=6)`. Without one they are what `prepare` and `compute` put there. The name of a control may
    be given, too, and says where it starts. size: of the picture, in inches.

    What is prepared is shared by all states: compute binds new names, and changes no list or array in place: arrays
    are read-only.
    """

    size: tuple[float, float] = SIZE
    controls: Mapping[str, Control] = {}
    pointers: Sequence[Pointer] = ()
    compute: Callable[..., None]
    data: Any = None
    remark: str = ""  # what the caption ends with, such as what the figure leaves out
    _settings: ClassVar[dict[str, Any]] = {}
    _own_names: ClassVar[set[str]] = set()

    def __init_subclass__(cls, **kwargs: Any):
        super().__init_subclass__(**kwargs)
        own = {name: vars(cls)[name] for name in inspect.get_annotations(cls) if name in vars(cls)}
        taken = {name for name in (*inspect.get_annotations(cls), *vars(cls)) if hasattr(View, name)} - _OPEN
        if wrong := sorted(name for name in taken if not name.startswith("_")):
            raise TypeError(f"{cls.__name__}: every View has {', '.join(wrong)}. Take another name.")
        cls._settings = cls._settings | {name: value for name, value in own.items() if name not in _OPEN}

    def __init__(self, data: Any = None, **given: Any):
        self.data = data
        for name, value in self._settings.items():
            setattr(self, name, given.pop(name, value))
        self.prepare()
        if unknown := given.keys() - self.controls.keys():
            there = ", ".join([*self._settings, *self.controls])
            raise TypeError(f"{type(self).__name__} has no setting {', '.join(sorted(unknown))}: it has {there}.")
        moved = {name: _checked(name, self.controls[name], value) for name, value in given.items()}
        self.controls = {k: replace(c, start=moved[k]) if k in moved else c for k, c in self.controls.items()}
        self._check_names()
        _make_read_only(self)

    @classmethod
    def settings(cls) -> dict[str, Any]:
        """What a call may set beside where the controls start, and what it is otherwise."""
        return dict(cls._settings)

    def prepare(self) -> None:
        """Solve, sort and measure what no move changes."""

    def draw(self) -> Panels:
        """The panels of this state, a row of them or several rows."""
        raise NotImplementedError

    def describe(self) -> str:
        """This state in one line, with the numbers in the picture: caption, alternative text and text/plain in one."""
        raise NotImplementedError

    def drags(self) -> Sequence[Drag]:
        """What the text before the figure asks a hand to drag, one after the other: the book plays it."""
        return ()

    @property
    def start_values(self) -> dict[str, Any]:
        """Where everything starts: compute's arguments."""
        values = {name: control.start for name, control in self.controls.items()}
        for group in self.pointers:
            values |= group.unpack(group.pack(group.X, group.y))
        return values

    def checked(self, values: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
        """These values as their controls and points would hold them; `others` has what was not given.

        ValueError for a name that the figure does not have, or a value that its control cannot take.
        """
        if unknown := values.keys() - others.keys():
            raise ValueError(f"No control {sorted(unknown)}: this figure has {sorted(others)}.")
        checked = {name: _checked(name, self.controls[name], v) for name, v in values.items() if name in self.controls}
        for group in self.pointers:
            if values.keys() & set(group.parameters):
                checked |= group.checked(others | values)
        return checked

    def at(self, **values: Any) -> Self:
        """The state with controls and points here, the others at their start.

        ValueError for a name that the figure does not have, or a value that its control cannot take.
        """
        starts = self.start_values
        return self.state_of(starts | self.checked(values, starts))

    def state_of(self, values: dict[str, Any]) -> Self:
        """The state with these values, which are known to fit: one for each of compute's parameters."""
        state = copy.copy(self)
        state.compute(**values)
        _make_read_only(state)
        return state

    @property
    def caption(self) -> str:
        """The description, and the remark."""
        return f"{self.describe()} {self.remark}".rstrip()

    @property
    def picture(self) -> Picture:
        """This state as a static picture."""
        return Picture(self.draw(), self.caption, self.size)

    def _check_names(self) -> None:
        names = [*self.controls, *(name for group in self.pointers for name in group.parameters)]
        if len(names) > len(set(names)):
            raise ValueError(
                f"Parameters of this figure: {names}. Give each control and each pointer a name of its own."
            )
        if wrong := self._own_names & set(names):
            raise ValueError(f"Every View has {', '.join(sorted(wrong))}: give the control or the points another name.")


def _make_read_only(view: View) -> None:
    """The arrays that the view holds become read-only views of themselves: whose they are may still write to them."""
    for name, value in vars(view).items():
        if isinstance(value, np.ndarray) and value.flags.writeable:
            vars(view)[name] = value = value.view()
            value.flags.writeable = False


def _checked(name: str, control: Control, value: Any) -> Any:
    try:
        return control.take(value)
    except ValueError as error:
        raise ValueError(f"{name} = {value!r} {error}") from None


View._own_names = set(dir(View))
