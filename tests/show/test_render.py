"""The picture that matplotlib makes of marks, and its axes."""

import dataclasses
import io

import numpy as np
import pytest
from PIL import Image as PIL

from mlcore.show import Bars, Fill, Image, Lines, Panel, Points, Segments, Text, render, style
from mlcore.show.pack import pack
from mlcore.show.render import axes_png, make_figure, to_png
from tests.fixtures.marks import marks, names, panels
from tests.fixtures.pictures import decode

SIZE = (8.8, 4.4)
FRAME = Panel([], (0, 1), (0, 1))


EMPTY = [
    Fill([]), Lines([]), Segments(np.zeros((0, 4))), Points(np.zeros((0, 2))), Bars(np.zeros((0, 4))),
    Text(np.zeros((0, 2)), []),
]  # fmt: skip


def grid(rows: int, columns: int, dots: int = 512) -> list[list[Panel]]:
    """Small panels that share this many points."""
    each = dots // (rows * columns)
    xy = np.column_stack([np.linspace(0.1, 0.9, each)] * 2)
    return [[Panel([Points(xy)], (0, 1), (0, 1), bare=True) for _ in range(columns)] for _ in range(rows)]


@pytest.fixture(scope="module")
def full() -> np.ndarray:
    return decode(to_png(panels(), SIZE))


@pytest.mark.parametrize("name", names())
def test_matplotlib_draws_every_mark(name, full):
    changed = np.abs(full - decode(to_png(panels(without=name), SIZE))).max(-1) > 0.05
    assert changed.sum() > 20
    left_panel = np.nonzero(changed)[1].mean() < changed.shape[1] / 2
    assert left_panel == (name in marks()[0])


@pytest.mark.parametrize("mark", EMPTY, ids=lambda mark: type(mark).__name__)
def test_empty_marks_are_nothing(mark):
    frame = dataclasses.replace(FRAME, marks=[mark])
    assert to_png([frame], SIZE) == to_png([FRAME], SIZE)
    assert pack([frame])["data"] == b""


