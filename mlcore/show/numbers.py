"""Numbers in words: by significant digits, so that a line reads well in centimetres and in light years."""

import math
from typing import SupportsFloat


def number(value: SupportsFloat, digits: int = 4) -> str:
    """The number with so many significant digits; whole numbers below a million whole; 0 and infinity as they are.

    >>> [number(v) for v in (1234.567, 0.0012345, 12, 3.0e9)]
    ['1235', '0.001234', '12', '3.000e+09']
    """
    value = float(value) + 0.0  # −0.0 becomes 0.0: no picture says -0
    if not math.isfinite(value) or (value == int(value) and abs(value) < 1e6):
        return f"{value:.0f}" if math.isfinite(value) else str(value)
    if 1e-4 <= abs(value) < 1e6:
        places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
        return f"{value:.{places}f}"
    return f"{value:.{digits - 1}e}"


def percent(share: float) -> str:
    """A share from 0 to 1 in per cent, whole; but not 0 or 100 unless it is."""
    rounded = round(100 * share)
    if rounded in (0, 100) and share not in (0, 1):
        return "under 1 %" if rounded == 0 else "over 99 %"
    return f"{rounded} %"


def listed(values) -> str:
    """Whole numbers in a row: 25, 31, 20; with more than a dozen, the first of them and how many there are."""
    values = [str(int(v)) for v in values]
    return ", ".join(values) if len(values) <= 12 else ", ".join(values[:10]) + f" … ({len(values)} in all)"
