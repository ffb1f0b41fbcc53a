"""From what a class handed in to a table of marks: twelve files of all sorts, a roster, points."""

import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys

import nbformat
import pytest

from mlcore import __version__
from mlcore.check import exercises
from mlcore.check.__main__ import INCOMPLETE, main
from mlcore.check.marker.given import STORED, given
from mlcore.check.marker.mark import NO_CHECK
from mlcore.check.marker.roster import Student, read_roster, whose
from mlcore.check.verdict import _source
from mlcore.course import BY_STEM
from tools.given import written
from tools.notebooks import NOTEBOOKS

TREES, SOFT = NOTEBOOKS / "14_trees.ipynb", NOTEBOOKS / "11_soft_margin.ipynb"
HOME = BY_STEM["trees"].homework  # tre-03, tre-09, tre-08
MIXED = "def most_mixed(K):\n    return 1 - 1 / K, np.log2(K)"
SPLIT = """
def best_threshold(x, y):
    rows = np.argsort(x, kind="stable")
    x, y = x[rows], y[rows]
    lowest, found = np.inf, None
    for cut in range(1, len(x)):
        if x[cut - 1] == x[cut]:
            continue
        total = 0.0
        for part in (y[:cut], y[cut:]):
            p = np.bincount(part) / len(part)
            total += len(part) * (1 - p @ p)
        if total < lowest - 1e-12:
            lowest, found = total, (x[cut - 1] + x[cut]) / 2
    return found
"""


def solved(path: pathlib.Path, *ids: str, of: pathlib.Path = TREES, change=None, **answers: str) -> pathlib.Path:
    """A student's copy of a lecture: these exercises with their reference solutions, and others as they are given.

    answers: for the exercises of these ids (- written as _) a source of the student's own. change(cells): what else.
    """
    notebook = nbformat.read(of, as_version=4)
    answers = {id.replace("_", "-"): source for id, source in answers.items()}
    for id in (*ids, *answers):
        cell = next(cell for cell in notebook.cells if f'check("{id}"' in cell.source and cell.cell_type == "code")
        source = answers.get(id) or _source(exercises()[id])
        cell.source = f'{source}\n\n\ncheck("{id}", {given()[id].name})'
    if change:
        notebook.cells = [cell for cell in notebook.cells if change(cell) is not False]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    return path


def marks(folder: pathlib.Path, *options: object) -> tuple[int, dict[str, dict[str, str]]]:
    """The exit code, and the table by student."""
    out = folder.parent / "marks.csv"
    code = main([*map(str, (folder, *options)), "--csv", str(out), "--workers", "1"])
    separator = ";" if ";" in out.read_text("utf-8-sig").partition("\n")[0] else ","
    with out.open(encoding="utf-8-sig", newline="") as file:
        return code, {row["student"]: row for row in csv.DictReader(file, delimiter=separator)}


@pytest.fixture(scope="module")
def term(tmp_path_factory) -> pathlib.Path:
    """Twelve hand-ins of lecture 14, as they come."""
    folder = tmp_path_factory.mktemp("term")
    sent = folder / "handed_in"
    solved(sent / "s1/14_trees.ipynb", *HOME)
    solved(sent / "s2/14_trees.ipynb", "tre-03")
    solved(sent / "s2/14_trees (1).ipynb", "tre-03", "tre-08")
    shutil.move(solved(sent / "s3/14_trees.ipynb", "tre-03"), sent / "s3/14_trees.ipynb.txt")
    shutil.move(solved(sent / "s4/14_trees.ipynb", "tre-03"), sent / "s4/trees.json")
    shutil.copy(SOFT, sent / "s5.ipynb")
    (sent / "s6").mkdir()
    text = solved(sent / "s7_trees.ipynb", tre_03=MIXED).read_text("utf-8")
    (sent / "s7_trees.ipynb").write_text(text, encoding="utf-8-sig")
    solved(sent / "Zoe\u0308 Ng_123_assignsubmission_file_/14_trees.ipynb", "tre-03")
    (sent / "s9").mkdir()
    (sent / "s9/report.pdf").write_bytes(b"%PDF")
    solved(sent / "s12.ipynb")
    solved(sent / "nobody.ipynb", "tre-03")
    names = (
        "\ufeffstudent;name;folder\ns1;Ada;\ns2;Bob;\ns3;Cem;\ns4;Dee;\ns5;Eve;\ns6;Fay;\ns7;Gil;\ns8;Zo\u00eb Ng;\n"
    )
    (folder / "names.csv").write_text(names + "s9;Ivo;\ns10;Joy;\n12;Kim;s12\n", encoding="utf-8")
    (folder / "points.csv").write_text("exercise;points\ntre-09;2,5\nsvm-13;4\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def table(term):
    return marks(term / "handed_in", "--homework", 14, "--roster", term / "names.csv", "--points", term / "points.csv")


def test_it_has_a_row_a_student_and_a_column_an_exercise(table):
    _, rows = table
    assert list(rows) == ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "12", "nobody"]
    assert list(rows["s1"]) == ["student", "name", *sorted(HOME), "points", "total", "files", "remarks"]
    assert {row["total"] for row in rows.values()} == {"4,5"}
    assert [rows["s1"][id] for id in HOME] == ["1", "2,5", "1"]
    assert {who: row["points"] for who, row in rows.items() if row["points"] != "0"} == {
        "s1": "4,5", "s2": "2", "s3": "1", "s4": "1", "s7": "1", "s8": "1", "nobody": "1",
        "s5": "", "s6": "", "s9": "",  # handed in, and could not be marked: no 0 before somebody has looked
    }  # fmt: skip
    assert (rows["s10"]["points"], rows["12"]["points"]) == ("0", "0")
    assert rows["12"]["name"] == "Kim"
    assert rows["12"]["tre-03"] == ""  # nothing is answered: no 0 that somebody earned


