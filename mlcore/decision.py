"""Decisions with a price, and estimates: what Bayes' rule and an expected loss say (lecture 01)."""

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from mlcore.base import validation
from mlcore.base.labels import encode_labels
from mlcore.base.types import Array, ArrayLike


def posterior(prior: ArrayLike, likelihood: ArrayLike) -> Array:
    """P(state | what was seen) (K,), by Bayes' rule (BAY-02).

    prior (K,): sums to 1. likelihood (K,): the chance, or the density, of what was seen in each state; or (n, K) for n
    independent observations. Raises ValueError for chances that do not sum to 1, for a likelihood below 0, and if
    what was seen is impossible in every state.
    """
    prior = _chances(prior, "prior")
    likelihood = _likelihood(likelihood, prior)
    with np.errstate(divide="ignore"):  # ln 0 = −inf: impossible in this state
        logs = np.log(prior) + np.log(likelihood).sum(axis=0)  # products would underflow
    return np.exp(logs - logsumexp(logs))  # (01.1)


def risks(costs: ArrayLike, chances: ArrayLike) -> Array:
    """The expected cost of each action (A,): costs (A, K), a row per action, times the states' chances (K,) (BAY-03).

    Raises ValueError for costs that are not finite, and for chances that do not sum to 1.
    """
    chances = _chances(chances, "chances")
    return _costs(costs, len(chances)) @ chances  # (01.2)


def bayes_action(costs: ArrayLike, chances: ArrayLike) -> int:
    """The action with the least expected cost; of several the first (BAY-03)."""
    return int(risks(costs, chances).argmin())


def likelihood_ratio_threshold(costs: ArrayLike, prior: ArrayLike) -> float:
    """What p(x | state 2) / p(x | state 1) must exceed for action 2 to be the better one (BAY-05).

    costs (2, 2): a row per action, a column per state; prior (2,): of the states. The threshold is
    (c21 − c11) P(1) / ((c12 − c22) P(2)). Raises ValueError where an action is not the cheaper one in its own state:
    then there is nothing to weigh; and for a state that never occurs.
    """
    (c11, c12), (c21, c22), (first, second) = _two_and_two(costs, prior)
    return (c21 - c11) * first / ((c12 - c22) * second)  # (01.5)


def _chances(p: ArrayLike, name: str) -> Array:
    p = validation.share(p, name)
    if p.ndim != 1 or not len(p) or abs(p.sum() - 1) > 1e-9:
        raise ValueError(f"{name} sums to {p.sum():.6g}: the chances of the states must sum to 1, shape (K,).")
    return p


def _costs(costs: ArrayLike, K: int) -> Array:
    costs = validation.points(costs, "costs")
    if costs.shape[1] != K:
        raise ValueError(f"costs has {costs.shape[1]} columns, and there are {K} states: one column each.")
    return costs


def _two_and_two(costs: ArrayLike, prior: ArrayLike) -> list[list[float]]:
    """The rows of the costs and the prior, if each action is the cheaper one in its own state."""
    costs, prior = validation.points(costs, "costs"), _chances(prior, "prior")
    if costs.shape != (2, 2) or len(prior) != 2:
        raise ValueError(
            f"costs has shape {costs.shape}, prior {prior.shape}: two actions and two states, (2, 2) and (2,)."
        )
    if min(costs[1, 0] - costs[0, 0], costs[0, 1] - costs[1, 1]) <= 0:
        raise ValueError(
            "In its own state an action must be the cheaper one, costs[0, 0] < costs[1, 0] and costs[1, 1] < "
            "costs[0, 1]: otherwise one of the two is never better, whatever is seen."
        )
    if (prior == 0).any():
        raise ValueError("A state with the prior 0 never occurs: there is nothing to decide.")
    return [*costs.tolist(), prior.tolist()]


def _likelihood(table: ArrayLike, prior: Array) -> Array:
    """A row (K,) as a table (1, K), or a table (n, K), in which some state is possible."""
    K, table = len(prior), np.atleast_2d(np.asarray(table, float))
    if table.ndim != 2 or table.shape[1] != K or not np.isfinite(table).all():
        raise ValueError(
            f"likelihood has shape {table.shape}: one finite number for each of the {K} states, (K,) or (n, K)."
        )
    if (table < 0).any():
        raise ValueError("The likelihood holds numbers below 0: chances and densities are 0 or more.")
    if not ((table > 0).all(axis=0) & (prior > 0)).any():
        raise ValueError("What was seen has the chance 0 in every state: one of them must allow it.")
    return table


