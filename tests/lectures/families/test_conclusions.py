"""The conclusions of lecture 07 over fresh draws; each of them fails where the rivals are exchanged."""

import pytest

from mlcore.lectures import families
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share


@pytest.mark.all
def test_the_gamma_family_describes_targets_that_it_has_not_seen_better_than_the_gaussian_and_poisson():
    gaussian, poisson, gamma = families.log_densities(range(200)).T
    assert may_be_said_plainly(gamma > gaussian)
    assert (gamma > poisson + 5).all()
    assert abs((gamma - gaussian).mean() - 0.033) < 0.003  # a person
    assert not may_be_said_plainly(gaussian > gamma)


@pytest.mark.all
@pytest.mark.parametrize(("n", "percents"), [(90, (63.5, 75.5, 71.5)), (900, (89.5, 100, 87.5))])
def test_the_true_link_comes_nearer_mostly_and_with_more_times_nearly_always(n, percents):
    natural, log = families.nearer_links(range(200), n).transpose(1, 2, 0)
    for nearer, percent in zip(natural < log, percents, strict=True):
        assert may_be_said_with_its_share(nearer, percent, rounding=0.6)
    assert not may_be_said_with_its_share(log[1] < natural[1], percents[1], rounding=0.6)


@pytest.mark.all
def test_on_400_other_samples_the_true_link_comes_nearer_in_68_to_71_percent():
    natural, log = families.nearer_links(range(4000, 4400)).transpose(1, 2, 0)
    shares = 100 * (natural < log).mean(axis=1)
    assert 67.4 < shares.min() < shares.max() < 71.6
    assert not (100 * (log < natural).mean(axis=1) > 60).any()
