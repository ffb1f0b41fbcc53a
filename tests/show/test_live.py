"""`Live` without a browser: what tests, stored notebooks and students get from it."""

import sys
import threading
from dataclasses import replace

import numpy as np
import pytest

from mlcore.show import Choice, Lines, Live, LogSlider, Panel, Picture, Points, Slider, StepSlider, projector
from mlcore.show import live as show_live
from mlcore.show.fit import fit
from mlcore.show.render import axes_png, to_png
from tests.views import live_of

KINDS = ["o", "s"]


def compute(x=1, kind="o", high=4):
    if x == 3:
        raise ValueError("x is 3: take another number.")
    if x == 4:
        raise ZeroDivisionError("one / none")
    return x, kind, high


def draw(state):
    x, kind, high = state
    return [Panel([Points(np.array([[x, 1.0]]), marker=kind, size=30)], (0, high), (0, 2))]


def describe(state):
    return f"x = {state[0]}, drawn as {state[1]}"


@pytest.fixture
def live():
    controls = {"x": Slider("x", 1, 0, 4, 1), "kind": Choice("kind", KINDS), "high": Slider("high", 4, 1, 9, 1)}
    return live_of(compute, draw, describe, controls=controls)


@pytest.fixture
def axes_drawn(live, monkeypatch):
    """The ratios that axes were drawn at, since the start."""
    drawn, draw_axes = [], show_live.pack_axes
    monkeypatch.setattr(show_live, "pack_axes", lambda *args: drawn.append(args[-1]) or draw_axes(*args))
    return drawn


def test_it_starts_with_a_picture(live):
    assert live.values == {"x": 1, "kind": "o", "high": 4}
    assert live.description == repr(live) == live.canvas.description == "x = 1, drawn as o"
    assert [type(mark) for mark in live.marks] == [Points]
    assert live.error is None
    assert live.canvas.frame["marks"][0]["kind"] == "Points"
    assert live.canvas.axes == {}  # until somebody looks


def test_update_moves_the_controls(live):
    live.update(x=2, kind="s")
    assert live.values == {"x": 2, "kind": "s", "high": 4}
    assert live.controls["x"].value == 2
    assert live.marks[0].xy.tolist() == [[2, 1]]
    assert live.description == "x = 2, drawn as s"


def test_moved_controls_draw_once(live):
    frames = []
    live.canvas.observe(frames.append, "frame")
    live.update(x=2, kind="s", high=5)
    assert len(frames) == 1
    live.controls["x"].value = 0
    assert len(frames) == 2
    assert live.description == "x = 0, drawn as s"


def test_update_raises_and_keeps_the_picture(live):
    frame, marks = live.canvas.frame, live.marks
    with pytest.raises(ValueError, match="take another number"):
        live.update(x=3)
    assert live.canvas.frame is frame
    assert live.marks == marks
    assert live.description == "x = 1, drawn as o"


def test_a_moved_control_says_what_went_wrong(live):
    frame = live.canvas.frame
    live.controls["x"].value = 3
    assert live.error == live.canvas.error == "x is 3: take another number."
    assert live.canvas.frame is frame
    live.controls["x"].value = 4
    assert live.error == "ZeroDivisionError: one / none"
    live.controls["x"].value = 2
    assert (live.error, live.canvas.error) == (None, "")
    assert live.description == "x = 2, drawn as o"


def test_the_next_update_clears_the_error(live):
    live.controls["x"].value = 3
    live.update(x=2)
    assert (live.error, live.canvas.error) == (None, "")


def test_unknown_control(live):
    with pytest.raises(ValueError, match=r"No control \['y'\]: this figure has \['high', 'kind', 'x'\]"):
        live.update(y=2)


def test_a_value_that_a_control_cannot_take(live):
    with pytest.raises(ValueError, match=r"kind = '\^' is none of the choices: take one of 'o', 's'"):
        live.update(kind="^")
    with pytest.raises(ValueError, match="x = 9 is not on this control: take a whole number from 0 to 4"):
        live.update(x=9)
    live.controls["x"].value = 2  # still drawn: the figure is not stuck
    assert live.description.startswith("x = 2")


def test_the_result_at_other_values_leaves_the_figure_alone(live):
    live.update(x=2, kind="s")
    changes = []
    live.canvas.observe(changes.append)
    assert live.at().result == (1, "o", 4)  # the start
    assert live.at(x=0, high=9).result == (0, "o", 9)
    assert live.says(x=0) == "x = 0, drawn as o"
    assert live.values == {"x": 2, "kind": "s", "high": 4}
    assert (changes, live.error) == ([], None)
    with pytest.raises(ZeroDivisionError):
        live.at(x=4)
    assert live.error is None


