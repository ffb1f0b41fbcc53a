"""The figure of lecture 07's Further section: a walk that must stay where there are means."""

import numpy as np

from mlcore.lectures import families
from mlcore.lectures.families.further import STEPS


def test_a_start_without_means_says_so():
    live = families.edge()
    s = live.at(start=np.array([[0.1, 0.0]]))
    assert s.states == []
    live.update(start=np.array([[0.1, 0.0]]))
    assert "this start is not allowed" in live.description


def test_no_step_of_the_walk_is_without_a_change():
    """The last step of the slider moves something by a pixel, and the caption says that it has arrived."""
    live = families.edge()
    last, before = (live.at(step=STEPS - k).states[-1].w for k in (0, 1))
    assert np.abs(last - before)[1] > 1e-3 * np.ptp(live.at().ylim)
    assert live.says(step=STEPS).endswith("its lowest.")
    assert "its lowest" not in live.says(step=STEPS - 1)
