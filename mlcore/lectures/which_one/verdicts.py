"""What may be said of errors over repeated splits: which is the best, and which cannot be told from it."""

from functools import cache

import numpy as np

from mlcore.base.types import Array
from mlcore.lectures.which_one.tables import KNOWN, TABLES

PLAIN = 0.95  # the share of the splits on which something must hold before it is said
NEAR = 1e-9  # errors that differ by less are equal


def best_of(errors: Array) -> int:
    """The column of errors (splits, methods) with the lowest mean; of equal ones the first."""
    return int(errors.mean(axis=0).round(12).argmin())


def told_apart(errors: Array) -> Array:
    """For each column of errors (splits, methods), whether it is above the best one on 95 % of the splits: (methods,).

    A split with equally many errors speaks for no one, so it does not count as one on which the method errs more.
    """
    more = errors > errors[:, [best_of(errors)]] + NEAR
    return more.mean(axis=0) >= PLAIN  # (19.4)


def but_for_the_ends(values: Array) -> tuple[Array, Array]:
    """The ends (methods,) of what is left of values (splits, methods) without the lowest 5 % and the highest 5 %.

    A method is told from the best one if the lower end of its differences to that one is above 0.
    """
    left_out = int((1 - PLAIN) * len(values) + NEAR)
    ordered = np.sort(values, axis=0)
    return ordered[left_out], ordered[-1 - left_out]


@cache
def rarer_class(table: str) -> float:
    """The share of the rarer class: the error of who always says the more frequent one."""
    return 0.5 if table == KNOWN else float(min((TABLES[table]().y < 0).mean(), (TABLES[table]().y > 0).mean()))
