"""The pages for teachers: minutes that are computed, calls and exercises that exist, an example that runs."""

import re
import sys

import nbformat
import pytest

from mlcore.check import exercises, faults, progress, registry, verdict
from mlcore.check.marker.many import load
from mlcore.check.marker.mark import mark
from mlcore.check.verdict import RIGHT, WRONG
from mlcore.course import BY_NUMBER, LECTURES
from mlcore.lectures import all_figures, soft_margin
from tests.course.sheets import CALL, DOCS, NAMES, asked, drawn, lines, plan, sheet
from tools import follow, minutes
from tools.form import cells_of
from tools.notebooks import NOTEBOOKS

PAGES = [DOCS / "teaching.md", DOCS / "running_a_class.md", *sorted((DOCS / "teaching").glob("*.md"))]
TEACHING, RUNNING = (page.read_text(encoding="utf-8") for page in PAGES[:2])
LONGEST = 90  # minutes of a main path
each_sheet = pytest.mark.parametrize("name", NAMES)


COUNT_WORDS = {18: "eighteen", 19: "nineteen", 20: "twenty"}


@pytest.mark.parametrize("page", ["docs/teaching.md", "lab/students.md"])
def test_a_page_that_counts_the_lectures_counts_right(page):
    text = (DOCS.parent / page).read_text(encoding="utf-8").lower()
    counted = {number for number, word in COUNT_WORDS.items() if f"{word} lectures" in text}
    assert counted == {len(LECTURES)}


def test_there_is_a_sheet_for_each_lecture():
    assert sorted(path.stem for path in PAGES[2:]) == NAMES


# -- minutes --


def test_the_table_is_the_tool_s():
    assert minutes.with_table(TEACHING) == TEACHING, "run: python -m tools.minutes --write"


def test_the_homework_of_all_weeks_is_that_of_the_sheets():
    assert minutes.with_homework_table(TEACHING) == TEACHING, "run: python -m tools.minutes --write"
    rows = re.findall(r"^\| (\d+) \| (\d\d) \| (`.*?) \|", minutes.homework_table(TEACHING), re.M)
    assert {int(number): tuple(re.findall(r"`(.+?)`", home)) for _, number, home in rows} == {
        lecture.number: lecture.homework for lecture in LECTURES
    }
    weeks = {int(number): int(week) for week, number, _ in rows}
    assert (weeks[1], weeks[6], weeks[9], weeks[11], weeks[19]) == (1, 5, 7, 8, 14)  # 06 ends in its second session


def test_progress_counts_the_hours_from_the_tool_s_minutes():
    assert minutes.STORED.read_text(encoding="utf-8") == minutes.for_progress(), "run: python -m tools.minutes --write"


@each_sheet
def test_the_times_of_the_homework_are_the_tool_s(name):
    assert minutes.with_homework(name, sheet(name)) == sheet(name), "run: python -m tools.minutes --write"


def test_the_page_says_which_figures_are_drawn_of_a_reader_s_data():
    assert follow.with_table(RUNNING) == RUNNING, "run: python -m tools.follow --write"
    assert follow.followers("11_soft_margin")[0][:3] == ["street", "choice", "budget"]
    assert "noise" in follow.followers("11_soft_margin")[1]


@each_sheet
def test_a_sheet_names_the_exercises_that_no_seed_changes(name):
    assert minutes.with_constants(name, sheet(name)) == sheet(name), "run: python -m tools.minutes --write"


def test_an_exercise_that_no_seed_changes_is_known_and_few_are_homework():
    known = exercises()
    assert known["svm-15b"].is_same_for_all
    assert known["tre-02"].is_same_for_all
    assert not known["svm-13"].is_same_for_all
    assert not known["svm-02"].is_same_for_all
    home = [id for lecture in LECTURES for id in lecture.homework]
    assert sum(known[id].is_same_for_all for id in home) <= len(home) / 5


