"""What lecture 10 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as LIBSVM

from mlcore import datasets
from mlcore.lectures.maximum_margin.figures import perceptron
from mlcore.plots.separating_planes import margin
from mlcore.separable import is_separable
from mlcore.svm import solve_hulls

HARD = 1e9  # a price of slack that makes LIBSVM's margin hard


def order_margins(seeds: Sequence[int]) -> np.ndarray:
    """The flowers of section 1 in another order for each seed: w and b of the perceptron's line, and its margin as a
    share of the widest (draws, 4)."""
    data = datasets.iris_pair()
    street = solve_hulls(data.X, data.y)
    best = margin(street.weights(data.X), street.bias, data.X, data.y)
    rows = []
    for seed in seeds:
        w, b = perceptron(data.X, data.y, np.random.default_rng(seed).permutation(len(data.X)))
        rows.append([*w, b, margin(w, b, data.X, data.y) / best])
    return np.array(rows)


def separated_patients(seeds: Sequence[int]) -> np.ndarray:
    """120 of the 569 patients to learn from for each seed, all thirty features: whether a plane separates them, and the
    errors on the other 449 of the widest street, the perceptron, the plane midway between the means, and logistic
    regression whose penalty is chosen by cross-validation (draws, 5)."""
    data = datasets.breast_cancer()
    rows = []
    for seed in seeds:
        parts = train_test_split(data.X, data.y, train_size=120, stratify=data.y, random_state=seed)
        raw, raw_new, y, z = (np.asarray(part) for part in parts)
        scaler = StandardScaler().fit(raw)
        X, Z = np.asarray(scaler.transform(raw)), np.asarray(scaler.transform(raw_new))
        street = LIBSVM(kernel="linear", C=HARD).fit(X, y)
        w, b = perceptron(X, y, np.random.default_rng(seed).permutation(len(X)))
        means = [X[y == c].mean(axis=0) for c in (-1, 1)]
        across = means[1] - means[0]
        planes = (
            (street.coef_[0], float(street.intercept_[0])),
            (w, b),
            (across, -float(across @ (means[0] + means[1])) / 2),
        )
        errors = [np.mean(np.sign(Z @ w + b) != z) for w, b in planes]
        rows.append([is_separable(X, y), *errors, np.mean(penalised().fit(raw, y).predict(raw_new) != z)])
    return np.array(rows, float)


def penalised() -> GridSearchCV:
    """Logistic regression whose penalty is chosen by five folds, with the features standardised inside each fold."""
    steps = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    return GridSearchCV(steps, {"logisticregression__C": np.logspace(-3, 3, 7)}, cv=5)
