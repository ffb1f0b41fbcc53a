"""Canvas and matplotlib show the same picture of every figure."""

import pytest

from mlcore.lectures import all_figures
from mlcore.show import Live
from mlcore.show.render import STORED_RATIO
from tests.browser.canvases import Canvases
from tests.browser.jupyter import browser, open_context
from tests.fixtures.pictures import SAME, decode, difference
from tests.moves import at_start


@pytest.fixture(scope="module")
def canvases():
    with browser() as chrome:
        yield Canvases(open_context(chrome, STORED_RATIO).new_page())


@pytest.mark.parametrize("name", sorted(all_figures()))
def test_canvas_and_matplotlib_show_the_same(name, canvases):
    made = at_start(name)
    panels = made.rows if isinstance(made, Live) else made.panels
    seen, stored = decode(canvases.paint(panels, made.size)), decode(made.image)
    assert seen.std() > 0.02, "blank"
    assert difference(seen, stored) < SAME
    assert canvases.wrong == []
