"""Every figure on a projector: at 1.4 and at 2, in windows of 1280 and 1920 pixels, nothing is cut."""

import pytest

from mlcore.lectures import all_figures
from mlcore.show.fit import fit
from mlcore.show.marks import flat
from mlcore.show.style import CSS_DPI
from tests.fixtures.cuts import cuts
from tests.moves import at_start

# The picture's room before it is enlarged, as JupyterLab 4 leaves it: the width of a cell over the factor, with the
# sidebar closed where it says nothing else; and the height beside one row of sliders.
ROOMS = {
    "1280 at 2, sidebar open": (848 // 2, 160),
    "1280 at 2": (1100 // 2, 160),
    "1280 at 1.4": (1100 * 10 // 14, 280),
    "1920 at 2": (1740 // 2, 340),
    "1920 at 1.4": (1740 * 10 // 14, 537),
}


@pytest.mark.all
@pytest.mark.parametrize("name", sorted(all_figures()))
def test_on_a_projector_nothing_is_cut(name):
    live = at_start(name)
    for room_name, room in ROOMS.items():
        rows, size = fit(live.rows, live.size, room)
        assert size[0] == pytest.approx(room[0] / CSS_DPI)
        assert [(p.xlim, p.ylim) for p in flat(rows)] == [(p.xlim, p.ylim) for p in live.panels]  # in their order
        assert cuts(rows, size) == [], room_name