@pytest.mark.parametrize(
    "values",
    [{"x": 5}, {"x": -1}, {"x": 1.5}, {"x": np.nan}, {"x": "1"}, {"x": None}, {"kind": "D"}, {"kind": None}, {"z": 1}],
)
def test_at_refuses_what_no_control_takes(live, values):
    with pytest.raises(ValueError, match=f"{next(iter(values))}.*(take|this figure has)"):
        live.at(**values)


def test_at_takes_any_number_in_the_range_of_a_LogSlider():
    live = live_of(lambda C: C, lambda C: [Panel([], (0, 1), (0, 1))], str, controls={"C": LogSlider("C", 1, -3, 3)})
    for C in (1e-3, 0.123456, 1e3, np.float64(7)):
        assert live.at(C=C).result == C
    with pytest.raises(ValueError, match=r"C = 1001 is not on this control: take a number from 0\.001 to 1000"):
        live.at(C=1001)


def test_at_takes_the_steps_of_a_run():
    live = live_of(
        lambda step: step, lambda step: [Panel([], (0, 1), (0, 1))], str, controls={"step": StepSlider("t", 9)}
    )
    assert [live.at(step=step).result for step in (0, np.int64(3), 9.0)] == [0, 3, 9]
    with pytest.raises(ValueError, match="from 0 to 9"):
        live.at(step=10)


def test_reset(live):
    live.update(x=2, kind="s", high=6)
    live.reset()
    assert live.values == {"x": 1, "kind": "o", "high": 4}
    assert live.description == "x = 1, drawn as o"
    live.controls["x"].value = 3
    live.reset()
    assert live.error is None


def test_reset_ends_the_playing():
    live = live_of(
        lambda step: step, lambda step: [Panel([], (0, 1), (0, 1))], str, controls={"step": StepSlider("t", 9)}
    )
    live.controls["step"].play.playing = True  # as its button does
    live.reset()
    assert not live.controls["step"].play.playing
    live.controls["step"].slider.value = 7  # a step that was under way
    live.canvas.resets_seen = live.canvas.resets  # as the browser answers
    assert live.values == {"step": 0}
    seen = live.canvas.resets
    live.reset()
    assert live.canvas.resets == seen == 1  # nothing played, nothing to wait for


def test_no_axes_are_drawn_until_somebody_looks(live, axes_drawn):
    live.update(high=6)
    assert axes_drawn == []
    live._repr_mimebundle_()
    assert axes_drawn == [1]
    assert live.canvas.axes["size"] == (844, 424)
    assert live.canvas.axes["panels"][0]["xlim"] == (0, 6)
    live._repr_mimebundle_()  # a second view finds them there
    assert axes_drawn == [1]


def test_a_figure_inside_another_widget_draws_its_axes_when_the_browser_tells_its_screen(live, axes_drawn):
    live.canvas.ratio = 1.0
    assert axes_drawn == [1]
    assert live.canvas.axes["size"] == (844, 424)


def test_axes_are_drawn_when_they_change_and_only_then(live, axes_drawn):
    live.canvas.ratio = 1.0
    axes_drawn.clear()
    live.update(x=2)
    assert axes_drawn == []
    live.update(high=6)
    assert axes_drawn == [1]
    assert live.canvas.axes["panels"][0]["xlim"] == (0, 6)
    coarse = live.canvas.axes["png"]
    live.canvas.ratio = 2.0
    assert axes_drawn == [1, 2]
    assert len(live.canvas.axes["png"]) > len(coarse)
    live.update(x=0)
    assert axes_drawn == [1, 2]


def test_what_a_notebook_stores(live):
    bundle, metadata = live._repr_mimebundle_()
    assert bundle["text/plain"] == live.description
    assert bundle["image/png"] == live.image
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["width"] == 844  # CSS pixels, as wide as the live one
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == live.model_id


def test_the_picture_follows(live):
    before = live.image
    live.update(x=2)
    assert live.image != before


def test_static_picture_is_the_same_picture(live):
    static = Picture(live.panels, live.description)
    assert static._repr_mimebundle_()[0] == {"text/plain": live.description, "image/png": live.image}


# --- On a projector ----------------------------------------------------------------------------

LABELS = ("margin lines f = ±1", "boundary f = 0", "slack, drawn to scale", "benign, on its side", "malignant")
SIZE = (8.8, 4.4)
ROOM = [606, 400]


@pytest.fixture(autouse=True)
def _back():
    yield
    projector(1)


def panel(**look) -> Panel:
    marks = [Points(np.zeros((1, 2)), label=label) for label in LABELS]
    return Panel(marks, (0, 1), (0, 1), **{"xlabel": "worst texture", "ylabel": "worst concave points", **look})


def made() -> Live:
    return live_of(
        lambda high: high,
        lambda high: [replace(panel(), xlim=(0, high)), panel(equal=True)],
        lambda high: f"high = {high}",
        controls={"high": Slider("high", 4, 1, 9, 1)},
    )


