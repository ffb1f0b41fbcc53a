"""The figures of the Further sections of lecture 15: what their captions say, and where they start."""

import pytest

from mlcore.lectures import ensembles
from mlcore.lectures.ensembles.further import ROUNDS, WAYS, blurred_ring, run_as_printed
from mlcore.show import Lines


def test_the_runs_as_printed_start_before_the_first_round():
    assert ensembles.printed().state.k == 0


def test_the_vote_as_printed_is_in_the_caption():
    live = ensembles.printed()
    assert "in the right form 26 %, 0.517; with the error as printed 26 %, 0.0500; with the weights" in live.says(k=1)
    assert "error as printed 50 %, ended" in live.says(k=60)


def test_the_pulls_are_drawn_from_the_right_down_to_the_present_score():
    live = ensembles.risks()
    paths = [path for mark in live.panels[1].marks if isinstance(mark, Lines) for path in mark.paths]
    assert min(path[:, 0].min() for path in paths if len(path) > 2) == live.state.f == 1
    assert "exp(−yf) has left the right panel" in live.says(f=-3.0)
    assert "has left" not in live.says()


def test_both_ends_of_the_margins_are_in_the_caption():
    assert "the smallest margin is 0.131, the largest 0.437" in ensembles.margins().says(k=300)


def test_a_gamma_of_one_is_1_whatever_rounding_says():
    live = ensembles.signs()
    for t in (1, 5, 17, 30):
        assert live.says(t=t).endswith("the last γ is 1.")
    assert "f has left the picture" in live.says(t=30, way=list(ensembles.SIGNS)[2])


def test_a_run_with_exactly_a_quarter_wrong_stays_there_whatever_the_rounding():
    """The printed error is then 1/2, its vote 0, and 60 rounds would make 10^-16 of it a vote that counts."""
    data = blurred_ring(1004)
    wrong, again, votes = run_as_printed(data.X, data.y, *WAYS["error as printed"], ROUNDS)
    assert again[0] == pytest.approx(0.25)
    assert (votes == 0).all()
    assert (wrong == 1).all()  # a sum of votes that is 0 decides nothing
