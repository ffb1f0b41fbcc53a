"""Every figure: on its own data, on other data of its kind, on data that do not fit; every control end to end."""

import importlib
import inspect
import re

import numpy as np
import pytest

from mlcore.lectures import all_figures
from mlcore.plots.figure import FIGURES, Figure
from mlcore.plots.kinds import DataError
from mlcore.show import Live
from mlcore.show.pack import arrays_of
from mlcore.show.style import css_size
from tests.bench.sliders import SWEEPS, sliders_of
from tests.moves import at_start, check, drag, move, picture, values_of

PAGE = 848  # CSS pixels for an output, in a window 1280 wide
all_figures()
each_figure = pytest.mark.parametrize("figure", FIGURES.values(), ids=list(FIGURES))


def made(figure: Figure, *given) -> Live:
    return figure(*given) if given else at_start(figure.name)


@each_figure
def test_every_control_over_its_range(figure):
    live = made(figure)
    start = live.description, picture(live)
    check(live)
    for control in live.controls:
        move(live, control)
        assert (live.description, picture(live)) == start
    for group in live.pointers:
        drag(live, group)
        assert (live.error, live.description) == (None, start[0])


def with_names(names) -> pytest.MarkDecorator:
    pairs = [(figure, name) for figure in FIGURES.values() for name in names(figure.kind)]
    return pytest.mark.parametrize(("figure", "name"), pairs, ids=lambda v: getattr(v, "name", v))


@with_names(lambda kind: kind.others())
def test_on_other_data_of_its_kind(figure, name):
    given = figure.kind.others()[name]
    before = [np.array(part, object) for part in given if not isinstance(part, dict)]
    live = made(figure, *given)
    check(live)
    for control in live.controls:
        values = values_of(live.controls[control])
        for value in (values[0], values[-1]):
            live.controls[control].value = value
            assert live.error is None or not re.match(r"\w+(Error|Exception)", live.error), live.error
            if live.error is None:
                check(live)
        live.reset()
    after = [np.array(part, object) for part in given if not isinstance(part, dict)]
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True)), "the data were changed"


@with_names(lambda kind: kind.misfits())
def test_data_that_do_not_fit_get_one_sentence(figure, name):
    with pytest.raises(DataError) as caught:
        figure(*figure.kind.misfits()[name])
    assert re.fullmatch(r"[A-Z].+[\w)\]]\.", str(caught.value)), str(caught.value)
    assert caught.value._render_traceback_() == [f"⚠ {caught.value}"]


# Its curve grows by a factor of a hundred while σ shrinks: one window cannot hold it.
SCALES_WITH_ITS_SLIDER = {("linear_regression.bells", "sigma")}


@each_figure
def test_a_slider_leaves_the_axes_alone(figure):
    """Axes, titles and legends that change with a move are drawn anew by matplotlib, in a tenth of a second."""
    live = made(figure)
    for name, control in live.controls.items():
        if hasattr(control, "options") or (figure.name, name) in SCALES_WITH_ITS_SLIDER:
            continue  # a menu may show another thing altogether
        values = values_of(control)
        still, redrawn = None, 0
        for value in (few := values[:: max(1, len(values) // 8)]):
            control.value = value
            now = [(panel, panel.legend) for panel in live.panels]
            redrawn += still not in (None, now)
            still = now
        live.reset()
        assert redrawn <= len(few) // 2, f"{name} redraws the axes {redrawn} times in {len(few)} moves"


@each_figure
def test_it_is_no_wider_than_the_page(figure):
    """JupyterLab would shrink it: blurred, and no longer the stored picture."""
    assert css_size(made(figure).size)[0] <= PAGE


@each_figure
def test_start_is_not_empty(figure):
    """The stored picture has something to see in every panel."""
    for panel in at_start(figure.name).panels:
        assert any(sum(map(np.size, arrays_of(mark))) for mark in panel.marks), panel


@pytest.mark.parametrize("sweep", SWEEPS)
def test_the_benchmark_measures_sliders_that_are_there(sweep):
    assert sliders_of(sweep) == [sweep]


def test_the_benchmark_names_the_sliders_there_are():
    with pytest.raises(ValueError, match="bells has no slider x: it has t, price, prior"):
        sliders_of("decisions.bells:x")


@each_figure
def test_each_attribute_of_a_state_is_annotated(figure):
    """So that help, editors and basedpyright know it."""
    view = figure.view()
    annotated = {name for cls in figure.cls.__mro__ for name in inspect.get_annotations(cls)}
    assert vars(view.at()).keys() <= annotated


@each_figure
def test_a_figure_says_how_it_is_called(figure):
    call = getattr(importlib.import_module(figure.cls.__module__), figure.cls.__name__)
    signature = inspect.signature(call)
    assert [*signature.parameters][: len(figure.kind.takes)] == list(figure.kind.takes)
    assert figure.cls.settings().keys() <= signature.parameters.keys()
    assert call.__doc__ == figure.cls.__doc__
    with pytest.raises(TypeError, match="has no setting detph"):
        figure.view(detph=7)
