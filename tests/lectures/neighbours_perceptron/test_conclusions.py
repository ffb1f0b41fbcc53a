"""What lecture 04 concludes, on fresh draws: each sentence by its name, and red when its rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore import datasets
from mlcore.base.steps import take
from mlcore.lectures.neighbours_perceptron import draws
from mlcore.lectures.neighbours_perceptron.data import slanted
from mlcore.lectures.neighbours_perceptron.draws import NEIGHBOURS, ODD, SIZES
from mlcore.lectures.neighbours_perceptron.runs import passes, side_by_side
from mlcore.neighbors import limit_error
from mlcore.perceptron import perceptron_steps
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

SEEDS = range(200)
MORE = range(1000)  # where draws are cheap, and what is said hangs on the rarest of them
STORED = pathlib.Path(__file__).parent / "draws"
GAPS = (0.1, 10**-0.6, 10**-0.3, 1.0)


@pytest.fixture(scope="module")
def mixture() -> np.ndarray:
    return draws.mixture_errors(SEEDS)


@pytest.fixture(scope="module")
def others() -> np.ndarray:
    return draws.other_mixtures(SEEDS)


@pytest.fixture(scope="module")
def races() -> np.ndarray:
    return draws.race_ends(MORE, GAPS[1:])


@pytest.fixture(scope="module")
def clean() -> np.ndarray:
    return draws.digit_errors(SEEDS)


@pytest.fixture(scope="module")
def noisy() -> np.ndarray:
    return draws.digit_errors(SEEDS, replaced=0.2)


# --- The best K (section 3) -------------------------------------------------------------------


@pytest.mark.all
def test_on_average_the_best_k_is_3_for_25_examples_7_for_100_and_17_for_400(mixture):
    assert ODD[mixture.mean(axis=0).argmin(axis=1)].tolist() == [3, 5, 7, 11, 17]
    assert np.allclose(mixture.mean(axis=0).min(axis=1), [0.240, 0.209, 0.188, 0.178, 0.169], atol=6e-4)


@pytest.mark.all
def test_with_400_examples_every_k_from_11_to_27_is_within_2_thousandths_of_the_best(mixture):
    of_400 = mixture.mean(axis=0)[-1]
    flat = ODD[of_400 < of_400.min() + 0.002]
    assert flat.tolist() == list(range(11, 28, 2))
    assert np.abs(of_400 - of_400.min() - 0.002).min() > 1e-5  # no K is in or out by rounding
    of_25 = mixture.mean(axis=0)[0]
    assert (of_25 < of_25.min() + 0.002).sum() == 1  # with 25 examples it is not flat


@pytest.mark.all
def test_the_best_k_differs_widely_from_sample_to_sample(mixture):
    best = ODD[mixture.argmin(axis=2)]
    halves = np.quantile(best, [0.25, 0.75], axis=0, method="nearest").T.tolist()
    assert halves == [[3, 7], [3, 11], [7, 13], [9, 17], [15, 23]]


@pytest.mark.all
def test_the_best_k_is_larger_with_400_examples_than_with_25_in_189_of_200_mixtures(mixture, others):
    few, _, many = ODD[others.argmin(axis=2)].T
    assert (many > few).sum() == 189
    assert not may_be_said_with_its_share(few > many, 94.5)
    same, more = ODD[mixture.argmin(axis=2)][:, [0, -1]].T
    assert may_be_said_plainly(more > same)


@pytest.mark.all
def test_with_400_examples_13_neighbours_are_better_than_one_on_all_of_200_mixtures(others):
    one, thirteen = others[:, 2, 0], others[:, 2, 6]
    assert (thirteen < one).all()
    assert not may_be_said_plainly(one < thirteen)
    assert not may_be_said_plainly(others[:, 0, 6] < others[:, 0, 0])  # with 25 examples there is no such effect


@pytest.mark.all
def test_25_of_25_neighbours_are_wrong_half_of_the_time(mixture):
    all_of_them, three = mixture[:, 0, 12], mixture[:, 0, 1]
    assert abs(all_of_them.mean() - 0.5) < 0.01
    assert may_be_said_plainly(all_of_them > three)


@pytest.mark.all
def test_one_neighbour_comes_to_its_own_limit_and_stays_above_the_bayes_rate(mixture):
    _, _, p = draws.known_places()
    limit, bayes = float(limit_error(p, 1).mean()), float(np.minimum(p, 1 - p).mean())
    of_one = mixture[:, SIZES.index(400), 0]
    assert abs(of_one.mean() - limit) < 0.005 < 0.05 < limit - bayes
    assert may_be_said_plainly(of_one > bayes + 0.03)
    assert may_be_said_plainly(mixture[:, SIZES.index(400), 8] < bayes + 0.03)  # seventeen neighbours


# --- The perceptron (sections 1, 5 and 7) -----------------------------------------------------


@pytest.mark.all
def test_some_update_makes_the_line_worse_in_68_percent_of_the_samples_that_a_line_separates():
    worse = draws.worse_updates(range(1000))
    assert len(worse) > 150
    assert may_be_said_with_its_share(worse, 68)
    assert not may_be_said_with_its_share(~worse, 68)


def test_of_1000_runs_at_the_first_gap_986_use_at_most_a_tenth_of_their_bound(races):
    used = races[..., 0] / races[..., 1]
    assert (used[:, 0] <= 0.1).sum() == 986
    assert np.median(used[:, 0]) < 0.025
    assert used.max() <= 1
    assert not may_be_said_plainly(used[:, 2] < 0.1)  # a wide gap brings the two together


def test_twice_the_gap_divides_the_bound_by_3_6_to_4_and_the_run_is_shorter_in_63_percent(races):
    ratio = races[:, 0, 1] / races[:, 1, 1]
    assert 3.55 < ratio.min() < ratio.max() < 4
    narrow, wide = races[:, 0, 0], races[:, 1, 0]
    assert may_be_said_with_its_share(wide < narrow, 63)
    assert not may_be_said_with_its_share(narrow < wide, 63)
    assert round(100 * np.mean(wide > narrow)) == 12


def test_in_the_end_w_lies_near_u():
    """It did not at the start: the first update is a single point."""
    ends = draws.race_ends(SEEDS, GAPS[1:2])[:, 0, 2]
    assert ends.min() > 0.97
    first = []
    for seed in SEEDS:
        touching, y, u = side_by_side(slanted(seed=seed))
        w = take(perceptron_steps(touching + GAPS[1] * np.outer(y, u), y, bias=False), 1)[-1].w
        first.append(w @ u / np.linalg.norm(w))
    assert not may_be_said_plainly(np.array(first) > 0.97)


def test_two_updates_in_five_make_the_test_error_larger_and_one_by_25_points():
    _, _, tested, rising, largest = draws.line_runs(MORE).T
    assert (rising >= 0.4).sum() == 987
    assert (largest >= 0.25).sum() == 990
    assert not may_be_said_plainly(1 - rising < 0.4)  # the updates that do not
    assert np.allclose(100 * np.quantile(tested, [0.25, 0.75]), [1.1, 2.8], atol=0.05)


def passes_one_by_one(X: np.ndarray, y: np.ndarray) -> int:
    """The passes of a perceptron that looks at one point after the other."""
    w, b, made, mistakes = np.zeros(X.shape[1]), 0.0, 0, 1
    while mistakes:
        mistakes, made = 0, made + 1
        for x, label in zip(X, y, strict=True):
            if label * (w @ x + b) <= 0:
                w, b, mistakes = w + label * x, b + label, mistakes + 1
    return made


def test_eight_passes_in_the_order_of_the_file_and_2_to_14_in_others():
    X, y = draws.threes_and_eights()
    assert passes_one_by_one(X[:179], y[:179]) == 8
    assert passes([state.i for state in take(perceptron_steps(X[:179], y[:179]), 10_000)]) == 8
    made = draws.line_runs(SEEDS)[:, 1]
    assert (made.min(), made.max()) == (2, 14)
    for seed in range(10):
        mine = np.random.default_rng(seed).permutation(len(y))[:179]
        assert made[seed] == passes_one_by_one(X[mine], y[mine])


# --- Digits by their neighbours (Further D) ---------------------------------------------------


@pytest.mark.all
def test_15_neighbours_are_worse_than_one_on_all_200_divisions_and_41_are_worse_still(clean):
    one, fifteen, many = (clean[:, NEIGHBOURS.index(K)] for K in (1, 15, 41))
    assert (fifteen > one).all()
    assert (many > fifteen).all()
    assert not may_be_said_plainly(one > fifteen)


@pytest.mark.all
def test_three_neighbours_are_about_as_good_as_one(clean):
    one, three = (clean[:, NEIGHBOURS.index(K)] for K in (1, 3))
    assert 0.3 < np.mean(three < one) < 0.4
    assert 0.47 < np.mean(three > one) < 0.58
    assert 100 * np.abs((three - one).mean()) < 0.2


@pytest.mark.all
def test_with_a_fifth_of_the_labels_replaced_15_neighbours_are_better_than_one_on_all_200(clean, noisy):
    one, seven, fifteen = (noisy[:, NEIGHBOURS.index(K)] for K in (1, 7, 15))
    assert (fifteen < one).all()
    assert not may_be_said_plainly(clean[:, NEIGHBOURS.index(15)] < clean[:, 0])  # it is the noise that does it
    assert round(100 * one.mean()) == 19
    assert seven.mean() < 0.03


# --- Further ----------------------------------------------------------------------------------


def test_the_k_that_is_chosen_by_leaving_out_is_nearer_to_the_sine_than_one_on_197_of_200_samples():
    chosen, _, _, _, off, off_of_one = draws.average_errors(SEEDS).T
    assert (off < off_of_one).sum() == 197
    assert not may_be_said_plainly(off_of_one < off)
    assert np.quantile(chosen, [0, 0.25, 0.75, 1], method="nearest").tolist() == [1, 4, 6, 14]


def test_the_factor_62_is_better_than_1_for_all_choices_of_patients_and_no_better_than_1000():
    at_1, at_62, at_1000 = draws.outvoted(SEEDS).T
    assert (at_62 < at_1).all()
    assert not may_be_said_plainly(at_1 < at_62)
    assert np.allclose(100 * np.array([at_1.mean(), at_62.mean()]), [30, 9], atol=0.5)
    shares = np.mean(at_62 < at_1000), np.mean(at_1000 < at_62)
    assert max(shares) < 0.6
    assert may_be_said_plainly(at_1000 < at_1)  # the second feature alone tells more than the first alone


def test_the_nearest_is_a_third_as_far_as_the_farthest_in_10_dimensions_and_nine_tenths_in_1000():
    line, ten, thousand = draws.nearest_shares(range(50)).T
    assert line.max() < 0.005
    assert 0.26 < ten.min() < ten.max() < 0.33
    assert 0.89 < thousand.min() < thousand.max() < 0.91
    assert [round(share.mean(), 2) for share in (ten, thousand)] == [0.29, 0.9]


@pytest.mark.all
def test_none_of_the_720_orders_ends_in_the_widest_street():
    many, best, drawn, often = table_of(draws.order_ends, range(50), STORED / "order_ends.json").T
    assert (best < 0.99).all()
    assert np.allclose([best.mean(), drawn.mean(), often.mean()], [0.70, 0.36, 0.33], atol=0.006)
    assert not may_be_said_plainly(often >= 0.6)  # that the most frequent line is a good one
    assert many.min() > 1


def test_on_a_ring_the_line_after_200_updates_is_worse_than_the_one_in_the_pocket():
    low, high, pocket, last = draws.ring_runs(MORE).T
    assert ((last > pocket).sum(), (last == pocket).sum()) == (997, 3)
    assert [round(pocket.mean()), round(last.mean())] == [10, 19]
    assert (high - low).min() > 10
    flowers = datasets.iris_pair()  # where a line separates, the last line is the best
    wrong = [state.wrong for state in take(perceptron_steps(flowers.X, flowers.y), 10_000)]
    assert wrong[-1] == min(wrong) == 0
