"""All estimators of the course, found by walking through mlcore, and the variants of theirs that are other code."""

import importlib
import pkgutil

from sklearn.base import BaseEstimator, is_classifier, is_regressor

import mlcore
from mlcore.kernels import Linear

# One of these is no other model, but another road to it: what fails may fail on one road only.
VARIANTS = {
    "SVC": [dict(solver="qp"), dict(kernel=Linear()), dict(kernel=Linear(), solver="qp")],
    "GaussianMixture": [dict(init_params="random_from_data", n_components=2)],
    "KMeans": [dict(init="k-means++"), dict(init="assignments")],
    "GaussianDiscriminant": [dict(naive=True)],
    "LogisticRegression": [dict(solver="gd")],
}


def estimator_classes() -> list[type[BaseEstimator]]:
    """Every public class of mlcore's modules that derives from BaseEstimator, by name."""
    modules = [
        importlib.import_module(m.name) for m in pkgutil.walk_packages(mlcore.__path__, "mlcore.") if _imports(m)
    ]
    found = {c for module in modules for c in vars(module).values() if _ours(c)}
    return sorted(found, key=lambda c: c.__name__)


def _imports(module: pkgutil.ModuleInfo) -> bool:
    return not module.name.endswith("__main__")  # that one would start to mark notebooks


def _ours(c) -> bool:
    derived = isinstance(c, type) and issubclass(c, BaseEstimator)
    return derived and c.__module__.startswith("mlcore.") and not c.__name__.startswith("_")


def estimators() -> list[BaseEstimator]:
    """Each of them as it is made without arguments, and each variant."""
    return [c(**how) for c in estimator_classes() for how in ({}, *VARIANTS.get(c.__name__, []))]


CLASSIFIERS = [e for e in estimators() if is_classifier(e)]
REGRESSORS = [e for e in estimators() if is_regressor(e)]
CLUSTERERS = [e for e in estimators() if e.__sklearn_tags__().estimator_type in ("clusterer", "density_estimator")]
TRANSFORMERS = [e for e in estimators() if e.__sklearn_tags__().transformer_tags and e not in CLUSTERERS]
