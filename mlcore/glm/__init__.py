"""Generalised linear models: families, their cost, and one fit for all of them (lecture 07)."""

from mlcore.glm.family import FAMILIES, Family, bernoulli, gamma, gamma_log, gaussian, natural, poisson
from mlcore.glm.regression import GLM, GLMCost, falls_for_ever

__all__ = [
    "FAMILIES", "GLM", "Family", "GLMCost", "bernoulli", "falls_for_ever", "gamma", "gamma_log", "gaussian", "natural",
    "poisson",
]  # fmt: skip
