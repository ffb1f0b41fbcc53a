"""What lecture 01 concludes, on fresh draws or exactly: each sentence by its name, red when rivals are exchanged."""

import numpy as np
import pytest

from mlcore.lectures import decisions
from mlcore.lectures.decisions import draws
from mlcore.lectures.decisions.evidence import drift_and_spread, log_ratios, readings, sure_days, wrong_days
from mlcore.lectures.decisions.further import SIZES, error_of_all
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share

SEEDS = range(200)
MISSES = (1, 10, 50, 100)
TURNED = 5  # degrees that can be seen


# --- Evidence (sections 5 and 10): computed, not drawn ----------------------------------------


def cost(n: int, prior: float, price: float, copies: int) -> float:
    """What the rule of section 5 costs a day on average, over dry and rainy days."""
    dry, rain = wrong_days(n, np.log((1 - prior) / (price * prior)), copies)
    return (1 - prior) * dry + price * prior * rain


def test_the_shares_of_wrong_days_are_those_of_days_that_are_drawn():
    for copies in (1, 10):
        for raining in (False, True):
            sums = log_ratios(readings(raining, copies, days=20_000)).cumsum(axis=1)
            for n in (7, 12, 60, 120):
                wrong = np.mean((sums[:, n - 1] > 0.85) != raining)
                assert wrong == pytest.approx(wrong_days(n, 0.85, copies)[raining], abs=0.012)


def test_copies_are_never_cheaper_than_twelve_fresh_readings_and_as_cheap_only_at_a_bar_of_0():
    priors = np.linspace(0.05, 0.95, 19)
    dearer = {
        (prior, price): cost(120, prior, price, copies=10) - cost(12, prior, price, copies=1)
        for prior in priors
        for price in decisions.PRICES
    }
    assert min(dearer.values()) > -1e-12
    for (prior, price), more in dearer.items():
        assert (more > 1e-9) == (abs(np.log((1 - prior) / (price * prior))) > 1e-9)
    fresh = [cost(120, prior, price, 1) - cost(12, prior, price, 1) for prior, price in dearer]
    assert max(fresh) < 0  # 120 readings that are news are cheaper


def test_at_30_percent_rain_12_fresh_readings_are_wrong_on_17_percent_and_their_copies_on_19():
    def of_all(n, copies):
        return 100 * cost(n, 0.3, 1, copies)

    assert [f"{of_all(n, c):.1f}" for n, c in ((12, 1), (120, 10), (120, 1))] == ["16.7", "18.8", "0.3"]
    dry, rain = (np.array([wrong_days(n, np.log(7 / 3), c)[k] for n, c in ((12, 1), (120, 10))]) for k in (0, 1))
    assert rain[1] < rain[0]  # who looks at rainy days alone would think that copying helps
    assert dry[1] > dry[0]


def test_copies_make_sure_on_91_percent_of_days_and_wrong_on_16_percent_of_these():
    told = [tuple(round(100 * v, 1) for v in sure_days(n, 0.3, c)) for n, c in ((12, 1), (120, 10), (120, 1))]
    assert told == [(29.0, 2.2), (90.8, 16.1), (98.8, 0.0)]
    for prior in np.linspace(0.05, 0.95, 19):
        promised = 0.05
        assert sure_days(120, prior, 10)[1] > 2 * promised  # at each prior of the slider
        assert sure_days(120, prior, 1)[1] < promised
        assert sure_days(12, prior, 1)[1] < promised


def test_the_drift_wins_over_the_spread():
    far = [drift / spread for drift, spread in (drift_and_spread(n) for n in (1, 4, 100))]
    assert far == pytest.approx([0.25, 0.5, 2.5])  # like the root of n
    copied = drift_and_spread(120, 10)
    assert copied[0] / copied[1] == pytest.approx(np.divide(*drift_and_spread(12)))


def test_a_walk_of_120_readings_crosses_the_bar_three_times_on_the_median_day():
    counts = draws.crossings(SEEDS, np.log(7 / 3))
    assert np.median(counts) == 3
    assert (counts > 0).all()
    assert np.mean(counts > 8) < 0.12


# --- A threshold chosen on one half (section 8) -----------------------------------------------


@pytest.fixture(scope="module")
def halved() -> dict[int, np.ndarray]:
    return {miss: decisions.promised_and_paid(decisions.one_feature(), SEEDS, miss) for miss in MISSES}


def test_8_20_41_and_71_percent_more_is_paid_than_promised(halved):
    more = [halved[miss][:, 1].mean() / halved[miss][:, 0].mean() for miss in MISSES]
    assert [round(100 * ratio) for ratio in more] == [108, 120, 141, 171]
    assert more == sorted(more)
    data = decisions.one_feature()
    for miss in MISSES:  # a threshold that nobody chose keeps its promise
        old, new = np.mean(
            [[draws.cost(data, half, 14.0, miss) for half in both] for both in draws.halves(data, SEEDS)], axis=0
        )
        assert abs(new / old - 1) < 0.04


def test_from_a_price_of_10_on_more_is_paid_than_promised_in_about_three_of_four_splits(halved):
    for miss in MISSES[1:]:
        promised, paid, _ = halved[miss].T
        assert may_be_said_with_its_share(paid > promised + 1e-9, 75, rounding=3)
        assert not may_be_said_with_its_share(promised > paid + 1e-9, 75, rounding=3)
    promised, paid, _ = halved[1].T
    assert not may_be_said_with_its_share(paid > promised + 1e-9, 75, rounding=3)


