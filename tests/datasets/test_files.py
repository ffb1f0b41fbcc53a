"""A reader's own CSV file: what is read, and the sentence for what is no number, with column and row."""

import numpy as np
import pytest

from mlcore import datasets
from mlcore.datasets.own import DataError

ROWS = [
    ("Oslo", "2026-03-01", 7.1, 3.0, "good"), ("Rome", "2026-03-02", 6.5, 2.5, "poor"),
    ("Oslo", "2026-03-03", 8.2, 4.5, "good"), ("Bonn", "2026-03-04", 5.9, 2.0, "poor"),
]  # fmt: skip
HEAD = "shop,date,aroma,price,grade"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder, name="coffee.csv", rows=ROWS, head=HEAD, encoding="utf-8"):
    text = "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"
    (folder / name).write_text(text, encoding=encoding)


def refused(*given, **named) -> str:
    with pytest.raises(DataError) as caught:
        datasets.own(*given, **named)
    return str(caught.value)


def test_a_file_is_read_with_its_names(here):
    write(here)
    data = datasets.own("coffee.csv", target="grade", columns=["aroma", "price"])
    assert data.feature_names == ("aroma", "price")
    assert data.target_names == ("good", "poor")
    assert data.y.tolist() == [-1, 1, -1, 1]
    assert data.X.tolist() == [[7.1, 3.0], [6.5, 2.5], [8.2, 4.5], [5.9, 2.0]]
    assert np.array_equal(datasets.own(here / "coffee.csv", "price", columns="aroma").y, data.X[:, 1])


def test_text_and_dates_are_named_and_the_sentence_is_the_cure(here):
    write(here)
    said = refused("coffee.csv", target="grade")
    assert "'shop' holds text ('Oslo' in line 2) and 'date' holds dates ('2026-03-01' in line 2)" in said
    call = said.split("numbers: ")[1].rstrip(".")
    assert call == "datasets.own('coffee.csv', target='grade', columns=['aroma', 'price'])"
    assert eval(call).X.shape == (4, 2)


@pytest.mark.parametrize(("column", "place"), [("price", 3), ("grade", 4)])
def test_a_gap_is_named_with_its_line_and_can_be_left_out(here, column, place):
    rows = [list(row) for row in ROWS]
    rows[2][place] = ""
    write(here, rows=rows)
    said = refused("coffee.csv", target="grade", columns=["aroma", "price"])
    assert f"Column '{column}' has a gap in line 4 (no other of the 4 rows has one)" in said
    call = said.split("out: ")[1].rstrip(".")
    assert eval(call).X.tolist() == [[7.1, 3.0], [6.5, 2.5], [5.9, 2.0]]


def test_a_word_among_numbers_is_found(here):
    rows = [list(row) for row in ROWS]
    rows[1][2] = "none at all"
    write(here, rows=rows)
    said = refused("coffee.csv", target="grade", columns=["aroma", "price"])
    assert "'aroma' holds 'none at all' in line 3, which is no number, among numbers" in said


def test_a_frame_says_the_same_with_the_name_of_its_row():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"aroma": [7.1, None, 8.2], "grade": ["a", "a", "b"]}, index=["x", "y", "z"])
    said = refused(frame, "grade")
    assert "Column 'aroma' has a gap in row 'y'" in said
    assert datasets.own(frame, "grade", dropna=True).X.tolist() == [[7.1], [8.2]]
    twice = pandas.DataFrame([[1.0, 2.0, "a"]], columns=["m", "m", "g"])
    assert "Two columns are called 'm'" in refused(twice, "g")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_a_spreadsheet_s_encodings_are_read(here, encoding):
    write(here, head="shop,date,Säure,price,grade", encoding=encoding)
    assert datasets.own("coffee.csv", "grade", columns=["Säure", "price"]).feature_names[0] == "Säure"


