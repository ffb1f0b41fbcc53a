"""Trees drawn: words that fit their boxes, and nodes that are found again in the full tree."""

from mlcore.lectures import trees
from mlcore.plots.trees import clipped, numbers_kept


def test_words_are_clipped_to_their_room():
    assert clipped("petal length", 12) == "petal length"
    assert clipped("petal length", 8) == "petal le…"  # t and l are narrow
    assert clipped("[33, 39, 5, 39, 5]", 9) == "[33, 39, 5…"
    assert clipped("anything", 0) == "…"


def test_the_nodes_of_a_top_are_found_in_the_full_tree():
    s = trees.reading().at(depth=2)
    for k, node in zip(numbers_kept(s.full, s.nodes), s.nodes, strict=True):
        assert (s.full[k].samples, s.full[k].sums, s.full[k].depth) == (node.samples, node.sums, node.depth)
