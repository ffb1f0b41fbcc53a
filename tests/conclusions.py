"""What may be said of how often a conclusion holds over fresh draws, and draws that are too dear to repeat each time.

A room's function measures the rivals on each draw: `measure(seeds)` returns a table with a row for each seed and a
column for each rival. A sentence may be said plainly if it holds on 95 % of the draws, and with its share from 60 % on.
"""

import json
import os
import pathlib
from collections.abc import Callable, Sequence

import numpy as np

PLAIN, WITH_ITS_SHARE = 0.95, 0.60
TRIED = 10  # draws of a stored table that `make test-all` repeats
AGAIN = 1000  # draws at most that the weekly job fits again with the settings that were chosen: others each time
REPEAT = "DRAWS"  # the environment variable: "all" repeats them as the weekly job does; "write" stores them anew


def may_be_said_plainly(holds) -> bool:
    """True if what is said holds on 95 % of these draws (booleans)."""
    return bool(np.mean(holds) >= PLAIN)


def may_be_said_with_its_share(holds, percent: float, rounding: float = 0.5) -> bool:
    """True if it holds on at least 60 % of these draws, and `percent` of them is what the sentence says.

    rounding: half of the last digit that is printed; a share of real data may hang on a draw or two.
    """
    share = 100 * float(np.mean(holds))
    return share >= 100 * WITH_ITS_SHARE and abs(share - percent) <= rounding


def table_of(
    measure: Callable[[Sequence[int]], np.ndarray],
    seeds: Sequence[int],
    path: pathlib.Path,
    rtol: float = 1e-6,
    as_chosen: Callable[[Sequence[int], np.ndarray], np.ndarray] | None = None,
) -> np.ndarray:
    """What `measure` finds on these seeds, as it is stored beside the test; some of the draws are repeated.

    as_chosen(seeds, rows): where a draw is dear because settings are searched in it, finds its row again with the
    settings that are in the row. If every draw is to be repeated, they are repeated so, AGAIN of them at most, which
    are drawn anew each time; and the search on some.

    Raises AssertionError where a repeated draw is no longer what was stored, and names it.
    """
    seeds = list(seeds)
    if os.environ.get(REPEAT) == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        found = np.asarray(measure(seeds))
        rows = found.astype(float)
        kept = found if found.dtype.kind == "i" else rows.round(12)  # counts are written as whole numbers
        table = json.dumps({"seeds": seeds, "rows": kept.tolist()}, separators=(",", ":"))
        path.write_text(table + "\n", encoding="utf-8")
        return rows
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert stored["seeds"] == seeds, f"{path.name} has other seeds: run this test once with {REPEAT}=write"
    rows = np.array(stored["rows"], float)
    every = os.environ.get(REPEAT) == "all"
    some = np.linspace(0, len(seeds) - 1, min(TRIED, len(seeds))).astype(int).tolist()
    tried = list(range(len(seeds))) if every and as_chosen is None else some
    compared = [(tried, measure([seeds[k] for k in tried]))]
    if every and as_chosen is not None:
        again = sorted(np.random.default_rng().choice(len(seeds), min(AGAIN, len(seeds)), replace=False).tolist())
        compared.append((again, as_chosen([seeds[k] for k in again], rows[again])))
    for numbers, found in compared:
        same = np.isclose(np.asarray(found, float), rows[numbers], rtol=rtol, atol=1e-9)
        others = [seeds[k] for k, kept in zip(numbers, same, strict=True) if not np.all(kept)]
        assert not others, f"{path.name}: the draws give something else now: {others}"
    return rows
