"""The conclusions of lecture 18 over fresh draws; each of them fails where the rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore.lectures import mixtures
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

STORED = pathlib.Path(__file__).parent / "draws"


# --- Gaussians in the plane (sections 7 and 8) ------------------------------------------------


@pytest.mark.all
def test_all_starts_agree_for_three_components_mostly_and_for_two_never():
    table = table_of(mixtures.ends_agree, range(30), STORED / "agree.json", rtol=0.5)
    agree = dict(zip(mixtures.COMPONENTS, table.T, strict=True))
    assert may_be_said_with_its_share(agree[3] == 8, 93)  # 28 of 30
    assert (agree[2] < 8).all()
    assert (agree[1] == 8).all()


@pytest.mark.all
def test_when_the_late_gain_comes_is_a_matter_of_chance():
    step = mixtures.latest_gains(range(200))[:, 0]
    assert (step.min(), step.max()) == (2, 55)
    assert np.allclose(np.quantile(step, (0.25, 0.75)), (4, 11), atol=0.5)
    assert not may_be_said_plainly(step >= 16)


@pytest.mark.all
def test_with_equal_restarts_a_mixture_agrees_better_with_groups_that_have_a_shape():
    mixture, k_means, _ = mixtures.agreement(range(60), "three groups").T
    assert may_be_said_plainly(mixture > k_means)
    assert not may_be_said_plainly(k_means > mixture)
    mixture, k_means, once = mixtures.agreement(range(60), "iris").T
    assert may_be_said_plainly(mixture > k_means)
    assert may_be_said_with_its_share(once > k_means, 78, rounding=2)
    assert not may_be_said_with_its_share(k_means > once, 78, rounding=2)


# --- The spike (section 9) --------------------------------------------------------------------


@pytest.fixture(scope="module")
def ends():
    return table_of(mixtures.spikes, range(200), STORED / "spikes.json", rtol=1e-2)


@pytest.mark.all
def test_a_component_on_a_lone_number_collapses_whatever_its_width_at_the_start(ends):
    collapsed = ends[:, :4] < 0.01
    assert collapsed[:, 0].all()
    assert collapsed[:, 1].sum() == 199
    assert may_be_said_plainly(collapsed[:, 2])
    assert may_be_said_with_its_share(collapsed[:, 3], 93.5)
    assert not may_be_said_with_its_share(~collapsed[:, 3], 93.5)


@pytest.mark.all
def test_a_component_on_a_number_that_is_not_apart_mostly_does_not_collapse(ends):
    collapsed = table_of(mixtures.no_number_apart, range(200), STORED / "no_number_apart.json", rtol=1e-2) < 0.01
    assert np.allclose(100 * collapsed.mean(axis=0)[[0, 3]], (6, 16), atol=1)
    assert may_be_said_with_its_share(~collapsed[:, 3], 84, rounding=1)
    assert (ends[:, :4] < 0.01).mean(axis=0).min() > 2 * collapsed.mean(axis=0).max()  # far apart it is the other way


@pytest.mark.all
def test_a_floor_of_1_makes_the_first_component_wider(ends):
    tiny, large = ends[:, 4:].T
    assert (large > 1.2 * tiny).all()
    assert not (tiny > large).any()


# --- Many hills (Further C), how many components (Further E) ----------------------------------


@pytest.mark.all
def test_the_clusters_of_k_means_are_a_better_start_than_random_points():
    points, clusters = mixtures.good_starts(range(20)).T
    assert may_be_said_with_its_share(clusters > points, 85)
    assert np.allclose((np.median(points), np.median(clusters)), (0.475, 0.8), atol=0.03)
    assert not may_be_said_with_its_share(points > clusters, 85)
    assert (clusters < 1).all()  # restarts are still needed


@pytest.mark.all
def test_the_held_out_likelihood_prefers_three_to_two_mostly_and_to_four_always():
    two, three, four = table_of(mixtures.referees, range(200), STORED / "referees.json", rtol=1e-3).T
    assert may_be_said_with_its_share(three > two, 84, rounding=2)
    assert (three > four).all()
    assert abs((three - two).mean() - 0.04) < 0.006
    assert not may_be_said_with_its_share(two > three, 84, rounding=2)
