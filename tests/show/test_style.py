"""The look of a figure does not depend on what a student sets in their session."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from mlcore.show.render import axes_png, to_png
from tests.fixtures.marks import panels

SIZE = (8.8, 4.4)
SETTINGS = {
    "text.usetex": True, "savefig.bbox": "tight", "savefig.transparent": True, "savefig.dpi": 30, "font.size": 30,
    "axes.grid": True, "lines.linewidth": 9, "mathtext.fontset": "cm", "legend.fontsize": 4, "axes.xmargin": 0.4,
    "figure.constrained_layout.use": True, "axes.titleweight": "bold", "image.origin": "lower",
    "lines.scale_dashes": False, "axes.formatter.limits": (-1, 1), "axes.labelcolor": "white", "path.sketch": (1, 2, 3),
}  # fmt: skip


def pictures() -> tuple:
    return to_png(panels(), SIZE, "words"), axes_png(panels(), SIZE, ratio=2)


@pytest.fixture(scope="module")
def usual():
    with mpl.rc_context():
        mpl.rcdefaults()
        return pictures()


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_of_the_session_changes_nothing(name, usual):
    with mpl.rc_context({name: SETTINGS[name]}):
        assert pictures() == usual
        assert mpl.rcParams[name] == SETTINGS[name] or name == "axes.formatter.limits"  # and is still the student's


@pytest.mark.parametrize("style", ["dark_background", "ggplot", "classic"])
def test_a_style_of_the_session_changes_nothing(style, usual):
    with plt.style.context(style):
        assert pictures() == usual
