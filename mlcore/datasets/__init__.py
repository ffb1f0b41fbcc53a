"""Data sets: real ones that ship with scikit-learn, and what the lectures generate. All are small and work offline."""

from mlcore.datasets.dataset import Dataset
from mlcore.datasets.made import (
    CLOUD_CENTERS,
    TwoMixtures,
    clouds,
    esl_mixture,
    heights,
    ice_creams,
    ices_at,
    mails,
    men_and_women,
    noisy_blobs,
    overlapping_blobs,
    overlapping_groups,
    people,
    rings,
    six_points,
    spam_table,
    two_gaussians,
    weight_of,
)
from mlcore.datasets.own import own
from mlcore.datasets.real import breast_cancer, breast_cancer_pair, diabetes, digits, iris, iris_pair

__all__ = [
    "CLOUD_CENTERS", "Dataset", "TwoMixtures", "breast_cancer", "breast_cancer_pair", "clouds", "diabetes", "digits",
    "esl_mixture", "heights", "ice_creams", "ices_at", "iris", "iris_pair", "mails", "men_and_women", "noisy_blobs",
    "overlapping_blobs", "overlapping_groups", "own", "people", "rings", "six_points", "spam_table", "two_gaussians",
    "weight_of",
]  # fmt: skip
