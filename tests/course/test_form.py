"""The form of a lecture, as a test: parts in order, three kinds of cells, numbers, counts; and ruff over its code."""

import pytest

from mlcore.course import LECTURES
from tools import form, minutes, tidy
from tools.notebooks import NOTEBOOKS

NAMES = sorted({path.stem for path in NOTEBOOKS.glob("*.ipynb")})
each_lecture = pytest.mark.parametrize("name", NAMES)


@each_lecture
def test_a_lecture_has_the_form(name):
    assert form.faults(name) == []


@each_lecture
def test_its_code_passes_ruff(name):
    assert tidy.found(name) == []


@each_lecture
def test_checked_cells_print_nothing(name):
    for kind, outputs in form.outputs_of(name):
        assert kind != "checked" or not outputs


SEEN = '<details class="what-to-see">\n<summary>What to see: Does it move?</summary>\n\nIt does.\n\n</details>'
GOOD = [
    form.Cell(
        "text", "## 1 · The idea in one picture\n<div class='alert alert-info'>\n**Before you move it.** ?", (), "1"
    ),
    form.Cell("figure", "live = figures.run(X)\nlive", ("KMN-02",), "1"),
    form.Cell(
        "text",
        SEEN,
        (),
        "1",
    ),
    form.Cell("checked", "# checked: it moves\nwith claims():\n    assert live", ("E003-1",), "1"),
]


def test_a_good_cell_has_no_fault():
    assert form.faults_of_cells(GOOD) == []
    assert form.faults_of_figures(GOOD) == []


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (form.Cell("lesson", "x = 1\nassert x", (), "1"), "an assert in a visible cell"),
        (form.Cell("lesson", "\n".join(["x = 1"] * 11), (), "1"), "11 lines in a lesson cell"),
        (form.Cell("lesson", "x = 1", ("E003-1",), "1"), "belongs on a checked cell"),
        (form.Cell("lesson", "x = 1", ("A-01", "A-02", "A-03", "A-04"), "1"), "more than three tags"),
        (form.Cell("lesson", "x = '" + 100 * "a" + "'", (), "1"), "more than 100 columns"),
        (form.Cell("figure", "fig = figures.run(X)\nlive = fig", (), "1"), "a figure cell is"),
        (form.Cell("figure", "a = 1\nb = 2\nc = 3\nlive = figures.run(X)\nlive", (), "1"), "5 lines in a figure cell"),
        (form.Cell("checked", "assert 1", (), "1"), "a checked cell's first line"),
        (form.Cell("checked", "# checked: nothing\nx = 1", (), "1"), "inside `with claims"),
        (form.Cell("checked", "# checked: " + 80 * "a" + "\nwith claims():\n    assert 1", (), "1"), "at most 85"),
    ],
)
def test_the_faults_of_cells_are_seen(cell, words):
    assert any(words in fault for fault in form.faults_of_cells([cell]))


def test_a_visible_cell_that_needs_a_name_from_a_folded_one_is_seen():
    folded = form.Cell("checked", "# checked: it\nfrom mlcore import a as b\nwith claims():\n    assert b", (), "1")
    needs, defines = form.Cell("lesson", "c = b(1)", (), "1"), form.Cell("lesson", "b = max\nb(1)", (), "1")
    assert form.faults_of_cells([folded, needs]) == ["only a folded cell defines b: c = b(1)"]
    assert form.faults_of_cells([folded, defines, needs]) == []
    assert form.faults_of_cells([defines, folded, needs]) == []


def test_a_check_that_draws_again_what_the_lesson_drew_is_seen():
    lesson = form.Cell("lesson", "errors = figures.split_errors(range(200))", (), "1")
    again, other = (
        form.Cell("checked", f"# checked: it\nwith claims():\n    assert figures.split_errors(range({n})).T", (), "1")
        for n in (200, 20)
    )
    assert form.faults_of_cells([lesson, again]) == ["figures.split_errors(range(200)) is drawn again: # checked: it"]
    assert form.faults_of_cells([lesson, other]) == []


def test_a_figure_without_question_or_answer_is_seen():
    assert len(form.faults_of_figures([GOOD[2], GOOD[1], GOOD[0]])) == 2