def test_semicolons_tabs_and_decimal_commas_are_read(here):
    (here / "a.csv").write_text("m;n;g\n1,5;2;x\n2,5;3;y\n", encoding="utf-8")
    (here / "b.csv").write_text("m;n;g\n1.5;2;x\n2.5;3;y\n", encoding="utf-8")
    (here / "c.tsv").write_text("m\tn\tg\n1.5\t2\tx\n2.5\t3\ty\n", encoding="utf-8")
    (here / "d.csv").write_text("m\n1.5\n2.5\n", encoding="utf-8")
    for name in ("a.csv", "b.csv", "c.tsv"):
        assert datasets.own(name, target="g").X.tolist() == [[1.5, 2], [2.5, 3]]
    assert datasets.own("d.csv").X.tolist() == [[1.5], [2.5]]
    (here / "e.csv").write_text('m,g\n"1,5",x\n"2,5",y\n', encoding="utf-8")
    assert datasets.own("e.csv", target="g").X.tolist() == [[1.5], [2.5]]
    (here / "f.csv").write_text('m,g\n"1,500",x\n"2,500",y\n', encoding="utf-8")  # thousands, or one and a half?
    assert "decimal points" in refused("f.csv", "g")


def test_the_numbers_of_the_rows_that_pandas_writes_are_no_feature(here):
    (here / "a.csv").write_text(",m,g\n0,1.5,x\n1,2.5,y\n", encoding="utf-8")
    assert datasets.own("a.csv", "g").feature_names == ("m",)


def test_what_is_no_table_is_refused_in_a_sentence(here):
    assert "drag it into the list of files" in refused("coffee.csv", "grade")
    write(here)
    assert "Do you mean 'coffee.csv'?" in refused("cofee.csv", "grade")
    assert "Do you mean 'coffee.csv'?" in refused("Coffee", "grade")
    assert "There is coffee.csv." in refused("tea.csv", "grade")
    assert "Do you mean 'grade'?" in refused("coffee.csv", "Grade")
    (here / "coffee.xlsx").write_bytes(b"PK")
    assert "save it as CSV" in refused("coffee.xlsx", "grade")
    (here / "empty.csv").write_text("", encoding="utf-8")
    assert "empty.csv is empty" in refused("empty.csv", "grade")
    (here / "head.csv").write_text("a,b\n", encoding="utf-8")
    assert "no rows" in refused("head.csv", "b")
    assert "no column 'taste'; it has shop, date, aroma, price, grade" in refused("coffee.csv", "taste")
    assert "for a file or a DataFrame" in refused([[1.0], [2.0]], target="grade")
    (here / "gaps.csv").write_text("a,b\n1,\n,2\n", encoding="utf-8")
    assert "Every row has a gap" in refused("gaps.csv", "b", dropna=True)


def test_a_german_spreadsheet_is_read_as_it_is_meant(here):
    """Thousands have points and fractions a comma; 2.287 is thousands, too. The last line is a note."""
    lines = [
        "Straße;Fläche (m²);Strom (kWh);Ökostrom;Miete (€);Bau", "Weg 1;72,0;2.287;44,6 %;1.189,59;neu",
        "Weg 2;89,5;2.053;24,8 %;1.022,30;alt", "Weg 3;60;987;3 %;-800,00;alt", "Quelle: eigene Erhebung;;;;;", ";;;;;",
    ]  # fmt: skip
    (here / "rent.csv").write_bytes("\r\n".join(lines).encode("cp1252"))
    call = refused("rent.csv", target="Bau").split("a gap: ")[1].rstrip(".")
    data = eval(call)
    assert data.feature_names == ("Fläche (m²)", "Strom (kWh)", "Ökostrom", "Miete (€)")
    assert data.X.tolist() == [[72, 2287, 44.6, 1189.59], [89.5, 2053, 24.8, 1022.3], [60, 987, 3, -800]]
    said = refused("rent.csv", target="Bau", columns=["Strom (kWh)"])
    assert "'Quelle: eigene Erhebung' stands alone in line 5, as a note does" in said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a,b\n"1,234.5",2\n"3,000",4\n', [[1234.5, 2], [3000, 4]]),  # a point speaks for thousands with commas
        ("a;b\n1.234.567;0,5\n2.000;1,25\n", [[1234567, 0.5], [2000, 1.25]]),
        ("a;b\n1 234,5;1'000\n2,5;3\n", [[1234.5, 1000], [2.5, 3]]),
        ("a\tb\n0.123\t2.250\n1.500\t3.125\n", [[0.123, 2.25], [1.5, 3.125]]),
        ("a,b\n1e3,-2\n.5,+3\n", [[1000, -2], [0.5, 3]]),
        ("a,b\n5%,TRUE\n7 %,FALSE\n", [[5, 1], [7, 0]]),
    ],
)
def test_numbers_are_read_as_people_write_them(here, text, expected):
    (here / "a.csv").write_text(text, encoding="utf-8")
    assert datasets.own("a.csv").X.tolist() == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('a,b\n"1,5",1.5\n2,3\n', "'1,5' in line 2, a number with a comma"),  # both marks in one file
        ("a,b\n12 kg,1\n13 kg,2\n", "'12 kg' in line 2, a number with a unit"),
        ("a,b\n€ 12,1\n€ 13,2\n", "a number with a unit"),
        ("a,b\n(cm),(kg)\n1,2\n3,4\n", "in line 2, the first one below the names ('(cm)', '(kg)')"),
        ("Tasting of 2026\n\na,b\n1,2\n3,4\n", "Line 1 of a.csv is 'Tasting of 2026'"),
        ("a,b\n1,2\n3,4,5\n", "Line 3 of a.csv has 3 entries, and line 1 names 2 columns"),
        ("a,b\n1,2\ninf,4\n", "Column 'a' holds an infinite value in line 3"),
        ("a,b\n\n1,2\n\n3,\n", "gap in line 5"),  # blank lines are counted
        ('a,b\n"1\n",2\n3,\n', "gap in line 4"),
    ],
)
def test_what_is_no_number_is_named_with_its_line(here, text, words):
    (here / "a.csv").write_text(text, encoding="utf-8")
    assert words in refused("a.csv")


