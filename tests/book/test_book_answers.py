"""No control of the book is dead: each figure answers each of them, and Reset leads back."""

import pytest

from tests.book.reader import PAGES, last, put, shown


def moves(figure, handle) -> bool:
    """Whether the picture changes while a control goes from end to end."""
    put(handle, 0)
    first, end, changed = shown(figure), last(handle), False
    for place in sorted({end // 3, 2 * end // 3, end} - {0}):
        put(handle, place)
        changed |= shown(figure) != first
        assert figure.get_by_role("status").inner_text()
    return changed


@pytest.mark.parametrize("lecture", PAGES, indirect=True, scope="module")
def test_each_figure_answers_each_of_its_controls(lecture):
    reader, _ = lecture
    for name in reader.figures():
        figure = reader.play(name)
        start, handles = shown(figure), figure.locator("input, select").all()
        assert handles
        for k, handle in enumerate(handles):
            changed = moves(figure, handle)
            for others in (1, 2):  # where the start leaves nothing to it: with the others elsewhere
                if changed:
                    break
                for other in handles[:k] + handles[k + 1 :]:
                    put(other, last(other) // others)
                changed = moves(figure, handle)
            assert changed, f"{name}: control {k} moves nothing"
            figure.get_by_role("button", name="Reset").click()
            assert shown(figure) == start
    assert not reader.wrong
