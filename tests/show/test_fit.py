"""Panels that are too wide for a projector's room: nothing is cut."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.show import Lines, Panel, Points, Text, style
from mlcore.show.fit import fit, wrapped
from mlcore.show.marks import flat
from mlcore.show.render import make_figure
from tests.fixtures.cuts import cuts

LABELS = ("margin lines f = ±1", "boundary f = 0", "slack, drawn to scale", "benign, on its side", "malignant")
SIZE = (8.8, 4.4)
ROOM = [606, 400]


def panel(**look) -> Panel:
    marks = [Points(np.zeros((1, 2)), label=label) for label in LABELS]
    return Panel(marks, (0, 1), (0, 1), **{"xlabel": "worst texture", "ylabel": "worst concave points", **look})


@pytest.mark.parametrize("room", [(424, 160), (550, 200), (786, 320), (1243, 560)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_nothing_is_cut(room, count):
    panels = [panel(title=f"{k}: " + "a long title of many words " * 2, equal=k == 0) for k in range(count)]
    assert cuts(*fit(panels, SIZE, room)) == []


@pytest.mark.parametrize("part", ["title", "xlabel", "ylabel"])
def test_larger_letters_in_the_same_picture_are_cut(part):
    """So it was done before: what is so much larger has so much less room."""
    words = "just as long as its picture has room for, and "
    wide = Panel([], (0, 1), (0, 1), **{part: words[:30] if part == "ylabel" else words})
    assert cuts([wide], (4.4, 4.0)) == []
    assert cuts([wide], (4.4 / 2, 4.0 / 2)) == [f"panel 0: {part} is cut"]
    assert cuts(*fit([wide], (4.4, 4.0), (212, 192))) == []


def test_a_wide_room_is_filled_as_far_as_it_is_high():
    rows, size = fit([panel(), panel()], SIZE, (1243, 1000))
    assert size == pytest.approx((12.95, 6.5), abs=0.1)
    assert fit([panel(), panel()], SIZE, (1243, 400))[1][1] == pytest.approx(400 / style.CSS_DPI)
    assert len(rows) == 1


def test_panels_go_below_each_other_where_each_would_be_too_narrow():
    panels = [panel(width=2.0), panel(), panel()]
    assert [len(row) for row in fit(panels, SIZE, (850, 300))[0]] == [3]
    rows, _ = fit(panels, SIZE, (550, 300))
    assert [len(row) for row in rows] == [2, 1]
    assert [p.width for p in flat(rows)] == [1, 1, 1]


def test_a_drawing_with_words_in_it_keeps_its_size():
    tree = Panel([Text(np.zeros((1, 2)), ["petal length"])], (0, 1), (0, 1), bare=True)
    for room in ((550, 160), (786, 160)):
        rows, (_, height) = fit([panel(), tree], SIZE, room)
        assert [len(row) for row in rows] == ([1, 1] if room[0] < 600 else [2])
        assert height >= 0.8 * SIZE[1]
    assert fit([panel(), replace(tree, marks=[])], SIZE, (786, 160))[1][1] < 0.8 * SIZE[1]


def test_legends_stand_beside_the_axes_where_more_is_seen():
    many = replace(panel(equal=True), marks=[Lines([], label=f"entry number {k}") for k in range(9)])
    ((low,),), _ = fit([many], SIZE, (900, 250))
    ((high,),), _ = fit([replace(many, equal=False)], SIZE, (500, 900))
    assert (low.legend_beside, high.legend_beside) == (True, False)
    with style.rc():
        (ax,) = make_figure([low], (9.4, 2.6)).axes
    assert ax.get_legend().get_window_extent().x0 > ax.bbox.x1


def test_words_in_lines():
    with style.rc():
        assert wrapped("a few words", 1000) == "a few words"
        assert wrapped("a few words", 1) == "a\nfew\nwords"
        assert wrapped("the sum $a + b + c$ of it", 1) == "the\nsum\n$a + b + c$\nof\nit"
        assert wrapped("two\nlines", 1000) == "two\nlines"
        assert wrapped("", 10) == ""
