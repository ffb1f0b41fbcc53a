"""Controls and source listings."""

import pytest

from mlcore.show import choice, list_slider, log_slider, show_source, slider, step_slider


def test_sliders_have_labels_and_ranges():
    whole, real = slider("K", 3, 1, 15, 2), slider("noise", 0.1, 0, 1, 0.05)
    assert (whole.description, whole.min, whole.max, whole.step) == ("K", 1, 15, 2)
    assert isinstance(whole.value, int)
    assert isinstance(real.value, float)


def test_log_slider_steps_in_the_exponent():
    control = log_slider("C", 1.0, -3, 3, per_decade=10)
    assert (control.base**control.min, control.base**control.max) == (1e-3, 1e3)
    assert control.step == 0.1


def test_a_log_slider_reads_1000_as_captions_do_and_tiny_numbers_by_their_power():
    assert log_slider("C", 1.0, -3, 3).readout_format == ".3r"
    assert log_slider("ridge", 1.0, -10, 0).readout_format == ".3g"


def test_a_slider_over_a_list_shows_its_values():
    control = list_slider("dimensions", (1, 2, 5, 1000), 2)
    assert (control.value, control.index) == (2, 1)
    control.index = 3
    assert control.value == 1000


def test_choice_starts_with_its_first_option():
    assert choice("kernel", ["rbf", "linear"]).value == "rbf"
    assert choice("kernel", {"RBF": 1, "linear": 2}).value == 1


def test_step_slider_follows_its_slider_and_leads_it():
    steps = step_slider("step", last=12, value=3)
    assert (steps.value, steps.slider.value, steps.min, steps.max) == (3, 3, 0, 12)
    steps.slider.value = 7
    assert steps.value == 7
    steps.value = 12
    assert steps.slider.value == 12
    play = steps.children[0]
    assert (play.min, play.max) == (0, 12)


def steps(a, *, b=(1, 2)):  # fmt: skip
    """Nothing in particular."""
    c = a + b[0]  # (02.1)
    return c  # type: ignore[return-value]


def distance(a: float, b: float) -> float:
    """How far a is from b."""
    return abs(a - b)  # (1.1)


class Pair:
    """Two numbers."""

    def total(self):
        """Their sum."""
        return 2


def test_source_leaves_out_what_is_meant_for_tools():
    text = repr(show_source(steps))
    assert text.splitlines()[0] == "def steps(a, *, b=(1, 2)):"
    assert "# (02.1)" in text
    assert not [word for word in ("fmt:", "noqa", "type:") if word in text]


def test_source_drops_docstrings_and_keeps_comments():
    source = show_source(distance)
    assert repr(source) == "def distance(a: float, b: float) -> float:\n    return abs(a - b)  # (1.1)"
    assert source._repr_markdown_() == f"```python\n{source}\n```"
    assert '"""How far' in repr(show_source(distance, docstrings=True))


def test_source_of_several_things_and_of_classes():
    text = repr(show_source(Pair, distance))
    assert text.index("class Pair") < text.index("def distance")
    assert '"""' not in text


@pytest.mark.parametrize(
    ("step", "said"), [(0.1, ".2f"), (0.25, ".2f"), (0.025, ".3f"), (0.605, ".3f"), (1 / 3, ".4f")]
)
def test_a_slider_says_as_many_decimals_as_its_steps_have(step, said):
    assert slider("x", 0.0, 0.0, 10 * step, step).readout_format == said
