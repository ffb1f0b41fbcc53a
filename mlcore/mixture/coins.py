"""EM for coins of unknown bias, where nobody wrote down which coin was flipped (EMX-06)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from scipy.special import xlog1py, xlogy

from mlcore.base import validation
from mlcore.base.steps import State
from mlcore.base.types import Array, ArrayLike
from mlcore.mixture.em import e_step


@dataclass(frozen=True)
class CoinState(State):
    """Biases (K,) after t steps, and what they say of the sets: responsibilities (n, K), log_likelihood in nats.

    heads, tails (K,): the expected counts of each coin, from which the next biases come.
    """

    thetas: Array
    responsibilities: Array
    heads: Array
    tails: Array
    log_likelihood: float


def coin_em_steps(
    heads: ArrayLike, flips: ArrayLike, *, thetas: ArrayLike, tol: float = 1e-8,
) -> Iterator[CoinState]:  # fmt: skip
    """Yield the start, and a state after each step, until no bias moves by more than tol.

    heads (n,) of flips (n,) or one number; each set was made with one of K coins, each as likely as the others;
    thetas (K,) are the biases to start from. With tol < 0 it never ends.
    Raises ValueError for a bias outside [0, 1], more heads than flips, or a set that no coin can make.
    """
    heads, tails, thetas = _check(heads, flips, thetas)
    before = np.inf
    for t in count():
        R, log_likelihood = e_step(log_chances(heads, tails, thetas))  # (18.9)
        H, T = heads @ R, tails @ R
        done = bool(np.abs(thetas - before).max() <= tol)
        yield CoinState(thetas, R, H, T, log_likelihood, t=t, converged=done)
        if done:
            return
        before = thetas
        thetas = np.divide(H, H + T, out=thetas.copy(), where=H + T > 0)  # (18.9)


def log_chances(heads: Array, tails: Array, thetas: Array) -> Array:
    """log(1/K theta_k^h_i (1 - theta_k)^t_i), (n, K); the binomial coefficient, the same for all coins, is left out."""
    chances = xlogy(heads[:, None], thetas) + xlog1py(tails[:, None], -thetas) - np.log(len(thetas))
    if np.isneginf(chances.max(axis=1)).any():
        raise ValueError("A set of flips is impossible for every coin: start with biases strictly between 0 and 1.")
    return chances


def _check(heads, flips, thetas) -> tuple[Array, Array, Array]:
    heads, thetas = np.array(heads, float), validation.share(thetas, "thetas")
    tails = np.broadcast_to(np.asarray(flips, float), heads.shape) - heads
    if heads.ndim != 1 or not heads.size or not ((heads >= 0) & (tails >= 0)).all():
        raise ValueError("heads must be numbers from 0 to flips, one per set, and no NaN.")
    if thetas.ndim != 1 or not thetas.size:
        raise ValueError(f"thetas is {thetas}: give one chance per coin, a list.")
    return heads, tails, thetas