def test_later_marks_cover_earlier_ones():
    red, blue = (Bars(np.array([[0, 0, 1, 1]]), color=c) for c in ("#ff0000", "#0000ff"))
    picture = decode(to_png([dataclasses.replace(FRAME, marks=[red, blue])], SIZE))
    np.testing.assert_array_equal(picture[picture.shape[0] // 2, picture.shape[1] // 2], [0, 0, 1])


def test_image_has_its_first_row_on_top():
    rgba = np.array([[[255, 0, 0, 255]], [[0, 0, 255, 255]]], np.uint8)
    picture = decode(to_png([dataclasses.replace(FRAME, marks=[Image(rgba, (0, 0, 1, 1))])], SIZE))
    middle = picture.shape[1] // 2
    np.testing.assert_array_equal(picture[picture.shape[0] // 4, middle], [1, 0, 0])
    np.testing.assert_array_equal(picture[picture.shape[0] * 3 // 4, middle], [0, 0, 1])


def test_a_point_on_the_edge_is_whole_and_one_beyond_is_not_there():
    def ink(x: float, y: float) -> int:
        mark = Points(np.array([[x, y]]), color="#ff0000", size=12)
        picture = decode(to_png([dataclasses.replace(FRAME, marks=[mark])], SIZE))
        return ((picture[..., 0] > 0.9) & (picture[..., 1] < 0.5)).sum()

    whole = ink(0.5, 0.5)
    assert [ink(1, 0.5), ink(1, 1), ink(0.5, 1)] == pytest.approx([whole] * 3, rel=0.1)
    assert ink(0, 0.5) > 0.7 * whole  # a spine covers a little
    assert ink(1.01, 0.5) == ink(0.5, -0.01) == 0


@pytest.mark.parametrize("place", [(0, 0), (1, 1), (1, 0.5), (0.5, 0), (0.98, 0.99)])
@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_words_at_an_edge_are_not_cut(place, align):
    def ink(xy) -> float:
        mark = Text(np.array([xy]), ["quite a few words"], color="#ff0000", align=align)
        picture = decode(to_png([dataclasses.replace(FRAME, marks=[mark])], SIZE))
        return (picture[..., 0] - picture[..., 1]).clip(0).sum()

    assert ink(place) == pytest.approx(ink((0.5, 0.5)), rel=0.15)  # a spine may cover a little
    assert align != "left" or ink((1.1, 0.5)) == 0


def test_a_point_at_0_of_a_logarithmic_axis_is_nowhere():
    mark = Points(np.array([[0.0, 0.5], [10.0, 0.5]]))
    frame = Panel([mark], (1, 100), (0, 1), logx=True)
    assert to_png([frame], SIZE) == to_png([dataclasses.replace(frame, marks=[Points(mark.xy[1:])])], SIZE)


def test_axes_and_legend():
    with style.rc():
        left, right = make_figure(panels(), SIZE).axes
    assert (left.get_xlim(), left.get_xlabel(), left.get_aspect()) == ((0, 10), "x", 1)
    assert (right.get_xscale(), right.get_title(loc="left")) == ("log", "bars")
    words = [text.get_text() for text in left.get_legend().get_texts()]
    assert words == [mark.label for mark in panels()[0].marks if mark.label]


def test_caption_lies_below_and_moves_nothing(full):
    captioned = decode(to_png(panels(), SIZE, "words " * 60))
    np.testing.assert_array_equal(captioned[: len(full)], full)
    assert captioned[len(full) :].min() < 0.5


@pytest.mark.parametrize("ratio", [1, 1.25, 1.5, 2])
def test_pictures_fill_whole_device_pixels(ratio):
    width, height = style.css_size((8.83, 3.3))
    png, _ = axes_png([FRAME], (8.83, 3.3), ratio)
    assert PIL.open(io.BytesIO(png)).size == (ratio * width, ratio * height)


def test_panels_lie_in_the_same_places_at_every_resolution():
    np.testing.assert_allclose(axes_png(panels(), SIZE, ratio=1)[1], axes_png(panels(), SIZE, ratio=2)[1])


def test_axes_png_lies_where_the_picture_has_its_panels():
    png, boxes = axes_png(panels(), SIZE, ratio=2)
    image = PIL.open(io.BytesIO(png))
    assert image.size == (2 * 844, 2 * 424)
    left, top, width, height = boxes[0]
    assert width == pytest.approx(height, abs=1)  # equal: 10 by 10 units
    alpha = np.asarray(image)[..., 3]
    assert alpha[round(2 * (top + height / 2)), round(2 * left)] > 0  # the spine
    assert alpha[round(2 * (top + height / 2)), round(2 * (left + width / 2))] == 0  # see-through inside


def test_a_grid_of_panels_lies_in_rows():
    rows = grid(4, 4)
    rows[3].pop()  # the last row may be shorter
    boxes = axes_png(rows, SIZE, ratio=1)[1]
    lefts, tops = (np.array([box[i] for box in boxes]) for i in (0, 1))
    assert len(boxes) == 15
    assert len(set(lefts.round())) == len(set(tops.round())) == 4
    np.testing.assert_allclose(lefts[:4], lefts[4:8])
    assert tops[0] < tops[4] < tops[8] < tops[12]
    assert {mark["panel"] for mark in pack(rows)["marks"]} == set(range(15))
    assert min(box[2] for box in boxes) > 150  # no room is lost to ticks and labels
    assert to_png(rows, SIZE) != to_png([[panel for row in rows for panel in row]], SIZE)


def test_a_row_is_a_grid_of_one_row():
    assert to_png(panels(), SIZE) == to_png([panels()], SIZE)
    assert pack(panels()) == pack([panels()])


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


@pytest.mark.parametrize(
    "formula", ["$x_1$", "alcohol, $x_1$", "$\\alpha_i$ and $\\beta$", "in lines:\n$x^2$", "none", ""]
)
def test_formulas_are_left_to_matplotlib(formula):
    with style.rc():
        assert style.formulas_or_words(formula) == formula


@pytest.mark.parametrize("name", ["US$ per A$", r"a $\kg$", "$$", "$x_$ {", "price $ (US$)"])
def test_money_in_a_name_is_money(name):
    panel = Panel(
        [Points(np.array([[0.5, 0.5]]), label=name)], (0, 1), (0, 1), name, name, name, xticks=((0.5,), (name,))
    )
    with style.rc():
        (ax,) = render.make_figure([panel], (4, 3)).axes
    shown = name.replace("$", r"\$")
    assert {ax.get_xlabel(), ax.get_ylabel(), ax.get_title(loc="left")} == {shown}
    assert [text.get_text() for text in (*ax.get_xticklabels(), *ax.get_legend().get_texts())] == [shown, shown]
    assert render.to_png([panel], (4, 3), name)


def test_a_picture_without_ticks_has_no_axes():
    blank = Panel([], (0, 1), (0, 1), xticks=((), ()), yticks=((), ()))
    graph = Panel([], (0, 1), (0, 1))
    for panel, seen in ((blank, False), (graph, True)):
        with style.rc():
            (ax,) = render.make_figure([panel], (4, 3)).axes
        assert ax.spines["left"].get_visible() == seen
