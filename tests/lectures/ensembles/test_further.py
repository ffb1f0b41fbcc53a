"""The figures of the Further sections of lecture 15: what their captions say, and where they start."""

from mlcore.lectures import ensembles


def test_the_runs_as_printed_start_before_the_first_round():
    assert ensembles.printed().state.k == 0


def test_the_vote_as_printed_is_in_the_caption():
    live = ensembles.printed()
    assert "right 26 %, 0.517; error as printed 26 %, 0.0500; weights as printed 26 %, 1.03" in live.says(k=1)
    assert "error as printed 50 %, ended" in live.says(k=60)


def test_a_gamma_of_one_is_1_whatever_rounding_says():
    live = ensembles.signs()
    for t in (1, 5, 17, 30):
        assert live.says(t=t).endswith("the last γ is 1.")
    assert "f has left the picture" in live.says(t=30, way=list(ensembles.SIGNS)[2])
