"""EM for two coins."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.mixture import coin_em_steps
from tests.mixture.examples import HEADS


def test_the_table_of_the_two_coins():
    first, second, *_, last = coin_em_steps(HEADS, 10, thetas=[0.6, 0.5])
    assert first.responsibilities[:, 0].round(2).tolist() == [0.45, 0.80, 0.73, 0.35, 0.65]
    assert first.heads.round(1).tolist() == [21.3, 11.7]
    assert first.tails.round(1).tolist() == [8.6, 8.4]
    assert second.thetas.round(4).tolist() == [0.7130, 0.5813]
    assert last.thetas.round(4).tolist() == [0.7968, 0.5196]
    assert (round(first.log_likelihood, 2), round(last.log_likelihood, 2)) == (-33.09, -31.57)
    assert first.thetas.tolist() == [0.6, 0.5]


@given(st.integers(0, 10**6), st.integers(1, 4))
def test_the_coins_log_likelihood_never_falls(seed, K):
    rng = np.random.default_rng(seed)
    flips = rng.integers(1, 20, 8)
    states = list(coin_em_steps(rng.integers(0, flips + 1), flips, thetas=rng.uniform(0.01, 0.99, K)))
    assert all(b.log_likelihood >= a.log_likelihood - 1e-9 for a, b in pairwise(states))
    assert np.isclose(states[-1].heads.sum() + states[-1].tails.sum(), flips.sum())


@pytest.mark.parametrize(
    "arguments, words",
    [
        (([11], 10, [0.5]), "from 0 to flips"),
        (([-1], 10, [0.5]), "from 0 to flips"),
        (([np.nan], 10, [0.5]), "no NaN"),
        (([5], 10, [1.2]), "chance, from 0 to 1"),
        (([5], 10, []), "one chance per coin"),
        (([5], 10, [0.0, 1.0]), "impossible for every coin"),
    ],
)
def test_flips_that_make_no_sense_are_refused(arguments, words):
    heads, flips, thetas = arguments
    with pytest.raises(ValueError, match=words):
        next(coin_em_steps(heads, flips, thetas=thetas))
