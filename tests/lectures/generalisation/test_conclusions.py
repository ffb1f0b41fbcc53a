"""What lecture 05 concludes, on fresh draws: each sentence by its name, and red when its rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore import datasets, pac
from mlcore.lectures.generalisation import draws, figures
from mlcore.lectures.generalisation.draws import DELTA, MODELS, RISKS
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

SEEDS = range(1, 201)  # 0 is the division of the figure
STORED = pathlib.Path(__file__).parent / "draws"
SAMPLES = 20_000
FRESH = 1_000_000  # no seed of the figure
LOGISTIC, SVM, STUMP, TREE, NEIGHBOUR = range(len(MODELS))


def differences(n: int, theta: float = 0.6) -> np.ndarray:
    """R̂ − R of the fixed and the chosen threshold (20 000, 2), in fresh samples."""
    parts = [draws.differences(n, SAMPLES // 10, FRESH + k, theta) for k in range(10)]
    return np.vstack(parts)


def is_right_on_average(off: np.ndarray) -> bool:
    """Whether the mean differs from 0 by no more than chance allows."""
    return bool(abs(off.mean()) < 4 * off.std() / len(off) ** 0.5)


# --- Risk and empirical risk of thresholds (sections 1 and 4, Further A) ----------------------


@pytest.mark.parametrize("n", [10, 40, 160])
@pytest.mark.parametrize("theta", [0.0, 0.4, 1.0])
def test_a_fixed_threshold_is_right_on_average_and_the_empirical_risk_of_the_chosen_one_too_small(n, theta):
    fixed, chosen = differences(n, theta).T
    assert is_right_on_average(fixed)
    assert not is_right_on_average(chosen)
    assert chosen.mean() < 0
    assert chosen.mean() == pytest.approx({10: -0.115, 40: -0.030, 160: -0.005}[n], abs=0.002)


def test_with_640_examples_the_mean_is_closer_to_0_than_0_002():
    assert abs(differences(640)[:, 1].mean()) < 0.002
    assert abs(differences(40)[:, 1].mean()) > 0.02  # fewer examples do not do that


@pytest.mark.parametrize(("n", "percent"), [(10, 87), (40, 70)])
def test_in_a_single_sample_the_chosen_one_is_too_small_in_87_and_70_percent(n, percent):
    fixed, chosen = differences(n).T
    assert may_be_said_with_its_share(chosen < -1e-9, percent, rounding=1)
    assert not may_be_said_with_its_share(chosen > 1e-9, percent, rounding=1)
    assert not may_be_said_with_its_share(fixed < -1e-9, percent, rounding=1)


def test_with_640_examples_the_chosen_one_is_too_small_in_49_percent_only():
    low = differences(640)[:, 1] < -1e-9
    assert 100 * low.mean() == pytest.approx(49, abs=1)
    assert not may_be_said_with_its_share(low, 49)


@pytest.mark.parametrize("n", [10, 40, 160, 640])
def test_fewer_than_one_sample_in_1000_leaves_the_band(n):
    left = np.concatenate([draws.outside(n, SAMPLES // 10, FRESH + k) for k in range(10)]) > 0
    assert left.mean() < 0.001 < DELTA / 10
    third = pac.deviation(n, DELTA, len(RISKS)) / 3
    outside = np.abs(draws.risks_on_samples(n, 2000, FRESH) - RISKS).max(axis=1) > third
    assert outside.mean() > DELTA  # a band of a third of the width would not do


def test_hoeffding_is_generous_by_far_and_thresholds_that_fail_fail_together_by_four_or_five():
    each = draws.chances_outside(40)
    assert each.max() < 0.00005 < DELTA / len(each) / 9
    assert round(each.sum(), 4) == 0.0013
    out = np.concatenate([draws.outside(40, SAMPLES // 4, FRESH + k) for k in range(20)])
    together = out[out > 0].mean()
    assert 3.5 < together < 6
    unrelated = 1 - np.prod(1 - each)
    assert (out > 0).mean() < unrelated / 2  # what would leave the band if no two rules failed together
    assert out.mean() == pytest.approx(each.sum(), rel=0.4)


# --- Bounds for finite classes (section 3) ----------------------------------------------------


@pytest.mark.parametrize("epsilon", [0.02, 0.1, 0.3])
def test_thresholds_need_two_fifths_of_the_examples_and_unrelated_rules_more_than_nine_tenths_of_them(epsilon):
    live = figures.failures()
    line, apart, none = (
        live.at(world=world, epsilon=epsilon) for world in (figures.LINE, figures.QUESTIONS, figures.AGNOSTIC)
    )
    assert (line.enough, none.enough) == (0.4, 0.3)
    assert apart.enough >= 0.9


# --- The best of several (pac-09) -------------------------------------------------------------


def test_the_limit_for_one_is_broken_in_26_percent_by_the_best_of_50_that_guess():
    rng = np.random.default_rng(FRESH)
    best = rng.binomial(100, 0.5, (SAMPLES, 50)).min(axis=1) / 100
    for divided_by, percent in ((1, 26), (50, 0.5)):
        width = np.sqrt(np.log(divided_by / DELTA) / 200)
        broken = np.mean(best + width < 0.5)
        assert broken == pytest.approx(draws.limit_broken(50, 100, DELTA, divided_by), abs=0.015)
        assert 100 * broken == pytest.approx(percent, abs=1.5)
    assert draws.limit_broken(1, 100, DELTA) < DELTA  # the effect goes with the choice


# --- Real data (section 8) --------------------------------------------------------------------


def flat_errors(seeds, most: int = 400) -> np.ndarray:
    return draws.division_errors(datasets.breast_cancer(), seeds, most).reshape(len(seeds), -1)


def shaped(rows: np.ndarray) -> np.ndarray:
    """Errors (200, two or all features, classifier, training or held-out)."""
    return rows.reshape(len(rows), 2, len(MODELS), 2)


@pytest.fixture(scope="module")
def patients() -> np.ndarray:
    return shaped(table_of(flat_errors, SEEDS, STORED / "division_errors.json"))


@pytest.fixture(scope="module")
def few_patients() -> np.ndarray:
    return shaped(table_of(lambda seeds: flat_errors(seeds, 25), SEEDS, STORED / "division_errors_25.json"))


def fewer(errors: np.ndarray) -> np.ndarray:
    """In which divisions (200, classifiers) the held-out error is smaller with all features than with two."""
    return errors[:, 1, :, 1] < errors[:, 0, :, 1] - 1e-9


@pytest.mark.all
def test_with_30_features_three_classifiers_err_less_in_every_division_the_tree_in_197_and_the_stump_in_143(patients):
    better = fewer(patients)
    assert better.sum(axis=0).tolist() == [200, 200, 143, 197, 200]
    for model in (LOGISTIC, SVM, TREE, NEIGHBOUR):
        assert may_be_said_plainly(better[:, model])
        assert not may_be_said_plainly(fewer(patients[:, ::-1])[:, model])
    assert may_be_said_with_its_share(better[:, STUMP], 71.5)


@pytest.mark.all
def test_learnt_from_25_patients_30_features_are_better_in_fewer_divisions(few_patients):
    assert fewer(few_patients).sum(axis=0).tolist() == [196, 180, 121, 138, 187]


@pytest.mark.all
def test_the_logistic_line_with_two_features_errs_on_11_percent_and_hardly_ever_on_7_9_or_less(patients):
    tested = patients[:, 0, LOGISTIC, 1]
    assert round(100 * np.median(tested)) == 11
    assert np.mean(tested <= 0.0794) == pytest.approx(0.05, abs=0.005)


@pytest.mark.all
def test_the_neighbour_with_30_features_errs_on_4_to_6_percent_in_the_middle_half(patients):
    low, high = np.quantile(patients[:, 1, NEIGHBOUR, 1], [0.25, 0.75])
    assert (round(100 * low), round(100 * high)) == (4, 6)
    assert np.median(patients[:, 0, NEIGHBOUR, 1]) > 0.1


@pytest.mark.all
def test_the_training_error_flatters_more_the_richer_the_class(patients):
    above = (patients[..., 1] > patients[..., 0] + 1e-9).sum(axis=0)
    assert (above[0, LOGISTIC], above[1, LOGISTIC]) == (110, 183)
    assert (above[:, [TREE, NEIGHBOUR]] == 200).all()
    below = patients[:, 1, LOGISTIC, 1] < patients[:, 1, LOGISTIC, 0] - 1e-9
    assert below.sum() < 20


@pytest.mark.all
def test_the_gap_of_straight_lines_is_below_a_tenth_where_the_bound_says_0_61_or_nothing(patients):
    gaps = np.abs(patients[..., 1] - patients[..., 0])[:, :, [LOGISTIC, SVM]].max(axis=(0, 2))
    assert gaps[0] < 0.1
    assert gaps[1] < 0.08
    two, wide = (pac.vc_deviation(380, DELTA, pac.growth_of_planes(760, d)) for d in (2, 30))
    assert round(two, 2) == 0.61
    assert wide > 1
    full = np.abs(patients[..., 1] - patients[..., 0])[:, 0, TREE]
    assert np.median(full) > 0.09  # a class without a bound has larger gaps
