"""The figures of the Further sections of k-means, with a K that does not fit, and at the end of a run."""

import pytest

from mlcore import datasets
from mlcore.lectures import kmeans

X = datasets.clouds().X


@pytest.mark.parametrize("K", [0, 152])
def test_K_that_does_not_fit_beside_a_far_centre_gets_a_sentence(K):
    with pytest.raises(ValueError, match=f"K is {K}: take a whole number from 1 to 151"):
        kmeans.empty(X, K=K)


def test_the_caption_says_when_a_run_is_over():
    live = kmeans.pairs([1, 6, 3, 5, 5, 11])
    assert live.says(step=7).endswith("the run has ended.")
    assert "ended" not in live.says(step=6)


def test_fewer_points_under_the_hand_than_K_are_told_by_the_name_of_the_slider():
    with pytest.raises(ValueError, match=r"^K is 3, but 1 sample has only 1 different point: take K smaller"):
        kmeans.hand().at(X=X[:1])
