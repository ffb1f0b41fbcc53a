"""The figures of lecture 07 on targets that a family does not have, and on hardly any data."""

import numpy as np
import pytest

from mlcore.glm import FAMILIES, GLM
from mlcore.lectures import families
from mlcore.lectures.families.figures import LEAPS, TIMES


@pytest.mark.parametrize(
    ("figure", "y", "words"),
    [
        (families.leaps, [1, -2, 3], "counts, 0 or more and not all 0"),
        (families.leaps, [0, 0, 0], "counts, 0 or more and not all 0"),
        (families.spread, [1, 0, 3], "targets that are larger than 0"),
        (families.edge, [1, -1, 3], "targets that are larger than 0"),
    ],
)
def test_targets_that_the_family_does_not_have_get_a_sentence(figure, y, words):
    with pytest.raises(ValueError, match=words):
        figure([0.0, 1, 2], y)


@pytest.mark.parametrize("figure", [families.leaps, families.spread, families.edge])
def test_one_input_for_all_gets_a_sentence(figure):
    with pytest.raises(ValueError, match="one input that varies"):
        figure([2.0, 2, 2], [1.0, 2, 3])


@pytest.mark.parametrize("figure", [families.leaps, families.spread, families.edge])
def test_three_examples_are_enough(figure):
    live = figure([0.0, 1, 2], [1.0, 3, 4])
    assert live.error is None


def test_a_member_is_what_the_package_fits():
    """The picture's formulas are typed apart from the package's: both say the same."""
    names = {"Gaussian": "gaussian", "Bernoulli": "bernoulli", "Poisson": "poisson", "Exponential": "gamma"}
    t = np.linspace(-1.9, -0.2, 18)
    for name, member in families.MEMBERS.items():
        family = FAMILIES[names[name]]
        assert member.mean(t, 1.0) == pytest.approx(family.mean(t))
        assert member.variance(t, 1.0) + 0 * t == pytest.approx(family.variance(t))
        one = np.ones(18)
        assert np.ptp(member.a(t, 1.0) - t - family.loss(one, t)) == pytest.approx(0, abs=1e-12)


def test_the_ends_of_the_leaps_are_the_fit():
    live = families.leaps()
    s = live.at(step=LEAPS)
    model = GLM("poisson", lam=0.0).fit(s.data.X, s.data.y)
    assert np.exp(s.scores) == pytest.approx(model.predict(s.data.X), rel=1e-5)
    assert live.says(step=0).endswith("all targets weigh the same.")


def test_the_band_of_a_known_family_holds_what_it_says():
    rng = np.random.default_rng(0)
    x = rng.uniform(0, 1, 4000)
    y = rng.gamma(4.0, np.exp(1 + x) / 4)
    s = families.spread.__wrapped__(TIMES.read(x, y)).at(family="gamma, log link")
    assert s.dispersion == pytest.approx(1 / 4, rel=0.05)
    assert s.thirds == pytest.approx([0.9, 0.9, 0.9], abs=0.02)


def test_no_leap_is_without_a_change():
    """The last step of the slider moves something by a pixel, and the caption says that it has arrived."""
    leaps = families.leaps()
    last, before = (leaps.at(step=LEAPS - k) for k in (0, 1))
    assert np.abs(last.working - before.working).max() > 1e-3 * np.ptp(last.window)
    assert "at its lowest" in leaps.says(step=LEAPS)
    assert "above" in leaps.says(step=LEAPS - 1)


def test_captions_have_true_minus_signs_and_no_rounding_of_squares():
    assert "4.5e−06" in families.leaps().says(step=3)
    assert "curvature of a 3, the variance" in families.tangent().says(name="Gaussian", t=2.0, v=3.0)
    assert families.spread().says().endswith("have the mean 118 and the median 103.")