@each_sheet
def test_the_homework_of_a_sheet_is_that_of_the_table_of_lectures(name):
    """`python -m mlcore.check --homework` marks what the sheet sets for home."""
    (home,) = re.findall(r"^In class: .* At home: (.*?)\. For the keen: ", sheet(name), re.M)
    assert tuple(re.findall(r"`([a-z]{3}-\d+\w?)`", home)) == BY_NUMBER[int(name[:2])].homework


@each_sheet
def test_every_exercise_has_its_minutes(name):
    ours = {id for id, task in exercises().items() if task.lecture == name[3:]}
    assert set(minutes.homework(name)) == ours


@each_sheet
def test_a_lecture_states_its_minutes_itself(name):
    text = (NOTEBOOKS / "text" / f"{name}.md").read_text(encoding="utf-8")
    assert minutes.TIME.search(text)
    assert minutes.with_time(name, text) == text, "run: python -m tools.minutes --write"
    assert minutes.minutes(name).main <= LONGEST


def test_what_is_added_to_a_text_adds_to_its_minutes():
    cells = cells_of("16_pca")
    figure = next(cell for cell in cells if cell.kind == "figure")
    assert minutes.reading([*cells, figure]) == pytest.approx(minutes.reading(cells) + minutes.FIGURE)
    checked = next(cell for cell in cells if cell.kind == "checked")
    assert minutes.reading([*cells, checked]) == minutes.reading(cells)


def test_a_figure_is_set_as_the_page_says_whatever_live_is_by_now():
    """The page's own example, with its line of a sheet, after other figures were made."""
    (call,) = re.findall(r"`(figures\.\w+\.live\.update\(.*?\))`", TEACHING)
    (words,) = re.findall(r"^    `C = 0.001` → “(.+)”$", TEACHING, re.M)
    live = soft_margin.street()
    soft_margin.budget()
    assert words not in live.description
    exec(call, {"figures": soft_margin})
    assert words in live.description


# -- the plans --


def plans():
    """The lectures of each plan, in the order in which they begin."""
    for text in re.findall(r"<!-- plan -->\n(.*?)<!-- end -->", TEACHING, re.S):
        rows = re.findall(r"^\| \d+ \| (.+) \|$", text, re.M)
        begun = [re.match(r"(\d\d)(?:, (\d\d))?\b", cell.strip()) for row in rows for cell in row.split("|")]
        yield list(dict.fromkeys(int(number) for cell in begun if cell for number in cell.groups() if number))


def test_no_plan_has_a_lecture_before_what_it_needs():
    term, short = plans()
    assert sorted(term) == [lecture.number for lecture in LECTURES]
    assert len(short) == 14
    for order in (term, short):
        for at, number in enumerate(order):
            assert set(BY_NUMBER[number].needs) <= set(order[:at]), number
    left = re.search(r"It leaves out (.+)\.", TEACHING)
    assert left
    assert {int(n) for n in re.findall(r"\d\d", left[1])} == set(term) - set(short)


def test_what_may_be_dropped_is_what_nobody_needs():
    needed = {number for lecture in LECTURES for number in lecture.needs}
    free = [f"{lecture.number:02}" for lecture in LECTURES if lecture.number not in needed]
    assert f"<!-- droppable -->{', '.join(free)}<!-- end -->" in TEACHING


@each_sheet
def test_the_minutes_of_an_order_add_up(name):
    short, long, _ = zip(*plan(name), strict=True)
    assert (sum(short), sum(long)) == (45, 90)
    assert all(a <= b for a, b in zip(short, long, strict=True))


# -- figures, equations, exercises, links --


@each_sheet
def test_a_sheet_s_figures_are_the_lecture_s_and_each_has_its_question(name):
    ordered = [call for _, _, what in plan(name) for call in CALL.findall(what)]
    assert list(asked(name)) == ordered
    assert set(CALL.findall(sheet(name))) <= set(all_figures())
    assert set(ordered) <= set(drawn(name))
    claimed = {line.call for line in lines(name)}
    for call, text in asked(name).items():
        assert call in claimed
        assert "**Ask.**" in text
        assert "**The figure answers.**" in text
        items = len(re.findall("^- ", text, re.M))
        assert items == sum(line.call == call for line in lines(name)), "a line that the test cannot read"


