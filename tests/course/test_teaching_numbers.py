"""Every number of a teacher's sheet, computed anew: at each position that it names, the figure says these words."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from mlcore.duality import solve_qp
from mlcore.kernels import Sigmoid, stable_kernel_lr
from mlcore.lectures import kernels, soft_margin
from tests.course.sheets import NAMES, asked, drawn, lines, sheet
from tests.moves import at_start

FIGURES = [(name, call) for name in NAMES for call in asked(name)]


@pytest.mark.parametrize(("name", "call"), FIGURES, ids=[call for _, call in FIGURES])
def test_a_figure_says_what_the_sheet_says(name, call):
    live = at_start(call)
    settings, words = drawn(name)[call]
    begin = {key: value for key, value in settings.items() if key in live.controls}
    assert live.says(**begin) == words.strip(), "the notebook draws it with other data or settings"
    for line in lines(name):
        if line.call == call:
            assert line.words in live.says(**begin | line.position()), line


def test_the_numbers_of_the_answers_in_lecture_11():
    street = soft_margin.street().at(C=1.0)
    assert round(street.point.slack.max(), 2) == 2.96
    assert street.point.alpha.max() == 1.0
    assert (street.point.alpha > 0).sum() == 26
    X, y = street.X, street.point.y
    Q = np.outer(y, y) * (X @ X.T) + np.eye(len(y))  # squares in place of slack, C = 1
    squares = solve_qp(Q, -np.ones(len(y)), -np.eye(len(y)), np.zeros(len(y)), y[None, :], [0.0]).x
    assert (squares > 1e-4).sum() == 52
    assert squares.max() > 2
    for number in ("slack of 2.96", "52 points", "instead of 26"):
        assert number in sheet("11_soft_margin")


def test_the_numbers_of_the_answers_in_lecture_13():
    assert round(float(np.median(pdist(kernels.noisy_rings().X))), 2) == 1.88
    assert round(float(Sigmoid(a=1.0, coef0=-1.0)(np.array([[0.5]]), np.array([[0.5]])).item()), 3) == -0.635
    wave = kernels.wave()
    assert round(stable_kernel_lr(kernels.CUBIC(wave.X, wave.X)), 3) == 0.515
    for number in ("it is 1.88", "−0.635", "is 0.515"):
        assert number in sheet("13_kernels")
