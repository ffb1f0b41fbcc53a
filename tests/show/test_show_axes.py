"""Axes: short numbers, and no axes around a picture."""

import pytest

from mlcore.show import Panel, render, style


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "0"),
        (-2.5, "−2.5"),
        (150000.0, "1.5e5"),
        (2e-5, "2e−5"),
        (5000.01, "5000.01"),
        (0.001, "0.001"),
        (99999.0, "99999"),
    ],
)
def test_numbers_at_an_axis_stay_short(value, words):
    assert render._tick_words(value, None) == words


def test_a_picture_without_ticks_has_no_axes():
    blank = Panel([], (0, 1), (0, 1), xticks=((), ()), yticks=((), ()))
    graph = Panel([], (0, 1), (0, 1))
    for panel, seen in ((blank, False), (graph, True)):
        with style.rc():
            (ax,) = render.make_figure([panel], (4, 3)).axes
        assert ax.spines["left"].get_visible() == seen
