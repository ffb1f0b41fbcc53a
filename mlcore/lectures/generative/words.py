"""The figure of lecture 08 on words: naive Bayes, the pseudo-count, and what each word of a mail says."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcore import datasets, show
from mlcore.datasets import Dataset
from mlcore.generative import chances_there, chances_word
from mlcore.plots.figure import figure
from mlcore.plots.kinds import CLASS_TABLE, DataError, Kind
from mlcore.show import Live, Mark, Panel
from mlcore.show.style import CLASS_COLORS, CLASS_MARKERS

MOST = 16
ALPHAS = 0, 0.01, 0.1, 0.5, 1, 2, 5, 10, 100, 1000


def _read(*given) -> Dataset:
    data = CLASS_TABLE.read(*given)
    if (data.X < 0).any() or (data.X % 1).any():
        raise DataError("This figure takes counts of words: whole numbers, 0 or more.")
    if not 2 <= data.X.shape[1] <= MOST:
        raise DataError(f"Keep 2 to {MOST} words, one per column, for the picture. Columns of X: {data.X.shape[1]}.")
    if not all(data.X[data.y == c].any() for c in (-1, 1)):
        raise DataError("One class has no word at all: give it a mail with one of these words.")
    return data


def _others() -> dict[str, tuple]:
    rng = np.random.default_rng(2)
    few = np.array([[2, 0, 1], [1, 0, 0], [0, 3, 1], [0, 1, 0]])
    return {
        "four notes": (few, ["a", "a", "b", "b"]),
        "many": (rng.poisson(0.7, (2000, 12)), rng.integers(0, 2, 2000)),
    }


COUNTS = Kind(
    "counts of words in mails of two classes", _read, _others,
    lambda: {"negative counts": ([[1, -1], [0, 2]], [0, 1]), "halves": ([[0.5, 1], [1, 2]], [0, 1]),
             "one class": ([[1, 1], [0, 2]], [1, 1]), "one word": ([[1], [2]], [0, 1]),
             "a class without words": ([[0, 0], [1, 2]], [0, 1])},
)  # fmt: skip


@dataclass(frozen=True)
class Words:
    """What a model with pseudo-count alpha says of a mail x (d,): chances (2, d), and each word's log-odds (d,)."""

    data: Dataset
    kind: str
    alpha: float
    x: np.ndarray
    chances: np.ndarray
    says: np.ndarray
    window: tuple[float, float]
    widest: float

    @property
    def chance(self) -> float:
        """P(second class | x); NaN for 0/0, where one word forbids the first class and another the second."""
        if np.isposinf(self.says).any() and np.isneginf(self.says).any():
            return np.nan
        share = (self.data.y > 0).mean()
        return float(1 / (1 + np.exp(np.clip(-self.says.sum(), -700, 700)) * (1 - share) / share))

    @property
    def mail(self) -> str:
        there = np.flatnonzero(self.x)
        words = [self.data.feature_names[j].translate({ord(sign): None for sign in "${}_"}) for j in there]
        return " and ".join(f"“{word}”" for word in words) + " twice" * bool(self.x.max() > 1)


def draw_words(s: Words) -> list[Panel]:
    d, low = len(s.x), s.window[0]
    rows = np.arange(d)[::-1].astype(float)
    left: list[Mark] = [show.vline(low * 1.6, (-1, d), color=show.GREY, dash="dotted")]
    for k, c in enumerate((-1, 1)):
        places = np.where(s.chances[k] > 0, s.chances[k], low * 1.25)
        left.append(show.Points(np.column_stack([places, rows + 0.12 - 0.24 * k]), color=CLASS_COLORS[c],
                                marker=CLASS_MARKERS[c], size=7, label=s.data.target_names[k]))  # fmt: skip
    in_it = rows[s.x > 0]
    marked: list[Mark] = [
        show.Points(np.column_stack([np.full(len(in_it), -0.93 * s.widest), in_it]), color=show.YELLOW, marker="D",
                    size=7, edge=show.BLACK, label="in the mail"),
        show.vline(0, (-1, d)),
    ]  # fmt: skip
    cut = np.clip(s.says, -2 * s.widest, 2 * s.widest)
    for c in (-1, 1):
        mine = cut * c > 0
        boxes = np.column_stack([0 * rows, rows - 0.3, cut, rows + 0.3])[mine]
        marked.append(show.Bars(boxes, color=CLASS_COLORS[c]))
    named = (tuple(rows), s.data.feature_names)
    powers = [p for p in (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0) if s.window[0] * 1.6 < p <= s.window[1]]
    ticks = ((low * 1.25, *powers), ("0", *(f"{p:g}" for p in powers)))
    look: dict[str, Any] = dict(ylim=(-0.8, d - 0.2), yticks=named)
    return [
        Panel(left, s.window, xlabel="chance of the word in its class", logx=True, xticks=ticks, **look),
        Panel(marked, (-s.widest, s.widest), xlabel=f"what it says: ← {s.data.target_names[0]}   "
              f"{s.data.target_names[1]} →", **look),
    ]  # fmt: skip


def describe_words(s: Words) -> str:
    name = s.data.target_names[1]
    verdict = f"P({name}) = {show.number(s.chance, 3)}"
    if np.isnan(s.chance):
        verdict = f"P({name}) = 0/0: each class has never seen one of them"
    elif np.isinf(s.says).any():
        verdict = f"P({name}) = {s.chance:.0f}, for certain"
    return f"Pseudo-count {s.alpha:g}, {s.kind}; the mail has {s.mail}: {verdict}."


def log_odds(kind: str, x: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """What each feature of x (d,) says for the second class against the first (d,): ln of a ratio, maybe infinite."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = np.log(chances)
        present = np.where(x > 0, x * (second - first), 0.0)
        if kind == "counts":
            return present
        first, second = np.log1p(-chances)
        return np.where(x > 0, present, second - first)


@figure(COUNTS, datasets.mails, most=2000)
def smoothing(data: Dataset) -> Live:
    """Chances of words with a pseudo-count, and a mail of two words judged by them (GEN-13, GEN-14)."""
    labels, names = (data.y > 0).astype(int), list(data.feature_names)
    least = 1 / (data.X.sum() + 1)
    window = (0.002 * least**0.5 if least < 1e-4 else least / 12, 1.4)
    seen = np.array([data.X[labels == k].sum(axis=0) for k in (0, 1)])
    odd = [int((seen[k] - seen[1 - k] * 1000).argmax()) for k in (0, 1)]  # the commonest that the other never has

    def compute(alpha: float, kind: str, first: int, second: int) -> Words:
        learn = chances_word if kind == "counts" else chances_there
        chances = learn(data.X, labels, alpha)
        x = np.zeros(len(names))
        x[first] += 1
        x[second] += 1
        x = np.minimum(x, 1) if kind != "counts" else x
        return Words(data, kind, alpha, x, chances, log_odds(kind, x, chances), window, 5.0)

    def menu(label: str, start: int) -> Any:
        order = [start, *(j for j in range(len(names)) if j != start)]
        return show.choice(label, {names[j]: j for j in order})

    controls = {
        "alpha": show.list_slider("pseudo-count α", ALPHAS, 1),
        "kind": show.choice("features", {"counts": "counts", "there or not": "there or not"}),
        "first": menu("a word", odd[1]),
        "second": menu("another", int(seen.sum(axis=0).argmax())),
    }
    return Live(compute, draw_words, describe_words, controls=controls, size=(8.8, 4.2))
