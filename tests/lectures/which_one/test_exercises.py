"""What lecture 19's exercises say of each other and of the lecture, beyond what every exercise is tested for."""

import numpy as np
import pytest

from mlcore.datasets import Dataset
from mlcore.lectures.which_one.costs import cost_of
from mlcore.lectures.which_one.draws import compare
from mlcore.lectures.which_one.exercises import lowest, neighbours_keep_more, standard_errors
from mlcore.lectures.which_one.methods import METHODS


def test_the_lowest_of_thirteen_equals_is_what_drawing_them_gives():
    rng = np.random.default_rng(0)
    drawn = rng.binomial(100, 0.2, (20_000, 13)).min(axis=1) / 100
    assert lowest(0.2, 100, 13) == pytest.approx(drawn.mean(), abs=4 * drawn.std() / np.sqrt(20_000))
    assert round(100 * lowest(0.2, 100, 13), 1) == 13.6


def test_pairing_is_a_gain_exactly_where_the_correlation_is_positive():
    for rho, better in ((0.5, True), (-0.5, False)):
        same, own = standard_errors(0.02, 0.03, rho, 20)
        assert (same < own) == better


@pytest.mark.parametrize("d", [2, 3])
def test_neighbours_keep_more_than_two_gaussians_from_that_number_on(d):
    rng = np.random.default_rng(1)
    kept = []
    for n in (neighbours_keep_more(d) - 1, neighbours_keep_more(d)):
        X, y = rng.normal(size=(n, d)), np.arange(n) % 2
        kept.append(
            [cost_of(METHODS[m].fitted(0, X, y), n, d).kept for m in ("nearest neighbours", "quadratic discriminant")]
        )
    (same, as_many), (more, fewer) = kept
    assert same == as_many
    assert more > fewer


def test_a_table_of_three_classes_or_of_few_rows_is_refused_with_a_sentence():
    X = np.random.default_rng(2).normal(size=(40, 2))
    with pytest.raises(ValueError, match="y has 3: keep the rows of two"):
        compare(Dataset(X, np.arange(40) % 3, ("a", "b"), ()))
    with pytest.raises(ValueError, match="The rarer class has 4 rows: folds and test rows need 6 or more"):
        compare(Dataset(X, np.where(np.arange(40) < 4, 1, -1), ("a", "b"), ()))
    few, enough = (Dataset(X[:n], np.arange(n) % 2, ("a", "b"), ()) for n in (38, 39))
    with pytest.raises(ValueError, match=r"25 of the 38 rows are to learn from.+Use a table of 39 rows or more\."):
        compare(few)
    assert len(compare(enough, splits=1)) == len(METHODS)


def test_a_comparison_of_a_table_has_a_row_for_each_method_and_its_span():
    rng = np.random.default_rng(3)
    y = np.repeat([-1.0, 1.0], 20)
    rows = compare(Dataset(rng.normal(size=(40, 2)) + 2 * y[:, None], y, ("a", "b"), ()), splits=2)
    assert [row["method"] for row in rows] == list(METHODS)
    for row in rows:
        assert row["lowest"] <= row["error"] <= row["highest"] < 0.5
        assert row["error"] == pytest.approx((row["lowest"] + row["highest"]) / 2)  # of two splits
