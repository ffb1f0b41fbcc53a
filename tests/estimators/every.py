"""All estimators of the course, found by walking through mlcore, and several settings of each."""

import importlib
import pkgutil

from sklearn.base import BaseEstimator, is_classifier, is_regressor

import mlcore
from mlcore.kernels import Linear

# For scikit-learn's checks: ten trees fail where a hundred do.
CHEAP: dict[str, dict] = {
    "AdaBoostClassifier": dict(n_estimators=10),
    "BaggingClassifier": dict(n_estimators=10),
    "GradientBoostingClassifier": dict(n_estimators=10),
    "GradientBoostingRegressor": dict(n_estimators=10),
    "RandomForestClassifier": dict(n_estimators=10),
}

# One of these is no other model, but another road to it: what fails may fail on one road only.
VARIANTS: dict[str, list[dict]] = {
    "SVC": [dict(solver="qp"), dict(kernel=Linear()), dict(kernel=Linear(), solver="qp")],
    "GaussianMixture": [dict(init_params="random_from_data", n_components=2)],
    "KMeans": [dict(init="k-means++"), dict(init="assignments")],
    "GaussianDiscriminant": [dict(naive=True)],
    "LogisticRegression": [dict(solver="gd"), dict(solver="sgd", max_iter=1000)],
}

# What fails may fail with other settings only: where votes tie, say. Some need more points than a degenerate table has.
SETTINGS: dict[str, list[dict]] = {
    "BernoulliNB": [dict(alpha=0.1)],
    "DecisionTreeClassifier": [dict(criterion="entropy"), dict(max_depth=2, ccp_alpha=0.01)],
    "DecisionTreeRegressor": [dict(max_depth=4), dict(ccp_alpha=0.01)],
    "GaussianDiscriminant": [dict(shared_covariance=False), dict(shared_covariance=False, naive=True)],
    "GaussianMixture": [dict(n_components=3, n_init=2)],
    "GradientBoostingClassifier": [dict(loss="exponential", max_depth=1, n_estimators=10)],
    "KMeans": [dict(n_clusters=1)],
    "KNeighborsClassifier": [dict(n_neighbors=K) for K in (2, 3, 4)],
    "KNeighborsRegressor": [dict(n_neighbors=4)],
    "LocallyWeightedRegression": [dict(tau=0.1)],
    "PCA": [dict(n_components=1)],
    "RandomForestClassifier": [dict(max_features=None, min_samples_leaf=2, n_estimators=10)],
    "Ridge": [dict(lam=0.0)],
    "SoftmaxRegression": [dict(lam=0.01)],
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


def estimators(cheap: bool = False) -> list[BaseEstimator]:
    """Each of them as it is made without arguments (cheap: with the CHEAP ones), and each variant."""
    return [
        c(**(CHEAP.get(c.__name__, {}) if cheap else {}) | variant)
        for c in estimator_classes()
        for variant in ({}, *VARIANTS.get(c.__name__, []))
    ]


def other_settings() -> list[BaseEstimator]:
    """Each of the SETTINGS."""
    return [c(**settings) for c in estimator_classes() for settings in SETTINGS.get(c.__name__, [])]


CLASSIFIERS = [e for e in estimators() if is_classifier(e)]
REGRESSORS = [e for e in estimators() if is_regressor(e)]
CLUSTERERS = [e for e in estimators() if e.__sklearn_tags__().estimator_type in ("clusterer", "density_estimator")]
TRANSFORMERS = [e for e in estimators() if e.__sklearn_tags__().transformer_tags and e not in CLUSTERERS]
