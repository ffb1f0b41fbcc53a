"""The figures of lecture 06 for several classes: softmax, and one machine for each class against the rest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mlcore import datasets, show
from mlcore.base.scaling import standardised
from mlcore.datasets import Dataset
from mlcore.logistic import LogisticRegression, SoftmaxRegression, softmax
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA, GROUPS
from mlcore.show import Live, Mark, Panel, Pointer
from mlcore.show.style import group_look

# --- Scores into probabilities (section 7) ----------------------------------------------------

KINDS = ("airplane", "bird", "cat")
CUT = 12  # scores are drawn up to here


@dataclass(frozen=True)
class Shares:
    """Three scores (3,), already shifted and sharpened, and their softmax (3,)."""

    scores: np.ndarray
    shift: float
    sharpness: float

    @property
    def p(self) -> np.ndarray:
        return softmax(self.scores)

    @property
    def lse(self) -> float:
        """ln of the sum of the exponentials."""
        return float(np.logaddexp.reduce(self.scores))


def bars(values, base: float = 0.0) -> list[Mark]:
    """A bar for each of the three classes, from `base` up or down."""
    return [
        show.Bars(np.array([[k - 0.35, base, k + 0.35, v]]), color=group_look(k)["color"], alpha=0.9)
        for k, v in enumerate(values)
    ]


def draw_shares(s: Shares) -> list[Panel]:
    at, ends = np.arange(3.0), (-0.6, 2.6)
    left = [
        *bars(np.clip(s.scores, -CUT, CUT)),
        show.hline(0, ends, color=show.BLACK, width=1),
        show.hline(np.clip(s.lse, -CUT, CUT), ends, dash="dashed", width=2.0, label="ln Σ exp(score)"),
        show.Text(np.column_stack([at, np.full(3, -1.22 * CUT)]), signed(s.scores), size=9.5, align="center"),
    ]
    right = [
        *bars(s.p),
        show.Text(np.column_stack([at, s.p + 0.05]), [f"{v:.3f}" for v in s.p], size=9.5, align="center"),
    ]
    ticks = (tuple(at), KINDS)
    return [
        Panel(left, ends, (-1.3 * CUT, 1.1 * CUT), "", f"score, cut at ±{CUT}", xticks=ticks),
        Panel(right, ends, (0, 1.14), "", "probability", xticks=ticks),
    ]


def signed(values) -> list[str]:
    """Numbers with two places and a true minus."""
    return [f"{v:z.2f}".replace("-", "−") for v in values]


def describe_shares(s: Shares) -> str:
    scores, p = ", ".join(signed(s.scores)), ", ".join(f"{v:.3f}" for v in s.p)
    most, lse = signed([s.scores.max(), s.lse])
    return f"Scores {scores}: probabilities {p}; the largest score is {most}, ln Σ exp(score) is {lse}."


@figure(FORMULA)
def shares() -> Live:
    """Three scores become probabilities: differences count, a common shift does not (CLS-17)."""

    def compute(airplane: float, bird: float, cat: float, shift: float, sharpness: float) -> Shares:
        return Shares(sharpness * (np.array([airplane, bird, cat]) + shift), shift, sharpness)

    controls = {
        "airplane": show.slider("score of airplane", 1.0, -3.0, 3.0, 0.1),
        "bird": show.slider("score of bird", 0.5, -3.0, 3.0, 0.1),
        "cat": show.slider("score of cat", 0.0, -3.0, 3.0, 0.1),
        "shift": show.slider("added to all three", 0.0, -3.0, 3.0, 0.5),
        "sharpness": show.log_slider("then all times", 1.0, -1, 1, per_decade=10),
    }
    return Live(compute, draw_shares, describe_shares, controls=controls, size=(8.8, 3.6))


# --- One against the rest, and all together (section 7) ---------------------------------------


@dataclass(frozen=True)
class Rivals:
    """Points X (n, 2) with labels y, and the scores of both machines, rows W (K, 2) and b (K,)."""

    data: Dataset
    X: np.ndarray
    y: np.ndarray
    frame: dict
    lam: float
    one: tuple[np.ndarray, np.ndarray]
    all: tuple[np.ndarray, np.ndarray]

    def yes(self, X) -> np.ndarray:
        """How many of the single machines claim each row of X as theirs (m,)."""
        return (X @ self.one[0].T + self.one[1] > 0).sum(axis=1)

    @property
    def window(self) -> np.ndarray:
        """A grid of the whole picture (m, 2)."""
        across, up = (np.linspace(low, high, 101) for low, high in (self.frame["xlim"], self.frame["ylim"]))
        return show.lattice(across, up)


def shade_positive(s: Rivals, scores: Callable) -> list[Mark]:
    """For each class where scores(X)[:, k] is positive, in its colour, with its edge."""
    marks: list[Mark] = []
    for k in range(len(s.data.target_names)):
        field = show.decision_field(lambda X, k=k: scores(X)[:, k], s.frame["xlim"], s.frame["ylim"], n=70)
        marks.append(show.shade_between(field, 0, np.inf, group_look(k)["color"], 0.22))
        marks.append(show.contour_lines(field, [0], width=1.6))
    return marks


def lead(scores) -> np.ndarray:
    """By how much each score is ahead of the best other one (m, K)."""
    K = scores.shape[1]
    others = np.stack([np.delete(scores, k, axis=1).max(axis=1) for k in range(K)], axis=1)
    return scores - others


def draw_rivals(s: Rivals) -> list[Panel]:
    looks = [group_look(k) for k in range(len(s.data.target_names))]

    def points(names: Sequence[str]) -> list[Mark]:
        return [show.Points(s.X[s.y == k], size=5.5, alpha=0.9, label=name, **looks[k]) for k, name in enumerate(names)]

    def single(X):
        return X @ s.one[0].T + s.one[1]

    limits = s.frame["xlim"], s.frame["ylim"]
    second = show.decision_field(lambda X: np.sort(single(X), axis=1)[:, -2], *limits, n=70)
    none = show.decision_field(lambda X: -single(X).max(axis=1), *limits, n=70)
    left = [
        *shade_positive(s, single),
        show.shade_between(second, 0, np.inf, show.BLACK, 0.45, "two or more say yes"),
        show.shade_between(none, 0, np.inf, "#FFFFFF", 1.0),
        show.contour_lines(none, [0], width=2.8, dash="dashed", label="in here: nobody says yes"),
        *points([""] * len(looks)),
    ]
    together = [*shade_positive(s, lambda X: lead(X @ s.all[0].T + s.all[1])), *points(s.data.target_names)]
    names = s.data.feature_names
    return [
        Panel(left, **s.frame, xlabel=f"{names[0]}: one against the rest", ylabel=names[1], legend_columns=2),
        Panel(together, **s.frame, xlabel=f"{names[0]}: softmax", ylabel=names[1], legend_columns=4),
    ]


def describe_rivals(s: Rivals) -> str:
    mine, ours = s.yes(s.X), (s.X @ s.all[0].T + s.all[1]).argmax(axis=1)
    points = f"of {len(s.y)} points {(mine == 0).sum()} have no answer and {(mine > 1).sum()} several"
    return f"λ = {s.lam:.3g}, one against the rest: {points}; softmax: {(ours != s.y).sum()} are wrong."


def flowers() -> Dataset:
    """The 150 irises with two of their measurements."""
    return datasets.iris().columns("sepal width (cm)", "petal length (cm)")


@figure(GROUPS, flowers, most=200)
def rivals(data: Dataset) -> Live:
    """Several classes: one machine for each against the rest, or one softmax; the points can be dragged (CLS-18)."""
    K, frame = len(data.target_names), show.window(data.X, 0.1) | dict(equal=False)
    _, mean, unit = standardised(data.X)

    def back(W, b) -> tuple[np.ndarray, np.ndarray]:
        """Weights for standardised features as weights for those that are drawn."""
        return W / unit, b - W @ (mean / unit)

    def compute(lam: float, X, y) -> Rivals:
        if len(set(y.tolist())) < K:
            raise ValueError("Each class needs a point: double-click adds one of the class chosen below.")
        Z = (X - mean) / unit
        each = [LogisticRegression(lam).fit(Z, y == k) for k in range(K)]
        one = back(np.array([m.coef_ for m in each]), np.array([m.intercept_ for m in each]))
        model = SoftmaxRegression(lam).fit(Z, y)
        return Rivals(data, X, y, frame, lam, one, back(model.coef_, model.intercept_))

    controls = {"lam": show.log_slider("penalty λ", 100.0, -2, 2, per_decade=5)}
    pointer = Pointer(data.X, data.y, names=data.target_names)
    return Live(compute, draw_rivals, describe_rivals, controls=controls, pointer=pointer, size=(8.8, 4.8))
