"""Numbers in words, with the true minus sign: by significant digits, or to so many places."""

import math
from typing import SupportsFloat


def number(value: SupportsFloat, digits: int = 4, *, places: int | None = None, sign: bool = False) -> str:
    """The number with so many significant digits; whole numbers below a million whole; 0 and infinity as they are.

    places: so many digits after the point instead. sign: a plus before what is above 0, too. No picture says −0.

    >>> [number(v) for v in (1234.567, 0.0012345, 12, -3.0e9)]
    ['1235', '0.001234', '12', '−3.000e+09']
    >>> [number(v, places=2) for v in (-0.5, -0.001)]
    ['−0.50', '0.00']
    """
    value = float(value) + 0.0  # −0.0 becomes 0.0
    text = f"{value:z.{places}f}" if places is not None else _by_digits(value, digits)
    return with_minus(f"+{text}" if sign and value > 0 else text)


def _by_digits(value: float, digits: int) -> str:
    if not math.isfinite(value):
        return str(value)
    if value == int(value) and abs(value) < 1e6:
        return f"{value:.0f}"
    if 1e-4 <= abs(value) < 1e6:
        return f"{value:.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"
    return f"{value:.{digits - 1}e}"


def with_minus(text: str) -> str:
    """The text of a number with the true minus sign, as wide as a plus, in place of a hyphen."""
    return text.replace("-", "−")


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
