"""The tables of lecture 19: their counts, splits that share no row, labels that are flipped, and the Bayes error."""

import numpy as np
import pytest

from mlcore.lectures.which_one.tables import KNOWN, NAMES, NEW, TABLES, bayes_error, flipped, parted, split, world

COUNTS = {"breast cancer": (569, 30, 212), "iris": (150, 4, 50), "wine": (178, 13, 71), "digits": (1797, 64, 891),
          "diabetes": (442, 10, 221)}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_two_classes_and_the_rows_that_the_text_says(name):
    data = TABLES[name]()
    assert (*data.X.shape, int((data.y > 0).sum())) == COUNTS[name]
    assert set(data.y) == {-1.0, 1.0}
    assert len(data.target_names) == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_split_shares_no_row_keeps_the_classes_and_can_be_drawn_again(name):
    X, y, new, there = split(name, 60, seed=4)
    assert X.shape[0] == len(y) == 60
    assert len(new) == len(there) == (NEW if name == KNOWN else COUNTS[name][0] - 60)
    assert abs((y > 0).mean() - (there > 0).mean()) < 0.02
    assert np.array_equal(split(name, 60, seed=4)[0], X)
    assert not np.array_equal(split(name, 60, seed=5)[0], X)
    if name in ("breast cancer", "diabetes", KNOWN):  # the others have equal rows
        assert not {tuple(row) for row in X.tolist()} & {tuple(row) for row in new.tolist()}


def test_a_share_of_the_labels_is_flipped_and_stays_flipped_at_a_larger_share():
    y = np.repeat([-1.0, 1.0], 35)
    few, many = (flipped(y, share, seed=1) != y for share in (0.1, 0.2))
    assert (few.sum(), many.sum()) == (7, 14)
    assert (few <= many).all()
    assert np.array_equal(flipped(y, 0.0, seed=1), y)


def test_the_bayes_error_is_what_the_best_rule_of_the_known_world_makes():
    assert bayes_error() == pytest.approx(bayes_error.__wrapped__(250), abs=1e-4)
    drawn = world(1).sample(200_000, seed=9)
    densities = world(1).log_densities(drawn.X)
    wrong = np.where(densities[:, 1] > densities[:, 0], 1.0, -1.0) != drawn.y
    assert wrong.mean() == pytest.approx(bayes_error(), abs=4 * np.sqrt(0.165 * 0.835 / 200_000))
    assert round(100 * bayes_error(), 1) == 16.5


@pytest.mark.parametrize("n", [1, 149, 300])
def test_a_part_that_leaves_no_rows_says_which_size_to_take(n):
    with pytest.raises(ValueError, match=f"n is {n}, and there are 150 rows: take about two thirds of them, 100"):
        parted(TABLES["iris"](), n, 0)
