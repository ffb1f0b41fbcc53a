"""The controls of a live figure: ipywidgets with readable labels, and a step slider that can play."""

import math

import ipywidgets as widgets
import traitlets

_STYLE = {"description_width": "initial"}
_LAYOUT = {"width": "auto", "min_width": "280px", "max_width": "420px", "flex": "1 1 280px"}


def slider(label: str, value: float, low: float, high: float, step: float) -> widgets.Widget:
    """A slider for a number; whole numbers if value and step are."""
    kind = widgets.IntSlider if isinstance(value, int) and isinstance(step, int) else widgets.FloatSlider
    return kind(value=value, min=low, max=high, step=step, description=label, style=_STYLE, layout=_LAYOUT)


def log_slider(label: str, value: float, low: float, high: float, per_decade: int = 10) -> widgets.Widget:
    """A slider for a positive number from 10^low to 10^high, even steps in its exponent.

    It starts at the step nearest to `value`, where the browser would put it anyhow.
    """
    on_step = 10 ** (round(math.log10(value) * per_decade) / per_decade)
    return widgets.FloatLogSlider(
        value=on_step, min=low, max=high, step=1 / per_decade, description=label, readout_format=".3g",
        style=_STYLE, layout=_LAYOUT,
    )  # fmt: skip


def choice(label: str, options: list | dict) -> widgets.Widget:
    """A menu; the first option is chosen at the start."""
    return widgets.Dropdown(options=options, description=label, style=_STYLE, layout={"width": "max-content"})


class StepSlider(widgets.HBox):
    """A slider over the steps 0, 1, … last of a run, with a Play button; `value` is the step."""

    value = traitlets.Int()

    def __init__(self, label: str, last: int, value: int = 0, interval: int = 60):
        self.slider = slider(label, value, 0, last, 1)
        play = widgets.Play(value=value, min=0, max=last, interval=interval, description=label, show_repeat=False)
        widgets.jslink((play, "value"), (self.slider, "value"))
        super().__init__([play, self.slider])
        self.min, self.max = 0, last
        traitlets.link((self.slider, "value"), (self, "value"))


def step_slider(label: str, last: int, value: int = 0, interval: int = 60) -> StepSlider:
    """A step slider with a Play button, `interval` milliseconds a step."""
    return StepSlider(label, last, value, interval)
