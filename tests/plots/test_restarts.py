import numpy as np

from mlcore.plots.restarts import results_panel


def test_the_box_of_the_last_result_stands_out_and_none_gets_lost():
    panel = results_panel([3.0, -1.0, 0.5, 2.5], np.arange(4.0), best=-1.0)
    every, here, best = panel.marks
    assert every.boxes[:, 3].tolist() == [2, 0, 2]  # below all boxes is in the first, the last edge in the last
    assert here.boxes[:, 3].tolist() == [2]
    assert best.ends[0, 0] == -1.0
    assert panel.ylim == (0, 5)
