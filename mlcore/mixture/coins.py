"""EM for coins of unknown bias, where nobody wrote down which coin was flipped (EMX-06)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from scipy.special import xlog1py, xlogy

from mlcore.mixture.em import e_step


@dataclass(frozen=True)
class CoinState:
    """Biases (K,) after t steps, and what they say of the sets: responsibilities (n, K), log_likelihood in nats.

    heads, tails (K,): the expected counts of each coin, from which the next biases come.
    """

    t: int
    thetas: np.ndarray
    responsibilities: np.ndarray
    heads: np.ndarray
    tails: np.ndarray
    log_likelihood: float


def coin_em_steps(heads, flips, thetas, tol: float = 1e-8, max_iter: int = 1000) -> Iterator[CoinState]:
    """Yield the start, and a state after each step, until no bias moves by more than tol (18.10).

    heads (n,) of flips (n,) or one number; each set was made with one of K coins, each as likely as the others;
    thetas (K,) are the biases to start from. The binomial coefficient, the same for all coins, is left out.
    Raises ValueError for a bias outside [0, 1], more heads than flips, or a set that no coin can make.
    """
    heads, tails, thetas = _check(heads, flips, thetas)
    last = np.inf
    for t in count():
        joint = xlogy(heads[:, None], thetas) + xlog1py(tails[:, None], -thetas) - np.log(len(thetas))
        if np.isneginf(joint.max(axis=1)).any():
            raise ValueError("A set of flips is impossible for every coin: start with biases strictly between 0 and 1.")
        R, log_likelihood = e_step(joint)
        H, T = heads @ R, tails @ R
        yield CoinState(t, thetas.copy(), R.copy(), H.copy(), T.copy(), log_likelihood)
        if t == max_iter or np.abs(thetas - last).max() <= tol:
            return
        last, thetas = thetas, np.where(H + T > 0, H / np.where(H + T > 0, H + T, 1), thetas)


def _check(heads, flips, thetas):
    heads, thetas = np.array(heads, float), np.array(thetas, float)
    tails = np.broadcast_to(np.asarray(flips, float), heads.shape) - heads
    if heads.ndim != 1 or not heads.size or not ((heads >= 0) & (tails >= 0)).all():
        raise ValueError("heads must be numbers from 0 to flips, one per set, and no NaN.")
    if thetas.ndim != 1 or not thetas.size or not ((thetas >= 0) & (thetas <= 1)).all():
        raise ValueError(f"thetas is {thetas}: the biases must be chances, from 0 to 1.")
    return heads, tails, thetas
