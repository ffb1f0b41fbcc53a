"""What the figures of lecture 05 count and draw, against brute force and SciPy."""

import numpy as np
import pytest
from scipy.stats import binom

from mlcore import pac
from mlcore.lectures import generalisation
from mlcore.lectures.generalisation import draws, figures
from mlcore.plots.kinds import DataError


def test_empirical_risks_are_counted_errors():
    rng = np.random.default_rng(7)
    figures.empirical_risks.cache_clear()
    measured = figures.empirical_risks(7)
    x = rng.uniform(size=(figures.SAMPLES, 7))
    above = (x > draws.TRUE) ^ (rng.uniform(size=x.shape) < draws.NOISE)
    for k in (0, 33, 100):
        assert np.allclose(measured[:, k], ((x > draws.THRESHOLDS[k]) != above).mean(axis=1))
    assert generalisation.RISKS.min() == pytest.approx(0.1)


def test_every_value_falls_inside_a_box_and_on_no_edge():
    for n in (10, 40, 160, 640):
        edges = generalisation.risks().at(n=n).bins
        assert np.allclose(edges, -edges[::-1])
        k = np.arange(-n, n + 1)[:, None] / n
        for theta in range(0, 101, 5):  # where the fixed threshold may stand
            assert np.abs((k + generalisation.RISKS[theta])[..., None] - edges).min() > 1e-9


@pytest.mark.parametrize(("n", "p"), [(1, 0.3), (20, 0.45), (3041, 0.55)])
def test_chances_are_binomial(n, p):
    assert np.allclose(figures.chances(n, p), binom.pmf(np.arange(n + 1), n, p), rtol=1e-9, atol=1e-300)


def test_one_of_many_overtakes_the_best_as_often_as_it_is_counted():
    rng, n, others, epsilon = np.random.default_rng(0), 30, 4, 0.3
    best, rest = rng.binomial(n, 0.35, 20000), rng.binomial(n, 0.65, (20000, others))
    assert figures.overtaken(n, epsilon, others) == pytest.approx((rest.min(axis=1) <= best).mean(), abs=0.005)
    assert figures.overtakings(n, epsilon, others) / figures.TRIALS == pytest.approx(
        figures.overtaken(n, epsilon, others), abs=0.02
    )


@pytest.mark.parametrize(("epsilon", "size"), [(0.1, 11), (0.1, 12), (0.3, 3), (0.02, 1000), (0.3, 2)])
def test_the_nearest_bad_threshold(epsilon, size):
    places = np.linspace(0, 1, size)
    away = np.abs(places - places[size // 2])
    bad = away > epsilon + 1e-9
    assert figures.sides(epsilon, size) == int(bad[: size // 2].any()) + int(bad[size // 2 :].any())
    if bad.any():
        assert figures.gap(epsilon, size) == pytest.approx(away[bad].min())


def test_stumps_do_at_most_so_many_labelings():
    X = np.random.default_rng(0).normal(size=(5, 3))
    found = {tuple(side * y) for j in range(3) for y in pac.threshold_labelings(X[:, j]) for side in (-1, 1)}
    assert len(found) <= figures.growth_of_stumps(5, 3) == 30
    assert len({tuple(side * y) for y in pac.threshold_labelings(X[:, 0]) for side in (-1, 1)}) == 10


def test_a_piece_of_a_line_within_a_box():
    box = (0.0, 2.0), (0.0, 1.0)
    assert figures.across(np.array([1.0, 0.0]), -1.0, *box).tolist() == [1, 0, 1, 1]
    assert figures.across(np.array([0.0, 1.0]), -0.5, *box).tolist() == [0, 0.5, 2, 0.5]
    assert figures.across(np.array([1.0, 1.0]), -9.0, *box) is None


def test_the_order_of_the_points_decides_what_lines_do():
    rng, seen = np.random.default_rng(0), {}
    for _ in range(60):
        X = rng.normal(size=(4, 2))
        assert (seen.setdefault(figures.orientations(X), pac.dichotomies(X)) == pac.dichotomies(X)).all()
    assert 10 < len(seen) <= 14  # of 16 patterns of turns no points have two
    assert figures.orientations(np.array([[0.0, 0], [1, 1], [2, 2]]))[-1] == 0
    assert not all(figures.orientations(np.array([[3.0, 1], [3, 1]])))
    live, row = generalisation.labelings(), np.array([[0.0, 0], [1, 1], [2, 2], [0, 1]])
    assert live.at(X=row).done.sum() == pac.dichotomies(row).sum() < 14
    three, twice = [[0.0, 0], [1, 1], [2, 2]], [[0.0, 0], [0, 0], [1, 1]]  # both without a turn
    assert [int(live.at(X=np.array(X)).done.sum()) for X in (three, twice, three)] == [6, 4, 6]
    bent = row.copy()
    bent[1, 1] = 1.1
    assert live.at(X=bent).done.sum() == 14


def test_points_in_the_same_order_share_an_answer_that_no_state_changes():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(4, 2))
    order = figures.Order(figures.orientations(X), X)
    assert order == figures.Order(figures.orientations(X), 2 * X + 1)
    assert hash(order) == hash(figures.Order(figures.orientations(X), 2 * X + 1))
    live = generalisation.labelings()
    one, other = live.at(X=X), live.at(X=2 * X + 1)
    assert (other.done == pac.dichotomies(2 * X + 1)).all()
    with pytest.raises(ValueError, match="read-only"):
        one.done[0] = False


@pytest.mark.parametrize("N", [1, 2, 3, 4, 5])
def test_thumbnails_do_not_overlap(N):
    columns, corners = figures.layout(N)
    assert len(np.unique(corners.round(9), axis=0)) == 2**N
    assert corners.min() > -1e-9
    assert corners.max() + 1 / columns < 1 + 1e-9


def test_too_many_points_under_the_hand_and_too_few_rows_get_a_sentence():
    live = generalisation.labelings()
    with pytest.raises(ValueError, match="There are 6 points: keep 1 to 5"):
        live.at(X=np.random.default_rng(0).normal(size=(6, 2)))
    with pytest.raises(ValueError, match="There are 0 points"):
        live.at(X=np.zeros((0, 2)))
    with pytest.raises(DataError, match="There are 12 rows: to hold out a third of them takes 30"):
        generalisation.promises(np.eye(12), [0, 1] * 6)
    assert generalisation.labelings(np.random.default_rng(1).normal(size=(50, 2))).at().every.shape == (32, 5)


def test_points_in_one_place_are_one_point_and_a_single_one_is_no_points():
    live = generalisation.labelings()
    X = generalisation.CORNERS
    for off, done in ((1e-3, 8), (0.05, 14)):
        s = live.at(X=np.vstack([X, X[:1] + off]))
        assert s.done.sum() == done
        assert [k for k, street in enumerate(s.streets) if street.margin] == np.flatnonzero(s.done).tolist()
    assert live.says(X=X[:1]).startswith("1 point: a line realises 2 of the 2 labelings")


@pytest.mark.parametrize("n", [10, 40, 160, 640])
def test_ticks_of_the_differences_stand_apart_and_lie_evenly(n):
    right = generalisation.risks().at(n=n).draw()[1]
    ticks = np.array(right.xticks[0])
    assert len(ticks) == 5
    assert np.allclose(ticks, -ticks[::-1])
    assert 0.6 * right.xlim[1] < ticks[-1] < right.xlim[1]
