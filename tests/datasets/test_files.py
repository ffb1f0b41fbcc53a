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
    assert "decimal points" in refused("e.csv", "g")


def test_the_numbers_of_the_rows_that_pandas_writes_are_no_feature(here):
    (here / "a.csv").write_text(",m,g\n0,1.5,x\n1,2.5,y\n", encoding="utf-8")
    assert datasets.own("a.csv", "g").feature_names == ("m",)


def test_what_is_no_table_is_refused_in_a_sentence(here):
    assert "drag it into the list of files" in refused("coffee.csv", "grade")
    write(here)
    assert "There is coffee.csv" in refused("cofee.csv", "grade")
    (here / "coffee.xlsx").write_bytes(b"PK")
    assert "save it as CSV" in refused("coffee.xlsx", "grade")
    (here / "empty.csv").write_text("", encoding="utf-8")
    assert "cannot be read as a table" in refused("empty.csv", "grade")
    (here / "head.csv").write_text("a,b\n", encoding="utf-8")
    assert "no rows" in refused("head.csv", "b")
    assert "no column 'taste'; it has shop, date, aroma, price, grade" in refused("coffee.csv", "taste")
    assert "for a file or a DataFrame" in refused([[1.0], [2.0]], target="grade")
    (here / "gaps.csv").write_text("a,b\n1,\n,2\n", encoding="utf-8")
    assert "Every row has a gap" in refused("gaps.csv", "b", dropna=True)