def test_figures_that_are_open_and_those_to_come_and_back():
    before = made()
    stored, axes = before._repr_mimebundle_(), before.canvas.axes
    projector(1.5)
    after = made()
    assert (before.canvas.zoom, after.canvas.zoom) == (1.5, 1.5)
    assert before.canvas.axes is axes  # until the browser says what room there is
    before.canvas.room = ROOM
    assert before.canvas.axes["size"] == (608, 400)
    assert {k: v for k, v in before._repr_mimebundle_()[0].items() if "widget" not in k} == {
        k: v for k, v in stored[0].items() if "widget" not in k
    }
    projector(1)
    assert (before.canvas.zoom, before.canvas.room, before.canvas.axes) == (1, [], axes)
    later = made()
    later._repr_mimebundle_()
    assert later.canvas.axes == axes


def test_without_a_factor_a_figure_is_enlarged_by_what_fits():
    before = made()
    assert not before.canvas.fits
    projector()
    after = made()
    for figure in (before, after):
        assert (figure.canvas.zoom, figure.canvas.fits, figure.canvas.own_size) == (1.4, True, [844, 424])
    projector(2)
    assert (before.canvas.zoom, before.canvas.fits, made().canvas.fits) == (2, False, False)


def test_a_move_on_a_projector_draws_axes_only_when_they_change(monkeypatch):
    from mlcore.show import live as show_live

    projector(1.5)
    live, drawn = made(), []
    live.canvas.room = ROOM
    monkeypatch.setattr(show_live, "fit", lambda *args: drawn.append(args) or fit(*args))
    live.update(high=4)
    assert drawn == []
    live.update(high=6)
    assert len(drawn) == 1
    assert live.canvas.axes["panels"][0]["xlim"] == (0, 6)
    assert live.canvas.axes["size"] == (608, 400)


@pytest.mark.parametrize("factor", [0, 0.9, 3.1, float("nan")])
def test_a_factor_that_is_none(factor):
    with pytest.raises(ValueError, match=r"take a number from 1 to 3"):
        projector(factor)
    assert made().canvas.zoom == 1


def test_a_static_picture_is_shown_larger_and_as_sharp():
    picture = Picture([panel()], "words")
    data, size = picture._repr_mimebundle_()
    projector(2)
    large, wide = picture._repr_mimebundle_()
    assert wide["image/png"]["width"] == 2 * size["image/png"]["width"]
    width = {
        name: int.from_bytes(png[16:20], "big")
        for name, png in (("now", large["image/png"]), ("before", data["image/png"]))
    }
    assert width["now"] == 2 * width["before"]


SIZE = (4.0, 3.0)


# --- JupyterLab answers a widget's messages on a second thread while cells still run -------------


def panels(k: int) -> list[Panel]:
    """A panel with formulas that no earlier one had, so that matplotlib has to parse them."""
    line = Lines([np.array([[0.0, 0.0], [1.0, 1.0]])], label=f"$\\alpha_{{{k}}}$")
    return [Panel([line], (0, 1), (0, 1), xlabel=f"$x_{{{k}}}$", ylabel="$w_1$")]


@pytest.fixture
def hasty():
    """Threads that change turns at every opportunity."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty")
def test_two_threads_draw_at_once():
    errors = []

    def draw(render, first: int) -> None:
        try:
            for k in range(first, first + 10):
                render(panels(k))
        except Exception as error:
            errors.append(error)

    jobs = [(lambda p: axes_png(p, SIZE, 1.25), 1000), (lambda p: to_png(p, SIZE), 2000)]
    threads = [threading.Thread(target=draw, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_a_screen_told_while_a_cell_draws_has_the_last_word(monkeypatch):
    """The cell began its axes for the old screen: they must not come after those for the new one."""
    controls = {"high": Slider("high", 4, 1, 9, 1)}
    live = live_of(lambda high: high, lambda high: [Panel([], (0, high), (0, 1))], str, controls=controls)
    live.canvas.ratio = 1.0
    drawn, draw_axes, told = [], show_live.pack_axes, []

    def slow(panels, size, ratio):
        if not told:
            told.append(threading.Thread(target=setattr, args=(live.canvas, "ratio", 2.0)))
            told[0].start()
            told[0].join(0.5)
        drawn.append(ratio)
        return draw_axes(panels, size, ratio)

    monkeypatch.setattr(show_live, "pack_axes", slow)
    live.update(high=6)
    told[0].join()
    assert drawn == [1, 2]


def test_a_control_moved_while_a_cell_computes_has_the_last_word():
    controls = {"a": Slider("a", 0, 0, 9, 1), "b": Slider("b", 0, 0, 9, 1)}
    hand = threading.Thread(target=lambda: setattr(live.controls["b"], "value", 7))

    def compute(a, b):
        if (a, b) == (3, 0):
            hand.start()
            hand.join(0.5)
        return a, b

    live = live_of(compute, lambda _: [Panel([], (0, 1), (0, 1))], str, controls=controls)
    live.update(a=3)
    hand.join()
    assert live.description == "(3, 7)"
