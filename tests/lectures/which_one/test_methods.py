"""The pipelines of lecture 19: every classifier is there or its absence is explained, and all have the same budget."""

import importlib
import pkgutil

import numpy as np
import pytest
from sklearn.base import ClassifierMixin
from sklearn.model_selection import StratifiedKFold, cross_val_score

import mlcore
from mlcore import datasets
from mlcore.course import BY_NUMBER
from mlcore.lectures.which_one.methods import CANDIDATES, FOLDS, LEFT_OUT, METHODS, TREES, quiet
from mlcore.lectures.which_one.tables import parted
from mlcore.logistic import LogisticRegression, SoftmaxRegression


def classifiers() -> set[str]:
    """All public classifiers of the course, without those of lectures and tools."""
    found = set()
    for module in pkgutil.walk_packages(mlcore.__path__, "mlcore."):
        if module.name.split(".")[1] in ("lectures", "plots", "show", "check"):
            continue
        for name, thing in vars(importlib.import_module(module.name)).items():
            if isinstance(thing, type) and issubclass(thing, ClassifierMixin) and thing.__module__.startswith("mlcore"):
                found |= set() if name.startswith("_") or name.endswith("Mixin") else {name}
    return found


def test_every_classifier_of_the_course_is_there_or_its_absence_is_explained():
    there = {type(method.model).__name__ for method in METHODS.values()}
    assert len(there) == len(METHODS) - 3  # one SVM with two kernels, and Gaussians with three kinds of covariance
    assert not there & set(LEFT_OUT)
    assert there | set(LEFT_OUT) == classifiers()


@pytest.mark.parametrize("name", METHODS)
def test_every_method_has_as_many_different_candidates_and_a_lecture(name):
    method = METHODS[name]
    candidates = method.candidates(4)
    assert len(candidates) == CANDIDATES
    assert len({str(candidate) for candidate in candidates}) == CANDIDATES
    assert type(method.model).__module__.split(".")[1] in BY_NUMBER[method.lecture].algorithms or method.lecture == 13


def test_all_ensembles_have_as_many_trees():
    for name in ("bagged trees", "random forest", "gradient boosting"):
        assert METHODS[name].pipeline().get_params()["model__n_estimators"] == TREES
    assert max(setting["n_estimators"] for setting in METHODS["AdaBoost"].settings) == TREES


@pytest.mark.parametrize("name", METHODS)
def test_the_settings_are_those_of_the_fewest_errors_in_the_inner_folds(name):
    X, y, _, _ = parted(datasets.breast_cancer(), 50, seed=3)
    method = METHODS[name]
    model, choice = method.tuned(X, y)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    scores = []
    with quiet():
        for candidate in method.candidates(X.shape[1]):
            setting = {key: value for key, (value,) in candidate.items()}
            scores.append(cross_val_score(method.pipeline().set_params(**setting), X, y, cv=folds).mean())
    assert scores[choice] == pytest.approx(max(scores))
    again = method.fitted(choice, X, y)
    assert np.array_equal(again.predict(X), model.predict(X))


def test_where_a_method_is_scaled_the_scaling_is_fitted_to_what_is_learnt_from_alone():
    X, y, new, _ = parted(datasets.breast_cancer(), 50, seed=3)
    model = METHODS["nearest neighbours"].fitted(0, X, y)
    assert np.allclose(model.named_steps["scale"].mean_, X.mean(axis=0))
    assert not np.allclose(model.named_steps["scale"].mean_, np.vstack([X, new]).mean(axis=0))


def test_softmax_of_two_classes_is_logistic_regression_with_half_the_penalty():
    data = datasets.breast_cancer_pair()
    softmax, logistic = SoftmaxRegression(lam=2.0).fit(data.X, data.y), LogisticRegression(lam=1.0).fit(data.X, data.y)
    assert np.allclose(softmax.predict_proba(data.X), logistic.predict_proba(data.X), atol=1e-6)
    other = LogisticRegression(lam=4.0).fit(data.X, data.y)
    assert not np.allclose(softmax.predict_proba(data.X), other.predict_proba(data.X), atol=1e-3)
