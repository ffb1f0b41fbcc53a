"""Below the table of marks stands which exercises have one right answer for every seed."""

from mlcore.check.marker.mark import Row
from mlcore.check.marker.marks import Marks
from mlcore.check.marker.table import table
from mlcore.check.verdict import RIGHT


def marked(*ids: str) -> str:
    rows = {id: Row("a.ipynb", id, "", "", RIGHT) for id in ids}
    return table([Marks("Ada", counted=rows)], {})


def test_what_may_have_been_passed_on_is_named_once():
    last = marked("svm-13", "svm-15b", "svm-16").splitlines()[-1]
    assert last == "One right answer for every seed, so it may have been passed on: svm-15b."


def test_where_every_exercise_has_a_seed_nothing_is_said():
    assert "passed on" not in marked("svm-13", "svm-16")
