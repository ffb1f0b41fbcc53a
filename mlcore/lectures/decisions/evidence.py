"""Evidence that adds up: readings of poor instruments, and how often a rule that adds them is wrong (section 5)."""

import numpy as np
from scipy.stats import norm

READINGS = 120
WALKS = 400
SHIFT = 0.5  # of the mean of a reading on a rainy day


def readings(raining: bool, copies: int, *, seed: int = 4, days: int = WALKS) -> np.ndarray:
    """(days, READINGS) numbers from N(0, 1) or N(SHIFT, 1); each drawn once and read so many times."""
    drawn = np.random.default_rng(seed).standard_normal((days, READINGS))
    return np.repeat(drawn, copies, axis=1)[:, :READINGS] + SHIFT * raining


def log_ratios(x: np.ndarray) -> np.ndarray:
    """ln p(x | rain)/p(x | dry) of readings."""
    return norm.logpdf(x, SHIFT) - norm.logpdf(x)


def drift_and_spread(n: int, copies: int = 1) -> tuple[float, float]:
    """Mean on a rainy day, and standard deviation, of the sum of n log ratios of which each counts so many times.

    On a dry day the mean is the same with the other sign.
    """
    full, rest = divmod(n, copies)
    return n * SHIFT**2 / 2, SHIFT * float(np.sqrt(full * copies**2 + rest**2))


def wrong_days(n: int, bar: float, copies: int = 1) -> tuple[float, float]:
    """The shares of dry and of rainy days on which the sum of n log ratios is on the wrong side of the bar."""
    drift, spread = drift_and_spread(n, copies)
    if spread == 0:
        return float(bar < 0), float(bar >= 0)
    return float(norm.sf((bar + drift) / spread)), float(norm.cdf((bar - drift) / spread))


def sure_days(n: int, prior: float, copies: int = 1, level: float = 0.95) -> tuple[float, float]:
    """How many days the rule is sure of one state, P > level; and on which share of these it is wrong.

    prior: P(rain), the true one. What the rule takes for P(rain | readings) is (01.8), with all n as news.
    """
    drift, spread = drift_and_spread(n, copies)
    odds = np.log(prior / (1 - prior))
    far = np.log(level / (1 - level))
    rain, dry = far - odds, -far - odds  # the sum above the first: sure of rain; below the second: sure of dry
    right = prior * norm.sf((rain - drift) / spread) + (1 - prior) * norm.cdf((dry + drift) / spread)
    wrong = prior * norm.cdf((dry - drift) / spread) + (1 - prior) * norm.sf((rain + drift) / spread)
    return float(right + wrong), float(wrong / (right + wrong))