def test_utf_16_is_read_too(here):
    write(here, encoding="utf-16")
    assert datasets.own("coffee.csv", "grade", columns=["aroma"]).target_names == ("good", "poor")


@pytest.mark.parametrize(("code", "first"), [(-999, 1950), (9999, 50)])
def test_a_code_for_a_gap_is_found_and_the_sentence_has_both_cures(here, code, first):
    rows = [[first + 3 * k, 100 + k] for k in range(8)]
    rows[2][0] = code
    write(here, "houses.csv", rows, "built,price")
    said = refused("houses.csv", target="price")
    assert f"Column 'built' holds {code} in line 4 (1 of 8 rows), and all other values are from {first} to" in said
    gap, number = said.split("for a gap: ")[1].rstrip(".").split(". If it is a number: ")
    assert eval(gap).X.ravel().tolist() == [first + 3 * k for k in range(8) if k != 2]
    assert eval(number).X.ravel().tolist()[2] == code


def test_minus_signs_alone_are_no_codes(here):
    write(here, "a.csv", [[-9, 1], [-4, 2], [3, 3]], "degrees,n")
    assert datasets.own("a.csv").X.shape == (3, 2)


def test_a_word_for_a_gap_becomes_one_and_what_goes_is_said(here, capsys):
    rows = [list(row) for row in ROWS]
    rows[1][2] = "?"
    write(here, rows=rows)
    call = refused("coffee.csv", target="grade", columns=["aroma", "price"]).split("for a gap: ")[1].rstrip(".")
    assert eval(call).X.tolist() == [[7.1, 3.0], [8.2, 4.5], [5.9, 2.0]]
    assert "1 of 4 rows has a gap, and is left out" in capsys.readouterr().out


def test_numbers_of_the_rows_are_not_kept_and_gaps_belong_to_the_cure(here):
    rows = [[k, f"house {k}", 50 + 7 * k % 13, "" if k == 3 else 2.5] for k in range(1, 7)]
    write(here, "houses.csv", rows, "id,name,area,distance")
    said = refused("houses.csv")
    assert "('id' only counts the rows), without the 1 row that has a gap" in said
    assert eval(said.split("a gap: ")[1].rstrip(".")).X.shape == (5, 2)


def test_three_classes_become_two(here):
    frame = pytest.importorskip("pandas").DataFrame({"aroma": [1.0, 2, 3, 4], "grade": ["a", "b", "c", "a"]})
    frame.to_csv("coffee.csv", index=False)
    for given in (("coffee.csv", "grade"), (frame, "grade"), (frame[["aroma"]], frame.grade)):
        two = datasets.own(*given, classes=["a", "c"])
        assert (two.X.ravel().tolist(), two.y.tolist(), two.target_names) == ([1, 3, 4], [-1, 1, -1], ("a", "c"))
        rest = datasets.own(*given, one_vs_rest="b")
        assert (rest.y.tolist(), rest.target_names) == ([-1, 1, -1, -1], ("not b", "b"))
    assert datasets.own([[1.0], [2], [3]], [7, 8, 9], one_vs_rest=8).target_names == ("not y = 8", "y = 8")
    assert "No row has the label 'd'; there are 'a', 'b', 'c'" in refused(frame, "grade", classes=["a", "d"])
    assert "No row has the label 'd'" in refused(frame, "grade", one_vs_rest="d")
    assert "there is no rest" in refused([[1.0]], [7], one_vs_rest=7)


