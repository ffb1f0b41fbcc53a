"""What lecture 08 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from sklearn.model_selection import train_test_split

from mlcore import datasets
from mlcore.datasets import Dataset
from mlcore.generative import BernoulliNB, GaussianDiscriminant, MultinomialNB
from mlcore.lectures.generative.figures import WAYS, petals

LENGTHS = (25, 50, 100, 200)


def species_errors(seeds: Sequence[int]) -> np.ndarray:
    """The 150 irises, split anew by each seed: the share of the 75 left out that is misjudged, with one covariance for
    all species, with one each, and with one each that is naive (draws, 3)."""
    data = petals()
    rows = []
    for seed in seeds:
        X, Z, y, z = train_test_split(data.X, data.y, test_size=0.5, stratify=data.y, random_state=seed)
        models = [GaussianDiscriminant(**WAYS[way], reg_covar=0.0).fit(X, y) for way in WAYS]
        rows.append([1 - model.score(Z, z) for model in models])
    return np.array(rows)


@cache
def new_mails(words: int) -> Dataset:
    """4000 mails of so many words, which no filter has learnt from."""
    return datasets.mails(4000, words, seed=1_000_000)


def mail_errors(seeds: Sequence[int]) -> np.ndarray:
    """Forty mails to learn from for each seed, of each of the LENGTHS: the share of the new mails that is misjudged by
    *there or not* and by counts (draws, 4, 2)."""
    rows = []
    for seed in seeds:
        row = []
        for words in LENGTHS:
            learn, new = datasets.mails(40, words, seed), new_mails(words)
            row.append([1 - m.fit(learn.X, learn.y).score(new.X, new.y) for m in (BernoulliNB(), MultinomialNB())])
        rows.append(row)
    return np.array(rows)


def copied_words(seeds: Sequence[int]) -> np.ndarray:
    """Forty mails of 25 words for each seed, with each word counted once and three times: how far P(spam) of the new
    mails is from ½ on average (2 columns), and the share of them that is misjudged (2 columns)."""
    rows = []
    for seed in seeds:
        learn, new = datasets.mails(40, 25, seed), new_mails(25)
        fits = [(MultinomialNB().fit(np.hstack([learn.X] * m), learn.y), np.hstack([new.X] * m)) for m in (1, 3)]
        sure = [np.abs(model.predict_proba(X)[:, 1] - 0.5).mean() for model, X in fits]
        rows.append([*sure, *(1 - model.score(X, new.y) for model, X in fits)])
    return np.array(rows)
