"""No control of the book is dead: each figure answers each of them, and Reset leads back."""

import numpy as np
import pytest

from tests.book.reader import PAGES, last, other_pixels, picture, put

VISIBLE = 0.1  # of a colour's range


def moves(figure, handle) -> float:
    """By how much the picture changes at most while a control goes from end to end."""
    put(handle, 0)
    first, end = picture(figure), last(handle)
    change = 0.0
    for place in sorted({end // 3, 2 * end // 3, end} - {0}):
        put(handle, place)
        if change <= VISIBLE:  # to take and decode a picture is most of the test
            change = max(change, float(np.abs(picture(figure) - first).max()))
        assert figure.get_by_role("status").inner_text()
    return change


@pytest.mark.parametrize("lecture", PAGES, indirect=True, scope="module")
def test_each_figure_answers_each_of_its_controls(lecture):
    reader, _ = lecture
    for name in reader.figures():
        figure = reader.play(name)
        start, handles = picture(figure), figure.locator("input, select").all()
        assert handles
        for k, handle in enumerate(handles):
            change = moves(figure, handle)
            for others in (1, 2):  # where the start leaves nothing to it: with the others elsewhere
                if change > VISIBLE:
                    break
                for other in handles[:k] + handles[k + 1 :]:
                    put(other, last(other) // others)
                change = moves(figure, handle)
            assert change > VISIBLE, f"{name}: control {k} moves nothing"
            figure.get_by_role("button", name="Reset").click()
            assert other_pixels(picture(figure), start) == 0
    assert not reader.wrong
