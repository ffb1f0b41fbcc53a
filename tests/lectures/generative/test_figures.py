"""The figures of lecture 08: degenerate classes, handles that meet, exact errors against counted ones."""

import numpy as np
import pytest

from mlcore import datasets
from mlcore.generative import BernoulliNB, GaussianDiscriminant, MultinomialNB
from mlcore.lectures import generative
from mlcore.lectures.generative.figures import PENALTY, fits
from mlcore.logistic import LogisticRegression
from mlcore.show.pointer import ellipse_handles

LINE = np.array([[0.0, 0], [1, 1], [2, 2], [5, 1], [6, 3], [5, 4]])


@pytest.mark.parametrize("figure", [generative.boundary, generative.regions])
@pytest.mark.parametrize("X", [LINE, LINE[[0, 0, 0, 3, 4, 5]], LINE[2:]], ids=["on a line", "the same", "one of two"])
def test_a_class_without_an_ellipse_gets_a_sentence(figure, X):
    y = [0, 0, 0, 1, 1, 1][6 - len(X) :]
    with pytest.raises(ValueError, match=r"A covariance is singular|has 1 sample"):
        figure(X, y)


def test_a_class_of_one_is_called_by_its_name():
    with pytest.raises(ValueError, match="Class Kim has 1 sample"):
        generative.regions([[1, 2], [2, 1], [5, 5], [6, 7], [0, 9]], ["Ann"] * 4 + ["Kim"])


def test_the_boundary_starts_as_the_fit():
    people = datasets.men_and_women()
    live = generative.boundary(people)
    for shared in (True, False):
        model = GaussianDiscriminant(shared_covariance=shared, reg_covar=0.0).fit(people.X, people.y)
        odds = model.log_joint(people.X) @ [-1.0, 1.0]
        assert live.at(shared=shared).f(people.X) == pytest.approx(odds)


def test_the_line_does_not_turn_with_the_share_even_if_the_classes_differ_in_size():
    people = datasets.men_and_women(60)
    live = generative.boundary(people.X[15:], people.y[15:])
    low, high = (live.at(share=share) for share in (0.02, 0.98))
    assert low.used == pytest.approx(high.used)


def test_an_ellipse_pulled_flat_says_so_and_meeting_means_do_not_break():
    live = generative.boundary()
    s = live.at()
    flat = ellipse_handles(s.means, s.own)
    flat[1] = flat[0]
    with pytest.raises(ValueError, match="has become a line"):
        live.at(handles=flat)
    together = live.at(shared=False, handles=ellipse_handles(s.means[[0, 0]], s.own))
    assert np.isfinite(together.f(together.line)).all()
    assert np.ptp(together.line[:, 0]) > 1


def test_the_chances_at_the_diamond_are_the_models():
    live = generative.regions()
    for way in generative.WAYS:
        s = live.at(way=way, x=np.array([[5.0, 1.5]]))
        model = GaussianDiscriminant(**generative.WAYS[way], reg_covar=0.0).fit(s.data.X, s.data.y)
        assert s.chances == pytest.approx(model.predict_proba([[5.0, 1.5]])[0])
        r = s.distances[0] ** 2
        assert r == pytest.approx(
            (s.x - model.means_[0]) @ np.linalg.inv(model.covariances_[0]) @ (s.x - model.means_[0])
        )


@pytest.mark.parametrize("kind", ["counts", "there or not"])
@pytest.mark.parametrize("alpha", [0.5, 1, 100])
def test_what_the_words_say_is_what_the_model_says(kind, alpha):
    mails = datasets.mails(31)  # an odd number: the shares differ
    live = generative.smoothing(mails)
    model = (MultinomialNB if kind == "counts" else BernoulliNB)(alpha).fit(mails.X, mails.y)
    for first, second in ((0, 10), (3, 3), (1, 4)):
        s = live.at(kind=kind, alpha=alpha, first=first, second=second)
        assert s.chance == pytest.approx(model.predict_proba([s.x])[0, 1])


def test_without_smoothing_the_bernoulli_model_meets_0_over_0_too():
    live = generative.smoothing()
    s = live.at(alpha=0, kind="there or not", first=0, second=10)
    assert np.isnan(s.chance)
    assert "0/0" in live.says(alpha=0, kind="there or not", first=0, second=10)


def test_many_lines_at_once_are_those_of_the_estimators():
    rng, y = np.random.default_rng(5), np.arange(40) % 2
    for world in generative.WORLDS.values():
        X = world.draw(rng, 3, 40)
        gaussians, logistic = fits(X, y)
        for k in range(3):
            model = GaussianDiscriminant(reg_covar=0.0).fit(X[k], y)
            odds = model.log_joint(X[k]) @ [-1.0, 1.0]
            assert gaussians[k, 0] + X[k] @ gaussians[k, 1:] == pytest.approx(odds)
            other = LogisticRegression(lam=PENALTY).fit(X[k], y)
            assert logistic[k] == pytest.approx([*np.ravel(other.intercept_), *np.ravel(other.coef_)], rel=1e-5)


@pytest.mark.parametrize("name", list(generative.WORLDS))
def test_errors_are_those_that_are_counted(name):
    world, rng = generative.WORLDS[name], np.random.default_rng(6)
    X, y = world.draw(rng, 1, 200_000)[0], np.arange(200_000) % 2
    for w in (world.best, np.array([-1.0, 1.0, -0.5]), np.array([0.7, -0.3, 1.0]), np.array([-2.0, 0.4, 0.9])):
        counted = ((w[0] + X @ w[1:] > 0) != y).mean()
        assert world.error(w[None])[0] == pytest.approx(counted, abs=0.004)
        assert world.error(world.best[None])[0] <= world.error(w[None])[0] + 1e-12
