"""What lecture 15 concludes, over fresh draws; each test bears its sentence, and turns red with rivals exchanged."""

import pathlib
from functools import partial

import numpy as np
import pytest

from mlcore.lectures import ensembles
from mlcore.lectures.ensembles.draws import DEEPEST, LITTLE, OTHER_WAVES, SHRUNK
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

DRAWS = pathlib.Path(__file__).parent / "draws"
FRESH, FEWER, SPLITS = range(1000, 1200), range(1000, 1050), range(200)
NEAR = 1e-9  # errors that differ by less are equal

pytestmark = pytest.mark.all


@pytest.fixture(scope="module")
def rings():
    return table_of(ensembles.ring_runs, FRESH, DRAWS / "rings.json").T


@pytest.fixture(scope="module")
def depths():
    """bias² and variance of one tree, of ten, and ρ: each (draws, depths)."""
    return by_part(table_of(ensembles.depth_parts, FRESH, DRAWS / "depths.json"))


@pytest.fixture(scope="module")
def quiet():
    """The same with a third of the noise."""
    return by_part(table_of(partial(ensembles.depth_parts, noise=LITTLE), FEWER, DRAWS / "quiet.json"))


def by_part(rows):
    return rows.reshape(len(rows), 5, DEEPEST).transpose(1, 0, 2)


@pytest.fixture(scope="module")
def hints():
    return table_of(ensembles.hint_errors, FEWER, DRAWS / "hints.json").T


@pytest.fixture(scope="module")
def mixtures():
    """Alone, 15 trees, 60, out of bag, span: each (features, leaves, draws)."""
    rows = table_of(ensembles.mixture_errors, FRESH, DRAWS / "mixtures.json")
    return rows.reshape(len(rows), 2, 2, 5).transpose(3, 1, 2, 0)


@pytest.fixture(scope="module")
def waves():
    """By ν and depth: the error at the end, the lowest, and with how many trees; each (draws,)."""
    rows = table_of(ensembles.wave_errors, FRESH, DRAWS / "waves.json")
    return dict(zip(SHRUNK, rows.reshape(len(rows), len(SHRUNK), 3).transpose(1, 2, 0), strict=True))


@pytest.fixture(scope="module")
def long_waves():
    """Errors with 80 and 600 stumps, by the wave, then by ν = 0.1 and 1: each (draws, 2)."""
    rows = table_of(ensembles.long_wave_errors, FEWER, DRAWS / "long_waves.json")
    return rows.reshape(len(rows), len(OTHER_WAVES), 2, 2).transpose(1, 2, 0, 3)


@pytest.fixture(scope="module")
def splits():
    return table_of(ensembles.split_errors, SPLITS, DRAWS / "splits.json").T


def plainly(lower, higher) -> bool:
    """Whether the first is lower on 95 % of the draws; not so with the two exchanged, or with no effect."""
    assert not may_be_said_plainly(np.asarray(higher) < lower - NEAR)
    assert not may_be_said_plainly(np.asarray(higher) < np.asarray(higher) - NEAR)
    return may_be_said_plainly(np.asarray(lower) < higher - NEAR)


def on(lower, higher, draws: int, slack: int = 0) -> bool:
    """Whether the first is lower on so many draws, at least 60 % of them; not so with the two exchanged."""
    n = len(lower)
    percent, rounding = 100 * draws / n, 100 * (slack + 0.5) / n
    assert not may_be_said_with_its_share(np.asarray(higher) < lower - NEAR, percent, rounding)
    return may_be_said_with_its_share(np.asarray(lower) < higher - NEAR, percent, rounding)


def is_about(measured, said: float, half_a_digit: float) -> bool:
    return bool(abs(np.mean(measured) - said) <= half_a_digit)


# --- Section 1, Further A and D ---------------------------------------------------------------


def test_on_new_points_the_vote_is_better_than_the_best_stump_every_time(rings):
    assert plainly(rings[1], rings[0])
    assert (rings[1] < rings[0]).all()
    assert is_about(rings[0], 0.35, 0.005)
    assert is_about(rings[1], 0.045, 0.0005)


def test_the_vote_is_closed_on_98_percent_and_the_training_error_0_at_the_end_on_94(rings):
    assert may_be_said_with_its_share(rings[4], 98)
    assert may_be_said_with_its_share(rings[3], 94)
    assert not may_be_said_with_its_share(1 - rings[4], 98)


def test_the_training_error_rises_in_some_round_every_time(rings):
    assert rings[2].all()
    assert not may_be_said_plainly(1 - rings[2])


def test_the_light_points_are_points_of_the_ring_further_from_the_axes_than_the_others(rings):
    assert (rings[5] == 1).all()
    assert (rings[6] > 0).all()
    assert not may_be_said_plainly(-rings[6] > 0)


def test_the_smallest_margin_rises_after_the_last_mistake_and_the_largest_falls():
    rows = ensembles.margin_runs(range(1000, 1020)).T
    early, later, last, high, _, lower = rows
    assert plainly(early, later)
    assert plainly(later, last)
    assert plainly(lower, high)


