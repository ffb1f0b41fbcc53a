"""Controls in the browser: what each kind becomes."""

import ipywidgets
import pytest

from mlcore.show import Choice, ListSlider, LogSlider, Slider, StepSlider
from mlcore.show.widgets import widget_of


def test_sliders_have_labels_and_ranges():
    whole, real = widget_of(Slider("K", 3, 1, 15, 2)), widget_of(Slider("noise", 0.1, 0, 1, 0.05))
    assert (whole.description, whole.value, whole.min, whole.max, whole.step) == ("K", 3, 1, 15, 2)
    assert isinstance(whole, ipywidgets.IntSlider)
    assert (real.value, real.readout_format) == (0.1, ".2f")
    assert isinstance(real, ipywidgets.FloatSlider)


def test_a_log_slider_steps_in_the_exponent():
    control = widget_of(LogSlider("C", 1.0, -3, 3, per_decade=10))
    assert (control.base**control.min, control.base**control.max) == (1e-3, 1e3)
    assert control.step == pytest.approx(0.1)


def test_a_slider_over_a_list_shows_its_values():
    control = widget_of(ListSlider("dimensions", (1, 2, 5, 1000), 2))
    assert (control.value, control.index) == (2, 1)
    control.index = 3
    assert control.value == 1000
    assert "mlcore-list" in control._dom_classes


def test_a_choice_is_a_menu():
    control = widget_of(Choice("kernel", {"RBF": 1, "linear": 2}, 2))
    assert isinstance(control, ipywidgets.Dropdown)
    assert (control.value, control.label) == (2, "linear")


def test_a_play_slider_follows_its_slider_and_leads_it():
    steps = widget_of(StepSlider("step", last=12, start=3))
    assert (steps.value, steps.slider.value, steps.min, steps.max) == (3, 3, 0, 12)
    steps.slider.value = 7
    assert steps.value == 7
    steps.value = 12
    assert steps.slider.value == 12
    assert (steps.play.min, steps.play.max) == (0, 12)
