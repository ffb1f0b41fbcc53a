"""A long fit says how far it is."""

import numpy as np

from mlcore.base.steps import State
from mlcore.ensemble.progress import watched


def test_a_long_fit_says_how_far_it_is_and_takes_the_line_away(monkeypatch, capsys):
    clock = iter(np.arange(0, 100, 0.4))
    monkeypatch.setattr("mlcore.ensemble.progress.monotonic", lambda: next(clock))
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    assert len(list(watched((State(t=t) for t in range(7)), 6, "trees"))) == 7
    said = capsys.readouterr().err
    assert "2 of 6 trees" in said
    assert "1 of 6 trees" not in said  # not before a second has passed
    assert said.endswith("\r")
