"""k-means: the half-steps of Lloyd's algorithm, its starts, and the estimator."""

from mlcore.cluster.kmeans import KMeans
from mlcore.cluster.lloyd import KMeansState, cluster_means, cost, fill_empty, kmeans_steps, nearest
from mlcore.cluster.starts import STARTS, plus_plus, random_assignments, random_points

__all__ = [
    "STARTS", "KMeans", "KMeansState", "cluster_means", "cost", "fill_empty", "kmeans_steps", "nearest", "plus_plus",
    "random_assignments", "random_points",
]  # fmt: skip
