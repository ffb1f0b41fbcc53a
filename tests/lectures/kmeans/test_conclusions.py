"""The conclusions of lecture 17 over fresh draws; each of them fails where the rivals are exchanged."""

import pathlib

import numpy as np
import pytest

from mlcore.lectures import kmeans
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share, table_of

STORED = pathlib.Path(__file__).parent / "draws"
TABLES = range(200)


# --- The start (sections 6 and 8) -------------------------------------------------------------


def found_by(table: str) -> np.ndarray:
    """How often each way finds the lowest cost: points of the data, random groups, k-means++."""
    name = table.replace(" ", "_")
    return table_of(lambda seeds: kmeans.starts_compared(seeds, table), TABLES, STORED / f"{name}.json", rtol=1e-2).T


@pytest.mark.all
@pytest.mark.parametrize(("table", "percent"), [("nine on a grid", 91), ("nine at random places", 89.5), ("five", 78)])
def test_plus_plus_finds_the_lowest_cost_more_often_than_points_of_the_data(table, percent):
    points, _, better = found_by(table)
    assert may_be_said_with_its_share(better > points, percent)
    assert not may_be_said_with_its_share(points > better, percent)


@pytest.mark.all
def test_plus_plus_is_no_better_than_points_of_the_data_where_clouds_run_into_each_other():
    points, _, better = found_by("five blurred")
    assert np.allclose((100 * (better > points).mean(), 100 * (points > better).mean()), (44, 41), atol=1)


@pytest.mark.all
def test_random_groups_suit_a_grid_and_fail_at_random_places():
    _, on_grid, better = found_by("nine on a grid")
    assert np.median(on_grid) > np.median(better)
    assert not may_be_said_with_its_share(better > on_grid, 100 * (better > on_grid).mean())
    _, scattered, better = found_by("nine at random places")
    assert may_be_said_with_its_share(better > scattered, 89.5)


@pytest.mark.all
def test_no_way_to_start_finds_the_lowest_cost_always():
    for table in ("nine on a grid", "nine at random places", "five"):
        assert np.median(found_by(table), axis=1).max() < 0.95


@pytest.mark.all
def test_mostly_nine_of_ten_digits_name_a_cluster_and_the_8_lacks_one_in_34_percent():
    _, named, eight, share = table_of(kmeans.names_of_clusters, range(500), STORED / "names.json", rtol=0.05).T
    assert abs(100 * (named == 10).mean() - 19) <= 0.5
    assert may_be_said_with_its_share(named == 9, 60)
    assert np.allclose(100 * np.quantile(share, (0, 0.25, 0.75, 1)), (63, 73, 79, 87), atol=0.5)
    assert may_be_said_with_its_share(eight == 1, 66)
    assert not may_be_said_with_its_share(eight == 0, 66)


# --- How many clusters (section 9), units (section 10) ----------------------------------------


@pytest.mark.all
def test_the_elbow_is_sharp_where_the_clouds_are_and_tells_nothing_elsewhere():
    samples = range(100)
    clear, blurred, even = (kmeans.bends(samples, spread)[:, 0] for spread in (0.75, 1.4, None))
    assert (clear == 5).all()
    assert may_be_said_with_its_share(blurred == 5, 63, rounding=1)
    assert (blurred.min(), blurred.max()) == (3, 8)
    assert may_be_said_with_its_share(even == 4, 68, rounding=1)
    assert not may_be_said_plainly(even == 5)


@pytest.mark.all
def test_points_spread_evenly_over_a_triangle_have_a_sharp_elbow_at_3():
    bend, third, fourth = kmeans.bends_in_a_triangle(range(100)).T
    assert may_be_said_plainly(bend == 3)
    assert np.allclose((np.median(third), np.median(fourth)), (0.50, 0.23), atol=0.005)
    assert not may_be_said_plainly(kmeans.bends(range(100), None)[:, 0] == 3)  # a rectangle has its bend elsewhere


@pytest.mark.all
def test_standardised_columns_agree_better_with_the_diagnosis_than_those_as_measured():
    measured, standardised = kmeans.patients_with_their_kind(TABLES).T
    assert may_be_said_plainly(standardised > measured)
    assert 0.05 < np.median(standardised - measured) < 0.065
    assert not may_be_said_plainly(measured > standardised)


@pytest.mark.all
def test_on_new_points_the_cost_mostly_falls_up_to_17_centres():
    costs = kmeans.costs_on_new_points(range(20))
    assert (costs.argmin(axis=1) + 1 >= 17).all()
    assert (np.diff(costs, axis=1) > 0).any()  # it rises here and there, which it cannot on the points of the fit
