"""What several tests of `mlcore.tree` use."""

import numpy as np

from mlcore import datasets
from mlcore.tree import (
    Limits,
    gini,
    label_table,
    sorted_rows,
    tree_steps,
)

IRIS, CANCER, DIABETES = datasets.iris(), datasets.breast_cancer(), datasets.diabetes()


def of_labels(labels, classes=None):
    return label_table(np.asarray(labels), classes or max(labels) + 1, np.ones(len(labels)))


def steps(X, y, impurity=gini, **limits):
    X = np.asarray(X, float)
    return tree_steps(X, of_labels(y), rows=sorted_rows(X), impurity=impurity, limits=Limits(**limits))
