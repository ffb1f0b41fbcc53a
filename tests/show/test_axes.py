"""Axes: short numbers, no axes around a picture, and none drawn twice."""

import dataclasses

import numpy as np
import pytest

from mlcore.show import Panel, Points, pack, render, style


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


PANEL = Panel([Points([[0.5, 0.5]], label="a")], (0, 1), (0, 1), title="one")


@pytest.fixture
def drawn(monkeypatch):
    """The sizes and ratios at which matplotlib drew axes; none is known from before."""
    calls = []
    monkeypatch.setattr(pack, "_drawn", {})
    monkeypatch.setattr(pack, "axes_png", lambda *args: calls.append(args[1:]) or render.axes_png(*args))
    return calls


def test_axes_drawn_before_are_found_again(drawn):
    first = pack.pack_axes([PANEL], (4, 3), 1)
    moved = dataclasses.replace(PANEL, marks=[Points([[0.1, 0.9]], label="a")])
    assert pack.pack_axes([moved], (4, 3), 1) == first
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
    first = pack.pack_axes([PANEL], (4, 3), 1)
    assert pack.pack_axes(panels, size, ratio) != first
    assert drawn == [((4, 3), 1), (size, ratio)]


def test_only_so_many_axes_are_kept(drawn, monkeypatch):
    monkeypatch.setattr(pack, "KEPT", 2)
    for title in ("a", "b", "c", "a"):  # a was forgotten as c came
        pack.pack_axes([dataclasses.replace(PANEL, title=title)], (4, 3), 1)
    assert len(drawn) == 4
    assert len(pack._drawn) == 2