def test_the_smallest_margin_rises_on_198_and_on_all_of_200():
    early, later, last, high, at_25, lower = table_of(ensembles.margin_runs, FRESH, DRAWS / "margins.json").T
    assert on(early, later, 198)
    assert on(later, last, 200)
    assert on(lower, high, 200)
    assert on(lower, at_25, 170)


def test_both_slips_end_with_more_errors_than_the_right_form():
    """All 200 are drawn anew: on six of them the mixture's last rounds magnify a rounding, so none could be stored."""
    right, error, mixture, swing = ensembles.printed_runs(FRESH).T
    assert on(right, error, 200)
    assert on(right, mixture, 200)
    assert (error >= 0.5).all()
    assert (error == 1).sum() == 12  # a quarter is wrong at first: the vote is 0, and so is the sum of all votes
    assert (swing > NEAR).sum() == 195
    assert not may_be_said_plainly(right >= 0.5)


def test_a_tenth_of_wrong_labels_has_45_percent_of_the_weight_and_more_than_a_third_each_time():
    _, ten = ensembles.heavy_labels(FRESH).T
    assert is_about(ten, 0.45, 0.005)
    assert ten.min() > 1 / 3
    assert not may_be_said_plainly(np.full(200, 0.1) > 1 / 3)  # if they weighed what the others do


# --- Sections 2 and 3 -------------------------------------------------------------------------


def test_the_variance_of_one_tree_rises_with_every_level_and_depth_2_or_3_is_best(depths):
    bias, variance = depths[:2]
    assert (np.diff(variance, axis=1) > 0).all(axis=1).sum() == 197
    assert not may_be_said_plainly((np.diff(variance[:, ::-1], axis=1) > 0).all(axis=1))
    assert np.bincount((bias + variance).argmin(axis=1) + 1).tolist() == [0, 0, 83, 117]


def test_ten_trees_leave_the_bias_and_lower_the_variance_at_each_depth(depths):
    bias, variance, bias_of_ten, variance_of_ten, _ = depths
    assert np.abs(bias_of_ten - bias).max() < 0.004
    assert (variance_of_ten < variance).all()
    assert plainly(variance_of_ten[:, 7], variance[:, 7])
    assert plainly(variance_of_ten[:, 0], variance[:, 0])


def test_bagging_hardly_moves_the_best_depth_and_gains_most_where_trees_are_too_deep(depths):
    one, ten = depths[0] + depths[1], depths[2] + depths[3]
    assert np.bincount(ten.argmin(axis=1) + 1).tolist() == [0, 0, 24, 176]
    gain = one - ten
    assert (gain.argmax(axis=1) == 7).sum() == 199
    assert plainly(gain[:, 2], gain[:, 7])
    assert (ten[:, 2] < ten[:, 7]).all()
    assert plainly(ten[:, 2], ten[:, 7])


def test_with_little_noise_deep_trees_are_not_too_deep_and_bagging_gains_most_at_depth_2(quiet, depths):
    one, ten = quiet[0] + quiet[1], quiet[2] + quiet[3]
    gain = one - ten
    assert (gain.argmax(axis=1) == 1).sum() == 48
    assert may_be_said_plainly(gain.argmax(axis=1) == 1)
    assert plainly(gain[:, 7], gain[:, 1])
    for errors in (one, ten):
        assert plainly(errors[:, 7], errors[:, 2])
    assert (one[:, 7] / one.min(axis=1)).mean() < 1.05
    assert not may_be_said_plainly(
        (depths[0] + depths[1] - depths[2] - depths[3]).argmax(axis=1) == 1
    )  # with the noise


def test_bagged_stumps_gain_a_tenth_of_what_deep_trees_gain(depths):
    gain = (depths[0] + depths[1] - depths[2] - depths[3]).mean(axis=0)
    assert is_about(gain[0], 0.004, 0.0005)
    assert is_about(gain[0] / gain[7], 0.1, 0.02)


def test_deep_trees_are_more_alike_than_trees_of_depth_3_and_their_limit_is_higher(depths):
    rho = depths[4]
    assert (rho[:, 2] < rho[:, 7]).all()
    assert plainly(rho[:, 2], rho[:, 7])
    assert is_about(rho[:, 7], 0.44, 0.005)
    assert is_about(rho[:, 2], 0.37, 0.005)


# --- Section 4 --------------------------------------------------------------------------------


def test_where_many_features_hint_the_forest_beats_bagging_and_both_a_full_tree(hints):
    _, agree, bagging, _, _, agree_of_forest, forest, _, tree = hints
    assert on(forest, bagging, 49)
    assert plainly(forest, bagging)
    assert plainly(bagging, tree)
    assert (bagging < tree).all()
    assert (forest < tree).all()
    assert plainly(agree_of_forest, agree)
    assert is_about(bagging, 0.137, 0.0005)
    assert is_about(forest, 0.096, 0.0005)
    assert is_about(tree, 0.27, 0.005)