def test_parts_out_of_order_are_seen():
    cells = [
        form.Cell("text", f"## {part}", (), part) for part in ("Summary", "1 · The idea in one picture", "Exercises")
    ]
    found = form.faults_of_order(cells)
    assert any("order" in fault for fault in found)
    assert any("Sources" in fault for fault in found)


def test_a_lecture_without_notes_has_nothing_to_correct():
    heads = ("1 · The idea in one picture", "Summary", "Exercises", "Sources")
    cells = [form.Cell("text", f"## {part}", (), part) for part in heads]
    lacking = "there is no part Corrections to the notes"
    assert lacking in form.faults_of_order(cells)
    assert lacking not in form.faults_of_order(cells, noted=False)
    extra = form.Cell("text", "## Corrections to the notes", (), "Corrections to the notes")
    assert any("do not stand behind" in fault for fault in form.faults_of_order([*cells, extra], noted=False))
    assert {"19_which_one"} == form.WITHOUT_NOTES


def test_a_missing_data_cell_is_seen():
    imports = form.Cell("lesson", "import numpy as np", (), "")
    data = form.Cell("lesson", "# your own data go here: two columns\nX = datasets.clouds().X", (), "")
    assert form.faults_of_data([imports, data, GOOD[1]]) == []
    for cells in ([imports, GOOD[1]], [imports, GOOD[1], data], [imports, data, data]):
        assert form.faults_of_data(cells)


def test_corrections_that_assume_the_notes_are_seen():
    heading = "## Corrections to the notes\n\n"
    told = form.Cell("text", f"{heading}{form.OPENING} And so on.", (), "Corrections to the notes")
    untold = form.Cell("text", f"{heading}| N3 |", (), "Corrections to the notes")
    box = form.Cell("text", "**You may meet this step** (N3): both.", (), "1 · The idea in one picture")
    assert form.faults_of_corrections([told]) == []
    assert form.faults_of_corrections([untold])
    assert "which nobody has" in form.faults_of_corrections([box, told])[0]


def test_words_count_formulas_once_and_tags_not_at_all():
    assert form.words("Two **words**, $a+b$ and [a link](there.ipynb).") == 6
    assert form.words('<div class="alert">\n\n$$a\n+b$$\n\n</div>') == 1


def faults_of_the_newer_form(name: str) -> list[str]:
    cells = form.cells_of(name)
    return [*form.faults_of_claims(cells), *minutes.faults_of_stop(cells), *form.faults_of_words(cells)]


@pytest.mark.parametrize("name", sorted(lecture.name for lecture in LECTURES))
def test_claims_stop_and_words_have_the_form(name):
    assert faults_of_the_newer_form(name) == []


def test_the_faults_of_claims_and_words_are_seen():
    bare = form.Cell("checked", "# checked: the costs\nwith claims():\n    assert 1", (), "1")
    told = form.Cell("checked", '# checked: no cost rises\nwith claims("no cost rises"):\n    assert 1', (), "1")
    good = form.Cell("checked", '# checked: the costs\nwith claims("no cost rises"):\n    assert 1', (), "1")
    assert "without its sentence" in form.faults_of_claims([bare])[0]
    assert "tells how it comes out" in form.faults_of_claims([told])[0]
    assert form.faults_of_claims([good]) == []
    asserts = ("np.round(cost, 2) == 0.67", "f'{cost:.2f}' == '0.67'", "abs(cost - least) < 1e-9")
    for test, is_of_any in zip(asserts, (False, False, True), strict=True):
        source = f'# checked: the costs\nwith claims("on any data: no cost rises"):\n    assert {test}'
        found = form.faults_of_claims([form.Cell("checked", source, (), "1")])
        assert is_of_any == (found == [])
        assert all(words.startswith("a rounded number") for words in found)
    named = form.Cell("text", "As N3 prints it.", (), "1 · The idea")
    assert "N3 in the text" in form.faults_of_words([named])[0]
    assert form.faults_of_words([form.Cell("text", "As N3 prints it.", (), "Sources")]) == []
    task = form.Cell("text", "**svm-15b · Predict, then measure.** Give w.", (), "Exercises")
    assert "*predicted* or the *measured*" in form.faults_of_words([task])[0]
