"""Mixtures and the EM algorithm: Gaussians, the two coins, and the estimator."""

from mlcore.mixture.coins import CoinState, coin_em_steps
from mlcore.mixture.em import MixtureState, e_step, elbo, em_steps, log_joint, m_step
from mlcore.mixture.gaussian_mixture import GaussianMixture

__all__ = [
    "CoinState", "GaussianMixture", "MixtureState", "coin_em_steps", "e_step", "elbo", "em_steps", "log_joint",
    "m_step",
]  # fmt: skip
