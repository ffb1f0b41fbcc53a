"""The figures of lecture 09's Further sections: where the gap between the two values closes."""

import pytest

from mlcore.lectures import constraints


def test_the_gap_closes_outside_the_two_valleys():
    live = constraints.gap()
    for a, open_gap in ((-1.6, 0), (-1.0, 0), (-0.5, 0.444), (0.0, 0.294), (0.5, 0.144), (0.9, 0.024), (1.0, 0)):
        assert live.at(a=a).gap == pytest.approx(open_gap, abs=1e-3)
