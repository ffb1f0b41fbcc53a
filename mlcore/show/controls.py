"""The controls of a live figure: ipywidgets with readable labels, and a step slider that can play."""

import math
import numbers
from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets
import numpy as np
import traitlets

from mlcore.show.session import running

_STYLE = {"description_width": "initial"}
_PLAY = 152  # pixels, the width of a Play button's box in the theme


def _wanted(label: str) -> int:
    """Pixels for a label, the number and a track to drag on: 7 a letter, of the theme's 13."""
    return max(280, 190 + 7 * len(label))


def _labelled(label: str) -> dict[str, Any]:
    """A slider's label, and room for it; in a narrow window 280 pixels must do."""
    wanted = _wanted(label)
    layout = {"width": "auto", "min_width": "280px", "max_width": f"{max(420, wanted)}px", "flex": f"1 1 {wanted}px"}
    return {"description": label, "style": _STYLE, "layout": layout}


def slider(label: str, value: float, low: float, high: float, step: float) -> widgets.Widget:
    """A slider for a number; whole numbers if value and step are."""
    where = dict(value=value, min=low, max=high, step=step)
    if isinstance(value, int) and isinstance(step, int):
        return _made_here(widgets.IntSlider(**where, **_labelled(label)))
    exact = (p for p in range(2, 5) if all(math.isclose(round(v, p), v, abs_tol=1e-12) for v in (low, step)))
    return _made_here(widgets.FloatSlider(**where, readout_format=f".{next(exact, 4)}f", **_labelled(label)))


def log_slider(label: str, value: float, low: float, high: float, per_decade: int = 10) -> widgets.Widget:
    """A slider for a positive number from 10^low to 10^high, even steps in its exponent.

    It starts at the step nearest to `value`, where the browser would put it anyhow.
    """
    on_step = 10 ** (round(math.log10(value) * per_decade) / per_decade)
    digits = ".3r" if low >= -3 and high <= 5 else ".3g"  # 1000 as the captions have it, and not 1.00e+3
    return _made_here(widgets.FloatLogSlider(
        value=on_step, min=low, max=high, step=1 / per_decade, readout_format=digits, **_labelled(label)
    ))  # fmt: skip


def choice(label: str, options: list | dict) -> widgets.Widget:
    """A menu; the first option is chosen at the start."""
    menu = widgets.Dropdown(options=options, description=label, style=_STYLE, layout={"width": "max-content"})
    return _made_here(menu)


def list_slider(label: str, values: Sequence, value: Any) -> widgets.Widget:
    """A slider over a list of values, which it shows as they are."""
    control = widgets.SelectionSlider(options=list(values), value=value, **_labelled(label))
    control.add_class("mlcore-list")  # live.js lets nobody type into its readout: nothing would take it
    return _made_here(control)


class StepSlider(widgets.HBox):
    """A slider over the steps first, … last of a run, with a Play button; `value` is the step."""

    value = traitlets.Int()

    @traitlets.validate("value")
    def _keep_in_range(self, proposal) -> int:
        return min(max(proposal["value"], self.min), self.max)

    def __init__(self, label: str, last: int, value: int = 0, interval: int = 60, first: int = 0):
        self.min, self.max = first, last
        self.slider = slider(label, value, first, last, 1)
        self.play = widgets.Play(
            value=value, min=first, max=last, interval=interval, description=label, show_repeat=False
        )
        self._link = widgets.jslink((self.play, "value"), (self.slider, "value"))
        super().__init__([self.play, self.slider], layout={"flex": f"0 1 {_PLAY + _wanted(label)}px"})
        traitlets.link((self.slider, "value"), (self, "value"))

    def stop(self) -> None:
        """End the playing; the slider stays where it is."""
        self.play.playing = False

    def close(self) -> None:
        """Close the link between the parts, too."""
        if self.comm is not None:
            self._link.close()
        super().close()


def step_slider(label: str, last: int, value: int = 0, interval: int = 60, first: int = 0) -> StepSlider:
    """A step slider from `first` to `last` with a Play button, `interval` milliseconds a step."""
    return _made_here(StepSlider(label, last, value, interval, first))


def _made_here(control: Any) -> Any:
    """Note which run of which cell made it: a figure of the same run closes it with itself."""
    control.made_in = running()
    return control


def held(name: str, control: Any, value: Any) -> Any:
    """What the control would hold if it were set to `value`; it stays where it is.

    ValueError with the values that it can take, where a slider would keep to its range in silence.
    """
    try:
        kept = control.traits()["value"]._validate(control, value)
    except (traitlets.TraitError, ValueError, TypeError):
        raise ValueError(_refusal(name, control, value)) from None
    if isinstance(kept, numbers.Real):
        if not isinstance(value, (numbers.Real, np.bool_)) or not math.isclose(kept, value, rel_tol=1e-9):
            raise ValueError(_refusal(name, control, value))
    elif kept is None:
        raise ValueError(_refusal(name, control, value))
    return kept


def _refusal(name: str, control: Any, value: Any) -> str:
    if hasattr(control, "options"):
        choices = ", ".join(repr(option) for _, option in control._options_full)
        return f"{name} = {value!r} is none of the choices: take one of {choices}."
    if not hasattr(control, "min"):
        return f"{name} = {value!r} is no value of this control: take one like {control.value!r}."
    low, high = ends(control)
    kind = "a whole number" if isinstance(control.value, int) else "a number"
    return f"{name} = {value!r} is not on this control: take {kind} from {low:g} to {high:g}."


def ends(control: Any) -> tuple[float, float]:
    """The lowest and the highest value of a slider, whose own min and max are exponents if it is logarithmic."""
    if hasattr(control, "base"):
        return control.base**control.min, control.base**control.max
    return control.min, control.max
