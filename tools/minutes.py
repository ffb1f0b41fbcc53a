"""How long a lecture takes a reader: counted from its text, at rates that a reader found.

python -m tools.minutes prints the table of docs/teaching.md; --write puts it in place, and the times of the homework,
those that the lectures state, and those from which `progress` counts the hours to go.
No class has been timed. What the rates stand on is said in docs/teaching.md, under "How the minutes were found".
"""

import json
import pathlib
import re
import sys
from dataclasses import astuple, dataclass
from functools import cache

from mlcore.check import exercises
from mlcore.course import LECTURES, Lecture
from tools.form import Cell, cells_of, printed, words
from tools.notebooks import NOTEBOOKS

DOCS = pathlib.Path(__file__).parent.parent / "docs"
STORED = pathlib.Path(__file__).parent.parent / "mlcore" / "check" / "minutes.json"

WORDS = 80  # that are read in a minute; a formula within a line counts as one
FORMULA = 1.2  # minutes for a formula on a line of its own: read, and its step checked
FIGURE = 4.5  # minutes for a figure: the guess, written down, and the positions that its text names
LESSON = 1.2  # minutes for a lesson cell and what it prints
PRINTED = 13  # printed lines of the package that are read in a minute
EXERCISES = {"to derive": 15, "Predict, then measure": 12, "A bug to find": 10}
EXERCISE, THINK = 12, 4  # minutes for an exercise of another kind, and for a question with a folded answer
TIME = re.compile(r"\*\*Time\*\* \d+ minutes for the main path, \d+ more for the sections marked \*Further\*")
HALF_WAY, HALF = r"^\*\*Half-way\.\*\* ", 50  # how the stop on the main path begins; at most, for about 45 minutes
BY_NAME = {lecture.name: lecture for lecture in LECTURES}
COARSE = 5  # minutes: nobody reads to the minute


@dataclass(frozen=True)
class Minutes:
    """Minutes of the main path, of the Further sections and of all exercises, each a multiple of five."""

    main: int
    further: int
    exercises: int


@cache
def minutes(name: str) -> Minutes:
    """The minutes of the lecture notebooks/text/NAME.md."""
    cells = cells_of(name)
    core = [cell for cell in cells if cell.core]
    further = [cell for cell in cells if cell.part.startswith("Further")]
    thinks = sum(cell.source.count("<details><summary>Think") for cell in cells if cell.part == "Exercises")
    tasks = sum(homework(name).values()) + THINK * thinks
    return Minutes(_coarse(reading(core) + printed(name) / PRINTED), _coarse(reading(further)), _coarse(tasks))


def reading(cells: list[Cell]) -> float:
    """Minutes for these cells: text, formulas, figures and lesson cells. What is checked is folded, and not read."""
    text = "\n".join(cell.source for cell in cells if cell.kind == "text")
    figures, lessons = (sum(cell.kind == kind for cell in cells) for kind in ("figure", "lesson"))
    return words(text) / WORDS + FORMULA * text.count("$$") / 2 + FIGURE * figures + LESSON * lessons


def faults_of_stop(cells: list[Cell]) -> list[str]:
    """The main path has one stop, which parts it into halves of about 45 minutes."""
    core = [cell for cell in cells if cell.core]
    stops = [k for k, cell in enumerate(core) if cell.kind == "text" and re.search(HALF_WAY, cell.source, re.M)]
    if len(stops) != 1:
        return [f"{len(stops)} stops **Half-way.** on the main path, and there should be one"]
    halves = reading(core[: stops[0]]), reading(core[stops[0] :])
    return [f"a half of {half:.0f} minutes, at most {HALF}" for half in halves if half > HALF]


def homework(name: str) -> dict[str, int]:
    """Minutes for each exercise of the lecture, by its id."""
    text = "\n".join(cell.source for cell in cells_of(name) if cell.part == "Exercises" and cell.kind == "text")
    found = {}
    for task in re.split(r"^(?=\*\*[a-z]{3}-\d+\w? · )", text, flags=re.M)[1:]:
        head = task.split("\n\n")[0][:160]
        found[task[2:].split(" · ")[0]] = next((m for kind, m in EXERCISES.items() if _is(kind, head)), EXERCISE)
    return found


def _is(kind: str, head: str) -> bool:
    """Whether the first words of an exercise say that it is of this kind."""
    return kind.lower() in head.lower()


def _coarse(exact: float) -> int:
    return COARSE * round(exact / COARSE)


def table() -> str:
    """The table of the syllabus: each lecture with its minutes, and what it stands on."""
    rows = ["| | lecture | needs | main path | Further | exercises |", "|---|---|---|---|---|---|"]
    return "\n".join([*rows, *map(_row, LECTURES), _sum()])


def _row(lecture: Lecture) -> str:
    m, needs = minutes(lecture.name), ", ".join(f"{number:02}" for number in lecture.needs) or "–"
    title = f"[{lecture.title}](teaching/{lecture.name}.md)"
    return f"| {lecture.number:02} | {title} | {needs} | {m.main} | {m.further} | {m.exercises} |"


