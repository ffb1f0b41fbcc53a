"""The rubric of the capstone: eight steps from a question to an honest estimate, and the points of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from mlcore import show
from mlcore.show import Table


@dataclass(frozen=True)
class Step:
    """A step of the capstone. full: what is asked for all of its points; half: what is worth half of them."""

    number: int
    title: str
    points: int
    full: str
    half: str


RUBRIC: tuple[Step, ...] = (
    Step(1, "The question", 2,
         "says what is to be predicted, when, from what is known then, and what either kind of error costs",
         "says what is to be predicted, and not what both kinds of error cost"),
    Step(2, "The table", 2,
         "rows, columns, gaps and shares of the classes are counted; says who is in the table and who is missing",
         "counts, and does not say both who is in the table and who is missing"),
    Step(3, "The test rows", 4,
         "set aside first, by a stated seed, and asked once, in step 8; nothing was fitted or chosen on them",
         "set aside, but asked twice; or something was chosen by a picture or a number of all rows"),
    Step(4, "The baseline", 2,
         "the error of always saying the more frequent class, and of one simple method, by folds or repeated splits",
         "one of the two"),
    Step(5, "The candidates", 2,
         "three methods or more that differ in kind, each with a reason that speaks of this table",
         "three methods, no reason"),
    Step(6, "The tuning", 3,
         "pipelines, so that scaling and settings are fitted inside the folds; the same folds and budget for all",
         "settings chosen by folds, but the columns scaled with all rows"),
    Step(7, "The choice", 3,
         "a rule that stands above the numbers, and errors with their spread over folds or splits; no winner by a hair",
         "a rule made afterwards, or the lowest mean without its spread"),
    Step(8, "The estimate", 2,
         "the error on the test rows with its interval, beside the baseline; whom it fails, and what is not claimed",
         "the error, without an interval"),
)  # fmt: skip


def rubric() -> Table:
    """The rubric as a table."""
    return show.table(RUBRIC, number="", title="", points="", full="", half="")


def points(marks: Mapping[int, float]) -> float:
    """The sum of the points that were given, marks[number of the step].

    Raises ValueError for a step that is missing or unknown, and for points that a step cannot have: all, half, or none.
    """
    steps = {step.number: step for step in RUBRIC}
    if set(marks) != set(steps):
        raise ValueError(f"Give points for the steps {', '.join(map(str, steps))}; here are {sorted(marks)}.")
    for number, given in marks.items():
        whole = steps[number].points
        if given not in (0, whole / 2, whole):
            raise ValueError(f"Step {number} has {whole} points: give {whole}, {whole / 2:g} or 0, and not {given:g}.")
    return float(sum(marks.values()))