def test_what_is_printed_stands_in_columns_and_the_details_have_those_of_the_roster(term, capsys):
    options = ["--homework", 14, "--roster", term / "names.csv", "--points", term / "points.csv"]
    marks(term / "handed_in", *options, "--details", term / "details.csv")
    head, *lines = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    assert len(lines) == 12
    for id in HOME:
        at = head.index(id)
        assert {line[at : at + 1] for line in lines} <= {"✓", "✗", "○", "?", " ", ""}
        assert "✓" in {line[at : at + 1] for line in lines}
    assert (term / "details.csv").read_text("utf-8-sig").startswith("file;exercise;")


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("s2", "2 hand-ins of lecture 14: 14_trees (1).ipynb counts, 14_trees.ipynb not"),
        ("s3", "14_trees.ipynb.txt is a notebook, whatever its name ends in"),
        ("s4", "trees.json is a notebook"),
        (
            "s5",
            "s5.ipynb: not marked, it is a notebook of lecture 11, and has none of the exercises that are asked for",
        ),
        ("s6", "s6: not marked, the folder is empty"),
        ("s9", "report.pdf: not marked, it is no notebook: its name ends in .pdf"),
        ("s10", "handed in nothing"),
        ("12", "s12.ipynb: nothing is answered in it"),
        ("nobody", "no line of the roster"),
    ],
)
def test_every_file_is_named(table, student, words):
    code, rows = table
    assert code == 1
    assert words in rows[student]["remarks"]


def test_of_two_the_one_with_more_points_counts_and_both_are_named(table):
    assert table[1]["s2"]["files"].endswith("14_trees (1).ipynb")
    assert table[1]["s2"]["tre-08"] == "1"


def test_who_did_as_asked_has_no_remark(table):
    assert table[1]["s1"]["remarks"] == table[1]["s7"]["remarks"] == table[1]["s8"]["remarks"] == ""


def test_without_a_roster_a_student_is_a_folder_or_a_file(tmp_path):
    solved(tmp_path / "in/ada/14_trees.ipynb", "tre-03")
    solved(tmp_path / "in/ada/old/14_trees.ipynb", "tre-03", "tre-08")
    solved(tmp_path / "in/bob.ipynb", "tre-03")
    code, rows = marks(tmp_path / "in", "--homework", "trees")
    assert code == 0
    assert {who: row["points"] for who, row in rows.items()} == {"ada": "2", "bob": "1"}
    assert "name" not in rows["ada"]


def test_two_folders_with_files_of_one_name_are_two_students(tmp_path):
    for who in ("ada", "bob"):
        solved(tmp_path / who / "14_trees.ipynb", "tre-03")
    _, rows = marks(tmp_path / "ada", tmp_path / "bob", "--homework", 14)
    assert len(rows) == 2


