"""The figures of lecture 14 at their edges: long names, many leaves, few points, and what a start may show."""

import numpy as np
import pytest

from mlcore.datasets import Dataset
from mlcore.lectures import trees
from mlcore.lectures.trees.figures import TREE_WIDTH
from mlcore.plots.kinds import DataError
from mlcore.plots.trees import HALF, length
from mlcore.show import Lines, Points, Text

LONG = ("a rather long class name", "another long class of things", "third", "the fourth class", "five")


def crowd() -> Dataset:
    """Five classes with long names, negative coordinates, and eight leaves at depth 3 by entropy."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(c, 0.9, (40, 2)) for c in ((0, 0), (2, 1), (1, 3), (-2, 2), (3, -2))])
    return Dataset(X, np.repeat(np.arange(5), 40), ("a long feature name indeed (kg)", "the other feature (mm)"), LONG)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_words_of_a_node_stay_in_its_box_whatever_the_names(criterion):
    live = trees.reading(crowd())
    live.update(depth=3, criterion=criterion)
    panel = live.panels[1]
    unit = TREE_WIDTH / (panel.xlim[1] - panel.xlim[0])
    texts = [mark for mark in panel.marks if isinstance(mark, Text)]
    assert len(texts) > 30
    for text in texts:
        assert length(text.words[0]) * text.size <= 2 * HALF[1] * unit
    assert any("≤ −" in text.words[0] for text in texts)  # a threshold is never cut


@pytest.mark.parametrize("figure", [trees.reading, trees.choice])
def test_a_node_stays_where_it_is_at_every_depth(figure):
    live = figure()
    frames = []
    for depth in range(4):
        live.update(depth=depth)
        frames.append([(panel.xlim, panel.ylim) for panel in live.panels])
    assert frames.count(frames[0]) == 4


def longest(live, panel: int) -> int:
    return max(len(path) for mark in live.panels[panel].marks if isinstance(mark, Lines) for path in mark.paths)


def test_no_start_shows_what_the_reader_is_to_predict():
    assert longest(trees.depths(), 1) == 2  # depths 0 and 1
    assert trees.choice().state.depth == 0


def test_the_ring_is_whole_at_both_ends():
    live = trees.question()
    for end in (-99.0, 99.0):
        live.update(handle=np.array([[end, 1.0]]))
        ring = next(mark for mark in live.panels[1].marks if isinstance(mark, Points))
        low, high = live.panels[1].xlim
        assert low + 0.02 * (high - low) < ring.xy[0, 0] < high - 0.02 * (high - low)


def test_too_few_rows_for_five_folds_get_a_sentence():
    with pytest.raises(
        DataError, match=r"One class has 2 rows: five folds, each left out in turn, take 5 of each class at least\."
    ):
        trees.choice(np.eye(4), [0, 0, 1, 1])


def test_a_number_to_predict_is_no_class():
    rng = np.random.default_rng(0)
    with pytest.raises(DataError, match="y has 60 different values in 60 rows: each class stands in many rows"):
        trees.choice(rng.normal(size=(60, 3)), rng.normal(size=60))


def test_captions_have_minus_signs():
    live = trees.reading(crowd())
    live.update(depth=3)
    assert "≤ −" in live.description
    assert "-" not in live.description
