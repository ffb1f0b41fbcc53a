"""The controls of a live figure in the browser: ipywidgets with readable labels, and a step slider that can play."""

from typing import Any

import ipywidgets as widgets
import traitlets

from mlcore.show.controls import Choice, Control, ListSlider, LogSlider, Slider, StepSlider

_STYLE = {"description_width": "initial"}
_PLAY = 152  # pixels, the width of a Play button's box in the theme


def widget_of(control: Control) -> Any:
    """The control as a widget whose `value` is where it stands."""
    match control:
        case StepSlider():
            return PlaySlider(control)
        case LogSlider():
            return widgets.FloatLogSlider(
                value=control.start, min=control.low, max=control.high, step=control.step,
                readout_format=control.readout, **_labelled(control.label),
            )  # fmt: skip
        case Slider():
            where: dict = dict(value=control.start, min=control.low, max=control.high, step=control.step)
            if control.is_whole:
                return widgets.IntSlider(**where, **_labelled(control.label))
            return widgets.FloatSlider(**where, readout_format=control.readout, **_labelled(control.label))
        case ListSlider():
            slider = widgets.SelectionSlider(options=control.named, value=control.start, **_labelled(control.label))
            slider.add_class("mlcore-list")  # live.js lets nobody type into its readout: nothing would take it
            return slider
        case Choice():
            return widgets.Dropdown(
                options=control.named, value=control.start, description=control.label, style=_STYLE,
                layout={"width": "max-content"},
            )  # fmt: skip


class PlaySlider(widgets.HBox):
    """A slider over the steps of a run beside a Play button; `value` is the step."""

    value = traitlets.Int()

    @traitlets.validate("value")
    def _keep_in_range(self, proposal) -> int:
        return min(max(proposal["value"], self.min), self.max)

    def __init__(self, control: StepSlider):
        self.min = control.first
        self.max = control.last
        where: dict = dict(value=control.start, min=control.first, max=control.last)
        self.slider = widgets.IntSlider(**where, step=1, **_labelled(control.label))
        self.play = widgets.Play(**where, interval=control.interval, description=control.label, show_repeat=False)
        self._link = widgets.jslink((self.play, "value"), (self.slider, "value"))
        super().__init__([self.play, self.slider], layout={"flex": f"0 1 {_PLAY + _wanted(control.label)}px"})
        traitlets.link((self.slider, "value"), (self, "value"))

    def stop(self) -> None:
        """End the playing; the slider stays where it is."""
        self.play.playing = False

    def close(self) -> None:
        """Close the link between the parts, too."""
        if self.comm is not None:
            self._link.close()
        super().close()


def _wanted(label: str) -> int:
    """Pixels for a label, the number and a track to drag on: 7 a letter, of the theme's 13."""
    return max(280, 190 + 7 * len(label))


def _labelled(label: str) -> dict[str, Any]:
    """A slider's label, and room for it; in a narrow window 280 pixels must do."""
    wanted = _wanted(label)
    layout = {"width": "auto", "min_width": "280px", "max_width": f"{max(420, wanted)}px", "flex": f"1 1 {wanted}px"}
    return {"description": label, "style": _STYLE, "layout": layout}