def _sum() -> str:
    every = [minutes(lecture.name) for lecture in LECTURES]
    main, further, tasks = (sum(part) / 60 for part in zip(*(astuple(m) for m in every), strict=True))
    return f"| | all, in hours | | {main:.1f} | {further:.1f} | {tasks:.1f} |"


def for_progress() -> str:
    """The minutes of each lecture's main path and of its exercises, as JSON."""
    every = {
        lecture.stem: {"main": minutes(lecture.name).main, "exercises": homework(lecture.name)} for lecture in LECTURES
    }
    return json.dumps(every, indent=1) + "\n"


def with_table(page: str) -> str:
    """The page docs/teaching.md with the table as it should be, between its marks."""
    return re.sub(r"(?<=<!-- minutes -->\n\n).*?(?=\n\n<!-- end -->)", lambda _: table(), page, count=1, flags=re.S)


def with_homework(name: str, sheet: str) -> str:
    """A lecture's sheet with the minutes of its exercises as they should be: `svm-13` (15 min)."""
    times = homework(name)
    return re.sub(
        r"`([a-z]{3}-\d+\w?)` \(\d+ min\)", lambda found: f"`{found[1]}` ({times.get(found[1], 0)} min)", sheet
    )


SET = re.compile(r"^In class: (?P<lesson>.*?)\. At home: (?P<home>.*?)\. For the keen: (?P<keen>.*?)\.$", re.MULTILINE)


def homework_table(page: str) -> str:
    """What each lecture sets for home, from its sheet, with the week in which the page's term of 14 weeks has it."""
    rows = ["| week | lecture | at home | minutes | for the keen |", "|---|---|---|---|---|"]
    weeks = weeks_of(page)
    for lecture in LECTURES:
        found = SET.search((DOCS / "teaching" / f"{lecture.name}.md").read_text(encoding="utf-8"))
        if found is None:
            raise ValueError(f"The sheet of {lecture.name} has no line In class: … At home: … For the keen: …")
        tasks = re.findall(r"`([a-z]{3}-\d+\w?)` \((\d+) min\)", found["home"])
        home, keen = ", ".join(f"`{id}`" for id, _ in tasks), re.sub(r" \(\d+ min\)", "", found["keen"])
        total = sum(int(minutes) for _, minutes in tasks)
        rows.append(f"| {weeks[lecture.number]} | {lecture.number:02} | {home} | {total} | {keen} |")
    return "\n".join(rows)


def weeks_of(page: str) -> dict[int, int]:
    """The week of the term in which each lecture's main path ends, by the lecture's number."""
    plan = page.partition("<!-- plan -->")[2].partition("<!-- end -->")[0]
    weeks = {}
    for week, sessions in re.findall(r"^\| (\d+) \|(.*)\|$", plan, re.MULTILINE):
        for session in sessions.split("|"):
            number = re.match(r" (\d\d)\b(?!.*\*Further)", session)
            if number:
                weeks[int(number[1])] = int(week)
    return weeks


def with_homework_table(page: str) -> str:
    """The page docs/teaching.md with the homework of all lectures as it should be, between its marks."""
    return re.sub(
        r"(?<=<!-- homework -->\n\n).*?(?=\n\n<!-- end -->)", lambda _: homework_table(page), page, count=1, flags=re.S
    )


SAME = re.compile(r"\n*\**One right answer for every seed:.*|\n*Every exercise has other problems for another seed\.")


def with_constants(name: str, sheet: str) -> str:
    """A lecture's sheet with the exercises, at its end, that have one right answer for every seed."""
    tasks = [task for task in exercises().values() if task.lecture == BY_NAME[name].stem]
    same = [f"`{task.id}`" for task in tasks if task.is_same_for_all]
    last = f"**One right answer for every seed:** {', '.join(same)}. It can be passed on; let them show the way."
    none = "Every exercise has other problems for another seed."
    return f"{SAME.sub('', sheet).rstrip()}\n\n{last if same else none}\n"


def with_time(name: str, text: str) -> str:
    """A lecture's text with the minutes of its line **Time** as they should be."""
    m = minutes(name)
    line = f"**Time** {m.main} minutes for the main path, {m.further} more for the sections marked *Further*"
    return TIME.sub(line, text, count=1)


def write() -> None:
    """Put the table, all times of homework and the lines **Time** of the lectures' texts in place."""
    page = DOCS / "teaching.md"
    page.write_text(with_table(page.read_text(encoding="utf-8")), encoding="utf-8")
    STORED.write_text(for_progress(), encoding="utf-8")
    for lecture in LECTURES:
        sheet = DOCS / "teaching" / f"{lecture.name}.md"
        told = with_homework(lecture.name, sheet.read_text(encoding="utf-8"))
        sheet.write_text(with_constants(lecture.name, told), encoding="utf-8")
        text = NOTEBOOKS / "text" / f"{lecture.name}.md"
        text.write_text(with_time(lecture.name, text.read_text(encoding="utf-8")), encoding="utf-8")
    page.write_text(with_homework_table(page.read_text(encoding="utf-8")), encoding="utf-8")  # of the sheets above


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        before = STORED.read_text(encoding="utf-8")
        write()
        if before != for_progress():
            print("Notebook 00 shows these hours: python tools/notebooks.py 00_start_here")
    print(table())