# --- A threshold on one number ----------------------------------------------------------------


@dataclass(frozen=True)
class Roc:
    """All thresholds on one number, and what each of them does: an alarm is raised from the threshold on.

    thresholds (m,): falling, the first one infinite. false_alarms, hits (m,): the shares of the two classes with alarm.
    """

    thresholds: Array
    false_alarms: Array
    hits: Array

    @property
    def area(self) -> float:
        """The area under the curve: the chance that a random pair, one of each class, is in the right order."""
        return float(np.trapezoid(self.hits, self.false_alarms))

    def costs(self, *, miss: float, prior: float) -> Array:
        """The expected cost (m,) if a false alarm costs 1, a miss `miss`, and class 2 has the chance `prior`."""
        validation.positive(miss, "miss", "the price of a miss")
        prior = float(validation.share(prior, "prior"))
        return (1 - prior) * self.false_alarms + prior * miss * (1 - self.hits)


def roc(x: ArrayLike, y: ArrayLike) -> Roc:
    """Hits against false alarms of the rule "alarm where the number is at least t", for every t that matters.

    x (n,): a number for each row. y (n,): its class, two labels, the second in order is the one to be found. Raises
    ValueError for one class or three, and for NaN.
    """
    x = np.asarray(x, float).ravel()
    x = validation.vector(x, len(x), "x")
    _, y01 = encode_labels(np.asarray(y))
    if len(y01) != len(x):
        raise ValueError(f"x has {len(x)} numbers and y {len(y01)} labels: give one label for each number.")
    order = np.argsort(-x, kind="stable")
    found, value = np.cumsum(y01[order]), x[order]
    last = np.flatnonzero(np.append(np.diff(value) != 0, True))  # equal numbers share a threshold
    hits, alarms = np.append(0, found[last]), np.append(0, last + 1)
    return Roc(np.append(np.inf, value[last]), (alarms - hits) / (len(y01) - found[-1]), hits / found[-1])


# --- Estimates --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimates:
    """Three answers from one posterior (BAY-08 to BAY-11): its mean, its peak (MAP), and the peak of the likelihood."""

    mean: float
    map: float
    ml: float


def coin_estimates(heads: int, flips: int, *, a: float = 1.0, b: float = 1.0) -> Estimates:
    """The bias of a coin after so many heads of so many flips; the prior is Beta(a, b), a and b at least 1 (BAY-12).

    The posterior is Beta(a + heads, b + tails). Raises ValueError for more heads than flips; without flips there is
    no ML estimate (NaN), and with the flat prior no MAP either.
    """
    validation.whole(flips, "flips", least=0)
    validation.whole(heads, "heads", least=0, most=flips, what="the number of flips")
    for value, name in ((a, "a"), (b, "b")):
        if validation.positive(value, name) < 1:
            raise ValueError(f"{name} is {value}: below 1 the density has no peak inside, so take 1 or more.")
    peak, width = heads + a - 1, flips + a + b - 2
    return Estimates(
        mean=(heads + a) / (flips + a + b),
        map=peak / width if width > 0 else float("nan"),
        ml=heads / flips if flips else float("nan"),
    )


def rate_estimates(x: ArrayLike, *, rate: float = 1.0) -> Estimates:
    """θ of the density θ exp(−θx) from n waits x (n,); the prior is rate · exp(−rate · θ) (BAY-10).

    The posterior is Gamma(n + 1, Σx + rate): its mean is (n + 1)/(Σx + rate), its peak n/(Σx + rate). ML: n/Σx.
    Raises ValueError for waits below 0 and if all of them are 0.
    """
    x = np.asarray(x, float).ravel()
    x = validation.vector(x, len(x), "x")
    validation.positive(rate, "rate", "the rate of the prior")
    if not len(x) or (x < 0).any() or not x.any():
        raise ValueError("x must hold waiting times, 0 or more, and not all of them 0.")
    n, total = len(x), float(x.sum())
    return Estimates(mean=(n + 1) / (total + rate), map=n / (total + rate), ml=n / total)