@each_sheet
def test_a_sheet_s_exercises_are_the_lecture_s(name):
    ours = {id for id, task in exercises().items() if task.lecture == name[3:]}
    named = set(re.findall(r"`([a-z]{3}-\d+\w?)`", sheet(name)))
    assert named <= ours
    assert len(named) >= 4
    in_class = re.search(r"In class: `([\w-]+)`", sheet(name))
    assert in_class
    assert any(f"in class: `{in_class[1]}`" in what for _, _, what in plan(name))


@each_sheet
def test_the_homework_of_a_sheet_is_for_about_forty_minutes(name):
    at_home = re.search(r"At home: (.+?)\. For the keen", sheet(name))
    assert at_home
    assert 30 <= sum(map(int, re.findall(r"\((\d+) min\)", at_home[1]))) <= 45


@each_sheet
def test_a_sheet_answers_what_students_ask(name):
    part = sheet(name).partition("## What students ask\n")[2].partition("\n## ")[0]
    answers = [block for block in part.strip().split("\n\n") if block]
    assert len(answers) >= 4
    assert all(re.match(r"\*\*[^*]+\*\* \S", block) for block in answers)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_equations_and_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    known = {tag for name in NAMES for cell in cells_of(name) for tag in re.findall(r"\\tag\{([\d.]+)\}", cell.source)}
    assert set(re.findall(r"\((\d\d\.\d+)\)", text)) <= known
    assert set(re.findall(r"\((?:\d\d\.\d+), (\d\d\.\d+)\)", text)) <= known
    for link in re.findall(r"\]\(([^)#\s]+)\)", text):
        assert (page.parent / link).is_file(), link


# -- the teacher's own exercise --


def block(text: str, with_words: str) -> str:
    """The block of Python in which these words occur."""
    return next(b for b in re.findall(r"```python\n(.*?)```", text, re.S) if with_words in b)


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """The page's own exercise in a module, registered as a teacher's is."""
    monkeypatch.setattr(registry, "_registered", dict(exercises()))
    monkeypatch.setattr(verdict, "_results", {})
    path = tmp_path / "mine.py"
    path.write_text(block(RUNNING, "@exercise"), encoding="utf-8")
    load([path])
    yield path
    sys.modules.pop("own_mine", None)


def hand_in(folder, body):
    """A student's notebook: the page's stub, with this body."""
    cells = ["import numpy as np", block(RUNNING, "my_spread").replace("...", body)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbformat.write(notebook, folder / "ada.ipynb")
    return folder / "ada.ipynb"


def test_the_example_of_an_own_exercise_works_in_check_progress_and_marker(mine, tmp_path):
    assert faults(exercises()["own-1"]) == []
    exec(block(RUNNING, "my_spread").replace("...", "return x.var()"), {"np": None})
    assert "1 of 1 solved" in repr(progress())
    (right,) = mark(hand_in(tmp_path, "return np.var(x)"), seed=7)
    assert (right.exercise, right.status) == ("own-1", RIGHT)
    (wrong,) = mark(hand_in(tmp_path, "return np.var(x, ddof=1)"), seed=7)
    assert wrong.status == WRONG
    assert "here it is n" in wrong.words


def test_the_cells_on_wine_are_those_of_notebook_00():
    start = (NOTEBOOKS / "text/00_start_here.md").read_text(encoding="utf-8")
    for words in ("load_wine", "street(wines"):
        assert block(RUNNING, words) in start


def test_the_page_s_options_are_the_marker_s_or_the_hand_out_s(capsys):
    from mlcore.check.__main__ import main

    with pytest.raises(SystemExit):
        main(["--help"])
    handout = (DOCS.parent / "tools/handout.py").read_text(encoding="utf-8")
    known = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) | set(re.findall(r'"(--[a-z]+)"', handout))
    text = "\n".join(line for line in RUNNING.splitlines() if "mlcore.check" in line or "`--" in line)
    assert set(re.findall(r"(?<![\w-])--[a-z]+", text)) <= known | {"--help", "--write"}
