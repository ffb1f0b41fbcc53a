"""What lecture 14 concludes, on fresh draws: each sentence by its name, and red when its rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore import datasets
from mlcore.lectures.trees import draws, steps
from mlcore.lectures.trees.data import noisy_sine
from mlcore.lectures.trees.draws import DEPTHS, PRICES, SIZES
from mlcore.plots.trees import at_depth, grown
from mlcore.tree import leaves, prune
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

SEEDS = range(200)
STORED = pathlib.Path(__file__).parent / "draws"


def depth(errors: np.ndarray, wanted: int) -> np.ndarray:
    """The errors (200,) of the trees of this depth."""
    return errors[:, DEPTHS.index(wanted)]


@pytest.fixture(scope="module")
def by_depth() -> np.ndarray:
    return draws.depth_errors(SEEDS)


@pytest.fixture(scope="module")
def by_size() -> np.ndarray:
    return table_of(draws.leaf_errors, SEEDS, STORED / "leaf_errors.json")


@pytest.fixture(scope="module")
def by_price() -> np.ndarray:
    return draws.price_errors(SEEDS)


@pytest.fixture(scope="module")
def chosen() -> np.ndarray:
    return table_of(draws.chosen_errors, SEEDS, STORED / "chosen_errors.json")


@pytest.fixture(scope="module")
def patients() -> np.ndarray:
    return table_of(draws.patient_errors, SEEDS, STORED / "patient_errors.json")


# --- How deep (section 6) ---------------------------------------------------------------------


def test_the_best_possible_rule_gets_16_percent_wrong():
    new = draws.new_points()
    likely = datasets.esl_mixture(seed=1).log_densities(new.X).argmax(axis=1)
    assert round(100 * (likely != new.y).mean()) == 16


@pytest.mark.all
def test_mean_errors_are_32_percent_with_one_question_22_at_depths_3_to_5_and_24_for_the_full_tree(by_depth):
    assert round(100 * depth(by_depth, 1).mean()) == 32
    assert {round(100 * depth(by_depth, d).mean()) for d in (3, 4, 5)} == {22}
    assert round(100 * by_depth[:, -1].mean()) == 24


@pytest.mark.all
def test_depth_5_beats_the_full_tree_on_183_of_200_training_sets(by_depth):
    five, full = depth(by_depth, 5), by_depth[:, -1]
    assert may_be_said_with_its_share(five < full, 91.5)
    assert not may_be_said_with_its_share(full < five, 91.5)


@pytest.mark.all
def test_a_single_question_is_worse_than_the_full_tree(by_depth):
    one, full = depth(by_depth, 1), by_depth[:, -1]
    assert may_be_said_plainly(one > full)
    assert not may_be_said_plainly(full > one)


@pytest.mark.all
def test_the_best_depth_is_one_of_2_to_5_on_93_percent_and_none_of_them_is_best_everywhere(by_depth):
    best = np.array(DEPTHS)[by_depth[:, :-1].argmin(axis=1)]
    assert may_be_said_with_its_share((best >= 2) & (best <= 5), 93)
    assert not any(may_be_said_with_its_share(best == d, 100 * (best == d).mean()) for d in DEPTHS)
    assert not may_be_said_with_its_share((best < 2) | (best > 5), 93)


@pytest.mark.all
def test_leaves_of_10_points_are_better_than_leaves_of_one_on_170_of_200_training_sets(by_size):
    one, ten = by_size[:, SIZES.index(1)], by_size[:, SIZES.index(10)]
    assert may_be_said_with_its_share(ten < one, 85)
    assert not may_be_said_with_its_share(one < ten, 85)
    assert [round(100 * e.mean()) for e in (one, ten, by_size[:, SIZES.index(30)])] == [24, 22, 24]


@pytest.mark.all
def test_grown_on_30_points_leaves_of_10_are_worse_than_the_full_tree():
    few = draws.leaf_errors(SEEDS, points=30)
    one, ten = few[:, SIZES.index(1)], few[:, SIZES.index(10)]
    assert [round(100 * e.mean()) for e in (one, ten)] == [27, 32]
    assert may_be_said_with_its_share(ten > one, 82.5)
    assert not may_be_said_with_its_share(one > ten, 82.5)


@pytest.mark.all
def test_gini_and_entropy_differ_by_a_point_with_one_question_and_from_depth_4_on_by_half_a_point(by_depth, by_size):
    bits = draws.depth_errors(SEEDS, "entropy")
    gaps = 100 * np.abs((by_depth - bits).mean(axis=0))
    assert gaps.argmax() == DEPTHS.index(1)
    assert 0.6 < gaps.max() < 1.2
    assert gaps[DEPTHS.index(4) :].max() < 0.5
    sizes = table_of(lambda seeds: draws.leaf_errors(seeds, "entropy"), SEEDS, STORED / "leaf_errors_entropy.json")
    assert 100 * np.abs((by_size - sizes).mean(axis=0)).max() < 0.6
    full, five = bits[:, -1], depth(bits, 5)
    assert may_be_said_with_its_share(five < full, 85)  # the same picture
    assert not may_be_said_plainly(depth(by_depth, 5) < five)  # and neither wins
    assert not may_be_said_plainly(five < depth(by_depth, 5))
    assert np.abs((by_depth - np.roll(bits, 1, axis=1)).mean(axis=0)).max() > 0.01  # other rivals do differ


@pytest.mark.all
def test_the_depth_chosen_by_cross_validation_is_better_than_the_full_tree_on_174_of_200(chosen):
    full, by_the_depth, _, by_the_price = chosen.T
    assert may_be_said_with_its_share(by_the_depth < full, 87)
    assert not may_be_said_with_its_share(full < by_the_depth, 87)
    assert np.allclose(100 * chosen.mean(axis=0)[[1, 3]], [21.9, 21.8], atol=0.05)
    assert (np.sum(by_the_price < by_the_depth), np.sum(by_the_depth < by_the_price)) == (91, 71)
    assert np.sum(by_the_price == by_the_depth) == 38


# --- Real data --------------------------------------------------------------------------------


@pytest.mark.all
def test_one_question_removes_two_thirds_of_the_error_and_a_second_level_helps_in_all_200_divisions(patients):
    before, one, two = patients[:, :3].T
    assert (one <= before / 3).all()
    assert (two < one).all()
    assert not may_be_said_plainly(one < two)
    assert np.allclose(100 * patients[:, 1:3].mean(axis=0), [10.5, 7.9], atol=0.05)


@pytest.mark.all
def test_the_third_level_helps_in_three_of_four_divisions_and_then_no_depth_stands_out(patients):
    two, three = patients[:, 2:4].T
    assert may_be_said_with_its_share(three < two, 75, rounding=2)
    assert not may_be_said_with_its_share(two < three, 75, rounding=2)
    deeper = 100 * patients[:, 4:9].mean(axis=0)
    assert 6.95 < deeper.min() < deeper.max() < 7.55
    best = patients[:, 3:9].argmin(axis=1)
    assert np.bincount(best).max() < 0.6 * len(best)


@pytest.mark.all
def test_leaves_of_50_are_worse_than_depth_8_in_199_of_200_divisions(patients):
    large, deep = patients[:, 9], patients[:, 8]
    assert (large > deep).sum() == 199
    assert not may_be_said_plainly(deep > large)


@pytest.mark.all
def test_the_first_question_of_a_fold_is_about_one_of_five_features():
    asked = table_of(draws.fold_questions, SEEDS, STORED / "fold_questions.json").astype(int)
    names = np.array(datasets.breast_cancer().feature_names)[asked]
    shares = {str(name): float(np.mean(names == name)) for name in np.unique(names)}
    expected = {
        "worst perimeter": 0.36,
        "worst concave points": 0.21,
        "worst radius": 0.18,
        "worst area": 0.17,
        "mean concave points": 0.08,
    }
    assert shares == pytest.approx(expected, abs=0.005)
    assert np.all([len(set(five)) > 1 for five in names])  # the trees of one division do not agree


@pytest.mark.all
def test_without_30_of_the_patients_another_feature_comes_first_in_46_percent_of_1000_trials():
    (whole,) = draws.first_questions([0], left_out=0)
    another = {k: [name != whole for name in draws.first_questions(range(1000), k)] for k in (1, 30)}
    assert abs(100 * np.mean(another[30]) - 46) < 0.5
    assert np.mean(another[1]) < 0.03  # the effect goes with the patients that are left out
    assert set(draws.first_questions(range(20), left_out=0)) == {whole}


def test_counted_alike_the_smaller_side_is_smaller_in_199_of_200_samples():
    weighted, alike = draws.smaller_sides(SEEDS).transpose(1, 0, 2)
    assert (alike < weighted).sum(axis=0).tolist() == [199, 199]
    assert not may_be_said_plainly(weighted < alike)


def test_gini_and_entropy_ask_the_same_questions_about_80_percent_of_samples_of_petals():
    same = draws.same_questions(SEEDS)
    assert may_be_said_with_its_share(same, 80)
    assert not may_be_said_with_its_share(~same, 80)


# --- Coins, halves at an angle, a sine, pruning -----------------------------------------------


def test_a_full_tree_of_coin_flips_has_a_leaf_for_every_two_or_three_points():
    points = 200 / draws.coin_leaves(SEEDS)
    assert ((points > 2) & (points < 3.5)).all()
    assert 200 / draws.turned_leaves([0], [0])[0, 0] > 3.5  # labels that can be learnt need fewer leaves


@pytest.mark.all
def test_two_leaves_up_to_5_degrees_and_from_85_and_8_to_9_from_25_to_65():
    counts = table_of(lambda seeds: draws.turned_leaves(seeds, ANGLES), SEEDS, STORED / "turned_leaves.json")
    assert (counts[:, :6] == 2).all()
    assert (counts[:, 85:] == 2).all()
    assert (counts[:, 15:76] > 2).all()
    means = counts.mean(axis=0)
    assert 7.9 < means[25:66].min() < means[25:66].max() < 9
    assert max(means[:20].max(), means[71:].max()) < 7.9  # the middle is worse than the ends
    assert (counts[:, 45].min(), counts[:, 45].max()) == (5, 13)
    assert 0.06 < np.mean(counts[:, 45] == counts.max(axis=1)) < 0.14  # 45° is among the worst on one disc in ten


ANGLES = range(91)


@pytest.mark.all
def test_depth_8_is_further_from_the_sine_than_depth_5_in_95_percent():
    errors = table_of(draws.sine_errors, SEEDS, STORED / "sine_errors.json")
    assert may_be_said_plainly(errors[:, 8] > errors[:, 5])
    assert not may_be_said_plainly(errors[:, 5] > errors[:, 8])


@pytest.mark.all
def test_the_first_cut_of_a_sine_is_near_pi_or_3_pi_and_depth_3_shows_both_waves():
    cuts, told = [], []
    middles = np.pi * np.array([[0.5], [1.5], [2.5], [3.5]])
    for seed in SEEDS:
        trees = draws.sine_trees(seed)
        cuts.append(trees[1].tree_[0].threshold)
        told.append([trees[d].predict(middles) > 0 for d in (2, 3)])
    near = np.abs(np.array(cuts)[:, None] - [np.pi, 3 * np.pi]) < 0.9
    assert near.any(axis=1).all()
    assert 0.4 < near[:, 1].mean() < 0.6
    waves = (np.array(told) == [True, False, True, False]).all(axis=2)
    assert waves[:, 1].all()
    assert not waves[:, 0].any()
    assert len(noisy_sine().y) == len(steps().state.data.y) == 80


@pytest.mark.all
def test_pruning_at_a_price_of_1_percent_is_better_than_the_full_tree_on_nine_in_ten(by_price):
    full, price = by_price[:, 0], by_price[:, PRICES.index(0.01)]
    assert may_be_said_with_its_share(price < full, 90, rounding=5)
    assert not may_be_said_with_its_share(full < price, 90, rounding=5)
    means = [round(100 * by_price[:, PRICES.index(p)].mean()) for p in (0.0, 0.015, 0.1)]
    assert means == [24, 21, 29]


def test_pruning_loses_leaves_in_bunches_on_every_training_set():
    """If leaves went one by one, there would be a tree for each number of leaves."""
    for seed in SEEDS[:50]:
        train = draws.training_set(seed)
        full = grown(train.X, train.y, 2)
        left = {len(leaves(prune(full, price))) for price in np.logspace(-3, 0, 200)}
        assert len(left) < len(leaves(full))
        top = at_depth(full, 1)
        assert {len(leaves(prune(top, price))) for price in np.logspace(-3, 0, 200)} == {1, 2}  # nothing to bunch