def test_a_tree_of_that_forest_is_about_as_good_as_one_of_bagging(hints):
    assert abs(hints[0].mean() - hints[4].mean()) < 0.002


def test_with_fifty_trees_and_many_features_the_out_of_bag_error_is_too_high(hints):
    bagging, forest = hints[3] - hints[2], hints[7] - hints[6]
    assert is_about(bagging, 0.02, 0.005)
    assert 0.002 < forest.mean() - bagging.mean() < 0.01


def test_sixty_trees_are_better_than_one_alone_and_more_than_15_do_no_harm(mixtures):
    alone, fifteen, sixty = (part[0, 0] for part in mixtures[:3])
    assert (sixty < alone).all()
    assert plainly(sixty, alone)
    assert is_about(sixty, 0.21, 0.005)
    assert is_about(alone, 0.25, 0.005)
    assert (np.abs(sixty - fifteen) < 0.02 - NEAR).sum() == 196
    assert not may_be_said_plainly(np.abs(sixty - alone) < 0.02)


def test_the_out_of_bag_error_is_right_on_average_and_off_by_about_4_points(mixtures):
    sixty, bag = mixtures[2, 0, 0], mixtures[3, 0, 0]
    assert abs((bag - sixty).mean()) < 0.01
    assert abs((bag - sixty).std() - 0.04) < 0.005
    assert plainly(np.abs(bag - sixty), sixty)  # than the error of 0 on its own points
    assert (np.abs(bag - sixty) < sixty).all()


def test_one_drawn_feature_is_better_on_168_of_200_and_makes_a_tree_alone_worse_on_190(mixtures):
    alone, _, sixty, _, _ = mixtures[:, :, 0]
    assert on(sixty[1], sixty[0], 168)
    assert is_about(sixty[0] - sixty[1], 0.007, 0.0005)
    assert on(alone[0], alone[1], 190)


def test_leaves_of_20_make_sixty_bagged_trees_worse_on_two_thirds_by_about_one_point(mixtures):
    small, large = mixtures[2, 0]
    assert on(small, large, 133, slack=10)
    assert is_about(large - small, 0.01, 0.005)


# --- Section 6 --------------------------------------------------------------------------------


def test_small_steps_end_lower_if_there_are_enough_of_them(waves):
    slow, usual, whole = (waves[lr, 1] for lr in (0.01, 0.1, 1.0))
    assert on(usual[0], slow[0], 200)
    assert on(whole[0], slow[0], 200)
    assert on(usual[0], whole[0], 179)
    assert on(usual[1], whole[1], 139)  # each stopped where it is best


def test_with_more_points_or_less_noise_small_steps_need_more_trees(long_waves):
    for (usual, whole), early in zip(long_waves, (0, 3), strict=True):
        assert (usual[:, 0] < whole[:, 0] - NEAR).sum() == early  # with 80 stumps
        assert on(whole[:, 0], usual[:, 0], 50 - early)
        assert on(usual[:, 1], whole[:, 1], 50)  # with 600


def test_with_deeper_trees_the_error_on_new_points_is_lowest_after_fewer(waves):
    stumps, deep, first = waves[0.1, 1], waves[0.1, 4], waves[1.0, 4]
    assert plainly(deep[2], stumps[2])
    assert on(stumps[0], deep[0], 197)
    assert may_be_said_with_its_share((deep[2] >= 15) & (deep[2] <= 29), 94)
    assert may_be_said_with_its_share(first[2] == 1, 88)
    assert not may_be_said_with_its_share(stumps[2] == 1, 88)


# --- Section 7 --------------------------------------------------------------------------------


def test_each_ensemble_beats_a_full_tree_on_191_splits_at_least_and_all_five_on_184(splits):
    tree, chosen, *five = splits[:7]
    assert min((error < tree - NEAR).sum() for error in five) == 191
    assert on(np.max(five, axis=0), tree, 184)
    assert min((error < chosen - NEAR).sum() for error in five) == 183
    assert is_about(tree, 0.078, 0.0005)
    assert is_about(chosen, 0.076, 0.0005)


def test_adaboost_is_better_than_bagging_on_170_splits_and_than_the_forest_on_148(splits):
    forest, bagging, ada, slow, fast = splits[2:7]
    assert on(ada, bagging, 170)
    assert on(ada, forest, 148)
    for error, said in ((ada, 0.037), (fast, 0.043), (slow, 0.049), (forest, 0.045), (bagging, 0.053)):
        assert is_about(error, said, 0.0005)


def test_no_error_on_its_own_half_is_no_reason_to_stop_adaboost(splits):
    done = splits[8] == 0
    later, early = splits[4, done], splits[7, done]
    assert done.sum() == 175
    assert on(later, early, 130)
    assert (later > early + NEAR).sum() == 25
