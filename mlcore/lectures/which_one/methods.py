"""The classifiers of the course, each as a pipeline with the settings that its tuning may choose from."""

import contextlib
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from mlcore.base.types import Array
from mlcore.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from mlcore.generative import GaussianDiscriminant
from mlcore.kernels import RBF, Linear
from mlcore.logistic import LogisticRegression
from mlcore.neighbors import KNeighborsClassifier
from mlcore.perceptron import Perceptron
from mlcore.svm import SVC
from mlcore.tree import DecisionTreeClassifier

TREES = 25  # in each ensemble
FOLDS = 3  # of the inner cross-validation
LEAST = 26  # rows to learn from: with fewer a fold may have no 15 neighbours
CANDIDATES = 4  # settings of each method: the same budget for all


@dataclass(frozen=True)
class Method:
    """A classifier of the course, and how it is used here.

    lecture: the one that explains it. model: with the settings that are not tuned. settings: the CANDIDATES among
    which the inner cross-validation chooses. scaled: True if its columns are standardised first.
    """

    lecture: int
    model: ClassifierMixin
    settings: tuple[Mapping[str, Any], ...]
    scaled: bool = True

    def candidates(self, d: int) -> list[dict[str, list]]:
        """The settings as a grid for `GridSearchCV`; a bandwidth is given in units of √d, d the number of columns."""
        return [
            {f"model__{name}": [value(d) if callable(value) else value] for name, value in setting.items()}
            for setting in self.settings
        ]

    def pipeline(self) -> Pipeline:
        """The steps that are fitted together: the scaling, if there is one, and the model."""
        scale = [("scale", StandardScaler())] if self.scaled else []
        return Pipeline([*scale, ("model", self.model)])

    def fitted(self, choice: int, X: Array, y: Array) -> Pipeline:
        """The pipeline with this candidate's settings, fitted to X (n, d) and y (n,)."""
        setting = {name: value for name, (value,) in self.candidates(X.shape[1])[choice].items()}
        with quiet():
            return self.pipeline().set_params(**setting).fit(X, y)

    def tuned(self, X: Array, y: Array) -> tuple[Pipeline, int]:
        """The pipeline with the settings of the fewest errors in cross-validation, fitted to all of X (n, d), y (n,).

        And which of the candidates these are. The folds are the same for every method.
        """
        folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
        never: Any = "raise"  # what cannot be fitted is an error, and no bad candidate
        candidates = self.candidates(X.shape[1])
        grid = GridSearchCV(self.pipeline(), candidates, cv=folds, error_score=never)
        with quiet():
            grid.fit(X, y)
        return grid.best_estimator_, int(grid.best_index_)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """No warning of a ridge that is large, which is the penalty here, nor of a perceptron that is stopped."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The ridge reg_covar")
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


def each(**values: tuple) -> tuple[dict[str, Any], ...]:
    """Settings with these values side by side: each(C=(1, 2)) is ({"C": 1}, {"C": 2})."""
    return tuple(dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True))


def wide(factor: float):
    """A Gaussian kernel whose bandwidth grows with √d, as distances between standardised points do."""
    return lambda d: RBF(factor * np.sqrt(d))


RIDGES = each(reg_covar=(0.01, 0.1, 1.0, 3.0))

METHODS: dict[str, Method] = {
    "perceptron": Method(4, Perceptron(random_state=0), each(max_iter=(30, 100, 300, 1000))),
    "logistic regression": Method(6, LogisticRegression(), each(lam=(0.1, 1.0, 10.0, 100.0))),
    "linear SVM": Method(11, SVC(kernel=Linear()), each(C=(0.003, 0.03, 0.3, 3.0))),
    "linear discriminant": Method(8, GaussianDiscriminant(), RIDGES),
    "quadratic discriminant": Method(8, GaussianDiscriminant(shared_covariance=False), RIDGES),
    "naive Bayes": Method(8, GaussianDiscriminant(shared_covariance=False, naive=True), RIDGES),
    "nearest neighbours": Method(4, KNeighborsClassifier(), each(n_neighbors=(1, 3, 7, 15))),
    "kernel SVM": Method(
        13, SVC(), each(kernel=(wide(0.3), wide(0.3), wide(1.0), wide(1.0)), C=(1.0, 10.0, 1.0, 10.0))
    ),
    "tree": Method(
        14, DecisionTreeClassifier(), each(max_depth=(1, 3, None, None), min_samples_leaf=(1, 1, 5, 1)), scaled=False
    ),
    "bagged trees": Method(
        15, BaggingClassifier(TREES, random_state=0), each(min_samples_leaf=(1, 2, 4, 8)), scaled=False
    ),
    "random forest": Method(
        15,
        RandomForestClassifier(TREES, random_state=0),
        each(max_features=("sqrt", "sqrt", "sqrt", None), min_samples_leaf=(1, 2, 4, 1)),
        scaled=False,
    ),
    "AdaBoost": Method(
        15, AdaBoostClassifier(), each(n_estimators=(5, TREES, 5, TREES), max_depth=(1, 1, 2, 2)), scaled=False
    ),
    "gradient boosting": Method(
        15,
        GradientBoostingClassifier(n_estimators=TREES),
        each(learning_rate=(0.1, 0.3, 0.1, 0.3), max_depth=(1, 1, 2, 2)),
        scaled=False,
    ),
}
LEFT_OUT = {
    "SoftmaxRegression": "with two classes it is logistic regression, with half the penalty",
    "BernoulliNB": "it needs columns of yes and no, the words of a text for instance",
    "MultinomialNB": "it needs counts, how often each word occurs in a text for instance",
}
