"""Generative classifiers: a model of each class, and Bayes' rule (lecture 08)."""

from mlcore.generative.bayes import shares
from mlcore.generative.gaussian import (
    GaussianDiscriminant,
    class_gaussians,
    gaussian_log_density,
    line_of,
    log_joint,
)
from mlcore.generative.naive import BernoulliNB, MultinomialNB, chances_there, chances_word, log_there, log_words

__all__ = [
    "BernoulliNB", "GaussianDiscriminant", "MultinomialNB", "chances_there", "chances_word", "class_gaussians",
    "gaussian_log_density", "line_of", "log_joint", "log_there", "log_words", "shares",
]  # fmt: skip
