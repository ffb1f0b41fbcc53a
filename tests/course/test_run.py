"""A lecture executed several times in a process draws once, and no execution sees what another did to the numbers."""

import numpy as np

from mlcore.lectures import pca, start_here
from mlcore.lectures.pca import draws
from tests.course.run import drawing_once, remembered


def test_what_was_drawn_on_the_same_seeds_is_not_drawn_again_and_each_has_a_copy():
    drawn = []

    def draw(seeds, sd=1.0):
        drawn.append(sd)
        return np.array([sd * seed for seed in seeds])

    once = remembered(draw)
    once(range(3))[:] = 7
    assert once(range(3)).tolist() == [0, 1, 2]
    assert once(range(3), sd=2.0).tolist() == [0, 2, 4]
    assert drawn == [1.0, 2.0]
    assert [once([1]).tolist() for _ in range(2)] == [[1], [1]]  # a list cannot be compared: it is drawn each time
    assert drawn == [1.0, 2.0, 1.0, 1.0]


def test_a_lectures_draws_are_its_own_again_afterwards():
    found = draws.right_by_sign
    with drawing_once("16_pca"):
        assert draws.right_by_sign is not found
        assert pca.right_by_sign is draws.right_by_sign  # what a notebook calls
        inside = [pca.right_by_sign(range(3)) for _ in range(2)]
    assert draws.right_by_sign is found
    assert np.array_equal(inside, [found(range(3))] * 2)


def test_a_room_without_draws_has_nothing_to_remember():
    with drawing_once("00_start_here"):
        assert not hasattr(start_here, "draws")