def test_what_is_paid_over_what_is_promised_spreads_more_where_a_miss_is_dear(halved):
    quartiles = {miss: np.quantile(table[:, 1] / table[:, 0], [0.25, 0.75]) for miss, table in halved.items()}
    expected = {1: [0.94, 1.21], 10: [1.02, 1.43], 100: [0.99, 1.87]}
    for miss, pair in expected.items():
        assert quartiles[miss] == pytest.approx(pair, abs=0.006)
    widths = [float(np.diff(quartiles[miss])[0]) for miss in MISSES]
    assert widths == sorted(widths)


def test_at_100_a_quarter_less_than_alarm_for_all_is_promised_and_a_quarter_more_is_paid(halved):
    promised, paid, all_alarm = halved[100].T
    assert promised.mean() / all_alarm.mean() == pytest.approx(0.75, abs=0.05)
    assert paid.mean() / all_alarm.mean() == pytest.approx(1.25, abs=0.05)
    assert 0.4 < np.mean(paid > all_alarm) < 0.6  # in about half of the splits
    for miss in (1, 10):  # cheaper misses leave something to choose
        _, paid, all_alarm = halved[miss].T
        assert may_be_said_plainly(paid < all_alarm)
        assert not may_be_said_plainly(all_alarm < paid)


def test_with_dear_misses_the_smallest_malignant_tumours_decide_and_with_equal_prices_many_cases():
    data = decisions.one_feature()
    sick = data.y > 0
    missed = {}
    for miss in (1, 100):
        halved = draws.halves(data, SEEDS)
        below = [np.sum(data.X[mine][sick[mine], 0] < draws.cheapest(data, mine, miss)) for mine, _ in halved]
        missed[miss] = np.array(below)
    assert may_be_said_plainly(missed[100] <= 1)
    assert may_be_said_plainly(missed[1] > 10)


def test_a_dearer_miss_lowers_the_threshold_in_every_split():
    data = decisions.one_feature()
    chosen = np.array([[draws.cheapest(data, mine, m) for m in MISSES] for mine, _ in draws.halves(data, SEEDS)])
    assert may_be_said_plainly((np.diff(chosen) <= 0).all(axis=1))
    assert may_be_said_plainly((np.diff(chosen[:, :3]) < 0).all(axis=1))
    assert not may_be_said_plainly((np.diff(chosen[:, ::-1]) <= 0).all(axis=1))


# --- Estimates (Further A and B) --------------------------------------------------------------


def test_map_is_below_mean_and_ml_whatever_the_waits():
    for rate in (0.25, 1.0, 8.0):
        for waits in (1, 4, 40):
            mean, peak, ml = draws.estimates_after(SEEDS, waits, 2.0, rate).T
            assert (peak < np.minimum(mean, ml)).all()
    mean, _, ml = draws.estimates_after(SEEDS, 4, 2.0, 1.0).T
    assert 0 < np.mean(mean < ml) < 1  # these two may change places


def test_forty_waits_overrule_a_prior_of_rate_8_in_part():
    _, peak, ml = draws.estimates_after(SEEDS, 40, 2.0, 8.0).T
    assert ((peak > 1) & (peak < ml)).all()
    assert may_be_said_plainly(ml - peak > 0.3)
    _, peak, ml = draws.estimates_after(SEEDS, 40, 2.0, 0.25).T
    assert not may_be_said_plainly(ml - peak > 0.3)  # a weaker prior is overruled


def test_the_prior_does_harm_where_it_is_far_off():
    exact = decisions.spread().state.exact
    worse = {
        (name, theta): SIZES[error_of_all(more, theta) > exact].tolist()
        for name, more in (("MAP", 0), ("mean", 1))
        for theta in decisions.RATES
    }
    assert {key for key, sizes in worse.items() if sizes} == {("MAP", 8), ("mean", 0.25), ("mean", 0.5), ("mean", 8)}
    assert worse["MAP", 8] == [10, 20, 50, 100, 200, 500]
    assert worse["mean", 0.25] == [5, 10, 20, 50, 100, 200, 500]
    assert worse["mean", 0.5] == worse["mean", 8] == [20, 50, 100, 200, 500]


def test_at_500_waits_all_three_are_within_3_percent_of_the_line():
    for theta in decisions.RATES:
        for errors in (error_of_all(0, theta), error_of_all(1, theta), decisions.spread().state.exact):
            assert errors[-1] * 500**0.5 == pytest.approx(1, abs=0.03)
    assert decisions.spread().state.exact[0] * 3**0.5 > 2  # and not at three


# --- Three routes (Further D) -----------------------------------------------------------------


@pytest.mark.all
def test_a_clearer_case_turns_the_line_from_the_densities_and_hardly_the_other_two():
    densities, logistic, boundary = draws.turns(SEEDS).T
    assert may_be_said_plainly(densities > logistic)
    assert may_be_said_plainly(boundary < 0.05)
    assert may_be_said_plainly(logistic < 0.5)
    assert may_be_said_plainly(densities > TURNED)
    assert not may_be_said_plainly(logistic > densities)
    assert not may_be_said_plainly(logistic > TURNED)
    assert 11 < np.median(densities) < 12
