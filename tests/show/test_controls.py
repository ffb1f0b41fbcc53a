"""Controls as plain data: what they hold, what they refuse, and what stands beside them."""

import numpy as np
import pytest

from mlcore.show import Choice, ListSlider, LogSlider, Slider, StepSlider


def test_a_slider_of_ints_stands_at_whole_numbers():
    whole, real = Slider("K", 3, 1, 15, 2), Slider("noise", 0.1, 0, 1, 0.05)
    assert (whole.is_whole, real.is_whole) == (True, False)
    assert whole.values == [1, 3, 5, 7, 9, 11, 13, 15]
    assert len(real.values) == 21
    assert real.values[-1] == 1
    assert (whole.words(3), real.words(-0.1)) == ("3", "−0.10")


def test_a_start_beyond_the_ends_goes_to_the_nearest():
    assert Slider("K", 99, 1, 15).start == 15
    assert LogSlider("C", 1e9, -3, 3).start == 1e3
    assert StepSlider("step", last=12, start=40).start == 12


def test_a_log_slider_starts_on_a_step():
    control = LogSlider("C", 1.05, -3, 3)
    assert control.start == 1
    assert control.values[0] == pytest.approx(1e-3)
    assert len(control.values) == 61
    assert control.words(1e-3) == "0.00100"


def test_a_log_slider_reads_1000_as_captions_do_and_tiny_numbers_by_their_power():
    assert LogSlider("C", 1.0, -3, 3).readout == ".3r"
    assert LogSlider("ridge", 1.0, -10, 0).readout == ".3g"


@pytest.mark.parametrize(
    ("step", "said"), [(0.1, ".2f"), (0.25, ".2f"), (0.025, ".3f"), (0.605, ".3f"), (1 / 3, ".4f")]
)
def test_a_slider_says_as_many_decimals_as_its_steps_have(step, said):
    assert Slider("x", 0.0, 0.0, 10 * step, step).readout == said


def test_a_choice_starts_with_its_first_option_or_the_one_that_is_named():
    assert Choice("kernel", ["rbf", "linear"]).start == "rbf"
    assert Choice("kernel", {"RBF": 1, "linear": 2}).start == 1
    assert Choice("n", {"ten": 10, "without end": np.inf}, np.inf).start == np.inf
    assert Choice("kernel", {"RBF": 1, "linear": 2}).words(2) == "linear"


def test_an_option_may_be_anything():
    first, second = np.zeros(2), np.ones(2)
    control = Choice("points", {"near": first, "far": second})
    assert control.take(second) is second
    with pytest.raises(ValueError, match="is none of the choices"):
        control.take(np.ones(2))  # two arrays have no single answer


@pytest.mark.parametrize("value", [0, 5, 2.5, np.nan, "3", None, np.array([3])])
def test_a_slider_refuses_what_it_cannot_hold(value):
    with pytest.raises(ValueError, match="take a whole number from 1 to 4"):
        Slider("K", 1, 1, 4).take(value)


def test_a_slider_takes_any_kind_of_number():
    taken = [Slider("K", 1, 1, 4).take(value) for value in (2, 2.0, np.int64(2), np.float32(2))]
    assert taken == [2, 2, 2, 2]
    assert {type(value) for value in taken} == {int}
    assert isinstance(Slider("x", 0.5, 0, 1, 0.1).take(1), float)


def test_a_slider_over_a_list_takes_its_values():
    control = ListSlider("dimensions", (1, 2, 5, 1000), 2)
    assert (control.values, control.take(1000.0)) == ([1, 2, 5, 1000], 1000)
    with pytest.raises(ValueError, match="take one of 1, 2, 5, 1000"):
        control.take(3)


def test_a_step_slider_has_all_steps():
    control = StepSlider("step", last=3, first=1, start=2)
    assert control.values == [1, 2, 3]
    with pytest.raises(ValueError, match="from 1 to 3"):
        control.take(0)
