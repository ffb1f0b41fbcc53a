"""Marks on their way to the browser, and axes that are drawn once."""

import dataclasses

import numpy as np
import pytest

from mlcore.show import Lines, Panel, Points, render
from mlcore.show import pack as packing
from mlcore.show.pack import pack
from tests.fixtures.marks import GEOMETRY, marks, panels

SIZE = (8.8, 4.4)
FRAME = Panel([], (0, 1), (0, 1))


def unpack(packed: dict) -> list[list[np.ndarray]]:
    """What live.js does: the arrays of each mark."""
    floats = np.frombuffer(packed["data"], np.float32)
    return [np.split(floats[m["at"] :], np.cumsum(m["counts"]))[:-1] for m in packed["marks"]]


def geometry(mark) -> list[np.ndarray]:
    shape = next(getattr(mark, name) for name in GEOMETRY if hasattr(mark, name))
    return shape if isinstance(shape, list) else [shape]


def test_pack_round_trip():
    packed, sides = pack(panels()), marks()
    expected = [(number, mark) for number, side in enumerate(sides) for mark in side.values()]
    assert sum(sum(m["counts"]) for m in packed["marks"]) * 4 == len(packed["data"])
    for look, arrays, (number, mark) in zip(packed["marks"], unpack(packed), expected, strict=True):
        assert (look["kind"], look["panel"]) == (type(mark).__name__, number)
        assert (look["color"], look["alpha"]) == (mark.color, mark.alpha)
        for sent, meant in zip(arrays, geometry(mark), strict=True):
            np.testing.assert_array_equal(sent, np.asarray(meant, np.float32).ravel())


def test_pack_turns_points_into_css_decode():
    mark = Points(np.zeros((1, 2)), size=9.0, edge_width=1.5)
    assert pack([dataclasses.replace(FRAME, marks=[mark])])["marks"][0]["size"] == pytest.approx(12)
    dashed = Lines([np.zeros((2, 2))], width=3, dash="dashed")
    look = pack([dataclasses.replace(FRAME, marks=[dashed])])["marks"][0]
    assert look["width"] == pytest.approx(4)
    assert look["dash"] == pytest.approx([20 / 3, 4])


def test_pack_nothing():
    assert pack([FRAME]) == {"marks": [], "data": b""}


def test_pack_refuses_what_is_no_mark():
    with pytest.raises(TypeError, match="object is no mark"):
        pack([dataclasses.replace(FRAME, marks=[object()])])


PANEL = Panel([Points([[0.5, 0.5]], label="a")], (0, 1), (0, 1), title="one")


@pytest.fixture
def drawn(monkeypatch):
    """The sizes and ratios at which matplotlib drew axes; none is known from before."""
    calls = []
    monkeypatch.setattr(packing, "_drawn", {})
    monkeypatch.setattr(packing, "axes_png", lambda *args: calls.append(args[1:]) or render.axes_png(*args))
    return calls


def test_axes_drawn_before_are_found_again(drawn):
    first = packing.pack_axes([PANEL], (4, 3), 1)
    moved = dataclasses.replace(PANEL, marks=[Points([[0.1, 0.9]], label="a")])
    assert packing.pack_axes([moved], (4, 3), 1) == first
    assert drawn == [((4, 3), 1)]


@pytest.mark.parametrize(
    ("panels", "size", "ratio"),
    [
        ([dataclasses.replace(PANEL, title="two")], (4, 3), 1),
        ([dataclasses.replace(PANEL, xlim=(0, 2))], (4, 3), 1),
        ([dataclasses.replace(PANEL, marks=[Points([[0.5, 0.5]], label="b")])], (4, 3), 1),
        ([dataclasses.replace(PANEL, marks=[Points([[0.5, 0.5]], label="a", color="#D55E00")])], (4, 3), 1),
        ([[PANEL], [PANEL]], (4, 3), 1),
        ([PANEL], (5, 3), 1),
        ([PANEL], (4, 3), 2),
    ],
)
def test_other_axes_are_drawn(drawn, panels, size, ratio):
    first = packing.pack_axes([PANEL], (4, 3), 1)
    assert packing.pack_axes(panels, size, ratio) != first
    assert drawn == [((4, 3), 1), (size, ratio)]


def test_only_so_many_axes_are_kept(drawn, monkeypatch):
    monkeypatch.setattr(packing, "KEPT", 2)
    for title in ("a", "b", "c", "a"):  # a was forgotten as c came
        packing.pack_axes([dataclasses.replace(PANEL, title=title)], (4, 3), 1)
    assert len(drawn) == 4
    assert len(packing._drawn) == 2
