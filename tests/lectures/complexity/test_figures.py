"""The figures of lecture 03 at the places where a reader may stand."""

import re
from pathlib import Path

import numpy as np
import pytest

from mlcore import datasets
from mlcore.lectures import complexity
from mlcore.linear import Ridge, fit_polynomial, locally_weighted, ridge

TEXT = Path(__file__).parents[3] / "notebooks" / "text" / "03_complexity.md"


def within(panel, xy) -> bool:
    (x, y), (a, b), (low, high) = xy, panel.xlim, panel.ylim
    return a <= x <= b and low <= y <= high


@pytest.mark.parametrize("n, noise", [(12, 0.5), (12, 4.0), (20, 2.0), (100, 0.5), (100, 4.0)])
@pytest.mark.parametrize("degree", [1, 9])
def test_both_errors_are_in_the_picture(degree, n, noise):
    live = complexity.degree()
    live.update(degree=degree, n=n, noise=noise)
    right = live.panels[1]
    assert all(within(right, point) for mark in right.marks[-2:] for point in mark.xy)


def test_what_is_to_come_is_not_drawn():
    live = complexity.degree()
    live.update(degree=3)
    assert max(path[:, 0].max() for mark in live.panels[1].marks[:2] for path in mark.paths) == 3
    live = complexity.paths()
    live.update(lam=1.0)
    assert max(path[:, 0].max() for path in live.panels[0].marks[1].paths) == pytest.approx(1.0)


def test_the_start_of_a_figure_does_not_answer_its_question():
    live = complexity.luck()
    assert live.values["sample"] == 1
    assert "average" not in live.description
    assert "on average 1.91 kg on the held-out set, 2.38 kg on new people" in live.says(sample=100)


def test_a_caption_has_the_digits_of_the_slider():
    assert complexity.degree().says(noise=0.5).startswith("Sample 1, degree 1, noise 0.50 kg: ")
    assert complexity.degree().says(noise=4.0).startswith("Sample 1, degree 1, noise 4 kg: ")


@pytest.mark.parametrize("figure", [complexity.paths, complexity.disc])
def test_without_targets_there_is_nothing_to_learn(figure):
    X = np.random.default_rng(0).normal(size=(20, 2))
    for given in ((X,), (X, np.full(20, 3.0))):
        with pytest.raises(ValueError, match="give X and y"):
            figure(*given)


def test_the_error_on_new_people_is_that_of_a_large_sample():
    new, (_, truth) = datasets.heights(100_000, complexity.NOISE, seed=9), complexity.one_choice(3, 10)
    train = datasets.heights(complexity.TRAIN, complexity.NOISE, seed=3)
    fit = fit_polynomial(train.X[:, 0], train.y, 4)
    assert complexity.rms(new.y - fit(new.X[:, 0])) == pytest.approx(truth[3], rel=0.01)


def test_the_paths_are_those_of_ridge_on_the_rows_that_were_drawn():
    data = datasets.diabetes()
    s = complexity.paths(data).at(lam=10.0)
    rows = np.random.default_rng(0).permutation(len(data.X))[:60]
    A = (data.X[rows] - data.X[rows].mean(axis=0)) / data.X[rows].std(axis=0)
    model = Ridge(lam=s.lam).fit(A, data.y[rows])
    assert s.w == pytest.approx(model.coef_)
    assert s.trained[s.now] == pytest.approx(complexity.rms(data.y[rows] - model.predict(A)))


def test_the_paths_want_rows_and_numbers():
    with pytest.raises(ValueError, match="take 4 at least"):
        complexity.paths(np.ones((3, 2)), np.arange(3.0))
    with pytest.raises(ValueError, match="strings"):
        complexity.paths(np.random.default_rng(0).normal(size=(9, 2)), np.array(list("abcabcabc")))
    level = complexity.paths(np.ones((9, 2)), np.arange(9.0))
    assert "nan" not in level.description


@pytest.mark.parametrize("tau", [0.1, 4.0, 100.0])
def test_the_query_can_be_anywhere(tau):
    live = complexity.local()
    tau = min(live.state.taus, key=lambda t: abs(np.log(t / tau)))
    low, high = live.panels[0].xlim
    for x in (low, 177.0, high):
        live.update(tau=float(tau), query=[[x, 50.0]])
        assert "nan" not in live.description
        handle = live.panels[0].marks[-1]
        assert handle.label == "query"
        assert within(live.panels[0], handle.xy[0])


def test_the_curve_goes_through_the_ring():
    s = complexity.local().at(tau=10.0)
    assert s.line[1] == pytest.approx(float(s.h(s.query)[0]))


def test_local_lines_want_points_that_differ():
    with pytest.raises(ValueError, match="three points"):
        complexity.local([1.0, 1.0, 1.0], [1.0, 2.0, 3.0])
    level = complexity.local([1.0, 2.0, 3.0, 4.0], [5.0, 5.0, 5.0, 5.0])
    assert "nan" not in level.description


def test_the_code_names_the_numbers_of_its_equations():
    tags = dict(re.findall(r"\$\$([^$]*?)\\tag\{(03\.\d+)\}", TEXT.read_text("utf-8")))
    numbers = {number: formula for formula, number in tags.items()}
    lines = [
        (module, words, part)
        for module, words, part in (
            (ridge, "np.sqrt(lam)", r"\sqrt\lambda\,I"),
            (ridge, "the bias is free", r"b=\bar y-w^\top\bar x."),
            (locally_weighted, "x_mean, y_mean = v @ X", r"\bar x_v="),
            (locally_weighted, "nearest point's weight being 1", r"2\tau^2"),
            (locally_weighted, "with the least sum_i v_i", r"v_i\,(y_i"),
        )
    ]
    for module, words, part in lines:
        line = next(line for line in Path(module.__file__).read_text("utf-8").splitlines() if words in line)
        number = re.search(r"03\.\d+", line)
        assert number, line
        assert part in numbers[number[0]]
