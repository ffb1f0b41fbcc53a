"""The conclusions of lecture 08 over fresh draws; each of them fails where the rivals are exchanged."""

import numpy as np
import pytest

from mlcore.lectures import generative
from tests.conclusions import may_be_said_plainly, may_be_said_with_its_share

TIE = 1e-9  # shares that differ by less are equal


@pytest.mark.all
def test_one_covariance_each_is_better_than_one_for_all_in_76_percent_and_hardly_ever_worse():
    for_all, each, naive = generative.species_errors(range(200)).T
    assert may_be_said_with_its_share(each < for_all - TIE, 76.5, rounding=0.6)
    assert (each < for_all + TIE).all()
    assert each.mean() < naive.mean() < for_all.mean()
    assert not may_be_said_with_its_share(for_all < each - TIE, 76.5)
    for_all, each, naive = generative.species_errors(range(5000, 5400)).T
    assert may_be_said_with_its_share(each < for_all - TIE, 73)
    assert (for_all < each - TIE).sum() == 5
    assert each.mean() < naive.mean() < for_all.mean()


@pytest.mark.all
def test_by_maximum_likelihood_a_true_model_of_the_classes_leads_and_with_penalties_it_does_not():
    from mlcore.lectures.generative.figures import mean_errors

    gaussians, logistic = mean_errors("Gaussian")
    assert (gaussians < logistic).all()
    _, (ridged, penalised) = generative.best_penalties("Gaussian")
    assert np.abs(ridged - penalised).max() < 5e-4  # a twentieth of a percentage point
    assert not (logistic < gaussians).any()


@pytest.mark.all
def test_a_wrong_model_of_the_classes_is_not_repaired_by_examples_or_by_a_ridge():
    from mlcore.lectures.generative.figures import mean_errors

    gaussians, logistic = mean_errors("skewed")
    _, (ridged, penalised) = generative.best_penalties("skewed")
    assert (logistic < gaussians).all()
    assert (penalised < ridged).all()
    assert min(gaussians[-1], ridged[-1]) > 0.185  # the best line has 16.3 %
    assert not (ridged < penalised).any()


@pytest.mark.all
def test_counts_have_the_lower_mean_error_at_each_length_and_the_more_words_the_more_often():
    there, counts = generative.mail_errors(range(120)).transpose(2, 1, 0)
    better = counts < there - TIE
    assert (counts.mean(axis=1) < there.mean(axis=1)).all()
    assert 0.5 < better[0].mean() < 0.7
    assert may_be_said_with_its_share(better[2], 92, rounding=1)
    assert may_be_said_plainly(better[3])
    assert not may_be_said_plainly(there[3] < counts[3])


@pytest.mark.all
def test_copies_make_naive_bayes_surer_and_leave_its_guesses():
    once, thrice, wrong, wrong_too = generative.copied_words(range(120)).T
    assert may_be_said_plainly(thrice > once + 0.05)
    assert np.abs(wrong - wrong_too).max() < 0.003
    assert np.allclose((0.5 + once.mean(), 0.5 + thrice.mean(), 1 - wrong.mean()), (0.70, 0.81, 0.735), atol=5.5e-3)
    assert not may_be_said_plainly(once > thrice)