def test_each_lecture_of_a_student_counts(tmp_path):
    solved(tmp_path / "in/ada/14_trees.ipynb", "tre-03")
    solved(tmp_path / "in/ada/11_soft_margin.ipynb", "svm-13", of=SOFT)
    _, rows = marks(tmp_path / "in", "--homework", 14, "--homework", 11)
    assert (rows["ada"]["points"], rows["ada"]["total"], rows["ada"]["remarks"]) == ("2", "6", "")
    code, rows = marks(tmp_path / "in", "--homework", 14)  # the other notebook is named, and is no fault
    assert (code, rows["ada"]["points"]) == (0, "1")
    assert "a notebook of lecture 11" in rows["ada"]["remarks"]


def test_nothing_at_all_is_a_failure(tmp_path, capsys):
    (tmp_path / "in").mkdir()
    assert marks(tmp_path / "in", "--homework", 14)[0] == 1
    assert INCOMPLETE in capsys.readouterr().err


def test_the_marks_are_written_before_they_are_printed(tmp_path):
    solved(tmp_path / "in/ada.ipynb", "tre-03")
    command = [sys.executable, "-m", "mlcore.check", "in", "--homework", "14", "--csv", "m.csv", "--details", "d.csv"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()  # a pipe that nobody reads
        process.wait()
    assert "ada,1,,,1,3" in (tmp_path / "m.csv").read_text("utf-8-sig")
    assert "tre-03" in (tmp_path / "d.csv").read_text("utf-8-sig")


@pytest.mark.parametrize(
    ("parts", "who"),
    [
        (["s1", "14_trees.ipynb"], ["s1"]),
        (["S1_14_trees.ipynb"], ["s1"]),
        (["s13.ipynb"], []),  # not s1
        (["14_trees.ipynb"], []),  # not student 14
        (["s1", "14_mine.ipynb"], ["s1"]),  # the folder decides
        (["group a", "14", "14_trees.ipynb"], ["14"]),
        (["Ada Byron_77_assignsubmission_file_", "14_trees.ipynb"], ["s1"]),
        (["Ada Byron-Lee.ipynb"], ["s2"]),  # the longer name
        (["x.ipynb"], ["s3", "s4"]),
        (["Müller_Jörg_jm7_4711", "14_trees.ipynb"], ["s5"]),  # with underscores, and the last name in front
        (["Joerg Mueller_77", "14_trees.ipynb"], ["s5"]),
        (["Jorg Muller_77", "14_trees.ipynb"], ["s6"]),  # whoever is written just so comes first
        (["mullerjorg_77_8_14_trees.ipynb"], ["s5", "s6"]),
        (["muellerjoerg_77_8_14_trees.ipynb"], ["s5"]),
        (["Müllerer_Jörg.ipynb"], []),
        (["14_trees_Ada_Byron.ipynb"], ["s1"]),  # the notebook's name first
        (["week 9", "14_trees-4711.ipynb"], ["s7"]),
        (["14_trees (14).ipynb"], []),  # the fourteenth download
        (["Ada.ipynb"], []),
    ],
)
def test_a_file_is_of_the_student_with_whom_it_begins(parts, who):
    begins = {"s1": ("s1", "Ada Byron"), "s2": ("Ada Byron-Lee",), "14": ("14",), "s3": ("x",), "s4": ("X",)}
    begins |= {"s5": ("Müller, Jörg",), "s6": ("Jorg Muller",), "s7": ("4711",)}
    assert [one.id for one in whose(parts, [Student(id, "", words) for id, words in begins.items()])] == who


# -- remarks --

OTHER_NAMES = SPLIT.replace("rows", "order").replace("lowest", "low").replace("part", "side") + "    # mine\n"


def remarks(tmp_path, *answers: dict) -> list[str]:
    for k, own in enumerate(answers):
        solved(tmp_path / f"in/s{k}.ipynb", **own)
    return [row["remarks"] for row in marks(tmp_path / "in", "--homework", 14)[1].values()]


def test_long_functions_that_are_alike_are_named(tmp_path):
    found = remarks(tmp_path, {"tre_09": SPLIT}, {"tre_09": OTHER_NAMES}, {"tre_09": SPLIT.replace("1e-12", "1e-9")})
    assert found == ["tre-09 is like that of s1", "tre-09 is like that of s0", ""]


def test_short_ones_and_the_given_function_mended_are_not(tmp_path):
    mended = given()["tre-09"].code.replace("costs.append(", "costs.append(np.inf if x[i] == x[i - 1] else ")
    assert remarks(tmp_path, *[{"tre_09": mended, "tre_03": MIXED}] * 3) == ["", "", ""]
    assert {row["points"] for row in marks(tmp_path / "in", "--homework", 14)[1].values()} == {"2"}  # it is right


def test_a_known_mistake_is_nothing_that_is_copied(tmp_path):
    """The mistake is one that people make by themselves, and the class makes it in many words."""
    padded = (
        "def most_mixed(K):\n" + "".join(f"    a{k} = K + {k}\n" for k in range(12)) + "    return 1 / K, np.log2(K)"
    )
    assert remarks(tmp_path, {"tre_03": padded}, {"tre_03": padded}) == ["", ""]
    unknown = padded.replace("1 / K", "77 + K")
    assert remarks(tmp_path, {"tre_03": unknown}, {"tre_03": unknown})[0] == "tre-03 is like that of s1"


def test_what_the_details_say_of_an_answer_stands_in_the_table_too(tmp_path):
    package = "from mlcore.tree import gini\n\n\ndef most_mixed(K):\n    return float(gini(np.ones(K))), np.log2(K)"
    lost = {"change": lambda cell: setattr(cell, "source", cell.source.replace('check("tre-03", most_mixed)', ""))}
    found = remarks(tmp_path, {"tre_03": package}, {"tre_03": MIXED, **lost})
    assert found == ["tre-03: uses mlcore.tree.gini", f"tre-03: {NO_CHECK}"]


def test_an_older_hand_out_is_named(tmp_path):
    for who, course in (("ada", {"course": "0.1.9"}), ("bob", {}), ("cem", {"course": __version__})):
        path = solved(tmp_path / f"in/{who}.ipynb", "tre-03")
        notebook = json.loads(path.read_text("utf-8"))
        notebook["metadata"]["mlcore"] = {"from": "14_trees.ipynb", "version": "abc", **course}
        path.write_text(json.dumps(notebook), encoding="utf-8")
    said = {who: row["remarks"] for who, row in marks(tmp_path / "in", "--homework", 14)[1].items()}
    assert said["ada"] == f"from the hand-out of version 0.1.9, while this is version {__version__}"
    assert "before 0.2.0" in said["bob"]
    assert said["cem"] == ""


# -- what costs nothing, and what is told --


def lines_of(tmp_path, path) -> dict[str, dict[str, str]]:
    out = tmp_path / "details.csv"
    main([str(path), "--homework", "14", "--details", str(out)])
    with out.open(encoding="utf-8-sig", newline="") as file:
        return {row["exercise"]: row for row in csv.DictReader(file)}


def test_a_function_without_its_check_is_defined_and_not_handed_in(tmp_path):
    def change(cell):
        cell.source = cell.source.replace('\n\n\ncheck("tre-03", most_mixed)', "")
        cell.source = cell.source.replace('check("tre-09", best_threshold)', 'check("tre-09", ...)')

    rows = lines_of(tmp_path, solved(tmp_path / "a.ipynb", *HOME, change=change))
    assert {id: row["status"] for id, row in rows.items()} == {
        "tre-03": NO_CHECK, "tre-09": NO_CHECK, "tre-08": "right",
    }  # fmt: skip
    assert rows["tre-03"]["words"].startswith('no check("tre-03", most_mixed); the function is right')
    untouched = lines_of(tmp_path, solved(tmp_path / "b.ipynb", "tre-08"))
    assert untouched["tre-09"]["status"] == "not attempted"  # the given function is nobody's answer


STEMS = [name for name in json.loads(STORED.read_text("utf-8")) if name[:2] > "00"]
IN_MAKE_TEST = "14_trees"  # the other lectures in `make test-all`


@pytest.mark.parametrize("stem", [s if s == IN_MAKE_TEST else pytest.param(s, marks=pytest.mark.all) for s in STEMS])
def test_a_deleted_import_cell_costs_nothing(tmp_path, stem):
    """Functions that hand back what the lecture imports from NumPy and mlcore, in a notebook without these imports."""
    lecture = json.loads(STORED.read_text("utf-8"))[stem]
    notebook = nbformat.read(NOTEBOOKS / f"{stem}.ipynb", as_version=4)
    kept = "\n".join(cell.source for cell in notebook.cells if cell.source.startswith("# checked"))
    names = sorted(name for name in lecture["imports"] if not re.search(rf"import .*\b{name}\b", kept))
    body = f"(*given):\n    return {', '.join(names)}, 1"
    for cell in notebook.cells:
        if cell.cell_type != "code" or cell.source.startswith("# checked"):
            continue
        lines = cell.source.splitlines()
        cell.source = "\n".join(line for line in lines if not line.startswith(("import ", "from ")))
        for id, task in lecture["exercises"].items():
            if task["name"] and f'check("{id}"' in cell.source:
                cell.source = f'def {task["name"]}{body}\n\n\ncheck("{id}", {task["name"]})'
    nbformat.write(notebook, tmp_path / "n.ipynb")
    out = tmp_path / "details.csv"
    main([str(tmp_path / "n.ipynb"), "--lecture", stem[3:], "--details", str(out)])
    said = out.read_text("utf-8-sig")
    assert len(names) > 4
    assert "wrong" in said
    assert not [name for name in names if f"name '{name}' is not defined" in said]


def test_the_import_of_another_package_is_not_made_up(tmp_path):
    own = "def most_mixed(K):\n    return 1 - 1 / K, scipy.special.log1p(K)"
    assert "NameError" in lines_of(tmp_path, solved(tmp_path / "a.ipynb", tre_03=own))["tre-03"]["words"]


def test_what_is_stored_of_the_notebooks_is_what_is_in_them():
    assert STORED.read_text("utf-8") == written(), "run: python -m tools.given"


COUNTED = """n_calls = 0


def bits(K):
    global n_calls
    n_calls += 1
    return np.log2(K)
"""
BEGUN = """def begin():
    global base
    base = 2


def begin_all():
    begin()


begin_all()


def bits(K):
    return np.log(K) / np.log(base)
"""
TRIED = """try:
    import math as m
except ImportError:
    m = None


def bits(K):
    return m.log2(K)
"""
NESTED = """if True:
    def bits(K):
        return np.log2(K)
"""
ALL = """from math import *


def bits(K):
    return log2(K)
"""
MATCHED = """match 2:
    case base:
        pass


def bits(K):
    return np.log(K) / np.log(base)
"""


@pytest.mark.parametrize("source", [COUNTED, BEGUN, TRIED, NESTED, ALL, MATCHED, "%%time\nbits = np.log2"])
def test_a_name_is_run_however_it_is_bound(tmp_path, source):
    own = f"{source}\n\ndef most_mixed(K):\n    return 1 - 1 / K, bits(K)"
    assert lines_of(tmp_path, solved(tmp_path / "a.ipynb", tre_03=own))["tre-03"]["status"] == "right"


# -- what a teacher may give --


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("line", ["\n", "\r\n", "\r"])
def test_a_roster_is_read_as_spreadsheets_save_it(tmp_path, encoding, line):
    (tmp_path / "names.csv").write_bytes(line.join(["student;name", "s1;Zoë Müller", ""]).encode(encoding))
    assert read_roster(tmp_path / "names.csv") == [Student("s1", "Zoë Müller", ("s1", "Zoë Müller"))]


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--roster", "name\nAda\n", "has no column student"),
        ("--roster", "student,name\n", "has no line below its first one"),
        ("--roster", "student,name\ns1,Ada\ns1,Bob\n", "two lines are for s1"),
        ("--roster", "student,name,folder\ns1,Ada,x\ns2,Bob,x\n", "two lines are for x"),
        ("--roster", "student,name\n,Ada\n", "line 2: the column student is empty"),
        ("--points", "exercise,points\ntre-99,1\n", 'There is no exercise "tre-99". Did you mean tre-'),
        ("--points", "exercise,points\ntre-09,many\n", "line 2: 'many' is no number of points"),
        ("--points", "exercise,points\ntre-09,-1\n", "points are numbers from 0 on"),
        ("--points", "exercise,points\ntre-09\n", "line 2: the column points is missing"),
        ("--homework", None, "there is no lecture 77: give a number from 1 to"),
        ("--csv", None, "cannot be written"),
        ("--exercises", None, "There is no file"),
    ],
)
def test_what_is_wrong_with_a_list_is_said_before_anything_is_marked(tmp_path, capsys, option, text, said):
    given = {"--homework": "77", "--csv": str(tmp_path / "no/folder.csv")}.get(option, str(tmp_path / "list.csv"))
    if text is not None:
        (tmp_path / "list.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SystemExit) as ended:
        main([str(TREES), option, given])
    assert ended.value.code == 2
    printed = " ".join(capsys.readouterr().err.split())
    assert said in printed
    assert ("usage:" in printed) == (option == "--homework")  # the sentence alone, where it is the list that is wrong
