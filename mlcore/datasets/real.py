"""Real data sets that ship with scikit-learn: small, and there without a network."""

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn import datasets

from mlcore.datasets.dataset import Dataset


def _from_sklearn(bunch) -> Dataset:
    return Dataset(bunch.data, bunch.target, tuple(map(str, bunch.feature_names)), tuple(map(str, bunch.target_names)))


def iris() -> Dataset:
    """Fisher's iris flowers: n = 150, d = 4 lengths in cm, three classes 0, 1, 2 (DAT-05)."""
    return _from_sklearn(datasets.load_iris())


def iris_pair() -> Dataset:
    """Setosa (y = -1.0) against versicolor (y = +1.0): petal length and width in cm, separable (DAT-05).

    Flowers with the same two measurements are kept once, which leaves 58 of 100: for the hard margin a
    repeated point is a repeated constraint, and under the hand it would hide behind its double.
    """
    flowers = iris().columns("petal length (cm)", "petal width (cm)")
    two = flowers.y < 2
    rows = np.unique(np.column_stack([flowers.X, 2.0 * flowers.y - 1.0])[two], axis=0)
    return replace(flowers, X=rows[:, :2], y=rows[:, 2], target_names=flowers.target_names[:2])


def digits() -> Dataset:
    """Handwritten digits as 8x8 grey images: n = 1797, d = 64 values 0..16, classes 0..9 (DAT-07)."""
    return _from_sklearn(datasets.load_digits())


def breast_cancer() -> Dataset:
    """Wisconsin breast cancer: n = 569, d = 30 measurements of cell nuclei (DAT-06).

    Labels as the course writes them: y = +1.0 malignant, y = -1.0 benign.
    """
    data = _from_sklearn(datasets.load_breast_cancer())
    return replace(data, y=np.where(data.y == 0, 1.0, -1.0), target_names=("benign", "malignant"))


def breast_cancer_pair(n: int = 120, seed: int = 0) -> Dataset:
    """Two features of n of these patients, standardised: enough for a picture, not separable."""
    return breast_cancer().columns("worst texture", "worst concave points").sample(n, seed).standardised()


def diabetes() -> Dataset:
    """442 people with diabetes: age, sex, bmi, blood pressure bp, six blood values s1..s6, in their own units.

    y: a number 25..346 for how far the disease has progressed a year later.
    """
    bunch: Any = datasets.load_diabetes(scaled=False)
    return Dataset(bunch.data, bunch.target, tuple(bunch.feature_names), ("progression",))
