"""The figures of lecture 04 on images: neighbours of a digit, and a line between two digits."""

from dataclasses import dataclass

import numpy as np

from mlcore import datasets, show
from mlcore.base.steps import take
from mlcore.base.types import Array
from mlcore.datasets import Dataset
from mlcore.lectures.neighbours_perceptron.figures import largest_odd, neighbours
from mlcore.neighbors import nearest_neighbors, winner
from mlcore.perceptron import perceptron_steps
from mlcore.plots.figure import figure
from mlcore.plots.images import image_grid, signed_map
from mlcore.plots.kinds import IMAGES, DataError
from mlcore.show import Live, Mark, Panel

SHOWN, FARTHEST = 11, 41  # images that are drawn; the largest K

# --- The nearest images (section 7) -----------------------------------------------------------


@dataclass(frozen=True)
class Query:
    """A test image (side²,), the nearest examples with their classes, what K of them say, and the errors over K."""

    image: Array
    truth: str
    near: Array
    classes: list[str]
    K: int
    says: str
    errors: Array

    @property
    def error(self) -> float:
        return float(self.errors[self.K // 2])


def draw_query(s: Query) -> list[Panel]:
    captions = [f"{k}: {name}" for k, name in enumerate(s.classes[:SHOWN], 1)]
    left = image_grid(np.vstack([s.image, s.near[:SHOWN]]), ["asked", *captions], columns=4, framed=range(1, s.K + 1))
    K = np.arange(1, 2 * len(s.errors), 2)
    so_far = np.column_stack([K, 100 * s.errors])[: s.K // 2 + 1]
    right: list[Mark] = [
        show.curve(*so_far.T, color=show.VERMILLION, width=2),
        show.Points(so_far, color=show.VERMILLION, marker="s", size=5),
        show.point(s.K, 100 * s.error, **show.NOW),
    ]
    top = max(115 * s.errors.max(), 1)
    return [left, Panel(right, (-0.5, K[-1] + 1.5), (0, top), "neighbours K", "test images that are wrong (%)")]


def describe_query(s: Query) -> str:
    names, votes = np.unique(s.classes[: s.K], return_counts=True)
    said = ", ".join(f"{vote} for {names[k]}" for k, vote in sorted(enumerate(votes), key=lambda pair: -pair[1]))
    right = "right" if s.says == s.truth else f"wrong, as it is {s.truth}"
    return (f"{neighbours(s.K).capitalize()}: {said}; the answer {s.says} is {right}. "
            f"Of all test images {100 * s.error:.1f} % are wrong.")  # fmt: skip


@figure(IMAGES, datasets.digits, most=1800)
def images(data: Dataset, *, most: int = 40) -> Live:
    """Images by their nearest neighbours: the first half of the rows are examples, the others are asked (NNB-02).

    The slider holds those that some K up to half of the largest gets wrong, in the order of the rows.
    """
    half, names = (len(data.X) + 1) // 2, np.array([str(c) for c in data.y])
    classes, codes = np.unique(names, return_inverse=True)
    every = np.arange(1, min(FARTHEST, largest_odd(half)) + 1, 2)
    near = nearest_neighbors(data.X[:half], data.X[half:], max(int(every[-1]), min(SHOWN, half)))
    says = np.array([winner(codes[near[:, :K]], len(classes)) for K in every])  # (K, m)
    wrong = says != codes[half:]
    hard = np.flatnonzero(wrong[: (len(every) + 1) // 2].any(axis=0))[:most]
    asked = hard if len(hard) else np.arange(len(data.X) - half)[:most]

    def compute(question: int, K: int) -> Query:
        i, K = asked[question - 1], largest_odd(K)
        return Query(data.X[half + i], str(names[half + i]), data.X[near[i]], names[near[i]].tolist(), K,
                     str(classes[says[K // 2, i]]), wrong.mean(axis=1))  # fmt: skip

    controls = {
        "question": show.slider("image", 1, 1, len(asked), 1),
        "K": show.slider("neighbours K", 1, 1, int(every[-1]), 2),
    }
    return Live(compute, draw_query, describe_query, controls=controls, size=(8.8, 4.6))


# --- A line between two digits (section 7) ----------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """The weights (side²,) after t updates, the image that made the last one, and the errors so far (t + 1,)."""

    w: Array
    pulled: Array | None
    names: tuple[str, str]
    label: float
    trained: Array
    tested: Array
    room: int
    most: float
    ended: bool
    tests: int


def draw_pair(s: Pair) -> list[Panel]:
    side = round(len(s.w) ** 0.5)
    left: list[Mark] = [
        signed_map(s.w.reshape(side, side), (0, 0, side, side), s.most),
        show.words(side / 2, -0.12 * side, "weights w" if s.w.any() else "weights w: all 0", align="center"),
    ]
    at = 1.2 * side
    if s.pulled is not None:
        word = f"{'+' if s.label > 0 else '−'} this {s.names[int(s.label > 0)]}"
        left.append(show.heat_map(s.pulled.reshape(side, side), (at, 0, at + side, side)))
        left.append(show.words(at + side / 2, -0.12 * side, word, align="center"))
    t, top = np.arange(len(s.tested)), 100 * max(s.trained.max(), s.tested.max(), 0.01)
    right: list[Mark] = [
        show.curve(t, 100 * s.trained, color=show.BLUE, dash="dashdot", width=1.6, label="training error"),
        show.curve(t, 100 * s.tested, color=show.VERMILLION, width=1.6, label="test error"),
        show.point(t[-1], 100 * s.trained[-1], color=show.BLUE, edge=show.BLACK, size=8),
        show.point(t[-1], 100 * s.tested[-1], color=show.VERMILLION, marker="s", edge=show.BLACK, size=8),
    ]
    frame = (-0.03 * side, 2.23 * side), (-0.25 * side, 1.03 * side)
    title = f"orange: for {s.names[1]}; blue: for {s.names[0]}"
    return [
        Panel(left, *frame, equal=True, xticks=((), ()), yticks=((), ()), title=title),
        Panel(right, (-0.02 * s.room, 1.03 * s.room), (0, 1.05 * top), "update", "wrong (%)", width=0.9),
    ]  # fmt: skip


def describe_pair(s: Pair) -> str:
    end = "; no training image is wrong any more, the run has ended" if s.ended else ""
    t = len(s.tested) - 1
    return (f"{s.names[0]} against {s.names[1]}, after {t} update{'s' * (t != 1)}: training error "
            f"{100 * s.trained[-1]:.1f} %, test error {100 * s.tested[-1]:.1f} % of {s.tests}{end}.")  # fmt: skip


@figure(IMAGES, datasets.digits, most=1800)
def pair(data: Dataset, *, classes: tuple = (), updates: int = 150) -> Live:
    """The perceptron between two classes of images, update by update, its weights as an image (CLS-04).

    classes: two labels; by default the fourth and the ninth, or the first and the last if there are fewer.
    """
    known = np.unique(data.y).tolist()
    if len(known) < 2:
        raise DataError("This figure is about two classes of images: give labels of two classes at least.")
    first, second = classes or ((known[3], known[8]) if len(known) > 8 else (known[0], known[-1]))
    keep = (data.y == first) | (data.y == second)
    X, y, half = data.X[keep], np.where(data.y[keep] == second, 1.0, -1.0), (int(keep.sum()) + 1) // 2
    states = take(perceptron_steps(X[:half], y[:half]), updates)
    wrong = np.array([y * (X @ s.w + s.b) <= 0 for s in states])  # (t, n)
    trained, tested = wrong[:, :half].mean(axis=1), wrong[:, half:].mean(axis=1)
    most, room = float(np.abs(states[-1].w).max()), len(states) - 1

    def compute(update: int) -> Pair:
        now = states[update]
        pulled, label = (None, 0.0) if now.i is None else (X[now.i], float(y[now.i]))
        return Pair(now.w, pulled, (str(first), str(second)), label, trained[: update + 1], tested[: update + 1], room,
                    most, now.converged, len(y) - half)  # fmt: skip

    controls = {"update": show.step_slider("update", room, value=1, interval=300)}
    return Live(compute, draw_pair, describe_pair, controls=controls, size=(8.8, 4.0))
