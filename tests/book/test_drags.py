"""What the blue boxes ask a hand to drag, the recorded drag moves, and the box of the book says so."""

import re

import numpy as np
import pytest

from mlcore.course import BY_STEM
from mlcore.lectures import all_figures
from mlcore.show import View
from mlcore.show.marks import flat
from tests.moves import at_start
from tools.book.drag import recorded_drag, straight
from tools.book.pages import ASKS_TO_DRAG, BOX, for_the_book
from tools.notebooks import NOTEBOOKS

CALL = re.compile(r"^live = figures\.(\w+)\(", re.MULTILINE)
FREE = {  # the box names no path: one point of each group goes round
    "neighbours_perceptron.never": "points are dragged and removed until a line separates the rest",
}


def asked_to_drag() -> list[str]:
    """The figures with points whose box asks to drag, pull or push."""
    found = []
    for stem, lecture in BY_STEM.items():
        text = (NOTEBOOKS / "text" / f"{lecture.name}.md").read_text(encoding="utf-8")
        for piece in text.split(BOX)[1:]:
            box, call = piece.partition("</div>")[0], CALL.search(piece)
            if ASKS_TO_DRAG.search(box) and call and at_start(f"{stem}.{call[1]}").view.pointers:
                found.append(f"{stem}.{call[1]}")
    return found


def named() -> list[str]:
    """The figures that say what a hand is to drag. None of them is made for that: every run of the tests asks it."""
    return [name for name, figure in sorted(all_figures().items()) if figure.cls.drags is not View.drags]


def test_what_a_box_asks_to_drag_is_named_by_its_figure():
    asked = asked_to_drag()
    assert len(asked) > 20
    assert set(asked) - set(named()) == set(FREE) & set(asked)


@pytest.mark.parametrize("name", named())
def test_a_named_drag_goes_where_it_says_and_the_figure_answers(name):
    view = at_start(name).view
    drags, recorded, panels = view.drags(), recorded_drag(view), flat(view.at().draw())
    assert drags
    assert len(set(recorded.labels)) == len(recorded.labels) == len(recorded.values)
    assert recorded.labels[0] == "start"
    for number, drag in enumerate(drags, start=1):
        group = next(group for group in view.pointers if group.name == drag.name)
        (left, right), (low, high) = panels[group.panel].xlim, panels[group.panel].ylim
        end = [k for k, label in enumerate(recorded.labels) if len(drags) == 1 or label.startswith(f"drag {number},")][
            -1
        ]
        x, y = np.reshape(drag.through, (-1, 2))[-1]
        np.testing.assert_allclose(recorded.values[end][drag.name][drag.point], (x, y))
        assert left <= x <= right
        assert low <= y <= high
    assert len({view.at(**values).caption for values in recorded.values[:: len(recorded.values) // 8]}) > 1


def test_a_drag_goes_in_equal_steps_round_its_corners():
    way = straight(np.array([0.0, 0.0]), [(2.0, 0.0), (2.0, 2.0)], 4)
    np.testing.assert_allclose(way, [[1, 0], [2, 0], [2, 1], [2, 2]])


def test_a_box_of_the_book_says_what_the_recorded_drag_moves():
    help = "(Nothing moves? *Run ▸ Run All Cells*, then come back.)"
    box = f"<div>\n\n{BOX} Remove a point, then drag one.\n\n{help}\n\n</div>"
    words = for_the_book(box, at_start("trees.question").view)
    assert "Nothing moves" not in words
    assert "*In this book* the slider *recorded drag* moves the threshold from the left" in words
    assert words.endswith("Points are removed in JupyterLab only.\n\n</div>")
    plain = f"<div>\n\n{BOX} Move it.\n\n</div>"
    assert for_the_book(plain, at_start("neighbours_perceptron.never").view) == plain
    assert for_the_book(plain, None) == plain