def test_a_target_of_dates_or_of_names_is_no_class(here):
    rows = [[f"2026-01-{k:02}", f"house {k}", k % 7] for k in range(1, 29)]
    write(here, "houses.csv", rows, "sold,name,area")
    assert "The target 'sold' holds dates ('2026-01-01' in line 2)" in refused("houses.csv", "sold", columns=["area"])
    assert "28 different ones in 28 rows" in refused("houses.csv", "name", columns=["area"])


def test_labels_beside_a_frame_with_a_gap_get_a_call_that_works():
    pandas = pytest.importorskip("pandas")
    days = pandas.to_datetime(["2026-01-14", "2026-01-15", "2026-01-16"])
    frame = pandas.DataFrame({"aroma": [None, 1.0, 2.0]}, index=days)
    y = ["a", "b", "a"]
    said = refused(frame, y)
    assert "in row 2026-01-14 (no other" in said
    data = eval(said.split("out: ")[1].rstrip("."))
    assert (data.X.tolist(), data.target_names) == ([[1.0], [2.0]], ("a", "b"))


def test_truth_values_carry_the_name_of_their_column(here):
    write(here, "a.csv", [[1, "True"], [2, "False"]], "area,garden")
    assert datasets.own("a.csv", "garden").target_names == ("garden = False", "garden = True")


def test_lines_of_separators_alone_are_no_rows(here):
    (here / "a.csv").write_text("a;b\n1;2\n3;4\n;\n;\n", encoding="utf-8")
    assert datasets.own("a.csv").X.tolist() == [[1, 2], [3, 4]]


def test_an_entry_without_end_is_refused_in_a_sentence(here):
    """A quotation mark that nobody closes makes one entry of all that follows it."""
    (here / "a.csv").write_text('a,b\n1,"2\n' + "3,4\n" * 50_000, encoding="utf-8")
    assert "a.csv cannot be read as a table" in refused("a.csv")


def test_a_column_that_never_varies_is_kept_and_said_with_the_call_that_leaves_it_out(here, capsys):
    write(here, rows=[(*row[:3], 3.5, row[4]) for row in ROWS])
    numbers = dict(target="grade", columns=["aroma", "price"])
    assert datasets.own("coffee.csv", **numbers).feature_names == ("aroma", "price")
    said = capsys.readouterr().out
    assert said.startswith("'price' is 3.5 in all 4 rows: such a column tells no two rows apart")
    without = eval(f"dict({said.split('keep: ')[1].strip()[:-1]})")
    assert datasets.own("coffee.csv", "grade", **without).X.shape == (4, 1)
    assert capsys.readouterr().out == ""


def test_arrays_are_told_by_the_places_of_their_columns(capsys):
    X = np.array([[1.0, 7, 0], [2, 7, 0], [4, 7, 0], [3, 8, 0]])
    y = ["a", "a", "b", "c"]
    datasets.own(X, y)
    said = capsys.readouterr().out
    assert "X[:, 2] is 0 in all 4 rows" in said
    datasets.own(eval(said.split("out: ")[1].strip().removesuffix(".")), y)
    assert capsys.readouterr().out == ""
    datasets.own(X[:, :2], y, classes=["a", "b"])  # the row that differs goes
    assert "X[:, 1] is 7 in all 3 rows" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("X", "words"),
    [
        (np.ones((5, 2)), "Give a column that varies."),
        (np.hstack([np.ones((9, 7)), np.eye(9)]), "X[:, 4] is 1 in all 9 rows (and more such columns)"),
        (np.ones((1, 2)), ""),
        (np.array([[1.0, 0], [0, 1]]), ""),
    ],
)
def test_many_all_and_none_that_never_vary(X, words, capsys):
    datasets.own(X, range(len(X)))
    said = capsys.readouterr().out
    assert words in said
    assert bool(words) == bool(said)
