"""The figures of lecture 19: all classifiers of the course side by side."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from mlcore import show
from mlcore.datasets import Dataset
from mlcore.lectures.which_one import draws
from mlcore.lectures.which_one.draws import FLIPS, SETTINGS, SIZES, SPLITS, WORLDS, Setting, sizes_of
from mlcore.lectures.which_one.methods import METHODS
from mlcore.lectures.which_one.tables import KNOWN, NAMES, bayes_error
from mlcore.lectures.which_one.verdicts import best_of, but_for_the_ends, rarer_class, told_apart
from mlcore.lectures.which_one.worlds import WEAK_SPOTS
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.plots.regions import draw_regions, one_of
from mlcore.show import Choice, ListSlider, Panel, Slider, View

ROWS = np.arange(len(METHODS), 0, -1)  # the height at which a method stands: the first on top
PERCENT = tuple(round(100 * share) for share in FLIPS)
LEVEL, TOLD = "not told from the best", "told from the best"


def setting_of(table: str, n: int, percent: int) -> tuple[Setting, str]:
    """The stored setting; where the table is too small for n, its largest one, and a remark that says so."""
    most = max(sizes_of(table))
    remark = f" (The table is too small for {n}.)" if n > most else ""
    return Setting(table, min(n, most), percent / 100), remark


def errors_at(setting: Setting) -> np.ndarray:
    """The stored errors of all methods in this setting (splits, methods)."""
    return draws.stored()[0][SETTINGS.index(setting)]


def names_on_the_left(width: float) -> dict[str, Any]:
    """The methods as the ticks of the vertical axis."""
    return dict(yticks=(tuple(ROWS), tuple(METHODS)), width=width)


def quartile_marks(values: np.ndarray, told: np.ndarray, size: float = 6.5) -> list[show.Mark]:
    """The values (splits, methods): the middle half as a bar, nine tenths as a thin line, the mean as a marker.

    told (methods,): True for those that are told apart from the best; their marker is empty. Of differences to the best
    one the thin line then lies above 0 from end to end, as it leaves out the 5 % at each end.
    """
    low, high = but_for_the_ends(values)
    first, third = np.quantile(values, [0.25, 0.75], axis=0)
    mean = values.mean(axis=0)
    return [
        show.Segments(
            np.column_stack([low, ROWS, high, ROWS]), color=show.GREY, width=1.2, label="middle nine tenths"
        ),
        show.Bars(
            np.column_stack([first, ROWS - 0.22, third, ROWS + 0.22]), color=show.SKY, alpha=0.9, label="middle half"
        ),
        show.Points(
            np.column_stack([mean, ROWS])[~told], color=show.BLUE, marker="o", size=size, edge=show.BLACK, label=LEVEL
        ),
        show.Points(
            np.column_stack([mean, ROWS])[told], color="#FFFFFF", marker="D", size=size - 1, edge=show.BLACK,
            edge_width=1.4, label=TOLD,
        ),
    ]  # fmt: skip


# --- One table (section 1) --------------------------------------------------------------------


@figure(FORMULA)
class one_table(View):
    """All methods on one table: their errors over repeated splits, and by how much more they err than the best.

    setting: the table, the number of examples and the share of flipped labels. errors (splits, methods): on new points.
    best: the method with the lowest mean. told (methods,): True for those with more errors than it on 95 % of the
    splits or more.
    """

    size = (8.8, 5.2)
    controls = {
        "table": Choice("table", NAMES),
        "n": ListSlider("examples to learn from", SIZES, 70),
        "flips": ListSlider("of their labels flipped (%)", PERCENT, 0),
    }
    setting: Setting
    remark_of_size: str
    errors: np.ndarray
    best: int
    told: np.ndarray

    def compute(self, table: str, n: int, flips: int):
        self.setting, self.remark_of_size = setting_of(table, n, flips)
        self.errors = errors_at(self.setting)
        self.best = best_of(self.errors)
        self.told = told_apart(self.errors)

    def draw(self):
        table = self.setting.table
        means = [errors_at(s).mean(axis=0).max() for s in SETTINGS if s.table == table]  # the axes stay where they are
        top = 1.05 * max(*means, rarer_class(table))
        span = (0.3, len(METHODS) + 0.7)
        lines = [show.vline(rarer_class(table), span, dash="dotted", width=1.8, label="the more frequent class")]
        if table == KNOWN:
            lines.append(show.vline(bayes_error(), span, color=show.GREEN, dash="dashed", width=2, label="Bayes error"))
        left = [*lines, *quartile_marks(np.minimum(self.errors, top), self.told)]
        more = self.errors - self.errors[:, [self.best]]
        reach = 0.5 * top
        marks = [show.vline(0, span, width=1.2), *quartile_marks(np.clip(more, -reach, reach), self.told)]
        right = [replace(mark, label="") for mark in marks]
        return [
            Panel(left, (0, top), span, "share of errors on new points", legend_columns=2, **names_on_the_left(1.15)),
            Panel(
                right, (-reach, reach), span, "errors more than the best",
                yticks=(tuple(ROWS), ("",) * len(ROWS)), width=0.85,
            ),
        ]  # fmt: skip

    def describe(self):
        names = list(METHODS)
        level = int((~self.told).sum()) - 1
        lowest = f"{100 * self.errors.mean(axis=0)[self.best]:.1f} %"
        verb = "is" if level == 1 else "are"
        others = (
            f"{level} of the other {len(names) - 1} {verb} not told from it" if level else "all others are told from it"
        )
        return (
            f"{self.setting.table}, {self.setting.n} examples, {round(100 * self.setting.flips)} % of their labels "
            f"flipped: the lowest mean error over {SPLITS} splits is that of {names[self.best]}, {lowest}; "
            f"{others}.{self.remark_of_size}"
        )


# --- Paired or not (section 2) ----------------------------------------------------------------

PAIRED = tuple(name for name in METHODS if name != "perceptron")  # its errors vary more than all others'


@figure(FORMULA)
class paired(View):
    """Two methods on the same splits: their errors go up and down together, so the difference varies less (19.3).

    all_errors (splits, methods): on this table; pair (splits, 2): those of both. apart: the standard deviation of
    their difference if each had splits of its own, (19.3) without the covariance; together: that of the difference on
    the same splits.
    """

    size = (8.8, 4.4)
    controls = {
        "first": Choice("first method", PAIRED, "logistic regression"),
        "second": Choice("second method", PAIRED, "linear SVM"),
        "table": Choice("table", NAMES),
    }
    names: tuple[str, str]
    table: str
    all_errors: np.ndarray
    pair: np.ndarray
    apart: float
    together: float

    def compute(self, first: str, second: str, table: str):
        self.names = (first, second)
        self.table = table
        self.all_errors = errors_at(Setting(table, SIZES[1], 0.0))
        methods = list(METHODS)
        self.pair = self.all_errors[:, [methods.index(first), methods.index(second)]]
        self.apart = float(np.sqrt(self.pair.var(axis=0, ddof=1).sum()))
        self.together = float((self.pair[:, 0] - self.pair[:, 1]).std(ddof=1))

    @property
    def lower(self) -> tuple[int, int]:
        """On how many of the splits the first has fewer errors, and the second."""
        more = self.pair[:, 0] - self.pair[:, 1]
        return int((more < -1e-9).sum()), int((more > 1e-9).sum())

    def draw(self):
        low, high, top = self.frame()
        places, counts = np.unique(self.pair, axis=0, return_counts=True)  # splits with the same errors are one dot
        dots = [
            show.Points(places[counts == c], color=show.BLUE, size=4 * float(c) ** 0.5, alpha=0.6, edge=show.BLACK)
            for c in range(counts.max(), 0, -1)
            if c == 1 or c in counts
        ]
        dots[-1] = replace(dots[-1], label="a split; larger dots: several")
        left = [
            show.segment((low, low), (high, high), color=show.GREY, dash="dashed", width=1.6, label="equally many"),
            *dots,
        ]
        right = [
            show.Bars(np.array([[0.6, 0, 1.4, self.apart]]), color=show.ORANGE, alpha=0.9),
            show.Bars(np.array([[1.6, 0, 2.4, self.together]]), color=show.BLUE, alpha=0.9),
        ]
        ticks = ((1, 2), ("splits of\ntheir own", "the same\nsplits"))
        words = "errors of the first method", "errors of the second"
        return [
            Panel(left, (low, high), (low, high), *words, equal=True, legend_columns=2),
            Panel(right, (0.4, 2.6), (0, top), "", "standard deviation of the difference", xticks=ticks, width=0.7),
        ]

    def frame(self) -> tuple[float, float, float]:
        """The ends of the axes of errors, and the top of the bars: the same for all pairs of a table."""
        shown = self.all_errors[:, [list(METHODS).index(name) for name in PAIRED]]
        widest = float(shown.std(axis=0, ddof=1).max())
        return *show.limits(shown, 0.08), 1.2 * np.sqrt(2) * widest

    def describe(self):
        a, b = self.lower
        first, second = self.names
        if first == second:
            return f"{self.table}, {SIZES[1]} examples: {first} beside itself. Choose another method as the second."
        return (
            f"{self.table}, {SIZES[1]} examples: {first} has fewer errors on {a} of {SPLITS} splits, {second} on {b}. "
            f"The standard deviation of the difference is {100 * self.together:.1f} points on the same splits, and "
            f"would be {100 * self.apart:.1f} with splits of their own."
        )


# --- All tables (section 4) -------------------------------------------------------------------


@figure(FORMULA)
class all_tables(View):
    """Every method on every table: mean errors in percent, and a dot where it cannot be told from the best there.

    means, told (tables, methods): the mean errors, and True for those that are told apart from the best.
    """

    size = (8.8, 5.0)
    controls = {
        "n": ListSlider("examples to learn from", SIZES, 70),
        "flips": ListSlider("of their labels flipped (%)", PERCENT, 0),
    }
    n: int
    flips: int
    means: np.ndarray
    told: np.ndarray

    def compute(self, n: int, flips: int):
        self.n = n
        self.flips = flips
        errors = [errors_at(setting_of(table, n, flips)[0]) for table in NAMES]
        self.means = np.array([e.mean(axis=0) for e in errors])
        self.told = np.array([told_apart(e) for e in errors])

    @property
    def level(self) -> np.ndarray:
        """On how many of the tables each method cannot be told from the best (methods,)."""
        return (~self.told).sum(axis=0)

    def draw(self):
        columns = np.arange(1, len(NAMES) + 1)
        places = np.array([[x, y] for x in columns for y in ROWS], float)
        told, means = self.told.ravel(), self.means.ravel()
        marks: list[show.Mark] = [
            show.Points(places[~told] - [0.42, 0], color=show.BLUE, size=6, edge=show.BLACK, label=LEVEL),
            show.Points(
                places[told] - [0.42, 0], color="#FFFFFF", marker="D", size=5, edge=show.GREY,
                label=TOLD,
            ),
            show.Text(places + np.array([0.14, -0.2]), [f"{100 * m:.1f}" for m in means], size=8.5, align="center"),
        ]  # fmt: skip
        ticks = tuple(columns), tuple(name.replace(" ", "\n") for name in NAMES)
        return [
            Panel(
                marks, (0.4, len(NAMES) + 0.6), (0.3, len(METHODS) + 0.7), "mean error, in percent", xticks=ticks,
                legend_columns=2, **names_on_the_left(1.0),
            )
        ]  # fmt: skip

    def describe(self):
        level = self.level
        names = ", ".join(name for name, count in zip(METHODS, level, strict=True) if count == level.max())
        small = " and ".join(table for table in NAMES if max(sizes_of(table)) < self.n)
        remark = f" ({small} are too small for that, and have {SIZES[1]}.)" if small else ""
        return (
            f"{self.n} examples, {self.flips} % of their labels flipped. Not told from the best on {level.max()} of "
            f"{len(NAMES)} tables: {names}; each of the others on fewer.{remark}"
        )


# --- Where each fails (section 8) -------------------------------------------------------------

FINE = 70  # cells of the grid along each axis
SHOWN = 10  # of the stored draws
ASKED = 100  # new points, of which the wrong answers are shown


@figure(FORMULA)
class weak_spots(View):
    """A world in which a method fails, beside a rival that does not; and the errors of both over many draws.

    names: the method and its rival. examples: the examples, their labels with the flips. fields: what both answer on a
    grid, FINE² points; columns beyond the first two are 0 there. wrong: the places of the
    answers that are wrong, of ASKED new points. errors (WORLDS, 2): of both on new points, of all
    draws; seed: the one that is shown.
    """

    size = (8.8, 4.2)
    controls = {
        "method": Choice("method", tuple(WEAK_SPOTS), "logistic regression"),
        "seed": Slider("draw", 0, 0, SHOWN - 1, 1),
    }
    answers: Callable[[str, int], tuple[Dataset, list[np.ndarray], list[np.ndarray], dict]]
    names: tuple[str, str]
    seed: int
    examples: Dataset
    fields: list[np.ndarray]
    wrong: list[np.ndarray]
    frame: dict[str, Any]
    errors: np.ndarray

    def prepare(self):
        self.answers = cache(self.answer)

    def answer(self, method: str, draw: int) -> tuple[Dataset, list[np.ndarray], list[np.ndarray], dict]:
        """The examples of this draw, what both methods answer on the grid, where they err, and the window."""
        k = list(WEAK_SPOTS).index(method)
        names, data, y, new = draws.weak_spot(k * WORLDS + draw)
        frame = show.window(WEAK_SPOTS[method].data(300, 0).X[:, :2])  # the same for all draws
        grid = show.lattice(*(np.linspace(*frame[name], num=FINE) for name in ("xlim", "ylim")))
        places = np.column_stack([grid, np.zeros((len(grid), data.X.shape[1] - 2))])
        chosen = zip(names, draws.stored_spots()[1][k, draw].tolist(), strict=True)
        models = [METHODS[name].fitted(choice, data.X, y) for name, choice in chosen]
        given = Dataset(data.X, y, data.feature_names, data.target_names)
        asked, there = new.X[:ASKED], new.y[:ASKED]
        wrong = [asked[model.predict(asked) != there, :2] for model in models]
        return given, [one_of(model)(places) for model in models], wrong, frame

    def compute(self, method: str, seed: int):
        self.names = (method, WEAK_SPOTS[method].rival)
        self.seed = seed
        self.examples, self.fields, self.wrong, self.frame = self.answers(method, seed)
        self.errors = draws.stored_spots()[0][list(WEAK_SPOTS).index(method)]

    def draw(self):
        X, y, frame = self.examples.X[:, :2], self.examples.y, self.frame
        panels = []
        for name, field, wrong in zip(self.names, self.fields, self.wrong, strict=True):
            regions = draw_regions(lambda _, field=field: field, (-1, 1), frame["xlim"], frame["ylim"], n=FINE)
            points = show.scatter_classes(X, y, self.examples.target_names, size=3.5, alpha=0.6)
            marks: list[show.Mark] = [replace(mark, label="") for mark in (*regions, *points)]
            marks.append(
                show.Points(wrong, marker="x", size=6, label="a new point, answered wrongly" if not panels else "")
            )
            panels.append(Panel(marks, frame["xlim"], frame["ylim"], *self.examples.feature_names[:2], title=name))
        top = 1.1 * max(self.errors.max(), 0.1)
        ends = -0.04 * top, top  # so that a draw without an error is seen whole
        now: dict[str, Any] = dict(show.NOW)
        right = [
            show.segment((0, 0), (top, top), color=show.GREY, dash="dashed", width=1.4),
            show.Points(self.errors[:, ::-1], color=show.VERMILLION, size=5, alpha=0.6),
            show.point(*self.errors[self.seed, ::-1], **now),
        ]
        return [
            *panels,
            Panel(right, ends, ends, "errors of the rival", "errors of the method", title=f"{WORLDS} draws"),
        ]

    def describe(self):
        method, rival = self.names
        mine, theirs = (f"{100 * error:.1f} %" for error in self.errors[self.seed])
        more = int((self.errors[:, 0] > self.errors[:, 1]).sum())
        return (
            f"{method}: {mine} of {draws.NEW} new points wrong; {rival}: {theirs}. Over {WORLDS} draws {method} has "
            f"more errors than {rival} on {more}: {WEAK_SPOTS[method].why}."
        )
