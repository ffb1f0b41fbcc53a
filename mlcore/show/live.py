"""The live figure: sliders above, a picture that follows them, one line of numbers below."""

import threading
import weakref
from typing import Any, Generic, TypeVar

import ipywidgets as widgets

from mlcore.show import session, style
from mlcore.show.canvas import Canvas
from mlcore.show.fit import fit
from mlcore.show.marks import Mark, Panel, flat, rows_of
from mlcore.show.pack import pack, pack_axes
from mlcore.show.picture import Picture
from mlcore.show.pointer import specs_of
from mlcore.show.view import View
from mlcore.show.widgets import PlaySlider, widget_of

V = TypeVar("V", bound=View)
_open: "weakref.WeakSet[Live]" = weakref.WeakSet()  # the figures that follow their controls


class Live(widgets.VBox, Generic[V]):
    """A view joined to its controls: it draws the state that they stand at, and lets points be dragged.

    `controls` are the widgets, by name. `update` raises what the view raises; a moved control never does: the last
    picture stays, and the message stands below it and in `error`.
    """

    def __init__(self, view: V):
        self.view = view
        self.size = view.size
        self.pointers = view.pointers
        self.error: str | None = None
        self.controls: dict[str, Any] = {name: widget_of(control) for name, control in view.controls.items()}
        self.canvas = Canvas(
            pointers=specs_of(self.pointers),
            points=[group.pack(group.X, group.y) for group in self.pointers],
            zoom=style.enlarged(),
            fits=style.fits(),
            own_size=list(style.css_size(self.size)),
        )
        self._start = self.values
        self._looked_at = False  # axes are drawn when somebody looks: to draw them takes most of a figure's start
        self._still = None  # the panels that the axes were last drawn for
        self._moving = False
        self._turn = threading.RLock()  # JupyterLab hands us a widget's messages on a thread of their own
        self.update()
        self.canvas.observe(self._on_screen, ["ratio", "room"])
        self.canvas.observe(self._on_control, "points")
        self.canvas.observe(lambda _: self._guarded(**self._start), "resets_seen")
        for control in self.controls.values():
            control.observe(self._on_control, "value")
        self._reset = widgets.Button(description="Reset", tooltip="Back to the start", layout={"width": "80px"})
        self._reset.on_click(lambda _: self.reset())
        self._row = widgets.HBox([*self.controls.values(), self._reset])
        self._row.add_class("mlcore-controls")
        super().__init__([self._row, self.canvas])
        self.add_class("mlcore-live")
        session.replace_earlier(self)
        _open.add(self)

    @property
    def values(self) -> dict[str, Any]:
        """What the controls stand at, and where the points are: compute's arguments."""
        values = {name: control.value for name, control in self.controls.items()}
        for group, points in zip(self.pointers, self.canvas.points, strict=True):
            values |= group.unpack(points)
        return values

    @property
    def panels(self) -> list[Panel]:
        """The panels of the current picture, row by row."""
        return flat(self.rows)

    @property
    def marks(self) -> list[Mark]:
        """All marks of the current picture, panel by panel."""
        return [mark for panel in self.panels for mark in panel.marks]

    @property
    def description(self) -> str:
        """The numbers in the current picture, as one line."""
        return self.canvas.description

    @property
    def image(self) -> bytes:
        """The current picture as a PNG, with its description below."""
        return Picture(self.rows, self.description, self.size).image

    def update(self, **values: Any) -> None:
        """Move controls and points to these values and draw. Raises what compute, draw or describe raise."""
        with self._turn:
            self._set_controls(self.view.checked(values, self.values))
            state = self.view.state_of(self.values)
            rows = rows_of(state.draw())
            caption = state.caption
            self.state = state
            self.rows = rows
            self.error = None
            with self.canvas.hold_sync():
                self.canvas.frame = pack(rows)
                self.canvas.description = caption
                self.canvas.error = ""
                self._send_new_axes()

    def at(self, **values: Any) -> V:
        """The state of the view at the start, these values apart; the reader's figure stays as it is.

        ValueError for a name that the figure does not have, or a value that its control cannot take."""
        return self.view.at(**values)

    def says(self, **values: Any) -> str:
        """The description of `at(**values)`."""
        return self.view.at(**values).caption

    def picture_at(self, **values: Any) -> Picture:
        """The picture of `at(**values)`."""
        return self.view.at(**values).picture

    def close(self) -> None:
        """Follow no control any more, and free what this figure has in the kernel and in the browser."""
        if self not in _open:  # closed before, or never finished
            return
        _open.discard(self)
        for control in self.controls.values():
            control.unobserve(self._on_control, "value")
        session.close_all(self._row, self.canvas)
        self.layout.close()
        super().close()

    def reset(self) -> None:
        """Back to the values of the start, and no longer playing."""
        playing = [c for c in self.controls.values() if isinstance(c, PlaySlider) and c.play.playing]
        for control in playing:
            control.stop()
        self._guarded(**self._start)
        self.canvas.resets += bool(playing)  # steps under way come after this: the browser's answer resets again

    @property
    def _legends(self) -> list[tuple]:
        return [panel.legend for panel in self.panels]

    def _send_new_axes(self) -> None:
        """Draw what stands still around the marks if it has changed, and if somebody looks."""
        # Two panels are equal if all is but their marks, which are painted over the axes.
        if self._looked_at and (self.rows, self._legends) != self._still:
            self._send_axes()

    def _send_axes(self) -> None:
        """Draw what stands still, at the screen's resolution."""
        self._still = (self.rows, self._legends)
        rows = self.rows
        size = self.size
        if self.canvas.room:
            rows, size = fit(rows, size, self.canvas.room)
        self.canvas.axes = pack_axes(rows, size, self.canvas.ratio or 1.0)

    def _enlarge(self) -> None:
        """Be shown as much larger as the style says; the browser says how much room that leaves, see `_on_screen`."""
        with self.canvas.hold_sync():
            self.canvas.fits = style.fits()
            self.canvas.zoom = style.enlarged()
            if self.canvas.zoom == 1:
                self.canvas.room = []

    def _set_controls(self, values: dict[str, Any]) -> None:
        self._moving = True  # one drawing for all of them, in update
        try:
            for name in values.keys() & self.controls.keys():
                self.controls[name].value = values[name]
            if self.pointers:
                self.canvas.points = [group.pack_values(self.values | values) for group in self.pointers]
        finally:
            self._moving = False

    def _on_control(self, change) -> None:
        with self._turn:
            if not self._moving:
                self._guarded()

    def _on_screen(self, change) -> None:
        with self._turn:  # or a drawing for the old screen that began before would be the last one
            self._looked_at = True
            self._send_axes()

    def _guarded(self, **values: Any) -> None:
        """Update; on an error keep the picture and say what happened."""
        try:
            self.update(**values)
        except Exception as error:  # whatever it is, a student must see it: a callback's traceback is lost
            text = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
            self.error = self.canvas.error = text

    def __repr__(self) -> str:
        return self.description

    def _repr_mimebundle_(self, **kwargs) -> tuple[dict, dict]:
        """The widget, and beside it what is stored: the picture, as wide as the live one, and its description."""
        with self._turn:
            self._looked_at = True
            self._send_new_axes()
        picture = {"text/plain": repr(self), "image/png": self.image}
        widget: Any = super()._repr_mimebundle_(**kwargs)
        return {**widget, **picture}, {"image/png": {"width": style.css_size(self.size)[0]}}


def projector(factor: float | None = None) -> None:
    """Show all figures larger, for the last row: those that are open, and those to come; 1 goes back.

    Each takes the whole width of its cell, and all in it grows together: text, lines and points, sliders, readouts.
    Without a factor by 1.4, or by less where the window would not show the whole figure: then the words grow by no
    more than the picture. With a factor by exactly this; what must then be scrolled, the figure says below itself.
    What would not fit is set anew: words in more lines, legends in fewer columns, panels below each other. It is as
    high as the window allows, so that its sliders are seen with it. A window that shows less than about 400 pixels
    times the factor (1280 x 720 at factor 2), or panels in two rows, must be scrolled: no panel is too low to be read.
    A button beside the sliders shows a figure alone on the whole screen, as large as it fits there, and up to 3.
    Static pictures to come are shown larger, too. ValueError if factor is not a number from 1 to 3.
    """
    style.enlarge(factor)
    for figure in list(_open):
        figure._enlarge()
